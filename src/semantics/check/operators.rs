//! Operators and their types: the table of the language manual.

use std::sync::Arc;

use super::Checker;
use super::reals::settle;
use crate::diagnostics::Span;
use crate::diagnostics::codes::types as codes;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::semantics::types::Type;
use crate::syntax::SyntaxKind;
use crate::syntax::ast;

impl Checker<'_, '_> {
    pub(super) fn negation(&mut self, operand: Option<&ast::Expr>, span: Span) -> Expr {
        let operand = self.expr(operand, span);
        let ty = operand.ty.clone();
        if !matches!(
            ty,
            Type::Integer | Type::Real | Type::Money | Type::Percentage | Type::Unknown
        ) {
            self.report(codes::no_negation(span, &self.context.show(&ty)));
        }
        Expr {
            kind: ExprKind::Unary(UnaryOp::Negate, Box::new(operand)),
            ty,
            span,
        }
    }

    pub(super) fn binary_expr(&mut self, node: &ast::BinaryExpr, span: Span) -> Expr {
        let mut left = self.expr(node.left().as_ref(), span);
        let mut right = self.expr(node.right().as_ref(), span);
        let Some(operator) = node.operator_token() else {
            return super::error_expr(span);
        };
        let op = binary_op(operator.kind());
        settle_operands(op, &mut left, &mut right);
        let operator = Span::new(span.file, operator.text_range());
        let ty = binary_type(op, &left.ty, &right.ty).unwrap_or_else(|| {
            self.report_operands(op, operator, &left, &right);
            Type::Unknown
        });
        Expr {
            kind: ExprKind::Binary(op, Box::new(left), Box::new(right)),
            ty,
            span,
        }
    }

    fn report_operands(&self, op: BinaryOp, operator: Span, left: &Expr, right: &Expr) {
        let shown = (self.context.show(&left.ty), self.context.show(&right.ty));
        let help = match op {
            BinaryOp::In => Some(self.help_for_membership(&right.ty)),
            _ => help_for(op, &left.ty, &right.ty).map(str::to_owned),
        };
        let diagnostic = codes::operands(
            operator,
            op.symbol(),
            (&shown.0, left.span),
            (&shown.1, right.span),
        );
        self.report(diagnostic.help_if(help));
    }

    fn help_for_membership(&self, collection: &Type) -> String {
        match collection {
            Type::Set(element) => {
                format!(
                    "the elements of this set are of type {}",
                    self.context.show(element)
                )
            }
            Type::Map(key, _) => {
                format!(
                    "the keys of this map are of type {}",
                    self.context.show(key)
                )
            }
            _ => "`in` asks for membership in a set, a range or the keys of a map".to_owned(),
        }
    }
}

/// Whole numbers compare with Reals, but within collections they have to be Reals themselves.
fn settle_operands(op: BinaryOp, left: &mut Expr, right: &mut Expr) {
    if op.is_equality() && left.ty.is_collection() {
        if let Some(both) = left.ty.joined(&right.ty) {
            settle(left, &both);
            settle(right, &both);
        }
    } else if op == BinaryOp::In
        && let Type::Set(element) | Type::Map(element, _) = &right.ty
        && let Some(both) = left.ty.joined(element)
    {
        settle(left, &both);
        let both = match &right.ty {
            Type::Map(_, value) => Type::Map(Arc::new(both), Arc::clone(value)),
            _ => Type::set_of(both),
        };
        settle(right, &both);
    }
}

fn binary_op(kind: SyntaxKind) -> BinaryOp {
    match kind {
        SyntaxKind::STAR => BinaryOp::Multiply,
        SyntaxKind::SLASH => BinaryOp::Divide,
        SyntaxKind::PERCENT => BinaryOp::Modulo,
        SyntaxKind::PLUS => BinaryOp::Add,
        SyntaxKind::MINUS => BinaryOp::Subtract,
        SyntaxKind::IN_KW => BinaryOp::In,
        SyntaxKind::LT => BinaryOp::Less,
        SyntaxKind::LT_EQ => BinaryOp::LessEqual,
        SyntaxKind::GT => BinaryOp::Greater,
        SyntaxKind::GT_EQ => BinaryOp::GreaterEqual,
        SyntaxKind::EQ_EQ => BinaryOp::Equal,
        SyntaxKind::BANG_EQ => BinaryOp::NotEqual,
        SyntaxKind::AMP_AMP => BinaryOp::And,
        SyntaxKind::PIPE_PIPE => BinaryOp::Or,
        _ => BinaryOp::Implies,
    }
}

fn is_boolean(op: BinaryOp) -> bool {
    op.is_connective() || compares(op)
}

fn compares(op: BinaryOp) -> bool {
    op.is_equality() || op.is_ordering() || op == BinaryOp::In
}

/// `==`, `<`, `in` and the like.
pub(super) fn is_comparison(operator: SyntaxKind) -> bool {
    compares(binary_op(operator))
}

/// The type of `left op right`, if the operator is defined for them.
fn binary_type(op: BinaryOp, left: &Type, right: &Type) -> Option<Type> {
    if is_boolean(op) {
        return condition_is_defined(op, left, right).then_some(Type::Boolean);
    }
    if *left == Type::Unknown || *right == Type::Unknown {
        return Some(Type::Unknown);
    }
    match op {
        BinaryOp::Add => sum(left, right).or(match (left, right) {
            (Type::String, Type::String) => Some(Type::String),
            _ => None,
        }),
        BinaryOp::Subtract => sum(left, right).or(match (left, right) {
            (Type::Date, Type::Date) => Some(Type::Term),
            _ => None,
        }),
        BinaryOp::Multiply => product(left, right).or_else(|| product(right, left)),
        BinaryOp::Divide => quotient(left, right),
        _ => (*left == Type::Integer && *right == Type::Integer).then_some(Type::Integer),
    }
}

fn condition_is_defined(op: BinaryOp, left: &Type, right: &Type) -> bool {
    if op.is_connective() {
        return left.fits(&Type::Boolean) && right.fits(&Type::Boolean);
    }
    if op == BinaryOp::In {
        return match right {
            Type::Set(element) => left.fits(element),
            Type::Map(key, _) => left.fits(key),
            other => *other == Type::Unknown,
        };
    }
    let comparable = left.fits(right) || number(left, right).is_some();
    comparable && (op.is_equality() || left.is_ordered() && right.is_ordered())
}

/// The type of two numbers taken together: a Real as soon as one of them is.
fn number(left: &Type, right: &Type) -> Option<Type> {
    match (left, right) {
        (Type::Integer, Type::Integer) => Some(Type::Integer),
        (Type::Integer | Type::Real, Type::Integer | Type::Real) => Some(Type::Real),
        _ => None,
    }
}

/// What `+` and `-` share.
fn sum(left: &Type, right: &Type) -> Option<Type> {
    number(left, right).or(match (left, right) {
        (Type::Money, Type::Money) => Some(Type::Money),
        (Type::Percentage, Type::Percentage) => Some(Type::Percentage),
        (Type::Date, Type::Term) => Some(Type::Date),
        (Type::DateTime, Type::Term) => Some(Type::DateTime),
        _ => None,
    })
}

fn product(left: &Type, right: &Type) -> Option<Type> {
    number(left, right).or(match (left, right) {
        (Type::Money, Type::Integer | Type::Percentage) => Some(Type::Money),
        (Type::Percentage, Type::Integer) => Some(Type::Percentage),
        (Type::Period, Type::Integer) => Some(Type::Term),
        _ => None,
    })
}

fn quotient(left: &Type, right: &Type) -> Option<Type> {
    number(left, right).or(match (left, right) {
        (Type::Money, Type::Integer | Type::Percentage) => Some(Type::Money),
        (Type::Percentage, Type::Integer) => Some(Type::Percentage),
        _ => None,
    })
}

/// What to do about operands that are often confused.
fn help_for(op: BinaryOp, left: &Type, right: &Type) -> Option<&'static str> {
    if op.is_connective() {
        return Some("both sides must be conditions; a comparison such as `a == b` is one");
    }
    help_for_sum(op, left, right)
        .or_else(|| help_for_mixture(left, right))
        .or_else(|| {
            (op.is_ordering() && left == right)
                .then_some("only numbers, money, percentages, dates, times and terms are ordered")
        })
}

fn help_for_sum(op: BinaryOp, left: &Type, right: &Type) -> Option<&'static str> {
    if !matches!(op, BinaryOp::Add | BinaryOp::Subtract) {
        return None;
    }
    match (left, right) {
        (Type::Date, Type::Date) => Some(
            "the difference of two dates is `-`; to a date only a term can be added, such as `3 Month`",
        ),
        (Type::Date | Type::DateTime, Type::Integer) => Some("write a term, such as `3 Day`"),
        (Type::Set(_), _) if op == BinaryOp::Add => {
            Some("there is no union; say with `forall` which elements the new set has")
        }
        (Type::Set(_), _) => {
            Some("there is no difference of sets; say with `forall` which elements the new set has")
        }
        _ => None,
    }
}

/// What to do about two types that are compared or computed with as if they were one.
fn help_for_mixture(left: &Type, right: &Type) -> Option<&'static str> {
    let either = |a: Type, b: Type| (*left == a && *right == b) || (*left == b && *right == a);
    if either(Type::Money, Type::Integer) {
        return Some(
            "write an amount with its currency and two decimals, such as `EUR 5.00`; `.amount` gives the cents",
        );
    }
    if either(Type::Money, Type::Percentage) {
        return Some("five percent of an amount is `amount * 5%`, which is Money again");
    }
    if either(Type::Date, Type::DateTime) {
        return Some("`.date` gives the day of a time, as in `now.date`");
    }
    if either(Type::Percentage, Type::Integer) {
        return Some("write a percentage with its sign, such as `5%`");
    }
    None
}
