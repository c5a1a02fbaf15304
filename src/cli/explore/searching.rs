//! Searches that slice, as the options ask for them.

use std::cell::RefCell;

use super::Options;
use super::watch::Watch;
use crate::engines::lazy::{self, Algorithm, Question, Verdict};
use crate::finite::ranges::Ranges;
use crate::finite::search::{Reached, Search};
use crate::finite::{Expr, Program};

/// Looks for a property by an algorithm that slices. There is no answer where the model may run into an error that slices do not show.
pub(super) fn sliced(
    options: &Options,
    algorithm: Algorithm,
    program: &Program,
    property: &Expr,
    watch: Watch<'_>,
) -> Option<Search> {
    let watch = RefCell::new(watch);
    let stop = |reached: &Reached| watch.borrow_mut().is_stopped(reached);
    let question = Question {
        program,
        ranges: &Ranges::of(program),
        property,
        guards: algorithm.guards(),
        refinement: options.refinement.of_searches(),
        most_states: options.max_states.unwrap_or(u64::MAX),
        most_bytes: options.memory.unwrap_or(u64::MAX),
        stop: &stop,
    };
    let outcome = lazy::search(algorithm, &question);
    let is_whole = outcome.verdict != Verdict::Unreachable || !outcome.may_fail;
    is_whole.then(|| outcome.as_search(&question))
}
