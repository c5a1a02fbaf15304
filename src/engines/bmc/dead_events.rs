//! Events that are in no run of a check at all.
//!
//! To find them, life cycles are followed as far as they get: from the states at the start, whichever state a single step can
//! lead to is added, whatever the fields are, until there is none left. An event that no single step among these states
//! contains is in no run. Of such events those are told that others follow from.

use std::collections::BTreeMap;

use z3::ast::Bool;
use z3::{SatResult, Solver};

use super::encode::{Encoded, Encoder, Halt, Scope, This};
use super::logic::any;
use super::term::Term;
use super::unroll::{Layout, Unrolling};
use super::vacuity::{Tracked, hasty_solver, layout, smallest_core};
use super::variables::View;
use crate::diagnostics::Span;
use crate::engines::{Run, Vacuity};
use crate::model::wander::Walks;
use crate::model::{InstanceId, Model, State};
use crate::semantics::specification::{EventId, SpecId};

/// The events that never happen, as far as there is something to say about them. Only those are looked at that some walks have not shown.
pub(super) fn notes(
    model: &Model<'_>,
    run: &Run<'_>,
    room: usize,
    walks: Option<&Walks>,
) -> Encoded<Vec<Vacuity>> {
    let mut unseen = model.active_events();
    unseen.retain(|event| walks.is_none_or(|walks| !walks.events.contains(event)));
    if unseen.is_empty() {
        return Ok(Vec::new());
    }
    let solver = hasty_solver(run);
    let mut possibilities = Possibilities::new(model, run, room, &solver);
    possibilities.note(walks.map_or(&[], |walks| &walks.states));
    let dead = possibilities.dead_events(unseen)?;
    Ok(Roots { model, dead }.notes())
}

/// An event that never happens.
#[derive(Clone)]
struct Dead {
    instance: InstanceId,
    spec: SpecId,
    event: EventId,
    why: Why,
}

/// What stands in the way of an event.
#[derive(Clone)]
enum Why {
    /// Its own conditions, perhaps together with how far life cycles get.
    Conditions {
        because: Vec<Span>,
        stuck: Vec<InstanceId>,
    },
    /// Its instance does not get into a state that offers it: that follows from something else, or from where the start is.
    LifeCycle,
    /// Nothing of its own: events that it syncs cannot happen, or none that syncs it.
    Others,
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

    /// Notes that the life cycles get as far as in some states that were reached.
    fn note(&mut self, passed: &[State]) {
        for state in passed {
            for (id, _) in self.model.universe.iter() {
                self.reached[id.index()][state.life_cycle(id).index()] = true;
            }
        }
    }

    /// Those of some events that never happen.
    fn dead_events(&mut self, mut unseen: Vec<(SpecId, EventId)>) -> Encoded<Vec<Dead>> {
        let layout = Layout {
            in_turn: false,
            ..layout(self.room)
        };
        let mut unrolling = Unrolling::anywhere(self.model, self.solver, layout)?;
        unrolling.add_step(self.run)?;
        while self.follow(&mut unrolling, &mut unseen)? {}
        let mut dead = Vec::new();
        for (spec, event) in self.impossible(&mut unrolling, unseen)? {
            let instance = self.model.universe.instances_of(spec)[0];
            dead.push(Dead {
                instance,
                spec,
                event,
                why: self.why(instance, event)?,
            });
        }
        dead.sort_by_key(|dead| (dead.spec, dead.event));
        Ok(dead)
    }

    /// Those of some events that no step among the states reached so far contains.
    fn impossible(
        &self,
        unrolling: &mut Unrolling<'_, '_>,
        mut unseen: Vec<(SpecId, EventId)>,
    ) -> Encoded<Vec<(SpecId, EventId)>> {
        while !unseen.is_empty() {
            let mut by_spec: BTreeMap<SpecId, Vec<Bool>> = BTreeMap::new();
            for event in &unseen {
                let happens = happens(unrolling, *event);
                by_spec.entry(event.0).or_default().push(happens);
            }
            let wishes = by_spec.into_values().map(any).collect();
            match self.ask_for_many(unrolling, wishes)? {
                SatResult::Unsat => return Ok(unseen),
                SatResult::Sat => {
                    let before = unseen.len();
                    self.strike_out(unrolling, &mut unseen);
                    if unseen.len() == before {
                        break;
                    }
                }
                // Of all together the solver does not know: perhaps of each.
                SatResult::Unknown => break,
            }
        }
        let mut impossible = Vec::new();
        for event in unseen {
            let happens = happens(unrolling, event);
            if self.ask(unrolling, &happens)? == SatResult::Unsat {
                impossible.push(event);
            }
        }
        Ok(impossible)
    }

    /// Strikes out the events that happen in what the solver has found.
    fn strike_out(&self, unrolling: &Unrolling<'_, '_>, unseen: &mut Vec<(SpecId, EventId)>) {
        let Some(found) = self.solver.get_model() else {
            return;
        };
        unseen.retain(|event| {
            let happens = found.eval(&happens(unrolling, *event), true);
            happens.and_then(|happens| happens.as_bool()) != Some(true)
        });
    }

    /// Asks for a step that meets as many wishes as possible, or one at least.
    fn ask_for_many(
        &self,
        unrolling: &mut Unrolling<'_, '_>,
        mut wishes: Vec<Bool>,
    ) -> Encoded<SatResult> {
        wishes.retain(|wish| wish.as_bool() != Some(false));
        let one_of_them = any(wishes.clone());
        let mut literals: Vec<Bool> = Vec::with_capacity(wishes.len());
        for wish in wishes {
            let literal = Bool::fresh_const("wish");
            unrolling.assert(&literal.implies(wish));
            literals.push(literal);
        }
        while !literals.is_empty() {
            match self.ask_assuming(unrolling, &literals)? {
                SatResult::Unsat => {
                    let blamed = self.solver.get_unsat_core();
                    let before = literals.len();
                    let mut is_first = true;
                    literals
                        .retain(|wish| !(blamed.contains(wish) && std::mem::take(&mut is_first)));
                    if literals.len() == before {
                        return Ok(SatResult::Unsat);
                    }
                }
                answer => return Ok(answer),
            }
        }
        // Each was blamed, but perhaps only together with others.
        self.ask(unrolling, &one_of_them)
    }

    /// Asks whether a step among the states reached so far can be like this.
    fn ask(&self, unrolling: &mut Unrolling<'_, '_>, condition: &Bool) -> Encoded<SatResult> {
        let question = Bool::fresh_const("question");
        unrolling.assert(&question.implies(condition.clone()));
        self.ask_assuming(unrolling, &[question])
    }

    fn ask_assuming(&self, unrolling: &Unrolling<'_, '_>, literals: &[Bool]) -> Encoded<SatResult> {
        if self.run.is_stopped() {
            return Err(Halt::Stopped);
        }
        let confined = self.confined(View::of(&unrolling.states[0]));
        let mut assumptions = literals.to_vec();
        assumptions.extend(confined.into_iter().map(|(_, literal)| literal));
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

    /// Adds states that one step leads to, and strikes out the events of it; tells whether there was one.
    fn follow(
        &mut self,
        unrolling: &mut Unrolling<'_, '_>,
        unseen: &mut Vec<(SpecId, EventId)>,
    ) -> Encoded<bool> {
        let mut new = Vec::new();
        let mut wishes = Vec::new();
        for (id, _) in self.model.universe.iter() {
            let after = &unrolling.states[1].instances[id.index()].states;
            let states = after.iter().enumerate();
            let unknown = states.filter(|(at, _)| !self.reached[id.index()][*at]);
            let known = new.len();
            new.extend(unknown.map(|(at, state)| (id, at, state.clone())));
            let unknown = new[known..].iter().map(|(_, _, state)| state.clone());
            wishes.push(any(unknown));
        }
        if self.ask_for_many(unrolling, wishes)? == SatResult::Unsat {
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
            return Ok(false);
        }
        self.strike_out(unrolling, unseen);
        Ok(true)
    }

    /// What stands in the way of an event, as far as its own conditions tell.
    fn why(&self, instance: InstanceId, event: EventId) -> Encoded<Why> {
        let solver = hasty_solver(self.run);
        let mut unrolling = Unrolling::anywhere(self.model, &solver, layout(self.room))?;
        unrolling.add_state()?;
        let variables = unrolling.step_variables(0)?;
        unrolling.steps.push(variables);
        let declared = self.model.interpreter().event(instance, event);
        let variables = &unrolling.steps[0].events[instance.index()][event.index()];
        let (happens, params) = (variables.happens.clone(), variables.params.clone());
        unrolling.assert(&happens);
        let mut tracked = Tracked::default();
        let offered = unrolling.offered(0, instance, event);
        tracked.add(&mut unrolling, offered, declared.name.span);
        for (condition, span) in unrolling.statements(0, This::One(instance), &params, declared)? {
            tracked.add(&mut unrolling, condition, span);
        }
        self.track_partners(&mut unrolling, &mut tracked, instance, event)?;
        let confined = self.confined(View::of(&unrolling.states[0]));
        // What is in front is blamed last.
        let mut assumptions: Vec<Bool> = confined.iter().map(|(_, it)| it.clone()).collect();
        assumptions.extend(tracked.literals.iter().cloned());
        let Some(core) = smallest_core(&solver, &assumptions) else {
            return Ok(Why::Others);
        };
        let mut because = tracked.spans(&core);
        because.retain(|span| *span != declared.name.span);
        if because.is_empty() {
            return Ok(Why::LifeCycle);
        }
        let blamed = confined.iter().filter(|(_, it)| core.contains(it));
        let mut stuck: Vec<InstanceId> = blamed.map(|(id, _)| *id).collect();
        stuck.dedup();
        Ok(Why::Conditions { because, stuck })
    }

    /// That the instances exist whose events an event syncs.
    fn track_partners(
        &self,
        unrolling: &mut Unrolling<'_, '_>,
        tracked: &mut Tracked,
        instance: InstanceId,
        event: EventId,
    ) -> Encoded<()> {
        let declared = self.model.interpreter().event(instance, event);
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
            tracked.add(unrolling, exists, sync.span);
        }
        Ok(())
    }
}

/// That some instance takes an event.
fn happens(unrolling: &Unrolling<'_, '_>, (spec, event): (SpecId, EventId)) -> Bool {
    let instances = unrolling.model.universe.instances_of(spec).iter();
    let events = instances.filter_map(|id| unrolling.steps[0].event(*id, event));
    any(events.map(|event| event.happens.clone()))
}

/// Finds out which events never happen because others do not.
struct Roots<'r, 'm> {
    model: &'r Model<'m>,
    dead: Vec<Dead>,
}

impl Roots<'_, '_> {
    fn notes(&self) -> Vec<Vacuity> {
        let mut notes: Vec<Note> = Vec::new();
        for dead in &self.dead {
            if let Why::Conditions { because, stuck } = &dead.why {
                let note = Note::new(dead, because.clone(), stuck.clone());
                add_or_join(&mut notes, note);
            }
        }
        let mut rest: Vec<&Dead> = self.dead.iter().collect();
        rest.retain(|dead| matches!(dead.why, Why::Others));
        // What follows from a root can be what something else follows from.
        loop {
            let before = rest.len();
            rest.retain(|dead| !self.follows(dead, &mut notes));
            if rest.len() == before {
                break;
            }
        }
        for dead in rest {
            if let Some(note) = self.partners(dead) {
                add_or_join(&mut notes, note);
            }
        }
        notes.into_iter().map(Note::into_vacuity).collect()
    }

    /// Whether an event syncs one that is told already; it is told there then.
    fn follows(&self, dead: &Dead, notes: &mut [Note]) -> bool {
        let declared = self.model.interpreter().event(dead.instance, dead.event);
        let mut syncs = declared.syncs.iter().filter(|sync| !sync.negated);
        let root = syncs.find_map(|sync| {
            let mut notes = notes.iter();
            notes.position(|note| note.tells((sync.spec, sync.event)))
        });
        if let Some(root) = root {
            notes[root].followers.push(dead.clone());
        }
        root.is_some()
    }

    /// What there is to say of an event whose own conditions can be met.
    fn partners(&self, dead: &Dead) -> Option<Note> {
        let declared = self.model.interpreter().event(dead.instance, dead.event);
        let syncs: Vec<_> = declared.syncs.iter().filter(|it| !it.negated).collect();
        let idle = syncs.iter().find_map(|sync| {
            let mut dead = self.dead.iter();
            let partner = dead.find(|it| (it.spec, it.event) == (sync.spec, sync.event))?;
            matches!(partner.why, Why::LifeCycle).then_some(sync)
        });
        if let Some(sync) = idle {
            let stuck = self.model.universe.instances_of(sync.spec).to_vec();
            return Some(Note::new(dead, vec![sync.span], stuck));
        }
        // An event that only others choose does not happen because they do not.
        let is_chosen = self.model.may_trigger(dead.instance, dead.event);
        let because: Vec<Span> = syncs.iter().map(|sync| sync.span).collect();
        (is_chosen && !because.is_empty()).then(|| Note::new(dead, because, Vec::new()))
    }
}

/// A root, and what follows from it.
struct Note {
    root: Dead,
    because: Vec<Span>,
    stuck: Vec<InstanceId>,
    followers: Vec<Dead>,
}

impl Note {
    fn new(root: &Dead, because: Vec<Span>, stuck: Vec<InstanceId>) -> Note {
        Note {
            root: root.clone(),
            because,
            stuck,
            followers: Vec::new(),
        }
    }

    fn tells(&self, event: (SpecId, EventId)) -> bool {
        let mut told = std::iter::once(&self.root).chain(&self.followers);
        told.any(|dead| (dead.spec, dead.event) == event)
    }

    fn into_vacuity(self) -> Vacuity {
        let followers = self.followers.iter();
        Vacuity::NeverHappens {
            instance: self.root.instance,
            event: self.root.event,
            because: self.because,
            stuck: self.stuck,
            followers: followers.map(|it| (it.instance, it.event)).collect(),
        }
    }
}

/// Events that wait for the same instances are told once.
fn add_or_join(notes: &mut Vec<Note>, new: Note) {
    let mut same = notes.iter_mut().filter(|note| !note.stuck.is_empty());
    match same.find(|note| note.stuck == new.stuck) {
        Some(note) => note.followers.push(new.root),
        None => notes.push(new),
    }
}
