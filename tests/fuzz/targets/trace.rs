//! Saved runs of any content: `simulate --replay` refuses them or takes their steps.

use std::cell::RefCell;
use std::collections::BTreeMap;

use fretsaw::model::Model;
use fretsaw::model::run::Run;
use fretsaw::report::diagnostics_text::Drawing;
use fretsaw::report::{refusal_text, trace_text};
use fretsaw::semantics::Analysis;
use fretsaw::simulation::Session;
use fretsaw::simulation::random::Gambler;
use fretsaw::simulation::replay::replay;
use fretsaw::trace::{json_trace, saved};
use serde_json::json;

use super::{Target, models};
use crate::corpus::single_checks;
use crate::mutate::json::mutate;

pub(crate) const TARGET: Target = Target {
    name: "trace",
    few: 200,
    seeds,
    mutate,
    run,
};

/// The test modules whose runs are read: one for each kind of values.
const MODULES: [&str; 10] = [
    "bank/NegativeBalance.tebl",
    "calendar/Dates.tebl",
    "collections/Maps.tebl",
    "collections/Sets.tebl",
    "currencies/Exchange.tebl",
    "domains/Notes.tebl",
    "inheritance/Cancelling.tebl",
    "percentages/Rounding.tebl",
    "reals/Splits.tebl",
    "syncchain/Chain.tebl",
];

/// A module with its models.
type Known = &'static (&'static Analysis, Vec<Model<'static>>);

thread_local! {
    /// The modules by their names, made once; they live as long as the process.
    static KNOWN: RefCell<BTreeMap<&'static str, Known>> = RefCell::default();
}

/// The module of a name, with its first check only.
fn module(name: &str) -> Option<Known> {
    let name = *MODULES.iter().find(|it| **it == name)?;
    KNOWN.with_borrow_mut(|known| {
        if !known.contains_key(name) {
            let mut packages = single_checks().into_iter();
            let package = packages.find(|it| it.file(name).is_some())?;
            let analysis: &Analysis = Box::leak(Box::new(package.analyse_test()?));
            let module = Box::new((analysis, models(analysis)));
            known.insert(name, Box::leak(module));
        }
        known.get(name).copied()
    })
}

/// Runs by chance.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for name in MODULES {
        let (_, models) = module(name).expect("the example is there");
        for model in models {
            let Ok(mut session) = Session::new(model) else {
                continue;
            };
            let mut gambler = Gambler::new(model, 7);
            while session.run().steps.len() < 4 && gambler.step(&mut session) {}
            let trace = json_trace::write(model, session.run());
            let document = json!({ "file": name, "trace": trace });
            seeds.push(document.to_string().into_bytes());
        }
    }
    seeds
}

fn run(input: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(input) else {
        return false;
    };
    let Ok(saved) = saved::read(text) else {
        return false;
    };
    let document: serde_json::Value = serde_json::from_str(text).expect("it was read");
    let name = document["file"].as_str().unwrap_or(MODULES[0]);
    let Some((analysis, models)) = module(name) else {
        return false;
    };
    for model in models {
        for saved in &saved {
            take(analysis, model, &saved.trace);
        }
    }
    true
}

/// Takes the steps of a run, as `simulate --replay` does.
fn take(analysis: &Analysis, model: &Model<'_>, trace: &json_trace::Trace) {
    let recorded = match json_trace::read(model, trace) {
        Ok(recorded) => recorded,
        Err(error) => {
            assert!(!error.to_string().is_empty(), "there is a reason");
            return;
        }
    };
    let start = recorded.start.clone();
    let run = match replay(model, &recorded, trace) {
        Ok(run) => Some(run),
        Err(mismatch) => {
            let text = refusal_text::mismatch(&analysis.sources, model, &mismatch, &start);
            assert!(!text.is_empty(), "there is a reason");
            mismatch.run
        }
    };
    let run = run.unwrap_or_else(|| Run::new(start, Vec::new()));
    let session = Session::with_run(model, run);
    session.is_at_goal();
    trace_text::render(
        &analysis.sources,
        model,
        session.run(),
        false,
        Drawing::PLAIN,
    );
    json_trace::write(model, session.run());
}
