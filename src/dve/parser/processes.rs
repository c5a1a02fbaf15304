//! Processes and their transitions.

use super::super::ast::{Assignment, Destination, Message, Name, Process, Sync, Transition};
use super::super::lexer::Token;
use super::{Parsed, Parser, codes};
use crate::diagnostics::Span;

/// What may stand in a transition, with the places where it stood.
#[derive(Default)]
struct Body {
    guards: Vec<super::Expr>,
    sync: Option<Sync>,
    effects: Vec<Assignment>,
    seen: Vec<(Token, Span)>,
}

impl Parser<'_> {
    /// `process name { ... }`; properties look the same.
    pub(super) fn process(&mut self) -> Parsed<Process> {
        self.bump();
        let name = self.name("the name of a process")?;
        let open = self.expect(Token::LeftBrace, "`{`")?;
        let mut process = Process {
            name,
            declarations: Vec::new(),
            states: Vec::new(),
            initial: Vec::new(),
            committed: Vec::new(),
            accepting: Vec::new(),
            assertions: Vec::new(),
            transitions: Vec::new(),
        };
        loop {
            match self.token() {
                Token::RightBrace => {
                    self.bump();
                    break;
                }
                Token::Process | Token::System | Token::Property | Token::End => {
                    // Forgotten braces are told of where they were opened as well.
                    self.close(Token::RightBrace, "`}`", open)?;
                }
                _ => {}
            }
            let begin = self.next;
            if self.part(&mut process).is_err() {
                self.skip_to_part();
            }
            if self.next == begin {
                self.bump();
            }
        }
        Ok(process)
    }

    fn part(&mut self, process: &mut Process) -> Parsed<()> {
        let what = "the name of a state";
        match self.token() {
            Token::Const | Token::Byte | Token::Int | Token::Channel => {
                self.declarations(&mut process.declarations)
            }
            Token::State => {
                self.bump();
                self.names(what, &mut process.states)
            }
            Token::Init => {
                self.bump();
                self.names(what, &mut process.initial)
            }
            Token::Commit => {
                self.bump();
                self.names(what, &mut process.committed)
            }
            Token::Accept => {
                self.bump();
                self.names(what, &mut process.accepting)
            }
            Token::Assert => self.assertions(process),
            Token::Trans => {
                self.transitions(process);
                Ok(())
            }
            _ => self.told_expected("a part of a process"),
        }
    }

    /// `assert state: condition, ...;`
    fn assertions(&mut self, process: &mut Process) -> Parsed<()> {
        self.bump();
        loop {
            let state = self.name("the name of a state")?;
            self.expect(Token::Colon, "`:`")?;
            let condition = self.expression()?;
            process.assertions.push((state, condition));
            if !self.eat(Token::Comma) {
                self.semicolon();
                return Ok(());
            }
        }
    }

    /// Transitions up to a semicolon. The commas between them, and the semicolon before a brace, may be left out.
    fn transitions(&mut self, process: &mut Process) {
        self.bump();
        while matches!(self.token(), Token::Name | Token::Arrow) {
            let source = process.transitions.last().map(|last| last.from.clone());
            match self.transition(source) {
                Ok(transition) => process.transitions.push(transition),
                Err(_) => self.skip_to_transition(),
            }
            self.eat(Token::Comma);
        }
        if !self.at(Token::RightBrace) {
            self.semicolon();
        }
    }

    /// `from -> to { ... }`; without a first state it is that of the transition before.
    fn transition(&mut self, source: Option<Name>) -> Parsed<Transition> {
        let begin = self.span();
        let from = match source {
            Some(source) if self.at(Token::Arrow) => source,
            _ => self.name("the state before a transition")?,
        };
        self.expect(Token::Arrow, "`->`")?;
        let to = self.name("the state after a transition")?;
        let open = self.expect(Token::LeftBrace, "`{`")?;
        let mut body = Body::default();
        while matches!(self.token(), Token::Guard | Token::Sync | Token::Effect) {
            self.body(&mut body)?;
        }
        let end = self.close(Token::RightBrace, "`guard`, `sync`, `effect` or `}`", open)?;
        Ok(Transition {
            from,
            to,
            guards: body.guards,
            sync: body.sync,
            effects: body.effects,
            span: begin.cover(end),
        })
    }

    fn body(&mut self, body: &mut Body) -> Parsed<()> {
        let (token, keyword) = (self.token(), self.slice());
        let span = self.bump();
        let first = body.seen.iter().find(|(seen, _)| *seen == token);
        if let Some((_, first)) = first {
            let first = *first;
            self.tell(codes::second_part(span, keyword, first));
        }
        body.seen.push((token, span));
        match token {
            Token::Guard => body.guards.extend(self.expressions()?),
            Token::Sync => body.sync = Some(self.sync()?),
            _ => self.assignments(&mut body.effects)?,
        }
        self.semicolon();
        Ok(())
    }

    fn sync(&mut self) -> Parsed<Sync> {
        let channel = self.name("the name of a channel")?;
        let begin = channel.span;
        let is_send = match self.token() {
            Token::Bang => true,
            Token::Question => false,
            _ => return self.told_expected("`!` or `?`"),
        };
        let mark = self.bump();
        let message = if is_send {
            Message::Send(self.listed(Parser::expression)?)
        } else {
            Message::Receive(self.listed(Parser::place)?)
        };
        let last = self.tokens[self.next - 1].1;
        Ok(Sync {
            channel,
            message,
            span: begin.cover(mark).cover(last),
        })
    }

    /// The parts of a message: none, one, or several in braces.
    fn listed<T>(&mut self, rule: impl Fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        match self.token() {
            Token::Semicolon | Token::RightBrace => Ok(Vec::new()),
            Token::LeftBrace => {
                let open = self.bump();
                let mut found = vec![rule(self)?];
                while self.eat(Token::Comma) {
                    found.push(rule(self)?);
                }
                self.close(Token::RightBrace, "`}`", open)?;
                Ok(found)
            }
            _ => Ok(vec![rule(self)?]),
        }
    }

    fn assignments(&mut self, found: &mut Vec<Assignment>) -> Parsed<()> {
        loop {
            let place = self.place()?;
            self.expect(Token::Assign, "`=`")?;
            let value = self.expression()?;
            let span = place.span.cover(value.span);
            found.push(Assignment { place, value, span });
            if !self.eat(Token::Comma) {
                return Ok(());
            }
        }
    }

    fn place(&mut self) -> Parsed<Destination> {
        let name = self.name("the name of a variable")?;
        let index = self.subscript()?;
        let last = self.tokens[self.next - 1].1;
        let span = name.span.cover(last);
        Ok(Destination { name, index, span })
    }

    /// Goes on where a part of a process begins or a process ends.
    fn skip_to_part(&mut self) {
        self.skip_until(ends_part);
    }

    /// Goes on behind the transition that is being read.
    fn skip_to_transition(&mut self) {
        loop {
            match self.token() {
                Token::Process | Token::System | Token::Property | Token::End => return,
                Token::RightBrace => {
                    self.bump();
                    return;
                }
                // A transition whose brace was forgotten ends where the next one begins.
                Token::Name if self.begins_transition() => return,
                _ => {}
            }
            self.bump();
        }
    }

    fn begins_transition(&self) -> bool {
        let ahead = |distance: usize| {
            let token = self.tokens.get(self.next + distance);
            token.map(|(token, _)| *token)
        };
        ahead(1) == Some(Token::Arrow)
            && ahead(2) == Some(Token::Name)
            && ahead(3) == Some(Token::LeftBrace)
    }
}

/// Whether another part of a process begins, or the process ends.
fn ends_part(token: Token) -> bool {
    matches!(
        token,
        Token::State
            | Token::Init
            | Token::Commit
            | Token::Accept
            | Token::Assert
            | Token::Trans
            | Token::RightBrace
    )
}
