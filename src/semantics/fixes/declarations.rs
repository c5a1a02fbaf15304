//! Declarations that are missing, superfluous or said otherwise elsewhere.

use super::{Finding, fix};
use crate::diagnostics::{Edit, Fix, Span};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxNode, trimmed_range};

/// What can be removed as a whole.
const REMOVABLE: &[SyntaxKind] = &[
    SyntaxKind::FIELD,
    SyntaxKind::EVENT_REF,
    SyntaxKind::INVARIANT_REF,
    SyntaxKind::CONFIG_ARG,
    SyntaxKind::CASE_ARM,
    SyntaxKind::NOW_SETUP,
    SyntaxKind::DOMAIN_ENTRY,
    SyntaxKind::PARAM,
    SyntaxKind::SPECIFICATION,
    SyntaxKind::EVENT_DEF,
    SyntaxKind::FUNCTION_DEF,
    SyntaxKind::INVARIANT_DEF,
    SyntaxKind::STATE_SETUP,
    SyntaxKind::DOMAIN,
];

impl Finding<'_> {
    /// Removes what is declared or listed at a place. Without a parameter, calls would have an argument too many.
    fn removal(&self, place: Span) -> Option<Edit> {
        let node = self.texts.node(place, REMOVABLE)?;
        let text = self.text_of(place);
        match node.kind() {
            SyntaxKind::PARAM => None,
            SyntaxKind::CONFIG_ARG => Some(text.remove_from_list(&node)),
            _ => Some(text.remove(&node)),
        }
    }
}

/// Removes one of two that are the same.
pub(super) fn remove_one(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let this = finding.removal(finding.diagnostic.primary.span)?;
    let mut fixes = vec![fix("remove this one", vec![this])];
    let other = finding.other_place();
    if let Some(other) = other.and_then(|place| finding.removal(place)) {
        fixes.push(fix("remove the other one", vec![other]));
    }
    Some(fixes)
}

/// Removes a declaration that nothing uses.
pub(super) fn remove_declaration(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let removal = finding.removal(finding.diagnostic.primary.span)?;
    let title = format!("remove `{}`", finding.name());
    Some(vec![fix(title, vec![removal])])
}

pub(super) fn remove_import(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let import = finding.node(&[SyntaxKind::IMPORT])?;
    let removal = finding.text().remove(&import);
    Some(vec![fix("remove the import", vec![removal])])
}

/// Moves an import up that stands behind other declarations.
pub(super) fn move_import(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let import = finding.node(&[SyntaxKind::IMPORT])?;
    let starts_it =
        trimmed_range(&import).start() == finding.diagnostic.primary.span.range().start();
    let before = import.parent()?.children();
    let head =
        before.take_while(|it| matches!(it.kind(), SyntaxKind::MODULE_HEADER | SyntaxKind::IMPORT));
    let last = head.filter(|it| *it != import).last()?;
    let text = finding.text();
    let gap = match last.kind() {
        SyntaxKind::IMPORT => 1,
        _ => 2,
    };
    let moved = format!("{}{}", text.line_break().repeat(gap), one_line(&import));
    let edits = vec![
        text.insert(trimmed_range(&last).end(), moved),
        text.remove(&import),
    ];
    starts_it.then(|| vec![fix("move the import up", edits)])
}

pub(super) fn define_event(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let listed = ast::EventRef::cast(finding.node(&[SyntaxKind::EVENT_REF])?)?;
    let has_arguments = listed.config_arg_list()?.config_args().next().is_some();
    let declaration = format!("event {}() {{\n}}", finding.name());
    (!has_arguments).then(|| define(finding, "event", &declaration))?
}

pub(super) fn define_invariant(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let declaration = format!("invariant {} {{\n}}", finding.name());
    define(finding, "invariant", &declaration)
}

/// Adds a declaration, unless the name is one of another module.
fn define(finding: &Finding<'_>, what: &str, declaration: &str) -> Option<Vec<Fix>> {
    let name = finding.name();
    let edit = finding.text().add_declaration(declaration);
    let is_simple = !name.contains('.');
    is_simple.then(|| vec![fix(format!("define the {what} `{name}`"), vec![edit])])
}

pub(super) fn remove_key(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let field = ast::Field::cast(finding.node(&[SyntaxKind::FIELD])?)?;
    let key = field.annotations().find(|it| it.key_token().is_some())?;
    let removal = finding.text().remove(key.syntax());
    Some(vec![fix("remove `@key`", vec![removal])])
}

/// Any `extends` of a circle can go.
pub(super) fn remove_extends(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let others = finding.diagnostic.secondary.iter().map(|label| label.span);
    let places = std::iter::once(finding.diagnostic.primary.span).chain(others);
    let removals = places.filter_map(|place| {
        let extends = finding.texts.node(place, &[SyntaxKind::EXTENDS])?;
        let title = format!("remove `{}`", one_line(&extends));
        Some(fix(title, vec![finding.text_of(place).remove(&extends)]))
    });
    Some(removals.collect()).filter(|fixes: &Vec<Fix>| !fixes.is_empty())
}

fn one_line(node: &SyntaxNode) -> String {
    let text = node.text().to_string();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A field has the type that it is inherited with.
pub(super) fn declare_as_inherited(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let own = finding.node(&[SyntaxKind::FIELD])?;
    let removal = finding.text().remove(&own);
    let inherited = finding
        .texts
        .node(finding.other_place()?, &[SyntaxKind::FIELD])?;
    let inherited = one_line(ast::Field::cast(inherited)?.ty()?.syntax());
    let range = trimmed_range(ast::Field::cast(own)?.ty()?.syntax());
    let declared = finding.text().replace(range, inherited.clone());
    Some(vec![
        fix(format!("declare it as `{inherited}`"), vec![declared]),
        fix("leave it out", vec![removal]),
    ])
}

pub(super) fn make_external(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let spec = ast::Specification::cast(finding.node(&[SyntaxKind::SPECIFICATION])?)?;
    let keyword = spec.specification_token()?.text_range().start();
    let edit = finding.text().insert(keyword, "external ");
    let title = format!("make `{}` external", spec.type_name_token()?.text());
    let is_plain = spec.modifier_token().is_none();
    is_plain.then(|| vec![fix(title, vec![edit])])
}

pub(super) fn remove_internal(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let listed = ast::EventRef::cast(finding.node(&[SyntaxKind::EVENT_REF])?)?;
    let removal = finding.text().remove_word(&listed.internal_token()?);
    Some(vec![fix("remove `internal`", vec![removal])])
}

/// Removes a parameter, unless something hands in a value for it.
pub(super) fn remove_parameter(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let param = finding.node(&[SyntaxKind::PARAM])?;
    let owner = finding.node(&[SyntaxKind::EVENT_DEF, SyntaxKind::FUNCTION_DEF])?;
    let path = owner.children().find_map(ast::Path::cast)?.last_segment()?;
    let in_list = param.parent()?.kind();
    let takes_value: fn(&str, &str) -> bool = match (owner.kind(), in_list) {
        (SyntaxKind::EVENT_DEF, SyntaxKind::PARAM_LIST) => {
            |_, behind| behind.trim_start().starts_with(['(', '.'])
        }
        (SyntaxKind::EVENT_DEF, _) => |_, behind| {
            let arguments = behind.trim_start().strip_prefix('[');
            arguments.is_some_and(|rest| !rest.trim_start().starts_with(']'))
        },
        _ => |_, _| true,
    };
    let declared = Span::new(finding.file(), path.text_range());
    if finding.texts.has_word(path.text(), declared, takes_value) {
        return None;
    }
    let list = param.parent()?;
    let is_alone = list.children().count() == 1;
    let removal = if is_alone && in_list == SyntaxKind::CONFIG_PARAM_LIST {
        finding.text().remove(&list)
    } else {
        finding.text().remove_from_list(&param)
    };
    Some(vec![fix(
        format!("remove `{}`", finding.name()),
        vec![removal],
    )])
}
