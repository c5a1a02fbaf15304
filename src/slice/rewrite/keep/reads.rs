//! Fields that the text of a slice reads.
//!
//! A text may have more than its slice: heirs share the statements that one of them needs, and states that are only
//! named need ways to them. What such statements read may be set by statements that the slice itself does without; and
//! an event that is only named may set what the slice reads. Both are kept, or the text would read fields that nothing
//! sets.

use std::collections::BTreeSet;

use super::{Keeper, Request};
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::specification::{Event, FieldId, SpecId, Specification};
use crate::semantics::test_module::{Check, Property, Setup};
use crate::semantics::types::Type;
use crate::slice::parts::{EventParts, Parts};

/// Fields that are read.
#[derive(Default)]
pub(super) struct Reads {
    all: BTreeSet<(SpecId, FieldId)>,
    /// Those that the text reads where the slice does not.
    by_text: BTreeSet<(SpecId, FieldId)>,
}

impl Keeper<'_> {
    /// Notes what the text of a specification reads, and keeps what sets the fields that texts read.
    pub(super) fn add_reads(&mut self, id: SpecId, spec: &Specification, parts: &Parts) {
        let own = &parts.classes[id.index()];
        for (event, kept) in spec.events.iter().zip(&own.events) {
            if self.keeps(event.listed) {
                self.note_event(event, kept, parts);
                self.keep_settings(id, event, kept);
            }
        }
        for invariant in &spec.invariants {
            if self.keeps(invariant.listed) {
                for statement in &invariant.conditions {
                    self.note_reads(&statement.condition, own.invariants);
                }
            }
        }
    }

    /// Notes what the goal of a check reads; a start gives fields their values itself.
    pub(super) fn note_goal(&mut self, request: &Request<'_>, check: &Check) {
        let (Property::Reachable { state, .. }, None) = (&check.property, check.from) else {
            return;
        };
        for setup in &request.test.states[*state].setups {
            if let Setup::Instances(instances) = setup {
                let is_needed = request.united.parts.classes[instances.spec.index()].kept;
                let one_by_one = instances.one_by_one.iter().flatten();
                for constraint in instances.each.iter().chain(one_by_one) {
                    self.note_reads(constraint, is_needed);
                }
            }
        }
    }

    fn note_event(&mut self, event: &Event, kept: &EventParts, parts: &Parts) {
        for statement in &event.preconditions {
            self.note_reads(&statement.condition, kept.kept);
        }
        for (statement, is_needed) in event.postconditions.iter().zip(&kept.postconditions) {
            if self.keeps(statement.span) {
                self.note_reads(&statement.condition, *is_needed);
            }
        }
        for (sync, is_needed) in event.syncs.iter().zip(&kept.syncs) {
            if !self.keeps(sync.span) {
                continue;
            }
            self.note_reads(&sync.key, *is_needed);
            let partner = &self.program.spec(sync.spec).events[sync.event.index()];
            let needed = &parts.classes[sync.spec.index()].events[sync.event.index()].params;
            let params = partner.params.iter().zip(needed);
            for (argument, (param, is_param_needed)) in sync.arguments.iter().zip(params) {
                if self.keeps(param.name.span) {
                    self.note_reads(argument, *is_needed && *is_param_needed);
                }
            }
        }
    }

    fn note_reads(&mut self, expr: &Expr, is_needed: bool) {
        expr.walk(&mut |part| {
            if let ExprKind::Field(base, field, Moment::Current) = &part.kind
                && let Type::Instance(spec) = base.ty
            {
                self.changed |= self.reads.all.insert((spec, *field));
                self.changed |= !is_needed && self.reads.by_text.insert((spec, *field));
            }
        });
    }

    /// Keeps the statements of an event that set what is read.
    fn keep_settings(&mut self, id: SpecId, event: &Event, kept: &EventParts) {
        for statement in &event.postconditions {
            let reads = if kept.kept {
                &self.reads.by_text
            } else {
                &self.reads.all
            };
            let mut fields = own_settings(&statement.condition).into_iter();
            if fields.any(|field| reads.contains(&(id, field))) {
                self.keep(statement.span);
            }
        }
    }
}

/// The fields of its own instance whose next values a statement speaks of.
fn own_settings(statement: &Expr) -> Vec<FieldId> {
    let mut fields = Vec::new();
    statement.walk(&mut |part| {
        if let ExprKind::Field(base, field, Moment::Next) = &part.kind
            && base.kind == ExprKind::This
        {
            fields.push(*field);
        }
    });
    fields
}
