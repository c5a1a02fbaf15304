//! From what a DVE text says to a finite program.

use super::ast::{Process, System, Type};
use super::expressions::{Context, Translated};
use super::names::Names;
use super::{ActionPlaces, Model};
use crate::diagnostics::codes::dve as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::finite::{Array, Program, VariableId};

/// The program of a model. It means something only if no error was told.
pub(super) fn translate(system: &System, diagnostics: &mut Vec<Diagnostic>) -> Model {
    let mut translation = Translation {
        program: Program::default(),
        places: Vec::new(),
        names: Names::default(),
        channels: Vec::new(),
        diagnostics,
    };
    let processes = translation.composition(system);
    translation.declare(&system.declarations, &processes);
    translation.actions(&processes);
    translation.assertions(&processes);
    Model {
        program: translation.program,
        places: translation.places,
        names: translation.names,
    }
}

/// What is known so far.
pub(super) struct Translation<'t> {
    pub(super) program: Program,
    pub(super) places: Vec<ActionPlaces>,
    pub(super) names: Names,
    pub(super) channels: Vec<Channel>,
    pub(super) diagnostics: &'t mut Vec<Diagnostic>,
}

/// A channel.
#[derive(Debug, Clone)]
pub(super) struct Channel {
    pub(super) name: String,
    /// The types of the parts of a message, where they are declared.
    pub(super) types: Option<Vec<Type>>,
    pub(super) buffer: Option<Buffer>,
    /// How many parts the messages of a channel without types have, and where that was seen first.
    pub(super) parts: Option<(usize, Span)>,
}

/// The messages that a channel holds, the oldest first. What is not in use is zero.
#[derive(Debug, Clone)]
pub(super) struct Buffer {
    /// How many messages there are.
    pub(super) length: VariableId,
    pub(super) capacity: u32,
    /// For each part of a message, those parts of all messages.
    pub(super) parts: Vec<Array>,
}

impl Translation<'_> {
    pub(super) fn tell(&mut self, diagnostic: Diagnostic) {
        self.diagnostics.push(diagnostic);
    }

    /// A result, unless there is something to tell instead.
    pub(super) fn told<T>(&mut self, result: Translated<T>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(problem) => {
                self.diagnostics.push(*problem);
                None
            }
        }
    }

    pub(super) fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    pub(super) fn context(&self, process: Option<usize>) -> Context<'_> {
        Context {
            names: &self.names,
            process,
        }
    }

    /// The processes that run, one after the other; properties are left out.
    fn composition<'s>(&mut self, system: &'s System) -> Vec<&'s Process> {
        for property in &system.properties {
            let name = &property.name;
            self.tell(codes::property_ignored(name.span, &name.text));
        }
        let mut processes: Vec<&Process> = system.processes.iter().collect();
        let Some(composition) = &system.composition else {
            let message = "the model does not say how its processes run together".to_owned();
            if let Some(end) = system.end {
                self.tell(codes::missing(end, message).help("end it with `system async;`"));
            }
            return processes;
        };
        if composition.is_synchronous {
            let message = "processes that all move at once are not supported".to_owned();
            let problem = codes::unsupported(composition.span, message);
            self.tell(problem.help("`system async;` lets them move one after the other"));
        }
        if let Some(property) = &composition.property {
            processes.retain(|process| process.name.text != property.text);
            self.tell(codes::property_ignored(property.span, &property.text));
        }
        processes
    }
}
