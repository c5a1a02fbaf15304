//! A slice as texts: the specifications and the test module without what was cut (Eilers, section 4.6).
//!
//! `unite` puts the slices of several checks together. `keep` follows what the kept parts mention until the texts are
//! complete: `left` has what is kept in part, `ways` leads to states that are only named, `lines` tells where states
//! are declared, and `mentions` what expressions name. `modules`, `specifications` and `tests` turn that into `edits`
//! of the lossless trees; `lists` takes items out of lists, `defaults` values that name what is gone, `bridges` adds
//! the events of amorphous slices, and `headings` takes away those of which nothing is left. `addresses` says which
//! file each module gets and has imports lead there, `imports` drops what is no longer imported, and `names` renames
//! modules that are left with one specification.
//!
//! What stays keeps its text and its comments; a comment that belongs to something that is cut goes with it.
//!
//! A text says more than a slice needs where several specifications share it: an inherited field is there for all
//! heirs if it is for one. That is harmless, as what a slice cuts can neither prevent a step nor change what is asked.

mod addresses;
mod bridges;
mod defaults;
mod edits;
mod headings;
mod imports;
mod keep;
mod left;
mod lines;
mod lists;
mod mentions;
mod modules;
mod names;
mod specifications;
mod test_modules;
mod unite;
mod ways;

use std::path::PathBuf;

use super::why::What;
use crate::diagnostics::{FileId, Span};
use crate::semantics::Analysis;
use crate::semantics::load::LoadedModule;
use crate::semantics::test_module::{Check, TestModule};
use crate::syntax::{FileKind, SyntaxNode};
use addresses::Addresses;
use bridges::Bridges;
use edits::Edits;
use keep::Keeper;
use lines::Lines;
pub use unite::United;

/// A file of a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlicedFile {
    /// Where it belongs, below the folder of the slice: `bank/Account.ebl`.
    pub path: PathBuf,
    /// Its text.
    pub text: String,
}

impl SlicedFile {
    fn kind(&self) -> FileKind {
        match self.path.extension() {
            Some(extension) if extension == "tebl" => FileKind::Test,
            _ => FileKind::Specification,
        }
    }
}

/// What is to be rewritten.
#[derive(Clone, Copy)]
pub struct Request<'r> {
    /// The texts and their meaning; they have no errors.
    pub analysis: &'r Analysis,
    /// The test module.
    pub test: &'r TestModule,
    /// Those of its checks that were sliced.
    pub checks: &'r [&'r Check],
    /// What is kept for them.
    pub united: &'r United,
}

/// The files of a slice, the test module first, the others in the order of their paths.
pub fn rewrite(request: &Request<'_>) -> Vec<SlicedFile> {
    let keeper = Keeper::close(request);
    let bridges = Bridges::of(request, &keeper);
    let addresses = Addresses::of(request);
    let trees = request.analysis.modules.iter();
    let trees = trees.filter_map(|module| Tree::of(request, &addresses, module));
    let (tests, trees): (Vec<_>, Vec<_>) = trees.partition(|tree| tree.kind == FileKind::Test);
    let mut files = Vec::with_capacity(trees.len() + 1);
    for tree in &tests {
        let mut edits = Edits::default();
        test_modules::rewrite(request, &keeper, &bridges, tree, &mut edits);
        addresses.rewrite_imports(tree, &mut edits);
        files.push(tree.sliced(edits));
    }
    let configuration = modules::configuration(&keeper, &trees);
    let lines = Lines {
        request,
        keeper: &keeper,
    };
    for tree in &trees {
        let mut edits = Edits::default();
        modules::rewrite(request, &keeper, &configuration, tree, &mut edits);
        bridges.add_to(lines, tree, &mut edits);
        addresses.rewrite_imports(tree, &mut edits);
        files.push(tree.sliced(edits));
    }
    if let Some((_, others)) = files.split_first_mut() {
        others.sort_by(|a, b| a.path.cmp(&b.path));
    }
    let (files, analysis) = imports::without_unused(files);
    names::fitting(request, &addresses, files, &analysis)
}

/// Reads the files of a slice as whoever gets them does.
pub fn read(files: &[SlicedFile]) -> Analysis {
    imports::read(files)
}

/// Whether the texts of a slice have a field or event: they may name what the slice itself does not need.
pub fn has(request: &Request<'_>, what: What) -> bool {
    let keeper = Keeper::close(request);
    let program = &request.analysis.program;
    match what {
        What::Field(spec, field) => {
            let declared = &program.spec(spec).fields[field.index()];
            keeper.keeps_spec(spec) && keeper.keeps(declared.name.span)
        }
        What::Event(spec, event) => keeper.keeps_event(spec, event),
    }
}

/// The tree of a module.
struct Tree<'t> {
    id: FileId,
    kind: FileKind,
    /// Where it belongs in the slice.
    path: PathBuf,
    module: &'t LoadedModule,
    text: &'t str,
    root: SyntaxNode,
}

impl<'t> Tree<'t> {
    /// The tree of a module, if it is one of the slice.
    fn of(
        request: &Request<'t>,
        addresses: &Addresses<'_>,
        module: &'t LoadedModule,
    ) -> Option<Tree<'t>> {
        let file = request.analysis.sources.file(module.file);
        Some(Tree {
            id: module.file,
            kind: file.kind(),
            path: addresses.path(module.file)?,
            module,
            text: file.text(),
            root: module.parse.root(),
        })
    }

    /// A place in the file.
    fn span(&self, node: &SyntaxNode) -> Span {
        Span::new(self.id, node.text_range())
    }

    /// What is left of the file.
    fn sliced(&self, mut edits: Edits) -> SlicedFile {
        headings::remove(&self.root, self.text, &mut edits);
        SlicedFile {
            path: self.path.clone(),
            text: edits.apply_with_layout(self.text, self.kind),
        }
    }
}
