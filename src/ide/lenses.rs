//! What is shown above each check: that it can be run, and what came of it last time.

use std::sync::Arc;

use super::verdicts::{CheckName, Outcome, checks, is_test, known};
use super::{Snapshot, Spot, Stale, Stop};
use crate::syntax::TextRange;

/// A check and what is known of it.
#[derive(Debug)]
pub struct Lens {
    /// The check.
    pub check: CheckName,
    /// Where it stands.
    pub range: TextRange,
    /// What came of it last time.
    pub outcome: Option<Arc<Outcome>>,
    /// Something that the check reads has changed since.
    pub is_stale: bool,
}

/// The checks of a text, in order.
pub fn lenses(snapshot: &Snapshot, spot: &Spot, stop: &Stop<'_>) -> Result<Vec<Lens>, Stale> {
    let path = spot.source().path();
    let Some(root) = spot.root().filter(|_| is_test(path)) else {
        return Ok(Vec::new());
    };
    let mut lenses = Vec::new();
    for (check, range) in checks(path, &root) {
        let known = known(snapshot, &check, stop)?;
        let is_stale = known.as_ref().is_some_and(|(_, is_stale)| *is_stale);
        lenses.push(Lens {
            check,
            range,
            outcome: known.map(|(outcome, _)| outcome),
            is_stale,
        });
    }
    Ok(lenses)
}
