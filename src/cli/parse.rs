//! `fretsaw parse`: the syntax tree of a file.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::arguments::Format;
use super::terminal::Terminal;
use super::{ExitStatus, input, lint};
use crate::diagnostics::{Diagnostic, FileId, Sources, codes, sort_and_deduplicate};
use crate::report::{tree_json, tree_text};
use crate::syntax::{self, SyntaxError, SyntaxNode};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// A specification or test module
    file: PathBuf,
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let mut sources = Sources::default();
    let (tree, diagnostics) = match input::read(&mut sources, &options.file) {
        Ok(file) => parse(&sources, file),
        Err(diagnostic) => (None, vec![*diagnostic]),
    };
    if terminal.format() == Format::Json {
        let file = options.file.display().to_string();
        let document = tree_json::render(&file, tree.as_ref(), &sources, &diagnostics)?;
        terminal.document(&document)?;
    } else {
        terminal.result(
            &tree
                .map(|tree| tree_text::render(&tree))
                .unwrap_or_default(),
        )?;
        terminal.diagnostics(&sources, &diagnostics)?;
    }
    Ok(lint::status(&diagnostics))
}

fn parse(sources: &Sources, file: FileId) -> (Option<SyntaxNode>, Vec<Diagnostic>) {
    let source = sources.file(file);
    let parse = syntax::parse(source.text(), source.kind());
    let found = parse.errors().iter().chain(parse.warnings());
    let mut diagnostics = diagnostics(sources, file, found);
    sort_and_deduplicate(&mut diagnostics);
    (Some(parse.root()), diagnostics)
}

/// The syntax errors of a file.
pub(super) fn errors(sources: &Sources, file: FileId) -> Vec<Diagnostic> {
    let source = sources.file(file);
    let parse = syntax::parse(source.text(), source.kind());
    diagnostics(sources, file, parse.errors())
}

fn diagnostics<'a>(
    sources: &Sources,
    file: FileId,
    errors: impl IntoIterator<Item = &'a SyntaxError>,
) -> Vec<Diagnostic> {
    let errors = errors.into_iter();
    errors
        .map(|error| codes::syntax::diagnostic(sources, file, error))
        .collect()
}
