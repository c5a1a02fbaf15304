//! Events that are in no run of a check at all.
//!
//! To find them, life cycles are followed as far as they get: from the states at the start, whichever state a single
//! step can lead to is added, whatever the fields are, until there is none left. An event that no single step among
//! these states contains is in no run. Of such events those are told that others follow from.

use std::collections::BTreeMap;

use super::{Tracked, hasty, system};
use crate::diagnostics::Span;
use crate::engines::Control;
use crate::ground::System;
use crate::ground::expression::Translated;
use crate::ground::system::{Constraint, Origin, Turns};
use crate::ground::view::{StateTerms, View};
use crate::interpreter::walks::Walks;
use crate::logic::TermId;
use crate::model::class::ClassId;
use crate::model::{InstanceId, Model, State};
use crate::outcome::Vacuity;
use crate::semantics::specification::{EventId, StateId};
use crate::solver::unrolling::{Literal, Satisfiable, Unrolling};

/// The events that never happen, as far as there is something to say about them. Only those are looked at that some
/// walks have not shown.
pub(super) fn notes(
    model: &Model<'_>,
    control: &Control<'_>,
    walks: Option<&Walks>,
) -> Translated<Vec<Vacuity>> {
    let mut unseen = model.active_events();
    unseen.retain(|event| walks.is_none_or(|walks| !walks.events.contains(event)));
    if unseen.is_empty() {
        return Ok(Vec::new());
    }
    let mut system = system(model)?;
    let mut possibilities = Possibilities {
        model,
        control,
        at: LifeCycles::of(model, &mut system),
        reached: starts(model),
    };
    possibilities.note(walks.map_or(&[], |walks| &walks.states));
    let dead = possibilities.dead_events(&system, unseen);
    Ok(Roots { model, dead }.notes())
}

/// An event that never happens.
#[derive(Clone)]
struct Dead {
    instance: InstanceId,
    class: ClassId,
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
    /// Its instance does not get into a state that offers it: that follows from something else, or from where the
    /// start is.
    LifeCycle,
    /// Nothing of its own: events that it syncs cannot happen, or none that syncs it.
    Others,
}

/// When an instance is in which life-cycle state.
struct LifeCycles {
    /// For each instance and state that it is not there before a step.
    absent: Vec<Vec<TermId>>,
    /// That it is there after it.
    arrived: Vec<Vec<TermId>>,
}

impl LifeCycles {
    fn of(model: &Model<'_>, system: &mut System) -> LifeCycles {
        let mut there = |state: StateTerms| -> Vec<Vec<TermId>> {
            let instances = model.universe.iter().map(|(id, instance)| {
                let count = model.program.spec(instance.spec).states.len();
                let states = (0..count).map(StateId::at);
                let terms = &mut system.context.terms;
                states
                    .map(|at| View::of(&state).is_in(terms, id, at))
                    .collect()
            });
            instances.collect()
        };
        let (before, after) = (there(system.current.clone()), there(system.next.clone()));
        let absent = before.into_iter().map(|states| {
            let absent = states.into_iter().map(|at| system.context.terms.not(at));
            absent.collect()
        });
        LifeCycles {
            absent: absent.collect(),
            arrived: after,
        }
    }
}

/// For each instance and life-cycle state whether runs start there.
fn starts(model: &Model<'_>) -> Vec<Vec<bool>> {
    let reached = model.universe.iter().zip(&model.start.states);
    let reached = reached.map(|((_, instance), start)| {
        let mut states = vec![false; model.program.spec(instance.spec).states.len()];
        for at in start {
            states[at.index()] = true;
        }
        states
    });
    reached.collect()
}

/// How far the life cycles get.
struct Possibilities<'p, 'm> {
    model: &'p Model<'m>,
    control: &'p Control<'p>,
    at: LifeCycles,
    /// For each instance and life-cycle state whether it gets there.
    reached: Vec<Vec<bool>>,
}

impl Possibilities<'_, '_> {
    /// Notes that the life cycles get as far as in some states that were reached.
    fn note(&mut self, passed: &[State]) {
        for state in passed {
            for (id, _) in self.model.universe.iter() {
                self.reached[id.index()][state.life_cycle(id).index()] = true;
            }
        }
    }

    /// Those of some events that never happen.
    fn dead_events(&mut self, system: &System, mut unseen: Vec<(ClassId, EventId)>) -> Vec<Dead> {
        let mut unrolling = Unrolling::of(system, hasty(self.control));
        unrolling.add_step(Turns::Together);
        let mut step = Step {
            model: self.model,
            system,
            unrolling,
        };
        while self.follow(&mut step, &mut unseen) {}
        let mut dead = Vec::new();
        for (class, event) in self.impossible(&mut step, unseen) {
            let instance = self.model.classes[class.index()].instances[0];
            dead.push(Dead {
                instance,
                class,
                event,
                why: self.why(system, instance, event),
            });
        }
        dead.sort_by_key(|dead| (dead.class, dead.event));
        dead
    }

    /// Those of some events that no step among the states reached so far contains.
    fn impossible(
        &self,
        step: &mut Step<'_, '_>,
        mut unseen: Vec<(ClassId, EventId)>,
    ) -> Vec<(ClassId, EventId)> {
        while !unseen.is_empty() {
            let mut by_spec: BTreeMap<ClassId, Vec<TermId>> = BTreeMap::new();
            for event in &unseen {
                by_spec
                    .entry(event.0)
                    .or_default()
                    .extend(step.happens(*event));
            }
            let wishes = by_spec.into_values().map(|wish| (wish, 0)).collect();
            match self.ask_for_many(step, wishes) {
                Satisfiable::No => return unseen,
                Satisfiable::Yes => {
                    let before = unseen.len();
                    step.strike_out(&mut unseen);
                    if unseen.len() == before {
                        break;
                    }
                }
                // Of all together the solver does not know: perhaps of each.
                Satisfiable::Unknown(_) => break,
            }
        }
        unseen.retain(|event| {
            let happens = step.happens(*event);
            let question = step.unrolling.assumption_of_one(&happens, 0);
            self.ask(step, &[question]) == Satisfiable::No
        });
        unseen
    }

    /// Asks for a step that meets as many wishes as possible, or one at least. A wish is one of some terms, before or
    /// after the step.
    fn ask_for_many(
        &self,
        step: &mut Step<'_, '_>,
        mut wishes: Vec<(Vec<TermId>, usize)>,
    ) -> Satisfiable {
        wishes.retain(|(wish, _)| !wish.is_empty());
        let mut literals: Vec<Literal> = wishes
            .iter()
            .map(|(wish, at)| step.unrolling.assumption_of_one(wish, *at))
            .collect();
        let one_of_them = step.unrolling.one_of(&literals);
        while !literals.is_empty() {
            match self.ask(step, &literals) {
                Satisfiable::No => {
                    let blamed = step.unrolling.core();
                    let before = literals.len();
                    let mut is_first = true;
                    literals
                        .retain(|wish| !(blamed.contains(wish) && std::mem::take(&mut is_first)));
                    if literals.len() == before {
                        return Satisfiable::No;
                    }
                }
                answer => return answer,
            }
        }
        // Each was blamed, but perhaps only together with others.
        self.ask(step, &[one_of_them])
    }

    /// Asks whether a step among the states reached so far can be like this.
    fn ask(&self, step: &mut Step<'_, '_>, literals: &[Literal]) -> Satisfiable {
        if self.control.is_stopped() {
            return Satisfiable::Unknown("it was stopped".to_owned());
        }
        let mut assumptions = literals.to_vec();
        let confined = self.confined(&mut step.unrolling);
        assumptions.extend(confined.into_iter().map(|(_, literal)| literal));
        step.unrolling.check(&assumptions)
    }

    /// That every instance is in a state that it gets to.
    fn confined(&self, unrolling: &mut Unrolling<'_>) -> Vec<(InstanceId, Literal)> {
        let mut literals = Vec::new();
        for (id, _) in self.model.universe.iter() {
            let states = self.at.absent[id.index()]
                .iter()
                .zip(&self.reached[id.index()]);
            for (absent, _) in states.filter(|(_, reached)| !**reached) {
                literals.push((id, unrolling.plain_literal(*absent, 0)));
            }
        }
        literals
    }

    /// Adds states that one step leads to, and strikes out the events of it; tells whether there was one.
    fn follow(&mut self, step: &mut Step<'_, '_>, unseen: &mut Vec<(ClassId, EventId)>) -> bool {
        let mut new: Vec<(InstanceId, usize, TermId)> = Vec::new();
        let mut wishes = Vec::new();
        for (id, _) in self.model.universe.iter() {
            let states = self.at.arrived[id.index()].iter().enumerate();
            let unknown = states.filter(|(at, _)| !self.reached[id.index()][*at]);
            let known = new.len();
            new.extend(unknown.map(|(at, arrived)| (id, at, *arrived)));
            let unknown = new[known..].iter().map(|(_, _, arrived)| *arrived);
            wishes.push((unknown.collect(), 0));
        }
        if self.ask_for_many(step, wishes) == Satisfiable::No {
            return false;
        }
        let mut has_grown = false;
        if let Some(mut found) = step.unrolling.found() {
            for (id, at, arrived) in &new {
                let is_there = found.holds(*arrived, 0);
                self.reached[id.index()][*at] |= is_there;
                has_grown |= is_there;
            }
        }
        if !has_grown {
            // The solver did not know. Whatever cannot be told is taken to be possible.
            self.reached.iter_mut().for_each(|states| states.fill(true));
            return false;
        }
        step.strike_out(unseen);
        true
    }

    /// What stands in the way of an event, as far as its own conditions tell.
    fn why(&self, system: &System, instance: InstanceId, event: EventId) -> Why {
        let Some((occurrence, player)) = system.occurrence(instance, event) else {
            return Why::Others;
        };
        let mut unrolling = Unrolling::of(system, hasty(self.control));
        let at = unrolling.add_open_step();
        let declared = self.model.interpreter().event(instance, event);
        let mut tracked = Tracked::default();
        for Constraint { term, origin } in player.requires.iter().chain(&occurrence.requires) {
            match origin {
                Origin::LifeCycle(_) => {
                    tracked.add(&mut unrolling, *term, at, &[declared.name.span]);
                }
                Origin::Statement(span) | Origin::Sync(span) => {
                    tracked.add(&mut unrolling, *term, at, &[*span]);
                }
                _ => unrolling.assert(*term, at),
            }
        }
        let confined = self.confined(&mut unrolling);
        // What is in front is blamed last.
        let mut assumptions: Vec<Literal> = confined.iter().map(|(_, it)| it.clone()).collect();
        assumptions.extend(tracked.literals.iter().cloned());
        let Some(core) = unrolling.smallest_core(&assumptions) else {
            return Why::Others;
        };
        let mut because = tracked.spans(&core);
        because.retain(|span| *span != declared.name.span);
        if because.is_empty() {
            return Why::LifeCycle;
        }
        let blamed = confined.iter().filter(|(_, it)| core.contains(it));
        let mut stuck: Vec<InstanceId> = blamed.map(|(id, _)| *id).collect();
        stuck.dedup();
        Why::Conditions { because, stuck }
    }
}

/// A step from any state.
struct Step<'s, 'm> {
    model: &'s Model<'m>,
    system: &'s System,
    unrolling: Unrolling<'s>,
}

impl Step<'_, '_> {
    /// When some instance takes an event: one of these terms is true.
    fn happens(&self, (class, event): (ClassId, EventId)) -> Vec<TermId> {
        let instances = self.model.classes[class.index()].instances.iter();
        let taken = instances.filter_map(|id| Some(self.system.occurrence(*id, event)?.1.happens));
        taken.collect()
    }

    /// Strikes out the events that happen in what the solver has found.
    fn strike_out(&mut self, unseen: &mut Vec<(ClassId, EventId)>) {
        let happens: Vec<Vec<TermId>> = unseen.iter().map(|event| self.happens(*event)).collect();
        let Some(mut found) = self.unrolling.found() else {
            return;
        };
        let mut happens = happens.iter();
        unseen.retain(|_| {
            let mut terms = happens.next().into_iter().flatten();
            !terms.any(|term| found.holds(*term, 0))
        });
    }
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
            notes.position(|note| note.tells((ClassId::of(sync.spec), sync.event)))
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
            let partner =
                dead.find(|it| (it.class, it.event) == (ClassId::of(sync.spec), sync.event))?;
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

    fn tells(&self, event: (ClassId, EventId)) -> bool {
        let mut told = std::iter::once(&self.root).chain(&self.followers);
        told.any(|dead| (dead.class, dead.event) == event)
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
