//! From a run of a slice to one of the original: what was cut gets values again.
//!
//! Cut fields start with anything that the start allows, and change as cut postconditions say, which can always be
//! met. A field may be kept without them: for what the start says of it. Cut parameters can be anything. If a step is
//! refused all the same, the slice has cut too much.

use crate::interpreter::begin::{NoStart, Wishes, begin};
use crate::interpreter::refusal::Refusal;
use crate::model::domains::fit;
use crate::model::run::Run;
use crate::model::run::{Occurrence, Step};
use crate::model::value::of_type;
use crate::model::{Model, State, Value};
use crate::semantics::expression::Expr;
use crate::semantics::specification::{FieldId, ParamId};

/// Why a run of a slice is none of the original.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotLifted {
    /// The original cannot start like that.
    NoStart,
    /// The original may start like that, but nobody found out how.
    NoStartFound,
    /// A step, by its number, is one that only the slice has: it stands for others.
    Bridge(usize),
    /// A step, by its number, is not possible.
    Refused(usize, Box<Refusal>),
}

/// The run of a model that corresponds to one of its slice.
pub fn lift(model: &Model<'_>, slice: &Model<'_>, run: &Run) -> Result<Run, NotLifted> {
    let start = lift_start(model, slice, &run.start)?;
    let mut lifted = Run {
        start,
        steps: Vec::with_capacity(run.steps.len()),
        rest: run.rest,
    };
    for (index, (step, next)) in run.steps.iter().enumerate() {
        let current = lifted.last();
        let first = first_occurrence(model, slice, step).ok_or(NotLifted::Bridge(index + 1))?;
        let step = model.interpreter().enable(current, first);
        let step = step.map_err(|refusal| NotLifted::Refused(index + 1, Box::new(refusal)))?;
        let next = lift_next(model, slice, current, (&step, next));
        lifted.steps.push((step, next));
    }
    Ok(lifted)
}

fn lift_start(model: &Model<'_>, slice: &Model<'_>, start: &State) -> Result<State, NotLifted> {
    let mut wishes = Wishes {
        now: Some(start.now.clone()),
        ..Wishes::default()
    };
    for (id, at) in start.instances() {
        let instance = model.universe.instance(id);
        let spec = instance.spec;
        wishes.states.insert(id, at.life_cycle);
        let key = model.program.spec(spec).key;
        for field in slice.class(id).kept_fields().filter(|it| Some(*it) != key) {
            wishes
                .fields
                .insert((id, field), at.fields[field.index()].clone());
        }
    }
    begin(model, &wishes).map_err(|why| match why {
        NoStart::Impossible => NotLifted::NoStart,
        NoStart::NotFound => NotLifted::NoStartFound,
    })
}

/// The event that the environment chose; none for one that only the slice has.
fn first_occurrence(model: &Model<'_>, slice: &Model<'_>, step: &Step) -> Option<Occurrence> {
    let first = step.occurrences.first()?;
    let spec = model.universe.instance(first.instance).spec;
    let event = first.event;
    let declared = model.class(first.instance).events.get(event.index())?;
    let params = declared.params.iter().enumerate();
    let mut arguments: Vec<Value> = params
        .map(|(index, param)| {
            let id = ParamId::at(index);
            let domain = model.domains.of_param(spec, event, id, &param.ty);
            let first = domain.and_then(<[Value]>::first).cloned();
            first.unwrap_or_else(|| of_type(&param.ty))
        })
        .collect();
    for (param, _) in slice.class(first.instance).events[event.index()].params() {
        arguments[param.index()] = first.arguments[param.index()].clone();
    }
    Some(Occurrence {
        instance: first.instance,
        event,
        arguments,
    })
}

/// The state after a step: what its events define is as in the slice, or as cut postconditions say, and nothing else
/// changes. A field that is kept for what the start says of it keeps its first value in the slice, and says nothing
/// after a cut postcondition.
fn lift_next(
    model: &Model<'_>,
    slice: &Model<'_>,
    current: &State,
    (step, sliced): (&Step, &State),
) -> State {
    let mut next = current.clone();
    next.now = sliced.now.clone();
    for (id, at) in sliced.instances() {
        next.instance_mut(id).life_cycle = at.life_cycle;
    }
    for occurrence in &step.occurrences {
        let id = occurrence.instance;
        let shape = model.interpreter().shape(id, occurrence.event);
        let kept = slice.class(id).kept_fields();
        for field in kept.filter(|field| shape.defines(*field)) {
            let value = sliced.instance(id).fields[field.index()].clone();
            next.instance_mut(id).fields[field.index()] = value;
        }
    }
    define(model, current, step, &mut next);
    next
}

/// Gives fields the values that plain definitions say, which may depend on each other and on where the step leads.
fn define(model: &Model<'_>, current: &State, step: &Step, next: &mut State) {
    let interpreter = model.interpreter();
    let occurrences = step.occurrences.iter();
    let definitions: Vec<(&Occurrence, FieldId, &Expr)> = occurrences
        .flat_map(|at| definitions(model, at).map(move |(field, value)| (at, field, value)))
        .collect();
    for _ in &definitions {
        let mut is_settled = true;
        for (occurrence, field, definition) in &definitions {
            let environment = interpreter.environment(current, Some(next), occurrence);
            let ty = &interpreter.spec(occurrence.instance).fields[field.index()].ty;
            let value = environment.value(definition);
            let Some(value) = value.and_then(|value| fit(ty, value)) else {
                continue;
            };
            let known = &mut next.instance_mut(occurrence.instance).fields[field.index()];
            if *known != value {
                *known = value;
                is_settled = false;
            }
        }
        if is_settled {
            break;
        }
    }
}

/// The fields that an event plainly defines, each with the expression that it becomes.
fn definitions<'m>(
    model: &'m Model<'_>,
    occurrence: &Occurrence,
) -> impl Iterator<Item = (FieldId, &'m Expr)> {
    let interpreter = model.interpreter();
    let declared = interpreter.event(occurrence.instance, occurrence.event);
    let shape = interpreter.shape(occurrence.instance, occurrence.event);
    let groups = shape.groups.iter();
    groups.filter_map(|group| group.definition(declared))
}
