//! Conditions and numbers of finite programs, made simpler as they are put together.

use crate::finite::{BinaryOp, Expr, UnaryOp};

/// What always holds.
pub(crate) const YES: Expr = Expr::Constant(1);

/// What never holds.
pub(crate) const NO: Expr = Expr::Constant(0);

/// An operation; on two numbers it is done at once.
pub(crate) fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    if let (Some(a), Some(b)) = (left.constant(), right.constant())
        && let Ok(value) = op.apply(a, b)
    {
        return Expr::Constant(value);
    }
    Expr::Binary(op, Box::new(left), Box::new(right))
}

/// Both hold. The second is only looked at where the first holds.
pub(crate) fn and(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Constant(0), _) | (_, Expr::Constant(0)) => NO,
        (Expr::Constant(_), _) => right,
        (_, Expr::Constant(_)) => left,
        _ if left == right => left,
        _ => Expr::Binary(BinaryOp::And, Box::new(left), Box::new(right)),
    }
}

/// One of them holds. The second is only looked at where the first does not hold.
pub(crate) fn or(left: Expr, right: Expr) -> Expr {
    match (&left, &right) {
        (Expr::Constant(0), _) => right,
        (_, Expr::Constant(0)) => left,
        (Expr::Constant(_), _) | (_, Expr::Constant(_)) => YES,
        _ if left == right => left,
        _ => Expr::Binary(BinaryOp::Or, Box::new(left), Box::new(right)),
    }
}

/// It does not hold.
pub(crate) fn not(condition: Expr) -> Expr {
    match condition {
        Expr::Constant(value) => Expr::Constant(i64::from(value == 0)),
        Expr::Unary(UnaryOp::Not, inner) if is_truth(&inner) => *inner,
        Expr::Binary(op, left, right) => match opposite(op) {
            Some(op) => Expr::Binary(op, left, right),
            None => negated(Expr::Binary(op, left, right)),
        },
        other => negated(other),
    }
}

fn negated(condition: Expr) -> Expr {
    Expr::Unary(UnaryOp::Not, Box::new(condition))
}

/// Whether an expression has no other values than 0 and 1.
fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Unary(UnaryOp::Not, _) => true,
        Expr::Binary(op, ..) => {
            matches!(op, BinaryOp::And | BinaryOp::Or) || opposite(*op).is_some()
        }
        _ => false,
    }
}

fn opposite(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Equal => BinaryOp::NotEqual,
        BinaryOp::NotEqual => BinaryOp::Equal,
        BinaryOp::Less => BinaryOp::GreaterEqual,
        BinaryOp::LessEqual => BinaryOp::Greater,
        BinaryOp::Greater => BinaryOp::LessEqual,
        BinaryOp::GreaterEqual => BinaryOp::Less,
        _ => return None,
    })
}

/// All of them hold.
pub(crate) fn all(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    balanced(conditions.into_iter().collect(), and).unwrap_or(YES)
}

/// At least one of them holds.
pub(crate) fn any(conditions: impl IntoIterator<Item = Expr>) -> Expr {
    balanced(conditions.into_iter().collect(), or).unwrap_or(NO)
}

/// The sum of some numbers.
pub(crate) fn sum(numbers: impl IntoIterator<Item = Expr>) -> Expr {
    let add = |left, right| binary(BinaryOp::Add, left, right);
    balanced(numbers.into_iter().collect(), add).unwrap_or(NO)
}

/// Puts many parts together by an operation, so that the whole is not deeper than it has to be: whoever walks through
/// it needs the stack.
fn balanced(mut parts: Vec<Expr>, unite: impl Fn(Expr, Expr) -> Expr) -> Option<Expr> {
    while parts.len() > 1 {
        let mut united = Vec::with_capacity(parts.len().div_ceil(2));
        let mut rest = parts.into_iter();
        while let Some(left) = rest.next() {
            united.push(match rest.next() {
                Some(right) => unite(left, right),
                None => left,
            });
        }
        parts = united;
    }
    parts.pop()
}

/// They are the same.
pub(crate) fn equal(left: Expr, right: Expr) -> Expr {
    binary(BinaryOp::Equal, left, right)
}

/// The one or the other, by a condition.
pub(crate) fn choose(condition: Expr, yes: Expr, no: Expr) -> Expr {
    match condition {
        Expr::Constant(0) => no,
        Expr::Constant(_) => yes,
        _ if yes == no => yes,
        condition => Expr::If(Box::new(condition), Box::new(yes), Box::new(no)),
    }
}

/// A number is one of some, which are in ascending order.
pub(crate) fn among(number: &Expr, values: &[i64]) -> Expr {
    let (Some(first), Some(last)) = (values.first(), values.last()) else {
        return NO;
    };
    let between = || {
        let low = binary(
            BinaryOp::GreaterEqual,
            number.clone(),
            Expr::Constant(*first),
        );
        and(
            low,
            binary(BinaryOp::LessEqual, number.clone(), Expr::Constant(*last)),
        )
    };
    let step = values
        .get(1)
        .map_or(1, |second| second.wrapping_sub(*first));
    let is_even = values
        .windows(2)
        .all(|pair| pair[1].wrapping_sub(pair[0]) == step);
    if values.len() > 2 && is_even && step > 0 {
        let offset = binary(BinaryOp::Subtract, number.clone(), Expr::Constant(*first));
        let rest = binary(BinaryOp::Remainder, offset, Expr::Constant(step));
        let fits = if step == 1 { YES } else { equal(rest, NO) };
        return and(between(), fits);
    }
    any(values
        .iter()
        .map(|value| equal(number.clone(), Expr::Constant(*value))))
}
