//! Runs as JSON: what is written can be read, and is the same run.

use fretsaw::disk::Disk;
use fretsaw::interpreter::begin::NoStart;
use fretsaw::interpreter::explore::shortest_run;
use fretsaw::model::Model;
use fretsaw::model::run::Run;
use fretsaw::semantics::{Analysis, analyse};
use fretsaw::simulation::Session;
use fretsaw::simulation::random::Gambler;
use fretsaw::simulation::replay::replay;
use fretsaw::trace::json_trace::{self, Trace};

use crate::support::files;

/// So many states are looked at before a search is given up.
const MOST_STATES: usize = 500;

fn analyse_examples() -> Analysis {
    let folders = ["rebel-examples", "testmodules"].map(|folder| files::project().join(folder));
    analyse(&Disk, &folders, &[])
}

/// Every model of the shipped checks that a short search finds a run of.
fn for_each_run(visit: &mut dyn FnMut(&Model<'_>, &Run)) {
    let analysis = analyse_examples();
    for test in &analysis.program.tests {
        for check in &test.checks {
            let Ok(model) = Model::build(&analysis.program, test, check) else {
                continue;
            };
            if let Ok(Some(run)) = shortest_run(&model, MOST_STATES) {
                visit(&model, &run);
            }
        }
    }
}

/// Takes a trace through JSON text.
fn through_text(trace: &Trace) -> Trace {
    let text = serde_json::to_string(trace).expect("a trace can be written");
    serde_json::from_str(&text).expect("what we write can be read")
}

#[test]
fn runs_come_back_as_they_were() {
    let (mut runs, mut steps) = (0, 0);
    for_each_run(&mut |model, run| {
        let trace = through_text(&json_trace::write(model, run));
        let recorded = json_trace::read(model, &trace).expect("our own trace is readable");
        assert_eq!(recorded.start, run.start);
        assert_eq!(recorded.steps.len(), run.steps.len());
        let mut current = &recorded.start;
        for (told, (step, next)) in recorded.steps.iter().zip(&run.steps) {
            assert_eq!(told.next, *next);
            let first = told.first.clone();
            let taken = model.interpreter().check(current, first, &told.next);
            assert_eq!(taken.as_ref(), Ok(step));
            current = &told.next;
        }
        runs += 1;
        steps += run.steps.len();
    });
    assert!(runs > 20 && steps > 40, "only {runs} runs, {steps} steps");
}

/// What is said once need not be said again.
#[test]
fn what_stays_as_it_is_may_be_left_out() {
    let mut shortened = 0;
    for_each_run(&mut |model, run| {
        let whole = json_trace::write(model, run);
        let mut trace = whole.clone();
        for index in 1..whole.len() {
            let before = &whole[index - 1];
            let entry = &mut trace[index];
            entry
                .instances
                .retain(|told| !before.instances.contains(told));
            shortened += whole[index].instances.len() - entry.instances.len();
            entry.now = None;
        }
        let recorded = json_trace::read(model, &trace).expect("a shorter trace");
        let states = recorded.steps.iter().map(|step| &step.next);
        assert!(states.eq(run.steps.iter().map(|(_, next)| next)));
    });
    assert!(shortened > 20, "only {shortened} instances were left out");
}

#[test]
fn random_runs_are_runs() {
    let analysis = analyse_examples();
    let (mut runs, mut steps) = (0, 0);
    for test in &analysis.program.tests {
        for (seed, check) in (0..).zip(&test.checks) {
            let Ok(model) = Model::build(&analysis.program, test, check) else {
                continue;
            };
            let mut session = match Session::new(&model) {
                Ok(session) => session,
                // One of the examples shows what becomes of a check that has no start.
                Err(NoStart::Impossible) if test.name == "vacuity.Empty" => continue,
                Err(none) => panic!("{}: {none:?}", test.name),
            };
            let mut gambler = Gambler::new(&model, seed);
            while session.run().steps.len() < 8 && gambler.step(&mut session) {}
            let trace = through_text(&json_trace::write(&model, session.run()));
            let recorded = json_trace::read(&model, &trace).expect("our own trace is readable");
            let replayed = replay(&model, &recorded, &trace).expect("a run");
            assert_eq!(replayed.start, session.run().start);
            assert_eq!(replayed.steps, session.run().steps);
            runs += 1;
            steps += replayed.steps.len();
        }
    }
    assert!(runs > 100 && steps > 400, "only {runs} runs, {steps} steps");
}

/// A change to a trace, and what is then said of it.
type Mistake = (fn(&mut Trace), &'static str);

const MISTAKES: &[Mistake] = &[
    (
        |trace| trace.clear(),
        "entry 0 of the trace: there is no start",
    ),
    (
        |trace| trace[0].event = trace[1].event.clone(),
        "entry 0 of the trace: the start has an event",
    ),
    (
        |trace| trace[1].event = None,
        "entry 1 of the trace: there is no event",
    ),
    (
        |trace| trace[0].instances[0].spec = "Nobody".into(),
        "entry 0 of the trace: no instance of this check is a `Nobody`",
    ),
    (
        |trace| trace[0].instances[0].key = "77".into(),
        "entry 0 of the trace: this check has no instance Dispenser[77]",
    ),
    (
        |trace| trace[0].instances.clear(),
        "entry 0 of the trace: there is no value for `Dispenser[1]`",
    ),
    (
        |trace| {
            trace[0].instances[0]
                .fields
                .retain(|name, _| name != "jams");
        },
        "entry 0 of the trace: there is no value for `Dispenser[1].jams`",
    ),
    (
        |trace| trace[1].instances[0].state = "asleep".into(),
        "entry 1 of the trace: Dispenser has no state `asleep`",
    ),
    (
        |trace| drop(set(&mut trace[0].instances[0].fields, "color", "red")),
        "entry 0 of the trace: Dispenser has no field `color`",
    ),
    (
        |trace| drop(set(&mut trace[0].instances[0].fields, "stock", "5")),
        "entry 0 of the trace: `stock`: expected an amount such as `EUR 5.00`, found `5`",
    ),
    (
        |trace| trace[1].now = Some("noon".to_owned()),
        "entry 1 of the trace: `now`: expected a day and a time such as `26 Sep 2016, 16:42`, found `noon`",
    ),
    (
        |trace| event(trace).name = "explode".into(),
        "entry 1 of the trace: Dispenser has no event `explode`",
    ),
    (
        |trace| event(trace).arguments.clear(),
        "entry 1 of the trace: there is no value for `amount`",
    ),
    (
        |trace| drop(set(&mut event(trace).arguments, "color", "red")),
        "entry 1 of the trace: Dispenser.load has no parameter `color`",
    ),
];

fn set(values: &mut indexmap::IndexMap<String, String>, name: &str, text: &str) -> Option<String> {
    values.insert(name.to_owned(), text.to_owned())
}

fn event(trace: &mut Trace) -> &mut json_trace::TraceEvent {
    trace[1].event.as_mut().expect("a step has an event")
}

#[test]
fn what_a_trace_says_wrong_is_told_with_its_place() {
    let analysis = analyse_examples();
    let mut tests = analysis.program.tests.iter();
    let test = tests.find(|test| test.name == "domains.Notes");
    let test = test.expect("the example is there");
    // Its last check can be answered by a search; the first step loads the dispenser.
    let check = test.checks.last().expect("a check");
    let model = Model::build(&analysis.program, test, check).expect("a model");
    let run = shortest_run(&model, MOST_STATES).expect("a finite question");
    let trace = json_trace::write(&model, &run.expect("a run"));
    for (mistake, message) in MISTAKES {
        let mut wrong = trace.clone();
        mistake(&mut wrong);
        let told = json_trace::read(&model, &wrong).map(|_| ());
        let told = told.expect_err(message).to_string();
        assert_eq!(told, *message);
    }
}
