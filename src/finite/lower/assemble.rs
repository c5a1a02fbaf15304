//! A finite program of drafts: variables, and an action for each draft.

use super::coding::{Coding, Listed};
use super::context::Lowering;
use super::starts::{Starts, codes};
use super::unfold::{Draft, NextValue};
use crate::finite::build::{YES, any, binary, choose};
use crate::finite::interval::Interval;
use crate::finite::{
    Action, BinaryOp, Effect, Expr, LocalId, Place, Program, Variable, VariableId,
};
use crate::ground::{InstanceId, Lengths, Obstacle};
use crate::logic::{Constant, Sort, TermId};

/// How steps are counted, where the bounds of a check want that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counter {
    /// No more steps than these can be taken, and they are all counted; otherwise only as many as have to be taken.
    pub(super) most: Option<i64>,
    /// So many have to be taken.
    pub(super) least: i64,
}

impl Counter {
    /// The counter that the lengths of runs need, if the search itself stops at the greatest length or does not.
    pub(super) fn of(lengths: Lengths, search_stops: bool) -> Result<Option<Counter>, Obstacle> {
        let number = |steps: u64| {
            let small = u32::try_from(steps).ok().map(i64::from);
            small.ok_or_else(|| Obstacle::unsupported("so many steps"))
        };
        let least = number(lengths.least)?;
        let most = lengths.most.filter(|_| !search_stops);
        let most = most.map(number).transpose()?;
        Ok((least > 0 || most.is_some()).then_some(Counter { most, least }))
    }

    fn high(self) -> i64 {
        self.most.unwrap_or(self.least)
    }
}

/// A draft whose conditions and next values are expressions of the program.
pub(super) struct Drafted {
    pub(super) draft: Draft,
    /// What has to hold, besides where those are who take part.
    pub(super) guard: Vec<Expr>,
    /// What fields become, by their places.
    pub(super) values: Vec<(usize, Expr)>,
}

/// The widest range of a field without a domain: beyond it we give up.
pub(super) fn widest((least, most): (i64, i64)) -> Interval {
    Interval::new(least, most)
}

/// What fields become.
impl Lowering {
    /// Makes room for what a field becomes; tells whether something of it was new.
    pub(super) fn learn_next(&mut self, field: usize, next: &NextValue) -> Result<bool, Obstacle> {
        if self.fields[field].domain.is_some() {
            return Ok(false);
        }
        if let Some((place, number, rest)) = self.as_number(field, next) {
            match &self.fields[field].coding {
                Coding::Unset => {
                    let (_, range) = self.number(number)?;
                    self.fields[field].coding = Coding::Number { place, rest, range };
                    return Ok(true);
                }
                Coding::Number {
                    rest: own, range, ..
                } if same_rest(place, own, &rest) => {
                    if let Some(constant) = self.system.context.terms.constant(number)
                        && let Some(constant) = super::coding::small(constant)
                        && !range.contains(constant)
                    {
                        self.widen(field, Interval::of(constant));
                        return Ok(true);
                    }
                    return Ok(false);
                }
                Coding::Number { .. } | Coding::List(_) => {}
            }
        }
        let mut has_learned = false;
        for value in self
            .value_table(&next.value, &next.ty, next.defined)?
            .into_keys()
        {
            let value = self.listed(field, value)?;
            has_learned |= self.learn(field, value)?;
        }
        Ok(has_learned)
    }

    /// What a field becomes as a number: its place among the scalars, the number, and all scalars, of which the others
    /// are known.
    fn as_number(
        &mut self,
        field: usize,
        next: &NextValue,
    ) -> Option<(usize, TermId, Vec<Constant>)> {
        let shape = self.fields[field].value.shape.clone();
        let pairs = self.aligned(&shape, &next.value.shape)?;
        let terms = &self.system.context.terms;
        let mut found = None;
        let mut rest = Vec::with_capacity(pairs.len());
        for (place, (_, term)) in pairs.iter().enumerate() {
            match (terms.sort(*term), self.fixed(*term)) {
                (Sort::Int, constant) if found.is_none() => {
                    found = Some((place, *term));
                    rest.push(constant.unwrap_or_else(|| Constant::from(0)));
                }
                (Sort::Int | Sort::Real, _) | (_, None) => return None,
                (_, Some(constant)) => rest.push(constant),
            }
        }
        let (place, number) = found?;
        Some((place, number, rest))
    }

    /// A draft as expressions of the program; none where it cannot happen.
    pub(super) fn drafted(&mut self, draft: Draft) -> Result<Option<Drafted>, Obstacle> {
        let mut guard = draft.cases.clone();
        for term in &draft.guards {
            let condition = self.truth(*term)?;
            match condition.constant() {
                Some(0) => return Ok(None),
                Some(_) => {}
                None if guard.contains(&condition) => {}
                None => guard.push(condition),
            }
        }
        let mut values = Vec::with_capacity(draft.next.len());
        for (field, next) in &draft.next {
            let (value, inside) = self.encoded(*field, next)?;
            match inside.constant() {
                Some(0) => return Ok(None),
                Some(_) => {}
                None => guard.push(inside),
            }
            values.push((*field, value));
        }
        guard.retain(|it| it.constant().is_none());
        Ok(Some(Drafted {
            draft,
            guard,
            values,
        }))
    }

    /// A value as a number of a field's variable, and when it is one of those that the variable can be.
    fn encoded(&mut self, field: usize, next: &NextValue) -> Result<(Expr, Expr), Obstacle> {
        if let Coding::Number { rest: own, .. } = &self.fields[field].coding {
            let own = own.clone();
            if let Some((place, number, rest)) = self.as_number(field, next)
                && same_rest(place, &own, &rest)
            {
                return Ok((self.number(number)?.0, YES));
            }
        }
        let table = self.value_table(&next.value, &next.ty, next.defined)?;
        let count = table.len();
        let mut coded: Vec<(Expr, i64)> = Vec::with_capacity(count);
        for (value, when) in table {
            let value = self.listed(field, value)?;
            if let Some(code) = self.fields[field].coding.code(&value)
                && self.is_in_domain(field, &value)
            {
                coded.extend(when.into_iter().map(|when| (when, code)));
            }
        }
        let is_whole = {
            let rows = coded.len();
            let read = self.value_rows(next)?;
            rows == read
        };
        let inside = if is_whole {
            YES
        } else {
            any(coded.iter().map(|(when, _)| when.clone()))
        };
        if let Some(variable) = copied(&coded) {
            return Ok((Expr::Variable(variable), inside));
        }
        let Some((_, last)) = coded.pop() else {
            return Ok((Expr::Constant(0), inside));
        };
        let mut by_code: Vec<(i64, Vec<Expr>)> = Vec::new();
        for (when, code) in coded {
            match by_code.iter_mut().find(|(known, _)| *known == code) {
                Some((_, conditions)) => conditions.push(when),
                None => by_code.push((code, vec![when])),
            }
        }
        let rest = by_code.into_iter().rev();
        let value = rest.fold(Expr::Constant(last), |rest, (code, when)| {
            choose(any(when), Expr::Constant(code), rest)
        });
        Ok((value, inside))
    }

    /// In how many combinations of what it reads something has a value.
    fn value_rows(&self, next: &NextValue) -> Result<usize, Obstacle> {
        let table = self.value_table(&next.value, &next.ty, next.defined)?;
        Ok(table.values().map(Vec::len).sum())
    }

    fn is_in_domain(&self, field: usize, value: &Listed) -> bool {
        let domain = self.fields[field].domain.as_ref();
        domain.is_none_or(|domain| domain.contains(value))
    }
}

/// Whether two lists of scalars are the same but for one.
fn same_rest(place: usize, left: &[Constant], right: &[Constant]) -> bool {
    let pairs = left.iter().zip(right).enumerate();
    left.len() == right.len() && pairs.into_iter().all(|(at, (a, b))| at == place || a == b)
}

/// What there is besides the drafts.
pub(super) struct Assembly<'a> {
    pub(super) starts: &'a Starts,
    pub(super) counter: Option<(VariableId, Counter)>,
}

impl Assembly<'_> {
    /// The program, and for each action the draft that it is made of.
    pub(super) fn program(
        &self,
        lowering: &mut Lowering,
        drafts: &[Drafted],
    ) -> Result<(Program, Vec<usize>), Obstacle> {
        let mut program = Program {
            variables: self.variables(lowering),
            actions: Vec::new(),
            together: self.starts.together(lowering)?,
        };
        let mut origins = Vec::new();
        for (origin, drafted) in drafts.iter().enumerate() {
            for action in self.actions(lowering, drafted) {
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
                crate::finite::build::and(enough, goal)
            }
            _ => goal,
        }
    }

    fn variables(&self, lowering: &mut Lowering) -> Vec<Variable> {
        let instances = lowering.enumeration.instances.clone();
        let mut variables = Vec::new();
        let mut field = 0;
        for (index, instance) in instances.iter().enumerate() {
            let id = InstanceId::at(index);
            let name = &instance.name;
            let places = &self.starts.places[id.index()];
            variables.push(Variable {
                name: name.clone(),
                low: 0,
                high: i64::try_from(instance.states.len()).map_or(0, |it| (it - 1).max(0)),
                initial: places.iter().map(|at| i64::from(*at)).collect(),
                value_names: instance.states.iter().map(ToString::to_string).collect(),
                owner: None,
                span: Some(instance.span),
            });
            while field < lowering.fields.len() && lowering.fields[field].id.0 == id {
                variables.push(field_variable(lowering, field, name));
                field += 1;
            }
        }
        variables.extend(self.now(lowering));
        variables.extend(self.steps());
        variables
    }

    fn now(&self, lowering: &Lowering) -> Option<Variable> {
        let (_, times) = lowering.now.as_ref()?;
        let places = times.iter().zip(0..);
        let initial = places.filter(|((time, _), _)| self.starts.now.contains(time));
        Some(Variable {
            name: "now".to_owned(),
            low: 0,
            high: i64::try_from(times.len()).map_or(0, |it| it - 1),
            initial: initial.map(|(_, place)| place).collect(),
            value_names: times.iter().map(|(time, _)| time.to_string()).collect(),
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
    fn actions(&self, lowering: &Lowering, drafted: &Drafted) -> Vec<Action> {
        let action = self.action(lowering, drafted);
        let Some((now, times)) = &lowering.now else {
            return vec![action];
        };
        let later = (0_i64..).take(times.len()).map(|place| {
            let mut action = action.clone();
            let before = Expr::Variable(*now);
            let latest = Expr::Constant(place);
            action
                .guard
                .push(binary(BinaryOp::LessEqual, before, latest.clone()));
            let time = Place::Variable(*now);
            action.effects.push(Effect::Assign(time, latest));
            action
        });
        later.collect()
    }

    fn action(&self, lowering: &Lowering, drafted: &Drafted) -> Action {
        let places = drafted.draft.places.iter();
        let places = places.map(|(id, (from, _))| lowering.is_at(*id, *from));
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
        guard.extend(drafted.guard.iter().cloned());
        Action {
            name: lowering.name_of_step(&drafted.draft),
            guard,
            effects: self.effects(lowering, drafted),
            spans: lowering.spans_of_step(&drafted.draft),
        }
    }

    fn effects(&self, lowering: &Lowering, drafted: &Drafted) -> Vec<Effect> {
        let mut values = Vec::new();
        for (id, (from, to)) in &drafted.draft.places {
            if from != to {
                let control = lowering.controls[id.index()];
                values.push((control, Expr::Constant(i64::from(*to))));
            }
        }
        for (field, value) in &drafted.values {
            let variable = lowering.fields[*field].variable;
            if *value != Expr::Variable(variable) {
                values.push((variable, value.clone()));
            }
        }
        if let Some((steps, counter)) = self.counter {
            let count = Expr::Variable(steps);
            let high = Expr::Constant(counter.high());
            let next = binary(BinaryOp::Add, count.clone(), YES);
            let next = choose(binary(BinaryOp::Less, count.clone(), high), next, count);
            values.push((steps, next));
        }
        simultaneous(values)
    }
}

fn field_variable(lowering: &mut Lowering, field: usize, instance: &str) -> Variable {
    let initial = codes(lowering, field);
    let own = &lowering.fields[field];
    let range = match &own.coding {
        Coding::Number { .. } if own.domain.is_none() => widest(own.widest),
        coding => coding.range(),
    };
    let value_names = match &own.coding {
        Coding::List(values) => values.iter().map(|it| it.value.to_string()).collect(),
        Coding::Number { .. } | Coding::Unset => Vec::new(),
    };
    Variable {
        name: format!("{instance}.{}", own.declared.name.text),
        low: range.low,
        high: range.high,
        initial,
        value_names,
        owner: Some(lowering.controls[own.id.0.index()]),
        span: Some(own.declared.span),
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
