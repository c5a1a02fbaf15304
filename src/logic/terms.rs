//! The arena of terms, and how terms are put together.

use num_bigint::BigInt;
use num_traits::Zero;
use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::sort::{AtomSort, Constant, FiniteSort, Rational, Sort};

/// A term of an arena.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TermId(u32);

/// A variable of the state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableId(pub u32);

/// A variable of a step: what the environment chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InputId(pub u32);

/// A variable of a quantifier. No two quantifiers of an arena share one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoundId(pub u32);

/// What a term reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Symbol {
    /// A variable in the state before the step.
    Current(VariableId),
    /// A variable in the state after it.
    Next(VariableId),
    /// An input of the step.
    Input(InputId),
    /// A variable of a quantifier around it.
    Bound(BoundId),
}

/// What a term is made of.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Node {
    /// A value.
    Constant(Constant),
    /// A symbol, with its sort.
    Symbol(Symbol, Sort),
    /// The opposite of a truth value.
    Not(TermId),
    /// All are true; at least two.
    And(Box<[TermId]>),
    /// One is true; at least two.
    Or(Box<[TermId]>),
    /// At least so many are true.
    AtLeast(u32, Box<[TermId]>),
    /// The second where the first is true, and else the third.
    Ite(TermId, TermId, TermId),
    /// Both are the same.
    Equal(TermId, TermId),
    /// The first is less than the second.
    Less(TermId, TermId),
    /// The first is at most the second.
    LessEqual(TermId, TermId),
    /// A sum; at least two.
    Add(Box<[TermId]>),
    /// A product; a constant stands first.
    Multiply(TermId, TermId),
    /// The quotient; of whole numbers the Euclidean one, with a rest that is never negative. By zero it is zero.
    Divide(TermId, TermId),
    /// The rest of the Euclidean quotient. By zero it is the number itself.
    Modulo(TermId, TermId),
    /// A whole number as a fraction.
    ToReal(TermId),
    /// The largest whole number that is not above a fraction.
    Floor(TermId),
    /// There are values of these variables that make it true.
    Exists(Box<[(BoundId, Sort)]>, TermId),
}

/// An arena of terms. It interns them, checks their sorts and simplifies what is known beforehand.
#[derive(Debug, Clone, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    sorts: Vec<Sort>,
    ids: FxHashMap<Node, TermId>,
    finite_sorts: Vec<(SmolStr, Vec<SmolStr>)>,
    atom_sorts: Vec<SmolStr>,
    symbol_sorts: FxHashMap<Symbol, Sort>,
    n_bound: u32,
}

impl TermId {
    /// Its place in the arena.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Node {
    /// The terms that it is made of.
    pub fn parts(&self) -> impl Iterator<Item = TermId> {
        let (few, many): ([Option<TermId>; 3], &[TermId]) = match self {
            Node::Constant(_) | Node::Symbol(..) => ([None; 3], &[]),
            Node::Not(part) | Node::ToReal(part) | Node::Floor(part) | Node::Exists(_, part) => {
                ([Some(*part), None, None], &[])
            }
            Node::And(parts) | Node::Or(parts) | Node::AtLeast(_, parts) | Node::Add(parts) => {
                ([None; 3], parts)
            }
            Node::Ite(condition, then, otherwise) => {
                ([Some(*condition), Some(*then), Some(*otherwise)], &[])
            }
            Node::Equal(left, right)
            | Node::Less(left, right)
            | Node::LessEqual(left, right)
            | Node::Multiply(left, right)
            | Node::Divide(left, right)
            | Node::Modulo(left, right) => ([Some(*left), Some(*right), None], &[]),
        };
        few.into_iter().flatten().chain(many.iter().copied())
    }
}

/// What there is.
impl Terms {
    /// What a term is made of.
    pub fn node(&self, term: TermId) -> &Node {
        &self.nodes[term.index()]
    }

    /// The sort of a term.
    pub fn sort(&self, term: TermId) -> Sort {
        self.sorts[term.index()]
    }

    /// How many terms there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The value of a term that is a constant.
    pub fn constant(&self, term: TermId) -> Option<&Constant> {
        match self.node(term) {
            Node::Constant(constant) => Some(constant),
            _ => None,
        }
    }

    /// Whether a term is known to be true or known to be false.
    pub fn known(&self, term: TermId) -> Option<bool> {
        self.constant(term)?.truth()
    }

    /// The sort of a symbol that some term reads.
    pub fn symbol_sort(&self, symbol: Symbol) -> Option<Sort> {
        self.symbol_sorts.get(&symbol).copied()
    }

    /// Some value of a sort; none of a finite sort without values.
    pub fn any_value(&self, sort: Sort) -> Option<Constant> {
        Some(match sort {
            Sort::Bool => Constant::Bool(false),
            Sort::Int => Constant::Int(BigInt::ZERO),
            Sort::Real => Constant::Real(Rational::zero()),
            Sort::Finite(sort) if self.finite_values(sort).is_empty() => return None,
            Sort::Finite(sort) => Constant::Finite(sort, 0),
            Sort::Atom(sort) => Constant::Atom(sort, SmolStr::default()),
        })
    }

    /// A new sort with these values.
    pub fn finite_sort(&mut self, name: &str, values: Vec<SmolStr>) -> FiniteSort {
        self.finite_sorts.push((name.into(), values));
        FiniteSort(index(self.finite_sorts.len() - 1))
    }

    /// A new sort of things that are only told apart.
    pub fn atom_sort(&mut self, name: &str) -> AtomSort {
        self.atom_sorts.push(name.into());
        AtomSort(index(self.atom_sorts.len() - 1))
    }

    /// The name of a finite sort.
    pub fn finite_name(&self, sort: FiniteSort) -> &str {
        &self.finite_sorts[sort.0 as usize].0
    }

    /// The names of the values of a finite sort, in order.
    pub fn finite_values(&self, sort: FiniteSort) -> &[SmolStr] {
        &self.finite_sorts[sort.0 as usize].1
    }

    /// All finite sorts.
    pub fn finite_sorts(&self) -> impl Iterator<Item = FiniteSort> + use<> {
        (0..index(self.finite_sorts.len())).map(FiniteSort)
    }

    /// The atoms of a sort that terms mention, with their names, in the order in which they were mentioned.
    pub fn atoms_of(&self, sort: AtomSort) -> impl Iterator<Item = (TermId, &SmolStr)> {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter_map(move |(place, node)| match node {
            Node::Constant(Constant::Atom(of, name)) if *of == sort => {
                Some((TermId(index(place)), name))
            }
            _ => None,
        })
    }

    /// The name of a sort of atoms.
    pub fn atom_name(&self, sort: AtomSort) -> &str {
        &self.atom_sorts[sort.0 as usize]
    }

    /// All sorts of atoms.
    pub fn atom_sorts(&self) -> impl Iterator<Item = AtomSort> + use<> {
        (0..index(self.atom_sorts.len())).map(AtomSort)
    }

    /// A term as it is, the same each time. Whoever calls this has simplified it.
    pub(super) fn intern(&mut self, node: Node, sort: Sort) -> TermId {
        if let Some(known) = self.ids.get(&node) {
            return *known;
        }
        let id = TermId(index(self.nodes.len()));
        self.nodes.push(node.clone());
        self.sorts.push(sort);
        self.ids.insert(node, id);
        id
    }

    /// A wrong sort is a mistake of whoever makes the term, never of a user's.
    #[track_caller]
    pub(super) fn expect(&self, term: TermId, sort: Sort) {
        assert_eq!(self.sort(term), sort, "a term has the wrong sort");
    }

    #[track_caller]
    pub(super) fn expect_alike(&self, left: TermId, right: TermId) -> Sort {
        let sort = self.sort(left);
        self.expect(right, sort);
        sort
    }

    #[track_caller]
    pub(super) fn expect_numbers(&self, left: TermId, right: TermId) -> Sort {
        let sort = self.expect_alike(left, right);
        assert!(
            matches!(sort, Sort::Int | Sort::Real),
            "these are no numbers"
        );
        sort
    }
}

/// Constants and symbols.
impl Terms {
    /// A value.
    pub fn make_constant(&mut self, constant: impl Into<Constant>) -> TermId {
        let constant = constant.into();
        let sort = constant.sort();
        self.intern(Node::Constant(constant), sort)
    }

    /// True or false.
    pub fn truth(&mut self, value: bool) -> TermId {
        self.make_constant(value)
    }

    /// A whole number.
    pub fn int(&mut self, number: i64) -> TermId {
        self.make_constant(number)
    }

    /// A value of a finite sort, by its place.
    pub fn finite(&mut self, sort: FiniteSort, place: u32) -> TermId {
        self.make_constant(Constant::Finite(sort, place))
    }

    /// An atom, by its name.
    pub fn atom(&mut self, sort: AtomSort, name: &str) -> TermId {
        self.make_constant(Constant::Atom(sort, name.into()))
    }

    /// A symbol of a sort. The same symbol always has the same sort.
    #[track_caller]
    pub fn symbol(&mut self, symbol: Symbol, sort: Sort) -> TermId {
        let known = *self.symbol_sorts.entry(symbol).or_insert(sort);
        assert_eq!(known, sort, "a symbol has two sorts");
        self.intern(Node::Symbol(symbol, sort), sort)
    }

    /// A variable for a quantifier that no other has.
    pub fn fresh_bound(&mut self, sort: Sort) -> (BoundId, TermId) {
        let bound = BoundId(self.n_bound);
        self.n_bound += 1;
        (bound, self.symbol(Symbol::Bound(bound), sort))
    }
}

/// Truth values.
impl Terms {
    /// The opposite.
    pub fn not(&mut self, term: TermId) -> TermId {
        self.expect(term, Sort::Bool);
        match self.node(term) {
            Node::Constant(Constant::Bool(value)) => {
                let opposite = !*value;
                self.truth(opposite)
            }
            Node::Not(inner) => *inner,
            Node::Less(left, right) => {
                let (left, right) = (*left, *right);
                self.less_equal(right, left)
            }
            Node::LessEqual(left, right) => {
                let (left, right) = (*left, *right);
                self.less(right, left)
            }
            _ => self.intern(Node::Not(term), Sort::Bool),
        }
    }

    /// All are true.
    pub fn and(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        match self.connected(parts, false) {
            None => self.truth(false),
            Some(parts) => match parts.as_slice() {
                [] => self.truth(true),
                [only] => *only,
                _ => self.intern(Node::And(parts.into()), Sort::Bool),
            },
        }
    }

    /// At least one is true.
    pub fn or(&mut self, parts: impl IntoIterator<Item = TermId>) -> TermId {
        match self.connected(parts, true) {
            None => self.truth(true),
            Some(parts) => match parts.as_slice() {
                [] => self.truth(false),
                [only] => *only,
                _ => self.intern(Node::Or(parts.into()), Sort::Bool),
            },
        }
    }

    /// What is left of the parts of a conjunction or disjunction, once each; none where one of them decides, or two
    /// that contradict each other.
    fn connected(
        &self,
        parts: impl IntoIterator<Item = TermId>,
        deciding: bool,
    ) -> Option<Vec<TermId>> {
        let mut left = Vec::new();
        let mut seen = FxHashSet::default();
        for part in parts {
            self.expect(part, Sort::Bool);
            let inner: Vec<TermId> = match (self.node(part), deciding) {
                (Node::And(inner), false) | (Node::Or(inner), true) => inner.to_vec(),
                _ => vec![part],
            };
            for part in inner {
                match self.known(part) {
                    Some(known) if known == deciding => return None,
                    Some(_) => continue,
                    None => {}
                }
                if self.opposite(part).is_some_and(|it| seen.contains(&it)) {
                    return None;
                }
                if seen.insert(part) {
                    left.push(part);
                }
            }
        }
        Some(left)
    }

    /// The opposite of a truth value, if it was made already.
    fn opposite(&self, term: TermId) -> Option<TermId> {
        let node = match self.node(term) {
            Node::Not(inner) => return Some(*inner),
            Node::Less(left, right) => Node::LessEqual(*right, *left),
            Node::LessEqual(left, right) => Node::Less(*right, *left),
            _ => Node::Not(term),
        };
        self.ids.get(&node).copied()
    }

    /// The second is true wherever the first is.
    pub fn implies(&mut self, condition: TermId, result: TermId) -> TermId {
        let unless = self.not(condition);
        self.or([unless, result])
    }

    /// At least so many are true.
    pub fn at_least(&mut self, count: usize, parts: &[TermId]) -> TermId {
        let mut open = Vec::with_capacity(parts.len());
        let mut missing = count;
        for part in parts {
            self.expect(*part, Sort::Bool);
            match self.known(*part) {
                Some(true) => missing = missing.saturating_sub(1),
                Some(false) => {}
                None => open.push(*part),
            }
        }
        match missing {
            0 => self.truth(true),
            1 => self.or(open),
            all if all == open.len() => self.and(open),
            more if more > open.len() => self.truth(false),
            some => self.intern(Node::AtLeast(index(some), open.into()), Sort::Bool),
        }
    }

    /// At most one is true.
    pub fn at_most_one(&mut self, parts: &[TermId]) -> TermId {
        let two = self.at_least(2, parts);
        self.not(two)
    }

    /// One or the other.
    pub fn ite(&mut self, condition: TermId, then: TermId, otherwise: TermId) -> TermId {
        self.expect(condition, Sort::Bool);
        let sort = self.expect_alike(then, otherwise);
        if then == otherwise {
            return then;
        }
        match self.node(condition) {
            Node::Constant(Constant::Bool(true)) => return then,
            Node::Constant(Constant::Bool(false)) => return otherwise,
            Node::Not(inner) => {
                let inner = *inner;
                return self.ite(inner, otherwise, then);
            }
            _ => {}
        }
        match (self.known(then), self.known(otherwise)) {
            (Some(true), _) => self.or([condition, otherwise]),
            (_, Some(false)) => self.and([condition, then]),
            (Some(false), _) => {
                let unless = self.not(condition);
                self.and([unless, otherwise])
            }
            (_, Some(true)) => self.implies(condition, then),
            (None, None) => self.intern(Node::Ite(condition, then, otherwise), sort),
        }
    }

    /// Both are the same.
    pub fn equal(&mut self, left: TermId, right: TermId) -> TermId {
        let sort = self.expect_alike(left, right);
        if left == right {
            return self.truth(true);
        }
        if self.constant(left).is_some() && self.constant(right).is_some() {
            return self.truth(false);
        }
        if sort == Sort::Bool {
            for (side, other) in [(left, right), (right, left)] {
                match self.known(side) {
                    Some(true) => return other,
                    Some(false) => return self.not(other),
                    None => {}
                }
            }
            if self.opposite(left) == Some(right) {
                return self.truth(false);
            }
        }
        if let Some(chosen) = self.equal_to_choice(left, right) {
            return chosen;
        }
        let (first, second) = (left.min(right), left.max(right));
        self.intern(Node::Equal(first, second), Sort::Bool)
    }

    /// `ite(c, a, b) = d`, where it is known of a or b whether it is d.
    fn equal_to_choice(&mut self, left: TermId, right: TermId) -> Option<TermId> {
        for (choice, constant) in [(left, right), (right, left)] {
            let Node::Ite(condition, then, otherwise) = *self.node(choice) else {
                continue;
            };
            self.constant(constant)?;
            if self.constant(then).is_some() || self.constant(otherwise).is_some() {
                let (then, otherwise) =
                    (self.equal(then, constant), self.equal(otherwise, constant));
                return Some(self.ite(condition, then, otherwise));
            }
        }
        None
    }

    /// They are not the same.
    pub fn differ(&mut self, left: TermId, right: TermId) -> TermId {
        let same = self.equal(left, right);
        self.not(same)
    }

    /// There are values of these variables that make it true.
    pub fn exists(&mut self, bound: &[(BoundId, Sort)], body: TermId) -> TermId {
        self.expect(body, Sort::Bool);
        let read = super::rewrite::symbols(self, body);
        let used = bound
            .iter()
            .filter(|(id, _)| read.contains(&Symbol::Bound(*id)));
        let used: Box<[(BoundId, Sort)]> = used.copied().collect();
        if used.is_empty() {
            return body;
        }
        self.intern(Node::Exists(used, body), Sort::Bool)
    }
}

/// Places are counted with 32 bits; what does not fit has filled the memory before.
fn index(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}
