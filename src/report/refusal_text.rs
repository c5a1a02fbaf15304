//! Why an event does not happen, why a run is none, and what a goal still lacks: with the statement and the values of
//! its parts.

use std::fmt::Write;

use super::diagnostics_text::counted;
use super::harmless::{harmless, place};
use super::simulation_text::{assignments, call, event_name, state_name};
use super::source_line::source_line;
use super::telling::{instance_name, part_value};
use crate::diagnostics::{Sources, Span};
use crate::interpreter::missing::{Lack, Missing};
use crate::interpreter::offers::Offer;
use crate::interpreter::refusal::{Reason, Refusal};
use crate::interpreter::steps;
use crate::model::run::Occurrence;
use crate::model::{InstanceId, Model, State, Value};
use crate::semantics::expression::ExprKind;
use crate::semantics::specification::{Event, EventId, StateId, Statement};
use crate::simulation::replay::{Mismatch, Problem};
use crate::trace::json_trace::TraceEvent;
use crate::trace::relevant::on_instance;

/// Where reasons are told: the texts, the model, and the state in which something did not happen.
#[derive(Debug, Clone, Copy)]
pub struct Reasons<'r> {
    /// The texts.
    pub sources: &'r Sources,
    /// What the state is a state of.
    pub model: &'r Model<'r>,
    /// The state.
    pub state: &'r State,
}

impl Reasons<'_> {
    /// Why an event does not happen.
    pub fn refusal(&self, first: &Occurrence, refusal: &Refusal) -> String {
        self.not_possible(&call(self.model, first), first.instance, refusal)
    }

    /// Why an event is not possible, whatever its arguments.
    pub fn refusal_of_event(&self, id: InstanceId, event: EventId, refusal: &Refusal) -> String {
        self.not_possible(&event_name(self.model, id, event), id, refusal)
    }

    fn not_possible(&self, what: &str, id: InstanceId, refusal: &Refusal) -> String {
        let mut text = format!("{what} is not possible\n");
        if refusal.instance != id {
            let partner = event_name(self.model, refusal.instance, refusal.event);
            let _ = writeln!(text, "  since {partner} is not, which happens with it");
        }
        self.reason(refusal, &mut text);
        text
    }

    fn reason(&self, refusal: &Refusal, text: &mut String) {
        let (id, event) = (refusal.instance, refusal.event);
        let declared = &self.model.interpreter().spec(id).events[event.index()];
        let line = match &refusal.reason {
            Reason::LifeCycle { at } => self.life_cycle(id, event, *at),
            Reason::Condition {
                span,
                undefined,
                parts,
            } => return self.condition(*span, *undefined, parts, text),
            Reason::NoPartner { span, key } => {
                self.excerpt(*span, text);
                match key {
                    Some(key) => format!("there is no such instance: its key would be {key}"),
                    None => "the key of the partner is undefined".to_owned(),
                }
            }
            Reason::UndefinedArgument { span } => {
                self.excerpt(*span, text);
                "the argument is undefined".to_owned()
            }
            Reason::SecondEvent { span } => {
                self.excerpt(*span, text);
                "the partner would take a second event in the same step".to_owned()
            }
            Reason::PartnerCould { span } => {
                self.excerpt(*span, text);
                "the event is possible, and should not be".to_owned()
            }
            Reason::OutsideDomain { what } => {
                format!("`{what}` has no value, or one outside of its domain")
            }
            Reason::NoNextValues => {
                self.statements(&declared.postconditions, text);
                "no next values satisfy these postconditions".to_owned()
            }
            Reason::Changed { what } => {
                format!("it would change {what}")
            }
            Reason::Undecided { what } => format!(
                "that cannot be told: `{what}` has infinitely many values to try; a domain (`within`) would help"
            ),
        };
        let _ = writeln!(text, "  {line}");
    }

    /// The life cycle does not offer the event, or leads elsewhere.
    fn life_cycle(&self, id: InstanceId, event: EventId, at: StateId) -> String {
        let moves = &self.model.interpreter().shape(id, event).moves;
        let here = self.state.life_cycle(id);
        let name = &&self.model.interpreter().spec(id).events[event.index()]
            .name
            .text;
        let targets = moves.iter().filter(|(from, _)| *from == here);
        let targets: Vec<StateId> = targets.map(|(_, to)| *to).collect();
        if targets.is_empty() {
            let origins = self.state_names(id, moves.iter().map(|(from, _)| *from));
            let here = state_name(self.model, id, here);
            return format!(
                "{} is in state `{here}`, and its life cycle offers `{name}` only in {origins}",
                instance_name(self.model, id)
            );
        }
        let at = state_name(self.model, id, at);
        let targets = self.state_names(id, targets);
        format!("`{name}` leads to {targets}, not to `{at}`")
    }

    fn state_names(&self, id: InstanceId, states: impl IntoIterator<Item = StateId>) -> String {
        let mut names: Vec<String> = Vec::new();
        for state in states {
            let name = format!("`{}`", state_name(self.model, id, state));
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match names.split_last() {
            None => "no state".to_owned(),
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
        }
    }

    /// A condition that does not hold, and the values that it depends on.
    fn condition(
        &self,
        span: Span,
        undefined: bool,
        parts: &[(Span, Option<Value>)],
        text: &mut String,
    ) {
        self.excerpt(span, text);
        let what = if undefined { "undefined" } else { "false" };
        let _ = writeln!(text, "  is {what}");
        self.values(parts, 4, text);
    }

    /// The values that a condition depends on, a line each.
    fn values(&self, parts: &[(Span, Option<Value>)], indent: usize, text: &mut String) {
        let mut told: Vec<String> = Vec::new();
        for (part, value) in parts {
            let source = self.one_line(*part);
            let value = part_value(self.model, value.as_ref());
            let line = format!("{:indent$}{source} = {value}", "");
            // A literal explains itself, and once is enough.
            if source != value && !told.contains(&line) {
                let _ = writeln!(text, "{line}");
                told.push(line);
            }
        }
    }

    /// `  bank/Library.ebl:20 | amount <= this.balance;`
    fn excerpt(&self, span: Span, text: &mut String) {
        let source = self.one_line(span);
        let _ = writeln!(text, "  {} | {source}", self.place(span));
    }

    fn place(&self, span: Span) -> String {
        place(self.sources, span)
    }

    /// The text at a place, in one line.
    fn one_line(&self, span: Span) -> String {
        const MOST: usize = 200;
        let line = source_line(self.sources.text_at(span));
        if line.chars().count() <= MOST {
            return line;
        }
        let beginning: String = line.chars().take(MOST).collect();
        format!("{beginning}...")
    }

    fn statements<'s>(
        &self,
        statements: impl IntoIterator<Item = &'s Statement>,
        text: &mut String,
    ) {
        for statement in statements {
            self.excerpt(statement.span, text);
        }
    }

    /// That an event is possible with the arguments that it has.
    pub fn possible_call(&self, first: &Occurrence, next_states: usize) -> String {
        let call = call(self.model, first);
        match next_states {
            1 => format!("{call} is possible\n"),
            many => format!("{call} is possible, with {many} next states\n"),
        }
    }

    /// That an event is possible, and with which arguments.
    pub fn possible(&self, id: InstanceId, event: EventId, offer: &Offer) -> String {
        let name = event_name(self.model, id, event);
        let declared = &self.model.interpreter().spec(id).events[event.index()];
        let Offer::Choices {
            arguments,
            complete,
        } = offer
        else {
            return self.perhaps_possible(&name, declared);
        };
        let mut text = format!("{name} is possible with\n");
        for arguments in arguments {
            let _ = writeln!(text, "  {}", assignments(&declared.params, arguments));
        }
        if !complete {
            text.push_str("  and others\n");
        }
        text
    }

    /// What the event itself asks of its arguments, where there is no list of those to try.
    fn perhaps_possible(&self, name: &str, declared: &Event) -> String {
        let mut conditions = conditions_on_arguments(declared).peekable();
        if conditions.peek().is_none() {
            return format!("{name} may be possible; give it arguments to try\n");
        }
        let mut text = format!("{name} may be possible, if its arguments satisfy\n");
        self.statements(conditions, &mut text);
        text
    }

    /// That an event is not possible with any of its arguments.
    pub fn no_arguments(&self, id: InstanceId, event: EventId) -> String {
        let name = event_name(self.model, id, event);
        let declared = &self.model.interpreter().spec(id).events[event.index()];
        let mut text =
            format!("{name} is not possible with any arguments; these do not hold together\n");
        self.statements(&declared.preconditions, &mut text);
        self.statements(&declared.postconditions, &mut text);
        for sync in &declared.syncs {
            self.excerpt(sync.span, &mut text);
        }
        text
    }

    /// That an event is never chosen by itself in this check.
    pub fn not_chosen(&self, id: InstanceId, event: EventId) -> String {
        let name = event_name(self.model, id, event);
        let declared = &self.model.interpreter().spec(id).events[event.index()];
        let why = if declared.internal {
            "it is `internal`, and happens only where another event syncs it"
        } else {
            "the check does not name it under `using events`"
        };
        format!("{name} is not possible\n  {why}\n")
    }

    /// What a state still lacks.
    pub fn missing(&self, missing: &[Missing]) -> String {
        let mut text = String::new();
        for missing in missing {
            self.missing_one(missing, &mut text);
        }
        text
    }

    fn missing_one(&self, missing: &Missing, text: &mut String) {
        let _ = match missing {
            Missing::Time { wanted } => {
                let now = &self.state.now;
                writeln!(text, "it is {now}, and should be {wanted}")
            }
            Missing::Distinct => {
                writeln!(text, "not every statement is met by an instance of its own")
            }
            Missing::Unwanted { span, instance } => {
                let name = instance_name(self.model, *instance);
                let _ = writeln!(text, "{name} is as no instance should be");
                self.excerpt(*span, text);
                Ok(())
            }
            Missing::BrokenInvariant => writeln!(text, "all invariants hold here"),
            Missing::Instance {
                span,
                candidates,
                nearest,
            } => {
                self.excerpt(*span, text);
                let _ = match nearest {
                    None => writeln!(text, "    there is no such instance"),
                    Some((id, lack)) => {
                        self.lack(*id, lack, text);
                        Ok(())
                    }
                };
                match candidates {
                    0 | 1 => Ok(()),
                    _ => {
                        let others = counted(candidates - 1, "other instance");
                        writeln!(text, "    nor do {others} fit")
                    }
                }
            }
        };
    }

    fn lack(&self, id: InstanceId, lack: &Lack, text: &mut String) {
        let name = instance_name(self.model, id);
        match lack {
            Lack::State { wanted } => {
                let here = state_name(self.model, id, self.state.life_cycle(id));
                let wanted = self.state_names(id, wanted.iter().copied());
                let _ = writeln!(text, "    {name} is in state `{here}`, not in {wanted}");
            }
            Lack::Condition(Reason::Condition {
                span,
                undefined,
                parts,
            }) => {
                let what = if *undefined { "undefined" } else { "false" };
                let _ = writeln!(text, "    of {name}, `{}` is {what}", self.one_line(*span));
                self.values(parts, 6, text);
            }
            Lack::Condition(_) => {}
            Lack::Value(field) => {
                let spec = self.model.interpreter().spec(id);
                let field = &spec.fields[field.index()].name.text;
                let _ = writeln!(
                    text,
                    "    {name}.{field} is not the key of the instance, or outside of its domain"
                );
            }
        }
    }

    /// The invariant of an instance that does not hold.
    pub fn broken_invariant(&self, id: InstanceId, index: usize) -> String {
        let invariant = &self.model.interpreter().spec(id).invariants[index];
        let name = instance_name(self.model, id);
        let mut text = format!(
            "the invariant `{}` of {name} does not hold\n",
            invariant.name.text
        );
        let environment = on_instance(self.model, self.state, id);
        for statement in &invariant.conditions {
            let unmet = steps::condition(&environment, &statement.condition, statement.span);
            if let Some(Reason::Condition {
                span,
                undefined,
                parts,
            }) = unmet
            {
                self.condition(span, undefined, &parts, &mut text);
            }
        }
        text
    }
}

/// The preconditions that speak of parameters.
fn conditions_on_arguments(event: &Event) -> impl Iterator<Item = &Statement> {
    event.preconditions.iter().filter(|statement| {
        let mut reads = false;
        let condition = &statement.condition;
        condition.walk(&mut |part| reads |= matches!(part.kind, ExprKind::Parameter(_)));
        reads
    })
}

/// Where a saved run is not a run of its check, and why.
pub fn mismatch(
    sources: &Sources,
    model: &Model<'_>,
    mismatch: &Mismatch,
    start: &State,
) -> String {
    let run = mismatch.run.as_ref();
    let last = run.and_then(|run| run.steps.last());
    let reasons = Reasons {
        sources,
        model,
        state: last.map_or(start, |(_, state)| state),
    };
    let taken = run.map_or(0, |run| run.steps.len());
    match &mismatch.problem {
        Problem::Start(missing) => {
            let missing = reasons.missing(std::slice::from_ref(missing));
            format!("the run does not start where the check does\n{missing}")
        }
        Problem::Trigger(first) => {
            let told = reasons.not_chosen(first.instance, first.event);
            format!("step {} cannot be taken: {told}", taken + 1)
        }
        Problem::Step(first, refusal) => {
            let told = reasons.refusal(first, refusal);
            format!("step {} cannot be taken: {told}", taken + 1)
        }
        Problem::Rest(objection) => format!("the run does not go on as it says: {objection}\n"),
        Problem::Synced { told, found } => format!(
            "step {taken} is another one: the run says that it syncs {}, and it syncs {}\n",
            synced(told),
            synced(found)
        ),
    }
}

fn synced(events: &[TraceEvent]) -> String {
    let shown = events.iter().map(|event| {
        let arguments = event.arguments.iter();
        let arguments: Vec<String> = arguments
            .map(|(name, value)| format!("{name} = {value}"))
            .collect();
        format!(
            "{}[{}].{}({})",
            event.spec,
            event.key,
            event.name,
            arguments.join(", ")
        )
    });
    let shown: Vec<String> = shown.collect();
    if shown.is_empty() {
        "nothing".to_owned()
    } else {
        harmless(&shown.join(", "))
    }
}
