//! The transition system of a check: scalar variables, how runs start, what leads from one state to the next, what is looked for.
//!
//! A step is one choice of the environment with all that it syncs. It is said in parts, one for each event that an instance can take
//! ([`Occurrence`]), which name each other: so a system grows no faster than its model, however syncs share events.

use super::context::Context;
use super::instances::Called;
use super::shape::Value;
use super::view::StateTerms;
use crate::diagnostics::Span;
use crate::logic::{Sort, TermId, VariableId};
use crate::model::InstanceId;
use crate::semantics::specification::{EventId, FieldId};
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
    /// When a state is what the check looks for.
    pub goal: TermId,
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
    /// Where an instance is in its life cycle.
    LifeCycle(InstanceId),
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
    /// A domain that `within` names.
    Domain,
    /// What values of a type are.
    Type,
    /// What nothing changes stays as it is.
    Frame,
    /// The environment chooses one event, and everything else happens because of it.
    Choice,
    /// Time never goes back.
    Time,
}

/// An event that an instance can take in a step.
#[derive(Debug, Clone)]
pub struct Occurrence {
    /// Who takes it.
    pub instance: InstanceId,
    /// What it takes.
    pub event: EventId,
    /// When it happens: an input.
    pub happens: TermId,
    /// When it happens because the environment chooses it: an input, the same one if nothing else makes it happen; none where the
    /// environment may not choose it.
    pub chosen: Option<TermId>,
    /// The parameters.
    pub params: Vec<Value>,
    /// Their types.
    pub types: Vec<Type>,
    /// What must be true where it happens, over both states and the inputs.
    pub requires: Vec<Constraint>,
    /// The events that it makes happen.
    pub calls: Vec<Call>,
    /// The variables that it may change.
    pub writes: Vec<VariableId>,
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

impl System {
    /// The place of an event of an instance among the occurrences.
    pub fn occurrence(&self, instance: InstanceId, event: EventId) -> Option<&Occurrence> {
        let mut all = self.occurrences.iter();
        all.find(|it| it.instance == instance && it.event == event)
    }
}
