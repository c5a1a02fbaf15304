//! Conditions that are the same whatever happens, and which value they have then.

use std::cmp::Ordering;

use crate::diagnostics::Span;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::semantics::value::Value;

/// Why a condition is the same whatever happens.
pub(in crate::semantics) struct Constant {
    /// Whether it is true, if that is easy to tell.
    pub(in crate::semantics) value: Option<bool>,
    /// What it compares with itself; otherwise it mentions nothing that varies.
    pub(in crate::semantics) compared: Option<Span>,
}

/// Tells whether a condition has the same value whatever happens.
pub(in crate::semantics) fn constant(condition: &Expr) -> Option<Constant> {
    if let ExprKind::Binary(op, left, right) = &condition.kind
        && (op.is_equality() || op.is_ordering())
        && same(left, right)
    {
        return Some(Constant {
            value: Some(holds(*op, Ordering::Equal)),
            compared: Some(left.span),
        });
    }
    (!varies(condition)).then(|| Constant {
        value: truth(condition),
        compared: None,
    })
}

/// Whether an expression mentions anything that can change.
fn varies(expr: &Expr) -> bool {
    let mut varies = false;
    expr.walk(&mut |part| {
        varies |= matches!(
            part.kind,
            ExprKind::Parameter(_)
                | ExprKind::Now
                | ExprKind::This
                | ExprKind::Instance(..)
                | ExprKind::Extent(_)
                | ExprKind::Field(..)
                | ExprKind::Error
        );
    });
    varies
}

/// Whether two expressions are the same apart from their places.
fn same(left: &Expr, right: &Expr) -> bool {
    match (&left.kind, &right.kind) {
        (ExprKind::Field(a, field, moment), ExprKind::Field(b, other, later)) => {
            field == other && moment == later && same(a, b)
        }
        (ExprKind::Member(a, member), ExprKind::Member(b, other)) => member == other && same(a, b),
        (ExprKind::Instance(spec, a), ExprKind::Instance(other, b)) => spec == other && same(a, b),
        (ExprKind::Parameter(param), ExprKind::Parameter(other)) => param == other,
        (ExprKind::Local(local), ExprKind::Local(other)) => local == other,
        (ExprKind::This, ExprKind::This) | (ExprKind::Now, ExprKind::Now) => true,
        _ => false,
    }
}

/// The value of a condition that consists of literals, if it is easy to tell.
fn truth(condition: &Expr) -> Option<bool> {
    crate::stack::with_enough_stack(|| match &condition.kind {
        ExprKind::Literal(Value::Boolean(value)) => Some(*value),
        ExprKind::Unary(UnaryOp::Not, operand) => truth(operand).map(|value| !value),
        ExprKind::Binary(BinaryOp::And, left, right) => Some(truth(left)? && truth(right)?),
        ExprKind::Binary(BinaryOp::Or, left, right) => Some(truth(left)? || truth(right)?),
        ExprKind::Binary(BinaryOp::Implies, left, right) => Some(!truth(left)? || truth(right)?),
        ExprKind::Binary(op, left, right) if op.is_equality() || op.is_ordering() => {
            match (&left.kind, &right.kind) {
                (ExprKind::Literal(left), ExprKind::Literal(right)) => compared(*op, left, right),
                _ => None,
            }
        }
        _ => None,
    })
}

fn compared(op: BinaryOp, left: &Value, right: &Value) -> Option<bool> {
    if op.is_equality() && std::mem::discriminant(left) == std::mem::discriminant(right) {
        return Some((left == right) == (op == BinaryOp::Equal));
    }
    order(left, right).map(|order| holds(op, order))
}

/// How two literals compare, if they do.
fn order(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Integer(left), Value::Integer(right))
        | (Value::Percentage(left), Value::Percentage(right)) => Some(left.cmp(right)),
        (Value::Date(left), Value::Date(right)) => Some(left.cmp(right)),
        (Value::Time(left), Value::Time(right)) => Some(left.cmp(right)),
        (Value::DateTime(day, time), Value::DateTime(other, later)) => {
            Some((day, time).cmp(&(other, later)))
        }
        (Value::Money(left), Value::Money(right)) if left.currency == right.currency => {
            Some(left.cents.cmp(&right.cents))
        }
        _ => None,
    }
}

fn holds(op: BinaryOp, order: Ordering) -> bool {
    match op {
        BinaryOp::Less => order.is_lt(),
        BinaryOp::LessEqual => order.is_le(),
        BinaryOp::Greater => order.is_gt(),
        BinaryOp::GreaterEqual => order.is_ge(),
        BinaryOp::NotEqual => order.is_ne(),
        _ => order.is_eq(),
    }
}
