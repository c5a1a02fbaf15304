//! Layer 5: what depends on what.
//!
//! Start with [`flow`], the control flow that Eilers describes in section 4.1 (see `docs/papers.md`). On top of it
//! stands the graph of dependences between [`Point`]s (section 4.2): a variable at a node of the flow. Its seven
//! dependences are there under their names, and so are those that are missing for slices to be right (see [`Kind`],
//! which says of each what it means). Who wants to know what matters walks along dependences; nothing here decides
//! where to begin, that is up to [`crate::slice`].

pub mod build;
mod definitions;
pub mod flow;
mod possible;
mod reads;
mod total;

use std::num::NonZeroU32;

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use crate::diagnostics::Span;
use crate::model::class::ClassId;
use crate::semantics::specification::{FieldId, ParamId, StateId};
use flow::{FlowGraph, NodeId};
pub use possible::Possible;

/// What a point speaks of.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Variable {
    /// That the node is executed: the pseudo-variable of the thesis, written as an epsilon there.
    Execution,
    /// A field of the instance that passes the node.
    Field(FieldId),
    /// A field of whichever instance an expression of the node names.
    Foreign(ClassId, FieldId),
    /// A parameter of the event.
    Parameter(ParamId),
    /// Whether an instance that an expression of the node names is in one of these states.
    LifeCycle(ClassId, Vec<StateId>),
}

/// A variable at a node. The thesis calls it an instance, which means something else here.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The node.
    pub node: NodeId,
    /// The variable.
    pub variable: Variable,
}

/// A point of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointId(NonZeroU32);

impl PointId {
    /// Where the point stands among all.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// The kinds of dependences. The first seven are those of the thesis; the others mend what these miss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `ud`: a use of a field depends on the definitions that reach it. All of an event is read before any of it takes
    /// effect, so what counts is what reaches its guard.
    UseDef,
    /// `du`: what a postcondition defines depends on what it uses.
    DefUse,
    /// `cd`: that a guard lets its event happen depends on what its conditions read.
    Control,
    /// `ncd`: assignments and syncs are executed only if the guard of their event is.
    NestedControl,
    /// `de`: a definition takes effect only if its node is executed.
    DefExecution,
    /// `pdd`: a parameter of a partner's event depends on the argument of the sync. It counts where the sync itself is
    /// kept: a partner's event that can happen by itself can have any argument.
    ParameterData,
    /// `sd`: a sync is executed only if the partner's event can happen.
    Synchronisation,
    /// `ad`, atomicity: an event happens only together with all its syncs, so its guard depends on them.
    Atomicity,
    /// `kd`, key: a sync depends on what the key of its partner reads, and on arguments that its partner may be unable
    /// to take, as they may have no value, or none of their domain. One that is negated depends on all arguments that
    /// matter to its partner.
    Key,
    /// `fd`, foreign data: a read of another instance's field depends on all definitions of that field.
    ForeignData,
    /// `ld`, life cycle: a test of an instance's state depends on all events that lead from a state where it is true
    /// to one where it is not, or back.
    LifeCycle,
    /// `gd`, group: postconditions that cannot always be met together are a guard, too; and fields that they define
    /// together stay together.
    Group,
    /// `xd`, caller: an event that never happens by itself depends on the syncs that name it.
    Caller,
    /// `wd`, whole: where variables are not told apart, an event depends on everything that it does.
    Whole,
}

impl Kind {
    /// The seven dependences of the thesis.
    pub const THESIS: &[Kind] = Kind::ALL.split_at(7).0;

    /// All of them, those of the thesis first.
    pub const ALL: [Kind; 14] = [
        Kind::UseDef,
        Kind::DefUse,
        Kind::Control,
        Kind::NestedControl,
        Kind::DefExecution,
        Kind::ParameterData,
        Kind::Synchronisation,
        Kind::Atomicity,
        Kind::Key,
        Kind::ForeignData,
        Kind::LifeCycle,
        Kind::Group,
        Kind::Caller,
        Kind::Whole,
    ];

    /// The short name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::UseDef => "ud",
            Kind::DefUse => "du",
            Kind::Control => "cd",
            Kind::NestedControl => "ncd",
            Kind::DefExecution => "de",
            Kind::ParameterData => "pdd",
            Kind::Synchronisation => "sd",
            Kind::Atomicity => "ad",
            Kind::Key => "kd",
            Kind::ForeignData => "fd",
            Kind::LifeCycle => "ld",
            Kind::Group => "gd",
            Kind::Caller => "xd",
            Kind::Whole => "wd",
        }
    }
}

/// Which dependences there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Dependences {
    /// Between variables.
    #[default]
    Fine,
    /// Between whole events: classical slicing of models, which the thesis compares with (open question 8.1).
    Coarse,
    /// The seven of the thesis and no others. Slices by them can be wrong; only benchmarks and tests ask for them, to
    /// show where.
    Thesis,
}

impl Dependences {
    /// Whether these are all that an answer depends on. This is the one switch between what we mended and what the
    /// thesis has; whoever leaves a mend out asks here.
    pub fn are_complete(self) -> bool {
        self != Dependences::Thesis
    }
}

/// A dependence of one point on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dependence {
    /// Its kind.
    pub kind: Kind,
    /// Where in the text it comes from.
    pub span: Span,
    /// It counts only once this point does, too.
    pub together_with: Option<PointId>,
}

/// The points of a model and how they depend on each other.
#[derive(Debug, Clone)]
pub struct DependenceGraph {
    /// The control flow that the points stand in.
    pub flow: FlowGraph,
    graph: DiGraph<Point, Dependence>,
    /// For each node its first point. A node has few points, so they are looked through; a table of all points would
    /// be by far the largest thing here.
    first: Vec<Option<PointId>>,
    /// For each point the next one of its node.
    next: Vec<Option<PointId>>,
}

impl DependenceGraph {
    /// The id of a point, if anything depends on it or it on anything.
    pub fn find(&self, node: NodeId, variable: &Variable) -> Option<PointId> {
        let mut points = self.points_at(node);
        points.find(|id| self.point(*id).variable == *variable)
    }

    /// The points of a node.
    fn points_at(&self, node: NodeId) -> impl Iterator<Item = PointId> {
        std::iter::successors(self.first[node.index()], |id| self.next[id.index()])
    }

    /// The point of a variable at a node.
    fn add(&mut self, node: NodeId, variable: Variable) -> PointId {
        let mut last = None;
        for id in self.points_at(node) {
            if self.point(id).variable == variable {
                return id;
            }
            last = Some(id);
        }
        let id = id_of(self.graph.add_node(Point { node, variable }));
        self.next.push(None);
        match last {
            Some(last) => self.next[last.index()] = Some(id),
            None => self.first[node.index()] = Some(id),
        }
        id
    }

    /// What an id stands for.
    pub fn point(&self, id: PointId) -> &Point {
        &self.graph[at(id)]
    }

    /// How many points there are.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.graph.node_count() == 0
    }

    /// All points.
    pub fn points(&self) -> impl Iterator<Item = (PointId, &Point)> {
        let indices = self.graph.node_indices();
        indices.map(|index| (id_of(index), &self.graph[index]))
    }

    /// What a point depends on.
    pub fn dependences(&self, id: PointId) -> impl Iterator<Item = (PointId, &Dependence)> {
        let edges = self.graph.edges(at(id));
        edges.map(|edge| (id_of(edge.target()), edge.weight()))
    }

    /// All dependences.
    pub fn edges(&self) -> impl Iterator<Item = (PointId, PointId, &Dependence)> {
        let edges = self.graph.edge_references();
        edges.map(|edge| (id_of(edge.source()), id_of(edge.target()), edge.weight()))
    }
}

fn at(id: PointId) -> NodeIndex {
    NodeIndex::new(id.index())
}

fn id_of(index: NodeIndex) -> PointId {
    let index = u32::try_from(index.index()).unwrap_or(u32::MAX);
    PointId(NonZeroU32::MIN.saturating_add(index))
}
