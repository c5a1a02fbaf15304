//! What is asked for by `auto`: whichever engine is right for a check.
//!
//! A check with a bound is one for `bmc`. Without a bound, or with one that is far away, `bmc` can hardly find more
//! than that a goal is reachable, so `explicit` goes first, as far as it gets with few states.

use super::checker::Checker;
use super::exploration::Exploration;
use crate::engines::Control;
use crate::engines::bmc::Bmc;
use crate::engines::explicit::Explicit;
use crate::model::Model;
use crate::outcome::{Conclusion, Outcome, Reason};
use crate::semantics::test_module::Bounds;

/// Chooses an engine for each check.
#[derive(Debug, Clone, Copy, Default)]
pub struct Auto;

/// A bound beyond this is as good as none.
const FAR: u64 = 1000;

/// So many states are explored in a moment.
const FEW_STATES: usize = 20_000;

/// So many states of a finite program are explored in a moment.
const FEW_PACKED_STATES: u64 = 2_000_000;

impl Checker for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn check(&self, model: &Model<'_>, control: &Control<'_>) -> Conclusion {
        let bmc = Bmc::default();
        let explicit = Exploration {
            most_states: FEW_STATES,
            programs: Some(Explicit {
                most_states: FEW_PACKED_STATES,
                ..Explicit::default()
            }),
        };
        let is_far = is_far(model.bounds);
        let engines: [&dyn Checker; 2] = if is_far {
            [&explicit, &bmc]
        } else {
            [&bmc, &explicit]
        };
        let first = engines[0].check(model, control);
        if control.is_stopped() {
            return stopped(first);
        }
        if is_final(&first) {
            return first;
        }
        let second = engines[1].check(model, control);
        match second.outcome {
            // Two that do not know are not better than the one that is made for the check.
            Outcome::Unknown(_) if !is_far => first,
            _ => second,
        }
    }
}

/// Whether runs may be of nearly any length. Where they must be long, `explicit` passes states again and again, and
/// has no advantage.
fn is_far(bounds: Option<Bounds>) -> bool {
    bounds.is_none_or(|bounds| bounds.least <= FAR && bounds.most > FAR)
}

/// Whether another engine could not add anything.
fn is_final(answer: &Conclusion) -> bool {
    match &answer.outcome {
        Outcome::Unknown(reason) => matches!(reason, Reason::Disagreement { .. }),
        _ => true,
    }
}

/// An answer after which it had to stop: what else stood in the way is not why it is unknown.
fn stopped(mut answer: Conclusion) -> Conclusion {
    if let Outcome::Unknown(reason) = &mut answer.outcome
        && let Reason::TooLarge { excluded, .. } | Reason::GaveUp { excluded, .. } = reason
    {
        *reason = Reason::Stopped {
            excluded: *excluded,
        };
    }
    answer
}
