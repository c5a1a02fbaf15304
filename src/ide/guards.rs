//! What an event needs and does, and where a state lies in its life cycle.

use super::Project;
use super::trees::one_line;
use crate::diagnostics::Span;
use crate::semantics::specification::{Event, EventId, Specification, StateId, Transition};

/// Guards, syncs and transitions of an event, in Markdown.
pub(super) fn behaviour_of(project: &Project, event: Span) -> Option<String> {
    let users = listings(project, event);
    let (_, _, first) = users.first()?;
    let mut lines = Vec::new();
    for guard in &first.preconditions {
        lines.push(format!("- needs `{}`", shown(project, guard.span)));
    }
    for sync in &first.syncs {
        lines.push(format!("- syncs with `{}`", shown(project, sync.span)));
    }
    for (spec, id, _) in &users {
        let targets = arrows(spec, |transition| transition.event == *id);
        if !targets.is_empty() {
            lines.push(format!("- {}: {}", spec.name.text, targets.join(", ")));
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The specifications that list an event, with what it is there.
pub(super) fn listings(project: &Project, event: Span) -> Vec<(&Specification, EventId, &Event)> {
    let mut found = Vec::new();
    for spec in &project.program().specifications {
        for (index, known) in spec.events.iter().enumerate() {
            if known.name.span == event {
                found.push((spec, EventId::at(index), known));
            }
        }
    }
    found
}

/// The text at a place, on one line and without its semicolon.
fn shown(project: &Project, span: Span) -> String {
    let text = one_line(project.sources().text_at(span));
    text.trim_end_matches(';').to_owned()
}

/// Transitions as `from → to`, each once.
pub(super) fn arrows(spec: &Specification, is_meant: impl Fn(&Transition) -> bool) -> Vec<String> {
    let name = |state: StateId| &spec.states[state.index()].name.text;
    let mut arrows: Vec<String> = Vec::new();
    for transition in spec.transitions.iter().filter(|it| is_meant(it)) {
        let arrow = format!("{} → {}", name(transition.from), name(transition.to));
        if !arrows.contains(&arrow) {
            arrows.push(arrow);
        }
    }
    arrows
}

/// The events that lead to a state and away from it, in Markdown.
pub(super) fn lifecycle_of(project: &Project, state: Span) -> Option<String> {
    let specs = project.program().specifications.iter();
    let mut lines = Vec::new();
    for spec in specs {
        let states = spec.states.iter();
        let Some(index) = states.map(|it| it.name.span).position(|it| it == state) else {
            continue;
        };
        let id = StateId::at(index);
        let into = events(spec, |it| it.to == id && it.from != id);
        let within = events(spec, |it| it.to == id && it.from == id);
        let out = events(spec, |it| it.from == id && it.to != id);
        let parts = [
            ("entered by", into),
            ("stays with", within),
            ("left by", out),
        ];
        let parts = parts.iter().filter(|(_, events)| !events.is_empty());
        let parts: Vec<String> = parts.map(|(how, who)| format!("{how} {who}")).collect();
        if !parts.is_empty() {
            lines.push(format!("- {}: {}", spec.name.text, parts.join("; ")));
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn events(spec: &Specification, is_meant: impl Fn(&Transition) -> bool) -> String {
    let mut names: Vec<String> = Vec::new();
    for transition in spec.transitions.iter().filter(|it| is_meant(it)) {
        let name = format!("`{}`", spec.events[transition.event.index()].name.text);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join(", ")
}
