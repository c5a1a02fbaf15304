//! What the start of a run says of fields.
//!
//! A constraint of the start can only go if it can be met whatever else holds: it compares a field of its own with a
//! constant, and nothing else speaks of that field. All other fields that the start mentions stay, even if no event
//! that is kept reads or writes them: a start that contradicts itself has no runs.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::parts::Parts;
use crate::model::class::ClassId;
use crate::model::{InstanceId, Model};
use crate::semantics::Program;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind};
use crate::semantics::specification::{FieldId, SpecId};
use crate::semantics::types::Type;

/// The fields that the start keeps.
pub(super) fn start_fields(model: &Model<'_>, parts: &Parts) -> BTreeSet<(ClassId, FieldId)> {
    let constraints = &model.start.constraints;
    let mut speaks_of: FxHashMap<(InstanceId, FieldId), usize> = FxHashMap::default();
    let mut is_tangled = !model.start.unwanted.is_empty();
    for (id, constraint) in constraints {
        is_tangled |= reads_others(constraint);
        for (_, field) in mentioned(model, *id, constraint) {
            *speaks_of.entry((*id, field)).or_default() += 1;
        }
    }
    let can_go = |id: InstanceId, constraint: &Expr| {
        let field = compared_with_constant(model, constraint).filter(|_| !is_tangled);
        field.is_some_and(|field| {
            let spec = model.universe.instance(id).spec;
            let ty = &model.program.spec(spec).fields[field.index()].ty;
            let has_domain = model.domains.of_field(spec, field, ty).is_some();
            let is_kept = parts
                .of_class(model.class_of[id.index()])
                .keeps_field(field);
            !is_kept && !has_domain && speaks_of.get(&(id, field)) == Some(&1)
        })
    };
    let mut kept = BTreeSet::new();
    for (id, constraint) in constraints {
        if !can_go(*id, constraint) {
            kept.extend(mentioned(model, *id, constraint));
        }
    }
    for asked in &model.start.unwanted {
        let Some(first) = asked.candidates.first() else {
            continue;
        };
        for constraint in &asked.constraints {
            kept.extend(mentioned(model, *first, constraint));
        }
    }
    kept
}

/// The field that a constraint compares with a constant, where each such constraint has a solution.
fn compared_with_constant(model: &Model<'_>, constraint: &Expr) -> Option<FieldId> {
    let ExprKind::Binary(op, left, right) = &constraint.kind else {
        return None;
    };
    let (field, own, other) = match (own_field(left), own_field(right)) {
        (Some(field), None) => (field, left, right),
        (None, Some(field)) => (field, right, left),
        _ => return None,
    };
    let has_solution = match op {
        // A whole number is not equal to just any Real.
        BinaryOp::Equal => own.ty == other.ty || own.ty != Type::Integer,
        BinaryOp::NotEqual
        | BinaryOp::Less
        | BinaryOp::LessEqual
        | BinaryOp::Greater
        | BinaryOp::GreaterEqual => matches!(other.ty, Type::Integer | Type::Real | Type::Money),
        _ => false,
    };
    (has_solution && model.constant(other).is_some()).then_some(field)
}

fn own_field(expr: &Expr) -> Option<FieldId> {
    match &expr.kind {
        ExprKind::Field(base, field, _) if base.kind == ExprKind::This => Some(*field),
        _ => None,
    }
}

/// All fields that a constraint on an instance mentions, of whomever, within its functions, too.
pub(super) fn mentioned(
    model: &Model<'_>,
    id: InstanceId,
    constraint: &Expr,
) -> BTreeSet<(ClassId, FieldId)> {
    let own = model.class_of[id.index()];
    mentioned_by(model.program, constraint, |base, spec| match base.kind {
        ExprKind::This => own,
        _ => ClassId::of(spec),
    })
}

/// The same by specification.
pub(super) fn mentioned_of_specs(
    program: &Program,
    constraint: &Expr,
) -> BTreeSet<(SpecId, FieldId)> {
    mentioned_by(program, constraint, |_, spec| spec)
}

fn mentioned_by<O: Ord>(
    program: &Program,
    constraint: &Expr,
    owner: impl Fn(&Expr, SpecId) -> O,
) -> BTreeSet<(O, FieldId)> {
    let mut fields = BTreeSet::new();
    program.walk(constraint, &mut |part| {
        if let ExprKind::Field(base, field, _) = &part.kind
            && let Type::Instance(spec) = base.ty
        {
            fields.insert((owner(base, spec), *field));
        }
    });
    fields
}

/// Whether a constraint speaks of other instances than its own.
fn reads_others(constraint: &Expr) -> bool {
    let mut reads = false;
    constraint.walk(&mut |part| {
        reads |= matches!(
            part.kind,
            ExprKind::Instance(..) | ExprKind::Extent(_) | ExprKind::Call(..)
        );
    });
    reads
}
