//! From a check to what it runs over: instances, start, goal, allowed events, domains.

use std::cell::Cell;
use std::sync::Arc;

use super::audit;
use super::error::BuildError;
use super::property::{Asking, Speaking};
use super::universe::{negated_statements, statements};
use crate::diagnostics::codes::models as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::interpreter::evaluate::{Environment, OpenRead};
use crate::model::class::{ClassId, whole_program};
use crate::model::domains::Domains;
use crate::model::property::{Property, Requirement};
use crate::model::shape::shapes_of;
use crate::model::state::State;
use crate::model::universe::Universe;
use crate::model::value::{InstanceId, Value};
use crate::model::{Model, Start};
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{EventId, Program, SpecId, Specification, StateId};
use crate::semantics::test_module::{
    Check, Domain, DomainTarget, Instances, Property as Question, Setup, TestModule,
};

impl<'p> Model<'p> {
    /// The model of a check that asks about states, for those who cannot handle questions about whole runs.
    pub fn about_states(
        program: &'p Program,
        test: &'p TestModule,
        check: &'p Check,
    ) -> Result<Model<'p>, BuildError> {
        let model = Model::build(program, test, check)?;
        match model.property {
            Property::Reach(_) => Ok(model),
            Property::Temporal(_) => Err(BuildError::Temporal(check.span)),
        }
    }

    /// The model of a check, or what stands in its way.
    pub fn build(
        program: &'p Program,
        test: &'p TestModule,
        check: &'p Check,
    ) -> Result<Model<'p>, BuildError> {
        let _span = tracing::info_span!("model").entered();
        let start_setups = check.from.map(|index| test.states[index].setups.as_slice());
        let goal_setups = match check.property {
            Question::Reachable { state, .. } => test.states[state].setups.as_slice(),
            Question::InvariantsHold => &[],
        };
        let (universe, made) = Universe::of(program, start_setups.unwrap_or(goal_setups))?;
        let start = match start_setups {
            Some(setups) => start_from(program, &universe, setups, &made)?,
            None => initial_start(program, &universe),
        };
        let asking = Asking {
            program,
            universe: &universe,
            speaking: match start_setups {
                Some(_) => Speaking::OfAny,
                None => Speaking::OfTheirOwn(made.into_iter()),
            },
        };
        let property = match check.property {
            Question::Reachable { .. } => asking.state(goal_setups)?,
            Question::InvariantsHold => asking.broken(),
        };
        let domains = match check.within {
            Some(index) => domains(program, &test.domains[index])?,
            None => Domains::default(),
        };
        let shapes = shapes_of(program);
        let triggers = triggers(program, check);
        let model = Model {
            program,
            test,
            check,
            classes: whole_program(program, &universe),
            class_of: universe
                .iter()
                .map(|(_, it)| ClassId::of(it.spec))
                .collect(),
            universe,
            shapes,
            triggers,
            start,
            property,
            bounds: check.bounds,
            domains,
            notes: Vec::new(),
        };
        model.audited()
    }

    /// The model with its notes, or what makes it useless.
    fn audited(mut self) -> Result<Model<'p>, BuildError> {
        let problems = audit::problems(&self);
        if !problems.is_empty() {
            return Err(BuildError::Problems(problems));
        }
        self.notes = audit::notes(&self);
        Ok(self)
    }

    /// Where the check sets the time of the start.
    pub fn start_now_span(&self) -> Option<Span> {
        now_span(&self.test.states[self.check.from?].setups)
    }

    /// Where the check sets the time of the goal.
    pub fn goal_now_span(&self) -> Option<Span> {
        match self.check.property {
            Question::Reachable { state, .. } => now_span(&self.test.states[state].setups),
            Question::InvariantsHold => None,
        }
    }

    /// The value of an expression, where it is the same in every run.
    pub fn constant(&self, expr: &Expr) -> Option<Value> {
        constant(self.program, expr).ok()
    }

    /// The events that can happen, or must be looked at to tell that they cannot: those that the environment may
    /// choose, and those that they sync.
    pub fn active_events(&self) -> Vec<(ClassId, EventId)> {
        audit::active_events(self)
    }
}

/// Which events the environment may choose: not internal ones, and only those that `using` names, if it names any.
fn triggers(program: &Program, check: &Check) -> Vec<Vec<bool>> {
    let named = |spec: SpecId, event: EventId| {
        check.using.is_empty()
            || check.using.iter().any(|pattern| {
                pattern.spec == spec && pattern.event.is_none_or(|only| only == event)
            })
    };
    let of_spec = |(index, spec): (usize, &Specification)| {
        let events = spec.events.iter().enumerate();
        events
            .map(|(event, listed)| !listed.internal && named(SpecId::at(index), EventId::at(event)))
            .collect()
    };
    program
        .specifications
        .iter()
        .enumerate()
        .map(of_spec)
        .collect()
}

/// Without `from` every instance starts in its initial state.
fn initial_start<'p>(program: &'p Program, universe: &Universe) -> Start<'p> {
    let initial = |spec: SpecId| program.spec(spec).initial_state().into_iter().collect();
    Start {
        now: None,
        states: universe
            .iter()
            .map(|(_, instance)| initial(instance.spec))
            .collect(),
        constraints: Vec::new(),
        unwanted: Vec::new(),
    }
}

fn start_from<'p>(
    program: &'p Program,
    universe: &Universe,
    setups: &'p [Setup],
    made: &[Vec<InstanceId>],
) -> Result<Start<'p>, Vec<Diagnostic>> {
    let mut start = Start {
        now: now_of(program, setups)?,
        states: vec![Vec::new(); universe.len()],
        constraints: Vec::new(),
        unwanted: unwanted(program, universe, setups),
    };
    for (statement, instances) in statements(setups).zip(made) {
        for (index, id) in instances.iter().enumerate() {
            start.states[id.index()] = states_of(program, statement);
            start
                .constraints
                .extend(constraints_of(statement, index).map(|constraint| (*id, constraint)));
        }
    }
    Ok(start)
}

/// The states that a statement allows.
pub(super) fn states_of(program: &Program, statement: &Instances) -> Vec<StateId> {
    if !statement.states.is_empty() {
        return statement.states.clone();
    }
    (0..program.spec(statement.spec).states.len())
        .map(StateId::at)
        .collect()
}

/// What a statement says of its i-th instance.
pub(super) fn constraints_of(statement: &Instances, index: usize) -> impl Iterator<Item = &Expr> {
    statement
        .each
        .iter()
        .chain(statement.one_by_one.get(index).into_iter().flatten())
}

/// The time that a state sets.
pub(super) fn now_of(
    program: &Program,
    setups: &[Setup],
) -> Result<Option<Value>, Vec<Diagnostic>> {
    let now = setups.iter().find_map(now_expr);
    now.map(|expr| constant(program, expr)).transpose()
}

/// Where a state sets the time.
fn now_span(setups: &[Setup]) -> Option<Span> {
    setups.iter().find_map(now_expr).map(|expr| expr.span)
}

fn now_expr(setup: &Setup) -> Option<&Expr> {
    match setup {
        Setup::Now(expr) => Some(expr),
        _ => None,
    }
}

/// The value of an expression, where it is the same in every run; otherwise what is to be said of it.
fn constant(program: &Program, expr: &Expr) -> Result<Value, Vec<Diagnostic>> {
    let mut reads_instances = false;
    expr.walk(&mut |part| {
        reads_instances |= matches!(
            part.kind,
            ExprKind::Extent(_) | ExprKind::Instance(..) | ExprKind::This
        );
    });
    if reads_instances {
        return Err(vec![codes::no_value(expr.span)]);
    }
    let nowhere = State::new(Value::Open, Vec::new());
    let nobody = Universe::default();
    let watch = Cell::new(None);
    let environment = Environment {
        program,
        universe: &nobody,
        current: &nowhere,
        next: None,
        this: None,
        params: &[],
        read_open: Some(&watch),
    };
    let value = environment.value(expr);
    match (watch.get(), value) {
        (None, Some(value)) => Ok(value),
        (Some(OpenRead::TooLong(span)), _) => Err(vec![codes::too_many_values(span)]),
        _ => Err(vec![codes::no_value(expr.span)]),
    }
}

fn domains(program: &Program, domain: &Domain) -> Result<Domains, Vec<Diagnostic>> {
    let mut domains = Domains::default();
    for entry in &domain.entries {
        let values = constant(program, &entry.values)?;
        let Value::Set(values) = values else {
            return Err(vec![codes::no_value(entry.values.span)]);
        };
        let values: Vec<Value> = values.into_iter().collect();
        match &entry.target {
            DomainTarget::Type(ty) => domains.types.push((ty.clone(), values)),
            DomainTarget::Field(spec, field) => domains.fields.push((*spec, *field, values)),
            DomainTarget::Parameter(spec, event, param) => {
                domains.params.push((*spec, *event, *param, values));
            }
        }
    }
    Ok(domains)
}

/// What no instance is like, by the negated statements of a state.
pub(super) fn unwanted<'p>(
    program: &'p Program,
    universe: &Universe,
    setups: &'p [Setup],
) -> Vec<Requirement<'p>> {
    negated_statements(setups)
        .map(|statement| {
            let candidates = universe.instances_of(statement.spec).into();
            requirement(program, statement, 0, candidates)
        })
        .collect()
}

/// What a statement of a goal asks of an instance.
pub(super) fn requirement<'p>(
    program: &'p Program,
    statement: &'p Instances,
    index: usize,
    candidates: Arc<[InstanceId]>,
) -> Requirement<'p> {
    Requirement {
        candidates,
        states: states_of(program, statement),
        constraints: constraints_of(statement, index).collect(),
        span: statement.span,
    }
}
