//! Walks through models: one run among many.

use fretsaw::interpreter::explore::{shortest_run, successors};
use fretsaw::model::property::{Description, Predicate, Property};
use fretsaw::model::run::Step;
use fretsaw::model::{Model, State};
use fretsaw::semantics::test_module::Bounds;

use super::generate::random::Random;

/// Where there are more ways to go on, there is more to explore than we have time for.
const MOST_CHOICES: usize = 40;
/// So many starts are tried.
const MOST_STARTS: usize = 1_000;

/// A run that heads for nothing.
pub(crate) struct Walk {
    pub(crate) start: State,
    pub(crate) steps: Vec<(Step, State)>,
}

impl Walk {
    /// All states, in order.
    pub(crate) fn states(&self) -> impl Iterator<Item = &State> {
        std::iter::once(&self.start).chain(self.steps.iter().map(|(_, state)| state))
    }

    pub(crate) fn end(&self) -> &State {
        self.steps.last().map_or(&self.start, |(_, state)| state)
    }
}

/// A walk of so many steps, or fewer, where it comes to an end; none where there is no start.
pub(crate) fn walk(model: &Model<'_>, random: &mut Random, length: usize) -> Option<Walk> {
    let mut walk = Walk {
        start: start(model)?,
        steps: Vec::new(),
    };
    while walk.steps.len() < length {
        let mut steps = successors(model, walk.end()).unwrap_or_default();
        if steps.len() > MOST_CHOICES {
            break;
        }
        steps.retain(|(_, next)| walk.states().all(|passed| passed != next));
        let joint = |(step, _): &&(Step, State)| step.occurrences.len() > 1;
        let joint: Vec<(Step, State)> = steps.iter().filter(joint).cloned().collect();
        let rare = random.pick_any(&joint).filter(|_| random.chance(50));
        let Some(next) = rare.or_else(|| random.pick_any(&steps)) else {
            break;
        };
        walk.steps.push(next.clone());
    }
    Some(walk)
}

/// A state that a run can start with, whatever it should lead to.
fn start(model: &Model<'_>) -> Option<State> {
    let mut here = model.clone();
    here.bounds = Some(Bounds { least: 0, most: 0 });
    here.property = Property::Reach(Predicate::Described(Description::default()));
    let found = shortest_run(&here, MOST_STARTS).ok()?;
    found.map(|run| run.start)
}

/// The names of what a step shows.
pub(crate) fn what_is_in(model: &Model<'_>, step: &Step) -> Vec<&'static str> {
    let mut found = vec!["happens: an event"];
    let is_deep = step
        .callers
        .iter()
        .any(|caller| caller.is_some_and(|caller| caller > 0));
    let negated = step.occurrences.iter().any(|taken| {
        let event = model.interpreter().event(taken.instance, taken.event);
        event.syncs.iter().any(|sync| sync.negated)
    });
    found.extend((step.occurrences.len() > 1).then_some("happens: a sync"));
    found.extend((step.occurrences.len() > 2).then_some("happens: two syncs"));
    found.extend(is_deep.then_some("happens: a sync of a partner"));
    found.extend(negated.then_some("happens: a negated sync holds"));
    found
}
