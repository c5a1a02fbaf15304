//! Expressions of the language as terms of a finite program: what [`crate::model::evaluate`] does, for all states at once.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::build::{all, and, any, equal, not};
use super::context::{Context, Field};
use super::obstacle::Obstacle;
use super::operations::{compared, computed, identical, opposite, part, spanned};
use super::symbol::{Symbol, Term, Truth, joined, tabulated};
use crate::finite::Expr as FiniteExpr;
use crate::model::domains::fit;
use crate::model::value::of_literal;
use crate::model::{InstanceId, Value};
use crate::semantics::deep;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment, StateTest, UnaryOp};
use crate::semantics::specification::{FieldId, FunctionId, LocalId, SpecId, StateId};
use crate::semantics::types::Type;
use crate::semantics::value::Value as Literal;

/// Expressions get at most so many parts before we give up.
const MOST_PARTS: usize = 50_000;

/// What the state after a step is known to be.
#[derive(Debug, Clone, Default)]
pub(super) struct Next {
    pub(super) places: BTreeMap<InstanceId, StateId>,
    pub(super) fields: BTreeMap<Field, Symbol>,
}

/// Variables of quantifiers, innermost last.
pub(super) type Locals = Vec<(LocalId, Term)>;

/// What an expression is read in.
pub(super) struct Scope<'s, 'm> {
    pub(super) context: &'s Context<'m>,
    pub(super) this: Option<InstanceId>,
    pub(super) params: &'s [Term],
    /// The life-cycle states before the step, as far as they are known.
    pub(super) places: &'s BTreeMap<InstanceId, StateId>,
    pub(super) next: Option<&'s Next>,
    /// What holds wherever the expression is looked at.
    pub(super) assumed: RefCell<Vec<FiniteExpr>>,
}

impl Scope<'_, '_> {
    /// When a condition holds.
    pub(super) fn holds(&self, expr: &Expr) -> Result<FiniteExpr, Obstacle> {
        let condition = self.truth(expr, &mut Locals::new())?.yes;
        let mut parts = 0;
        condition.walk(&mut |_| parts += 1);
        if parts > MOST_PARTS {
            return Err(Obstacle::unsupported("a condition that becomes too large").at(expr.span));
        }
        Ok(condition)
    }

    /// The value of an expression without variables of quantifiers around it.
    pub(super) fn value(&self, expr: &Expr) -> Result<Term, Obstacle> {
        self.term(expr, &mut Locals::new())
    }

    /// Does something under an assumption.
    pub(super) fn assuming<T>(&self, condition: &FiniteExpr, work: impl FnOnce() -> T) -> T {
        self.assumed.borrow_mut().push(condition.clone());
        let result = work();
        self.assumed.borrow_mut().pop();
        result
    }

    pub(super) fn truth(&self, expr: &Expr, locals: &mut Locals) -> Result<Truth, Obstacle> {
        deep(|| self.truth_here(expr, locals)).map_err(|obstacle| obstacle.at(expr.span))
    }

    fn truth_here(&self, expr: &Expr, locals: &mut Locals) -> Result<Truth, Obstacle> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => Ok(self.truth(operand, locals)?.negated()),
            ExprKind::Binary(op, left, right) => self.relation(*op, left, right, locals),
            ExprKind::StateTest(instance, test, moment) => {
                self.state_test(instance, test, *moment, locals)
            }
            ExprKind::Quantified(quantifier, binding) => {
                self.quantified(*quantifier, binding, locals)
            }
            _ => self.term(expr, locals)?.truth(),
        }
    }

    fn relation(
        &self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        locals: &mut Locals,
    ) -> Result<Truth, Obstacle> {
        if op == BinaryOp::In {
            return self.member(left, right, locals);
        }
        if !op.is_connective() {
            let (left, right) = (self.term(left, locals)?, self.term(right, locals)?);
            return compared(op, &left, &right);
        }
        let left = self.truth(left, locals)?;
        let left = if op == BinaryOp::Implies {
            left.negated()
        } else {
            left
        };
        // Where the left side decides, the right one is not looked at.
        let deciding = if op == BinaryOp::And {
            &left.no
        } else {
            &left.yes
        };
        if deciding.constant().is_some_and(|it| it != 0) {
            return Ok(Truth::always(op != BinaryOp::And));
        }
        let right = self.assuming(&not(deciding.clone()), || self.truth(right, locals))?;
        Ok(if op == BinaryOp::And {
            left.and(right)
        } else {
            left.or(right)
        })
    }

    pub(super) fn term(&self, expr: &Expr, locals: &mut Locals) -> Result<Term, Obstacle> {
        deep(|| self.term_here(expr, locals)).map_err(|obstacle| obstacle.at(expr.span))
    }

    fn term_here(&self, expr: &Expr, locals: &mut Locals) -> Result<Term, Obstacle> {
        Ok(match &expr.kind {
            ExprKind::Literal(literal) => {
                of_literal(literal).map_or_else(Term::undefined, Term::known)
            }
            ExprKind::Parameter(id) => {
                let known = self.params.get(id.index()).cloned();
                known.unwrap_or_else(Term::undefined)
            }
            ExprKind::Local(id) => {
                let known = locals.iter().rev().find(|(local, _)| local == id);
                known.map_or_else(Term::undefined, |(_, term)| term.clone())
            }
            ExprKind::Now => self.context.now()?,
            ExprKind::This => {
                let this = self.this.map(Value::Instance);
                this.map_or_else(Term::undefined, Term::known)
            }
            ExprKind::Instance(spec, key) => self.named(*spec, &self.term(key, locals)?)?,
            ExprKind::Field(instance, field, moment) => {
                self.field_of(&self.term(instance, locals)?, *field, *moment)?
            }
            ExprKind::Member(value, member) => part(&self.term(value, locals)?, *member)?,
            ExprKind::Unary(UnaryOp::Negate, operand) => opposite(&self.term(operand, locals)?)?,
            ExprKind::Binary(op, left, right)
                if !op.is_connective()
                    && !op.is_equality()
                    && !op.is_ordering()
                    && *op != BinaryOp::In =>
            {
                computed(*op, &self.term(left, locals)?, &self.term(right, locals)?)?
            }
            ExprKind::Unary(UnaryOp::Not, _)
            | ExprKind::Binary(..)
            | ExprKind::StateTest(..)
            | ExprKind::Quantified(..) => self.truth_here(expr, locals)?.term(),
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.truth(condition, locals)?;
                joined(vec![
                    self.option(condition.yes, then, locals)?,
                    self.option(condition.no, otherwise, locals)?,
                ])?
            }
            ExprKind::Case(subject, arms) => self.case(subject, arms, locals)?,
            ExprKind::Call(function, arguments) => self.call(*function, arguments, locals)?,
            ExprKind::Index(map, key) => {
                let (map, key) = (self.term(map, locals)?, self.term(key, locals)?);
                tabulated(&[&map, &key], &|values| match values[0] {
                    Value::Map(entries) => entries.get(values[1]).cloned(),
                    _ => None,
                })?
            }
            ExprKind::Set(_)
            | ExprKind::Map(_)
            | ExprKind::Range(..)
            | ExprKind::Comprehension(_)
            | ExprKind::Extent(_) => self.collection(expr, locals)?,
            ExprKind::Cardinality(collection) => self.cardinality(collection, locals)?,
            ExprKind::Function(_) | ExprKind::Tariff | ExprKind::Error => Term::undefined(),
        })
    }

    /// The instance of a specification with a key.
    fn named(&self, spec: SpecId, key: &Term) -> Result<Term, Obstacle> {
        let universe = &self.context.model.universe;
        let Symbol::Number(_) = key.symbol else {
            return tabulated(&[key], &|values| {
                universe.find(spec, values[0]).map(Value::Instance)
            });
        };
        // A number with many values is compared with the keys that there are.
        let named = universe.instances_of(spec).iter().map(|id| {
            let own = Term::known(universe.instance(*id).key.clone());
            let is_it = compared(BinaryOp::Equal, key, &own)?;
            Ok((is_it.yes, Term::known(Value::Instance(*id))))
        });
        joined(named.collect::<Result<_, Obstacle>>()?)
    }

    /// A field of whichever instance a term stands for.
    fn field_of(&self, instance: &Term, field: FieldId, moment: Moment) -> Result<Term, Obstacle> {
        let mut options = Vec::new();
        for case in instance.symbol.cases()? {
            if let Value::Instance(id) = case.value {
                let when = and(instance.defined.clone(), case.when);
                let field = self.assuming(&when, || self.field((id, field), moment));
                options.push((when, field));
            }
        }
        joined(options)
    }

    /// An expression that counts under a condition; where it cannot hold, the expression is not looked at.
    fn option(
        &self,
        when: FiniteExpr,
        expr: &Expr,
        locals: &mut Locals,
    ) -> Result<(FiniteExpr, Term), Obstacle> {
        if when.constant() == Some(0) {
            return Ok((when, Term::undefined()));
        }
        let term = self.assuming(&when, || self.term(expr, locals))?;
        Ok((when, term))
    }

    fn case(
        &self,
        subject: &Expr,
        arms: &[(Literal, Expr)],
        locals: &mut Locals,
    ) -> Result<Term, Obstacle> {
        let subject = self.term(subject, locals)?;
        let mut options = Vec::new();
        for (when, arm) in chosen_arms(&subject, arms)? {
            options.push(self.option(when, arm, locals)?);
        }
        joined(options)
    }

    fn call(
        &self,
        function: FunctionId,
        arguments: &[Expr],
        locals: &mut Locals,
    ) -> Result<Term, Obstacle> {
        let arguments: Vec<Term> = arguments
            .iter()
            .map(|argument| self.term(argument, locals))
            .collect::<Result<_, _>>()?;
        let defined = all(arguments.iter().map(|argument| argument.defined.clone()));
        let inside = Scope {
            context: self.context,
            this: None,
            params: &arguments,
            places: self.places,
            next: self.next,
            assumed: RefCell::new(self.assumed.borrow().clone()),
        };
        let body = &self.context.model.program.function(function).body;
        Ok(inside.value(body)?.where_defined(&defined))
    }

    /// A field before or after the step.
    pub(super) fn field(&self, field: Field, moment: Moment) -> Term {
        if moment == Moment::Next {
            let Some(next) = self.next else {
                return Term::undefined();
            };
            if let Some(symbol) = next.fields.get(&field) {
                return Term {
                    symbol: symbol.clone(),
                    defined: super::build::YES,
                };
            }
        }
        let at = self.places.get(&field.0).copied();
        self.context.field(field, at, &self.assumed.borrow())
    }

    /// `initialized`, `finalized`, `instate`: false for an instance that does not exist.
    fn state_test(
        &self,
        instance: &Expr,
        test: &StateTest,
        moment: Moment,
        locals: &mut Locals,
    ) -> Result<Truth, Obstacle> {
        let instance = self.term(instance, locals)?;
        let mut holds = Vec::new();
        for case in instance.symbol.cases()? {
            if let Value::Instance(id) = case.value {
                holds.push(and(case.when, self.is_in(id, test, moment)));
            }
        }
        Ok(Truth::total(and(instance.defined, any(holds))))
    }

    fn is_in(&self, id: InstanceId, test: &StateTest, moment: Moment) -> FiniteExpr {
        let model = self.context.model;
        let spec = model.program.spec(model.universe.instance(id).spec);
        let fits = |at: StateId| {
            let state = spec.states.get(at.index());
            state.is_some_and(|state| match test {
                StateTest::Initialized => !state.initial,
                StateTest::Finalized => state.last,
                StateTest::In(states) => states.contains(&at),
            })
        };
        let states = (0..spec.states.len()).map(StateId::at);
        self.at_one_of(id, states.filter(|at| fits(*at)).collect(), moment)
    }

    /// When an instance is in one of some states.
    pub(super) fn at_one_of(
        &self,
        id: InstanceId,
        states: Vec<StateId>,
        moment: Moment,
    ) -> FiniteExpr {
        let place = match (moment, self.next) {
            (Moment::Current, _) => self.places.get(&id),
            (Moment::Next, Some(next)) => next.places.get(&id).or_else(|| self.places.get(&id)),
            (Moment::Next, None) => return super::build::NO,
        };
        if let Some(place) = place {
            return FiniteExpr::Constant(i64::from(states.contains(place)));
        }
        let model = self.context.model;
        let count = model
            .program
            .spec(model.universe.instance(id).spec)
            .states
            .len();
        let control = || FiniteExpr::Variable(self.context.control(id));
        let is_at = |at: StateId| equal(control(), FiniteExpr::Constant(i64::from(at.0)));
        if states.len() * 2 > count {
            let others = (0..count)
                .map(StateId::at)
                .filter(|at| !states.contains(at));
            return all(others.map(|at| not(is_at(at))));
        }
        any(states.into_iter().map(is_at))
    }

    /// `low .. high` holds an element.
    pub(super) fn spans(
        &self,
        element: &Term,
        (low, high): (&Expr, &Expr),
        locals: &mut Locals,
    ) -> Result<Truth, Obstacle> {
        spanned(element, &self.term(low, locals)?, &self.term(high, locals)?)
    }
}

/// The arms of a `case` that may be chosen, each with when it is.
pub(super) fn chosen_arms<'e>(
    subject: &Term,
    arms: &'e [(Literal, Expr)],
) -> Result<Vec<(FiniteExpr, &'e Expr)>, Obstacle> {
    let mut chosen = Vec::new();
    let mut seen: Vec<Value> = Vec::new();
    for (pattern, arm) in arms {
        let Some(pattern) = of_literal(pattern) else {
            continue;
        };
        if seen.contains(&pattern) {
            continue;
        }
        let is_it = identical(subject, &Term::known(pattern.clone()))?;
        seen.push(pattern);
        chosen.push((is_it.yes, arm));
    }
    Ok(chosen)
}

/// The value of an expression as a field of a type keeps it: a Real keeps a Real, even where a whole number was written, and an Integer keeps
/// whole numbers only.
pub(super) fn fitted(ty: &Type, value: &Expr, term: Term) -> Result<Term, Obstacle> {
    let may_differ = *ty == Type::Real || *ty == Type::Integer && value.ty == Type::Real;
    if !may_differ {
        return Ok(term);
    }
    tabulated(&[&term], &|values| fit(ty, values[0].clone()))
}
