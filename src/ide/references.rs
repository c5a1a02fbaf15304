//! Where a thing is named.

use rustc_hash::FxHashSet;

use super::{Project, Spot};
use crate::diagnostics::Span;
use crate::semantics::occurrences::Occurrence;
use crate::syntax::TextSize;

/// All places that name what the name at an offset stands for, in the order of the texts.
pub fn references(spot: &Spot, offset: TextSize, with_declarations: bool) -> Vec<Span> {
    let declared: FxHashSet<Span> = spot
        .names_at(offset)
        .iter()
        .map(|name| name.declaration)
        .collect();
    let names = naming(&spot.project, &declared);
    let mut spans: Vec<Span> = names
        .filter(|name| with_declarations || !name.is_declaration())
        .map(|name| name.span)
        .collect();
    spans.dedup();
    spans
}

/// The same in one file.
pub fn highlights(spot: &Spot, offset: TextSize) -> Vec<Span> {
    let mut spans = references(spot, offset, true);
    spans.retain(|span| span.file == spot.file);
    spans
}

/// The names that stand for one of some declarations.
pub(super) fn naming<'p>(
    project: &'p Project,
    declared: &FxHashSet<Span>,
) -> impl Iterator<Item = &'p Occurrence> {
    let names = project.occurrences().iter();
    names.filter(|name| declared.contains(&name.declaration))
}
