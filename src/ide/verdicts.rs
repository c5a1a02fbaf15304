//! Checks and what came of them. They are answered by the same code as on the command line, of the same texts.
//!
//! A verdict is remembered with what its check reads: the words of the slice. As long as those are the same, so is the
//! answer.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::database::go_on;
use super::trees::{line_of, trimmed};
use super::{Project, Snapshot, Stale, Stop};
pub use crate::checking::Verdict;
use crate::checking::{self, Answer, Answered, Selected, Settings, Supervisor};
use crate::diagnostics::Diagnostic;
use crate::model::Model;
use crate::report::checks::Checked;
use crate::report::diagnostics_text::{self, Drawing};
use crate::report::{check_json, check_text, vacuity};
use crate::semantics::Analysis;
use crate::slice::rewrite::{Request, United, rewrite};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{FileKind, SyntaxKind, SyntaxNode, TextRange, TextSize, tokenize};
use crate::trace::json_trace::{RestOfTrace, Trace};

/// A check by its text, which stays when others come and go.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckName {
    /// The test module.
    pub path: PathBuf,
    /// The check on one line.
    pub text: String,
    /// How many checks before it have the same text.
    pub number: usize,
}

/// The checks of a text with their places, in order.
pub fn checks(path: &Path, root: &SyntaxNode) -> Vec<(CheckName, TextRange)> {
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let nodes = root.children().filter_map(ast::Check::cast);
    nodes
        .map(|node| {
            let text = text_of(&node);
            let number = numbers.entry(text.clone()).or_default();
            let name = CheckName {
                path: path.to_owned(),
                text,
                number: *number,
            };
            *number += 1;
            (name, trimmed(node.syntax()))
        })
        .collect()
}

/// The text of a check without comments and annotations.
fn text_of(node: &ast::Check) -> String {
    let parts = node.syntax().children_with_tokens();
    let parts = parts.filter(|it| !it.kind().is_trivia() && it.kind() != SyntaxKind::ANNOTATION);
    let texts = parts.map(|it| match it {
        rowan::NodeOrToken::Node(node) => line_of(&node),
        rowan::NodeOrToken::Token(token) => token.text().to_owned(),
    });
    let text = texts.collect::<Vec<_>>().join(" ");
    text.trim_end_matches([';', ' ']).to_owned()
}

/// What came of a check.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Whether the answer is the expected one.
    pub verdict: Verdict,
    /// The answer in a few words, as the command line gives them, and what makes it an empty one.
    pub text: String,
    /// How many things make it an empty one.
    pub notes: usize,
    /// The document of `fretsaw check --format json`.
    pub document: serde_json::Value,
    /// The run that was found.
    pub trace: Option<Trace>,
    /// What comes after the steps of the run.
    pub rest: RestOfTrace,
    /// The run as the command line shows it.
    pub trace_text: String,
    /// How long it took.
    pub took: Duration,
    reads: Option<Arc<str>>,
}

/// Why a check was not run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// There is no such check.
    NoSuchCheck,
    /// The texts have errors, or the check has no model: why, in words.
    BadInput(String),
}

impl Failure {
    fn no_model(problems: &[Diagnostic]) -> Failure {
        let messages = problems.iter().map(|it| it.message.as_str());
        Failure::BadInput(messages.collect::<Vec<_>>().join("; "))
    }
}

/// All verdicts that are remembered.
#[derive(Debug, Default)]
pub(super) struct Verdicts {
    known: Mutex<BTreeMap<CheckName, Arc<Outcome>>>,
}

impl Verdicts {
    pub(super) fn is_empty(&self) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.is_empty()
    }

    fn get(&self, name: &CheckName) -> Option<Arc<Outcome>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(name).cloned()
    }

    fn set(&self, name: &CheckName, outcome: &Arc<Outcome>) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.insert(name.clone(), Arc::clone(outcome));
    }
}

/// A check of texts as they are now.
pub(super) struct Question {
    pub(super) project: Arc<Project>,
    pub(super) selected: Selected,
}

impl Question {
    /// Finds a check. Its test module is read with all that it imports and nothing else, as the command line does it.
    pub(super) fn find(
        snapshot: &Snapshot,
        name: &CheckName,
        stop: &Stop<'_>,
    ) -> Result<Result<Question, Failure>, Stale> {
        let project = snapshot.with_imports_only(&name.path, stop)?;
        Ok(Question::find_in(project, name))
    }

    fn find_in(project: Arc<Project>, name: &CheckName) -> Result<Question, Failure> {
        let file = project.file(&name.path).ok_or(Failure::NoSuchCheck)?;
        let module = project.module(file).ok_or(Failure::NoSuchCheck)?;
        let mut checks = checks(&name.path, &module.parse.root()).into_iter();
        let found = checks.find(|(known, _)| known == name);
        let (_, range) = found.ok_or(Failure::NoSuchCheck)?;
        if let Some(error) = project
            .analysis()
            .diagnostics
            .iter()
            .find(|it| it.is_error())
        {
            let place = error.primary.span;
            let path = project.sources().file(place.file).path().display();
            let line = project.sources().line(place);
            let message = format!("{path}:{line}: {}", error.message);
            return Err(Failure::BadInput(message));
        }
        let offset = range.start() + TextSize::from(1);
        let selected = checking::at(project.analysis(), file, offset);
        let selected = selected.ok_or(Failure::NoSuchCheck)?;
        Ok(Question { project, selected })
    }

    pub(super) fn analysis(&self) -> &Analysis {
        self.project.analysis()
    }

    pub(super) fn model(&self) -> Result<Model<'_>, Failure> {
        let analysis = self.analysis();
        let (test, check) = (self.selected.test(analysis), self.selected.check(analysis));
        Model::about_states(&analysis.program, test, check)
            .map_err(|error| Failure::no_model(&error.diagnostics()))
    }

    /// The words of the check's slice: comments, annotations and layout do not matter.
    fn reads(&self) -> Option<Arc<str>> {
        let model = self.model().ok()?;
        let analysis = self.analysis();
        let united = United::slice(&[model], crate::slice::Options::default())?;
        let files = rewrite(&Request {
            analysis,
            test: self.selected.test(analysis),
            checks: &[self.selected.check(analysis)],
            united: &united,
        });
        let texts = files.iter().map(|file| words(&file.text));
        Some(texts.collect::<Vec<_>>().join("\n").into())
    }
}

impl Question {
    /// An answer in the words of the command line, with what makes it an empty one.
    fn outcome(&self, answer: &Answer, took: Duration, reads: Option<Arc<str>>) -> Outcome {
        let checked = Checked::of(self.analysis(), answer);
        let notes = vacuity::notes(&checked);
        let notes = vacuity::merged(checked.sources(), &notes);
        let mut text = check_text::render(&checked, Drawing::PLAIN);
        for note in &notes {
            text.truncate(text.trim_end().len());
            text.push('\n');
            text += &diagnostics_text::render(checked.sources(), note, Drawing::PLAIN);
        }
        text.truncate(text.trim_end().len());
        let document = check_json::check(&checked);
        Outcome {
            verdict: answer.verdict,
            text,
            notes: notes.len(),
            trace: document.trace().cloned(),
            rest: document.rest(),
            trace_text: check_text::run(&checked, false, Drawing::PLAIN),
            // Names and texts can always be written.
            document: serde_json::to_value(document).unwrap_or_default(),
            took,
            reads,
        }
    }
}

/// The words of a text, each on a line, without annotations that only tell something, as `@doc` does.
fn words(text: &str) -> String {
    let (tokens, _) = tokenize(text);
    let starts = std::iter::once(TextSize::default()).chain(tokens.iter().map(|it| it.end));
    let mut words: Vec<&str> = Vec::new();
    for (token, start) in tokens.iter().zip(starts) {
        if token.kind == SyntaxKind::TAG_STRING {
            // The sign and the name before it.
            words.truncate(words.len().saturating_sub(2));
        } else if !token.kind.is_trivia() {
            words.push(&text[TextRange::new(start, token.end)]);
        }
    }
    words.join("\n")
}

/// What is known of a check: the last outcome, and whether something that it reads has changed since.
pub fn known(
    snapshot: &Snapshot,
    name: &CheckName,
    stop: &Stop<'_>,
) -> Result<Option<(Arc<Outcome>, bool)>, Stale> {
    let Some(outcome) = snapshot.verdicts().get(name) else {
        return Ok(None);
    };
    let question = Question::find(snapshot, name, stop)?;
    go_on(stop)?;
    let reads = question.ok().and_then(|question| question.reads());
    let is_stale = reads.is_none() || reads != outcome.reads;
    Ok(Some((outcome, is_stale)))
}

/// Runs a check until it is answered or told to stop, and remembers what came of it. `progress` hears how far it is.
pub fn run(
    snapshot: &Snapshot,
    name: &CheckName,
    stop: &AtomicBool,
    progress: &dyn Fn(&str),
) -> Result<Result<Arc<Outcome>, Failure>, Stale> {
    let begin = Instant::now();
    // It was asked for these texts: whatever is written meanwhile, it goes on.
    let question = match Question::find(snapshot, name, &|| false)? {
        Ok(question) => question,
        Err(failure) => return Ok(Err(failure)),
    };
    let reads = question.reads();
    let settings = Settings::standard(begin.elapsed());
    let answer = match supervised(&question, &settings, stop, progress) {
        Ok(answer) => answer,
        Err(no_model) => return Ok(Err(Failure::BadInput(no_model.to_string()))),
    };
    let outcome = Arc::new(question.outcome(&answer, begin.elapsed(), reads));
    if !stop.load(Ordering::Relaxed) {
        snapshot.verdicts().set(name, &outcome);
    }
    Ok(Ok(outcome))
}

/// Has a check answered in a thread of its own.
fn supervised(
    question: &Question,
    settings: &Settings,
    stop: &AtomicBool,
    progress: &dyn Fn(&str),
) -> Answered {
    let selected = [question.selected];
    let analysis = question.project.analysis();
    let mut supervisor = Supervisor::new(analysis, settings, &selected);
    loop {
        if stop.load(Ordering::Relaxed) {
            supervisor.interrupt();
        } else {
            supervisor.start(1);
        }
        supervisor.heed_clock();
        if let Some(answered) = supervisor.take_ready().pop() {
            return answered;
        }
        let headway = supervisor.headway();
        let told = headway.map(|it| check_text::headway(analysis, &it));
        progress(&told.unwrap_or_default());
        supervisor.wait();
    }
}

/// Whether a path is that of a test module.
pub(super) fn is_test(path: &Path) -> bool {
    crate::semantics::load::kind_of(path) == Some(FileKind::Test)
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn what_only_tells_something_is_no_word() {
        let plain = words("event block() {}\nid: Integer @key");
        let told = words("@doc{It {is} so.} event block() {} // Yes.\nid: Integer @key");
        assert_eq!(plain, told);
        assert!(plain.contains("key"));
    }
}
