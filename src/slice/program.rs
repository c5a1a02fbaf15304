//! A slice as a program of its own, so that whatever reads models can read slices.
//!
//! What is cut is not there at all: fields, states, events and parameters have new numbers. [`Renumbered`] leads back from these to the
//! original.

use crate::model::Model;
use crate::semantics::expression::{Expr, ExprKind, StateTest};
use crate::semantics::specification::{
    Event, EventId, FieldId, Function, ParamId, Program, SpecId, Specification, State, StateId,
    Statement, Sync, Transition,
};
use crate::semantics::test_module::{
    Check, Domain, DomainTarget, Instances, Property, Setup, TestModule, TestState,
};
use crate::semantics::types::Type;

use super::parts::{EventParts, Parts, SpecParts};

/// How numbers in a slice and in its original correspond.
#[derive(Debug, Clone)]
pub struct Renumbered {
    specs: Vec<SpecNumbers>,
}

#[derive(Debug, Clone)]
struct SpecNumbers {
    fields: Numbers,
    states: Numbers,
    events: Numbers,
    /// By original event.
    params: Vec<Numbers>,
}

/// Numbers of things of which some are left out.
#[derive(Debug, Clone)]
struct Numbers {
    /// For each original thing its new number.
    new: Vec<Option<usize>>,
    /// For each new number the original thing.
    old: Vec<usize>,
}

impl Numbers {
    fn of(kept: &[bool]) -> Numbers {
        let mut numbers = Numbers {
            new: Vec::with_capacity(kept.len()),
            old: Vec::new(),
        };
        for (index, is_kept) in kept.iter().enumerate() {
            numbers.new.push(is_kept.then_some(numbers.old.len()));
            if *is_kept {
                numbers.old.push(index);
            }
        }
        numbers
    }
}

impl Renumbered {
    fn of(parts: &Parts) -> Renumbered {
        let specs = parts.specs.iter().map(|parts| {
            let events = parts.events.iter();
            let kept: Vec<bool> = events.map(|event| event.kept).collect();
            let events = parts.events.iter();
            SpecNumbers {
                fields: Numbers::of(&parts.fields),
                states: Numbers::of(&parts.states),
                events: Numbers::of(&kept),
                params: events.map(|event| Numbers::of(&event.params)).collect(),
            }
        });
        Renumbered {
            specs: specs.collect(),
        }
    }

    fn new_field(&self, spec: SpecId, field: FieldId) -> Option<FieldId> {
        self.specs[spec.index()].fields.new[field.index()].map(FieldId::at)
    }

    fn new_state(&self, spec: SpecId, state: StateId) -> Option<StateId> {
        self.specs[spec.index()].states.new[state.index()].map(StateId::at)
    }

    fn new_event(&self, spec: SpecId, event: EventId) -> Option<EventId> {
        self.specs[spec.index()].events.new[event.index()].map(EventId::at)
    }

    fn new_param(&self, spec: SpecId, event: EventId, param: ParamId) -> Option<ParamId> {
        let params = &self.specs[spec.index()].params[event.index()];
        params.new[param.index()].map(ParamId::at)
    }

    /// The original field.
    pub fn field(&self, spec: SpecId, field: FieldId) -> FieldId {
        FieldId::at(self.specs[spec.index()].fields.old[field.index()])
    }

    /// The original fields that are kept, by their numbers in the slice.
    pub fn fields(&self, spec: SpecId) -> impl Iterator<Item = FieldId> + '_ {
        let fields = self.specs[spec.index()].fields.old.iter();
        fields.map(|field| FieldId::at(*field))
    }

    /// Whether a field of the original is kept.
    pub fn keeps_field(&self, spec: SpecId, field: FieldId) -> bool {
        self.new_field(spec, field).is_some()
    }

    /// The original state.
    pub fn state(&self, spec: SpecId, state: StateId) -> StateId {
        StateId::at(self.specs[spec.index()].states.old[state.index()])
    }

    /// The original event; none for one that only the slice has.
    pub fn event(&self, spec: SpecId, event: EventId) -> Option<EventId> {
        let old = self.specs[spec.index()].events.old.get(event.index());
        old.map(|event| EventId::at(*event))
    }

    /// The original parameters of an original event that are kept, in order.
    pub fn params(&self, spec: SpecId, event: EventId) -> impl Iterator<Item = ParamId> + '_ {
        let params = self.specs[spec.index()].params[event.index()].old.iter();
        params.map(|param| ParamId::at(*param))
    }
}

/// A slice as a program with one test module and one check.
#[derive(Debug, Clone)]
pub struct SlicedProgram {
    /// The specifications and the test.
    pub program: Program,
    /// The way back.
    pub numbers: Renumbered,
}

impl SlicedProgram {
    /// What is kept of the program of a model, with the test module that its check stands in.
    pub fn of(model: &Model<'_>, test: &TestModule, parts: &Parts) -> SlicedProgram {
        let numbers = Renumbered::of(parts);
        let cutter = Cutter {
            model,
            parts,
            numbers: &numbers,
        };
        let specs = model.program.specifications.iter().enumerate();
        let specs = specs.map(|(index, spec)| cutter.specification(SpecId::at(index), spec));
        let functions = model.program.functions.iter();
        let program = Program {
            specifications: specs.collect(),
            functions: functions
                .map(|function| cutter.function(function))
                .collect(),
            tests: vec![cutter.test(test)],
        };
        SlicedProgram { program, numbers }
    }

    /// The test module.
    pub fn test(&self) -> &TestModule {
        &self.program.tests[0]
    }

    /// The check.
    pub fn check(&self) -> &Check {
        &self.test().checks[0]
    }
}

/// Leaves out what is cut.
struct Cutter<'c, 'm> {
    model: &'c Model<'m>,
    parts: &'c Parts,
    numbers: &'c Renumbered,
}

impl Cutter<'_, '_> {
    fn specification(&self, id: SpecId, spec: &Specification) -> Specification {
        let parts = &self.parts.specs[id.index()];
        let mut events: Vec<Event> = Vec::new();
        for (index, event) in spec.events.iter().enumerate() {
            if parts.events[index].kept {
                let own = (id, EventId::at(index));
                events.push(self.event(own, event, &parts.events[index]));
            }
        }
        let mut transitions = self.transitions(id, spec, parts);
        if !parts.bridges.is_empty() {
            let bridge = EventId::at(events.len());
            events.push(bridging_event(spec));
            transitions.extend(self.bridges(id, spec, parts, bridge));
        }
        let invariants = if parts.invariants {
            spec.invariants.clone()
        } else {
            Vec::new()
        };
        let mut sliced = Specification {
            name: spec.name.clone(),
            module: spec.module.clone(),
            span: spec.span,
            modifier: spec.modifier,
            parent: spec.parent,
            doc: None,
            fields: kept(&spec.fields, &parts.fields),
            key: spec.key.and_then(|key| self.numbers.new_field(id, key)),
            events,
            invariants,
            states: kept::<State>(&spec.states, &parts.states),
            transitions,
        };
        for invariant in &mut sliced.invariants {
            for statement in &mut invariant.conditions {
                self.renumber(None, &mut statement.condition);
            }
        }
        sliced
    }

    fn transitions(&self, id: SpecId, spec: &Specification, parts: &SpecParts) -> Vec<Transition> {
        let transitions = spec.transitions.iter().zip(&parts.transitions);
        let transitions = transitions.filter(|(_, is_kept)| **is_kept);
        let renumbered = transitions.filter_map(|(transition, _)| {
            Some(Transition {
                from: self.numbers.new_state(id, transition.from)?,
                to: self.numbers.new_state(id, transition.to)?,
                event: self.numbers.new_event(id, transition.event)?,
                span: transition.span,
            })
        });
        renumbered.collect()
    }

    /// The arrows of the event that stands for cut steps.
    fn bridges(
        &self,
        id: SpecId,
        spec: &Specification,
        parts: &SpecParts,
        bridge: EventId,
    ) -> Vec<Transition> {
        let bridges = parts.bridges.iter().filter_map(|(from, to)| {
            Some(Transition {
                from: self.numbers.new_state(id, *from)?,
                to: self.numbers.new_state(id, *to)?,
                event: bridge,
                span: spec.name.span,
            })
        });
        bridges.collect()
    }

    fn event(&self, own: (SpecId, EventId), event: &Event, parts: &EventParts) -> Event {
        let (spec, id) = own;
        let mut sliced = Event {
            name: event.name.clone(),
            listed: event.listed,
            doc: None,
            preconditions: event.preconditions.clone(),
            span: event.span,
            // Whether it happens by itself was settled by the check.
            internal: !self.model.triggers[spec.index()][id.index()],
            bridge: event.bridge,
            params: kept(&event.params, &parts.params),
            postconditions: kept::<Statement>(&event.postconditions, &parts.postconditions),
            syncs: kept::<Sync>(&event.syncs, &parts.syncs),
        };
        let before = sliced.preconditions.iter_mut();
        for statement in before.chain(&mut sliced.postconditions) {
            self.renumber(Some(own), &mut statement.condition);
        }
        for sync in &mut sliced.syncs {
            self.sync(own, sync);
        }
        sliced
    }

    fn sync(&self, own: (SpecId, EventId), sync: &mut Sync) {
        self.renumber(Some(own), &mut sync.key);
        let params = &self.parts.specs[sync.spec.index()].events[sync.event.index()].params;
        sync.arguments = kept(&sync.arguments, params);
        for argument in &mut sync.arguments {
            self.renumber(Some(own), argument);
        }
        if let Some(event) = self.numbers.new_event(sync.spec, sync.event) {
            sync.event = event;
        }
    }

    fn function(&self, function: &Function) -> Function {
        let mut sliced = function.clone();
        self.renumber(None, &mut sliced.body);
        sliced
    }

    /// Gives new numbers to everything that an expression mentions. What is cut is mentioned only where nobody looks any more.
    fn renumber(&self, own: Option<(SpecId, EventId)>, expr: &mut Expr) {
        expr.walk_mut(&mut |part| match &mut part.kind {
            ExprKind::Field(base, field, _) => {
                if let Type::Instance(spec) = base.ty {
                    let new = self.numbers.new_field(spec, *field);
                    *field = new.unwrap_or(FieldId::at(0));
                }
            }
            ExprKind::StateTest(base, StateTest::In(states), _) => {
                if let Type::Instance(spec) = base.ty {
                    let kept = states.iter();
                    *states = kept
                        .filter_map(|state| self.numbers.new_state(spec, *state))
                        .collect();
                }
            }
            ExprKind::Parameter(param) => {
                if let Some((spec, event)) = own {
                    let new = self.numbers.new_param(spec, event, *param);
                    *param = new.unwrap_or(ParamId::at(0));
                }
            }
            _ => {}
        });
    }

    /// The test module with the check of the model alone.
    fn test(&self, test: &TestModule) -> TestModule {
        let check = self.model.check;
        let goal = match check.property {
            Property::Reachable { state, .. } => Some(state),
            Property::InvariantsHold => None,
        };
        let states = test.states.iter().enumerate().map(|(index, state)| {
            let is_used = goal == Some(index) || check.from == Some(index);
            self.state(state, is_used)
        });
        let domains = test.domains.iter().enumerate();
        TestModule {
            name: test.name.clone(),
            file: test.file,
            states: states.collect(),
            checks: vec![Check {
                // Which events happen by themselves is said by the events.
                using: Vec::new(),
                ..check.clone()
            }],
            domains: domains
                .map(|(index, domain)| self.domain(domain, check.within == Some(index)))
                .collect(),
        }
    }

    fn state(&self, state: &TestState, is_used: bool) -> TestState {
        let mut sliced = TestState {
            name: state.name.clone(),
            setups: if is_used {
                state.setups.clone()
            } else {
                Vec::new()
            },
            span: state.span,
        };
        sliced.setups.retain_mut(|setup| match setup {
            Setup::Instances(instances) => self.instances(instances),
            _ => true,
        });
        sliced
    }

    /// Leaves out what is cut of a statement, and tells whether it still says anything: that nobody is in a state which is cut goes without saying.
    fn instances(&self, instances: &mut Instances) -> bool {
        let spec = instances.spec;
        if !instances.states.is_empty() {
            let states = instances.states.iter();
            instances.states = states
                .filter_map(|state| self.numbers.new_state(spec, *state))
                .collect();
            if instances.negated && instances.states.is_empty() {
                return false;
            }
        }
        let lists = std::iter::once(&mut instances.each).chain(&mut instances.one_by_one);
        for constraints in lists {
            constraints.retain(|constraint| self.is_kept(constraint));
            for constraint in constraints {
                self.renumber(None, constraint);
            }
        }
        true
    }

    /// Whether a constraint mentions only what is kept.
    fn is_kept(&self, constraint: &Expr) -> bool {
        let fields = super::start::mentioned(self.model.program, constraint);
        let mut fields = fields.iter();
        fields.all(|(spec, field)| self.numbers.keeps_field(*spec, *field))
    }

    fn domain(&self, domain: &Domain, is_used: bool) -> Domain {
        let mut sliced = domain.clone();
        sliced.entries.retain_mut(|entry| {
            is_used
                && match &mut entry.target {
                    DomainTarget::Type(_) => true,
                    DomainTarget::Field(spec, field) => {
                        let new = self.numbers.new_field(*spec, *field);
                        new.map(|new| *field = new).is_some()
                    }
                    DomainTarget::Parameter(spec, event, param) => {
                        let new_param = self.numbers.new_param(*spec, *event, *param);
                        let new_event = self.numbers.new_event(*spec, *event);
                        new_event
                            .zip(new_param)
                            .map(|new| (*event, *param) = new)
                            .is_some()
                    }
                }
        });
        sliced
    }
}

/// The things that are kept.
fn kept<T: Clone>(things: &[T], is_kept: &[bool]) -> Vec<T> {
    let things = things.iter().zip(is_kept);
    let things = things.filter(|(_, is_kept)| **is_kept);
    things.map(|(thing, _)| thing.clone()).collect()
}

/// An event without conditions or effects.
fn bridging_event(spec: &Specification) -> Event {
    Event {
        name: spec.name.clone(),
        listed: spec.name.span,
        internal: false,
        bridge: true,
        doc: None,
        params: Vec::new(),
        preconditions: Vec::new(),
        postconditions: Vec::new(),
        syncs: Vec::new(),
        span: spec.name.span,
    }
}
