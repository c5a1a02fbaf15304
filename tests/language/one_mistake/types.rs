//! Mistakes about types and instances, and what is no mistake.

use super::codes_after;
use crate::support::projects::{self, Ask, Module};

/// The codes that are found in a module with one specification and one event.
fn codes_of(precondition: &str, sync: &str, declarations: &str) -> Vec<String> {
    let text = format!(
        "module shop.Thing

{declarations}

event make(b: Boolean, n: Integer, r: Real, s: set[Real], m: map[Real : Integer]) {{
    preconditions {{
        b || n > 0 || r > 0.5 || r in s || r in m;
        {precondition}
    }}
    sync {{ {sync} }}
}}

specification Thing {{
    fields {{ id: Integer @key }}
    events {{ make[] }}
    lifeCycle {{ initial none -> made: make final made }}
}}
"
    );
    let analysis = projects::analyse_project(&[Module::new("ebl", &text)], Ask::Folder);
    let found = analysis.diagnostics.iter();
    found
        .map(|diagnostic| diagnostic.code.id.to_owned())
        .collect()
}

#[test]
fn wrong_types_are_told_once() {
    let recursive =
        "function f(x: Integer): Integer = g(x); function g(x: Integer): Integer = f(x);";
    let caller =
        "function f(x: Integer): Integer = g(x); function g(x: Integer): Integer = x + EUR;";
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("1 + EUR == 2;", "", "", &["R0602"]),
        ("(1 == EUR) == (n == 1);", "", "", &["R0602"]),
        ("f(1) == 2;", "", recursive, &["R0706"]),
        ("f(1) == 2;", "", caller, &["R0602"]),
        (
            "f(1) == 2;",
            "",
            "function f(x: Integer): Integer = x > 1;",
            &["R0601"],
        ),
        ("initialized Thing[1] == True;", "", "", &["R0602"]),
        ("case n { 1 => EUR; 2 => b; };", "", "", &["R0606"]),
        (
            "f(n) == 2;",
            "",
            "function f(x: Integer): Integer = case x { 1 => EUR; 2 => x; };",
            &["R0606"],
        ),
        ("(b ? 1 : EUR) > 1;", "", "", &["R0606"]),
        ("n in {EUR, 1, 2};", "", "", &["R0606"]),
        ("new this.id == 1;", "", "", &["R0703"]),
        ("", "Thing[this.id].make(b, n, r, s, m);", "", &["R0902"]),
    ];
    for (precondition, sync, declarations, codes) in cases {
        let found = codes_of(precondition, sync, declarations);
        assert_eq!(found, *codes, "{precondition} {sync} {declarations}");
    }
}

#[test]
fn an_inherited_event_does_not_suffer_from_a_redeclared_field() {
    let text = "module shop.Things

abstract specification Base {
    fields { id: Integer @key size: Integer }
    events { make[] }
    lifeCycle { initial none -> made: make final made }
}

specification Thing extends Base {
    fields { size: Money }
}

event make() {
    postconditions { new this.size == 1; }
}
";
    let analysis = projects::analyse_project(&[Module::new("ebl", text)], Ask::Folder);
    let found: Vec<&str> = analysis
        .diagnostics
        .iter()
        .map(|found| found.code.id)
        .collect();
    assert_eq!(found, ["R0505"]);
}

#[test]
fn an_abstract_specification_has_no_instances_anywhere() {
    let base = "abstract specification Base {
    fields { id: Integer @key }
    events { wake[] }
    lifeCycle { initial none -> awake: wake final awake }
}

specification Child extends Base { }

event wake() { }";
    for precondition in [
        "Base[1].id > n;",
        "initialized Base[1];",
        "Base[1] instate awake;",
    ] {
        assert_eq!(
            codes_of(precondition, "", base),
            ["R0507"],
            "{precondition}"
        );
    }
    assert_eq!(codes_of("", "Base[1].wake();", base), ["R0507"]);
    assert!(codes_of("initialized Child[1];", "Child[1].wake();", base).is_empty());
}

#[test]
fn whole_numbers_are_reals_where_reals_are_due() {
    let half = "function half(x: Real): Real = (x > 1.5) ? x / 2 : 0;";
    for precondition in [
        "half(n * 1.0) == 1;",
        "half(r) > half(-1);",
        "1 in s;",
        "r in {1.5, 2};",
        "r in {1, 2};",
        "s == {1, 2.5};",
        "1 in m;",
        "m[1] == n;",
        "m == (1: n, 2.5: 3);",
        "r > (b ? 1 : 0.5);",
        "r in {0 .. 1.5};",
    ] {
        let declarations = if precondition.contains("half") {
            half
        } else {
            ""
        };
        let found = codes_of(precondition, "", declarations);
        assert!(found.is_empty(), "{precondition} {found:?}");
    }
    for (precondition, code) in [
        ("half(n) > r;", "R0601"),
        ("n in s;", "R0602"),
        ("r in {n, 1.5};", "R0606"),
        ("m[n] == 1;", "R0601"),
    ] {
        assert!(
            codes_of(precondition, "", half).contains(&code.to_owned()),
            "{precondition}"
        );
    }
}

#[test]
fn keys_are_single_exact_values() {
    for (ty, codes) in [
        ("Boolean", &["R0503"][..]),
        ("Real", &["R0503"]),
        ("Money", &["R0503"]),
        ("InterestNorm", &["R0503"]),
        ("InterestTariff", &["R0503"]),
        ("set[Integer]", &["R0503"]),
        ("Integer", &[]),
        ("IBAN", &[]),
        ("Date", &[]),
        ("Currency", &[]),
    ] {
        assert_eq!(
            codes_after("nr: Integer @key", &format!("nr: {ty} @key")),
            codes,
            "{ty}"
        );
    }
}
