//! Files are the same by whatever path they are named.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use super::program::{Run, finish, program};
use crate::support::files::project;

/// A folder with one package, whose modules import each other and have no settings to be found by.
fn package() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    let package = folder.path().join("mutex");
    fs::create_dir_all(package.join("inner")).expect("a folder");
    for file in [
        "rebel-examples/mutex/Process.ebl",
        "rebel-examples/mutex/Turn.ebl",
        "testmodules/mutex/Exclusion.tebl",
    ] {
        let path = project().join(file);
        let name = path.file_name().expect("a name");
        fs::copy(&path, package.join(name)).expect("a copy");
    }
    folder
}

fn run_in(folder: &Path, arguments: &[&str]) -> Run {
    finish(program().current_dir(folder).args(arguments))
}

/// What every verb that reads modules does with a test module.
const VERBS: [&[&str]; 7] = [
    &["lint"],
    &["check", "--line", "29"],
    &["slice", "--stdout"],
    &["explore", "--line", "20"],
    &["simulate", "--random", "2"],
    &["graph"],
    &["fmt", "--check"],
];

fn assert_found(folder: &Path, written: &str) {
    for verb in VERBS {
        let run = run_in(folder, &[verb, &[written]].concat());
        assert_eq!(run.status, 0, "{verb:?} {written}: {}", run.stderr);
        assert!(
            !run.stderr.contains("warning"),
            "{verb:?} {written}: {}",
            run.stderr
        );
    }
}

#[test]
fn a_module_is_found_from_within_its_package() {
    let folder = package();
    let inside = folder.path().join("mutex");
    for written in [
        "Exclusion.tebl",
        "./Exclusion.tebl",
        "../mutex/Exclusion.tebl",
        "inner/../Exclusion.tebl",
    ] {
        assert_found(&inside, written);
    }
    let whole = run_in(&inside, &["lint", "."]);
    assert_eq!(whole.status, 0, "{}", whole.stderr);
    assert_found(folder.path(), "mutex/inner/../Exclusion.tebl");
    assert_found(&inside.join("inner"), "../Exclusion.tebl");
}

#[cfg(unix)]
#[test]
fn a_module_is_found_through_links_to_its_package() {
    use std::os::unix::fs::symlink;
    let folder = package();
    symlink("mutex", folder.path().join("link")).expect("a link");
    assert_found(folder.path(), "link/Exclusion.tebl");
    assert_found(&folder.path().join("link"), "Exclusion.tebl");
    // The folder above a link is the one above what it leads to.
    symlink("mutex/inner", folder.path().join("deep")).expect("a link");
    assert_found(folder.path(), "deep/../Exclusion.tebl");
}

/// A link to a file, at a place that fits the name of the module: what it imports is beside the link, or beside what
/// it leads to.
#[cfg(unix)]
#[test]
fn a_module_that_is_a_link_finds_its_neighbours() {
    use std::os::unix::fs::symlink;
    let folder = package();
    let other = folder.path().join("other/mutex");
    fs::create_dir_all(&other).expect("a folder");
    symlink("../../mutex/Exclusion.tebl", other.join("Exclusion.tebl")).expect("a link");
    assert_found(folder.path(), "other/mutex/Exclusion.tebl");
    assert_found(&folder.path().join("other"), "mutex/Exclusion.tebl");
    assert_found(&other, "Exclusion.tebl");
    // What is beside the link comes first.
    for file in ["Process.ebl", "Turn.ebl"] {
        fs::copy(folder.path().join("mutex").join(file), other.join(file)).expect("a copy");
    }
    fs::write(folder.path().join("mutex/Turn.ebl"), "module mutex.").expect("a file");
    assert_found(folder.path(), "other/mutex/Exclusion.tebl");
    // Settings count that stand above what the link leads to, too.
    let plain = folder.path().join("plain");
    fs::create_dir_all(plain.join("tests")).expect("a folder");
    fs::create_dir_all(plain.join("specs")).expect("a folder");
    fs::write(plain.join("fretsaw.toml"), "roots = [\"specs\"]\n").expect("settings");
    fs::write(
        plain.join("tests/Lamps.ebl"),
        "module Lamps\n\nimport a.Lamp\n",
    )
    .expect("a file");
    fs::create_dir_all(plain.join("specs/a")).expect("a folder");
    fs::write(plain.join("specs/a/Lamp.ebl"), "module a.Lamp\n").expect("a file");
    symlink("plain/tests/Lamps.ebl", folder.path().join("Lamps.ebl")).expect("a link");
    let run = run_in(folder.path(), &["lint", "Lamps.ebl"]);
    assert!(!run.stderr.contains("error["), "{}", run.stderr);
}

#[test]
fn what_is_imported_is_shown_as_what_imports_it() {
    let folder = package();
    let inside = folder.path().join("mutex");
    let read = |place: &Path, written: &str| {
        let run = run_in(place, &["lint", "--verbose", written]);
        let lines = run.stderr.lines().filter(|line| line.starts_with("read "));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let short = ["read Exclusion.tebl", "read Process.ebl", "read Turn.ebl"];
    assert_eq!(read(&inside, "Exclusion.tebl"), short);
    let long = short.map(|line| line.replace("read ", "read mutex/"));
    assert_eq!(read(folder.path(), "mutex/Exclusion.tebl"), long);
}

/// Whether a file has the name of its module does not depend on how its path is written either.
#[test]
fn a_file_in_a_folder_of_another_name_is_told_from_within_it() {
    let folder = package();
    let inside = folder.path().join("mutex");
    let other = folder.path().join("other");
    fs::rename(&inside, &other).expect("it can be renamed");
    let told = "the module is called `mutex.Turn`, its file `other/Turn.ebl`";
    for written in ["Turn.ebl", "./Turn.ebl", "../other/Turn.ebl"] {
        let run = run_in(&other, &["lint", written]);
        assert!(run.stderr.contains(told), "{written}: {}", run.stderr);
    }
}
