//! Control flow: how an instance passes through its life cycle and the parts of its events (Eilers, section 4.1).
//!
//! Each state of a life cycle is a node. Each event is a chain of nodes: a guard, one assignment for each group of
//! postconditions that define fields together, and one node for each sync. The life cycle leads from states to guards
//! and from the ends of chains to states; syncs lead from their nodes to the guards of the events that they name.

use petgraph::Direction;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use rustc_hash::FxHashSet;

use crate::model::class::{Class, ClassId};
use crate::model::shape::Shape;
use crate::semantics::specification::{EventId, Program, SpecId, StateId};

/// A node of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// Where the node stands among all.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What a node stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Node {
    /// A state of a life cycle.
    State(ClassId, StateId),
    /// That an event can happen: its preconditions, and postconditions that define nothing.
    Guard(ClassId, EventId),
    /// Postconditions that define fields together: a group of the event's [`Shape`], by its index.
    Assignment(ClassId, EventId, usize),
    /// A sync of the event, by its index.
    Sync(ClassId, EventId, usize),
}

impl Node {
    /// The specification that the node belongs to.
    pub fn spec(self) -> SpecId {
        self.class().spec
    }

    /// The class that the node belongs to.
    pub fn class(self) -> ClassId {
        match self {
            Node::State(class, _)
            | Node::Guard(class, _)
            | Node::Assignment(class, ..)
            | Node::Sync(class, ..) => class,
        }
    }

    /// The event that the node belongs to.
    pub fn event(self) -> Option<EventId> {
        match self {
            Node::State(..) => None,
            Node::Guard(_, event) | Node::Assignment(_, event, _) | Node::Sync(_, event, _) => {
                Some(event)
            }
        }
    }
}

/// How one node leads to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Flow {
    /// An instance passes from one to the other.
    Next,
    /// A sync makes a partner take an event.
    Call,
}

/// The control flow of all specifications, joined by syncs.
#[derive(Debug, Clone)]
pub struct FlowGraph {
    graph: DiGraph<Node, Flow>,
    /// For each class the node of its first state.
    states: Vec<NodeId>,
    /// For each class and event its chain, the guard first.
    chains: Vec<Vec<Vec<NodeId>>>,
}

impl FlowGraph {
    /// The control flow of the classes of a program, whose events have these forms.
    pub fn of(program: &Program, classes: &[Class<'_>], shapes: &[Vec<Shape>]) -> FlowGraph {
        let (n_nodes, n_edges) = sizes(program, classes, shapes);
        let mut flow = FlowGraph {
            graph: DiGraph::with_capacity(n_nodes, n_edges),
            states: Vec::with_capacity(shapes.len()),
            chains: Vec::with_capacity(shapes.len()),
        };
        for (class, shapes) in classes.iter().zip(shapes) {
            flow.add_class(program, class, shapes);
        }
        flow.join(classes);
        flow
    }

    fn add_class(&mut self, program: &Program, class: &Class<'_>, shapes: &[Shape]) {
        let (events, class) = (&class.events, class.id);
        let declared = program.spec(class.spec);
        self.states.push(self.next_id());
        for state in 0..declared.states.len() {
            self.add(Node::State(class, StateId::at(state)));
        }
        let mut chains = Vec::with_capacity(shapes.len());
        for (index, shape) in shapes.iter().enumerate() {
            let event = EventId::at(index);
            let mut chain = vec![self.add(Node::Guard(class, event))];
            for group in 0..shape.groups.len() {
                chain.push(self.add(Node::Assignment(class, event, group)));
            }
            for sync in 0..events[index].syncs.len() {
                chain.push(self.add(Node::Sync(class, event, sync)));
            }
            for pair in chain.windows(2) {
                self.connect(pair[0], pair[1], Flow::Next);
            }
            chains.push(chain);
        }
        self.chains.push(chains);
        for (index, shape) in shapes.iter().enumerate() {
            self.add_moves(class, EventId::at(index), &shape.moves);
        }
    }

    /// Leads from where an event's arrows begin to its chain, and from there to where they end, once to each state.
    fn add_moves(&mut self, class: ClassId, event: EventId, moves: &[(StateId, StateId)]) {
        let chain = self.chain(class, event);
        let (first, last) = (chain[0], chain[chain.len() - 1]);
        let (mut begins, mut ends) = (FxHashSet::default(), FxHashSet::default());
        for (from, to) in moves {
            if begins.insert(*from) {
                self.connect(self.state(class, *from), first, Flow::Next);
            }
            if ends.insert(*to) {
                self.connect(last, self.state(class, *to), Flow::Next);
            }
        }
    }

    /// Leads from syncs to the events that they name.
    fn join(&mut self, classes: &[Class<'_>]) {
        for (id, node) in self.nodes().collect::<Vec<_>>() {
            if let Node::Sync(class, event, index) = node {
                let sync = classes[class.index()].events[event.index()].syncs[index];
                let partner = self.guard(ClassId::of(sync.spec), sync.event);
                self.connect(id, partner, Flow::Call);
            }
        }
    }

    fn next_id(&self) -> NodeId {
        NodeId(u32::try_from(self.graph.node_count()).unwrap_or(u32::MAX))
    }

    fn add(&mut self, node: Node) -> NodeId {
        let id = self.next_id();
        self.graph.add_node(node);
        id
    }

    fn connect(&mut self, from: NodeId, to: NodeId, flow: Flow) {
        self.graph.add_edge(at(from), at(to), flow);
    }

    /// What a node stands for.
    pub fn node(&self, id: NodeId) -> Node {
        self.graph[at(id)]
    }

    /// All nodes.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, Node)> + '_ {
        let indices = self.graph.node_indices();
        indices.map(|index| (id_of(index), self.graph[index]))
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.graph.node_count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.graph.node_count() == 0
    }

    /// All edges.
    pub fn edges(&self) -> impl Iterator<Item = (NodeId, NodeId, Flow)> + '_ {
        let edges = self.graph.edge_references();
        edges.map(|edge| (id_of(edge.source()), id_of(edge.target()), *edge.weight()))
    }

    /// The node of a state.
    pub fn state(&self, class: ClassId, state: StateId) -> NodeId {
        NodeId(self.states[class.index()].0 + state.0)
    }

    /// The nodes of an event, the guard first.
    pub fn chain(&self, class: ClassId, event: EventId) -> &[NodeId] {
        &self.chains[class.index()][event.index()]
    }

    /// The guard of an event.
    pub fn guard(&self, class: ClassId, event: EventId) -> NodeId {
        self.chain(class, event)[0]
    }

    /// The assignment of a group.
    pub fn assignment(&self, class: ClassId, event: EventId, group: usize) -> NodeId {
        self.chain(class, event)[1 + group]
    }

    /// The node of one of so many syncs, by its index. Syncs stand at the end of the chain.
    pub fn sync(&self, class: ClassId, event: EventId, (syncs, sync): (usize, usize)) -> NodeId {
        let chain = self.chain(class, event);
        chain[chain.len() - syncs + sync]
    }

    /// Where an instance can come from.
    pub fn before(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.neighbours(id, Direction::Incoming)
    }

    /// Where an instance can pass on to.
    pub fn after(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        self.neighbours(id, Direction::Outgoing)
    }

    fn neighbours(&self, id: NodeId, direction: Direction) -> impl Iterator<Item = NodeId> + '_ {
        let edges = self.graph.edges_directed(at(id), direction);
        edges
            .filter(|edge| *edge.weight() == Flow::Next)
            .map(move |edge| match direction {
                Direction::Incoming => id_of(edge.source()),
                Direction::Outgoing => id_of(edge.target()),
            })
    }
}

/// How many nodes and, at most, edges the control flow has. Large graphs that grow step by step are copied again and
/// again.
fn sizes(program: &Program, classes: &[Class<'_>], shapes: &[Vec<Shape>]) -> (usize, usize) {
    let (mut n_nodes, mut n_edges) = (0, 0);
    for (class, shapes) in classes.iter().zip(shapes) {
        n_nodes += program.spec(class.id.spec).states.len();
        for (event, shape) in class.events.iter().zip(shapes) {
            let n_syncs = event.syncs.len();
            n_nodes += 1 + shape.groups.len() + n_syncs;
            n_edges += shape.groups.len() + 2 * n_syncs + 2 * shape.moves.len();
        }
    }
    (n_nodes, n_edges)
}

fn at(id: NodeId) -> NodeIndex {
    NodeIndex::new(id.index())
}

fn id_of(index: NodeIndex) -> NodeId {
    NodeId(u32::try_from(index.index()).unwrap_or(u32::MAX))
}
