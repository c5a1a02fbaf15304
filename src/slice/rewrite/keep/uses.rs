//! Uses of what a text only names.
//!
//! An internal event that the text only names, on a way to a state or in `using events`, may have lost all syncs that
//! name it. It could never happen then. A parameter may be kept for what is passed for it, and have lost all that is
//! done with it. Readers would take both for mistakes, so one use of the original stays.

use std::collections::BTreeMap;

use super::{Keeper, Mentions, Position, place};
use crate::diagnostics::Span;
use crate::semantics::Program;
use crate::semantics::expression::Expr;
use crate::semantics::specification::{Event, EventId, SpecId, Sync};

/// A use of a parameter: what has to be kept for it, if anything.
type Use = [Option<Span>; 2];

/// A sync, with the event that has it.
type Naming<'p> = (SpecId, EventId, &'p Sync);

impl Keeper<'_> {
    /// Keeps a use for everything that had one and has none left.
    pub(super) fn add_uses(&mut self) {
        self.add_partners();
        self.add_uses_of_params();
    }

    /// Keeps a sync for each internal event that had one and has none left: of an event that is kept if there is one.
    fn add_partners(&mut self) {
        let naming = naming_syncs(self.program);
        for listed in self.internal_events() {
            let syncs = naming.get(&listed).map_or(&[] as &[_], Vec::as_slice);
            let keeps_event = |(spec, event, _): &&Naming<'_>| self.keeps_event(*spec, *event);
            let mut of_kept = syncs.iter().filter(keeps_event);
            if of_kept.any(|(_, _, sync)| self.keeps(sync.span)) {
                continue;
            }
            let first = syncs.iter().find(keeps_event).or(syncs.first());
            if let Some((spec, event, sync)) = first {
                self.keep_event(*spec, *event);
                self.keep(sync.span);
            }
        }
    }

    /// Keeps a use for each parameter that is kept and that nothing mentions any more.
    fn add_uses_of_params(&mut self) {
        let program = self.program;
        for event in program.specifications.iter().flat_map(|it| &it.events) {
            if !self.keeps(event.listed) {
                continue;
            }
            for (param, uses) in event.params.iter().zip(uses_of_params(program, event)) {
                let is_left = |needs: &Use| needs.iter().flatten().all(|it| self.keeps(*it));
                let is_unused = self.keeps(param.name.span) && !uses.iter().any(is_left);
                for span in uses
                    .iter()
                    .take(1)
                    .flatten()
                    .flatten()
                    .filter(|_| is_unused)
                {
                    self.keep(*span);
                }
            }
        }
    }

    /// Where the internal events are listed that are kept.
    fn internal_events(&self) -> Vec<Position> {
        let specs = self.program.specifications.iter().enumerate();
        let whole = specs.filter(|(index, spec)| self.specs[*index] && !spec.is_partial());
        let own = whole.flat_map(|(_, spec)| {
            let events = spec.events.iter();
            events.filter(|event| spec.span.contains(event.listed))
        });
        let internal = own.filter(|event| event.internal && self.keeps(event.listed));
        internal.map(|event| place(event.listed)).collect()
    }
}

/// The syncs of a program by where the events are listed that they name.
fn naming_syncs(program: &Program) -> BTreeMap<Position, Vec<Naming<'_>>> {
    let mut naming: BTreeMap<Position, Vec<Naming<'_>>> = BTreeMap::new();
    for (index, spec) in program.specifications.iter().enumerate() {
        for (number, event) in spec.events.iter().enumerate() {
            for sync in event.syncs.iter().filter(|sync| !sync.negated) {
                let partner = &program.spec(sync.spec).events[sync.event.index()];
                let known = naming.entry(place(partner.listed)).or_default();
                known.push((SpecId::at(index), EventId::at(number), sync));
            }
        }
    }
    naming
}

/// The uses of each parameter of an event. Preconditions stay with their event.
fn uses_of_params(program: &Program, event: &Event) -> Vec<Vec<Use>> {
    let mut uses: Vec<Vec<Use>> = vec![Vec::new(); event.params.len()];
    let mut add = |expr: &Expr, needs: Use| {
        for param in Mentions::of(expr).params {
            uses[param.index()].push(needs);
        }
    };
    for statement in &event.preconditions {
        add(&statement.condition, [None, None]);
    }
    for statement in &event.postconditions {
        add(&statement.condition, [Some(statement.span), None]);
    }
    for sync in &event.syncs {
        add(&sync.key, [Some(sync.span), None]);
        let partner = &program.spec(sync.spec).events[sync.event.index()];
        for (argument, param) in sync.arguments.iter().zip(&partner.params) {
            add(argument, [Some(sync.span), Some(param.name.span)]);
        }
    }
    uses
}
