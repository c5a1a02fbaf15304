//! Random well-typed projects that lint clean.
//!
//! [`project`] makes the description of a project from a seed, [`model::Project::files`] prints it, and
//! [`model::Project::smaller`] gives what is left when something is taken away, so that a test which fails
//! can look for the smallest project with which it still fails. A [`Profile`] says how rich projects are.

#![allow(
    clippy::expect_used,
    clippy::format_push_string,
    reason = "a mistake of the generator should end the test, and it prints small texts"
)]

mod bodies;
mod conditions;
mod expressions;
pub(crate) mod goals;
pub(crate) mod journeys;
mod layout;
pub(crate) mod model;
mod print;
mod print_expr;
mod print_tests;
mod profile;
pub(crate) mod random;
mod scenarios;
mod shapes;
mod shrink;
mod syncs;
pub(crate) mod types;

pub(crate) use print::FOLDER;
pub(crate) use profile::Profile;

use bodies::Bodies;
use model::{Event, Expr, Invariant, Project, Specification};
use random::Random;
use shapes::{Shape, Shaper};

/// The project of a seed.
pub(crate) fn project(seed: u64, profile: &Profile) -> Project {
    let mut random = Random::new(seed);
    let mut project = specifications(&mut random, profile);
    project.tests = scenarios::tests(&mut random, profile, &project);
    project
}

/// A project without tests.
fn specifications(random: &mut Random, profile: &Profile) -> Project {
    let shapes = Shaper::new(random, profile).shapes();
    let declarations = declarations(random, profile, &shapes);
    layout::project(random, profile, declarations)
}

/// What a project declares, not yet put into modules.
struct Declarations {
    specifications: Vec<Specification>,
    events: Vec<Event>,
    functions: Vec<model::Function>,
    invariants: Vec<Invariant>,
}

fn declarations(random: &mut Random, profile: &Profile, shapes: &[Shape]) -> Declarations {
    let mut bodies = Bodies {
        random,
        profile,
        shapes,
        functions: Vec::new(),
    };
    bodies.make_functions();
    let (mut events, mut invariants, mut specifications) = (Vec::new(), Vec::new(), Vec::new());
    for (at, shape) in shapes.iter().enumerate() {
        let mut spec = shape.spec.clone();
        if !shape.is("external") {
            for number in 0..shape.events.len() {
                let event = bodies.event(at, number);
                spec.events[number].configuration = values(&mut bodies, &event);
                events.push(event);
            }
            if bodies.random.chance(profile.invariants) {
                let invariant = bodies.invariant(shape, format!("holds{at}"));
                spec.invariants.push(invariant.name.clone());
                invariants.push(invariant);
            }
        }
        if spec.modifier.is_none() && bodies.random.chance(profile.twins) {
            specifications.push(twin(&mut bodies, &spec, &events));
        }
        specifications.push(spec);
    }
    let mut declarations = Declarations {
        specifications,
        events,
        functions: bodies.functions,
        invariants,
    };
    mark_internal(random, profile, &mut declarations);
    declarations
}

/// The configuration of an event where it is listed: what has no default, and some of the rest.
fn values(bodies: &mut Bodies<'_>, event: &Event) -> Vec<(String, Expr)> {
    let mut values = Vec::new();
    for param in &event.configuration {
        if param.default.is_none() || bodies.random.chance(50) {
            values.push((param.name.clone(), bodies.configuration_value(&param.ty)));
        }
    }
    values
}

/// A specification with the same events, configured otherwise.
fn twin(bodies: &mut Bodies<'_>, spec: &Specification, events: &[Event]) -> Specification {
    let mut twin = spec.clone();
    twin.name = format!("Other{}", spec.name);
    for listed in &mut twin.events {
        let event = events.iter().find(|event| event.name == listed.name);
        listed.configuration = values(bodies, event.expect("a listed event has a body"));
    }
    twin
}

/// Some events that others take with them happen only so.
fn mark_internal(random: &mut Random, profile: &Profile, declarations: &mut Declarations) {
    let syncs = declarations.events.iter().flat_map(|event| &event.syncs);
    let targets: Vec<(String, String)> = syncs
        .filter(|sync| !sync.negated)
        .map(|sync| (sync.spec.clone(), sync.event.clone()))
        .collect();
    for (spec, event) in targets {
        let own = declarations
            .specifications
            .iter_mut()
            .find(|own| own.name == spec);
        let listed = own.and_then(|own| own.events.iter_mut().find(|listed| listed.name == event));
        if let Some(listed) = listed
            && listed.interface.is_none()
            && random.chance(profile.internal)
        {
            listed.internal = true;
        }
    }
}
