//! Findings about single events, functions and conditions.

use rustc_hash::FxHashSet;

use crate::diagnostics::codes::{conditions as codes, unused};
use crate::diagnostics::{Diagnostic, Span};
use crate::semantics::context::Context;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment};
use crate::semantics::headers::SpecHeader;
use crate::semantics::specification::{FieldId, Param, Statement};
use crate::syntax::ast::{self, AstNode};

/// Reports parameters that no expression refers to.
pub(in crate::semantics) fn report_unused_params<'e>(
    context: &Context<'_>,
    what: &str,
    name: &str,
    params: &[Param],
    exprs: impl IntoIterator<Item = &'e Expr>,
) {
    let mut used = vec![false; params.len()];
    let mut unclear = false;
    for expr in exprs {
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Parameter(id) => used[id.index()] = true,
            ExprKind::Error => unclear = true,
            _ => {}
        });
    }
    if unclear {
        return;
    }
    let mut names = FxHashSet::default();
    for (param, used) in params.iter().zip(used) {
        // The second parameter of a name cannot be used, which has been told.
        let is_first = names.insert(&param.name.text);
        if used || !is_first {
            continue;
        }
        context.report(unused::parameter(
            param.name.span,
            what,
            name,
            &param.name.text,
        ));
    }
}

/// The finding that a configuration parameter is unused.
pub(in crate::semantics) fn unused_config_param(
    span: Span,
    param: &str,
    event: &str,
) -> Diagnostic {
    unused::parameter(span, "event", event, param)
}

/// Only configuration parameters can have a default value.
pub(in crate::semantics) fn report_defaults(
    context: &Context<'_>,
    module: usize,
    params: impl Iterator<Item = ast::Param>,
) {
    for default in params.filter_map(|param| param.default()) {
        context.report(codes::default_without_effect(
            context.span(module, default.syntax()),
        ));
    }
}

/// A key never changes.
pub(in crate::semantics) fn report_key_assignment(
    context: &Context<'_>,
    header: &SpecHeader,
    postconditions: &[Statement],
    preconditions: &[Statement],
) {
    let Some(key) = header.key else { return };
    let field = &header.fields[key.index()];
    for statement in postconditions.iter().chain(preconditions) {
        for_each_next_field(&statement.condition, &mut |id, span| {
            if id == key {
                context.report(codes::key_assigned(span, &field.name.text, field.span));
            }
        });
    }
}

/// Calls `visit` with each `new this.f`. In `new S[this.f]` the field only tells which instance is
/// meant, so nothing is said of it.
fn for_each_next_field(expr: &Expr, visit: &mut dyn FnMut(FieldId, Span)) {
    if matches!(expr.kind, ExprKind::Instance(..)) {
        return;
    }
    if let Some(field) = next_own_field(expr) {
        visit(field, expr.span);
    }
    crate::stack::with_enough_stack(|| {
        expr.for_each_part(|part| for_each_next_field(part, visit));
    });
}

/// The field that `new this.f` reads.
fn next_own_field(expr: &Expr) -> Option<FieldId> {
    match &expr.kind {
        ExprKind::Field(base, field, Moment::Next) if base.kind == ExprKind::This => Some(*field),
        _ => None,
    }
}

/// An event that says something of some elements of a new collection, and nothing of the
/// collection as a whole, leaves all other elements open.
pub(in crate::semantics) fn report_partial_updates(
    context: &Context<'_>,
    header: &SpecHeader,
    postconditions: &[Statement],
) {
    let mut whole: FxHashSet<FieldId> = FxHashSet::default();
    let mut parts: Vec<(FieldId, Span)> = Vec::new();
    for statement in postconditions {
        mentions(&statement.condition, &mut whole, &mut parts);
    }
    parts.retain(|(field, _)| {
        header.fields[field.index()].ty.is_collection() && !whole.contains(field)
    });
    for (field, span) in parts {
        let field = &header.fields[field.index()];
        context.report(codes::partial_update(span, &field.name.text, field.span));
    }
}

/// Sorts the mentions of new fields: compared as a whole (or quantified over), or only in part.
fn mentions(expr: &Expr, whole: &mut FxHashSet<FieldId>, parts: &mut Vec<(FieldId, Span)>) {
    crate::stack::with_enough_stack(|| {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Equal, left, right) => {
                whole.extend(
                    [left, right]
                        .into_iter()
                        .filter_map(|side| next_own_field(side)),
                );
            }
            ExprKind::Quantified(_, binding) => whole.extend(next_own_field(&binding.over)),
            _ => {}
        }
        if let Some(field) = next_own_field(expr) {
            parts.push((field, expr.span));
        }
        expr.for_each_part(|part| mentions(part, whole, parts));
    });
}
