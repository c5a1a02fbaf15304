//! Expressions, by how tightly their operators bind.

use super::super::ast::{Binary, Expr, ExprKind, Name, Unary};
use super::super::lexer::Token;
use super::{AlreadyReported, Parsed, Parser, codes};
use crate::diagnostics::Span;
use crate::finite::BinaryOp;

/// So many expressions may be nested in each other, long sums included: far more than anybody writes, far fewer than a
/// stack takes.
const HIGHEST: u16 = 1000;

/// So many brackets may be open at the same time.
const DEEPEST: u16 = 250;

/// An operator and how tightly it binds, as in C.
fn operator(token: Token) -> Option<(u8, Binary)> {
    let (strength, op) = match token {
        Token::Imply => return Some((1, Binary::Imply)),
        Token::Or => (2, BinaryOp::Or),
        Token::And => (3, BinaryOp::And),
        Token::Pipe => (4, BinaryOp::BitOr),
        Token::Caret => (5, BinaryOp::BitXor),
        Token::Ampersand => (6, BinaryOp::BitAnd),
        Token::Equal => (7, BinaryOp::Equal),
        Token::NotEqual => (7, BinaryOp::NotEqual),
        Token::Less => (8, BinaryOp::Less),
        Token::LessEqual => (8, BinaryOp::LessEqual),
        Token::Greater => (8, BinaryOp::Greater),
        Token::GreaterEqual => (8, BinaryOp::GreaterEqual),
        Token::ShiftLeft => (9, BinaryOp::ShiftLeft),
        Token::ShiftRight => (9, BinaryOp::ShiftRight),
        Token::Plus => (10, BinaryOp::Add),
        Token::Minus => (10, BinaryOp::Subtract),
        Token::Star => (11, BinaryOp::Multiply),
        Token::Slash => (11, BinaryOp::Divide),
        Token::Percent => (11, BinaryOp::Remainder),
        _ => return None,
    };
    Some((strength, Binary::Op(op)))
}

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Parsed<Expr> {
        self.operation(0)
    }

    /// Expressions with commas between them.
    pub(super) fn expressions(&mut self) -> Parsed<Vec<Expr>> {
        let mut found = vec![self.expression()?];
        while self.eat(Token::Comma) {
            found.push(self.expression()?);
        }
        Ok(found)
    }

    /// `[index]`, if there is one.
    pub(super) fn subscript(&mut self) -> Parsed<Option<Expr>> {
        if !self.at(Token::LeftBracket) {
            return Ok(None);
        }
        let open = self.bump();
        let index = self.expression()?;
        self.close(Token::RightBracket, "`]`", open)?;
        Ok(Some(index))
    }

    /// Operators that bind tighter than `weaker`; those that bind alike are taken from the left.
    fn operation(&mut self, weaker: u8) -> Parsed<Expr> {
        let mut left = self.operand()?;
        while let Some((strength, op)) = operator(self.token()) {
            if strength <= weaker {
                break;
            }
            self.bump();
            let right = self.operation(strength)?;
            let span = left.span.cover(right.span);
            let height = left.height.max(right.height);
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            left = self.node(kind, span, height)?;
        }
        Ok(left)
    }

    fn operand(&mut self) -> Parsed<Expr> {
        let op = match self.token() {
            Token::Not | Token::Bang => Unary::Not,
            Token::Minus => Unary::Minus,
            Token::Tilde => Unary::Complement,
            _ => return self.atom(),
        };
        let begin = self.bump();
        let operand = self.nested(Parser::operand)?;
        let (span, height) = (begin.cover(operand.span), operand.height);
        self.node(ExprKind::Unary(op, Box::new(operand)), span, height)
    }

    fn atom(&mut self) -> Parsed<Expr> {
        match self.token() {
            Token::True => self.number(1),
            Token::False => self.number(0),
            Token::Number => {
                let Ok(value) = self.slice().parse::<i32>() else {
                    let message = "numbers have at most 32 bits".to_owned();
                    self.tell(codes::size(self.span(), message));
                    return Err(AlreadyReported);
                };
                self.number(i64::from(value))
            }
            Token::LeftParen => {
                let open = self.bump();
                let inner = self.nested(Parser::expression)?;
                let end = self.close(Token::RightParen, "`)`", open)?;
                // The brackets belong to the expression, so that what is underlined is well formed.
                Ok(Expr {
                    span: open.cover(end),
                    ..inner
                })
            }
            Token::Name => self.reference(),
            _ => self.told_expected("an expression"),
        }
    }

    fn number(&mut self, value: i64) -> Parsed<Expr> {
        let span = self.bump();
        self.node(ExprKind::Number(value), span, 0)
    }

    /// A variable, an element of an array, or something of a process.
    fn reference(&mut self) -> Parsed<Expr> {
        let name = self.name("a name")?;
        if matches!(self.token(), Token::Dot | Token::Arrow) {
            return self.member(name);
        }
        let index = self.nested(Parser::subscript)?;
        let height = index.as_ref().map_or(0, |index| index.height);
        let span = name.span.cover(self.tokens[self.next - 1].1);
        self.node(ExprKind::Name(name, index.map(Box::new)), span, height)
    }

    fn member(&mut self, process: Name) -> Parsed<Expr> {
        let by_arrow = self.at(Token::Arrow);
        self.bump();
        let member = self.name("the name of a state or variable")?;
        let index = self.nested(Parser::subscript)?;
        let height = index.as_ref().map_or(0, |index| index.height);
        let span = process.span.cover(self.tokens[self.next - 1].1);
        let kind = ExprKind::Member {
            process,
            member,
            index: index.map(Box::new),
            by_arrow,
        };
        self.node(kind, span, height)
    }

    /// Applies a rule within a bracket, unless there are too many.
    fn nested<T>(&mut self, rule: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= DEEPEST {
            return self.told_too_deep(self.span());
        }
        self.depth += 1;
        let found = rule(self);
        self.depth -= 1;
        found
    }

    fn node(&mut self, kind: ExprKind, span: Span, below: u16) -> Parsed<Expr> {
        if below >= HIGHEST {
            return self.told_too_deep(span);
        }
        let height = below + 1;
        Ok(Expr { kind, span, height })
    }

    fn told_too_deep<T>(&mut self, span: Span) -> Parsed<T> {
        let message = "too many expressions are nested in each other here".to_owned();
        self.tell(codes::size(span, message));
        Err(AlreadyReported)
    }
}
