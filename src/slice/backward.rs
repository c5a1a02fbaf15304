//! The backward slice: everything that the criteria depend on (Eilers, section 4.4, algorithm 2), with what connects
//! it.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use rustc_hash::FxHashMap;

use super::criteria::{Criteria, Criterion, Lasting};
use super::reconnect::{Connected, LifeCycle};
use super::{Options, Reconnection};
use crate::dependence::flow::{Node, NodeId};
use crate::dependence::{DependenceGraph, Kind, PointId, Possible, Variable};
use crate::diagnostics::Span;
use crate::model::Model;
use crate::model::class::ClassId;
use crate::semantics::specification::{EventId, FieldId, StateId};

/// Why a point is in the slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Because {
    /// The check asks about it.
    Asked(Span),
    /// Another point depends on it.
    Dependence(PointId, Kind, Span),
    /// Its event is kept, and so is the field that it defines: without it the field would keep its value.
    Frame(PointId),
    /// It leads from one kept state to another.
    Connects(StateId, StateId),
    /// In one step it makes several kept events happen.
    Joins(ClassId, EventId),
}

/// Slices a model.
pub(super) struct Slicer<'s, 'm> {
    pub(super) model: &'s Model<'m>,
    pub(super) graph: &'s DependenceGraph,
    pub(super) options: Options,
    /// Why each point is in the slice; none where it is not.
    pub(super) because: Vec<Option<Because>>,
    waiting: VecDeque<PointId>,
    /// What is added once a point is.
    pending: FxHashMap<PointId, Vec<(PointId, Because)>>,
    /// The fields that something in the slice reads or defines.
    fields: BTreeMap<(ClassId, FieldId), PointId>,
    /// How life cycles are connected.
    pub(super) connected: BTreeMap<ClassId, Connected>,
    possible: &'s Possible,
}

impl<'s, 'm> Slicer<'s, 'm> {
    pub(super) fn new(
        model: &'s Model<'m>,
        possible: &'s Possible,
        graph: &'s DependenceGraph,
        options: Options,
    ) -> Slicer<'s, 'm> {
        Slicer {
            model,
            graph,
            options,
            because: vec![None; graph.len()],
            waiting: VecDeque::new(),
            pending: FxHashMap::default(),
            fields: BTreeMap::new(),
            connected: BTreeMap::new(),
            possible,
        }
    }

    /// Adds everything that the criteria depend on, and what connects it, until there is nothing more to add.
    pub(super) fn slice(&mut self, criteria: &Criteria, restored: &BTreeSet<(ClassId, EventId)>) {
        self.ask(&criteria.asked);
        for (class, event) in restored {
            self.keep_event(*class, *event, Because::Asked(self.model.check.span));
        }
        loop {
            self.follow();
            let before = self.n_points();
            self.reconnect();
            if self.options.dependences.are_complete() {
                self.join_steps();
            }
            self.ask_where_it_matters(criteria);
            if self.n_points() == before {
                break;
            }
        }
    }

    fn ask(&mut self, criteria: &[Criterion]) {
        for criterion in criteria {
            self.add(criterion.point, Because::Asked(criterion.span));
        }
    }

    fn ask_where_it_matters(&mut self, criteria: &Criteria) {
        for lasting in &criteria.lasting {
            if self.may_end(lasting) {
                self.ask(&lasting.criteria);
            }
        }
        if !criteria.steps.is_empty() && self.reads_time() {
            self.ask(&criteria.steps);
        }
    }

    fn n_points(&self) -> usize {
        self.because.iter().flatten().count()
    }

    pub(super) fn contains(&self, point: PointId) -> bool {
        self.because[point.index()].is_some()
    }

    fn add(&mut self, point: PointId, because: Because) {
        if self.contains(point) {
            return;
        }
        self.because[point.index()] = Some(because);
        self.waiting.push_back(point);
    }

    fn follow(&mut self) {
        while let Some(point) = self.waiting.pop_front() {
            for (other, because) in self.pending.remove(&point).unwrap_or_default() {
                self.add(other, because);
            }
            for (other, dependence) in self.graph.dependences(point) {
                let because = Because::Dependence(point, dependence.kind, dependence.span);
                match dependence.together_with {
                    Some(condition) if !self.contains(condition) => {
                        let pending = self.pending.entry(condition).or_default();
                        pending.push((other, because));
                    }
                    _ => self.add(other, because),
                }
            }
            if self.options.dependences.are_complete() {
                self.frame(point);
            }
        }
    }

    /// A field is kept with all its definitions in kept events.
    fn frame(&mut self, point: PointId) {
        let at = self.graph.point(point);
        let node = self.graph.flow.node(at.node);
        match (&at.variable, node) {
            (Variable::Field(field), _) => self.keep_field(node.class(), *field, point),
            (Variable::Foreign(class, field), _) => self.keep_field(*class, *field, point),
            (Variable::Execution, Node::Guard(class, event)) => {
                let shape = &self.model.shapes[class.index()][event.index()];
                for (index, group) in shape.groups.iter().enumerate() {
                    for field in &group.fields {
                        if let Some(reason) = self.fields.get(&(class, *field)) {
                            let reason = *reason;
                            self.define(class, event, (index, *field), reason);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn keep_field(&mut self, class: ClassId, field: FieldId, reason: PointId) {
        if self.fields.contains_key(&(class, field)) {
            return;
        }
        self.fields.insert((class, field), reason);
        for (event, shape) in self.model.shapes[class.index()].iter().enumerate() {
            let event = EventId::at(event);
            if !self.keeps_event(class, event) {
                continue;
            }
            for (index, group) in shape.groups.iter().enumerate() {
                if group.fields.contains(&field) {
                    self.define(class, event, (index, field), reason);
                }
            }
        }
    }

    fn define(
        &mut self,
        class: ClassId,
        event: EventId,
        (group, field): (usize, FieldId),
        reason: PointId,
    ) {
        let node = self.graph.flow.assignment(class, event, group);
        if let Some(point) = self.graph.find(node, &Variable::Field(field)) {
            self.add(point, Because::Frame(reason));
        }
    }

    fn executes(&self, node: NodeId) -> bool {
        let point = self.graph.find(node, &Variable::Execution);
        point.is_some_and(|point| self.contains(point))
    }

    /// Whether an event is in the slice.
    pub(super) fn keeps_event(&self, class: ClassId, event: EventId) -> bool {
        self.executes(self.graph.flow.guard(class, event))
    }

    fn keep_event(&mut self, class: ClassId, event: EventId, because: Because) {
        let node = self.graph.flow.guard(class, event);
        if let Some(point) = self.graph.find(node, &Variable::Execution) {
            self.add(point, because);
        }
    }

    /// The states that something asks for: those that a point of the slice stands at, and those that are told apart.
    fn asked_states(&self) -> BTreeMap<ClassId, BTreeSet<StateId>> {
        let mut asked: BTreeMap<ClassId, BTreeSet<StateId>> = BTreeMap::new();
        for (id, point) in self.graph.points() {
            if !self.contains(id) {
                continue;
            }
            if let Node::State(class, state) = self.graph.flow.node(point.node) {
                asked.entry(class).or_default().insert(state);
            }
        }
        asked
    }

    fn reconnect(&mut self) {
        let asked = self.asked_states();
        self.connected.clear();
        for class in &self.model.classes {
            if class.instances.is_empty() {
                continue;
            }
            let class = class.id;
            let life_cycle = LifeCycle::of(self.model, self.possible, class);
            let nothing = BTreeSet::new();
            let asked = asked.get(&class).unwrap_or(&nothing);
            let is_kept = |event| self.keeps_event(class, event);
            let connected = match self.options.reconnection {
                Reconnection::Conventional => life_cycle.connect(asked, &is_kept),
                Reconnection::Amorphous => life_cycle.bridge(asked, &is_kept),
            };
            let shapes = &self.model.shapes[class.index()];
            for event in &connected.events {
                let moves = &shapes[event.index()].moves;
                let between = moves.iter().find(|(from, to)| {
                    from != to && connected.states.contains(from) && connected.states.contains(to)
                });
                if let Some((from, to)) = between {
                    self.keep_event(class, *event, Because::Connects(*from, *to));
                }
            }
            self.connected.insert(class, connected);
        }
    }

    /// Whether something that is kept leads out of the states that an instance starts in and is to be in.
    fn may_end(&self, lasting: &Lasting) -> bool {
        let leads_out = |(from, to): &(StateId, StateId)| {
            lasting.states.contains(from) && !lasting.states.contains(to)
        };
        let class = lasting.class;
        let bridges = self.connected.get(&class).map(|it| &it.bridges);
        let shapes = self.model.shapes[class.index()].iter().enumerate();
        let mut kept = shapes.filter(|(event, _)| self.keeps_event(class, EventId::at(*event)));
        kept.any(|(_, shape)| shape.moves.iter().any(leads_out))
            || bridges.is_some_and(|bridges| bridges.iter().any(leads_out))
    }

    /// An event that makes several kept events happen in one step cannot be replaced by them one after the other: that
    /// would take more steps.
    fn join_steps(&mut self) {
        for declared in &self.model.classes {
            let class = declared.id;
            for (event, declared) in declared.kept_events() {
                let is_joint = !declared.syncs.is_empty();
                if is_joint
                    && !self.keeps_event(class, event)
                    && self.n_joined(class, event).is_some_and(|joined| joined > 1)
                {
                    self.keep_event(class, event, Because::Joins(class, event));
                }
            }
        }
    }

    /// How many kept events a cut one makes happen, not counting what these make happen in turn, and how many steps
    /// that a bridge stands for. None for an event that never happens: nobody has an arrow for it, or for one of its
    /// partners.
    fn n_joined(&self, class: ClassId, event: EventId) -> Option<usize> {
        if self.keeps_event(class, event) {
            return Some(1);
        }
        if !self.possible.has_arrow(self.model, class, event) {
            return None;
        }
        let calls = self.model.event(class, event).calls();
        let partners = calls.map(|sync| self.n_joined(ClassId::of(sync.spec), sync.event));
        let joined = partners.sum::<Option<usize>>()?;
        Some(joined + usize::from(self.is_bridged(class, event)))
    }

    /// Whether an event may be one of those that a bridge stands for.
    fn is_bridged(&self, class: ClassId, event: EventId) -> bool {
        let connected = self.connected.get(&class);
        connected.is_some_and(|it| it.bridged.contains(&event))
    }
}
