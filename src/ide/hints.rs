//! Words that are shown between those of the text: configuration values, and where events lead.

use rowan::NodeOrToken;

use super::database::go_on;
use super::guards::arrows;
use super::trees::{elements_in, line_of, trimmed};
use super::{Project, Spot, Stale, Stop};
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
pub fn hints(spot: &Spot, within: TextRange, stop: &Stop<'_>) -> Result<Vec<Hint>, Stale> {
    let Some(root) = spot.root() else {
        return Ok(Vec::new());
    };
    let mut hints = Vec::new();
    // Texts may be long, and only a part of them is on the screen.
    for node in elements_in(&root, within).filter_map(NodeOrToken::into_node) {
        go_on(stop)?;
        if let Some(event) = ast::EventRef::cast(node.clone()) {
            hints.extend(default_values(spot, &event));
            hints.extend(lifecycle(spot, &event));
        } else if let Some(sync) = ast::SyncStmt::cast(node) {
            hints.extend(targets(spot, &sync));
        }
    }
    add_values(spot, within, stop, &mut hints)?;
    hints.retain(|hint| within.contains_inclusive(hint.offset));
    hints.sort_by_key(|hint| hint.offset);
    Ok(hints)
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
    let (spec, event_id) = spot.project.index().listed_at(place)?;
    let arrows = arrows(&spot.project, spec, event_id);
    (!arrows.is_empty()).then(|| Hint {
        offset: trimmed(event.syntax()).end(),
        label: format!(" {}", arrows.join(", ")),
        tooltip: "where the event leads",
    })
}

/// The states that the partner of a sync comes to, behind its arguments.
fn targets(spot: &Spot, node: &ast::SyncStmt) -> Option<Hint> {
    let place = spot.span(trimmed(node.syntax()));
    let (program, index) = (spot.project.program(), spot.project.index());
    let sync = index.sync_at(program, place)?;
    let partner = program.spec(sync.spec);
    let mut states: Vec<&str> = Vec::new();
    for transition in index.transitions(program, sync.spec, sync.event) {
        let name = state_name(partner, transition.to);
        if !states.contains(&name) {
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

/// Adds the values of configuration parameters, behind their names in the bodies of events.
fn add_values(
    spot: &Spot,
    within: TextRange,
    stop: &Stop<'_>,
    hints: &mut Vec<Hint>,
) -> Result<(), Stale> {
    let names = spot.names_in(within).iter();
    let names = names.filter(|it| it.kind == NameKind::Configuration && !it.is_declaration());
    for name in names {
        go_on(stop)?;
        let value = value_at(&spot.project, name.span, name.declaration);
        hints.extend(value.map(|value| Hint {
            offset: name.span.range().end(),
            label: format!(" = {value}"),
            tooltip: "the value that every specification gives",
        }));
    }
    Ok(())
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
    let values = users.iter().map(|(.., it)| {
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
