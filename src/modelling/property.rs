//! What a check asks about runs, as a test module says it.

use std::sync::Arc;
use std::vec;

use super::build::{now_of, requirement, unwanted};
use super::universe::{report_too_many, statements};
use crate::diagnostics::Diagnostic;
use crate::model::property::{Description, Formula, Invariants, Predicate, Property};
use crate::model::universe::Universe;
use crate::model::value::InstanceId;
use crate::semantics::specification::Program;
use crate::semantics::test_module::{Instances, Setup};
use crate::stack::with_enough_stack;

/// Which instances the statements of a state speak of.
pub(super) enum Speaking {
    /// Without `from`: each of those that it made. The statements come in the order of the text, nested ones included.
    OfTheirOwn(vec::IntoIter<Vec<InstanceId>>),
    /// With `from`: distinct ones of its specification.
    OfAny,
}

/// Makes properties.
pub(super) struct Asking<'p, 'u> {
    pub(super) program: &'p Program,
    pub(super) universe: &'u Universe,
    pub(super) speaking: Speaking,
}

impl<'p> Asking<'p, '_> {
    /// What a check asks that looks for a state.
    pub(super) fn state(mut self, setups: &'p [Setup]) -> Result<Property<'p>, Vec<Diagnostic>> {
        Ok(match self.block(setups)? {
            Formula::Holds(predicate) => Property::Reach(predicate),
            formula => Property::Temporal(formula),
        })
    }

    /// What a check asks that looks for a broken invariant: any of those that an instance has.
    pub(super) fn broken(&self) -> Property<'p> {
        let mut invariants = Invariants::new();
        for spec in self.universe.specs() {
            let count = self.program.spec(spec).invariants.len();
            if count > 0 {
                invariants.insert(spec, (0..count).collect());
            }
        }
        Property::Reach(Predicate::Broken(invariants))
    }

    /// All statements of a block. Those about the state itself come first.
    fn block(&mut self, setups: &'p [Setup]) -> Result<Formula<'p>, Vec<Diagnostic>> {
        with_enough_stack(|| {
            let those: Vec<&Instances> = statements(setups).collect();
            report_too_many(&those)?;
            let mut description = Description {
                now: now_of(self.program, setups)?,
                wanted: Vec::new(),
                unwanted: unwanted(self.program, self.universe, setups),
            };
            let mut about_runs = Vec::new();
            for setup in setups {
                match setup {
                    Setup::Instances(it) if !it.negated => self.wanted(it, &mut description),
                    Setup::Instances(_) | Setup::Now(_) => {}
                    Setup::Forever(part) => {
                        about_runs.push(Formula::Forever(self.boxed(part)?));
                    }
                    Setup::Eventually(part) => {
                        about_runs.push(Formula::Eventually(self.boxed(part)?));
                    }
                    Setup::Until(first, second) => {
                        let (first, second) = (self.boxed(first)?, self.boxed(second)?);
                        about_runs.push(Formula::Until(first, second));
                    }
                    Setup::Unless(first, second) => {
                        let (first, second) = (self.boxed(first)?, self.boxed(second)?);
                        about_runs.push(Formula::Unless(first, second));
                    }
                }
            }
            let state = Formula::Holds(Predicate::Described(description));
            if about_runs.is_empty() {
                return Ok(state);
            }
            about_runs.insert(0, state);
            Ok(Formula::All(about_runs))
        })
    }

    fn boxed(&mut self, setups: &'p [Setup]) -> Result<Box<Formula<'p>>, Vec<Diagnostic>> {
        self.block(setups).map(Box::new)
    }

    /// Adds what a statement asks of each of its instances.
    fn wanted(&mut self, statement: &'p Instances, to: &mut Description<'p>) {
        let asked = |index, candidates| requirement(self.program, statement, index, candidates);
        match &mut self.speaking {
            Speaking::OfTheirOwn(made) => {
                let made = made.next().unwrap_or_default().into_iter().enumerate();
                to.wanted
                    .extend(made.map(|(index, id)| asked(index, [id].into())));
            }
            Speaking::OfAny => {
                let candidates: Arc<[InstanceId]> =
                    self.universe.instances_of(statement.spec).into();
                let indexes = 0..statement.count as usize;
                to.wanted
                    .extend(indexes.map(|index| asked(index, candidates.clone())));
            }
        }
    }
}
