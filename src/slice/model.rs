//! The model of a slice: the same model with less in it.
//!
//! Fields, events, parameters, states and instances keep their numbers. What is cut is left out of what happens: an
//! event that is cut never does, a field that is cut has no value.

use super::parts::{EventParts, Parts, SpecParts};
use super::start::mentioned;
use crate::model::class::{Class, ModelEvent};
use crate::model::property::Requirement;
use crate::model::shape::Shape;
use crate::model::{InstanceId, Model};
use crate::semantics::expression::Expr;
use crate::semantics::specification::Specification;
use crate::semantics::test_module::Bounds;

impl Parts {
    /// What is kept of a model.
    pub fn of_model<'p>(&self, model: &Model<'p>) -> Model<'p> {
        let mut small = model.clone();
        for (index, parts) in self.classes.iter().enumerate() {
            let declared = model.program.spec(model.classes[index].id.spec);
            small.classes[index] = class(&model.classes[index], declared, parts);
            small.shapes[index] = shapes(&small.classes[index], declared, parts);
            let triggers = &mut small.triggers[index];
            for (trigger, event) in triggers.iter_mut().zip(&parts.events) {
                *trigger &= event.kept;
            }
            triggers.extend((!parts.bridges.is_empty()).then_some(true));
        }
        let says = |id: InstanceId, constraint: &Expr| self.keeps(model, id, constraint);
        small.start.constraints.retain(|(id, it)| says(*id, it));
        retain(&mut small.start.unwanted, &says);
        small.property.change_descriptions(&mut |description| {
            retain(&mut description.wanted, &says);
            retain(&mut description.unwanted, &says);
        });
        if self.has_bridges() {
            small.bounds = small.bounds.map(over_approximated);
        }
        small
    }

    /// Whether a condition on an instance mentions only what is kept.
    fn keeps(&self, model: &Model<'_>, id: InstanceId, condition: &Expr) -> bool {
        let fields = mentioned(model, id, condition);
        let mut fields = fields.iter();
        fields.all(|(class, field)| self.of_class(*class).keeps_field(*field))
    }
}

/// A bridge is one step and stands for one or more: so runs of a slice may be too short.
fn over_approximated(bounds: Bounds) -> Bounds {
    Bounds { least: 0, ..bounds }
}

/// Leaves out of what is asked what is not kept.
fn retain(asked: &mut [Requirement<'_>], says: &dyn Fn(InstanceId, &Expr) -> bool) {
    for asked in asked {
        if let Some(first) = asked.candidates.first() {
            asked
                .constraints
                .retain(|constraint| says(*first, constraint));
        }
    }
}

fn class<'p>(whole: &Class<'p>, declared: &'p Specification, parts: &SpecParts) -> Class<'p> {
    let events = whole.events.iter().zip(&parts.events);
    let mut events: Vec<ModelEvent<'p>> = events.map(|(it, parts)| event(it, parts)).collect();
    events.extend((!parts.bridges.is_empty()).then(|| ModelEvent::bridge(declared)));
    Class {
        id: whole.id,
        instances: whole.instances.clone(),
        fields: parts.fields.clone(),
        events,
        invariants: if parts.invariants {
            whole.invariants
        } else {
            &[]
        },
    }
}

fn event<'p>(whole: &ModelEvent<'p>, parts: &EventParts) -> ModelEvent<'p> {
    ModelEvent {
        kept: parts.kept,
        kept_params: parts.params.clone(),
        preconditions: if parts.kept {
            whole.preconditions.clone()
        } else {
            Vec::new()
        },
        postconditions: kept(&whole.postconditions, &parts.postconditions),
        syncs: kept(&whole.syncs, &parts.syncs),
        ..whole.clone()
    }
}

/// The forms of the events that are kept, with the arrows that are.
fn shapes(class: &Class<'_>, declared: &Specification, parts: &SpecParts) -> Vec<Shape> {
    let events = class.events.iter();
    let mut shapes: Vec<Shape> = events.map(|it| Shape::of(it, declared.key)).collect();
    for (transition, is_kept) in declared.transitions.iter().zip(&parts.transitions) {
        if *is_kept {
            shapes[transition.event.index()].add_move(transition.from, transition.to);
        }
    }
    if let Some(bridge) = shapes.get_mut(declared.events.len()) {
        for (from, to) in &parts.bridges {
            bridge.add_move(*from, *to);
        }
    }
    shapes
}

/// The things that are kept.
fn kept<T: Clone>(things: &[T], is_kept: &[bool]) -> Vec<T> {
    let things = things.iter().zip(is_kept);
    let things = things.filter(|(_, is_kept)| **is_kept);
    things.map(|(thing, _)| thing.clone()).collect()
}
