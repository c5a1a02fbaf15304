//! What checks ask about runs: predicates, formulas over them, the instances that nested statements make, and who says
//! that he cannot handle it.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;

use fretsaw::checking::auto::Auto;
use fretsaw::checking::checker::Checker;
use fretsaw::checking::sliced::Sliced;
use fretsaw::engines::Control;
use fretsaw::engines::bmc::Bmc;
use fretsaw::engines::explicit::Explicit;
use fretsaw::engines::lazy_check::Lazy;
use fretsaw::interpreter::explore::{Unfinished, shortest_run};
use fretsaw::model::Model;
use fretsaw::model::property::{ABOUT_RUNS, Formula, Predicate, Property};
use fretsaw::modelling::BuildError;
use fretsaw::outcome::{Outcome, Reason};
use fretsaw::semantics::Analysis;

use crate::support::projects::{Ask, Module, analyse_project};

const SPEC: &str = "
module t.Spec
specification Lamp {
    fields { id: Integer @key  power: Integer  last: Integer }
    events { flip[] }
    invariants { weak  early }
    lifeCycle { initial dark -> lit: flip  lit -> lit: flip }
}
specification Plug {
    fields { id: Integer @key }
    events { pull[] }
    lifeCycle { initial plugged -> free: pull  final free }
}
specification Visit {
    fields { date: Date @key }
    events { pull[] }
    lifeCycle { initial on -> off: pull  final off }
}
event flip() { postconditions { new this.power == this.power + 1; } }
event pull() { }
invariant weak { this.power < 3; }
invariant early { this.last == 0; }
";

fn analysis(test: &str) -> Analysis {
    let modules = [
        Module::new("ebl", SPEC),
        Module::new("tebl", &format!("module t.Test\nimport t.Spec\n{test}")),
    ];
    let analysis = analyse_project(&modules, Ask::Files);
    let errors = analysis.diagnostics.iter().filter(|it| it.is_error());
    let errors: Vec<&String> = errors.map(|it| &it.message).collect();
    assert!(errors.is_empty(), "{errors:?}");
    analysis
}

fn model(analysis: &Analysis) -> Result<Model<'_>, BuildError> {
    let test = &analysis.program.tests[0];
    Model::build(&analysis.program, test, &test.checks[0])
}

fn about_states(analysis: &Analysis) -> Result<Model<'_>, BuildError> {
    let test = &analysis.program.tests[0];
    Model::about_states(&analysis.program, test, &test.checks[0])
}

/// `1 2`: the keys of instances.
fn keys<'i>(
    model: &Model<'_>,
    ids: impl IntoIterator<Item = &'i fretsaw::model::InstanceId>,
) -> String {
    let keys = ids.into_iter().map(|id| {
        let instance = model.universe.instance(*id);
        let spec = &model.program.spec(instance.spec).name.text;
        format!("{spec}[{}]", instance.key)
    });
    keys.collect::<Vec<_>>().join(" ")
}

fn write_predicate(model: &Model<'_>, predicate: &Predicate<'_>, text: &mut String) {
    match predicate {
        Predicate::Described(it) => {
            if let Some(now) = &it.now {
                let _ = write!(text, "now {now}; ");
            }
            let wanted = it
                .wanted
                .iter()
                .map(|asked| keys(model, &*asked.candidates));
            let unwanted = it
                .unwanted
                .iter()
                .map(|asked| keys(model, &*asked.candidates));
            let unwanted = unwanted.map(|asked| format!("not {asked}"));
            let all: Vec<String> = wanted.chain(unwanted).collect();
            let _ = write!(text, "{}", all.join(", "));
        }
        Predicate::Broken(invariants) => {
            for (spec, places) in invariants {
                let _ = write!(text, "{} {places:?}", model.program.spec(*spec).name.text);
            }
        }
    }
}

/// A formula with the instances that each statement may be about.
fn write_formula(model: &Model<'_>, formula: &Formula<'_>, text: &mut String) {
    let mut block = |name: &str, parts: &[&Formula<'_>]| {
        let parts = parts.iter().map(|part| {
            let mut text = String::new();
            write_formula(model, part, &mut text);
            text
        });
        let parts: Vec<String> = parts.collect();
        let _ = write!(text, "{name}({})", parts.join("; "));
    };
    match formula {
        Formula::Holds(predicate) => write_predicate(model, predicate, text),
        Formula::All(parts) => block("all", &parts.iter().collect::<Vec<_>>()),
        Formula::Forever(part) => block("forever", &[part]),
        Formula::Eventually(part) => block("eventually", &[part]),
        Formula::Until(first, second) => block("until", &[first, second]),
        Formula::Unless(first, second) => block("unless", &[first, second]),
    }
}

/// What a check asks, and the instances that there are.
fn told(test: &str) -> String {
    let analysis = analysis(test);
    let model = model(&analysis).expect("a model");
    let mut text = match &model.property {
        Property::Reach(_) => "reach ".to_owned(),
        Property::Temporal(_) => String::new(),
    };
    match &model.property {
        Property::Reach(predicate) => write_predicate(&model, predicate, &mut text),
        Property::Temporal(formula) => write_formula(&model, formula, &mut text),
    }
    let ids: Vec<_> = model.universe.iter().map(|(id, _)| id).collect();
    let _ = write!(text, " of {}", keys(&model, &ids));
    text
}

#[test]
fn statements_about_single_states_are_a_predicate() {
    let test = "state s { 2 lit Lamp; not free Plug; Plug; } check s reachable;";
    assert_eq!(
        told(test),
        "reach Lamp[1], Lamp[2], Plug[1], not Plug[1] of Lamp[1] Lamp[2] Plug[1]"
    );
}

#[test]
fn broken_invariants_are_a_predicate() {
    let test = "state s { dark Lamp; plugged Plug; } check invariants hold from s;";
    assert_eq!(told(test), "reach Lamp [0, 1] of Lamp[1] Plug[1]");
    // Nobody can break invariants of what does not exist.
    let test = "state s { plugged Plug; } check invariants hold from s;";
    assert_eq!(told(test), "reach  of Plug[1]");
}

/// Each statement speaks of instances that it makes, wherever it stands.
#[test]
fn nested_statements_make_instances() {
    let test = "
        state s {
            lit Lamp;
            forever { lit Lamp; eventually { free Plug; } }
            { dark Lamp; } until { 2 Lamp; }
            { Lamp; } unless { not free Plug; }
        }
        check s reachable;";
    assert_eq!(
        told(test),
        "all(Lamp[1]; forever(all(Lamp[2]; eventually(Plug[1]))); until(Lamp[3]; Lamp[4], Lamp[5]); \
         unless(Lamp[6]; not Plug[1])) of Lamp[1] Lamp[2] Plug[1] Lamp[3] Lamp[4] Lamp[5] Lamp[6]"
    );
}

/// A key that several blocks fix is one instance, of which they all speak.
#[test]
fn blocks_speak_of_the_same_instance_by_its_key() {
    let test = "
        state s {
            eventually { lit Lamp with id == 7; }
            lit Lamp with id == 7;
            Lamp;
            forever { Lamp with id == 1; }
        }
        check s reachable;";
    assert_eq!(
        told(test),
        "all(Lamp[7], Lamp[2]; eventually(Lamp[7]); forever(Lamp[1])) of Lamp[7] Lamp[2] Lamp[1]"
    );
}

/// Keys that nobody can make up are a problem of nested statements, too.
#[test]
fn nested_statements_need_keys() {
    let test = "state s { lit Lamp; eventually { Visit; } } check s reachable;";
    let analysis = analysis(test);
    let error = model(&analysis).err();
    let Some(BuildError::Problems(problems)) = error else {
        panic!("there are problems: {error:?}");
    };
    let names: Vec<&str> = problems.iter().map(|it| it.code.name).collect();
    assert_eq!(names, ["key-not-generated"]);
}

/// With `from`, nested statements may be met by any instance.
#[test]
fn nested_statements_speak_of_any_instance_of_the_start() {
    let test = "
        state start { 2 dark Lamp; }
        state s { forever { lit Lamp; not dark Lamp; } }
        check s reachable from start;";
    assert_eq!(
        told(test),
        "all(; forever(Lamp[1] Lamp[2], not Lamp[1] Lamp[2])) of Lamp[1] Lamp[2]"
    );
}

const TEMPORAL: &str =
    "state s { lit Lamp; forever { lit Lamp; } } check s reachable in max 3 steps;";

/// Nobody takes a question about whole runs for one about states.
#[test]
fn engines_say_that_they_cannot_handle_whole_runs() {
    let analysis = analysis(TEMPORAL);
    let model = model(&analysis).expect("a model");
    assert_eq!(
        shortest_run(&model, 1_000).err(),
        Some(Unfinished::AboutRuns)
    );
    let engines: [&dyn Checker; 5] = [
        &Bmc::default(),
        &Explicit::default(),
        &Lazy::default(),
        &Auto,
        &Sliced {
            engine: Auto,
            options: fretsaw::slice::Options::default(),
        },
    ];
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    for engine in engines {
        let outcome = engine.check(&model, &control).outcome;
        let Outcome::Unknown(Reason::Unsupported { what, span }) = outcome else {
            panic!("{}: {outcome:?}", engine.name());
        };
        assert_eq!((what.as_str(), span), (ABOUT_RUNS, Some(model.check.span)));
    }
}

#[test]
fn models_about_states_are_refused_for_whole_runs() {
    let analysis = analysis(TEMPORAL);
    let error = about_states(&analysis).err();
    let Some(BuildError::Temporal(span)) = error else {
        panic!("it is about runs: {error:?}");
    };
    assert_eq!(span, analysis.program.tests[0].checks[0].span);
}
