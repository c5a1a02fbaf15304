//! One mistake, one finding: nothing is reported that follows from what is reported already.

mod types;

use crate::support::projects;
use crate::support::projects::{Ask, Module};

const ACCOUNT: &str = "module bank.Account

import bank.Library

specification Account {
    fields {
        nr: Integer @key
        balance: Money
    }
    events {
        open[]
        pay[limit = EUR 100.00]
    }
    invariants {
        solvent
    }
    lifeCycle {
        initial init -> opened: open
        opened -> opened: pay
    }
}
";

const LIBRARY: &str = "module bank.Library

event open(first: Money) {
    preconditions {
        first > EUR 0.00;
    }
    postconditions {
        new this.balance == first;
    }
}

event pay[limit: Money](amount: Money) {
    preconditions {
        amount <= limit;
        amount <= this.balance;
    }
    postconditions {
        new this.balance == this.balance - fee(amount);
    }
}

function fee(amount: Money): Money = amount * 1%;

invariant solvent {
    this.balance >= EUR 0.00;
}
";

/// The codes that are found after `old` has been replaced by `new` in one of the modules.
fn codes_after(old: &str, new: &str) -> Vec<String> {
    assert!(
        ACCOUNT.contains(old) || LIBRARY.contains(old),
        "{old} is not there"
    );
    let modules = [ACCOUNT, LIBRARY].map(|text| Module::new("ebl", &text.replacen(old, new, 1)));
    let analysis = projects::analyse_project(&modules, Ask::Folder);
    analysis
        .diagnostics
        .iter()
        .map(|diagnostic| diagnostic.code.id.to_owned())
        .collect()
}

#[test]
fn the_project_is_clean() {
    assert_eq!(
        codes_after("module bank.Account", "module bank.Account"),
        Vec::<String>::new()
    );
}

#[test]
fn a_missing_import_does_not_make_names_unknown() {
    assert_eq!(
        codes_after("import bank.Library", "import bank.Libary"),
        ["R0301"]
    );
}

#[test]
fn a_forgotten_import_is_told_once() {
    assert_eq!(codes_after("import bank.Library\n", ""), ["R0401"]);
}

#[test]
fn a_syntax_error_in_one_event_hides_nothing_elsewhere() {
    let library = LIBRARY.replacen("first > EUR 0.00;", "first > EUR 0.00", 1);
    let account = ACCOUNT.replacen("        open[]", "        open[]\n        zzz[]", 1);
    let modules = [account.as_str(), library.as_str()].map(|text| Module::new("ebl", text));
    let analysis = projects::analyse_project(&modules, Ask::Folder);
    let codes: Vec<&str> = analysis
        .diagnostics
        .iter()
        .map(|found| found.code.id)
        .collect();
    assert_eq!(codes, ["R0401", "R0103"]);
}

#[test]
fn a_goal_that_asks_for_an_unset_field_is_told() {
    let account = ACCOUNT.replacen("balance: Money", "balance: Money\n        limit: Money", 1);
    let test = |goal: &str| {
        format!(
            "module bank.Goals\n\nimport bank.Account\n\nstate goal {{\n    {goal};\n}}\n\ncheck goal reachable in max 3 steps;\n"
        )
    };
    let codes = |goal: &str| {
        let modules = [
            Module::new("ebl", &account),
            Module::new("ebl", LIBRARY),
            Module::new("tebl", &test(goal)),
        ];
        let analysis = projects::analyse_project(&modules, Ask::Folder);
        let found = analysis
            .diagnostics
            .iter()
            .map(|found| found.code.id.to_owned());
        found.collect::<Vec<_>>()
    };
    assert_eq!(codes("opened Account with limit > EUR 1.00"), ["R0707"]);
    assert_eq!(
        codes("opened Account with balance > EUR 1.00"),
        Vec::<String>::new()
    );
}

#[test]
fn a_syntax_error_does_not_make_names_unknown() {
    for (old, new) in [
        ("event open(first: Money) {", "event open(first: Money {"),
        ("event open(first: Money) {", "event (first: Money) {"),
        (
            "function fee(amount: Money): Money = amount * 1%;",
            "function (amount: Money): Money = amount * 1%;",
        ),
        (
            "function fee(amount: Money): Money = amount * 1%;",
            "function fee(amount): Money = amount * 1%;",
        ),
        ("        first > EUR 0.00;", "        first > ;"),
        ("        balance: Money", "        balance Money"),
        ("        open[]", "        open[x = ]"),
        ("invariant solvent {", "invariant {"),
        ("import bank.Library", "import bank.library"),
    ] {
        let codes = codes_after(old, new);
        assert_eq!(codes.len(), 1, "{new}: {codes:?}");
        assert!(codes[0].starts_with("R01"), "{new}: {codes:?}");
    }
}

#[test]
fn an_unknown_type_field_or_name_is_told_once() {
    for (old, new, code) in [
        ("balance: Money", "balance: Mony", "R0408"),
        ("first: Money", "first: Mony", "R0408"),
        ("amount * 1%;", "amounts * 1%;", "R0407"),
        (
            "fee(amount: Money): Money",
            "fee(amount: Money): Mony",
            "R0408",
        ),
        (
            "        pay[limit = EUR 100.00]",
            "        pay[limit = EUR 100.00 + 1]",
            "R0602",
        ),
        ("        pay[limit = EUR 100.00]", "        pay[]", "R0509"),
        ("        open[]", "        opne[]\n        open[]", "R0401"),
        (
            "initial init -> opened: open",
            "initial init -> opened: opne",
            "R0801",
        ),
    ] {
        let codes = codes_after(old, new);
        assert!(codes.contains(&code.to_owned()), "{new}: {codes:?}");
    }
    assert_eq!(codes_after("balance: Money", "balance: Mony"), ["R0408"]);
    assert_eq!(codes_after("pay[limit = EUR 100.00]", "pay[]"), ["R0509"]);
    assert_eq!(codes_after("amount * 1%;", "amounts * 1%;"), ["R0407"]);
    assert_eq!(codes_after("opened: pay", "opened: pya"), ["R0801"]);
    assert_eq!(
        codes_after(
            "        pay[limit = EUR 100.00]",
            "        pya[limit = EUR 100.00]"
        ),
        ["R0401"]
    );
}

#[test]
fn what_follows_from_a_mistake_is_not_told() {
    let life_cycle = "    lifeCycle {
        initial init -> opened: open
        opened -> opened: pay
    }
";
    let base = "abstract specification Base { fields { id: Integer @key } }

specification Account extends Base {";
    let cases: &[(&str, &str, &[&str])] = &[
        ("fee(amount);", "fee();", &["R0604"]),
        (
            "amount <= limit;",
            "fee(1) > EUR 0.00; amount <= limit;",
            &["R0601"],
        ),
        ("pay[limit = EUR 100.00]", "pay[limit = 100]", &["R0601"]),
        (
            "open(first: Money)",
            "open(first: Money, first: Money)",
            &["R0411"],
        ),
        (
            "new this.balance == first;",
            "new first == this.balance;",
            &["R0705"],
        ),
        ("first > EUR 0.00;", "new first > EUR 0.00;", &["R0705"]),
        ("Money = amount * 1%", "Money = new amount * 1%", &["R0705"]),
        (
            "import bank.Library",
            "import bank.Libary\nimport bank.Libary",
            &["R0301"],
        ),
        (life_cycle, "", &["R0805"]),
        ("specification Account {", base, &["R0502"]),
        ("first > EUR 0.00;", "not first == EUR 0.00;", &["R0205"]),
        (
            "first > EUR 0.00;",
            "not this instate opened; first > EUR 0.00;",
            &["R0205"],
        ),
        (
            "initial init -> opened: open",
            "initial init -> opened: open final init",
            &["R0810"],
        ),
    ];
    for (old, new, codes) in cases {
        assert_eq!(codes_after(old, new), *codes, "{new}");
    }
}

#[test]
fn the_next_life_cycle_state_can_be_asked_for() {
    for test in ["new this instate opened", "initialized new this"] {
        let statement = format!("new this.balance == first; {test};");
        let codes = codes_after("new this.balance == first;", &statement);
        assert_eq!(codes, Vec::<String>::new(), "{test}");
    }
}

#[test]
fn a_key_in_the_brackets_of_a_new_instance_is_not_assigned() {
    let statement = "new Account[this.nr].balance == first;";
    let codes = codes_after("new this.balance == first;", statement);
    assert!(!codes.contains(&"R0703".to_owned()), "{codes:?}");
}

#[test]
fn an_import_that_others_need_is_not_unused() {
    let modules = [
        "module bank.Top\n\nimport bank.Middle\n\nfunction top(a: Integer): Integer = bottom(a);\n",
        "module bank.Middle\n\nimport bank.Bottom\n\nfunction middle(a: Integer): Integer = a;\n",
        "module bank.Bottom\n\nfunction bottom(a: Integer): Integer = a;\n",
    ];
    let modules = modules.map(|text| Module::new("ebl", text));
    let analysis = projects::analyse_project(&modules, Ask::Files);
    let codes: Vec<&str> = analysis
        .diagnostics
        .iter()
        .map(|found| found.code.id)
        .collect();
    assert_eq!(codes, ["R0410"]);
}

/// The text of a file after a fix.
fn mended(text: &str, fix: &fretsaw::diagnostics::Fix) -> String {
    let mut text = text.to_owned();
    for edit in fix.edits.iter().rev() {
        text.replace_range(
            std::ops::Range::<usize>::from(edit.span.range()),
            &edit.text,
        );
    }
    text
}

#[test]
fn the_import_that_is_offered_for_a_name_mends_it() {
    let other = "module bank.Other\n\nfunction other(a: Money): Money = fee(a);\n";
    let second = "import bank.Account\n\nfunction other(a: Money): Money = fee(a);\n";
    let third = format!("module bank.Other\n\n{second}");
    for text in [other, third.as_str()] {
        let analyse = |text: &str| {
            let modules = [ACCOUNT, LIBRARY, text].map(|text| Module::new("ebl", text));
            projects::analyse_project(&modules, Ask::Files)
        };
        let analysis = analyse(text);
        let found = analysis
            .diagnostics
            .iter()
            .find(|found| !found.fixes.is_empty());
        let fix = found
            .and_then(|found| found.fixes.first())
            .expect("a fix is offered");
        assert_eq!(fix.title, "add `import bank.Library`");
        let mended = mended(text, fix);
        let left = analyse(&mended).diagnostics;
        let left: Vec<_> = left.iter().filter(|left| left.code.id != "R0307").collect();
        assert!(left.is_empty(), "{mended}\n{left:?}");
    }
}
