//! Expressions on concrete states.
//!
//! `None` is undefined: a reference to an instance that does not exist, a division by zero, two currencies, a missing key of a map.
//! Connectives and quantifiers are Kleene's, so they can have a value although a part of them has none.

use std::cell::Cell;
use std::collections::BTreeSet;

use num_bigint::BigInt;
use smallvec::SmallVec;

use super::operations;
use super::state::State;
use super::universe::Universe;
use super::value::{InstanceId, Value, of_literal};
use crate::semantics::deep;
use crate::semantics::expression::{
    BinaryOp, Binding, Expr, ExprKind, Moment, Quantifier, StateTest, UnaryOp,
};
use crate::semantics::specification::{FieldId, FunctionId, LocalId, Program};
use crate::semantics::value::Value as Literal;

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
    /// Is set when something is read that was not chosen, see [`Value::Open`].
    pub read_open: Option<&'m Cell<Option<OpenRead>>>,
}

/// Something that was read although no value was chosen for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenRead {
    /// The time.
    Now,
    /// A field of an instance.
    Field(InstanceId, FieldId),
}

/// Variables of quantifiers and their values, innermost last.
type Locals = SmallVec<[(LocalId, Value); 4]>;

impl Environment<'_> {
    /// The value of an expression.
    pub fn value(&self, expr: &Expr) -> Option<Value> {
        self.eval(expr, &mut Locals::new())
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
        deep(|| self.eval_kind(&expr.kind, locals))
    }

    fn eval_kind(&self, kind: &ExprKind, locals: &mut Locals) -> Option<Value> {
        match kind {
            ExprKind::Literal(literal) => of_literal(literal),
            ExprKind::Parameter(id) => self.params.get(id.index()).cloned(),
            ExprKind::Local(id) => lookup(locals, *id),
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
            ExprKind::StateTest(instance, test, moment) => {
                let holds = self.state_test(instance, test, *moment, locals);
                Some(Value::Boolean(holds.unwrap_or(false)))
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
            ExprKind::Range(low, high, step) => self.range(low, high, step.as_deref(), locals),
            ExprKind::Cardinality(collection) => self.cardinality(collection, locals),
            ExprKind::Case(subject, arms) => {
                let subject = self.eval(subject, locals)?;
                self.eval(arm_of(arms, &subject)?, locals)
            }
            ExprKind::Function(_) | ExprKind::Tariff | ExprKind::Error => None,
        }
    }

    /// A value that is read, unless it was never chosen.
    fn chosen(&self, value: &Value, what: OpenRead) -> Option<Value> {
        if *value != Value::Open {
            return Some(value.clone());
        }
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
            return self.between(left, low, high, locals);
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

    /// `x in {low .. high}`: no need to count through the range, which may be long or dense.
    fn between(
        &self,
        element: &Expr,
        low: &Expr,
        high: &Expr,
        locals: &mut Locals,
    ) -> Option<Value> {
        let element = self.eval(element, locals)?;
        let (low, high) = (self.eval(low, locals)?, self.eval(high, locals)?);
        operations::between(&element, &low, &high).map(Value::Boolean)
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
        inside.value(&self.program.function(function).body)
    }

    fn quantified(
        &self,
        quantifier: Quantifier,
        binding: &Binding,
        locals: &mut Locals,
    ) -> Option<Value> {
        let deciding = quantifier == Quantifier::Exists;
        let mut undefined = false;
        for element in elements(self.eval(&binding.over, locals)?)? {
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
        locals.push((binding.local, element));
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
        locals.pop();
        all
    }

    /// A set is only defined if it is for every element whether it belongs to it.
    fn comprehension(&self, binding: &Binding, locals: &mut Locals) -> Option<Value> {
        let mut chosen = BTreeSet::new();
        for element in elements(self.eval(&binding.over, locals)?)? {
            if self.conditions(binding, element.clone(), locals)? {
                chosen.insert(element);
            }
        }
        Some(Value::Set(chosen))
    }

    fn range(
        &self,
        low: &Expr,
        high: &Expr,
        step: Option<&Expr>,
        locals: &mut Locals,
    ) -> Option<Value> {
        let (low, high) = (self.eval(low, locals)?, self.eval(high, locals)?);
        let step = match step {
            Some(step) => Some(self.eval(step, locals)?),
            None => None,
        };
        operations::range(&low, &high, step.as_ref()).map(Value::Set)
    }

    fn cardinality(&self, collection: &Expr, locals: &mut Locals) -> Option<Value> {
        let size = match self.eval(collection, locals)? {
            Value::Set(elements) => elements.len(),
            Value::Map(entries) => entries.len(),
            _ => return None,
        };
        Some(Value::Integer(BigInt::from(size)))
    }
}

fn truth(value: Option<Value>) -> Option<bool> {
    match value? {
        Value::Boolean(value) => Some(value),
        _ => None,
    }
}

fn lookup(locals: &Locals, id: LocalId) -> Option<Value> {
    let (_, value) = locals.iter().rev().find(|(local, _)| *local == id)?;
    Some(value.clone())
}

/// What a quantifier ranges over: the elements of a set, the keys of a map.
fn elements(collection: Value) -> Option<Vec<Value>> {
    match collection {
        Value::Set(elements) => Some(elements.into_iter().collect()),
        Value::Map(entries) => Some(entries.into_keys().collect()),
        _ => None,
    }
}

/// The value of a `case` whose subject has this value; none where no arm fits, and then it is undefined.
pub(super) fn arm_of<'e>(arms: &'e [(Literal, Expr)], subject: &Value) -> Option<&'e Expr> {
    let mut arms = arms.iter();
    let arm = arms.find(|(pattern, _)| of_literal(pattern).as_ref() == Some(subject));
    arm.map(|(_, value)| value)
}
