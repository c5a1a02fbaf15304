//! What is known about the variables of a model while it is made a finite program: where each is, which values it can have, who reads it when.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::build::{NO, equal};
use super::obstacle::Obstacle;
use super::symbol::{Case, Number, Sort, Symbol, Term, number_of, of_cases};
use crate::finite::evaluate::evaluate;
use crate::finite::interval::Interval;
use crate::finite::{BinaryOp, Expr, VariableId};
use crate::model::{InstanceId, Model, Value};
use crate::semantics::specification::{FieldId, StateId};

/// A field of an instance.
pub(super) type Field = (InstanceId, FieldId);

/// A field without a domain has at most so many values that are no numbers.
const MOST_VALUES: usize = 256;

/// How the values of a field are numbers of its variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Coding {
    /// It has no value yet that anybody gives it.
    Unset,
    /// Numbers of one sort, from one to another.
    Number(Sort, Interval),
    /// The places of values in this list, which is in order.
    List(Vec<Value>),
}

/// What is known about a field.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) variable: VariableId,
    pub(super) coding: Coding,
    /// The values that it may begin with, where it makes a difference.
    pub(super) starts: Vec<Value>,
    /// Whether it has a domain; its values never leave it.
    pub(super) has_domain: bool,
    /// Whether the start leaves it open.
    pub(super) is_open: bool,
}

/// What is known about a model.
#[derive(Debug)]
pub(super) struct Context<'m> {
    pub(super) model: &'m Model<'m>,
    /// For each instance, where its life-cycle state is.
    pub(super) controls: Vec<VariableId>,
    /// All fields but the keys.
    pub(super) fields: BTreeMap<Field, Known>,
    /// The variable of the time and the times that it is one of, where the time makes a difference.
    pub(super) now: Option<(VariableId, Vec<Value>)>,
    /// In which life-cycle states of its instance a field may be read that is open at the start.
    pub(super) reads: RefCell<BTreeMap<Field, BTreeSet<StateId>>>,
}

impl Coding {
    /// The range of the numbers.
    pub(super) fn range(&self) -> Interval {
        match self {
            Coding::Unset => Interval::of(0),
            Coding::Number(_, range) => *range,
            Coding::List(values) => Interval::new(
                0,
                i64::try_from(values.len()).map_or(0, |it| (it - 1).max(0)),
            ),
        }
    }

    /// The number of a value, if it has one.
    pub(super) fn code(&self, value: &Value) -> Option<i64> {
        match self {
            Coding::Unset => None,
            Coding::Number(sort, _) => {
                let (own, number) = number_of(value)?;
                (own == *sort).then_some(number)
            }
            Coding::List(values) => {
                let place = values.binary_search(value).ok()?;
                i64::try_from(place).ok()
            }
        }
    }

    /// The value of a number.
    pub(super) fn value(&self, code: i64) -> Option<Value> {
        match self {
            Coding::Unset => None,
            Coding::Number(sort, _) => Some(sort.value(code)),
            Coding::List(values) => values.get(usize::try_from(code).ok()?).cloned(),
        }
    }

    /// The coding of some values alone.
    pub(super) fn of(values: &[Value]) -> Coding {
        let mut coding = Coding::Unset;
        for value in values {
            // Few enough for a list are the values of any domain.
            coding = coding
                .with(&Symbol::Known(value.clone()), usize::MAX)
                .unwrap_or(coding);
        }
        coding
    }

    /// The same coding with room for what a term can be; nothing where that would be too much.
    fn with(&self, symbol: &Symbol, most: usize) -> Option<Coding> {
        let number = symbol.number();
        match (self, number) {
            (Coding::Unset, Some(number)) => Some(Coding::Number(number.sort, number.range)),
            (Coding::Number(sort, range), Some(number)) if *sort == number.sort => {
                let known = matches!(symbol, Symbol::Known(_));
                let range = if known {
                    range.join(number.range)
                } else {
                    *range
                };
                Some(Coding::Number(sort.clone(), range))
            }
            _ => {
                let mut values: BTreeSet<Value> = match self {
                    Coding::Unset => BTreeSet::new(),
                    Coding::Number(sort, range) => {
                        let number = Number {
                            sort: sort.clone(),
                            expr: NO,
                            range: *range,
                        };
                        let cases = Symbol::Number(number).cases().ok()?;
                        cases.into_iter().map(|case| case.value).collect()
                    }
                    Coding::List(values) => values.iter().cloned().collect(),
                };
                values.extend(symbol.cases().ok()?.into_iter().map(|case| case.value));
                (values.len() <= most).then(|| Coding::List(values.into_iter().collect()))
            }
        }
    }
}

impl Known {
    /// Makes room for what a term can be; tells whether that was new.
    pub(super) fn learn(&mut self, symbol: &Symbol) -> Result<bool, Obstacle> {
        if self.has_domain {
            return Ok(false);
        }
        let wider = self.coding.with(symbol, MOST_VALUES).ok_or_else(|| {
            Obstacle::unsupported("a field that may have too many values which are no numbers")
        })?;
        let is_new = wider != self.coding;
        self.coding = wider;
        Ok(is_new)
    }

    /// The value of the variable as a term.
    fn term(&self) -> Term {
        let variable = || Expr::Variable(self.variable);
        match &self.coding {
            Coding::Unset => Term::undefined(),
            Coding::Number(sort, range) => Term {
                symbol: Symbol::Number(Number {
                    sort: sort.clone(),
                    expr: variable(),
                    range: *range,
                }),
                defined: super::build::YES,
            },
            Coding::List(values) => {
                let cases = values.iter().zip(0..).map(|(value, place)| Case {
                    value: value.clone(),
                    when: equal(variable(), Expr::Constant(place)),
                });
                of_cases(cases.collect(), super::build::YES)
            }
        }
    }
}

impl Context<'_> {
    /// The variable of an instance's life-cycle state.
    pub(super) fn control(&self, id: InstanceId) -> VariableId {
        self.controls[id.index()]
    }

    /// A field as it is before a step, in which its instance is in one of some states and something else holds.
    pub(super) fn field(&self, field: Field, at: Option<StateId>, assumed: &[Expr]) -> Term {
        let instance = self.model.universe.instance(field.0);
        let spec = self.model.program.spec(instance.spec);
        if spec.key == Some(field.1) {
            return Term::known(instance.key.clone());
        }
        let Some(known) = self.fields.get(&field) else {
            return Term::undefined();
        };
        if known.is_open {
            let states = match at {
                Some(at) => BTreeSet::from([at]),
                None => self.states_left(field.0, assumed),
            };
            let mut reads = self.reads.borrow_mut();
            reads.entry(field).or_default().extend(states);
        }
        known.term()
    }

    /// The states in which an instance can be where some conditions hold.
    fn states_left(&self, id: InstanceId, assumed: &[Expr]) -> BTreeSet<StateId> {
        let instance = self.model.universe.instance(id);
        let count = self.model.program.spec(instance.spec).states.len();
        let control = self.control(id);
        let states = (0..count).map(StateId::at);
        states
            .filter(|state| assumed.iter().all(|it| may_hold(it, control, *state)))
            .collect()
    }

    /// The time as a term.
    pub(super) fn now(&self) -> Result<Term, Obstacle> {
        let Some((variable, times)) = &self.now else {
            return Err(Obstacle::NoDomain {
                what: "the time".to_owned(),
                span: None,
            });
        };
        let cases = times.iter().zip(0..).map(|(time, place)| Case {
            value: time.clone(),
            when: equal(Expr::Variable(*variable), Expr::Constant(place)),
        });
        Ok(of_cases(cases.collect(), super::build::YES))
    }
}

/// Whether a condition may hold where a life-cycle state is this one, as far as that is easy to tell.
fn may_hold(condition: &Expr, control: VariableId, state: StateId) -> bool {
    match condition {
        Expr::Binary(BinaryOp::And, left, right) => {
            may_hold(left, control, state) && may_hold(right, control, state)
        }
        Expr::Binary(BinaryOp::Or, left, right) => {
            may_hold(left, control, state) || may_hold(right, control, state)
        }
        _ => {
            let read = condition.variables();
            if read.len() != 1 || !read.contains(&control) {
                return true;
            }
            let mut values = vec![0; control.0 as usize + 1];
            values[control.0 as usize] = i64::from(state.0);
            evaluate(condition, &values) != Ok(0)
        }
    }
}
