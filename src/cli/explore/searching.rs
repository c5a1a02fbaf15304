//! Searches as the options ask for them.

use std::cell::RefCell;

use super::Options;
use super::watch::Watch;
use crate::cli::terminal::Terminal;
use crate::engines;
use crate::engines::lazy::{self, Algorithm, Verdict};
use crate::finite::ranges::Ranges;
use crate::finite::search::{Query, Reached, Search};
use crate::finite::{Expr, Program, plain_search};

/// Searches as the options say. What a search that slices cannot settle is searched whole, and what no fast search can take, plainly.
pub(super) fn search(
    options: &Options,
    program: &Program,
    property: Option<&Expr>,
    terminal: &mut Terminal,
) -> Search {
    if let (Some(algorithm), Some(property)) = (options.algorithm.slicing(), property) {
        let watch = Watch::new(terminal);
        let found = sliced(options, algorithm, program, property, watch);
        if let Some(search) = found {
            return search;
        }
    }
    let mut watch = Watch::new(terminal);
    let mut query = Query {
        property,
        wants_deadlock: options.deadlock,
        order: options.order.of_searches(),
        most_states: options.max_states,
        most_bytes: options.memory,
        stop: &mut |reached| watch.is_stopped(reached),
    };
    let fast = engines::search::search(program, &mut query, options.threads());
    fast.unwrap_or_else(|_| plain_search::search(program, &mut query))
}

/// Looks for a property by an algorithm that slices. There is no answer where the model may run into an error that slices do not show.
fn sliced(
    options: &Options,
    algorithm: Algorithm,
    program: &Program,
    property: &Expr,
    watch: Watch<'_>,
) -> Option<Search> {
    let watch = RefCell::new(watch);
    let stop = |reached: &Reached| watch.borrow_mut().is_stopped(reached);
    let ranges = Ranges::of(program);
    let question = options.question(algorithm, program, &ranges, property, &stop);
    let outcome = lazy::search(algorithm, &question);
    let is_whole = outcome.verdict != Verdict::Unreachable || !outcome.may_fail;
    is_whole.then(|| outcome.as_search(&question))
}
