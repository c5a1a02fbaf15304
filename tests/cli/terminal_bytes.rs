//! What reaches a terminal where texts, names and arguments hold characters that would command it.
//!
//! Such characters are put in at every place that a user controls, and the program runs on a pseudo-terminal that
//! `script` makes: what is looked at are the bytes that a terminal would get.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use super::program::{finish, program};

/// What would colour, name, wipe or overwrite something, or turn it around. Each stands between two marks.
const COMMANDS: [&str; 9] = [
    "\u{1b}[31m",
    "\u{1b}]0;title\u{7}",
    "\u{1b}[2J",
    "\u{9b}31m",
    "\u{7f}",
    "\r",
    "\u{8}",
    "\u{202e}",
    "\u{2066}",
];

fn hostile() -> String {
    format!("Q{}Q", COMMANDS.join("Q"))
}

/// A shop whose texts, comments and names of files are hostile.
fn write_shop(folder: &Path) {
    // A string does not go on in a line that only this character begins.
    let q = hostile().replace('\r', "");
    let spec = format!(
        "module Shop\n\n// {q}\nspecification Shop {{\n    fields {{\n        id: Integer @key\n        name: String\n    }}\n    \
         events {{\n        open[]\n        rename[]\n    }}\n    lifeCycle {{\n        initial planned -> open: open\n        \
         open -> open: rename\n    }}\n}}\n\n@doc{{ {q} }}\nevent open(name: String) {{\n    preconditions {{\n        \
         name == \"{q}\"; // {q}\n    }}\n    postconditions {{\n        new this.name == name;\n    }}\n}}\n\n\
         event rename(name: String) {{\n    preconditions {{\n        name != \"{q}\";\n        name == \"b\";\n    }}\n    \
         postconditions {{\n        new this.name == name;\n    }}\n}}\n"
    );
    let tests = format!(
        "module Tests\n\nimport Shop\n\nstate start {{\n    planned Shop;\n}}\n\nstate named {{\n    \
         open Shop with name == \"{q}\"; // {q}\n}}\n\nstate never {{\n    open Shop with name == \"{q}x\";\n}}\n\n\
         domain few {{\n    String: {{\"{q}\", \"b\"}};\n}}\n\n\
         check named reachable from start in max 3 steps;\n\ncheck never unreachable from start in max 2 steps;\n\n\
         check named reachable from start within few;\n"
    );
    fs::write(folder.join("Shop.ebl"), spec).unwrap();
    fs::write(folder.join("Tests.tebl"), &tests).unwrap();
    let q = hostile();
    fs::write(folder.join(format!("{q}.tebl")), tests).unwrap();
    let broken = format!("module Broken\n\nevent {q} e(\"{q}\" {{\n  {q} \"{q}\n");
    fs::write(folder.join("Broken.ebl"), &broken).unwrap();
    fs::write(folder.join(format!("{q}.ebl")), broken).unwrap();
    let model = "byte x = 0;\nprocess P {\n  state a, b;\n  init a;\n  trans a -> b { effect x = 1; };\n}\nsystem async;\n";
    fs::write(folder.join("model.dve"), format!("// {q}\n{model}")).unwrap();
    fs::write(folder.join(format!("{q}.dve")), model).unwrap();
    fs::write(folder.join("broken.dve"), format!("byte {q};\n{q}")).unwrap();
    let trace = serde_json::json!([
        { "step": 0, "event": null, "instances": [ { "spec": q, "key": q, "state": q, "fields": { q.clone(): q } } ] }
    ]);
    fs::write(folder.join("trace.json"), trace.to_string()).unwrap();
    fs::write(folder.join("bad.json"), format!("{{\"{q}\": {q}")).unwrap();
    fs::create_dir(folder.join("settings")).unwrap();
    fs::write(
        folder.join("settings/fretsaw.toml"),
        format!("roots = [\"{q}\n{q}"),
    )
    .unwrap();
    fs::write(folder.join("settings/Empty.ebl"), "module Empty\n").unwrap();
}

/// Runs that bring hostile texts to all places; `Q` stands for one.
const RUNS: &[&str] = &[
    "Q",
    "--Q",
    "lint --Q",
    "lint Q",
    "lint Q.ebl",
    "lint Broken.ebl",
    "lint --format json Broken.ebl",
    "lint Shop.ebl --root Q",
    "lint --format Q Shop.ebl",
    "lint -v Q.tebl",
    "lint -vv Q.tebl",
    "check -vv Tests.tebl",
    "check -vv Q.tebl",
    "lint settings/Empty.ebl",
    "--color Q lint Shop.ebl",
    "fmt --check Q.ebl",
    "fmt --check Q",
    "fmt Q",
    "parse Shop.ebl",
    "parse Q.ebl",
    "parse --format json Shop.ebl",
    "parse Q",
    "check Tests.tebl",
    "check Tests.tebl --full --stats",
    "check Tests.tebl --slice none --engine explicit",
    "check Tests.tebl --format json",
    "check Tests.tebl --trace json",
    "check Tests.tebl --trace mermaid --line 20",
    "check Q.tebl",
    "check Q",
    "check Tests.tebl --check Q",
    "check Tests.tebl --engine Q",
    "check Tests.tebl --timeout Q",
    "check Tests.tebl --line Q",
    "slice Tests.tebl --why Q",
    "slice Tests.tebl --why Shop.Q",
    "slice Tests.tebl --why Shop.name",
    "slice Tests.tebl --stdout",
    "slice Tests.tebl --check Q",
    "slice Tests.tebl -o Q --stats",
    "slice Tests.tebl -o Shop.ebl/Q",
    "slice Q",
    "graph Shop.ebl",
    "graph Shop.ebl --format dot",
    "graph Shop.ebl --format mermaid",
    "graph Shop.ebl --format svg",
    "graph Shop.ebl --kind cfg --format text",
    "graph Shop.ebl --kind cfg --format dot",
    "graph Shop.ebl --kind cfg --format mermaid",
    "graph Shop.ebl --kind cfg --format svg",
    "graph Shop.ebl --kind dependence --format text",
    "graph Tests.tebl --kind model",
    "graph Tests.tebl --kind model --format json",
    "graph Q.tebl --kind model",
    "graph Tests.tebl --check Q",
    "graph Q --kind Q",
    "explain Q",
    "explore model.dve",
    "explore model.dve --property Q",
    "explore model.dve --property P.Q --format json",
    "explore model.dve --memory Q",
    "explore model.dve --graph dot",
    "explore Q.dve --stats",
    "explore broken.dve",
    "explore broken.dve --format json",
    "explore Tests.tebl --line 22",
    "explore Tests.tebl --line 22 --graph mermaid",
    "explore Tests.tebl --check Q",
    "explore Q",
    "simulate Tests.tebl --random 3",
    "simulate Tests.tebl --replay Q",
    "simulate Tests.tebl --replay trace.json",
    "simulate Tests.tebl --replay bad.json",
    "simulate Tests.tebl --check Q",
    "simulate Q.tebl --random 2 --format json",
    "generate deep -o Shop.ebl/Q",
    "generate Q",
    "completions Q",
    "man -o Shop.ebl/Q",
    "bench Q",
    "bench thesis-1 --quick --timeout Q",
];

/// What a person types into a simulation.
const TYPED: &str = "Q\nwhy Q\n1\nQ\n1 \"Q\"\nstate\nwhy Shop[1].rename \"Q\"\nset Q\nsave Shop.ebl/Q\ngoal\nquit\n";

/// Gives what a terminal gets from a run of the program with these arguments; none where there is no `script`.
fn shown(folder: &Path, arguments: &[String], color: &str, typed: &str) -> Option<String> {
    // The arguments come through the environment, since no shell has to quote them there. A terminal that shows what
    // is typed does so itself, which is not what is tested here.
    let names: Vec<String> = (0..arguments.len()).map(|n| format!("\"$A{n}\"")).collect();
    let mut command = Command::new("script");
    command
        .current_dir(folder)
        .args([
            "-qec",
            &format!("stty -echo; exec \"$PROGRAM\" {}", names.join(" ")),
        ])
        .arg("/dev/null")
        .env("PROGRAM", env!("CARGO_BIN_EXE_fretsaw"))
        .envs([("TERM", "xterm"), ("LC_ALL", "C.UTF-8"), ("COLUMNS", "120")])
        .env_remove("NO_COLOR")
        .env("CLICOLOR_FORCE", color)
        .envs((0..).map(|n| format!("A{n}")).zip(arguments));
    if color == "0" {
        command.env("NO_COLOR", "1");
    }
    let input = folder.join("typed");
    fs::write(&input, typed).unwrap();
    let input = fs::File::open(input).unwrap();
    let output = match command.stdin(input).stderr(Stdio::inherit()).output() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            eprintln!("note: there is no `script`, so there is no terminal to test with");
            return None;
        }
        output => output.expect("`script` can be run"),
    };
    Some(String::from_utf8(output.stdout).expect("what is shown is UTF-8"))
}

/// Whatever is shown is readable, or one of our colours.
fn assert_harmless(shown: &str, colors: bool, what: &str) {
    for command in COMMANDS {
        let raw = format!("Q{command}Q");
        assert!(!shown.contains(&raw), "{what}: {command:?} in\n{shown:?}");
    }
    let mut rest = shown;
    while let Some(start) = rest.find('\u{1b}') {
        assert!(colors, "{what}: an escape sequence in\n{shown:?}");
        let sequence = rest[start + 1..].strip_prefix('[').unwrap_or_default();
        let end = sequence.find(|c: char| !matches!(c, '0'..='9' | ';'));
        let is_color = end.is_some_and(|end| sequence[end..].starts_with('m'));
        assert!(is_color, "{what}: {:?}", &rest[start..]);
        rest = &rest[start + 1..];
    }
    let harmful = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{1b}')
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let found = shown.find(harmful);
    assert_eq!(found, None, "{what}: {shown:?}");
}

#[test]
fn nothing_that_a_user_writes_commands_the_terminal() {
    let q = hostile();
    for color in ["0", "1"] {
        for run in RUNS {
            let folder = tempfile::tempdir().unwrap();
            write_shop(folder.path());
            let arguments: Vec<String> = run.split(' ').map(|it| it.replace('Q', &q)).collect();
            let Some(shown) = shown(folder.path(), &arguments, color, "") else {
                return;
            };
            assert!(!shown.is_empty(), "{run}");
            assert_harmless(&shown, color == "1", run);
        }
    }
}

#[test]
fn nothing_that_a_user_types_commands_the_terminal() {
    // A terminal obeys some characters when they are typed.
    let typed = TYPED.replace('Q', &hostile().replace(['\r', '\u{8}', '\u{7f}'], ""));
    for color in ["0", "1"] {
        let folder = tempfile::tempdir().unwrap();
        write_shop(folder.path());
        let arguments = ["simulate", "Tests.tebl"].map(str::to_owned);
        let Some(shown) = shown(folder.path(), &arguments, color, &typed) else {
            return;
        };
        // What the terminal shows while somebody types comes before.
        let shown = shown.split_once("check named").expect("it starts").1;
        assert!(shown.contains("is not possible"), "{shown}");
        assert_harmless(shown, color == "1", "simulate");
    }
}

#[test]
fn texts_for_programs_are_kept_byte_for_byte() {
    let text = format!("module Shop\n\n// {}\n", hostile().replace('\r', ""));
    let formatted = finish(program().args(["fmt", "--stdin"]).write_stdin(text.clone()));
    assert_eq!((formatted.status, formatted.stdout), (0, text));
    let folder = tempfile::tempdir().unwrap();
    write_shop(folder.path());
    let command = ["slice", "Tests.tebl", "--stdout"];
    let sliced = finish(program().current_dir(folder.path()).args(command));
    let value = format!("\"{}\"", hostile().replace('\r', ""));
    assert!(sliced.stdout.contains(&value), "{}", sliced.stdout);
}
