//! What `fretsaw slice` writes over and removes: its own files, and nobody else's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::program::{Run, finish, program};
use super::slice::{bank, lamps};

/// Everything below a folder: the bytes of files, and where links lead.
fn everything(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut work = vec![folder.to_owned()];
    while let Some(folder) = work.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_symlink() {
                let target = fs::read_link(&path).expect("a link");
                found.insert(path, target.to_string_lossy().into_owned().into_bytes());
            } else if path.is_dir() {
                work.push(path.clone());
                found.insert(path, Vec::new());
            } else {
                let bytes = fs::read(&path).expect("a file");
                found.insert(path, bytes);
            }
        }
    }
    found
}

fn slice(test: &Path, output: &Path) -> Run {
    finish(program().arg("slice").arg(test).arg("-o").arg(output))
}

/// A slice is refused with these words, and everything is as it was.
fn assert_refused(place: &Path, (test, output): (&Path, &Path), words: &str) {
    let before = everything(place);
    let run = slice(test, output);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{words}");
    assert!(run.stderr.contains(words), "{words}: {}", run.stderr);
    assert!(run.stderr.contains("`--output`"), "{}", run.stderr);
    assert_eq!(everything(place), before, "{words}");
}

/// A folder with a slice of the lamps in `slices`, and the test module of another one.
fn sliced() -> (TempDir, PathBuf, PathBuf) {
    let (folder, test) = lamps("on Lamp with watts == 0;");
    let slices = folder.path().join("slices");
    assert_eq!(slice(&test, &slices).status, 0);
    (folder, test, slices)
}

fn settings_of(slices: &Path) -> String {
    fs::read_to_string(slices.join("fretsaw.toml")).expect("settings")
}

/// Lists one more file, with the checksum that the first one has.
fn list_also(slices: &Path, path: &str) {
    let settings = settings_of(slices);
    let line = settings.lines().find(|line| line.ends_with("Lamps.tebl"));
    let line = line.expect("it is listed").replace("Lamps.tebl", path);
    fs::write(slices.join("fretsaw.toml"), format!("{settings}{line}\n")).expect("settings");
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    /// The file that a link leads to is exactly what we wrote, and still it is not ours.
    #[test]
    fn nothing_is_removed_through_a_listed_link() {
        let (folder, test, slices) = sliced();
        let secret = folder.path().join("secret");
        fs::create_dir(&secret).expect("a folder");
        fs::copy(slices.join("Lamps.tebl"), secret.join("Key.tebl")).expect("a copy");
        symlink(&secret, slices.join("link")).expect("a link");
        list_also(&slices, "link/Key.tebl");
        let target = (test.as_path(), slices.as_path());
        assert_refused(folder.path(), target, "slices/link` is a link");
        fs::remove_file(slices.join("link")).expect("the link");
        fs::create_dir(slices.join("link")).expect("a folder");
        symlink(secret.join("Key.tebl"), slices.join("link/Key.tebl")).expect("a link");
        assert_refused(folder.path(), target, "slices/link/Key.tebl` is a link");
    }

    #[test]
    fn a_link_in_place_of_the_folder_is_left_alone() {
        let (folder, test, slices) = sliced();
        let real = folder.path().join("real");
        fs::rename(&slices, &real).expect("it can be renamed");
        symlink(&real, &slices).expect("a link");
        for written in ["slices", "slices/", "slices/."] {
            let output = folder.path().join(written);
            assert_refused(folder.path(), (&test, &output), "slices` is a link");
        }
        // Above the folder there may be links.
        let above = TempDir::new().expect("a folder");
        symlink(folder.path(), above.path().join("above")).expect("a link");
        let run = slice(&test, &above.path().join("above/real"));
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    }

    /// The path to the folder is the user's own, with links or without; what is in the folder is looked at as anywhere
    /// else.
    #[test]
    fn links_above_the_folder_are_the_users() {
        let (folder, test) = lamps("on Lamp with watts == 0;");
        let real = TempDir::new().expect("a folder");
        symlink(real.path(), folder.path().join("link")).expect("a link");
        let output = folder.path().join("link/sub");
        for _ in 0..2 {
            let run = slice(&test, &output);
            assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        }
        fs::write(real.path().join("sub/Lamp.ebl"), "mine").expect("a file");
        let target = (test.as_path(), output.as_path());
        assert_refused(
            real.path(),
            target,
            "which is not as the earlier slice wrote",
        );
        let inside = output.join("../inside");
        symlink(real.path().join("sub"), &inside).expect("a link");
        assert_refused(real.path(), (&test, &inside), "inside` is a link");
    }

    #[test]
    fn nothing_is_written_through_links() {
        let (folder, test) = bank();
        let (slices, other) = (folder.path().join("slices"), folder.path().join("other"));
        fs::create_dir(&slices).expect("a folder");
        fs::create_dir(&other).expect("a folder");
        symlink(&other, slices.join("bank")).expect("a link");
        let target = (test.as_path(), slices.as_path());
        assert_refused(folder.path(), target, "slices/bank` is a link");
        fs::remove_file(slices.join("bank")).expect("the link");
        fs::create_dir(slices.join("bank")).expect("a folder");
        // This one leads nowhere.
        symlink(other.join("none"), slices.join("bank/Account.ebl")).expect("a link");
        assert_refused(folder.path(), target, "slices/bank/Account.ebl` is a link");
    }

    #[test]
    fn settings_behind_a_link_are_not_ours() {
        let (folder, test, slices) = sliced();
        let (settings, other) = (
            slices.join("fretsaw.toml"),
            folder.path().join("other.toml"),
        );
        fs::rename(&settings, &other).expect("it can be renamed");
        symlink(&other, &settings).expect("a link");
        assert_refused(folder.path(), (&test, &slices), "over the settings");
    }
}

/// What a slice has aside that was killed: its list, and files of it.
fn abandon(slices: &Path, name: &str) -> PathBuf {
    let aside = slices.join(name);
    fs::create_dir(&aside).expect("a folder");
    for (from, to) in [
        ("fretsaw.toml", "list"),
        ("fretsaw.toml", "fretsaw.toml"),
        ("Lamp.ebl", "new0"),
        ("Lamps.tebl", "old1"),
    ] {
        fs::copy(slices.join(from), aside.join(to)).expect("a copy");
    }
    fs::write(aside.join("new1"), "").expect("a file");
    aside
}

#[test]
fn what_a_killed_slice_left_is_removed() {
    let (_folder, test, slices) = sliced();
    let before = everything(&slices);
    abandon(&slices, ".sliceA");
    abandon(&slices, ".sliceB");
    assert_eq!(slice(&test, &slices).status, 0);
    assert_eq!(everything(&slices), before);
}

#[test]
fn what_only_looks_like_left_by_a_killed_slice_stays() {
    let (folder, test, slices) = sliced();
    let running = abandon(&slices, ".sliceRunning");
    let lock = fs::File::open(running.join("list")).expect("a list");
    lock.lock().expect("a lock");
    fs::write(abandon(&slices, ".sliceMore").join("mine.txt"), "mine").expect("a file");
    fs::write(abandon(&slices, ".sliceChanged").join("old1"), "mine").expect("a file");
    fs::remove_file(abandon(&slices, ".sliceUnlisted").join("list")).expect("the list");
    fs::create_dir(abandon(&slices, ".sliceFolder").join("new7")).expect("a folder");
    fs::create_dir(slices.join(".sliceEmpty")).expect("a folder");
    #[cfg(unix)]
    {
        let elsewhere = folder.path().join("elsewhere");
        fs::rename(abandon(&slices, ".sliceLink"), &elsewhere).expect("it can be renamed");
        std::os::unix::fs::symlink(&elsewhere, slices.join(".sliceLink")).expect("a link");
        let linked = abandon(&slices, ".sliceLinked");
        fs::remove_file(linked.join("old1")).expect("a file");
        std::os::unix::fs::symlink(slices.join("Lamp.ebl"), linked.join("old1")).expect("a link");
    }
    let before = everything(folder.path());
    assert_eq!(slice(&test, &slices).status, 0);
    assert_eq!(everything(folder.path()), before);
    drop(lock);
    assert_eq!(slice(&test, &slices).status, 0);
    assert!(!running.exists());
}

#[test]
fn what_was_changed_since_is_left_alone() {
    let (folder, test, slices) = sliced();
    let lamp = slices.join("Lamp.ebl");
    let text = fs::read_to_string(&lamp).expect("a file");
    fs::write(&lamp, format!("{text}// mine\n")).expect("a file");
    let words = "slices/Lamp.ebl`, which is not as the earlier slice wrote it";
    assert_refused(folder.path(), (&test, &slices), words);
    // Another slice would remove it.
    let (_bank, other) = bank();
    assert_refused(folder.path(), (&other, &slices), words);
    fs::remove_file(&lamp).expect("the file");
    fs::create_dir_all(lamp.join("mine")).expect("a folder");
    assert_refused(folder.path(), (&test, &slices), words);
}

#[test]
fn what_is_gone_already_is_no_obstacle() {
    let (_folder, _, slices) = sliced();
    fs::remove_file(slices.join("Lamp.ebl")).expect("the file");
    let (_bank, other) = bank();
    assert_eq!(slice(&other, &slices).status, 0);
    assert!(!slices.join("Lamps.tebl").exists());
    assert!(slices.join("bank/Account.ebl").exists());
}

/// Version control may end lines in another way.
#[test]
fn line_ends_do_not_make_a_slice_foreign() {
    let (_folder, test, slices) = sliced();
    let before = everything(&slices);
    for (path, bytes) in &before {
        let text = String::from_utf8_lossy(bytes).replace('\n', "\r\n");
        fs::write(path, text).expect("a file");
    }
    let run = slice(&test, &slices);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_eq!(everything(&slices), before);
}

#[test]
fn settings_that_cannot_be_read_are_not_ours() {
    let (folder, test, slices) = sliced();
    let settings = slices.join("fretsaw.toml");
    let ours = fs::read(&settings).expect("settings");
    fs::write(&settings, [ours.as_slice(), b"# caf\xe9\n"].concat()).expect("settings");
    assert_refused(folder.path(), (&test, &slices), "over the settings");
    fs::remove_file(&settings).expect("settings");
    fs::create_dir(&settings).expect("a folder");
    assert_refused(folder.path(), (&test, &slices), "over the settings");
}

#[test]
fn a_list_that_leads_elsewhere_is_not_ours() {
    let (folder, test, slices) = sliced();
    let ours = settings_of(&slices);
    let absolute = folder.path().join("Lamps.tebl");
    for path in [
        "../Lamps.tebl",
        "a/../../Lamps.tebl",
        "mine.txt",
        absolute.to_str().expect("UTF-8"),
    ] {
        list_also(&slices, path);
        assert_refused(folder.path(), (&test, &slices), "over the settings");
        fs::write(slices.join("fretsaw.toml"), &ours).expect("settings");
    }
}

#[test]
fn a_list_without_checksums_says_what_to_do() {
    let (folder, test, slices) = sliced();
    let older = "# A slice is complete: nothing is looked up outside of this folder.\nroots = []\n\n# The files of the slice, which the next one replaces:\n#   Lamps.tebl\n#   Lamp.ebl\n";
    fs::write(slices.join("fretsaw.toml"), older).expect("settings");
    assert_refused(
        folder.path(),
        (&test, &slices),
        "help: remove the earlier slice, or",
    );
    fs::remove_dir_all(&slices).expect("the slice");
    assert_eq!(slice(&test, &slices).status, 0);
}

/// What a verb says of everything below a folder, without times.
fn said_of(verb: &[&str], folder: &Path) -> String {
    let run = finish(program().args(verb).arg(folder));
    let last = run.stderr.lines().last().unwrap_or_default();
    let last = last.split(" in ").next().unwrap_or_default();
    format!("{} {last}", run.status)
}

#[test]
fn folders_of_slices_are_left_out_unless_they_are_named() {
    let (folder, test) = bank();
    let modules = test.parent().expect("a folder");
    let verbs: [&[&str]; 3] = [
        &["check", "--line", "14"],
        &["lint", "-v"],
        &["fmt", "--check"],
    ];
    let before = verbs.map(|verb| said_of(verb, folder.path()));
    let slices = modules.join("slices");
    assert_eq!(slice(&test, &slices).status, 0);
    // What would be found in it is told only where it is asked for.
    fs::write(slices.join("bank/Mine.ebl"), "module  bank.Other\n").expect("a file");
    assert_eq!(verbs.map(|verb| said_of(verb, folder.path())), before);
    for named in [&slices, &slices.join("bank")] {
        let [check, lint, fmt] = verbs.map(|verb| said_of(verb, named));
        assert!(check.starts_with("0 1 check: 1 passed"), "{check}");
        assert!(lint.starts_with("0 1 warning"), "{lint}");
        assert!(fmt.starts_with("1 1 file would change"), "{fmt}");
    }
    // Only the folder that is marked is one of a slice.
    fs::remove_file(slices.join("fretsaw.toml")).expect("settings");
    assert_ne!(verbs.map(|verb| said_of(verb, folder.path())), before);
}
