//! Transition systems as people read them: one line a part, with the places that it comes from at its end.

use std::fmt::Write;

use super::system_description::{
    Approximation, Condition, Input, Origin, Place, SystemDescription,
};

/// Lays a system out.
pub fn render(system: &SystemDescription) -> String {
    let mut page = Page::default();
    page.line(
        0,
        &format!("check{}", places(std::slice::from_ref(&system.check))),
    );
    for sort in &system.sorts {
        page.line(
            0,
            &format!("sort {}: {}", sort.name, sort.values.join(", ")),
        );
    }
    page.line(0, "variables");
    for variable in &system.variables {
        page.line(1, &format!("{}: {}", variable.name, variable.sort));
    }
    page.line(0, "inputs of a step");
    for input in &system.inputs {
        page.input(input);
    }
    page.conditions("always", &system.always);
    page.conditions("start", &system.start);
    page.conditions("step", &system.relation);
    page.conditions(&format!("goal, in {}", lengths(system)), &system.goal);
    if system.approximation == Approximation::MayDoMore {
        page.line(0, "This may do more than the model, and never less.");
    }
    page.text
}

fn lengths(system: &SystemDescription) -> String {
    match (system.least, system.most) {
        (0, None) => "any number of steps".to_owned(),
        (least, None) => format!("at least {least} steps"),
        (least, Some(most)) if least == most => format!("exactly {least} steps"),
        (0, Some(most)) => format!("at most {most} steps"),
        (least, Some(most)) => format!("{least} to {most} steps"),
    }
}

#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    fn line(&mut self, depth: usize, line: &str) {
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(depth));
    }

    fn input(&mut self, input: &Input) {
        let Input { name, sort, .. } = input;
        match &input.value {
            Some(value) => self.line(1, &format!("{name}: {sort} = {value}")),
            None => self.line(1, &format!("{name}: {sort}")),
        }
    }

    fn conditions(&mut self, title: &str, conditions: &[Condition]) {
        self.line(0, title);
        for condition in conditions {
            let why = match condition.origin {
                _ if !condition.places.is_empty() => places(&condition.places),
                origin => format!("  [{}]", word(origin)),
            };
            self.line(1, &format!("{}{why}", condition.term));
        }
    }
}

fn places(places: &[Place]) -> String {
    let places = places.iter().map(|it| format!("{}:{}", it.file, it.line));
    let places: Vec<String> = places.collect();
    format!("  [{}]", places.join(", "))
}

/// Why something is so that nobody writes.
fn word(origin: Origin) -> &'static str {
    match origin {
        Origin::Statement => "statement",
        Origin::LifeCycle => "life cycle",
        Origin::Sync => "sync",
        Origin::Start => "start",
        Origin::Goal => "goal",
        Origin::Domain => "domain",
        Origin::Type => "type",
        Origin::Frame => "what nothing changes",
        Origin::Choice => "choice",
        Origin::OneEvent => "one event an instance",
        Origin::Time => "time",
    }
}
