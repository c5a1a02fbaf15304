//! Life cycles and the events that they name.

use super::{Finding, fix};
use crate::diagnostics::{Edit, Fix, Span};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxNode, trimmed_range};

impl Finding<'_> {
    fn specification(&self) -> Option<ast::Specification> {
        ast::Specification::cast(self.node(&[SyntaxKind::SPECIFICATION])?)
    }

    fn life_cycle(&self) -> Option<SyntaxNode> {
        self.node(&[SyntaxKind::LIFE_CYCLE])
    }

    /// The entry of a state at a place.
    fn entry(&self, place: Span) -> Option<ast::StateFrom> {
        ast::StateFrom::cast(self.texts.node(place, &[SyntaxKind::STATE_FROM])?)
    }

    /// Whether a module can name an event without more imports.
    fn sees_event(&self, name: &str) -> bool {
        let Some(own) = self.texts.modules.get(&self.file()) else {
            return false;
        };
        let imported = own.imports.iter().filter_map(|import| import.target);
        let imported = imported.filter_map(|at| self.texts.in_order.get(at));
        let mut visible = imported.chain([*own]);
        visible.any(|module| {
            if !self.texts.may_search(module.file) {
                return false;
            }
            let items = module.parse.root();
            let mut events = items.children().filter_map(ast::EventDef::cast);
            events.any(|event| {
                let last = event.path().and_then(|path| path.last_segment());
                last.is_some_and(|token| token.text() == name)
            })
        })
    }
}

/// Lists an event that a life cycle names.
pub(super) fn list_event(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let name = finding.name();
    if !finding.sees_event(name) {
        return None;
    }
    let spec = finding.specification()?;
    let mut members = spec.syntax().children();
    let text = finding.text();
    let edit = match members.find(|it| it.kind() == SyntaxKind::EVENT_BLOCK) {
        Some(events) => text.add_last(&events, &format!("{name}[]"))?,
        None => text.add_last(spec.syntax(), &format!("events {{\n    {name}[]\n}}"))?,
    };
    Some(vec![fix(
        format!("list `{name}[]` under `events`"),
        vec![edit],
    )])
}

/// Adds the entry of a state that an arrow leads to.
pub(super) fn add_state(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let name = finding.name();
    let entries = [name.to_owned(), format!("final {name}")];
    entries
        .into_iter()
        .map(|entry| add_entry(finding, &entry))
        .collect()
}

fn add_entry(finding: &Finding<'_>, entry: &str) -> Option<Fix> {
    let edit = finding.text().add_last(&finding.life_cycle()?, entry)?;
    Some(fix(format!("add `{entry}`"), vec![edit]))
}

/// Takes an event from the list, unless something outside of the specification names it.
pub(super) fn remove_event(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let listed = finding.node(&[SyntaxKind::EVENT_REF])?;
    let place = finding.diagnostic.primary.span;
    let is_named = |before: &str, _: &str| before.ends_with('.');
    if finding.texts.has_word(finding.name(), place, is_named) {
        return None;
    }
    let removal = finding.text().remove(&listed);
    let title = format!("remove `{}` from `events`", finding.name());
    Some(vec![fix(title, vec![removal])])
}

/// Removes a state that nothing else names.
pub(super) fn remove_state(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let entry = finding.node(&[SyntaxKind::STATE_FROM])?;
    let whole = Span::new(finding.file(), trimmed_range(&entry));
    if finding.texts.has_word(finding.name(), whole, |_, _| true) {
        return None;
    }
    let removal = finding.text().remove(&entry);
    Some(vec![fix(
        format!("remove `{}`", finding.name()),
        vec![removal],
    )])
}

/// Instances can start in any state that is not marked otherwise.
pub(super) fn mark_initial(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    const SHOWN: usize = 5;
    let spec = finding.specification()?;
    let cycles = spec.syntax().children().filter_map(ast::LifeCycle::cast);
    let entries = cycles.flat_map(|cycle| cycle.state_froms());
    let plain = entries.filter(|entry| entry.modifier_token().is_none());
    let fixes = plain.filter_map(|entry| {
        let name = entry.ident_token()?;
        let edit = finding.text().insert(name.text_range().start(), "initial ");
        Some(fix(format!("write `initial {}`", name.text()), vec![edit]))
    });
    Some(fixes.take(SHOWN).collect())
}

/// Only one of two states is initial.
pub(super) fn keep_one_initial(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let place = finding.diagnostic.primary.span;
    let other = finding.other_place()?;
    let mut fixes = vec![unmark(finding, place)?];
    let spec = finding.specification()?;
    let is_own =
        other.file == place.file && spec.syntax().text_range().contains_range(other.range());
    if is_own {
        fixes.push(unmark(finding, other)?);
    } else {
        fixes.push(add_entry(finding, finding.texts.sources.text_at(other))?);
    }
    Some(fixes)
}

/// Takes the mark from the state at a place.
fn unmark(finding: &Finding<'_>, place: Span) -> Option<Fix> {
    let entry = finding.entry(place)?;
    let word = entry.modifier_token()?;
    let title = format!(
        "remove `{}` from `{}`",
        word.text(),
        entry.ident_token()?.text()
    );
    let text = finding.text_of(place);
    Some(fix(title, vec![text.remove_word(&word)]))
}

/// A final state cannot be left: it is not final, or there is no arrow.
pub(super) fn open_or_close(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let unmarked = unmark(finding, finding.other_place()?)?;
    let mut fixes = vec![unmarked];
    let event = finding.node(&[SyntaxKind::NAME_REF])?;
    let entry = finding.entry(finding.diagnostic.primary.span)?;
    let arrows = entry.state_tos().flat_map(|arrow| arrow.name_refs());
    if arrows.count() == 1 {
        fixes.push(fix(
            "remove the arrow",
            vec![arrow_removal(finding, &event)?],
        ));
    }
    Some(fixes)
}

/// Removes an event from an arrow, and the arrow with its last one.
fn arrow_removal(finding: &Finding<'_>, event: &SyntaxNode) -> Option<Edit> {
    let arrow = ast::StateTo::cast(event.parent()?)?;
    let text = finding.text();
    Some(if arrow.name_refs().count() == 1 {
        text.remove(arrow.syntax())
    } else {
        text.remove_from_list(event)
    })
}

pub(super) fn remove_arrow(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let event = finding.node(&[SyntaxKind::NAME_REF])?;
    let removal = arrow_removal(finding, &event)?;
    Some(vec![fix("remove this one", vec![removal])])
}

/// Puts the arrows of two entries for one state in the first.
pub(super) fn merge_states(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let second = finding.entry(finding.diagnostic.primary.span)?;
    let first = finding.entry(finding.other_place()?)?;
    if second.modifier_token().is_some() || finding.other_place()?.file != finding.file() {
        return None;
    }
    let text = finding.text();
    let name = second.ident_token()?;
    let end = trimmed_range(second.syntax()).end();
    let arrows = &text.text[name.text_range().end().into()..end.into()];
    let at = trimmed_range(first.syntax()).end();
    let edits = vec![text.insert(at, arrows), text.remove(second.syntax())];
    Some(vec![fix(
        format!("put all arrows of `{}` in one place", name.text()),
        edits,
    )])
}
