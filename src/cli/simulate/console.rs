//! A simulation by hand: lines come in, from a person or through a pipe, and answers go out.

use std::fs;
use std::io::{self, BufRead, Read};
use std::path::Path;

use super::modes::Simulation;
use super::read_saved;
use crate::cli::ExitStatus;
use crate::cli::arguments::Format;
use crate::cli::terminal::Terminal;
use crate::interpreter::offers::{offer, refusal};
use crate::model::State;
use crate::model::read_value::example;
use crate::model::run::Occurrence;
use crate::report::refusal_text;
use crate::report::simulation_text;
use crate::semantics::types::Type;
use crate::simulation::command::{self, Command, Shown};
use crate::simulation::menu::{Menu, Request, Which, instances};
use crate::simulation::random::Gambler;
use crate::simulation::replay::replay;
use crate::simulation::{Fixed, Session};
use crate::trace::json_trace;

/// Simulates by hand, until there are no more lines or the user has enough.
pub(super) fn run(simulation: &Simulation<'_>, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let Some(session) = simulation.begin(terminal)? else {
        return Ok(ExitStatus::BadInput);
    };
    let mut console = Console {
        simulation,
        gambler: Gambler::new(simulation.model, 0),
        session,
        menu: None,
        terminal,
        failed: false,
    };
    console.greet()?;
    console.serve()?;
    console.leave()
}

/// So many bytes of a line are read; nobody types more.
const LONGEST_LINE: u64 = 1 << 20;
/// So many choices of arguments are told.
const MOST_CHOICES: usize = 10;

/// A session, and the one at the terminal who leads it.
struct Console<'d, 's> {
    simulation: &'d Simulation<'s>,
    session: Session<'s>,
    gambler: Gambler,
    /// The list whose numbers the user has seen; none where it has to be made anew.
    menu: Option<Menu>,
    terminal: &'d mut Terminal,
    /// Whether a line could not be obeyed.
    failed: bool,
}

impl<'s> Console<'_, 's> {
    /// Shows something. Where the result is a document, it is no part of that.
    fn say(&mut self, text: &str) -> io::Result<()> {
        if self.terminal.format() == Format::Json {
            return self.terminal.styled_note(text.trim_end());
        }
        self.terminal.styled_result(text)
    }

    fn complain(&mut self, problem: &str) -> io::Result<()> {
        self.failed = true;
        self.terminal.error(problem)
    }

    /// The next line; none at the end.
    fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        self.terminal.prompt(prompt)?;
        let mut line = Vec::new();
        let mut input = io::stdin().lock().take(LONGEST_LINE);
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        Ok(Some(String::from_utf8_lossy(&line).into_owned()))
    }

    fn greet(&mut self) -> io::Result<()> {
        if !self.terminal.is_interactive() {
            return Ok(());
        }
        let span = self.simulation.model.check.span;
        let check = self.simulation.sources.text_at(span).to_owned();
        self.say(&format!("{check}\n\n"))?;
        self.say(&simulation_text::relevant_state(&self.session))?;
        self.say("\n")?;
        self.show_menu(Which::All)?;
        self.say("\nA number takes an event; `help` lists what else there is.\n")
    }

    fn serve(&mut self) -> io::Result<()> {
        while let Some(line) = self.line("> ")? {
            let menu = match self.menu.take() {
                Some(menu) => menu,
                None => Menu::new(&self.session, Which::All),
            };
            let command = command::read(&self.session, &menu, &line);
            self.menu = Some(menu);
            match command {
                Ok(Command::Quit) => return Ok(()),
                Ok(command) => self.obey(command)?,
                Err(problem) => self.complain(&problem)?,
            }
        }
        if self.terminal.is_interactive() {
            self.terminal.note("")?;
        }
        Ok(())
    }

    /// The last words. Whoever wrote a script wants to know that a line of it was wrong.
    fn leave(&mut self) -> io::Result<ExitStatus> {
        if self.terminal.format() == Format::Json {
            let document = self.simulation.document(&self.session);
            self.terminal.json_result(&document)?;
        }
        if self.failed && !self.terminal.is_interactive() {
            return Ok(ExitStatus::BadInput);
        }
        Ok(ExitStatus::Success)
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Nothing | Command::Quit => Ok(()),
            Command::Take(request) => self.take(request),
            Command::Why(request) => self.why(&request),
            Command::Undo(count) => self.go(count, Session::undo, "there is nothing to undo"),
            Command::Redo(count) => self.go(count, Session::redo, "there is nothing to redo"),
            Command::State(shown) => self.state(shown),
            Command::Events(which) => self.show_menu(which),
            Command::Goal => self.goal(),
            Command::Trace => {
                let trace = self.simulation.trace(self.session.run());
                self.say(&trace)
            }
            Command::Save(path) => self.save(&path),
            Command::Load(path) => self.load(&path),
            Command::Random(count) => self.random(count),
            Command::SetField(id, field, value) => {
                let set = self.session.set_field(id, field, value);
                self.changed(set)
            }
            Command::SetState(id, state) => {
                let set = self.session.set_state(id, state);
                self.changed(set)
            }
            Command::Time(time) => {
                let set = self.session.set_time(time);
                self.changed(set)
            }
            Command::Advance(term) => {
                let set = self.session.advance(&term);
                self.changed(set)
            }
            Command::Help => self.say(command::HELP),
        }
    }

    fn changed(&mut self, result: Result<(), Fixed>) -> io::Result<()> {
        match result {
            Ok(()) => self.show_state(),
            Err(problem) => self.complain(&problem.to_string()),
        }
    }

    /// Shows where the run is now, and to a person what can happen next.
    fn show_state(&mut self) -> io::Result<()> {
        self.menu = None;
        self.say(&simulation_text::relevant_state(&self.session))?;
        self.tell_goal()?;
        self.offer_menu()
    }

    fn offer_menu(&mut self) -> io::Result<()> {
        self.menu = None;
        if self.terminal.is_interactive() {
            self.show_menu(Which::All)?;
        }
        Ok(())
    }

    fn show_menu(&mut self, which: Which) -> io::Result<()> {
        let menu = Menu::new(&self.session, which);
        let text = simulation_text::menu(self.simulation.model, &menu);
        self.menu = Some(menu);
        self.say(&text)
    }

    fn state(&mut self, shown: Shown) -> io::Result<()> {
        let text = match shown {
            Shown::Relevant => simulation_text::relevant_state(&self.session),
            Shown::All(which) => {
                let ids = instances(&self.session, which);
                simulation_text::state(self.simulation.model, self.session.state(), ids)
            }
        };
        self.say(&text)
    }

    fn go(
        &mut self,
        count: usize,
        step: impl Fn(&mut Session<'s>) -> bool,
        nothing: &str,
    ) -> io::Result<()> {
        let gone = (0..count).take_while(|_| step(&mut self.session)).count();
        if gone == 0 && count > 0 {
            return self.complain(nothing);
        }
        self.show_state()
    }

    /// Asks for arguments that are missing. Nothing where the user gives up.
    fn complete(&mut self, mut request: Request) -> io::Result<Option<Occurrence>> {
        while let Some(index) = request.missing() {
            let interpreter = self.simulation.model.interpreter();
            let event = interpreter.event(request.instance, request.event);
            let param = &event.params[index];
            let prompt = format!("{} ({}): ", param.name.text, example(&param.ty));
            let Some(line) = self.line(&prompt)? else {
                self.complain(&format!("`{}` is missing", param.name.text))?;
                return Ok(None);
            };
            if line.trim().is_empty() && param.ty != Type::String {
                return Ok(None);
            }
            match command::read_argument(&self.session, &request, index, &line) {
                Ok(value) => request.arguments[index] = Some(value),
                // A person can try again; the next line of a script is something else.
                Err(problem) => {
                    self.complain(&problem)?;
                    if !self.terminal.is_interactive() {
                        return Ok(None);
                    }
                }
            }
        }
        Ok(request.occurrence())
    }

    fn take(&mut self, request: Request) -> io::Result<()> {
        if !self.may_choose(&request)? {
            return Ok(());
        }
        let Some(first) = self.complete(request)? else {
            return Ok(());
        };
        let (step, states) = match self.session.next_states(first.clone()) {
            Ok(found) => found,
            Err(refusal) => {
                let reasons = self.simulation.reasons(&self.session);
                let text = reasons.refusal(&first, &refusal);
                return self.complain(text.trim_end());
            }
        };
        let before = self.session.state().clone();
        let model = self.simulation.model;
        let next = if states.len() == 1 {
            states.into_iter().next()
        } else {
            self.say(&simulation_text::next_states(
                model, &before, &step, &states,
            ))?;
            self.pick(&states)?
        };
        let Some(next) = next else {
            return Ok(());
        };
        let number = self.session.run().steps.len() + 1;
        self.say(&simulation_text::step(model, number, &step, &before, &next))?;
        self.session.take(step, next);
        self.tell_goal()?;
        self.offer_menu()
    }

    /// Whether the environment may choose an event at all.
    fn may_choose(&mut self, request: &Request) -> io::Result<bool> {
        let (id, event) = (request.instance, request.event);
        let may = self.simulation.model.may_trigger(id, event);
        if !may {
            let reasons = self.simulation.reasons(&self.session);
            let text = reasons.not_chosen(id, event);
            self.complain(text.trim_end())?;
        }
        Ok(may)
    }

    /// Lets the user pick one of several next states.
    fn pick(&mut self, states: &[State]) -> io::Result<Option<State>> {
        while let Some(line) = self.line("which? ")? {
            let line = line.trim();
            if line.is_empty() {
                return Ok(None);
            }
            let index = line.parse::<usize>().ok();
            let index = index.and_then(|number| number.checked_sub(1));
            if let Some(state) = index.and_then(|index| states.get(index)) {
                return Ok(Some(state.clone()));
            }
            let most = states.len();
            self.complain(&format!(
                "there is no next state `{line}`; there are 1 to {most}"
            ))?;
            if !self.terminal.is_interactive() {
                return Ok(None);
            }
        }
        self.complain("no next state was picked")?;
        Ok(None)
    }

    /// Says that the run is where the check asks for, if it is.
    fn tell_goal(&mut self) -> io::Result<()> {
        if self.session.is_at_goal() {
            let (model, name) = (self.simulation.model, self.simulation.name);
            self.say(&simulation_text::arrival(model, name))?;
        }
        Ok(())
    }

    /// Says how far the run has come, and whether that is what the check asks for.
    fn tell_conclusion(&mut self) -> io::Result<()> {
        self.say(&simulation_text::conclusion(
            &self.session,
            self.simulation.name,
        ))
    }

    fn why(&mut self, request: &Request) -> io::Result<()> {
        let (id, event) = (request.instance, request.event);
        let (model, state) = (self.simulation.model, self.session.state());
        let reasons = self.simulation.reasons(&self.session);
        let text = if !model.may_trigger(id, event) {
            reasons.not_chosen(id, event)
        } else if let Some(first) = request.occurrence() {
            match self.session.next_states(first.clone()) {
                Err(refusal) => reasons.refusal(&first, &refusal),
                Ok((_, states)) => reasons.possible_call(&first, states.len()),
            }
        } else if let Some(refusal) = refusal(model, state, id, event) {
            reasons.refusal_of_event(id, event, &refusal)
        } else {
            match offer(model, state, id, event, MOST_CHOICES) {
                Some(offer) => reasons.possible(id, event, &offer),
                None => reasons.no_arguments(id, event),
            }
        };
        self.say(&text)
    }

    fn goal(&mut self) -> io::Result<()> {
        let (model, state) = (self.simulation.model, self.session.state());
        let broken = self.simulation.broken_invariant(state);
        let text = broken.unwrap_or_else(|| {
            let reasons = self.simulation.reasons(&self.session);
            reasons.missing(&model.missing(state))
        });
        self.tell_conclusion()?;
        self.say(&text)
    }

    fn random(&mut self, count: usize) -> io::Result<()> {
        for _ in 0..count {
            let (before, taken) = (self.session.state().clone(), self.session.run().steps.len());
            let was_there = self.session.is_at_goal();
            if !self.gambler.step(&mut self.session) {
                self.menu = None;
                return self.complain("no further step was found");
            }
            let steps = &self.session.run().steps;
            if let Some((step, next)) = steps.last() {
                let model = self.simulation.model;
                let text = simulation_text::step(model, steps.len(), step, &before, next);
                self.say(&text)?;
            }
            // Time may have led there before the step led away.
            if !was_there && self.session.was_at_goal(taken) {
                self.tell_conclusion()?;
            }
            self.tell_goal()?;
        }
        self.offer_menu()
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        let document = self.simulation.document(&self.session);
        let mut text = serde_json::to_string_pretty(&document)?;
        text.push('\n');
        match fs::write(path, text) {
            Ok(()) => self.terminal.note(&format!("saved {path}")),
            Err(error) => self.complain(&format!("`{path}` cannot be written: {error}")),
        }
    }

    /// Goes on from a saved run, as far as it is one.
    fn load(&mut self, path: &str) -> io::Result<()> {
        let model = self.simulation.model;
        let saved = read_saved(Path::new(path)).map(|saved| saved.into_iter().next());
        let trace = match saved {
            Ok(Some(saved)) => saved.trace,
            Ok(None) => return Ok(()),
            Err(problem) => return self.complain(&problem),
        };
        let recorded = match json_trace::read(model, &trace) {
            Ok(recorded) => recorded,
            Err(error) => return self.complain(&error.to_string()),
        };
        match replay(model, &recorded, &trace) {
            Ok(run) => {
                self.session = Session::with_run(model, run);
                if self.session.goal_after().is_some() && !self.session.is_at_goal() {
                    self.tell_conclusion()?;
                }
                self.show_state()
            }
            Err(mismatch) => {
                let sources = self.simulation.sources;
                let text = refusal_text::mismatch(sources, model, &mismatch, &recorded.start);
                self.complain(text.trim_end())
            }
        }
    }
}
