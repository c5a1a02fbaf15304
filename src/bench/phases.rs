//! Where the time of a check goes: the engine says what it is about to do, and a clock is read at each of its words.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};

use super::report::Phases;
use crate::checking::method::Method;
use crate::checking::select;
use crate::cli::{Dependences, ExitStatus, SliceMode, Terminal};
use crate::dependence;
use crate::disk::Disk;
use crate::engines::{Control, Progress};
use crate::model::Model;
use crate::outcome::{Conclusion, Outcome};
use crate::semantics::analyse;
use crate::slice;
use crate::solver::script;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// A test module; its first check is run
    file: PathBuf,
    /// Write what the solver is told up to the answer to this file
    #[arg(long, value_name = "FILE")]
    script: Option<String>,
    /// How the specifications are sliced first
    #[arg(long, value_enum, default_value_t = SliceMode::None)]
    slice: SliceMode,
    /// How exact dependences are
    #[arg(long, value_enum, default_value_t = Dependences::Fine)]
    dependences: Dependences,
    /// Have only the dependences of the thesis, which are too few: the answer may be wrong
    #[arg(long, conflicts_with = "dependences")]
    thesis: bool,
}

impl Options {
    /// How to slice; none where nothing is sliced.
    fn slicing(&self) -> Option<slice::Options> {
        let mut slicing = self.slice.options(self.dependences)?;
        if self.thesis {
            slicing.dependences = dependence::Dependences::Thesis;
        }
        Some(slicing)
    }
}

/// What this process tells the one that started it, in seconds.
#[derive(Debug, Serialize, Deserialize)]
struct Printed {
    load: f64,
    slice: f64,
    encode: f64,
    z3: f64,
    explain: f64,
}

/// What an engine is doing.
#[derive(Debug, Clone, Copy)]
enum Doing {
    Slicing,
    Encoding,
    Solving,
    Explaining,
}

/// A clock that knows what time is spent on.
struct Stopwatch(Mutex<Reading>);

struct Reading {
    doing: Doing,
    since: Instant,
    phases: Phases,
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let begin = Instant::now();
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), &[]);
    let selected = select(&analysis, &[], None).unwrap_or_default();
    let model = selected.first().and_then(|selected| {
        let (test, check) = (selected.test(&analysis), selected.check(&analysis));
        Model::about_states(&analysis.program, test, check).ok()
    });
    let Some(model) = model.filter(|_| !analysis.has_errors()) else {
        terminal.error("this is no test module with a check that can be run")?;
        return Ok(ExitStatus::BadInput);
    };
    let load = begin.elapsed();
    script::record(options.script.as_deref());
    let method = Method {
        slicing: options.slicing(),
        ..Method::default()
    };
    let (answer, phases) = watched(&model, &method);
    if matches!(answer.outcome, Outcome::Unknown(_)) {
        terminal.error("the check is undecided")?;
        return Ok(ExitStatus::Undecided);
    }
    terminal.json_result(&Printed {
        load: load.as_secs_f64(),
        slice: phases.slice.as_secs_f64(),
        encode: phases.encode.as_secs_f64(),
        z3: phases.z3.as_secs_f64(),
        explain: phases.explain.as_secs_f64(),
    })?;
    Ok(ExitStatus::Success)
}

/// Checks a model with the clock running.
fn watched(model: &Model<'_>, method: &Method) -> (Conclusion, Phases) {
    let stopwatch = Stopwatch::start();
    let stop = AtomicBool::new(false);
    let progress = |progress| {
        if progress == Progress::Explaining {
            // What is asked once the answer is known does not belong to it.
            script::record(None);
        }
        stopwatch.turn_to(doing(progress));
    };
    let control = Control {
        progress: &progress,
        ..Control::stopped_by(&stop)
    };
    let answer = method.answer(model, &control);
    (answer, stopwatch.stop())
}

fn doing(progress: Progress) -> Doing {
    match progress {
        Progress::Slicing => Doing::Slicing,
        Progress::Encoding(_) => Doing::Encoding,
        Progress::Solving(_) => Doing::Solving,
        Progress::Exploring(_) | Progress::Explaining => Doing::Explaining,
    }
}

/// What [`run`] told, in a process that took so long.
pub(super) fn read(printed: &str, time: Duration) -> Option<Phases> {
    let told: Printed = serde_json::from_str(printed).ok()?;
    let duration = |seconds| Duration::try_from_secs_f64(seconds).ok();
    let phases = Phases {
        load: duration(told.load)?,
        slice: duration(told.slice)?,
        encode: duration(told.encode)?,
        z3: duration(told.z3)?,
        explain: duration(told.explain)?,
        rest: Duration::ZERO,
    };
    let rest = time.saturating_sub(phases.sum());
    Some(Phases { rest, ..phases })
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch(Mutex::new(Reading {
            doing: Doing::Encoding,
            since: Instant::now(),
            phases: Phases::default(),
        }))
    }

    /// Counts the time up to now for what was being done, and what follows for something else.
    fn turn_to(&self, doing: Doing) {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .turn_to(doing);
    }

    fn stop(self) -> Phases {
        let mut reading = self.0.into_inner().unwrap_or_else(PoisonError::into_inner);
        reading.turn_to(Doing::Explaining);
        reading.phases
    }
}

impl Reading {
    fn turn_to(&mut self, doing: Doing) {
        let now = Instant::now();
        let spent = now.duration_since(self.since);
        match self.doing {
            Doing::Slicing => self.phases.slice += spent,
            Doing::Encoding => self.phases.encode += spent,
            Doing::Solving => self.phases.z3 += spent,
            Doing::Explaining => self.phases.explain += spent,
        }
        (self.doing, self.since) = (doing, now);
    }
}
