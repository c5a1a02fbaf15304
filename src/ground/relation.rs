//! The transition relation: what is true of the state before a step, its inputs and the state after it.
//!
//! Each event of each instance happens or not. Exactly one is chosen by the environment; the others happen because a sync of one that
//! happens names them. A variable keeps its value, or an event that writes it happens. That this is the fastest of the ways to say
//! it was measured: see the benchmarks.

use super::operations;
use super::system::{Constraint, Occurrence, Origin, System};
use crate::logic::{Symbol, TermId, VariableId};
use crate::model::InstanceId;

impl System {
    /// The transition relation, in parts.
    pub fn relation(&mut self) -> Vec<Constraint> {
        let mut relation = Vec::new();
        for at in 0..self.occurrences.len() {
            let occurrence = self.occurrences[at].clone();
            self.event(&occurrence, &mut relation);
        }
        let causes = self.causes(&mut relation);
        self.happen_for_a_reason(&causes, &mut relation);
        self.one_choice(&mut relation);
        self.frame(&mut relation);
        self.time(&mut relation);
        relation
    }

    /// What must be true where an event happens.
    fn event(&mut self, occurrence: &Occurrence, relation: &mut Vec<Constraint>) {
        for constraint in &occurrence.requires {
            let term = self
                .context
                .terms
                .implies(occurrence.happens, constraint.term);
            relation.push(Constraint {
                term,
                ..*constraint
            });
        }
    }

    /// For each occurrence when a sync names it; and that whoever is named has the arguments.
    fn causes(&mut self, relation: &mut Vec<Constraint>) -> Vec<Vec<TermId>> {
        let mut causes: Vec<Vec<TermId>> = vec![Vec::new(); self.occurrences.len()];
        for at in 0..self.occurrences.len() {
            let caller = self.occurrences[at].clone();
            for call in &caller.calls {
                let origin = Origin::Sync(call.span);
                for (partner, is_it) in &call.called.partners {
                    let named = self.context.terms.and([caller.happens, *is_it]);
                    let Some(place) = self.place(*partner, call.event) else {
                        let term = self.context.terms.not(named);
                        relation.push(Constraint { term, origin });
                        continue;
                    };
                    causes[place].push(named);
                    let same = self.passed(place, &call.called.arguments);
                    let term = self.context.terms.implies(named, same);
                    relation.push(Constraint { term, origin });
                }
            }
        }
        causes
    }

    fn place(
        &self,
        instance: InstanceId,
        event: crate::semantics::specification::EventId,
    ) -> Option<usize> {
        let mut all = self.occurrences.iter();
        all.position(|it| it.instance == instance && it.event == event)
    }

    /// That the parameters of an event are these arguments.
    fn passed(&mut self, place: usize, arguments: &[super::shape::Value]) -> TermId {
        let params = self.occurrences[place].params.clone();
        let types = self.occurrences[place].types.clone();
        let mut conditions = Vec::with_capacity(params.len());
        for ((param, argument), ty) in params.iter().zip(arguments).zip(&types) {
            let same = operations::same(&mut self.context, ty, &param.shape, &argument.shape);
            conditions.push(same);
        }
        self.context.terms.and(conditions)
    }

    /// An event happens because it is chosen or because a sync names it, and an instance has one cause at most.
    fn happen_for_a_reason(&mut self, causes: &[Vec<TermId>], relation: &mut Vec<Constraint>) {
        let origin = Origin::Choice;
        let mut of_instance: std::collections::BTreeMap<InstanceId, Vec<TermId>> =
            std::collections::BTreeMap::new();
        for (occurrence, named) in self.occurrences.iter().zip(causes) {
            let all: Vec<TermId> = named.iter().copied().chain(occurrence.chosen).collect();
            let because = self.context.terms.or(all.iter().copied());
            let term = self.context.terms.equal(occurrence.happens, because);
            relation.push(Constraint { term, origin });
            of_instance
                .entry(occurrence.instance)
                .or_default()
                .extend(all);
        }
        for causes in of_instance.values() {
            let term = self.context.terms.at_most_one(causes);
            relation.push(Constraint { term, origin });
        }
    }

    /// The environment chooses exactly one event.
    fn one_choice(&mut self, relation: &mut Vec<Constraint>) {
        let chosen: Vec<TermId> = self.occurrences.iter().filter_map(|it| it.chosen).collect();
        let origin = Origin::Choice;
        let one = self.context.terms.or(chosen.iter().copied());
        let no_two = self.context.terms.at_most_one(&chosen);
        relation.extend([one, no_two].map(|term| Constraint { term, origin }));
    }

    /// A variable keeps its value, or an event that writes it happens.
    fn frame(&mut self, relation: &mut Vec<Constraint>) {
        let mut writers: Vec<Vec<TermId>> = vec![Vec::new(); self.variables.len()];
        for occurrence in &self.occurrences {
            for variable in &occurrence.writes {
                writers[variable.0 as usize].push(occurrence.happens);
            }
        }
        for (index, (variable, mut ways)) in self.variables.iter().zip(writers).enumerate() {
            if variable.part == super::system::Part::Now {
                continue;
            }
            let id = VariableId(u32::try_from(index).unwrap_or(u32::MAX));
            let terms = &mut self.context.terms;
            let current = terms.symbol(Symbol::Current(id), variable.sort);
            let next = terms.symbol(Symbol::Next(id), variable.sort);
            ways.push(terms.equal(current, next));
            relation.push(Constraint {
                term: terms.or(ways),
                origin: Origin::Frame,
            });
        }
    }

    fn time(&mut self, relation: &mut Vec<Constraint>) {
        let (before, after) = (self.current.now.scalars(), self.next.now.scalars());
        if let ([before], [after]) = (before.as_slice(), after.as_slice()) {
            relation.push(Constraint {
                term: self.context.terms.less_equal(*before, *after),
                origin: Origin::Time,
            });
        }
    }
}
