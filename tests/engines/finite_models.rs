//! Shipped checks as finite programs: what is reachable in them is what the interpreter reaches, and what they answer
//! is what is expected.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::slice;

use fretsaw::checking::checker::led_back;
use fretsaw::disk::Disk;
use fretsaw::finite::lower::{LongestRun, Lowered};
use fretsaw::finite::search::{Ending, Query, Search};
use fretsaw::finite::{self, plain_search};
use fretsaw::interpreter::explore::successors;
use fretsaw::model::{Model, State};
use fretsaw::semantics::test_module::Property;
use fretsaw::semantics::{Analysis, analyse};
use rustc_hash::FxHashSet;

use crate::support::campaign::lowered as program_of;

/// Models with more states than these are not compared state by state: the interpreter takes long.
const MOST_STATES: u64 = 2_000;

fn shipped() -> Analysis {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let tests = root.join("testmodules");
    analyse(
        &Disk,
        std::slice::from_ref(&tests),
        &[root.join("rebel-examples"), tests.clone()],
    )
}

/// The models of all shipped checks, each with its name and the answer that is expected.
fn models(analysis: &Analysis) -> Vec<(String, Model<'_>, bool)> {
    assert!(!analysis.has_errors(), "{:#?}", analysis.diagnostics);
    let mut models = Vec::new();
    for test in &analysis.program.tests {
        for check in &test.checks {
            let expected = match check.property {
                Property::Reachable { expected, .. } => expected,
                Property::InvariantsHold => false,
            };
            if let Ok(model) = Model::build(&analysis.program, test, check) {
                let line = analysis.sources.line(check.span);
                models.push((format!("{}:{line}", test.name), model, expected));
            }
        }
    }
    models
}

fn search(lowered: &Lowered, property: Option<&finite::Expr>) -> Search {
    let mut stop = |_: &_| false;
    let mut query = Query {
        most_states: Some(MOST_STATES),
        ..Query::new(property.map_or(&[], slice::from_ref), &mut stop)
    };
    let fast = fretsaw::engines::search::search(&lowered.program, &mut query, 1);
    fast.unwrap_or_else(|_| plain_search::search(&lowered.program, &mut query))
}

/// The state of the model that a state of the program stands for.
fn state_of(model: &Model<'_>, lowered: &Lowered, state: &finite::State) -> State {
    let values = lowered.state(state);
    let state = lowered.system().state(model, &values);
    state.expect("a state of the model")
}

/// The states of the model that the interpreter reaches from those that a program begins with; none where it does not
/// see that there are finitely many, as it does not where several conditions together leave few values to a parameter.
fn reached_by_interpreter(model: &Model<'_>, lowered: &Lowered) -> Option<FxHashSet<State>> {
    let starts = lowered.program.starts();
    let mut found: FxHashSet<State> = starts.map(|it| state_of(model, lowered, &it)).collect();
    let mut open: Vec<State> = found.iter().cloned().collect();
    while let Some(state) = open.pop() {
        let next = successors(model, &state).ok()?;
        for (_, next) in next {
            if found.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    Some(found)
}

/// The states of the model that the states of a program stand for.
fn reached_by_program(model: &Model<'_>, lowered: &Lowered) -> FxHashSet<State> {
    let mut found: BTreeSet<finite::State> = lowered.program.starts().collect();
    let mut open: Vec<finite::State> = found.iter().cloned().collect();
    while let Some(state) = open.pop() {
        for (_, next) in lowered.program.successors(&state) {
            let next = next.expect("nothing is beyond its range");
            if found.insert(next.clone()) {
                open.push(next);
            }
        }
    }
    let states = found.iter();
    states
        .map(|state| state_of(model, lowered, state))
        .collect()
}

#[test]
fn programs_reach_what_the_interpreter_reaches() {
    let analysis = shipped();
    let (mut compared, mut beyond) = (0, 0);
    for (name, mut model, _) in models(&analysis) {
        model.bounds = None;
        // Where the time makes a difference it is a variable of the program, but not of the successors here.
        let has_time = fretsaw::interpreter::explore::times_to_try(&model).is_some();
        let Ok(lowered) = program_of(&model, LongestRun::Searched) else {
            continue;
        };
        let whole = search(&lowered, None);
        if whole.ending != Ending::Explored || has_time {
            continue;
        }
        let by_program = reached_by_program(&model, &lowered);
        assert_eq!(whole.states, by_program.len() as u64, "{name}");
        let Some(by_interpreter) = reached_by_interpreter(&model, &lowered) else {
            beyond += 1;
            continue;
        };
        assert!(by_program == by_interpreter, "{name}: other states");
        compared += 1;
    }
    eprintln!("{compared} models compared state by state");
    assert!(compared >= 60, "only {compared} models compared");
    assert!(beyond <= 5, "{beyond} models not compared");
}

#[test]
fn programs_answer_as_expected() {
    let analysis = shipped();
    let mut answered = 0;
    for (name, model, expected) in models(&analysis) {
        let Ok(lowered) = program_of(&model, LongestRun::Counted) else {
            continue;
        };
        let answer = match search(&lowered, Some(&lowered.goal)).ending {
            Ending::Reachable(run) => {
                let run = led_back(&model, lowered.system(), &lowered.run(&run));
                let run = run.expect("a run");
                assert!(model.is_start(&run.start), "{name}: no start");
                assert!(model.is_goal(run.last()), "{name}: not the goal");
                true
            }
            Ending::Unreachable => false,
            _ => continue,
        };
        assert_eq!(answer, expected, "{name}");
        answered += 1;
    }
    eprintln!("{answered} checks answered by their programs");
    assert!(answered >= 100, "only {answered} checks answered");
}
