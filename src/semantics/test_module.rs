//! Checked test modules: states, checks, domains.

use smol_str::SmolStr;

use crate::diagnostics::{FileId, Span};

use super::expression::Expr;
use super::specification::{EventId, FieldId, Name, ParamId, SpecId, StateId};
use super::types::Type;

/// A test module.
#[derive(Debug, Clone)]
pub struct TestModule {
    /// Its dotted name.
    pub name: SmolStr,
    /// The file it stands in.
    pub file: FileId,
    /// Its states.
    pub states: Vec<TestState>,
    /// Its checks, in order.
    pub checks: Vec<Check>,
    /// Its domains.
    pub domains: Vec<Domain>,
}

/// A description of a system state: `state name { ... }`.
#[derive(Debug, Clone)]
pub struct TestState {
    /// Its name.
    pub name: Name,
    /// What it says.
    pub setups: Vec<Setup>,
    /// The whole declaration.
    pub span: Span,
}

/// One statement of a state.
#[derive(Debug, Clone)]
pub enum Setup {
    /// `now is ...;`
    Now(Expr),
    /// `2 opened Account with ...;`
    Instances(Instances),
    /// `forever { ... }`
    Forever(Vec<Setup>),
    /// `eventually { ... }`
    Eventually(Vec<Setup>),
    /// `{ ... } until { ... }`
    Until(Vec<Setup>, Vec<Setup>),
    /// `{ ... } unless { ... }`
    Unless(Vec<Setup>, Vec<Setup>),
}

/// Instances of a specification and what is said of them.
#[derive(Debug, Clone)]
pub struct Instances {
    /// None of them must be so.
    pub negated: bool,
    /// How many.
    pub count: u32,
    /// The states they may be in; any where empty.
    pub states: Vec<StateId>,
    /// Of which specification.
    pub spec: SpecId,
    /// What holds of each.
    pub each: Vec<Expr>,
    /// What holds of the first, the second and so on.
    pub one_by_one: Vec<Vec<Expr>>,
    /// The whole statement.
    pub span: Span,
}

/// A question: `check ...;`
#[derive(Debug, Clone)]
pub struct Check {
    /// What is asked.
    pub property: Property,
    /// The state to start from, as an index into the module's states.
    pub from: Option<usize>,
    /// How many steps; any number where absent.
    pub bounds: Option<Bounds>,
    /// The events that may happen by themselves; all where empty.
    pub using: Vec<EventPattern>,
    /// The domain of values, as an index into the module's domains.
    pub within: Option<usize>,
    /// The whole statement.
    pub span: Span,
}

impl Check {
    /// Whether the check expects that there is a run to what it asks for; for invariants, to one that is broken.
    pub fn expects_run(&self) -> bool {
        match self.property {
            Property::Reachable { expected, .. } => expected,
            Property::InvariantsHold => false,
        }
    }
}

/// What a check asks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Property {
    /// Can the state be reached? The index of the state and the expected answer.
    Reachable {
        /// An index into the module's states.
        state: usize,
        /// The answer that the check expects.
        expected: bool,
    },
    /// Do all invariants hold in every reachable state?
    InvariantsHold,
}

/// How many steps a run may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// At least these.
    pub least: u64,
    /// At most these.
    pub most: u64,
}

/// `Account.*`, `Account.open`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPattern {
    /// The specification.
    pub spec: SpecId,
    /// The event; all of them where absent.
    pub event: Option<EventId>,
}

/// Finite sets of values: `domain name { ... }`.
#[derive(Debug, Clone)]
pub struct Domain {
    /// Its name.
    pub name: Name,
    /// Its entries, in order.
    pub entries: Vec<DomainEntry>,
}

/// The values of a type, field or parameter.
#[derive(Debug, Clone)]
pub struct DomainEntry {
    /// What the values are for.
    pub target: DomainTarget,
    /// A set or range.
    pub values: Expr,
    /// The whole entry.
    pub span: Span,
}

/// What a domain entry gives values for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DomainTarget {
    /// Everything of a type.
    Type(Type),
    /// A field.
    Field(SpecId, FieldId),
    /// A parameter of an event.
    Parameter(SpecId, EventId, ParamId),
}
