//! A finite program of drafts: variables, and an action for each draft.

use super::build::{YES, binary, choose};
use super::context::{Coding, Context};
use super::draft::{Draft, Taking};
use super::obstacle::Obstacle;
use super::starts::{Starts, codes};
use super::symbol::{Sort, Symbol};
use crate::finite::interval::Interval;
use crate::finite::{
    Action, BinaryOp, Effect, Expr, LocalId, Place, Program, Variable, VariableId,
};
use crate::model::Model;
use crate::model::calendar::DAY;
use crate::semantics::test_module::Bounds;

/// How steps are counted, where the bounds of a check want that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counter {
    /// No more steps than these can be taken, and they are all counted; otherwise only as many as have to be taken.
    pub(super) most: Option<i64>,
    /// So many have to be taken.
    pub(super) least: i64,
}

impl Counter {
    /// The counter that bounds need, if the search itself stops at the greatest length or does not.
    pub(super) fn of(
        bounds: Option<Bounds>,
        search_stops: bool,
    ) -> Result<Option<Counter>, Obstacle> {
        let Some(bounds) = bounds else {
            return Ok(None);
        };
        let number = |steps: u64| {
            let small = u32::try_from(steps).ok().map(i64::from);
            small.ok_or_else(|| Obstacle::unsupported("so many steps"))
        };
        let least = number(bounds.least)?;
        let most = if search_stops {
            None
        } else {
            Some(number(bounds.most)?)
        };
        Ok((least > 0 || most.is_some()).then_some(Counter { most, least }))
    }

    fn high(self) -> i64 {
        self.most.unwrap_or(self.least)
    }
}

/// What there is besides the drafts.
pub(super) struct Assembly<'a, 'm> {
    pub(super) context: &'a Context<'m>,
    pub(super) starts: &'a Starts,
    pub(super) counter: Option<(VariableId, Counter)>,
}

/// The widest range of a field without a domain: beyond it we give up.
pub(super) fn widest(sort: &Sort) -> Interval {
    match sort {
        Sort::Time => Interval::new(0, DAY - 1),
        Sort::DateTime => Interval::new(-(1 << 40), 1 << 40),
        _ => Interval::new(-(1 << 31), 1 << 31),
    }
}

impl Assembly<'_, '_> {
    /// The program, and for each action the draft that it is made of.
    pub(super) fn program(&self, drafts: &[Draft]) -> Result<(Program, Vec<usize>), Obstacle> {
        let mut program = Program {
            variables: self.variables(),
            actions: Vec::new(),
            together: self.starts.together(self.context)?,
        };
        let mut origins = Vec::new();
        for (origin, draft) in drafts.iter().enumerate() {
            for action in self.actions(draft)? {
                program.actions.push(action);
                origins.push(origin);
            }
        }
        Ok((program, origins))
    }

    /// What is asked for, with the number of steps that it takes at least.
    pub(super) fn goal(&self, goal: Expr) -> Expr {
        match self.counter {
            Some((variable, counter)) if counter.least > 0 => {
                let count = Expr::Variable(variable);
                let enough = binary(BinaryOp::GreaterEqual, count, Expr::Constant(counter.least));
                super::build::and(enough, goal)
            }
            _ => goal,
        }
    }

    fn variables(&self) -> Vec<Variable> {
        let model = self.context.model;
        let mut variables = Vec::new();
        for (id, instance) in model.universe.iter() {
            let spec = model.program.spec(instance.spec);
            let name = format!("{}[{}]", spec.name.text, instance.key);
            let places = &self.starts.places[id.index()];
            variables.push(Variable {
                name: name.clone(),
                low: 0,
                high: i64::try_from(spec.states.len()).map_or(0, |it| (it - 1).max(0)),
                initial: places.iter().map(|at| i64::from(at.0)).collect(),
                value_names: spec
                    .states
                    .iter()
                    .map(|it| it.name.text.to_string())
                    .collect(),
                owner: None,
                span: Some(instance.span),
            });
            let own = self.context.fields.iter().filter(|((of, _), _)| *of == id);
            for (field, known) in own {
                let declared = &spec.fields[field.1.index()];
                let range = match &known.coding {
                    Coding::Number(sort, _) if !known.has_domain => widest(sort),
                    coding => coding.range(),
                };
                variables.push(Variable {
                    name: format!("{name}.{}", declared.name.text),
                    low: range.low,
                    high: range.high,
                    initial: codes(model, *field, &known.coding, &known.starts),
                    value_names: value_names(&known.coding),
                    owner: Some(self.context.control(id)),
                    span: Some(declared.span),
                });
            }
        }
        variables.extend(self.now());
        variables.extend(self.steps());
        variables
    }

    fn now(&self) -> Option<Variable> {
        let (_, times) = self.context.now.as_ref()?;
        let places = times.iter().zip(0..);
        let initial = places.filter(|(time, _)| self.starts.now.contains(time));
        Some(Variable {
            name: "now".to_owned(),
            low: 0,
            high: i64::try_from(times.len()).map_or(0, |it| it - 1),
            initial: initial.map(|(_, place)| place).collect(),
            value_names: times.iter().map(ToString::to_string).collect(),
            owner: None,
            span: None,
        })
    }

    fn steps(&self) -> Option<Variable> {
        let (_, counter) = self.counter?;
        Some(Variable {
            name: "steps".to_owned(),
            low: 0,
            high: counter.high(),
            initial: vec![0],
            value_names: Vec::new(),
            owner: None,
            span: None,
        })
    }

    /// The actions of a draft: one for each time that it may be afterwards.
    fn actions(&self, draft: &Draft) -> Result<Vec<Action>, Obstacle> {
        let action = self.action(draft)?;
        let Some((now, times)) = &self.context.now else {
            return Ok(vec![action]);
        };
        let later = times.iter().zip(0_i64..).map(|(_, place)| {
            let mut action = action.clone();
            let now = Expr::Variable(*now);
            action
                .guard
                .push(binary(BinaryOp::LessEqual, now, Expr::Constant(place)));
            action
        });
        let mut actions: Vec<Action> = later.collect();
        for (action, place) in actions.iter_mut().zip(0..) {
            let time = Place::Variable(*now);
            action
                .effects
                .push(Effect::Assign(time, Expr::Constant(place)));
        }
        Ok(actions)
    }

    fn action(&self, draft: &Draft) -> Result<Action, Obstacle> {
        let places = draft.places.iter();
        let places = places.map(|(id, at)| super::place(self.context, *id, *at));
        let mut guard: Vec<Expr> = places.collect();
        if let Some((
            steps,
            Counter {
                most: Some(most), ..
            },
        )) = self.counter
        {
            let steps = Expr::Variable(steps);
            guard.push(binary(BinaryOp::Less, steps, Expr::Constant(most)));
        }
        guard.extend(draft.guards.iter().cloned());
        Ok(Action {
            name: name(self.context.model, draft),
            guard,
            effects: self.effects(draft)?,
            spans: spans(self.context.model, draft),
        })
    }

    fn effects(&self, draft: &Draft) -> Result<Vec<Effect>, Obstacle> {
        let mut values = Vec::new();
        for (id, to) in &draft.next.places {
            if draft.places.get(id) != Some(to) {
                values.push((self.context.control(*id), Expr::Constant(i64::from(to.0))));
            }
        }
        for (field, symbol) in &draft.next.fields {
            if let Some(known) = self.context.fields.get(field) {
                let value = encoded(&known.coding, symbol)?;
                if value != Expr::Variable(known.variable) {
                    values.push((known.variable, value));
                }
            }
        }
        if let Some((steps, counter)) = self.counter {
            let count = Expr::Variable(steps);
            let high = Expr::Constant(counter.high());
            let next = binary(BinaryOp::Add, count.clone(), YES);
            let next = choose(binary(BinaryOp::Less, count.clone(), high), next, count);
            values.push((steps, next));
        }
        Ok(simultaneous(values))
    }
}

/// Assignments that all see the state before: what one of them overwrites and a later one reads is computed first.
fn simultaneous(values: Vec<(VariableId, Expr)>) -> Vec<Effect> {
    let reads_earlier = values.iter().enumerate().any(|(index, (_, value))| {
        let read = value.variables();
        values[..index]
            .iter()
            .any(|(variable, _)| read.contains(variable))
    });
    let assign = |variable, value| Effect::Assign(Place::Variable(variable), value);
    if !reads_earlier {
        return values
            .into_iter()
            .map(|(variable, value)| assign(variable, value))
            .collect();
    }
    let mut effects = Vec::new();
    let mut assignments = Vec::new();
    for ((variable, value), local) in values.into_iter().zip(0..) {
        if value.constant().is_some() {
            assignments.push(assign(variable, value));
            continue;
        }
        effects.push(Effect::Let(LocalId(local), value));
        assignments.push(assign(variable, Expr::Local(LocalId(local))));
    }
    effects.extend(assignments);
    effects
}

/// A value as a number of a field's variable. What is outside of its domain has none: the guard of the action sees to that.
fn encoded(coding: &Coding, symbol: &Symbol) -> Result<Expr, Obstacle> {
    if let Coding::Number(sort, _) = coding
        && let Some(number) = symbol.number()
        && number.sort == *sort
    {
        return Ok(number.expr);
    }
    let cases = symbol.cases()?.into_iter();
    let coded = cases.filter_map(|case| Some((case.when, coding.code(&case.value)?)));
    let mut coded: Vec<(Expr, i64)> = coded.collect();
    if let Some(variable) = copied(&coded) {
        return Ok(Expr::Variable(variable));
    }
    let Some((_, last)) = coded.pop() else {
        return Ok(Expr::Constant(coding.range().low));
    };
    let rest = coded.into_iter().rev();
    Ok(rest.fold(Expr::Constant(last), |rest, (when, code)| {
        choose(when, Expr::Constant(code), rest)
    }))
}

/// The variable whose value it is in every case, if there is one.
fn copied(coded: &[(Expr, i64)]) -> Option<VariableId> {
    let mut found = None;
    for (when, code) in coded {
        let Expr::Binary(BinaryOp::Equal, left, right) = when else {
            return None;
        };
        let Expr::Variable(variable) = **left else {
            return None;
        };
        let is_same = *found.get_or_insert(variable) == variable;
        if !is_same || right.constant() != Some(*code) {
            return None;
        }
    }
    found
}

fn value_names(coding: &Coding) -> Vec<String> {
    match coding {
        Coding::List(values) => values.iter().map(ToString::to_string).collect(),
        Coding::Number(..) | Coding::Unset => Vec::new(),
    }
}

/// `Account[1].withdraw(EUR 10.00)`
fn name(model: &Model<'_>, draft: &Draft) -> String {
    let Some(first) = draft.taken.first() else {
        return String::new();
    };
    let interpreter = model.interpreter();
    let spec = &interpreter.spec(first.instance).name.text;
    let key = &model.universe.instance(first.instance).key;
    let event = &interpreter.event(first.instance, first.event).name.text;
    let argument = |term: &super::symbol::Term| match &term.symbol {
        Symbol::Known(value) => value.to_string(),
        _ => "_".to_owned(),
    };
    let arguments: Vec<String> = first.arguments.iter().map(argument).collect();
    let shape = interpreter.shape(first.instance, first.event);
    let from = draft.places.get(&first.instance);
    let targets = shape
        .moves
        .iter()
        .filter(|(at, _)| Some(at) == from)
        .count();
    let to = draft.next.places.get(&first.instance);
    let to = to.filter(|_| targets > 1);
    let states = &interpreter.spec(first.instance).states;
    let to = to.map_or(String::new(), |to| {
        format!(" -> {}", states[to.index()].name.text)
    });
    format!("{spec}[{key}].{event}({}){to}", arguments.join(", "))
}

fn spans(model: &Model<'_>, draft: &Draft) -> Vec<crate::diagnostics::Span> {
    let interpreter = model.interpreter();
    let span = |taking: &Taking| interpreter.event(taking.instance, taking.event).name.span;
    draft.taken.iter().map(span).collect()
}
