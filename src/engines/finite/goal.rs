//! What a run should reach, as a condition of a finite program.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::build::{NO, all, and, any, binary, choose, not, sum};
use super::context::Context;
use super::expression::Scope;
use super::obstacle::Obstacle;
use super::operations::compared;
use super::symbol::Term;
use crate::finite::{BinaryOp as FiniteOp, Expr as FiniteExpr};
use crate::model::InstanceId;
use crate::model::goal::{Goal, Requirement};
use crate::semantics::expression::{BinaryOp, Expr, Moment};
use crate::semantics::specification::StateId;

/// More different requirements than this would make the condition too large.
const MOST_GROUPS: usize = 8;

/// When a state is the goal.
pub(super) fn goal(context: &Context<'_>) -> Result<FiniteExpr, Obstacle> {
    match &context.model.goal {
        Goal::BrokenInvariant => broken_invariant(context),
        Goal::State {
            now,
            wanted,
            unwanted,
        } => {
            let mut parts = vec![all_met(context, wanted)?];
            for asked in unwanted {
                for id in asked.candidates.iter() {
                    parts.push(not(meets(context, *id, asked)?));
                }
            }
            if let Some(now) = now {
                let is_now = compared(BinaryOp::Equal, &context.now()?, &Term::known(now.clone()))?;
                parts.push(is_now.yes);
            }
            Ok(all(parts))
        }
    }
}

/// When an instance is in one of some states and some conditions hold of it.
fn is_like(
    context: &Context<'_>,
    id: InstanceId,
    states: Vec<StateId>,
    conditions: &mut dyn Iterator<Item = &Expr>,
) -> Result<FiniteExpr, Obstacle> {
    let places = BTreeMap::new();
    let scope = Scope {
        context,
        this: Some(id),
        params: &[],
        places: &places,
        next: None,
        assumed: RefCell::new(Vec::new()),
    };
    let mut holds = scope.at_one_of(id, states, Moment::Current);
    for condition in conditions {
        if holds == NO {
            break;
        }
        let condition = scope.assuming(&holds, || scope.holds(condition))?;
        holds = and(holds, condition);
    }
    Ok(holds)
}

fn meets(
    context: &Context<'_>,
    id: InstanceId,
    asked: &Requirement<'_>,
) -> Result<FiniteExpr, Obstacle> {
    let mut constraints = asked.constraints.iter().copied();
    is_like(context, id, asked.states.clone(), &mut constraints)
}

/// An invariant of an instance does not hold that is not in its initial state.
fn broken_invariant(context: &Context<'_>) -> Result<FiniteExpr, Obstacle> {
    let mut broken = Vec::new();
    for (id, instance) in context.model.universe.iter() {
        let spec = context.model.program.spec(instance.spec);
        let states = (0..spec.states.len()).map(StateId::at);
        let begun: Vec<StateId> = states
            .filter(|at| !spec.states[at.index()].initial)
            .collect();
        let is_begun = is_like(context, id, begun.clone(), &mut std::iter::empty())?;
        for invariant in &spec.invariants {
            let conditions = invariant.conditions.iter();
            let mut conditions = conditions.map(|statement| &statement.condition);
            let holds = is_like(context, id, begun.clone(), &mut conditions)?;
            broken.push(and(is_begun.clone(), not(holds)));
        }
    }
    Ok(any(broken))
}

/// Requirements that ask the same, how many they are, and when each candidate meets them.
struct Group<'g> {
    asked: &'g Requirement<'g>,
    count: i64,
    met: Vec<(InstanceId, FiniteExpr)>,
}

/// Every requirement is met by an instance of its own. By Hall's theorem that is so if for all sets of requirements enough instances meet
/// one of them.
fn all_met(context: &Context<'_>, wanted: &[Requirement<'_>]) -> Result<FiniteExpr, Obstacle> {
    let groups = groups(context, wanted)?;
    let mut goal = Vec::new();
    let mut shared = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let is_alone = groups.iter().enumerate().all(|(other, it)| {
            let mut candidates = it.asked.candidates.iter();
            other == index || !candidates.any(|id| group.asked.candidates.contains(id))
        });
        if is_alone {
            goal.push(enough(&[group]));
        } else {
            shared.push(group);
        }
    }
    if shared.len() > MOST_GROUPS {
        let span = wanted[0].span;
        return Err(Obstacle::unsupported("a goal of so many different instances").at(span));
    }
    for chosen in 1_u32..(1 << shared.len()) {
        let members = shared.iter().enumerate();
        let members = members.filter(|(index, _)| chosen & (1 << index) != 0);
        let members: Vec<&Group<'_>> = members.map(|(_, group)| *group).collect();
        goal.push(enough(&members));
    }
    Ok(all(goal))
}

/// At least as many instances as are asked for meet one of some groups.
fn enough(groups: &[&Group<'_>]) -> FiniteExpr {
    let count: i64 = groups.iter().map(|group| group.count).sum();
    let mut met: BTreeMap<InstanceId, FiniteExpr> = BTreeMap::new();
    for (id, when) in groups.iter().flat_map(|group| &group.met) {
        let known = met.remove(id).unwrap_or(NO);
        met.insert(*id, super::build::or(known, when.clone()));
    }
    if count == 1 {
        return any(met.into_values());
    }
    if usize::try_from(count).is_ok_and(|count| count == met.len()) {
        return all(met.into_values());
    }
    let ones = met.into_values();
    let ones = ones.map(|when| choose(when, FiniteExpr::Constant(1), NO));
    binary(
        FiniteOp::GreaterEqual,
        sum(ones),
        FiniteExpr::Constant(count),
    )
}

fn groups<'g>(
    context: &Context<'_>,
    wanted: &'g [Requirement<'g>],
) -> Result<Vec<Group<'g>>, Obstacle> {
    let mut groups: Vec<Group<'g>> = Vec::new();
    for asked in wanted {
        if let Some(last) = groups.last_mut()
            && last.asked.asks_the_same(asked)
        {
            last.count += 1;
            continue;
        }
        let mut met = Vec::new();
        for id in asked.candidates.iter() {
            met.push((*id, meets(context, *id, asked)?));
        }
        groups.push(Group {
            asked,
            count: 1,
            met,
        });
    }
    Ok(groups)
}
