//! Types, and what their variables keep of values: only what may leave a type is cut to it.

use super::ast::Type;
use super::expressions::unary;
use crate::finite::interval::Interval;
use crate::finite::{Expr, Program, UnaryOp};

impl Type {
    /// The values of a type.
    pub(super) fn range(self) -> Interval {
        match self {
            Type::Byte => Interval::new(0, 0xff),
            Type::Int => Interval::new(-0x8000, 0x7fff),
        }
    }

    /// The word for it.
    pub(super) fn word(self) -> &'static str {
        match self {
            Type::Byte => "byte",
            Type::Int => "int",
        }
    }

    fn conversion(self) -> UnaryOp {
        match self {
            Type::Byte => UnaryOp::Byte,
            Type::Int => UnaryOp::Short,
        }
    }

    /// What a variable of this type keeps of a value.
    pub(super) fn kept(self, value: i64) -> i64 {
        self.conversion().apply(value)
    }

    /// What a variable of this type keeps of the value of an expression.
    pub(super) fn fitted(self, expr: Expr, known: &Known<'_>) -> Expr {
        if self.range().includes(known.range(&expr)) {
            expr
        } else {
            unary(self.conversion(), expr)
        }
    }
}

/// What bounds of expressions depend on.
pub(super) struct Known<'k> {
    pub(super) program: &'k Program,
    /// The types of the values that an action has computed.
    pub(super) locals: &'k [Type],
}

impl Known<'_> {
    fn range(&self, expr: &Expr) -> Interval {
        match expr {
            Expr::Constant(value) => Interval::of(*value),
            Expr::Variable(variable) => {
                let variable = self.program.variable(*variable);
                Interval::new(variable.low, variable.high)
            }
            Expr::Element(array, _) => {
                let elements = array.elements().map(|it| self.range(&Expr::Variable(it)));
                elements.reduce(Interval::join).unwrap_or(Interval::ALL)
            }
            Expr::Local(local) => {
                let ty = self.locals.get(local.0 as usize);
                ty.map_or(Interval::ALL, |ty| ty.range())
            }
            Expr::Unary(op, operand) => self.range(operand).unary(*op),
            Expr::Binary(op, left, right) => self.range(left).binary(*op, self.range(right)),
            Expr::If(_, yes, no) => self.range(yes).join(self.range(no)),
        }
    }
}
