//! Words that are shown between those of the text: configuration values, and where events lead.

use super::guards::arrows;
use super::trees::{line_of, trimmed};
use super::{Project, Spot};
use crate::diagnostics::Span;
use crate::semantics::occurrences::NameKind;
use crate::semantics::specification::{Specification, StateId};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{TextRange, TextSize};

/// A word between those of the text.
#[derive(Debug, PartialEq, Eq)]
pub struct Hint {
    /// Before what it stands.
    pub offset: TextSize,
    /// The word.
    pub label: String,
    /// What it means.
    pub tooltip: &'static str,
}

/// The hints of a part of a text, in order.
pub fn hints(spot: &Spot, within: TextRange) -> Vec<Hint> {
    let Some(root) = spot.root() else {
        return Vec::new();
    };
    let mut hints = Vec::new();
    // Texts may be long, and only a part of them is on the screen.
    let items = root.children();
    let items = items.filter(|it| it.text_range().intersect(within).is_some());
    for node in items.flat_map(|item| item.descendants()) {
        if let Some(event) = ast::EventRef::cast(node.clone()) {
            hints.extend(default_values(spot, &event));
            hints.extend(lifecycle(spot, &event));
        } else if let Some(sync) = ast::SyncStmt::cast(node) {
            hints.extend(targets(spot, &sync));
        }
    }
    hints.extend(values(spot, within));
    hints.retain(|hint| within.contains_inclusive(hint.offset));
    hints.sort_by_key(|hint| hint.offset);
    hints
}

/// The default values that a listed event takes, before the bracket that closes its configuration.
fn default_values(spot: &Spot, event: &ast::EventRef) -> Option<Hint> {
    let list = event.config_arg_list()?;
    let name = event.path()?.last_segment()?;
    let declared = spot.names_at(name.text_range().start()).first()?;
    let node = super::trees::declaration(&spot.project, declared.declaration)?;
    let params = ast::EventDef::cast(node)?.config_param_list()?.params();
    let given: Vec<String> = list
        .config_args()
        .filter_map(|it| Some(it.ident_token()?.text().to_owned()))
        .collect();
    let taken = params.filter_map(|param| {
        let name = param.ident_token()?;
        let default = line_of(param.default()?.syntax());
        let is_given = given.iter().any(|it| it == name.text());
        (!is_given).then(|| format!("{} = {default}", name.text()))
    });
    let taken: Vec<String> = taken.collect();
    let comma = if given.is_empty() { "" } else { ", " };
    (!taken.is_empty()).then(|| Hint {
        offset: trimmed(list.syntax()).end() - TextSize::from(1),
        label: format!("{comma}{}", taken.join(", ")),
        tooltip: "default values that the event takes here",
    })
}

/// Where a listed event leads, behind it.
fn lifecycle(spot: &Spot, event: &ast::EventRef) -> Option<Hint> {
    let name = event.path()?.last_segment()?;
    let place = spot.span(name.text_range());
    let specs = &spot.project.program().specifications;
    let (spec, index) = specs.iter().find_map(|spec| {
        let listed = spec.events.iter().position(|it| it.listed == place)?;
        Some((spec, listed))
    })?;
    let arrows = arrows(spec, |it| it.event.index() == index);
    (!arrows.is_empty()).then(|| Hint {
        offset: trimmed(event.syntax()).end(),
        label: format!(" {}", arrows.join(", ")),
        tooltip: "where the event leads",
    })
}

/// The states that the partner of a sync comes to, behind its arguments.
fn targets(spot: &Spot, node: &ast::SyncStmt) -> Option<Hint> {
    let place = spot.span(trimmed(node.syntax()));
    let program = spot.project.program();
    let events = program.specifications.iter().flat_map(|it| &it.events);
    let mut syncs = events.flat_map(|it| &it.syncs);
    let sync = syncs.find(|it| place.contains(it.span) || it.span.contains(place))?;
    let partner = program.spec(sync.spec);
    let mut states: Vec<&str> = Vec::new();
    for transition in &partner.transitions {
        let name = state_name(partner, transition.to);
        if transition.event == sync.event && !states.contains(&name) {
            states.push(name);
        }
    }
    (!states.is_empty() && !sync.negated).then_some(())?;
    Some(Hint {
        offset: trimmed(node.arg_list()?.syntax()).end(),
        label: format!(" → {}", states.join(" | ")),
        tooltip: "the state that the partner comes to",
    })
}

fn state_name(spec: &Specification, state: StateId) -> &str {
    &spec.states[state.index()].name.text
}

/// The values of configuration parameters, behind their names in the bodies of events.
fn values(spot: &Spot, within: TextRange) -> Vec<Hint> {
    let names = spot.project.occurrences_in(spot.file).iter();
    let names = names.filter(|it| within.contains_range(it.span.range()));
    let names = names.filter(|it| it.kind == NameKind::Configuration && !it.is_declaration());
    let hints = names.filter_map(|name| {
        let value = value_at(&spot.project, name.span, name.declaration)?;
        Some(Hint {
            offset: name.span.range().end(),
            label: format!(" = {value}"),
            tooltip: "the value that every specification gives",
        })
    });
    hints.collect()
}

/// The one value that a configuration parameter has, as it is written, where a body names it.
fn value_at(project: &Project, place: Span, declaration: Span) -> Option<String> {
    let node = super::trees::declaration(project, declaration)?;
    let param = ast::Param::cast(node.clone())?;
    let event = node.ancestors().find_map(ast::EventDef::cast)?;
    let whole = event.syntax().text_range();
    let is_in_body = place.file == declaration.file && whole.contains_range(place.range());
    let is_in_list = event
        .config_param_list()
        .is_some_and(|list| list.syntax().text_range().contains_range(place.range()));
    if !is_in_body || is_in_list {
        return None;
    }
    let default = param.default().map(|it| line_of(it.syntax()));
    let name = event.path()?.last_segment()?;
    let event_name = Span::new(declaration.file, name.text_range());
    let mut values = given_values(
        project,
        event_name,
        param.ident_token()?.text(),
        default.as_deref(),
    );
    values.sort();
    values.dedup();
    match values.as_slice() {
        [only] => only.clone(),
        _ => None,
    }
}

/// The values that all specifications which list an event give to a parameter.
fn given_values(
    project: &Project,
    event: Span,
    param: &str,
    default: Option<&str>,
) -> Vec<Option<String>> {
    let users = super::guards::listings(project, event);
    let values = users.iter().map(|(_, _, it)| {
        let node = super::trees::declaration(project, it.listed)?;
        let list = ast::EventRef::cast(node)?.config_arg_list()?;
        let mut arguments = list.config_args();
        let given = arguments.find(|it| it.ident_token().is_some_and(|it| it.text() == param));
        let given = given.and_then(|it| it.expr());
        given
            .map(|it| line_of(it.syntax()))
            .or(default.map(str::to_owned))
    });
    values.collect()
}
