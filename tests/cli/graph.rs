//! `fretsaw graph`.

use serde_json::Value;

use super::program::run;
use crate::support::schema;

/// A shipped test module with two checks of one state, seen from the folder of fixtures.
const BANK: &str = "../../../testmodules/bank/NegativeBalance.tebl";

fn models(arguments: &[&str]) -> (i32, Value) {
    let all = [&["graph", "--kind", "model", "--format", "json"], arguments].concat();
    let run = run(&all);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("model.schema.json", &document);
    (run.status, document)
}

#[test]
fn every_check_has_a_model() {
    let (status, document) = models(&[BANK]);
    assert_eq!(status, 0);
    let models = document["models"].as_array().unwrap();
    let bounds = models.iter().map(|model| model["bounds"]["most"].as_u64());
    assert_eq!(bounds.collect::<Vec<_>>(), [Some(5), Some(4)]);
}

#[test]
fn text_is_the_default_form() {
    let run = run(&["graph", "--kind", "model", BANK]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let checks = run.stdout.lines().filter(|line| line.starts_with("check "));
    assert_eq!(checks.count(), 2, "{}", run.stdout);
}

#[test]
fn checks_are_chosen_by_name_and_line() {
    let (_, document) = models(&[BANK, "--line", "14"]);
    let models_at_line = document["models"].as_array().unwrap();
    assert_eq!(models_at_line.len(), 1);
    assert_eq!(models_at_line[0]["check"]["line"], 14);
    let (_, document) = models(&[BANK, "--check", "negativeBalance"]);
    assert_eq!(document["models"].as_array().unwrap().len(), 2);
    for choice in [["--check", "nothing"], ["--line", "1"]] {
        let run = run(&["graph", "--kind", "model", BANK, choice[0], choice[1]]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(
            run.stderr.starts_with("error: there is no "),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn the_form_may_be_asked_for_before_the_verb() {
    let run = run(&["--format", "json", "graph", "--kind", "model", BANK]);
    assert!(run.stdout.starts_with("{\"version\":1,"), "{}", run.stdout);
}

#[test]
fn a_broken_file_has_diagnostics_and_no_models() {
    let (status, document) = models(&["Broken.ebl"]);
    assert_eq!(status, 2);
    assert!(document["models"].as_array().unwrap().is_empty());
    assert!(!document["diagnostics"].as_array().unwrap().is_empty());
}

#[test]
fn there_are_no_pictures_of_models() {
    let run = run(&["graph", "--kind", "model", "--format", "dot", BANK]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.starts_with("error: there are no pictures"),
        "{}",
        run.stderr
    );
}

#[test]
fn systems_are_told_as_text_and_json() {
    let run_text = run(&["graph", "--kind", "system", "--line", "14", BANK]);
    assert_eq!((run_text.status, run_text.stderr.as_str()), (0, ""));
    for line in [
        "  Account[NL60FRSW0000000001]: |Account states|",
        "  now: Int",
        "goal, in at most 5 steps",
    ] {
        assert!(run_text.stdout.contains(line), "{}", run_text.stdout);
    }
    let run_json = run(&["graph", "--kind", "system", "--format", "json", BANK]);
    let document: Value = serde_json::from_str(&run_json.stdout).unwrap();
    schema::assert_follows("system.schema.json", &document);
    let systems = document["systems"].as_array().unwrap();
    assert_eq!(systems.len(), 2);
    let goal = &systems[1]["goal"][0];
    assert_eq!(goal["origin"], "goal");
    assert_eq!(goal["places"][0]["line"], 9);
}

#[test]
fn the_system_of_one_check_is_an_smt_lib_file() {
    let one = ["graph", "--kind", "system", "--format", "smt2"];
    let run_one = run(&[one.as_slice(), &["--line", "14", BANK]].concat());
    assert_eq!((run_one.status, run_one.stderr.as_str()), (0, ""));
    assert!(run_one.stdout.contains("(set-logic ALL)\n"));
    assert!(run_one.stdout.ends_with("(check-sat)\n"));
    for arguments in [
        [one.as_slice(), &[BANK]].concat(),
        ["graph", "--format", "smt2", BANK].to_vec(),
        ["graph", "--kind", "system", "--format", "svg", BANK].to_vec(),
    ] {
        let refused = run(&arguments);
        assert_eq!((refused.status, refused.stdout.as_str()), (2, ""));
    }
}

#[test]
fn life_cycles_are_drawn_in_every_form() {
    for (format, start) in [
        ("text", "Life cycles in NegativeBalance.tebl\n  Account\n"),
        ("dot", "digraph {\n"),
        (
            "mermaid",
            "---\ntitle: \"Life cycles in NegativeBalance.tebl\"\n",
        ),
        ("svg", "<svg xmlns="),
    ] {
        let run = run(&["graph", "--format", format, BANK]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""));
        assert!(run.stdout.starts_with(start), "{}", run.stdout);
    }
}

fn lifecycle(file: &str) -> (i32, Value) {
    let run = run(&["graph", "--format", "json", file]);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("graph.schema.json", &document);
    (run.status, document)
}

fn groups(document: &Value) -> Vec<&str> {
    let groups = document["graph"]["groups"].as_array().unwrap();
    groups
        .iter()
        .map(|group| group["label"].as_str().unwrap())
        .collect()
}

#[test]
fn a_specification_is_drawn_alone_and_a_test_module_with_all_that_it_imports() {
    let (status, document) = lifecycle("../../../rebel-examples/bank/Account.ebl");
    assert_eq!((status, groups(&document)), (0, vec!["Account"]));
    let (_, document) = lifecycle(BANK);
    assert_eq!(groups(&document), ["Account", "Transaction"]);
}

#[test]
fn events_between_the_same_states_share_an_edge() {
    let (_, document) = lifecycle("../../../rebel-examples/bank/Account.ebl");
    let edges = document["graph"]["edges"].as_array().unwrap();
    let own = edges
        .iter()
        .find(|edge| edge["from"] == edge["to"])
        .unwrap();
    assert_eq!(own["label"], "withdraw, deposit, interest");
    assert_eq!(edges.len(), 5);
}

#[test]
fn a_broken_file_has_diagnostics_and_no_picture() {
    let (status, document) = lifecycle("Broken.ebl");
    assert_eq!((status, &document["graph"]), (2, &Value::Null));
    let run = run(&["graph", "--format", "svg", "Broken.ebl"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("R0"), "{}", run.stderr);
}

#[test]
fn a_file_without_life_cycles_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Empty.ebl");
    std::fs::write(&file, "module Empty\n").unwrap();
    let run = run(&["graph", file.to_str().unwrap()]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.starts_with("error: there is no life cycle"),
        "{}",
        run.stderr
    );
}

fn graph(arguments: &[&str]) -> Value {
    let run = run(&[&["graph", "--format", "json"], arguments].concat());
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("graph.schema.json", &document);
    document
}

/// The nodes that stand out in a way.
fn standing_out<'d>(document: &'d Value, emphasis: &str) -> Vec<&'d str> {
    let nodes = document["graph"]["nodes"].as_array().unwrap().iter();
    nodes
        .filter(|node| node["emphasis"] == emphasis)
        .map(|node| node["id"].as_str().unwrap())
        .collect()
}

#[test]
fn flow_and_dependences_are_drawn_in_every_form() {
    for kind in ["flow", "dependence"] {
        for (format, start) in [
            ("dot", "digraph {\n"),
            ("mermaid", "---\ntitle: "),
            ("svg", "<svg xmlns="),
        ] {
            let run = run(&["graph", "--kind", kind, "--format", format, BANK]);
            assert_eq!((run.status, run.stderr.as_str()), (0, ""));
            assert!(run.stdout.starts_with(start), "{}", run.stdout);
        }
        let document = graph(&["--kind", kind, BANK]);
        assert!(standing_out(&document, "cut").is_empty());
    }
}

#[test]
fn flow_has_another_name() {
    let [flow, cfg] = ["flow", "cfg"].map(|kind| graph(&["--kind", kind, BANK]));
    assert_eq!(flow, cfg);
}

#[test]
fn a_specification_is_drawn_with_those_that_it_leads_to() {
    let account = graph(&["--kind", "flow", "../../../rebel-examples/bank/Account.ebl"]);
    assert_eq!(groups(&account)[0], "Account");
    assert!(!groups(&account).contains(&"Transaction"));
    for kind in ["flow", "dependence"] {
        let both = graph(&[
            "--kind",
            kind,
            "../../../rebel-examples/bank/Transaction.ebl",
        ]);
        assert!(groups(&both).contains(&"Account"));
    }
}

#[test]
fn pictures_tell_what_the_slice_for_a_check_keeps_and_cuts() {
    let document = graph(&[BANK, "--line", "14"]);
    let criteria = ["Account.opened", "Transaction.booked"];
    assert_eq!(standing_out(&document, "criterion"), criteria);
    let cut = ["Account.blocked", "Account.closed", "Transaction.failed"];
    assert_eq!(standing_out(&document, "cut"), cut);
    let document = graph(&[BANK, "--line", "14", "--kind", "flow"]);
    assert!(standing_out(&document, "kept").contains(&"Account.interest()"));
    assert!(standing_out(&document, "cut").contains(&"Account.close()"));
    let document = graph(&[BANK, "--line", "14", "--kind", "dependence"]);
    assert!(standing_out(&document, "criterion").contains(&"Account.opened: this.balance"));
    assert!(standing_out(&document, "cut").contains(&"Account.close(): ε"));
}

#[test]
fn an_amorphous_slice_has_bridges() {
    let accounts = "../../../testmodules/bank/Invariants.tebl";
    for kind in ["lifecycle", "flow"] {
        let n_bridges = |how| {
            let document = graph(&["--kind", kind, accounts, "--line", "12", "--slice", how]);
            let edges = document["graph"]["edges"].as_array().unwrap().iter();
            edges.filter(|edge| edge["kind"] == "bridge").count()
        };
        assert_eq!(n_bridges("conventional"), 0);
        assert!(n_bridges("amorphous") > 0);
    }
}

#[test]
fn coarse_dependences_know_whole_events() {
    let kinds = |dependences| {
        let document = graph(&["--kind", "dependence", "--dependences", dependences, BANK]);
        document["graph"]["edges"].to_string()
    };
    assert!(kinds("coarse").contains("\"wd\""));
    assert!(!kinds("fine").contains("\"wd\""));
}

#[test]
fn a_picture_shows_one_slice_at_most() {
    let run = run(&["graph", BANK, "--check", "negativeBalance"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let message = "error: a picture shows the slice for one check only\n  help: choose one by `--line`: they stand at the lines 14, 16\n";
    assert_eq!(run.stderr, message);
}

#[test]
fn a_slice_without_a_check_is_refused() {
    let run = run(&["graph", BANK, "--slice", "amorphous"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.starts_with("error: a slice is for a check\n"));
}

#[test]
fn a_picture_that_is_too_large_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().to_str().unwrap();
    run(&["generate", "wide", "--copies", "64", "-o", target]);
    let test = folder.path().join("wide/AccountTest.tebl");
    let drawn = |kind, format| {
        let test = test.to_str().unwrap();
        run(&["graph", "--kind", kind, "--format", format, test])
    };
    let told = drawn("flow", "svg").stderr;
    assert!(told.contains("too many to be read"), "{told}");
    assert_eq!(drawn("lifecycle", "svg").stderr, "");
    assert_eq!(drawn("flow", "dot").stderr, "");
}
