//! What a specification is made of once everything it inherits has been merged into it.

use fretsaw::semantics::Analysis;
use fretsaw::semantics::expression::{BinaryOp, ExprKind};
use fretsaw::semantics::specification::{Event, Invariant, Program, Specification};

use crate::support::projects::{Ask, Module, analyse_project};

fn analyse(texts: &[&str]) -> Analysis {
    let modules: Vec<Module> = texts.iter().map(|text| Module::new("ebl", text)).collect();
    analyse_project(&modules, Ask::Files)
}

/// The program of texts that have no errors.
fn program(texts: &[&str]) -> Program {
    let analysis = analyse(texts);
    let findings = findings(&analysis);
    assert!(!analysis.has_errors(), "{findings:#?}");
    analysis.program
}

/// Each finding as its code and its message.
fn findings(analysis: &Analysis) -> Vec<String> {
    let diagnostics = analysis.diagnostics.iter();
    diagnostics
        .map(|found| format!("{} {}", found.code.id, found.message))
        .collect()
}

fn spec<'p>(program: &'p Program, name: &str) -> &'p Specification {
    let mut specs = program.specifications.iter();
    specs
        .find(|spec| spec.name.text == name)
        .expect("the specification exists")
}

fn event<'p>(spec: &'p Specification, name: &str) -> &'p Event {
    let id = spec.event_named(name).expect("the event exists");
    &spec.events[id.index()]
}

/// The fields in order, the key marked and references spelt out.
fn fields(program: &Program, name: &str) -> Vec<String> {
    let spec = spec(program, name);
    let key = spec.key.map(|key| &spec.fields[key.index()].name.text);
    let show = |field: &fretsaw::semantics::specification::Field| {
        let mark = if key == Some(&field.name.text) {
            " @key"
        } else {
            ""
        };
        let target = field.reference.map_or_else(String::new, |target| {
            format!(" @ref={}", program.spec(target).name.text)
        });
        format!("{}{mark}{target}", field.name.text)
    };
    spec.fields.iter().map(show).collect()
}

fn states(spec: &Specification) -> Vec<String> {
    let show = |state: &fretsaw::semantics::specification::State| {
        let modifier = match (state.initial, state.last) {
            (true, _) => "initial ",
            (_, true) => "final ",
            _ => "",
        };
        format!("{modifier}{}", state.name.text)
    };
    spec.states.iter().map(show).collect()
}

fn arrows(spec: &Specification) -> Vec<String> {
    let state = |id: fretsaw::semantics::specification::StateId| &spec.states[id.index()].name.text;
    let arrows = spec.transitions.iter().map(|arrow| {
        let event = &spec.events[arrow.event.index()].name.text;
        format!("{} -> {}: {event}", state(arrow.from), state(arrow.to))
    });
    arrows.collect()
}

fn event_names(spec: &Specification) -> Vec<&str> {
    let names = spec.events.iter().map(|event| event.name.text.as_str());
    names.collect()
}

/// The names of the fields that the invariants of a specification compare, each with the invariant's name.
fn invariants(spec: &Specification) -> Vec<String> {
    let show = |invariant: &Invariant| {
        let ExprKind::Binary(_, left, _) = &invariant.conditions[0].condition.kind else {
            return format!("{} is no comparison", invariant.name.text);
        };
        let ExprKind::Field(_, field, _) = &left.kind else {
            return format!("{} reads no field", invariant.name.text);
        };
        let field = &spec.fields[field.index()].name.text;
        format!("{} of {field}", invariant.name.text)
    };
    spec.invariants.iter().map(show).collect()
}

const PARENT: &str = "\
module Parent
import Owner
specification Parent {
  fields { id: Integer @key owner: Integer @ref=Owner total: Integer }
  events { open[] internal adjust[] }
  invariants { positive }
  lifeCycle { initial start -> opened: open  opened -> opened: adjust  final closed }
}
event open() { postconditions { new this.owner == 1; new this.total == 1; } }
event adjust() { postconditions { new this.total == 2; } }
invariant positive { this.total > 0; }
";

const OWNER: &str = "\
module Owner
specification Owner { fields { id: Integer @key } events { enter[] } lifeCycle { initial out -> in_: enter final in_ } }
event enter() { }
";

const CHILD: &str = "\
module Child
import Parent
specification Child extends Parent {
  fields { note: String }
  events { close[] }
  invariants { noted }
  lifeCycle { opened -> closed: close -> opened: adjust  closed }
}
event close() { postconditions { new this.note == \"closed\"; } }
invariant noted { this.note != \"\"; }
";

const GRANDCHILD: &str = "\
module Grandchild
import Child
specification Grandchild extends Child {
  fields { last: Integer }
  events { reopen[] }
  lifeCycle { closed -> opened: reopen }
}
event reopen() { postconditions { new this.last == 1; } }
";

fn family() -> Program {
    program(&[OWNER, PARENT, CHILD, GRANDCHILD])
}

#[test]
fn own_fields_come_before_inherited_ones() {
    let program = family();
    assert_eq!(
        fields(&program, "Child"),
        ["note", "id @key", "owner @ref=Owner", "total"]
    );
    assert_eq!(
        fields(&program, "Grandchild"),
        ["last", "note", "id @key", "owner @ref=Owner", "total"]
    );
}

#[test]
fn own_events_come_before_inherited_ones_and_internal_ones_stay_internal() {
    let program = family();
    let child = spec(&program, "Child");
    assert_eq!(event_names(child), ["close", "open", "adjust"]);
    let internal: Vec<bool> = child.events.iter().map(|event| event.internal).collect();
    assert_eq!(internal, [false, false, true]);
    let grandchild = spec(&program, "Grandchild");
    assert_eq!(
        event_names(grandchild),
        ["reopen", "close", "open", "adjust"]
    );
}

#[test]
fn inherited_bodies_speak_of_the_fields_of_the_child() {
    let program = family();
    let child = spec(&program, "Child");
    let condition = &event(child, "adjust").postconditions[0].condition;
    let ExprKind::Binary(BinaryOp::Equal, left, _) = &condition.kind else {
        panic!("a comparison: {condition:?}");
    };
    let ExprKind::Field(_, field, _) = &left.kind else {
        panic!("a field: {left:?}");
    };
    assert_eq!(child.fields[field.index()].name.text, "total");
}

#[test]
fn all_inherited_invariants_hold() {
    let program = family();
    let expected = ["noted of note", "positive of total"];
    assert_eq!(invariants(spec(&program, "Child")), expected);
    assert_eq!(invariants(spec(&program, "Grandchild")), expected);
}

#[test]
fn states_are_merged_with_the_modifier_of_the_child() {
    let program = family();
    assert_eq!(
        states(spec(&program, "Parent")),
        ["initial start", "opened", "final closed"]
    );
    assert_eq!(
        states(spec(&program, "Child")),
        ["opened", "closed", "initial start"]
    );
    assert_eq!(
        states(spec(&program, "Grandchild")),
        ["closed", "opened", "initial start"]
    );
}

#[test]
fn arrows_are_united_without_duplicates() {
    let program = family();
    assert_eq!(
        arrows(spec(&program, "Child")),
        [
            "opened -> closed: close",
            "opened -> opened: adjust",
            "start -> opened: open",
        ]
    );
    assert_eq!(
        arrows(spec(&program, "Grandchild")),
        [
            "closed -> opened: reopen",
            "opened -> closed: close",
            "opened -> opened: adjust",
            "start -> opened: open",
        ]
    );
}

/// A parent and a child in one module, which share the life cycle and what is around it.
fn pair(parent: &str, child: &str, more: &str) -> String {
    format!(
        "module Pair
specification Base {{ {parent} events {{ go[] }} lifeCycle {{ initial a -> b: go final b }} }}
specification Heir extends Base {{ {child} }}
event go() {{ }}
{more}"
    )
}

#[test]
fn a_field_that_is_declared_again_is_there_once() {
    let text = pair(
        "fields { id: Integer @key n: Integer }",
        "fields { n: Integer }",
        "",
    );
    assert_eq!(fields(&program(&[&text]), "Heir"), ["n", "id @key"]);
}

#[test]
fn a_key_that_is_declared_again_without_its_mark_is_the_key() {
    let text = pair(
        "fields { id: Integer @key n: Integer }",
        "fields { id: Integer }",
        "",
    );
    assert_eq!(fields(&program(&[&text]), "Heir"), ["id @key", "n"]);
}

#[test]
fn a_field_of_another_type_is_reported() {
    let text = pair(
        "fields { id: Integer @key n: Integer }",
        "fields { n: String }",
        "",
    );
    assert_eq!(
        findings(&analyse(&[&text])),
        ["R0505 the field `n` has type String here and is inherited with type Integer"]
    );
}

const POSITIVE_X: &str = "module La\ninvariant positive { this.x > 0; }\n";
const POSITIVE_Y: &str = "module Lb\ninvariant positive { this.y > 0; }\n";

fn with_invariants(parent: &str, child: &str) -> String {
    let parent =
        format!("fields {{ id: Integer @key x: Integer y: Integer }} invariants {{ {parent} }}");
    let child = format!("invariants {{ {child} }}");
    pair(&parent, &child, "").replacen("module Pair", "module Pair\nimport La\nimport Lb", 1)
}

#[test]
fn invariants_of_one_name_that_differ_are_both_kept() {
    let text = with_invariants("La.positive", "Lb.positive");
    let program = program(&[&text, POSITIVE_X, POSITIVE_Y]);
    assert_eq!(
        invariants(spec(&program, "Heir")),
        ["positive of y", "positive of x"]
    );
}

#[test]
fn an_invariant_that_is_listed_again_is_there_once() {
    let text = with_invariants("La.positive Lb.positive", "La.positive");
    let program = program(&[&text, POSITIVE_X, POSITIVE_Y]);
    assert_eq!(
        invariants(spec(&program, "Base")),
        ["positive of x", "positive of y"]
    );
    assert_eq!(
        invariants(spec(&program, "Heir")),
        ["positive of x", "positive of y"]
    );
}

const PRICED: &str = "\
module Priced
event pay[fee: Integer -> Integer](amount: Integer) { preconditions { amount < fee(amount); } }
";

const PAYER: &str = "\
module Payer
import Priced
specification Payer {
  fields { id: Integer @key }
  events { pay[fee = twice] }
  lifeCycle { initial a -> b: pay final b }
}
function twice(n: Integer): Integer = n + n;
";

/// The child has another function of the same name, and its module does not even import the event.
const HEIR: &str = "\
module Heir
import Payer
specification Heir extends Payer { }
function twice(n: Integer): Integer = n;
";

#[test]
fn configuration_is_read_where_the_parent_stands() {
    let program = program(&[PRICED, PAYER, HEIR]);
    let pay = event(spec(&program, "Heir"), "pay");
    let mut called = None;
    pay.preconditions[0].condition.walk(&mut |part| {
        if let ExprKind::Call(function, _) = part.kind {
            called = Some(function);
        }
    });
    let body = &program.function(called.expect("a call")).body;
    assert!(matches!(body.kind, ExprKind::Binary(BinaryOp::Add, ..)));
}

/// A parent that lists `La.go` and a child in another module, which imports `Lb`.
fn with_events(parent: &str, child: &str) -> Vec<String> {
    let parent = format!(
        "module Base\nimport La\nspecification Base {{ fields {{ id: Integer @key }} events {{ {parent} }} \
         lifeCycle {{ initial a -> b: go final b }} }}"
    );
    let child = format!(
        "module Heir\nimport Base\nimport {child}\nspecification Heir extends Base {{ events {{ go[] }} }}"
    );
    let la = "module La\nevent go() { }";
    let lb = "module Lb\nevent go() { }";
    findings(&analyse(&[&parent, &child, la, lb]))
}

#[test]
fn an_event_that_is_listed_again_must_be_the_same_event() {
    let differs = "R0506 the event `go` is inherited with another configuration";
    let about_heir = |found: Vec<String>| -> Vec<String> {
        let errors = found.into_iter().filter(|found| found.starts_with("R05"));
        errors.collect()
    };
    assert_eq!(about_heir(with_events("go[]", "Lb")), [differs]);
    assert_eq!(about_heir(with_events("internal go[]", "La")), [differs]);
    assert!(about_heir(with_events("go[]", "La")).is_empty());
    assert!(about_heir(with_events("La.go[]", "La")).is_empty());
}

#[test]
fn mistakes_of_a_parent_are_told_once() {
    let text = "\
module Ac
specification Ac {
  fields { id: Integer }
  events { bar[] idle[] }
  lifeCycle { initial a -> b: bar, zip -> d: bar  final b  final c }
}
specification Bc extends Ac { }
specification Dc extends Bc { }
event bar() { preconditions { this.id == 1; } }
event idle() { }
";
    assert_eq!(
        findings(&analyse(&[text])),
        [
            "R0501 `Ac` has no key",
            "R0803 the event `idle` can never happen: the life cycle of `Ac` does not name it",
            "R0801 `Ac` has no event `zip`",
            "R0802 the life cycle of `Ac` has no state `d`",
            "R0804 no way leads from the initial state of `Ac` to `c`",
        ]
    );
}

#[test]
fn what_a_child_of_an_abstract_parent_forgets_is_told_of_the_child() {
    let text = "\
module Ac
abstract specification Ac { fields { id: Integer @key } lifeCycle { initial a -> b: bar final b } }
specification Bc extends Ac { }
specification Cc extends Bc { }
specification Dc extends Ac { }
specification Ec extends Ac { events { bar[] } }
event bar() { }
";
    assert_eq!(
        findings(&analyse(&[text])),
        [
            "R0801 `Bc` has no event `bar`",
            "R0801 `Dc` has no event `bar`"
        ]
    );
}

#[test]
fn a_child_that_spoils_the_life_cycle_is_told_so() {
    let text = pair("fields { id: Integer @key }", "lifeCycle { a }", "");
    assert_eq!(
        findings(&analyse(&[&text])),
        ["R0805 `Heir` has no initial state"]
    );
}
