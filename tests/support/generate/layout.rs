//! Declarations into modules.

use std::collections::BTreeSet;

use super::Declarations;
use super::model::{Item, Module, Project, Style};
use super::print::references;
use super::profile::Profile;
use super::random::Random;

/// Puts declarations into modules: each specification into one of its own or all into one, libraries beside
/// them or apart. What nothing refers to is left out.
pub(super) fn project(
    random: &mut Random,
    profile: &Profile,
    declarations: Declarations,
) -> Project {
    let varied = profile.varied_text;
    let package = if varied && random.chance(30) {
        "gen.parts"
    } else {
        "gen"
    };
    let together = random.chance(50) && declarations.specifications.len() > 1;
    let mut project = Project {
        style: Style {
            comments: varied && random.chance(15),
            documentation: varied && random.chance(15),
            as_in_the_thesis: varied && random.chance(15),
        },
        ..Project::default()
    };
    let home = |module: &str| format!("gen.{module}");
    for spec in declarations.specifications {
        let module = if together {
            home("Specifications")
        } else {
            home(&spec.name)
        };
        add(&mut project, module, Item::Specification(spec));
    }
    let library = format!("{package}.Library");
    let beside = project.modules[random.below(project.modules.len())]
        .name
        .clone();
    let events = declarations.events.into_iter().map(Item::Event);
    let functions = declarations.functions.into_iter().map(Item::Function);
    let invariants = declarations.invariants.into_iter().map(Item::Invariant);
    for item in events.chain(functions).chain(invariants) {
        let module = if random.chance(50) {
            library.clone()
        } else {
            beside.clone()
        };
        add(&mut project, module, item);
    }
    project.drop_unused();
    project
}

fn add(project: &mut Project, name: String, item: Item) {
    match project
        .modules
        .iter_mut()
        .find(|module| module.name == name)
    {
        Some(module) => module.items.push(item),
        None => project.modules.push(Module {
            name,
            items: vec![item],
        }),
    }
}

impl Project {
    /// Removes events, functions and invariants that nothing refers to, and modules without anything in them.
    pub(super) fn drop_unused(&mut self) {
        loop {
            let used: BTreeSet<String> = self.items().flat_map(references).collect();
            let mut dropped = false;
            for module in &mut self.modules {
                let before = module.items.len();
                module.items.retain(|item| {
                    matches!(item, Item::Specification(_)) || used.contains(item.name())
                });
                dropped |= module.items.len() < before;
            }
            if !dropped {
                break;
            }
        }
        self.modules.retain(|module| !module.items.is_empty());
    }
}
