//! What can be chosen next, as a numbered list.

use super::Session;
use crate::interpreter::offers::{Offer, offer};
use crate::model::run::Occurrence;
use crate::model::{InstanceId, Value};
use crate::semantics::specification::{EventId, SpecId};

/// So many entries are listed.
const MOST_ENTRIES: usize = 30;
/// So many values of parameters are looked at for it, which may all be refused.
const MOST_VALUES: usize = 1_000_000;
/// An event with at most so many choices of arguments has an entry for each of them.
const MOST_CHOICES: usize = 6;

/// The entries, which are numbered from 1.
#[derive(Debug, Clone, Default)]
pub struct Menu {
    /// What can be chosen.
    pub entries: Vec<Entry>,
    /// How many instances were not looked at, since the list is long enough.
    pub further: usize,
}

/// Something that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Who takes the event.
    pub instance: InstanceId,
    /// The event.
    pub event: EventId,
    /// Its arguments, where they are chosen with it.
    pub arguments: Option<Vec<Value>>,
}

/// Which instances are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All of them.
    All,
    /// Those of a specification.
    Of(SpecId),
    /// A single one.
    One(InstanceId),
}

impl Menu {
    /// What can happen next on some instances.
    pub fn new(session: &Session<'_>, which: Which) -> Menu {
        let ids = instances(session, which);
        let mut menu = Menu::default();
        let mut values = 0;
        for (index, id) in ids.iter().enumerate() {
            if menu.entries.len() >= MOST_ENTRIES || values >= MOST_VALUES {
                menu.further = ids.len() - index;
                break;
            }
            values += values_for(session, *id);
            menu.add(session, *id);
        }
        menu
    }

    fn add(&mut self, session: &Session<'_>, id: InstanceId) {
        let model = session.model();
        for event in (0..model.interpreter().spec(id).events.len()).map(EventId::at) {
            let arguments = match offer(model, session.state(), id, event, MOST_CHOICES) {
                None => continue,
                Some(Offer::Choices {
                    arguments,
                    complete: true,
                }) => arguments.into_iter().map(Some).collect(),
                Some(_) => vec![None],
            };
            let entries = arguments.into_iter().map(|arguments| Entry {
                instance: id,
                event,
                arguments,
            });
            self.entries.extend(entries);
        }
    }

    /// The entry of a number.
    pub fn entry(&self, number: usize) -> Option<&Entry> {
        self.entries.get(number.checked_sub(1)?)
    }
}

/// How many values are looked at to tell what an instance can do, where its parameters can be any instances.
fn values_for(session: &Session<'_>, id: InstanceId) -> usize {
    let (model, at) = (session.model(), session.state().life_cycle(id));
    let interpreter = model.interpreter();
    let events = (0..interpreter.spec(id).events.len()).map(EventId::at);
    let offered = events.filter(|event| {
        let mut moves = interpreter.shape(id, *event).moves.iter();
        model.may_trigger(id, *event) && moves.any(|(from, _)| *from == at)
    });
    let choosing = offered.filter(|event| !interpreter.event(id, *event).params.is_empty());
    choosing.count() * model.universe.len()
}

/// The instances that are meant, in order.
pub fn instances(session: &Session<'_>, which: Which) -> Vec<InstanceId> {
    let universe = &session.model().universe;
    match which {
        Which::All => universe.iter().map(|(id, _)| id).collect(),
        Which::Of(spec) => universe.instances_of(spec).to_vec(),
        Which::One(id) => vec![id],
    }
}

/// An event with arguments, some of which may still be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// Who takes the event.
    pub instance: InstanceId,
    /// The event.
    pub event: EventId,
    /// Its arguments.
    pub arguments: Vec<Option<Value>>,
}

impl Request {
    /// The first parameter without an argument.
    pub fn missing(&self) -> Option<usize> {
        self.arguments.iter().position(Option::is_none)
    }

    /// The event with all of its arguments; nothing as long as some are missing.
    pub fn occurrence(&self) -> Option<Occurrence> {
        Some(Occurrence {
            instance: self.instance,
            event: self.event,
            arguments: self.arguments.iter().cloned().collect::<Option<_>>()?,
        })
    }
}
