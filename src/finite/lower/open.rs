//! Which fields that a start leaves open may be read before they get a value: these need values to begin with.
//!
//! Terms tell which fields a step or the goal reads; expressions tell better in which states it matters, but where the
//! values that are known of a field decide, they do not show it any more.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::assemble::Drafted;
use super::context::{Lowering, Owner};
use super::starts::{Starts, values_of};
use super::unfold::Draft;
use crate::finite::evaluate::evaluate;
use crate::finite::{BinaryOp, Expr, UnaryOp, VariableId};
use crate::ground::{InstanceId, Obstacle};
use crate::logic::rewrite::symbols;
use crate::logic::{Node, Symbol, TermId};

/// In which states of its instance a field may be read that is open at the start.
pub(super) type Reads = BTreeMap<usize, BTreeSet<u32>>;

/// What a term reads that is looked at in any state.
#[derive(Debug, Default)]
pub(super) struct Look {
    /// Open fields, each with a state of its instance in which it is read.
    reads: BTreeSet<(usize, u32)>,
    /// Where it is false.
    never: BTreeSet<(InstanceId, u32)>,
}

/// For each instance and state that it may get to, the fields that may still be as the start left them.
type Open = BTreeMap<(InstanceId, u32), BTreeSet<usize>>;

impl Lowering {
    /// Gives values to those fields that are open at the start and may be read before they get one; tells whether
    /// there are any.
    pub(super) fn close(
        &mut self,
        starts: &Starts,
        drafts: &[Drafted],
        (wanted, goal): (&[TermId], &Expr),
    ) -> Result<bool, Obstacle> {
        if self.fields.iter().all(|field| !field.is_open) {
            return Ok(false);
        }
        let open = self.open_at(starts, drafts);
        let mut reads = self.reads(drafts, goal);
        let wanted: Vec<TermId> = wanted.iter().map(|term| self.plain(*term)).collect();
        self.note_reads(&Draft::default(), &wanted, &[]);
        for (field, states) in &self.reads {
            reads.entry(*field).or_default().extend(states);
        }
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

    /// Notes which open fields are read where all of some conditions may hold: by them, and by what is computed then.
    pub(super) fn note_reads(&mut self, draft: &Draft, conditions: &[TermId], values: &[TermId]) {
        if self.fields.iter().all(|field| !field.is_open) {
            return;
        }
        let conditions = conditions.iter().map(|it| self.look_of(*it));
        let conditions: Vec<Rc<Look>> = conditions.collect();
        let values: Vec<Rc<Look>> = values.iter().map(|it| self.look_of(*it)).collect();
        let is_possible = |id: InstanceId, at: u32| {
            let is_there = draft.places.get(&id).is_none_or(|(from, _)| *from == at);
            is_there && conditions.iter().all(|it| !it.never.contains(&(id, at)))
        };
        for look in conditions.iter().chain(&values) {
            for (field, at) in &look.reads {
                if is_possible(self.fields[*field].id.0, *at) {
                    self.reads.entry(*field).or_default().insert(*at);
                }
            }
        }
    }

    /// What a term reads.
    fn look_of(&mut self, term: TermId) -> Rc<Look> {
        if let Some(known) = self.looks.get(&term) {
            return Rc::clone(known);
        }
        let mut look = Look::default();
        let (fields, controls) = self.read_by(term);
        for field in fields {
            let id = self.fields[field].id.0;
            if !controls.contains(&id) {
                let states = 0..self.n_states(id);
                look.reads.extend(states.map(|at| (field, at)));
            }
        }
        for id in controls {
            for at in 0..self.n_states(id) {
                let here = self.where_it_is(id, at, term);
                if self.system.context.terms.known(here) == Some(false) {
                    look.never.insert((id, at));
                }
                let (fields, _) = self.read_by(here);
                let own = fields.into_iter().filter(|it| self.fields[*it].id.0 == id);
                look.reads.extend(own.map(|field| (field, at)));
            }
        }
        let look = Rc::new(look);
        self.looks.insert(term, Rc::clone(&look));
        look
    }

    /// The open fields that a term reads, and the instances of which it asks where they are.
    fn read_by(&self, term: TermId) -> (BTreeSet<usize>, BTreeSet<InstanceId>) {
        let (mut fields, mut controls) = (BTreeSet::new(), BTreeSet::new());
        for symbol in symbols(&self.system.context.terms, term) {
            let Symbol::Current(id) = symbol else {
                continue;
            };
            match self.owners[id.0 as usize] {
                Owner::Field(field) if self.fields[field].is_open => {
                    fields.insert(field);
                }
                Owner::Control(id) => {
                    controls.insert(id);
                }
                Owner::Field(_) | Owner::Now => {}
            }
        }
        (fields, controls)
    }

    /// A term where an instance is in a state.
    fn where_it_is(&mut self, id: InstanceId, at: u32, term: TermId) -> TermId {
        let sort = self.system.current.control_sorts[id.index()];
        let control = self.system.current.instances[id.index()].control;
        let Node::Symbol(control, _) = *self.system.context.terms.node(control) else {
            return term;
        };
        let at = self.system.context.terms.finite(sort, at);
        self.put(&FxHashMap::from_iter([(control, at)]), term)
    }

    fn n_states(&self, id: InstanceId) -> u32 {
        u32::try_from(self.instance(id).states.len()).unwrap_or(u32::MAX)
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

    /// Where fields may still be as the start left them.
    fn open_at(&self, starts: &Starts, drafts: &[Drafted]) -> Open {
        let mut open = Open::new();
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
        let states = 0..self.lowering.n_states(id);
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
