//! Where runs start and what they should reach, as terms.

use super::build::Builder;
use super::expression::{Scope, Translated};
use super::goal::{assigned, rivals};
use super::operations;
use super::shape;
use super::system::{Constraint, Origin};
use super::view::{This, View};
use crate::logic::TermId;
use crate::model::InstanceId;
use crate::model::goal::{Goal, Requirement};
use crate::semantics::expression::Expr;
use crate::semantics::specification::StateId;
use crate::semantics::types::Type;

impl Builder<'_, '_> {
    pub(super) fn start(&mut self) -> Translated<Vec<Constraint>> {
        let model = self.model;
        let mut start = Vec::new();
        if let Some(now) = &model.start.now {
            let now = self.translator().known(now)?;
            let current = self.current.now.shape.clone();
            let term = operations::same(&mut self.context, &Type::DateTime, &current, &now.shape);
            start.push(Constraint {
                term,
                origin: Origin::Start(None),
            });
        }
        for (id, _) in model.universe.iter() {
            let current = View::of(&self.current);
            let terms = &mut self.context.terms;
            let allowed = model.start.states[id.index()].iter();
            let allowed: Vec<TermId> = allowed.map(|at| current.is_in(terms, id, *at)).collect();
            start.push(Constraint {
                term: terms.or(allowed),
                origin: Origin::Start(None),
            });
        }
        for (id, constraint) in &model.start.constraints {
            start.push(Constraint {
                term: self.holds_of(*id, constraint)?,
                origin: Origin::Start(Some(constraint.span)),
            });
        }
        for asked in &model.start.unwanted {
            for id in asked.candidates.iter() {
                let met = self.meets(*id, asked)?;
                let term = self.context.terms.not(met);
                start.push(Constraint {
                    term,
                    origin: Origin::Start(Some(asked.span)),
                });
            }
        }
        Ok(start)
    }

    /// When a condition holds of an instance in the current state.
    fn holds_of(&mut self, id: InstanceId, condition: &Expr) -> Translated<TermId> {
        let current = self.current.clone();
        let scope = Scope {
            current: View::of(&current),
            next: None,
            this: Some(This::One(id)),
            params: &[],
        };
        self.translator().holds(scope, condition)
    }

    /// Whether an instance meets what is asked of one.
    fn meets(&mut self, id: InstanceId, asked: &Requirement<'_>) -> Translated<TermId> {
        let current = View::of(&self.current);
        let terms = &mut self.context.terms;
        let right = asked.states.iter().map(|at| current.is_in(terms, id, *at));
        let right: Vec<TermId> = right.collect();
        let mut conditions = vec![terms.or(right)];
        for constraint in &asked.constraints {
            conditions.push(self.holds_of(id, constraint)?);
        }
        Ok(self.context.terms.and(conditions))
    }

    pub(super) fn goal(&mut self) -> Translated<Vec<Constraint>> {
        let model = self.model;
        let Goal::State {
            now,
            wanted,
            unwanted,
        } = &model.goal
        else {
            let term = self.broken_invariant()?;
            let origin = Origin::Goal(None);
            return Ok(vec![Constraint { term, origin }]);
        };
        let mut goal = Vec::new();
        if let Some(now) = now {
            let now = self.translator().known(now)?;
            let current = self.current.now.shape.clone();
            let term = shape::same(&mut self.context, &current, &now.shape);
            let origin = Origin::Goal(None);
            goal.push(Constraint { term, origin });
        }
        for asked in unwanted {
            let origin = Origin::Goal(Some(asked.span));
            for id in asked.candidates.iter() {
                let met = self.meets(*id, asked)?;
                let term = self.context.terms.not(met);
                goal.push(Constraint { term, origin });
            }
        }
        self.met_by_distinct(wanted, &mut goal)?;
        Ok(goal)
    }

    /// When requirements are met by instances of their own: an instance for each that no other has.
    fn met_by_distinct(
        &mut self,
        wanted: &[Requirement<'_>],
        goal: &mut Vec<Constraint>,
    ) -> Translated<()> {
        for rivals in rivals(wanted) {
            let mut met = Vec::with_capacity(rivals.len());
            for asked in &rivals {
                let candidates = asked.what.candidates.iter();
                let those: Translated<Vec<TermId>> =
                    candidates.map(|id| self.meets(*id, asked.what)).collect();
                met.push((those?, asked.times));
            }
            let span = match rivals.as_slice() {
                [only] => Some(only.what.span),
                _ => None,
            };
            goal.push(Constraint {
                term: assigned(&mut self.context.terms, &met),
                origin: Origin::Goal(span),
            });
        }
        Ok(())
    }

    fn broken_invariant(&mut self) -> Translated<TermId> {
        let model = self.model;
        let mut broken = Vec::new();
        for (id, instance) in model.universe.iter() {
            let spec = model.program.spec(instance.spec);
            let mut fails = Vec::new();
            for statement in spec.invariants.iter().flat_map(|it| &it.conditions) {
                let holds = self.holds_of(id, &statement.condition)?;
                fails.push(self.context.terms.not(holds));
            }
            let current = View::of(&self.current);
            let terms = &mut self.context.terms;
            let states = spec.states.iter().enumerate();
            let initial = states.filter(|(_, state)| state.initial);
            let initial = initial.map(|(at, _)| current.is_in(terms, id, StateId::at(at)));
            let initial: Vec<TermId> = initial.collect();
            let is_initial = terms.or(initial);
            let (initialized, fails) = (terms.not(is_initial), terms.or(fails));
            broken.push(terms.and([initialized, fails]));
        }
        Ok(self.context.terms.or(broken))
    }
}
