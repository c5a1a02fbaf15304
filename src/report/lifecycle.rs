//! The life cycles of specifications as a [`Picture`].

use std::collections::BTreeSet;

use super::picture::{
    Edge, Emphasis, GroupId, KindId, Node, NodeId, Notation, Picture, Shape, Stroke, wrap,
};
use crate::dependence::flow;
use crate::semantics::specification::{Program, Specification, StateId, names_of};
use crate::slice::Slice;
use crate::slice::parts::SpecParts;

/// Names of events are broken into lines of about so many characters.
const LINE: usize = 26;

/// Draws the life cycles of these specifications below a title: each in a box, with one arrow for each pair of states.
/// Those without states are left out.
pub fn lifecycles<'s>(
    title: &str,
    specifications: impl IntoIterator<Item = &'s Specification>,
) -> Picture {
    let specifications = specifications.into_iter();
    draw(title, specifications.map(|it| (it, None)))
}

/// Draws what a slice keeps and cuts of the life cycles of a program. What is cut between two states has an arrow of
/// its own.
pub fn sliced(title: &str, program: &Program, slice: &Slice) -> Picture {
    let mut asked = vec![BTreeSet::new(); program.specifications.len()];
    for criterion in &slice.criteria {
        let node = slice.graph.point(criterion.point).node;
        if let flow::Node::State(spec, state) = slice.graph.flow.node(node) {
            asked[spec.index()].insert(state);
        }
    }
    let specifications = program.specifications.iter().enumerate().zip(asked);
    // What an abstract specification has is kept or cut with its heirs.
    let whole = specifications.filter(|((_, it), _)| !it.is_abstract());
    draw(
        title,
        whole.map(|((index, specification), asked)| {
            let parts = &slice.parts.classes[index];
            (specification, Some(Kept { parts, asked }))
        }),
    )
}

/// What a slice keeps of a life cycle.
struct Kept<'s> {
    parts: &'s SpecParts,
    /// The states that the slice starts from.
    asked: BTreeSet<StateId>,
}

struct Kinds {
    event: KindId,
    internal: KindId,
    bridge: KindId,
}

fn draw<'s>(
    title: &str,
    specifications: impl Iterator<Item = (&'s Specification, Option<Kept<'s>>)>,
) -> Picture {
    let mut picture = Picture::new(title, Notation::States);
    let kinds = Kinds {
        event: picture.kind("event", Stroke::Solid),
        internal: picture.kind("internal event", Stroke::Dashed),
        bridge: picture.kind("bridge", Stroke::Bold),
    };
    let specifications: Vec<_> = specifications.collect();
    let names = names_of(
        specifications
            .iter()
            .map(|(specification, _)| *specification),
    );
    for ((specification, kept), name) in specifications.into_iter().zip(names) {
        if !specification.states.is_empty() {
            let drawn = Drawn {
                specification,
                name,
                kept,
            };
            drawn.draw(&mut picture, &kinds);
        }
    }
    picture
}

struct Drawn<'s> {
    specification: &'s Specification,
    /// What no other specification here is called.
    name: String,
    kept: Option<Kept<'s>>,
}

impl Drawn<'_> {
    fn draw(&self, picture: &mut Picture, kinds: &Kinds) {
        let group = picture.group(self.name.as_str(), None);
        let states = (0..self.specification.states.len()).map(StateId::at);
        let states: Vec<NodeId> = states
            .map(|state| picture.node(self.node(group, state)))
            .collect();
        for (from, to, emphasis) in self.arrows() {
            let events = self.events(from, to, emphasis);
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
                emphasis,
            });
        }
        let bridges = self.kept.iter().flat_map(|kept| &kept.parts.bridges);
        for (from, to) in bridges {
            picture.edge(Edge {
                from: states[from.index()],
                to: states[to.index()],
                lines: Vec::new(),
                kind: kinds.bridge,
                emphasis: Emphasis::None,
            });
        }
    }

    fn node(&self, group: GroupId, id: StateId) -> Node {
        let state = &self.specification.states[id.index()];
        Node {
            id: format!("{}.{}", self.name, state.name.text),
            group: Some(group),
            lines: vec![state.name.text.to_string()],
            shape: Shape::of_state(state.initial, state.last),
            emphasis: match &self.kept {
                None => Emphasis::None,
                Some(kept) if kept.asked.contains(&id) => Emphasis::Criterion,
                Some(kept) if kept.parts.states[id.index()] => Emphasis::Kept,
                Some(_) => Emphasis::Cut,
            },
        }
    }

    /// Whether an arrow of the life cycle stands out, by its place in the list.
    fn emphasis(&self, transition: usize) -> Emphasis {
        match &self.kept {
            Some(kept) if !kept.parts.transitions[transition] => Emphasis::Cut,
            _ => Emphasis::None,
        }
    }

    /// The pairs of states between which something can happen, in the order of the text; twice if some of it is cut.
    fn arrows(&self) -> Vec<(StateId, StateId, Emphasis)> {
        let mut arrows = Vec::new();
        for (index, transition) in self.specification.transitions.iter().enumerate() {
            let arrow = (transition.from, transition.to, self.emphasis(index));
            if !arrows.contains(&arrow) {
                arrows.push(arrow);
            }
        }
        arrows
    }

    /// The events of an arrow, and whether they are internal.
    fn events(&self, from: StateId, to: StateId, emphasis: Emphasis) -> Vec<(&str, bool)> {
        let transitions = self.specification.transitions.iter().enumerate();
        let between = transitions.filter(|(index, it)| {
            (it.from, it.to) == (from, to) && self.emphasis(*index) == emphasis
        });
        let events = between.map(|(_, it)| {
            let event = &self.specification.events[it.event.index()];
            (event.name.text.as_str(), event.internal)
        });
        events.collect()
    }
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
