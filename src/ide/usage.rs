//! Who reads and writes a field.

use std::collections::BTreeMap;

use super::Project;
use crate::diagnostics::Span;
use crate::semantics::Program;
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::specification::Event;
use crate::semantics::types::Type;

/// How an event or invariant uses a field.
#[derive(Debug, Default)]
struct Use {
    guards: bool,
    reads: bool,
    writes: bool,
}

/// Who reads and writes a field, in Markdown; none where nobody does.
pub(super) fn field_usage(project: &Project, field: Span) -> Option<String> {
    let users = users(project.program(), field);
    let names = |is_it: fn(&Use) -> bool| {
        let users = users.iter().filter(|(_, it)| is_it(it));
        let names: Vec<String> = users.map(|(name, _)| format!("`{name}`")).collect();
        names.join(", ")
    };
    let lines = [
        ("Guards", names(|it| it.guards)),
        ("Read by", names(|it| it.reads)),
        ("Written by", names(|it| it.writes)),
    ];
    let lines = lines.iter().filter(|(_, names)| !names.is_empty());
    let lines: Vec<String> = lines
        .map(|(what, who)| format!("- {what}: {who}"))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn users(program: &Program, field: Span) -> BTreeMap<String, Use> {
    let mut users: BTreeMap<String, Use> = BTreeMap::new();
    for spec in &program.specifications {
        for event in &spec.events {
            let found = event_use(program, event, field);
            let entry = users.entry(format!("{}.{}", spec.name.text, event.name.text));
            let entry = entry.or_default();
            entry.guards |= found.guards;
            entry.reads |= found.reads;
            entry.writes |= found.writes;
        }
        for invariant in &spec.invariants {
            let conditions = invariant.conditions.iter();
            let reads = conditions.map(|it| moments(program, &it.condition, field));
            let name = format!("{}.{}", spec.name.text, invariant.name.text);
            users.entry(name).or_default().reads |= reads.into_iter().any(|it| it.0 || it.1);
        }
    }
    users
}

fn event_use(program: &Program, event: &Event, field: Span) -> Use {
    let mut found = Use::default();
    for guard in &event.preconditions {
        found.guards |= moments(program, &guard.condition, field).0;
    }
    for effect in &event.postconditions {
        let (reads, writes) = moments(program, &effect.condition, field);
        found.reads |= reads;
        found.writes |= writes;
    }
    for sync in &event.syncs {
        let parts = std::iter::once(&sync.key).chain(&sync.arguments);
        for part in parts {
            found.reads |= moments(program, part, field).0;
        }
    }
    found
}

/// Whether an expression reads a field before the step, and whether it speaks of the field after it.
fn moments(program: &Program, expr: &Expr, field: Span) -> (bool, bool) {
    let mut found = (false, false);
    expr.walk(&mut |part| {
        if let ExprKind::Field(base, id, moment) = &part.kind
            && let Type::Instance(spec) = &base.ty
            && program.spec(*spec).fields[id.index()].name.span == field
        {
            match moment {
                Moment::Current => found.0 = true,
                Moment::Next => found.1 = true,
            }
        }
    });
    found
}
