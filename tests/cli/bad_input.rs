//! Input that is no specification at all: a diagnostic and status 2, in every verb that reads files.

use std::fs::{self, File};
use std::path::Path;

use super::program::{finish, program};

/// The diagnostics of a verb about a path, which must be bad input.
fn refused(verb: &[&str], folder: &Path, path: &str) -> String {
    let run = finish(program().current_dir(folder).args(verb).arg(path));
    let outcome = (run.status, run.stdout.as_str());
    assert_eq!(outcome, (2, ""), "{verb:?} {path}: {}", run.stderr);
    run.stderr
}

fn assert_refused(folder: &Path, path: &str, expected: &str) {
    for verb in [&["lint", "--quiet"][..], &["parse"], &["fmt", "--quiet"]] {
        assert_eq!(refused(verb, folder, path).trim_end(), expected, "{verb:?}");
    }
}

#[test]
fn a_missing_file() {
    let folder = tempfile::tempdir().unwrap();
    let expected = "error[R0309]: there is no such file\n  | at No.ebl";
    assert_refused(folder.path(), "No.ebl", expected);
    let expected = "error[R0309]: there is no such file\n  | at nothing";
    assert_refused(folder.path(), "nothing", expected);
}

#[test]
fn a_foreign_extension() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "module Notes").unwrap();
    let expected = "error[R0309]: `notes.txt` is not a specification\n  help: specifications end in `.ebl`, test modules in `.tebl`";
    assert_refused(folder.path(), "notes.txt", expected);
}

#[test]
fn bytes_that_are_not_text() {
    let folder = tempfile::tempdir().unwrap();
    let cases: [(&[u8], usize); 3] = [
        (b"module \x00\xff", 8),
        (b"module caf\xe9", 10),
        (b"\xff\xfem\x00", 0),
    ];
    for (bytes, offset) in cases {
        fs::write(folder.path().join("x.ebl"), bytes).unwrap();
        let expected = format!(
            "error[R0309]: the file is not UTF-8 text: byte {offset} cannot be part of it\n  | at x.ebl"
        );
        assert_refused(folder.path(), "x.ebl", &expected);
    }
}

#[test]
fn a_file_of_100_megabytes() {
    let folder = tempfile::tempdir().unwrap();
    let file = File::create(folder.path().join("Huge.ebl")).unwrap();
    file.set_len(100 << 20).unwrap();
    let expected =
        "error[R0309]: the file is too large: 100 MB, and at most 64 MB are read\n  | at Huge.ebl";
    assert_refused(folder.path(), "Huge.ebl", expected);
}

#[test]
fn a_folder_without_specifications() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir_all(folder.path().join("empty/below")).unwrap();
    let expected = "error[R0310]: there are no specifications in `empty`\n  help: specifications end in `.ebl`, test modules in `.tebl`";
    for verb in ["lint", "fmt"] {
        let refused = refused(&[verb, "--quiet"], folder.path(), "empty");
        assert_eq!(refused.trim_end(), expected);
    }
}

#[test]
fn a_folder_where_a_file_should_be() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("Folder.ebl")).unwrap();
    let expected = "error[R0309]: this is not a file\n  | at Folder.ebl";
    let refused = refused(&["parse"], folder.path(), "Folder.ebl");
    assert_eq!(refused.trim_end(), expected);
}

#[cfg(unix)]
#[test]
fn a_file_without_permission() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Secret.ebl");
    fs::write(&path, "module Secret\n").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(&path).is_ok() {
        eprintln!("note: this user may read everything, so nothing can be refused");
        return;
    }
    for verb in ["lint", "parse"] {
        let refused = refused(&[verb], folder.path(), "Secret.ebl");
        let expected = "error[R0309]: the file cannot be read: Permission denied";
        assert!(refused.starts_with(expected), "{refused}");
    }
}

#[test]
fn one_bad_path_does_not_hide_the_others() {
    let run = finish(program().args(["lint", "No.ebl", "Broken.ebl"]));
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("R0309") && run.stderr.contains("R0103"),
        "{}",
        run.stderr
    );
}
