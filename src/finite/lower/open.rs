//! Which fields that a start leaves open may be read before they are set: these need values to begin with.

use std::collections::{BTreeMap, BTreeSet};

use super::assemble::Drafted;
use super::context::Lowering;
use super::starts::{Starts, values_of};
use crate::finite::evaluate::evaluate;
use crate::finite::{BinaryOp, Expr, UnaryOp, VariableId};
use crate::ground::{InstanceId, Obstacle};

/// In which states of its instance a field may be read that is open at the start.
type Reads = BTreeMap<usize, BTreeSet<u32>>;

impl Lowering {
    /// Gives values to those fields that are open at the start and may be read before they are set; tells whether there are any.
    pub(super) fn close(
        &mut self,
        starts: &Starts,
        drafts: &[Drafted],
        goal: &Expr,
    ) -> Result<bool, Obstacle> {
        if self.fields.iter().all(|field| !field.is_open) {
            return Ok(false);
        }
        let reads = self.reads(drafts, goal);
        let open = self.open_at(starts, drafts);
        let mut has_closed = false;
        for (field, states) in reads {
            let id = self.fields[field].id;
            let is_open = |at: &u32| {
                let here = open.get(&(id.0, *at));
                here.is_some_and(|fields| fields.contains(&field))
            };
            if !self.fields[field].is_open || !states.iter().any(is_open) {
                continue;
            }
            let mut listed = Vec::new();
            for value in values_of(&self.enumeration, id)? {
                let value = self.listed(field, value)?;
                self.learn(field, value.clone())?;
                listed.push(value);
            }
            self.fields[field].starts = listed;
            self.fields[field].is_open = false;
            has_closed = true;
        }
        Ok(has_closed)
    }

    /// Where open fields are read.
    fn reads(&self, drafts: &[Drafted], goal: &Expr) -> Reads {
        let mut of_variable: BTreeMap<VariableId, usize> = BTreeMap::new();
        for (place, field) in self.fields.iter().enumerate().filter(|(_, it)| it.is_open) {
            of_variable.insert(field.variable, place);
        }
        let mut reading = Reading {
            lowering: self,
            of_variable,
            assumed: Vec::new(),
            reads: Reads::default(),
        };
        reading.look(goal);
        for drafted in drafts {
            let places = drafted.draft.places.iter();
            let places = places.map(|(id, (from, _))| self.is_at(*id, *from));
            reading.assumed = places.chain(drafted.guard.iter().cloned()).collect();
            let first = reading.assumed.len() - drafted.guard.len();
            for (place, part) in drafted.guard.iter().enumerate() {
                let own = reading.assumed.remove(first + place);
                reading.look(part);
                reading.assumed.insert(first + place, own);
            }
            for (_, value) in &drafted.values {
                reading.look(value);
            }
            reading.assumed.clear();
        }
        reading.reads
    }

    /// For each instance and state that it may get to, the fields that may still be as the start left them.
    fn open_at(
        &self,
        starts: &Starts,
        drafts: &[Drafted],
    ) -> BTreeMap<(InstanceId, u32), BTreeSet<usize>> {
        let mut open: BTreeMap<(InstanceId, u32), BTreeSet<usize>> = BTreeMap::new();
        for (index, places) in starts.places.iter().enumerate() {
            let id = InstanceId::at(index);
            let own = self.fields.iter().enumerate();
            let own = own.filter(|(_, field)| field.is_open && field.id.0 == id);
            let own: BTreeSet<usize> = own.map(|(place, _)| place).collect();
            for place in places {
                open.insert((id, *place), own.clone());
            }
        }
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for drafted in drafts {
                for (id, (from, to)) in &drafted.draft.places {
                    let Some(before) = open.get(&(*id, *from)) else {
                        continue;
                    };
                    let is_set = |field: &&usize| drafted.draft.next.contains_key(field);
                    let after = before.iter().filter(|field| !is_set(field));
                    let after: BTreeSet<usize> = after.copied().collect();
                    let is_new = !open.contains_key(&(*id, *to));
                    let known = open.entry((*id, *to)).or_default();
                    let count = known.len();
                    known.extend(after);
                    has_grown |= is_new || known.len() > count;
                }
            }
        }
        open
    }
}

/// Finds out where open fields are read.
struct Reading<'r> {
    lowering: &'r Lowering,
    of_variable: BTreeMap<VariableId, usize>,
    /// What holds wherever the expression is looked at.
    assumed: Vec<Expr>,
    reads: Reads,
}

impl Reading<'_> {
    fn look(&mut self, expr: &Expr) {
        match expr {
            Expr::Binary(op @ (BinaryOp::And | BinaryOp::Or), ..) => {
                let mut parts = Vec::new();
                flatten(*op, expr, &mut parts);
                self.look_at_parts(*op, &parts);
            }
            Expr::If(condition, yes, no) => {
                self.look(condition);
                self.assuming(condition, true, yes);
                self.assuming(condition, false, no);
            }
            Expr::Binary(_, left, right) => {
                self.look(left);
                self.look(right);
            }
            Expr::Unary(_, part) | Expr::Element(_, part) => self.look(part),
            Expr::Variable(variable) => self.note(*variable),
            Expr::Constant(_) | Expr::Local(_) => {}
        }
    }

    /// Of several parts each only matters where the others do not decide.
    fn look_at_parts(&mut self, op: BinaryOp, parts: &[&Expr]) {
        let controls: Vec<bool> = parts.iter().map(|part| self.reads_control(part)).collect();
        for (at, part) in parts.iter().enumerate() {
            let before = self.assumed.len();
            for (other, _) in controls.iter().enumerate().filter(|(_, it)| **it) {
                if other != at {
                    let assumed = parts[other].clone();
                    self.assumed.push(match op {
                        BinaryOp::And => assumed,
                        _ => Expr::Unary(UnaryOp::Not, Box::new(assumed)),
                    });
                }
            }
            self.look(part);
            self.assumed.truncate(before);
        }
    }

    /// Whether an expression reads where one instance is, and nothing else.
    fn reads_control(&self, expr: &Expr) -> bool {
        let read = expr.variables();
        let mut read = read.iter();
        let (Some(only), None) = (read.next(), read.next()) else {
            return false;
        };
        self.lowering.controls.contains(only)
    }

    fn assuming(&mut self, condition: &Expr, holds: bool, expr: &Expr) {
        self.assumed.push(if holds {
            condition.clone()
        } else {
            Expr::Unary(UnaryOp::Not, Box::new(condition.clone()))
        });
        self.look(expr);
        self.assumed.pop();
    }

    fn note(&mut self, variable: VariableId) {
        let Some(field) = self.of_variable.get(&variable).copied() else {
            return;
        };
        let id = self.lowering.fields[field].id.0;
        let control = self.lowering.controls[id.index()];
        let states = self.lowering.instance(id).states.len();
        let states = (0..states).map(|at| u32::try_from(at).unwrap_or(u32::MAX));
        let left = states.filter(|at| self.assumed.iter().all(|it| may_hold(it, control, *at)));
        self.reads.entry(field).or_default().extend(left);
    }
}

fn flatten<'e>(op: BinaryOp, expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match expr {
        Expr::Binary(own, left, right) if *own == op => {
            flatten(op, left, parts);
            flatten(op, right, parts);
        }
        _ => parts.push(expr),
    }
}

/// Whether a condition may hold where an instance is in a state, as far as that is easy to tell.
fn may_hold(condition: &Expr, control: VariableId, state: u32) -> bool {
    match condition {
        Expr::Binary(BinaryOp::And, left, right) => {
            may_hold(left, control, state) && may_hold(right, control, state)
        }
        Expr::Binary(BinaryOp::Or, left, right) => {
            may_hold(left, control, state) || may_hold(right, control, state)
        }
        _ => {
            let read = condition.variables();
            if read.len() != 1 || !read.contains(&control) {
                return true;
            }
            let mut values = vec![0; control.0 as usize + 1];
            values[control.0 as usize] = i64::from(state);
            evaluate(condition, &values) != Ok(0)
        }
    }
}
