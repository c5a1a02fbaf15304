//! One check answered in several ways.

use fretsaw::engines::bmc::Bmc;
use fretsaw::interpreter::explore::{Unfinished, shortest_run};
use fretsaw::model::Model;
use fretsaw::model::run::Run;
use fretsaw::outcome::{Outcome, Reason, Scope, Witness};
use fretsaw::semantics::test_module::Bounds;

use super::programs::{self, Programs};
use crate::support::campaign::answer;
use crate::support::runs::objection;

/// So many states are looked at before the plain search is given up.
const MOST_STATES: usize = 1_500;
/// So far the engine looks where the check has no bound; in little models there is nothing new after that.
const DEPTH: u64 = 10;

/// What came of a comparison.
pub(crate) enum Comparison {
    /// Both find a run of so many steps.
    Reachable(usize),
    /// Both find none of so many steps or fewer.
    Unreachable(u64),
    /// The plain search is given up.
    Unexplored(String),
    /// The engine gives no answer.
    Unknown(String),
    /// They contradict each other, or a run of one of them is none.
    Differ(String),
}

/// Answers a check by plain search, by the engine, and by the engines that make finite programs of models.
pub(crate) fn compare(model: &Model<'_>) -> (Comparison, Option<Programs>) {
    let plain = match shortest_run(model, MOST_STATES) {
        Ok(run) => run,
        Err(Unfinished::NoDomain(missing)) => {
            let missing = kind_of(&missing.what);
            let unexplored = Comparison::Unexplored(format!("no finite domain: {missing}"));
            return (unexplored, None);
        }
        Err(_) => return (Comparison::Unexplored("too many states".to_owned()), None),
    };
    if let Some(why) = plain.as_ref().and_then(|run| objection(model, run)) {
        let why = format!("the plain search found a run that is none: {why}");
        return (Comparison::Differ(why), None);
    }
    let mut bounded = model.clone();
    // Without a bound, the engine would go on where there is nothing new.
    let bounds = model.bounds.unwrap_or(Bounds {
        least: 0,
        most: DEPTH,
    });
    bounded.bounds = Some(bounds);
    let steps = plain.map(|run| run.steps.len());
    let outcome = answer(&engine(&bounded), &bounded).outcome;
    let comparison = judge(&bounded, bounds.most, steps, outcome);
    (comparison, Some(programs::compare(model, steps)))
}

/// What is missing, without names.
fn kind_of(what: &str) -> &str {
    match what {
        what if what.starts_with("a next value") => "a next value",
        what if what.ends_with("leaves open") => "an open field",
        "the time" => "the time",
        _ => "a parameter",
    }
}

/// Compares the steps of the plain search, if it found any, with the engine's answer.
fn judge(model: &Model<'_>, most: u64, plain: Option<usize>, outcome: Outcome) -> Comparison {
    match outcome {
        Outcome::Unknown(Reason::Disagreement { objection, .. }) => {
            Comparison::Differ(format!("the engine found a run that is none: {objection}"))
        }
        Outcome::Unknown(reason) => Comparison::Unknown(reason_text(&reason)),
        Outcome::Reachable(witness) => {
            let length = witness.steps.len();
            if let Some(why) = objection(model, &run_of(witness)) {
                return Comparison::Differ(format!("the engine's run is none: {why}"));
            }
            if plain == Some(length) {
                return Comparison::Reachable(length);
            }
            let plain = plain.map_or("nothing".to_owned(), |steps| format!("{steps} steps"));
            Comparison::Differ(format!(
                "the engine found {length} steps, the plain search {plain}"
            ))
        }
        Outcome::Unreachable(scope) => match plain {
            Some(steps) => Comparison::Differ(format!(
                "the engine found nothing, the plain search {steps} steps"
            )),
            None if scope == Scope::AnyDepth && is_reachable_at_last(model) => {
                Comparison::Differ("the engine found nothing at any depth, but there is".to_owned())
            }
            None => Comparison::Unreachable(most),
        },
    }
}

/// Whether a run of any length reaches the goal, as far as that can be explored.
fn is_reachable_at_last(model: &Model<'_>) -> bool {
    let mut unbounded = model.clone();
    unbounded.bounds = None;
    shortest_run(&unbounded, MOST_STATES).is_ok_and(|run| run.is_some())
}

fn run_of(witness: Witness) -> Run {
    Run::new(witness.start, witness.steps)
}

pub(crate) fn reason_text(reason: &Reason) -> String {
    match reason {
        Reason::Stopped { .. } => "time limit".to_owned(),
        Reason::GaveUp { why, .. } => format!("gave up: {why}"),
        Reason::TooLarge { what, .. } => format!("too large: {what}"),
        Reason::NoDomain { what } => format!("no domain: {what}"),
        Reason::Unsupported { what, .. } => format!("unsupported: {what}"),
        Reason::Disagreement { objection, .. } | Reason::WrongSlice { objection } => {
            objection.clone()
        }
    }
}

/// The engine as it is, or describing once what it can however few instances there are: either for about half of the
/// models.
fn engine(model: &Model<'_>) -> Bmc {
    let place = u32::from(model.check.span.range().start());
    if place.is_multiple_of(2) {
        Bmc::default()
    } else {
        Bmc { few: 0 }
    }
}
