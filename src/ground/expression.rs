//! Expressions to terms, with undefinedness: the counterpart of [`crate::interpreter::evaluate`].

use super::context::Context;
use super::listing::{Entry, Listing};
use super::operations::{self, Typed};
use super::shape::{self, Shape, Value, choose};
use super::truth::Truth;
use super::values;
use super::view::{This, View};
use crate::diagnostics::Span;
use crate::logic::TermId;
use crate::model::value::of_literal;
use crate::model::{Model, Value as Concrete};
use crate::semantics::expression::{
    BinaryOp, Binding, Expr, ExprKind, Moment, Quantifier, UnaryOp,
};
use crate::semantics::specification::{FunctionId, LocalId};
use crate::semantics::value::Value as Literal;
use crate::stack::with_enough_stack;

/// There are no terms for something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unsupported {
    /// What it is, in words.
    pub what: String,
    /// Where it is written, if it is written anywhere.
    pub span: Option<Span>,
}

/// A translation, or what there are no terms for.
pub type Translated<T> = Result<T, Unsupported>;

/// There are no terms for something.
pub fn unsupported(what: &str) -> Unsupported {
    Unsupported {
        what: what.to_owned(),
        span: None,
    }
}

/// What an expression is read in.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    /// The state before the step.
    pub current: View<'s>,
    /// The state after it, where there is one.
    pub next: Option<View<'s>>,
    /// What `this` is.
    pub this: Option<This<'s>>,
    /// The values of the parameters.
    pub params: &'s [Value],
}

impl<'s> Scope<'s> {
    /// The same before the step.
    #[must_use]
    pub fn before(self) -> Scope<'s> {
        Scope { next: None, ..self }
    }

    /// Which of the two states of a step is read.
    pub fn state(self, moment: Moment) -> Translated<View<'s>> {
        match moment {
            Moment::Current => Ok(self.current),
            Moment::Next => self
                .next
                .ok_or_else(|| unsupported("`new` where there is no next state")),
        }
    }
}

/// Turns expressions into terms.
pub struct Translator<'t, 'm> {
    /// The model that they are about.
    pub model: &'t Model<'m>,
    /// What the terms share.
    pub context: &'t mut Context,
    /// The variables of quantifiers around an expression, innermost last.
    locals: Vec<(LocalId, Value)>,
}

impl<'t, 'm> Translator<'t, 'm> {
    /// Turns expressions of a model into terms.
    pub fn new(model: &'t Model<'m>, context: &'t mut Context) -> Translator<'t, 'm> {
        Translator {
            model,
            context,
            locals: Vec::new(),
        }
    }

    /// When a condition holds: one that is undefined does not.
    pub fn holds(&mut self, scope: Scope<'_>, expr: &Expr) -> Translated<TermId> {
        Ok(self.truth(scope, expr)?.yes)
    }

    /// When a condition is true and when it is false.
    pub fn truth(&mut self, scope: Scope<'_>, expr: &Expr) -> Translated<Truth> {
        let value = self.value(scope, expr)?;
        let truth = value.truth(&mut self.context.terms);
        truth.ok_or_else(|| unsupported("a condition that is no truth value"))
    }

    /// The value of an expression.
    pub fn value(&mut self, scope: Scope<'_>, expr: &Expr) -> Translated<Value> {
        with_enough_stack(|| self.value_here(scope, expr)).map_err(|mut missing| {
            // The innermost expression is the one that there are no terms for.
            missing.span.get_or_insert(expr.span);
            missing
        })
    }

    fn value_here(&mut self, scope: Scope<'_>, expr: &Expr) -> Translated<Value> {
        match &expr.kind {
            ExprKind::Literal(literal) => self.literal(literal),
            ExprKind::Parameter(id) => {
                let value = scope.params.get(id.index()).cloned();
                value.ok_or_else(|| unsupported("a parameter without a value"))
            }
            ExprKind::Local(id) => {
                let mut around = self.locals.iter().rev();
                let found = around.find(|(local, _)| local == id);
                let found = found.map(|(_, value)| value.clone());
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
                let own = self.value(scope, value)?;
                operations::member(self.context, &own, &value.ty, *member)
            }
            ExprKind::Index(map, key) => self.index(scope, map, key, expr),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                let truth = self.truth(scope, operand)?.not(&mut self.context.terms);
                Ok(self.of_truth(truth))
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                let value = self.value(scope, operand)?;
                operations::negate(self.context, &value)
            }
            ExprKind::Binary(op, left, right) => self.binary(scope, *op, left, right),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.conditional(scope, [condition, then, otherwise])
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
            ExprKind::Cardinality(collection) => self.cardinality(scope, collection),
            ExprKind::Function(_) | ExprKind::Tariff | ExprKind::Error => {
                Err(unsupported("interest tariffs"))
            }
        }
    }

    /// A truth as a value.
    pub(super) fn of_truth(&mut self, truth: Truth) -> Value {
        (truth, &mut self.context.terms).into()
    }

    fn literal(&mut self, literal: &Literal) -> Translated<Value> {
        let value = of_literal(literal).ok_or_else(|| unsupported("interest norms"))?;
        self.known(&value)
    }

    /// A value that is known.
    pub fn known(&mut self, value: &Concrete) -> Translated<Value> {
        let known = values::known(self.context, value);
        known.ok_or_else(|| unsupported("a value that is open"))
    }

    fn binary(
        &mut self,
        scope: Scope<'_>,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Translated<Value> {
        if op == BinaryOp::In {
            return self.membership(scope, left, right);
        }
        if op.is_connective() {
            let (left, right) = (self.truth(scope, left)?, self.truth(scope, right)?);
            let terms = &mut self.context.terms;
            let truth = match op {
                BinaryOp::And => Truth::all(terms, &[left, right]),
                BinaryOp::Or => Truth::any(terms, &[left, right]),
                _ => {
                    let unless = left.not(terms);
                    Truth::any(terms, &[unless, right])
                }
            };
            return Ok(self.of_truth(truth));
        }
        let (a, b) = (self.value(scope, left)?, self.value(scope, right)?);
        operations::binary(self.context, op, (&a, &left.ty), (&b, &right.ty))
    }

    fn conditional(&mut self, scope: Scope<'_>, parts: [&Expr; 3]) -> Translated<Value> {
        let condition = self.truth(scope, parts[0])?;
        let (then, otherwise) = (self.value(scope, parts[1])?, self.value(scope, parts[2])?);
        let terms = &mut self.context.terms;
        let chosen = choose(terms, condition.yes, &then, &otherwise);
        let defined = condition.defined(terms);
        Ok(chosen.where_defined(terms, defined))
    }

    /// Arguments are computed first: where one is undefined the call is, even if the function does not use it.
    fn call(
        &mut self,
        scope: Scope<'_>,
        function: FunctionId,
        arguments: &[Expr],
    ) -> Translated<Value> {
        let arguments = self.all(scope, arguments)?;
        let inside = Scope {
            this: None,
            params: &arguments,
            ..scope
        };
        // Variables around the call are not those of the function.
        let around = std::mem::take(&mut self.locals);
        let result = self.value(inside, &self.model.program.function(function).body);
        self.locals = around;
        let defined = self.all_defined(&arguments);
        Ok(result?.where_defined(&mut self.context.terms, defined))
    }

    /// The values of several expressions.
    pub(super) fn all(&mut self, scope: Scope<'_>, exprs: &[Expr]) -> Translated<Vec<Value>> {
        exprs.iter().map(|expr| self.value(scope, expr)).collect()
    }

    /// When several values are all defined.
    pub(super) fn all_defined(&mut self, values: &[Value]) -> TermId {
        let terms = &mut self.context.terms;
        let defined: Vec<TermId> = values.iter().map(|value| value.defined(terms)).collect();
        terms.and(defined)
    }

    fn case(
        &mut self,
        scope: Scope<'_>,
        subject: &Expr,
        arms: &[(Literal, Expr)],
    ) -> Translated<Value> {
        let subject = self.value(scope, subject)?;
        let mut result: Option<Value> = None;
        let mut matched = Vec::new();
        for (pattern, arm) in arms.iter().rev() {
            let pattern = self.literal(pattern)?;
            let is_it = shape::same(self.context, &subject.shape, &pattern.shape);
            let value = self.value(scope, arm)?;
            matched.push(is_it);
            result = Some(match result {
                Some(others) => choose(&mut self.context.terms, is_it, &value, &others),
                None => value,
            });
        }
        let result = result.ok_or_else(|| unsupported("a case without arms"))?;
        let terms = &mut self.context.terms;
        let (fits, defined) = (terms.or(matched), subject.defined(terms));
        let defined = terms.and([fits, defined]);
        Ok(result.where_defined(terms, defined))
    }
}

/// Sets and maps.
impl Translator<'_, '_> {
    /// A listing as a value that is defined where this holds.
    pub(super) fn of_listing(listing: Listing, defined: TermId) -> Value {
        Value::partial(Shape::Listing(Box::new(listing)), defined)
    }

    fn set(&mut self, scope: Scope<'_>, elements: &[Expr]) -> Translated<Value> {
        let elements = self.all(scope, elements)?;
        let defined = self.all_defined(&elements);
        let there = self.context.terms.truth(true);
        let entries = elements.into_iter().map(|element| Entry {
            there,
            key: element.shape,
            value: None,
        });
        Ok(Self::of_listing(
            Listing::loose(entries.collect(), None),
            defined,
        ))
    }

    fn map(&mut self, scope: Scope<'_>, entries: &[(Expr, Expr)]) -> Translated<Value> {
        let there = self.context.terms.truth(true);
        let mut listed = Vec::with_capacity(entries.len());
        let mut all = Vec::with_capacity(2 * entries.len());
        for (key, value) in entries {
            let (key, value) = (self.value(scope, key)?, self.value(scope, value)?);
            listed.push(Entry {
                there,
                key: key.shape.clone(),
                value: Some(value.shape.clone()),
            });
            all.extend([key, value]);
        }
        let defined = self.all_defined(&all);
        let listing = Listing::literal_map(self.context, listed);
        Ok(Self::of_listing(listing, defined))
    }

    /// The values of a range that is the same in every run are listed; of others as many as there is room for.
    fn range(
        &mut self,
        scope: Scope<'_>,
        range: &Expr,
        low: &Expr,
        high: &Expr,
        step: Option<&Expr>,
    ) -> Translated<Value> {
        /// Beyond so many values it does not pay to list them.
        const MOST: usize = 10_000;
        if let Some(Concrete::Set(values)) = self.model.constant(range)
            && values.len() <= MOST
        {
            return self.known(&Concrete::Set(values));
        }
        let (own_low, own_high) = (self.value(scope, low)?, self.value(scope, high)?);
        let own_step = match step {
            Some(step) => Some((self.value(scope, step)?, &step.ty)),
            None => None,
        };
        let step = own_step.as_ref().map(|(step, ty)| (step, *ty));
        operations::range(
            self.context,
            (&own_low, &low.ty),
            (&own_high, &high.ty),
            step,
        )
    }

    fn cardinality(&mut self, scope: Scope<'_>, collection: &Expr) -> Translated<Value> {
        let collection = self.value(scope, collection)?;
        let size = listing_of(&collection)?.size(self.context);
        let defined = collection.defined(&mut self.context.terms);
        Ok(Value::partial(Shape::Int(size), defined))
    }

    fn membership(&mut self, scope: Scope<'_>, element: &Expr, over: &Expr) -> Translated<Value> {
        let own = self.value(scope, element)?;
        if let ExprKind::Range(low, high, None) = &over.kind {
            return self.between(scope, (&own, &element.ty), low, high);
        }
        let collection = self.value(scope, over)?;
        let found = listing_of(&collection)?.contains(self.context, &own.shape);
        let defined = self.all_defined(&[own, collection]);
        let truth = Truth::partial(&mut self.context.terms, found, defined);
        Ok(self.of_truth(truth))
    }

    /// `x in {low .. high}`: there is no need to count through the range. Where one comparison is undefined the whole
    /// is.
    fn between(
        &mut self,
        scope: Scope<'_>,
        element: Typed<'_>,
        low: &Expr,
        high: &Expr,
    ) -> Translated<Value> {
        let (least, most) = (self.value(scope, low)?, self.value(scope, high)?);
        let context = &mut *self.context;
        let above =
            operations::ordering(context, BinaryOp::GreaterEqual, element, (&least, &low.ty))?;
        let below = operations::ordering(context, BinaryOp::LessEqual, element, (&most, &high.ty))?;
        let terms = &mut context.terms;
        let (one, other) = (above.defined(terms), below.defined(terms));
        let (yes, defined) = (terms.and([above.yes, below.yes]), terms.and([one, other]));
        let truth = Truth::partial(terms, yes, defined);
        Ok(self.of_truth(truth))
    }

    fn index(
        &mut self,
        scope: Scope<'_>,
        map: &Expr,
        key: &Expr,
        whole: &Expr,
    ) -> Translated<Value> {
        let (map, key) = (self.value(scope, map)?, self.value(scope, key)?);
        let listing = listing_of(&map)?.clone();
        let mut found = Vec::new();
        let mut value: Option<Value> = None;
        if let Some(more) = listing.more {
            let perhaps = self.context.perhaps();
            found.push(self.context.terms.and([more, perhaps]));
            value = self.unknown(&whole.ty);
        }
        for entry in &listing.entries {
            let same = shape::same(self.context, &entry.key, &key.shape);
            let is_it = self.context.terms.and([entry.there, same]);
            found.push(is_it);
            let Some(own) = entry.value.clone() else {
                continue;
            };
            let terms = &mut self.context.terms;
            let own = Value::total(terms, own);
            value = Some(match value {
                Some(others) => choose(terms, is_it, &own, &others),
                None => own,
            });
        }
        let found = self.context.terms.or(found);
        let defined = self.all_defined(&[map, key]);
        let terms = &mut self.context.terms;
        let defined = terms.and([defined, found]);
        match value {
            Some(value) => Ok(value.where_defined(terms, defined)),
            None => Err(unsupported("an empty map that is read")),
        }
    }

    /// Something of a type that nobody knows.
    fn unknown(&mut self, ty: &crate::semantics::types::Type) -> Option<Value> {
        let mut make = |context: &mut Context, name: &str, sort| {
            context.input(name, sort, super::context::InputRole::Unknown)
        };
        let variable = values::variable(self.context, ty, "value", None, &mut make)?;
        Some(variable.value)
    }
}

/// Quantifiers and comprehensions: put out in full, entry by entry.
impl Translator<'_, '_> {
    fn quantified(
        &mut self,
        scope: Scope<'_>,
        quantifier: Quantifier,
        binding: &Binding,
    ) -> Translated<Value> {
        let over = self.value(scope, &binding.over)?;
        let listing = listing_of(&over)?;
        let mut truths = self.conditions(scope, binding, listing)?;
        let is_exists = quantifier == Quantifier::Exists;
        if is_exists {
            let terms = &mut self.context.terms;
            truths = truths.into_iter().map(|truth| truth.not(terms)).collect();
        }
        let mut truth = listing.for_all(self.context, &truths);
        let terms = &mut self.context.terms;
        if is_exists {
            truth = truth.not(terms);
        }
        let defined = over.defined(terms);
        let truth = truth.where_defined(terms, defined);
        Ok(self.of_truth(truth))
    }

    /// What is asked of each entry.
    fn conditions(
        &mut self,
        scope: Scope<'_>,
        binding: &Binding,
        listing: &Listing,
    ) -> Translated<Vec<Truth>> {
        let mut truths = Vec::with_capacity(listing.entries.len());
        for entry in &listing.entries {
            let element = Value::total(&mut self.context.terms, entry.key.clone());
            self.locals.push((binding.local, element));
            let conditions = binding.conditions.iter();
            let conditions: Translated<Vec<Truth>> = conditions
                .map(|condition| self.truth(scope, condition))
                .collect();
            self.locals.pop();
            truths.push(Truth::all(&mut self.context.terms, &conditions?));
        }
        Ok(truths)
    }

    /// A set is only defined if it is for every element whether it belongs to it.
    fn comprehension(&mut self, scope: Scope<'_>, binding: &Binding) -> Translated<Value> {
        let over = self.value(scope, &binding.over)?;
        let listing = listing_of(&over)?;
        let truths = self.conditions(scope, binding, listing)?;
        let mut defined = vec![over.defined(&mut self.context.terms)];
        let mut entries = Vec::with_capacity(truths.len());
        for (entry, truth) in listing.entries.iter().zip(&truths) {
            let terms = &mut self.context.terms;
            let decided = truth.defined(terms);
            defined.push(terms.implies(entry.there, decided));
            entries.push(Entry {
                there: terms.and([entry.there, truth.yes]),
                key: entry.key.clone(),
                value: None,
            });
        }
        if let Some(more) = listing.more {
            let perhaps = self.context.perhaps();
            defined.push(self.context.terms.implies(more, perhaps));
        }
        let listing = Listing::loose(entries, listing.more);
        Ok(Self::of_listing(listing, self.context.terms.and(defined)))
    }
}

/// The set or map that a value is.
pub(super) fn listing_of(value: &Value) -> Translated<&Listing> {
    match &value.shape {
        Shape::Listing(listing) => Ok(listing),
        _ => Err(unsupported("a collection that is none")),
    }
}
