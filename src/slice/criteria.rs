//! What a check asks about, as points of the graph of dependences (seed 003, section 4.3).
//!
//! A statement of the goal with a life-cycle state and constraints asks for the constrained fields in that state; one without constraints for the state
//! alone; one without a state for the fields wherever an instance may be; one with neither asks for nothing but that there is such an instance. The thesis
//! takes all states of the last kind for relevant, and all states on the way to a goal without constraints. Both are brought back by reconnection
//! where they matter.

use crate::dependence::build::Builder;
use crate::dependence::{Dependences, PointId};
use crate::diagnostics::Span;
use crate::model::Model;
use crate::model::goal::{Goal, Requirement};
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, SpecId, StateId};

/// A point that is asked about, and the statement that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Criterion {
    /// The point.
    pub point: PointId,
    /// What asks.
    pub span: Span,
}

/// What the check of a model asks about.
pub(super) fn criteria(
    model: &Model<'_>,
    dependences: Dependences,
    builder: &mut Builder<'_>,
) -> Vec<Criterion> {
    let mut collector = Collector {
        model,
        dependences,
        builder,
        criteria: Vec::new(),
    };
    match &model.goal {
        Goal::State {
            wanted, unwanted, ..
        } => {
            for asked in wanted {
                collector.wanted(asked);
            }
            for asked in unwanted {
                collector.unwanted(asked);
            }
        }
        Goal::BrokenInvariant => collector.invariants(),
    }
    if model.bounds.is_some_and(|bounds| bounds.least > 0) && dependences != Dependences::Thesis {
        collector.steps();
    }
    let mut criteria = collector.criteria;
    criteria.sort_unstable();
    criteria.dedup_by_key(|criterion| criterion.point);
    criteria
}

struct Collector<'c, 'b, 'm> {
    model: &'c Model<'m>,
    dependences: Dependences,
    builder: &'c mut Builder<'b>,
    criteria: Vec<Criterion>,
}

impl Collector<'_, '_, '_> {
    fn add(&mut self, points: impl IntoIterator<Item = PointId>, span: Span) {
        let points = points.into_iter();
        self.criteria
            .extend(points.map(|point| Criterion { point, span }));
    }

    /// Some instance is to be like this.
    fn wanted(&mut self, asked: &Requirement<'_>) {
        let Some(spec) = self.spec_of(asked) else {
            return;
        };
        let any_state = asked.states.len() == self.model.program.spec(spec).states.len();
        for state in &asked.states {
            if !any_state || self.dependences == Dependences::Thesis {
                let state = self.builder.state(spec, *state);
                self.add([state], asked.span);
            }
            self.conditions(spec, *state, &asked.constraints, asked.span);
        }
    }

    /// No instance is to be like this: so it matters, too, that one leaves these states.
    fn unwanted(&mut self, asked: &Requirement<'_>) {
        let Some(spec) = self.spec_of(asked) else {
            return;
        };
        self.wanted(asked);
        let Some(first) = asked.states.first() else {
            return;
        };
        let at = (spec, *first);
        let test = self.builder.test_at_state(at, &asked.states, asked.span);
        self.add([test], asked.span);
    }

    fn spec_of(&self, asked: &Requirement<'_>) -> Option<SpecId> {
        let first = asked.candidates.first()?;
        Some(self.model.universe.instance(*first).spec)
    }

    fn conditions(&mut self, spec: SpecId, state: StateId, conditions: &[&Expr], span: Span) {
        let conditions = conditions.iter().copied();
        let read = self.builder.conditions_at_state(spec, state, conditions);
        self.add(read, span);
    }

    /// Some instance that is initialised is to break one of its invariants.
    fn invariants(&mut self) {
        for (index, spec) in self.model.program.specifications.iter().enumerate() {
            let id = SpecId::at(index);
            if spec.invariants.is_empty() || self.model.universe.instances_of(id).is_empty() {
                continue;
            }
            let statements = spec.invariants.iter().flat_map(|it| &it.conditions);
            let conditions: Vec<&Expr> = statements.map(|it| &it.condition).collect();
            let states = spec.states.iter().enumerate();
            let span = self.model.check.span;
            for (state, _) in states.filter(|(_, state)| !state.initial) {
                let state = StateId::at(state);
                let executed = self.builder.state(id, state);
                self.add([executed], span);
                self.conditions(id, state, &conditions, span);
            }
        }
    }

    /// Where steps are counted from below, none of them may go.
    fn steps(&mut self) {
        let span = self.model.check.span;
        for (index, spec) in self.model.program.specifications.iter().enumerate() {
            let id = SpecId::at(index);
            if self.model.universe.instances_of(id).is_empty() {
                continue;
            }
            for event in 0..spec.events.len() {
                let guard = self.builder.event_guard(id, EventId::at(event));
                self.add([guard], span);
            }
            for state in 0..spec.states.len() {
                let state = self.builder.state(id, StateId::at(state));
                self.add([state], span);
            }
        }
    }
}
