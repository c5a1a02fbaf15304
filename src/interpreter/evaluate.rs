//! Expressions on concrete states.
//!
//! `None` is undefined: a reference to an instance that does not exist, a division by zero, two currencies, a missing
//! key of a map. Connectives and quantifiers are Kleene's, so they can have a value although a part of them has none.
//!
//! What has a value that is not known, because none was chosen or because it would take too long to find, is `None`,
//! too. Then [`Environment::read_open`] is told, and who asked must not take the answer for one.

use std::cell::Cell;
use std::collections::BTreeSet;

use num_bigint::BigInt;
use smallvec::SmallVec;

use super::operations;
use super::range::{Range, Values};
use crate::diagnostics::Span;
use crate::model::state::State;
use crate::model::universe::Universe;
use crate::model::value::{InstanceId, Value, of_literal};
use crate::semantics::expression::{
    BinaryOp, Binding, Expr, ExprKind, Moment, Quantifier, StateTest, UnaryOp,
};
use crate::semantics::specification::{FieldId, FunctionId, LocalId, Program};
use crate::semantics::value::Value as Literal;
use crate::stack::with_enough_stack;

/// What an expression is read in.
#[derive(Debug, Clone)]
pub struct Environment<'m> {
    /// The checked specification.
    pub program: &'m Program,
    /// The instances there are.
    pub universe: &'m Universe,
    /// The state before the step.
    pub current: &'m State,
    /// The state after it, where there is one.
    pub next: Option<&'m State>,
    /// The instance that `this` is.
    pub this: Option<InstanceId>,
    /// The values of the parameters.
    pub params: &'m [Value],
    /// Is told when something has no value that is not undefined either: what comes back means nothing then.
    pub read_open: Option<&'m Cell<Option<OpenRead>>>,
}

/// Something without a value that is not undefined either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenRead {
    /// The time, for which no value was chosen, see [`Value::Open`].
    Now,
    /// A field of an instance, for which no value was chosen.
    Field(InstanceId, FieldId),
    /// A range at this place that is too long to be counted through.
    TooLong(Span),
}

/// What is known within an expression.
#[derive(Default)]
struct Locals {
    /// Variables of quantifiers and their values, innermost last.
    variables: SmallVec<[(LocalId, Value); 4]>,
    /// How many values of ranges have been tried so far.
    counted: u64,
}

impl Locals {
    fn of(variables: &[(LocalId, Value)]) -> Locals {
        Locals {
            variables: variables.iter().cloned().collect(),
            counted: 0,
        }
    }
}

/// So many values of ranges are tried for one value; that takes seconds. Beyond, we give up.
const MOST_COUNTED: u64 = 10_000_000;

/// A range that is kept as a set has at most so many elements.
pub(super) const MOST_KEPT: usize = 1_000_000;

impl Environment<'_> {
    /// The value of an expression.
    pub fn value(&self, expr: &Expr) -> Option<Value> {
        self.eval(expr, &mut Locals::default())
    }

    /// The value of an expression under quantifiers whose variables have these values.
    pub(super) fn value_where(&self, expr: &Expr, variables: &[(LocalId, Value)]) -> Option<Value> {
        self.eval(expr, &mut Locals::of(variables))
    }

    /// The first element that makes a quantifier or comprehension what it is, if a single one does: one for which the
    /// conditions are undefined, the one that a `forall` fails for, or the one that an `exists` found.
    pub(super) fn deciding_element(
        &self,
        expr: &Expr,
        variables: &[(LocalId, Value)],
    ) -> Option<Value> {
        let (ExprKind::Quantified(_, binding) | ExprKind::Comprehension(binding)) = &expr.kind
        else {
            return None;
        };
        let wanted = match (&expr.kind, self.value_where(expr, variables)) {
            (_, None) => None,
            (ExprKind::Quantified(Quantifier::ForAll, _), Some(Value::Boolean(false))) => {
                Some(false)
            }
            (ExprKind::Quantified(Quantifier::Exists, _), Some(Value::Boolean(true))) => Some(true),
            _ => return None,
        };
        let mut locals = Locals::of(variables);
        let elements = self.elements(&binding.over, &mut locals)?;
        for element in elements.values {
            self.count(elements.range, &mut locals)?;
            if self.conditions(binding, element.clone(), &mut locals) == wanted {
                return Some(element);
            }
        }
        None
    }

    /// Whether a condition is true, false or undefined.
    pub fn truth(&self, expr: &Expr) -> Option<bool> {
        truth(self.value(expr))
    }

    /// Whether a condition holds: one that is undefined does not.
    pub fn holds(&self, expr: &Expr) -> bool {
        self.truth(expr) == Some(true)
    }

    fn eval(&self, expr: &Expr, locals: &mut Locals) -> Option<Value> {
        with_enough_stack(|| self.eval_here(expr, locals))
    }

    fn eval_here(&self, expr: &Expr, locals: &mut Locals) -> Option<Value> {
        match &expr.kind {
            ExprKind::Literal(literal) => of_literal(literal),
            ExprKind::Parameter(id) => self.params.get(id.index()).cloned(),
            ExprKind::Local(id) => lookup(&locals.variables, *id),
            ExprKind::Now
            | ExprKind::This
            | ExprKind::Instance(..)
            | ExprKind::Extent(_)
            | ExprKind::Field(..)
            | ExprKind::StateTest(..) => self.read(&expr.kind, locals),
            ExprKind::Member(value, member) => {
                operations::part(&self.eval(value, locals)?, *member)
            }
            ExprKind::Index(map, key) => match self.eval(map, locals)? {
                Value::Map(entries) => entries.get(&self.eval(key, locals)?).cloned(),
                _ => None,
            },
            ExprKind::Unary(UnaryOp::Not, operand) => {
                truth(self.eval(operand, locals)).map(|value| Value::Boolean(!value))
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                operations::negate(&self.eval(operand, locals)?)
            }
            ExprKind::Binary(op, left, right) => self.binary(*op, left, right, locals),
            ExprKind::Conditional(condition, then, otherwise) => {
                let chosen = if truth(self.eval(condition, locals))? {
                    then
                } else {
                    otherwise
                };
                self.eval(chosen, locals)
            }
            ExprKind::Call(function, arguments) => self.call(*function, arguments, locals),
            ExprKind::Quantified(quantifier, binding) => {
                self.quantified(*quantifier, binding, locals)
            }
            ExprKind::Comprehension(binding) => self.comprehension(binding, locals),
            ExprKind::Set(elements) => {
                let elements = elements.iter().map(|element| self.eval(element, locals));
                elements.collect::<Option<_>>().map(Value::Set)
            }
            ExprKind::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| Some((self.eval(key, locals)?, self.eval(value, locals)?)));
                entries.collect::<Option<_>>().map(Value::Map)
            }
            ExprKind::Range(low, high, step) => {
                let range = self.range(low, high, step.as_deref(), locals)?;
                self.kept(&range, expr.span)
            }
            ExprKind::Cardinality(collection) => self.cardinality(collection, locals),
            ExprKind::Case(subject, arms) => {
                let subject = self.eval(subject, locals)?;
                self.eval(arm_of(arms, &subject)?, locals)
            }
            ExprKind::Function(_) | ExprKind::Tariff | ExprKind::Error => None,
        }
    }

    /// What depends on the instances that there are and on the state they are in.
    fn read(&self, kind: &ExprKind, locals: &mut Locals) -> Option<Value> {
        match kind {
            ExprKind::Now => self.chosen(&self.current.now, OpenRead::Now),
            ExprKind::This => self.this.map(Value::Instance),
            ExprKind::Instance(spec, key) => {
                let key = self.eval(key, locals)?;
                self.universe.find(*spec, &key).map(Value::Instance)
            }
            ExprKind::Extent(spec) => {
                let instances = self.universe.instances_of(*spec).iter();
                Some(Value::Set(
                    instances.copied().map(Value::Instance).collect(),
                ))
            }
            ExprKind::Field(instance, field, moment) => {
                let instance = self.instance(instance, locals)?;
                let value = self.state(*moment)?.field(instance, *field)?;
                self.chosen(value, OpenRead::Field(instance, *field))
            }
            ExprKind::StateTest(instance, test, moment) => {
                let holds = self.state_test(instance, test, *moment, locals);
                Some(Value::Boolean(holds.unwrap_or(false)))
            }
            _ => None,
        }
    }

    /// A value that is read, unless it was never chosen.
    fn chosen(&self, value: &Value, what: OpenRead) -> Option<Value> {
        if *value != Value::Open {
            return Some(value.clone());
        }
        self.open(what)
    }

    /// No value, and a note that it is not undefined.
    fn open<T>(&self, what: OpenRead) -> Option<T> {
        if let Some(read_open) = self.read_open {
            read_open.set(Some(what));
        }
        None
    }

    fn state(&self, moment: Moment) -> Option<&State> {
        match moment {
            Moment::Current => Some(self.current),
            Moment::Next => self.next,
        }
    }

    fn instance(&self, expr: &Expr, locals: &mut Locals) -> Option<InstanceId> {
        match self.eval(expr, locals)? {
            Value::Instance(id) => Some(id),
            _ => None,
        }
    }

    fn binary(
        &self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        locals: &mut Locals,
    ) -> Option<Value> {
        if let (BinaryOp::In, ExprKind::Range(low, high, None)) = (op, &right.kind) {
            // There is no need to count through the range, which may be long or dense.
            let element = self.eval(left, locals)?;
            let range = self.range(low, high, None, locals)?;
            return range.spans(&element).map(Value::Boolean);
        }
        let left = self.eval(left, locals);
        if !op.is_connective() {
            return operations::binary(op, &left?, &self.eval(right, locals)?);
        }
        // The value of the left side that decides, whatever the right side is; and the value then.
        let (deciding, result) = match op {
            BinaryOp::And => (false, false),
            BinaryOp::Or => (true, true),
            _ => (false, true),
        };
        let left = truth(left);
        if left == Some(deciding) {
            return Some(Value::Boolean(result));
        }
        let right = truth(self.eval(right, locals));
        let right_decides = right == Some(result);
        if right_decides {
            Some(Value::Boolean(result))
        } else {
            left.and(right).map(|_| Value::Boolean(!result))
        }
    }

    /// `initialized`, `finalized`, `instate`: false for an instance that does not exist.
    fn state_test(
        &self,
        instance: &Expr,
        test: &StateTest,
        moment: Moment,
        locals: &mut Locals,
    ) -> Option<bool> {
        let id = self.instance(instance, locals)?;
        let at = self.state(moment)?.life_cycle(id);
        let spec = self.program.spec(self.universe.instance(id).spec);
        let state = spec.states.get(at.index())?;
        Some(match test {
            StateTest::Initialized => !state.initial,
            StateTest::Finalized => state.last,
            StateTest::In(states) => states.contains(&at),
        })
    }

    fn call(&self, function: FunctionId, arguments: &[Expr], locals: &mut Locals) -> Option<Value> {
        let arguments: Option<Vec<Value>> = arguments
            .iter()
            .map(|argument| self.eval(argument, locals))
            .collect();
        let arguments = arguments?;
        let inside = Environment {
            params: &arguments,
            this: None,
            ..self.clone()
        };
        let mut own = Locals {
            counted: locals.counted,
            ..Locals::default()
        };
        let value = inside.eval(&self.program.function(function).body, &mut own);
        locals.counted = own.counted;
        value
    }

    fn quantified(
        &self,
        quantifier: Quantifier,
        binding: &Binding,
        locals: &mut Locals,
    ) -> Option<Value> {
        let deciding = quantifier == Quantifier::Exists;
        let mut undefined = false;
        let elements = self.elements(&binding.over, locals)?;
        for element in elements.values {
            self.count(elements.range, locals)?;
            match self.conditions(binding, element, locals) {
                Some(truth) if truth == deciding => return Some(Value::Boolean(deciding)),
                Some(_) => {}
                None => undefined = true,
            }
        }
        (!undefined).then_some(Value::Boolean(!deciding))
    }

    /// The conjunction of the conditions on one element.
    fn conditions(&self, binding: &Binding, element: Value, locals: &mut Locals) -> Option<bool> {
        locals.variables.push((binding.local, element));
        let mut all = Some(true);
        for condition in &binding.conditions {
            match truth(self.eval(condition, locals)) {
                Some(true) => {}
                Some(false) => {
                    all = Some(false);
                    break;
                }
                None => all = None,
            }
        }
        locals.variables.pop();
        all
    }

    /// A set is only defined if it is for every element whether it belongs to it.
    fn comprehension(&self, binding: &Binding, locals: &mut Locals) -> Option<Value> {
        let mut chosen = BTreeSet::new();
        let elements = self.elements(&binding.over, locals)?;
        for element in elements.values {
            self.count(elements.range, locals)?;
            if self.conditions(binding, element.clone(), locals)? {
                chosen.insert(element);
            }
        }
        Some(Value::Set(chosen))
    }

    /// What a quantifier ranges over: the elements of a set, the keys of a map, a range one value after the other.
    fn elements(&self, over: &Expr, locals: &mut Locals) -> Option<Elements> {
        if let ExprKind::Range(low, high, step) = &over.kind {
            let range = self.range(low, high, step.as_deref(), locals)?;
            if range.is_dense() {
                return self.open(OpenRead::TooLong(over.span));
            }
            return Some(Elements {
                values: Box::new(range.values()),
                range: Some(over.span),
            });
        }
        let values: Box<dyn Iterator<Item = Value>> = match self.eval(over, locals)? {
            Value::Set(elements) => Box::new(elements.into_iter()),
            Value::Map(entries) => Box::new(entries.into_keys()),
            _ => return None,
        };
        let range = None;
        Some(Elements { values, range })
    }

    /// Counts a value of a range that is tried, until there are too many.
    fn count(&self, range: Option<Span>, locals: &mut Locals) -> Option<()> {
        let Some(span) = range else { return Some(()) };
        locals.counted += 1;
        if locals.counted > MOST_COUNTED {
            return self.open(OpenRead::TooLong(span));
        }
        Some(())
    }

    fn range(
        &self,
        low: &Expr,
        high: &Expr,
        step: Option<&Expr>,
        locals: &mut Locals,
    ) -> Option<Range> {
        let (low, high) = (self.eval(low, locals)?, self.eval(high, locals)?);
        let step = match step {
            Some(step) => Some(self.eval(step, locals)?),
            None => None,
        };
        Range::new(low, high, step)
    }

    /// A range as a value.
    fn kept(&self, range: &Range, span: Span) -> Option<Value> {
        match range.to_set(MOST_KEPT) {
            Values::Set(elements) => Some(Value::Set(elements)),
            Values::Undefined => None,
            Values::TooMany => self.open(OpenRead::TooLong(span)),
        }
    }

    fn cardinality(&self, collection: &Expr, locals: &mut Locals) -> Option<Value> {
        if let ExprKind::Range(low, high, None) = &collection.kind {
            let range = self.range(low, high, None, locals)?;
            if range.is_dense() {
                return self.open(OpenRead::TooLong(collection.span));
            }
            return range.len().map(Value::Integer);
        }
        let size = match self.eval(collection, locals)? {
            Value::Set(elements) => elements.len(),
            Value::Map(entries) => entries.len(),
            _ => return None,
        };
        Some(Value::Integer(BigInt::from(size)))
    }
}

/// What a quantifier goes through.
struct Elements {
    values: Box<dyn Iterator<Item = Value>>,
    /// Where the range is, if it is one.
    range: Option<Span>,
}

fn truth(value: Option<Value>) -> Option<bool> {
    match value? {
        Value::Boolean(value) => Some(value),
        _ => None,
    }
}

fn lookup(variables: &[(LocalId, Value)], id: LocalId) -> Option<Value> {
    let (_, value) = variables.iter().rev().find(|(local, _)| *local == id)?;
    Some(value.clone())
}

/// The value of a `case` whose subject has this value; none where no arm fits, and then it is undefined.
pub(super) fn arm_of<'e>(arms: &'e [(Literal, Expr)], subject: &Value) -> Option<&'e Expr> {
    let mut arms = arms.iter();
    let arm = arms.find(|(pattern, _)| of_literal(pattern).as_ref() == Some(subject));
    arm.map(|(_, value)| value)
}
