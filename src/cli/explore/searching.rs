//! Searches that slice, as the options ask for them.

use std::cell::RefCell;

use super::watch::Watch;
use super::{Options, Refinement};
use crate::engines::lazy::{self, Algorithm, Question};
use crate::finite::search::Search;
use crate::finite::{Expr, Program};

/// Looks for a property by an algorithm that slices.
pub(super) fn sliced(
    options: &Options,
    algorithm: Algorithm,
    program: &Program,
    property: &Expr,
    watch: Watch<'_>,
) -> Search {
    let watch = RefCell::new(watch);
    let question = Question {
        program,
        property,
        guards: algorithm.guards(),
        refinement: match options.refinement {
            Refinement::Guard => lazy::Refinement::WholeGuard,
            Refinement::Fewest => lazy::Refinement::Fewest,
        },
        most_states: options.max_states.unwrap_or(u64::MAX),
        most_bytes: options.memory.unwrap_or(u64::MAX),
        stop: &|reached| watch.borrow_mut().is_stopped(reached),
    };
    lazy::search(algorithm, &question).as_search(&question)
}
