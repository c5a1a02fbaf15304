//! Terms at a place of a run: what they are to the solver in the state after so many steps.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use z3::ast::{Bool, Dynamic, Int, Real};

use super::ast::{Ast, fraction, whole};
use super::atoms::Atoms;
use super::truth::{all, any, at_most_one, not};
use crate::ground::context::{Context, Input, InputRole};
use crate::logic::{BoundId, Constant, InputId, Node, Sort, Symbol, TermId, VariableId};
use crate::stack::with_enough_stack;

/// A state of a run, and the step that leads on from it.
#[derive(Default)]
pub(super) struct Frame {
    /// The variables of the state.
    pub(super) variables: Vec<Ast>,
    /// The inputs of the step, as far as they are used.
    pub(super) inputs: FxHashMap<InputId, Ast>,
    /// Inputs that are false in this step.
    pub(super) silent: FxHashSet<InputId>,
    /// What terms are here.
    known: Vec<Option<Ast>>,
}

impl Frame {
    /// A state with these variables.
    pub(super) fn of(variables: Vec<Ast>) -> Frame {
        Frame {
            variables,
            ..Frame::default()
        }
    }

    /// Forgets what terms are here. They can be made again.
    pub(super) fn forget(&mut self) {
        self.known = Vec::new();
    }
}

/// Makes the solver's objects for terms at places of a run.
pub(super) struct Translation<'s> {
    pub(super) context: &'s Context,
    pub(super) frames: Vec<Frame>,
    pub(super) atoms: Atoms,
    /// What must be said before anything is said of what was made.
    pub(super) unsaid: Vec<Bool>,
    /// Inputs that were used for the first time, by the place of the step.
    pub(super) new_inputs: Vec<(usize, InputId)>,
}

impl Translation<'_> {
    /// A truth value at a place.
    pub(super) fn truth(&mut self, term: TermId, at: usize) -> Bool {
        self.ast(term, at).bool()
    }

    /// A term at a place.
    pub(super) fn ast(&mut self, term: TermId, at: usize) -> Ast {
        let known = self.frames[at].known.get(term.index());
        if let Some(Some(known)) = known {
            return known.clone();
        }
        let made = with_enough_stack(|| self.make(term, at));
        let known = &mut self.frames[at].known;
        if known.len() <= term.index() {
            known.resize(self.context.terms.len(), None);
        }
        known[term.index()] = Some(made.clone());
        made
    }

    fn make(&mut self, term: TermId, at: usize) -> Ast {
        let context = self.context;
        match context.terms.node(term) {
            Node::Constant(constant) => self.constant(constant),
            Node::Symbol(symbol, sort) => self.symbol(*symbol, *sort, at),
            Node::Not(part) => Ast::Bool(self.opposite(*part, at)),
            Node::And(parts) => Ast::Bool(self.connected(parts, at, false)),
            Node::Or(parts) => Ast::Bool(self.connected(parts, at, true)),
            Node::AtLeast(count, parts) => {
                let parts = self.truths(parts, at);
                Ast::Bool(at_least(*count as usize, &parts))
            }
            Node::Ite(condition, then, otherwise) => {
                let condition = self.truth(*condition, at);
                match condition.as_bool() {
                    Some(true) => self.ast(*then, at),
                    Some(false) => self.ast(*otherwise, at),
                    None => {
                        let (then, otherwise) = (self.ast(*then, at), self.ast(*otherwise, at));
                        Ast::choose(&condition, then, otherwise)
                    }
                }
            }
            Node::Equal(left, right) => {
                let (left, right) = (self.ast(*left, at), self.ast(*right, at));
                Ast::Bool(left.same(&right))
            }
            Node::Exists(bound, body) => self.exists(bound, *body, at),
            node => self.number(node, at),
        }
    }

    /// Comparisons and numbers.
    fn number(&mut self, node: &Node, at: usize) -> Ast {
        match node {
            Node::Less(left, right) => match (self.ast(*left, at), self.ast(*right, at)) {
                (Ast::Int(a), Ast::Int(b)) => Ast::Bool(a.lt(b)),
                (a, b) => Ast::Bool(a.real().lt(b.real())),
            },
            Node::LessEqual(left, right) => match (self.ast(*left, at), self.ast(*right, at)) {
                (Ast::Int(a), Ast::Int(b)) => Ast::Bool(a.le(b)),
                (a, b) => Ast::Bool(a.real().le(b.real())),
            },
            Node::Add(parts) => {
                let parts: Vec<Ast> = parts.iter().map(|part| self.ast(*part, at)).collect();
                if parts.iter().all(|part| matches!(part, Ast::Int(_))) {
                    let parts: Vec<Int> = parts.into_iter().map(Ast::int).collect();
                    return Ast::Int(Int::add(&parts));
                }
                let parts: Vec<Real> = parts.into_iter().map(Ast::real).collect();
                Ast::Real(Real::add(&parts))
            }
            Node::Multiply(left, right) => match (self.ast(*left, at), self.ast(*right, at)) {
                (Ast::Int(a), Ast::Int(b)) => Ast::Int(Int::mul(&[a, b])),
                (a, b) => Ast::Real(Real::mul(&[a.real(), b.real()])),
            },
            Node::Divide(left, right) => self.divided(*left, *right, at),
            Node::Modulo(left, right) => {
                let (a, b) = (self.ast(*left, at).int(), self.ast(*right, at).int());
                let rest = a.modulo(b.clone());
                if self.context.terms.constant(*right).is_some() {
                    return Ast::Int(rest);
                }
                Ast::Int(b.eq(0).ite(&a, &rest))
            }
            Node::ToReal(part) => Ast::Real(self.ast(*part, at).int().to_real()),
            Node::Floor(part) => Ast::Int(self.ast(*part, at).real().to_int()),
            // Everything else is dealt with where terms are told apart.
            _ => Ast::truth(false),
        }
    }

    /// A quotient. The solver leaves open what it is by zero; to us it is zero.
    fn divided(&mut self, left: TermId, right: TermId, at: usize) -> Ast {
        let is_known = self.context.terms.constant(right).is_some();
        match (self.ast(left, at), self.ast(right, at)) {
            (Ast::Int(a), Ast::Int(b)) if is_known => Ast::Int(a.div(b)),
            (Ast::Int(a), Ast::Int(b)) => {
                Ast::Int(b.eq(0).ite(&Int::from_i64(0), &a.div(b.clone())))
            }
            (a, b) if is_known => Ast::Real(a.real().div(b.real())),
            (a, b) => {
                let (a, b, zero) = (a.real(), b.real(), Real::from_rational(0, 1));
                Ast::Real(b.eq(zero.clone()).ite(&zero, &a.div(b.clone())))
            }
        }
    }

    fn truths(&mut self, parts: &[TermId], at: usize) -> Vec<Bool> {
        parts.iter().map(|part| self.truth(*part, at)).collect()
    }

    fn opposite(&mut self, part: TermId, at: usize) -> Bool {
        if let Node::AtLeast(2, parts) = self.context.terms.node(part) {
            let parts = self.truths(parts, at);
            let open: Vec<Bool> = parts
                .into_iter()
                .filter(|part| part.as_bool() != Some(false))
                .collect();
            return at_most_one(&open);
        }
        not(&self.truth(part, at))
    }

    /// A conjunction or disjunction. What one part decides does not ask for the others.
    fn connected(&mut self, parts: &[TermId], at: usize, deciding: bool) -> Bool {
        let mut open = Vec::with_capacity(parts.len());
        for part in parts {
            let part = self.truth(*part, at);
            match part.as_bool() {
                Some(known) if known == deciding => return Bool::from_bool(deciding),
                Some(_) => {}
                None => open.push(part),
            }
        }
        if deciding { any(open) } else { all(open) }
    }

    fn exists(&mut self, bound: &[(BoundId, Sort)], body: TermId, at: usize) -> Ast {
        let mut variables: Vec<Dynamic> = Vec::new();
        let mut conditions = Vec::new();
        for (id, sort) in bound {
            match self.symbol(Symbol::Bound(*id), *sort, at) {
                Ast::Bool(variable) => variables.push(Dynamic::from_ast(&variable)),
                Ast::Int(variable) => variables.push(Dynamic::from_ast(&variable)),
                Ast::Real(variable) => variables.push(Dynamic::from_ast(&variable)),
                Ast::Atom(variable) => variables.push(variable),
                Ast::Finite(values) => {
                    conditions.extend(exactly_one(&values));
                    variables.extend(values.iter().map(|value| Dynamic::from_ast(value)));
                }
            }
        }
        conditions.push(self.truth(body, at));
        let variables: Vec<&dyn z3::ast::Ast> = variables
            .iter()
            .map(|variable| variable as &dyn z3::ast::Ast)
            .collect();
        Ast::Bool(z3::ast::exists_const(&variables, &[], &all(conditions)))
    }

    fn constant(&mut self, constant: &Constant) -> Ast {
        match constant {
            Constant::Bool(value) => Ast::truth(*value),
            Constant::Int(number) => Ast::Int(whole(number)),
            Constant::Real(number) => Ast::Real(fraction(number)),
            Constant::Finite(sort, place) => {
                let count = self.context.terms.finite_values(*sort).len();
                let places = (0..count).map(|at| Bool::from_bool(at == *place as usize));
                Ast::Finite(places.collect())
            }
            Constant::Atom(sort, name) => {
                Ast::Atom(self.atoms.mentioned(*sort, name, &mut self.unsaid))
            }
            Constant::Unnamed(sort, number) => {
                let name: smol_str::SmolStr = format!("unnamed {number}").into();
                Ast::Atom(self.atoms.mentioned(*sort, &name, &mut self.unsaid))
            }
        }
    }

    fn symbol(&mut self, symbol: Symbol, sort: Sort, at: usize) -> Ast {
        match symbol {
            Symbol::Current(VariableId(id)) => self.frames[at].variables[id as usize].clone(),
            Symbol::Next(VariableId(id)) => self.frames[at + 1].variables[id as usize].clone(),
            Symbol::Input(id) => self.input(id, at),
            Symbol::Bound(BoundId(id)) => self.variable(&format!("bound {id}"), sort, ""),
        }
    }

    fn input(&mut self, id: InputId, at: usize) -> Ast {
        let Input { name, sort, role } = &self.context.inputs[id.0 as usize];
        if let InputRole::Later { of, .. } = role {
            return self.input(*of, at + 1);
        }
        if self.frames[at].silent.contains(&id) {
            return Ast::truth(false);
        }
        if let Some(known) = self.frames[at].inputs.get(&id) {
            return known.clone();
        }
        // Names of inputs that nobody chooses are not told apart.
        let made = match role {
            InputRole::Chosen => self.variable(name, *sort, &format!("@{at}")),
            _ => self.variable(&format!("{name} {}", id.0), *sort, &format!("@{at}")),
        };
        if let (InputRole::Chosen | InputRole::Unknown, Ast::Finite(values)) = (role, &made) {
            self.unsaid.extend(exactly_one(values));
        }
        self.frames[at].inputs.insert(id, made.clone());
        self.new_inputs.push((at, id));
        made
    }

    /// A new variable of the solver's.
    pub(super) fn variable(&self, name: &str, sort: Sort, place: &str) -> Ast {
        let full = || format!("{name}{place}");
        match sort {
            Sort::Bool => Ast::Bool(Bool::new_const(full())),
            Sort::Int => Ast::Int(Int::new_const(full())),
            Sort::Real => Ast::Real(Real::new_const(full())),
            Sort::Atom(sort) => Ast::Atom(self.atoms.variable(sort, &full())),
            Sort::Finite(sort) => {
                let values = self.context.terms.finite_values(sort).iter();
                let values = values.map(|value| Bool::new_const(format!("{name}:{value}{place}")));
                Ast::Finite(values.collect::<Rc<[Bool]>>())
            }
        }
    }
}

/// That exactly one value is the one.
pub(super) fn exactly_one(values: &[Bool]) -> [Bool; 2] {
    [any(values.to_vec()), at_most_one(values)]
}

/// At least so many are true.
fn at_least(count: usize, parts: &[Bool]) -> Bool {
    let mut open = Vec::with_capacity(parts.len());
    let mut missing = count;
    for part in parts {
        match part.as_bool() {
            Some(true) => missing = missing.saturating_sub(1),
            Some(false) => {}
            None => open.push(part.clone()),
        }
    }
    match missing {
        0 => Bool::from_bool(true),
        1 => any(open),
        every if every == open.len() => all(open),
        more if more > open.len() => Bool::from_bool(false),
        some => z3::ast::atleast(&open, u32::try_from(some).unwrap_or(u32::MAX)),
    }
}
