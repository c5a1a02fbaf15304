//! Next values: what [`crate::model`] solves on concrete states, for all states at once.
//!
//! Most postconditions say outright what a field becomes. Where that depends on the state there is a draft for each possibility, and where
//! they do not say it at all there is one for each value of a finite set.

use std::collections::BTreeSet;

use super::build::not;
use super::context::{Context, Field};
use super::draft::{Draft, within};
use super::expression::{chosen_arms, fitted};
use super::obstacle::Obstacle;
use super::parameters::confine;
use super::symbol::Symbol;
use crate::finite::Expr as FiniteExpr;
use crate::model::domains::{Confined, turned};
use crate::model::{InstanceId, Value, reads_next};
use crate::semantics::deep;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment};
use crate::semantics::types::Type;

/// What is left of a condition, each part with when; nothing is left where it holds anyway.
type Parts<'m> = Vec<(FiniteExpr, Option<&'m Expr>)>;

/// Adds the steps that come of a draft once its next values are known.
pub(super) fn solve(
    context: &Context<'_>,
    draft: Draft,
    found: &mut Vec<Draft>,
) -> Result<(), Obstacle> {
    let interpreter = context.model.interpreter();
    let mut conditions = Vec::new();
    let mut unknown = BTreeSet::new();
    for (at, taking) in draft.taken.iter().enumerate() {
        let event = interpreter.event(taking.instance, taking.event);
        let statements = event.preconditions.iter().chain(&event.postconditions);
        let reading = statements.filter(|it| reads_next(&it.condition));
        conditions.extend(reading.map(|statement| (at, &statement.condition)));
        let groups = &interpreter.shape(taking.instance, taking.event).groups;
        let fields = groups.iter().flat_map(|group| &group.fields);
        unknown.extend(fields.map(|field| (taking.instance, *field)));
    }
    let open = Open {
        context,
        draft,
        conditions,
        unknown,
    };
    open.solve(found)
}

/// A draft whose next values are not all known.
#[derive(Clone)]
struct Open<'s, 'm> {
    context: &'s Context<'m>,
    draft: Draft,
    /// Conditions that read the next state, each with who takes part in whose event it stands.
    conditions: Vec<(usize, &'m Expr)>,
    unknown: BTreeSet<Field>,
}

impl<'m> Open<'_, 'm> {
    fn solve(mut self, found: &mut Vec<Draft>) -> Result<(), Obstacle> {
        self.flatten();
        while let Some((index, field, value)) = self.determined()? {
            let (at, _) = self.conditions.remove(index);
            if !self.set(at, field, value)? {
                return Ok(());
            }
        }
        if self.unknown.is_empty() {
            return self.finish(found);
        }
        if let Some(branches) = self.branches()? {
            for branch in branches {
                deep(|| branch.solve(found))?;
            }
            return Ok(());
        }
        let (field, values) = self.choice()?;
        for value in values {
            let mut branch = self.clone();
            branch.unknown.remove(&field);
            branch.draft.next.fields.insert(field, Symbol::Known(value));
            deep(|| branch.solve(found))?;
        }
        Ok(())
    }

    /// Splits conjunctions.
    fn flatten(&mut self) {
        let mut at = 0;
        while at < self.conditions.len() {
            let (taking, condition) = self.conditions[at];
            if let ExprKind::Binary(BinaryOp::And, left, right) = &condition.kind {
                self.conditions[at] = (taking, left);
                self.conditions.insert(at + 1, (taking, right));
            } else {
                at += 1;
            }
        }
    }

    /// Everything that is left has to hold.
    fn finish(mut self, found: &mut Vec<Draft>) -> Result<(), Obstacle> {
        for (at, condition) in std::mem::take(&mut self.conditions) {
            let scope = self.draft.scope(self.context, at, Some(&self.draft.next));
            let condition = scope.holds(condition)?;
            if !self.draft.require(condition) {
                return Ok(());
            }
        }
        found.push(self.draft);
        Ok(())
    }

    /// A condition `new this.f == e` that says what an unknown field becomes.
    fn determined(&self) -> Result<Option<(usize, Field, &'m Expr)>, Obstacle> {
        for (index, (at, condition)) in self.conditions.iter().enumerate() {
            if let Some((field, BinaryOp::Equal, value)) = self.comparison(*at, condition)? {
                return Ok(Some((index, field, value)));
            }
        }
        Ok(None)
    }

    /// Gives a field the value that a condition says; whether the step is still possible.
    fn set(&mut self, at: usize, field: Field, value: &Expr) -> Result<bool, Obstacle> {
        let scope = self.draft.scope(self.context, at, Some(&self.draft.next));
        let term = fitted(self.type_of(field), value, scope.value(value)?)?;
        let allowed = match self.context.model.interpreter().domain(field.0, field.1) {
            Some(domain) => within(&term, domain)?,
            None => super::build::YES,
        };
        self.unknown.remove(&field);
        self.draft.next.fields.insert(field, term.symbol);
        Ok(self.draft.require(term.defined) && self.draft.require(allowed))
    }

    fn type_of(&self, (instance, field): Field) -> &'m Type {
        let spec = self.context.model.interpreter().spec(instance);
        &spec.fields[field.index()].ty
    }

    /// `new this.f op e` with f unknown and e known, either way round (then the operator is turned round, too).
    fn comparison(
        &self,
        at: usize,
        condition: &'m Expr,
    ) -> Result<Option<(Field, BinaryOp, &'m Expr)>, Obstacle> {
        let ExprKind::Binary(op, left, right) = &condition.kind else {
            return Ok(None);
        };
        let this = self.draft.taken[at].instance;
        for (side, op, other) in [(left, Some(*op), right), (right, turned(*op), left)] {
            if let Some(op) = op
                && let Some(field) = next_field(side, this)
                && self.unknown.contains(&field)
                && self.is_known(at, other)?
            {
                return Ok(Some((field, op, other)));
            }
        }
        Ok(None)
    }

    /// Whether an expression reads no unknown field.
    fn is_known(&self, at: usize, expr: &Expr) -> Result<bool, Obstacle> {
        let mut bases = Vec::new();
        expr.walk(&mut |part| {
            if let ExprKind::Field(base, field, Moment::Next) = &part.kind {
                bases.push((base, *field));
            }
        });
        for (base, field) in bases {
            let mut is_fixed = !reads_next(base);
            base.walk(&mut |part| is_fixed &= !matches!(part.kind, ExprKind::Local(_)));
            let ids: Vec<InstanceId> = if is_fixed {
                let scope = self.draft.scope(self.context, at, None);
                let cases = scope.value(base)?.symbol.cases()?.into_iter();
                let instance = |value| match value {
                    Value::Instance(id) => Some(id),
                    _ => None,
                };
                cases.filter_map(|case| instance(case.value)).collect()
            } else {
                self.unknown.iter().map(|(id, _)| *id).collect()
            };
            if ids.iter().any(|id| self.unknown.contains(&(*id, field))) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The possibilities of a condition of which the state before tells which part matters; none where there is no such condition.
    fn branches(&self) -> Result<Option<Vec<Self>>, Obstacle> {
        for (index, (at, condition)) in self.conditions.iter().enumerate() {
            if self.is_known(*at, condition)? {
                continue;
            }
            if let Some(parts) = self.parts(*at, condition)? {
                let branches = parts.into_iter().filter_map(|(when, part)| {
                    let mut branch = self.clone();
                    match part {
                        Some(part) => branch.conditions[index].1 = part,
                        None => drop(branch.conditions.remove(index)),
                    }
                    branch.draft.require(when).then_some(branch)
                });
                return Ok(Some(branches.collect()));
            }
        }
        Ok(None)
    }

    /// What a condition comes to, as far as the state before tells.
    fn parts(&self, at: usize, condition: &'m Expr) -> Result<Option<Parts<'m>>, Obstacle> {
        let scope = self.draft.scope(self.context, at, None);
        let truth = |part: &Expr| scope.truth(part, &mut Vec::new());
        let unless = |settled: FiniteExpr, other: &'m Expr| {
            Ok(Some(vec![
                (settled.clone(), None),
                (not(settled), Some(other)),
            ]))
        };
        match &condition.kind {
            ExprKind::Binary(BinaryOp::Implies, left, right) if !reads_next(left) => {
                unless(truth(left)?.no, right)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) if !reads_next(left) => {
                unless(truth(left)?.yes, right)
            }
            ExprKind::Binary(BinaryOp::Or, left, right) if !reads_next(right) => {
                unless(truth(right)?.yes, left)
            }
            ExprKind::Conditional(choice, then, otherwise) if !reads_next(choice) => {
                let choice = truth(choice)?;
                Ok(Some(vec![
                    (choice.yes, Some(then)),
                    (choice.no, Some(otherwise)),
                ]))
            }
            ExprKind::Case(subject, arms) if !reads_next(subject) => {
                let arms = chosen_arms(&scope.value(subject)?, arms)?.into_iter();
                Ok(Some(arms.map(|(when, arm)| (when, Some(arm))).collect()))
            }
            _ => Ok(None),
        }
    }

    /// An unknown field with the fewest values to try, and these.
    fn choice(&self) -> Result<(Field, Vec<Value>), Obstacle> {
        let mut fewest: Option<(Field, Vec<Value>)> = None;
        for field in &self.unknown {
            if let Some(values) = self.values(*field)?
                && fewest
                    .as_ref()
                    .is_none_or(|(_, known)| known.len() > values.len())
            {
                fewest = Some((*field, values));
            }
        }
        fewest.ok_or_else(|| {
            let first = self.unknown.first();
            let name = first.map(|field| super::field_name(self.context.model, *field));
            Obstacle::NoDomain {
                what: format!("a next value of {}", name.unwrap_or_default()),
                span: first.map(|field| super::field_span(self.context.model, *field)),
            }
        })
    }

    /// The values that an unknown field may have: those of its domain, or those that conditions confine it to.
    fn values(&self, field: Field) -> Result<Option<Vec<Value>>, Obstacle> {
        let interpreter = self.context.model.interpreter();
        if let Some(domain) = interpreter.domain(field.0, field.1) {
            return Ok(Some(domain.to_vec()));
        }
        let mut confined = Confined::new(self.type_of(field));
        for (at, condition) in &self.conditions {
            if let Some((found, op, other)) = self.comparison(*at, condition)?
                && found == field
            {
                let scope = self.draft.scope(self.context, *at, Some(&self.draft.next));
                confine(&mut confined, op, other, &scope)?;
            }
        }
        Ok(confined.values())
    }
}

/// `new this.f`
fn next_field(expr: &Expr, this: InstanceId) -> Option<Field> {
    match &expr.kind {
        ExprKind::Field(base, field, Moment::Next) if base.kind == ExprKind::This => {
            Some((this, *field))
        }
        _ => None,
    }
}
