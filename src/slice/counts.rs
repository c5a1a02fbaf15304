//! How much a slice keeps and cuts.

use super::parts::{EventParts, Parts, SpecParts};
use crate::semantics::Program;
use crate::semantics::specification::{Modifier, Specification};

/// How many things of a kind are kept and cut.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// Those that the check depends on.
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

impl Count {
    fn add(&mut self, is_kept: bool) {
        if is_kept {
            self.kept += 1;
        } else {
            self.cut += 1;
        }
    }

    fn add_all(&mut self, flags: &[bool], is_kept: bool) {
        for flag in flags {
            self.add(*flag && is_kept);
        }
    }
}

impl Counts {
    /// How much of a program is kept and cut. What is inherited counts for each heir, and an abstract specification only there.
    pub fn of(program: &Program, parts: &Parts) -> Counts {
        let mut counts = Counts::default();
        let specs = program.specifications.iter().zip(&parts.specs);
        for (spec, parts) in specs.filter(|(spec, _)| spec.modifier != Some(Modifier::Abstract)) {
            counts.add_specification(spec, parts);
        }
        counts
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

    fn add_specification(&mut self, spec: &Specification, parts: &SpecParts) {
        self.fields.add_all(&parts.fields, parts.kept);
        self.states.add_all(&parts.states, parts.kept);
        self.transitions.add_all(&parts.transitions, parts.kept);
        for (event, parts) in spec.events.iter().zip(&parts.events) {
            self.add_event(event.preconditions.len(), parts);
        }
    }

    fn add_event(&mut self, preconditions: usize, parts: &EventParts) {
        self.events.add(parts.kept);
        for _ in 0..preconditions {
            self.statements.add(parts.kept);
        }
        self.statements.add_all(&parts.postconditions, parts.kept);
        self.syncs.add_all(&parts.syncs, parts.kept);
    }
}
