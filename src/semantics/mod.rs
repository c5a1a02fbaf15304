//! Layer 3: what the texts mean. Modules and imports, names, types, inheritance, test modules.
//!
//! [`analyse`] reads files with all that they import and gives a [`Program`]: plain data with every name resolved and every
//! part typed, which all later layers read instead of syntax. What is wrong with the texts comes
//! beside it, in the order in which it is to be shown.

mod check;
mod context;
mod doubt;
pub mod expression;
mod headers;
mod inheritance;
mod lints;
pub mod load;
mod resolve;
pub mod specification;
pub mod test_module;
pub mod types;
pub mod value;

use std::path::PathBuf;

pub use load::{FileSystem, MemoryFiles, Metadata, Request};
pub use specification::Program;

use crate::diagnostics::{Diagnostic, FileId, Sources, Span, sort_and_deduplicate};
use context::Context;
use doubt::Doubt;
use load::Workspace;
use resolve::Declarations;
use rustc_hash::FxHashMap;
use specification::{SpecId, Specification};

/// A program and what there is to say about its texts.
#[derive(Debug)]
pub struct Analysis {
    /// The texts.
    pub sources: Sources,
    /// Their meaning, as far as they have one.
    pub program: Program,
    /// All findings, in the order in which they are shown.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were asked for, rather than imported.
    pub requested: Vec<FileId>,
}

impl Analysis {
    /// Whether anything stands in the way of using the program.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads, resolves and checks files and folders with all that they import.
pub fn analyse(files: &dyn FileSystem, paths: &[PathBuf], roots: &[PathBuf]) -> Analysis {
    let request = Request {
        paths: paths.to_vec(),
        roots: roots.to_vec(),
    };
    let mut workspace = load::load(files, &request);
    let mut diagnostics = std::mem::take(&mut workspace.diagnostics);
    let program = check_workspace(&workspace, &mut diagnostics);
    sort_and_deduplicate(&mut diagnostics);
    let requested = workspace
        .modules
        .iter()
        .filter(|module| module.requested)
        .map(|module| module.file);
    let requested = requested.collect();
    Analysis {
        sources: workspace.sources,
        program,
        diagnostics,
        requested,
    }
}

fn check_workspace(workspace: &Workspace, diagnostics: &mut Vec<Diagnostic>) -> Program {
    let mut found = Vec::new();
    let declarations = Declarations::collect(workspace, &mut found);
    let context = Context::new(&workspace.sources, declarations, Doubt::new(workspace));
    let headers = headers::own_headers(&context);
    context.set_headers(inheritance::inherit(&context, headers));
    let references = headers::resolve_references(&context);
    context.set_functions(check::function_headers(&context));
    let functions = check::check_functions(&context);
    let mut specifications: Vec<_> = context
        .headers()
        .iter()
        .map(|header| check::check_specification(&context, header))
        .collect();
    set_references(&mut specifications, &references);
    check::check_unlisted(&context, &specifications);
    let tests = check::check_tests(&context, workspace);
    lints::report(&context, workspace, &specifications, &tests);
    context.raise(diagnostics);
    found.extend(context.take_diagnostics());
    context.doubt.filter(&mut found);
    diagnostics.extend(found);
    Program {
        specifications,
        functions,
        tests,
    }
}

/// Tells fields what they refer to. An inherited field is declared where its ancestor's is.
fn set_references(specs: &mut [Specification], references: &[(Span, SpecId)]) {
    let targets: FxHashMap<Span, SpecId> = references.iter().copied().collect();
    for field in specs.iter_mut().flat_map(|spec| &mut spec.fields) {
        field.reference = targets.get(&field.span).copied();
    }
}

/// Runs a step of a recursion over expressions, which may be a thousand operators high, with
/// enough stack for it.
pub(crate) fn deep<R>(step: impl FnOnce() -> R) -> R {
    const LEFT: usize = 64 << 10;
    const MORE: usize = 1 << 20;
    stacker::maybe_grow(LEFT, MORE, step)
}
