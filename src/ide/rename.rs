//! New names for things, wherever they are named.
//!
//! Whether a new name clashes with another one, or is captured by one, is not guessed: the texts are analysed as they
//! would be, and every name must stand for the same thing as before.

use std::collections::BTreeMap;
use std::path::PathBuf;

use rustc_hash::{FxHashMap, FxHashSet};

use super::documents::replace;
use super::references::naming;
use super::trees::{around, text_of, token_at, trimmed};
use super::{Project, Snapshot, Spot, Stale};
use crate::diagnostics::codes::modules::OTHER_SPECIFICATION_NAME;
use crate::diagnostics::{Diagnostic, Edit, FileId, Span};
use crate::semantics::occurrences::{NameKind, Occurrence};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{FileKind, SyntaxKind, TextRange, TextSize, tokenize};

/// The name at an offset that can be given anew; none where there is no name, and why not where it is that of a
/// module.
pub fn renamed_at(spot: &Spot, offset: TextSize) -> Result<Option<TextRange>, String> {
    match spot.names_at(offset).first() {
        Some(name) => Ok(Some(name.span.range())),
        None if is_module(spot, offset) => Err(MODULE.to_owned()),
        None => Ok(None),
    }
}

/// Why modules keep their names.
const MODULE: &str = "a module is called like its file: move the file, then write its new name there and where it is imported";

/// Whether the name of a module stands at an offset.
fn is_module(spot: &Spot, offset: TextSize) -> bool {
    let token = spot.root().and_then(|root| token_at(&root, offset));
    let path = token.and_then(|token| around::<ast::Path>(&token));
    let holder = path.and_then(|path| path.syntax().parent());
    holder.is_some_and(|it| matches!(it.kind(), SyntaxKind::IMPORT | SyntaxKind::MODULE_HEADER))
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
        let is_module = is_module(spot, offset);
        let why = if is_module {
            MODULE
        } else {
            "there is no name here"
        };
        return Ok(Err(why.to_owned()));
    };
    if let Err(why) = check_spelling(first.kind, new_name) {
        return Ok(Err(why));
    }
    let declared = connected(&spot.project, names);
    let names = naming(&spot.project, &declared);
    let mut places: Vec<Replacement> = names
        .map(|name| Replacement::of(&spot.project, name))
        .collect();
    places.dedup();
    let renaming = Renaming {
        before: &spot.project,
        lengths: lengths(&places),
        places,
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

/// A place that gets the new name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Replacement {
    name: Span,
    /// What is replaced: the name, or more.
    replaced: Span,
}

impl Replacement {
    fn of(project: &Project, name: &Occurrence) -> Replacement {
        Replacement {
            name: name.span,
            replaced: short_name(project, name).unwrap_or(name.span),
        }
    }
}

/// The whole of `bank.Account` where that is short for the specification of the module `bank.Account`. It is so only
/// as long as both are called alike, so the new name stands alone.
fn short_name(project: &Project, name: &Occurrence) -> Option<Span> {
    let module = project.module(name.declaration.file)?;
    let root = project.module(name.span.file)?.parse.root();
    let path: ast::Path = around(&token_at(&root, name.span.range().start())?)?;
    let text: String = text_of(path.syntax()).split_whitespace().collect();
    let is_short = name.kind == NameKind::Specification && text == module.name.as_str();
    is_short.then(|| Span::new(name.span.file, trimmed(path.syntax())))
}

/// A new name for what stands at some places.
struct Renaming<'r> {
    before: &'r Project,
    /// In the order of the texts.
    places: Vec<Replacement>,
    /// How long the first of them are together, for each number of them.
    lengths: Vec<TextSize>,
    new_name: &'r str,
}

impl Renaming<'_> {
    fn edits(&self) -> Vec<Edit> {
        let edit = |place: &Replacement| Edit {
            span: place.replaced,
            text: self.new_name.to_owned(),
        };
        self.places.iter().map(edit).collect()
    }

    /// The texts that change, as they would be.
    fn texts(&self) -> BTreeMap<PathBuf, String> {
        let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
        for place in self.places.iter().rev() {
            let file = self.before.sources().file(place.replaced.file);
            let text = texts
                .entry(file.path().to_owned())
                .or_insert_with(|| file.text().to_string());
            replace(text, place.replaced.range().into(), self.new_name);
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
        let renamed = self.places.binary_search_by_key(&span, |it| it.name);
        let (start, length) = match renamed {
            Ok(index) => {
                let replaced = self.places[index].replaced.range();
                (replaced.start(), TextSize::of(self.new_name))
            }
            Err(_) => (span.range().start(), span.range().len()),
        };
        let start = self.moved_offset(span.file, start);
        Some(Span::new(file, TextRange::at(start, length)))
    }

    fn moved_offset(&self, file: FileId, offset: TextSize) -> TextSize {
        let places = &self.places;
        let begin = places.partition_point(|it| it.replaced.file < file);
        let end = places.partition_point(|it| {
            let span = it.replaced;
            span.file < file || (span.file == file && span.range().end() <= offset)
        });
        let old = self.lengths[end] - self.lengths[begin];
        let count = u32::try_from(end - begin).unwrap_or_default();
        offset - old + TextSize::from(count * u32::from(TextSize::of(self.new_name)))
    }
}

/// How long the first places are together, for each number of them.
fn lengths(places: &[Replacement]) -> Vec<TextSize> {
    let mut sum = TextSize::default();
    let mut lengths = vec![sum];
    for place in places {
        sum += place.replaced.range().len();
        lengths.push(sum);
    }
    lengths
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
