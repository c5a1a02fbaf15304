//! The analysis of a folder, or of a single open text, with ways to find things in it.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::index::Index;
use crate::diagnostics::{FileId, SourceFile, Sources, Span};
use crate::semantics::load::LoadedModule;
use crate::semantics::occurrences::Occurrence;
use crate::semantics::{Analysis, FileSystem, Kept, Program, Request, analyse_and_keep};
use crate::syntax::{SyntaxNode, TextRange, TextSize};

/// An analysis and indexes of it.
#[derive(Debug)]
pub struct Project {
    kept: Kept,
    by_path: FxHashMap<PathBuf, FileId>,
    index: OnceLock<Index>,
}

impl Project {
    /// Analyses files and folders; none if it is told to stop. It is faster if there is an earlier analysis of nearly
    /// the same.
    pub fn analyse(
        files: &dyn FileSystem,
        request: &Request,
        earlier: Option<&Project>,
        stop: &dyn Fn() -> bool,
    ) -> Option<Project> {
        let earlier = earlier.map(|earlier| &earlier.kept);
        let kept = analyse_and_keep(files, request, earlier, stop)?;
        let files = kept.analysis.modules.iter().map(|module| module.file);
        let path = |file| kept.analysis.sources.file(file).path().to_owned();
        let by_path = files.map(|file| (path(file), file)).collect();
        Some(Project {
            by_path,
            kept,
            index: OnceLock::new(),
        })
    }

    /// What the texts mean and what is to be said of them.
    pub fn analysis(&self) -> &Arc<Analysis> {
        &self.kept.analysis
    }

    /// What the texts mean.
    pub fn program(&self) -> &Program {
        &self.kept.analysis.program
    }

    /// Where events, transitions and syncs are found.
    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(|| Index::new(self.program()))
    }

    /// The texts.
    pub fn sources(&self) -> &Sources {
        &self.kept.analysis.sources
    }

    /// The modules, in the order in which they were found.
    pub fn modules(&self) -> &[LoadedModule] {
        &self.kept.analysis.modules
    }

    /// The file of a path.
    pub fn file(&self, path: &Path) -> Option<FileId> {
        self.by_path.get(path).copied()
    }

    /// The module of a file; none for files that are no modules, as a configuration.
    pub fn module(&self, file: FileId) -> Option<&LoadedModule> {
        self.kept.analysis.module(file)
    }

    /// All names, in the order of the texts.
    pub fn occurrences(&self) -> &[Occurrence] {
        &self.kept.occurrences
    }

    /// The names of one file.
    pub fn occurrences_in(&self, file: FileId) -> &[Occurrence] {
        let all = self.occurrences();
        let begin = all.partition_point(|it| it.span.file < file);
        let end = all.partition_point(|it| it.span.file <= file);
        &all[begin..end]
    }

    /// The files that import one of these, themselves or through others, and these.
    pub fn with_dependents(&self, files: &[FileId]) -> Vec<FileId> {
        let mut importers: Vec<Vec<usize>> = vec![Vec::new(); self.modules().len()];
        for (index, module) in self.modules().iter().enumerate() {
            for target in module.imports.iter().filter_map(|import| import.target) {
                importers[target].push(index);
            }
        }
        let mut found = vec![false; importers.len()];
        let mut left: Vec<usize> = files
            .iter()
            .filter_map(|file| self.analysis().module_index(*file))
            .collect();
        while let Some(module) = left.pop() {
            if !std::mem::replace(&mut found[module], true) {
                left.extend(&importers[module]);
            }
        }
        let modules = self.modules().iter().zip(found);
        let found = modules.filter(|(_, found)| *found);
        found.map(|(module, _)| module.file).collect()
    }
}

/// A file and the analysis that it belongs to.
#[derive(Debug, Clone)]
pub struct Spot {
    /// The analysis.
    pub project: Arc<Project>,
    /// The file.
    pub file: FileId,
}

impl Spot {
    pub(super) fn new(project: Arc<Project>, path: &Path) -> Option<Spot> {
        let file = project.file(path)?;
        Some(Spot { project, file })
    }

    /// The text.
    pub fn source(&self) -> &SourceFile {
        self.project.sources().file(self.file)
    }

    /// The tree.
    pub fn root(&self) -> Option<SyntaxNode> {
        Some(self.project.module(self.file)?.parse.root())
    }

    /// A place in the file.
    pub fn span(&self, range: TextRange) -> Span {
        Span::new(self.file, range)
    }

    /// The names that lie in a range of the text, in order.
    pub fn names_in(&self, range: TextRange) -> &[Occurrence] {
        let names = self.project.occurrences_in(self.file);
        let begin = names.partition_point(|it| it.span.range().start() < range.start());
        let end = names.partition_point(|it| it.span.range().end() <= range.end());
        &names[begin..end.max(begin)]
    }

    /// What the name at an offset stands for: several things, where it is read several times.
    pub fn names_at(&self, offset: TextSize) -> &[Occurrence] {
        let names = self.project.occurrences_in(self.file);
        let touches = |range: TextRange| range.contains_inclusive(offset);
        // Names do not overlap, so at most two touch an offset; the one that begins there counts.
        let end = names.partition_point(|it| it.span.range().start() <= offset);
        let Some(last) = names[..end].last().filter(|it| touches(it.span.range())) else {
            return &[];
        };
        let begin = names[..end].partition_point(|it| it.span < last.span);
        &names[begin..end]
    }
}
