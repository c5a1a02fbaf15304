//! What is asked about runs: predicates on states, and formulas over them.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::value::{InstanceId, Value};
use crate::diagnostics::Span;
use crate::semantics::expression::Expr;
use crate::semantics::specification::{SpecId, StateId};
use crate::stack::with_enough_stack;

/// What questions about whole runs are written with, for those who cannot handle any.
pub const ABOUT_RUNS: &str = "`forever`, `eventually`, `until` and `unless`";

/// What is asked about runs.
#[derive(Debug, Clone)]
pub enum Property<'p> {
    /// Whether a run reaches a state in which this holds.
    Reach(Predicate<'p>),
    /// Whether a run reaches a state in which this holds, which is about the runs from there.
    Temporal(Formula<'p>),
}

/// A condition on a state and the runs from it. A run that cannot go on is a run, too.
#[derive(Debug, Clone)]
pub enum Formula<'p> {
    /// The state itself is so.
    Holds(Predicate<'p>),
    /// All of these are true of the state: the statements of a block.
    All(Vec<Formula<'p>>),
    /// Some run stays for ever where this is true.
    Forever(Box<Formula<'p>>),
    /// Some run comes to where this is true.
    Eventually(Box<Formula<'p>>),
    /// On some run the first is true up to and including a state in which the second is.
    Until(Box<Formula<'p>>, Box<Formula<'p>>),
    /// The same, or the first is true for ever.
    Unless(Box<Formula<'p>>, Box<Formula<'p>>),
}

/// A condition on a single state.
#[derive(Debug, Clone)]
pub enum Predicate<'p> {
    /// The state is as a test module describes it.
    Described(Description<'p>),
    /// One of these invariants does not hold of an instance that is initialised.
    Broken(Invariants),
}

/// A state that a test module describes.
#[derive(Debug, Clone, Default)]
pub struct Description<'p> {
    /// The time.
    pub now: Option<Value>,
    /// Each must be met, by instances of their own.
    pub wanted: Vec<Requirement<'p>>,
    /// None of these must be met by any of their candidates.
    pub unwanted: Vec<Requirement<'p>>,
}

/// Invariants that are asked about, for each specification by their places in it.
pub type Invariants = BTreeMap<SpecId, Vec<usize>>;

/// What is asked of one instance.
#[derive(Debug, Clone)]
pub struct Requirement<'p> {
    /// The instances that may meet it.
    pub candidates: Arc<[InstanceId]>,
    /// The states that are right.
    pub states: Vec<StateId>,
    /// What must hold of it.
    pub constraints: Vec<&'p Expr>,
    /// The statement that asks for it.
    pub span: Span,
}

impl<'p> Property<'p> {
    /// What a state must be to be looked for; none where that depends on the runs from it.
    pub fn reach(&self) -> Option<&Predicate<'p>> {
        match self {
            Property::Reach(predicate) => Some(predicate),
            Property::Temporal(_) => None,
        }
    }

    /// The description of the state that is looked for, where one is and nothing else is asked.
    pub fn described(&self) -> Option<&Description<'p>> {
        match self.reach()? {
            Predicate::Described(description) => Some(description),
            Predicate::Broken(_) => None,
        }
    }

    /// The invariants of which one that does not hold is looked for, where nothing else is asked.
    pub fn broken(&self) -> Option<&Invariants> {
        match self.reach()? {
            Predicate::Described(_) => None,
            Predicate::Broken(invariants) => Some(invariants),
        }
    }

    /// All predicates that it depends on, in the order of the text.
    pub fn predicates(&self) -> Vec<&Predicate<'p>> {
        let mut found = Vec::new();
        match self {
            Property::Reach(predicate) => found.push(predicate),
            Property::Temporal(formula) => formula.add_predicates(&mut found),
        }
        found
    }

    /// The descriptions among them.
    pub fn descriptions(&self) -> impl Iterator<Item = &Description<'p>> {
        let predicates = self.predicates().into_iter();
        predicates.filter_map(|predicate| match predicate {
            Predicate::Described(description) => Some(description),
            Predicate::Broken(_) => None,
        })
    }

    /// Changes each of them.
    pub fn change_descriptions(&mut self, change: &mut dyn FnMut(&mut Description<'p>)) {
        match self {
            Property::Reach(predicate) => predicate.change_description(change),
            Property::Temporal(formula) => formula.change_descriptions(change),
        }
    }

    /// Everything that they ask of instances.
    pub fn requirements(&self) -> impl Iterator<Item = &Requirement<'p>> {
        self.descriptions().flat_map(Description::requirements)
    }
}

impl<'p> Formula<'p> {
    fn change_descriptions(&mut self, change: &mut dyn FnMut(&mut Description<'p>)) {
        with_enough_stack(|| match self {
            Formula::Holds(predicate) => predicate.change_description(change),
            Formula::All(parts) => parts
                .iter_mut()
                .for_each(|part| part.change_descriptions(change)),
            Formula::Forever(part) | Formula::Eventually(part) => part.change_descriptions(change),
            Formula::Until(first, second) | Formula::Unless(first, second) => {
                first.change_descriptions(change);
                second.change_descriptions(change);
            }
        });
    }

    fn add_predicates<'f>(&'f self, found: &mut Vec<&'f Predicate<'p>>) {
        with_enough_stack(|| match self {
            Formula::Holds(predicate) => found.push(predicate),
            Formula::All(parts) => parts.iter().for_each(|part| part.add_predicates(found)),
            Formula::Forever(part) | Formula::Eventually(part) => part.add_predicates(found),
            Formula::Until(first, second) | Formula::Unless(first, second) => {
                first.add_predicates(found);
                second.add_predicates(found);
            }
        });
    }
}

impl<'p> Predicate<'p> {
    fn change_description(&mut self, change: &mut dyn FnMut(&mut Description<'p>)) {
        if let Predicate::Described(description) = self {
            change(description);
        }
    }
}

impl<'p> Description<'p> {
    /// What it asks of instances: what is wanted, then what is not.
    pub fn requirements(&self) -> impl Iterator<Item = &Requirement<'p>> {
        self.wanted.iter().chain(&self.unwanted)
    }
}

impl Requirement<'_> {
    /// Whether another one of the same statement asks nothing else.
    pub fn asks_the_same(&self, other: &Requirement<'_>) -> bool {
        let mut constraints = self.constraints.iter().zip(&other.constraints);
        self.span == other.span
            && Arc::ptr_eq(&self.candidates, &other.candidates)
            && self.constraints.len() == other.constraints.len()
            && constraints.all(|(one, other)| std::ptr::eq(*one, *other))
    }
}
