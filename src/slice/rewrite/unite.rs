//! The slices of several checks put together.

use crate::model::Model;
use crate::semantics::specification::{EventId, SpecId};
use crate::slice::parts::{EventParts, Parts, SpecParts};
use crate::slice::{Options, Slice};

/// What several checks together depend on. For each of them this is more than it needs, which does no harm.
#[derive(Debug, Clone)]
pub struct United {
    /// How the slices were made.
    pub options: Options,
    /// What is kept.
    pub parts: Parts,
    /// Postconditions that no check needs by itself, by their numbers: one needs their event, and another a field that
    /// they set.
    pub shared: Vec<(SpecId, EventId, usize)>,
}

impl United {
    /// Slices models and unites what is kept; none where there is no model.
    pub fn slice(models: &[Model<'_>], options: Options) -> Option<United> {
        let first = models.first()?;
        let mut united = United {
            options,
            parts: parts_of(first, options),
            shared: Vec::new(),
        };
        for model in &models[1..] {
            unite(&mut united.parts, &parts_of(model, options));
        }
        if models.len() > 1 {
            united.shared = shared_definitions(first, &united.parts);
        }
        Some(united)
    }
}

/// What a check depends on. Nothing ever happens to a specification without instances, so it matters only where it is
/// named, which is found later. Where everything is kept, there is a reason to.
fn parts_of(model: &Model<'_>, options: Options) -> Parts {
    let mut parts = Slice::of(model, options).parts;
    if parts == Parts::whole(model) {
        return parts;
    }
    let specs = parts.classes.iter_mut().enumerate();
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
    for (own, other) in parts.classes.iter_mut().zip(&others.classes) {
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

/// The postconditions that set fields which are kept, in events which are kept, and are not kept themselves.
fn shared_definitions(model: &Model<'_>, parts: &Parts) -> Vec<(SpecId, EventId, usize)> {
    let mut shared = Vec::new();
    for (spec, (own, shapes)) in parts.classes.iter().zip(&model.shapes).enumerate() {
        for (event, (kept, shape)) in own.events.iter().zip(shapes).enumerate() {
            let groups = shape.groups.iter().filter(|_| kept.kept);
            let groups =
                groups.filter(|group| group.fields.iter().any(|field| own.fields[field.index()]));
            let statements = groups.flat_map(|group| &group.statements);
            let missing = statements.filter(|statement| !kept.postconditions[**statement]);
            shared.extend(missing.map(|it| (SpecId::at(spec), EventId::at(event), *it)));
        }
    }
    shared
}
