//! What a model has of its specifications. A slice is a model with less in it: what is cut is left out, and the rest
//! keeps its numbers.

use super::universe::Universe;
use super::value::InstanceId;
use crate::diagnostics::Span;
use crate::semantics::specification::{
    Event, EventId, FieldId, Invariant, Name, Param, ParamId, Program, SpecId, Specification,
    Statement, Sync,
};

/// A class of a model. Each specification has one, with the same number; where instances of a specification are told
/// apart, there are more of them behind these.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId {
    number: u32,
    /// The specification.
    pub spec: SpecId,
}

impl ClassId {
    /// The class of a specification. Instances that something refers to by their specification are never told apart,
    /// so it is the only one of these.
    pub fn of(spec: SpecId) -> ClassId {
        ClassId {
            number: spec.0,
            spec,
        }
    }

    /// A further class of a specification.
    pub fn another(number: usize, spec: SpecId) -> ClassId {
        ClassId {
            number: u32::try_from(number).unwrap_or(u32::MAX),
            spec,
        }
    }

    /// Where it stands among the classes of its model.
    pub fn index(self) -> usize {
        self.number as usize
    }
}

/// Instances of one specification that are treated alike, and what a model has of it.
#[derive(Debug, Clone)]
pub struct Class<'p> {
    /// Its number and its specification.
    pub id: ClassId,
    /// The instances, in order.
    pub instances: Vec<InstanceId>,
    /// For each field whether it is there. One that is cut has no value in any state, and nothing reads it.
    pub fields: Vec<bool>,
    /// The events, by their numbers, and behind them one that stands for cut steps where there is such a one.
    pub events: Vec<ModelEvent<'p>>,
    /// The invariants.
    pub invariants: &'p [Invariant],
}

/// An event as a model has it.
#[derive(Debug, Clone)]
pub struct ModelEvent<'p> {
    /// Its name.
    pub name: &'p Name,
    /// Where the specification lists it.
    pub listed: Span,
    /// Where it is declared.
    pub span: Span,
    /// Whether it is there at all. One that is cut never happens, and nothing names it.
    pub kept: bool,
    /// The declared parameters.
    pub params: &'p [Param],
    /// For each parameter whether it is there. One that is cut has no value in any step, and nothing reads it.
    pub kept_params: Vec<bool>,
    /// What has to hold before.
    pub preconditions: Vec<&'p Statement>,
    /// What has to hold after.
    pub postconditions: Vec<&'p Statement>,
    /// What happens together with it, and what must not be possible.
    pub syncs: Vec<&'p Sync>,
}

impl<'p> Class<'p> {
    /// All of a specification, for some instances of it.
    pub fn whole(
        id: ClassId,
        instances: Vec<InstanceId>,
        declared: &'p Specification,
    ) -> Class<'p> {
        Class {
            id,
            instances,
            fields: vec![true; declared.fields.len()],
            events: declared.events.iter().map(ModelEvent::whole).collect(),
            invariants: &declared.invariants,
        }
    }

    /// The events that are there, in order.
    pub fn kept_events(&self) -> impl Iterator<Item = (EventId, &ModelEvent<'p>)> {
        let events = self.events.iter().enumerate();
        let kept = events.filter(|(_, event)| event.kept);
        kept.map(|(index, event)| (EventId::at(index), event))
    }

    /// The fields that are there, in order.
    pub fn kept_fields(&self) -> impl Iterator<Item = FieldId> {
        let fields = self.fields.iter().enumerate();
        let kept = fields.filter(|(_, is_kept)| **is_kept);
        kept.map(|(index, _)| FieldId::at(index))
    }

    /// Whether a field is there.
    pub fn keeps_field(&self, field: FieldId) -> bool {
        self.fields[field.index()]
    }
}

impl<'p> ModelEvent<'p> {
    /// All of an event.
    pub fn whole(declared: &'p Event) -> ModelEvent<'p> {
        ModelEvent {
            name: &declared.name,
            listed: declared.listed,
            span: declared.span,
            kept: true,
            params: &declared.params,
            kept_params: vec![true; declared.params.len()],
            preconditions: declared.preconditions.iter().collect(),
            postconditions: declared.postconditions.iter().collect(),
            syncs: declared.syncs.iter().collect(),
        }
    }

    /// An event without conditions or effects that stands for steps that are cut.
    pub fn bridge(spec: &'p Specification) -> ModelEvent<'p> {
        ModelEvent {
            name: &spec.name,
            listed: spec.name.span,
            span: spec.name.span,
            kept: true,
            params: &[],
            kept_params: Vec::new(),
            preconditions: Vec::new(),
            postconditions: Vec::new(),
            syncs: Vec::new(),
        }
    }

    /// Preconditions and postconditions.
    pub fn statements(&self) -> impl Iterator<Item = &'p Statement> {
        let statements = self.preconditions.iter().chain(&self.postconditions);
        statements.copied()
    }

    /// The syncs that make a partner take an event.
    pub fn calls(&self) -> impl Iterator<Item = &'p Sync> {
        self.syncs.iter().copied().filter(|sync| !sync.negated)
    }

    /// The syncs that ask that an event is not possible.
    pub fn negated_syncs(&self) -> impl Iterator<Item = &'p Sync> {
        self.syncs.iter().copied().filter(|sync| sync.negated)
    }

    /// The parameters that are there.
    pub fn params(&self) -> impl Iterator<Item = (ParamId, &'p Param)> {
        let params = self.params.iter().enumerate();
        let kept = params.filter(|(index, _)| self.kept_params[*index]);
        kept.map(|(index, param)| (ParamId::at(index), param))
    }
}

/// All of a program, a class for each specification.
pub fn whole_program<'p>(program: &'p Program, universe: &Universe) -> Vec<Class<'p>> {
    let specs = program.specifications.iter().enumerate();
    let classes = specs.map(|(index, spec)| {
        let id = SpecId::at(index);
        Class::whole(ClassId::of(id), universe.instances_of(id).to_vec(), spec)
    });
    classes.collect()
}
