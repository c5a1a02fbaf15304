//! Simulations of whatever has a model: chance takes steps, and what is saved of them is read back and replayed.

use fretsaw::model::Model;
use fretsaw::report::diagnostics_text::Drawing;
use fretsaw::report::{trace_mermaid, trace_text};
use fretsaw::simulation::Session;
use fretsaw::simulation::random::Gambler;
use fretsaw::simulation::replay::replay;
use fretsaw::trace::{json_trace, saved};

use super::{Target, example_checks, models, sound_test};
use crate::mutate::packages;
use crate::package::Package;

pub(crate) const TARGET: Target = Target {
    name: "simulation",
    few: 60,
    seeds: example_checks,
    mutate: packages::mutate,
    run,
};

/// So many steps are taken.
const STEPS: usize = 4;

fn run(input: &[u8]) -> bool {
    let Some(analysis) = sound_test(&Package::read(input)) else {
        return false;
    };
    let models = models(&analysis);
    for model in &models {
        let Ok(mut session) = Session::new(model) else {
            continue;
        };
        let mut gambler = Gambler::new(model, 1);
        while session.run().steps.len() < STEPS && gambler.step(&mut session) {}
        trace_text::render(
            &analysis.sources,
            model,
            session.run(),
            true,
            Drawing::PLAIN,
        );
        trace_mermaid::render(model, session.run(), "A run");
        check_saved(model, &session);
    }
    !models.is_empty()
}

/// What is saved is the same when it is read.
fn check_saved(model: &Model<'_>, session: &Session<'_>) {
    let trace = json_trace::write(model, session.run());
    let text = serde_json::json!({ "trace": trace }).to_string();
    let mut saved = saved::read(&text).expect("our own document is readable");
    let trace = saved.remove(0).trace;
    let recorded = json_trace::read(model, &trace).expect("our own trace is readable");
    let replayed = replay(model, &recorded, &trace).expect("our own run is one");
    assert_eq!(replayed.start, session.run().start, "the start is the same");
    assert_eq!(
        replayed.steps,
        session.run().steps,
        "the steps are the same"
    );
}
