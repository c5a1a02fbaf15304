//! Layer 5: what of a specification a check depends on.
//!
//! [`Slice::of`] takes a model apart into what its check depends on and the rest: criteria from the check, everything
//! that they depend on, what connects it. [`parts`] says what that means for fields, events and life cycles.

mod backward;
pub mod counts;
mod criteria;
pub mod divide;
pub mod lift;
pub mod model;
mod named;
pub mod parts;
mod reconnect;
pub mod rewrite;
mod start;
mod time;
pub mod why;

use std::collections::BTreeSet;

use crate::dependence::{DependenceGraph, Dependences, PointId, Possible};
use crate::model::Model;
use crate::model::class::ClassId;
use crate::semantics::specification::{EventId, StateId};
pub use backward::Because;
pub use criteria::Criterion;
use parts::Parts;
use reconnect::LifeCycle;

/// How the parts of a life cycle are connected that a slice leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Reconnection {
    /// By the events that connect them in the original: the slice does what the original does.
    #[default]
    Conventional,
    /// By events of their own that stand for any number of steps: the slice can do all that the original can, and
    /// perhaps more.
    Amorphous,
}

/// How a model is sliced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Options {
    /// What depends on what.
    pub dependences: Dependences,
    /// How life cycles are connected.
    pub reconnection: Reconnection,
}

/// What a check depends on.
#[derive(Debug, Clone)]
pub struct Slice {
    /// How it was made.
    pub options: Options,
    /// All dependences.
    pub graph: DependenceGraph,
    /// What the check asks about.
    pub criteria: Vec<Criterion>,
    /// What that means for the specifications.
    pub parts: Parts,
    possible: Possible,
    because: Vec<Option<Because>>,
}

impl Slice {
    /// The slice of a model.
    pub fn of(model: &Model<'_>, options: Options) -> Slice {
        Slice::with(model, options, &BTreeSet::new())
    }

    /// The slice of a model that keeps some events in any case.
    pub fn with(
        model: &Model<'_>,
        options: Options,
        restored: &BTreeSet<(ClassId, EventId)>,
    ) -> Slice {
        let _span = tracing::info_span!("slice").entered();
        let dependences = options.dependences;
        let possible = Possible::of(model, dependences);
        let (graph, criteria) = DependenceGraph::with(model, &possible, dependences, |builder| {
            criteria::criteria(model, &possible, dependences, builder)
        });
        let mut slicer = backward::Slicer::new(model, &possible, &graph, options);
        slicer.slice(&criteria, restored);
        let parts = Parts::of(&slicer);
        let because = slicer.because;
        Slice {
            options,
            graph,
            criteria: criteria.asked,
            parts,
            possible,
            because,
        }
    }

    /// The cut events that a bridge from one state to another stands for.
    pub fn bridged_events(
        &self,
        model: &Model<'_>,
        class: ClassId,
        bridge: (StateId, StateId),
    ) -> BTreeSet<EventId> {
        let parts = self.parts.of_class(class);
        let bridged = parts.bridges.iter();
        let kept = bridged.flat_map(|(from, to)| [*from, *to]).collect();
        let is_kept = |event| parts.keeps_event(event);
        LifeCycle::of(model, &self.possible, class).events_between(bridge, &kept, &is_kept)
    }

    /// Whether a point is in the slice.
    pub fn contains(&self, point: PointId) -> bool {
        self.because[point.index()].is_some()
    }

    /// Why a point is in the slice.
    pub fn because(&self, point: PointId) -> Option<Because> {
        self.because[point.index()]
    }
}
