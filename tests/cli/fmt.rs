//! `fretsaw fmt`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::program::{Run, finish, fixtures, program};
use crate::support::schema;

const UGLY: &str = "module   Ugly\nevent open( amount:Money ){preconditions{amount>EUR 0.00;}}\n";

/// A folder with a file that would change, one that would not, and one that cannot be read.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("Ugly.ebl"), UGLY).unwrap();
    for name in ["Fine.ebl", "Broken.ebl"] {
        fs::copy(fixtures().join(name), folder.path().join(name)).unwrap();
    }
    folder
}

fn fmt(folder: &Path, arguments: &[&str]) -> Run {
    finish(program().current_dir(folder).arg("fmt").args(arguments))
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn files_are_written_once() {
    let folder = folder();
    let first = fmt(folder.path(), &["Ugly.ebl", "Fine.ebl"]);
    assert_eq!((first.status, first.stdout.as_str()), (0, ""));
    assert_eq!(first.stderr, "1 file formatted, 1 file unchanged\n");
    assert_ne!(read(&folder, "Ugly.ebl"), UGLY);
    let second = fmt(folder.path(), &["Ugly.ebl", "Fine.ebl"]);
    assert_eq!(second.stderr, "2 files unchanged\n");
}

#[test]
fn check_lists_what_would_change_and_changes_nothing() {
    let folder = folder();
    let run = fmt(folder.path(), &["--check", "Ugly.ebl", "Fine.ebl"]);
    assert_eq!((run.status, run.stdout.as_str()), (1, "Ugly.ebl\n"));
    assert_eq!(run.stderr, "1 file would change, 1 file unchanged\n");
    assert_eq!(read(&folder, "Ugly.ebl"), UGLY);
    assert_eq!(fmt(folder.path(), &["--check", "Fine.ebl"]).status, 0);
}

#[test]
fn a_broken_file_is_left_alone_and_the_others_are_not() {
    let folder = folder();
    let before = read(&folder, "Broken.ebl");
    let run = fmt(folder.path(), &["."]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("error[R0103]"), "{}", run.stderr);
    let summary = "1 file formatted, 1 file unchanged, 1 file left alone\n";
    assert!(run.stderr.ends_with(summary), "{}", run.stderr);
    assert_eq!(read(&folder, "Broken.ebl"), before);
}

#[test]
fn json_tells_what_became_of_each_file() {
    let folder = folder();
    let run = fmt(folder.path(), &["--check", "--format", "json", "."]);
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("fmt.schema.json", &document);
    let statuses: Vec<&str> = document["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| file["status"].as_str().unwrap())
        .collect();
    assert_eq!(statuses, ["failed", "unchanged", "would-change"]);
}

#[test]
fn standard_input_becomes_standard_output() {
    let folder = folder();
    let run = finish(program().args(["fmt", "--stdin"]).write_stdin(UGLY));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    fmt(folder.path(), &["Ugly.ebl"]);
    assert_eq!(run.stdout, read(&folder, "Ugly.ebl"));
    let check = ["fmt", "--stdin", "--check"];
    let again = finish(program().args(check).write_stdin(run.stdout));
    assert_eq!((again.status, again.stdout.as_str()), (0, ""));
    let ugly = finish(program().args(check).write_stdin(UGLY));
    assert_eq!((ugly.status, ugly.stdout.as_str()), (1, ""));
}

#[test]
fn standard_input_has_a_name() {
    let test = "module Test\n\nstate open {\n}\n";
    let arguments = ["fmt", "--stdin", "--stdin-filename"];
    let named = |name: &str| finish(program().args(arguments).arg(name).write_stdin(test));
    assert_eq!(named("a/Test.tebl").status, 0);
    let wrong = named("a/Test.ebl");
    assert_eq!((wrong.status, wrong.stdout.as_str()), (2, ""));
    assert!(wrong.stderr.contains("a/Test.ebl:3:1"), "{}", wrong.stderr);
    assert!(named("a/Test.txt").stderr.contains("R0309"));
}

#[test]
fn broken_standard_input_gives_no_output() {
    let run = finish(program().args(["fmt", "--stdin"]).write_stdin("module {"));
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("stdin.ebl:1:8"), "{}", run.stderr);
}

#[test]
fn carriage_returns_do_not_move_places() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(
        folder.path().join("A.ebl"),
        "module A1\r\n\r\nevent open(\r\n",
    )
    .unwrap();
    let run = fmt(folder.path(), &["A.ebl"]);
    assert!(run.stderr.contains("A.ebl:3:12"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_survive() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = folder();
    let path = folder.path().join("Ugly.ebl");
    let link = folder.path().join("Link.ebl");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    assert_eq!(fmt(folder.path(), &["Link.ebl"]).status, 0);
    assert_ne!(read(&folder, "Ugly.ebl"), UGLY);
    assert!(link.is_symlink());
    let mode = fs::metadata(&path).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
}

#[test]
fn a_write_protected_file_stays_as_it_is() {
    let folder = folder();
    let path = folder.path().join("Ugly.ebl");
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let run = fmt(folder.path(), &["Ugly.ebl"]);
    assert_eq!(run.status, 2);
    let expected =
        "error[R1201]: the file cannot be written: it is write-protected\n  | at Ugly.ebl\n";
    assert!(run.stderr.starts_with(expected), "{}", run.stderr);
    assert_eq!(read(&folder, "Ugly.ebl"), UGLY);
}
