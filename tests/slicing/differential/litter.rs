//! What has nothing to do with the question of a project, put into it: fields that are only written, events that
//! change nothing else, entities of their own, and events that make others happen which can happen without them.

use crate::support::generate::model::{
    Arrow, Event, EventRef, Expr, Field, InStates, Instances, Item, Project, Setup, Specification,
    State, Statement, Sync,
};
use crate::support::generate::random::Random;
use crate::support::generate::types::Ty;

/// Adds litter to a project.
pub(crate) fn add(project: &mut Project, seed: u64) {
    let mut random = Random::new(seed ^ 0x5eed);
    for name in lonely_specifications(project) {
        if random.chance(60) {
            add_dust(project, &mut random, &name);
        }
    }
    for number in 0..random.between((1, 2)) {
        add_entity(project, &mut random, number);
    }
}

/// Specifications that share nothing with others by inheritance.
fn lonely_specifications(project: &Project) -> Vec<String> {
    let is_parent = |name: &str| {
        let mut specs = project.specifications();
        specs.any(|spec| spec.parent.as_deref() == Some(name))
    };
    let specs = project.specifications();
    let lonely = specs
        .filter(|spec| spec.modifier.is_none() && spec.parent.is_none() && !is_parent(&spec.name));
    lonely.map(|spec| spec.name.clone()).collect()
}

/// `new this.field == value`
pub(crate) fn becomes(field: &str, value: Expr) -> Statement {
    let new = Expr::own_field(field).next();
    Statement::Expr(Expr::binary("==", new, value))
}

pub(crate) fn toggled(field: &str) -> Expr {
    Expr::Unary("not", Box::new(Expr::own_field(field)))
}

/// A number that tells instances apart.
pub(crate) fn key() -> Field {
    Field {
        name: "id".to_owned(),
        ty: Ty::Integer,
        is_key: true,
        reference: None,
    }
}

/// A field that is true or false.
pub(crate) fn field(name: &str) -> Field {
    Field {
        name: name.to_owned(),
        ty: Ty::Boolean,
        is_key: false,
        reference: None,
    }
}

pub(crate) fn listed(name: &str) -> EventRef {
    EventRef {
        name: name.to_owned(),
        internal: false,
        qualified: false,
        configuration: Vec::new(),
        interface: None,
    }
}

pub(crate) fn event(name: &str, postconditions: Vec<Statement>, syncs: Vec<Sync>) -> Event {
    Event {
        name: name.to_owned(),
        configuration: Vec::new(),
        params: Vec::new(),
        preconditions: Vec::new(),
        postconditions,
        syncs,
    }
}

/// A field that only dusting reads, written by some events of the specification, and a loop that changes nothing else.
fn add_dust(project: &mut Project, random: &mut Random, spec: &str) {
    let dust = format!("dust{spec}");
    let sweep = format!("sweep{spec}");
    let owned = events_of_its_own(project, spec);
    let mut dusty: Vec<String> = owned;
    dusty.retain(|_| random.chance(50));
    for item in items(project) {
        match item {
            Item::Specification(own) if own.name == spec => {
                own.fields.push(field(&dust));
                own.events.push(listed(&sweep));
                let states: Vec<String> = own.states.iter().map(|it| it.name.clone()).collect();
                for state in states {
                    if random.chance(70) {
                        own.arrows.push(arrow(&state, &state, &sweep));
                    }
                }
                if !own.arrows.iter().any(|it| it.event == sweep) {
                    let first = own.states[0].name.clone();
                    own.arrows.push(arrow(&first, &first, &sweep));
                }
            }
            Item::Event(event) if dusty.contains(&event.name) => {
                let value = if random.chance(50) {
                    toggled(&dust)
                } else {
                    Expr::Literal("True".to_owned())
                };
                event.postconditions.push(becomes(&dust, value));
            }
            _ => {}
        }
    }
    let body = vec![becomes(&dust, toggled(&dust))];
    project.modules[0]
        .items
        .push(Item::Event(event(&sweep, body, Vec::new())));
}

fn items(project: &mut Project) -> impl Iterator<Item = &mut Item> {
    let modules = project.modules.iter_mut();
    modules.flat_map(|module| &mut module.items)
}

pub(crate) fn arrow(from: &str, to: &str, event: &str) -> Arrow {
    Arrow {
        from: from.to_owned(),
        to: to.to_owned(),
        event: event.to_owned(),
    }
}

/// The events that no other specification lists.
fn events_of_its_own(project: &Project, spec: &str) -> Vec<String> {
    let lists = |own: &Specification, name: &str| own.events.iter().any(|it| it.name == name);
    let own = project.spec(spec).map_or(&[][..], |own| &own.events);
    let alone = own.iter().filter(|event| {
        let mut specs = project.specifications();
        !specs.any(|other| other.name != spec && lists(other, &event.name))
    });
    alone.map(|event| event.name.clone()).collect()
}

/// An entity of its own, which may make an event happen that can happen without it.
fn add_entity(project: &mut Project, random: &mut Random, number: usize) {
    let (spec, open, toss) = (
        format!("Litter{number}"),
        format!("openLitter{number}"),
        format!("toss{number}"),
    );
    let state = |name: &str, modifier| State {
        name: name.to_owned(),
        modifier,
    };
    let syncs = if random.chance(60) {
        callable(project, random).into_iter().collect()
    } else {
        Vec::new()
    };
    let is_true = Expr::Literal("True".to_owned());
    let module = &mut project.modules[0].items;
    module.push(Item::Specification(Specification {
        name: spec.clone(),
        modifier: None,
        parent: None,
        fields: vec![key(), field("flag")],
        events: vec![listed(&open), listed(&toss)],
        invariants: Vec::new(),
        states: vec![state("unused", Some("initial")), state("lying", None)],
        arrows: vec![
            arrow("unused", "lying", &open),
            arrow("lying", "lying", &toss),
        ],
    }));
    module.push(Item::Event(event(
        &open,
        vec![becomes("flag", is_true)],
        Vec::new(),
    )));
    let toggles = vec![becomes("flag", toggled("flag"))];
    module.push(Item::Event(event(&toss, toggles, syncs)));
    add_instance(project, &spec);
}

/// A sync with an event without parameters that happens by itself.
fn callable(project: &Project, random: &mut Random) -> Option<Sync> {
    let mut found = Vec::new();
    for spec in project.specifications().filter(|it| it.modifier.is_none()) {
        let has_number = spec
            .fields
            .first()
            .is_some_and(|it| it.is_key && it.ty == Ty::Integer);
        for listed in spec.events.iter().filter(|it| has_number && !it.internal) {
            let event = project.event(&listed.name);
            if event.is_some_and(|event| event.params.is_empty()) {
                found.push((spec.name.clone(), listed.name.clone()));
            }
        }
    }
    if found.is_empty() {
        return None;
    }
    let (spec, event) = random.pick(&found).clone();
    Some(Sync {
        negated: false,
        spec,
        key: Expr::Literal("1".to_owned()),
        event,
        arguments: Vec::new(),
    })
}

/// Puts an instance into the state that makes up the universe of the first check.
fn add_instance(project: &mut Project, spec: &str) {
    use crate::support::generate::model::Property;
    for test in &mut project.tests {
        let Some(check) = test.checks.first() else {
            continue;
        };
        let (name, states) = match (&check.from, &check.property) {
            (Some(from), _) => (from.clone(), InStates::Uninitialized),
            (None, Property::Reachable(goal) | Property::Unreachable(goal)) => {
                (goal.clone(), InStates::Any)
            }
            (None, Property::InvariantsHold) => continue,
        };
        for state in test.states.iter_mut().filter(|state| state.name == name) {
            state.setups.push(Setup::Instances(Instances {
                negated: false,
                count: None,
                states: states.clone(),
                spec: spec.to_owned(),
                each: Vec::new(),
                one_by_one: Vec::new(),
            }));
        }
    }
}
