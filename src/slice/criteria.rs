//! What a check asks about, as points of the graph of dependences (Eilers, section 4.3).
//!
//! A statement of the goal with a life-cycle state and constraints asks for the constrained fields in that state; one
//! without constraints for the state alone; one without a state for the fields wherever an instance may be; one with
//! neither asks for nothing but that there is such an instance. The thesis takes all states of the last kind for
//! relevant, and all states on the way to a goal without constraints. Both are brought back by reconnection where they
//! matter. A state that instances start in matters only where something leads out of it.

use std::sync::Arc;

use super::time::{goal_asks, starts_at_a_time};
use crate::dependence::build::Builder;
use crate::dependence::{Dependences, PointId, Possible};
use crate::diagnostics::Span;
use crate::model::class::ClassId;
use crate::model::property::{Predicate, Requirement};
use crate::model::{InstanceId, Model};
use crate::semantics::expression::Expr;
use crate::semantics::specification::StateId;

/// A point that is asked about, and the statement that does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Criterion {
    /// The point.
    pub point: PointId,
    /// What asks.
    pub span: Span,
}

/// Something that is so at the start: it only matters once something kept can end it.
#[derive(Debug, Clone)]
pub(super) struct Lasting {
    pub(super) class: ClassId,
    /// An instance is to be in one of these, and starts in one of them.
    pub(super) states: Vec<StateId>,
    /// What is asked about if it may leave them.
    pub(super) criteria: Vec<Criterion>,
}

/// What a check asks about.
#[derive(Debug, Clone)]
pub(super) struct Criteria {
    /// In any case.
    pub(super) asked: Vec<Criterion>,
    /// Where it may change.
    pub(super) lasting: Vec<Lasting>,
    /// Where something that is kept reads the time: that there are steps.
    pub(super) steps: Vec<Criterion>,
}

/// What the check of a model asks about.
pub(super) fn criteria(
    model: &Model<'_>,
    possible: &Possible,
    dependences: Dependences,
    builder: &mut Builder<'_>,
) -> Criteria {
    let mut collector = Collector {
        model,
        dependences,
        possible,
        builder,
        criteria: Vec::new(),
        lasting: Vec::new(),
        known_start: None,
    };
    for predicate in model.property.predicates() {
        match predicate {
            Predicate::Described(description) => {
                for asked in &description.wanted {
                    collector.wanted(asked);
                }
                for asked in &description.unwanted {
                    collector.unwanted(asked);
                }
            }
            Predicate::Broken(_) => collector.invariants(),
        }
    }
    let has_least = model.bounds.is_some_and(|bounds| bounds.least > 0);
    let is_timed = starts_at_a_time(model);
    let mut steps = Vec::new();
    if (has_least || is_timed) && dependences.are_complete() {
        steps = collector.steps();
    }
    let Collector {
        criteria: mut asked,
        lasting,
        ..
    } = collector;
    if has_least || is_timed && goal_asks(model) {
        asked.append(&mut steps);
    }
    asked.sort_unstable();
    asked.dedup_by_key(|criterion| criterion.point);
    Criteria {
        asked,
        lasting,
        steps,
    }
}

struct Collector<'c, 'b, 'm> {
    model: &'c Model<'m>,
    dependences: Dependences,
    /// For each class the states that some instance may be in.
    possible: &'c Possible,
    builder: &'c mut Builder<'b>,
    criteria: Vec<Criterion>,
    lasting: Vec<Lasting>,
    /// For the instances and states that were asked for last, whether they start like that: one statement may ask for
    /// thousands of instances.
    known_start: Option<(Arc<[InstanceId]>, Vec<StateId>, bool)>,
}

impl Collector<'_, '_, '_> {
    fn add(&mut self, points: impl IntoIterator<Item = PointId>, span: Span) {
        let points = points.into_iter();
        self.criteria
            .extend(points.map(|point| Criterion { point, span }));
    }

    /// Some instance is to be like this.
    fn wanted(&mut self, asked: &Requirement<'_>) {
        let Some(class) = self.class_of(asked) else {
            return;
        };
        let states = self.possible_of(class, &asked.states);
        let points = states.iter().map(|state| self.builder.state(class, *state));
        let span = asked.span;
        let executed: Vec<Criterion> = points.map(|point| Criterion { point, span }).collect();
        if self.dependences.are_complete() && self.starts_like(asked) {
            self.last(Lasting {
                class,
                states: states.clone(),
                criteria: executed,
            });
        } else {
            self.criteria.extend(executed);
        }
        for state in states {
            self.conditions(class, state, &asked.constraints, span);
        }
    }

    /// Thousands of instances may be asked to be where they are.
    fn last(&mut self, lasting: Lasting) {
        let mut known = self.lasting.iter();
        if !known.any(|it| it.class == lasting.class && it.states == lasting.states) {
            self.lasting.push(lasting);
        }
    }

    /// Whether all instances that are asked for start in one of the states that they are to be in.
    fn starts_like(&mut self, asked: &Requirement<'_>) -> bool {
        if let Some((candidates, states, known)) = &self.known_start
            && Arc::ptr_eq(candidates, &asked.candidates)
            && *states == asked.states
        {
            return *known;
        }
        let known = asked.candidates.iter().all(|id| {
            let starts = &self.model.start.states[id.index()];
            starts.iter().all(|state| asked.states.contains(state))
        });
        self.known_start = Some((asked.candidates.clone(), asked.states.clone(), known));
        known
    }

    /// Those of some states that an instance may be in. Where it cannot be in any, the first stands for all.
    fn possible_of(&self, class: ClassId, states: &[StateId]) -> Vec<StateId> {
        let is_possible = |state: &StateId| self.possible.has_state(class, *state);
        let mut left: Vec<StateId> = states.iter().copied().filter(is_possible).collect();
        if left.is_empty() {
            left.extend(states.first());
        }
        left
    }

    /// No instance is to be like this: so it matters, too, that one leaves these states.
    fn unwanted(&mut self, asked: &Requirement<'_>) {
        let Some(class) = self.class_of(asked) else {
            return;
        };
        self.wanted(asked);
        let states = self.possible_of(class, &asked.states);
        let Some(first) = states.first() else {
            return;
        };
        let at = (class, *first);
        let test = self.builder.test_at_state(at, &asked.states, asked.span);
        self.add([test], asked.span);
    }

    fn class_of(&self, asked: &Requirement<'_>) -> Option<ClassId> {
        let first = asked.candidates.first()?;
        Some(self.model.class_of[first.index()])
    }

    fn conditions(&mut self, class: ClassId, state: StateId, conditions: &[&Expr], span: Span) {
        let conditions = conditions.iter().copied();
        let read = self.builder.conditions_at_state(class, state, conditions);
        self.add(read, span);
    }

    /// Some instance that is initialised is to break one of its invariants.
    fn invariants(&mut self) {
        for class in &self.model.classes {
            if class.invariants.is_empty() || class.instances.is_empty() {
                continue;
            }
            let (id, spec) = (class.id, self.model.program.spec(class.id.spec));
            let statements = class.invariants.iter().flat_map(|it| &it.conditions);
            let conditions: Vec<&Expr> = statements.map(|it| &it.condition).collect();
            let states = spec.states.iter().enumerate();
            let initialized = states.filter(|(_, state)| !state.initial);
            let initialized: Vec<StateId> = initialized.map(|(at, _)| StateId::at(at)).collect();
            let span = self.model.check.span;
            for state in self.possible_of(id, &initialized) {
                let executed = self.builder.state(id, state);
                self.add([executed], span);
                self.conditions(id, state, &conditions, span);
            }
        }
    }

    /// All events, and where they happen: none of them may go where steps are counted from below, or time has to pass.
    fn steps(&mut self) -> Vec<Criterion> {
        let mut steps = Vec::new();
        let span = self.model.check.span;
        for class in &self.model.classes {
            if class.instances.is_empty() {
                continue;
            }
            let (id, spec) = (class.id, self.model.program.spec(class.id.spec));
            for (event, _) in class.kept_events() {
                if self.possible.has_arrow(self.model, id, event) {
                    let point = self.builder.event_guard(id, event);
                    steps.push(Criterion { point, span });
                }
            }
            for state in (0..spec.states.len()).map(StateId::at) {
                if self.possible.has_state(id, state) {
                    let point = self.builder.state(id, state);
                    steps.push(Criterion { point, span });
                }
            }
        }
        steps
    }
}
