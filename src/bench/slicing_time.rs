//! How long it takes to slice, for the experiments.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};

use super::report::slicing::SlicingTime;
use crate::checking::select;
use crate::cli::{ExitStatus, Terminal};
use crate::disk::Disk;
use crate::model::Model;
use crate::semantics::Analysis;
use crate::semantics::analyse;
use crate::semantics::test_module::{Check, TestModule};
use crate::slice::rewrite::{Request, United, rewrite};
use crate::slice::{self, Slice};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// A test module; it is sliced for its first check
    file: PathBuf,
    /// Measure the way to the texts of the slice, not to its model
    #[arg(long)]
    texts: bool,
}

/// What this process tells the one that started it.
#[derive(Debug, Serialize, Deserialize)]
struct Printed {
    seconds: f64,
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), &[]);
    let selected = select(&analysis, &[], None).unwrap_or_default();
    let time = selected.first().and_then(|selected| {
        let (test, check) = (selected.test(&analysis), selected.check(&analysis));
        if options.texts {
            time_to_texts(&analysis, test, check)
        } else {
            time_to_model(&analysis, test, check)
        }
    });
    let Some(time) = time else {
        terminal.error("this is no test module with a check that can be sliced")?;
        return Ok(ExitStatus::BadInput);
    };
    terminal.json_result(&Printed {
        seconds: time.as_secs_f64(),
    })?;
    Ok(ExitStatus::Success)
}

/// From the model to the model of its slice.
fn time_to_model(analysis: &Analysis, test: &TestModule, check: &Check) -> Option<Duration> {
    let model = Model::about_states(&analysis.program, test, check).ok()?;
    let begin = Instant::now();
    let slice = Slice::of(&model, slice::Options::default());
    let small = slice.parts.of_model(&model);
    let time = begin.elapsed();
    drop(small);
    Some(time)
}

/// From the model to the texts of its slice.
fn time_to_texts(analysis: &Analysis, test: &TestModule, check: &Check) -> Option<Duration> {
    let model = Model::about_states(&analysis.program, test, check).ok()?;
    let begin = Instant::now();
    let united = United::slice(std::slice::from_ref(&model), slice::Options::default())?;
    let files = rewrite(&Request {
        analysis,
        test,
        checks: &[check],
        united: &united,
    });
    let time = begin.elapsed();
    (!files.is_empty()).then_some(time)
}

/// What two processes told: one that made a model, one that made texts.
pub(super) fn read(slice: &str, with_texts: &str) -> Option<SlicingTime> {
    let duration = |printed: &str| {
        let told: Printed = serde_json::from_str(printed).ok()?;
        Duration::try_from_secs_f64(told.seconds).ok()
    };
    Some(SlicingTime {
        slice: duration(slice)?,
        with_texts: duration(with_texts)?,
    })
}
