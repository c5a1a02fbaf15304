//! `fretsaw slice`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tempfile::TempDir;

use super::program::{finish, program, run};
use crate::support::files::project;
use crate::support::schema;

/// A shipped test module with two checks of one state, seen from the folder of fixtures.
const BANK: &str = "../../../testmodules/bank/NegativeBalance.tebl";

fn document(arguments: &[&str]) -> (i32, Value) {
    let run = run(&[&["slice", "--format", "json"], arguments].concat());
    let document: Value = serde_json::from_str(&run.stdout).expect("a document");
    schema::assert_follows("slice.schema.json", &document);
    (run.status, document)
}

fn text(path: &Path) -> String {
    path.to_str().expect("UTF-8").to_owned()
}

/// A project of its own with a copy of the bank, whose modules are found by its settings.
pub(crate) fn bank() -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a folder");
    for part in ["rebel-examples/bank", "testmodules/bank"] {
        let target = folder.path().join(part);
        fs::create_dir_all(&target).expect("a folder");
        for entry in fs::read_dir(project().join(part)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name");
            fs::copy(&path, target.join(name)).expect("a copy");
        }
    }
    let settings = project().join("fretsaw.toml");
    fs::copy(settings, folder.path().join("fretsaw.toml")).expect("a copy");
    let test = folder.path().join("testmodules/bank/NegativeBalance.tebl");
    (folder, test)
}

#[test]
fn a_slice_stands_beside_its_test_module_and_is_checked_as_it_is() {
    let (folder, test) = bank();
    let run = finish(program().args(["slice", &text(&test)]));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let slices = folder.path().join("testmodules/bank/slices/bank");
    let written: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(written[0], text(&slices.join("NegativeBalance.tebl")));
    assert_eq!(written.len(), 4, "{written:?}");
    let account = fs::read_to_string(slices.join("Account.ebl")).expect("it was written");
    assert!(account.contains("interest[]") && !account.contains("block[]"));
    let checked = finish(program().args(["check", "--slice", "none", written[0]]));
    assert_eq!(checked.status, 0, "{}", checked.stderr);
    assert!(checked.stderr.starts_with("2 checks: 2 passed in "));
}

#[test]
fn a_slice_is_the_same_every_time() {
    let (folder, test) = bank();
    let texts = |place: &str| -> Vec<String> {
        let output = folder.path().join(place);
        let run = finish(program().args(["slice", &text(&test), "-o", &text(&output)]));
        let paths = run.stdout.lines().map(PathBuf::from);
        paths
            .map(|path| fs::read_to_string(path).expect("it was written"))
            .collect()
    };
    let first = texts("first");
    assert_eq!(first.len(), 4);
    assert_eq!(first, texts("second"));
}

#[test]
fn a_slice_can_be_printed_instead() {
    let plain = run(&["slice", BANK, "--stdout"]);
    assert_eq!((plain.status, plain.stderr.as_str()), (0, ""));
    assert!(plain.stdout.starts_with("// bank/NegativeBalance.tebl\n"));
    let (status, document) = document(&[BANK, "--stdout"]);
    assert_eq!(status, 0);
    let files = document["files"].as_array().expect("files");
    for file in files {
        let text = file["text"].as_str().expect("a text");
        assert!(plain.stdout.contains(text), "{text}");
    }
    assert_eq!(files[0]["file"], "bank/NegativeBalance.tebl");
}

#[test]
fn only_the_chosen_checks_are_in_the_slice() {
    let run = run(&["slice", BANK, "--stdout", "--line", "16"]);
    assert_eq!(run.status, 0);
    let checks = run.stdout.lines().filter(|line| line.starts_with("check "));
    let checks: Vec<&str> = checks.collect();
    assert_eq!(
        checks,
        ["check negativeBalance unreachable in max 4 steps;"]
    );
}

#[test]
fn what_is_kept_and_cut_is_counted() {
    let (_, document) = document(&[BANK, "--stdout", "--stats"]);
    let events = &document["stats"]["events"];
    assert_eq!((&events["kept"], &events["cut"]), (&6.into(), &4.into()));
    let run = run(&["slice", BANK, "--stdout", "--stats"]);
    let line = run.stdout.lines().find(|line| line.starts_with("events "));
    let numbers: Vec<&str> = line.expect("a line").split_whitespace().skip(1).collect();
    assert_eq!(numbers, ["6", "4"]);
}

#[test]
fn an_amorphous_slice_may_be_shorter() {
    const ASKING: &str = "../../../testmodules/annotations/Asking.tebl";
    let slice = |more: &[&str]| run(&[&["slice", ASKING, "--stdout"], more].concat()).stdout;
    assert!(slice(&[]).contains("in exactly 3 steps"));
    let amorphous = slice(&["--mode", "amorphous"]);
    assert!(amorphous.contains("@bridge") && amorphous.contains("in max 3 steps"));
    assert!(!amorphous.contains("exactly"));
    // Where nothing is bridged, runs are as long as they were.
    let alone = slice(&["--mode", "amorphous", "--line", "11"]);
    assert!(!alone.contains("@bridge") && alone.contains("in exactly 3 steps"));
}

#[test]
fn coarse_slices_can_be_asked_for_and_those_of_the_thesis_only_in_benchmarks() {
    const EXCHANGED: &str = "../../../testmodules/symmetry/Exchanged.tebl";
    let slice = |dependences| run(&["slice", EXCHANGED, "--stdout", "--dependences", dependences]);
    let [fine, coarse] = ["fine", "coarse"].map(|dependences| {
        let run = slice(dependences);
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stdout.len()
    });
    assert!(fine < coarse, "{fine}, {coarse}");
    assert_eq!(slice("thesis").status, 2);
    let phases = ["bench", "phases", EXCHANGED, "--slice", "conventional"];
    let thesis = run(&[&phases[..], &["--thesis"]].concat());
    assert_eq!(thesis.status, 0, "{}", thesis.stderr);
}

#[test]
fn files_with_errors_are_refused_with_their_diagnostics() {
    let folder = TempDir::new().expect("a folder");
    let test = folder.path().join("Wrong.tebl");
    fs::write(&test, "module Wrong\n\ncheck nowhere reachable;\n").expect("a file");
    let run = finish(program().args(["slice", &text(&test)]));
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("nowhere"), "{}", run.stderr);
    assert!(!folder.path().join("slices").exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_told() {
    let folder = TempDir::new().expect("a folder");
    let taken = folder.path().join("taken");
    fs::write(&taken, "not a folder").expect("a file");
    let run = run(&["slice", BANK, "-o", &text(&taken)]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("cannot be written"), "{}", run.stderr);
}

#[test]
fn there_must_be_something_to_slice() {
    for choice in [["--check", "nothing"], ["--line", "1"]] {
        let run = run(&["slice", BANK, choice[0], choice[1]]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(
            run.stderr.starts_with("error: there is no "),
            "{}",
            run.stderr
        );
    }
}

/// A project with one specification, and where its test module is.
pub(crate) fn lamps(goal: &str) -> (TempDir, PathBuf) {
    const LAMP: &str = "module Lamp

specification Lamp {
    fields {
        id: Integer @key
        watts: Integer
    }

    events {
        install[]
        dim[]
    }

    lifeCycle {
        initial boxed -> on: install
        on -> on: dim
    }
}

event install(watts: Integer) {
    preconditions {
        watts > 0;
    }
    postconditions {
        new this.watts == watts;
    }
}

event dim() {
    postconditions {
        new this.watts == this.watts - 1;
    }
}
";
    let folder = TempDir::new().expect("a folder");
    fs::write(folder.path().join("Lamp.ebl"), LAMP).expect("a file");
    let test = folder.path().join("Lamps.tebl");
    let text = format!(
        "module Lamps\n\nimport Lamp\n\nstate wanted {{\n    {goal}\n}}\n\ncheck wanted reachable in max 3 steps;\n"
    );
    fs::write(&test, text).expect("a file");
    (folder, test)
}

/// The check passes, sliced in whatever way, and so does that of the slice.
fn assert_passes(test: &Path) {
    for how in ["none", "conventional", "amorphous"] {
        let run = finish(program().args(["check", "--slice", how, &text(test)]));
        assert_eq!(run.status, 0, "{how}: {}", run.stderr);
    }
}

#[test]
fn a_slice_may_be_everything() {
    let (folder, test) = lamps("on Lamp with watts == 0;");
    let run = finish(program().args(["slice", &text(&test), "--stats"]));
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    for name in ["Lamp.ebl", "Lamps.tebl"] {
        let read = |path: PathBuf| fs::read_to_string(path).expect("a file");
        let (original, slice) = (folder.path().join(name), folder.path().join("slices"));
        assert_eq!(read(slice.join(name)), read(original), "{name}");
    }
    assert_passes(&test);
    assert_passes(&folder.path().join("slices/Lamps.tebl"));
}

#[test]
fn a_slice_may_be_nothing_but_the_initial_state() {
    let (folder, test) = lamps("uninitialized Lamp;");
    for mode in ["conventional", "amorphous"] {
        let run = finish(program().args(["slice", &text(&test), "--mode", mode]));
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        let lamp = fs::read_to_string(folder.path().join("slices/Lamp.ebl")).expect("a file");
        let left = "module Lamp\n\nspecification Lamp {\n    fields {\n        id: Integer @key\n    }\n\n    lifeCycle {\n        initial boxed\n    }\n}\n";
        assert_eq!(lamp, left, "{mode}");
        let linted = finish(program().args(["lint", &text(&folder.path().join("slices"))]));
        assert_eq!(linted.status, 0, "{}", linted.stderr);
        assert_passes(&folder.path().join("slices/Lamps.tebl"));
    }
    assert_passes(&test);
}

#[test]
fn a_file_in_place_of_the_folder_of_slices_is_told() {
    let (folder, test) = lamps("uninitialized Lamp;");
    fs::write(folder.path().join("slices"), "not a folder").expect("a file");
    let run = finish(program().args(["slice", &text(&test)]));
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("cannot be written"), "{}", run.stderr);
    assert_passes(&test);
}

#[cfg(target_os = "linux")]
#[test]
fn a_place_where_nothing_can_be_written_is_told() {
    let (_folder, test) = lamps("uninitialized Lamp;");
    let run = finish(program().args(["slice", &text(&test), "-o", "/proc/slices"]));
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("cannot be written"), "{}", run.stderr);
}

#[test]
fn checks_of_files_with_errors_are_refused_however_they_would_be_sliced() {
    let (_folder, test) = lamps("broken Lamp;");
    for how in ["none", "conventional", "amorphous"] {
        let run = finish(program().args(["check", "--slice", how, &text(&test)]));
        assert_eq!(run.status, 2, "{how}");
        assert!(run.stderr.contains("error[R0405]"), "{}", run.stderr);
    }
    let run = finish(program().args(["slice", &text(&test), "--format", "json"]));
    assert_eq!(run.status, 2);
    let document: Value = serde_json::from_str(&run.stdout).expect("a document");
    schema::assert_follows("slice.schema.json", &document);
    assert_eq!(document["diagnostics"][0]["code"], "R0405");
}

#[test]
fn a_slice_is_not_written_over_what_it_is_made_of() {
    let (folder, test) = lamps("on Lamp with watts == 0;");
    let before = fs::read_to_string(&test).expect("a file");
    let run = finish(program().args(["slice", &text(&test), "-o", &text(folder.path())]));
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("which it is made of"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&test).expect("a file"), before);
    // Nor over the settings of somebody's project.
    let elsewhere = folder.path().join("elsewhere");
    fs::create_dir(&elsewhere).expect("a folder");
    fs::write(elsewhere.join("fretsaw.toml"), "roots = [\"..\"]\n").expect("a file");
    let run = finish(program().args(["slice", &text(&test), "-o", &text(&elsewhere)]));
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("settings"), "{}", run.stderr);
    assert!(!elsewhere.join("Lamps.tebl").exists());
}

#[test]
fn a_folder_holds_one_slice() {
    let (folder, test) = bank();
    let slices = folder.path().join("slices");
    let slice = |test: &Path| {
        let run = finish(program().args(["slice", &text(test), "-o", &text(&slices)]));
        assert_eq!(run.status, 0);
        run.stderr
    };
    assert_eq!(slice(&test), "");
    assert_eq!(slice(&test), "");
    assert!(slices.join("bank/Transaction.ebl").exists());
    fs::write(slices.join("notes.txt"), "mine").expect("a file");
    let (_other, lamps) = lamps("on Lamp with watts == 0;");
    // That the other one is gone is told.
    let told = slice(&lamps);
    assert!(
        told.starts_with("note: this slice takes the place of "),
        "{told}"
    );
    assert!(slices.join("Lamps.tebl").exists() && slices.join("notes.txt").exists());
    assert!(!slices.join("bank").exists());
}

#[test]
fn what_others_have_in_the_folder_of_a_slice_stays() {
    let (folder, test) = lamps("on Lamp with watts == 0;");
    let sources = folder.path().join("project/tests");
    fs::create_dir_all(&sources).expect("a folder");
    for name in ["Lamp.ebl", "Lamps.tebl"] {
        fs::rename(folder.path().join(name), sources.join(name)).expect("a file");
    }
    let (project, test) = (
        folder.path().join("project"),
        sources.join(test.file_name().expect("a name")),
    );
    let slice = || finish(program().args(["slice", &text(&test), "-o", &text(&project)]));
    // The sources are below the folder, and a second slice replaces the first one only.
    for _ in 0..2 {
        let run = slice();
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert!(sources.join("Lamp.ebl").exists() && test.exists());
    }
    fs::remove_file(project.join("fretsaw.toml")).expect("the settings are there");
    let run = slice();
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("not of an earlier slice"),
        "{}",
        run.stderr
    );
    assert!(project.join("Lamps.tebl").exists());
}

#[test]
fn several_test_modules_have_no_slice_together() {
    let (folder, _) = bank();
    let modules = folder.path().join("testmodules/bank");
    let run = finish(program().args(["slice", &text(&modules)]));
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("is a folder, and a slice is for one"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_slice_that_cannot_be_written_leaves_the_earlier_one() {
    let (folder, test) = bank();
    let slices = folder.path().join("slices");
    let slice = |test: &Path| finish(program().args(["slice", &text(test), "-o", &text(&slices)]));
    assert_eq!(slice(&test).status, 0);
    let before = fs::read_to_string(slices.join("fretsaw.toml")).expect("settings");
    // A module would stand in a folder in whose place is a file.
    fs::write(slices.join("house"), "mine").expect("a file");
    let (_other, lamps) = lamps("on Lamp with watts == 0;");
    let modules = fs::read_to_string(&lamps).expect("a test module");
    fs::write(
        &lamps,
        modules.replace("module Lamps", "module house.Lamps"),
    )
    .expect("a test module");
    let run = slice(&lamps);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("is no folder"), "{}", run.stderr);
    let settings = fs::read_to_string(slices.join("fretsaw.toml")).expect("settings");
    assert_eq!(settings, before);
    assert_passes(&slices.join("bank/NegativeBalance.tebl"));
    // What was made for nothing is gone.
    let nowhere = slices.join("house/deep");
    let run = finish(program().args(["slice", &text(&test), "-o", &text(&nowhere)]));
    assert_eq!(run.status, 2);
    let left = fs::read_dir(&slices).expect("a folder");
    let left: Vec<_> = left.map(|it| it.expect("an entry").file_name()).collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn a_slice_does_not_hide_the_settings_that_others_need() {
    let (folder, test) = bank();
    let modules = folder.path().join("mine");
    let own = modules.join("Own.tebl");
    fs::create_dir(&modules).expect("a folder");
    let question = fs::read_to_string(&test).expect("a test module");
    let question = question.replace("module bank.NegativeBalance", "module Own");
    fs::write(&own, question).expect("a test module");
    assert_passes(&own);
    let run = finish(program().args(["slice", &text(&test), "-o", &text(&modules)]));
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("would no longer find its modules"),
        "{}",
        run.stderr
    );
    assert!(!modules.join("fretsaw.toml").exists());
    assert_passes(&own);
}
