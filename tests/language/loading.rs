//! Where modules are found, and what is never read.

use std::cell::RefCell;
use std::io;
use std::path::{Path, PathBuf};

use fretsaw::disk::Disk;
use fretsaw::semantics::{Analysis, FileSystem, MemoryFiles, Metadata, analyse};

use crate::support::findings;

/// A library with one event and the specification that lists it, in a package.
fn spec(module: &str, import: &str) -> String {
    format!(
        "module {module}\n\nimport {import}\n\nspecification {} {{\n    fields {{\n        nr: Integer @key\n    }}\n    \
         events {{\n        go[]\n    }}\n    lifeCycle {{\n        initial here -> there: go\n        final there\n    }}\n}}\n",
        module.rsplit('.').next().unwrap_or_default()
    )
}

fn library(module: &str) -> String {
    format!("module {module}\n\nevent go() {{}}\n")
}

fn memory(files: &[(&str, String)]) -> MemoryFiles {
    let mut memory = MemoryFiles::default();
    for (path, text) in files {
        memory.insert(*path, text.as_bytes());
    }
    memory
}

fn analyse_one(files: &dyn FileSystem, path: &str, roots: &[&str]) -> Analysis {
    let roots: Vec<PathBuf> = roots.iter().map(PathBuf::from).collect();
    analyse(files, &[PathBuf::from(path)], &roots)
}

fn listing(analysis: &Analysis) -> String {
    findings::listing(analysis, "/")
}

#[test]
fn imports_are_found_under_the_base_folder() {
    let files = memory(&[
        ("/p/a/b/Thing.ebl", spec("a.b.Thing", "a.Library")),
        ("/p/a/Library.ebl", library("a.Library")),
    ]);
    let analysis = analyse_one(&files, "/p/a/b/Thing.ebl", &[]);
    assert_eq!(listing(&analysis), "");
    assert_eq!(analysis.sources.iter().count(), 2);
}

#[test]
fn imports_are_found_under_the_roots_of_the_nearest_configuration() {
    let mut files = memory(&[
        ("/p/specs/Thing.ebl", spec("Thing", "lib.Library")),
        ("/p/shared/lib/Library.ebl", library("lib.Library")),
        ("/fretsaw.toml", "roots = [\"nowhere\"]".to_owned()),
        ("/p/fretsaw.toml", "roots = [\"shared\"]".to_owned()),
    ]);
    assert_eq!(listing(&analyse_one(&files, "/p/specs/Thing.ebl", &[])), "");
    files.insert("/p/specs/fretsaw.toml", "roots = []");
    let nearer = listing(&analyse_one(&files, "/p/specs/Thing.ebl", &[]));
    assert!(nearer.contains("R0301"), "{nearer}");
}

#[test]
fn imports_are_found_under_roots_of_the_command_line() {
    let files = memory(&[
        ("/p/Thing.ebl", spec("Thing", "lib.Library")),
        ("/elsewhere/lib/Library.ebl", library("lib.Library")),
    ]);
    assert_eq!(
        listing(&analyse_one(&files, "/p/Thing.ebl", &["/elsewhere"])),
        ""
    );
    let lost = listing(&analyse_one(&files, "/p/Thing.ebl", &[]));
    assert!(
        lost.contains("cannot find the module `lib.Library`"),
        "{lost}"
    );
}

#[test]
fn a_module_in_two_places_is_an_error() {
    let files = memory(&[
        ("/p/Thing.ebl", spec("Thing", "Library")),
        ("/p/Library.ebl", library("Library")),
        ("/q/Library.ebl", library("Library")),
    ]);
    let found = listing(&analyse_one(&files, "/p/Thing.ebl", &["/q"]));
    assert!(
        found.contains("R0302")
            && found.contains("/p/Library.ebl")
            && found.contains("/q/Library.ebl"),
        "{found}"
    );
    assert_eq!(
        listing(&analyse_one(&files, "/p/Thing.ebl", &["/p"])),
        "",
        "one file by two ways is one place"
    );
}

#[test]
fn a_broken_configuration_is_told_once_at_its_place() {
    let files = memory(&[
        ("/p/Thing.ebl", spec("Thing", "Library")),
        ("/p/Other.ebl", spec("Other", "Library")),
        ("/p/Library.ebl", library("Library")),
        ("/p/fretsaw.toml", "roots = [\n  3\n]\n".to_owned()),
    ]);
    let found = listing(&analyse_one(&files, "/p", &[]));
    assert_eq!(found.matches("R0311").count(), 1, "{found}");
    assert!(found.contains("fretsaw.toml:2:3"), "{found}");
}

#[test]
fn roots_must_be_folders() {
    let mut files = memory(&[
        ("/p/Thing.ebl", spec("Thing", "Library")),
        ("/p/Library.ebl", library("Library")),
    ]);
    let found = listing(&analyse_one(&files, "/p/Thing.ebl", &["/nowhere"]));
    assert!(
        found.contains("nowhere") && found.contains("no such folder"),
        "{found}"
    );
    files.insert("/p/fretsaw.toml", "roots = [\"gone\"]");
    let found = listing(&analyse_one(&files, "/p/Library.ebl", &[]));
    assert!(
        found.contains("fretsaw.toml:1:10") && found.contains("there is no folder `gone`"),
        "told although nothing is imported: {found}"
    );
}

#[test]
fn a_broken_configuration_does_not_make_imports_missing() {
    let files = memory(&[
        ("/p/Thing.ebl", spec("Thing", "lib.Library")),
        ("/p/fretsaw.toml", "roots = 3".to_owned()),
    ]);
    let found = listing(&analyse_one(&files, "/p/Thing.ebl", &[]));
    assert!(
        found.contains("R0311") && !found.contains("R0301"),
        "{found}"
    );
}

#[test]
fn an_import_of_itself_and_circles_are_read_once() {
    let files = memory(&[
        ("/p/One.ebl", spec("One", "Library")),
        (
            "/p/Library.ebl",
            "module Library\n\nimport One\nimport Library\n\nevent go() {}\n".to_owned(),
        ),
    ]);
    let counting = Counting {
        files: &files,
        read: RefCell::default(),
    };
    let analysis = analyse_one(&counting, "/p/One.ebl", &[]);
    let found = listing(&analysis);
    assert!(found.contains("error R0305"), "{found}");
    let mut read = counting.read.take();
    read.sort();
    assert_eq!(
        read,
        [PathBuf::from("/p/Library.ebl"), PathBuf::from("/p/One.ebl")]
    );
}

#[test]
fn bad_files_are_told() {
    let mut files = memory(&[
        ("/p/Text.txt", "hello".to_owned()),
        ("/empty/readme.md", String::new()),
    ]);
    files.insert("/p/Binary.ebl", [0xff, 0xfe, 0x00]);
    for (path, code, words) in [
        ("/p/None.ebl", "R0309", "no such file"),
        ("/p/Text.txt", "R0309", "not a specification"),
        ("/p/Binary.ebl", "R0309", "not UTF-8"),
        ("/empty", "R0310", "no specifications"),
        ("/nowhere", "R0309", "no such file"),
    ] {
        let analysis = analyse_one(&files, path, &[]);
        let found = listing(&analysis);
        assert!(
            found.contains(code) && found.contains(words),
            "{path}: {found}"
        );
        assert!(analysis.has_errors());
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_read_through_links_that_lead_outside() {
    let folder = tempfile::tempdir().expect("a folder");
    let base = folder.path().join("project");
    let secret = folder.path().join("secret");
    for (path, text) in [
        (base.join("Thing.ebl"), spec("Thing", "Library")),
        (secret.join("Library.ebl"), library("Library")),
    ] {
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }
    std::os::unix::fs::symlink(secret.join("Library.ebl"), base.join("Library.ebl"))
        .expect("a link");
    std::os::unix::fs::symlink(&secret, base.join("more")).expect("a link");
    std::os::unix::fs::symlink(&base, base.join("circle")).expect("a link");
    let counting = Counting {
        files: &Disk,
        read: RefCell::default(),
    };
    let analysis = analyse(&counting, std::slice::from_ref(&base), &[]);
    let found = listing(&analysis);
    assert!(found.contains("R0306"), "{found}");
    assert_eq!(counting.read.take(), [base.join("Thing.ebl")]);
}

/// Files that remember which of them were read.
struct Counting<'f> {
    files: &'f dyn FileSystem,
    read: RefCell<Vec<PathBuf>>,
}

impl FileSystem for Counting<'_> {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.read.borrow_mut().push(path.to_owned());
        self.files.read(path)
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.files.metadata(path)
    }

    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.files.entries(folder)
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        self.files.canonical(path)
    }
}
