//! A model of the solver's to a run, replayed by the interpreter.

use num_bigint::BigInt;
use z3::ast::{Bool, Int};

use super::atoms::Atoms;
use super::encode::Variables;
use super::term::{Parts, Term};
use super::unroll::Unrolling;
use crate::engines::Witness;
use crate::model::number::Fraction;
use crate::model::state::InstanceState;
use crate::model::steps::Occurrence;
use crate::model::{InstanceId, Model, State, Value};
use crate::semantics::specification::{EventId, StateId};
use crate::semantics::types::Type;
use crate::semantics::value::Period;

/// The run that a model of the solver's describes, if the interpreter agrees that it is one; otherwise what it objects to.
pub(super) fn replay(
    model: &Model<'_>,
    unrolling: &Unrolling<'_, '_>,
    found: &z3::Model,
    length: usize,
) -> Result<Witness, String> {
    let reader = Reader {
        model,
        atoms: &unrolling.atoms,
        found,
    };
    let states: Vec<State> = unrolling.states[..=length]
        .iter()
        .map(|state| reader.state(state))
        .collect();
    if !model.is_start(&states[0]) {
        return Err("the first state is no start".to_owned());
    }
    let interpreter = model.interpreter();
    let mut steps = Vec::new();
    for (index, variables) in unrolling.steps[..length].iter().enumerate() {
        let chosen = reader
            .chosen(&variables.chosen)
            .ok_or("no event is chosen")?;
        let (id, event) = chosen;
        let params = &variables.params[id.index()][event.index()];
        let types = interpreter
            .event(id, event)
            .params
            .iter()
            .map(|param| &param.ty);
        let arguments = params
            .iter()
            .zip(types)
            .map(|(term, ty)| reader.value(term, ty))
            .collect();
        let occurrence = Occurrence {
            instance: id,
            event,
            arguments,
        };
        let step = interpreter.check(&states[index], occurrence, &states[index + 1]);
        let step = step.map_err(|refusal| format!("step {}: {refusal:?}", index + 1))?;
        steps.push((step, states[index + 1].clone()));
    }
    if !model.is_goal(&states[length]) {
        return Err("the last state is not the goal".to_owned());
    }
    Ok(Witness {
        start: states[0].clone(),
        steps,
    })
}

struct Reader<'r> {
    model: &'r Model<'r>,
    atoms: &'r Atoms,
    found: &'r z3::Model,
}

impl Reader<'_> {
    fn state(&self, variables: &Variables) -> State {
        let instances = self.model.universe.iter().map(|(id, instance)| {
            let spec = self.model.program.spec(instance.spec);
            let at = variables.states[id.index()]
                .iter()
                .position(|state| self.is_true(state));
            let fields = variables.fields[id.index()].iter().zip(&spec.fields);
            InstanceState {
                life_cycle: StateId::at(at.unwrap_or_default()),
                fields: fields
                    .map(|(term, field)| self.value(term, &field.ty))
                    .collect(),
            }
        });
        State::new(
            self.value(&variables.now, &Type::DateTime),
            instances.collect(),
        )
    }

    fn chosen(&self, chosen: &[Vec<Option<Bool>>]) -> Option<(InstanceId, EventId)> {
        chosen.iter().enumerate().find_map(|(id, events)| {
            let event = events
                .iter()
                .position(|event| event.as_ref().is_some_and(|event| self.is_true(event)))?;
            Some((InstanceId::at(id), EventId::at(event)))
        })
    }

    fn is_true(&self, condition: &Bool) -> bool {
        self.found
            .eval(condition, true)
            .and_then(|value| value.as_bool())
            == Some(true)
    }

    fn number(&self, term: &Int) -> BigInt {
        let value = self
            .found
            .eval(term, true)
            .map(|value| value.to_string())
            .unwrap_or_default();
        read_number(&value)
    }

    fn value(&self, term: &Term, ty: &Type) -> Value {
        match (&term.parts, ty) {
            (Parts::Truth(truth), _) => Value::Boolean(self.is_true(&truth.yes)),
            (Parts::Pair(currency, cents), Type::Money) => {
                Value::Money(self.text(&self.number(currency), ty), self.number(cents))
            }
            (Parts::Pair(months, days), _) => Value::Term(self.number(months), self.number(days)),
            (Parts::Real(real), _) => {
                let value = self
                    .found
                    .eval(real, true)
                    .and_then(|value| value.as_rational());
                let (top, bottom) = value.unwrap_or((0, 1));
                Value::Real(
                    Fraction::new(top.into(), bottom.into())
                        .unwrap_or_else(|| Fraction::whole(0.into())),
                )
            }
            (Parts::Int(int), _) => self.of_number(self.number(int), ty),
        }
    }

    fn of_number(&self, number: BigInt, ty: &Type) -> Value {
        match ty {
            Type::Percentage => Value::Percentage(number),
            Type::Date => Value::Date(number),
            Type::Time => Value::Time(number),
            Type::DateTime => Value::DateTime(number),
            Type::String => Value::String(self.text(&number, ty)),
            Type::Iban => Value::Iban(self.text(&number, ty)),
            Type::Currency => Value::Currency(self.text(&number, ty)),
            Type::Period => Value::Period(period(&number)),
            Type::Frequency => Value::Frequency(period(&number)),
            _ => Value::Integer(number),
        }
    }

    fn text(&self, number: &BigInt, ty: &Type) -> smol_str::SmolStr {
        let number = u64::try_from(number).unwrap_or(u64::MAX);
        if let Some(text) = self.atoms.text(number) {
            return text.clone();
        }
        self.atoms.made_up(number, |number| match ty {
            Type::Iban => format!("NL00FREE{number:010}").into(),
            Type::String => format!("text{number}").into(),
            _ => currency(number),
        })
    }
}

/// A currency that is hardly in use.
fn currency(number: u64) -> smol_str::SmolStr {
    let letter = |place: u64| {
        char::from(
            b'A' + u8::try_from(number / 26_u64.pow(u32::try_from(place).unwrap_or(0)) % 26)
                .unwrap_or(0),
        )
    };
    format!("CUR_{}{}{}", letter(2), letter(1), letter(0)).into()
}

fn period(number: &BigInt) -> Period {
    match i64::try_from(number).unwrap_or(0) {
        1 => Period::Week,
        2 => Period::Month,
        3 => Period::Quarter,
        4 => Period::Year,
        _ => Period::Day,
    }
}

/// A number as the solver prints it: `5`, `(- 5)`.
fn read_number(text: &str) -> BigInt {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let number: BigInt = digits.parse().unwrap_or_default();
    if text.contains('-') { -number } else { number }
}
