//! What stands in the way of a model that could be built, and what is worth a note about it.

use std::collections::{BTreeMap, BTreeSet};

use super::fixed::FixedValues;
use crate::diagnostics::codes::models as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::model::Model;
use crate::model::class::ClassId;
use crate::model::value::{InstanceId, Value};
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{Event, EventId, FunctionId, SpecId};
use crate::semantics::types::Type;
use crate::semantics::value::Value as Literal;

/// What makes a check impossible to answer: conditions that cannot be computed, and keys that contradict what is said
/// of them.
pub(super) fn problems(model: &Model<'_>) -> Vec<Diagnostic> {
    let mut problems = impossible_keys(model);
    problems.extend(tariff(model));
    problems
}

/// What the user may not expect of a check.
pub(super) fn notes(model: &Model<'_>) -> Vec<Diagnostic> {
    let mut missing: BTreeMap<SpecId, Reference> = BTreeMap::new();
    for reference in references(model) {
        let is_missing = model.universe.instances_of(reference.spec).is_empty();
        if is_missing {
            missing.entry(reference.spec).or_insert(reference);
        }
    }
    let notes = missing.into_values().map(|reference| {
        let spec = &model.program.spec(reference.spec).name.text;
        codes::no_instance(
            model.check.span,
            spec,
            reference.span,
            reference.consequence,
        )
    });
    notes.collect()
}

/// A place that speaks of instances of a specification.
struct Reference {
    spec: SpecId,
    span: Span,
    /// What it means there that there are none.
    consequence: &'static str,
}

fn references(model: &Model<'_>) -> Vec<Reference> {
    let mut references = Vec::new();
    for event in declared_events(model) {
        references.extend(event.syncs.iter().map(|sync| Reference {
            spec: sync.spec,
            span: sync.span,
            consequence: "so this never holds, and the event never happens",
        }));
    }
    for expr in expressions(model) {
        expr.walk(&mut |part| references.extend(reference(part)));
    }
    references
}

fn reference(part: &Expr) -> Option<Reference> {
    let (spec, consequence) = match &part.kind {
        ExprKind::StateTest(instance, ..) => match &instance.kind {
            ExprKind::Instance(spec, _) => (*spec, "so this is false"),
            _ => return None,
        },
        ExprKind::Instance(spec, _) => (*spec, "so this is undefined"),
        ExprKind::Extent(spec) => (*spec, "so there is nothing to range over"),
        _ => return None,
    };
    let span = part.span;
    Some(Reference {
        spec,
        span,
        consequence,
    })
}

/// What is declared of the active events.
fn declared_events<'m>(model: &Model<'m>) -> Vec<&'m Event> {
    let events = active_events(model).into_iter();
    events
        .map(|(class, event)| &model.program.spec(class.spec).events[event.index()])
        .collect()
}

/// The events that can happen, or must be looked at to tell that they cannot.
pub(super) fn active_events(model: &Model<'_>) -> Vec<(ClassId, EventId)> {
    let classes = model.classes.iter();
    let mut waiting: Vec<(ClassId, EventId)> = classes
        .flat_map(|class| class.kept_events().map(|(event, _)| (class.id, event)))
        .filter(|(class, event)| model.triggers[class.index()][event.index()])
        .collect();
    waiting.reverse();
    let mut known = BTreeSet::new();
    let mut active = Vec::new();
    while let Some((class, id)) = waiting.pop() {
        let has_instances = !model.classes[class.index()].instances.is_empty();
        if has_instances && known.insert((class, id)) {
            active.push((class, id));
            let event = model.event(class, id);
            let named = event.syncs.iter();
            waiting.extend(named.map(|sync| (ClassId::of(sync.spec), sync.event)));
        }
    }
    active
}

/// Every expression that the check depends on, functions included.
fn expressions<'m>(model: &Model<'m>) -> Vec<&'m Expr> {
    let mut expressions: Vec<&Expr> = declared_events(model)
        .into_iter()
        .flat_map(expressions_of)
        .collect();
    expressions.extend(model.start.constraints.iter().map(|(_, it)| *it));
    let unwanted = model.start.unwanted.iter();
    expressions.extend(unwanted.flat_map(|asked| asked.constraints.iter().copied()));
    let asked = model.property.requirements();
    expressions.extend(asked.flat_map(|asked| asked.constraints.iter().copied()));
    expressions.extend(invariants(model));
    with_functions(model, expressions)
}

fn expressions_of(event: &Event) -> Vec<&Expr> {
    let statements = event.preconditions.iter().chain(&event.postconditions);
    let conditions = statements.map(|statement| &statement.condition);
    let syncs = event.syncs.iter();
    let of_syncs = syncs.flat_map(|sync| std::iter::once(&sync.key).chain(&sync.arguments));
    conditions.chain(of_syncs).collect()
}

fn invariants<'m>(model: &Model<'m>) -> Vec<&'m Expr> {
    let invariants = model.asked_invariants().into_iter();
    let statements = invariants.flat_map(|invariant| &invariant.conditions);
    statements.map(|statement| &statement.condition).collect()
}

/// Adds the bodies of the functions that expressions call, each once.
fn with_functions<'m>(model: &Model<'m>, mut expressions: Vec<&'m Expr>) -> Vec<&'m Expr> {
    let mut known: BTreeSet<FunctionId> = BTreeSet::new();
    let mut at = 0;
    while at < expressions.len() {
        let mut called = Vec::new();
        expressions[at].walk(&mut |part| {
            if let ExprKind::Call(function, _) = part.kind {
                called.push(function);
            }
        });
        for function in called {
            if known.insert(function) {
                expressions.push(&model.program.function(function).body);
            }
        }
        at += 1;
    }
    expressions
}

/// The first interest tariff or norm that the check depends on.
fn tariff(model: &Model<'_>) -> Option<Diagnostic> {
    let mut found = None;
    for expr in expressions(model) {
        expr.walk(&mut |part| {
            let is_tariff = matches!(part.ty, Type::InterestTariff | Type::InterestNorm)
                || matches!(&part.kind, ExprKind::Literal(Literal::Norm(_)));
            if is_tariff {
                found.get_or_insert(part.span);
            }
        });
    }
    found.map(|span| codes::interest_tariff(span, model.check.span))
}

/// What is said of instances and contradicts the keys that they have.
fn impossible_keys(model: &Model<'_>) -> Vec<Diagnostic> {
    let fixed = FixedValues::new(model.program, &model.universe);
    let mut told = BTreeSet::new();
    let mut problems = Vec::new();
    let said = said_of_instances(model).into_iter();
    for (id, constraint) in said.filter(|(id, constraint)| reads_key(model, *id, constraint)) {
        let is_false = match fixed.value(constraint, Some(id)) {
            Ok(value) => value != Some(Value::Boolean(true)),
            Err(_) => false,
        };
        if is_false && told.insert(constraint.span) {
            let instance = model.universe.instance(id);
            let spec = &model.program.spec(instance.spec).name.text;
            let key = instance.key.to_string();
            problems.push(codes::impossible_key(constraint.span, spec, &key));
        }
    }
    problems
}

/// Whether a constraint on an instance speaks of its key. Others may be false whatever happens, too, but that is an
/// answer.
fn reads_key(model: &Model<'_>, id: InstanceId, constraint: &Expr) -> bool {
    let key = model.program.spec(model.universe.instance(id).spec).key;
    let mut reads = false;
    constraint.walk(&mut |part| {
        if let ExprKind::Field(base, field, _) = &part.kind {
            reads |= base.kind == ExprKind::This && Some(*field) == key;
        }
    });
    reads
}

/// What a check says of instances that it makes: by its start, or without one by its goal.
fn said_of_instances<'m>(model: &Model<'m>) -> Vec<(InstanceId, &'m Expr)> {
    let mut said = model.start.constraints.clone();
    if model.check.from.is_none() {
        for asked in model.property.descriptions().flat_map(|it| &it.wanted) {
            if let Some(id) = asked.candidates.first() {
                said.extend(asked.constraints.iter().map(|it| (*id, *it)));
            }
        }
    }
    said
}
