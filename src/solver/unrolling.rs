//! A system put out step by step: states one after the other, and what leads from one to the next.
//!
//! Everything is only ever added, so that the solver keeps what it has learnt. Terms are said of the state after so
//! many steps, and of the step that leads on from it.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::Bool;
use z3::{SatResult, Solver};

use super::ast::Ast;
use super::atoms::Atoms;
use super::session::Settings;
use super::translation::{Frame, Translation, exactly_one};
use super::truth::{all, any, implies, not};
use crate::ground::context::InputRole;
use crate::ground::system::{System, Turns};
use crate::logic::rewrite::symbols;
use crate::logic::{InputId, Node, Symbol, TermId, Terms};

/// Something that is assumed for one question, or not.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Literal(Bool);

/// Whether something can be true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Satisfiable {
    /// It can.
    Yes,
    /// It cannot.
    No,
    /// The solver does not know, and says why.
    Unknown(String),
}

/// States and steps so far.
pub struct Unrolling<'s> {
    pub(super) system: &'s System,
    pub(super) solver: Solver,
    pub(super) translation: Translation<'s>,
    /// That nothing is larger than there is room for; none where that is always so.
    fits: Option<Literal>,
    /// That no event happens that there are no terms for; none where there are no such events.
    described: Option<Literal>,
    of_states: Standing,
    of_steps: Standing,
    hints: Vec<Hint>,
    /// Hints that were given, by place and number.
    given: FxHashSet<(usize, usize)>,
    /// What was said of states. Variables that stay as they are need not have it said again.
    said: FxHashSet<Bool>,
    /// For each member of those that nothing tells apart whether it has taken an event so far.
    pub(super) acted: FxHashMap<(usize, usize), Bool>,
    /// How many switches there are.
    n_switches: usize,
    /// How much the solver was told.
    pub assertions: u64,
}

/// What is said of each state, or of each step.
struct Standing {
    facts: Vec<TermId>,
    overfull: Vec<TermId>,
}

/// Something that follows from what is said, and the inputs that it is about.
struct Hint {
    term: TermId,
    inputs: Vec<InputId>,
}

impl<'s> Unrolling<'s> {
    /// No states yet.
    pub fn of(system: &'s System, settings: Settings) -> Unrolling<'s> {
        let context = &system.context;
        let hints = context.hints.iter().map(|term| Hint {
            term: *term,
            inputs: inputs_of(&context.terms, *term),
        });
        let (of_states, of_steps) = standing(system);
        let mut unrolling = Unrolling {
            system,
            solver: settings.solver(),
            translation: Translation {
                context,
                frames: Vec::new(),
                atoms: Atoms::of(&context.terms),
                unsaid: Vec::new(),
                new_inputs: Vec::new(),
            },
            fits: None,
            described: None,
            hints: hints.collect(),
            given: FxHashSet::default(),
            said: FxHashSet::default(),
            acted: FxHashMap::default(),
            n_switches: 0,
            assertions: 0,
            of_states,
            of_steps,
        };
        if !(unrolling.of_states.overfull.is_empty() && unrolling.of_steps.overfull.is_empty()) {
            unrolling.fits = Some(Literal(Bool::new_const("everything fits")));
        }
        if !system.avoided.is_empty() {
            unrolling.described = Some(Literal(Bool::new_const("everything is described")));
        }
        unrolling.add_state(&[]);
        unrolling
    }

    /// The place of the last state.
    pub fn last(&self) -> usize {
        self.translation.frames.len() - 1
    }

    /// That everything fits, where that is a question.
    pub fn fits(&self) -> Option<&Literal> {
        self.fits.as_ref()
    }

    /// That no event happens that there are no terms for, where that is a question.
    pub fn described(&self) -> Option<&Literal> {
        self.described.as_ref()
    }

    /// One more state; these variables are as they were before.
    fn add_state(&mut self, unchanged: &[Range<usize>]) {
        let at = self.translation.frames.len();
        let mut variables = Vec::with_capacity(self.system.variables.len());
        let mut unchanged = unchanged.iter().peekable();
        for (index, variable) in self.system.variables.iter().enumerate() {
            while unchanged.peek().is_some_and(|range| range.end <= index) {
                unchanged.next();
            }
            if unchanged.peek().is_some_and(|range| range.contains(&index)) {
                variables.push(self.translation.frames[at - 1].variables[index].clone());
                continue;
            }
            let place = format!("@{at}");
            let made = self
                .translation
                .variable(&variable.name, variable.sort, &place);
            if let Ast::Finite(values) = &made {
                self.translation.unsaid.extend(exactly_one(values));
            }
            variables.push(made);
        }
        self.translation.frames.push(Frame::of(variables));
        if let Some(older) = at.checked_sub(2) {
            self.translation.frames[older].forget();
        }
        let always = self.system.always.iter().map(|constraint| constraint.term);
        let facts: Vec<TermId> = always.chain(self.of_states.facts.clone()).collect();
        for term in facts {
            let said = self.translation.truth(term, at);
            if self.said.insert(said.clone()) {
                self.tell(&said);
            }
        }
        self.say_what_fits(at, &self.of_states.overfull.clone());
    }

    fn say_what_fits(&mut self, at: usize, overfull: &[TermId]) {
        if let Some(Literal(fits)) = self.fits.clone() {
            for term in overfull {
                let fitting = not(&self.translation.truth(*term, at));
                self.tell(&implies(&fits, fitting));
            }
        }
    }

    /// One more step and the state after it, in which nothing is said of these instances: they do nothing.
    pub(super) fn begin_step(&mut self, silent: &[TermId], unchanged: &[Range<usize>]) -> usize {
        let at = self.last();
        for input in silent {
            if let Node::Symbol(Symbol::Input(id), _) = self.translation.context.terms.node(*input)
            {
                self.translation.frames[at].silent.insert(*id);
            }
        }
        self.add_state(unchanged);
        at
    }

    /// One more step and the state after it, of which nothing is said yet but that values are of their types.
    pub fn add_open_step(&mut self) -> usize {
        self.begin_step(&[], &[])
    }

    /// What is true of every step.
    pub fn say_what_stands(&mut self, at: usize) {
        for term in self.of_steps.facts.clone() {
            self.assert(term, at);
        }
        self.say_what_fits(at, &self.of_steps.overfull.clone());
        if let Some(Literal(described)) = self.described.clone() {
            for avoided in &self.system.avoided {
                let taken = self.translation.truth(avoided.happens, at);
                self.tell(&implies(&described, not(&taken)));
            }
        }
    }

    /// One more step and the state after it.
    pub fn add_step(&mut self, turns: Turns) {
        let at = self.begin_step(&[], &[]);
        let system = self.system;
        for part in system.relation(turns) {
            self.assert(part.term, at);
        }
        self.say_what_stands(at);
    }

    /// Says that a term is true at a place.
    pub fn assert(&mut self, term: TermId, at: usize) {
        match self.translation.context.terms.node(term) {
            Node::And(parts) => {
                for part in parts {
                    self.assert(*part, at);
                }
            }
            Node::Or(parts) => self.assert_one(parts, at),
            _ => {
                let said = self.translation.truth(term, at);
                self.tell(&said);
            }
        }
    }

    /// Says that one of some terms is true. Where the last one says the same of many values, it is said value by
    /// value.
    fn assert_one(&mut self, parts: &[TermId], at: usize) {
        let mut open = Vec::with_capacity(parts.len());
        for part in parts {
            let part = match self.translation.context.terms.node(*part) {
                Node::Equal(left, right) => {
                    let (left, right) = (
                        self.translation.ast(*left, at),
                        self.translation.ast(*right, at),
                    );
                    match (&left, &right) {
                        (Ast::Finite(a), Ast::Finite(b)) if parts.len() > 1 => {
                            let open_sides = a.iter().chain(b.iter());
                            if open_sides.clone().any(|value| value.as_bool().is_some()) {
                                left.same(&right)
                            } else {
                                return self.assert_values(parts, *part, at);
                            }
                        }
                        _ => left.same(&right),
                    }
                }
                _ => self.translation.truth(*part, at),
            };
            match part.as_bool() {
                Some(true) => return,
                Some(false) => {}
                None => open.push(part),
            }
        }
        self.tell(&any(open));
    }

    /// Says that one of some terms is true, one of which is that two values of a finite sort are the same.
    fn assert_values(&mut self, parts: &[TermId], equation: TermId, at: usize) {
        let others = parts.iter().filter(|part| **part != equation);
        let others: Vec<Bool> = others
            .map(|part| self.translation.truth(*part, at))
            .collect();
        let Node::Equal(left, right) = self.translation.context.terms.node(equation) else {
            return;
        };
        let (left, right) = (
            self.translation.ast(*left, at),
            self.translation.ast(*right, at),
        );
        let (Ast::Finite(left), Ast::Finite(right)) = (left, right) else {
            return;
        };
        let otherwise = any(others);
        for (a, b) in left.iter().zip(right.iter()) {
            let same = Ast::Bool(a.clone()).same(&Ast::Bool(b.clone()));
            self.tell(&any([otherwise.clone(), same]));
        }
    }

    /// A switch that nothing depends on yet.
    pub fn switch(&mut self) -> Literal {
        self.n_switches += 1;
        Literal(Bool::new_const(format!("switch {}", self.n_switches)))
    }

    /// Says that a term is true at a place where some literals are.
    pub fn assert_if(&mut self, literals: &[Literal], term: TermId, at: usize) {
        let said = self.translation.truth(term, at);
        let when = all(literals.iter().map(|literal| literal.0.clone()));
        self.tell(&implies(&when, said));
    }

    /// Something to assume, so that a term is true at a place.
    pub fn assumption(&mut self, term: TermId, at: usize) -> Literal {
        let said = self.translation.truth(term, at);
        let literal = self.switch();
        self.tell(&implies(&literal.0, said));
        literal
    }

    /// Something to assume, so that one of some terms is true at a place.
    pub fn assumption_of_one(&mut self, terms: &[TermId], at: usize) -> Literal {
        let one = terms.iter().map(|term| self.translation.truth(*term, at));
        let one: Vec<Bool> = one.collect();
        let literal = self.switch();
        self.tell(&implies(&literal.0, any(one)));
        literal
    }

    /// Something to assume, so that one of some literals is true.
    pub fn one_of(&mut self, literals: &[Literal]) -> Literal {
        let one = any(literals.iter().map(|literal| literal.0.clone()));
        let literal = self.switch();
        self.tell(&implies(&literal.0, one));
        literal
    }

    /// What a term is to the solver at a place: to be assumed where it is a symbol, a value of one, or the opposite of
    /// that.
    pub fn plain_literal(&mut self, term: TermId, at: usize) -> Literal {
        Literal(self.translation.truth(term, at))
    }

    /// Says that one of some terms is false at a place.
    pub fn deny_all(&mut self, terms: &[TermId], at: usize) {
        let denied = terms
            .iter()
            .map(|term| not(&self.translation.truth(*term, at)));
        let denied: Vec<Bool> = denied.collect();
        self.tell(&any(denied));
    }

    /// Says that a literal is false.
    pub fn deny(&mut self, literal: &Literal) {
        self.tell(&literal.0.not());
    }

    /// Tells the solver something, and first what was made on the way to it and what follows from that.
    pub(super) fn tell(&mut self, said: &Bool) {
        self.catch_up();
        if said.as_bool() != Some(true) {
            self.solver.assert(said);
            self.assertions += 1;
        }
    }

    /// Says what is true of inputs that are computed, and gives hints about them.
    fn catch_up(&mut self) {
        loop {
            for said in std::mem::take(&mut self.translation.unsaid) {
                self.solver.assert(&said);
                self.assertions += 1;
            }
            let new = std::mem::take(&mut self.translation.new_inputs);
            if new.is_empty() {
                return;
            }
            for (at, id) in &new {
                let role = &self.translation.context.inputs[id.0 as usize].role;
                if let InputRole::Defined { description, .. } = role {
                    let said = self.translation.truth(*description, *at);
                    if said.as_bool() != Some(true) {
                        self.translation.unsaid.push(said);
                    }
                }
            }
            self.give_hints();
        }
    }

    /// Gives the hints whose inputs are all in use.
    fn give_hints(&mut self) {
        let hints = std::mem::take(&mut self.hints);
        for at in self.last().saturating_sub(2)..=self.last() {
            for (number, hint) in hints.iter().enumerate() {
                if !self.given.contains(&(at, number))
                    && hint.inputs.iter().all(|id| self.is_in_use(*id, at))
                    && (at < self.last() || !reads_next(&self.translation.context.terms, hint.term))
                {
                    self.given.insert((at, number));
                    let said = self.translation.truth(hint.term, at);
                    self.translation.unsaid.push(said);
                }
            }
        }
        self.hints = hints;
    }

    fn is_in_use(&self, id: InputId, at: usize) -> bool {
        match self.translation.context.inputs[id.0 as usize].role {
            InputRole::Later { of, .. } => {
                let next = self.translation.frames.get(at + 1);
                next.is_some_and(|frame| frame.inputs.contains_key(&of))
            }
            _ => self.translation.frames[at].inputs.contains_key(&id),
        }
    }

    /// Whether everything that was said can be true, with some literals.
    pub fn check(&mut self, assumptions: &[Literal]) -> Satisfiable {
        self.catch_up();
        let assumptions: Vec<Bool> = assumptions.iter().map(|it| it.0.clone()).collect();
        let _span = tracing::debug_span!("solver").entered();
        let answer = if assumptions.is_empty() {
            self.solver.check()
        } else {
            self.solver.check_assumptions(&assumptions)
        };
        match answer {
            SatResult::Sat => Satisfiable::Yes,
            SatResult::Unsat => Satisfiable::No,
            SatResult::Unknown => {
                let why = self.solver.get_reason_unknown();
                Satisfiable::Unknown(why.unwrap_or_else(|| "it did not say why".to_owned()))
            }
        }
    }

    /// Literals of the last question that contradict each other.
    pub fn core(&self) -> Vec<Literal> {
        let core = self.solver.get_unsat_core();
        core.into_iter().map(Literal).collect()
    }

    /// Literals that contradict each other, none of which can be left out; none where they can all be true, or nobody
    /// can tell. Those in front are left out rather than those behind them.
    pub fn smallest_core(&mut self, literals: &[Literal]) -> Option<Vec<Literal>> {
        if self.check(literals) != Satisfiable::No {
            return None;
        }
        let blamed = self.core();
        let mut core = literals.to_vec();
        core.retain(|literal| blamed.contains(literal));
        let mut at = 0;
        while at < core.len() {
            let left_out = core.remove(at);
            if self.check(&core) != Satisfiable::No {
                core.insert(at, left_out);
                at += 1;
            }
        }
        Some(core)
    }

    /// The problem as a script for any solver.
    pub fn script(&self) -> String {
        self.solver.to_smt2()
    }
}

/// What is said of each state, and what of each step. Nothing can be said of variables of quantifiers outside of them.
fn standing(system: &System) -> (Standing, Standing) {
    let context = &system.context;
    let divided = |terms: &[TermId]| {
        let mut of_states = Vec::new();
        let mut of_steps = Vec::new();
        for term in terms {
            let read = symbols(&context.terms, *term);
            if read.iter().any(|symbol| matches!(symbol, Symbol::Bound(_))) {
                continue;
            }
            let is_of_states = read.iter().all(|it| matches!(it, Symbol::Current(_)));
            (if is_of_states {
                &mut of_states
            } else {
                &mut of_steps
            })
            .push(*term);
        }
        (of_states, of_steps)
    };
    let (facts, step_facts) = divided(&context.facts);
    let (overfull, step_overfull) = divided(&context.overfull);
    let of_states = Standing { facts, overfull };
    let of_steps = Standing {
        facts: step_facts,
        overfull: step_overfull,
    };
    (of_states, of_steps)
}

fn inputs_of(terms: &Terms, term: TermId) -> Vec<InputId> {
    let read = symbols(terms, term).into_iter();
    read.filter_map(|symbol| match symbol {
        Symbol::Input(id) => Some(id),
        _ => None,
    })
    .collect()
}

fn reads_next(terms: &Terms, term: TermId) -> bool {
    symbols(terms, term)
        .iter()
        .any(|symbol| matches!(symbol, Symbol::Next(_)))
}
