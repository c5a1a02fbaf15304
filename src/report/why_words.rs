//! The words for links of a chain of dependences.

use crate::dependence::flow::Node;
use crate::dependence::{Kind, PointId, Variable};
use crate::model::Model;
use crate::semantics::specification::{EventId, FieldId, Program, SpecId};
use crate::slice::Slice;
use crate::slice::why::{Link, Reason, What};

/// What the words are about.
#[derive(Clone, Copy)]
pub(super) struct Words<'w, 'm> {
    pub(super) model: &'w Model<'m>,
    pub(super) slice: &'w Slice,
}

/// `Account.balance`
pub(super) fn name(program: &Program, what: What) -> String {
    let (spec, member) = match what {
        What::Field(spec, field) => (spec, &program.spec(spec).fields[field.index()].name),
        What::Event(spec, event) => (spec, &program.spec(spec).events[event.index()].name),
    };
    format!("{}.{}", program.spec_names()[spec.index()], member.text)
}

/// What the check asks.
pub(super) fn asked(words: &Words<'_, '_>, start: PointId) -> String {
    let point = words.point(start);
    match words.node(start) {
        // Only where steps are counted from below do checks ask about events.
        Node::Guard(..) => format!("the check counts steps, so all of them matter: {point}"),
        _ => format!("the check asks about {point}"),
    }
}

/// What a link means.
pub(super) fn link(words: &Words<'_, '_>, link: &Link) -> String {
    let to = words.point(link.to);
    let event = words.event_of(link.to);
    match link.reason {
        Reason::Dependence(kind) => words.dependence(kind, link, &to, &event),
        Reason::Frame => format!("{event} is kept, so {to} is kept with it"),
        Reason::Connects(from, to) => {
            let spec = words.model.program.spec(words.node(link.to).spec());
            let [from, to] = [from, to].map(|state| &spec.states[state.index()].name.text);
            format!("{event} leads from `{from}` to `{to}`, on the way there")
        }
        Reason::Joins => format!("{event} makes several kept events happen in one step"),
    }
}

impl Words<'_, '_> {
    fn dependence(&self, kind: Kind, link: &Link, to: &str, event: &str) -> String {
        let depends = self.event_of(link.from);
        match kind {
            Kind::UseDef if self.is_parameter(link.to) => {
                format!("that is chosen when {event} happens")
            }
            Kind::UseDef | Kind::ForeignData => format!("the value may come from here, in {event}"),
            Kind::DefUse => format!("the new value depends on {to}"),
            Kind::Control => format!("whether {event} can happen depends on {to}"),
            Kind::NestedControl => {
                format!("that is part of {event}, and depends on whether it can happen")
            }
            Kind::DefExecution => "the value changes only if this is executed".to_owned(),
            Kind::ParameterData => format!("the argument depends on {to}"),
            Kind::Synchronisation if self.is_negated(link.from) => {
                format!("that is met only if {event} cannot happen")
            }
            Kind::Synchronisation => format!("that is met only if {event} can happen"),
            Kind::Atomicity => format!("{depends} happens only if this sync is met"),
            Kind::Key => format!("whether the sync is possible depends on {to}"),
            Kind::LifeCycle if matches!(self.node(link.to), Node::Guard(..)) => {
                format!("{event} changes that")
            }
            Kind::LifeCycle => format!("whether this is impossible depends on {to}"),
            Kind::Group if self.node(link.from) == self.node(link.to) => {
                "these fields are defined together".to_owned()
            }
            Kind::Group => {
                format!("this cannot always be met, so whether {event} can happen depends on it")
            }
            Kind::Caller => format!("{depends} happens only as part of {event}"),
            Kind::Whole => format!("{event} is taken as a whole"),
        }
    }

    fn node(&self, point: PointId) -> Node {
        let graph = &self.slice.graph;
        graph.flow.node(graph.point(point).node)
    }

    fn is_parameter(&self, point: PointId) -> bool {
        let variable = &self.slice.graph.point(point).variable;
        matches!(variable, Variable::Parameter(_))
    }

    fn is_negated(&self, point: PointId) -> bool {
        match self.node(point) {
            Node::Sync(class, event, sync) => {
                let event = self.model.event(class, event);
                event.syncs[sync].negated
            }
            _ => false,
        }
    }

    /// The event that a point belongs to, with its specification.
    fn event_of(&self, point: PointId) -> String {
        let node = self.node(point);
        let name = node.event().map(|event| self.event(node.spec(), event));
        name.unwrap_or_default()
    }

    fn event(&self, spec: SpecId, event: EventId) -> String {
        format!("`{}`", name(self.model.program, What::Event(spec, event)))
    }

    fn field(&self, spec: SpecId, field: FieldId) -> String {
        format!("`{}`", name(self.model.program, What::Field(spec, field)))
    }

    /// What no other specification is called.
    fn spec(&self, spec: SpecId) -> String {
        self.model.program.spec_names().swap_remove(spec.index())
    }

    /// What a point stands for.
    fn point(&self, id: PointId) -> String {
        let point = self.slice.graph.point(id);
        let node = self.node(id);
        let spec = self.model.program.spec(node.spec());
        match (&point.variable, node) {
            (Variable::Execution, _) => self.execution(node),
            (Variable::Field(field), Node::State(_, state)) => {
                let state = &spec.states[state.index()].name.text;
                format!("{} in `{state}`", self.field(node.spec(), *field))
            }
            (Variable::Field(field), _) => self.field(node.spec(), *field),
            (Variable::Foreign(whose, field), _) => self.field(whose.spec, *field),
            (Variable::Parameter(param), _) => {
                let event = node.event().map(|event| &spec.events[event.index()]);
                let param = event.map(|event| event.params[param.index()].name.text.as_str());
                format!("the parameter `{}`", param.unwrap_or_default())
            }
            (Variable::LifeCycle(whose, states), _) => {
                let states_of = &self.model.program.spec(whose.spec).states;
                let states = states.iter().map(|it| &states_of[it.index()].name.text);
                let states: Vec<String> = states.map(|name| format!("`{name}`")).collect();
                let whose = self.spec(whose.spec);
                format!("whether `{whose}` is in {}", states.join(" or "))
            }
        }
    }

    fn execution(&self, node: Node) -> String {
        let spec = self.model.program.spec(node.spec());
        match node {
            Node::State(_, state) => {
                let state = &spec.states[state.index()].name.text;
                format!("`{}` in `{state}`", self.spec(node.spec()))
            }
            Node::Guard(class, event) => self.event(class.spec, event),
            Node::Assignment(class, event, _) => {
                format!("a postcondition of {}", self.event(class.spec, event))
            }
            Node::Sync(class, event, _) => format!("a sync of {}", self.event(class.spec, event)),
        }
    }
}
