//! Which declarations the texts of a slice need.
//!
//! A declaration stands for its place in the text. We start with what the slice keeps and add what that mentions until
//! nothing is missing. Several specifications may share a place: heirs share all that they inherit, and all that list
//! an event share its definition. A shared place is kept for all of them, and what it mentions is followed for each.

mod asked;
mod life_cycles;
mod reads;
mod uses;

use std::collections::BTreeSet;

use super::Request;
use super::bridges::SpecBridges;
use super::left::{Left, Position, place};
use super::mentions::Mentions;
use super::ways::{missing_exits, missing_ways, starts};
use crate::diagnostics::{FileId, Span};
use crate::semantics::Program;
use crate::semantics::expression::Expr;
use crate::semantics::specification::{
    Event, EventId, FunctionId, SpecId, Specification, StateId, Sync,
};
use crate::semantics::test_module::EventPattern;
use crate::semantics::types::Type;
use crate::slice::parts::SpecParts;
use crate::slice::start::mentioned_of_specs;
use crate::syntax::TextRange;
use reads::Reads;

/// What is kept.
pub(super) struct Keeper<'k> {
    program: &'k Program,
    /// Where kept declarations have their names, or statements begin.
    places: BTreeSet<Position>,
    /// Specifications whose text is kept.
    specs: Vec<bool>,
    /// Those that something besides their heirs needs.
    named: Vec<bool>,
    /// The states of each specification.
    states: Vec<Vec<bool>>,
    /// States that new bridges lead from: their specifications declare them.
    bridged: BTreeSet<(SpecId, StateId)>,
    /// Which specifications still extend another.
    extends: Vec<bool>,
    functions: Vec<bool>,
    /// Specifications of which something asks whether they are finalized.
    finalized: Vec<bool>,
    /// Fields that are read.
    reads: Reads,
    /// What is left of things that lose only parts.
    pub(super) left: Left<'k>,
    changed: bool,
}

impl<'k> Keeper<'k> {
    /// What the slice of a request needs.
    pub(super) fn close(request: &Request<'k>) -> Keeper<'k> {
        let program = &request.analysis.program;
        let specs = program.specifications.iter();
        let mut keeper = Keeper {
            program,
            places: BTreeSet::new(),
            specs: vec![false; program.specifications.len()],
            named: vec![false; program.specifications.len()],
            states: specs.map(|spec| vec![false; spec.states.len()]).collect(),
            bridged: BTreeSet::new(),
            extends: vec![false; program.specifications.len()],
            functions: vec![false; program.functions.len()],
            finalized: vec![false; program.specifications.len()],
            reads: Reads::default(),
            left: Left::default(),
            changed: false,
        };
        for (index, parts) in request.united.parts.classes.iter().enumerate() {
            if parts.kept {
                keeper.begin(SpecId::at(index), parts);
            }
        }
        for (spec, event, statement) in &request.united.shared {
            let event = &program.spec(*spec).events[event.index()];
            keeper.keep(event.postconditions[*statement].span);
        }
        keeper.add_all(request);
        keeper
    }

    // Questions.

    /// Whether the declaration at a place is kept.
    pub(super) fn keeps(&self, span: Span) -> bool {
        self.places.contains(&place(span))
    }

    /// Whether a kept declaration has its name in a part of a file.
    pub(super) fn keeps_within(&self, file: FileId, range: TextRange) -> bool {
        self.place_within(file, range).is_some()
    }

    /// The place of the first kept declaration that has its name in a part of a file.
    pub(super) fn place_within(&self, file: FileId, range: TextRange) -> Option<Position> {
        let places = (file, range.start())..(file, range.end());
        self.places.range(places).next().copied()
    }

    pub(super) fn keeps_spec(&self, spec: SpecId) -> bool {
        self.specs[spec.index()]
    }

    /// Whether a specification is there only for what others have from it, and need not make sense by itself.
    pub(super) fn is_only_a_parent(&self, spec: SpecId) -> bool {
        self.specs[spec.index()] && !self.named[spec.index()]
    }

    pub(super) fn keeps_state(&self, spec: SpecId, state: StateId) -> bool {
        self.states[spec.index()][state.index()]
    }

    pub(super) fn still_extends(&self, spec: SpecId) -> bool {
        self.extends[spec.index()]
    }

    /// What a specification still extends, the nearest first.
    pub(super) fn ancestors(&self, spec: SpecId) -> impl Iterator<Item = SpecId> {
        let parent = |heir: &SpecId| {
            let parent = self.program.spec(*heir).parent;
            parent.filter(|_| self.still_extends(*heir))
        };
        std::iter::successors(parent(&spec), parent)
    }

    pub(super) fn keeps_event(&self, spec: SpecId, event: EventId) -> bool {
        let listed = self.program.spec(spec).events[event.index()].listed;
        self.specs[spec.index()] && self.keeps(listed)
    }

    /// Whether any event is left, new bridges aside.
    pub(super) fn keeps_some_event(&self) -> bool {
        let mut specs = (0..self.program.specifications.len()).map(SpecId::at);
        specs.any(|spec| self.keeps_some_event_of(spec))
    }

    /// Whether a specification is left with an event, new bridges aside.
    fn keeps_some_event_of(&self, spec: SpecId) -> bool {
        let mut events = (0..self.program.spec(spec).events.len()).map(EventId::at);
        events.any(|event| self.keeps_event(spec, event))
    }

    /// Whether something is left that a pattern of events names.
    pub(super) fn keeps_pattern(&self, pattern: &EventPattern) -> bool {
        match pattern.event {
            Some(event) => self.keeps_event(pattern.spec, event),
            None => self.keeps_spec(pattern.spec),
        }
    }

    /// Whether an event is left that a pattern names.
    pub(super) fn keeps_event_of_pattern(&self, pattern: &EventPattern) -> bool {
        let spec = pattern.spec;
        let is_empty =
            || !self.keeps_some_event_of(spec) && !self.bridged.iter().any(|(it, _)| *it == spec);
        self.keeps_pattern(pattern) && (pattern.event.is_some() || !is_empty())
    }

    /// Whether something asks if instances are finalized.
    pub(super) fn asks_for_final(&self, spec: SpecId) -> bool {
        self.finalized[spec.index()]
    }

    /// Whether all fields that a constraint reads are kept.
    pub(super) fn keeps_constraint(&self, constraint: &Expr) -> bool {
        let fields = mentioned_of_specs(self.program, constraint);
        fields.into_iter().all(|(spec, field)| {
            let declared = &self.program.spec(spec).fields[field.index()];
            self.keeps(declared.name.span)
        })
    }

    // Changes.

    fn keep(&mut self, span: Span) {
        self.changed |= self.places.insert(place(span));
    }

    fn keep_spec(&mut self, id: SpecId) {
        self.named[id.index()] = true;
        self.keep_text(id);
    }

    fn keep_text(&mut self, id: SpecId) {
        if std::mem::replace(&mut self.specs[id.index()], true) {
            return;
        }
        self.changed = true;
        let spec = self.program.spec(id);
        self.keep(spec.name.span);
        if let Some(key) = spec.key {
            self.keep(spec.fields[key.index()].name.span);
        }
        if let Some(initial) = spec.initial_state() {
            self.keep_state(id, initial);
        }
    }

    /// Keeps the specifications that a type names.
    fn keep_type(&mut self, ty: &Type) {
        for spec in ty.specifications() {
            self.keep_spec(spec);
        }
    }

    fn keep_state(&mut self, spec: SpecId, state: StateId) {
        let known = &mut self.states[spec.index()][state.index()];
        self.changed |= !std::mem::replace(known, true);
    }

    fn keep_function(&mut self, function: FunctionId) {
        self.functions[function.index()] = true;
        self.keep(self.program.function(function).name.span);
    }

    fn keep_event(&mut self, spec: SpecId, event: EventId) {
        self.keep_spec(spec);
        self.keep(self.program.spec(spec).events[event.index()].listed);
    }

    /// What the slice keeps of a specification.
    fn begin(&mut self, id: SpecId, parts: &SpecParts) {
        let spec = self.program.spec(id);
        self.keep_spec(id);
        let fields = spec.fields.iter().map(|field| field.name.span);
        self.keep_all(fields, &parts.fields);
        for state in (0..spec.states.len()).filter(|index| parts.states[*index]) {
            self.keep_state(id, StateId::at(state));
        }
        let transitions = spec.transitions.iter().map(|it| it.span);
        self.keep_all(transitions, &parts.transitions);
        let bridges = SpecBridges::of(spec, &parts.bridges);
        for arrow in bridges.there {
            self.keep(spec.transitions[arrow].span);
        }
        let bridged = bridges.missing.iter().map(|(from, _)| (id, *from));
        self.bridged.extend(bridged);
        for invariant in spec.invariants.iter().filter(|_| parts.invariants) {
            self.keep(invariant.listed);
        }
        for (event, kept) in spec.events.iter().zip(&parts.events) {
            if !kept.kept {
                continue;
            }
            self.keep(event.listed);
            let params = event.params.iter().map(|param| param.name.span);
            let statements = event.postconditions.iter().map(|it| it.span);
            let syncs = event.syncs.iter().map(|sync| sync.span);
            self.keep_all(params, &kept.params);
            self.keep_all(statements, &kept.postconditions);
            self.keep_all(syncs, &kept.syncs);
        }
    }

    fn keep_all(&mut self, spans: impl Iterator<Item = Span>, kept: &[bool]) {
        let kept = spans.zip(kept).filter(|(_, kept)| **kept);
        kept.for_each(|(span, _)| self.keep(span));
    }

    // What follows.

    /// Adds what is missing until nothing is. Ways to states come late, then arrows of events and uses of what would
    /// not be used: there may be some anyway.
    fn add_all(&mut self, request: &Request<'k>) {
        loop {
            self.changed = false;
            self.add_round(request);
            if !self.changed {
                self.add_all_ways(request);
            }
            if !self.changed {
                self.add_arrows_of_events();
            }
            if !self.changed {
                self.add_uses();
            }
            if !self.changed {
                return;
            }
        }
    }

    fn add_round(&mut self, request: &Request<'k>) {
        let program = self.program;
        for (index, spec) in program.specifications.iter().enumerate() {
            if self.specs[index] {
                self.add_specification(request, SpecId::at(index), spec);
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            if self.functions[index] {
                self.mention(&function.body, None);
                let types = function.params.iter().map(|param| &param.ty);
                for ty in types.chain([&function.result]) {
                    self.keep_type(ty);
                }
            }
        }
        for check in request.checks {
            self.add_check(request, check);
        }
    }

    fn add_specification(&mut self, request: &Request<'k>, id: SpecId, spec: &'k Specification) {
        for field in &spec.fields {
            if self.keeps(field.name.span) {
                self.inherit(id, field.name.span);
                if field.reference.is_some_and(|spec| self.keeps_spec(spec)) {
                    self.left.references.insert(place(field.name.span));
                }
                self.keep_type(&field.ty);
            }
        }
        let parts = &request.united.parts.classes[id.index()];
        for (event, parts) in spec.events.iter().zip(&parts.events) {
            if self.keeps(event.listed) {
                self.inherit(id, event.listed);
                if !parts.kept {
                    self.add_definitions(event);
                }
                self.add_event(event);
            }
        }
        self.add_reads(id, spec, &request.united.parts);
        self.add_life_cycle(id, spec);
        for invariant in &spec.invariants {
            if self.keeps(invariant.listed) {
                self.inherit(id, invariant.listed);
                self.keep(invariant.name.span);
                for condition in &invariant.conditions {
                    self.mention(&condition.condition, None);
                }
            }
        }
    }

    /// A specification has something from an ancestor, so it is still its heir.
    fn inherit(&mut self, id: SpecId, item: Span) {
        let mut heir = id;
        let mut chain = Vec::new();
        while !self.program.spec(heir).span.contains(item) {
            chain.push(heir);
            let Some(parent) = self.program.spec(heir).parent else {
                return;
            };
            heir = parent;
        }
        for heir in chain {
            self.changed |= !std::mem::replace(&mut self.extends[heir.index()], true);
            if let Some(parent) = self.program.spec(heir).parent {
                self.keep_text(parent);
            }
        }
    }

    /// An event that is there only to be named still defines the fields that are there.
    fn add_definitions(&mut self, event: &Event) {
        for statement in &event.postconditions {
            if self.keeps_constraint(&statement.condition) {
                self.keep(statement.span);
            }
        }
    }

    fn add_event(&mut self, event: &'k Event) {
        self.keep(event.name.span);
        let definitions = &mut self.left.definitions;
        definitions.insert(place(event.listed), place(event.name.span));
        for statement in &event.preconditions {
            self.mention(&statement.condition, Some(event));
        }
        for statement in &event.postconditions {
            if self.keeps(statement.span) {
                self.mention(&statement.condition, Some(event));
            }
        }
        for sync in &event.syncs {
            if self.keeps(sync.span) {
                self.add_sync(sync, event);
            }
        }
        for param in &event.params {
            if self.keeps(param.name.span) {
                self.keep_type(&param.ty);
            }
        }
    }

    fn add_sync(&mut self, sync: &'k Sync, event: &'k Event) {
        self.keep_event(sync.spec, sync.event);
        self.mention(&sync.key, Some(event));
        let partner = &self.program.spec(sync.spec).events[sync.event.index()];
        for (index, (argument, param)) in sync.arguments.iter().zip(&partner.params).enumerate() {
            if self.keeps(param.name.span) {
                self.mention(argument, Some(event));
            }
            let left = self.left.arguments.entry(place(sync.span)).or_default();
            left.resize(left.len().max(index + 1), false);
            left[index] |= self.places.contains(&place(param.name.span));
        }
    }

    /// What an expression of an event, or of nothing in particular, names.
    fn mention(&mut self, expr: &Expr, event: Option<&Event>) {
        let mentions = Mentions::of(expr);
        for (spec, field) in mentions.fields {
            self.keep(self.program.spec(spec).fields[field.index()].name.span);
        }
        for param in mentions.params {
            if let Some(event) = event {
                self.keep(event.params[param.index()].name.span);
            }
        }
        for function in mentions.functions {
            self.keep_function(function);
        }
        for spec in mentions.specs {
            self.keep_spec(spec);
        }
        for spec in mentions.finalized {
            self.finalized[spec.index()] = true;
        }
        for (spec, states, test) in mentions.tests {
            // A test of states that are all cut is never true, but it has to name one.
            let is_left = states.iter().any(|state| self.keeps_state(spec, *state));
            if let (false, Some(first)) = (is_left, states.first()) {
                self.keep_state(spec, *first);
            }
            let end = test.span.range().end();
            let known = self.left.tested.entry(place(test.span));
            let (_, names) = known.or_insert((end, BTreeSet::new()));
            // Several specifications may share the text, and then each has all states that it names.
            for state in states {
                let name = self.program.spec(spec).states[state.index()]
                    .name
                    .text
                    .as_str();
                let known = &mut self.states[spec.index()][state.index()];
                if *known {
                    self.changed |= names.insert(name);
                } else if names.contains(name) {
                    *known = true;
                    self.changed = true;
                }
            }
        }
    }
}
