//! Runs that go on for ever or cannot go on: the interpreter checks both, and all forms of runs tell them.

use std::fmt::Write;

use fretsaw::interpreter::explore::{shortest_run, successors};
use fretsaw::interpreter::replay::{Objection, replay};
use fretsaw::model::run::{Rest, Run};
use fretsaw::model::{Model, Value};
use fretsaw::report::diagnostics_text::Drawing;
use fretsaw::report::{trace_mermaid, trace_text};
use fretsaw::semantics::Analysis;
use fretsaw::trace::json_trace::{self, RestOfTrace};
use fretsaw::trace::saved;

use crate::support::files;
use crate::support::projects::{Ask, Module, analyse_project};

/// A light that can be turned on and off, and breaks once.
const SPEC: &str = "
module t.Spec
specification Light {
    fields { id: Integer @key  left: Integer }
    events { on[] off[] break[] }
    lifeCycle { initial dark -> lit: on  lit -> dark: off  lit -> broken: break  final broken }
}
specification Room {
    fields { id: Integer @key }
    events { enter[] }
    lifeCycle { initial empty -> full: enter  final full }
}
event on() { preconditions { this.left > 0; } }
event off() { }
event break() { postconditions { new this.left == this.left - 1; } }
event enter() { sync { Light[1].on(); } }
";

const TEST: &str = "
module t.Test
import t.Spec
state start { now is 1 Jan 2020, 10:00:00; dark Light with left == 1; empty Room; }
state dark { dark Light; }
state lit { lit Light; full Room; }
state broken { broken Light; empty Room; }
state wired { broken Light; full Room; }
check dark reachable from start;
check lit reachable from start;
check broken reachable from start;
check wired reachable from start;
";

fn analysis() -> Analysis {
    let modules = [Module::new("ebl", SPEC), Module::new("tebl", TEST)];
    let analysis = analyse_project(&modules, Ask::Files);
    let errors = analysis.diagnostics.iter().filter(|it| it.is_error());
    let errors: Vec<&String> = errors.map(|it| &it.message).collect();
    assert!(errors.is_empty(), "{errors:?}");
    analysis
}

fn model(analysis: &Analysis, check: usize) -> Model<'_> {
    let test = &analysis.program.tests[0];
    Model::build(&analysis.program, test, &test.checks[check]).expect("a model")
}

fn run_to(model: &Model<'_>) -> Run {
    let run = shortest_run(model, 1_000).expect("a finite question");
    run.expect("there is a run")
}

/// The run with one more step, by an event of this name of the first instance.
fn and(model: &Model<'_>, mut run: Run, event: &str) -> Run {
    let steps = successors(model, run.last()).expect("few steps");
    let named = |taken: &fretsaw::model::run::Occurrence| {
        let interpreter = model.interpreter();
        interpreter.event(taken.instance, taken.event).name.text == event
    };
    let step = steps
        .into_iter()
        .find(|(step, _)| named(&step.occurrences[0]));
    run.steps.push(step.expect("it is possible"));
    run
}

/// On and off, and so on for ever.
fn endless(model: &Model<'_>) -> Run {
    let run = and(model, and(model, run_to(model), "on"), "off");
    let rest = Rest::Loop(0);
    Run { rest, ..run }
}

#[test]
fn a_loop_comes_back_to_where_it_was() {
    let analysis = analysis();
    let model = model(&analysis, 0);
    let run = endless(&model);
    assert_eq!(replay(&model, &run), Ok(()));
    for back in [1, 2, 3, usize::MAX] {
        let rest = Rest::Loop(back);
        let wrong = Run {
            rest,
            ..run.clone()
        };
        assert_eq!(replay(&model, &wrong), Err(Objection::NoLoop(back)));
    }
}

/// Where time passes in each round, it is another state.
#[test]
fn time_stands_still_in_a_loop() {
    let analysis = analysis();
    let model = model(&analysis, 0);
    let mut run = endless(&model);
    let Value::DateTime(seconds) = run.start.now.clone() else {
        panic!("a start without a time");
    };
    run.steps[1].1.now = Value::DateTime(seconds + 1);
    assert_eq!(replay(&model, &run), Err(Objection::NoLoop(0)));
    run.rest = Rest::Unsaid;
    assert_eq!(replay(&model, &run), Ok(()));
}

#[test]
fn a_run_ends_where_nothing_can_happen() {
    let analysis = analysis();
    // With the room still empty, nobody can turn on a light that is broken.
    let broken = model(&analysis, 2);
    let run = Run {
        rest: Rest::End,
        ..run_to(&broken)
    };
    assert_eq!(replay(&broken, &run), Ok(()));
    let lit = model(&analysis, 1);
    let run = Run {
        rest: Rest::End,
        ..run_to(&lit)
    };
    assert_eq!(replay(&lit, &run), Err(Objection::NoEnd));
}

/// A run in all forms.
fn forms(analysis: &Analysis, model: &Model<'_>, run: &Run) -> String {
    let text = trace_text::render(&analysis.sources, model, run, false, Drawing::PLAIN);
    let diagram = trace_mermaid::render(model, run, "a run");
    let rest = serde_json::to_string(&RestOfTrace::from(run.rest)).expect("it can be written");
    format!("{text}\n{diagram}\n{rest}\n")
}

#[test]
fn all_forms_tell_how_a_run_goes_on() {
    let analysis = analysis();
    let mut all = String::new();
    let dark = model(&analysis, 0);
    let run = endless(&dark);
    let _ = writeln!(all, "a loop\n\n{}", forms(&analysis, &dark, &run));
    let later = and(&dark, run, "on");
    let later = Run {
        rest: Rest::Loop(1),
        ..later
    };
    let _ = writeln!(
        all,
        "a loop after a step\n\n{}",
        forms(&analysis, &dark, &later)
    );
    for (name, check) in [("an end", 2), ("an end of several", 3)] {
        let model = model(&analysis, check);
        let run = Run {
            rest: Rest::End,
            ..run_to(&model)
        };
        let _ = writeln!(all, "{name}\n\n{}", forms(&analysis, &model, &run));
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots/traces"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("endless", all));
}

/// What a document says of the rest of its run is read back.
#[test]
fn saved_runs_keep_how_they_go_on() {
    let analysis = analysis();
    let model = model(&analysis, 0);
    let run = endless(&model);
    let trace = json_trace::write(&model, &run);
    for rest in [Rest::Unsaid, Rest::Loop(0), Rest::End] {
        let told = RestOfTrace::from(rest);
        let mut document = serde_json::json!({ "line": 9, "trace": trace });
        let fields = serde_json::to_value(told).expect("it can be written");
        let fields = fields.as_object().expect("an object").clone();
        document.as_object_mut().expect("an object").extend(fields);
        let check = serde_json::json!({ "checks": [document] });
        for text in [document.to_string(), check.to_string()] {
            let read = saved::read(&text).expect("it can be read");
            let rests: Vec<Rest> = read.iter().map(|it| it.rest.into()).collect();
            assert_eq!(rests, [rest], "{text}");
        }
    }
}
