//! The engine `auto`: whichever of the others is right for a check.
//!
//! A check with a bound is one for `bmc`. Without a bound `bmc` can only ever find that a goal is reachable, so `explicit` goes
//! first, as far as it gets with few states.

use super::bmc::Bmc;
use super::explicit::Explicit;
use super::{Answer, Engine, Outcome, Reason, Run};
use crate::model::Model;

/// The engine `auto`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Auto;

/// So many states are explored in a moment.
const FEW_STATES: usize = 20_000;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        let bmc = Bmc::default();
        let explicit = Explicit {
            most_states: FEW_STATES,
        };
        let engines: [&dyn Engine; 2] = match model.bounds {
            Some(_) => [&bmc, &explicit],
            None => [&explicit, &bmc],
        };
        let first = engines[0].check(model, run);
        if is_final(&first, run) {
            return first;
        }
        let second = engines[1].check(model, run);
        match second.outcome {
            // Two that do not know are not better than the one that is made for the check.
            Outcome::Unknown(_) if model.bounds.is_some() => first,
            _ => second,
        }
    }
}

/// Whether another engine could not add anything.
fn is_final(answer: &Answer, run: &Run<'_>) -> bool {
    match &answer.outcome {
        Outcome::Unknown(reason) => {
            matches!(reason, Reason::Disagreement { .. }) || run.is_stopped()
        }
        _ => true,
    }
}
