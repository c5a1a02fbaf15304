//! `fretsaw simulate` from a pipe, at random and along saved runs.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::program::{Run, assert_snapshot, finish, program};
use crate::support::files::project;
use crate::support::schema::assert_follows;

const NEGATIVE_BALANCE: &str = "testmodules/bank/NegativeBalance.tebl";

/// Runs the verb in the project's folder, with lines on standard input.
fn simulate(arguments: &[&str], lines: &str) -> Run {
    let mut program = program();
    program.current_dir(project());
    let mut run = finish(program.arg("simulate").args(arguments).write_stdin(lines));
    // Modules that are found below a root are named by their whole path.
    let folder = format!("{}/", project().display());
    for stream in [&mut run.stdout, &mut run.stderr] {
        *stream = stream.replace(&folder, "");
    }
    run
}

fn show(run: &Run) -> String {
    format!(
        "{}-- standard error\n{}-- status {}\n",
        run.stdout, run.stderr, run.status
    )
}

/// Runs the verb with lines on standard input and compares everything that it said.
fn assert_session(name: &str, arguments: &[&str], lines: &str) {
    let run = simulate(arguments, lines);
    let arguments = arguments.join(" ");
    let text = format!("$ simulate {arguments}\n{lines}-- output\n{}", show(&run));
    assert_snapshot(&format!("simulate_{name}"), &text);
}

#[test]
fn events_are_taken_by_number_by_name_and_with_arguments_in_any_form() {
    let lines = "\
events
2 EUR 60.00
1 initialDeposit=EUR 70.00
undo
redo
Account[NL60FRSW0000000001].withdraw(amount = EUR 10.00)
start amount=EUR 5.00, from=NL60FRSW0000000001 to=NL33FRSW0000000002
book
Account[NL60FRSW0000000001].interest
-200%
goal
";
    assert_session("by_hand", &[NEGATIVE_BALANCE], lines);
}

#[test]
fn what_is_wrong_is_told_and_the_next_line_is_read() {
    let lines = "\
99
frobnicate
opnAccount EUR 5.00
openAccount EUR 60.00
Acount[1].openAccount
Account[NL00NONE0].openAccount
Account[12].openAccount
1 5
1 EUR 5.00
1 EUR 60.00, EUR 70.00
1 initialDepsit=EUR 60.00
1 EUR 60.00
undo 3
undo
redo
redo
state Nobody
random many
advance 3 Moons
set Account[NL60FRSW0000000001].balance = EUR 5.00
now = 1 Jan 1960, 00:00
save
load no/such/file.json
why
quit now
state
";
    assert_session("wrong_lines", &[NEGATIVE_BALANCE], lines);
}

#[test]
fn why_names_the_statement_and_its_values() {
    let lines = "\
why book
why 1
why Account[NL60FRSW0000000001].openAccount EUR 5.00
1 EUR 60.00
openAccount EUR 60.00
why Account[NL60FRSW0000000001].openAccount
why Account[NL60FRSW0000000001].withdraw EUR 100.00
why Account[NL60FRSW0000000001].withdraw USD 1.00
why Account[NL60FRSW0000000001].close
why Account[NL60FRSW0000000001].block
why start amount=EUR 500.00 from=NL60FRSW0000000001 to=NL33FRSW0000000002
start EUR 500.00, NL60FRSW0000000001, NL33FRSW0000000002
why book
";
    assert_session("why", &[NEGATIVE_BALANCE], lines);
}

#[test]
fn why_knows_syncs_and_life_cycles_and_events_that_are_never_chosen() {
    let lines = "why refuse\nwhy accept\nrefuse\nevents\n";
    let refusal = "testmodules/negatedsync/Refusal.tebl";
    assert_session("why_negated", &[refusal], lines);
    let lines =
        "why Account[NL60FRSW0000000001].interest\n1 EUR 60.00\nwhy interest 3%\ninterest\n";
    assert_session(
        "why_not_chosen",
        &["testmodules/bank/Invariants.tebl"],
        lines,
    );
}

/// A test module of its own beside an example, in a folder of its own.
fn module_beside(folder: &Path, example: &str, text: &str) -> String {
    let (package, name) = text
        .strip_prefix("module ")
        .and_then(|text| text.lines().next())
        .and_then(|module| module.split_once('.'))
        .expect("a module begins with its name");
    fs::create_dir(folder.join(package)).unwrap();
    for entry in fs::read_dir(project().join(example)).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.join(package).join(path.file_name().unwrap())).unwrap();
    }
    let path = folder.join(package).join(format!("{name}.tebl"));
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn why_knows_partners_that_are_missing_or_refuse() {
    let folder = tempfile::tempdir().unwrap();
    let test = "module bank.Poor\n\nimport bank.Account\nimport bank.Transaction\n\n\
        state poor {\n    validated Transaction with amount == EUR 5.00;\n    \
        2 opened Account with balance == EUR 1.00;\n}\n\n\
        check poor reachable from poor in max 1 step;\n";
    let path = module_beside(folder.path(), "rebel-examples/bank", test);
    let lines = "why book\nset Transaction[1].from = NL60FRSW0000000001\nwhy book\nbook\n\
        set Transaction[1].to = NL33FRSW0000000002\nwhy book\n\
        set Transaction[1].to = NL60FRSW0000000001\nwhy book\n";
    let run = simulate(&[&path], lines);
    let text = show(&run).replace(folder.path().to_str().unwrap(), "");
    assert_snapshot("simulate_why_partner", &text);
}

#[test]
fn why_knows_that_syncs_meet_whatever_the_arguments() {
    let lines = "set Switch[1].lamp = 1\nset Switch[2].lamp = 1\nwhy Switch[1].both\nwhy Switch[1].chosen\nwhy Switch[1].relay\nwhy Switch[1].nobody\n\
        set Switch[1].lamp = 2\nwhy Switch[1].both\n";
    let test = "tests/cli/fixtures/syncs/Meeting.tebl";
    assert_session("why_syncs_meet", &[test], lines);
}

#[test]
fn one_of_several_next_states_is_picked() {
    let roots = ["testmodules/relational/Solutions.tebl", "--check", "three"];
    assert_session("pick", &roots, "1\n7\n1\n2\ngoal\nundo\n1\n1\n");
}

#[test]
fn time_passes_when_it_is_told_to() {
    let lines = "\
advance 1 Day
why 1
openDeposit Monthly
why mature
advance 13 Day
why mature
advance 1 Day
now = 1 Jan 2024, 00:00
mature
goal
undo
undo
state
";
    let dates = ["testmodules/calendar/Dates.tebl"];
    assert_session("time", &dates, lines);
}

#[test]
fn a_start_that_is_left_open_can_be_chosen() {
    let starts = "testmodules/starts/Starts.tebl";
    let lines = "\
set Subscription[1].paid = 12
state
set Subscription[1] active
goal
set Subscription[1].payed = 3
set Subscription[1].id = 3
set Subscription[1] asleep
pause
set Subscription[1].paid = 13
undo 2
";
    assert_session("set", &[starts, "--line", "41"], lines);
    let lines = "state\nset Subscription[1].paid = 3\nset Subscription[1] paused\npay\ngoal\n";
    assert_session("set_refused", &[starts, "--line", "19"], lines);
}

#[test]
fn runs_are_saved_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    let path = path.to_str().unwrap();
    let lines = format!("random 6\nsave {path}\n");
    let made = simulate(&[NEGATIVE_BALANCE], &lines);
    assert_eq!((made.status, made.stderr), (0, format!("saved {path}\n")));
    let document: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    assert_follows("simulation.schema.json", &document);
    assert_eq!(document["steps"], 6);

    let replayed = simulate(&[NEGATIVE_BALANCE, "--replay", path], "");
    assert_eq!(replayed.status, 0, "{}", show(&replayed));
    assert!(
        replayed
            .stdout
            .contains("6 steps; `negativeBalance` is not reached")
    );

    // Its start is kept where one value of it is set anew.
    let account = "Account[NL60FRSW0000000001]";
    let lines = format!("set {account}.balance = EUR 7.00\nsave {path}\n");
    let other = folder.path().join("other.json");
    let other = other.to_str().unwrap();
    let lines = lines.replace(path, other);
    assert_eq!(simulate(&[NEGATIVE_BALANCE], &lines).status, 0);
    let lines = format!("load {other}\nset Transaction[1].amount = EUR 3.00\n");
    let kept = simulate(&[NEGATIVE_BALANCE], &lines);
    let last = kept.stdout.rsplit("Transaction[1]").next().unwrap();
    assert!(last.contains("amount = EUR 3.00"), "{last}");
    assert!(last.contains("init, balance = EUR 7.00"), "{last}");

    // What was replayed can be gone on from.
    let lines = format!("load {path}\nundo 5\nsave {path}\n");
    assert_eq!(simulate(&[NEGATIVE_BALANCE], &lines).status, 0);
    let again = ["--replay", path, "--format", "json", NEGATIVE_BALANCE];
    let again = simulate(&again, "");
    let shorter: Value = serde_json::from_str(&again.stdout).unwrap();
    assert_follows("simulation.schema.json", &shorter);
    assert_eq!(shorter["steps"], 1);
    assert_eq!(shorter["trace"][1], document["trace"][1]);
}

#[test]
fn runs_that_check_has_found_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("answers.json");
    let mut check = program();
    check.current_dir(project());
    let module = "testmodules/starts/Starts.tebl";
    let answers = finish(check.args(["check", "--format", "json", module]));
    assert_eq!(answers.status, 0, "{}", answers.stderr);
    fs::write(&path, answers.stdout).unwrap();
    let path = path.to_str().unwrap();
    // The first check has a run of thirteen steps; the one at line 19 has one of a single step.
    for (line, verdict) in [
        (None, "`aYearPaid` is reached after 13 steps"),
        (Some("19"), "`aYearPaid` is reached after 1 step"),
        (Some("67"), "`threeEach` is reached after 3 steps"),
    ] {
        let line = line.map_or(Vec::new(), |line| vec!["--line", line]);
        let run = simulate(&[&[module, "--replay", path], line.as_slice()].concat(), "");
        assert_eq!(run.status, 0, "{}", show(&run));
        assert!(
            run.stdout.ends_with(&format!("{verdict}\n")),
            "{}",
            run.stdout
        );
    }
}

/// Replays a run of the first check in which something was replaced.
fn replay_changed(pointer: &str, value: &str) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    let lines = "1 EUR 60.00\nopenAccount EUR 70.00\n\
        start EUR 5.00, NL60FRSW0000000001, NL33FRSW0000000002\nbook\n";
    let run = simulate(&[NEGATIVE_BALANCE, "--format", "json"], lines);
    assert_eq!(run.status, 0, "{}", show(&run));
    let mut document: Value = serde_json::from_str(&run.stdout).unwrap();
    *document.pointer_mut(pointer).expect(pointer) = value.into();
    fs::write(&path, document.to_string()).unwrap();
    simulate(&[NEGATIVE_BALANCE, "--replay", path.to_str().unwrap()], "")
}

#[test]
fn a_run_that_is_none_is_refused_with_the_step_and_the_statement() {
    let mut all = String::new();
    for (pointer, value) in [
        ("/trace/2/event/arguments/initialDeposit", "EUR 7.00"),
        ("/trace/2/event/key", "NL60FRSW0000000001"),
        ("/trace/4/instances/1/fields/balance", "EUR 12.00"),
        ("/trace/4/instances/1/state", "closed"),
        ("/trace/3/instances/1/fields/balance", "EUR 12.00"),
        ("/trace/4/event/synced/0/arguments/amount", "EUR 1.00"),
        ("/trace/0/instances/1/state", "opened"),
        ("/trace/3/now", "1 Jan 1969, 00:00"),
    ] {
        let run = replay_changed(pointer, value);
        assert_eq!(run.status, 1, "{pointer}");
        // What comes before is the run up to there.
        let lines: Vec<&str> = run.stdout.lines().collect();
        let is_verdict = |line: &&str| line.contains("cannot be taken") || line.contains("the run");
        let from = lines.iter().position(is_verdict).expect("a verdict");
        let told = lines[from..].join("\n");
        writeln!(all, "{pointer} = {value}\n{told}\n").unwrap();
    }
    assert_snapshot("simulate_mismatches", &all);
}

#[test]
fn a_file_that_holds_no_run_is_bad_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run.json");
    for (text, message) in [
        (
            "",
            "it holds no run: EOF while parsing a value at line 1 column 0",
        ),
        ("[]", "entry 0 of the trace: there is no start"),
        ("{}", "it holds no run: there is no `trace`"),
        (
            "{\"trace\": 3}",
            "it holds no run: invalid type: integer `3`",
        ),
        (
            "{\"trace\": [{}]}",
            "it holds no run: missing field `step` at line 1",
        ),
        ("{\"trace\": []}", "entry 0 of the trace: there is no start"),
        (
            "{\"checks\": [{\"line\": 3}]}",
            "it holds no run: there is no `trace`",
        ),
    ] {
        fs::write(&path, text).unwrap();
        let run = simulate(&[NEGATIVE_BALANCE, "--replay", path.to_str().unwrap()], "");
        assert_eq!(run.status, 2, "{text}: {}", show(&run));
        assert!(run.stderr.contains(message), "{text}: {}", run.stderr);
        assert!(run.stdout.is_empty(), "{text}: {}", run.stdout);
    }
}

#[test]
fn the_same_seed_gives_the_same_run() {
    let random = |seed: &str| {
        let run = simulate(&[NEGATIVE_BALANCE, "--random", "8", "--seed", seed], "");
        assert_eq!(run.status, 0);
        assert!(
            run.stderr.contains(&format!("--seed {seed}")),
            "{}",
            run.stderr
        );
        run.stdout
    };
    assert_eq!(random("7"), random("7"));
    assert_ne!(random("7"), random("8"));
    let without = simulate(&[NEGATIVE_BALANCE, "--random"], "");
    let seed = without.stderr.rsplit("--seed ").next().unwrap();
    let seed = seed.split('`').next().unwrap();
    let again = simulate(&[NEGATIVE_BALANCE, "--seed", seed], "");
    assert_eq!(again.stdout, without.stdout);
}

#[test]
fn random_runs_are_documents_too() {
    let arguments = [
        "testmodules/calendar/Dates.tebl",
        "--seed",
        "3",
        "--format",
        "json",
    ];
    let run = simulate(&arguments, "");
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_follows("simulation.schema.json", &document);
    assert_eq!(document["seed"], 3);
    assert_eq!(document["property"], "maturedInTime");
}

#[test]
fn checks_that_are_not_there_or_cannot_start_are_bad_input() {
    let refused = |arguments: &[&str]| {
        let run = simulate(arguments, "state\n");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        run.stderr
    };
    let wrong = refused(&[NEGATIVE_BALANCE, "--check", "negativBalance"]);
    assert!(wrong.contains("did you mean `negativeBalance`?"), "{wrong}");
    let wrong = refused(&[NEGATIVE_BALANCE, "--line", "2"]);
    assert!(
        wrong.contains("there is no such check at line 2"),
        "{wrong}"
    );
    let wrong = refused(&[
        "testmodules/temporal/Lamp.tebl",
        "--seed",
        "1",
        "--replay",
        "x",
    ]);
    assert!(wrong.contains("cannot be used with"), "{wrong}");
    let wrong = refused(&["rebel-examples/bank/Account.ebl"]);
    assert!(wrong.contains("there are no checks"), "{wrong}");

    let folder = tempfile::tempdir().unwrap();
    let test = "module starts.Never\n\nimport starts.Subscription\n\n\
        state never { active Subscription with paid == 3 and paid == 4; }\n\n\
        check never reachable from never in max 1 step;\n";
    let path = module_beside(folder.path(), "rebel-examples/starts", test);
    let wrong = refused(&[&path]);
    assert!(wrong.contains("it contradicts itself"), "{wrong}");
}

#[test]
fn ten_thousand_instances_are_not_all_shown() {
    let folder = tempfile::tempdir().unwrap();
    let test = "module starts.Many\n\nimport starts.Subscription\n\n\
        state many { 10000 offered Subscription with paid > 3; }\n\n\
        state goal { active Subscription with paid == 2; }\n\n\
        check goal reachable from many in max 5 steps;\n";
    let path = module_beside(folder.path(), "rebel-examples/starts", test);
    let lines = "state\nevents\nSubscription[9999].begin\nstate\nevents Subscription[9999]\n\
        2\ngoal\nstate Subscription[1]\nbegin\n";
    let run = simulate(&[&path], lines);
    assert_eq!(run.status, 2, "the last line is too vague: {}", show(&run));
    let text = show(&run).replace(&path, "Many.tebl");
    assert_snapshot("simulate_many", &text);
}

/// A check that fails: a lift goes through the roof.
const ROOF: &str = "tests/cli/fixtures/check/Roof.tebl";

#[test]
fn an_invariant_is_broken_and_not_reached() {
    let run = simulate(&[ROOF, "--random", "8", "--seed", "3"], "");
    assert_eq!(run.status, 1, "{}", run.stderr);
    let told = "an invariant is broken after 2 steps\nthe invariant `belowTheRoof` of Lift[1] does not hold\n";
    assert!(run.stdout.contains(told), "{}", run.stdout);
    assert!(!run.stdout.contains("reached"), "{}", run.stdout);
    let none = simulate(&[ROOF, "--random", "1", "--seed", "3"], "");
    assert_eq!(none.status, 0);
    assert!(
        none.stdout.ends_with("1 step; no invariant is broken\n"),
        "{}",
        none.stdout
    );
    let document = simulate(
        &[ROOF, "--random", "8", "--seed", "3", "--format", "json"],
        "",
    );
    assert_eq!(document.status, 1);
    let json: Value = serde_json::from_str(&document.stdout).expect("a document");
    assert_follows("simulation.schema.json", &json);
    assert_eq!(
        (&json["goal"], &json["invariant"]),
        (&true.into(), &"Lift.belowTheRoof".into())
    );
    // Replaying it says the same.
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("run.json");
    fs::write(&saved, &document.stdout).expect("a file");
    let saved = saved.to_str().expect("UTF-8");
    let replayed = simulate(&[ROOF, "--replay", saved], "");
    assert_eq!((replayed.status, replayed.stdout.contains(told)), (1, true));
    let replayed = simulate(&[ROOF, "--replay", saved, "--format", "json"], "");
    assert_eq!(replayed.status, 1);
    assert_follows(
        "simulation.schema.json",
        &serde_json::from_str(&replayed.stdout).expect("a document"),
    );
}

/// What a check asks for need not be where a run ends.
#[test]
fn what_a_run_passes_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("run.json");
    let saved = saved.to_str().expect("UTF-8");
    let lines = format!("fill\nfill\ndrain\ndrain\nsave {saved}\n");
    let tanks = "tests/cli/fixtures/passing/Tanks.tebl";
    assert_eq!(simulate(&[tanks], &lines).status, 0);
    let mut all = String::new();
    for line in ["13", "15", "17", "19", "21", "23", "25"] {
        let replay = [tanks, "--replay", saved, "--line", line];
        let run = simulate(&replay, "");
        let (_, told) = run.stdout.rsplit_once("level: 1 -> 0\n").expect("a run");
        let document = simulate(&[&replay[..], &["--format", "json"]].concat(), "");
        assert_eq!(document.status, run.status, "line {line}");
        let json: Value = serde_json::from_str(&document.stdout).expect("a document");
        assert_follows("simulation.schema.json", &json);
        let told_json = ["goal", "goal_after", "invariant"].map(|name| json[name].to_string());
        writeln!(
            all,
            "line {line}, status {}, JSON {}\n{told}",
            run.status,
            told_json.join(" ")
        )
        .unwrap();
    }
    assert_snapshot("simulate_passed", &all);
}

/// Where time goes on before a step, the state that is left can be what the check asks for.
#[test]
fn chance_ends_where_time_breaks_an_invariant() {
    let permits = "tests/cli/fixtures/passing/Permits.tebl";
    assert_session(
        "time_breaks",
        &[permits, "--random", "5", "--seed", "1"],
        "",
    );
}

#[test]
fn a_session_by_hand_tells_what_it_passes() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("run.json");
    let lines = format!(
        "fill\nfill\ndrain\ngoal\nundo\nredo\nsave {path}\nload {path}\n",
        path = saved.display()
    );
    let run = simulate(&["tests/cli/fixtures/passing/Tanks.tebl"], &lines);
    assert_snapshot("simulate_passed_by_hand", &run.stdout);
    let lines = "renew\nadvance 2 Day\nrandom 1\ngoal\n";
    assert_session(
        "time_by_hand",
        &["tests/cli/fixtures/passing/Permits.tebl"],
        lines,
    );
}

/// Whoever steps by hand wanted to get there.
#[test]
fn a_session_by_hand_may_break_invariants() {
    assert_session("broken_invariant", &[ROOF], "goal\n1\n1\ngoal\n");
}

#[test]
fn a_run_to_what_should_be_unreachable_shows_that_the_check_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        (
            "Bulb.ebl",
            "module Bulb\n\nspecification Bulb {\n    fields {\n        id: Integer @key\n    }\n\n    events {\n        light[]\n    }\n\n    lifeCycle {\n        initial off -> on: light\n        final on\n    }\n}\n\nevent light() {\n}\n",
        ),
        (
            "Bulbs.tebl",
            "module Bulbs\n\nimport Bulb\n\nstate lit {\n    on Bulb;\n}\n\ncheck lit unreachable in max 1 step;\n\ncheck lit reachable in max 1 step;\n",
        ),
    ] {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let test = folder.path().join("Bulbs.tebl");
    let test = test.to_str().expect("UTF-8");
    let unwanted = simulate(&[test, "--random", "1", "--seed", "1"], "");
    assert_eq!(unwanted.status, 1);
    let told = "`lit` is reached after 1 step, but should be unreachable\n";
    assert!(unwanted.stdout.ends_with(told), "{}", unwanted.stdout);
    let wanted = simulate(&[test, "--line", "11", "--random", "1", "--seed", "1"], "");
    assert_eq!(wanted.status, 0);
    assert!(
        wanted.stdout.ends_with("`lit` is reached after 1 step\n"),
        "{}",
        wanted.stdout
    );
}

#[test]
fn why_names_the_element_that_a_quantifier_fails_for() {
    let lines = "fill\nwhy sum {1, 3}\nwhy sum {1, 2}\nwhy pair {1, 2}\nwhy pair {1, 4}\nwhy pick {1, 9}\nwhy avoid {1, 2}\n";
    let stocks = "tests/cli/fixtures/quantifiers/Stocks.tebl";
    assert_session("why_quantifiers", &[stocks], lines);
    let broken = simulate(&[stocks, "--line", "19"], "fill\nneed 3\ngoal\n").stdout;
    let told = "    p = 3\n    this.lines[p] = undefined\n";
    assert!(broken.contains(told), "{broken}");
}

/// An element of a specification is told as the instance that it is, also in sets.
#[test]
fn why_names_the_instance_that_a_quantifier_fails_for() {
    let votes = "tests/cli/fixtures/quantifiers/Votes.tebl";
    let lines = "Vote[\"Ada\"].cast 0\nVote[\"Bob\"].cast 2\nwhy Vote[\"Ada\"].recount\n\
        why Vote[\"Bob\"].lead\ngoal\n";
    assert_session("why_instances", &[votes], lines);
}
