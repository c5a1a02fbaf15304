//! Graphs over packed states have the states, the steps and the values of propositions that the definition gives them,
//! each time they are asked.

use std::collections::BTreeSet;

use fretsaw::engines::search::{Graph, GraphError, StateId, Step};
use fretsaw::finite::evaluate::evaluate;
use fretsaw::finite::search::Ending;
use fretsaw::finite::{ActionId, State};

use super::generate::{Case, case};
use super::{plainly, rich};
use crate::support::workers::{cases, first_seed};

/// The numbers of a graph, as far as there are any yet.
fn number(index: usize) -> StateId {
    StateId(u32::try_from(index).expect("few states"))
}

/// Finds all states; the error that ends it, if one does.
fn explore(graph: &mut Graph<'_>) -> Result<Vec<Vec<Step>>, GraphError> {
    let starts = graph.add_starts()?;
    let distinct: BTreeSet<StateId> = starts.into_iter().collect();
    assert_eq!(distinct.len(), graph.len());
    let mut all = Vec::new();
    let mut steps = Vec::new();
    while all.len() < graph.len() {
        graph.steps(number(all.len()), &mut steps)?;
        all.push(steps.clone());
    }
    Ok(all)
}

/// The steps from a state, as the definition has them.
fn defined(case: &Case, state: &State) -> Vec<(ActionId, State)> {
    let successors = case.program.successors(state).into_iter();
    let steps = successors.map(|(action, next)| (action, next.expect("nothing fails")));
    steps.collect()
}

fn compare(case: &Case, seed: u64) -> bool {
    let mut propositions = vec![case.property.clone()];
    propositions.extend(case.program.actions.iter().flat_map(|it| it.guard.clone()));
    let mut graph = Graph::new(&case.program, &propositions).expect("it is small");
    assert!(graph.is_empty());
    let plain = plainly(case, &[]);
    let all = match explore(&mut graph) {
        Ok(all) => all,
        Err(GraphError::Fault { action, fault }) => {
            assert!(action.is_some(), "seed {seed}");
            let fails = |state: &State| {
                let mut successors = case.program.successors(state).into_iter();
                successors.any(|(of, next)| (Some(of), next) == (action, Err(fault)))
            };
            let mut found = (0..graph.len()).map(|it| graph.state(number(it)));
            assert!(found.any(|state| fails(&state)), "seed {seed}");
            assert!(matches!(plain.ending, Ending::Fault { .. }), "seed {seed}");
            return false;
        }
        Err(other) => panic!("seed {seed}: {other}"),
    };
    assert_eq!(plain.states, graph.len() as u64, "seed {seed}");
    assert_eq!(
        plain.transitions,
        all.iter().map(Vec::len).sum::<usize>() as u64
    );
    let mut again = Vec::new();
    for (index, steps) in all.iter().enumerate() {
        let id = number(index);
        let state = graph.state(id);
        assert_eq!(graph.find(&state), Some(id), "seed {seed}");
        assert_eq!(graph.add(&state), Ok(id), "seed {seed}");
        let values = case.program.variable_ids().map(|it| graph.value(id, it));
        assert_eq!(values.collect::<State>(), state, "seed {seed}");
        graph.steps(id, &mut again).expect("it was computed before");
        assert_eq!(&again, steps, "seed {seed}");
        let by_state = steps.iter().map(|step| (step.action, graph.state(step.to)));
        let mut by_state: Vec<(ActionId, State)> = by_state.collect();
        by_state.sort();
        assert_eq!(by_state, defined(case, &state), "seed {seed}");
        for (which, proposition) in propositions.iter().enumerate() {
            let holds = graph.holds(which, id).ok();
            let defined = evaluate(proposition, &state).ok().map(|it| it != 0);
            assert_eq!(holds, defined, "seed {seed}");
        }
    }
    assert_eq!(plain.states, graph.len() as u64, "seed {seed}");
    true
}

#[test]
fn graphs_are_what_the_definition_says() {
    let first = first_seed(1);
    for seed in first..first + cases(150) {
        assert!(compare(&case(seed), seed), "seed {seed}");
    }
}

#[test]
fn graphs_end_where_something_cannot_be_computed() {
    let first = first_seed(1);
    let cases = cases(150);
    let whole = (first..first + cases).filter(|seed| compare(&rich::case(*seed), *seed));
    let whole = whole.count() as u64;
    assert!(0 < whole && whole < cases, "{whole} of {cases} never fail");
}

/// A state that no packed state stands for is not one of the graph, and not mistaken for another.
#[test]
fn foreign_states_are_told() {
    let case = case(1);
    let mut graph = Graph::new(&case.program, &[]).expect("it is small");
    let starts = graph.add_starts().expect("they fit");
    let mut foreign = graph.state(starts[0]);
    foreign[0] = 1 << 40;
    assert_eq!(graph.find(&foreign), None);
    assert_eq!(graph.add(&foreign), Err(GraphError::Foreign));
}
