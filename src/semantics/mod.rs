//! Layer 3: what the texts mean. Modules and imports, names, types, inheritance, test modules.
//!
//! [`analyse`] reads files with all that they import and gives a [`Program`]: plain data with every name resolved and
//! every part typed, which all later layers read instead of syntax. What is wrong with the texts comes beside it, in
//! the order in which it is to be shown.

mod check;
mod context;
pub mod expression;
mod fixes;
mod follow_up;
mod headers;
mod inheritance;
mod lacking_field;
mod lints;
pub mod load;
pub mod occurrences;
mod resolve;
mod reuse;
pub mod specification;
pub mod test_module;
pub mod types;
pub mod value;

use std::path::PathBuf;
use std::sync::Arc;

pub use load::{FileSystem, MemoryFiles, Metadata, Request};
pub use specification::Program;

use crate::diagnostics::{Diagnostic, FileId, Sources, Span, sort_and_deduplicate};
use context::Context;
use follow_up::BrokenParts;
use load::{LoadedModule, Workspace};
use occurrences::{Notes, Occurrence};
use resolve::Declarations;
use reuse::Reuse;
use rustc_hash::FxHashMap;
use specification::{SpecId, Specification};

/// A program and what there is to say about its texts.
#[derive(Debug)]
pub struct Analysis {
    /// The texts.
    pub sources: Sources,
    /// The modules with their trees, in the order in which they were found.
    pub modules: Vec<LoadedModule>,
    /// Their meaning, as far as they have one.
    pub program: Program,
    /// All findings, in the order in which they are shown.
    pub diagnostics: Vec<Diagnostic>,
    /// The files that were asked for, rather than imported.
    pub requested: Vec<FileId>,
}

impl Analysis {
    /// The module of a file; none for files that are no modules, as a configuration or what could not be read.
    pub fn module(&self, file: FileId) -> Option<&LoadedModule> {
        Some(&self.modules[self.module_index(file)?])
    }

    /// The number of the module of a file. Modules stand in the order of their files.
    pub fn module_index(&self, file: FileId) -> Option<usize> {
        let found = self.modules.binary_search_by_key(&file, |it| it.file);
        found.ok()
    }

    /// Whether anything stands in the way of using the program.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }
}

/// Reads, resolves and checks files and folders with all that they import.
pub fn analyse(files: &dyn FileSystem, paths: &[PathBuf], roots: &[PathBuf]) -> Analysis {
    let _span = tracing::info_span!("load").entered();
    let request = Request {
        paths: paths.to_vec(),
        roots: roots.to_vec(),
    };
    let mut workspace = load::load(files, &request);
    let checked = check_workspace(&mut workspace, Notes::default(), None, &|| false);
    // Nobody asks to stop.
    let checked = checked.unwrap_or_default();
    let Workspace {
        modules, sources, ..
    } = workspace;
    finish(modules, sources, checked.program, checked.diagnostics)
}

/// An analysis with what editors need besides.
#[derive(Debug)]
pub struct Kept {
    /// The analysis.
    pub analysis: Arc<Analysis>,
    /// What the names stand for, in the order of the texts, each once.
    pub occurrences: Vec<Occurrence>,
    /// For each specification and event whether checking it did nothing but make it.
    without_effect: Vec<Vec<bool>>,
}

/// Does the same as [`analyse`] and keeps more of it. What has not changed since an earlier analysis may be taken from
/// that. Nothing comes of it once it is told to stop.
pub fn analyse_and_keep(
    files: &dyn FileSystem,
    request: &Request,
    earlier: Option<&Kept>,
    stop: &dyn Fn() -> bool,
) -> Option<Kept> {
    let _span = tracing::info_span!("load").entered();
    let mut workspace = load::load(files, request);
    if stop() {
        return None;
    }
    let reuse = earlier.and_then(|earlier| Reuse::new(earlier, &workspace));
    let notes = match &reuse {
        Some(reuse) => Notes::wanted_in(reuse.edited()),
        None => Notes::wanted(),
    };
    let checked = check_workspace(&mut workspace, notes, reuse.as_ref(), stop)?;
    let mut occurrences = checked.occurrences;
    occurrences.sort_unstable();
    occurrences.dedup();
    if let Some(reuse) = &reuse {
        occurrences = reuse.occurrences(occurrences);
    }
    let Workspace {
        modules, sources, ..
    } = workspace;
    let analysis = finish(modules, sources, checked.program, checked.diagnostics);
    Some(Kept {
        analysis: Arc::new(analysis),
        occurrences,
        without_effect: checked.without_effect,
    })
}

fn finish(
    modules: Vec<LoadedModule>,
    sources: Sources,
    program: Program,
    mut diagnostics: Vec<Diagnostic>,
) -> Analysis {
    sort_and_deduplicate(&mut diagnostics);
    fixes::offer(&modules, &sources, &mut diagnostics);
    let requested = modules.iter().filter(|module| module.requested);
    let requested = requested.map(|module| module.file).collect();
    Analysis {
        sources,
        modules,
        program,
        diagnostics,
        requested,
    }
}

#[derive(Default)]
struct Checked {
    program: Program,
    diagnostics: Vec<Diagnostic>,
    occurrences: Vec<Occurrence>,
    without_effect: Vec<Vec<bool>>,
}

/// Checks what was loaded, unless it is told to stop.
fn check_workspace(
    workspace: &mut Workspace,
    notes: Notes,
    reuse: Option<&Reuse<'_>>,
    stop: &dyn Fn() -> bool,
) -> Option<Checked> {
    let mut diagnostics = std::mem::take(&mut workspace.diagnostics);
    let workspace = &*workspace;
    let mut found = Vec::new();
    let declarations = Declarations::collect(workspace, &mut found);
    let broken_parts = BrokenParts::new(workspace);
    let context = Context::new(&workspace.sources, declarations, broken_parts, notes, stop);
    let headers = headers::own_headers(&context);
    context.set_headers(inheritance::inherit(&context, headers));
    let references = headers::resolve_references(&context);
    context.set_functions(check::function_headers(&context));
    let functions = check::check_functions(&context);
    let mut specifications = Vec::with_capacity(context.headers().len());
    let mut without_effect = Vec::with_capacity(context.headers().len());
    for header in context.headers() {
        let (specification, events) = check::check_specification(&context, header, reuse);
        specifications.push(specification);
        without_effect.push(events);
        if stop() {
            return None;
        }
    }
    set_references(&mut specifications, &references);
    check::check_unlisted(&context, &specifications);
    let tests = check::check_tests(&context, workspace);
    lints::report(&context, workspace, &specifications, &tests);
    context.note_declarations();
    context.raise(&mut diagnostics);
    found.extend(context.take_diagnostics());
    context.broken_parts.filter(&mut found);
    diagnostics.extend(found);
    let program = Program {
        specifications,
        functions,
        tests,
    };
    Some(Checked {
        program,
        diagnostics,
        occurrences: context.notes.take(),
        without_effect,
    })
}

/// Tells fields what they refer to. An inherited field is declared where its ancestor's is.
fn set_references(specs: &mut [Specification], references: &[(Span, SpecId)]) {
    let targets: FxHashMap<Span, SpecId> = references.iter().copied().collect();
    for field in specs.iter_mut().flat_map(|spec| &mut spec.fields) {
        field.reference = targets.get(&field.span).copied();
    }
}
