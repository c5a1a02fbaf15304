//! The loader proper: a work list of files, and the search for imported modules.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::{SmolStr, SmolStrBuilder};

use super::config::{self, BadConfig};
use super::folder::{self, kind_of};
use super::location::ModuleLocation;
use super::near::{Search, is_file};
use super::reader::{ReadError, read_text};
use super::{FileSystem, KeptFile, LoadedImport, LoadedModule, Request, Workspace};
use crate::diagnostics::codes::modules as codes;
use crate::diagnostics::{Diagnostic, FileId, Sources, Span, codes as all_codes};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{FileKind, TextRange, parse};

/// Reads what is asked for and all that it imports.
pub fn load(files: &dyn FileSystem, request: &Request) -> Workspace {
    let mut loader = Loader::new(files, &request.roots);
    loader.check_roots();
    for path in &request.paths {
        loader.request(path);
    }
    let mut next = 0;
    while next < loader.workspace.modules.len() {
        loader.resolve_imports(next);
        next += 1;
    }
    loader.workspace
}

/// Reads a file and makes its tree.
pub fn read_and_parse(
    files: &dyn FileSystem,
    path: &Path,
    kind: FileKind,
) -> Result<KeptFile, ReadError> {
    let text: Arc<str> = read_text(files, path)?.into();
    let parse = parse(&text, kind);
    Ok(KeptFile { text, parse })
}

/// Where a file's imports are searched.
#[derive(Debug, Clone)]
struct Surroundings {
    /// The file as it is called in messages.
    path: PathBuf,
    /// The folder under which its own package stands.
    base: PathBuf,
    /// See [`ModuleLocation::behind_link`].
    behind_link: Option<(PathBuf, PathBuf)>,
}

struct Loader<'f> {
    files: &'f dyn FileSystem,
    extra_roots: Vec<PathBuf>,
    workspace: Workspace,
    surroundings: Vec<Surroundings>,
    /// The module of each true path.
    by_path: FxHashMap<PathBuf, usize>,
    /// The roots that the configuration of a folder lists.
    roots: FxHashMap<PathBuf, Vec<PathBuf>>,
    bad_configs: Vec<PathBuf>,
    /// Folders whose roots are unknown, because their configuration is broken.
    rootless: FxHashSet<PathBuf>,
    /// For how many more imports something near is searched: each takes looking through folders.
    searches_left: u32,
}

const MOST_SEARCHES: u32 = 100;

impl<'f> Loader<'f> {
    fn new(files: &'f dyn FileSystem, extra_roots: &[PathBuf]) -> Loader<'f> {
        Loader {
            files,
            extra_roots: extra_roots.to_vec(),
            workspace: Workspace {
                sources: Sources::default(),
                modules: Vec::new(),
                diagnostics: Vec::new(),
                whole_folder: false,
                has_roots: !extra_roots.is_empty(),
            },
            surroundings: Vec::new(),
            by_path: FxHashMap::default(),
            roots: FxHashMap::default(),
            bad_configs: Vec::new(),
            rootless: FxHashSet::default(),
            searches_left: MOST_SEARCHES,
        }
    }

    // What is asked for.

    /// Roots that the user names must be there.
    fn check_roots(&mut self) {
        for root in self.extra_roots.clone() {
            if !config::is_folder(self.files, &root) {
                let span = self.placeholder(&root);
                self.report(codes::unreadable(span, "there is no such folder"));
            }
        }
    }

    fn request(&mut self, path: &Path) {
        if self
            .files
            .metadata(path)
            .is_ok_and(|metadata| metadata.is_folder)
        {
            self.request_folder(path);
        } else {
            self.request_file(path);
        }
    }

    fn request_folder(&mut self, path: &Path) {
        self.workspace.whole_folder = true;
        let listing = folder::list(self.files, path);
        if listing.files.is_empty() && listing.refused.is_empty() {
            let span = self.placeholder(path);
            self.report(codes::no_specifications(span, path));
        }
        for (refused, error) in listing.refused {
            let span = self.placeholder(&refused);
            let reason = ReadError::Refused(error.to_string());
            self.report(codes::unreadable(span, &reason.to_string()));
        }
        for file in listing.files {
            self.request_file(&file);
        }
    }

    fn request_file(&mut self, path: &Path) {
        let Some(kind) = kind_of(path) else {
            let span = self.placeholder(path);
            let error = match self.files.metadata(path) {
                Ok(_) => codes::foreign_extension(span, path),
                Err(_) => codes::unreadable(span, &ReadError::Missing.to_string()),
            };
            return self.report(error);
        };
        match self.module_at(path, kind) {
            Ok(index) => {
                self.workspace.modules[index].requested = true;
                // A configuration with a mistake is told even if nothing is imported.
                self.roots_for(path.parent().unwrap_or(Path::new("")));
            }
            Err(error) => {
                let span = self.placeholder(path);
                self.report(codes::unreadable(span, &error.to_string()));
            }
        }
    }

    /// A place in a file that could not be read.
    fn placeholder(&mut self, path: &Path) -> Span {
        let file =
            self.workspace
                .sources
                .add(path.to_owned(), Arc::from(""), FileKind::Specification);
        Span::new(file, TextRange::default())
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.workspace.diagnostics.push(diagnostic);
    }

    // Reading.

    fn module_at(&mut self, path: &Path, kind: FileKind) -> Result<usize, ReadError> {
        let canonical = self
            .files
            .canonical(path)
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => ReadError::Missing,
                _ => ReadError::Refused(error.to_string()),
            })?;
        if let Some(index) = self.by_path.get(&canonical) {
            return Ok(*index);
        }
        let KeptFile { text, parse } = match self.files.kept(path, kind) {
            Some(kept) => kept?,
            None => read_and_parse(self.files, path, kind)?,
        };
        let file = self.workspace.sources.add(path.to_owned(), text, kind);
        self.report_syntax(file, &parse);
        let (name, imports) = header(file, &parse.root());
        let place = ModuleLocation::of(self.files, (path, &canonical), &name);
        self.surroundings.push(Surroundings {
            path: path.to_owned(),
            base: place.base,
            behind_link: place.behind_link,
        });
        let index = self.workspace.modules.len();
        self.workspace.modules.push(LoadedModule {
            file,
            parse,
            name,
            path: place.file,
            named_below: place.named_below,
            imports,
            requested: false,
        });
        self.by_path.insert(canonical, index);
        Ok(index)
    }

    fn report_syntax(&mut self, file: FileId, parse: &crate::syntax::Parse) {
        let sources = &self.workspace.sources;
        let diagnostics = parse
            .errors()
            .iter()
            .chain(parse.warnings())
            .map(|error| all_codes::syntax::diagnostic(sources, file, error));
        self.workspace.diagnostics.extend(diagnostics);
    }

    // Imports.

    fn resolve_imports(&mut self, module: usize) {
        for import in 0..self.workspace.modules[module].imports.len() {
            let (before, rest) = self.workspace.modules[module].imports.split_at(import);
            let first = before.iter().find(|first| first.name == rest[0].name);
            // What was not found the first time has been told.
            let target = match first {
                Some(first) => first.target,
                None => self.resolve_import(module, import),
            };
            self.workspace.modules[module].imports[import].target = target;
        }
    }

    fn resolve_import(&mut self, module: usize, import: usize) -> Option<usize> {
        let LoadedImport { name, span, .. } = &self.workspace.modules[module].imports[import];
        let (name, span) = (name.clone(), *span);
        let relative = relative_path(&name);
        let has_it = |place: &PathBuf| is_file(self.files, &place.join(&relative));
        let [beside, behind_link] = self.places(module);
        let mut places: Vec<PathBuf> = beside.into_iter().filter(has_it).collect();
        if places.is_empty() {
            places = behind_link.into_iter().filter(has_it).collect();
        }
        self.keep_distinct(&mut places, &relative);
        let [place] = places.as_slice() else {
            if !self.is_misspelt(module, import) {
                self.report_import(module, &name, span, &relative, &places);
            }
            return None;
        };
        let path = self.as_written(&self.surroundings[module].path, place.join(&relative));
        if !self.is_inside(&path, place) {
            self.report(codes::outside(span, &name, &path));
            return None;
        }
        match self.module_at(&path, FileKind::Specification) {
            Ok(target) => Some(target),
            Err(error) => {
                self.report(codes::import_unreadable(span, &name, &error.to_string()));
                None
            }
        }
    }

    /// Whether an import has a syntax error, which has been told.
    fn is_misspelt(&self, module: usize, import: usize) -> bool {
        let module = &self.workspace.modules[module];
        let (errors, import) = (module.parse.errors(), module.imports[import].whole.range());
        let next = errors.partition_point(|error| error.range.end() < import.start());
        errors
            .get(next)
            .is_some_and(|error| error.range.start() <= import.end())
    }

    /// The folders in which a module's imports are searched: its base folder and the roots, and where nothing is found
    /// there and its file is a link, those of the file that it leads to.
    fn places(&mut self, module: usize) -> [Vec<PathBuf>; 2] {
        let Surroundings {
            path,
            base,
            behind_link,
        } = self.surroundings[module].clone();
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut beside = vec![base];
        beside.extend(self.roots_for(&folder));
        beside.extend(self.extra_roots.iter().cloned());
        let mut behind = Vec::new();
        if let Some((base, folder)) = behind_link {
            behind.push(base);
            behind.extend(self.roots_for(&folder));
            behind.retain(|place| !beside.contains(place));
        }
        [beside, behind]
    }

    fn roots_for(&mut self, folder: &Path) -> Vec<PathBuf> {
        if let Some(roots) = self.roots.get(folder) {
            return roots.clone();
        }
        // A relative folder has ancestors only as far as it is written out.
        let absolute = self
            .files
            .canonical(folder_or_here(folder))
            .unwrap_or_else(|_| folder.to_owned());
        let roots = config::roots_of(self.files, &absolute).unwrap_or_else(|bad| {
            self.report_config(bad);
            self.rootless.insert(folder.to_owned());
            Vec::new()
        });
        let roots = roots.into_iter().map(|root| self.as_written(folder, root));
        let roots: Vec<PathBuf> = roots.collect();
        self.workspace.has_roots |= !roots.is_empty();
        self.roots.insert(folder.to_owned(), roots.clone());
        roots
    }

    /// What is below the current folder is shown without it, if the path of whoever needs it is written so, too.
    fn as_written(&self, by: &Path, path: PathBuf) -> PathBuf {
        if by.is_absolute() || !path.is_absolute() {
            return path;
        }
        let here = self.files.canonical(Path::new("."));
        let below = here.ok().and_then(|here| path.strip_prefix(here).ok());
        below.map(Path::to_owned).unwrap_or(path)
    }

    fn report_config(&mut self, bad: BadConfig) {
        if self.bad_configs.contains(&bad.path) {
            return;
        }
        let text: Arc<str> = bad.text.into();
        let file = self
            .workspace
            .sources
            .add(bad.path.clone(), text, FileKind::Specification);
        let range = text_range(&bad.range);
        self.report(codes::bad_config(Span::new(file, range), &bad.message));
        self.bad_configs.push(bad.path);
    }

    /// The same file by two ways is one place.
    fn keep_distinct(&self, places: &mut Vec<PathBuf>, relative: &Path) {
        let mut seen: Vec<PathBuf> = Vec::new();
        places.retain(|place| {
            let path = place.join(relative);
            let canonical = self.files.canonical(&path).unwrap_or(path);
            let is_new = !seen.contains(&canonical);
            if is_new {
                seen.push(canonical);
            }
            is_new
        });
    }

    fn is_inside(&self, path: &Path, place: &Path) -> bool {
        let canonical = (
            self.files.canonical(path),
            self.files.canonical(folder_or_here(place)),
        );
        matches!(canonical, (Ok(path), Ok(place)) if path.starts_with(&place))
    }

    fn report_import(
        &mut self,
        module: usize,
        name: &str,
        span: Span,
        relative: &Path,
        places: &[PathBuf],
    ) {
        if !places.is_empty() {
            let found: Vec<PathBuf> = places.iter().map(|place| place.join(relative)).collect();
            return self.report(codes::import_ambiguous(span, name, &found));
        }
        let folder = self.surroundings[module].path.parent();
        if folder.is_some_and(|folder| self.rootless.contains(folder)) {
            return;
        }
        let searched = self.places(module).concat();
        let tests = relative.with_extension("tebl");
        let is_test = |place: &PathBuf| is_file(self.files, &place.join(&tests));
        if searched.iter().any(is_test) {
            return self.report(codes::import_of_tests(span, name, &tests));
        }
        let near = self.near_module(&searched, name);
        let missing = codes::import_not_found(span, name, relative, &searched, near.as_deref());
        self.report(missing);
    }

    /// The name of a module that may be meant, as long as not too many were searched for.
    fn near_module(&mut self, places: &[PathBuf], name: &str) -> Option<String> {
        self.searches_left = self.searches_left.checked_sub(1)?;
        let search = Search {
            files: self.files,
            places,
        };
        search.near(name)
    }
}

pub(super) fn folder_or_here(folder: &Path) -> &Path {
    if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    }
}

fn text_range(range: &std::ops::Range<usize>) -> TextRange {
    let size = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX).into();
    TextRange::new(size(range.start), size(range.end.max(range.start)))
}

/// `a.b.Name` to `a/b/Name.ebl`.
pub(super) fn relative_path(name: &str) -> PathBuf {
    let mut path: PathBuf = name.split('.').collect();
    path.set_extension("ebl");
    path
}

/// The name that a file declares, and its imports.
fn header(file: FileId, root: &crate::syntax::SyntaxNode) -> (SmolStr, Vec<LoadedImport>) {
    let name = root
        .children()
        .find_map(ast::ModuleHeader::cast)
        .and_then(|header| header.path())
        .map(|path| dotted(&path))
        .unwrap_or_default();
    let imports = root
        .children()
        .filter_map(ast::Import::cast)
        .filter_map(|import| {
            let path = import.path()?;
            let name = dotted(&path);
            let span = Span::new(file, path.syntax().text_range());
            let whole = Span::new(file, import.syntax().text_range());
            (!name.is_empty()).then_some(LoadedImport {
                name,
                span,
                whole,
                target: None,
            })
        });
    (name, imports.collect())
}

/// The names of a path, joined by dots.
pub(in crate::semantics) fn dotted(path: &ast::Path) -> SmolStr {
    let mut dotted = SmolStrBuilder::new();
    for (index, segment) in path.segments().enumerate() {
        if index > 0 {
            dotted.push('.');
        }
        dotted.push_str(segment.text());
    }
    dotted.finish()
}
