//! Expressions to terms.

use z3::ast::Bool;

use super::arithmetic;
use super::listing::{Entry, Listing};
use super::logic::{all, any};
use super::roles::Role;
use super::term::{Parts, Term, both};
use super::terms::Terms;
use super::truth::Truth;
use super::variables::View;
use crate::diagnostics::Span;
use crate::model::value::of_literal;
use crate::model::{InstanceId, Model, Value};
use crate::semantics::deep;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment, UnaryOp};
use crate::semantics::specification::{FunctionId, LocalId};
use crate::semantics::types::Type;
use crate::semantics::value::Value as Literal;

/// Why there is no problem to put to the solver.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Halt {
    /// There are no terms for something.
    Unsupported { what: String, span: Option<Span> },
    /// We were told to stop.
    Stopped,
}

pub(super) type Encoded<T> = Result<T, Halt>;

/// There are no terms for something.
pub(super) fn unsupported(what: &str) -> Halt {
    Halt::Unsupported {
        what: what.to_owned(),
        span: None,
    }
}

/// What an expression is read in.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    pub(super) current: View<'s>,
    pub(super) next: Option<View<'s>>,
    pub(super) this: Option<This<'s>>,
    pub(super) params: &'s [Term],
}

/// What `this` is: an instance, or whoever takes an event.
#[derive(Clone, Copy)]
pub(super) enum This<'s> {
    One(InstanceId),
    Role(&'s Role),
}

/// Turns expressions into terms.
pub(super) struct Encoder<'e, 'm> {
    pub(super) model: &'e Model<'m>,
    pub(super) terms: &'e mut Terms,
    /// The variables of quantifiers around an expression, innermost last.
    pub(super) locals: Vec<(LocalId, Term)>,
}

impl<'e, 'm> Encoder<'e, 'm> {
    pub(super) fn new(model: &'e Model<'m>, terms: &'e mut Terms) -> Encoder<'e, 'm> {
        Encoder {
            model,
            terms,
            locals: Vec::new(),
        }
    }

    /// When a condition holds: one that is undefined does not.
    pub(super) fn holds(&mut self, scope: Scope<'_>, expr: &Expr) -> Encoded<Bool> {
        Ok(self.truth(scope, expr)?.yes)
    }

    /// When a condition is true and when it is false.
    pub(super) fn truth(&mut self, scope: Scope<'_>, expr: &Expr) -> Encoded<Truth> {
        let term = self.term(scope, expr)?;
        match term.parts {
            Parts::Truth(truth) => Ok(truth.where_defined(term.defined.as_ref())),
            _ => Err(unsupported("a condition that is no truth value")),
        }
    }

    /// The value of an expression.
    pub(super) fn term(&mut self, scope: Scope<'_>, expr: &Expr) -> Encoded<Term> {
        deep(|| self.term_of(scope, expr)).map_err(|mut halt| {
            // The innermost expression is the one that there are no terms for.
            if let Halt::Unsupported { span, .. } = &mut halt {
                span.get_or_insert(expr.span);
            }
            halt
        })
    }

    fn term_of(&mut self, scope: Scope<'_>, expr: &Expr) -> Encoded<Term> {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Parameter(id) => {
                let term = scope.params.get(id.index()).cloned();
                term.ok_or_else(|| unsupported("a parameter without a value"))
            }
            ExprKind::Local(id) => {
                let mut around = self.locals.iter().rev();
                let found = around.find(|(local, _)| local == id);
                let found = found.map(|(_, term)| term.clone());
                found.ok_or_else(|| unsupported("a variable without a value"))
            }
            ExprKind::Now => Ok(scope.current.now().clone()),
            ExprKind::This | ExprKind::Instance(..) => self.instance(scope, expr),
            ExprKind::Extent(spec) => Ok(self.extent(*spec)),
            ExprKind::Field(instance, field, moment) => {
                self.field(scope, instance, *field, *moment)
            }
            ExprKind::StateTest(instance, test, moment) => {
                self.state_test(scope, instance, test, *moment)
            }
            ExprKind::Member(value, member) => {
                let value_term = self.term(scope, value)?;
                arithmetic::member(self.terms, &value_term, &value.ty, *member)
            }
            ExprKind::Index(map, key) => self.index(scope, map, key, &expr.ty),
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(self.truth(scope, operand)?.not().into()),
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                arithmetic::negate(&self.term(scope, operand)?, &operand.ty)
            }
            ExprKind::Binary(op, left, right) => self.binary(scope, *op, left, right),
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.truth(scope, condition)?;
                let (then, otherwise) = (self.term(scope, then)?, self.term(scope, otherwise)?);
                let chosen = Term::choose(&condition.yes, &then, &otherwise);
                Ok(chosen.where_defined(condition.defined()))
            }
            ExprKind::Call(function, arguments) => self.call(scope, *function, arguments),
            ExprKind::Case(subject, arms) => self.case(scope, subject, arms),
            ExprKind::Quantified(quantifier, binding) => {
                self.quantified(scope, *quantifier, binding)
            }
            ExprKind::Comprehension(binding) => self.comprehension(scope, binding),
            ExprKind::Set(elements) => self.set(scope, elements),
            ExprKind::Map(entries) => self.map(scope, entries),
            ExprKind::Range(low, high, step) => self.range(scope, expr, low, high, step.as_deref()),
            ExprKind::Cardinality(collection) => {
                let collection = self.term(scope, collection)?;
                let listing = listing_of(&collection)?;
                Ok(Term::total(Parts::Int(listing.size()))
                    .where_defined(collection.defined.clone()))
            }
            ExprKind::Function(_) | ExprKind::Tariff | ExprKind::Error => {
                Err(unsupported("interest tariffs"))
            }
        }
    }

    fn literal(&mut self, literal: &Literal) -> Encoded<Term> {
        let value = of_literal(literal).ok_or_else(|| unsupported("interest norms"))?;
        self.value(&value)
    }

    /// A value that is known.
    pub(super) fn value(&mut self, value: &Value) -> Encoded<Term> {
        let term = self.terms.value(value);
        term.ok_or_else(|| unsupported("a value that is open"))
    }

    fn binary(
        &mut self,
        scope: Scope<'_>,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Encoded<Term> {
        if op == BinaryOp::In {
            return self.membership(scope, left, right);
        }
        if op.is_connective() {
            let (left, right) = (self.truth(scope, left)?, self.truth(scope, right)?);
            return Ok(match op {
                BinaryOp::And => Truth::all(&[left, right]),
                BinaryOp::Or => Truth::any(&[left, right]),
                _ => Truth::any(&[left.not(), right]),
            }
            .into());
        }
        let (left_term, right_term) = (self.term(scope, left)?, self.term(scope, right)?);
        arithmetic::binary(
            self.terms,
            op,
            (&left_term, &left.ty),
            (&right_term, &right.ty),
        )
    }

    /// Arguments are computed first: where one is undefined the call is, even if the function does not use it.
    fn call(
        &mut self,
        scope: Scope<'_>,
        function: FunctionId,
        arguments: &[Expr],
    ) -> Encoded<Term> {
        let arguments: Encoded<Vec<Term>> = arguments
            .iter()
            .map(|argument| self.term(scope, argument))
            .collect();
        let arguments = arguments?;
        let inside = Scope {
            this: None,
            params: &arguments,
            ..scope
        };
        // Variables around the call are not those of the function.
        let around = std::mem::take(&mut self.locals);
        let result = self.term(inside, &self.model.program.function(function).body);
        self.locals = around;
        let defined = arguments.iter().map(Term::when_defined).fold(None, both);
        Ok(result?.where_defined(defined))
    }

    fn case(
        &mut self,
        scope: Scope<'_>,
        subject: &Expr,
        arms: &[(Literal, Expr)],
    ) -> Encoded<Term> {
        let subject = self.term(scope, subject)?;
        let mut result: Option<Term> = None;
        let mut matched = Vec::new();
        for (pattern, arm) in arms.iter().rev() {
            let is_it = subject.same(&self.literal(pattern)?);
            let value = self.term(scope, arm)?;
            matched.push(is_it.clone());
            result = Some(match result {
                Some(others) => Term::choose(&is_it, &value, &others),
                None => value,
            });
        }
        let result = result.ok_or_else(|| unsupported("a case without arms"))?;
        let defined = both(Some(any(matched)), subject.when_defined());
        Ok(result.where_defined(defined))
    }

    // Sets and maps.

    fn set(&mut self, scope: Scope<'_>, elements: &[Expr]) -> Encoded<Term> {
        let mut entries = Vec::with_capacity(elements.len());
        let mut defined = None;
        for element in elements {
            let key = self.term(scope, element)?;
            defined = both(defined, key.when_defined());
            entries.push(there(key, None));
        }
        Ok(listing_term(Listing::of(entries, None)).where_defined(defined))
    }

    fn map(&mut self, scope: Scope<'_>, entries: &[(Expr, Expr)]) -> Encoded<Term> {
        let mut listed = Vec::with_capacity(entries.len());
        let mut defined = None;
        for (key, value) in entries {
            let (key, value) = (self.term(scope, key)?, self.term(scope, value)?);
            defined = both(defined, both(key.when_defined(), value.when_defined()));
            listed.push(there(key, Some(value)));
        }
        Ok(listing_term(Listing::map(listed)).where_defined(defined))
    }

    /// The values of a range that is the same in every run are listed; of others as many as there is room for.
    fn range(
        &mut self,
        scope: Scope<'_>,
        range: &Expr,
        low: &Expr,
        high: &Expr,
        step: Option<&Expr>,
    ) -> Encoded<Term> {
        /// Beyond so many values it does not pay to list them.
        const MOST: usize = 10_000;
        if let Some(Value::Set(values)) = self.model.constant(range)
            && values.len() <= MOST
        {
            return self.value(&Value::Set(values));
        }
        let (low_term, high_term) = (self.term(scope, low)?, self.term(scope, high)?);
        let step_term = match step {
            Some(step) => Some((self.term(scope, step)?, &step.ty)),
            None => None,
        };
        arithmetic::range(
            self.terms,
            (&low_term, &low.ty),
            (&high_term, &high.ty),
            step_term.as_ref().map(|(step, ty)| (step, *ty)),
        )
    }

    fn membership(&mut self, scope: Scope<'_>, element: &Expr, over: &Expr) -> Encoded<Term> {
        let element_term = self.term(scope, element)?;
        if let ExprKind::Range(low, high, None) = &over.kind {
            return self.between(scope, (&element_term, &element.ty), low, high);
        }
        let collection = self.term(scope, over)?;
        let defined = both(element_term.when_defined(), collection.defined.clone());
        let found = listing_of(&collection)?.contains(&element_term);
        Ok(Truth::partial(found, defined.as_ref()).into())
    }

    /// `x in {low .. high}`: there is no need to count through the range. Where one comparison is undefined the whole is.
    fn between(
        &mut self,
        scope: Scope<'_>,
        element: (&Term, &Type),
        low: &Expr,
        high: &Expr,
    ) -> Encoded<Term> {
        let (low_term, high_term) = (self.term(scope, low)?, self.term(scope, high)?);
        let above = arithmetic::ordering(BinaryOp::GreaterEqual, element, (&low_term, &low.ty))?;
        let below = arithmetic::ordering(BinaryOp::LessEqual, element, (&high_term, &high.ty))?;
        let defined = both(above.defined(), below.defined());
        Ok(Truth::partial(all([above.yes, below.yes]), defined.as_ref()).into())
    }

    fn index(&mut self, scope: Scope<'_>, map: &Expr, key: &Expr, ty: &Type) -> Encoded<Term> {
        let (map, key) = (self.term(scope, map)?, self.term(scope, key)?);
        let listing = listing_of(&map)?;
        let mut found = vec![];
        let mut value = None;
        if let Some(more) = &listing.more {
            let name = z3::ast::Int::fresh_const("value").to_string();
            value = self.terms.variable(&name, ty);
            found.push(all([more.clone(), Bool::fresh_const("perhaps")]));
        }
        for entry in &listing.entries {
            let is_it = all([entry.there.clone(), entry.key.same(&key)]);
            value = match (&entry.value, value) {
                (Some(own), Some(others)) => Some(Term::choose(&is_it, own, &others)),
                (own, others) => own.clone().or(others),
            };
            found.push(is_it);
        }
        let defined = both(
            key.when_defined(),
            both(map.defined.clone(), Some(any(found))),
        );
        match value {
            Some(value) => Ok(value.where_defined(defined)),
            None => Err(unsupported("an empty map that is read")),
        }
    }

    /// Which of the two states of a step is read.
    pub(super) fn state(scope: Scope<'_>, moment: Moment) -> Encoded<View<'_>> {
        match moment {
            Moment::Current => Ok(scope.current),
            Moment::Next => scope
                .next
                .ok_or_else(|| unsupported("`new` where there is no next state")),
        }
    }
}

/// An entry that is there.
fn there(key: Term, value: Option<Term>) -> Entry {
    Entry {
        there: Bool::from_bool(true),
        key,
        value,
    }
}

pub(super) fn listing_term(listing: Listing) -> Term {
    Term::total(Parts::Listing(Box::new(listing)))
}

pub(super) fn listing_of(term: &Term) -> Encoded<&Listing> {
    match &term.parts {
        Parts::Listing(listing) => Ok(listing),
        _ => Err(unsupported("a collection that is none")),
    }
}
