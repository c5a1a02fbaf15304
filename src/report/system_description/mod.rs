//! A transition system in words: what [`super::system_text`] lays out and [`super::system_json`] writes down.
//!
//! Terms are written as SMT-LIB writes them, with the names of variables and inputs.

mod build;

use schemars::JsonSchema;
use serde::Serialize;

pub use build::describe;

/// The transition system of a check: what engines see of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SystemDescription {
    /// The check.
    pub check: Place,
    /// Sorts of named values.
    pub sorts: Vec<FiniteSort>,
    /// The variables of the state.
    pub variables: Vec<Variable>,
    /// The inputs of a step.
    pub inputs: Vec<Input>,
    /// What is true of every state.
    pub always: Vec<Condition>,
    /// What is true of the first state.
    pub start: Vec<Condition>,
    /// What is true of a step: of the state before, `next` the one after, and the inputs.
    pub relation: Vec<Condition>,
    /// What is looked for.
    pub goal: Vec<Condition>,
    /// How many steps a run may have at least.
    pub least: u64,
    /// How many steps a run may have at most; any number where it is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    /// Whether it does what the model does, or may do more.
    pub approximation: Approximation,
}

/// Where something is written.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line, from 1.
    #[schemars(range(min = 1))]
    pub line: u32,
}

/// A sort of named values.
#[derive(Debug, Serialize, JsonSchema)]
pub struct FiniteSort {
    /// Its name.
    pub name: String,
    /// The names of its values.
    pub values: Vec<String>,
}

/// A variable of the state.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: String,
    /// What it is of the model.
    pub is: Part,
}

/// What a variable is of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// The time.
    Time,
    /// Where an instance is in its life cycle.
    LifeCycle,
    /// A field of an instance, or a part of one.
    Field,
}

/// An input of a step.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its sort.
    pub sort: String,
    /// Who says what it is.
    pub role: Role,
    /// Its value, where it is computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

/// Who says what an input is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// The environment chooses it.
    Chosen,
    /// It is computed.
    Computed,
    /// Nobody: it may be anything.
    Unknown,
}

/// Something that must be true, and why.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Condition {
    /// What must be true.
    pub term: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The places that say so.
    pub places: Vec<Place>,
}

/// Where a condition comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Origin {
    /// A precondition, postcondition or negated sync.
    Statement,
    /// The arrows of a life cycle.
    LifeCycle,
    /// A sync.
    Sync,
    /// How runs start.
    Start,
    /// What is looked for.
    Goal,
    /// A domain of a check.
    Domain,
    /// What values of a type are.
    Type,
    /// What nothing changes stays as it is.
    Frame,
    /// The environment chooses, and everything else follows.
    Choice,
    /// An instance takes one event at most.
    OneEvent,
    /// Time never goes back.
    Time,
}

/// Whether a system does what its model does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Approximation {
    /// It does exactly that.
    Exact,
    /// It may do more, and never less.
    MayDoMore,
}
