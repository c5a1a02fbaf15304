//! Runs as sequence diagrams of Mermaid: who calls whom, and notes on what changed.

use std::fmt::Write;

use super::telling::{Telling, instance_name};
use super::trace_text::what_follows;
use crate::model::run::{Rest, Step};
use crate::model::{InstanceId, Model, State};
use crate::outcome::Witness;

/// So many instances are drawn of a run without steps.
const MOST_WITHOUT_STEPS: usize = 10;

/// Diagrams as one document: a single one as it is; several as Markdown, because a file of Mermaid holds only one.
pub fn document(diagrams: &[String]) -> String {
    match diagrams {
        [only] => only.clone(),
        several => {
            let blocks = several.iter().map(|it| format!("```mermaid\n{it}```\n"));
            blocks.collect::<Vec<_>>().join("\n")
        }
    }
}

/// A run as a diagram below a title.
pub fn render(model: &Model<'_>, witness: &Witness, title: &str) -> String {
    let mut telling = Telling::new(model, witness);
    let participants = participants(model, witness);
    // Writing to a string does not fail.
    let mut text = String::from("sequenceDiagram\n");
    line(&mut text, &format!("title {}", escaped(title)));
    if !witness.steps.is_empty() {
        line(&mut text, "actor env as environment");
    }
    for id in &participants {
        let name = escaped(&instance_name(model, *id));
        line(&mut text, &format!("participant {} as {name}", handle(*id)));
    }
    for id in &participants {
        note(&mut text, *id, &[telling.at_start(&witness.start, *id)]);
    }
    let mut current = &witness.start;
    for (index, (step, next)) in witness.steps.iter().enumerate() {
        if witness.rest == Rest::Loop(index) {
            line(&mut text, "loop for ever");
        }
        draw_step(&mut text, &mut telling, step, current, next);
        current = next;
    }
    if let Rest::Loop(back) = witness.rest
        && back < witness.steps.len()
    {
        line(&mut text, "end");
    }
    if witness.rest == Rest::End {
        let told = what_follows(witness.rest).unwrap_or_default();
        let over: Vec<String> = match participants.as_slice() {
            [first, .., last] => vec![handle(*first), handle(*last)],
            few => few.iter().map(|id| handle(*id)).collect(),
        };
        line(&mut text, &format!("Note over {}: {told}", over.join(",")));
    }
    text
}

fn line(text: &mut String, line: &str) {
    let _ = writeln!(text, "    {line}");
}

fn note(text: &mut String, id: InstanceId, lines: &[String]) {
    let lines: Vec<String> = lines.iter().map(|it| escaped(it)).collect();
    let lines = lines.join("<br/>");
    line(text, &format!("Note over {}: {lines}", handle(id)));
}

/// Those that take an event, in the order in which they first do; without any, the first ones there are.
fn participants(model: &Model<'_>, witness: &Witness) -> Vec<InstanceId> {
    let mut participants = Vec::new();
    for (step, _) in &witness.steps {
        for occurrence in &step.occurrences {
            if !participants.contains(&occurrence.instance) {
                participants.push(occurrence.instance);
            }
        }
    }
    if participants.is_empty() {
        let all = model.universe.iter().map(|(id, _)| id);
        participants.extend(all.take(MOST_WITHOUT_STEPS));
    }
    participants
}

fn draw_step(
    text: &mut String,
    telling: &mut Telling<'_>,
    step: &Step,
    current: &State,
    next: &State,
) {
    for (at, occurrence) in step.occurrences.iter().enumerate() {
        let caller = step.callers[at].map(|caller| step.occurrences[caller].instance);
        let caller = caller.map_or_else(|| "env".to_owned(), handle);
        let call = escaped(&telling.call(occurrence));
        let callee = handle(occurrence.instance);
        line(text, &format!("{caller}->>{callee}: {call}"));
        let mut changes = telling.changes(occurrence, current, next);
        if at == 0 {
            changes.extend(telling.time(current, next));
        }
        if !changes.is_empty() {
            note(text, occurrence.instance, &changes);
        }
    }
}

/// What an instance is called within the diagram, where its name could be anything.
fn handle(id: InstanceId) -> String {
    format!("i{}", id.0)
}

/// Text that means nothing to Mermaid: what could end a line, begin a comment or be taken for markup is written as a
/// number.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '#' | ';' | '<' | '&' | '"' | '%' => {
                let _ = write!(escaped, "#{};", u32::from(c));
            }
            _ if c.is_control() => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn what_mermaid_could_take_for_its_own_is_written_as_numbers() {
        assert_eq!(escaped("a -> \"b;\n#\""), "a -> #34;b#59; #35;#34;");
        assert_eq!(escaped("Account[1], 5%"), "Account[1], 5#37;");
    }
}
