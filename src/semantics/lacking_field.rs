//! Fields that do not exist. A body is checked for each specification that lists it, so all that lack the field are
//! told of together.

use smol_str::SmolStr;

use crate::diagnostics::codes::names as codes;
use crate::diagnostics::{Diagnostic, Label};

/// A field that some specifications do not have.
pub(super) struct LackingField {
    name: SmolStr,
    specs: Vec<SmolStr>,
    unknown: Diagnostic,
}

impl LackingField {
    pub(super) fn new(name: &str, unknown: Diagnostic) -> LackingField {
        LackingField {
            name: name.into(),
            specs: Vec::new(),
            unknown,
        }
    }

    /// Adds a specification that lacks it. One may name it several times in a row.
    pub(super) fn add(&mut self, spec: SmolStr, place: Label) {
        const SHOWN: usize = 3;
        if self.specs.last() == Some(&spec) {
            return;
        }
        self.specs.push(spec);
        if self.unknown.secondary.len() < SHOWN {
            self.unknown.secondary.push(place);
        }
    }

    /// The one finding about all of them.
    pub(super) fn told(mut self) -> Diagnostic {
        if self.specs.len() > 1 {
            let specs: Vec<&str> = self.specs.iter().map(SmolStr::as_str).collect();
            self.unknown.message = codes::field_that_several_lack(&self.name, &specs);
        }
        self.unknown
    }
}
