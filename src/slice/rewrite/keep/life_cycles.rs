//! What life cycles need: the states and events of their arrows, the states of texts that heirs share, and ways to and
//! out of states.

use rustc_hash::FxHashSet;

use super::{Keeper, Request, missing_exits, missing_ways, starts};
use crate::diagnostics::Span;
use crate::semantics::specification::{EventId, Name, SpecId, Specification, StateId, Transition};

impl<'k> Keeper<'k> {
    /// What the life cycle of a specification needs.
    pub(super) fn add_life_cycle(&mut self, id: SpecId, spec: &'k Specification) {
        for transition in &spec.transitions {
            if self.keeps(transition.span) {
                self.inherit(id, transition.span);
                self.keep(spec.events[transition.event.index()].listed);
                self.keep_state(id, transition.from);
                self.keep_state(id, transition.to);
            }
        }
        let shared = self.states_of_text(id);
        for (index, state) in spec.states.iter().enumerate() {
            // Heirs have all states of a text that they share, and need ways to them.
            if shared.contains(state.name.text.as_str()) {
                self.keep_state(id, StateId::at(index));
            }
            if self.states[id.index()][index] {
                self.keep_declaration(id, &state.name);
            }
        }
    }

    /// An event that is there only because another specification shares it needs an arrow all the same.
    pub(super) fn add_arrows_of_events(&mut self) {
        let specs = self.program.specifications.iter().enumerate();
        let kept = specs.filter(|(index, _)| self.specs[*index]);
        let missing = kept.flat_map(|(index, spec)| {
            let id = SpecId::at(index);
            let events = self.events_without_arrows(id, spec).into_iter();
            let arrows = events.filter_map(|event| self.arrow_of(id, spec, event));
            arrows.collect::<Vec<Span>>()
        });
        let missing: Vec<Span> = missing.collect();
        for arrow in missing {
            self.keep(arrow);
        }
    }

    /// The events of a specification that are listed, and that no arrow has.
    fn events_without_arrows(&self, id: SpecId, spec: &Specification) -> Vec<EventId> {
        let events = spec.events.iter();
        let mut lacks: Vec<bool> = events.map(|event| self.keeps(event.listed)).collect();
        for arrow in &spec.transitions {
            lacks[arrow.event.index()] &= !self.has_arrow(id, arrow);
        }
        let events = (0..lacks.len()).filter(|index| lacks[*index]);
        events.map(EventId::at).collect()
    }

    /// An arrow of an event, between states that are there anyway if it has one.
    fn arrow_of(&self, id: SpecId, spec: &Specification, event: EventId) -> Option<Span> {
        let arrows = spec.transitions.iter().filter(|it| it.event == event);
        let is_new =
            |it: &&Transition| !(self.keeps_state(id, it.from) && self.keeps_state(id, it.to));
        arrows.min_by_key(is_new).map(|it| it.span)
    }

    /// Whether the text of a specification has an arrow: its own, or one that it inherits and declares again.
    fn has_arrow(&self, id: SpecId, arrow: &Transition) -> bool {
        self.keeps(arrow.span) || self.ancestors(id).any(|it| self.repeats(id, arrow, it))
    }

    /// Whether an arrow says what one of an ancestor does that is kept.
    fn repeats(&self, id: SpecId, arrow: &Transition, ancestor: SpecId) -> bool {
        let (spec, ancestor) = (self.program.spec(id), self.program.spec(ancestor));
        let mut kept = ancestor.transitions.iter().filter(|it| self.keeps(it.span));
        let state = |of: &'k Specification, state: StateId| &of.states[state.index()].name.text;
        let event = |of: &'k Specification, event: EventId| &of.events[event.index()].name.text;
        kept.any(|it| {
            state(ancestor, it.from) == state(spec, arrow.from)
                && state(ancestor, it.to) == state(spec, arrow.to)
                && event(ancestor, it.event) == event(spec, arrow.event)
        })
    }

    /// Keeps what declares a state. An inherited state with a bridge is declared again, so its first declaration is
    /// not needed.
    fn keep_declaration(&mut self, id: SpecId, state: &Name) {
        let program = self.program;
        let line = std::iter::successors(Some(id), |id| program.spec(*id).parent);
        let heirs = line.take_while(|id| !program.spec(*id).span.contains(state.span));
        let mut bridged = heirs.filter(|id| {
            let named = program.spec(*id).state_named(&state.text);
            named.is_some_and(|named| self.bridged.contains(&(*id, named)))
        });
        let again = bridged.next().map(|id| program.spec(id).name.span);
        if again.is_none() {
            self.keep(state.span);
        }
        self.inherit(id, again.unwrap_or(state.span));
    }

    /// Adds the ways that the life cycles of all specifications lack.
    pub(super) fn add_all_ways(&mut self, request: &Request<'k>) {
        let specs = self.program.specifications.iter().enumerate();
        let kept = specs.filter(|(index, _)| self.specs[*index]);
        let missing = kept.flat_map(|(index, spec)| {
            let arrows = self.missing_arrows(request, SpecId::at(index), spec);
            arrows.into_iter().map(|it| spec.transitions[it].span)
        });
        // What one lacks does not depend on what others are given, or the order of imports would matter.
        let missing: Vec<Span> = missing.collect();
        for arrow in missing {
            self.keep(arrow);
        }
    }

    /// A state that is only asked for needs a way to it, and one that is not final a way out, as they had before.
    /// What only heirs have needs none by itself.
    fn missing_arrows(
        &self,
        request: &Request<'k>,
        id: SpecId,
        spec: &Specification,
    ) -> Vec<usize> {
        if spec.is_abstract() || self.is_only_a_parent(id) {
            return Vec::new();
        }
        let states = (0..spec.states.len()).map(StateId::at);
        let kept: Vec<StateId> = states.filter(|it| self.keeps_state(id, *it)).collect();
        let arrows = spec.transitions.iter();
        let arrows = arrows.filter(|it| self.has_arrow(id, it));
        let mut arrows: Vec<_> = arrows.map(|it| (it.from, it.to)).collect();
        arrows.extend(&request.united.parts.classes[id.index()].bridges);
        arrows.extend(self.inherited_bridges(request, id));
        let starts = starts(request, id);
        let mut missing = missing_ways(spec, &starts, &kept, &arrows);
        if self.asks_for_final(id) {
            // States that cannot be left any more become final otherwise.
            missing.extend(missing_exits(spec, &kept, &arrows));
        } else if let ([initial], true) = (starts.as_slice(), kept.len() > 1) {
            // Everything begins there, and an initial state cannot become final.
            missing.extend(missing_exits(spec, &[*initial], &arrows));
        }
        missing
    }

    /// The bridges that a specification inherits from those that it still extends.
    pub(in crate::slice::rewrite) fn inherited_bridges(
        &self,
        request: &Request<'_>,
        id: SpecId,
    ) -> Vec<(StateId, StateId)> {
        let spec = self.program.spec(id);
        let bridges = self.ancestors(id).flat_map(|ancestor| {
            let own = move |state: StateId| {
                let name = &self.program.spec(ancestor).states[state.index()].name;
                spec.state_named(&name.text)
            };
            let bridges = request.united.parts.classes[ancestor.index()]
                .bridges
                .iter();
            bridges.filter_map(move |(from, to)| own(*from).zip(own(*to)))
        });
        bridges.collect()
    }

    /// The names of the states that the text of a specification has, inherited ones included.
    fn states_of_text(&self, id: SpecId) -> FxHashSet<&'k str> {
        let texts = std::iter::once(id).chain(self.ancestors(id));
        let states = texts.flat_map(|id| {
            let spec = self.program.spec(id);
            let own = spec.states.iter();
            own.filter(|state| spec.span.contains(state.name.span))
        });
        let kept = states.filter(|state| self.keeps(state.name.span));
        kept.map(|state| state.name.text.as_str()).collect()
    }
}
