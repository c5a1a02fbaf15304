//! The same check by the engines that make finite programs of models.

use fretsaw::engines::explicit::Explicit;
use fretsaw::engines::lazy_check::Lazy;
use fretsaw::finite::lower::LongestRun;
use fretsaw::ground::Obstacle;
use fretsaw::ground::obstacle::NO_START;
use fretsaw::model::Model;
use fretsaw::model::run::Run;
use fretsaw::outcome::{Outcome, Scope};

use crate::support::campaign::{answer, lowered};
use crate::support::runs::objection;

/// What came of it.
pub(crate) enum Programs {
    /// Both engines say the same as the plain search.
    Agree,
    /// The model cannot be made a finite program, or an engine gives no answer, in words.
    Without(String),
    /// An engine says something else.
    Differ(String),
}

/// Compares the steps of the plain search, if it found any, with the answers of both engines.
pub(crate) fn compare(model: &Model<'_>, plain: Option<usize>) -> Programs {
    if let Err(obstacle) = lowered(model, LongestRun::Searched) {
        return Programs::Without(match obstacle {
            Obstacle::NoDomain { .. } | Obstacle::TooManyValues { .. } => "no domain".to_owned(),
            Obstacle::NoStart => NO_START.to_owned(),
            Obstacle::Unsupported { what, .. } => what,
        });
    }
    let explicit = answer(&Explicit::default(), model).outcome;
    let lazy = answer(&Lazy::default(), model).outcome;
    for (name, outcome) in [("explicit", explicit), ("lazy", lazy)] {
        if let Outcome::Unknown(reason) = &outcome {
            let why = super::compare::reason_text(reason);
            return Programs::Without(format!("{name}: {why}"));
        }
        if let Some(how) = difference(model, plain, outcome) {
            return Programs::Differ(format!("{name}: {how}"));
        }
    }
    Programs::Agree
}

fn difference(model: &Model<'_>, plain: Option<usize>, outcome: Outcome) -> Option<String> {
    match outcome {
        Outcome::Reachable(witness) => {
            let length = witness.steps.len();
            let run = Run::new(witness.start, witness.steps);
            let objection = objection(model, &run);
            let wrong = objection.map(|why| format!("its run is none: {why}"));
            wrong.or_else(|| {
                let plain = plain.map_or("nothing".to_owned(), |steps| format!("{steps} steps"));
                let found = format!("{length} steps");
                (found != plain).then(|| format!("it found {found}, the plain search {plain}"))
            })
        }
        Outcome::Unreachable(scope) => {
            let is_right = (scope == Scope::AnyDepth) == model.bounds.is_none();
            match plain {
                Some(steps) => Some(format!("it found nothing, the plain search {steps} steps")),
                None => (!is_right).then(|| format!("{scope:?} is not what the bounds say")),
            }
        }
        Outcome::Unknown(_) => None,
    }
}
