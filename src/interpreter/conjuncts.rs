//! What an event demands before it happens, condition by condition, and what that says of its parameters.

use std::collections::BTreeSet;

use super::confined::turned;
use super::solve::reads_next;
use crate::model::class::ModelEvent;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind};
use crate::semantics::specification::{ParamId, SpecId};
use crate::stack::with_enough_stack;

/// The conditions of an event that only read the state before, split at their conjunctions.
pub(crate) fn conjuncts<'p>(event: &ModelEvent<'p>) -> Vec<&'p Expr> {
    let statements = event.statements();
    let mut conjuncts = Vec::new();
    for statement in statements.filter(|statement| !reads_next(&statement.condition)) {
        split(&statement.condition, &mut conjuncts);
    }
    conjuncts
}

fn split<'e>(expr: &'e Expr, conjuncts: &mut Vec<&'e Expr>) {
    with_enough_stack(|| match &expr.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            split(left, conjuncts);
            split(right, conjuncts);
        }
        _ => conjuncts.push(expr),
    });
}

/// The parameters of an expression.
pub(crate) fn parameters(expr: &Expr) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    expr.walk(&mut |part| {
        if let ExprKind::Parameter(id) = part.kind {
            found.insert(id.index());
        }
    });
    found
}

/// What an event says of one of its parameters.
pub(crate) enum Said<'e> {
    /// It is the key of an instance of this specification, which has to be there.
    Names(SpecId),
    /// `p op e`.
    Compared(BinaryOp, &'e Expr),
}

/// What an event says of a parameter, by the conditions that [`conjuncts`] finds and by its syncs.
pub(crate) fn said_of<'e>(
    event: &ModelEvent<'e>,
    conjuncts: &[&'e Expr],
    param: ParamId,
) -> Vec<Said<'e>> {
    let mut said = Vec::new();
    for conjunct in conjuncts {
        said_by(conjunct, param, &mut said);
    }
    let keys = event.syncs.iter();
    let keys = keys.filter(|sync| sync.key.kind == ExprKind::Parameter(param));
    said.extend(keys.map(|sync| Said::Names(sync.spec)));
    said
}

fn said_by<'e>(condition: &'e Expr, param: ParamId, said: &mut Vec<Said<'e>>) {
    match &condition.kind {
        ExprKind::StateTest(instance, ..) => said.extend(named_by(instance, param)),
        ExprKind::Binary(op, left, right) if !op.is_connective() => {
            for (side, op, other) in [(left, Some(*op), right), (right, turned(*op), left)] {
                if let ExprKind::Field(instance, ..) = &side.kind {
                    said.extend(named_by(instance, param));
                }
                if side.kind == ExprKind::Parameter(param) {
                    said.extend(op.map(|op| Said::Compared(op, other)));
                }
            }
        }
        _ => {}
    }
}

/// `S[p]`: p is the key of an instance.
fn named_by<'e>(instance: &Expr, param: ParamId) -> Option<Said<'e>> {
    match &instance.kind {
        ExprKind::Instance(spec, key) if key.kind == ExprKind::Parameter(param) => {
            Some(Said::Names(*spec))
        }
        _ => None,
    }
}
