//! What engines say of systems, without any model: the runs that they find are runs of the terms, and what they cannot
//! handle they say.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use fretsaw::disk::Disk;
use fretsaw::engines::bmc::Bmc;
use fretsaw::engines::explicit::Explicit;
use fretsaw::engines::lazy_check::Lazy;
use fretsaw::engines::{Control, Engine, Finding, Needs, Why};
use fretsaw::ground::property::Formula;
use fretsaw::ground::system::Turns;
use fretsaw::ground::valuation::Valuation;
use fretsaw::ground::{Lengths, Options, Property, PropertyId, System, SystemRun};
use fretsaw::logic::{Symbol, TermId};
use fretsaw::model::Model;
use fretsaw::semantics::{Analysis, analyse};

/// Checks with longer runs than these take long.
const MOST_STEPS: u64 = 4;

fn shipped() -> Analysis {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let tests = root.join("testmodules");
    let roots = [root.join("rebel-examples"), tests.clone()];
    let analysis = analyse(&Disk, &[tests], &roots);
    assert!(!analysis.has_errors(), "{:#?}", analysis.diagnostics);
    analysis
}

/// The models of shipped checks of short runs.
fn models(analysis: &Analysis) -> Vec<Model<'_>> {
    let tests = analysis.program.tests.iter();
    let checks = tests.flat_map(|test| test.checks.iter().map(move |check| (test, check)));
    let models = checks.filter_map(|(test, check)| {
        let model = Model::build(&analysis.program, test, check).ok()?;
        let is_short = model.bounds.is_some_and(|it| it.most <= MOST_STEPS);
        is_short.then_some(model)
    });
    models.collect()
}

fn engines() -> [Box<dyn Engine>; 3] {
    [
        Box::new(Bmc::default()),
        Box::new(Explicit::default()),
        Box::new(Lazy::default()),
    ]
}

/// The system of a model as an engine needs it, where there is one.
fn system_for(engine: &dyn Engine, model: &Model<'_>) -> Option<System> {
    match engine.needs() {
        Needs::Terms { few } => {
            let options = Options {
                few,
                ..Options::default()
            };
            System::of(model, options).ok()
        }
        Needs::States => System::enumerated(model, &|| false).ok(),
    }
}

fn find(engine: &dyn Engine, system: &System, property: PropertyId) -> Finding {
    let stop = AtomicBool::new(false);
    let found = engine.find(system, property, &Control::stopped_by(&stop));
    found.finding
}

/// What a run says of a step: its inputs, the state before, and the state after as the next one.
fn step(before: &Valuation, after: &Valuation) -> Valuation {
    let mut values = before.clone();
    values.extend(after.iter().filter_map(|(symbol, value)| match symbol {
        Symbol::Current(id) => Some((Symbol::Next(*id), value.clone())),
        _ => None,
    }));
    values
}

/// Whether a run is one of the system, as its terms say: none where something in it is not known.
fn is_run(system: &System, run: &SystemRun) -> Option<bool> {
    let Property::Reach { wanted, lengths } = &system.properties[0] else {
        panic!("a check looks for states");
    };
    let terms = |wanted: Vec<TermId>, values: &Valuation| system.all_hold(values, &wanted);
    let start = system.start.iter().map(|it| it.term).collect();
    let relation = || system.relation(Turns::OneByOne).map(|it| it.term).collect();
    let wanted = wanted.iter().map(|it| it.term).collect();
    let mut parts = vec![terms(start, &run.states[0])];
    for pair in run.states.windows(2) {
        parts.push(terms(relation(), &step(&pair[0], &pair[1])));
    }
    parts.push(terms(wanted, run.states.last()?));
    let steps = run.states.len() as u64 - 1;
    let fits = lengths.least <= steps && lengths.most.is_none_or(|most| steps <= most);
    if !fits || parts.contains(&Some(false)) {
        return Some(false);
    }
    parts.into_iter().all(|it| it.is_some()).then_some(true)
}

#[test]
fn runs_that_engines_find_are_runs_of_the_terms() {
    let analysis = shipped();
    for engine in engines() {
        let (mut n_runs, mut n_unknown) = (0, 0);
        for model in &models(&analysis) {
            let Some(system) = system_for(&*engine, model) else {
                continue;
            };
            let Finding::Reached(run) = find(&*engine, &system, PropertyId(0)) else {
                continue;
            };
            n_runs += 1;
            match is_run(&system, &run) {
                Some(is_run) => assert!(is_run, "{}: {:?}", engine.name(), model.check),
                None => n_unknown += 1,
            }
        }
        eprintln!("{}: {n_runs} runs, {n_unknown} unknown", engine.name());
        assert!(n_runs >= 30, "only {n_runs} runs by {}", engine.name());
        assert!(n_unknown * 10 <= n_runs, "{n_unknown} of {n_runs} unknown");
    }
}

#[test]
fn what_is_asked_of_longer_runs_is_found_in_longer_runs() {
    let analysis = shipped();
    let models = models(&analysis);
    for engine in engines() {
        let mut n_longer = 0;
        for model in models.iter().take(60) {
            let Some(mut system) = system_for(&*engine, model) else {
                continue;
            };
            let Property::Reach { lengths, .. } = &mut system.properties[0] else {
                panic!("a check looks for states");
            };
            *lengths = Lengths {
                least: 2,
                most: Some(3),
            };
            if let Finding::Reached(run) = find(&*engine, &system, PropertyId(0)) {
                n_longer += 1;
                assert!((3..=4).contains(&run.states.len()));
                assert_ne!(is_run(&system, &run), Some(false));
            }
        }
        assert!(n_longer >= 3, "only {n_longer} runs by {}", engine.name());
    }
}

#[test]
fn formulas_are_left_undecided_by_all() {
    let analysis = shipped();
    let models = models(&analysis);
    for engine in engines() {
        let mut system = system_for(&*engine, &models[0]).expect("a system");
        let always = system.context.terms.truth(true);
        let formula = Formula::Eventually(Box::new(Formula::Now(always)));
        system.properties.push(Property::Temporal(formula));
        for missing in [PropertyId(1), PropertyId(2)] {
            let finding = find(&*engine, &system, missing);
            let Finding::Undecided(Why::Unsupported { what, .. }) = finding else {
                panic!("{}: {finding:?}", engine.name());
            };
            assert!(!what.is_empty());
        }
    }
}
