//! Layer 4: what a check runs over.
//!
//! A check runs over a finite [`universe`] of instances, whose [`state`]s are concrete. A [`Model`] says how runs
//! start, what happens in them and what is asked about them. It is data: [`crate::interpreter`] defines what it means,
//! [`crate::modelling`] makes it from a check.

pub mod calendar;
pub mod class;
pub mod domains;
pub mod property;
pub mod read_value;
pub mod run;
pub mod shape;
mod size;
pub mod state;
pub mod universe;
pub mod value;

use crate::diagnostics::Diagnostic;
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, Invariant, Program, StateId, Sync};
use crate::semantics::test_module::{Bounds, Check, TestModule};
use class::{Class, ClassId, ModelEvent};
use domains::Domains;
use property::{Property, Requirement};
use shape::Shape;

pub use domains::NoDomain;
pub use state::State;
pub use universe::Universe;
pub use value::{InstanceId, Value};

/// What a check runs over. Plain data that every engine reads.
#[derive(Debug, Clone)]
pub struct Model<'p> {
    /// The checked specification.
    pub program: &'p Program,
    /// The test module that the check stands in.
    pub test: &'p TestModule,
    /// The check.
    pub check: &'p Check,
    /// The instances there are.
    pub universe: Universe,
    /// What the model has of each specification, by classes of instances that are treated alike.
    pub classes: Vec<Class<'p>>,
    /// The class of each instance.
    pub class_of: Vec<ClassId>,
    /// The form of each event, by class.
    pub shapes: Vec<Vec<Shape>>,
    /// For each class and event whether the environment may choose it.
    pub triggers: Vec<Vec<bool>>,
    /// How a run starts.
    pub start: Start<'p>,
    /// What is asked about them.
    pub property: Property<'p>,
    /// How many steps it may have; any number where absent.
    pub bounds: Option<Bounds>,
    /// Finite sets of values.
    pub domains: Domains,
    /// What the user may not expect: specifications without an instance that the check refers to.
    pub notes: Vec<Diagnostic>,
}

/// How a run starts. What is not said is arbitrary.
#[derive(Debug, Clone)]
pub struct Start<'p> {
    /// The time.
    pub now: Option<Value>,
    /// For each instance the states it may be in.
    pub states: Vec<Vec<StateId>>,
    /// What holds of which instance, in the order of the instances.
    pub constraints: Vec<(InstanceId, &'p Expr)>,
    /// What no instance is like.
    pub unwanted: Vec<Requirement<'p>>,
}

impl<'p> Model<'p> {
    /// What the model has of the specification of an instance.
    pub fn class(&self, id: InstanceId) -> &Class<'p> {
        &self.classes[self.class_of[id.index()].index()]
    }

    /// An event of a class, as the model has it.
    pub fn event(&self, class: ClassId, event: EventId) -> &ModelEvent<'p> {
        &self.classes[class.index()].events[event.index()]
    }

    /// The event that a sync names.
    pub fn named_by(&self, sync: &Sync) -> &ModelEvent<'p> {
        self.event(ClassId::of(sync.spec), sync.event)
    }

    /// The arguments of a sync, for the parameters that are there.
    pub fn arguments<'m>(&'m self, sync: &'m Sync) -> impl Iterator<Item = &'m Expr> {
        let kept = &self.named_by(sync).kept_params;
        let arguments = sync.arguments.iter().zip(kept);
        arguments.filter(|(_, is_kept)| **is_kept).map(|(it, _)| it)
    }

    /// The invariants of which the check looks for one that does not hold.
    pub fn asked_invariants(&self) -> Vec<&'p Invariant> {
        let asked = self.property.broken().into_iter().flatten();
        let asked = asked.flat_map(|(spec, places)| {
            let declared = &self.program.spec(*spec).invariants;
            places.iter().map(|place| &declared[*place])
        });
        asked.collect()
    }

    /// Whether the environment may choose an event of an instance.
    pub fn may_trigger(&self, instance: InstanceId, event: EventId) -> bool {
        self.triggers[self.class_of[instance.index()].index()][event.index()]
    }
}
