//! The life cycles of specifications as a [`Picture`].

use super::picture::{
    Edge, Emphasis, GroupId, KindId, Node, NodeId, Notation, Picture, Shape, Stroke, wrap,
};
use crate::semantics::specification::{Specification, State, StateId};

/// Names of events are broken into lines of about so many characters.
const LINE: usize = 26;

/// Draws the life cycles of these specifications below a title: each in a box, with one arrow for each pair of states.
/// Those without states are left out.
pub fn lifecycles<'s>(
    title: &str,
    specifications: impl IntoIterator<Item = &'s Specification>,
) -> Picture {
    let mut picture = Picture::new(title, Notation::States);
    let kinds = Kinds {
        event: picture.kind("event", Stroke::Solid),
        internal: picture.kind("internal event", Stroke::Dashed),
    };
    for specification in specifications {
        if !specification.states.is_empty() {
            draw(&mut picture, &kinds, specification);
        }
    }
    picture
}

struct Kinds {
    event: KindId,
    internal: KindId,
}

fn draw(picture: &mut Picture, kinds: &Kinds, specification: &Specification) {
    let group = picture.group(specification.name.text.as_str(), None);
    let states = specification.states.iter();
    let states: Vec<NodeId> = states
        .map(|state| picture.node(node(specification, group, state)))
        .collect();
    for (from, to) in pairs(specification) {
        let events = events(specification, from, to);
        // What only happens as somebody's partner is drawn apart from what may begin a step.
        let is_internal = events.iter().all(|(_, internal)| *internal);
        picture.edge(Edge {
            from: states[from.index()],
            to: states[to.index()],
            lines: label(&events, is_internal),
            kind: if is_internal {
                kinds.internal
            } else {
                kinds.event
            },
            emphasis: Emphasis::None,
        });
    }
}

fn node(specification: &Specification, group: GroupId, state: &State) -> Node {
    Node {
        id: format!("{}.{}", specification.name.text, state.name.text),
        group: Some(group),
        lines: vec![state.name.text.to_string()],
        shape: match (state.initial, state.last) {
            (true, true) => Shape::InitialFinalState,
            (true, false) => Shape::InitialState,
            (false, true) => Shape::FinalState,
            (false, false) => Shape::State,
        },
        emphasis: Emphasis::None,
    }
}

/// The pairs of states between which something can happen, in the order of the text.
fn pairs(specification: &Specification) -> Vec<(StateId, StateId)> {
    let mut pairs = Vec::new();
    for transition in &specification.transitions {
        let pair = (transition.from, transition.to);
        if !pairs.contains(&pair) {
            pairs.push(pair);
        }
    }
    pairs
}

/// The events that lead from one state to another, and whether they are internal.
fn events(specification: &Specification, from: StateId, to: StateId) -> Vec<(&str, bool)> {
    let transitions = specification.transitions.iter();
    let between = transitions.filter(|it| (it.from, it.to) == (from, to));
    let events = between.map(|it| {
        let event = &specification.events[it.event.index()];
        (event.name.text.as_str(), event.internal)
    });
    events.collect()
}

/// The names of events, marked where some are internal; an arrow of internal events alone is drawn as such.
fn label(events: &[(&str, bool)], is_internal: bool) -> Vec<String> {
    let names = events.iter().map(|(name, internal)| {
        let mark = if *internal && !is_internal {
            " (internal)"
        } else {
            ""
        };
        format!("{name}{mark}")
    });
    wrap(&names.collect::<Vec<_>>().join(", "), LINE)
}
