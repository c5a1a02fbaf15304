//! A model in words: what [`super::model_text`] lays out and [`super::model_json`] writes down.
//!
//! Conditions are quoted from the files they stand in, so that a reader finds them again; only comments and line
//! breaks are left out. What there is no text for, such as values and resolved partners, is printed as the language
//! writes it.

mod build;
mod effects;

use schemars::JsonSchema;
use serde::Serialize;

pub use build::describe;

/// What a check runs over.
#[derive(Debug, Serialize, JsonSchema)]
pub struct ModelDescription {
    /// The check.
    pub check: Text,
    /// The instances there are, with their keys: `Account[1]`.
    pub universe: Vec<Text>,
    /// Only those that have instances.
    pub specifications: Vec<Specification>,
    /// How a run starts.
    pub start: Start,
    /// What it should reach.
    pub goal: Goal,
    /// How many steps a run may have; any number where null.
    pub bounds: Option<Bounds>,
}

/// Something that stands in a file. Conditions are quoted without comments and line breaks.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Text {
    /// The text.
    pub text: String,
    /// The file that it stands in.
    pub file: String,
    /// The line, from 1.
    #[schemars(range(min = 1))]
    pub line: u32,
}

/// A specification that has instances: its variables, and what its events do.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Specification {
    /// Its name.
    pub name: Text,
    /// The states of its life cycle.
    pub states: Vec<LifeCycleState>,
    /// The variables that each of its instances has.
    pub fields: Vec<Field>,
    /// What can happen to an instance.
    pub events: Vec<Event>,
    /// What must always hold.
    pub invariants: Vec<Invariant>,
}

/// A state of a life cycle.
#[derive(Debug, Serialize, JsonSchema)]
pub struct LifeCycleState {
    /// Its name.
    pub name: Text,
    /// Instances start here.
    pub initial: bool,
    /// Instances may end here.
    #[serde(rename = "final")]
    pub last: bool,
}

/// A field or parameter, with the values that `within` leaves to it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Field {
    /// Its name.
    pub name: Text,
    /// Its type.
    #[serde(rename = "type")]
    pub ty: String,
    /// It tells instances apart and never changes.
    pub key: bool,
    /// The values that it is restricted to.
    pub domain: Option<Text>,
}

/// An event: a relation between two states.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Event {
    /// Its name.
    pub name: Text,
    /// Whether the environment may choose it; otherwise it happens only as a partner.
    pub begins_steps: bool,
    /// What is chosen when it happens.
    pub parameters: Vec<Field>,
    /// Values of configuration parameters that conditions name: `minimum = EUR 50.00`.
    pub configuration: Vec<String>,
    /// Arrows of the life cycle: `init -> opened`.
    pub moves: Vec<Text>,
    /// Conditions on the state before alone.
    pub guards: Vec<Text>,
    /// Conditions on both states, by the fields that they define together.
    pub groups: Vec<Group>,
    /// Conditions that read the next state and define no field.
    pub next_guards: Vec<Text>,
    /// Fields that stay as they are.
    pub keeps: Vec<String>,
    /// What happens with it.
    pub syncs: Vec<Sync>,
    /// Of the event by itself.
    pub effects: Effects,
    /// Of the event with all that it syncs; null where it syncs nothing.
    pub step: Option<Effects>,
}

/// Conditions that define fields together.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Group {
    /// The fields.
    pub defines: Vec<String>,
    /// The conditions.
    pub conditions: Vec<Text>,
}

/// An event that happens at the same time, or must not be possible.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Sync {
    /// The statement.
    pub statement: Text,
    /// Who takes part: one entry for all callers where it is the same, otherwise one for each.
    pub partners: Vec<String>,
}

/// An invariant.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Invariant {
    /// Its name.
    pub name: Text,
    /// What must hold.
    pub conditions: Vec<Text>,
}

/// How a run starts. What is not said is arbitrary.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Start {
    /// The time.
    pub now: Option<String>,
    /// What is said of single instances.
    pub instances: Vec<Requirement>,
    /// What no instance is like.
    pub unwanted: Vec<Requirement>,
    /// What has to be read to tell whether a state is a start.
    pub effects: Effects,
}

/// What a run should reach.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Goal {
    /// An instance breaks one of its invariants; what follows is empty then.
    pub broken_invariant: bool,
    /// The time.
    pub now: Option<String>,
    /// What distinct instances must be like.
    pub wanted: Vec<Requirement>,
    /// What no instance must be like.
    pub unwanted: Vec<Requirement>,
    /// What has to be read to tell whether a state is the goal.
    pub effects: Effects,
}

/// What instances are like; in any state where none is named.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Requirement {
    /// Of whom: `Account[1]`, `any of 2 Account`.
    pub of: Text,
    /// The states that it may be in; any where empty.
    pub states: Vec<String>,
    /// What must hold of it.
    pub conditions: Vec<Text>,
}

/// How many steps a run may have; any number where null.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Bounds {
    /// At least these.
    pub least: u64,
    /// At most these.
    pub most: u64,
}

/// `this.balance`, `Turn[1].holder`, and `Account[..].state` for any of several instances.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Effects {
    /// In the state before.
    pub reads: Vec<Text>,
    /// In the state after.
    pub next_reads: Vec<Text>,
    /// What may change.
    pub writes: Vec<Text>,
    /// Questions about life-cycle states: `this in init`.
    pub tests: Vec<Text>,
    /// Who takes an event.
    pub participants: Vec<Text>,
}
