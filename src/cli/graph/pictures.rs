//! `fretsaw graph` for whatever is drawn: life cycles, control flow, dependences, with what a slice keeps of them.

use std::io;
use std::path::PathBuf;

use super::super::arguments::Format;
use super::super::slicing::Connection;
use super::super::terminal::Terminal;
use super::super::{ExitStatus, lint};
use super::{Kind, Options, refuse};
use crate::checking::{Selected, select};
use crate::dependence::DependenceGraph;
use crate::dependence::flow::FlowGraph;
use crate::diagnostics::Diagnostic;
use crate::disk::Disk;
use crate::model::Model;
use crate::model::class::whole_program;
use crate::model::shape::shapes_of;
use crate::model::universe::Universe;
use crate::report::graphs::{self, Subject};
use crate::report::lifecycle;
use crate::report::picture::{self, Picture};
use crate::semantics::specification::{SpecId, Specification};
use crate::semantics::{Analysis, analyse};
use crate::slice::{self, Slice};

/// Nobody finds anything in a drawing of more nodes.
const MOST_NODES: usize = 400;

pub(super) fn run(
    options: &Options,
    format: Format,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let mut analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    if analysis.has_errors() {
        return show(&analysis, None, format, terminal);
    }
    let check = match chosen(options, &analysis) {
        Ok(check) => check,
        Err(message) => return refuse(&message, terminal),
    };
    let slice = check.map(|check| sliced(options, &analysis, check));
    let slice = match slice.transpose() {
        Ok(slice) => slice,
        Err(problems) => {
            analysis.diagnostics.extend(problems);
            return show(&analysis, None, format, terminal);
        }
    };
    let title = title(options, &analysis, check);
    let picture = draw(options, &analysis, &title, slice.as_ref());
    if picture.nodes.is_empty() {
        let message = format!("there is no life cycle in `{}`", options.file.display());
        return refuse(&message, terminal);
    }
    if format == Format::Svg && picture.nodes.len() > MOST_NODES {
        let smaller = match options.kind {
            Kind::Lifecycle => "",
            _ => ", and `--kind lifecycle` is smaller",
        };
        let message = format!(
            "note: the picture has {} nodes, too many to be read; other forms can be searched{smaller}",
            picture.nodes.len()
        );
        terminal.note(&message)?;
    }
    show(&analysis, Some(&picture), format, terminal)
}

/// The check whose slice is shown, if one is asked for.
fn chosen(options: &Options, analysis: &Analysis) -> Result<Option<Selected>, String> {
    if options.checks.is_empty() && options.line.is_none() {
        if options.slice.is_none() {
            return Ok(None);
        }
        // Where there are no checks, none can be chosen.
        select(analysis, &[], None).map_err(|none| none.to_string())?;
        return Err(
            "a slice is for a check\n  help: choose one by `--check` or `--line`".to_owned(),
        );
    }
    let selected = select(analysis, &options.checks, options.line);
    let selected = selected.map_err(|none| none.to_string())?;
    match selected.as_slice() {
        [only] => Ok(Some(*only)),
        several => {
            let lines = several.iter().map(|it| it.check(analysis).span);
            let mut lines: Vec<u32> = lines.map(|it| analysis.sources.line(it)).collect();
            lines.dedup();
            let help = if let [line] = lines.as_slice() {
                format!("line {line} has several: choose one by `--check` as well")
            } else {
                let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
                let lines = lines.join(", ");
                format!("choose one by `--line`: they stand at the lines {lines}")
            };
            let message = "a picture shows the slice for one check only";
            Err(format!("{message}\n  help: {help}"))
        }
    }
}

fn sliced(
    options: &Options,
    analysis: &Analysis,
    selected: Selected,
) -> Result<Slice, Vec<Diagnostic>> {
    let (test, check) = (selected.test(analysis), selected.check(analysis));
    let model = match Model::about_states(&analysis.program, test, check) {
        Ok(model) => model,
        Err(error) => return Err(error.diagnostics()),
    };
    let connection = options.slice.unwrap_or(Connection::Conventional);
    let how = slice::Options {
        dependences: options.dependences.of_slices(),
        reconnection: connection.of_slices(),
    };
    Ok(Slice::of(&model, how))
}

fn draw(options: &Options, analysis: &Analysis, title: &str, slice: Option<&Slice>) -> Picture {
    let program = &analysis.program;
    let shapes = shapes_of(program);
    let mut specs = drawn(analysis);
    if slice.is_some() {
        // What an abstract specification has is kept or cut with its heirs.
        specs.retain(|spec| !program.spec(*spec).is_abstract());
    }
    let subject = Subject {
        sources: &analysis.sources,
        program,
        shapes: &shapes,
        specs: &specs,
        slice,
    };
    match (options.kind, slice) {
        (Kind::Flow, Some(slice)) => graphs::flow::picture(title, &subject, &slice.graph.flow),
        (Kind::Flow, None) => {
            let classes = whole_program(program, &Universe::default());
            let flow = FlowGraph::of(program, &classes, &shapes);
            graphs::flow::picture(title, &subject, &flow)
        }
        (Kind::Dependence, Some(slice)) => {
            graphs::dependence::picture(title, &subject, &slice.graph)
        }
        (Kind::Dependence, None) => {
            let graph = DependenceGraph::of_program(program, options.dependences.of_slices());
            graphs::dependence::picture(title, &subject, &graph)
        }
        (Kind::Lifecycle | Kind::Model | Kind::System, Some(slice)) => {
            lifecycle::sliced(title, program, slice)
        }
        (Kind::Lifecycle | Kind::Model | Kind::System, None) => {
            let specs = specs.iter().map(|spec| program.spec(*spec));
            lifecycle::lifecycles(title, specs)
        }
    }
}

fn title(options: &Options, analysis: &Analysis, check: Option<Selected>) -> String {
    let what = match options.kind {
        Kind::Flow => "Control flow",
        Kind::Dependence => "Dependences",
        Kind::Lifecycle | Kind::Model | Kind::System => "Life cycles",
    };
    let name = options.file.file_name().unwrap_or_default();
    let title = format!("{what} in {}", name.to_string_lossy());
    match check {
        None => title,
        Some(check) => {
            let line = analysis.sources.line(check.check(analysis).span);
            let name = check.name(analysis);
            format!("{title}, sliced for {name} (line {line})")
        }
    }
}

/// The specifications of the files that were asked for; where those have none, as test modules, all that they import.
fn drawn(analysis: &Analysis) -> Vec<SpecId> {
    let specs = analysis.program.specifications.iter().enumerate();
    let id = |(index, _): (usize, &Specification)| SpecId::at(index);
    let requested: Vec<SpecId> = specs
        .clone()
        .filter(|(_, spec)| analysis.requested.contains(&spec.span.file))
        .map(id)
        .collect();
    if requested.is_empty() {
        specs.map(id).collect()
    } else {
        requested
    }
}

fn show(
    analysis: &Analysis,
    picture: Option<&Picture>,
    format: Format,
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let (sources, diagnostics) = (&analysis.sources, &analysis.diagnostics);
    if format == Format::Json {
        let document = picture::json::document(picture, sources, diagnostics);
        terminal.json_result(&document)?;
        return Ok(lint::status(diagnostics));
    }
    terminal.diagnostics(sources, diagnostics)?;
    if let Some(picture) = picture {
        let text = match format {
            Format::Dot => picture::dot::render(picture),
            Format::Mermaid => picture::mermaid::render(picture),
            Format::Svg => picture::svg::render(picture),
            Format::Text | Format::Json | Format::Smt2 => picture::text::render(picture),
        };
        if format == Format::Text {
            terminal.result(&text)?;
        } else {
            terminal.document(&text)?;
        }
    }
    Ok(lint::status(diagnostics))
}
