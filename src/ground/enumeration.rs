//! What those need of a system who look at its states one by one, besides its terms: with which values runs start,
//! which there are to try where nothing else is said, and what everything is called.

use std::sync::Arc;

use smol_str::SmolStr;

use super::build::Options;
use super::obstacle::Obstacle;
use super::system::System;
use crate::dependence::{Dependences, Possible};
use crate::diagnostics::Span;
use crate::interpreter::begin::start_confined;
use crate::interpreter::confined::Confined;
use crate::interpreter::explore;
use crate::logic::Constant;
use crate::model::calendar::DAY;
pub use crate::model::domains::fit;
pub use crate::model::value::of_type;
use crate::model::{InstanceId, Model, State, Value};
use crate::semantics::specification::{EventId, FieldId, Name};
use crate::semantics::types::Type;

/// So many entries has a set or map room for.
const ROOM: usize = 16;

/// More states to start from than this are not looked at one by one.
pub const MOST_STARTS: usize = 20_000;

/// Nor are those in which so many instances stand in all states together: they fill the memory.
const MOST_INSTANCES: usize = 10_000_000;

/// What is known of the values and names of a system.
#[derive(Debug, Clone)]
pub struct Enumeration {
    /// The instances, in the order of the universe.
    pub instances: Vec<Instance>,
    /// The states that runs start with. What makes no difference there is open in them.
    pub starts: Vec<State>,
    /// The times that are tried, where the time makes a difference.
    pub times: Option<Vec<Value>>,
    /// The time of the start, if it is said.
    pub now: Option<Value>,
    /// What the environment can choose, as far as life cycles let it: what no instance can ever take needs no values
    /// either.
    pub chosen: Vec<(InstanceId, EventId)>,
}

/// An instance.
#[derive(Debug, Clone)]
pub struct Instance {
    /// `Account[1]`
    pub name: String,
    /// Of which specification it is.
    pub spec: SmolStr,
    /// Where it is written.
    pub span: Span,
    /// The names of the states of its life cycle.
    pub states: Vec<SmolStr>,
    /// Its fields but for the key.
    pub fields: Vec<Field>,
}

/// A field of an instance.
#[derive(Debug, Clone)]
pub struct Field {
    /// Which one it is.
    pub id: FieldId,
    /// What it is called.
    pub name: Name,
    /// Where it is declared.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Its domain, if it has one.
    pub domain: Option<Arc<[Value]>>,
    /// What the start says of it alone.
    confined: Confined,
}

/// The value of an instance's control variable in a state, by its place among those of its sort.
pub fn control(state: &State, id: InstanceId) -> u32 {
    state.life_cycle(id).0
}

impl Field {
    /// The values that it may start with, if they are finitely many: what the start says of it alone counts.
    pub fn start_values(&self) -> Option<Vec<Value>> {
        match &self.domain {
            Some(domain) => Some(domain.to_vec()),
            None => self.confined.clone().values(),
        }
    }

    /// Some value, where any will do.
    pub fn any_value(&self) -> Value {
        let first = self.domain.as_ref().and_then(|it| it.first().cloned());
        first.unwrap_or_else(|| of_type(&self.ty))
    }

    /// The least and the greatest number that it is tried with where it has no domain.
    pub fn widest(&self) -> (i64, i64) {
        match self.ty {
            Type::Time => (0, DAY - 1),
            Type::DateTime => (-(1 << 40), 1 << 40),
            _ => (-(1 << 31), 1 << 31),
        }
    }

    /// `Specification.field`
    pub fn full_name(&self, of: &Instance) -> String {
        format!("{}.{}", of.spec, self.name.text)
    }
}

impl Instance {
    /// One of its fields.
    pub fn field(&self, id: FieldId) -> Option<&Field> {
        self.fields.iter().find(|it| it.id == id)
    }
}

/// A time as a number.
pub fn number_of_time(time: &Value) -> Option<Constant> {
    match time {
        Value::DateTime(number) => Some(Constant::Int(number.clone())),
        _ => None,
    }
}

impl System {
    /// The system of a model with all that it takes to look at its states one by one, made by somebody who can stop
    /// it.
    pub fn enumerated(model: &Model<'_>, stop: &dyn Fn() -> bool) -> Result<System, Obstacle> {
        let most = MOST_STARTS.min(MOST_INSTANCES / model.universe.len().max(1));
        let starts = explore::starts(model, most, stop)?;
        if starts.is_empty() {
            return Err(Obstacle::NoStart);
        }
        if is_large(model) {
            return Err(Obstacle::unsupported("so many instances"));
        }
        let options = Options {
            room: ROOM,
            few: usize::MAX,
        };
        let mut system = System::of(model, options)?;
        if let Some(avoided) = system.avoided.first() {
            return Err(avoided.missing.clone().into());
        }
        system.enumeration = Some(Enumeration {
            instances: instances(model),
            starts,
            times: explore::times_to_try(model),
            now: model.start.now.clone(),
            chosen: chosen(model),
        });
        Ok(system)
    }
}

/// Whether there are so many instances that each with what it may have to do with all others fills the memory.
fn is_large(model: &Model<'_>) -> bool {
    const MOST: usize = 20_000_000;
    let instances = model.universe.iter();
    let events = instances.map(|(id, _)| model.class(id).kept_events().count());
    let events: usize = events.sum();
    events.saturating_mul(model.universe.len()) > MOST
}

fn instances(model: &Model<'_>) -> Vec<Instance> {
    let instances = model.universe.iter().map(|(id, instance)| {
        let spec = model.program.spec(instance.spec);
        Instance {
            name: format!("{}[{}]", spec.name.text, instance.key),
            spec: spec.name.text.clone(),
            span: instance.span,
            states: spec.states.iter().map(|it| it.name.text.clone()).collect(),
            fields: fields(model, id),
        }
    });
    instances.collect()
}

fn fields(model: &Model<'_>, id: InstanceId) -> Vec<Field> {
    let interpreter = model.interpreter();
    let spec = interpreter.spec(id);
    let declared = spec.fields.iter().enumerate();
    let declared = declared.map(|(index, field)| (FieldId::at(index), field));
    let class = model.class(id);
    let kept = declared.filter(|(field, _)| class.keeps_field(*field));
    let kept = kept.filter(|(field, _)| spec.key != Some(*field));
    let fields = kept.map(|(field, declared)| Field {
        id: field,
        name: declared.name.clone(),
        span: declared.span,
        ty: declared.ty.clone(),
        domain: interpreter.domain(id, field).map(Arc::from),
        confined: start_confined(model, id, field),
    });
    fields.collect()
}

fn chosen(model: &Model<'_>) -> Vec<(InstanceId, EventId)> {
    let possible = Possible::of(model, Dependences::Fine);
    let mut chosen = Vec::new();
    for (id, _) in model.universe.iter() {
        let class = model.class_of[id.index()];
        for (event, _) in model.class(id).kept_events() {
            if model.may_trigger(id, event) && possible.has_arrow(model, class, event) {
                chosen.push((id, event));
            }
        }
    }
    chosen
}
