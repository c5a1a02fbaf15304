//! Every kind of dependence on a smallest specification: that it is there, and where it is not.

use std::collections::BTreeMap;
use std::fmt::Write;

use fretsaw::dependence::{DependenceGraph, Dependences, Kind};
use fretsaw::model::shape::shapes_of;
use fretsaw::report::graphs::{Subject, dependence};
use fretsaw::report::picture::json;
use fretsaw::semantics::Analysis;
use fretsaw::semantics::specification::SpecId;

use crate::support::files;
use crate::support::projects::{Ask, Module, analyse_project};

/// A kind, a specification, and who depends on whom by it.
struct Case {
    kind: Kind,
    text: &'static str,
    from: &'static str,
    to: &'static str,
}

/// Two events of one instance. The first sets a field that the second reads.
const COUNTER: &str = "
specification Counter {
    fields { id: Integer @key  n: Integer }
    events { set[] reset[] }
    lifeCycle { initial off -> on: set  on -> off: reset }
}
event set(x: Integer) { postconditions { new this.n == x; } }
event reset() { preconditions { this.n > 0; } }
";

/// An event that makes another happen: of the instance that a field names, with a field for an argument.
const CALL: &str = "
specification Caller {
    fields { id: Integer @key  who: Integer  what: Integer }
    events { learn[] call[] }
    lifeCycle { initial quiet -> ready: learn  ready -> ready: call }
}
specification Callee {
    fields { id: Integer @key  last: Integer }
    events { hear[] internal obey[] }
    lifeCycle { initial idle -> idle: hear, obey }
}
event learn(who: Integer, what: Integer) {
    postconditions { new this.who == who; new this.what == what; }
}
event call() { sync { Callee[this.who].hear(this.what); Callee[this.id].obey(); } }
event hear(word: Integer) { postconditions { new this.last == word; } }
event obey() {}
";

/// An event that looks at another instance, its field and its state.
const LOOK: &str = "
specification Watcher {
    fields { id: Integer @key }
    events { look[] trust[] doubt[] }
    lifeCycle { initial awake -> awake: look, trust, doubt }
}
specification Lamp {
    fields { id: Integer @key  power: Integer }
    events { light[] dim[] }
    lifeCycle { initial dark -> lit: light  lit -> lit: dim }
}
event look() { preconditions { Lamp[this.id].power > 3; } }
event trust() { preconditions { Lamp[this.id] instate lit; } }
event doubt(p: Integer) { sync { not Lamp[this.id].light(p); } }
event light(p: Integer) { postconditions { new this.power == p; } }
event dim() { postconditions { new this.power == this.power - 1; } }
";

/// Two fields that are defined together, and not for all values.
const SPLIT: &str = "
specification Purse {
    fields { id: Integer @key  left: Integer  right: Integer }
    events { split[] }
    lifeCycle { initial full -> full: split }
}
event split(sum: Integer) {
    postconditions { new this.left + new this.right == sum; new this.left > 0; }
}
";

const CASES: &[Case] = &[
    Case {
        kind: Kind::UseDef,
        text: COUNTER,
        from: "Counter.reset(): this.n",
        to: "Counter.set().n: this.n",
    },
    Case {
        kind: Kind::DefUse,
        text: COUNTER,
        from: "Counter.set().n: this.n",
        to: "Counter.set().n: x",
    },
    Case {
        kind: Kind::Control,
        text: COUNTER,
        from: "Counter.reset(): ε",
        to: "Counter.reset(): this.n",
    },
    Case {
        kind: Kind::NestedControl,
        text: COUNTER,
        from: "Counter.set().n: ε",
        to: "Counter.set(): ε",
    },
    Case {
        kind: Kind::DefExecution,
        text: COUNTER,
        from: "Counter.set().n: this.n",
        to: "Counter.set().n: ε",
    },
    Case {
        kind: Kind::ParameterData,
        text: CALL,
        from: "Callee.hear(): word",
        to: "Caller.call().sync1: this.what",
    },
    Case {
        kind: Kind::Synchronisation,
        text: CALL,
        from: "Caller.call().sync1: ε",
        to: "Callee.hear(): ε",
    },
    Case {
        kind: Kind::Atomicity,
        text: CALL,
        from: "Caller.call(): ε",
        to: "Caller.call().sync1: ε",
    },
    Case {
        kind: Kind::Key,
        text: CALL,
        from: "Caller.call().sync1: ε",
        to: "Caller.call().sync1: this.who",
    },
    Case {
        kind: Kind::Key,
        text: LOOK,
        from: "Watcher.doubt().sync1: ε",
        to: "Watcher.doubt().sync1: p",
    },
    Case {
        kind: Kind::ForeignData,
        text: LOOK,
        from: "Watcher.look(): Lamp.power",
        to: "Lamp.dim().power: this.power",
    },
    Case {
        kind: Kind::LifeCycle,
        text: LOOK,
        from: "Watcher.trust(): Lamp instate lit",
        to: "Lamp.light(): ε",
    },
    Case {
        kind: Kind::LifeCycle,
        text: LOOK,
        from: "Watcher.doubt().sync1: ε",
        to: "Watcher.doubt().sync1: Lamp instate dark",
    },
    Case {
        kind: Kind::Group,
        text: SPLIT,
        from: "Purse.split().left+right: this.left",
        to: "Purse.split().left+right: this.right",
    },
    Case {
        kind: Kind::Group,
        text: SPLIT,
        from: "Purse.split(): ε",
        to: "Purse.split().left+right: this.left",
    },
    Case {
        kind: Kind::Caller,
        text: CALL,
        from: "Callee.obey(): ε",
        to: "Caller.call().sync2: ε",
    },
    Case {
        kind: Kind::Whole,
        text: COUNTER,
        from: "Counter.set(): ε",
        to: "Counter.set().n: this.n",
    },
];

fn analysed(text: &str) -> Analysis {
    let modules = [Module::new("ebl", &format!("module t.Spec\n{text}"))];
    let analysis = analyse_project(&modules, Ask::Files);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis
}

/// All dependences: by kind, who depends on whom.
type Edges = BTreeMap<String, Vec<(String, String)>>;

fn edges(text: &str, dependences: Dependences) -> Edges {
    let analysis = analysed(text);
    let program = &analysis.program;
    let graph = DependenceGraph::of_program(program, dependences);
    let shapes = shapes_of(program);
    let specs: Vec<SpecId> = (0..program.specifications.len()).map(SpecId::at).collect();
    let subject = Subject {
        sources: &analysis.sources,
        program,
        shapes: &shapes,
        specs: &specs,
        slice: None,
    };
    let picture = dependence::picture("", &subject, &graph);
    let document = json::document(Some(&picture), &analysis.sources, &[]);
    let document = serde_json::to_value(document).expect("a document");
    let mut edges = Edges::new();
    for edge in document["graph"]["edges"].as_array().expect("a list") {
        let [kind, from, to] =
            ["kind", "from", "to"].map(|key| edge[key].as_str().unwrap_or_default().to_owned());
        edges.entry(kind).or_default().push((from, to));
    }
    edges
}

fn has(case: &Case, dependences: Dependences) -> bool {
    let edges = edges(case.text, dependences);
    let own = edges.get(case.kind.name()).into_iter().flatten();
    own.clone()
        .any(|(from, to)| (from.as_str(), to.as_str()) == (case.from, case.to))
}

#[test]
fn there_is_a_case_for_every_kind() {
    for kind in Kind::ALL {
        let mut cases = CASES.iter();
        assert!(cases.any(|case| case.kind == kind), "{}", kind.name());
    }
}

#[test]
fn every_kind_is_found_where_it_should_be() {
    for case in CASES {
        // Only where variables are not told apart do whole events depend on what they do.
        let dependences = match case.kind {
            Kind::Whole => Dependences::Coarse,
            _ => Dependences::Fine,
        };
        let (kind, from, to) = (case.kind.name(), case.from, case.to);
        assert!(has(case, dependences), "no {kind} from {from} to {to}");
    }
}

#[test]
fn the_thesis_knows_seven_kinds() {
    for case in CASES {
        let known = Kind::THESIS.contains(&case.kind);
        assert_eq!(
            has(case, Dependences::Thesis),
            known,
            "{}",
            case.kind.name()
        );
    }
}

#[test]
fn what_does_not_matter_is_no_dependence() {
    let fine = edges(CALL, Dependences::Fine);
    let callers = &fine["xd"];
    // Hearing can happen by itself, obeying cannot.
    assert_eq!(callers.len(), 1);
    let fine = edges(LOOK, Dependences::Fine);
    let tests = fine["ld"].iter().map(|(_, to)| to.as_str());
    // Dimming leaves the lamp lit.
    assert!(!tests.clone().any(|to| to == "Lamp.dim(): ε"));
    let fine = edges(COUNTER, Dependences::Fine);
    // What is always possible is no guard.
    assert!(!fine.contains_key("gd") && !fine.contains_key("wd"));
}

#[test]
fn all_dependences_of_the_small_specifications() {
    let mut listed = String::new();
    for (name, text) in [
        ("counter", COUNTER),
        ("call", CALL),
        ("look", LOOK),
        ("split", SPLIT),
    ] {
        let _ = writeln!(listed, "{name}");
        for (kind, edges) in edges(text, Dependences::Fine) {
            let _ = writeln!(listed, "  {kind}");
            for (from, to) in edges {
                let _ = writeln!(listed, "    {from}  ->  {to}");
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("dependences", listed));
}
