//! Syncs that happen: an event that another instance could take in the same state is made the partner of an event.
//!
//! Syncs that are made up mostly name partners that are elsewhere in their life cycle, and so disable what names them.

use fretsaw::interpreter::explore::successors;
use fretsaw::model::run::Occurrence;
use fretsaw::model::{Model, State, Value};
use fretsaw::semantics::Analysis;

use super::case::{analysed, model, written};
use super::generate::model::{Event, Expr, Item, Project, Sync};
use super::generate::random::Random;
use super::walk::walk;

/// So many partners an event gets at once, or its partners do.
const MOST_PARTNERS: usize = 2;

/// Adds some syncs to a project, where anything happens in it. Gives the analysis of what has come of it.
pub(crate) fn plant(project: &mut Project, random: &mut Random) -> Analysis {
    let mut analysis = analysed(project);
    for _ in 0..random.between((0, 2)) {
        for (caller, sync) in ideas(&analysis, random).unwrap_or_default() {
            let mut changed = project.clone();
            event_mut(&mut changed, &caller).syncs.push(sync);
            let of_changed = analysed(&changed);
            // A cycle of syncs is an error.
            if !of_changed.has_errors() {
                (*project, analysis) = (changed, of_changed);
            }
        }
    }
    analysis
}

fn event_mut<'p>(project: &'p mut Project, name: &str) -> &'p mut Event {
    let items = project
        .modules
        .iter_mut()
        .flat_map(|module| &mut module.items);
    let mut events = items.filter_map(|item| match item {
        Item::Event(event) => Some(event),
        _ => None,
    });
    let found = events.find(|event| event.name == name);
    found.expect("events that happen are there")
}

/// Syncs, each with the name of the event that gets it: from a state that a walk leads to, all of them are possible at
/// once.
fn ideas(analysis: &Analysis, random: &mut Random) -> Option<Vec<(String, Sync)>> {
    let model = model(analysis)?;
    let length = random.below(4);
    let walk = walk(&model, random, length)?;
    let here = walk.end();
    let mut possible: Vec<Occurrence> = successors(&model, here)
        .unwrap_or_default()
        .into_iter()
        .filter(|(step, _)| step.occurrences.len() == 1)
        .map(|(step, _)| step.occurrences[0].clone())
        .collect();
    let mut ideas = Vec::new();
    let mut taken: Vec<Occurrence> = Vec::new();
    while taken.len() <= MOST_PARTNERS
        && let Some(next) = random.pick_any(&possible).cloned()
    {
        // Everyone is called by somebody who is there already, so there are chains as well as callers of several.
        if let Some(caller) = random.pick_any(&taken) {
            let sync = sync(&model, here, random, caller, &next);
            ideas.push((event_name(&model, caller), sync));
        }
        possible.retain(|other| {
            other.instance != next.instance
                && event_name(&model, other) != event_name(&model, &next)
        });
        taken.push(next);
    }
    Some(ideas)
}

fn event_name(model: &Model<'_>, taken: &Occurrence) -> String {
    let event = model.interpreter().event(taken.instance, taken.event);
    event.name.text.to_string()
}

/// A sync that takes the partner with the caller, from this state at least; now and then one that forbids that.
fn sync(
    model: &Model<'_>,
    here: &State,
    random: &mut Random,
    caller: &Occurrence,
    partner: &Occurrence,
) -> Sync {
    let known = known(model, here, caller);
    let mut expr_of = |value: &Value| {
        let names = known.iter().filter(|(_, of)| of == value);
        let names: Vec<&Expr> = names.map(|(name, _)| name).collect();
        let name = random.pick_any(&names).filter(|_| random.chance(65));
        name.map_or_else(|| written(value), |name| (*name).clone())
    };
    let instance = model.universe.instance(partner.instance);
    let key = expr_of(&instance.key);
    let arguments = partner.arguments.iter().map(expr_of).collect();
    Sync {
        negated: random.chance(15),
        spec: model.program.spec(instance.spec).name.text.to_string(),
        key,
        event: event_name(model, partner),
        arguments,
    }
}

/// What the caller can name, with its values: parameters, and fields.
fn known(model: &Model<'_>, here: &State, caller: &Occurrence) -> Vec<(Expr, Value)> {
    let event = model.interpreter().event(caller.instance, caller.event);
    let params = event.params.iter().zip(&caller.arguments);
    let params = params.map(|(param, value)| (Expr::name(&param.name.text), value.clone()));
    let spec = model.interpreter().spec(caller.instance);
    let fields = spec
        .fields
        .iter()
        .zip(&here.instance(caller.instance).fields);
    let fields = fields.map(|(field, value)| (Expr::own_field(&field.name.text), value.clone()));
    params.chain(fields).collect()
}
