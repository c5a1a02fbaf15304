//! Searches as the options ask for them.

use std::cell::RefCell;
use std::slice;

use super::Options;
use super::watch::Watch;
use crate::cli::terminal::Terminal;
use crate::engines;
use crate::engines::lazy::{self, Algorithm, Verdict};
use crate::finite::ranges::Ranges;
use crate::finite::search::{Ending, Limit, Query, Reached, Search};
use crate::finite::{Expr, Program, plain_search};

/// What is searched, by runs of so many steps at most.
pub(super) struct Subject<'s> {
    pub(super) program: &'s Program,
    pub(super) property: Option<&'s Expr>,
    pub(super) longest: Option<u64>,
}

/// Where a model may have errors, they are looked for after a search that slices, in so many states and bytes, unless
/// the user says how many.
const MOST_STATES_FOR_ERRORS: u64 = 5_000_000;
const MOST_BYTES_FOR_ERRORS: u64 = 1 << 30;

/// Searches as the options say. What no fast search can take is searched plainly.
pub(super) fn search(options: &Options, subject: &Subject<'_>, terminal: &mut Terminal) -> Search {
    if let (Some(algorithm), Some(property)) = (options.algorithm.slicing(), subject.property) {
        let watch = Watch::new(terminal);
        let (search, may_fail) = sliced(options, algorithm, subject.program, property, watch);
        return if may_fail {
            with_errors(options, subject, search, terminal)
        } else {
            search
        };
    }
    whole(
        options,
        subject,
        (options.max_states, options.memory),
        terminal,
    )
}

/// Searches all states, by so many states and bytes.
fn whole(
    options: &Options,
    subject: &Subject<'_>,
    (most_states, most_bytes): (Option<u64>, Option<u64>),
    terminal: &mut Terminal,
) -> Search {
    let mut watch = Watch::new(terminal);
    let mut query = Query {
        propositions: subject.property.map_or(&[], slice::from_ref),
        wants_deadlock: options.deadlock,
        order: options.order(),
        longest: subject.longest,
        most_states,
        most_bytes,
        stop: &mut |reached| watch.is_stopped(reached),
    };
    let fast = engines::search::search(subject.program, &mut query, options.threads());
    fast.unwrap_or_else(|_| plain_search::search(subject.program, &mut query))
}

/// Looks for a property by an algorithm that slices; tells also whether the model may run into an error that slices do
/// not show.
fn sliced(
    options: &Options,
    algorithm: Algorithm,
    program: &Program,
    property: &Expr,
    watch: Watch<'_>,
) -> (Search, bool) {
    let watch = RefCell::new(watch);
    let stop = |reached: &Reached| watch.borrow_mut().is_stopped(reached);
    let ranges = Ranges::of(program);
    let values = options.refinement().values(program, &ranges);
    let question = options.question(algorithm, program, (&ranges, &values), property, &stop);
    let outcome = lazy::search(algorithm, &question);
    let may_fail = outcome.may_fail && !matches!(outcome.verdict, Verdict::Limit(_));
    (outcome.as_search(&question), may_fail)
}

/// What a search that slices has to say in view of all states: an error of the model that a plain search meets first
/// is not hidden by a slice.
fn with_errors(
    options: &Options,
    subject: &Subject<'_>,
    mut sliced: Search,
    terminal: &mut Terminal,
) -> Search {
    let most_states = options.max_states.unwrap_or(MOST_STATES_FOR_ERRORS);
    let most_bytes = options.memory.unwrap_or(MOST_BYTES_FOR_ERRORS);
    let limits = (Some(most_states), Some(most_bytes));
    let whole = whole(options, subject, limits, terminal);
    let is_found = matches!(sliced.ending, Ending::Reachable(_));
    sliced.ending = match whole.ending {
        // A run that was found is one, however much there is besides it.
        Ending::Reachable(_) | Ending::Unknown(_) if is_found => sliced.ending,
        Ending::Unreachable => Ending::Unreachable,
        Ending::Unknown(Limit::Stopped) => Ending::Unknown(Limit::Stopped),
        Ending::Unknown(_) => Ending::Unknown(Limit::Errors),
        _ => return whole,
    };
    sliced
}
