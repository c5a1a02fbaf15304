//! Exploring models in the language of `DiVinE`.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Options;
use super::graph::{self, Drawn};
use super::outcome::{fault_status, show, status};
use super::searching::{self, Subject};
use crate::cli::arguments::Format;
use crate::cli::terminal::Terminal;
use crate::cli::{ExitStatus, input};
use crate::diagnostics::{Diagnostic, FileId, Sources, Span};
use crate::disk::Disk;
use crate::dve::{self, Model};
use crate::finite::search::{Ending, Run};
use crate::finite::{Expr, Fault, Program, Search};
use crate::report::explore::{Explored, Found};
use crate::report::restrictions::Restrictions;
use crate::semantics::load::read_text;
use crate::syntax::{FileKind, TextRange, TextSize};

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let begin = Instant::now();
    let mut sources = Sources::default();
    let (loaded, mut diagnostics) = load(options, &mut sources);
    if let (Some(format), Some(loaded)) = (options.graph, &loaded) {
        terminal.diagnostics(&sources, &diagnostics)?;
        return loaded.draw(options, format, &sources, terminal);
    }
    let load = begin.elapsed();
    let begin = Instant::now();
    let found = loaded.as_ref().map(|loaded| {
        let search = loaded.search(options, terminal);
        diagnostics.extend(loaded.fault(&search));
        (loaded, search)
    });
    terminal.clear_progress()?;
    let explored = Explored {
        sources: &sources,
        file: options.file.display().to_string(),
        algorithm: options.algorithm.name(),
        property: options.property.as_deref(),
        found: found.as_ref().map(|(loaded, search)| Found {
            program: &loaded.model.program,
            search,
            check: None,
        }),
        wants_deadlock: options.deadlock,
        restrictions: Restrictions::default(),
        most_states: options.max_states,
        diagnostics: &diagnostics,
        load,
        search: found.as_ref().map_or(Duration::ZERO, |_| begin.elapsed()),
    };
    show(options, &explored, terminal)?;
    Ok(status(&explored))
}

/// A model and what is looked for in it.
struct Loaded {
    model: Model,
    /// The property and where it is written.
    property: Option<(Expr, Span)>,
    /// Whether an assertion is false in the state that the model begins in, which was told already.
    is_false_at_start: bool,
}

/// Reads the model and the property. There is something to explore only if both have no errors.
fn load(options: &Options, sources: &mut Sources) -> (Option<Loaded>, Vec<Diagnostic>) {
    let text = match read_text(&Disk, &options.file) {
        Ok(text) => text,
        Err(error) => {
            return (
                None,
                vec![input::unreadable(sources, &options.file, &error)],
            );
        }
    };
    // Diagnostics only want the text; its language matters to those who read modules.
    let kind = FileKind::Specification;
    let file = sources.add(options.file.clone(), Arc::from(text), kind);
    let reading = dve::read(sources, file);
    let mut diagnostics = reading.diagnostics;
    let is_false_at_start = reading.false_at_start.is_some();
    let Some(model) = reading.model.or(reading.false_at_start) else {
        return (None, diagnostics);
    };
    let property = match &options.property {
        None => None,
        Some(text) => {
            let file = sources.add(PathBuf::from("--property"), Arc::from(text.as_str()), kind);
            match model.property(sources, file) {
                Ok(property) => Some((property, whole(file, text))),
                Err(problems) => {
                    diagnostics.extend(problems);
                    return (None, diagnostics);
                }
            }
        }
    };
    let loaded = Loaded {
        model,
        property,
        is_false_at_start,
    };
    (Some(loaded), diagnostics)
}

fn whole(file: FileId, text: &str) -> Span {
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    Span::new(file, TextRange::up_to(TextSize::new(length)))
}

/// The search of a model that contradicts itself before anything has happened.
fn ended_at_start(program: &Program) -> Search {
    Search {
        ending: Ending::Fault {
            run: Run {
                start: program.starts().next().unwrap_or_default(),
                steps: Vec::new(),
            },
            action: None,
            fault: Fault::Assertion,
        },
        states: 1,
        transitions: 0,
        levels: Some(0),
        deadlocks: None,
        stored: 1,
        evaluations: 0,
        refinements: 0,
        kept_variables: None,
        bytes: 0,
    }
}

impl Loaded {
    fn search(&self, options: &Options, terminal: &mut Terminal) -> Search {
        if self.is_false_at_start {
            return ended_at_start(&self.model.program);
        }
        let subject = Subject {
            program: &self.model.program,
            property: self.property.as_ref().map(|(property, _)| property),
            longest: None,
        };
        searching::search(options, &subject, terminal)
    }

    /// Draws the states. An error of the model leads to no state, so it is told beside the picture.
    fn draw(
        &self,
        options: &Options,
        format: Format,
        sources: &Sources,
        terminal: &mut Terminal,
    ) -> io::Result<ExitStatus> {
        let drawn = Drawn {
            program: &self.model.program,
            property: self.property.as_ref().map(|(property, _)| property),
            longest: None,
            restrictions: &Restrictions::default(),
            in_words: &|_, _| None,
        };
        let drawn = graph::run(options, format, &drawn, terminal)?;
        if drawn != ExitStatus::Success {
            return Ok(drawn);
        }
        let search = self.search(options, terminal);
        terminal.clear_progress()?;
        let problems: Vec<Diagnostic> = self.fault(&search).into_iter().collect();
        terminal.diagnostics(sources, &problems)?;
        Ok(match &search.ending {
            Ending::Fault { fault, .. } => fault_status(*fault),
            _ => drawn,
        })
    }

    /// The error that a search ran into, in words.
    fn fault(&self, search: &Search) -> Option<Diagnostic> {
        let Ending::Fault { run, action, fault } = &search.ending else {
            return None;
        };
        match (action, &self.property) {
            _ if self.is_false_at_start => None,
            (Some(action), _) => Some(self.model.fault(run.end(), *action, *fault)),
            (None, Some((_, place))) => Some(Model::property_fault(*place, *fault)),
            (None, None) => None,
        }
    }
}
