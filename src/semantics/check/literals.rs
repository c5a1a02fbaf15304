//! Literals to values.

use num_bigint::BigInt;

use super::{Checker, error_expr};
use crate::diagnostics::Span;
use crate::diagnostics::codes::names as codes;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::types::Type;
use crate::semantics::value::{Date, Decimal, MONTHS, Money, Period, Time, Value};
use crate::syntax::SyntaxKind;
use crate::syntax::SyntaxToken;
use crate::syntax::ast::{self, AstNode};

impl Checker<'_, '_> {
    pub(super) fn literal(&self, node: &ast::Expr, span: Span) -> Expr {
        if let ast::Expr::Literal(literal) = node
            && let Some(token) = literal.value_token()
            && let Some(expr) = self.word(&token, span)
        {
            return expr;
        }
        // A literal without a value has been reported as such when it was read; its type is known all the same.
        let kind = literal_value(node).map_or(ExprKind::Error, ExprKind::Literal);
        Expr {
            kind,
            ty: literal_type(node),
            span,
        }
    }

    /// Literals that are no values: `now`, `Inf`, `ANY`.
    fn word(&self, token: &SyntaxToken, span: Span) -> Option<Expr> {
        match token.kind() {
            SyntaxKind::NOW_KW => Some(Expr {
                kind: ExprKind::Now,
                ty: Type::DateTime,
                span,
            }),
            SyntaxKind::INF | SyntaxKind::ANY => {
                self.report(codes::meaningless_word(span, token.text()));
                Some(error_expr(span))
            }
            _ => None,
        }
    }
}

fn literal_type(node: &ast::Expr) -> Type {
    match node {
        ast::Expr::MoneyLiteral(_) => Type::Money,
        ast::Expr::DateLiteral(_) => Type::Date,
        ast::Expr::TimeLiteral(_) => Type::Time,
        ast::Expr::DateTimeLiteral(_) => Type::DateTime,
        ast::Expr::TermLiteral(_) => Type::Term,
        ast::Expr::Literal(literal) => literal
            .value_token()
            .map_or(Type::Unknown, |token| word_type(token.kind())),
        _ => Type::Unknown,
    }
}

fn word_type(kind: SyntaxKind) -> Type {
    match kind {
        SyntaxKind::INT => Type::Integer,
        SyntaxKind::REAL => Type::Real,
        SyntaxKind::PERCENTAGE => Type::Percentage,
        SyntaxKind::IBAN => Type::Iban,
        SyntaxKind::CURRENCY => Type::Currency,
        SyntaxKind::STRING => Type::String,
        SyntaxKind::PERIOD => Type::Period,
        SyntaxKind::FREQUENCY => Type::Frequency,
        SyntaxKind::NORM => Type::InterestNorm,
        SyntaxKind::BOOL => Type::Boolean,
        _ => Type::Unknown,
    }
}

/// The value of a literal, if it has one.
pub(in crate::semantics) fn literal_value(node: &ast::Expr) -> Option<Value> {
    match node {
        ast::Expr::Literal(literal) => word_value(&literal.value_token()?),
        ast::Expr::MoneyLiteral(money) => money_value(money).map(Value::Money),
        ast::Expr::DateLiteral(date) => date_value(date).map(Value::Date),
        ast::Expr::TimeLiteral(time) => time_value(time).map(Value::Time),
        ast::Expr::DateTimeLiteral(both) => Some(Value::DateTime(
            date_value(&both.date_literal()?)?,
            time_value(&both.time_literal()?)?,
        )),
        ast::Expr::TermLiteral(term) => {
            let count: BigInt = term.int_token()?.text().parse().ok()?;
            Some(Value::Term(
                count,
                Period::named(term.period_token()?.text())?,
            ))
        }
        _ => None,
    }
}

fn word_value(token: &SyntaxToken) -> Option<Value> {
    let text = token.text();
    Some(match token.kind() {
        SyntaxKind::INT => Value::Integer(text.parse().ok()?),
        SyntaxKind::REAL => Value::Real(Decimal::parse(text)?),
        SyntaxKind::PERCENTAGE => Value::Percentage(text.strip_suffix('%')?.parse().ok()?),
        SyntaxKind::IBAN => Value::Iban(text.into()),
        SyntaxKind::CURRENCY => Value::Currency(text.into()),
        SyntaxKind::STRING => Value::String(text.trim_matches('"').into()),
        SyntaxKind::PERIOD => Value::Period(Period::named(text)?),
        SyntaxKind::FREQUENCY => Value::Frequency(Period::named(text)?),
        SyntaxKind::NORM => Value::Norm(text.into()),
        SyntaxKind::BOOL => Value::Boolean(text == "True"),
        _ => return None,
    })
}

fn money_value(node: &ast::MoneyLiteral) -> Option<Money> {
    if let Some(token) = node.money_token() {
        let text = token.text();
        let amount = text.find(|c: char| c.is_ascii_digit())?;
        return Money::parse(&text[..amount], &text[amount..]);
    }
    Money::parse(node.currency_token()?.text(), node.amount_token()?.text())
}

fn date_value(node: &ast::DateLiteral) -> Option<Date> {
    let numbers = node
        .syntax()
        .children_with_tokens()
        .filter_map(rowan::NodeOrToken::into_token);
    let mut numbers = numbers.filter(|token| token.kind() == SyntaxKind::INT);
    let day = numbers.next()?.text().parse().ok()?;
    let year = numbers.next()?.text().parse().ok()?;
    let month = node.month_token()?;
    let month = MONTHS.iter().position(|name| *name == month.text())? + 1;
    Some(Date {
        year,
        month: u8::try_from(month).ok()?,
        day,
    })
}

fn time_value(node: &ast::TimeLiteral) -> Option<Time> {
    Time::parse(&node.syntax().text().to_string())
}
