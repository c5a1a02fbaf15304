//! Who declares what, and what a name stands for.

mod declarations;
mod lookup;
mod type_names;

pub(super) use declarations::{Declarations, name_of};
pub(super) use lookup::{DeclarationId, Kind, Lookup};
pub(super) use type_names::{check_reference_type, resolve_type};
