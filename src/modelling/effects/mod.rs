//! What events and conditions read, write and touch.
//!
//! Engines that reorder, pack or abstract need this and nothing else of an expression:
//!
//! - **Partial-order reduction** asks whether two steps commute. They do where neither writes what the other reads or
//!   writes ([`Effects::interferes_with`]); whether a step can enable another one follows from [`Effects::tests`] and
//!   [`Effects::reads`].
//! - **Packed states** keep only variables that something reads: those of the start, the goal and all steps together.
//!   A variable that is written and never read needs no bits.
//! - **Predicate abstraction** evaluates a predicate anew after a step only where the step writes a variable of it.
//!
//! Keys never change, so they are no variables. A key that is the same in every run (`S[1]`, `S[this.id]`,
//! `S[1 - this.id]`) is followed to the instance that it names; one that is data, as `S[this.partner]` or `S[p]`, may
//! name any instance of `S`. That is kept as [`Whose::AnyOf`] rather than as a list, so that what is known of an event
//! does not grow with the universe.
//!
//! Nothing is computed before it is asked for: [`Footprints`] walks the conditions of one event at a time.

mod gather;

use std::collections::{BTreeMap, BTreeSet};

use crate::diagnostics::Span;
use crate::model::universe::Universe;
use crate::model::value::InstanceId;
use crate::semantics::expression::Moment;
use crate::semantics::specification::{FieldId, SpecId, StateId};

pub use gather::Footprints;

/// Whose variable it is, or who takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Whose {
    /// The instance that takes the event, where an event is looked at without a particular instance.
    This(SpecId),
    /// This instance and no other.
    Only(InstanceId),
    /// Some instance of a specification; which one depends on data.
    AnyOf(SpecId),
}

/// Something that a state gives a value to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// The time. No event writes it: it goes on by itself between steps.
    Now,
    /// Where an instance is in its life cycle.
    State(Whose),
    /// A field that is no key.
    Field(Whose, FieldId),
}

/// A question about the life-cycle state of an instance: whether it is one of some.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LifeCycleTest {
    /// Of whom.
    pub whose: Whose,
    /// The states for which the answer is yes, in order.
    pub states: Vec<StateId>,
    /// In which of the two states of a step.
    pub moment: Moment,
    /// Where it is asked.
    pub span: Span,
}

/// What something reads, writes and touches; each with the first place that says so.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    /// Variables of the state before the step.
    pub reads: BTreeMap<Variable, Span>,
    /// Variables of the state after the step. Of an instance that takes no part, that is the state before.
    pub next_reads: BTreeMap<Variable, Span>,
    /// Variables that may be different after the step.
    pub writes: BTreeMap<Variable, Span>,
    /// Questions about life-cycle states. What they ask about is among the reads, too.
    pub tests: BTreeSet<LifeCycleTest>,
    /// Who takes an event in the step.
    pub participants: BTreeMap<Whose, Span>,
}

impl Whose {
    /// The specification.
    pub fn spec(self, universe: &Universe) -> SpecId {
        match self {
            Whose::This(spec) | Whose::AnyOf(spec) => spec,
            Whose::Only(id) => universe.instance(id).spec,
        }
    }

    /// Whether both may be the same instance.
    pub fn may_be(self, other: Whose, universe: &Universe) -> bool {
        match (self, other) {
            (Whose::Only(one), Whose::Only(other)) => one == other,
            _ => self.spec(universe) == other.spec(universe),
        }
    }
}

impl Variable {
    /// Whose it is; the time is nobody's.
    pub fn whose(self) -> Option<Whose> {
        match self {
            Variable::Now => None,
            Variable::State(whose) | Variable::Field(whose, _) => Some(whose),
        }
    }

    /// Whether both may be the same variable.
    pub fn may_be(self, other: Variable, universe: &Universe) -> bool {
        match (self, other) {
            (Variable::Now, Variable::Now) => true,
            (Variable::State(one), Variable::State(other)) => one.may_be(other, universe),
            (Variable::Field(one, f), Variable::Field(other, g)) => {
                f == g && one.may_be(other, universe)
            }
            _ => false,
        }
    }
}

impl Effects {
    /// Everybody that is read, written or takes part.
    pub fn touches(&self) -> BTreeMap<Whose, Span> {
        let mut touched = self.participants.clone();
        let variables = self
            .reads
            .iter()
            .chain(&self.next_reads)
            .chain(&self.writes);
        for (variable, span) in variables {
            if let Some(whose) = variable.whose() {
                touched.entry(whose).or_insert(*span);
            }
        }
        touched
    }

    /// Whether the order of two steps may matter: one of them writes what the other reads or writes.
    pub fn interferes_with(&self, other: &Effects, universe: &Universe) -> bool {
        self.disturbs(other, universe) || other.disturbs(self, universe)
    }

    /// Whether this writes what the other reads or writes.
    fn disturbs(&self, other: &Effects, universe: &Universe) -> bool {
        let concerned = || {
            let reads = other.reads.keys().chain(other.next_reads.keys());
            reads.chain(other.writes.keys())
        };
        self.writes
            .keys()
            .any(|written| concerned().any(|known| written.may_be(*known, universe)))
    }

    /// Adds everything of another.
    fn unite(&mut self, other: Effects) {
        unite(&mut self.reads, other.reads);
        unite(&mut self.next_reads, other.next_reads);
        unite(&mut self.writes, other.writes);
        unite(&mut self.participants, other.participants);
        self.tests.extend(other.tests);
    }

    /// Adds what has to be read to tell whether a step is possible which does not happen.
    fn unite_imagined(&mut self, other: Effects) {
        unite(&mut self.reads, other.reads);
        // Of those who take part in it, next values are not read but looked for; of others they are the present ones.
        unite(&mut self.reads, other.next_reads);
        self.tests.extend(other.tests);
    }
}

/// Adds places that are not known yet.
fn unite<K: Ord>(known: &mut BTreeMap<K, Span>, more: BTreeMap<K, Span>) {
    for (key, span) in more {
        known.entry(key).or_insert(span);
    }
}
