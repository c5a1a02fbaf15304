//! Runs as text and as diagrams. The interpreter finds them, so that they are the same whatever the solver.

use std::path::PathBuf;

use fretsaw::disk::Disk;
use fretsaw::interpreter::explore::{shortest_run, successors};
use fretsaw::model::state::InstanceState;
use fretsaw::model::value::of_type;
use fretsaw::model::{Model, State, Value};
use fretsaw::outcome::Witness;
use fretsaw::report::diagnostics_text::Drawing;
use fretsaw::report::{goal_text, trace_mermaid, trace_text};
use fretsaw::semantics::{Analysis, analyse};

use crate::support::files;
use crate::support::projects::{Ask, Module, analyse_project};

/// Shipped test modules with the line of a check: a start that fixes values, several instances, time, sets, keys that
/// are texts, a negated sync, no steps at all, sets of values.
const RUNS: &[(&str, u32)] = &[
    ("bounds.Thresholds", 36),
    ("bridge.Crossing", 21),
    ("calendar.Dates", 41),
    ("collections.Sets", 10),
    ("keys.Owners", 13),
    ("negatedsync.Refusal", 17),
    ("starts.Starts", 67),
];

const DRAWING: Drawing = Drawing {
    unicode: false,
    width: 100,
    colours: false,
};

/// A run in all forms for people.
fn forms(analysis: &Analysis, model: &Model<'_>, witness: &Witness) -> String {
    let sources = &analysis.sources;
    let last = witness.last();
    let text = |drawing: Drawing| {
        trace_text::render(sources, model, witness, false, drawing)
            + &goal_text::render(sources, model, last, drawing)
    };
    let coloured = text(Drawing {
        colours: true,
        ..DRAWING
    });
    let text = text(DRAWING);
    assert_eq!(text, anstream::adapter::strip_str(&coloured).to_string());
    let diagram = trace_mermaid::render(model, witness, "a run");
    format!("{text}\n{diagram}")
}

fn witness_of(model: &Model<'_>) -> Witness {
    let run = shortest_run(model, 10_000).expect("an answer");
    run.expect("a run")
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots/traces"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn runs_of_shipped_checks() {
    let folders = ["rebel-examples", "testmodules"].map(PathBuf::from);
    let analysis = analyse(&Disk, &folders, &[]);
    for (module, line) in RUNS {
        let mut tests = analysis.program.tests.iter();
        let test = tests.find(|test| test.name == *module).expect(module);
        let mut checks = test.checks.iter();
        let check = checks.find(|check| analysis.sources.line(check.span) == *line);
        let check = check.unwrap_or_else(|| panic!("no check at line {line} of {module}"));
        let model = Model::build(&analysis.program, test, check).expect("a model");
        let witness = witness_of(&model);
        snapshot(module, &forms(&analysis, &model, &witness));
    }
}

/// A specification whose names and texts mean something to Mermaid, and a thousand instances of it.
fn crowd(count: usize) -> Analysis {
    let specification = "module crowd.End
specification End {
    fields {
        name: String @key
        note: String
    }
    events {
        end[]
    }
    lifeCycle {
        initial open -> closed: end
        final closed
    }
}
event end() {
    postconditions {
        new this.note == \"a; b %% #1\";
    }
}
";
    let test = format!(
        "module crowd.Crowd
import crowd.End
state crowd {{
    {count} open End;
}}
state oneClosed {{
    closed End;
}}
check oneClosed reachable from crowd in max 1 step;
"
    );
    let modules = [
        Module::new("ebl", specification),
        Module::new("tebl", &test),
    ];
    analyse_project(&modules, Ask::Files)
}

/// Some start of a model whose start fixes no values.
fn some_start(model: &Model<'_>) -> State {
    let instances = model.universe.iter().map(|(id, instance)| {
        let spec = model.program.spec(instance.spec);
        let mut fields: Vec<Value> = spec.fields.iter().map(|it| of_type(&it.ty)).collect();
        fields[spec.key.unwrap().index()] = instance.key.clone();
        InstanceState {
            life_cycle: model.start.states[id.index()][0],
            fields,
        }
    });
    State::new(Value::DateTime(0.into()), instances.collect())
}

#[test]
fn crowds_do_not_flood_and_odd_names_do_no_harm() {
    let analysis = crowd(300);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let test = &analysis.program.tests[0];
    let model = Model::build(&analysis.program, test, &test.checks[0]).unwrap();
    let start = some_start(&model);
    let step = successors(&model, &start).unwrap().swap_remove(250);
    let witness = Witness::new(start, vec![step]);
    snapshot("crowd", &forms(&analysis, &model, &witness));
}
