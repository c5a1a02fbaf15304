//! How much a slice keeps and cuts.

use crate::semantics::Program;
use crate::semantics::specification::{Event, EventId, Specification};

/// How many things of a kind are kept and cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Those that the slice has.
    pub kept: usize,
    /// The others.
    pub cut: usize,
}

/// How much of all specifications is kept and cut, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Fields.
    pub fields: Count,
    /// Events.
    pub events: Count,
    /// Preconditions and postconditions.
    pub statements: Count,
    /// Syncs.
    pub syncs: Count,
    /// Life-cycle states.
    pub states: Count,
    /// Arrows of life cycles.
    pub transitions: Count,
}

/// How many things of each kind there are in a program.
#[derive(Default)]
struct Numbers([usize; 6]);

impl Numbers {
    /// What is inherited counts for each heir, and what an abstract specification declares only there. Bridges stand
    /// for what is cut.
    fn of(program: &Program) -> Numbers {
        let mut numbers = Numbers::default();
        let specs = program.specifications.iter();
        for spec in specs.filter(|spec| !spec.is_abstract()) {
            numbers.add_specification(spec);
        }
        numbers
    }

    fn add_specification(&mut self, spec: &Specification) {
        let is_own = |event: EventId| !spec.events[event.index()].bridge;
        let events = spec.events.iter().filter(|event| !event.bridge);
        let transitions = spec.transitions.iter().filter(|it| is_own(it.event));
        let statements = |event: &Event| event.preconditions.len() + event.postconditions.len();
        let own = [
            spec.fields.len(),
            events.clone().count(),
            events.clone().map(statements).sum(),
            events.map(|event| event.syncs.len()).sum(),
            spec.states.len(),
            transitions.count(),
        ];
        for (number, own) in self.0.iter_mut().zip(own) {
            *number += own;
        }
    }
}

impl Counts {
    /// How much of a program is kept in the texts of a slice.
    pub fn of(program: &Program, slice: &Program) -> Counts {
        let (Numbers(all), Numbers(kept)) = (Numbers::of(program), Numbers::of(slice));
        let mut counts = [Count::default(); 6];
        for (count, (all, kept)) in counts.iter_mut().zip(all.into_iter().zip(kept)) {
            let cut = all.saturating_sub(kept);
            *count = Count { kept, cut };
        }
        let [fields, events, statements, syncs, states, transitions] = counts;
        Counts {
            fields,
            events,
            statements,
            syncs,
            states,
            transitions,
        }
    }

    /// The counts with their names, in the order in which they are shown.
    pub fn named(&self) -> [(&'static str, Count); 6] {
        [
            ("fields", self.fields),
            ("events", self.events),
            ("statements", self.statements),
            ("syncs", self.syncs),
            ("states", self.states),
            ("transitions", self.transitions),
        ]
    }
}
