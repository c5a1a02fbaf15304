//! Test modules.

use super::{Finding, fix};
use crate::diagnostics::Fix;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{self, AstNode};

pub(super) fn declare_state(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    declare(finding, "state")
}

pub(super) fn declare_domain(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    declare(finding, "domain")
}

fn declare(finding: &Finding<'_>, what: &str) -> Option<Vec<Fix>> {
    finding.node(&[SyntaxKind::NAME_REF])?;
    let name = finding.name();
    let declaration = format!("{what} {name} {{\n}}");
    let edit = finding.text().add_declaration(&declaration);
    let title = format!("declare the {what} `{name}`");
    Some(vec![fix(title, vec![edit])])
}

/// As many instances as there are `- one with`.
pub(super) fn raise_number(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let node = ast::InstanceSetup::cast(finding.node(&[SyntaxKind::INSTANCE_SETUP])?)?;
    let count = node.one_with_clauses().count();
    let text = finding.text();
    let edit = match node.int_token() {
        Some(number) => text.replace(number.text_range(), count.to_string()),
        None if node.not_token().is_none() => {
            let start = finding.diagnostic.primary.span.range().start();
            text.insert(start, format!("{count} "))
        }
        None => return None,
    };
    Some(vec![fix(format!("make it {count} instances"), vec![edit])])
}

pub(super) fn remove_instances(finding: &Finding<'_>) -> Option<Vec<Fix>> {
    let node = finding.node(&[SyntaxKind::INSTANCE_SETUP])?;
    let removal = finding.text().remove(&node);
    Some(vec![fix("remove the statement", vec![removal])])
}
