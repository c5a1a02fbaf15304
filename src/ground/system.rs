//! The transition system of a check: scalar variables, how runs start, what leads from one state to the next, what is
//! looked for.
//!
//! A step is one choice of the environment with all that it syncs. It is said in parts, one for each event that an
//! instance can take ([`Occurrence`]), which name each other: so a system grows no faster than its model, however
//! syncs share events.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::context::{Context, InputRole};
use super::enumeration::Enumeration;
use super::expression::Unsupported;
use super::instances::Called;
use super::property::{Property, PropertyId};
use super::shape::Value;
use super::view::StateTerms;
use crate::diagnostics::Span;
use crate::logic::{Sort, TermId, VariableId};
use crate::model::{InstanceId, Value as Concrete};
use crate::semantics::specification::{EventId, FieldId, Name};
use crate::semantics::types::Type;

/// The transition system of a check.
#[derive(Debug, Clone)]
pub struct System {
    /// The terms, and the inputs of a step.
    pub context: Context,
    /// The variables of the state.
    pub variables: Vec<Variable>,
    /// The state before a step, as terms.
    pub current: StateTerms,
    /// The state after it.
    pub next: StateTerms,
    /// What is true of every state: values are of their types and domains.
    pub always: Vec<Constraint>,
    /// What is true of the first state.
    pub start: Vec<Constraint>,
    /// The events that instances can take in a step.
    pub occurrences: Vec<Occurrence>,
    /// Where the events of instances are among them.
    pub(super) places: FxHashMap<(InstanceId, EventId), Place>,
    /// The transition relation, in parts: see [`System::relation`].
    pub(super) relation: Vec<Constraint>,
    /// Events that are not described, because there are no terms for what they say: with them the system may do more
    /// than its model.
    pub avoided: Vec<Avoided>,
    /// Instances that nothing tells apart.
    pub alike: Vec<Alike>,
    /// What is asked.
    pub properties: Vec<Property>,
    /// What only those need who look at states one by one.
    pub enumeration: Option<Enumeration>,
}

/// A variable of the state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name, which no other has.
    pub name: String,
    /// Its sort.
    pub sort: Sort,
    /// What it is of the model.
    pub part: Part,
}

/// What a variable is of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The time.
    Now,
    /// Where an instance is in its life cycle: its control variable.
    Control(InstanceId),
    /// A scalar of a field, by its place among the field's scalars.
    Field(InstanceId, FieldId, u32),
}

/// Something that must be true, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Constraint {
    /// What must be true.
    pub term: TermId,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a constraint comes from. An unsatisfiable core is a set of these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Origin {
    /// A precondition, postcondition or negated sync.
    Statement(Span),
    /// The arrows of a life cycle for an event, which is named here.
    LifeCycle(Span),
    /// A sync.
    Sync(Span),
    /// A statement of the start, if it is written anywhere.
    Start(Option<Span>),
    /// A condition of the goal.
    Goal(Span),
    /// A domain that `within` names.
    Domain,
    /// What values of a type are.
    Type,
    /// What nothing changes stays as it is.
    Frame,
    /// The environment chooses an event, and everything else happens because of what it chooses.
    Choice,
    /// It chooses no two.
    OneChoice,
    /// An instance takes one event at most.
    OneEvent,
    /// Time never goes back.
    Time,
}

/// An event that can happen in a step, once at most: of one instance, or of one of several that it is described for
/// together.
#[derive(Debug, Clone)]
pub struct Occurrence {
    /// The event.
    pub event: EventId,
    /// What it is called, and where it is declared.
    pub name: Name,
    /// Who can take it.
    pub players: Vec<Player>,
    /// When somebody takes it: an input.
    pub happens: TermId,
    /// The parameters.
    pub params: Vec<Value>,
    /// What they are called.
    pub param_names: Vec<Name>,
    /// Their types.
    pub types: Vec<Type>,
    /// The values that they take, as far as that is said.
    pub domains: Vec<Option<Arc<[Concrete]>>>,
    /// What must be true where it happens, over both states and the inputs.
    pub requires: Vec<Constraint>,
    /// Which of these say of a field outright what it becomes.
    pub definitions: Vec<Definition>,
    /// The events that it makes happen.
    pub calls: Vec<Call>,
}

/// A condition that says of a field outright what it becomes.
#[derive(Debug, Clone)]
pub struct Definition {
    /// The place of the condition among those that the occurrence requires.
    pub place: usize,
    /// The field of the one who takes the event.
    pub field: FieldId,
    /// What it becomes.
    pub value: Value,
    /// When that has a value.
    pub defined: TermId,
    /// The type of that.
    pub ty: Type,
}

/// Somebody who can take an event.
#[derive(Debug, Clone)]
pub struct Player {
    /// Who it is.
    pub instance: InstanceId,
    /// When it takes the event: an input.
    pub happens: TermId,
    /// When it takes it because the environment chooses so: an input, the same one if nothing else makes it happen;
    /// none where the environment may not choose it.
    pub chosen: Option<TermId>,
    /// What must be true where it takes the event, besides what the occurrence says.
    pub requires: Vec<Constraint>,
    /// The variables that it may change then.
    pub writes: Vec<VariableId>,
    /// The fields that it may change then.
    pub fields: Vec<FieldId>,
    /// The variable that says where it is in its life cycle.
    pub control: VariableId,
    /// The arrows that it takes, as values of that variable before and after.
    pub moves: Vec<(u32, u32)>,
}

/// A sync of an event that happens.
#[derive(Debug, Clone)]
pub struct Call {
    /// Who is called, and with what.
    pub called: Called,
    /// What the one who is called takes.
    pub event: EventId,
    /// Where it is written.
    pub span: Span,
}

/// Where an event of an instance is said: the place of the occurrence, and of the instance among those who can take
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// Among the occurrences.
    pub occurrence: usize,
    /// Among the players.
    pub player: usize,
}

/// Instances that nothing tells apart: whatever one of them can do, any other can.
#[derive(Debug, Clone)]
pub struct Alike {
    /// The instances. It is enough to look at runs in which they take their first events in this order.
    pub members: Vec<Member>,
    /// How many of them take an event in one step, at most.
    pub busy: usize,
}

/// One of several instances that nothing tells apart.
#[derive(Debug, Clone)]
pub struct Member {
    /// When it takes an event: inputs, of which at most one is true.
    pub happens: Vec<TermId>,
    /// Its variables, by their places.
    pub variables: Range<usize>,
}

/// What there are no terms for in an event.
#[derive(Debug, Clone)]
pub struct Avoided {
    /// When the event happens.
    pub happens: TermId,
    /// What there are no terms for.
    pub missing: Unsupported,
}

/// How many choices the environment has in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Turns {
    /// One.
    OneByOne,
    /// One or more, each for another instance. That contains all that can happen one after the other in different
    /// instances.
    Together,
}

/// Whether a system does what its model does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Approximation {
    /// Exactly that.
    Exact,
    /// It may do more, and never less: something may be larger than there is room for, or there are no terms for
    /// something.
    MayDoMore,
}

impl System {
    /// Whether it does what its model does.
    pub fn approximation(&self) -> Approximation {
        let mut inputs = self.context.inputs.iter();
        let is_open = inputs.any(|input| input.role == InputRole::Unknown);
        if is_open || !self.avoided.is_empty() || !self.context.overfull.is_empty() {
            Approximation::MayDoMore
        } else {
            Approximation::Exact
        }
    }

    /// One of the properties; none where there are not so many.
    pub fn property(&self, id: PropertyId) -> Option<&Property> {
        self.properties.get(id.0)
    }

    /// How many instances there are.
    pub fn size(&self) -> usize {
        self.current.instances.len()
    }

    /// Where an event of an instance is said.
    pub fn place(&self, instance: InstanceId, event: EventId) -> Option<Place> {
        self.places.get(&(instance, event)).copied()
    }

    /// An event of an instance, and the instance as one who takes it.
    pub fn occurrence(
        &self,
        instance: InstanceId,
        event: EventId,
    ) -> Option<(&Occurrence, &Player)> {
        let place = self.place(instance, event)?;
        let occurrence = &self.occurrences[place.occurrence];
        Some((occurrence, &occurrence.players[place.player]))
    }

    /// The transition relation for so many choices of the environment.
    pub fn relation(&self, turns: Turns) -> impl Iterator<Item = &Constraint> {
        let left_out = match turns {
            Turns::OneByOne => Origin::OneEvent,
            Turns::Together => Origin::OneChoice,
        };
        let parts = self.relation.iter();
        parts.filter(move |part| part.origin != left_out)
    }
}
