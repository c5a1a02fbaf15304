//! Where the modules of a slice stand, each in a file of its own, and how they import each other there.
//!
//! Others import a module by the place of its file, which need not fit the name that it declares, and several modules
//! may declare the same name in different folders. In a slice a file stands where its module's name says, and imports
//! lead there. Declared names stay, as they are what qualified names begin with.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::edits::{Edits, trimmed};
use super::{Request, Tree};
use crate::diagnostics::FileId;
use crate::semantics::Analysis;
use crate::semantics::load::LoadedModule;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{FileKind, parse};

/// The names by which modules are imported in a slice, by the numbers of the modules; none for those that its test
/// module does not need.
pub(super) struct Addresses<'a> {
    analysis: &'a Analysis,
    names: Vec<Option<String>>,
    /// The languages of the modules that import each.
    importers: Vec<Vec<FileKind>>,
}

impl<'a> Addresses<'a> {
    /// Finds the modules of a slice, the nearest first, and gives each a place.
    pub(super) fn of(request: &Request<'a>) -> Addresses<'a> {
        let analysis = request.analysis;
        let mut addresses = Addresses {
            analysis,
            names: vec![None; analysis.modules.len()],
            importers: importers(analysis),
        };
        let mut taken = BTreeSet::new();
        let mut work: Vec<usize> = analysis
            .module_index(request.test.file)
            .into_iter()
            .collect();
        let mut next = 0;
        while let Some(index) = work.get(next).copied() {
            next += 1;
            if addresses.names[index].is_some() {
                continue;
            }
            let module = &analysis.modules[index];
            addresses.names[index] = Some(addresses.free(index, &mut taken));
            work.extend(module.imports.iter().filter_map(|import| import.target));
        }
        addresses
    }

    /// The name of a module, or one in the same package where that is taken.
    fn free(&self, module: usize, taken: &mut BTreeSet<PathBuf>) -> String {
        let LoadedModule { name, file, .. } = &self.analysis.modules[module];
        let (package, simple) = name.rsplit_once('.').unwrap_or(("", name));
        let mut importers = self.importers[module].iter();
        let can_be_written = package.is_empty() || importers.all(|it| is_legal(package, *it));
        // A file in folders of other names finds others only if it stands right in the folder of the slice.
        let name = if can_be_written { name } else { simple };
        let numbered = (2..).map(|number: usize| format!("{name}{number}"));
        let mut names = std::iter::once(name.to_owned()).chain(numbered);
        let is_free = |name: &String| {
            // Not all file systems tell large letters from small ones.
            let path = path_of(name, self.kind(*file));
            taken.insert(path.to_string_lossy().to_lowercase().into())
        };
        names.find(is_free).unwrap_or_default()
    }

    fn kind(&self, file: FileId) -> FileKind {
        self.analysis.sources.file(file).kind()
    }

    /// Where the file of a module belongs, below the folder of the slice.
    pub(super) fn path(&self, file: FileId) -> Option<PathBuf> {
        let index = self.analysis.module_index(file)?;
        let name = self.names[index].as_ref()?;
        Some(path_of(name, self.kind(file)))
    }

    /// Makes the imports of a module lead to where the others are. What was imported by two names has one now.
    pub(super) fn rewrite_imports(&self, tree: &Tree<'_>, edits: &mut Edits) {
        let nodes = tree.root.children().filter_map(ast::Import::cast);
        let paths: Vec<ast::Path> = nodes.filter_map(|import| import.path()).collect();
        let imports = &tree.module.imports;
        for (index, import) in imports.iter().enumerate() {
            let mut before = imports[..index].iter();
            if before.any(|it| it.target == import.target && it.name != import.name) {
                edits.remove(import.whole.range());
                continue;
            }
            let is_this = |path: &&ast::Path| tree.span(path.syntax()) == import.span;
            if let Some(target) = import.target.and_then(|it| self.names[it].as_ref())
                && *target != import.name
                && let Some(path) = paths.iter().find(is_this)
            {
                edits.replace(trimmed(path.syntax()), target.as_str());
            }
        }
    }
}

/// The languages of the modules that import each.
fn importers(analysis: &Analysis) -> Vec<Vec<FileKind>> {
    let mut importers = vec![Vec::new(); analysis.modules.len()];
    for importer in &analysis.modules {
        let kind = analysis.sources.file(importer.file).kind();
        for target in importer.imports.iter().filter_map(|import| import.target) {
            if !importers[target].contains(&kind) {
                importers[target].push(kind);
            }
        }
    }
    importers
}

/// Whether modules of a package can be imported: a word that is reserved in test modules may be the name of one for
/// others.
fn is_legal(package: &str, importer: FileKind) -> bool {
    let text = format!("module Importing\n\nimport {package}.Imported\n");
    parse(&text, importer).errors().is_empty()
}

/// `a.b.Name` to `a/b/Name.ebl`.
fn path_of(name: &str, kind: FileKind) -> PathBuf {
    let mut path: PathBuf = name.split('.').collect();
    path.set_extension(match kind {
        FileKind::Specification => "ebl",
        FileKind::Test => "tebl",
    });
    path
}
