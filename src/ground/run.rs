//! Runs of a system as runs of its model.

use std::collections::{BTreeMap, BTreeSet};

use smol_str::SmolStr;

use super::system::System;
use super::valuation::{NoChoice, Valuation};
use crate::logic::{AtomSort, Constant, Symbol};
use crate::model::run::Occurrence;
use crate::model::state::InstanceState;
use crate::model::{Model, State, Value as Concrete};
use crate::semantics::specification::StateId;
use crate::semantics::types::Type;

/// A run of a model: its states, and what the environment chose between them.
#[derive(Debug, Clone)]
pub struct Chosen {
    /// The states, one more than there are choices.
    pub states: Vec<State>,
    /// The choices.
    pub choices: Vec<Occurrence>,
}

/// A run of a system.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SystemRun {
    /// The values of the variables in each state, and of the inputs of the step that leads on from it. Inputs without
    /// a value have any.
    pub states: Vec<Valuation>,
    /// Where it goes on for ever, the place of the state that follows the last one.
    pub loops_to: Option<usize>,
}

impl System {
    /// The run of the model that a run of the system describes.
    pub fn run(&self, model: &Model<'_>, run: &SystemRun) -> Result<Chosen, NoChoice> {
        let mut values = run.states.clone();
        self.name_atoms(&mut values);
        let states = values.iter().map(|values| self.state(model, values));
        let states = states.collect::<Result<Vec<State>, NoChoice>>()?;
        let steps = values.iter().take(states.len().saturating_sub(1));
        let choices = steps.map(|values| self.choice(values));
        Ok(Chosen {
            choices: choices.collect::<Result<_, NoChoice>>()?,
            states,
        })
    }

    /// The state that the values of its variables describe.
    pub fn state(&self, model: &Model<'_>, values: &Valuation) -> Result<State, NoChoice> {
        let now = self.read(values, &self.current.now.shape, &Type::DateTime)?;
        let mut instances = Vec::with_capacity(self.current.instances.len());
        for ((_, instance), own) in model.universe.iter().zip(&self.current.instances) {
            let Constant::Finite(_, at) = self.value(values, own.control)? else {
                return Err(NoChoice::NoSuchValue);
            };
            let declared = &model.program.spec(instance.spec).fields;
            let fields = own.fields.iter().zip(declared).map(|(value, field)| {
                let value = value.as_ref().ok_or(NoChoice::NoSuchValue)?;
                self.read(values, &value.shape, &field.ty)
            });
            instances.push(InstanceState {
                life_cycle: StateId(at),
                fields: fields.collect::<Result<Vec<Concrete>, NoChoice>>()?,
            });
        }
        Ok(State::new(now, instances))
    }

    /// What the environment chose.
    fn choice(&self, values: &Valuation) -> Result<Occurrence, NoChoice> {
        for occurrence in &self.occurrences {
            for player in &occurrence.players {
                let Some(chosen) = player.chosen else {
                    continue;
                };
                if self.value(values, chosen)? != Constant::Bool(true) {
                    continue;
                }
                let params = occurrence.params.iter().zip(&occurrence.types);
                let arguments = params.map(|(param, ty)| self.read(values, &param.shape, ty));
                return Ok(Occurrence {
                    instance: player.instance,
                    event: occurrence.event,
                    arguments: arguments.collect::<Result<_, NoChoice>>()?,
                });
            }
        }
        Err(NoChoice::NoSuchEvent)
    }

    /// Gives names to atoms that have none: such as no term mentions, and of countries such as they have.
    fn name_atoms(&self, values: &mut [Valuation]) {
        let countries = self.unnamed_countries(values);
        let mut taken: BTreeSet<(AtomSort, SmolStr)> = BTreeSet::new();
        for sort in self.context.terms.atom_sorts() {
            let mentioned = self.context.terms.atoms_of(sort);
            taken.extend(mentioned.map(|(_, name)| (sort, name.clone())));
        }
        let mut names: BTreeMap<(AtomSort, u32), SmolStr> = BTreeMap::new();
        for values in values.iter_mut() {
            let mut symbols: Vec<Symbol> = values.keys().copied().collect();
            symbols.sort_unstable();
            for symbol in symbols {
                let Some(Constant::Unnamed(sort, number)) = values.get(&symbol) else {
                    continue;
                };
                let key = (*sort, *number);
                let name = names.entry(key).or_insert_with(|| {
                    let candidates =
                        (0..).map(|at| self.made_up(key.0, countries.contains(&key), at));
                    let mut free = candidates.filter(|name| taken.insert((key.0, name.clone())));
                    free.next().unwrap_or_default()
                });
                let named = Constant::Atom(key.0, name.clone());
                values.insert(symbol, named);
            }
        }
    }

    /// The atoms without a name that are the country of an account number.
    fn unnamed_countries(&self, values: &[Valuation]) -> BTreeSet<(AtomSort, u32)> {
        let mut found = BTreeSet::new();
        for values in values {
            for country in &self.context.countries {
                let matters = country.when.is_none_or(|when| {
                    // What is not known may well matter.
                    self.value(values, when) != Ok(Constant::Bool(false))
                });
                if let Ok(Constant::Unnamed(sort, number)) = self.value(values, country.text)
                    && matters
                {
                    found.insert((sort, number));
                }
            }
        }
        found
    }

    /// The name with a number that nothing else has.
    fn made_up(&self, sort: AtomSort, is_country: bool, number: u64) -> SmolStr {
        if sort == self.context.currencies {
            format!("CUR_{}", letters(number, 3)).into()
        } else if sort == self.context.accounts {
            format!("00FREE{number:0>10}").into()
        } else if is_country {
            letters(number, 2).into()
        } else {
            format!("text{number}").into()
        }
    }
}

/// The letters of a place in the alphabetical list of all texts of so many letters.
fn letters(place: u64, count: u32) -> String {
    let letter = |index: u32| {
        let rest = place / 26_u64.pow(index) % 26;
        char::from(b'A' + u8::try_from(rest).unwrap_or(0))
    };
    (0..count).rev().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::super::context::is_country;
    use super::*;

    #[test]
    fn made_up_countries_are_written_as_such() {
        assert_eq!((letters(0, 2), letters(27, 2)), ("AA".into(), "BB".into()));
        assert!((0..100).all(|place| is_country(&letters(place, 2))));
    }
}
