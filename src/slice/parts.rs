//! What a slice keeps of specifications: fields, states, arrows, events with their parameters, postconditions and
//! syncs.

use std::collections::BTreeSet;

use super::backward::Slicer;
use super::start::start_fields;
use crate::dependence::Variable;
use crate::dependence::flow::Node;
use crate::model::Model;
use crate::model::class::{Class, ClassId};
use crate::semantics::specification::{EventId, FieldId, Specification, StateId};

/// What is kept of all classes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parts {
    /// By class.
    pub classes: Vec<SpecParts>,
}

/// How much is kept of specifications with instances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sizes {
    /// Fields, keys included.
    pub fields: u64,
    /// Events.
    pub events: u64,
}

fn count(flags: &[bool]) -> u64 {
    flags.iter().filter(|flag| **flag).count() as u64
}

/// What is kept of a specification; the vectors stand beside those of [`Specification`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecParts {
    /// Whether anything of it is kept: it has instances, or something kept refers to it.
    pub kept: bool,
    /// Its fields.
    pub fields: Vec<bool>,
    /// Its states.
    pub states: Vec<bool>,
    /// Its arrows.
    pub transitions: Vec<bool>,
    /// Arrows for an event of their own that stand for any number of cut steps.
    pub bridges: Vec<(StateId, StateId)>,
    /// Its events.
    pub events: Vec<EventParts>,
    /// Whether its invariants are.
    pub invariants: bool,
}

/// What is kept of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventParts {
    /// Whether anything is; then its preconditions and syncs are.
    pub kept: bool,
    /// Its parameters.
    pub params: Vec<bool>,
    /// Its postconditions.
    pub postconditions: Vec<bool>,
    /// Its syncs.
    pub syncs: Vec<bool>,
}

impl Parts {
    /// Whether events of the slice's own stand for others, so that it may reach more than the original.
    pub fn has_bridges(&self) -> bool {
        self.classes.iter().any(|it| !it.bridges.is_empty())
    }

    /// What is kept of a class.
    pub fn of_class(&self, class: ClassId) -> &SpecParts {
        &self.classes[class.index()]
    }

    /// Everything.
    pub fn whole(model: &Model<'_>) -> Parts {
        let classes = model.classes.iter();
        let classes = classes.map(|it| SpecParts::whole(model.program.spec(it.id.spec)));
        Parts {
            classes: classes.collect(),
        }
    }

    /// Whether everything is kept that runs of the model could need: then the slice is the model.
    pub fn is_whole(&self, model: &Model<'_>) -> bool {
        let mut classes = model.classes.iter().zip(&self.classes);
        classes.all(|(class, parts)| class.instances.is_empty() || parts.is_whole())
    }

    /// How much is kept.
    pub fn sizes(&self, model: &Model<'_>) -> Sizes {
        let classes = model.classes.iter().zip(&self.classes);
        let used = classes.filter(|(class, _)| !class.instances.is_empty());
        let mut sizes = Sizes::default();
        for (_, parts) in used {
            sizes.fields += count(&parts.fields);
            let events = parts.events.iter().filter(|event| event.kept);
            sizes.events += events.count() as u64;
        }
        sizes
    }

    pub(super) fn of(slicer: &Slicer<'_, '_>) -> Parts {
        let model = slicer.model;
        if has_empty_domain(model) {
            // There is no state at all then, and each field and parameter may be the reason.
            return Parts::whole(model);
        }
        let nothing = model.classes.iter();
        let nothing = nothing.map(|it| SpecParts::nothing(model.program.spec(it.id.spec)));
        let mut parts = Parts {
            classes: nothing.collect(),
        };
        parts.add_points(slicer);
        for (class, field) in start_fields(model, &parts) {
            parts.classes[class.index()].fields[field.index()] = true;
        }
        for class in &model.classes {
            parts.add_life_cycle(slicer, class);
        }
        parts
    }

    /// What the points of the slice stand for.
    fn add_points(&mut self, slicer: &Slicer<'_, '_>) {
        for (id, point) in slicer.graph.points() {
            if !slicer.contains(id) {
                continue;
            }
            let node = slicer.graph.flow.node(point.node);
            let own = &mut self.classes[node.class().index()];
            own.kept = true;
            match node {
                Node::State(_, state) => own.states[state.index()] = true,
                Node::Guard(_, event) => own.events[event.index()].kept = true,
                Node::Assignment(class, event, group) => {
                    let shape = &slicer.model.shapes[class.index()][event.index()];
                    let kept = &mut own.events[event.index()];
                    for statement in &shape.groups[group].statements {
                        kept.postconditions[*statement] = true;
                    }
                    for field in &shape.groups[group].fields {
                        own.fields[field.index()] = true;
                    }
                }
                Node::Sync(_, event, sync) => own.events[event.index()].syncs[sync] = true,
            }
            match &point.variable {
                Variable::Field(field) => own.fields[field.index()] = true,
                Variable::Parameter(param) => {
                    if let Some(event) = node.event() {
                        own.events[event.index()].params[param.index()] = true;
                    }
                }
                Variable::Foreign(class, field) => {
                    let foreign = &mut self.classes[class.index()];
                    foreign.kept = true;
                    foreign.fields[field.index()] = true;
                }
                Variable::LifeCycle(class, _) => self.classes[class.index()].kept = true,
                Variable::Execution => {}
            }
        }
    }

    fn add_life_cycle(&mut self, slicer: &Slicer<'_, '_>, class: &Class<'_>) {
        let model = slicer.model;
        let declared = model.program.spec(class.id.spec);
        let parts = &mut self.classes[class.id.index()];
        let instances = &class.instances;
        parts.kept |= !instances.is_empty();
        if let Some(key) = declared.key {
            parts.fields[key.index()] = true;
        }
        parts.invariants = model.property.broken().is_some() && !declared.invariants.is_empty();
        for (kept, shape) in parts.events.iter_mut().zip(&model.shapes[class.id.index()]) {
            for guard in &shape.guards {
                kept.postconditions[*guard] = kept.kept;
            }
        }
        let connected = slicer.connected.get(&class.id);
        let between: BTreeSet<StateId> = connected.map_or_else(
            || (0..declared.states.len()).map(StateId::at).collect(),
            |connected| connected.states.clone(),
        );
        parts.bridges = connected.map_or_else(Vec::new, |it| it.bridges.iter().copied().collect());
        parts.add_transitions(declared, &between);
        let starts = instances.iter().map(|id| &model.start.states[id.index()]);
        parts.add_starts(declared, starts);
    }
}

/// Whether some variable has no value that it could take.
fn has_empty_domain(model: &Model<'_>) -> bool {
    let domains = &model.domains;
    domains.types.iter().any(|(_, values)| values.is_empty())
        || domains
            .fields
            .iter()
            .any(|(_, _, values)| values.is_empty())
        || domains
            .params
            .iter()
            .any(|(_, _, _, values)| values.is_empty())
}

impl SpecParts {
    fn filled(spec: &Specification, with: bool) -> SpecParts {
        let events = spec.events.iter().map(|event| EventParts {
            kept: with,
            params: vec![with; event.params.len()],
            postconditions: vec![with; event.postconditions.len()],
            syncs: vec![with; event.syncs.len()],
        });
        SpecParts {
            kept: with,
            fields: vec![with; spec.fields.len()],
            states: vec![with; spec.states.len()],
            transitions: vec![with; spec.transitions.len()],
            bridges: Vec::new(),
            events: events.collect(),
            invariants: with,
        }
    }

    fn nothing(spec: &Specification) -> SpecParts {
        SpecParts::filled(spec, false)
    }

    fn whole(spec: &Specification) -> SpecParts {
        SpecParts::filled(spec, true)
    }

    /// Whether nothing that takes part in runs is cut, and nothing is bridged.
    fn is_whole(&self) -> bool {
        let all = |flags: &[bool]| flags.iter().all(|flag| *flag);
        let is_whole = |event: &EventParts| {
            event.kept && all(&event.params) && all(&event.postconditions) && all(&event.syncs)
        };
        self.bridges.is_empty()
            && all(&self.fields)
            && all(&self.states)
            && all(&self.transitions)
            && self.events.iter().all(is_whole)
    }

    /// Whether an event is kept.
    pub fn keeps_event(&self, event: EventId) -> bool {
        self.events[event.index()].kept
    }

    /// Whether a field is kept.
    pub fn keeps_field(&self, field: FieldId) -> bool {
        self.fields[field.index()]
    }

    /// The arrows of kept events between states where instances move, and where these lead.
    fn add_transitions(&mut self, spec: &Specification, between: &BTreeSet<StateId>) {
        for state in between.iter().filter(|_| self.kept) {
            self.states[state.index()] = true;
        }
        for (index, transition) in spec.transitions.iter().enumerate() {
            let is_kept = self.keeps_event(transition.event) && between.contains(&transition.from);
            self.transitions[index] = is_kept;
        }
        // An event that nobody gets to is still named by others, and wants a place.
        let mut has_arrow = vec![false; spec.events.len()];
        for (transition, is_kept) in spec.transitions.iter().zip(&self.transitions) {
            has_arrow[transition.event.index()] |= *is_kept;
        }
        for (index, transition) in spec.transitions.iter().enumerate() {
            let event = transition.event;
            self.transitions[index] |= self.keeps_event(event) && !has_arrow[event.index()];
        }
        for (index, transition) in spec.transitions.iter().enumerate() {
            if self.transitions[index] {
                self.states[transition.from.index()] = true;
                self.states[transition.to.index()] = true;
            }
        }
    }

    /// The states that instances may start in.
    fn add_starts<'s>(
        &mut self,
        spec: &Specification,
        starts: impl Iterator<Item = &'s Vec<StateId>>,
    ) {
        if !self.kept {
            return;
        }
        for state in starts.flatten() {
            self.states[state.index()] = true;
        }
        if let Some(initial) = spec.initial_state() {
            self.states[initial.index()] = true;
        }
    }
}
