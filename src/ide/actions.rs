//! What can be done at a place: the fixes of diagnostics.

use super::Spot;
use crate::diagnostics::{Diagnostic, Fix};
use crate::syntax::TextRange;

/// A diagnostic and the edit that mends it.
#[derive(Debug)]
pub struct Mending<'p> {
    /// What is wrong.
    pub diagnostic: &'p Diagnostic,
    /// What mends it.
    pub fix: &'p Fix,
}

/// The fixes of all diagnostics that touch a range.
pub fn mendings(spot: &Spot, range: TextRange) -> Vec<Mending<'_>> {
    let found = spot.project.analysis().diagnostics.iter();
    let here = found.filter(|it| {
        let span = it.primary.span;
        span.file == spot.file && span.range().intersect(range).is_some()
    });
    here.flat_map(|diagnostic| {
        let fixes = diagnostic.fixes.iter();
        fixes.map(move |fix| Mending { diagnostic, fix })
    })
    .collect()
}
