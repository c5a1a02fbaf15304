//! Instances of one specification that the goal asks for different things, and that nothing else names: each of them
//! is sliced by what is asked of it alone.

use super::litter::{arrow, becomes, event, field, key, listed, toggled};
use super::selves::hidden;
use crate::support::generate::model::{
    Expr, InStates, Instances, Item, Project, Property, Setup, Specification, State, Statement,
};
use crate::support::generate::random::Random;

const FLAGS: [&str; 4] = ["up", "low", "odd", "even"];
const STATES: [&str; 3] = ["folded", "open", "torn"];

/// Adds two or three twins to some projects whose first check starts with what its goal lists.
pub(crate) fn add(project: &mut Project, seed: u64) {
    let mut random = Random::new(seed ^ 0x7317);
    if !random.chance(15) {
        return;
    }
    let Some(goal) = goal_without_start(project) else {
        return;
    };
    let setups: Vec<Setup> = (0..random.between((2, 3)))
        .map(|_| wanted(&mut random))
        .collect();
    let tests = project.tests.iter_mut();
    let states = tests.flat_map(|test| &mut test.states);
    for state in states.filter(|state| state.name == goal) {
        state.setups.extend(setups.iter().cloned());
    }
    // With domains, nobody is sliced alone.
    if let Some(check) = project.tests[0].checks.first_mut() {
        check.within = None;
    }
    add_specification(project, &mut random);
}

fn goal_without_start(project: &Project) -> Option<String> {
    let check = project.tests.first()?.checks.first()?;
    match (&check.from, &check.property) {
        (None, Property::Reachable(goal) | Property::Unreachable(goal)) => Some(goal.clone()),
        _ => None,
    }
}

/// A twin in some state, with a flag up or down.
fn wanted(random: &mut Random) -> Setup {
    let flag = Expr::BareField(random.word(&FLAGS).to_owned());
    Setup::Instances(Instances {
        negated: false,
        count: None,
        states: InStates::Named(vec![random.word(&STATES).to_owned()]),
        spec: "Twin".to_owned(),
        each: vec![Expr::binary("==", flag, literal(random))],
        one_by_one: Vec::new(),
    })
}

/// A flag of a twin, which may have to be found first.
fn own_flag(random: &mut Random) -> Expr {
    let name = random.word(&FLAGS);
    if random.chance(60) {
        return Expr::own_field(name);
    }
    Expr::Field(Box::new(hidden(random)), None, name.to_owned())
}

fn literal(random: &mut Random) -> Expr {
    Expr::Literal(random.word(&["True", "False"]).to_owned())
}

fn add_specification(project: &mut Project, random: &mut Random) {
    let state = |(index, name): (usize, &&str)| State {
        name: (*name).to_owned(),
        modifier: (index == 0).then_some("initial"),
    };
    let names = ["unfold", "flutter", "tear"].map(|name| format!("{name}Twin"));
    let mut arrows: Vec<_> = names
        .iter()
        .map(|name| arrow(random.word(&STATES), random.word(&STATES), name))
        .collect();
    arrows[0] = arrow(STATES[0], STATES[1], &names[0]);
    let flags = FLAGS.iter().map(|name| field(name));
    let module = &mut project.modules[0].items;
    module.push(Item::Specification(Specification {
        name: "Twin".to_owned(),
        modifier: None,
        parent: None,
        fields: std::iter::once(key()).chain(flags).collect(),
        events: names.iter().map(|name| listed(name)).collect(),
        invariants: Vec::new(),
        states: STATES.iter().enumerate().map(state).collect(),
        arrows,
    }));
    for name in &names {
        let mut own = event(name, Vec::new(), Vec::new());
        if random.chance(60) {
            let flag = own_flag(random);
            let condition = Expr::binary("==", flag, literal(random));
            own.preconditions.push(Statement::Expr(condition));
        }
        if random.chance(80) {
            let value = toggled(random.word(&FLAGS));
            own.postconditions.push(becomes(random.word(&FLAGS), value));
        }
        module.push(Item::Event(own));
    }
}
