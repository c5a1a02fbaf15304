//! What happens on a walk through a model, and why other things do not: whether the generator makes models worth
//! asking about.

use std::collections::BTreeSet;

use fretsaw::interpreter::refusal::{Reason, Refusal};
use fretsaw::model::run::Occurrence;
use fretsaw::model::value::of_type;
use fretsaw::model::{InstanceId, Model, State, Value};
use fretsaw::semantics::specification::{EventId, ParamId};

use crate::support::generate::random::Random;
use crate::support::walk::{walk, what_is_in};

/// So many arguments are tried for an event in a state.
const TRIES: usize = 3;
/// So long the walk is, if it can be.
const LENGTH: usize = 5;

/// The names of what happens.
pub(crate) fn happenings(model: &Model<'_>, seed: u64) -> BTreeSet<&'static str> {
    let mut random = Random::new(seed);
    let mut seen = BTreeSet::new();
    let Some(walk) = walk(model, &mut random, LENGTH) else {
        return BTreeSet::from(["there is no start"]);
    };
    for state in walk.states() {
        for (id, instance) in model.universe.iter() {
            for event in 0..model.program.spec(instance.spec).events.len() {
                for _ in 0..TRIES {
                    let first = occurrence(model, &mut random, id, EventId::at(event));
                    seen.extend(what_happens(model, state, first));
                }
            }
        }
    }
    seen
}

fn occurrence(
    model: &Model<'_>,
    random: &mut Random,
    instance: InstanceId,
    event: EventId,
) -> Occurrence {
    let spec = model.universe.instance(instance).spec;
    let params = &model.interpreter().event(instance, event).params;
    let arguments = params.iter().enumerate().map(|(index, param)| {
        let id = ParamId::at(index);
        let domain = model.domains.of_param(spec, event, id, &param.ty);
        let chosen = domain.and_then(|domain| random.pick_any(domain));
        chosen.cloned().unwrap_or_else(|| of_type(&param.ty))
    });
    let arguments: Vec<Value> = arguments.collect();
    Occurrence {
        instance,
        event,
        arguments,
    }
}

fn what_happens(model: &Model<'_>, state: &State, first: Occurrence) -> Vec<&'static str> {
    match model.interpreter().next_states(state, first) {
        Ok((step, next)) => {
            let mut found = what_is_in(model, &step);
            found.extend((next.len() > 1).then_some("happens: several next states"));
            found
        }
        Err(Refusal { reason, .. }) => vec![match reason {
            Reason::LifeCycle { .. } => "refused: life cycle",
            Reason::Condition {
                undefined: true, ..
            } => "refused: undefined condition",
            Reason::Condition { .. } => "refused: false condition",
            Reason::NoPartner { .. } => "refused: no partner",
            Reason::UndefinedArgument { .. } => "refused: undefined argument",
            Reason::SecondEvent { .. } => "refused: second event",
            Reason::PartnerCould { .. } => "refused: negated sync",
            Reason::OutsideDomain { .. } => "refused: outside the domain",
            Reason::NoNextValues => "refused: no next values",
            Reason::Changed { .. } | Reason::Undecided { .. } => "refused: undecided",
        }],
    }
}
