//! Models as people read them: one line a part, with the place that it comes from at its end.

use std::fmt::Write;

use super::model_description::{
    Bounds, Effects, Event, Field, Goal, ModelDescription, Requirement, Specification, Start, Text,
};

/// Places stand in a column of their own, but not further right than this.
const WIDEST: usize = 76;

/// So many words of a list are shown; what a universe of thousands reads does not fit on a line.
const MOST_WORDS: usize = 12;

/// Lays a model out.
pub fn render(model: &ModelDescription) -> String {
    let mut page = Page::default();
    page.place(0, &model.check.text, &model.check);
    page.blank();
    page.universe(&model.universe);
    page.start(&model.start);
    page.goal(&model.goal);
    page.line(0, &bounds(model.bounds.as_ref()));
    page.blank();
    for specification in &model.specifications {
        page.specification(specification);
    }
    page.render()
}

fn bounds(bounds: Option<&Bounds>) -> String {
    match bounds {
        None => "bounds: none, any number of steps".to_owned(),
        Some(Bounds { least, most }) if least == most => format!("bounds: exactly {least}"),
        Some(Bounds { least: 0, most }) => format!("bounds: at most {most}"),
        Some(Bounds { least, most }) => format!("bounds: {least} to {most}"),
    }
}

/// Lines, each with the place that it comes from.
#[derive(Default)]
struct Page {
    lines: Vec<(String, String)>,
}

impl Page {
    fn line(&mut self, depth: usize, text: &str) {
        self.lines
            .push((format!("{}{text}", "  ".repeat(depth)), String::new()));
    }

    fn place(&mut self, depth: usize, text: &str, at: &Text) {
        self.line(depth, text);
        if let Some((_, place)) = self.lines.last_mut() {
            *place = format!("{}:{}", at.file, at.line);
        }
    }

    fn blank(&mut self) {
        self.line(0, "");
    }

    /// Texts with a word before them.
    fn labelled(&mut self, depth: usize, label: &str, texts: &[Text]) {
        for text in texts {
            self.place(depth, &format!("{label:<7} {}", text.text), text);
        }
    }

    /// Words that need no places of their own; of many, the first.
    fn list(&mut self, depth: usize, label: &str, words: &[String]) {
        if words.is_empty() {
            return;
        }
        let (shown, left) = words.split_at(words.len().min(MOST_WORDS));
        let more = match left.len() {
            0 => String::new(),
            left => format!(" and {left} more"),
        };
        self.line(depth, &format!("{label:<7} {}{more}", shown.join(", ")));
    }

    fn universe(&mut self, universe: &[Text]) {
        self.line(0, &format!("universe: {}", universe.len()));
        for instance in universe {
            self.place(1, &instance.text, instance);
        }
        self.blank();
    }

    fn start(&mut self, start: &Start) {
        self.line(0, "start");
        self.now(start.now.as_ref());
        self.requirements("", &start.instances);
        self.requirements("not ", &start.unwanted);
        self.effect(1, "reads", &start.effects.reads);
        self.blank();
    }

    fn goal(&mut self, goal: &Goal) {
        self.line(0, "goal");
        if goal.broken_invariant {
            self.line(1, "an invariant of an initialized instance does not hold");
        }
        self.now(goal.now.as_ref());
        self.requirements("", &goal.wanted);
        self.requirements("not ", &goal.unwanted);
        self.effect(1, "reads", &goal.effects.reads);
        self.blank();
    }

    fn now(&mut self, now: Option<&String>) {
        if let Some(now) = now {
            self.line(1, &format!("now is {now}"));
        }
    }

    fn requirements(&mut self, label: &str, requirements: &[Requirement]) {
        for asked in requirements {
            let states = match asked.states.as_slice() {
                [] => String::new(),
                [one] => format!(" instate {one}"),
                several => format!(" instate {{{}}}", several.join(" ")),
            };
            self.place(1, &format!("{label}{}{states}", asked.of.text), &asked.of);
            for condition in &asked.conditions {
                self.place(2, &format!("with {}", condition.text), condition);
            }
        }
    }

    fn specification(&mut self, specification: &Specification) {
        let name = &specification.name;
        self.place(0, &format!("specification {}", name.text), name);
        for state in &specification.states {
            let initial = if state.initial { " (initial)" } else { "" };
            let last = if state.last { " (final)" } else { "" };
            let text = format!("state   {}{initial}{last}", state.name.text);
            self.place(1, &text, &state.name);
        }
        for field in &specification.fields {
            let kind = if field.key { "key" } else { "field" };
            self.place(1, &format!("{kind:<7} {}", variable(field)), &field.name);
        }
        for invariant in &specification.invariants {
            let name = &invariant.name;
            self.place(1, &format!("invariant {}", name.text), name);
            for condition in &invariant.conditions {
                self.place(2, &condition.text, condition);
            }
        }
        for event in &specification.events {
            self.event(event);
        }
        self.blank();
    }

    fn event(&mut self, event: &Event) {
        let params: Vec<String> = event.parameters.iter().map(variable).collect();
        let chosen = if event.begins_steps {
            ""
        } else {
            ", only as a partner"
        };
        let head = format!("event {}({}){chosen}", event.name.text, params.join(", "));
        self.place(1, &head, &event.name);
        self.list(2, "where", &event.configuration);
        self.labelled(2, "arrow", &event.moves);
        self.labelled(2, "guard", &event.guards);
        for group in &event.groups {
            self.list(2, "defines", &group.defines);
            for condition in &group.conditions {
                self.place(3, &condition.text, condition);
            }
        }
        self.labelled(2, "after", &event.next_guards);
        self.list(2, "keeps", &event.keeps);
        for sync in &event.syncs {
            let text = format!("sync    {}", sync.statement.text);
            self.place(2, &text, &sync.statement);
            for partner in &sync.partners {
                self.line(3, &format!("partner {partner}"));
            }
        }
        self.effects(2, &event.effects);
        if let Some(step) = &event.step {
            self.line(2, "with its partners");
            self.effects(3, step);
        }
    }

    /// What is read and written, without places: the lines above have them.
    fn effects(&mut self, depth: usize, effects: &Effects) {
        self.effect(depth, "tests", &effects.tests);
        self.effect(depth, "reads", &effects.reads);
        self.effect(depth, "new", &effects.next_reads);
        self.effect(depth, "writes", &effects.writes);
        self.effect(depth, "moves", &effects.participants);
    }

    /// Things that are told once, although several places may say them.
    fn effect(&mut self, depth: usize, label: &str, texts: &[Text]) {
        let mut words: Vec<String> = texts.iter().map(|text| text.text.clone()).collect();
        words.dedup();
        self.list(depth, label, &words);
    }

    fn render(&self) -> String {
        let widths = self.lines.iter().filter(|(_, place)| !place.is_empty());
        let widths = widths.map(|(text, _)| text.chars().count());
        let column = widths.filter(|width| *width <= WIDEST).max().unwrap_or(0);
        let mut page = String::new();
        for (text, place) in &self.lines {
            let width = column.max(text.chars().count());
            let padding = width - text.chars().count();
            // Writing to a string does not fail.
            let _ = if place.is_empty() {
                writeln!(page, "{text}")
            } else {
                writeln!(page, "{text}{:padding$}  {place}", "")
            };
        }
        page.truncate(page.trim_end().len());
        page.push('\n');
        page
    }
}

/// `balance: Money within {EUR 0.00}`
fn variable(field: &Field) -> String {
    let domain = field.domain.as_ref();
    let domain = domain.map_or_else(String::new, |domain| format!(" within {}", domain.text));
    format!("{}: {}{domain}", field.name.text, field.ty)
}
