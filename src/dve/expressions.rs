//! DVE expressions to those of finite programs.

use super::ast::{self, Binary, Expr, ExprKind, Name, Type, Unary};
use super::names::{Entry, Names, Symbol};
use crate::diagnostics::codes::dve as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::finite::{self, Array, BinaryOp, Place, UnaryOp};

/// A problem of an expression; one is enough to have no meaning.
pub(super) type Translated<T> = Result<T, Box<Diagnostic>>;

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) struct Context<'c> {
    pub(super) names: &'c Names,
    /// The process that it stands in.
    pub(super) process: Option<usize>,
}

impl Context<'_> {
    /// The expression of a finite program.
    pub(super) fn expr(&self, expr: &Expr) -> Translated<finite::Expr> {
        match &expr.kind {
            ExprKind::Number(number) => Ok(finite::Expr::Constant(*number)),
            ExprKind::Name(name, index) => {
                let entry = self.names.value(self.process, name)?;
                self.value(entry, name, index.as_deref(), expr.span)
            }
            ExprKind::Member {
                process,
                member,
                index,
                by_arrow,
            } => self.member(process, member, index.as_deref(), *by_arrow),
            ExprKind::Unary(op, operand) => {
                let op = match op {
                    Unary::Not => UnaryOp::Not,
                    Unary::Minus => UnaryOp::Negate,
                    Unary::Complement => UnaryOp::Complement,
                };
                Ok(unary(op, self.expr(operand)?))
            }
            ExprKind::Binary(op, left, right) => {
                let (left, right) = (self.expr(left)?, self.expr(right)?);
                Ok(match op {
                    Binary::Op(op) => binary(*op, left, right),
                    Binary::Imply => binary(BinaryOp::Or, unary(UnaryOp::Not, left), right),
                })
            }
        }
    }

    /// Something that a process declares: whether it is in a state, or the value of a variable.
    fn member(
        &self,
        process: &Name,
        member: &Name,
        index: Option<&Expr>,
        by_arrow: bool,
    ) -> Translated<finite::Expr> {
        let number = self.names.process(process)?;
        let entry = self.names.member(number, member)?;
        let span = process.span.cover(member.span);
        let Symbol::State(state) = entry.symbol else {
            return self.value(entry, member, index, span);
        };
        if by_arrow || index.is_some() {
            let message = format!("`{}` is a state", member.text);
            let problem = codes::wrong_use(span, message, Some(entry.span));
            let help = format!("write `{}.{}`", process.text, member.text);
            return Err(Box::new(problem.help(help)));
        }
        let control = self.names.processes[number].control;
        Ok(binary(
            BinaryOp::Equal,
            finite::Expr::Variable(control),
            finite::Expr::Constant(state),
        ))
    }

    fn value(
        &self,
        entry: &Entry,
        name: &Name,
        index: Option<&Expr>,
        span: Span,
    ) -> Translated<finite::Expr> {
        match (&entry.symbol, index) {
            (Symbol::Constant(value), None) => Ok(finite::Expr::Constant(*value)),
            (Symbol::Variable(variable, _), None) => Ok(finite::Expr::Variable(*variable)),
            (Symbol::Array { array, .. }, Some(index)) => self.element(*array, index),
            (Symbol::Broken, _) => Ok(finite::Expr::Constant(0)),
            _ => Err(misused(entry, name, index.is_some(), span)),
        }
    }

    /// An element of an array. Where its index is known it is a variable like any other.
    fn element(&self, array: Array, index: &Expr) -> Translated<finite::Expr> {
        let index = self.expr(index)?;
        let known = index.constant().and_then(|index| array.element(index));
        Ok(match known {
            Some(variable) => finite::Expr::Variable(variable),
            None => finite::Expr::Element(array, Box::new(index)),
        })
    }

    /// Something to assign to, and its type. Only what a process sees by its name can be assigned to by it.
    pub(super) fn place(&self, place: &ast::Destination) -> Translated<Option<(Place, Type)>> {
        let entry = self.names.value(self.process, &place.name)?;
        match (&entry.symbol, &place.index) {
            (Symbol::Variable(variable, ty), None) => Ok(Some((Place::Variable(*variable), *ty))),
            (
                Symbol::Array {
                    array,
                    ty,
                    is_constant: false,
                },
                Some(index),
            ) => {
                let place = match self.element(*array, index)? {
                    finite::Expr::Variable(variable) => Place::Variable(variable),
                    finite::Expr::Element(array, index) => Place::Element(array, *index),
                    _ => return Ok(None),
                };
                Ok(Some((place, *ty)))
            }
            (Symbol::Broken, _) => Ok(None),
            (
                Symbol::Constant(_)
                | Symbol::Array {
                    is_constant: true, ..
                },
                _,
            ) => {
                let message = format!("`{}` is a constant and keeps its value", place.name.text);
                let problem = codes::wrong_use(place.span, message, Some(entry.span));
                Err(Box::new(problem))
            }
            (_, index) => Err(misused(entry, &place.name, index.is_some(), place.span)),
        }
    }

    /// The value of an expression that must be known.
    pub(super) fn constant(&self, expr: &Expr) -> Translated<i64> {
        let translated = self.expr(expr)?;
        translated
            .constant()
            .ok_or_else(|| Box::new(codes::not_constant(expr.span)))
    }
}

/// A name that stands for something else than its use asks for.
fn misused(entry: &Entry, name: &Name, is_indexed: bool, span: Span) -> Box<Diagnostic> {
    let name = &name.text;
    let message = match &entry.symbol {
        Symbol::Array { .. } => {
            format!("`{name}` is an array: say which element, as in `{name}[0]`")
        }
        Symbol::Constant(_) | Symbol::Variable(..) if is_indexed => {
            format!("`{name}` is not an array")
        }
        other => format!("`{name}` is {}, which has no value", other.described()),
    };
    Box::new(codes::wrong_use(span, message, Some(entry.span)))
}

/// An operation on one value, done at once where the value is known.
pub(super) fn unary(op: UnaryOp, operand: finite::Expr) -> finite::Expr {
    match operand.constant() {
        Some(value) => finite::Expr::Constant(op.apply(value)),
        None => finite::Expr::Unary(op, Box::new(operand)),
    }
}

/// An operation on two values, done at once where both are known and the result exists.
pub(super) fn binary(op: BinaryOp, left: finite::Expr, right: finite::Expr) -> finite::Expr {
    let known = left.constant().zip(right.constant());
    match known.and_then(|(left, right)| op.apply(left, right).ok()) {
        Some(value) => finite::Expr::Constant(value),
        None => finite::Expr::Binary(op, Box::new(left), Box::new(right)),
    }
}
