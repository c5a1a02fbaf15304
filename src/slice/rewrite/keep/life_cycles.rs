//! What life cycles need: the states and events of their arrows, the states of texts that heirs share, and ways to and out of states.

use rustc_hash::FxHashSet;

use super::{Keeper, Request, missing_exits, missing_ways, starts};
use crate::semantics::specification::{SpecId, Specification, StateId};

impl<'k> Keeper<'k> {
    /// What the life cycle of a specification needs.
    pub(super) fn add_life_cycle(&mut self, id: SpecId, spec: &'k Specification) {
        // An event that is there only because another specification shares it needs its arrows all the same.
        let events = spec.events.iter();
        let mut lacks_arrows: Vec<bool> = events.map(|event| self.keeps(event.listed)).collect();
        for transition in &spec.transitions {
            if self.keeps(transition.span) {
                lacks_arrows[transition.event.index()] = false;
            }
        }
        for transition in &spec.transitions {
            if lacks_arrows[transition.event.index()] {
                self.keep(transition.span);
            }
        }
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
            // An inherited state with a bridge is declared again, so its first declaration is not needed.
            let is_inherited = !spec.span.contains(state.name.span);
            let is_declared_again =
                is_inherited && self.bridged.contains(&(id, StateId::at(index)));
            if self.states[id.index()][index] && !is_declared_again {
                self.keep(state.name.span);
                self.inherit(id, state.name.span);
            }
        }
    }

    /// Adds the ways that the life cycles of all specifications lack.
    pub(super) fn add_all_ways(&mut self, request: &Request<'k>) {
        let program = self.program;
        for (index, spec) in program.specifications.iter().enumerate() {
            if self.specs[index] {
                self.add_ways(request, SpecId::at(index), spec);
            }
        }
    }

    /// A state that is only asked for needs a way to it, and one that is not final a way out, as they had before.
    /// What only heirs have needs none by itself.
    fn add_ways(&mut self, request: &Request<'k>, id: SpecId, spec: &'k Specification) {
        if spec.is_abstract() || self.is_only_a_parent(id) {
            return;
        }
        let states = (0..spec.states.len()).map(StateId::at);
        let kept: Vec<StateId> = states.filter(|it| self.keeps_state(id, *it)).collect();
        let arrows = spec.transitions.iter().filter(|it| self.keeps(it.span));
        let mut arrows: Vec<_> = arrows.map(|it| (it.from, it.to)).collect();
        arrows.extend(&request.united.parts.specs[id.index()].bridges);
        let starts = starts(request, id);
        let mut missing = missing_ways(spec, &starts, &kept, &arrows);
        if self.asks_for_final(id) {
            // States that cannot be left any more become final otherwise.
            missing.extend(missing_exits(spec, &kept, &arrows));
        } else if let ([initial], true) = (starts.as_slice(), kept.len() > 1) {
            // Everything begins there, and an initial state cannot become final.
            missing.extend(missing_exits(spec, &[*initial], &arrows));
        }
        for arrow in missing {
            self.keep(spec.transitions[arrow].span);
        }
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
