//! What is left of things of which a slice keeps some parts only.

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::{FileId, Span};
use crate::syntax::TextSize;

/// The place of a declaration or statement.
pub(super) type Position = (FileId, TextSize);

/// What is left of things that lose only parts, by their places.
#[derive(Default)]
pub(super) struct Left<'k> {
    /// The states that tests of states name, with where the tests end.
    pub(super) tested: BTreeMap<Position, (TextSize, BTreeSet<&'k str>)>,
    /// Which arguments syncs have.
    pub(super) arguments: BTreeMap<Position, Vec<bool>>,
    /// Where the events are defined that are listed here.
    pub(super) definitions: BTreeMap<Position, Position>,
    /// Fields that refer to a specification that is kept.
    pub(super) references: BTreeSet<Position>,
}

impl<'k> Left<'k> {
    /// The states that the test of states at a place names. Its own place may be larger: `new (this instate open)`.
    pub(super) fn states_tested(&self, at: Span) -> Option<&BTreeSet<&'k str>> {
        let outside = self.tested.range(..=place(at)).rev();
        let mut outside = outside.take_while(|((file, _), _)| *file == at.file);
        let innermost = outside.find(|(_, (end, _))| *end >= at.range().end());
        innermost.map(|(_, (_, names))| names)
    }
}

/// Where something begins.
pub(super) fn place(span: Span) -> Position {
    (span.file, span.range().start())
}
