//! Between what bounds the value of an expression lies, so that only what may leave its type is cut to it.

use super::ast::Type;
use super::expressions::unary;
use crate::finite::{BinaryOp, Expr, Program, UnaryOp};

/// The least and the greatest value.
pub(super) type Range = (i64, i64);

impl Type {
    /// The values of a type.
    pub(super) fn range(self) -> Range {
        match self {
            Type::Byte => (0, 0xff),
            Type::Int => (-0x8000, 0x7fff),
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Type::Byte => "byte",
            Type::Int => "int",
        }
    }

    fn cut(self) -> UnaryOp {
        match self {
            Type::Byte => UnaryOp::Byte,
            Type::Int => UnaryOp::Short,
        }
    }

    /// What a variable of this type keeps of a value.
    pub(super) fn kept(self, value: i64) -> i64 {
        self.cut().apply(value)
    }

    /// What a variable of this type keeps of the value of an expression.
    pub(super) fn fitted(self, expr: Expr, ranges: &Ranges<'_>) -> Expr {
        let (low, high) = self.range();
        match ranges.of(&expr) {
            Some((least, greatest)) if low <= least && greatest <= high => expr,
            _ => unary(self.cut(), expr),
        }
    }
}

/// What bounds depend on.
pub(super) struct Ranges<'r> {
    pub(super) program: &'r Program,
    /// The types of the values that an action has computed.
    pub(super) locals: &'r [Type],
}

impl Ranges<'_> {
    /// The bounds of an expression, where they are easily found.
    pub(super) fn of(&self, expr: &Expr) -> Option<Range> {
        match expr {
            Expr::Constant(value) => Some((*value, *value)),
            Expr::Variable(variable) => {
                let variable = self.program.variable(*variable);
                Some((variable.low, variable.high))
            }
            Expr::Element(array, _) => {
                let ranges = array.elements().map(|it| self.program.variable(it));
                ranges
                    .map(|it| (it.low, it.high))
                    .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            }
            Expr::Local(local) => self.locals.get(local.0 as usize).map(|ty| ty.range()),
            Expr::Unary(op, operand) => self.unary(*op, operand),
            Expr::Binary(op, left, right) => self.binary(*op, left, right),
            Expr::If(_, yes, no) => {
                let (yes, no) = (self.of(yes)?, self.of(no)?);
                Some((yes.0.min(no.0), yes.1.max(no.1)))
            }
        }
    }

    fn unary(&self, op: UnaryOp, operand: &Expr) -> Option<Range> {
        match op {
            UnaryOp::Not => Some((0, 1)),
            UnaryOp::Negate => {
                let (low, high) = self.of(operand)?;
                Some((high.checked_neg()?, low.checked_neg()?))
            }
            UnaryOp::Complement => {
                let (low, high) = self.of(operand)?;
                Some((!high, !low))
            }
            UnaryOp::Byte => Some(Type::Byte.range()),
            UnaryOp::Short => Some(Type::Int.range()),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Option<Range> {
        if is_truth(op) {
            return Some((0, 1));
        }
        let (left, right) = (self.of(left)?, self.of(right)?);
        match op {
            BinaryOp::Add => Some((left.0.checked_add(right.0)?, left.1.checked_add(right.1)?)),
            BinaryOp::Subtract => {
                Some((left.0.checked_sub(right.1)?, left.1.checked_sub(right.0)?))
            }
            BinaryOp::Multiply => products(left, right),
            // A divisor without a sign brings values nearer to zero.
            BinaryOp::Divide if right.0 >= 0 => Some((left.0.min(0), left.1.max(0))),
            BinaryOp::Remainder if left.0 >= 0 && right.0 >= 0 => {
                Some((0, left.1.min((right.1 - 1).max(0))))
            }
            BinaryOp::BitAnd if left.0 >= 0 && right.0 >= 0 => Some((0, left.1.min(right.1))),
            BinaryOp::BitOr | BinaryOp::BitXor if left.0 >= 0 && right.0 >= 0 => {
                Some((0, ones(left.1.max(right.1))))
            }
            _ => None,
        }
    }
}

fn is_truth(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
    )
}

fn products(left: Range, right: Range) -> Option<Range> {
    let mut bounds: Option<Range> = None;
    for (a, b) in [
        (left.0, right.0),
        (left.0, right.1),
        (left.1, right.0),
        (left.1, right.1),
    ] {
        let product = a.checked_mul(b)?;
        let (low, high) = bounds.unwrap_or((product, product));
        bounds = Some((low.min(product), high.max(product)));
    }
    bounds
}

/// The greatest value with as many bits.
fn ones(value: i64) -> i64 {
    let bits = 64 - value.leading_zeros();
    1_i64
        .checked_shl(bits)
        .map_or(i64::MAX, |power| power.wrapping_sub(1))
}
