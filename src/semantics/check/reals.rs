//! Whole numbers where Reals are due: a literal such as `2` is read as `2.0` there.
//!
//! Sets and maps compare their elements as they are, so an Integer must not hide among Reals. What is
//! not a literal stays an Integer and does not fit.

use crate::semantics::expression::{Expr, ExprKind, UnaryOp};
use crate::semantics::types::Type;
use crate::semantics::value::{Decimal, Value};
use crate::stack::with_enough_stack;

/// Makes Reals of the literals of an expression where that makes it one of the type that is due.
pub(super) fn settle(expr: &mut Expr, due: &Type) {
    if !expr.ty.fits(due) && with_enough_stack(|| settle_parts(&mut expr.kind, due)) {
        expr.ty = due.clone();
    }
}

/// The same for what an expression consists of. Tells whether all of it is of the type that is due.
fn settle_parts(kind: &mut ExprKind, due: &Type) -> bool {
    match (kind, due) {
        (ExprKind::Literal(value), Type::Real) => settle_literal(value),
        (ExprKind::Unary(UnaryOp::Negate, operand), Type::Real) => settles(operand, due),
        (ExprKind::Conditional(_, then, otherwise), _) => {
            settles(then, due) && settles(otherwise, due)
        }
        (ExprKind::Case(_, arms), _) => arms.iter_mut().all(|(_, value)| settles(value, due)),
        (ExprKind::Set(elements), Type::Set(element)) => {
            elements.iter_mut().all(|each| settles(each, element))
        }
        (ExprKind::Range(low, high, step), Type::Set(element)) if **element == Type::Real => {
            let step = step.as_mut().is_none_or(|step| settles(step, element));
            step && settles(low, element) && settles(high, element)
        }
        (ExprKind::Map(entries), Type::Map(key, value)) => entries
            .iter_mut()
            .all(|(each, its)| settles(each, key) && settles(its, value)),
        _ => false,
    }
}

/// Does the same and tells whether the expression is of the type that is due.
pub(super) fn settles(expr: &mut Expr, due: &Type) -> bool {
    settle(expr, due);
    expr.ty.fits(due)
}

fn settle_literal(value: &mut Value) -> bool {
    let Value::Integer(digits) = value else {
        return false;
    };
    let digits = std::mem::take(digits);
    *value = Value::Real(Decimal { digits, scale: 0 });
    true
}

/// What to do about an Integer that is no literal.
pub(super) fn help_for_integer(found: &Type, due: &Type) -> Option<String> {
    let may_be_real = found != due && found.joined(due).as_ref() == Some(due);
    may_be_real.then(|| "`n * 1.0` makes a Real of an Integer `n`".to_owned())
}
