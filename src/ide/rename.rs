//! New names for things, wherever they are named.
//!
//! Whether a new name clashes with another one, or is captured by one, is not guessed: the texts are analysed as they would be,
//! and every name must stand for the same thing as before.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rustc_hash::{FxHashMap, FxHashSet};

use super::documents::replace;
use super::references::naming;
use super::{Project, Snapshot, Spot, Stale};
use crate::diagnostics::codes::modules::OTHER_SPECIFICATION_NAME;
use crate::diagnostics::{Diagnostic, Edit, FileId, Span};
use crate::semantics::occurrences::{NameKind, Occurrence};
use crate::syntax::{FileKind, SyntaxKind, TextRange, TextSize, tokenize};

/// The name at an offset that can be given anew.
pub fn renamed_at(spot: &Spot, offset: TextSize) -> Option<TextRange> {
    Some(spot.names_at(offset).first()?.span.range())
}

/// The edits that give a new name to what stands at an offset, or why that is refused.
pub fn rename(
    snapshot: &Snapshot,
    spot: &Spot,
    offset: TextSize,
    new_name: &str,
) -> Result<Result<Vec<Edit>, String>, Stale> {
    let names = spot.names_at(offset);
    let Some(first) = names.first() else {
        return Ok(Err("there is no name here".to_owned()));
    };
    if let Err(why) = check_spelling(first.kind, new_name) {
        return Ok(Err(why));
    }
    let declared = connected(&spot.project, names);
    let mut spans: Vec<Span> = naming(&spot.project, &declared)
        .map(|name| name.span)
        .collect();
    spans.dedup();
    let renaming = Renaming {
        before: &spot.project,
        spans,
        new_name,
    };
    let after = snapshot.analyse_with(spot, renaming.texts())?;
    Ok(renaming.check(&after).map(|()| renaming.edits()))
}

/// A name must be a word of the right sort.
fn check_spelling(kind: NameKind, name: &str) -> Result<(), String> {
    let (tokens, problems) = tokenize(name);
    let mut kinds = tokens.iter().map(|token| token.kind);
    let only = kinds
        .next()
        .filter(|_| tokens.len() == 1 && problems.is_empty());
    let is_specification = kind == NameKind::Specification;
    let fits = only.is_some_and(|only| {
        if is_specification {
            only == SyntaxKind::TYPE_NAME
        } else {
            only.is_name(FileKind::Specification) && only.is_name(FileKind::Test)
        }
    });
    let wanted = if is_specification {
        "an upper-case letter, then a lower-case one or a digit"
    } else {
        "a lower-case letter, and be no reserved word"
    };
    fits.then_some(())
        .ok_or_else(|| format!("`{name}` cannot be the name: it must begin with {wanted}"))
}

/// What must have the same name: a place that stands for several things connects them.
fn connected(project: &Project, names: &[Occurrence]) -> FxHashSet<Span> {
    let mut declared: FxHashSet<Span> = names.iter().map(|name| name.declaration).collect();
    loop {
        let places: FxHashSet<Span> = naming(project, &declared).map(|it| it.span).collect();
        let all = project.occurrences().iter();
        let more = all.filter(|name| places.contains(&name.span));
        let more: FxHashSet<Span> = more.map(|name| name.declaration).collect();
        if more.len() == declared.len() {
            return declared;
        }
        declared = more;
    }
}

/// A new name for what stands at some places.
struct Renaming<'r> {
    before: &'r Project,
    /// In the order of the texts.
    spans: Vec<Span>,
    new_name: &'r str,
}

impl Renaming<'_> {
    fn edits(&self) -> Vec<Edit> {
        let edit = |span: &Span| Edit {
            span: *span,
            text: self.new_name.to_owned(),
        };
        self.spans.iter().map(edit).collect()
    }

    /// The texts that change, as they would be.
    fn texts(&self) -> BTreeMap<PathBuf, String> {
        let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
        for span in self.spans.iter().rev() {
            let file = self.before.sources().file(span.file);
            let text = texts
                .entry(file.path().to_owned())
                .or_insert_with(|| file.text().to_string());
            replace(text, span.range().into(), self.new_name);
        }
        texts
    }

    /// Every name must stand for the same thing as before, and nothing must be wrong that was not.
    fn check(&self, after: &Project) -> Result<(), String> {
        let findings = self.new_findings(after);
        let wrong = |found: &&Diagnostic| format!("that would be wrong: {}", found.message);
        if let Some(error) = findings.iter().find(|found| found.is_error()) {
            return Err(wrong(error));
        }
        let moved: FxHashSet<Occurrence> = self
            .before
            .occurrences()
            .iter()
            .filter_map(|name| self.moved(after, name))
            .collect();
        let odd = after.occurrences().iter().find(|it| !moved.contains(it));
        let same_count = moved.len() == after.occurrences().len();
        match odd {
            Some(name) => Err(captured(after, name)),
            None if !same_count => Err("some name would stand for nothing".to_owned()),
            None => findings.first().map_or(Ok(()), |found| Err(wrong(found))),
        }
    }

    /// The findings of which there are more than before. A specification may be called otherwise than its module.
    fn new_findings<'a>(&self, after: &'a Project) -> Vec<&'a Diagnostic> {
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for found in &self.before.analysis().diagnostics {
            *counts.entry(found.code.id).or_default() += 1;
        }
        let found = after.analysis().diagnostics.iter();
        let found = found.filter(|it| it.code.id != OTHER_SPECIFICATION_NAME.id);
        let new = found.filter(|it| match counts.get_mut(it.code.id) {
            Some(left @ 1..) => {
                *left -= 1;
                false
            }
            _ => true,
        });
        new.collect()
    }

    /// A name as it stands afterwards.
    fn moved(&self, after: &Project, name: &Occurrence) -> Option<Occurrence> {
        Some(Occurrence {
            span: self.moved_span(after, name.span)?,
            declaration: self.moved_span(after, name.declaration)?,
            kind: name.kind,
        })
    }

    fn moved_span(&self, after: &Project, span: Span) -> Option<Span> {
        let path = self.before.sources().file(span.file).path();
        let file = after.file(path)?;
        let start = self.moved_offset(span.file, span.range().start());
        let is_renamed = self.spans.binary_search(&span).is_ok();
        let length = if is_renamed {
            TextSize::of(self.new_name)
        } else {
            span.range().len()
        };
        Some(Span::new(file, TextRange::at(start, length)))
    }

    fn moved_offset(&self, file: FileId, offset: TextSize) -> TextSize {
        let begin = self.spans.partition_point(|it| it.file < file);
        let end = self.spans.partition_point(|it| {
            it.file < file || (it.file == file && it.range().end() <= offset)
        });
        let before = &self.spans[begin..end];
        let old: TextSize = before.iter().map(|it| it.range().len()).sum();
        let count = u32::try_from(before.len()).unwrap_or_default();
        offset - old + TextSize::from(count * u32::from(TextSize::of(self.new_name)))
    }
}

/// Says that a name would be captured.
fn captured(after: &Project, name: &Occurrence) -> String {
    let sources = after.sources();
    let path = sources.file(name.span.file).path();
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let line = sources.line(name.span);
    let text = sources.text_at(name.span);
    format!("`{text}` in line {line} of {file} would stand for something else")
}
