//! What a state lacks to be the goal, or to be a start.

use super::refusal::Reason;
use super::steps::condition;
use crate::diagnostics::Span;
use crate::model::Model;
use crate::model::property::Requirement;
use crate::model::state::State;
use crate::model::value::{InstanceId, Value};
use crate::semantics::specification::{FieldId, StateId};

/// Something that a state lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Missing {
    /// It is another time.
    Time {
        /// The time that it should be.
        wanted: Value,
    },
    /// No instance is as a statement says.
    Instance {
        /// The statement.
        span: Span,
        /// How many instances may be meant.
        candidates: usize,
        /// An instance that comes close, and what it lacks.
        nearest: Option<(InstanceId, Lack)>,
    },
    /// Every statement is met, but not by an instance of its own.
    Distinct,
    /// An instance is as none should be.
    Unwanted {
        /// The statement.
        span: Span,
        /// The instance.
        instance: InstanceId,
    },
    /// All invariants hold.
    BrokenInvariant,
}

/// What an instance lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lack {
    /// It is in another state than one of these.
    State {
        /// The right ones.
        wanted: Vec<StateId>,
    },
    /// A condition does not hold.
    Condition(Reason),
    /// A field has a value that it must not have.
    Value(FieldId),
}

impl Model<'_> {
    /// What a state lacks to be the goal, in the order of the text; nothing where it is the goal.
    pub fn missing(&self, state: &State) -> Vec<Missing> {
        let Some(goal) = self.property.described() else {
            let is_broken = self.broken_invariant(state).is_some();
            return if is_broken {
                Vec::new()
            } else {
                vec![Missing::BrokenInvariant]
            };
        };
        let time = wrong_time(state, goal.now.as_ref());
        let mut missing: Vec<Missing> = time.into_iter().collect();
        let wanted = goal.wanted.iter();
        missing.extend(wanted.filter_map(|asked| self.unmet(state, asked)));
        missing.extend(self.unwanted(state, &goal.unwanted));
        if missing.is_empty() && !self.is_goal(state) {
            missing.push(Missing::Distinct);
        }
        missing
    }

    /// What a state lacks to be a start; nothing where it is one.
    pub fn missing_at_start(&self, state: &State) -> Option<Missing> {
        let start = &self.start;
        let lacking = |id: InstanceId, span: Span, lack: Lack| Missing::Instance {
            span,
            candidates: 1,
            nearest: Some((id, lack)),
        };
        let ids = || self.universe.iter();
        wrong_time(state, start.now.as_ref())
            .or_else(|| {
                let mut instances = ids().zip(&start.states);
                instances.find_map(|((id, instance), wanted)| {
                    let is_right = wanted.contains(&state.life_cycle(id));
                    let wanted = wanted.clone();
                    (!is_right).then(|| lacking(id, instance.span, Lack::State { wanted }))
                })
            })
            .or_else(|| {
                start.constraints.iter().find_map(|(id, constraint)| {
                    let environment = self.on(state, *id, None);
                    let reason = condition(&environment, constraint, constraint.span)?;
                    Some(lacking(*id, constraint.span, Lack::Condition(reason)))
                })
            })
            .or_else(|| self.unwanted(state, &start.unwanted).next())
            .or_else(|| {
                ids().find_map(|(id, instance)| {
                    let field = self.misfit(state, id)?;
                    Some(lacking(id, instance.span, Lack::Value(field)))
                })
            })
    }

    /// The instances that are as they should not be.
    fn unwanted<'s>(
        &'s self,
        state: &'s State,
        unwanted: &'s [Requirement<'_>],
    ) -> impl Iterator<Item = Missing> {
        unwanted.iter().filter_map(move |asked| {
            let mut candidates = asked.candidates.iter();
            let met = candidates.find(|id| self.meets(state, **id, asked, None))?;
            Some(Missing::Unwanted {
                span: asked.span,
                instance: *met,
            })
        })
    }

    /// Why no instance meets a requirement; nothing where one does. The nearest one is in the right state, if any is.
    fn unmet(&self, state: &State, asked: &Requirement<'_>) -> Option<Missing> {
        let mut nearest = None;
        for id in asked.candidates.iter() {
            let lack = self.lack(state, *id, asked)?;
            let is_near = matches!(lack, Lack::Condition(_));
            if nearest.is_none() || is_near && !matches!(nearest, Some((_, Lack::Condition(_)))) {
                nearest = Some((*id, lack));
            }
        }
        Some(Missing::Instance {
            span: asked.span,
            candidates: asked.candidates.len(),
            nearest,
        })
    }

    /// What an instance lacks to meet a requirement; nothing where it does.
    fn lack(&self, state: &State, id: InstanceId, asked: &Requirement<'_>) -> Option<Lack> {
        if !asked.states.contains(&state.life_cycle(id)) {
            return Some(Lack::State {
                wanted: asked.states.clone(),
            });
        }
        let environment = self.on(state, id, None);
        let mut constraints = asked.constraints.iter();
        let reason = constraints.find_map(|expr| condition(&environment, expr, expr.span));
        reason.map(Lack::Condition)
    }
}

fn wrong_time(state: &State, wanted: Option<&Value>) -> Option<Missing> {
    let wanted = wanted.filter(|wanted| **wanted != state.now)?;
    Some(Missing::Time {
        wanted: wanted.clone(),
    })
}
