//! The arguments that an event may be given, where its conditions leave only finitely many.
//!
//! A parameter's values come from its domain, from conditions such as `p >= 0 && p <= 3`, or from the keys of the
//! instances that it has to name. What is found is more than is possible, perhaps, and never less:
//! [`Interpreter::next_states`] has the last word. Whoever does not need all of them can have [`Guesses`] tried for
//! parameters with infinitely many values.

use std::cell::Cell;

use super::confined::Confined;
use super::conjuncts::{Said, conjuncts, parameters, said_of};
use super::effort::{Effort, cost_of_value};
use super::evaluate::{Environment, OpenRead};
use super::guesses::Guesses;
use super::partners::refusal_by_partners;
use super::refusal::{Reason, Refusal};
use super::steps::{Interpreter, condition};
use super::watch::{too_long, watched};
use crate::model::class::ModelEvent;
use crate::model::domains::NoDomain;
use crate::model::run::Occurrence;
use crate::model::state::State;
use crate::model::value::{InstanceId, Value};
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, ParamId};
use crate::semantics::types::Type;

/// The arguments to try for an event of an instance, in a fixed order.
pub(super) fn arguments(
    interpreter: &Interpreter<'_>,
    current: &State,
    instance: InstanceId,
    event: EventId,
) -> Result<Vec<Vec<Value>>, NoDomain> {
    watched(interpreter, |interpreter| {
        let mut choice = Choice::new(interpreter, current, instance, event);
        choice.find()?;
        Ok(choice.found)
    })
    .flatten()
}

/// So many choices of guessed arguments are enough.
const MOST_GUESSED: usize = 200;

/// Some arguments to try for an event of an instance, in a fixed order, with guesses for parameters that have no
/// finite set of values.
pub(super) fn guessed_arguments(
    interpreter: &Interpreter<'_>,
    current: &State,
    instance: InstanceId,
    event: EventId,
    guesses: &Guesses,
    effort: Option<&Effort>,
) -> Vec<Vec<Value>> {
    let watch = Cell::new(None);
    let asking = interpreter;
    let interpreter = &Interpreter {
        read_open: Some(&watch),
        ..asking.clone()
    };
    let mut choice = Choice::new(interpreter, current, instance, event);
    choice.guesses = Some(guesses);
    choice.most = MOST_GUESSED;
    choice.effort = effort.map(|effort| (effort, cost_of_value(interpreter, instance, event)));
    if !choice.has_effort() {
        return Vec::new();
    }
    // With a guess for each parameter there is always a set of values to try. Where a range is too long, what was
    // found before has to do.
    let _ = choice.find();
    let found = choice.found;
    // Whoever leaves values open wants to know that a condition on the arguments reads one.
    if let (Some(outer), Some(read)) = (asking.read_open, watch.get()) {
        outer.set(Some(read));
    }
    found
}

/// Why an event is not possible on an instance, whatever its arguments; nothing where it may be.
pub(super) fn refusal(
    interpreter: &Interpreter<'_>,
    current: &State,
    instance: InstanceId,
    event: EventId,
) -> Option<Refusal> {
    let refused = |reason| Refusal {
        instance,
        event,
        reason,
    };
    let refusal = watched(interpreter, |interpreter| {
        let choice = Choice::new(interpreter, current, instance, event);
        let environment = choice.environment();
        let own = choice.off_life_cycle().or_else(|| {
            let free = choice.conjuncts.iter();
            let mut free = free.filter(|expr| parameters(expr).is_empty());
            free.find_map(|expr| condition(&environment, expr, expr.span))
        });
        own.map(refused)
            .or_else(|| refusal_by_partners(interpreter, current, choice.chosen.clone()))
    });
    refusal.unwrap_or_else(|NoDomain { what }| Some(refused(Reason::Undecided { what })))
}

/// Arguments that are being chosen; those that are not yet are open.
struct Choice<'c, 'm> {
    interpreter: &'c Interpreter<'m>,
    current: &'c State,
    declared: &'m ModelEvent<'m>,
    conjuncts: Vec<&'m Expr>,
    chosen: Occurrence,
    found: Vec<Vec<Value>>,
    /// So many choices are enough.
    most: usize,
    guesses: Option<&'c Guesses>,
    /// What may still be spent, and what each value costs.
    effort: Option<(&'c Effort, u64)>,
}

impl<'c, 'm> Choice<'c, 'm> {
    fn new(
        interpreter: &'c Interpreter<'m>,
        current: &'c State,
        instance: InstanceId,
        event: EventId,
    ) -> Choice<'c, 'm> {
        let declared = interpreter.event(instance, event);
        Choice {
            interpreter,
            current,
            declared,
            conjuncts: conjuncts(declared),
            chosen: Occurrence {
                instance,
                event,
                arguments: vec![Value::Open; declared.params.len()],
            },
            found: Vec::new(),
            most: usize::MAX,
            guesses: None,
            effort: None,
        }
    }

    fn find(&mut self) -> Result<(), NoDomain> {
        // Where the event cannot happen whatever its arguments, none need be known.
        let is_refused = self.off_life_cycle().is_some() || self.refuses(None);
        self.unless_too_long()?;
        if is_refused { Ok(()) } else { self.fill() }
    }

    fn off_life_cycle(&self) -> Option<Reason> {
        let at = self.current.life_cycle(self.chosen.instance);
        let shape = self
            .interpreter
            .shape(self.chosen.instance, self.chosen.event);
        let is_offered = shape.moves.iter().any(|(from, _)| *from == at);
        (!is_offered).then_some(Reason::LifeCycle { at })
    }

    fn environment(&self) -> Environment<'_> {
        self.interpreter
            .environment(self.current, None, &self.chosen)
    }

    fn is_chosen(&self, expr: &Expr) -> bool {
        let is_open = |param: &usize| self.chosen.arguments[*param] == Value::Open;
        !parameters(expr).iter().any(is_open)
    }

    /// Whether a condition in which everything is chosen does not hold: one of those that read a parameter, or of
    /// those that read none.
    fn refuses(&self, param: Option<usize>) -> bool {
        let concerned = |expr: &Expr| match param {
            Some(param) => parameters(expr).contains(&param),
            None => parameters(expr).is_empty(),
        };
        let mut conditions = self.conjuncts.iter();
        conditions
            .any(|expr| concerned(expr) && self.is_chosen(expr) && !self.environment().holds(expr))
    }

    fn fill(&mut self) -> Result<(), NoDomain> {
        let params = self.declared.params().map(|(id, _)| id.index());
        let open: Vec<usize> = params
            .filter(|index| self.chosen.arguments[*index] == Value::Open)
            .collect();
        let Some(first) = open.first() else {
            self.found.push(self.chosen.arguments.clone());
            return Ok(());
        };
        let known = open
            .iter()
            .filter_map(|index| Some((*index, self.values(*index)?)));
        let fewest = known.min_by_key(|(_, values)| values.len());
        let (index, values) = fewest.ok_or_else(|| self.no_domain(*first))?;
        for value in values {
            if !self.has_effort() {
                break;
            }
            self.chosen.arguments[index] = value;
            if self.found.len() < self.most && !self.refuses(Some(index)) {
                self.fill()?;
            }
            self.unless_too_long()?;
        }
        self.chosen.arguments[index] = Value::Open;
        Ok(())
    }

    /// Whether another value may be looked at; that costs something.
    fn has_effort(&self) -> bool {
        self.effort.is_none_or(|(effort, cost)| effort.spend(cost))
    }

    /// Whether every range could be counted through so far. Each further value would be given up as late as the one
    /// before.
    fn unless_too_long(&self) -> Result<(), NoDomain> {
        match self.interpreter.read_open.and_then(Cell::get) {
            Some(OpenRead::TooLong(_)) => Err(too_long()),
            _ => Ok(()),
        }
    }

    fn no_domain(&self, param: usize) -> NoDomain {
        let spec = &self.interpreter.spec(self.chosen.instance).name.text;
        let event = &self.declared.name.text;
        let param = &self.declared.params[param].name.text;
        NoDomain {
            what: format!("{spec}.{event}.{param}"),
        }
    }

    /// The values of a parameter, given what is chosen.
    fn values(&self, param: usize) -> Option<Vec<Value>> {
        let spec = self
            .interpreter
            .universe
            .instance(self.chosen.instance)
            .spec;
        let ty = &self.declared.params[param].ty;
        let id = ParamId::at(param);
        let domain = self
            .interpreter
            .domains
            .of_param(spec, self.chosen.event, id, ty);
        if let Some(domain) = domain {
            return Some(domain.to_vec());
        }
        let mut confined = Confined::new(ty);
        for said in said_of(self.declared, &self.conjuncts, id) {
            match said {
                Said::Names(spec) => confined.only(self.interpreter.universe.keys_of(spec)),
                Said::Compared(op, other) if self.is_chosen(other) => {
                    confined.confine(op, other, &self.environment());
                }
                Said::Compared(..) => {}
            }
        }
        let values = confined.values().or_else(|| self.guesses(ty))?;
        Some(match self.effort {
            Some((effort, _)) => effort.some_of(values),
            None => values,
        })
    }

    /// Values worth trying for a parameter of a type: those that the instance has in its fields, and those that texts
    /// name.
    fn guesses(&self, ty: &Type) -> Option<Vec<Value>> {
        let guesses = self.guesses?;
        let own = self.interpreter.spec(self.chosen.instance).fields.iter();
        let own = own.zip(&self.current.instance(self.chosen.instance).fields);
        let own = own.filter(|(field, value)| field.ty == *ty && **value != Value::Open);
        let mut values: Vec<Value> = own.map(|(_, value)| value.clone()).collect();
        values.extend(guesses.of(ty));
        Some(values)
    }
}
