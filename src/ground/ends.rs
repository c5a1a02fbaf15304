//! Where runs start and what they should reach, as terms.

use super::build::Builder;
use super::expression::{Scope, Translated, Translator, Unsupported};
use super::goal::{assigned, rivals};
use super::operations;
use super::property::Wanted;
use super::shape;
use super::system::{Constraint, Origin, System};
use super::view::{This, View};
use crate::diagnostics::Span;
use crate::logic::TermId;
use crate::model::property::{ABOUT_RUNS, Description, Invariants, Predicate, Requirement};
use crate::model::{InstanceId, Model};
use crate::semantics::expression::Expr;
use crate::semantics::specification::StateId;
use crate::semantics::types::Type;

impl System {
    /// For each instance that could meet what is asked of one the conditions of it.
    pub fn conditions_of(
        &mut self,
        model: &Model<'_>,
        asked: &Requirement<'_>,
    ) -> Translated<Vec<Vec<Constraint>>> {
        let mut all = Vec::with_capacity(asked.candidates.len());
        for id in asked.candidates.iter() {
            let scope = Scope {
                current: View::of(&self.current),
                next: None,
                this: Some(This::One(*id)),
                params: &[],
            };
            let mut translator = Translator::new(model, &mut self.context);
            let conditions = asked.constraints.iter().map(|condition| {
                Ok(Constraint {
                    term: translator.holds(scope, condition)?,
                    origin: Origin::Goal(condition.span),
                })
            });
            all.push(conditions.collect::<Translated<_>>()?);
        }
        Ok(all)
    }
}

impl Builder<'_, '_> {
    pub(super) fn start(&mut self) -> Translated<Vec<Constraint>> {
        let model = self.model;
        let mut start = Vec::new();
        let mut say = |term: TermId, span: Option<Span>| {
            let origin = Origin::Start(span);
            start.push(Constraint { term, origin });
        };
        if let Some(now) = &model.start.now {
            let now = self.translator().known(now)?;
            let current = self.current.now.shape.clone();
            let term = operations::same(&mut self.context, &Type::DateTime, &current, &now.shape);
            say(term, model.start_now_span());
        }
        for (id, instance) in model.universe.iter() {
            let current = View::of(&self.current);
            let terms = &mut self.context.terms;
            let allowed = model.start.states[id.index()].iter();
            let allowed: Vec<TermId> = allowed.map(|at| current.is_in(terms, id, *at)).collect();
            say(terms.or(allowed), model.check.from.map(|_| instance.span));
        }
        for (id, constraint) in &model.start.constraints {
            say(self.holds_of(*id, constraint)?, Some(constraint.span));
        }
        for asked in &model.start.unwanted {
            for id in asked.candidates.iter() {
                let met = self.meets(*id, asked)?;
                say(self.context.terms.not(met), Some(asked.span));
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

    pub(super) fn goal(&mut self) -> Translated<Vec<Wanted>> {
        let model = self.model;
        let Description {
            now,
            wanted,
            unwanted,
        } = match model.property.reach() {
            Some(Predicate::Described(description)) => description,
            Some(Predicate::Broken(invariants)) => {
                return Ok(vec![Wanted {
                    term: self.broken(invariants)?,
                    statements: Vec::new(),
                }]);
            }
            None => {
                return Err(Unsupported {
                    what: ABOUT_RUNS.to_owned(),
                    span: Some(model.check.span),
                });
            }
        };
        let mut goal = Vec::new();
        if let Some(now) = now {
            let now = self.translator().known(now)?;
            let current = self.current.now.shape.clone();
            goal.push(Wanted {
                term: shape::same(&mut self.context, &current, &now.shape),
                statements: model.goal_now_span().into_iter().collect(),
            });
        }
        for asked in unwanted {
            for id in asked.candidates.iter() {
                let met = self.meets(*id, asked)?;
                goal.push(Wanted {
                    term: self.context.terms.not(met),
                    statements: vec![asked.span],
                });
            }
        }
        self.met_by_distinct(wanted, &mut goal)?;
        Ok(goal)
    }

    /// When requirements are met by instances of their own: an instance for each that no other has.
    fn met_by_distinct(
        &mut self,
        wanted: &[Requirement<'_>],
        goal: &mut Vec<Wanted>,
    ) -> Translated<()> {
        for rivals in rivals(wanted) {
            let mut met = Vec::with_capacity(rivals.len());
            for asked in &rivals {
                let candidates = asked.what.candidates.iter();
                let those: Translated<Vec<TermId>> =
                    candidates.map(|id| self.meets(*id, asked.what)).collect();
                met.push((those?, asked.times));
            }
            for (those, term) in assigned(&mut self.context, &met) {
                let statements = those.iter().map(|at| rivals[*at].what.span);
                goal.push(Wanted {
                    term,
                    statements: statements.collect(),
                });
            }
        }
        Ok(())
    }

    /// When one of some invariants does not hold of an initialised instance.
    fn broken(&mut self, invariants: &Invariants) -> Translated<TermId> {
        let model = self.model;
        let mut broken = Vec::new();
        for (id, instance) in model.universe.iter() {
            let Some(asked) = invariants.get(&instance.spec) else {
                continue;
            };
            let spec = model.program.spec(instance.spec);
            let kept = &model.class(id).invariants;
            let asked = asked.iter().filter_map(|place| kept.get(*place));
            let mut fails = Vec::new();
            for statement in asked.flat_map(|it| &it.conditions) {
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
