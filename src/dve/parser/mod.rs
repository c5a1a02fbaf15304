//! DVE tokens to what they say.
//!
//! A rule fails where it has told an error; whoever called it skips to a place where it knows how to go on, so that a
//! text with several mistakes has all of them told.

mod expressions;
mod processes;

use std::collections::BTreeSet;

use super::ast::{
    ChannelDeclaration, Composition, Declaration, Expr, Name, System, Type, VariableDeclaration,
};
use super::lexer::{Token, tokenize};
use crate::diagnostics::codes::dve as codes;
use crate::diagnostics::{Diagnostic, FileId, Span};
use crate::syntax::TextRange;

/// Reads a whole model.
pub(super) fn system(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> System {
    let mut parser = Parser::new(file, text, diagnostics);
    parser.system()
}

/// Reads a text that is one expression.
pub(super) fn expression(
    file: FileId,
    text: &str,
    diagnostics: &mut Vec<Diagnostic>,
) -> Parsed<Expr> {
    let mut parser = Parser::new(file, text, diagnostics);
    let expr = parser.expression()?;
    if parser.at(Token::End) {
        Ok(expr)
    } else {
        parser.told_expected("the end of the expression")
    }
}

/// There is no more to say of what could not be read.
#[derive(Debug, Clone, Copy)]
pub(super) struct AlreadyReported;

/// What a rule gives.
pub(super) type Parsed<T> = Result<T, AlreadyReported>;

struct Parser<'p> {
    text: &'p str,
    tokens: Vec<(Token, Span)>,
    /// What is wrong with these follows from something that has been told of.
    behind_unknown: BTreeSet<usize>,
    next: usize,
    diagnostics: &'p mut Vec<Diagnostic>,
    /// Where the last error was told: one place has one error.
    told_at: Option<usize>,
    /// How many brackets are open around an expression.
    depth: u16,
}

impl<'p> Parser<'p> {
    fn new(file: FileId, text: &'p str, diagnostics: &'p mut Vec<Diagnostic>) -> Parser<'p> {
        let tokens = tokenize(file, text, diagnostics);
        Parser {
            text,
            tokens: tokens.list,
            behind_unknown: tokens.behind_unknown,
            next: 0,
            diagnostics,
            told_at: None,
            depth: 0,
        }
    }

    fn system(&mut self) -> System {
        let mut system = System::default();
        while !self.at(Token::End) {
            let begin = self.next;
            if self.item(&mut system).is_err() {
                self.skip_to_item();
            }
            if self.next == begin {
                self.next += 1;
            }
        }
        system.end = Some(self.span());
        system
    }

    fn item(&mut self, system: &mut System) -> Parsed<()> {
        match self.token() {
            Token::Const | Token::Byte | Token::Int | Token::Channel => {
                self.declarations(&mut system.declarations)
            }
            Token::Process => {
                let process = self.process()?;
                system.processes.push(process);
                Ok(())
            }
            Token::Property => {
                let property = self.process()?;
                system.properties.push(property);
                Ok(())
            }
            Token::System => self.composition(system),
            _ => self.told_expected("a declaration, `process` or `system`"),
        }
    }

    /// `system async;`, perhaps with the name of a property.
    fn composition(&mut self, system: &mut System) -> Parsed<()> {
        let begin = self.bump();
        let is_synchronous = match self.token() {
            Token::Async => false,
            Token::Sync => true,
            _ => return self.told_expected("`async` or `sync`"),
        };
        let mut span = begin.cover(self.bump());
        let mut property = None;
        if self.at(Token::Property) {
            self.bump();
            let name = self.name("the name of a process")?;
            span = span.cover(name.span);
            property = Some(name);
        }
        self.semicolon();
        if let Some(first) = &system.composition {
            let first = first.span;
            self.tell(codes::second_part(span, "system", first));
        } else {
            system.composition = Some(Composition {
                is_synchronous,
                property,
                span,
            });
        }
        Ok(())
    }

    /// Variables, constants or channels up to a semicolon.
    fn declarations(&mut self, found: &mut Vec<Declaration>) -> Parsed<()> {
        if self.at(Token::Channel) {
            self.bump();
            let types = if self.eat(Token::LeftBrace) {
                Some(self.types()?)
            } else {
                None
            };
            loop {
                found.push(Declaration::Channel(self.channel(types.clone())?));
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        } else {
            let is_constant = self.eat(Token::Const);
            let ty = self.ty()?;
            loop {
                let variable = self.variable(is_constant, ty)?;
                found.push(Declaration::Variable(variable));
                if !self.eat(Token::Comma) {
                    break;
                }
            }
        }
        self.semicolon();
        Ok(())
    }

    fn types(&mut self) -> Parsed<Vec<Type>> {
        let mut types = vec![self.ty()?];
        while self.eat(Token::Comma) {
            types.push(self.ty()?);
        }
        self.expect(Token::RightBrace, "`}`")?;
        Ok(types)
    }

    fn ty(&mut self) -> Parsed<Type> {
        let ty = match self.token() {
            Token::Byte => Type::Byte,
            Token::Int => Type::Int,
            _ => return self.told_expected("`byte` or `int`"),
        };
        self.bump();
        Ok(ty)
    }

    fn channel(&mut self, types: Option<Vec<Type>>) -> Parsed<ChannelDeclaration> {
        let name = self.name("the name of a channel")?;
        let capacity = self.subscript()?;
        Ok(ChannelDeclaration {
            name,
            types,
            capacity,
        })
    }

    fn variable(&mut self, is_constant: bool, ty: Type) -> Parsed<VariableDeclaration> {
        let name = self.name("the name of a variable")?;
        let size = self.subscript()?;
        let mut initial = Vec::new();
        if self.eat(Token::Assign) {
            if self.at(Token::LeftBrace) {
                let open = self.bump();
                initial = self.expressions()?;
                self.close(Token::RightBrace, "`}`", open)?;
            } else {
                initial.push(self.expression()?);
            }
        }
        Ok(VariableDeclaration {
            is_constant,
            ty,
            name,
            size,
            initial,
        })
    }

    fn names(&mut self, what: &str, found: &mut Vec<Name>) -> Parsed<()> {
        loop {
            found.push(self.name(what)?);
            if !self.eat(Token::Comma) {
                self.semicolon();
                return Ok(());
            }
        }
    }

    fn name(&mut self, what: &str) -> Parsed<Name> {
        if self.at(Token::Name) {
            let text = self.slice().into();
            let span = self.bump();
            return Ok(Name { text, span });
        }
        let (text, span) = (self.slice(), self.span());
        if self.token().is_keyword(text) {
            self.tell(codes::keyword_as_name(span, what, text));
            return Err(AlreadyReported);
        }
        self.told_expected(what)
    }

    /// A semicolon that was forgotten is told of, and taken as written.
    fn semicolon(&mut self) {
        if !self.eat(Token::Semicolon) {
            self.told_missing("`;`");
        }
    }

    fn expect(&mut self, token: Token, what: &str) -> Parsed<Span> {
        if self.at(token) {
            return Ok(self.bump());
        }
        self.told_expected(what)
    }

    /// A bracket that closes another one.
    fn close(&mut self, token: Token, what: &str, open: Span) -> Parsed<Span> {
        if self.at(token) {
            return Ok(self.bump());
        }
        let found = self.found();
        let problem = codes::expected(self.span(), what, found.as_deref());
        self.tell(problem.also(open, "opened here"));
        Err(AlreadyReported)
    }

    /// Tells that something stands where it cannot.
    fn told_expected<T>(&mut self, what: &str) -> Parsed<T> {
        let found = self.found();
        self.tell(codes::expected(self.span(), what, found.as_deref()));
        Err(AlreadyReported)
    }

    /// Tells that something is missing behind what was read last.
    fn told_missing(&mut self, what: &str) {
        let behind = self.next.checked_sub(1).map(|last| self.tokens[last].1);
        let behind = behind.unwrap_or(self.span());
        let place = Span::new(behind.file, TextRange::empty(behind.range().end()));
        let found = self.found();
        self.tell(codes::expected(place, what, found.as_deref()));
    }

    fn tell(&mut self, diagnostic: Diagnostic) {
        if self.told_at != Some(self.next) && !self.behind_unknown.contains(&self.next) {
            self.diagnostics.push(diagnostic);
        }
        self.told_at = Some(self.next);
    }

    fn found(&self) -> Option<String> {
        (!self.at(Token::End)).then(|| self.slice().to_owned())
    }

    /// Goes on behind a semicolon, or where something begins that stands outside of processes.
    fn skip_to_item(&mut self) {
        self.skip_until(|_| false);
    }

    /// Goes on behind a semicolon, where something begins that stands outside of processes, or where such a token
    /// stands outside of braces.
    fn skip_until(&mut self, is_enough: impl Fn(Token) -> bool) {
        let mut open = 0_usize;
        loop {
            match self.token() {
                Token::Process | Token::System | Token::Property | Token::End => return,
                Token::Semicolon if open == 0 => {
                    self.bump();
                    return;
                }
                token if open == 0 && is_enough(token) => return,
                Token::LeftBrace => open += 1,
                Token::RightBrace => open = open.saturating_sub(1),
                _ => {}
            }
            self.bump();
        }
    }

    fn token(&self) -> Token {
        self.tokens[self.next].0
    }

    fn at(&self, token: Token) -> bool {
        self.token() == token
    }

    fn span(&self) -> Span {
        self.tokens[self.next].1
    }

    /// The text of the next token.
    fn slice(&self) -> &'p str {
        let range = std::ops::Range::<usize>::from(self.span().range());
        &self.text[range]
    }

    /// Takes the next token; the end of the text stays.
    fn bump(&mut self) -> Span {
        let span = self.span();
        if !self.at(Token::End) {
            self.next += 1;
        }
        span
    }

    fn eat(&mut self, token: Token) -> bool {
        let is_there = self.at(token);
        if is_there {
            self.bump();
        }
        is_there
    }
}
