//! `fretsaw bench exploration`: how fast states are explored, side by side with SPIN.

use std::io;
use std::path::Path;
use std::time::Duration;

use clap::Args;
use serde::Deserialize;

use super::families::models::Model;
use super::generate::write;
use super::measure::Ended;
use super::process::Processes;
use super::report::exploration::{Exploration, Explored, Runs, Timed};
use super::report::{exploration_json, exploration_text, plot};
use super::spin::{self, Verified, Verifier};
use super::{Common, draw_chart, timed};
use crate::cli::{ExitStatus, Format, Terminal};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Only this model, such as `peterson-4`; can be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    #[command(flatten)]
    common: Common,
}

/// A model, its states, and whether it is one of those that are to be fast.
const MODELS: [(Model, u64, bool); 8] = [
    (peterson(2), 196, false),
    (peterson(3), 12_498, false),
    (peterson(4), 1_119_560, true),
    (bridge(4, 60), 3186, false),
    (bridge(6, 140), 96_923, false),
    (bridge(8, 200), 838_864, true),
    (philosophers(9), 19_682, false),
    (philosophers(12), 531_440, true),
];

/// The most bytes that a state of Peterson's algorithm for four may take.
const MOST_BYTES: f64 = 24.0;

const fn peterson(processes: u32) -> Model {
    Model::Peterson {
        processes,
        faulty: false,
    }
}

const fn bridge(people: u32, minutes: u32) -> Model {
    Model::Bridge { people, minutes }
}

const fn philosophers(people: u32) -> Model {
    Model::Philosophers { people }
}

/// Models with more states than this are not quick.
const QUICK_STATES: u64 = 100_000;

impl Options {
    fn models(&self) -> Vec<(Model, u64, bool)> {
        let mut models = MODELS.to_vec();
        models.retain(|(model, states, _)| {
            let is_asked_for = self.only.is_empty() || self.only.contains(&model.name());
            is_asked_for && !(self.common.quick && *states > QUICK_STATES)
        });
        models
    }
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let models = options.models();
    if models.is_empty() {
        terminal.error(super::UNKNOWN_MODEL)?;
        return Ok(ExitStatus::BadInput);
    }
    super::warn_if_slow(terminal)?;
    let limit = options.common.limit();
    let mut study = Study {
        // The shell that runs a program ends it by itself; where that fails it is ended a little later.
        processes: Processes::new(limit * 2)?,
        seconds: limit.as_secs(),
        has_spin: false,
        exploration: Exploration {
            runs: options.common.runs(),
            models: Vec::new(),
            no_spin: spin::missing(),
        },
    };
    study.has_spin = study.exploration.no_spin.is_none();
    let mut ended = Ended::Complete;
    for (model, states, is_wanted) in models {
        ended = study.measure(model, states, is_wanted, terminal)?;
        if ended == Ended::Interrupted {
            break;
        }
    }
    terminal.clear_progress()?;
    study.show(ended, terminal)?;
    if ended == Ended::Interrupted {
        return Ok(ExitStatus::Interrupted);
    }
    let chart = plot::exploration(&study.exploration);
    if !draw_chart(
        "exploration",
        &chart,
        options.common.output.as_deref(),
        terminal,
    )? {
        return Ok(ExitStatus::BadInput);
    }
    Ok(if study.exploration.has_failed() {
        ExitStatus::Failed
    } else {
        ExitStatus::Success
    })
}

struct Study {
    processes: Processes,
    /// The most processor time of a run.
    seconds: u64,
    has_spin: bool,
    exploration: Exploration,
}

impl Study {
    /// Explores a model in all ways by turns, so that the load of the machine is about the same for all.
    fn measure(
        &mut self,
        model: Model,
        states: u64,
        is_wanted: bool,
        terminal: &mut Terminal,
    ) -> io::Result<Ended> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("model.dve");
        write(&file, &model.dve())?;
        let mut explored = blank(model, states, is_wanted);
        let mut ended = Ended::Complete;
        let verifier = self.verifier(model, &mut explored)?;
        for run in 1..=self.exploration.runs {
            terminal.progress(&format!("{}: run {run}", explored.name))?;
            let mut all = vec![
                (&mut explored.one, self.ours(&file, 1)?),
                (&mut explored.two, self.ours(&file, 2)?),
            ];
            if let Some(verifier) = &verifier {
                let verified = verifier.run(&self.processes, self.seconds)?;
                all.push((&mut explored.spin, verified));
            }
            for (runs, verified) in all {
                match verified {
                    Verified::Done(timed) => runs.done.push(timed),
                    Verified::Failed(why) => runs.failure = Some(why),
                    Verified::Interrupted => ended = Ended::Interrupted,
                }
            }
            if ended == Ended::Interrupted {
                break;
            }
        }
        self.exploration.models.push(explored);
        Ok(ended)
    }

    fn verifier(&self, model: Model, explored: &mut Explored) -> io::Result<Option<Verifier>> {
        if !self.has_spin {
            return Ok(None);
        }
        let verifier = Verifier::new(&self.processes, model, explored.states)?;
        Ok(verifier
            .map_err(|why| explored.spin.failure = Some(why))
            .ok())
    }

    /// Runs this program.
    fn ours(&self, file: &Path, threads: u16) -> io::Result<Verified> {
        let mut command = self.processes.command();
        command.args([
            "explore",
            "--format",
            "json",
            "--threads",
            &threads.to_string(),
        ]);
        command.arg(file);
        Ok(match timed::run(&self.processes, &command, self.seconds)? {
            timed::Run::Done {
                printed, processor, ..
            } => read(&printed, processor).map_or_else(
                || Verified::Failed("it did not explore everything".to_owned()),
                Verified::Done,
            ),
            timed::Run::Failed(why) => Verified::Failed(why),
            timed::Run::Interrupted => Verified::Interrupted,
        })
    }

    fn show(&self, ended: Ended, terminal: &mut Terminal) -> io::Result<()> {
        let complete = ended == Ended::Complete;
        if terminal.format() == Format::Json {
            terminal.json_result(&exploration_json::document(&self.exploration, complete))?;
        } else {
            terminal.result(&exploration_text::render(&self.exploration))?;
        }
        if !complete {
            terminal.note(super::INTERRUPTED)?;
        }
        terminal.flush_results()
    }
}

fn blank(model: Model, states: u64, is_wanted: bool) -> Explored {
    Explored {
        name: model.name(),
        family: match model {
            Model::Peterson { .. } => "peterson",
            Model::Bridge { .. } => "bridge",
            Model::Philosophers { .. } => "philosophers",
        },
        states,
        is_wanted,
        most_bytes: (model == peterson(4)).then_some(MOST_BYTES),
        one: Runs::default(),
        two: Runs::default(),
        spin: Runs::default(),
    }
}

/// What `explore` prints, as far as it matters here.
#[derive(Debug, Deserialize)]
struct Printed {
    verdict: String,
    states: u64,
    transitions: u64,
    bytes_per_state: f64,
    millis: Millis,
}

#[derive(Debug, Deserialize)]
struct Millis {
    search: f64,
}

/// Reads what `explore` printed, up to where the shell went on.
fn read(printed: &str, processor: Duration) -> Option<Timed> {
    let mut documents = serde_json::Deserializer::from_str(printed).into_iter::<Printed>();
    let printed = documents.next()?.ok()?;
    (printed.verdict == "explored").then(|| Timed {
        states: printed.states,
        transitions: printed.transitions,
        bytes_per_state: printed.bytes_per_state,
        processor,
        search: Duration::from_secs_f64(printed.millis.search.max(0.0) / 1e3),
    })
}
