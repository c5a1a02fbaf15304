//! Builds the graph of dependences of a model.

use petgraph::graph::DiGraph;
use rustc_hash::{FxHashMap, FxHashSet};

use super::definitions::{Arrivals, reaching_in_graph};
use super::flow::{FlowGraph, NodeId};
use super::possible::Possible;
use super::reads::{NewOwn, Read, ReadOf, reads_of};
use super::total::{can_be_taken, is_always_met};
use super::{Dependence, DependenceGraph, Dependences, Kind, PointId, Variable, at};
use crate::diagnostics::Span;
use crate::model::Model;
use crate::model::class::ClassId;
use crate::model::class::{Class, ModelEvent, whole_program};
use crate::model::domains::Domains;
use crate::model::shape::{Group, Shape, shapes_of};
use crate::model::universe::Universe;
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, FieldId, ParamId, Program, StateId, Sync};

/// About so many points a node of the control flow has, and so many dependences a point. Room for them is made
/// beforehand, as large graphs that grow are copied again and again.
const POINTS_PER_NODE: usize = 2;
const DEPENDENCES_PER_POINT: usize = 2;

impl DependenceGraph {
    /// What depends on what in a model.
    pub fn of(model: &Model<'_>, dependences: Dependences) -> DependenceGraph {
        let possible = Possible::of(model, dependences);
        DependenceGraph::with(model, &possible, dependences, |_| ()).0
    }

    /// What depends on what in specifications that nothing is asked about: everything may happen that is not internal.
    pub fn of_program(program: &Program, dependences: Dependences) -> DependenceGraph {
        let specs = program.specifications.iter();
        let triggers: Vec<Vec<bool>> = specs
            .map(|spec| spec.events.iter().map(|event| !event.internal).collect())
            .collect();
        let shapes = shapes_of(program);
        let classes = whole_program(program, &Universe::default());
        let specs = program.specifications.iter();
        let happening: Vec<_> = specs.map(|it| vec![true; it.events.len()]).collect();
        let ground = Ground {
            program,
            classes: &classes,
            shapes: &shapes,
            all_shapes: &shapes,
            triggers: &triggers,
            happening: &happening,
            involved: &vec![true; program.specifications.len()],
            domains: &Domains::default(),
        };
        DependenceGraph::on(ground, dependences, |_| ()).0
    }

    /// What depends on what in a model, and on what something outside of all events depends that is added at the end.
    pub fn with<R>(
        model: &Model<'_>,
        possible: &Possible,
        dependences: Dependences,
        add: impl FnOnce(&mut Builder<'_>) -> R,
    ) -> (DependenceGraph, R) {
        let ground = Ground {
            program: model.program,
            classes: &model.classes,
            shapes: &possible.shapes(model),
            all_shapes: &model.shapes,
            triggers: &model.triggers,
            happening: possible.happening(),
            involved: &has_instances(model),
            domains: &model.domains,
        };
        DependenceGraph::on(ground, dependences, add)
    }

    fn on<R>(
        ground: Ground<'_>,
        dependences: Dependences,
        add: impl FnOnce(&mut Builder<'_>) -> R,
    ) -> (DependenceGraph, R) {
        let flow = FlowGraph::of(ground.program, ground.classes, ground.all_shapes);
        let (n_nodes, n_points) = (flow.len(), POINTS_PER_NODE * flow.len());
        let mut builder = Builder {
            ground,
            dependences,
            writers: writers(ground),
            arrivals: arrivals(ground),
            graph: DependenceGraph {
                flow,
                graph: DiGraph::with_capacity(n_points, DEPENDENCES_PER_POINT * n_points),
                first: vec![None; n_nodes],
                next: Vec::with_capacity(n_points),
            },
            followed: FxHashSet::default(),
        };
        for (class, is_involved) in ground.classes.iter().zip(ground.involved) {
            for (id, event) in class.kept_events().filter(|_| *is_involved) {
                builder.event(class.id, id, event);
            }
        }
        let result = add(&mut builder);
        (builder.graph, result)
    }

    fn connect(&mut self, from: PointId, to: PointId, dependence: Dependence) {
        let known = self.graph.edges_connecting(at(from), at(to));
        let mut known = known.map(|edge| *edge.weight());
        let is_known = known
            .any(|it| it.kind == dependence.kind && it.together_with == dependence.together_with);
        if !is_known {
            self.graph.add_edge(at(from), at(to), dependence);
        }
    }
}

/// For each class and field the assignments that define it.
type Writers = FxHashMap<(ClassId, FieldId), Vec<(EventId, usize)>>;

fn writers(ground: Ground<'_>) -> Writers {
    let mut writers = Writers::default();
    for (class, shapes) in ground.classes.iter().zip(ground.shapes) {
        // An event without arrows never happens.
        let happens = |event: usize| ground.happening[class.id.index()][event];
        let shapes = shapes.iter().enumerate();
        for (event, shape) in shapes.filter(|(at, it)| happens(*at) && !it.moves.is_empty()) {
            for (index, group) in shape.groups.iter().enumerate() {
                for field in &group.fields {
                    let written = writers.entry((class.id, *field)).or_default();
                    written.push((EventId::at(event), index));
                }
            }
        }
    }
    writers
}

/// For each class whether it has instances. A program may contain many that have nothing to do with a check.
fn has_instances(model: &Model<'_>) -> Vec<bool> {
    let classes = model.classes.iter();
    classes.map(|it| !it.instances.is_empty()).collect()
}

fn arrivals(ground: Ground<'_>) -> Vec<Arrivals> {
    let classes = ground.classes.iter();
    let classes = classes.zip(ground.shapes).zip(ground.happening);
    let arrivals = classes.map(|((class, shapes), happening)| {
        let n_states = ground.program.spec(class.id.spec).states.len();
        Arrivals::of(n_states, shapes, happening)
    });
    arrivals.collect()
}

/// What dependences are read from: the parts of a model that are there without a check, too.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ground<'g> {
    pub(super) program: &'g Program,
    pub(super) classes: &'g [Class<'g>],
    /// The forms of events, with those arrows only that an instance may take.
    pub(super) shapes: &'g [Vec<Shape>],
    /// The same with all arrows.
    pub(super) all_shapes: &'g [Vec<Shape>],
    pub(super) triggers: &'g [Vec<bool>],
    /// The events that may happen at all.
    pub(super) happening: &'g [Vec<bool>],
    /// The specifications whose events can happen.
    pub(super) involved: &'g [bool],
    pub(super) domains: &'g Domains,
}

/// A graph that grows.
#[derive(Debug)]
pub struct Builder<'b> {
    ground: Ground<'b>,
    dependences: Dependences,
    writers: Writers,
    /// By specification.
    arrivals: Vec<Arrivals>,
    graph: DependenceGraph,
    /// The uses whose definitions were looked for.
    followed: FxHashSet<PointId>,
}

impl Builder<'_> {
    /// What expressions read that speak of an instance of a class.
    fn reads<'e>(
        &self,
        own: ClassId,
        new_own: NewOwn,
        exprs: impl IntoIterator<Item = &'e Expr>,
    ) -> Vec<Read> {
        reads_of(self.ground.program, (own, new_own), exprs)
    }

    /// The execution of a node.
    fn execution(&mut self, node: NodeId) -> PointId {
        self.graph.add(node, Variable::Execution)
    }

    /// Adds a dependence, if its kind is among those that are wanted.
    fn depends(&mut self, from: PointId, to: PointId, kind: Kind, span: Span) {
        self.depends_together(from, to, kind, span, None);
    }

    fn depends_together(
        &mut self,
        from: PointId,
        to: PointId,
        kind: Kind,
        span: Span,
        together_with: Option<PointId>,
    ) {
        let is_wanted = self.dependences.are_complete() || Kind::THESIS.contains(&kind);
        if is_wanted {
            let dependence = Dependence {
                kind,
                span,
                together_with,
            };
            self.graph.connect(from, to, dependence);
        }
    }

    fn event(&mut self, class: ClassId, id: EventId, event: &ModelEvent<'_>) {
        let guard = self.graph.flow.guard(class, id);
        let executed = self.execution(guard);
        self.guard(class, id, event);
        let shape = &self.ground.shapes[class.index()][id.index()];
        for (index, group) in shape.groups.iter().enumerate() {
            self.assignment(class, id, event, (index, group));
        }
        for (index, sync) in event.syncs.iter().enumerate() {
            let place = (event.syncs.len(), index);
            let node = self.graph.flow.sync(class, id, place);
            let sync_executed = self.execution(node);
            self.depends(
                sync_executed,
                executed,
                Kind::NestedControl,
                event.name.span,
            );
            self.depends(executed, sync_executed, Kind::Atomicity, sync.span);
            self.sync(guard, node, sync);
        }
    }

    /// Preconditions, and postconditions that define nothing.
    fn guard(&mut self, class: ClassId, id: EventId, event: &ModelEvent<'_>) {
        let node = self.graph.flow.guard(class, id);
        let executed = self.execution(node);
        let before = event.preconditions.iter().copied();
        let after = &self.ground.shapes[class.index()][id.index()].guards;
        let after = after.iter().map(|index| event.postconditions[*index]);
        let conditions = before.chain(after).map(|statement| &statement.condition);
        for read in self.reads(class, NewOwn::Read, conditions) {
            let used = self.use_at(node, node, &read);
            self.depends(executed, used, Kind::Control, read.span);
        }
    }

    /// Postconditions that define fields together.
    fn assignment(
        &mut self,
        class: ClassId,
        id: EventId,
        event: &ModelEvent<'_>,
        (index, group): (usize, &Group),
    ) {
        let guard = self.graph.flow.guard(class, id);
        let node = self.graph.flow.assignment(class, id, index);
        let (guarded, executed) = (self.execution(guard), self.execution(node));
        let span = event.postconditions[group.statements[0]].span;
        self.depends(executed, guarded, Kind::NestedControl, event.name.span);
        let statements = group.statements.iter();
        let conditions = statements.map(|it| &event.postconditions[*it].condition);
        let reads = self.reads(class, NewOwn::Defined, conditions);
        let entry = self.entry(guard, node);
        let uses: Vec<(PointId, Span)> = reads
            .iter()
            .map(|read| (self.use_at(node, entry, read), read.span))
            .collect();
        let is_guard = !is_always_met(self.ground, class, id, group);
        let fields = group.fields.iter();
        let defined: Vec<PointId> = fields
            .map(|field| self.graph.add(node, Variable::Field(*field)))
            .collect();
        for definition in &defined {
            self.depends(*definition, executed, Kind::DefExecution, span);
            for (used, span) in &uses {
                self.depends(*definition, *used, Kind::DefUse, *span);
            }
            for other in defined.iter().filter(|other| *other != definition) {
                self.depends(*definition, *other, Kind::Group, span);
            }
            if is_guard {
                self.depends(guarded, *definition, Kind::Group, span);
            }
            if self.dependences == Dependences::Coarse {
                self.depends(guarded, *definition, Kind::Whole, span);
            }
        }
    }

    /// Where what a node of an event reads comes from. An event reads everything before it changes anything; the
    /// thesis has its parts one after the other.
    fn entry(&self, guard: NodeId, node: NodeId) -> NodeId {
        if self.dependences.are_complete() {
            guard
        } else {
            node
        }
    }

    fn sync(&mut self, guard: NodeId, node: NodeId, sync: &Sync) {
        let executed = self.execution(node);
        let own = self.graph.flow.node(node).class();
        let named = ClassId::of(sync.spec);
        let partner = self.graph.flow.guard(named, sync.event);
        let partner_executed = self.execution(partner);
        self.depends(executed, partner_executed, Kind::Synchronisation, sync.span);
        let entry = self.entry(guard, node);
        for read in self.reads(own, NewOwn::Read, [&sync.key]) {
            let used = self.use_at(node, entry, &read);
            self.depends(executed, used, Kind::Key, read.span);
        }
        for (index, argument) in sync.arguments.iter().enumerate() {
            let param = self
                .graph
                .add(partner, Variable::Parameter(ParamId::at(index)));
            let is_test = !can_be_taken(self.ground, sync, index);
            if is_test {
                // The parameter is kept for the argument's sake: without it nobody would ask for a value.
                self.depends(executed, param, Kind::Key, argument.span);
            }
            for read in self.reads(own, NewOwn::Read, [argument]) {
                let used = self.use_at(node, entry, &read);
                if is_test {
                    self.depends(executed, used, Kind::Key, read.span);
                }
                self.argument((param, used), (executed, sync), read.span);
            }
        }
        if sync.negated {
            self.impossible(executed, named, sync.event, sync.span);
        } else if !self.ground.triggers[named.index()][sync.event.index()] {
            self.depends(partner_executed, executed, Kind::Caller, sync.span);
        }
    }

    /// How an argument matters for the parameter that it is given for.
    fn argument(
        &mut self,
        (param, used): (PointId, PointId),
        (executed, sync): (PointId, &Sync),
        span: Span,
    ) {
        if sync.negated {
            self.depends_together(executed, used, Kind::Key, span, Some(param));
        } else if !self.dependences.are_complete() {
            self.depends(param, used, Kind::ParameterData, span);
            // The sync that gives the argument is where it is used.
            self.depends(used, executed, Kind::ParameterData, span);
        } else {
            let together = Some(executed);
            self.depends_together(param, used, Kind::ParameterData, span, together);
        }
    }

    /// A negated sync depends on everything that enables the partner's event, with all that it syncs: besides
    /// conditions, which are followed from its guard, that is where the partners are in their life cycles.
    fn impossible(&mut self, executed: PointId, class: ClassId, event: EventId, span: Span) {
        let node = self.graph.point(executed).node;
        let moves = &self.ground.shapes[class.index()][event.index()].moves;
        if moves.is_empty() {
            // Then it never happens, whatever its partners do.
            return;
        }
        let mut sources: Vec<StateId> = moves.iter().map(|(from, _)| *from).collect();
        sources.sort_unstable();
        sources.dedup();
        let test = self.test(node, class, &sources, span);
        self.depends(executed, test, Kind::LifeCycle, span);
        let event = &self.ground.classes[class.index()].events[event.index()];
        for sync in event.calls() {
            self.impossible(executed, ClassId::of(sync.spec), sync.event, span);
        }
    }

    /// The use of something at a node, with what it depends on. Definitions count that reach the entry of the event.
    fn use_at(&mut self, node: NodeId, entry: NodeId, read: &Read) -> PointId {
        match &read.what {
            ReadOf::Own(field) => self.own_field(node, entry, *field, read.span),
            ReadOf::Foreign(class, field) => self.foreign_field(node, *class, *field, read.span),
            ReadOf::Parameter(param) => {
                let used = self.graph.add(node, Variable::Parameter(*param));
                let flow = &self.graph.flow;
                let stands_in = flow.node(node);
                if let Some(event) = stands_in.event() {
                    // Parameters are defined where the event begins.
                    let guard = flow.guard(stands_in.class(), event);
                    let defined = self.graph.add(guard, Variable::Parameter(*param));
                    if defined != used {
                        self.depends(used, defined, Kind::UseDef, read.span);
                    }
                }
                used
            }
            ReadOf::LifeCycle(class, states) => self.test(node, *class, states, read.span),
        }
    }

    fn own_field(&mut self, node: NodeId, entry: NodeId, field: FieldId, span: Span) -> PointId {
        let used = self.graph.add(node, Variable::Field(field));
        // A node that defines the field as well is a point for both.
        if self.followed.insert(used) {
            for definition in self.reaching(entry, field) {
                let definition = self.graph.add(definition, Variable::Field(field));
                self.depends(used, definition, Kind::UseDef, span);
            }
        }
        used
    }

    /// The assignments whose value of a field may still be there at a node.
    fn reaching(&self, entry: NodeId, field: FieldId) -> Vec<NodeId> {
        let (flow, shapes) = (&self.graph.flow, self.ground.shapes);
        if !self.dependences.are_complete() {
            return reaching_in_graph(flow, shapes, entry, field);
        }
        let to = flow.node(entry);
        self.arrivals[to.class().index()].reaching(flow, shapes, to, field)
    }

    fn foreign_field(
        &mut self,
        node: NodeId,
        class: ClassId,
        field: FieldId,
        span: Span,
    ) -> PointId {
        let used = self.graph.add(node, Variable::Foreign(class, field));
        if self.followed.insert(used) {
            let written = self.writers.get(&(class, field)).cloned();
            for (event, group) in written.unwrap_or_default() {
                let definition = self.graph.flow.assignment(class, event, group);
                let definition = self.graph.add(definition, Variable::Field(field));
                self.depends(used, definition, Kind::ForeignData, span);
            }
        }
        used
    }

    /// Whether an instance is in some states: that depends on the events that lead in or out.
    fn test(&mut self, node: NodeId, class: ClassId, states: &[StateId], span: Span) -> PointId {
        let used = self
            .graph
            .add(node, Variable::LifeCycle(class, states.to_vec()));
        if self.followed.insert(used) {
            let happening = &self.ground.happening[class.index()];
            let shapes = self.ground.shapes[class.index()].iter().enumerate();
            for (event, shape) in shapes.filter(|(event, _)| happening[*event]) {
                let mut moves = shape.moves.iter();
                if moves.any(|(from, to)| states.contains(from) != states.contains(to)) {
                    let guard = self.graph.flow.guard(class, EventId::at(event));
                    let executed = self.execution(guard);
                    self.depends(used, executed, Kind::LifeCycle, span);
                }
            }
        }
        used
    }

    /// The execution of a state.
    pub fn state(&mut self, class: ClassId, state: StateId) -> PointId {
        let node = self.graph.flow.state(class, state);
        self.execution(node)
    }

    /// The execution of an event's guard.
    pub fn event_guard(&mut self, class: ClassId, event: EventId) -> PointId {
        let node = self.graph.flow.guard(class, event);
        self.execution(node)
    }

    /// What conditions on an instance read that is in a state.
    pub fn conditions_at_state<'e>(
        &mut self,
        class: ClassId,
        state: StateId,
        conditions: impl IntoIterator<Item = &'e Expr>,
    ) -> Vec<PointId> {
        let node = self.graph.flow.state(class, state);
        let reads = self.reads(class, NewOwn::Read, conditions);
        let reads = reads.iter();
        reads.map(|read| self.use_at(node, node, read)).collect()
    }

    /// Whether an instance is in some states, asked at one of its states.
    pub fn test_at_state(
        &mut self,
        (class, state): (ClassId, StateId),
        states: &[StateId],
        span: Span,
    ) -> PointId {
        let node = self.graph.flow.state(class, state);
        self.test(node, class, states, span)
    }
}
