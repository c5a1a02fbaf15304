//! What an event needs and does, and where a state lies in its life cycle.

use rustc_hash::FxHashSet;

use super::Project;
use super::trees::one_line;
use crate::diagnostics::Span;
use crate::semantics::specification::{Event, EventId, SpecId, Specification, StateId, Transition};

/// Guards, syncs and transitions of an event, in Markdown.
pub(super) fn behaviour_of(project: &Project, event: Span) -> Option<String> {
    let users = listings(project, event);
    let (.., first) = users.first()?;
    let mut lines = Vec::new();
    for guard in &first.preconditions {
        lines.push(format!("- needs `{}`", shown(project, guard.span)));
    }
    for sync in &first.syncs {
        lines.push(format!("- syncs with `{}`", shown(project, sync.span)));
    }
    for (spec, spec_id, id, _) in &users {
        let targets = arrows(project, *spec_id, *id);
        if !targets.is_empty() {
            lines.push(format!("- {}: {}", spec.name.text, targets.join(", ")));
        }
    }
    (!lines.is_empty()).then(|| lines.join("\n"))
}

/// The specifications that list an event, with what it is there.
pub(super) fn listings(
    project: &Project,
    event: Span,
) -> Vec<(&Specification, SpecId, EventId, &Event)> {
    project.index().listings(project.program(), event)
}

/// The text at a place, on one line and without its semicolon.
fn shown(project: &Project, span: Span) -> String {
    let text = one_line(project.sources().text_at(span));
    text.trim_end_matches(';').to_owned()
}

/// The transitions of an event as `from → to`, each once.
pub(super) fn arrows(project: &Project, id: SpecId, event: EventId) -> Vec<String> {
    let program = project.program();
    let spec = program.spec(id);
    let name = |state: StateId| &spec.states[state.index()].name.text;
    let mut arrows: Vec<String> = Vec::new();
    for transition in project.index().transitions(program, id, event) {
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

/// As many events as somebody reads.
const MOST: usize = 20;

/// The names of the events of some transitions, each once.
fn events(spec: &Specification, is_meant: impl Fn(&Transition) -> bool) -> String {
    let mut seen: FxHashSet<EventId> = FxHashSet::default();
    let meant = spec.transitions.iter().filter(|it| is_meant(it));
    let meant = meant.filter(|it| seen.insert(it.event));
    let all: Vec<EventId> = meant.map(|it| it.event).collect();
    let name = |id: &EventId| format!("`{}`", spec.events[id.index()].name.text);
    let names: Vec<String> = all.iter().take(MOST).map(name).collect();
    let names = names.join(", ");
    match all.len().saturating_sub(MOST) {
        0 => names,
        others => format!("{names} and {others} others"),
    }
}
