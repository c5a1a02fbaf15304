//! Whether a state is a start or a goal of a model.

use std::cell::Cell;
use std::rc::Rc;

use super::evaluate::{Environment, OpenRead};
use super::watch::too_long;
use crate::model::domains::{NoDomain, fits};
use crate::model::property::{Invariants, Predicate, Requirement};
use crate::model::value::{InstanceId, Value};
use crate::model::{Model, State};
use crate::semantics::specification::FieldId;
use crate::stack::with_enough_stack;

/// Is told when something is read that was not chosen, see [`Value::Open`].
type Watch<'w> = Option<&'w Cell<Option<OpenRead>>>;

impl Model<'_> {
    /// Whether a state is the goal. A question about whole runs is answered by no single state.
    pub fn is_goal(&self, state: &State) -> bool {
        self.is_goal_watched(state, None)
    }

    /// Whether a state is the goal, unless it takes a range that is too long to be counted through to tell.
    pub fn decide_goal(&self, state: &State) -> Result<bool, NoDomain> {
        decide(|watch| self.is_goal_watched(state, watch))
    }

    /// Whether a state can be the start of a run, unless it takes a range that is too long to be counted through to
    /// tell.
    pub fn decide_start(&self, state: &State) -> Result<bool, NoDomain> {
        decide(|watch| self.is_start_watched(state, watch))
    }

    /// Whether a state is the goal, as far as that does not depend on what was not chosen.
    pub(super) fn is_goal_watched(&self, state: &State, watch: Watch<'_>) -> bool {
        let goal = self.property.reach();
        goal.is_some_and(|goal| self.is_as(state, goal, watch))
    }

    /// Whether a predicate holds of a state, unless it takes a range that is too long to be counted through to tell.
    pub fn decide(&self, state: &State, predicate: &Predicate<'_>) -> Result<bool, NoDomain> {
        decide(|watch| self.is_as(state, predicate, watch))
    }

    fn is_as(&self, state: &State, predicate: &Predicate<'_>, watch: Watch<'_>) -> bool {
        match predicate {
            Predicate::Described(description) => {
                self.all_met(state, &description.wanted, watch)
                    && self.none_met(state, &description.unwanted, watch)
                    && is_time(state, description.now.as_ref(), watch)
            }
            Predicate::Broken(invariants) => self.broken(state, invariants, watch).is_some(),
        }
    }

    /// Whether a state can be the start of a run.
    pub fn is_start(&self, state: &State) -> bool {
        self.is_start_watched(state, None)
    }

    /// Whether a state can be the start of a run, as far as that does not depend on what was not chosen.
    pub(super) fn is_start_watched(&self, state: &State, watch: Watch<'_>) -> bool {
        let start = &self.start;
        is_time(state, start.now.as_ref(), watch)
            && state
                .instances()
                .zip(&start.states)
                .all(|((_, at), allowed)| allowed.contains(&at.life_cycle))
            && start
                .constraints
                .iter()
                .all(|(id, constraint)| self.on(state, *id, watch).holds(constraint))
            && self.none_met(state, &start.unwanted, watch)
            && self
                .universe
                .iter()
                .all(|(id, _)| self.misfit(state, id).is_none())
    }

    /// A field of an instance that has not its value: the key another one, or a field one outside of its type or
    /// domain.
    pub(super) fn misfit(&self, state: &State, id: InstanceId) -> Option<FieldId> {
        let interpreter = self.interpreter();
        let instance = self.universe.instance(id);
        let key = self.program.spec(instance.spec).key;
        let fields = state.instance(id).fields.iter().enumerate();
        let mut fields = fields.map(|(index, value)| (FieldId::at(index), value));
        let misfit = fields.find(|(field, value)| {
            if Some(*field) == key {
                return **value != instance.key;
            }
            let ty = &self.program.spec(instance.spec).fields[field.index()].ty;
            let domain = interpreter.domain(id, *field);
            **value != Value::Open
                && (!fits(ty, value) || domain.is_some_and(|domain| !domain.contains(value)))
        });
        misfit.map(|(field, _)| field)
    }

    /// An instance and the invariant of it that does not hold, as an index, if the check asks about invariants.
    pub fn broken_invariant(&self, state: &State) -> Option<(InstanceId, usize)> {
        self.broken(state, self.property.broken()?, None)
    }

    /// An instance and one of some invariants that does not hold of it, as an index.
    fn broken(
        &self,
        state: &State,
        invariants: &Invariants,
        watch: Watch<'_>,
    ) -> Option<(InstanceId, usize)> {
        self.universe.iter().find_map(|(id, instance)| {
            let asked = invariants.get(&instance.spec)?;
            let spec = self.program.spec(instance.spec);
            if spec.states.get(state.life_cycle(id).index())?.initial {
                return None;
            }
            let environment = self.on(state, id, watch);
            let kept = self.class(id).invariants;
            let broken = asked.iter().copied().find(|index| {
                let mut conditions = kept.get(*index).into_iter().flat_map(|it| &it.conditions);
                !conditions.all(|statement| environment.holds(&statement.condition))
            });
            broken.map(|index| (id, index))
        })
    }

    /// Where conditions on one instance are read.
    pub(super) fn on<'s>(
        &'s self,
        state: &'s State,
        id: InstanceId,
        watch: Watch<'s>,
    ) -> Environment<'s> {
        Environment {
            program: self.program,
            universe: &self.universe,
            current: state,
            next: None,
            this: Some(id),
            params: &[],
            read_open: watch,
        }
    }

    /// Whether an instance is as a statement says. A constraint that is undefined does not hold of it.
    pub(super) fn meets(
        &self,
        state: &State,
        id: InstanceId,
        asked: &Requirement<'_>,
        watch: Watch<'_>,
    ) -> bool {
        let environment = self.on(state, id, watch);
        asked.states.contains(&state.life_cycle(id))
            && asked
                .constraints
                .iter()
                .all(|constraint| environment.holds(constraint))
    }

    /// Whether no instance is as any of these statements says.
    fn none_met(&self, state: &State, unwanted: &[Requirement<'_>], watch: Watch<'_>) -> bool {
        unwanted.iter().all(|asked| {
            let mut candidates = asked.candidates.iter();
            !candidates.any(|id| self.meets(state, *id, asked, watch))
        })
    }

    /// The instance that meets each requirement of a goal, in order, if the state is what the goal asks for.
    pub fn met_by(&self, state: &State) -> Option<Vec<InstanceId>> {
        let goal = self.property.described()?;
        self.matching(state, &goal.wanted, None)
    }

    fn all_met(&self, state: &State, wanted: &[Requirement<'_>], watch: Watch<'_>) -> bool {
        self.matching(state, wanted, watch).is_some()
    }

    /// For each requirement the instances that meet it, by their places; none where nobody meets one.
    fn able(
        &self,
        state: &State,
        wanted: &[Requirement<'_>],
        watch: Watch<'_>,
    ) -> Option<Vec<Rc<[usize]>>> {
        let mut able: Vec<Rc<[usize]>> = Vec::with_capacity(wanted.len());
        for (index, asked) in wanted.iter().enumerate() {
            // A count asks the same of each of its instances; thousands of them share one list.
            let before = index.checked_sub(1).map(|before| &wanted[before]);
            let same = before.is_some_and(|before| before.asks_the_same(asked));
            let those = match able.last().filter(|_| same) {
                Some(known) => Rc::clone(known),
                None => self.who_meets(state, asked, watch),
            };
            if those.is_empty() {
                return None;
            }
            able.push(those);
        }
        Some(able)
    }

    fn who_meets(&self, state: &State, asked: &Requirement<'_>, watch: Watch<'_>) -> Rc<[usize]> {
        let candidates = asked.candidates.iter();
        candidates
            .filter(|id| self.meets(state, **id, asked, watch))
            .map(|id| id.index())
            .collect()
    }

    /// An instance of its own for each requirement: a matching, found by augmenting paths.
    fn matching(
        &self,
        state: &State,
        wanted: &[Requirement<'_>],
        watch: Watch<'_>,
    ) -> Option<Vec<InstanceId>> {
        let able = self.able(state, wanted, watch)?;
        let mut taken = vec![None; self.universe.len()];
        let mut tried = vec![usize::MAX; self.universe.len()];
        if !(0..wanted.len()).all(|asked| assign(asked, asked, &able, &mut taken, &mut tried)) {
            return None;
        }
        let mut met_by = vec![InstanceId::at(0); wanted.len()];
        for (id, asked) in taken.iter().enumerate() {
            if let Some(asked) = asked {
                met_by[*asked] = InstanceId::at(id);
            }
        }
        Some(met_by)
    }
}

/// An answer that counts only if no range was too long for it.
fn decide(ask: impl FnOnce(Watch<'_>) -> bool) -> Result<bool, NoDomain> {
    let watch = Cell::new(None);
    let answer = ask(Some(&watch));
    match watch.get() {
        Some(OpenRead::TooLong(_)) => Err(too_long()),
        _ => Ok(answer),
    }
}

/// Whether it is the time that was asked for.
fn is_time(state: &State, wanted: Option<&Value>, watch: Watch<'_>) -> bool {
    if let (Some(_), Value::Open, Some(watch)) = (wanted, &state.now, watch) {
        watch.set(Some(OpenRead::Now));
    }
    wanted.is_none_or(|wanted| *wanted == state.now)
}

/// Finds an instance for a requirement, moving others to other instances where that helps. Each instance is tried once
/// a round.
fn assign(
    round: usize,
    asked: usize,
    able: &[Rc<[usize]>],
    taken: &mut [Option<usize>],
    tried: &mut [usize],
) -> bool {
    // Nobody needs to move as long as somebody is free.
    if let Some(free) = able[asked].iter().find(|id| taken[**id].is_none()) {
        taken[*free] = Some(asked);
        return true;
    }
    for id in able[asked].iter() {
        if std::mem::replace(&mut tried[*id], round) == round {
            continue;
        }
        let is_free = taken[*id]
            .is_none_or(|other| with_enough_stack(|| assign(round, other, able, taken, tried)));
        if is_free {
            taken[*id] = Some(asked);
            return true;
        }
    }
    false
}
