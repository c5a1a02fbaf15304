//! The slices of several checks put together.

use crate::model::Model;
use crate::semantics::specification::SpecId;
use crate::slice::parts::{EventParts, Parts, SpecParts};
use crate::slice::{Options, Slice};

/// What several checks together depend on. For each of them this is more than it needs, which does no harm.
#[derive(Debug, Clone)]
pub struct United {
    /// How the slices were made.
    pub options: Options,
    /// What is kept.
    pub parts: Parts,
}

impl United {
    /// Slices models and unites what is kept; none where there is no model.
    pub fn slice(models: &[Model<'_>], options: Options) -> Option<United> {
        let first = models.first()?;
        let mut united = United {
            options,
            parts: parts_of(first, options),
        };
        for model in &models[1..] {
            unite(&mut united.parts, &parts_of(model, options));
        }
        if models.len() > 1 {
            keep_definitions(first, &mut united.parts);
        }
        Some(united)
    }
}

/// What a check depends on. Nothing ever happens to a specification without instances, so it matters only where it is named, which is found later.
/// Where everything is kept, there is a reason to.
fn parts_of(model: &Model<'_>, options: Options) -> Parts {
    let mut parts = Slice::of(model, options).parts;
    if parts == Parts::whole(model) {
        return parts;
    }
    let specs = parts.specs.iter_mut().enumerate();
    for (index, own) in specs {
        if model.universe.instances_of(SpecId::at(index)).is_empty() {
            clear(own);
        }
    }
    parts
}

fn clear(parts: &mut SpecParts) {
    parts.kept = false;
    parts.invariants = false;
    parts.fields.fill(false);
    parts.states.fill(false);
    parts.transitions.fill(false);
    parts.bridges.clear();
    for event in &mut parts.events {
        event.kept = false;
        event.params.fill(false);
        event.postconditions.fill(false);
        event.syncs.fill(false);
    }
}

fn unite(parts: &mut Parts, others: &Parts) {
    for (own, other) in parts.specs.iter_mut().zip(&others.specs) {
        unite_specification(own, other);
    }
}

fn unite_specification(own: &mut SpecParts, other: &SpecParts) {
    own.kept |= other.kept;
    own.invariants |= other.invariants;
    unite_flags(&mut own.fields, &other.fields);
    unite_flags(&mut own.states, &other.states);
    unite_flags(&mut own.transitions, &other.transitions);
    own.bridges.extend(&other.bridges);
    own.bridges.sort_unstable();
    own.bridges.dedup();
    for (own, other) in own.events.iter_mut().zip(&other.events) {
        unite_event(own, other);
    }
}

fn unite_event(own: &mut EventParts, other: &EventParts) {
    own.kept |= other.kept;
    unite_flags(&mut own.params, &other.params);
    unite_flags(&mut own.postconditions, &other.postconditions);
    unite_flags(&mut own.syncs, &other.syncs);
}

fn unite_flags(own: &mut [bool], other: &[bool]) {
    for (own, other) in own.iter_mut().zip(other) {
        *own |= other;
    }
}

/// An event that one check needs defines the fields that another one needs.
fn keep_definitions(model: &Model<'_>, parts: &mut Parts) {
    for (own, shapes) in parts.specs.iter_mut().zip(&model.shapes) {
        let SpecParts { fields, events, .. } = own;
        for (event, shape) in events.iter_mut().zip(shapes) {
            for group in shape.groups.iter().filter(|_| event.kept) {
                let defines_kept = group.fields.iter().any(|field| fields[field.index()]);
                for statement in group.statements.iter().filter(|_| defines_kept) {
                    event.postconditions[*statement] = true;
                }
            }
        }
    }
}
