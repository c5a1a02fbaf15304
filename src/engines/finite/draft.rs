//! Steps being put together: an event, who takes part through syncs, in which life-cycle states, and what has to hold for it.
//!
//! Wherever it depends on the state or on a choice which step it is, there is a draft for each possibility. Whatever does not depend on anything
//! is decided here, so most of what cannot happen never becomes an action.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::build::{all, among, and, any, not};
use super::context::Context;
use super::expression::{Next, Scope};
use super::obstacle::Obstacle;
use super::operations::identical;
use super::parameters::choices;
use super::symbol::{Case, Symbol, Term, number_of};
use crate::finite::Expr as FiniteExpr;
use crate::model::{InstanceId, Value, reads_next};
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, ParamId, StateId, Sync};

/// More actions than this are no answer.
pub(super) const MOST_ACTIONS: usize = 100_000;

/// An event that an instance takes, with its arguments.
#[derive(Debug, Clone)]
pub(super) struct Taking {
    pub(super) instance: InstanceId,
    pub(super) event: EventId,
    pub(super) arguments: Vec<Term>,
    /// Whose sync names it, as an index; none for the first.
    pub(super) caller: Option<usize>,
}

/// A step under construction.
#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    pub(super) taken: Vec<Taking>,
    /// Where those who take part are before the step.
    pub(super) places: BTreeMap<InstanceId, StateId>,
    /// What has to hold besides.
    pub(super) guards: Vec<FiniteExpr>,
    /// What they are like after the step.
    pub(super) next: Next,
}

impl Draft {
    /// Requires something; whether the step is still possible.
    pub(super) fn require(&mut self, condition: FiniteExpr) -> bool {
        match condition.constant() {
            Some(0) => false,
            Some(_) => true,
            None => {
                if !self.guards.contains(&condition) {
                    self.guards.push(condition);
                }
                true
            }
        }
    }

    /// Where the expressions of one who takes part are read.
    pub(super) fn scope<'s, 'm>(
        &'s self,
        context: &'s Context<'m>,
        at: usize,
        next: Option<&'s Next>,
    ) -> Scope<'s, 'm> {
        Scope {
            context,
            this: Some(self.taken[at].instance),
            params: &self.taken[at].arguments,
            places: &self.places,
            next,
            assumed: RefCell::new(self.guards.clone()),
        }
    }

    /// The same with one more who takes part, once for each arrow of its life cycle.
    fn with(&self, context: &Context<'_>, taking: &Taking) -> Vec<Draft> {
        let interpreter = context.model.interpreter();
        let moves = &interpreter.shape(taking.instance, taking.event).moves;
        let drafts = moves.iter().map(|(from, to)| {
            let mut draft = self.clone();
            draft.taken.push(taking.clone());
            draft.places.insert(taking.instance, *from);
            draft.next.places.insert(taking.instance, *to);
            draft
        });
        drafts.collect()
    }
}

/// All steps that begin with an event of an instance that the environment chooses.
pub(super) fn chosen_steps(
    context: &Context<'_>,
    instance: InstanceId,
    event: EventId,
) -> Result<Vec<Draft>, Obstacle> {
    let first = Taking {
        instance,
        event,
        arguments: Vec::new(),
        caller: None,
    };
    let mut found = Vec::new();
    for draft in Draft::default().with(context, &first) {
        for draft in choices(context, draft)? {
            follow(context, draft, 0, &mut found)?;
        }
    }
    Ok(found)
}

/// All steps that begin with an event of an instance and given arguments.
fn given_steps(context: &Context<'_>, first: &Taking) -> Result<Vec<Draft>, Obstacle> {
    let mut found = Vec::new();
    for draft in Draft::default().with(context, first) {
        follow(context, draft, 0, &mut found)?;
    }
    Ok(found)
}

/// Follows the syncs from one who takes part on, and adds the steps that come of it.
fn follow(
    context: &Context<'_>,
    mut draft: Draft,
    at: usize,
    found: &mut Vec<Draft>,
) -> Result<(), Obstacle> {
    if at == draft.taken.len() {
        return finish(context, draft, found);
    }
    if !check_arguments(context, &mut draft, at)? || !check_guards(context, &mut draft, at)? {
        return Ok(());
    }
    let taking = &draft.taken[at];
    let event = context
        .model
        .interpreter()
        .event(taking.instance, taking.event);
    let mut drafts = vec![draft];
    for sync in event.syncs.iter().filter(|sync| !sync.negated) {
        let mut longer = Vec::new();
        for draft in &drafts {
            for (draft, partner) in partners(context, draft, at, sync)? {
                if draft.places.contains_key(&partner.instance) {
                    // It would take a second event.
                    continue;
                }
                longer.extend(draft.with(context, &partner));
            }
        }
        drafts = longer;
    }
    for draft in drafts {
        follow(context, draft, at + 1, found)?;
    }
    Ok(())
}

/// Who can be meant by a sync, and what has to hold for that.
fn partners(
    context: &Context<'_>,
    draft: &Draft,
    at: usize,
    sync: &Sync,
) -> Result<Vec<(Draft, Taking)>, Obstacle> {
    let scope = draft.scope(context, at, None);
    let key = scope.value(&sync.key)?;
    let arguments = sync.arguments.iter().map(|argument| scope.value(argument));
    let arguments: Vec<Term> = arguments.collect::<Result<_, _>>()?;
    let defined = all(arguments.iter().map(|argument| argument.defined.clone()));
    let universe = &context.model.universe;
    // Where the key is known there is one at most, which is found at once.
    let known = match &key.symbol {
        Symbol::Known(key) => Some(universe.find(sync.spec, key)),
        _ => None,
    };
    let instances = match &known {
        Some(only) => only.as_slice(),
        None => universe.instances_of(sync.spec),
    };
    let mut found = Vec::new();
    for id in instances {
        let own = Term::known(universe.instance(*id).key.clone());
        let mut draft = draft.clone();
        let is_it = identical(&key, &own)?.yes;
        if draft.require(is_it) && draft.require(defined.clone()) {
            let taking = Taking {
                instance: *id,
                event: sync.event,
                arguments: arguments.clone(),
                caller: Some(at),
            };
            found.push((draft, taking));
        }
    }
    Ok(found)
}

/// Arguments are within the domains of their parameters.
fn check_arguments(context: &Context<'_>, draft: &mut Draft, at: usize) -> Result<bool, Obstacle> {
    let taking = draft.taken[at].clone();
    let spec = context.model.universe.instance(taking.instance).spec;
    let event = context
        .model
        .interpreter()
        .event(taking.instance, taking.event);
    for (index, param) in event.params.iter().enumerate() {
        let id = ParamId::at(index);
        let domain = context
            .model
            .domains
            .of_param(spec, taking.event, id, &param.ty);
        if let Some(domain) = domain
            && !draft.require(within(&taking.arguments[index], domain)?)
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// When a term is one of some values.
pub(super) fn within(term: &Term, domain: &[Value]) -> Result<FiniteExpr, Obstacle> {
    if let Some(number) = term.symbol.number() {
        let numbers = domain.iter().filter_map(number_of);
        let own = numbers.filter(|(sort, _)| *sort == number.sort);
        let mut numbers: Vec<i64> = own.map(|(_, number)| number).collect();
        numbers.sort_unstable();
        return Ok(and(term.defined.clone(), among(&number.expr, &numbers)));
    }
    let cases = term.symbol.cases()?;
    let inside: Vec<&Case> = cases
        .iter()
        .filter(|case| domain.contains(&case.value))
        .collect();
    if inside.len() == cases.len() {
        return Ok(term.defined.clone());
    }
    let inside = inside.into_iter().map(|case| case.when.clone());
    Ok(and(term.defined.clone(), any(inside)))
}

/// The conditions that only read the state before.
fn check_guards(context: &Context<'_>, draft: &mut Draft, at: usize) -> Result<bool, Obstacle> {
    let taking = &draft.taken[at];
    let interpreter = context.model.interpreter();
    let event = interpreter.event(taking.instance, taking.event);
    let shape = interpreter.shape(taking.instance, taking.event);
    let posts = shape
        .guards
        .iter()
        .map(|index| &event.postconditions[*index]);
    for statement in event.preconditions.iter().chain(posts) {
        if !reads_next(&statement.condition) && !hold(context, draft, at, &statement.condition)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Requires a condition of one who takes part; whether the step is still possible.
fn hold(
    context: &Context<'_>,
    draft: &mut Draft,
    at: usize,
    condition: &Expr,
) -> Result<bool, Obstacle> {
    let condition = draft.scope(context, at, None).holds(condition)?;
    Ok(draft.require(condition))
}

/// Adds what is left to hold: events that must not be possible, and next values.
fn finish(context: &Context<'_>, draft: Draft, found: &mut Vec<Draft>) -> Result<(), Obstacle> {
    let mut drafts = vec![draft];
    for at in 0..drafts[0].taken.len() {
        let taking = &drafts[0].taken[at];
        let event = context
            .model
            .interpreter()
            .event(taking.instance, taking.event);
        for sync in event.syncs.iter().filter(|sync| sync.negated) {
            let mut left = Vec::new();
            for draft in &drafts {
                for (mut draft, partner) in partners(context, draft, at, sync)? {
                    if draft.require(not(possible(context, &partner)?)) {
                        left.push(draft);
                    }
                }
            }
            drafts = left;
            if drafts.is_empty() {
                return Ok(());
            }
        }
    }
    for draft in drafts {
        super::next::solve(context, draft, found)?;
    }
    if found.len() > MOST_ACTIONS {
        return Err(Obstacle::unsupported("an event with so many possibilities"));
    }
    Ok(())
}

/// When an event is possible with given arguments.
fn possible(context: &Context<'_>, first: &Taking) -> Result<FiniteExpr, Obstacle> {
    let drafts = given_steps(context, first)?;
    let ways = drafts.iter().map(|draft| {
        let places = draft.places.iter();
        let places = places.map(|(id, at)| super::place(context, *id, *at));
        and(all(places), all(draft.guards.iter().cloned()))
    });
    Ok(any(ways))
}
