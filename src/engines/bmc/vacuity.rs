//! Why an answer that nothing reaches the goal may be an empty one: runs that cannot start, events that never happen.
//!
//! To find events that never happen, life cycles are followed as far as they get: from the states at the start, whichever state
//! a single step can lead to is added, whatever the fields are, until there is none left. An event that no single step
//! among these states contains is in no run at all.

use rustc_hash::FxHashMap;
use z3::ast::Bool;
use z3::{SatResult, Solver};

use super::encode::{Encoded, Encoder, Halt, Scope, This};
use super::logic::any;
use super::search::solver;
use super::term::Term;
use super::unroll::{Layout, Unrolling};
use super::variables::View;
use crate::diagnostics::Span;
use crate::engines::{Run, Vacuity};
use crate::model::{InstanceId, Model};
use crate::semantics::specification::{EventId, SpecId};

/// Beyond so many life-cycle states or events the question takes longer than the check.
const MOST: usize = 300;

/// Every instance is looked at by itself here: it is one that never takes an event, not nobody.
fn layout(room: usize) -> Layout {
    Layout {
        room,
        few: usize::MAX,
    }
}

/// What there is to say about a check whose goal is not reached.
pub(super) fn notes(model: &Model<'_>, run: &Run<'_>, room: usize) -> Encoded<Vec<Vacuity>> {
    if let Some(because) = contradictory_start(model, run, room)? {
        return Ok(vec![Vacuity::NoStart { because }]);
    }
    let sizes = model.universe.iter().map(|(_, instance)| {
        let spec = model.program.spec(instance.spec);
        spec.states.len().max(spec.events.len())
    });
    if sizes.sum::<usize>() > MOST {
        return Ok(Vec::new());
    }
    let solver = solver(run.seed);
    Possibilities::new(model, run, room, &solver).never_happen()
}

/// The statements of a start that contradict each other; none where something can be the start.
fn contradictory_start(
    model: &Model<'_>,
    run: &Run<'_>,
    room: usize,
) -> Encoded<Option<Vec<Span>>> {
    let solver = solver(run.seed);
    let mut unrolling = Unrolling::anywhere(model, &solver, layout(room))?;
    let mut tracked = Tracked::default();
    for (condition, constraint) in unrolling.start()? {
        match constraint {
            Some(constraint) => tracked.add(&mut unrolling, condition, constraint.span),
            None => unrolling.assert(&condition),
        }
    }
    let answer = solver.check_assumptions(&tracked.literals);
    Ok((answer == SatResult::Unsat).then(|| tracked.core(&solver)))
}

/// Conditions that can be switched off, with where they are written.
#[derive(Default)]
struct Tracked {
    literals: Vec<Bool>,
    spans: FxHashMap<Bool, Span>,
}

impl Tracked {
    fn add(&mut self, unrolling: &mut Unrolling<'_, '_>, condition: Bool, span: Span) {
        let literal = Bool::fresh_const("tracked");
        unrolling.assert(&literal.implies(condition));
        self.literals.push(literal.clone());
        self.spans.insert(literal, span);
    }

    /// Where the conditions are written that were found to contradict each other.
    fn core(&self, solver: &Solver) -> Vec<Span> {
        let core = solver.get_unsat_core();
        let mut spans: Vec<Span> = core
            .iter()
            .filter_map(|literal| self.spans.get(literal).copied())
            .collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }
}

/// How far the life cycles get.
struct Possibilities<'p, 'm> {
    model: &'p Model<'m>,
    run: &'p Run<'p>,
    room: usize,
    solver: &'p Solver,
    /// For each instance and life-cycle state whether it gets there.
    reached: Vec<Vec<bool>>,
}

impl<'p, 'm> Possibilities<'p, 'm> {
    fn new(
        model: &'p Model<'m>,
        run: &'p Run<'p>,
        room: usize,
        solver: &'p Solver,
    ) -> Possibilities<'p, 'm> {
        let reached = model.universe.iter().zip(&model.start.states);
        let reached = reached.map(|((_, instance), start)| {
            let mut states = vec![false; model.program.spec(instance.spec).states.len()];
            for at in start {
                states[at.index()] = true;
            }
            states
        });
        Possibilities {
            model,
            run,
            room,
            solver,
            reached: reached.collect(),
        }
    }

    fn never_happen(mut self) -> Encoded<Vec<Vacuity>> {
        let mut unrolling = Unrolling::anywhere(self.model, self.solver, layout(self.room))?;
        unrolling.add_step(self.run)?;
        while self.follow(&mut unrolling)? {}
        let mut notes = Vec::new();
        for (spec, event) in self.events() {
            let instances = self.model.universe.instances_of(spec);
            let happens = instances.iter().map(|id| {
                let variables = &unrolling.steps[0].events[id.index()][event.index()];
                variables.happens.clone()
            });
            let happens = any(happens.collect::<Vec<_>>());
            if self.ask(&mut unrolling, &happens)? == SatResult::Unsat {
                notes.extend(self.note(instances[0], event)?);
            }
        }
        Ok(notes)
    }

    /// The events of specifications that have instances.
    fn events(&self) -> Vec<(SpecId, EventId)> {
        let specs = self.model.program.specifications.iter().enumerate();
        let specs = specs.filter(|(spec, _)| {
            !self
                .model
                .universe
                .instances_of(SpecId::at(*spec))
                .is_empty()
        });
        specs
            .flat_map(|(spec, declared)| {
                (0..declared.events.len()).map(move |event| (SpecId::at(spec), EventId::at(event)))
            })
            .collect()
    }

    /// Asks whether a step among the states reached so far can be like this.
    fn ask(&self, unrolling: &mut Unrolling<'_, '_>, condition: &Bool) -> Encoded<SatResult> {
        if self.run.is_stopped() {
            return Err(Halt::Stopped);
        }
        let question = Bool::fresh_const("question");
        unrolling.assert(&question.implies(condition.clone()));
        let mut assumptions = vec![question];
        assumptions.extend(
            self.confined(View::of(&unrolling.states[0]))
                .into_iter()
                .map(|(_, literal)| literal),
        );
        Ok(self.solver.check_assumptions(&assumptions))
    }

    /// That every instance is in a state that it gets to.
    fn confined(&self, view: View<'_>) -> Vec<(InstanceId, Bool)> {
        let mut literals = Vec::new();
        for (id, _) in self.model.universe.iter() {
            let states = &view.instance(id).states;
            let never = states
                .iter()
                .zip(&self.reached[id.index()])
                .filter(|(_, reached)| !**reached);
            literals.extend(never.map(|(state, _)| (id, state.not())));
        }
        literals
    }

    /// Adds states that one step leads to; tells whether there was one.
    fn follow(&mut self, unrolling: &mut Unrolling<'_, '_>) -> Encoded<bool> {
        let mut new = Vec::new();
        for (id, _) in self.model.universe.iter() {
            let after = &unrolling.states[1].instances[id.index()].states;
            let states = after.iter().enumerate();
            let unknown = states.filter(|(at, _)| !self.reached[id.index()][*at]);
            new.extend(unknown.map(|(at, state)| (id, at, state.clone())));
        }
        let somewhere = any(new.iter().map(|(_, _, state)| state.clone()));
        if self.ask(unrolling, &somewhere)? == SatResult::Unsat {
            return Ok(false);
        }
        let found = self.solver.get_model();
        let mut has_grown = false;
        for (id, at, state) in &new {
            let value = found
                .as_ref()
                .and_then(|found| found.eval(state, true)?.as_bool());
            let is_there = value == Some(true);
            self.reached[id.index()][*at] |= is_there;
            has_grown |= is_there;
        }
        if !has_grown {
            // The solver did not know. Whatever cannot be told is taken to be possible.
            self.reached.iter_mut().for_each(|states| states.fill(true));
        }
        Ok(has_grown)
    }

    /// What stands in the way of an event, as far as its own conditions tell.
    /// Nothing is said where only its own life cycle does not get there: that follows from something else, or from where the start is.
    fn note(&self, instance: InstanceId, event: EventId) -> Encoded<Option<Vacuity>> {
        let solver = solver(self.run.seed);
        let mut unrolling = Unrolling::anywhere(self.model, &solver, layout(self.room))?;
        unrolling.add_state()?;
        let variables = unrolling.step_variables(0)?;
        unrolling.steps.push(variables);
        let mut tracked = Tracked::default();
        let declared = self.model.interpreter().event(instance, event);
        let variables = &unrolling.steps[0].events[instance.index()][event.index()];
        let (happens, params) = (variables.happens.clone(), variables.params.clone());
        unrolling.assert(&happens);
        let offered = unrolling.offered(0, instance, event);
        tracked.add(&mut unrolling, offered, declared.name.span);
        for (condition, span) in unrolling.statements(0, This::One(instance), &params, declared)? {
            tracked.add(&mut unrolling, condition, span);
        }
        for sync in declared.syncs.iter().filter(|sync| !sync.negated) {
            let scope = Scope {
                current: View::of(&unrolling.states[0]),
                next: None,
                this: Some(This::One(instance)),
                params: &unrolling.steps[0].events[instance.index()][event.index()].params,
            };
            let mut encoder = Encoder::new(self.model, &mut unrolling.terms);
            let partner = encoder.by_key(scope, sync.spec, &sync.key)?;
            let exists = Term::when_defined(&partner).unwrap_or_else(|| Bool::from_bool(true));
            tracked.add(&mut unrolling, exists, sync.span);
        }
        let confined = self.confined(View::of(&unrolling.states[0]));
        let mut assumptions = tracked.literals.clone();
        assumptions.extend(confined.iter().map(|(_, literal)| literal.clone()));
        if solver.check_assumptions(&assumptions) != SatResult::Unsat {
            // Its own conditions can be met, so it is the events that it syncs that cannot happen.
            let because: Vec<Span> = declared.syncs.iter().map(|sync| sync.span).collect();
            return Ok(never_happens(instance, event, because, Vec::new()));
        }
        let core = solver.get_unsat_core();
        let stuck = confined
            .iter()
            .filter(|(_, literal)| core.contains(literal));
        let mut stuck: Vec<InstanceId> = stuck.map(|(id, _)| *id).collect();
        stuck.dedup();
        let mut because = tracked.core(&solver);
        because.retain(|span| *span != declared.name.span);
        Ok(never_happens(instance, event, because, stuck))
    }
}

/// A note, if there is a reason to give.
fn never_happens(
    instance: InstanceId,
    event: EventId,
    because: Vec<Span>,
    stuck: Vec<InstanceId>,
) -> Option<Vacuity> {
    (!because.is_empty()).then_some(Vacuity::NeverHappens {
        instance,
        event,
        because,
        stuck,
    })
}
