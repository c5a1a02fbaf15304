//! Small texts for every production of the grammar. Each must read without an error.

use fretsaw::syntax::FileKind;

/// A text that must read, and what it shows.
pub(crate) struct Accepted {
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) kind: FileKind,
}

/// All texts: whole files, and fragments put where they belong.
pub(crate) fn all() -> Vec<Accepted> {
    let mut all = Vec::new();
    add(&mut all, "expression", EXPRESSIONS, in_precondition);
    add(&mut all, "statement", STATEMENTS, |s| {
        event_with("preconditions", s)
    });
    add(&mut all, "sync", SYNCS, |s| event_with("sync", s));
    add(&mut all, "type", TYPES, |t| {
        format!("module Texts\nevent e(p: {t}, q: Integer) {{}}")
    });
    add(&mut all, "library", LIBRARIES, |l| {
        format!("module Texts\n{l}")
    });
    add(&mut all, "member", MEMBERS, |m| {
        format!("module Texts\nspecification Sp {{ {m} }}")
    });
    add(&mut all, "module", MODULES, str::to_owned);
    add(&mut all, "setup", SETUPS, |s| {
        format!("module TextsTest\nimport Texts\nstate s {{ {s} }}")
    });
    add(&mut all, "test", TESTS, |t| {
        format!("module TextsTest\nimport Texts\n{t}")
    });
    all
}

fn add(all: &mut Vec<Accepted>, what: &str, texts: &[&str], place: impl Fn(&str) -> String) {
    let kind = match what {
        "setup" | "test" => FileKind::Test,
        _ => FileKind::Specification,
    };
    all.extend(texts.iter().map(|text| Accepted {
        name: format!("{what} `{text}`"),
        text: place(text),
        kind,
    }));
}

/// A module whose only statement is this expression.
pub(crate) fn in_precondition(expression: &str) -> String {
    event_with("preconditions", &format!("{expression};"))
}

fn event_with(block: &str, statements: &str) -> String {
    format!("module Texts\nevent e() {{ {block} {{ {statements} }} }}")
}

const EXPRESSIONS: &[&str] = &[
    // Literals.
    "1",
    "Inf",
    "1.5",
    "True",
    "False",
    "EUR",
    "USD",
    "CUR_GBP",
    "EUR 50.00",
    "EUR50.00",
    "CUR_GBP 1.08",
    "CUR_GBP1.08",
    "10%",
    "26 Sep 2016",
    "29 Feb 2016",
    "16:42",
    "1:2",
    "16:42:07",
    "16 : 42",
    "16 : 42 : 07",
    "26 Sep 2016, 16:42",
    "26 Sep 2016, 16 : 42 : 07",
    "now",
    "Day",
    "Week",
    "Month",
    "Quarter",
    "Year",
    "Daily",
    "Weekly",
    "Monthly",
    "Quarterly",
    "Yearly",
    "3 Month",
    "1 Week",
    "NL20INGB0001234567",
    "EURIBOR",
    "AIRBOR",
    "LIBOR",
    "INGBASIS",
    "LIMITBASED",
    "\"\"",
    "\"a text\"",
    "\"over\n two lines\"",
    "ANY",
    // Tariffs.
    "fixed 3%",
    "norm EURIBOR",
    "fixed 3% ++ norm LIBOR",
    "fixed 3% -- fixed 1%",
    "norm EURIBOR bounded by min = fixed 1% max = fixed 5%",
    "norm EURIBOR bounded by max = fixed 5%",
    // Names, calls, fields, keys.
    "a",
    "this",
    "this.a",
    "this.a.b",
    "it",
    "f()",
    "f(a)",
    "f(a, b + 1)",
    "a.b.Lib.f(a)",
    "Account[k]",
    "Account[k].balance",
    "Account[this.to].balance",
    "a.b.Account[k].balance",
    "m[k]",
    "m[k][l]",
    "now.date",
    "amount.currency",
    "Lib.name",
    // Brackets.
    "(a)",
    "((a))",
    "()",
    "(k : v)",
    "(k : v, l : w)",
    "(1 : 2)",
    "(\"a\" : 1, \"b\" : (c ? d : e))",
    "{}",
    "{1}",
    "{1, 2, 3}",
    "{1, 2,}",
    "{1 .. 5}",
    "{1..5}",
    "{EUR 1.00 .. EUR 2.00}",
    "{x : s | x > 1}",
    "{x : s | x > 1, x < 5}",
    "|s|",
    "|{1, 2}|",
    "|s| + |t|",
    "{26 Sep 2016, 16:42}",
    // Operators.
    "new this.a",
    "not a",
    "- a",
    "-1",
    "a * b",
    "a / b",
    "a % b",
    "a + b",
    "a - b",
    "a in s",
    "a < b",
    "a <= b",
    "a > b",
    "a >= b",
    "a == b",
    "a != b",
    "initialized Account[k]",
    "finalized Account[k]",
    "Account[k] instate s",
    "Account[k] instate {s t}",
    "Account[k] instate {s, t}",
    "this instate s",
    "a && b",
    "a || b",
    "a -> b",
    "a ? b : c",
    "forall x : s | x > 1",
    "exists x : s | x > 1, x < 5",
    "forall a : Account | a.balance > EUR 0.00",
    "not initialized Account[k]",
    "not finalized Account[k]",
    "not (a == b)",
    "not forall x : s | x > 1",
    "new Account[k].balance",
    "10% - b",
    "10 % b",
    "a --1",
    "a - -1",
    // Words that are keywords elsewhere.
    "new",
    "initialized",
    "set + map",
    "check(a)",
    "event.state",
    "from != to",
    "state == events",
    "new this.from",
    "forall == exists",
    "norm + fixed",
    "min < max",
    "this.in",
    "with + and",
    "domain",
    "one_two",
];

const STATEMENTS: &[&str] = &[
    "",
    "a;",
    "a; b;",
    "@doc{text} a;",
    "@doc {one} @why{two} a;",
    "(a;)",
    "((a;))",
    "(a);",
    "(a) && (b);",
    "(@doc{text} a;)",
    "case a { 1 => b; };",
    "case a { 1 => b; 2 => (c;) EUR 1.00 => case d { True => e; }; };",
    "case a { \"x\" => b; 26 Sep 2016 => c; 16:42 => d; ANY => e; };",
];

const SYNCS: &[&str] = &[
    "",
    "Account[k].close();",
    "Account[this.to].deposit(amount, 1 + 2);",
    "not Account[k].close();",
    "not not Account[k].close();",
    "@doc{text} Account[k].set();",
    "a.b.Account[k].check();",
];

const TYPES: &[&str] = &[
    "Boolean",
    "Integer",
    "Real",
    "String",
    "Money",
    "Currency",
    "Percentage",
    "Date",
    "Time",
    "DateTime",
    "IBAN",
    "Period",
    "Term",
    "Frequency",
    "InterestNorm",
    "InterestTariff",
    "Account",
    "A1",
    "Week",
    "Weekly",
    "set[Integer]",
    "set[set[Money]]",
    "map[Currency : Money]",
    "map[Integer : set[Date]]",
    "Integer -> Boolean",
    "Integer -> Integer -> Boolean",
    "(Integer, Money) -> Boolean",
    "(Integer)",
    "3 Month",
];

const LIBRARIES: &[&str] = &[
    "",
    "event e() {}",
    "event e(a: Integer) {}",
    "event e(a: Integer, b: Money = EUR 1.00) {}",
    "event e(a: Integer,) {}",
    "event e[c: Integer]() {}",
    "event e[c: Integer = 3, d: Money](a: Date) {}",
    "event a.b.Lib.e() {}",
    "event Lib.e() {}",
    "@doc{text} event e() {}",
    "@doc {a {nested} text} @why {b \\} \\{ c} event e() {}",
    "@doc{} event e() { preconditions {} }",
    "event e() { preconditions { a; } postconditions { new this.a == b; } sync { S1[k].e(); } }",
    "event e() { sync {} preconditions {} }",
    "event set() {}",
    "event check(from: IBAN, to: IBAN) {}",
    "event create(state: Integer, set: Integer, event: Integer, check: Integer) {}",
    "event event() {}",
    "event function() {} event invariant() {} event specification() {}",
    "event sync() { sync { S1[k].sync(); } }",
    "event key(new: Integer) { postconditions { new this.x == new; } }",
    "function f(): Integer = 1;",
    "function f(a: Integer, b: Integer): Boolean = a > b;",
    "@doc{text} function a.Lib.f(): set[Integer] = {1, 2};",
    "function f(a: Integer): Integer = case a { 1 => 2; };",
    "function f(): Integer = (1;)",
    "invariant i {}",
    "invariant i { this.a > 1; this.b; }",
    "@doc{text} invariant a.Lib.i { this.a; }",
];

const MEMBERS: &[&str] = &[
    "",
    "fields {}",
    "fields { a: Integer }",
    "fields { a: IBAN @key b: Money }",
    "fields { a: IBAN @ref=Account b: Money @doc{text} @key c: IBAN @ref = a.b.Account }",
    "fields { from: IBAN to: IBAN state: Integer event: Integer key: Integer @key fields: Integer }",
    "events {}",
    "events { open[] }",
    "events { open[least = EUR 1.00, most = EUR 2.00] close[] }",
    "events { a.b.Lib.open[] internal close[] internal[] }",
    "events { open(a: Integer) close() }",
    "events { set[] check[] create[] event[] events[] new[] }",
    "events { internal set(a: Integer) }",
    "invariants {}",
    "invariants { positive a.b.Lib.other check }",
    "lifeCycle {}",
    "lifecycle {}",
    "lifeCycle { initial init -> opened: open final closed }",
    "lifeCycle { initial init -> opened: open, openAgain -> closed: close opened -> closed: close final closed }",
    "lifeCycle { state -> set: check, event set }",
    "lifeCycle { initial init } invariants { i } events { e[] } fields { a: Integer @key }",
    "fields { a: Integer } fields { b: Integer }",
];

const MODULES: &[&str] = &[
    "module Texts",
    "module a.b.Texts",
    "module Texts\nimport Other",
    "module Texts\nimport a.b.Other\nimport Third",
    "module set.check.Texts",
    "module Texts\nimport a.Other;\nevent e() {}",
    "// first\nmodule Texts // last",
    "/* a /* b */ c */ module Texts",
    "module Texts specification Sp {}",
    "module Texts abstract specification Sp {}",
    "module Texts external specification Sp { events { e(a: Integer) } }",
    "module Texts singleton specification Sp {}",
    "module Texts specification Sp extends Base {}",
    "module Texts specification Sp extends a.b.Base {}",
    "module Texts @doc{text} @why{other} abstract specification Sp {}",
    "module Texts specification Sp {} event e() {} specification S2 {} invariant i {} function f(): Integer = 1;",
];

const SETUPS: &[&str] = &[
    "",
    "now is 26 Sep 2016, 16:42;",
    "Account;",
    "opened Account;",
    "2 Account;",
    "2 opened Account;",
    "uninitialized Account;",
    "3 uninitialized Account;",
    "opened a.b.Account;",
    "a.b.Account;",
    "{a b} Account;",
    "2 {a, b} Account;",
    "not Account;",
    "not opened Account;",
    "not opened Account with balance > EUR 1.00;",
    "opened Account with balance < EUR 0.00;",
    "opened Account with a == 1, b == 2 and c == 3;",
    "2 opened Account - one with balance > EUR 10.00 - one with balance > EUR 20.00 and balance < EUR 30.00;",
    "Account with a - 1 == 2;",
    "Account with a == 1 - one with b == 2;",
    "forever {}",
    "forever { opened Account; }",
    "eventually { opened Account; }",
    "{ opened Account; } until { closed Account; }",
    "{} unless {}",
    "{ forever { Account; } } until { eventually {} }",
    "forever Account;",
    "eventually Account;",
    "set Account;",
    "check Account;",
    "in Account; case Account;",
    "not Account with not a, k in s, case == 1;",
];

const TESTS: &[&str] = &[
    "",
    "state s {}",
    "@doc{text} state s { Account; }",
    "check s reachable;",
    "check s unreachable;",
    "check s reachable in max 1 step;",
    "check s reachable in max 5 steps;",
    "check s reachable in exactly 5 steps;",
    "check s reachable between 2 and 5 steps;",
    "check s reachable from t;",
    "check s reachable using events Account.*;",
    "check s reachable using events Account.open, Account.close, Transaction.*;",
    "check s reachable within d;",
    "check s unreachable from t in max 5 steps using events Account.* within d;",
    "check invariants hold;",
    "check invariants hold from t between 2 and 5 steps within d;",
    "@doc{text} check s reachable;",
    "check check reachable; check from reachable from in;",
    "domain d {}",
    "domain d { Integer: {1, 2}; }",
    "domain d { Integer: 1 .. 5; Money: EUR 0.00 .. EUR 50.00 by EUR 10.00; }",
    "domain d { Account.balance: {EUR 1.00}; Account.deposit.amount: {1 .. 5}; set[Integer]: {{1}, {2}}; }",
    "@doc{text} domain domain { map[Integer : Money]: {()}; 3 Month: {3 Month}; }",
    "state check { } state domain { } check check unreachable;",
];
