//! From a model of the solver's to a run.

use num_bigint::BigInt;
use z3::ast::{Bool, Int};

use super::atoms::{Atom, Kind, Reading};
use super::listing::Listing;
use super::term::{Parts, Term};
use super::terms::period_of;
use super::unroll::Unrolling;
use super::variables::{StepVariables, Variables};
use crate::engines::Witness;
use crate::model::InstanceId;
use crate::model::number::Fraction;
use crate::model::refusal::Reason;
use crate::model::state::InstanceState;
use crate::model::steps::Occurrence;
use crate::model::{State, Value};
use crate::semantics::specification::{EventId, StateId};
use crate::semantics::types::Type;

/// Why there is no run.
pub(super) enum NoRun {
    /// The solver's model says something that no value says, such as a root of two.
    NotWritten(String),
    /// The interpreter does not accept it.
    Refused(String),
    /// The interpreter cannot tell, for want of a finite domain of this.
    Undecided(String),
}

/// The run that a model of the solver's describes, as the interpreter sees it.
pub(super) fn replay(
    unrolling: &Unrolling<'_, '_>,
    found: &z3::Model,
    length: usize,
) -> Result<Witness, NoRun> {
    let reader = Reader {
        unrolling,
        found,
        atoms: unrolling.terms.atoms.reading(found),
    };
    let states = unrolling.states[..=length].iter();
    let states: Result<Vec<State>, NoRun> = states.map(|state| reader.state(state)).collect();
    let states = states?;
    let model = unrolling.model;
    let mut steps = Vec::with_capacity(length);
    for (index, pair) in states.windows(2).enumerate() {
        let first = reader.first(&unrolling.steps[index])?;
        let step = model.interpreter().check(&pair[0], first, &pair[1]);
        let step = step.map_err(|refusal| match refusal.reason {
            Reason::Undecided { what } => NoRun::Undecided(what),
            _ => NoRun::Refused(format!("step {}: {refusal:?}", index + 1)),
        })?;
        steps.push((step, pair[1].clone()));
    }
    if !model.is_start(&states[0]) {
        return Err(NoRun::Refused("the first state is no start".to_owned()));
    }
    if !states.last().is_some_and(|last| model.is_goal(last)) {
        return Err(NoRun::Refused("the last state is not the goal".to_owned()));
    }
    Ok(Witness {
        start: states[0].clone(),
        steps,
    })
}

struct Reader<'r, 'e, 'm> {
    unrolling: &'r Unrolling<'e, 'm>,
    found: &'r z3::Model,
    atoms: Reading,
}

impl Reader<'_, '_, '_> {
    fn state(&self, variables: &Variables) -> Result<State, NoRun> {
        let model = self.unrolling.model;
        let mut instances = Vec::with_capacity(variables.instances.len());
        for ((_, instance), own) in model.universe.iter().zip(&variables.instances) {
            let at = own.states.iter().position(|state| self.is_true(state));
            let declared = &model.program.spec(instance.spec).fields;
            let fields = own.fields.iter().zip(declared);
            let fields: Result<Vec<Value>, NoRun> = fields
                .map(|(term, field)| self.value(term, &field.ty))
                .collect();
            instances.push(InstanceState {
                life_cycle: StateId::at(at.unwrap_or_default()),
                fields: fields?,
            });
        }
        Ok(State::new(
            self.value(&variables.now, &Type::DateTime)?,
            instances,
        ))
    }

    /// The event that the environment chose.
    fn first(&self, step: &StepVariables) -> Result<Occurrence, NoRun> {
        for (index, events) in step.events.iter().enumerate() {
            let chosen =
                |event: &Option<Bool>| event.as_ref().is_some_and(|event| self.is_true(event));
            if let Some(event) = events.iter().position(|event| chosen(&event.chosen)) {
                let (instance, event_id) = (InstanceId::at(index), EventId::at(event));
                let declared = self.unrolling.model.interpreter().event(instance, event_id);
                let params = events[event].params.iter().zip(&declared.params);
                let arguments: Result<Vec<Value>, NoRun> = params
                    .map(|(term, param)| self.value(term, &param.ty))
                    .collect();
                return Ok(Occurrence {
                    instance,
                    event: event_id,
                    arguments: arguments?,
                });
            }
        }
        Err(NoRun::Refused("no event is chosen".to_owned()))
    }

    fn is_true(&self, condition: &Bool) -> bool {
        let value = self.found.eval(condition, true);
        value.and_then(|value| value.as_bool()) == Some(true)
    }

    fn number(&self, term: &Int) -> Result<BigInt, NoRun> {
        let value = self.found.eval(term, true);
        if let Some(small) = value.as_ref().and_then(Int::as_i64) {
            return Ok(small.into());
        }
        let value = value.map(|value| value.to_string()).unwrap_or_default();
        whole_number(&value).ok_or(NoRun::NotWritten(value))
    }

    fn value(&self, term: &Term, ty: &Type) -> Result<Value, NoRun> {
        Ok(match (&term.parts, ty) {
            (Parts::Truth(truth), _) => Value::Boolean(self.is_true(&truth.yes)),
            (Parts::Atom(atom), Type::Currency) => {
                Value::Currency(self.text(Kind::Currency, atom, false))
            }
            (Parts::Atom(atom), _) => Value::String(self.text(Kind::Text, atom, false)),
            (Parts::Money(currency, cents), _) => Value::Money(
                self.text(Kind::Currency, currency, false),
                self.number(cents)?,
            ),
            (Parts::Iban(country, rest), _) => {
                let country = self.text(Kind::Text, country, true);
                let rest = self.text(Kind::Account, rest, false);
                Value::Iban(format!("{country}{rest}").into())
            }
            (Parts::Term(months, days), _) => Value::Term(self.number(months)?, self.number(days)?),
            (Parts::Real(real), _) => {
                let value = self.found.eval(real, true).map(|value| value.to_string());
                let value = value.unwrap_or_default();
                Value::Real(fraction(&value).ok_or_else(|| not_a_fraction(value))?)
            }
            (Parts::Int(number), _) => of_number(self.number(number)?, ty),
            (Parts::Listing(listing), ty) => self.listing(listing, ty)?,
            (Parts::Instance(_), _) => return Err(NoRun::NotWritten("an instance".to_owned())),
        })
    }

    /// The text or currency that an atom is in the model.
    fn text(&self, kind: Kind, atom: &Atom, is_country: bool) -> smol_str::SmolStr {
        let element = self
            .found
            .eval(&atom.ast, true)
            .map(|element| element.to_string());
        let could_be =
            kind == Kind::Text && self.is_true(&self.unrolling.terms.atoms.is_country(atom));
        self.atoms
            .text(kind, &element.unwrap_or_default(), is_country || could_be)
    }

    fn listing(&self, listing: &Listing, ty: &Type) -> Result<Value, NoRun> {
        let there = listing
            .entries
            .iter()
            .filter(|entry| self.is_true(&entry.there));
        Ok(match ty {
            Type::Map(key_type, value_type) => {
                let entries = there.map(|entry| {
                    let value = entry.value.as_ref().unwrap_or(&entry.key);
                    Ok((
                        self.value(&entry.key, key_type)?,
                        self.value(value, value_type)?,
                    ))
                });
                Value::Map(entries.collect::<Result<_, NoRun>>()?)
            }
            Type::Set(element) => {
                let elements = there.map(|entry| self.value(&entry.key, element));
                Value::Set(elements.collect::<Result<_, NoRun>>()?)
            }
            _ => return Err(NoRun::NotWritten("a collection".to_owned())),
        })
    }
}

/// What to say of a number that cannot be written. The solver names irrational ones by the polynomial of which they are a root.
fn not_a_fraction(value: String) -> NoRun {
    NoRun::NotWritten(if value.contains("root-obj") {
        "only irrational numbers".to_owned()
    } else {
        value
    })
}

/// The value of a type that numbers stand for.
fn of_number(number: BigInt, ty: &Type) -> Value {
    let period = || period_of(i64::try_from(&number).unwrap_or(0));
    match ty {
        Type::Percentage => Value::Percentage(number),
        Type::Date => Value::Date(number),
        Type::Time => Value::Time(number),
        Type::DateTime => Value::DateTime(number),
        Type::Real => Value::Real(Fraction::whole(number)),
        Type::Period => Value::Period(period()),
        Type::Frequency => Value::Frequency(period()),
        _ => Value::Integer(number),
    }
}

/// A whole number as the solver prints it: `5`, `(- 5)`.
fn whole_number(text: &str) -> Option<BigInt> {
    let text = text.trim();
    if let Some(opposite) = text.strip_prefix("(- ") {
        return Some(-whole_number(opposite.strip_suffix(')')?)?);
    }
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}

/// A fraction as the solver prints it: `0.5`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`, `(/ (- 1.0) 3.0)`.
fn fraction(text: &str) -> Option<Fraction> {
    let text = text.trim();
    if let Some(opposite) = text.strip_prefix("(- ") {
        return Some(fraction(opposite.strip_suffix(')')?)?.negated());
    }
    if let Some(quotient) = text.strip_prefix("(/ ") {
        let quotient = quotient.strip_suffix(')')?;
        let middle = quotient.rfind(' ')?;
        let (top, bottom) = (
            fraction(&quotient[..middle])?,
            fraction(&quotient[middle..])?,
        );
        return top.over(&bottom);
    }
    match text.split_once('.') {
        None => whole_number(text).map(Fraction::whole),
        Some((whole, decimals)) => {
            let digits: BigInt = format!("{whole}{decimals}").parse().ok()?;
            let scale = BigInt::from(10).pow(u32::try_from(decimals.len()).ok()?);
            Fraction::new(digits, scale)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_the_solver_prints_them() {
        assert_eq!(whole_number("(- 12)"), Some(BigInt::from(-12)));
        assert_eq!(whole_number("7"), Some(BigInt::from(7)));
        assert_eq!(whole_number("(root-obj x 2)"), None);
        let third = Fraction::new(1.into(), 3.into());
        assert_eq!(fraction("(/ 1.0 3.0)"), third);
        assert_eq!(
            fraction("(- (/ 1.0 3.0))"),
            third.as_ref().map(Fraction::negated)
        );
        assert_eq!(
            fraction("(/ (- 1.0) 3.0)"),
            third.map(|third| third.negated())
        );
        assert_eq!(fraction("2.5"), Fraction::new(5.into(), 2.into()));
        assert_eq!(fraction("(root-obj (+ (^ x 2) (- 2)) 2)"), None);
    }
}
