//! The transition relation: what is true of the state before a step, its inputs and the state after it.
//!
//! Each event of each instance happens or not. The environment chooses one; the others happen because a sync of one
//! that happens names them. A variable keeps its value, or an event that writes it happens. That this is the fastest
//! of the ways to say it was measured: see the benchmarks.

use std::collections::BTreeMap;

use super::operations;
use super::shape::Value;
use super::system::{Constraint, Occurrence, Origin, Part, Place, System};
use crate::logic::{Symbol, TermId, VariableId};
use crate::model::InstanceId;

/// For each player of each occurrence when a sync names it.
type Causes = Vec<Vec<Vec<TermId>>>;

impl System {
    /// Puts the relation together from its parts.
    pub(super) fn relate(&mut self) {
        let occurrences = std::mem::take(&mut self.occurrences);
        for occurrence in &occurrences {
            self.event(occurrence);
        }
        let causes = self.causes(&occurrences);
        self.happen_for_a_reason(&occurrences, &causes);
        self.one_choice(&occurrences);
        self.frame(&occurrences);
        self.time();
        self.occurrences = occurrences;
    }

    fn say(&mut self, term: TermId, origin: Origin) {
        if self.context.terms.known(term) != Some(true) {
            self.relation.push(Constraint { term, origin });
        }
    }

    /// What must be true where an event happens.
    fn event(&mut self, occurrence: &Occurrence) {
        let of_players = occurrence.players.iter();
        let of_players = of_players.map(|player| (player.happens, &player.requires));
        for (happens, requires) in of_players.chain([(occurrence.happens, &occurrence.requires)]) {
            for constraint in requires {
                let term = self.context.terms.implies(happens, constraint.term);
                self.say(term, constraint.origin);
            }
        }
    }

    /// When syncs name which events; and that whoever is named has the arguments.
    fn causes(&mut self, occurrences: &[Occurrence]) -> Causes {
        let mut causes: Causes = occurrences
            .iter()
            .map(|occurrence| vec![Vec::new(); occurrence.players.len()])
            .collect();
        for caller in occurrences {
            for call in &caller.calls {
                let origin = Origin::Sync(call.span);
                let mut called: BTreeMap<usize, Vec<TermId>> = BTreeMap::new();
                for (partner, is_it) in &call.called.partners {
                    let named = self.context.terms.and([caller.happens, *is_it]);
                    let Some(Place { occurrence, player }) = self.place(*partner, call.event)
                    else {
                        let term = self.context.terms.not(named);
                        self.say(term, origin);
                        continue;
                    };
                    causes[occurrence][player].push(named);
                    called.entry(occurrence).or_default().push(named);
                }
                for (occurrence, named) in called {
                    let same = self.passed(&occurrences[occurrence], &call.called.arguments);
                    // Those who are described together share their parameters, so it is said once for all of them.
                    let named = match named.as_slice() {
                        [only] => *only,
                        _ => caller.happens,
                    };
                    let term = self.context.terms.implies(named, same);
                    self.say(term, origin);
                }
            }
        }
        causes
    }

    /// That the parameters of an event are these arguments.
    fn passed(&mut self, called: &Occurrence, arguments: &[Value]) -> TermId {
        let mut conditions = Vec::with_capacity(arguments.len());
        for ((param, argument), ty) in called.params.iter().zip(arguments).zip(&called.types) {
            let same = operations::same(&mut self.context, ty, &param.shape, &argument.shape);
            conditions.push(same);
        }
        self.context.terms.and(conditions)
    }

    /// An event happens because it is chosen or because a sync names it, and an instance has one cause at most.
    fn happen_for_a_reason(&mut self, occurrences: &[Occurrence], causes: &Causes) {
        #[derive(Default)]
        struct OfInstance {
            named: Vec<TermId>,
            chosen: Vec<TermId>,
            happens: Vec<TermId>,
        }
        let mut of_instance: BTreeMap<InstanceId, OfInstance> = BTreeMap::new();
        for (occurrence, causes) in occurrences.iter().zip(causes) {
            for (player, named) in occurrence.players.iter().zip(causes) {
                let all = named.iter().copied().chain(player.chosen);
                let because = self.context.terms.or(all);
                let term = self.context.terms.equal(player.happens, because);
                self.say(term, Origin::Choice);
                let own = of_instance.entry(player.instance).or_default();
                own.named.extend(named);
                own.chosen.extend(player.chosen);
                own.happens.push(player.happens);
            }
        }
        for OfInstance {
            mut named,
            chosen,
            happens,
        } in of_instance.into_values()
        {
            let terms = &mut self.context.terms;
            if !named.is_empty() {
                named.push(terms.or(chosen));
                let one_cause = terms.at_most_one(&named);
                self.say(one_cause, Origin::Choice);
            }
            let one_event = self.context.terms.at_most_one(&happens);
            self.say(one_event, Origin::OneEvent);
        }
    }

    /// The environment chooses one event.
    fn one_choice(&mut self, occurrences: &[Occurrence]) {
        let players = occurrences.iter().flat_map(|it| &it.players);
        let chosen: Vec<TermId> = players.filter_map(|it| it.chosen).collect();
        let one = self.context.terms.or(chosen.iter().copied());
        let no_two = self.context.terms.at_most_one(&chosen);
        self.say(one, Origin::Choice);
        self.say(no_two, Origin::OneChoice);
    }

    /// A variable keeps its value, or an event that writes it happens.
    fn frame(&mut self, occurrences: &[Occurrence]) {
        let mut writers: Vec<Vec<TermId>> = vec![Vec::new(); self.variables.len()];
        for player in occurrences.iter().flat_map(|it| &it.players) {
            for variable in &player.writes {
                writers[variable.0 as usize].push(player.happens);
            }
        }
        for (index, mut ways) in writers.into_iter().enumerate() {
            let variable = &self.variables[index];
            if variable.part == Part::Now {
                continue;
            }
            let id = VariableId(u32::try_from(index).unwrap_or(u32::MAX));
            let terms = &mut self.context.terms;
            let current = terms.symbol(Symbol::Current(id), variable.sort);
            let next = terms.symbol(Symbol::Next(id), variable.sort);
            ways.push(terms.equal(current, next));
            let term = terms.or(ways);
            self.say(term, Origin::Frame);
        }
    }

    fn time(&mut self) {
        let (before, after) = (self.current.now.scalars(), self.next.now.scalars());
        if let ([before], [after]) = (before.as_slice(), after.as_slice()) {
            let forward = self.context.terms.less_equal(*before, *after);
            self.say(forward, Origin::Time);
        }
    }
}
