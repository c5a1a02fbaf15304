//! Lazy slicing exactly as Huang et al. print it, to show where it goes wrong: algorithms 1 to 4, with the readings
//! that make sense of the text.
//!
//! It is only here, in the tests. The open places of the text are read as follows: the arrow of equation (3) is "and",
//! `e_i` in (4) is the event before, algorithm 3 also adds what it pushes to `R`, the focus operator projects initial
//! states, and algorithm 2 uses in line 4 what it stored in line 12.

use std::collections::BTreeSet;

use fretsaw::finite::evaluate::evaluate;
use fretsaw::finite::program::Expr;
use fretsaw::finite::{Action, ActionId, BinaryOp, Effect, Program, State, VariableId};

/// Which of the printed forms is taken.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Form {
    /// Guards by equations (7) and (8) rather than by algorithm 4.
    pub(crate) improved: bool,
    /// Line 4 of algorithm 2 to the letter: all that was stored, whatever state it belongs to.
    pub(crate) literal: bool,
}

/// What it says, if it says anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    Satisfied,
    Violated,
    /// It went on and on.
    Nothing,
}

/// The variables of a slice.
type Precision = BTreeSet<VariableId>;

#[derive(Clone)]
struct Entry {
    state: State,
    precision: Precision,
    event: Option<ActionId>,
    feasible_successors: Vec<State>,
}

struct Printed<'p> {
    program: &'p Program,
    property: &'p Expr,
    form: Form,
    precision: Precision,
    checked: BTreeSet<(Precision, State)>,
    path: Vec<Entry>,
}

/// Runs the printed algorithm.
pub(crate) fn run(program: &Program, property: &Expr, form: Form) -> Said {
    let mut printed = Printed {
        program,
        property,
        form,
        precision: BTreeSet::new(),
        checked: BTreeSet::new(),
        path: Vec::new(),
    };
    printed.precision = printed.closed(property.variables());
    printed.lazy_slicing()
}

fn project(state: &[i64], precision: &Precision) -> State {
    let kept = |index: usize| precision.iter().any(|it| it.0 as usize == index);
    let values = state.iter().enumerate();
    values
        .map(|(index, value)| if kept(index) { *value } else { 0 })
        .collect()
}

impl Printed<'_> {
    /// Algorithm 1.
    fn lazy_slicing(&mut self) -> Said {
        const MOST_STEPS: usize = 20_000;
        let mut steps = 0;
        while let Some(start) = self.focus().first().cloned() {
            self.push(start, None);
            while let Some(top) = self.path.last() {
                steps += 1;
                if steps > MOST_STEPS {
                    return Said::Nothing;
                }
                if evaluate(self.property, &top.state) != Ok(0) && self.is_counterexample() {
                    return Said::Violated;
                }
                self.get_post();
            }
        }
        Said::Satisfied
    }

    /// The initial states at the current precision that nothing covers.
    fn focus(&self) -> Vec<State> {
        let starts = self.program.starts();
        let projected = starts.map(|state| project(&state, &self.precision));
        let distinct: BTreeSet<State> = projected.collect();
        let uncovered = distinct.into_iter().filter(|state| !self.is_covered(state));
        uncovered.collect()
    }

    fn is_covered(&self, state: &[i64]) -> bool {
        let mut checked = self.checked.iter();
        checked.any(|(precision, known)| {
            precision.is_subset(&self.precision) && project(state, precision) == *known
        })
    }

    fn push(&mut self, state: State, event: Option<ActionId>) {
        self.checked.insert((self.precision.clone(), state.clone()));
        self.path.push(Entry {
            state,
            precision: self.precision.clone(),
            event,
            feasible_successors: Vec::new(),
        });
    }

    /// Algorithm 2.
    fn is_counterexample(&mut self) -> bool {
        let is_current = |entry: &Entry| entry.precision == self.precision;
        let first = self.path.iter().position(is_current).unwrap_or(0);
        let mut feasible: BTreeSet<State> = BTreeSet::new();
        for at in first..self.path.len() {
            let entry = &self.path[at];
            feasible = if at == 0 {
                self.reach(self.in_class(self.program.starts().collect(), &entry.state))
            } else if at == first {
                let stored = self.path[at - 1].feasible_successors.clone();
                if self.form.literal {
                    stored.into_iter().collect()
                } else {
                    self.reach(self.in_class(stored, &entry.state))
                }
            } else {
                let event = entry.event.expect("only the first has none");
                self.reach(self.after(&feasible, event))
            };
            if feasible.is_empty() {
                self.cut(at);
                return false;
            }
            self.path[at].feasible_successors = self.uncovered_successors(&feasible);
        }
        true
    }

    fn in_class(&self, states: Vec<State>, seen: &State) -> BTreeSet<State> {
        let states = states.into_iter();
        let class = states.filter(|state| project(state, &self.precision) == *seen);
        class.collect()
    }

    fn after(&self, states: &BTreeSet<State>, event: ActionId) -> BTreeSet<State> {
        let action = self.program.action(event);
        let enabled = states
            .iter()
            .filter(|state| self.program.is_enabled(state, action) == Ok(true));
        enabled
            .filter_map(|state| self.program.effect(state, action).ok())
            .collect()
    }

    /// What the events that are not in the slice make of states.
    fn reach(&self, states: BTreeSet<State>) -> BTreeSet<State> {
        let mut found = states;
        loop {
            let before = found.len();
            for id in self.program.action_ids() {
                if !self.is_in_slice(self.program.action(id)) {
                    let next = self.after(&found, id);
                    found.extend(next);
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// Definition 12.
    fn uncovered_successors(&self, states: &BTreeSet<State>) -> Vec<State> {
        let mut found = BTreeSet::new();
        for id in self.program.action_ids() {
            found.extend(self.after(states, id));
        }
        found.retain(|state| {
            let mut checked = self.checked.iter();
            !checked.any(|(precision, known)| project(state, precision) == *known)
        });
        found.into_iter().collect()
    }

    /// Lines 8 and 9 of algorithm 2, and algorithm 4.
    fn cut(&mut self, at: usize) {
        let event = self.path[at].event;
        for entry in self.path.drain(at..) {
            self.checked.remove(&(entry.precision, entry.state));
        }
        if let Some(event) = event {
            let mut read = self.precision.clone();
            for condition in &self.program.action(event).guard {
                condition.read(&mut read);
            }
            self.precision = self.closed(read);
        }
    }

    /// Algorithm 3.
    fn get_post(&mut self) {
        while let Some(top) = self.path.last() {
            let successors: Vec<(Option<ActionId>, State)> = if top.precision == self.precision {
                self.slice_successors(&top.state)
            } else {
                let stored = top.feasible_successors.iter();
                stored
                    .map(|it| (None, project(it, &self.precision)))
                    .collect()
            };
            let mut uncovered = successors
                .into_iter()
                .filter(|(_, state)| !self.is_covered(state));
            if let Some((event, state)) = uncovered.next() {
                self.push(state, event);
                return;
            }
            self.path.pop();
        }
    }

    fn slice_successors(&self, state: &State) -> Vec<(Option<ActionId>, State)> {
        let mut found = Vec::new();
        for id in self.program.action_ids() {
            let action = self.program.action(id);
            if self.is_in_slice(action) && self.guard_holds(action, state) {
                let effects: Vec<Effect> = action
                    .effects
                    .iter()
                    .filter(|it| self.keeps(it))
                    .cloned()
                    .collect();
                if let Ok(next) = self.program.after(state, &effects) {
                    found.push((Some(id), project(&next, &self.precision)));
                }
            }
        }
        found
    }

    fn keeps(&self, effect: &Effect) -> bool {
        match effect {
            Effect::Assign(place, _) => {
                let targets = place.targets();
                targets.iter().any(|it| self.precision.contains(it))
            }
            _ => false,
        }
    }

    fn is_in_slice(&self, action: &Action) -> bool {
        action.effects.iter().any(|effect| self.keeps(effect))
    }

    fn guard_holds(&self, action: &Action, state: &State) -> bool {
        let is_known = |condition: &Expr| condition.variables().is_subset(&self.precision);
        let holds = |condition: &Expr| evaluate(condition, state) != Ok(0);
        if !self.form.improved {
            let all_known = action.guard.iter().all(is_known);
            return !all_known || action.guard.iter().all(holds);
        }
        if action.guard.is_empty() {
            return true;
        }
        // Equation (7) drops literals, equation (8) the clauses that are empty then.
        let clauses = normal_form(&action.guard).into_iter();
        let clauses = clauses.map(|clause| clause.into_iter().filter(|it| is_known(it)).collect());
        let mut clauses = clauses.filter(|clause: &Vec<Expr>| !clause.is_empty());
        clauses.any(|clause| clause.iter().all(holds))
    }

    /// Equation (2).
    fn closed(&self, precision: Precision) -> Precision {
        let mut closed = precision;
        loop {
            let before = closed.len();
            for action in &self.program.actions {
                for effect in &action.effects {
                    if let Effect::Assign(place, _) = effect
                        && place.targets().iter().any(|it| closed.contains(it))
                    {
                        effect.read(&mut closed);
                    }
                }
            }
            if closed.len() == before {
                return closed;
            }
        }
    }
}

/// A conjunction of conditions as a disjunction of clauses.
fn normal_form(conditions: &[Expr]) -> Vec<Vec<Expr>> {
    let mut clauses = vec![Vec::new()];
    for condition in conditions {
        let alternatives = alternatives(condition);
        clauses = clauses
            .iter()
            .flat_map(|clause: &Vec<Expr>| {
                let with = |more: &Vec<Expr>| [clause.as_slice(), more].concat();
                alternatives.iter().map(with)
            })
            .collect();
    }
    clauses
}

fn alternatives(condition: &Expr) -> Vec<Vec<Expr>> {
    match condition {
        Expr::Binary(BinaryOp::Or, left, right) => {
            [alternatives(left), alternatives(right)].concat()
        }
        Expr::Binary(BinaryOp::And, left, right) => {
            normal_form(&[left.as_ref().clone(), right.as_ref().clone()])
        }
        _ => vec![vec![condition.clone()]],
    }
}
