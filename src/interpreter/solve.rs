//! Next values: postconditions are relations, and here they are solved on concrete states.
//!
//! Most postconditions say outright what a field becomes, and then there is nothing to search. Where they do not,
//! values are tried from a finite set: a domain that the user gave, the two Booleans, an interval or set that the
//! conditions themselves confine the field to. Without one the question stays undecided, and is told as such.

mod guessed;

use std::collections::BTreeSet;

use num_bigint::BigInt;
use rustc_hash::FxHashSet;

use super::confined::{Confined, turned};
use super::evaluate::{Environment, arm_of};
use super::guesses::Guesses;
use super::polynomial::Polynomial;
use super::steps::Interpreter;
use super::watch::watched;
use crate::model::domains::{NoDomain, fit};
use crate::model::run::{Occurrence, Step};
use crate::model::state::State;
use crate::model::value::{InstanceId, Value};
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment, UnaryOp};
use crate::semantics::specification::{FieldId, StateId};
use crate::semantics::types::Type;
use crate::stack::with_enough_stack;

/// Whether something can happen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Possible {
    /// It can.
    Yes,
    /// It cannot.
    No,
    /// It cannot be told without searching an infinite set.
    Undecided {
        /// What is searched for, in words.
        what: String,
    },
}

/// Whether an expression reads the next state.
pub fn reads_next(expr: &Expr) -> bool {
    let mut reads = false;
    expr.walk(&mut |part| {
        reads |= matches!(
            part.kind,
            ExprKind::Field(_, _, Moment::Next) | ExprKind::StateTest(_, _, Moment::Next)
        );
    });
    reads
}

/// Whether there are next values for a step.
pub(super) fn has_next(interpreter: &Interpreter<'_>, current: &State, step: &Step) -> Possible {
    let found = watched(interpreter, |interpreter| {
        let mut search = Search::new(interpreter, current, step);
        search.most = 1;
        search.run()
    });
    match found.flatten() {
        Ok(states) if states.is_empty() => Possible::No,
        Ok(_) => Possible::Yes,
        Err(NoDomain { what }) => Possible::Undecided { what },
    }
}

/// All next states of a step, in a fixed order. Time stands still.
pub(super) fn next_states(
    interpreter: &Interpreter<'_>,
    current: &State,
    step: &Step,
) -> Result<Vec<State>, NoDomain> {
    watched(interpreter, |interpreter| {
        Search::new(interpreter, current, step).run()
    })
    .flatten()
}

/// Some next states of a step, with guesses where there is no finite set of values to try.
pub(super) fn some_next_states(
    interpreter: &Interpreter<'_>,
    current: &State,
    step: &Step,
    guesses: &Guesses,
) -> Vec<State> {
    let found = watched(interpreter, |interpreter| {
        let mut search = Search::new(interpreter, current, step);
        search.guesses = Some(guesses);
        search.budget = MOST_GUESSED;
        search.run()
    });
    found.flatten().unwrap_or_default()
}

/// So many choices of guessed next values are tried for a step.
const MOST_GUESSED: usize = 500;

type Unknown = (InstanceId, FieldId);

/// A condition of a step, split at its conjunctions.
struct Conjunct<'m> {
    occurrence: usize,
    expr: &'m Expr,
}

/// What has to hold for a condition to hold.
enum Parts<'m> {
    /// The condition itself, as it stands.
    Itself,
    /// It cannot hold.
    Never,
    /// All of these.
    All(Vec<&'m Expr>),
}

impl<'m> Parts<'m> {
    /// The other one of two alternatives, unless the first one settles the matter.
    fn unless(settled: bool, other: &'m Expr) -> Parts<'m> {
        Parts::All(if settled { Vec::new() } else { vec![other] })
    }
}

struct Search<'s, 'm> {
    interpreter: &'s Interpreter<'m>,
    current: &'s State,
    step: &'s Step,
    conjuncts: Vec<Conjunct<'m>>,
    /// Whether a condition fails whatever the next values are.
    impossible: bool,
    most: usize,
    found: Vec<State>,
    seen: FxHashSet<State>,
    guesses: Option<&'s Guesses>,
    /// So many more choices may be tried.
    budget: usize,
}

impl<'s, 'm> Search<'s, 'm> {
    fn new(interpreter: &'s Interpreter<'m>, current: &'s State, step: &'s Step) -> Search<'s, 'm> {
        let mut search = Search {
            interpreter,
            current,
            step,
            conjuncts: Vec::new(),
            impossible: false,
            most: usize::MAX,
            found: Vec::new(),
            seen: FxHashSet::default(),
            guesses: None,
            budget: usize::MAX,
        };
        for (occurrence, taken) in step.occurrences.iter().enumerate() {
            let event = interpreter.event(taken.instance, taken.event);
            for statement in event.statements() {
                if reads_next(&statement.condition) {
                    search.split(&statement.condition, occurrence);
                }
            }
        }
        search
    }

    /// Takes a condition apart, as far as the state before tells which part of it matters.
    fn split(&mut self, expr: &'m Expr, occurrence: usize) {
        match self.parts(expr, occurrence) {
            Parts::Itself => self.conjuncts.push(Conjunct { occurrence, expr }),
            Parts::Never => self.impossible = true,
            Parts::All(parts) => {
                for part in parts {
                    with_enough_stack(|| self.split(part, occurrence));
                }
            }
        }
    }

    fn parts(&self, expr: &'m Expr, occurrence: usize) -> Parts<'m> {
        let environment =
            self.interpreter
                .environment(self.current, None, &self.step.occurrences[occurrence]);
        // The truth of a part that does not read the next state; undefined is neither true nor false.
        let before = |part: &Expr| (!reads_next(part)).then(|| environment.truth(part));
        match &expr.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => Parts::All(vec![left, right]),
            ExprKind::Binary(BinaryOp::Implies, left, right) => match before(left) {
                Some(truth) => Parts::unless(truth == Some(false), right),
                None => Parts::Itself,
            },
            ExprKind::Binary(BinaryOp::Or, left, right) => match (before(left), before(right)) {
                (Some(truth), _) => Parts::unless(truth == Some(true), right),
                (_, Some(truth)) => Parts::unless(truth == Some(true), left),
                _ => Parts::Itself,
            },
            ExprKind::Conditional(condition, then, otherwise) => match before(condition) {
                Some(Some(true)) => Parts::All(vec![then]),
                Some(Some(false)) => Parts::All(vec![otherwise]),
                Some(None) => Parts::Never,
                None => Parts::Itself,
            },
            ExprKind::Case(subject, arms) if !reads_next(subject) => {
                let arm = environment
                    .value(subject)
                    .and_then(|subject| arm_of(arms, &subject));
                arm.map_or(Parts::Never, |arm| Parts::All(vec![arm]))
            }
            _ => Parts::Itself,
        }
    }

    fn run(mut self) -> Result<Vec<State>, NoDomain> {
        if self.impossible {
            return Ok(Vec::new());
        }
        let unknown: BTreeSet<Unknown> = self
            .step
            .occurrences
            .iter()
            .flat_map(|taken| self.fields_of(taken))
            .collect();
        for next in self.targets() {
            self.solve(next, unknown.clone())?;
        }
        Ok(self.found)
    }

    /// The fields that the postconditions of an occurrence define.
    fn fields_of(&self, taken: &Occurrence) -> Vec<Unknown> {
        let shape = self.interpreter.shape(taken.instance, taken.event);
        let fields = shape.groups.iter().flat_map(|group| &group.fields);
        fields.map(|field| (taken.instance, *field)).collect()
    }

    /// The next states as far as life cycles go: one for each choice of targets.
    fn targets(&self) -> Vec<State> {
        let mut states = vec![self.current.clone()];
        for taken in &self.step.occurrences {
            let at = self.current.life_cycle(taken.instance);
            let moves = &self.interpreter.shape(taken.instance, taken.event).moves;
            let targets: Vec<StateId> = moves
                .iter()
                .filter(|(from, _)| *from == at)
                .map(|(_, to)| *to)
                .collect();
            states = states
                .iter()
                .flat_map(|state| {
                    targets.iter().map(|target| {
                        let mut next = state.clone();
                        next.instance_mut(taken.instance).life_cycle = *target;
                        next
                    })
                })
                .collect();
        }
        states
    }

    fn solve(&mut self, mut next: State, mut unknown: BTreeSet<Unknown>) -> Result<(), NoDomain> {
        if self.found.len() >= self.most || self.budget == 0 {
            return Ok(());
        }
        self.budget -= 1;
        while let Some((field, value)) = self.determined(&next, &unknown) {
            let domain = self.interpreter.domain(field.0, field.1);
            let allowed = |value: &Value| domain.is_none_or(|domain| domain.contains(value));
            let Some(value) = value.filter(allowed) else {
                return Ok(());
            };
            next.instance_mut(field.0).fields[field.1.index()] = value;
            unknown.remove(&field);
        }
        if unknown.is_empty() {
            if self.all_hold(&next) && self.seen.insert(next.clone()) {
                self.found.push(next);
            }
            return Ok(());
        }
        let (field, values) = self.choice(&next, &unknown)?;
        unknown.remove(&field);
        for value in values {
            let mut chosen = next.clone();
            chosen.instance_mut(field.0).fields[field.1.index()] = value;
            self.solve(chosen, unknown.clone())?;
        }
        Ok(())
    }

    fn environment<'e>(&'e self, next: &'e State, occurrence: usize) -> Environment<'e> {
        self.interpreter
            .environment(self.current, Some(next), &self.step.occurrences[occurrence])
    }

    fn all_hold(&self, next: &State) -> bool {
        self.conjuncts.iter().all(|conjunct| {
            self.environment(next, conjunct.occurrence)
                .holds(conjunct.expr)
        })
    }

    /// A field that a condition says the value of, given what is known; the value is none where it is undefined or
    /// cannot be one of the field.
    fn determined(
        &self,
        next: &State,
        unknown: &BTreeSet<Unknown>,
    ) -> Option<(Unknown, Option<Value>)> {
        self.conjuncts.iter().find_map(|conjunct| {
            let (field, op, value) = self.comparison(conjunct, unknown)?;
            if op != BinaryOp::Equal {
                return None;
            }
            let value = self.environment(next, conjunct.occurrence).value(value);
            Some((
                field,
                value.and_then(|value| fit(self.type_of(field), value)),
            ))
        })
    }

    /// `new this.f op e` with f unknown and e known, either way round (then the operator is turned round, too).
    fn comparison(
        &self,
        conjunct: &Conjunct<'m>,
        unknown: &BTreeSet<Unknown>,
    ) -> Option<(Unknown, BinaryOp, &'m Expr)> {
        let ExprKind::Binary(op, left, right) = &conjunct.expr.kind else {
            return None;
        };
        let this = self.step.occurrences[conjunct.occurrence].instance;
        let sides = [(left, Some(*op), right), (right, turned(*op), left)];
        sides.into_iter().find_map(|(side, op, other)| {
            let field = next_field(side, this).filter(|field| unknown.contains(field))?;
            let known = self.is_known(other, conjunct.occurrence, unknown);
            known.then_some((field, op?, &**other))
        })
    }

    /// Whether an expression reads no unknown field.
    fn is_known(&self, expr: &Expr, occurrence: usize, unknown: &BTreeSet<Unknown>) -> bool {
        let mut known = true;
        expr.walk(&mut |part| {
            if let ExprKind::Field(base, field, Moment::Next) = &part.kind {
                known &= !self.may_be_unknown(base, *field, occurrence, unknown);
            }
        });
        known
    }

    /// Whether a field of an instance may be unknown. Where it takes a quantifier's variable to tell which instance it
    /// is, any of its specification is meant.
    fn may_be_unknown(
        &self,
        base: &Expr,
        field: FieldId,
        occurrence: usize,
        unknown: &BTreeSet<Unknown>,
    ) -> bool {
        let mut fixed = !reads_next(base);
        base.walk(&mut |part| fixed &= !matches!(part.kind, ExprKind::Local(_)));
        if !fixed {
            let mut unknown = unknown.iter();
            return unknown.any(|(id, other)| *other == field && self.is_of(*id, &base.ty));
        }
        let environment = self.environment(self.current, occurrence);
        match environment.value(base) {
            Some(Value::Instance(id)) => unknown.contains(&(id, field)),
            _ => false,
        }
    }

    fn is_of(&self, id: InstanceId, ty: &Type) -> bool {
        *ty == Type::Instance(self.interpreter.universe.instance(id).spec)
    }

    fn type_of(&self, (instance, field): Unknown) -> &'m Type {
        &self.interpreter.spec(instance).fields[field.index()].ty
    }

    /// An unknown field with the fewest values to try, and these.
    fn choice(
        &self,
        next: &State,
        unknown: &BTreeSet<Unknown>,
    ) -> Result<(Unknown, Vec<Value>), NoDomain> {
        let candidates = unknown
            .iter()
            .filter_map(|field| Some((*field, self.values(next, unknown, *field)?)));
        let fewest = candidates.min_by_key(|(_, values)| values.len());
        fewest.ok_or_else(|| {
            let first = unknown.first();
            let name = first.map(|(id, field)| self.interpreter.field_name(*id, *field));
            NoDomain {
                what: format!("a next value of {}", name.unwrap_or_default()),
            }
        })
    }

    /// The values that an unknown field may have: roots of an equation, values of its domain, or what conditions
    /// confine it to.
    fn values(
        &self,
        next: &State,
        unknown: &BTreeSet<Unknown>,
        field: Unknown,
    ) -> Option<Vec<Value>> {
        let domain = self.interpreter.domain(field.0, field.1);
        let allowed = |value: &Value| domain.is_none_or(|domain| domain.contains(value));
        let equations = self.conjuncts.iter();
        let roots = equations
            .filter_map(|conjunct| self.roots(conjunct, next, unknown, field))
            .min_by_key(Vec::len);
        if let Some(roots) = roots {
            let roots = roots.into_iter().map(Value::Integer);
            return Some(roots.filter(allowed).collect());
        }
        if let Some(domain) = domain {
            return Some(domain.to_vec());
        }
        let mut confined = Confined::new(self.type_of(field));
        for conjunct in &self.conjuncts {
            if let Some((found, op, other)) = self.comparison(conjunct, unknown)
                && found == field
            {
                confined.confine(op, other, &self.environment(next, conjunct.occurrence));
            }
        }
        confined
            .values()
            .or_else(|| self.guessed(next, unknown, field))
    }

    /// The values of a whole number in an equation in which nothing else is unknown.
    fn roots(
        &self,
        conjunct: &Conjunct<'m>,
        next: &State,
        unknown: &BTreeSet<Unknown>,
        field: Unknown,
    ) -> Option<Vec<BigInt>> {
        let ExprKind::Binary(BinaryOp::Equal, left, right) = &conjunct.expr.kind else {
            return None;
        };
        if *self.type_of(field) != Type::Integer {
            return None;
        }
        let side = |expr: &Expr| self.polynomial(expr, conjunct.occurrence, next, unknown, field);
        side(left)?.minus(&side(right)?).roots()
    }

    /// An expression as a polynomial in one unknown field.
    fn polynomial(
        &self,
        expr: &Expr,
        occurrence: usize,
        next: &State,
        unknown: &BTreeSet<Unknown>,
        field: Unknown,
    ) -> Option<Polynomial> {
        let this = self.step.occurrences[occurrence].instance;
        if self.is_known(expr, occurrence, unknown) {
            let value = self.environment(next, occurrence).value(expr);
            return match value? {
                Value::Integer(number) => Some(Polynomial::constant(number)),
                _ => None,
            };
        }
        if next_field(expr, this) == Some(field) {
            return Some(Polynomial::unknown());
        }
        let side = |part: &Expr| {
            with_enough_stack(|| self.polynomial(part, occurrence, next, unknown, field))
        };
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Negate, operand) => Some(side(operand)?.negated()),
            ExprKind::Binary(BinaryOp::Add, a, b) => Some(side(a)?.plus(&side(b)?)),
            ExprKind::Binary(BinaryOp::Subtract, a, b) => Some(side(a)?.minus(&side(b)?)),
            ExprKind::Binary(BinaryOp::Multiply, a, b) => Some(side(a)?.times(&side(b)?)),
            _ => None,
        }
    }
}

/// `new this.f`
fn next_field(expr: &Expr, this: InstanceId) -> Option<Unknown> {
    match &expr.kind {
        ExprKind::Field(base, field, Moment::Next) if base.kind == ExprKind::This => {
            Some((this, *field))
        }
        _ => None,
    }
}
