//! Where words stand in texts, whatever they mean there.

use super::Texts;
use crate::diagnostics::Span;

impl Texts<'_> {
    /// Whether a word stands anywhere outside of a place, in a way that a predicate over the texts before and behind
    /// it accepts. Where that would take too long to find out, it may.
    pub(super) fn has_word(
        &self,
        word: &str,
        besides: Span,
        accept: fn(&str, &str) -> bool,
    ) -> bool {
        self.in_order.iter().any(|module| {
            if !self.may_search(module.file) {
                return true;
            }
            let text = self.text(module.file);
            let is_own = |at: usize| {
                let own = std::ops::Range::<usize>::from(besides.range());
                module.file == besides.file && own.contains(&at)
            };
            words(text, word).any(|at| {
                let (before, behind) = (&text[..at], &text[at + word.len()..]);
                !is_own(at) && accept(before, behind)
            })
        })
    }
}

/// Where a word stands by itself in a text.
fn words<'t>(text: &'t str, word: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word).filter_map(move |(at, _)| {
        let joins_before = text[..at].ends_with(is_part);
        let joins_behind = text[at + word.len()..].starts_with(is_part);
        (!joins_before && !joins_behind).then_some(at)
    })
}
