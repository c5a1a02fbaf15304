//! Why something is in a slice: the shortest chain of dependences that leads to it from what the check asks about.
//!
//! The chain is looked for in the finished slice, breadth first: along dependences that the slice follows, and along
//! what it adds besides (see [`Because`]): definitions of kept fields, events that connect kept states, events that
//! join kept ones in a step.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::iter::once;

pub use super::named::Unknown;
use super::named::find;
use super::{Because, Options, Reconnection, Slice};
use crate::dependence::flow::Node;
use crate::dependence::{Kind, PointId, Variable};
use crate::diagnostics::Span;
use crate::model::Model;
use crate::model::class::ClassId;
use crate::semantics::specification::{EventId, FieldId, Program, SpecId, StateId};

/// What is asked about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A field of a specification.
    Field(SpecId, FieldId),
    /// An event of a specification.
    Event(SpecId, EventId),
}

/// Why something is in a slice, or that it is not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Why {
    /// What it is about.
    pub what: What,
    /// The answer.
    pub answer: Answer,
}

impl Why {
    /// Whether the slice does without it.
    pub fn is_cut(&self) -> bool {
        matches!(
            self.answer,
            Answer::Cut
                | Answer::Named
                | Answer::Bridged
                | Answer::NeededByBridged
                | Answer::NamedThoughBridged
        )
    }
}

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It is cut: nothing that the check asks about depends on it.
    Cut,
    /// It is cut, but the text of the slice has it, because something names it.
    Named,
    /// It is cut, and one of those events that a bridge stands for.
    Bridged,
    /// It is cut, and only what a bridge stands for depends on it.
    NeededByBridged,
    /// It is cut for one of these two reasons, but the text of the slice has it.
    NamedThoughBridged,
    /// What the check asks about depends on it.
    Chain(Chain),
    /// It is the key of a specification that is kept.
    Key,
    /// The start of the check speaks of it.
    Start,
    /// Some domain is empty: there is no state at all, and nothing is cut.
    NoState,
}

/// A chain of dependences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chain {
    /// What of the check asks.
    pub asked: Span,
    /// What it asks about.
    pub start: PointId,
    /// How that leads to what is kept.
    pub links: Vec<Link>,
}

/// One thing depends on another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// What depends.
    pub from: PointId,
    /// What it depends on.
    pub to: PointId,
    /// How.
    pub reason: Reason,
    /// Where that can be seen.
    pub span: Span,
}

/// How one thing depends on another in a slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// By a dependence.
    Dependence(Kind),
    /// It defines a kept field in a kept event.
    Frame,
    /// It leads from one kept state to another, on the way to what depends.
    Connects(StateId, StateId),
    /// It makes several kept events happen in one step.
    Joins,
}

impl Reason {
    /// The short name.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Dependence(kind) => kind.name(),
            Reason::Frame => "frame",
            Reason::Connects(..) => "connects",
            Reason::Joins => "joins",
        }
    }
}

/// Why `Spec.field` or `Spec.event` is in a slice. What a specification does not need for itself may be kept for an
/// heir, which is then what the answer is about.
pub fn why(model: &Model<'_>, slice: &Slice, name: &str) -> Result<Why, Unknown> {
    let what = find(model.program, name)?;
    let asked = once(what).chain(inherited(model.program, what));
    let mut answers = asked.map(|what| Why {
        what,
        answer: answer(model, slice, what),
    });
    let kept = answers.find(|why| why.answer != Answer::Cut);
    Ok(kept.unwrap_or_else(|| Why {
        what,
        answer: if is_needed_by_bridged(model, slice, name) {
            Answer::NeededByBridged
        } else {
            Answer::Cut
        },
    }))
}

/// Whether only bridges make it possible to cut something.
fn is_needed_by_bridged(model: &Model<'_>, slice: &Slice, name: &str) -> bool {
    if !slice.parts.has_bridges() {
        return false;
    }
    let options = Options {
        reconnection: Reconnection::Conventional,
        ..slice.options
    };
    let without_bridges = why(model, &Slice::of(model, options), name);
    without_bridges.is_ok_and(|why| why.answer != Answer::Cut)
}

/// What heirs of a specification have from it, in the order of the program.
fn inherited(program: &Program, what: What) -> impl Iterator<Item = What> {
    let (What::Field(ancestor, _) | What::Event(ancestor, _)) = what;
    let specs = (0..program.specifications.len()).map(SpecId::at);
    let heirs = specs.filter(move |spec| program.is_heir(*spec, ancestor));
    heirs.filter_map(move |heir| {
        let (from, to) = (program.spec(ancestor), program.spec(heir));
        match what {
            What::Field(_, field) => to
                .field_named(&from.fields[field.index()].name.text)
                .map(|field| What::Field(heir, field)),
            What::Event(_, event) => to
                .event_named(&from.events[event.index()].name.text)
                .map(|event| What::Event(heir, event)),
        }
    })
}

fn is_bridged(model: &Model<'_>, slice: &Slice, spec: SpecId, event: EventId) -> bool {
    let mut bridges = slice.parts.classes[spec.index()].bridges.iter();
    bridges.any(|bridge| {
        slice
            .bridged_events(model, ClassId::of(spec), *bridge)
            .contains(&event)
    })
}

fn answer(model: &Model<'_>, slice: &Slice, what: What) -> Answer {
    let targets = targets(model, slice, what);
    if let Some(chain) = Search::new(model, slice).chain(&targets) {
        return Answer::Chain(chain);
    }
    match what {
        What::Field(spec, field) => {
            let parts = &slice.parts.classes[spec.index()];
            let is_key = model.program.spec(spec).key == Some(field);
            match parts.kept && parts.keeps_field(field) {
                false => Answer::Cut,
                true if is_key => Answer::Key,
                true if is_whole(model, slice) => Answer::NoState,
                true => Answer::Start,
            }
        }
        What::Event(spec, event) => {
            if slice.parts.classes[spec.index()].keeps_event(event) {
                Answer::NoState
            } else if is_bridged(model, slice, spec, event) {
                Answer::Bridged
            } else {
                Answer::Cut
            }
        }
    }
}

fn is_whole(model: &Model<'_>, slice: &Slice) -> bool {
    slice.parts == super::parts::Parts::whole(model)
}

/// The points of the slice that stand for something. For an event that is its execution, and only without that its
/// parameters.
fn targets(model: &Model<'_>, slice: &Slice, what: What) -> BTreeSet<PointId> {
    let flow = &slice.graph.flow;
    if let What::Event(spec, event) = what {
        let executed = slice
            .graph
            .find(flow.guard(ClassId::of(spec), event), &Variable::Execution);
        if let Some(executed) = executed.filter(|it| slice.contains(*it)) {
            return BTreeSet::from([executed]);
        }
    }
    let points = slice.graph.points();
    let points = points.filter(|(id, point)| {
        let node = flow.node(point.node);
        let stands_for = match what {
            What::Event(spec, event) => node == Node::Guard(ClassId::of(spec), event),
            What::Field(spec, field) => match (&point.variable, node) {
                (Variable::Field(of), _) => node.spec() == spec && *of == field,
                (Variable::Foreign(whose, of), _) => (whose.spec, *of) == (spec, field),
                (_, Node::Assignment(whose, event, group)) => {
                    let shape = &model.shapes[whose.index()][event.index()];
                    whose.spec == spec && shape.groups[group].fields.contains(&field)
                }
                _ => false,
            },
        };
        stands_for && slice.contains(*id)
    });
    points.map(|(id, _)| id).collect()
}

/// A search through a slice.
struct Search<'s, 'm> {
    model: &'s Model<'m>,
    slice: &'s Slice,
    /// For each point what it leads to besides dependences.
    besides: BTreeMap<PointId, Vec<Link>>,
    /// How each point was reached.
    reached: BTreeMap<PointId, Option<Link>>,
    waiting: VecDeque<PointId>,
    /// Definitions of kept fields, which are kept with their events: they wait for these, and do not explain them.
    with_events: BTreeMap<PointId, Vec<Link>>,
}

impl<'s, 'm> Search<'s, 'm> {
    fn new(model: &'s Model<'m>, slice: &'s Slice) -> Search<'s, 'm> {
        let mut search = Search {
            model,
            slice,
            besides: BTreeMap::new(),
            reached: BTreeMap::new(),
            waiting: VecDeque::new(),
            with_events: BTreeMap::new(),
        };
        for (id, _) in slice.graph.points() {
            match slice.because(id) {
                Some(Because::Frame(from)) => {
                    search.add_besides(from, id, Reason::Frame, search.place(id));
                }
                Some(Because::Connects(from, to)) => search.add_connecting(id, from, to),
                Some(Because::Joins(spec, event)) => search.add_joining(id, spec, event),
                _ => {}
            }
        }
        search
    }

    fn add_besides(&mut self, from: PointId, to: PointId, reason: Reason, span: Span) {
        let link = Link {
            from,
            to,
            reason,
            span,
        };
        self.besides.entry(from).or_default().push(link);
    }

    /// An event connects whatever is asked of states that can be reached by way of it, and events that start from
    /// them.
    fn add_connecting(&mut self, id: PointId, from: StateId, to: StateId) {
        let Node::Guard(class, event) = self.node(id) else {
            return;
        };
        let beyond = self.beyond(class, to);
        let transitions = self.model.program.spec(class.spec).transitions.iter();
        let mut arrows = transitions.filter(|it| (it.from, it.to, it.event) == (from, to, event));
        let span = arrows.next().map_or_else(|| self.place(id), |it| it.span);
        let slice = self.slice;
        for (other, _) in slice
            .graph
            .points()
            .filter(|(other, _)| slice.contains(*other))
        {
            let is_beyond = match self.node(other) {
                Node::State(of, state) => of == class && beyond.contains(&state),
                Node::Guard(of, other) if of == class && other != event => {
                    let moves = &self.model.shapes[class.index()][other.index()].moves;
                    moves.iter().any(|(from, _)| beyond.contains(from))
                }
                _ => false,
            };
            if is_beyond {
                self.add_besides(other, id, Reason::Connects(from, to), span);
            }
        }
    }

    /// The states that can be reached from one by what is kept.
    fn beyond(&self, class: ClassId, state: StateId) -> BTreeSet<StateId> {
        let transitions = self.model.program.spec(class.spec).transitions.iter();
        let kept = &self.slice.parts.of_class(class).transitions;
        let kept: Vec<_> = transitions.zip(kept).filter(|(_, kept)| **kept).collect();
        let mut reached = BTreeSet::from([state]);
        let mut waiting = vec![state];
        while let Some(state) = waiting.pop() {
            for (arrow, _) in kept.iter().filter(|(arrow, _)| arrow.from == state) {
                if reached.insert(arrow.to) {
                    waiting.push(arrow.to);
                }
            }
        }
        reached
    }

    /// An event joins the kept ones that it makes happen, also by way of cut ones, and steps that bridges would have
    /// to take one after the other.
    fn add_joining(&mut self, id: PointId, class: ClassId, event: EventId) {
        let model = self.model;
        let event = model.event(class, event);
        if self.slice.options.reconnection == Reconnection::Amorphous {
            self.add_bridged(id, class, event.name.span);
        }
        for sync in event.calls() {
            let named = ClassId::of(sync.spec);
            let guard = self.slice.graph.flow.guard(named, sync.event);
            let partner = self.slice.graph.find(guard, &Variable::Execution);
            match partner.filter(|partner| self.slice.contains(*partner)) {
                Some(partner) => self.add_besides(partner, id, Reason::Joins, sync.span),
                None => self.add_joining(id, named, sync.event),
            }
        }
    }

    /// An event takes a step that a bridge would take otherwise, for whatever is asked of the states of its
    /// specification, or happens there.
    fn add_bridged(&mut self, id: PointId, class: ClassId, span: Span) {
        let slice = self.slice;
        let others = slice.graph.points().filter(|(other, _)| *other != id);
        for (other, _) in others.filter(|(other, _)| slice.contains(*other)) {
            let node = self.node(other);
            if node.class() == class && matches!(node, Node::State(..) | Node::Guard(..)) {
                self.add_besides(other, id, Reason::Joins, span);
            }
        }
    }

    /// The shortest chain to one of some points.
    fn chain(mut self, targets: &BTreeSet<PointId>) -> Option<Chain> {
        if targets.is_empty() {
            return None;
        }
        for (id, _) in self.slice.graph.points() {
            if matches!(self.slice.because(id), Some(Because::Asked(_))) {
                self.reached.insert(id, None);
                self.waiting.push_back(id);
            }
        }
        loop {
            while let Some(point) = self.waiting.pop_front() {
                if targets.contains(&point) {
                    return Some(self.trace(point));
                }
                self.follow(point);
            }
            // What nothing else leads to is explained by what is kept with it all the same.
            let (_, links) = self.with_events.pop_first()?;
            for link in links {
                self.reach(link);
            }
        }
    }

    fn follow(&mut self, point: PointId) {
        let slice = self.slice;
        for (to, dependence) in slice.graph.dependences(point) {
            let premise = dependence.together_with;
            if slice.contains(to) && premise.is_none_or(|premise| slice.contains(premise)) {
                let link = Link {
                    from: point,
                    to,
                    reason: Reason::Dependence(dependence.kind),
                    span: self.shown(to, dependence.kind, dependence.span),
                };
                self.reach(link);
            }
        }
        for link in self.besides.remove(&point).unwrap_or_default() {
            match self.event_of_frame(&link) {
                Some(event) if !self.reached.contains_key(&event) => {
                    self.with_events.entry(event).or_default().push(link);
                }
                _ => self.reach(link),
            }
        }
        for link in self.with_events.remove(&point).unwrap_or_default() {
            self.reach(link);
        }
    }

    /// The execution of the event that a definition is kept with.
    fn event_of_frame(&self, link: &Link) -> Option<PointId> {
        let (Reason::Frame, Node::Assignment(spec, event, _)) = (link.reason, self.node(link.to))
        else {
            return None;
        };
        let graph = &self.slice.graph;
        let executed = graph.find(graph.flow.guard(spec, event), &Variable::Execution);
        executed.filter(|it| self.slice.contains(*it))
    }

    fn reach(&mut self, link: Link) {
        if let Entry::Vacant(vacant) = self.reached.entry(link.to) {
            vacant.insert(Some(link));
            self.waiting.push_back(link.to);
        }
    }

    fn trace(&self, end: PointId) -> Chain {
        let mut links = Vec::new();
        let mut start = end;
        while let Some(Some(link)) = self.reached.get(&start) {
            links.push(*link);
            start = link.from;
        }
        links.reverse();
        let asked = match self.slice.because(start) {
            Some(Because::Asked(span)) => span,
            _ => self.model.check.span,
        };
        Chain {
            asked,
            start,
            links,
        }
    }

    /// Where a dependence is best seen: where a value comes from rather than where it goes, which the link before
    /// shows.
    fn shown(&self, to: PointId, kind: Kind, span: Span) -> Span {
        match kind {
            Kind::UseDef | Kind::ForeignData => self.place(to),
            Kind::LifeCycle if matches!(self.node(to), Node::Guard(..)) => self.place(to),
            _ => span,
        }
    }

    fn node(&self, point: PointId) -> Node {
        let graph = &self.slice.graph;
        graph.flow.node(graph.point(point).node)
    }

    /// Where the node of a point stands in the text.
    fn place(&self, point: PointId) -> Span {
        let node = self.node(point);
        let spec = self.model.program.spec(node.spec());
        match node {
            Node::State(_, state) => spec.states[state.index()].name.span,
            Node::Guard(_, event) => spec.events[event.index()].name.span,
            Node::Assignment(id, event, group) => {
                let shape = &self.model.shapes[id.index()][event.index()];
                let first = shape.groups[group].statements[0];
                spec.events[event.index()].postconditions[first].span
            }
            Node::Sync(_, event, sync) => spec.events[event.index()].syncs[sync].span,
        }
    }
}
