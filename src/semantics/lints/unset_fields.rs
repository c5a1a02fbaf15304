//! Fields that are read before anything sets them.
//!
//! Fields have arbitrary values at first. An event out of the initial state that leaves a field unset is fine as long
//! as nothing reads the field before another event sets it, so we compute for every life-cycle state which fields are
//! live there: read on some way onward before they are written.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::diagnostics::Span;
use crate::diagnostics::codes::conditions as codes;
use crate::semantics::context::Context;
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::headers::SpecHeader;
use crate::semantics::specification::{Event, FieldId, SpecId, Specification, StateId};
use crate::semantics::test_module::{Instances, Property, Setup, TestModule};
use crate::semantics::types::Type;

type Fields = BTreeSet<FieldId>;

/// Fields that are read, each with one place.
type Reads = BTreeMap<FieldId, Span>;

/// Reports the initial events that leave fields unset which are read later.
pub(super) fn report(context: &Context<'_>, specs: &[Specification], tests: &[TestModule]) {
    let foreign = foreign_reads(specs);
    let asked = asked_fields(tests);
    for (header, spec) in context.headers().iter().zip(specs) {
        if header.broken || header.is_partial() {
            continue;
        }
        let always = always_read(header.id, spec, &foreign);
        let asked = asked
            .get(&header.id)
            .map_or(&[] as &[AskedField], Vec::as_slice);
        report_specification(context, header, spec, &always, asked);
    }
}

/// A field that a test asks for, and the states in which it does; any where there are none.
struct AskedField {
    states: Vec<StateId>,
    field: FieldId,
    span: Span,
}

/// The fields that goals ask for. A check with a start state gives fields their values itself.
fn asked_fields(tests: &[TestModule]) -> FxHashMap<SpecId, Vec<AskedField>> {
    let mut asked: FxHashMap<SpecId, Vec<AskedField>> = FxHashMap::default();
    for test in tests {
        for check in test.checks.iter().filter(|check| check.from.is_none()) {
            let Property::Reachable { state, .. } = check.property else {
                continue;
            };
            for setup in &test.states[state].setups {
                if let Setup::Instances(instances) = setup {
                    asked
                        .entry(instances.spec)
                        .or_default()
                        .extend(asked_of(instances));
                }
            }
        }
    }
    asked
}

fn asked_of(instances: &Instances) -> Vec<AskedField> {
    let mut reads = Reads::new();
    for constraint in instances
        .each
        .iter()
        .chain(instances.one_by_one.iter().flatten())
    {
        own_reads(constraint, &mut reads);
    }
    let states = || instances.states.clone();
    let asked = reads.into_iter().map(|(field, span)| AskedField {
        states: states(),
        field,
        span,
    });
    asked.collect()
}

/// Fields that invariants or other specifications read, in whatever state the instance is.
fn always_read(id: SpecId, spec: &Specification, foreign: &FxHashMap<SpecId, Reads>) -> Reads {
    let mut always = foreign.get(&id).cloned().unwrap_or_default();
    for statement in spec
        .invariants
        .iter()
        .flat_map(|invariant| &invariant.conditions)
    {
        own_reads(&statement.condition, &mut always);
    }
    always
}

fn report_specification(
    context: &Context<'_>,
    header: &SpecHeader,
    spec: &Specification,
    always: &Reads,
    asked: &[AskedField],
) {
    let mut effects: Vec<Effects> = spec.events.iter().map(Effects::of).collect();
    for ((effect, event), listed) in effects.iter_mut().zip(&spec.events).zip(&header.events) {
        effect.unclear |= listed.is_unknown() || context.broken_parts.is_broken(event.name.span);
        if event.bridge {
            // It stands for steps that may set anything.
            let fields = (0..spec.fields.len()).map(FieldId::at);
            effect.writes.extend(fields.map(|it| (it, event.listed)));
        }
    }
    let live = live_fields(spec, &effects, asked);
    let mut reads = later_reads(spec, &effects, always);
    for AskedField { field, span, .. } in asked {
        reads.entry(*field).or_insert(*span);
    }
    let mut reported = BTreeSet::new();
    for transition in &spec.transitions {
        if !spec.states[transition.from.index()].initial
            || !reported.insert((transition.event, transition.to))
        {
            continue;
        }
        let effect = &effects[transition.event.index()];
        let later = live[transition.to.index()].iter().chain(always.keys());
        let unset: Fields = later
            .copied()
            .filter(|field| !effect.writes.contains_key(field))
            .collect();
        let unset: Fields = unset
            .into_iter()
            .filter(|field| Some(*field) != spec.key)
            .collect();
        let event = &spec.events[transition.event.index()];
        if effect.unclear || unset.is_empty() {
            continue;
        }
        let fields = unset.iter().map(|field| &spec.fields[field.index()].name);
        let fields: Vec<_> = fields.map(|name| (name.text.as_str(), name.span)).collect();
        let read = unset.first().and_then(|field| reads.get(field));
        context.report(codes::unset_fields(
            event.listed,
            &event.name.text,
            &spec.name.text,
            &fields,
            read.copied(),
        ));
    }
}

/// One place for each field that is read after the first event.
fn later_reads(spec: &Specification, effects: &[Effects], always: &Reads) -> Reads {
    let mut reads = always.clone();
    let later = spec.transitions.iter();
    for transition in later.filter(|arrow| !spec.states[arrow.from.index()].initial) {
        for (field, place) in &effects[transition.event.index()].reads {
            reads.entry(*field).or_insert(*place);
        }
    }
    reads
}

/// What an event does to the fields of its own instance.
struct Effects {
    reads: Reads,
    writes: Reads,
    /// Something in it could not be understood.
    unclear: bool,
}

impl Effects {
    fn of(event: &Event) -> Effects {
        let mut effects = Effects {
            reads: Reads::new(),
            writes: Reads::new(),
            unclear: false,
        };
        let conditions = event
            .preconditions
            .iter()
            .chain(&event.postconditions)
            .map(|statement| &statement.condition);
        let syncs = event
            .syncs
            .iter()
            .flat_map(|sync| std::iter::once(&sync.key).chain(&sync.arguments));
        for expr in conditions.chain(syncs) {
            expr.walk(&mut |part| effects.add(part));
        }
        effects
    }

    fn add(&mut self, part: &Expr) {
        match own_field(part) {
            Some((field, Moment::Current)) => {
                self.reads.entry(field).or_insert(part.span);
            }
            Some((field, Moment::Next)) => {
                self.writes.entry(field).or_insert(part.span);
            }
            None => self.unclear |= part.kind == ExprKind::Error,
        }
    }
}

/// The fields of its own instance that an expression reads.
fn own_reads(expr: &Expr, fields: &mut Reads) {
    expr.walk(&mut |part| {
        if let Some((field, Moment::Current)) = own_field(part) {
            fields.entry(field).or_insert(part.span);
        }
    });
}

fn own_field(part: &Expr) -> Option<(FieldId, Moment)> {
    match &part.kind {
        ExprKind::Field(base, field, moment) if base.kind == ExprKind::This => {
            Some((*field, *moment))
        }
        _ => None,
    }
}

/// The fields that are live in each state. Keys are always set.
fn live_fields(spec: &Specification, effects: &[Effects], asked: &[AskedField]) -> Vec<Fields> {
    let mut live: Vec<Fields> = vec![Fields::new(); spec.states.len()];
    let mut into: Vec<Vec<usize>> = vec![Vec::new(); spec.states.len()];
    for (index, transition) in spec.transitions.iter().enumerate() {
        into[transition.to.index()].push(index);
    }
    for transition in &spec.transitions {
        let reads = effects[transition.event.index()].reads.keys().copied();
        live[transition.from.index()].extend(reads);
    }
    for AskedField { states, field, .. } in asked {
        let everywhere = states.is_empty();
        let named =
            (0..spec.states.len()).filter(|at| everywhere || states.contains(&StateId::at(*at)));
        for at in named.filter(|at| !spec.states[*at].initial) {
            live[at].insert(*field);
        }
    }
    let mut work: Vec<StateId> = (0..spec.states.len()).map(StateId::at).collect();
    while let Some(state) = work.pop() {
        for transition in into[state.index()]
            .iter()
            .map(|index| &spec.transitions[*index])
        {
            if transition.from == state {
                continue;
            }
            let writes = &effects[transition.event.index()].writes;
            let passed = live[state.index()].iter().copied();
            let passed: Vec<FieldId> = passed.filter(|field| !writes.contains_key(field)).collect();
            let before = &mut live[transition.from.index()];
            let known = before.len();
            before.extend(passed);
            if before.len() > known {
                work.push(transition.from);
            }
        }
    }
    live
}

/// Fields of each specification that other instances read.
fn foreign_reads(specs: &[Specification]) -> FxHashMap<SpecId, Reads> {
    let mut reads: FxHashMap<SpecId, Reads> = FxHashMap::default();
    for spec in specs {
        let events = spec
            .events
            .iter()
            .flat_map(|event| event.preconditions.iter().chain(&event.postconditions));
        let invariants = spec
            .invariants
            .iter()
            .flat_map(|invariant| &invariant.conditions);
        let conditions = events
            .chain(invariants)
            .map(|statement| &statement.condition);
        let syncs = spec.events.iter().flat_map(|event| &event.syncs);
        let syncs = syncs.flat_map(|sync| std::iter::once(&sync.key).chain(&sync.arguments));
        for expr in conditions.chain(syncs) {
            expr.walk(&mut |part| {
                if let ExprKind::Field(base, field, Moment::Current) = &part.kind
                    && base.kind != ExprKind::This
                    && let Type::Instance(owner) = base.ty
                {
                    let reads = reads.entry(owner).or_default();
                    reads.entry(*field).or_insert(part.span);
                }
            });
        }
    }
    reads
}
