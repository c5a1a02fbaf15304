//! Pairs of states of one model, and whether the translation and the interpreter agree on the steps between them.

use std::fmt;

use fretsaw::ground::system::Turns;
use fretsaw::ground::valuation::{NoChoice, Valuation};
use fretsaw::ground::{Options, Property, PropertyId, System};
use fretsaw::interpreter::explore::successors;
use fretsaw::interpreter::guesses::Guesses;
use fretsaw::interpreter::offers::guessed_arguments;
use fretsaw::interpreter::refusal::Reason;
use fretsaw::logic::TermId;
use fretsaw::model::run::Occurrence;
use fretsaw::model::{Model, State};
use fretsaw::semantics::specification::EventId;

use crate::support::generate::random::Random;
use crate::support::walk::walk;

/// So many entries has a set or map room for.
const ROOM: usize = 8;
/// So many choices of the environment are looked at in a state.
const MOST_CHOICES: usize = 12;

/// What came of a model, or of many.
#[derive(Debug, Default, Clone)]
pub(crate) struct Agreement {
    models: usize,
    /// There are no terms for these.
    unsupported: usize,
    /// Pairs between which there is a step, and pairs between which there is none.
    steps: usize,
    no_steps: usize,
    /// Of these nobody knows.
    unknown: usize,
    starts: usize,
    goals: usize,
    /// The first difference.
    pub(crate) difference: Option<String>,
}

impl Agreement {
    pub(crate) fn add(&mut self, other: &Agreement) {
        self.models += other.models;
        self.unsupported += other.unsupported;
        self.steps += other.steps;
        self.no_steps += other.no_steps;
        self.unknown += other.unknown;
        self.starts += other.starts;
        self.goals += other.goals;
    }

    pub(crate) fn assert_that_it_says_much(&self) {
        assert!(self.steps > 5 * self.models, "{self}");
        assert!(self.no_steps > 5 * self.models, "{self}");
        assert!(self.unsupported * 5 < self.models, "{self}");
        assert!(self.unknown * 5 < self.steps + self.no_steps, "{self}");
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} models ({} not translated): {} steps, {} pairs without a step, {} unknown; {} starts and {} goals",
            self.models,
            self.unsupported,
            self.steps,
            self.no_steps,
            self.unknown,
            self.starts,
            self.goals
        )
    }
}

/// Compares what the translation and the interpreter say of a model.
pub(crate) fn compare(model: &Model<'_>, seed: u64) -> Agreement {
    let mut agreement = Agreement {
        models: 1,
        ..Agreement::default()
    };
    let mut random = Random::new(seed);
    let options = Options {
        room: ROOM,
        // Now and then events of several instances are described together.
        few: random.below(4),
    };
    let system = System::of(model, options);
    let Some(mut system) = system.ok().filter(|system| system.avoided.is_empty()) else {
        agreement.unsupported += 1;
        return agreement;
    };
    let relation = system.relation(Turns::OneByOne);
    let mut relation: Vec<TermId> = relation.map(|it| it.term).collect();
    relation.extend(system.context.facts.iter().chain(&system.context.hints));
    relation.extend(system.context.descriptions());
    let Some(walk) = walk(model, &mut random, 5) else {
        return agreement;
    };
    let states: Vec<State> = walk.states().cloned().collect();
    let always: Vec<TermId> = system.always.iter().map(|it| it.term).collect();
    relation.extend(always.iter().map(|term| system.in_next(*term)));
    for state in &states {
        let mut pairs = Pairs {
            model,
            system: &mut system,
            relation: &relation,
            agreement: &mut agreement,
        };
        pairs.state(state, &mut random);
        if agreement.difference.is_some() {
            break;
        }
    }
    agreement
}

struct Pairs<'p, 'm> {
    model: &'p Model<'m>,
    system: &'p mut System,
    relation: &'p [TermId],
    agreement: &'p mut Agreement,
}

impl Pairs<'_, '_> {
    fn state(&mut self, state: &State, random: &mut Random) {
        let Some(values) = self.system.valuation_of(state, false) else {
            self.agreement.unknown += 1;
            return;
        };
        self.start_and_goal(state, &values);
        let Ok(found) = successors(self.model, state) else {
            self.agreement.unknown += 1;
            return;
        };
        let mut nexts: Vec<State> = found.iter().map(|(_, next)| next.clone()).collect();
        nexts.push(state.clone());
        for (step, next) in found.iter().take(MOST_CHOICES) {
            self.pair(state, &values, &step.occurrences[0], next);
            if let Some(other) = random.pick_any(&nexts) {
                self.pair(
                    state,
                    &values,
                    &step.occurrences[0],
                    &mixed(next, other, random),
                );
            }
        }
        for first in self.guessed(state, random) {
            if let Some(next) = random.pick_any(&nexts) {
                self.pair(state, &values, &first, next);
            }
        }
    }

    /// Choices of the environment that may well be impossible.
    fn guessed(&self, state: &State, random: &mut Random) -> Vec<Occurrence> {
        let guesses = Guesses::from(self.model);
        let mut choices = Vec::new();
        for (instance, declared) in self.model.universe.iter() {
            for event in 0..self.model.program.spec(declared.spec).events.len() {
                let event = EventId::at(event);
                if !self.model.may_trigger(instance, event) {
                    continue;
                }
                let arguments = guessed_arguments(self.model, state, instance, event, &guesses);
                if let Some(arguments) = random.pick_any(&arguments) {
                    choices.push(Occurrence {
                        instance,
                        event,
                        arguments: arguments.clone(),
                    });
                }
            }
        }
        choices.truncate(MOST_CHOICES);
        choices
    }

    fn start_and_goal(&mut self, state: &State, values: &Valuation) {
        if let Ok(expected) = self.model.decide_goal(state) {
            let Some(Property::Reach { wanted, .. }) = self.system.property(PropertyId(0)) else {
                panic!("a check looks for states");
            };
            let goal: Vec<TermId> = wanted.iter().map(|it| it.term).collect();
            match self.holds(values, &goal) {
                Some(found) if found != expected => {
                    self.differ(format!(
                        "goal: interpreter {expected}, terms {found}: {state:?}"
                    ));
                }
                Some(_) => self.agreement.goals += usize::from(expected),
                None => self.agreement.unknown += 1,
            }
        }
        let Ok(expected) = self.model.decide_start(state) else {
            return;
        };
        let start = self.system.start.iter().chain(&self.system.always);
        let start: Vec<TermId> = start.map(|it| it.term).collect();
        match self.holds(values, &start) {
            Some(found) if found != expected => {
                self.differ(format!(
                    "start: interpreter {expected}, terms {found}: {state:?}"
                ));
            }
            Some(_) => self.agreement.starts += usize::from(expected),
            None => self.agreement.unknown += 1,
        }
    }

    fn pair(&mut self, state: &State, values: &Valuation, first: &Occurrence, next: &State) {
        let checked = self.model.interpreter().check(state, first.clone(), next);
        let expected = match &checked {
            Ok(_) => true,
            Err(refusal) if matches!(refusal.reason, Reason::Undecided { .. }) => {
                self.agreement.unknown += 1;
                return;
            }
            Err(_) => false,
        };
        let Some(found) = self.leads(values, first, next) else {
            self.agreement.unknown += 1;
            return;
        };
        if found != expected {
            self.differ(format!(
                "{first:?} from {state:?} to {next:?}: interpreter {checked:?}, terms {found}"
            ));
        } else if expected {
            self.agreement.steps += 1;
        } else {
            self.agreement.no_steps += 1;
        }
    }

    /// Whether the relation holds; none where nobody knows.
    fn leads(&mut self, values: &Valuation, first: &Occurrence, next: &State) -> Option<bool> {
        let mut values = values.clone();
        match self.system.choose(&mut values, first) {
            Ok(()) => {}
            Err(NoChoice::Twice) => return Some(false),
            Err(_) => return None,
        }
        match self.system.valuation_of(next, true) {
            Some(next) => values.extend(next),
            // A value that the variables have no room for is outside of a domain.
            None => return None,
        }
        self.holds(&values, self.relation)
    }

    fn holds(&self, values: &Valuation, terms: &[TermId]) -> Option<bool> {
        self.system.all_hold(values, terms)
    }

    fn differ(&mut self, how: String) {
        self.agreement.difference.get_or_insert(how);
    }
}

/// A state that is in part like another one.
fn mixed(state: &State, other: &State, random: &mut Random) -> State {
    let mut mixed = state.clone();
    for (id, instance) in other.instances() {
        if random.chance(30) {
            mixed.instance_mut(id).life_cycle = instance.life_cycle;
        }
        for (index, value) in instance.fields.iter().enumerate() {
            if random.chance(30) {
                mixed.instance_mut(id).fields[index] = value.clone();
            }
        }
    }
    mixed
}
