//! The values that variables can have at all: ranges that hold in every reachable state.
//!
//! They make states small and save checks. Variables that a process owns are followed from state to state of that
//! process; a variable that several write has one range for the whole program. A range that keeps growing jumps to the
//! next number that the program names.

use std::collections::{BTreeMap, BTreeSet};

use super::interval::Interval;
use super::knowledge::Knowledge;
use super::program::{Action, Effect, Expr, Program, VariableId};

/// A range that grew so often jumps from then on.
const PATIENCE: u32 = 40;

/// The ranges of all variables.
#[derive(Debug, Clone)]
pub struct Ranges {
    /// By variable, over all states.
    pub whole: Vec<Interval>,
    /// What is known of the variables before an action is guarded, by action; nothing where it can never happen.
    pub before: Vec<Option<Vec<Interval>>>,
    /// For each process and state of it that may be reached, the ranges of the variables it owns.
    at: BTreeMap<(VariableId, i64), Env>,
    /// For each process the variables it owns.
    owned: BTreeMap<VariableId, Vec<VariableId>>,
}

impl Ranges {
    /// The ranges of a program's variables.
    pub fn of(program: &Program) -> Ranges {
        let mut analysis = Analysis::new(program);
        while analysis.pass() {}
        let actions = program.actions.iter();
        Ranges {
            before: actions.map(|action| analysis.before(action)).collect(),
            whole: analysis.shared,
            at: analysis.at,
            owned: analysis.owned,
        }
    }

    /// The ranges that the variables are declared with, nothing more.
    pub fn declared(program: &Program) -> Ranges {
        let variables = program.variables.iter();
        let whole: Vec<Interval> = variables.map(|it| Interval::new(it.low, it.high)).collect();
        Ranges {
            before: vec![Some(whole.clone()); program.actions.len()],
            whole,
            at: BTreeMap::new(),
            owned: BTreeMap::new(),
        }
    }

    /// Whether some variables may have these values together in a reachable state; the others do not count.
    pub fn allow(&self, state: &[i64], counts: &[bool]) -> bool {
        let values = self.whole.iter().zip(state).zip(counts);
        let mut counting = values.filter(|(_, counts)| **counts);
        counting.all(|((range, value), _)| range.contains(*value))
            && self.owned.keys().all(|control| {
                !counts[control.0 as usize] || self.allow_at(*control, state, counts)
            })
    }

    /// Whether what a process owns may have its values where the process is.
    fn allow_at(&self, control: VariableId, state: &[i64], counts: &[bool]) -> bool {
        let Some(ranges) = self.at.get(&(control, state[control.0 as usize])) else {
            return false;
        };
        let mut owned = self.owned[&control].iter().zip(ranges);
        owned.all(|(variable, range)| {
            let index = variable.0 as usize;
            !counts[index] || range.contains(state[index])
        })
    }
}

impl Ranges {
    /// Whether an action may run into an error, as far as the ranges tell.
    pub fn may_fail(&self, program: &Program) -> bool {
        let mut actions = program.actions.iter().zip(&self.before);
        actions.any(|(action, before)| {
            let knowledge = before.clone().map(|it| Knowledge::new(program, it));
            knowledge.is_some_and(|knowledge| may_action_fail(knowledge, action))
        })
    }
}

fn may_action_fail(mut knowledge: Knowledge<'_>, action: &Action) -> bool {
    for condition in &action.guard {
        if knowledge.may_fail(condition) {
            return true;
        }
        if !knowledge.confine(condition) {
            return false;
        }
    }
    action.effects.iter().any(|effect| {
        let may_fail = knowledge.may_effect_fail(effect);
        knowledge.apply(effect);
        may_fail
    })
}

/// Ranges of the owned variables, in their order, at one state of a process.
type Env = Vec<Interval>;

struct Analysis<'p> {
    program: &'p Program,
    /// The ranges of all variables, whatever the processes are at. Of owned ones it is the union of what is known at
    /// the states.
    shared: Vec<Interval>,
    /// For each control variable the variables it owns.
    owned: BTreeMap<VariableId, Vec<VariableId>>,
    /// For each control variable and state of it that is reached, the ranges of what it owns.
    at: BTreeMap<(VariableId, i64), Env>,
    /// How often the range of a variable has grown.
    growth: Vec<u32>,
    /// The numbers to jump to.
    landmarks: Vec<i64>,
}

impl<'p> Analysis<'p> {
    fn new(program: &'p Program) -> Analysis<'p> {
        let mut owned: BTreeMap<VariableId, Vec<VariableId>> = BTreeMap::new();
        for id in program.variable_ids() {
            if let Some(owner) = program.variable(id).owner {
                owned.entry(owner).or_default().push(id);
            }
        }
        let shared: Vec<Interval> = program.variables.iter().map(first_range).collect();
        let mut at = BTreeMap::new();
        for (control, variables) in &owned {
            for value in &program.variable(*control).initial {
                let env: Env = variables.iter().map(|it| shared[it.0 as usize]).collect();
                at.insert((*control, *value), env);
            }
        }
        Analysis {
            program,
            growth: vec![0; shared.len()],
            landmarks: landmarks(program),
            shared,
            owned,
            at,
        }
    }

    /// Takes every action once; tells whether anything became possible that was not.
    fn pass(&mut self) -> bool {
        let mut has_grown = false;
        for action in &self.program.actions {
            if let Some(env) = self.before(action) {
                let mut knowledge = Knowledge::new(self.program, env);
                let holds = action.guard.iter().all(|it| knowledge.confine(it));
                if holds && self.is_placed(action, &mut knowledge.variables) {
                    for effect in &action.effects {
                        knowledge.apply(effect);
                        // What is overwritten later in the same action has been there, too, and needs its place.
                        has_grown |= self.grow_all(&knowledge.variables);
                    }
                    has_grown |= self.join(action, &knowledge.variables);
                }
            }
        }
        has_grown
    }

    /// What is known before an action, by where its guard wants the processes to be. Only what it asks first counts:
    /// what comes later is not looked at where something before it is an error.
    fn before(&self, action: &Action) -> Option<Vec<Interval>> {
        let mut env = self.shared.clone();
        for place in action.guard.iter().map_while(Expr::fixed) {
            if !self.place(place, &mut env) {
                return None;
            }
        }
        Some(env)
    }

    /// Narrows ranges to where the whole guard wants the processes to be; tells whether they can be there.
    fn is_placed(&self, action: &Action, env: &mut [Interval]) -> bool {
        let mut places = self.places(action).into_iter();
        places.all(|place| self.place(place, env))
    }

    /// Narrows ranges to those at a state of a process; tells whether it can be there.
    fn place(&self, (control, value): (VariableId, i64), env: &mut [Interval]) -> bool {
        let Some(owned) = self.owned.get(&control) else {
            return true;
        };
        let Some(known) = self.at.get(&(control, value)) else {
            return false;
        };
        env[control.0 as usize] = Interval::of(value);
        for (variable, range) in owned.iter().zip(known) {
            let env = &mut env[variable.0 as usize];
            let Some(met) = env.meet(*range) else {
                return false;
            };
            *env = met;
        }
        true
    }

    /// The processes whose state the guard fixes.
    fn places(&self, action: &Action) -> Vec<(VariableId, i64)> {
        let places = action.guard.iter().filter_map(Expr::fixed);
        places
            .filter(|(variable, _)| self.owned.contains_key(variable))
            .collect()
    }

    /// Adds what holds after an action; tells whether anything is new.
    fn join(&mut self, action: &Action, env: &[Interval]) -> bool {
        let mut has_grown = self.grow_all(env);
        for control in self.touched(action) {
            // Where the guard does not say where the process is, it may also stay wherever it has been.
            let stays = self.at.range((control, i64::MIN)..=(control, i64::MAX));
            let is_placed = self.places(action).iter().any(|(it, _)| *it == control);
            let stays = stays.map(|((_, state), _)| *state).filter(|_| !is_placed);
            let mut states: BTreeSet<i64> = stays.collect();
            let after = env[control.0 as usize];
            states.extend(after.low..=after.high);
            for state in states {
                has_grown |= self.join_at(control, state, env);
            }
        }
        has_grown
    }

    /// The processes that an action says something about, or changes.
    fn touched(&self, action: &Action) -> BTreeSet<VariableId> {
        let mut touched: BTreeSet<VariableId> =
            self.places(action).into_iter().map(|it| it.0).collect();
        for effect in &action.effects {
            if let Effect::Assign(place, _) = effect {
                for target in place.targets() {
                    touched.insert(self.program.variable(target).owner.unwrap_or(target));
                }
            }
        }
        touched.retain(|control| self.owned.contains_key(control));
        touched
    }

    fn join_at(&mut self, control: VariableId, state: i64, env: &[Interval]) -> bool {
        let variables = self.owned[&control].clone();
        let mut known = self.at.get(&(control, state)).cloned();
        let is_new = known.is_none();
        let known_here =
            known.get_or_insert_with(|| variables.iter().map(|it| env[it.0 as usize]).collect());
        let mut has_grown = is_new;
        for (range, variable) in known_here.iter_mut().zip(&variables) {
            let index = variable.0 as usize;
            let wider = range.join(env[index]);
            if wider != *range {
                *range = self.jump(index, *range, wider);
                has_grown = true;
            }
        }
        if let Some(known) = known {
            self.at.insert((control, state), known);
        }
        has_grown
    }

    fn grow_all(&mut self, env: &[Interval]) -> bool {
        let mut has_grown = false;
        for (index, range) in env.iter().enumerate() {
            has_grown |= self.grow(index, *range);
        }
        has_grown
    }

    fn grow(&mut self, index: usize, range: Interval) -> bool {
        let known = self.shared[index];
        let wider = known.join(range);
        if wider == known {
            return false;
        }
        self.shared[index] = self.jump(index, known, wider);
        true
    }

    /// A range that has grown, or one still wider if it has done so often.
    fn jump(&mut self, index: usize, known: Interval, wider: Interval) -> Interval {
        self.growth[index] += 1;
        if self.growth[index] <= PATIENCE {
            return wider;
        }
        let variable = &self.program.variables[index];
        let below = |mark: &&i64| **mark <= wider.low;
        let above = |mark: &&i64| **mark >= wider.high;
        let low = if wider.low == known.low {
            known.low
        } else {
            let mark = self.landmarks.iter().rev().find(below).copied();
            mark.unwrap_or(variable.low).max(variable.low)
        };
        let high = if wider.high == known.high {
            known.high
        } else {
            let mark = self.landmarks.iter().find(above).copied();
            mark.unwrap_or(variable.high).min(variable.high)
        };
        Interval::new(low, high)
    }
}

/// The numbers that a program names and their neighbours, in ascending order.
fn landmarks(program: &Program) -> Vec<i64> {
    let mut found = Vec::new();
    for action in &program.actions {
        for condition in &action.guard {
            condition.walk(&mut |part| {
                if let Some(value) = part.constant() {
                    found.extend([value.saturating_sub(1), value, value.saturating_add(1)]);
                }
            });
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

fn first_range(variable: &super::program::Variable) -> Interval {
    let first = variable.initial.first().copied().unwrap_or(variable.low);
    let last = variable.initial.last().copied().unwrap_or(first);
    Interval::new(first, last)
}
