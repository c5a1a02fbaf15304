//! From the protocol to offsets and back.

mod diagnostics;
mod places;
mod positions;
mod uris;

pub(super) use diagnostics::{code_action, diagnostic, explanation_of};
pub(super) use places::Places;
pub(super) use positions::{Encoding, offset_at};
pub(super) use uris::{path_of, uri_of};
