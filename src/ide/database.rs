//! What an editor has told us, and snapshots of it that answer questions while it goes on telling.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::documents::{Document, Overlay, SharedFiles, replace};
use super::folders::Folders;
use super::project::{Project, Spot};
use super::verdicts::Verdicts;
use super::watch::{Watched, Watcher};
use crate::semantics::load::{KeptFile, kind_of};
use crate::semantics::{FileSystem, Request};
use crate::syntax::FileKind;

/// The texts have changed since the question was asked, or its answer is not wanted any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stale;

/// Tells whether nobody wants the answer to a question any more. Questions that take long ask it again and again.
pub type Stop<'s> = dyn Fn() -> bool + 's;

/// Ends a question whose answer nobody wants any more.
pub(super) fn go_on(stop: &Stop<'_>) -> Result<(), Stale> {
    if stop() { Err(Stale) } else { Ok(()) }
}

/// The open texts and the folders of an editor.
pub struct Database {
    watched: Arc<Watched>,
    latest: Arc<Latest>,
    open: Arc<BTreeMap<PathBuf, Arc<Document>>>,
    folders: Vec<PathBuf>,
    roots: Vec<PathBuf>,
    verdicts: Arc<Verdicts>,
    current: Option<Snapshot>,
    retired: Vec<Snapshot>,
}

impl Database {
    /// A database without any text, over the files of a disk. The roots are further folders in which modules are
    /// found.
    pub fn new(disk: SharedFiles, roots: Vec<PathBuf>) -> Database {
        Database {
            watched: Arc::new(Watched::new(disk, Arc::default())),
            latest: Arc::default(),
            open: Arc::default(),
            folders: Vec::new(),
            roots,
            verdicts: Arc::default(),
            current: None,
            retired: Vec::new(),
        }
    }

    /// Takes folders as those of the editor.
    pub fn set_folders(&mut self, folders: Vec<PathBuf>) {
        self.watched.set_folders(folders.clone());
        self.folders = folders;
        self.outdate();
    }

    /// The folders of the editor.
    pub fn folders(&self) -> &[PathBuf] {
        &self.folders
    }

    /// Opens a text, or replaces it.
    pub fn open(&mut self, path: PathBuf, document: Document) {
        Arc::make_mut(&mut self.open).insert(path, Arc::new(document));
        self.outdate();
    }

    /// Replaces parts of an open text, one after the other. Where each part stands is told when those before it
    /// have been replaced.
    pub fn edit<'e>(
        &mut self,
        path: &Path,
        version: i32,
        edits: impl IntoIterator<Item = (&'e dyn Fn(&str) -> Range<usize>, &'e str)>,
    ) {
        let Some(document) = self.open.get(path) else {
            return;
        };
        let mut text = document.text().to_string();
        for (range, with) in edits {
            let range = range(&text);
            replace(&mut text, range, with);
        }
        let edited = document.edited(text, version);
        self.open(path.to_owned(), edited);
    }

    /// Closes a text: from now on its file counts.
    pub fn close(&mut self, path: &Path) {
        Arc::make_mut(&mut self.open).remove(path);
        self.outdate();
    }

    /// Notes that something on the disk has changed.
    pub fn outdate(&mut self) {
        if let Some(snapshot) = self.current.take() {
            snapshot.inner.stop.0.store(true, Ordering::Relaxed);
            self.retired.push(snapshot);
        }
    }

    /// The snapshots that are out of date. It takes a while to drop the analysis of long texts, and whoever has no
    /// time for that can leave it to others.
    pub fn take_retired(&mut self) -> Vec<Snapshot> {
        std::mem::take(&mut self.retired)
    }

    /// What looks at the files that were read, again and again; only at those outside of the folders, if the editor
    /// tells of the others.
    pub fn watcher(&self, only_outside: bool) -> Watcher {
        Watcher::new(Arc::clone(&self.watched), only_outside)
    }

    /// Whether the verdict of any check is remembered.
    pub fn has_verdicts(&self) -> bool {
        !self.verdicts.is_empty()
    }

    /// Everything as it is now.
    pub fn snapshot(&mut self) -> Snapshot {
        if let Some(snapshot) = &self.current {
            return snapshot.clone();
        }
        let snapshot = Snapshot::new(self);
        self.current = Some(snapshot.clone());
        snapshot
    }
}

/// The latest analyses of all projects, by their names. The next ones take from them what has not changed.
#[derive(Default)]
struct Latest(Mutex<BTreeMap<PathBuf, Arc<Project>>>);

impl Latest {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<PathBuf, Arc<Project>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Everything as it was at some time. What is asked of it is worked out once.
#[derive(Clone)]
pub struct Snapshot {
    inner: Arc<Inner>,
}

struct Inner {
    files: Overlay,
    folders: Folders,
    roots: Vec<PathBuf>,
    /// By the first folder, or by the file of an open text in none.
    projects: BTreeMap<PathBuf, OnceLock<Option<Arc<Project>>>>,
    /// Test modules with what they import and nothing else, as checks read them.
    with_imports_only: Mutex<BTreeMap<PathBuf, Arc<Project>>>,
    /// Projects with all modules below their roots, for those that have roots elsewhere.
    whole: BTreeMap<PathBuf, OnceLock<Option<Arc<Project>>>>,
    verdicts: Arc<Verdicts>,
    latest: Arc<Latest>,
    stop: Staleness,
}

/// Tells whether there is a newer snapshot, also when this one is gone.
#[derive(Debug, Clone, Default)]
pub struct Staleness(Arc<AtomicBool>);

impl Staleness {
    /// Whether there is a newer snapshot.
    pub fn is_stale(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

impl Snapshot {
    fn new(database: &Database) -> Snapshot {
        let files = Overlay {
            disk: Arc::clone(&database.watched.disk),
            trees: Arc::clone(&database.watched.trees),
            open: Arc::clone(&database.open),
        };
        let folders = Folders::new(&files, &database.folders, &database.roots);
        let lonely = files.open.keys();
        let lonely = lonely.filter(|path| folders.project_of(path).is_none());
        let whole = folders.projects();
        let whole = whole.filter(|name| !folders.roots_outside(name).is_empty());
        let whole = whole.map(|name| (name.clone(), OnceLock::new()));
        let projects = folders.projects().chain(lonely);
        let projects = projects.map(|path| (path.clone(), OnceLock::new()));
        Snapshot {
            inner: Arc::new(Inner {
                projects: projects.collect(),
                with_imports_only: Mutex::default(),
                whole: whole.collect(),
                verdicts: Arc::clone(&database.verdicts),
                latest: Arc::clone(&database.latest),
                folders,
                roots: database.roots.clone(),
                files,
                stop: Staleness::default(),
            }),
        }
    }

    /// Whether there is a newer one.
    pub fn is_stale(&self) -> bool {
        self.inner.stop.is_stale()
    }

    /// What tells whether there is a newer one.
    pub fn staleness(&self) -> Staleness {
        self.inner.stop.clone()
    }

    /// The open text of a path.
    pub fn document(&self, path: &Path) -> Option<&Arc<Document>> {
        self.inner.files.open.get(path)
    }

    /// The open texts.
    pub fn documents(&self) -> impl Iterator<Item = (&PathBuf, &Arc<Document>)> {
        self.inner.files.open.iter()
    }

    /// A text and its tree, without what it means.
    pub fn file(&self, path: &Path) -> Option<(FileKind, KeptFile)> {
        let kind = kind_of(path)?;
        let kept = self.inner.files.kept(path, kind)?.ok()?;
        Some((kind, kept))
    }

    /// The projects that texts are analysed in: the folders that belong together, and the open texts in none of them.
    pub fn projects(&self) -> impl Iterator<Item = &Path> {
        self.inner.projects.keys().map(PathBuf::as_path)
    }

    /// The analysis of a project.
    pub fn project(&self, name: &Path) -> Result<Arc<Project>, Stale> {
        let Some(slot) = self.inner.projects.get(name) else {
            return Err(Stale);
        };
        let analysed = slot.get_or_init(|| self.analyse(name).map(Arc::new));
        analysed.clone().ok_or(Stale)
    }

    /// Takes the analyses that were made as those that the next ones begin with. Drops those from before, which takes
    /// a while.
    pub fn become_latest(&self) {
        let projects = self.inner.projects.iter();
        let made = projects.filter_map(|(name, slot)| {
            let project = slot.get()?.as_ref()?;
            Some((name.clone(), Arc::clone(project)))
        });
        let made = made.collect();
        let before = std::mem::replace(&mut *self.inner.latest.lock(), made);
        drop(before);
    }

    /// The analysis of a test module with what it imports and nothing else.
    pub(super) fn with_imports_only(
        &self,
        path: &Path,
        stop: &Stop<'_>,
    ) -> Result<Arc<Project>, Stale> {
        let known = || {
            self.inner
                .with_imports_only
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        };
        if let Some(known) = known().get(path) {
            return Ok(Arc::clone(known));
        }
        let request = Request {
            paths: vec![path.to_owned()],
            roots: self.inner.roots.clone(),
        };
        let project = Project::analyse(&self.inner.files, &request, None, stop).ok_or(Stale)?;
        let project = Arc::new(project);
        known().insert(path.to_owned(), Arc::clone(&project));
        Ok(project)
    }

    pub(super) fn verdicts(&self) -> &Verdicts {
        &self.inner.verdicts
    }

    /// The analysis of a file's project, with all modules below its roots, as it would be with some other texts.
    pub(super) fn analyse_with(
        &self,
        spot: &Spot,
        texts: BTreeMap<PathBuf, String>,
    ) -> Result<Project, Stale> {
        let mut open = (*self.inner.files.open).clone();
        for (path, text) in texts {
            open.insert(path, Arc::new(Document::new(text, 0)));
        }
        let files = Overlay {
            open: Arc::new(open),
            ..self.inner.files.clone()
        };
        let name = self.project_of(spot.source().path());
        self.analyse_whole(&files, name).ok_or(Stale)
    }

    fn analyse(&self, name: &Path) -> Option<Project> {
        let request = self.request(name);
        let earlier = self.inner.latest.lock().get(name).cloned();
        let (files, stop) = (&self.inner.files, || self.is_stale());
        Project::analyse(files, &request, earlier.as_deref(), &stop)
    }

    fn analyse_whole(&self, files: &Overlay, name: &Path) -> Option<Project> {
        let mut request = self.request(name);
        let outside = self.inner.folders.roots_outside(name);
        request.paths.extend(outside);
        Project::analyse(files, &request, None, &|| self.is_stale())
    }

    /// What is analysed of a project: its folders, and the open texts in it.
    fn request(&self, name: &Path) -> Request {
        let folders = self.inner.folders.of_project(name);
        let open = self.inner.files.open.keys();
        let inside = open.filter(|path| self.project_of(path) == name && kind_of(path).is_some());
        Request {
            paths: folders.into_iter().chain(inside).cloned().collect(),
            roots: self.inner.roots.clone(),
        }
    }

    /// The project that a path belongs to.
    pub fn project_of<'p>(&'p self, path: &'p Path) -> &'p Path {
        self.inner.folders.project_of(path).unwrap_or(path)
    }

    /// A file with the analysis that it belongs to; none where nothing is known of it.
    pub fn spot(&self, path: &Path) -> Result<Option<Spot>, Stale> {
        let name = self.project_of(path);
        if !self.inner.projects.contains_key(name) {
            return Ok(None);
        }
        let project = self.project(name)?;
        Ok(Spot::new(project, path))
    }

    /// The same with all modules below the roots, also those outside of the folders: whoever looks for all users of a
    /// name must see those, too.
    pub fn spot_among_all(&self, path: &Path) -> Result<Option<Spot>, Stale> {
        let name = self.project_of(path);
        let Some(slot) = self.inner.whole.get(name) else {
            return self.spot(path);
        };
        let analyse = || self.analyse_whole(&self.inner.files, name).map(Arc::new);
        let project = slot.get_or_init(analyse).clone().ok_or(Stale)?;
        Ok(Spot::new(project, path))
    }
}
