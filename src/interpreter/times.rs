//! The times that make a difference.
//!
//! There is no end of times that `now` may be. Where a model does no more than compare it with times that are written
//! down, one time of each stretch between those stands for all of it, and a search through all states comes to an end.

use std::collections::BTreeSet;

use num_bigint::BigInt;

use crate::model::Model;
use crate::model::class::{Class, ModelEvent};
use crate::model::property::Requirement;
use crate::model::value::{Value, of_literal};
use crate::semantics::expression::{BinaryOp, Expr, ExprKind};

/// Times that stand for all others, in order. None where nothing depends on the time, or more than comparisons do.
pub(super) fn times(model: &Model<'_>) -> Option<Vec<Value>> {
    let mut known = BTreeSet::new();
    let is_plain = exprs(model).all(|expr| add_times(expr, &mut known));
    let asked = model.property.descriptions();
    known.extend(asked.filter_map(|it| seconds(it.now.as_ref()?)));
    if !is_plain || known.is_empty() {
        return None;
    }
    known.extend(model.start.now.as_ref().and_then(seconds));
    Some(representatives(&known))
}

/// Whether anything that a run can depend on reads the time.
pub(super) fn reads_time(model: &Model<'_>) -> bool {
    let mut reads = model.property.descriptions().any(|it| it.now.is_some());
    for expr in exprs(model) {
        expr.walk(&mut |part| reads |= part.kind == ExprKind::Now);
    }
    reads
}

/// The times themselves, one behind each of them and one before the first.
fn representatives(known: &BTreeSet<BigInt>) -> Vec<Value> {
    let before = known.first().map(|first| first - 1);
    let behind = known.iter().map(|time| time + 1);
    let all: BTreeSet<BigInt> = before
        .into_iter()
        .chain(behind)
        .chain(known.clone())
        .collect();
    all.into_iter().map(Value::DateTime).collect()
}

fn seconds(value: &Value) -> Option<BigInt> {
    match value {
        Value::DateTime(seconds) => Some(seconds.clone()),
        _ => None,
    }
}

/// Adds the times that `now` is compared with. Gives false where anything else is done with it.
fn add_times(expr: &Expr, known: &mut BTreeSet<BigInt>) -> bool {
    crate::stack::with_enough_stack(|| match &expr.kind {
        ExprKind::Now => false,
        ExprKind::Binary(op, left, right) if left.kind == ExprKind::Now => {
            add_compared(*op, right, known)
        }
        ExprKind::Binary(op, left, right) if right.kind == ExprKind::Now => {
            *op != BinaryOp::In && add_compared(*op, left, known)
        }
        _ => {
            let mut is_plain = true;
            expr.for_each_part(|part| is_plain &= add_times(part, known));
            is_plain
        }
    })
}

/// Adds the times of what `now` is compared with. Gives false where these are not written down.
fn add_compared(op: BinaryOp, with: &Expr, known: &mut BTreeSet<BigInt>) -> bool {
    let mut add = |time: &Expr| match &time.kind {
        ExprKind::Literal(literal) => {
            let time = of_literal(literal).as_ref().and_then(seconds);
            let is_time = time.is_some();
            known.extend(time);
            is_time
        }
        _ => false,
    };
    match &with.kind {
        ExprKind::Set(elements) if op == BinaryOp::In => elements.iter().all(add),
        ExprKind::Range(low, high, None) if op == BinaryOp::In => add(low) && add(high),
        _ => (op.is_ordering() || op.is_equality()) && add(with),
    }
}

/// Everything that a run can depend on.
fn exprs<'m>(model: &'m Model<'m>) -> impl Iterator<Item = &'m Expr> {
    let start = model.start.constraints.iter().map(|(_, expr)| *expr);
    let functions = model.program.functions.iter().map(|it| &it.body);
    start
        .chain(model.start.unwanted.iter().flat_map(of_requirement))
        .chain(model.property.requirements().flat_map(of_requirement))
        .chain(functions)
        .chain(classes(model).flat_map(|class| of_class(model, class)))
}

/// Those that there are instances of.
fn classes<'m>(model: &'m Model<'m>) -> impl Iterator<Item = &'m Class<'m>> {
    let all = model.classes.iter();
    all.filter(|class| !class.instances.is_empty())
}

fn of_class<'m>(model: &'m Model<'m>, class: &'m Class<'m>) -> impl Iterator<Item = &'m Expr> {
    let invariants = class.invariants.iter().flat_map(|it| &it.conditions);
    let invariants = invariants.map(|statement| &statement.condition);
    let events = class.events.iter();
    invariants.chain(events.flat_map(|event| of_event(model, event)))
}

fn of_event<'m>(model: &'m Model<'m>, event: &ModelEvent<'m>) -> impl Iterator<Item = &'m Expr> {
    let conditions = event.statements();
    let conditions = conditions.map(|statement| &statement.condition);
    let syncs = event.syncs.clone().into_iter();
    conditions.chain(syncs.flat_map(|sync| std::iter::once(&sync.key).chain(model.arguments(sync))))
}

fn of_requirement<'m>(asked: &'m Requirement<'m>) -> impl Iterator<Item = &'m Expr> {
    asked.constraints.iter().copied()
}
