//! One mistake, one error, at the right place; and what follows is still understood.
//!
//! Each file under `tests/language/broken` says in its first line how many errors it has. The snapshot shows what we
//! tell about it and the declarations that were found all the same.

use std::fmt::Write as _;
use std::sync::Arc;

use fretsaw::diagnostics::codes::syntax::diagnostic;
use fretsaw::diagnostics::{Diagnostic, Sources};
use fretsaw::syntax::{Parse, SyntaxKind, SyntaxNode, parse};

use crate::support::files;
use crate::support::files::Source;

fn broken_files() -> Vec<Source> {
    files::sources_under(&files::project().join("tests/language/broken"))
}

#[test]
fn every_mistake_gives_one_error() {
    let wrong: Vec<String> = broken_files()
        .iter()
        .filter_map(|file| {
            let found = parse(&file.text, file.kind).errors().len();
            let declared = declared_errors(file);
            (found != declared).then(|| format!("{}: {found}, not {declared}", file.name))
        })
        .collect();
    assert!(wrong.is_empty(), "errors found: {wrong:#?}");
}

#[test]
fn errors_are_told_at_the_right_place() {
    let files = broken_files();
    assert!(files.len() > 150, "only {} files", files.len());
    let mut report = String::new();
    for file in &files {
        report.push_str(&describe(file));
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("syntax_errors", report));
}

fn declared_errors(file: &Source) -> usize {
    file.text
        .lines()
        .next()
        .and_then(|line| line.strip_prefix("// errors: "))
        .and_then(|count| count.parse().ok())
        .unwrap_or_else(|| panic!("{} does not declare its errors", file.name))
}

fn describe(file: &Source) -> String {
    let parsed = parse(&file.text, file.kind);
    let mut sources = Sources::default();
    let text = Arc::from(file.text.as_str());
    let id = sources.add(file.name.clone().into(), text, file.kind);
    let mut out = format!("{}\n", file.name);
    for error in parsed.errors() {
        let shown = show(&sources, &diagnostic(&sources, id, error));
        writeln!(out, "  {shown}").expect("strings can be written");
    }
    writeln!(out, "  finds {}\n", declarations(&parsed)).expect("strings can be written");
    out
}

fn show(sources: &Sources, diagnostic: &Diagnostic) -> String {
    let span = diagnostic.primary.span;
    let place = sources.file(span.file).line_col(span.range().start());
    let mut shown = format!(
        "{} {}:{} {}",
        diagnostic.code,
        place.line + 1,
        place.col + 1,
        diagnostic.message
    );
    if let Some(help) = &diagnostic.help {
        write!(shown, "; help: {help}").expect("strings can be written");
    }
    for label in &diagnostic.secondary {
        let place = sources.file(span.file).line_col(label.span.range().start());
        write!(
            shown,
            "; {}:{} {}",
            place.line + 1,
            place.col + 1,
            label.text
        )
        .expect("strings can be written");
    }
    shown
}

/// The declarations of a file and the blocks within them.
fn declarations(parsed: &Parse) -> String {
    let items: Vec<String> = parsed
        .root()
        .children()
        .filter(|node| node.kind() != SyntaxKind::MODULE_HEADER)
        .map(|node| outline(&node))
        .collect();
    items.join(", ")
}

fn outline(node: &SyntaxNode) -> String {
    let children: Vec<String> = node
        .children()
        .filter(|child| has_outline(child.kind()))
        .map(|child| outline(&child))
        .collect();
    let kind = format!("{:?}", node.kind()).to_lowercase();
    if children.is_empty() {
        kind
    } else {
        format!("{kind}({})", children.join(" "))
    }
}

fn has_outline(kind: SyntaxKind) -> bool {
    use SyntaxKind::{
        CASE_ARM, CASE_STMT, CHECK, CONFIG_PARAM_LIST, DOMAIN_ENTRY, ERROR, EVENT_BLOCK, EVENT_REF,
        EXPR_STMT, FIELD, FIELD_BLOCK, FOREVER_SETUP, INSTANCE_SETUP, INVARIANT_BLOCK,
        INVARIANT_REF, LIFE_CYCLE, NOW_SETUP, PARAM, PARAM_LIST, PAREN_STMT, POSTCONDITIONS,
        PRECONDITIONS, SETUP_BLOCK, STATE_FROM, STATE_TO, SYNC_BLOCK, SYNC_STMT, UNTIL_SETUP,
    };
    matches!(
        kind,
        CASE_ARM
            | CASE_STMT
            | CHECK
            | CONFIG_PARAM_LIST
            | DOMAIN_ENTRY
            | ERROR
            | EVENT_BLOCK
            | EVENT_REF
            | EXPR_STMT
            | FIELD
            | FIELD_BLOCK
            | FOREVER_SETUP
            | INSTANCE_SETUP
            | INVARIANT_BLOCK
            | INVARIANT_REF
            | LIFE_CYCLE
            | NOW_SETUP
            | PARAM
            | PARAM_LIST
            | PAREN_STMT
            | POSTCONDITIONS
            | PRECONDITIONS
            | SETUP_BLOCK
            | STATE_FROM
            | STATE_TO
            | SYNC_BLOCK
            | SYNC_STMT
            | UNTIL_SETUP
    )
}
