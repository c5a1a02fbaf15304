//! What a person types into a simulation.

use super::Session;
use super::menu::{Menu, Request, Which};
use super::names::{Names, argument};
use crate::model::read_value::Reader;
use crate::model::{InstanceId, Value};
use crate::semantics::specification::{FieldId, StateId};
use crate::semantics::types::Type;

/// Something to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// Nothing was typed.
    Nothing,
    /// Take an event.
    Take(Request),
    /// Tell why an event is possible or not.
    Why(Request),
    /// Take back some changes.
    Undo(usize),
    /// Do again what was taken back.
    Redo(usize),
    /// Show the state of some instances.
    State(Shown),
    /// List what can happen on some instances.
    Events(Which),
    /// Tell what the goal still lacks.
    Goal,
    /// Show the run up to here.
    Trace,
    /// Write the run to a file.
    Save(String),
    /// Go on from a run that a file holds.
    Load(String),
    /// Let chance take some steps.
    Random(usize),
    /// Choose the value of a field at the start.
    SetField(InstanceId, FieldId, Value),
    /// Choose the life-cycle state of an instance at the start.
    SetState(InstanceId, StateId),
    /// Set the clock.
    Time(Value),
    /// Let time pass.
    Advance(Value),
    /// List the commands.
    Help,
    /// End.
    Quit,
}

/// Which part of a state is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// What is relevant.
    Relevant,
    /// The instances that are meant, all of them.
    All(Which),
}

/// The words that commands begin with. An event of such a name is taken as `Spec.name` or by its number.
pub const WORDS: &[&str] = &[
    "advance", "events", "goal", "help", "load", "now", "quit", "random", "redo", "save", "set",
    "state", "trace", "undo", "why",
];

/// The commands, for people.
pub const HELP: &str = "\
  3                      take event 3 of the list; what is missing is asked for
  3 amount=EUR 5.00      ... with an argument; or `3 EUR 5.00`
  withdraw EUR 5.00      take an event by its name; where several instances have it: `Account[1].withdraw EUR 5.00`
  events [Spec[key]]     list what can happen
  why EVENT [arguments]  tell why an event is possible or not
  state [all|Spec[key]]  show the state
  goal                   tell what the goal still lacks
  trace                  show the run up to here
  undo [n], redo [n]     take back, do again
  random [n]             let chance take steps
  advance 1 Day          let time pass
  now = 1 Jan 2030, 9:00 set the clock
  set Account[1].balance = EUR 10.00   choose a value of the start, before the first step
  set Account[1] opened                ... or a state
  save FILE, load FILE   write the run as JSON; go on from such a run
  help, quit
";

/// Reads a command. The menu is the one whose numbers the user has seen.
pub fn read(session: &Session<'_>, menu: &Menu, line: &str) -> Result<Command, String> {
    let names = Names { session };
    let mut reader = Reader::new(line);
    if reader.is_at_end() {
        return Ok(Command::Nothing);
    }
    let mut behind = reader.clone();
    let word = behind.word();
    let is_event = behind.rest().starts_with(['.', '[']);
    if is_event || !WORDS.contains(&word) && !matches!(word, "exit" | "q") {
        return at_end(names.request(&mut reader, menu)?, &reader).map(Command::Take);
    }
    let reader = &mut behind;
    let command = match word {
        "events" => Command::Events(names.which(reader)?),
        "state" if reader.skip("all") => Command::State(Shown::All(Which::All)),
        "state" if reader.is_at_end() => Command::State(Shown::Relevant),
        "state" => Command::State(Shown::All(names.which(reader)?)),
        "why" if reader.is_at_end() => return Err("why what? Name an event".to_owned()),
        "why" => Command::Why(names.request(reader, menu)?),
        "goal" => Command::Goal,
        "trace" => Command::Trace,
        "undo" => Command::Undo(count(reader, 1)?),
        "redo" => Command::Redo(count(reader, 1)?),
        "random" => Command::Random(count(reader, 1)?),
        "save" => return file(reader).map(Command::Save),
        "load" => return file(reader).map(Command::Load),
        "now" => {
            reader.expect("=").map_err(|error| error.to_string())?;
            Command::Time(value(reader, &Type::DateTime)?)
        }
        "advance" => Command::Advance(value(reader, &Type::Term)?),
        "set" => set(&names, reader)?,
        "help" => Command::Help,
        _ => Command::Quit,
    };
    at_end(command, reader)
}

/// Reads the argument that a request lacks, where it was asked for.
pub fn read_argument(
    session: &Session<'_>,
    request: &Request,
    index: usize,
    line: &str,
) -> Result<Value, String> {
    let interpreter = session.model().interpreter();
    let event = interpreter.event(request.instance, request.event);
    let mut reader = Reader::new(line);
    let value = argument(&mut reader, &event.params[index])?;
    at_end(value, &reader)
}

/// Something that has been read, if nothing follows it.
fn at_end<T>(read: T, reader: &Reader<'_>) -> Result<T, String> {
    // The parenthesis around arguments need not be closed.
    match reader.rest() {
        "" | ")" => Ok(read),
        rest => Err(format!("`{rest}` is too much")),
    }
}

fn value(reader: &mut Reader<'_>, ty: &Type) -> Result<Value, String> {
    reader.value(ty).map_err(|error| error.to_string())
}

fn count(reader: &mut Reader<'_>, otherwise: usize) -> Result<usize, String> {
    match reader.word() {
        "" => Ok(otherwise),
        word => word
            .parse()
            .map_err(|_| format!("`{word}` is no number of steps")),
    }
}

/// The rest of the line is the name of a file.
fn file(reader: &Reader<'_>) -> Result<String, String> {
    match reader.rest() {
        "" => Err("the name of a file is missing".to_owned()),
        name => Ok(name.to_owned()),
    }
}

/// `set Account[1].balance = EUR 10.00`, `set Account[1] opened`
fn set(names: &Names<'_, '_>, reader: &mut Reader<'_>) -> Result<Command, String> {
    let id = names.instance(reader)?;
    let spec = names.session.model().interpreter().spec(id);
    if !reader.skip(".") {
        let word = reader.word();
        let state = spec.state_named(word);
        let missing = || format!("{} has no state `{word}`", spec.name.text);
        return Ok(Command::SetState(id, state.ok_or_else(missing)?));
    }
    let field = names.field(id, reader.word())?;
    if spec.key == Some(field) {
        return Err("a key never changes".to_owned());
    }
    reader.expect("=").map_err(|error| error.to_string())?;
    let value = value(reader, &spec.fields[field.index()].ty)?;
    Ok(Command::SetField(id, field, value))
}
