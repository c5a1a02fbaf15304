//! A real editor: Neovim without a screen opens files, and its own client talks to our server.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::support::files;

const BROKEN: &str = "module bank.Broken\n\nspecification Broken {\n    fields {\n        id: Integer @key\n        owner: Moneyy\n    }\n}\n";

/// A folder with a bank, its test modules and a file with a mistake.
fn bank() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let project = files::project();
    for part in ["rebel-examples/bank", "testmodules/bank"] {
        fs::create_dir_all(folder.path().join(part)).expect("a folder");
        for entry in fs::read_dir(project.join(part)).expect("examples") {
            let path = entry.expect("an example").path();
            if path.is_file() {
                let name = path.file_name().expect("a name");
                fs::copy(&path, folder.path().join(part).join(name)).expect("a copy");
            }
        }
    }
    let settings = "fretsaw.toml";
    fs::copy(project.join(settings), folder.path().join(settings)).expect("a copy");
    fs::write(folder.path().join("rebel-examples/bank/Broken.ebl"), BROKEN).expect("a file");
    folder
}

/// Runs the script in Neovim; none where there is no Neovim.
fn neovim(folder: &Path, notes: &Path) -> Option<Output> {
    let project = files::project();
    let plugin = project.join("editors/neovim");
    let script = project.join("tests/editor/neovim/session.lua");
    let output = Command::new("nvim")
        .current_dir(folder)
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n"])
        .args(["--cmd", &format!("set runtimepath^={}", plugin.display())])
        .args(["--cmd", "filetype plugin on"])
        .args(["-c", &format!("luafile {}", script.display())])
        // An error in the script ends the editor rather than waiting for somebody.
        .args(["-c", "cquit!"])
        .env("FRETSAW_PROGRAM", env!("CARGO_BIN_EXE_fretsaw"))
        .env("FRETSAW_NOTES", notes)
        .env("XDG_STATE_HOME", folder.join("state"))
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .stdin(Stdio::null())
        .output();
    match output {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("note: there is no `nvim`, so no editor was tried");
            None
        }
        output => Some(output.expect("`nvim` can be run")),
    }
}

#[test]
fn somebody_works_in_neovim() {
    let folder = bank();
    let notes = folder.path().join("notes.txt");
    let Some(output) = neovim(folder.path(), &notes) else {
        return;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    let notes = fs::read_to_string(&notes).unwrap_or_default();
    assert!(output.status.success(), "{notes}\n{said}");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots/neovim"));
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("session", notes));
}
