//! What the slice of a check cuts and keeps, as ranges of the texts; and why.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::database::go_on;
use super::trees::{declaration, trimmed};
use super::verdicts::{CheckName, Failure, Question};
use super::{Project, Snapshot, Stale, Stop};
use crate::diagnostics::Span;
use crate::model::Model;
use crate::report::diagnostics_text::Drawing;
use crate::report::why_text;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{Event, FunctionId, Program, Specification};
use crate::semantics::test_module::{Check, Property, TestModule};
use crate::slice::parts::{EventParts, Parts, SpecParts};
use crate::slice::why::why;
use crate::slice::{Options, Slice};

/// A part of the texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Where it stands.
    pub span: Span,
    /// What it is: `field Account.balance`.
    pub what: String,
}

/// What a slice does to the texts.
#[derive(Debug)]
pub struct CutParts {
    /// The texts.
    pub project: Arc<Project>,
    /// What is cut, in order and none within another.
    pub cut: Vec<Part>,
    /// Fields and events that are kept, in order.
    pub kept: Vec<Part>,
}

/// What the slice of a check cuts.
pub fn cut_parts(
    snapshot: &Snapshot,
    name: &CheckName,
    stop: &Stop<'_>,
) -> Result<Result<CutParts, Failure>, Stale> {
    let question = match Question::find(snapshot, name, stop)? {
        Ok(question) => question,
        Err(failure) => return Ok(Err(failure)),
    };
    let mut ledger = Ledger::new(&question.project);
    {
        let model = match question.model() {
            Ok(model) => model,
            Err(failure) => return Ok(Err(failure)),
        };
        go_on(stop)?;
        let slice = Slice::of(&model, Options::default());
        ledger.add_specifications(&slice.parts, stop)?;
        ledger.add_functions(&model, &slice.parts);
    }
    let analysis = question.analysis();
    let (test, check) = (
        question.selected.test(analysis),
        question.selected.check(analysis),
    );
    ledger.add_test(test, check);
    let (cut, kept) = ledger.parts();
    Ok(Ok(CutParts {
        project: Arc::clone(&question.project),
        cut,
        kept,
    }))
}

/// Why `Spec.field` or `Spec.event` is in the slice of a check, or is not: one sentence, and the chain of dependences
/// in the texts.
pub fn why_kept(
    snapshot: &Snapshot,
    name: &CheckName,
    part: &str,
    stop: &Stop<'_>,
) -> Result<Result<(String, String), Failure>, Stale> {
    let question = Question::find(snapshot, name, stop)?;
    Ok(question.and_then(|question| {
        let model = question.model()?;
        let slice = Slice::of(&model, Options::default());
        let why = why(&model, &slice, part);
        let why = why.map_err(|unknown| Failure::BadInput(unknown.to_string()))?;
        let sources = question.project.sources();
        let text = why_text::render(sources, &model, &slice, &why, Drawing::PLAIN);
        Ok((why_text::sentence(&model, &why), text))
    }))
}

/// For each part of the texts whether anything keeps it: several specifications may share one.
struct Ledger<'l> {
    project: &'l Project,
    entries: BTreeMap<Span, Entry>,
}

struct Entry {
    what: String,
    is_kept: bool,
    /// It can be asked why it is kept.
    has_reason: bool,
}

impl<'l> Ledger<'l> {
    fn new(project: &'l Project) -> Ledger<'l> {
        Ledger {
            project,
            entries: BTreeMap::new(),
        }
    }

    fn add(&mut self, span: Span, what: String, is_kept: bool) {
        let entry = self.entries.entry(span).or_insert(Entry {
            what,
            is_kept,
            has_reason: false,
        });
        entry.is_kept |= is_kept;
    }

    fn add_asked(&mut self, span: Span, what: String, is_kept: bool) {
        self.add(span, what, is_kept);
        if let Some(entry) = self.entries.get_mut(&span) {
            entry.has_reason = true;
        }
    }

    fn add_specifications(&mut self, parts: &Parts, stop: &Stop<'_>) -> Result<(), Stale> {
        let program: &'l Program = self.project.program();
        let kept = with_ancestors(program, parts);
        let specs = program.specifications.iter().zip(&parts.classes);
        for ((spec, parts), is_kept) in specs.zip(kept) {
            let what = format!("specification {}", spec.name.text);
            self.add(spec.span, what, is_kept);
            self.add_members(spec, parts, stop)?;
        }
        Ok(())
    }

    fn add_members(
        &mut self,
        spec: &Specification,
        parts: &SpecParts,
        stop: &Stop<'_>,
    ) -> Result<(), Stale> {
        let name = &spec.name.text;
        for (field, is_kept) in spec.fields.iter().zip(&parts.fields) {
            let what = format!("field {name}.{}", field.name.text);
            self.add_asked(field.span, what, *is_kept);
        }
        for (event, kept) in spec.events.iter().zip(&parts.events) {
            go_on(stop)?;
            self.add_event(spec, event, kept);
        }
        for (transition, is_kept) in spec.transitions.iter().zip(&parts.transitions) {
            let event = &spec.events[transition.event.index()].name.text;
            let what = format!("transition {name}.{event}");
            self.add(transition.span, what, *is_kept);
        }
        for invariant in &spec.invariants {
            let what = format!("invariant {name}.{}", invariant.name.text);
            let listed = self.whole(invariant.listed);
            self.add(listed, what.clone(), parts.invariants);
            let defined = self.whole(invariant.name.span);
            self.add(defined, what, parts.invariants);
        }
        Ok(())
    }

    fn add_event(&mut self, spec: &Specification, event: &Event, kept: &EventParts) {
        let what = format!("event {}.{}", spec.name.text, event.name.text);
        let listed = self.whole(event.listed);
        self.add(listed, what.clone(), kept.kept);
        self.add_asked(event.span, what.clone(), kept.kept);
        for (param, is_kept) in event.params.iter().zip(&kept.params) {
            let place = self.whole(param.name.span);
            let what = format!("parameter {} of {what}", param.name.text);
            self.add(place, what, *is_kept);
        }
        for (statement, is_kept) in event.postconditions.iter().zip(&kept.postconditions) {
            let what = format!("postcondition of {what}");
            self.add(statement.span, what, *is_kept);
        }
        for (sync, is_kept) in event.syncs.iter().zip(&kept.syncs) {
            self.add(sync.span, format!("sync of {what}"), *is_kept);
        }
    }

    /// The whole declaration or listing of a name.
    fn whole(&self, name: Span) -> Span {
        let node = declaration(self.project, name);
        node.map_or(name, |node| Span::new(name.file, trimmed(&node)))
    }

    fn add_functions(&mut self, model: &Model<'_>, parts: &Parts) {
        let called = called_functions(model.program, parts);
        for (index, function) in model.program.functions.iter().enumerate() {
            let what = format!("function {}", function.name.text);
            let place = self.whole(function.name.span);
            self.add(place, what, called.contains(&FunctionId::at(index)));
        }
    }

    /// Of a test module, a check needs itself, its states and its domain.
    fn add_test(&mut self, test: &TestModule, check: &Check) {
        let goal = match check.property {
            Property::Reachable { state, .. } => Some(state),
            Property::InvariantsHold => None,
        };
        for (index, state) in test.states.iter().enumerate() {
            let is_kept = goal == Some(index) || check.from == Some(index);
            self.add(state.span, format!("state {}", state.name.text), is_kept);
        }
        for other in &test.checks {
            let is_kept = other.span == check.span;
            self.add(other.span, "check".to_owned(), is_kept);
        }
        for (index, domain) in test.domains.iter().enumerate() {
            let place = self.whole(domain.name.span);
            let what = format!("domain {}", domain.name.text);
            self.add(place, what, check.within == Some(index));
        }
    }

    /// What is cut, and what is kept and has a reason.
    fn parts(self) -> (Vec<Part>, Vec<Part>) {
        let (mut cut, mut kept): (Vec<Part>, Vec<Part>) = (Vec::new(), Vec::new());
        for (span, entry) in self.entries {
            let part = Part {
                span,
                what: entry.what,
            };
            let is_inside = cut.last().is_some_and(|last| last.span.contains(span));
            match (entry.is_kept, is_inside) {
                // The key of a specification goes with it, whatever is said of the key alone.
                (true, false) if entry.has_reason => kept.push(part),
                (false, false) => cut.push(part),
                _ => {}
            }
        }
        (cut, kept)
    }
}

/// For each specification whether it is kept, or something that is kept inherits from it.
fn with_ancestors(program: &Program, parts: &Parts) -> Vec<bool> {
    let mut kept: Vec<bool> = parts.classes.iter().map(|it| it.kept).collect();
    for index in 0..kept.len() {
        let mut parent = program.specifications[index].parent;
        while let Some(ancestor) = parent.filter(|_| parts.classes[index].kept) {
            kept[ancestor.index()] = true;
            parent = program.spec(ancestor).parent;
        }
    }
    kept
}

/// The functions that kept parts call, themselves or through others.
fn called_functions(program: &Program, parts: &Parts) -> FxHashSet<FunctionId> {
    let mut called = FxHashSet::default();
    let mut note = |expr: &Expr| {
        program.walk(expr, &mut |part| {
            if let ExprKind::Call(function, _) | ExprKind::Function(function) = &part.kind {
                called.insert(*function);
            }
        });
    };
    for (spec, parts) in program.specifications.iter().zip(&parts.classes) {
        for (event, kept) in spec.events.iter().zip(&parts.events) {
            kept_expressions(event, kept, &mut note);
        }
        let invariants = spec.invariants.iter().filter(|_| parts.invariants);
        for statement in invariants.flat_map(|it| &it.conditions) {
            note(&statement.condition);
        }
    }
    called
}

/// Calls `note` with the expressions of an event that are kept.
fn kept_expressions(event: &Event, kept: &EventParts, note: &mut impl FnMut(&Expr)) {
    let before = event.preconditions.iter().filter(|_| kept.kept);
    before.for_each(|it| note(&it.condition));
    let after = event.postconditions.iter().zip(&kept.postconditions);
    let after = after.filter(|(_, is_kept)| **is_kept);
    after.for_each(|(it, _)| note(&it.condition));
    let syncs = event.syncs.iter().zip(&kept.syncs);
    for (sync, _) in syncs.filter(|(_, is_kept)| **is_kept) {
        note(&sync.key);
        sync.arguments.iter().for_each(&mut *note);
    }
}
