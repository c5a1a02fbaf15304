//! The names of modules: one that is left with a single specification takes its name, as one looks for it there.

use std::path::{Path, PathBuf};

use super::addresses::Addresses;
use super::edits::Edits;
use super::imports::{FOLDER, read};
use super::{Request, SlicedFile};
use crate::diagnostics::codes::modules::OTHER_SPECIFICATION_NAME;
use crate::diagnostics::{Diagnostic, FileId};
use crate::semantics::Analysis;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxNode, SyntaxToken, TextRange, parse};

/// A module and the name that it gets.
struct Renaming {
    /// `bank.Accounts`
    module: Vec<String>,
    /// What stands for the last part of it: `Account`, or `accounts.Account` where another module gets that name.
    name: String,
    /// `bank/Account.ebl`
    path: PathBuf,
}

/// Renames modules that have lost all specifications but one, unless the original is like that. `analysis` is that of
/// the files.
pub(super) fn fitting(
    request: &Request<'_>,
    addresses: &Addresses<'_>,
    files: Vec<SlicedFile>,
    analysis: &Analysis,
) -> Vec<SlicedFile> {
    let renamings = renamings((request, addresses), &files, analysis);
    if renamings.is_empty() {
        return files;
    }
    let mut renamed: Vec<SlicedFile> = files.iter().map(|file| renamed(file, &renamings)).collect();
    renamed[1..].sort_by(|a, b| a.path.cmp(&b.path));
    // A name may also stand where we do not look for it.
    if read(&renamed).has_errors() {
        files
    } else {
        renamed
    }
}

fn renamings(
    (request, addresses): (&Request<'_>, &Addresses<'_>),
    files: &[SlicedFile],
    analysis: &Analysis,
) -> Vec<Renaming> {
    let known = misnamed(request.analysis);
    let known = known.filter_map(|(file, _)| addresses.path(file));
    let known: Vec<PathBuf> = known.collect();
    let mut renamings: Vec<Renaming> = Vec::new();
    for (file, finding) in misnamed(analysis) {
        let path = analysis.sources.file(file).path();
        let path = path.strip_prefix(FOLDER).unwrap_or(path);
        let name = analysis.sources.text_at(finding.primary.span);
        if known.iter().any(|known| known == path) {
            continue;
        }
        // Several modules may be left with specifications of one name, and only one of them can take it as it is.
        let own = path.file_stem().unwrap_or_default().to_string_lossy();
        let names = [name.to_owned(), format!("{}.{name}", as_folder(&own))];
        let new = names.into_iter().map(|name| Renaming {
            module: module_of(path),
            path: path.with_file_name(format!("{}.ebl", name.replace('.', "/"))),
            name,
        });
        let is_free = |new: &Renaming| {
            let is_there = files.iter().any(|file| file.path == new.path);
            !is_there && renamings.iter().all(|it| it.path != new.path)
        };
        let new = new.into_iter().find(is_free);
        renamings.extend(new);
    }
    renamings
}

/// The modules whose only specification has another name.
fn misnamed(analysis: &Analysis) -> impl Iterator<Item = (FileId, &Diagnostic)> {
    let findings = analysis.diagnostics.iter();
    let findings = findings.filter(|it| std::ptr::eq(it.code, &raw const OTHER_SPECIFICATION_NAME));
    findings.map(|finding| (finding.primary.span.file, finding))
}

/// `bank/Account.ebl` is `bank.Account`.
fn module_of(path: &Path) -> Vec<String> {
    let path = path.with_extension("");
    let parts = path.iter().map(|part| part.to_string_lossy().into_owned());
    parts.collect()
}

/// The name of a module as one of a folder, which begins with a small letter: `Accounts` as `accounts`.
fn as_folder(name: &str) -> String {
    let mut letters = name.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

fn renamed(file: &SlicedFile, renamings: &[Renaming]) -> SlicedFile {
    let kind = file.kind();
    let root = parse(&file.text, kind).root();
    let mut edits = Edits::default();
    for node in root.descendants() {
        for renaming in renamings {
            let place = match ast::Path::cast(node.clone()) {
                Some(path) => renaming.place_in(&path),
                None => renaming.place_in_expression(&node),
            };
            if let Some(range) = place {
                edits.replace(range, renaming.name.as_str());
            }
        }
    }
    let module = module_of(&file.path);
    let own = renamings.iter().find(|it| it.module == module);
    SlicedFile {
        path: own.map_or_else(|| file.path.clone(), |own| own.path.clone()),
        text: edits.apply_with_layout(&file.text, kind),
    }
}

impl Renaming {
    /// Where a path names the module: as a whole in a header or import, and elsewhere before something of it.
    fn place_in(&self, path: &ast::Path) -> Option<TextRange> {
        let segments: Vec<_> = path.segments().collect();
        let is_whole = segments.len() == self.module.len();
        let names = segments.iter().map(SyntaxToken::text);
        let starts_with = segments.len() >= self.module.len()
            && names
                .zip(&self.module)
                .all(|(segment, part)| segment == part);
        let stands_alone = path.syntax().parent().is_some_and(|it| names_module(&it));
        let last = segments.get(self.module.len().checked_sub(1)?)?;
        (starts_with && is_whole == stands_alone).then(|| last.text_range())
    }

    /// Where an expression is the name of the module, before something of it: `shop.Things.plus(1)` has it as a field
    /// of a field.
    fn place_in_expression(&self, node: &SyntaxNode) -> Option<TextRange> {
        let is_qualifier = node
            .parent()
            .is_some_and(|it| ast::FieldExpr::can_cast(it.kind()));
        if !is_qualifier || !ast::Expr::can_cast(node.kind()) {
            return None;
        }
        let tokens = tokens_of(node);
        let spelled: String = tokens.iter().map(SyntaxToken::text).collect();
        let last = tokens.last()?;
        (spelled == self.module.join(".")).then(|| last.text_range())
    }
}

/// The tokens of a node, without spaces and comments.
pub(super) fn tokens_of(node: &SyntaxNode) -> Vec<SyntaxToken> {
    let tokens = node.descendants_with_tokens();
    let tokens = tokens.filter_map(rowan::NodeOrToken::into_token);
    tokens.filter(|it| !it.kind().is_trivia()).collect()
}

/// Whether a node names a module.
fn names_module(node: &SyntaxNode) -> bool {
    ast::ModuleHeader::can_cast(node.kind()) || ast::Import::can_cast(node.kind())
}
