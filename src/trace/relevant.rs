//! What of a run is worth showing.
//!
//! A universe may have ten thousand instances of which three take part, and a start leaves values open that nothing
//! ever reads. What matters at the start is what it fixes, and what is read before anything has defined it.

use std::collections::BTreeSet;

use crate::interpreter::evaluate::Environment;
use crate::model::property::Requirement;
use crate::model::run::Occurrence;
use crate::model::{InstanceId, Model, State, Value};
use crate::outcome::Witness;
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::specification::FieldId;

/// A field of an instance.
pub type InstanceField = (InstanceId, FieldId);

/// What matters in a run.
#[derive(Debug, Clone, Default)]
pub struct Relevant {
    /// The instances that take an event, or that one which happens refers to.
    pub instances: BTreeSet<InstanceId>,
    /// The fields whose values at the start matter.
    pub at_start: BTreeSet<InstanceField>,
    /// Whether it matters what time it is.
    pub time: bool,
    /// What has been defined so far.
    defined: BTreeSet<InstanceField>,
}

impl Relevant {
    /// What matters in a run.
    pub fn of(model: &Model<'_>, witness: &Witness) -> Relevant {
        let mut relevant = Relevant::default();
        relevant.add_start(model);
        let mut current = &witness.start;
        for (step, next) in &witness.steps {
            for occurrence in &step.occurrences {
                relevant.add_occurrence(model, current, occurrence);
            }
            for occurrence in &step.occurrences {
                relevant.defined.extend(defined_by(model, occurrence));
            }
            current = next;
        }
        relevant.add_goal(model, current);
        relevant
    }

    fn add_start(&mut self, model: &Model<'_>) {
        self.time |= model.start.now.is_some();
        for (id, constraint) in &model.start.constraints {
            constraint.walk(&mut |part| match &part.kind {
                ExprKind::Field(base, field, _) if base.kind == ExprKind::This => {
                    self.at_start.insert((*id, *field));
                }
                ExprKind::Now => self.time = true,
                _ => {}
            });
        }
    }

    /// What an event reads.
    fn add_occurrence(&mut self, model: &Model<'_>, current: &State, occurrence: &Occurrence) {
        let interpreter = model.interpreter();
        let environment = interpreter.environment(current, None, occurrence);
        let event = interpreter.event(occurrence.instance, occurrence.event);
        self.instances.insert(occurrence.instance);
        let statements = event.preconditions.iter().chain(&event.postconditions);
        for statement in statements {
            self.add_reads(&environment, &statement.condition);
        }
        for sync in &event.syncs {
            self.add_reads(&environment, &sync.key);
            for argument in &sync.arguments {
                self.add_reads(&environment, argument);
            }
        }
    }

    fn add_goal(&mut self, model: &Model<'_>, last: &State) {
        for description in model.property.descriptions() {
            self.time |= description.now.is_some();
            for asked in description.requirements() {
                self.add_requirement(model, last, asked);
            }
        }
        if let Some((id, index)) = model.broken_invariant(last) {
            self.instances.insert(id);
            let environment = on_instance(model, last, id);
            for statement in &model.interpreter().spec(id).invariants[index].conditions {
                self.add_reads(&environment, &statement.condition);
            }
        }
    }

    /// A goal that one instance can meet speaks of it; one that many can meet speaks of those that take part.
    fn add_requirement(&mut self, model: &Model<'_>, last: &State, asked: &Requirement<'_>) {
        let is_fixed = asked.candidates.len() == 1;
        let candidates = asked.candidates.iter().copied();
        let candidates: Vec<InstanceId> = candidates
            .filter(|id| is_fixed || self.instances.contains(id))
            .collect();
        for id in candidates {
            let environment = on_instance(model, last, id);
            for constraint in &asked.constraints {
                self.add_reads(&environment, constraint);
            }
        }
    }

    /// The instances that an expression refers to, and the fields of them that it reads.
    fn add_reads(&mut self, environment: &Environment<'_>, expr: &Expr) {
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Now => self.time = true,
            ExprKind::Instance(..) => {
                if let Some(Value::Instance(id)) = environment.value(part) {
                    self.instances.insert(id);
                }
            }
            ExprKind::Field(base, field, Moment::Current) => {
                if let Some(Value::Instance(id)) = environment.value(base)
                    && !self.defined.contains(&(id, *field))
                {
                    self.at_start.insert((id, *field));
                }
            }
            _ => {}
        });
    }
}

/// Where conditions on one instance are read.
pub fn on_instance<'s>(model: &'s Model<'_>, state: &'s State, id: InstanceId) -> Environment<'s> {
    Environment {
        program: model.program,
        universe: &model.universe,
        current: state,
        next: None,
        this: Some(id),
        params: &[],
        read_open: None,
    }
}

/// The fields that an event defines.
pub fn defined_by(
    model: &Model<'_>,
    occurrence: &Occurrence,
) -> impl Iterator<Item = InstanceField> {
    let id = occurrence.instance;
    let shape = model.interpreter().shape(id, occurrence.event);
    let mut fields: Vec<FieldId> = shape
        .groups
        .iter()
        .flat_map(|group| group.fields.iter().copied())
        .collect();
    fields.sort_unstable();
    fields.into_iter().map(move |field| (id, field))
}
