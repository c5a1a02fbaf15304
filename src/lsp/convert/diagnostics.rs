//! Diagnostics and their fixes.

use std::collections::HashMap;

use gen_lsp_types as lsp;

use super::Places;
use crate::diagnostics::{Code, Diagnostic, Fix, Label, Severity, codes};
use crate::ide::actions::Mending;

/// What the addresses of explanations begin with.
const EXPLANATIONS: &str = "fretsaw://explain/";

pub(in crate::lsp) fn diagnostic(places: Places<'_>, diagnostic: &Diagnostic) -> lsp::Diagnostic {
    let related = diagnostic.secondary.iter();
    let related = related.map(|label| related_information(places, label));
    lsp::Diagnostic {
        range: places.range(diagnostic.primary.span),
        severity: Some(severity(diagnostic.severity)),
        code: Some(lsp::Code::String(diagnostic.code.id.to_owned())),
        code_description: Some(lsp::CodeDescription {
            href: explanation_uri(diagnostic.code),
        }),
        source: Some("fretsaw".to_owned()),
        message: lsp::Message::String(message(diagnostic)),
        tags: tags(diagnostic.code),
        related_information: Some(related.collect()),
        data: None,
    }
}

/// An editor shows one text: what is wrong, what is to be said of the place, and what to do.
fn message(diagnostic: &Diagnostic) -> String {
    let mut message = diagnostic.message.clone();
    if !diagnostic.primary.text.is_empty() {
        message.push_str(": ");
        message.push_str(&diagnostic.primary.text);
    }
    if let Some(help) = &diagnostic.help {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    message
}

fn severity(severity: Severity) -> lsp::DiagnosticSeverity {
    match severity {
        Severity::Error => lsp::DiagnosticSeverity::Error,
        Severity::Warning => lsp::DiagnosticSeverity::Warning,
        Severity::Note => lsp::DiagnosticSeverity::Information,
    }
}

/// What nothing uses is shown faded.
fn tags(code: &Code) -> Option<Vec<lsp::DiagnosticTag>> {
    let is_unused = codes::unused::ALL.contains(&code);
    is_unused.then(|| vec![lsp::DiagnosticTag::Unnecessary])
}

fn related_information(places: Places<'_>, label: &Label) -> lsp::DiagnosticRelatedInformation {
    lsp::DiagnosticRelatedInformation {
        location: places.location(label.span),
        message: label.text.clone(),
    }
}

fn explanation_uri(code: &Code) -> lsp::Uri {
    lsp::Uri(format!("{EXPLANATIONS}{}.md", code.id))
}

/// The explanation that an address stands for.
pub(in crate::lsp) fn explanation_of(uri: &lsp::Uri) -> Option<&'static str> {
    let id = uri.as_ref().strip_prefix(EXPLANATIONS)?;
    let code = codes::find(id.strip_suffix(".md").unwrap_or(id))?;
    Some(code.explanation)
}

pub(in crate::lsp) fn code_action(places: Places<'_>, mending: &Mending<'_>) -> lsp::CodeAction {
    lsp::CodeAction {
        title: sentence(&mending.fix.title),
        kind: Some(lsp::CodeActionKind::QuickFix),
        diagnostics: Some(vec![diagnostic(places, mending.diagnostic)]),
        // Where there is a choice, it is the user's.
        is_preferred: Some(mending.diagnostic.fixes.len() == 1),
        edit: Some(workspace_edit(places, mending.fix)),
        ..lsp::CodeAction::default()
    }
}

fn workspace_edit(places: Places<'_>, fix: &Fix) -> lsp::WorkspaceEdit {
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for edit in &fix.edits {
        let uri = places.uri(edit.span.file);
        changes.entry(uri).or_default().push(places.edit(edit));
    }
    lsp::WorkspaceEdit {
        changes: Some(changes),
        ..lsp::WorkspaceEdit::default()
    }
}

/// The text with a capital at its beginning.
fn sentence(text: &str) -> String {
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_uppercase().chain(characters).collect(),
        None => String::new(),
    }
}
