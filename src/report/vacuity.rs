//! Why an answer may be an empty one, as diagnostics.

use super::checks::Checked;
use super::harmless::place;
use super::telling::instance_name;
use crate::diagnostics::codes::vacuity as codes;
use crate::diagnostics::{Diagnostic, Label, Sources, Span};
use crate::model::{InstanceId, Model};
use crate::outcome::Vacuity;
use crate::semantics::specification::EventId;
use crate::trace::json_trace::spec_name;

/// Something worth knowing about the answer to a check.
#[derive(Debug, Clone)]
pub struct Note {
    /// What it is.
    pub diagnostic: Diagnostic,
    /// The check.
    pub check: Span,
}

/// What there is to say about an answer.
pub fn notes(checked: &Checked<'_>) -> Vec<Note> {
    let answer = checked.answer;
    let diagnostics = match &checked.model {
        Some(model) => diagnostics(model, &answer.vacuity, &answer.surprises),
        None => answer.surprises.clone(),
    };
    let note = |diagnostic| Note {
        diagnostic,
        check: checked.check().span,
    };
    diagnostics.into_iter().map(note).collect()
}

/// What was found out about an answer in words, and what else is surprising of its model.
pub fn diagnostics(
    model: &Model<'_>,
    found: &[Vacuity],
    surprises: &[Diagnostic],
) -> Vec<Diagnostic> {
    let starts = !matches!(found, [Vacuity::NoStart { .. }]);
    // Without a start it does not matter who could have taken part.
    let mut missing = if starts {
        surprises.to_vec()
    } else {
        Vec::new()
    };
    let found = found.iter();
    let mut diagnostics: Vec<Diagnostic> = found
        .map(|found| diagnostic(model, found, &mut missing))
        .collect();
    diagnostics.append(&mut missing);
    diagnostics
}

/// What there is to say about several answers, each thing once.
pub fn merged(sources: &Sources, notes: &[Note]) -> Vec<Diagnostic> {
    let mut groups: Vec<Vec<&Note>> = Vec::new();
    for note in notes {
        match groups.iter_mut().find(|group| group[0].says_the_same(note)) {
            Some(group) => group.push(note),
            None => groups.push(vec![note]),
        }
    }
    let groups = groups.iter();
    groups.map(|group| together(sources, group)).collect()
}

impl Note {
    fn says_the_same(&self, other: &Note) -> bool {
        self.diagnostic.code.id == other.diagnostic.code.id
            && self.place() == other.place()
            && self.diagnostic.secondary == other.diagnostic.secondary
            && self.diagnostic.help == other.diagnostic.help
    }

    /// The place that it is about, unless that is the check itself.
    fn place(&self) -> Option<Span> {
        let place = self.diagnostic.primary.span;
        (place != self.check).then_some(place)
    }
}

/// One diagnostic for notes that say the same of different checks. It tells which checks these are, if it does not
/// point at the only one.
fn together(sources: &Sources, group: &[&Note]) -> Diagnostic {
    let first = group[0];
    if group.len() == 1 && first.place().is_none() {
        return first.diagnostic.clone();
    }
    let mut checks: Vec<Span> = group.iter().map(|note| note.check).collect();
    checks.dedup();
    let noun = if checks.len() == 1 { "check" } else { "checks" };
    let places = places(sources, &checks);
    let which = format!("this goes for the {noun} at {places}");
    first.diagnostic.clone().further_help(which)
}

/// `bank/Limits.tebl:12, 20, bank/Rates.tebl:7`
fn places(sources: &Sources, checks: &[Span]) -> String {
    let mut places: Vec<String> = Vec::new();
    let mut file = None;
    for check in checks {
        let line = sources.line(*check);
        if file.replace(check.file) == Some(check.file) {
            places.push(line.to_string());
        } else {
            places.push(place(sources, *check));
        }
    }
    places.join(", ")
}

/// What an engine found out, in words. What is told with it is no longer missing.
fn diagnostic(model: &Model<'_>, found: &Vacuity, missing: &mut Vec<Diagnostic>) -> Diagnostic {
    let (instance, event, because, stuck, followers) = match found {
        Vacuity::NoStart { because } => {
            let note = codes::contradictory_start(model.check.span, because);
            return under_restrictions(model, note, false);
        }
        Vacuity::NoGoal { because } => {
            let note = codes::contradictory_goal(model.check.span, because);
            return under_restrictions(model, note, false);
        }
        Vacuity::GoalNeeds {
            instance,
            event,
            because,
        } => {
            let place = model.interpreter().event(*instance, *event).name.span;
            let name = event_name(model, *instance, *event);
            let note = codes::goal_needs(place, &name, because);
            return under_restrictions(model, note, true);
        }
        Vacuity::NeverHappens {
            instance,
            event,
            because,
            stuck,
            followers,
        } => (instance, event, because, stuck, followers),
    };
    let mut help = Vec::new();
    let mut reasons = Vec::new();
    for span in because {
        let is_here = |note: &Diagnostic| note.secondary.iter().any(|it| span.contains(it.span));
        let told = missing
            .iter()
            .position(is_here)
            .map(|at| missing.remove(at));
        let text = match told.as_ref().and_then(|told| told.secondary.first()) {
            Some(label) => label.text.clone(),
            None if because.len() > 1 && stuck.is_empty() => "these never hold together".to_owned(),
            None => reason(model, stuck),
        };
        reasons.push(Label { span: *span, text });
        help.extend(told.and_then(|told| told.help));
    }
    let place = model.interpreter().event(*instance, *event).name.span;
    let name = event_name(model, *instance, *event);
    let followers = followers
        .iter()
        .map(|(instance, event)| format!("`{}`", event_name(model, *instance, *event)));
    let followers: Vec<String> = followers.collect();
    let diagnostic = codes::never_happens(place, &name, reasons, &followers);
    let diagnostic = help.into_iter().fold(diagnostic, Diagnostic::further_help);
    under_restrictions(model, diagnostic, true)
}

/// Tells that something may be so only because of what the check restricts values and, where it is about steps, events
/// to.
fn under_restrictions(model: &Model<'_>, mut note: Diagnostic, is_about_steps: bool) -> Diagnostic {
    let has_domain = !model.domains.is_empty();
    let has_events = is_about_steps && !model.check.using.is_empty();
    let what = match (has_domain, has_events) {
        (false, false) => return note,
        (true, false) => "the domain that the check names with `within`",
        (false, true) => "the events that the check names with `using`",
        (true, true) => "the domain and the events that the check names",
    };
    // What to do about it comes after what it is.
    let known = note.help.take();
    let note = note.help(format!("that is so under {what}"));
    known.into_iter().fold(note, Diagnostic::further_help)
}

/// What is said of the place that stands in the way of an event.
fn reason(model: &Model<'_>, stuck: &[InstanceId]) -> String {
    let names: Vec<String> = stuck.iter().map(|id| instance_name(model, *id)).collect();
    let those = match names.as_slice() {
        [] => return "this never holds".to_owned(),
        [only] => format!("{only} never gets"),
        [first, last] => format!("{first} and {last} never get"),
        [first, others @ ..] => format!("{first} and {} others never get", others.len()),
    };
    format!("{those} into the life-cycle state that this needs")
}

/// `Account.withdraw`
fn event_name(model: &Model<'_>, instance: InstanceId, event: EventId) -> String {
    let event = &model.interpreter().event(instance, event).name.text;
    format!("{}.{event}", spec_name(model, instance))
}
