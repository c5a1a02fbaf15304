//! Where the events of a program are listed and declared, which transitions they have, and where syncs stand. It is
//! made when it is first asked for, in one pass, so that a question about a thousand events does not look through all
//! of them a thousand times.

use rustc_hash::FxHashMap;

use crate::diagnostics::Span;
use crate::semantics::Program;
use crate::semantics::specification::{Event, EventId, SpecId, Specification, Sync, Transition};

/// Ways to find events, transitions and syncs.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The first event that is listed at a place: heirs list it there, too.
    listed: FxHashMap<Span, (SpecId, EventId)>,
    /// The events that are declared at a place, in the order of the program.
    declared: FxHashMap<Span, Vec<(SpecId, EventId)>>,
    /// For each specification its transitions by their events, and in their order where those are the same.
    transitions: Vec<Vec<(EventId, usize)>>,
    /// The syncs by their places, each place once. They do not overlap.
    syncs: Vec<(Span, SyncPlace)>,
}

/// A sync of an event.
#[derive(Debug, Clone, Copy)]
struct SyncPlace {
    spec: SpecId,
    event: EventId,
    index: usize,
}

impl Index {
    /// Looks through a program once.
    pub(super) fn new(program: &Program) -> Index {
        let mut index = Index::default();
        for (number, spec) in program.specifications.iter().enumerate() {
            index.add(SpecId::at(number), spec);
        }
        index.syncs.sort_by_key(|(place, _)| *place);
        index.syncs.dedup_by_key(|(place, _)| *place);
        index
    }

    fn add(&mut self, id: SpecId, spec: &Specification) {
        for (number, event) in spec.events.iter().enumerate() {
            let here = (id, EventId::at(number));
            self.listed.entry(event.listed).or_insert(here);
            let declared = self.declared.entry(event.name.span);
            declared.or_default().push(here);
            let syncs = event.syncs.iter().enumerate();
            self.syncs.extend(syncs.map(|(index, sync)| {
                let (spec, event) = here;
                (sync.span, SyncPlace { spec, event, index })
            }));
        }
        let transitions = spec.transitions.iter().enumerate();
        let mut transitions: Vec<_> = transitions.map(|(at, it)| (it.event, at)).collect();
        transitions.sort_unstable();
        self.transitions.push(transitions);
    }

    /// The event that is listed at a place.
    pub(super) fn listed_at(&self, place: Span) -> Option<(SpecId, EventId)> {
        self.listed.get(&place).copied()
    }

    /// The specifications that list an event, with what it is there.
    pub(super) fn listings<'p>(
        &self,
        program: &'p Program,
        declaration: Span,
    ) -> Vec<(&'p Specification, SpecId, EventId, &'p Event)> {
        let found = self.declared.get(&declaration).into_iter().flatten();
        let found = found.map(|(spec_id, id)| {
            let spec = program.spec(*spec_id);
            (spec, *spec_id, *id, &spec.events[id.index()])
        });
        found.collect()
    }

    /// The transitions of an event, in their order.
    pub(super) fn transitions<'p>(
        &self,
        program: &'p Program,
        spec: SpecId,
        event: EventId,
    ) -> impl Iterator<Item = &'p Transition> {
        let all = &self.transitions[spec.index()];
        let begin = all.partition_point(|(it, _)| *it < event);
        let end = all.partition_point(|(it, _)| *it <= event);
        let transitions = &program.spec(spec).transitions;
        all[begin..end].iter().map(|(_, at)| &transitions[*at])
    }

    /// The first sync in a place, or around it.
    pub(super) fn sync_at<'p>(&self, program: &'p Program, place: Span) -> Option<&'p Sync> {
        let is_before = |sync: Span| {
            let sync_end = sync.range().end();
            sync.file < place.file || (sync.file == place.file && sync_end <= place.range().start())
        };
        let first = self.syncs.partition_point(|(sync, _)| is_before(*sync));
        let (span, sync) = self.syncs.get(first)?;
        let is_meant = place.contains(*span) || span.contains(place);
        let event = &program.spec(sync.spec).events[sync.event.index()];
        is_meant.then(|| &event.syncs[sync.index])
    }
}
