//! A second check beside that of a project, so that one slice has to do for both.

use crate::support::generate::model::{
    Bounds, Check, Expr, InStates, Instances, Project, Property, Setup, TestState,
};
use crate::support::generate::random::Random;

/// The state that the second check asks for.
const OTHER: &str = "other";

/// A project with a check of its own for some of the seeds.
pub(crate) fn with_companion(mut project: Project, seed: u64) -> Option<Project> {
    let mut random = Random::new(seed ^ 0xc0de);
    if !random.chance(40) {
        return None;
    }
    let test = project.tests.first()?;
    let check = test.checks.first()?;
    let known = match &check.property {
        Property::Reachable(state) | Property::Unreachable(state) => Some(state),
        Property::InvariantsHold => check.from.as_ref(),
    };
    let known = test.states.iter().find(|it| Some(&it.name) == known)?;
    let is_start = check.from.as_ref() == Some(&known.name);
    let goal = TestState {
        name: OTHER.to_owned(),
        setups: goal(&project, &mut random, known, is_start),
    };
    let companion = Check {
        property: Property::Reachable(OTHER.to_owned()),
        bounds: bounds(&mut random),
        using: if random.chance(50) {
            check.using.clone()
        } else {
            Vec::new()
        },
        ..check.clone()
    };
    let test = project.tests.first_mut()?;
    test.states.push(goal);
    test.checks.push(companion);
    Some(project)
}

/// Something like a state that is known: in other states, or with less said of fields.
fn goal(project: &Project, random: &mut Random, known: &TestState, is_start: bool) -> Vec<Setup> {
    let mut setups = known.setups.clone();
    setups.retain(|setup| !is_start || matches!(setup, Setup::Instances(it) if !it.negated));
    for setup in &mut setups {
        if let Setup::Instances(instances) = setup
            && !instances.negated
        {
            change(project, random, instances);
        }
    }
    setups
}

fn change(project: &Project, random: &mut Random, instances: &mut Instances) {
    if random.chance(60) {
        let is_key = |it: &Expr| matches!(it, Expr::Binary(_, left, _) if **left == Expr::BareField("id".to_owned()));
        instances.each.retain(is_key);
        instances.one_by_one.clear();
    }
    let spec = project.spec(&instances.spec);
    let lineage = spec.map_or_else(Vec::new, |spec| project.lineage(spec));
    let states = lineage.iter().flat_map(|spec| &spec.states);
    let states: Vec<&String> = states.map(|state| &state.name).collect();
    match random.below(3) {
        0 => instances.states = InStates::Any,
        1 => {}
        _ => {
            if let Some(state) = random.pick_any(&states) {
                instances.states = InStates::Named(vec![(*state).clone()]);
            }
        }
    }
}

fn bounds(random: &mut Random) -> Option<Bounds> {
    match random.below(4) {
        0 => None,
        1 => Some(Bounds::Max(random.between((0, 4)))),
        2 => Some(Bounds::Exactly(random.between((0, 3)))),
        _ => Some(Bounds::Between(1, random.between((2, 4)))),
    }
}
