//! The states of a finite program, or of slices of it, as a [`Picture`].

use indexmap::IndexMap;

use super::explore::value_name;
use super::picture::{
    Edge, Emphasis, GroupId, KindId, Node, NodeId, Notation, Picture, Shape, Stroke, fill, wrap,
};
use crate::engines::lazy::graph::Graph;
use crate::finite::evaluate::evaluate;
use crate::finite::{Expr, Program, VariableId};

/// Values and names of actions are broken into lines of about so many characters.
const LINE: usize = 24;

/// What is drawn.
#[derive(Clone, Copy)]
pub struct Subject<'s> {
    /// The program.
    pub program: &'s Program,
    /// States with this property stand out.
    pub property: Option<&'s Expr>,
    /// Its graph, or that of slices of it; each has a box of its own if there are several.
    pub graphs: &'s [Graph],
    /// What values stand for, where they are not themselves.
    pub in_words: &'s dyn Fn(VariableId, i64) -> Option<String>,
}

/// Draws state graphs below a title. What nothing leads out of is drawn as an end.
pub fn picture(title: &str, subject: &Subject<'_>) -> Picture {
    let mut picture = Picture::new(title, Notation::States);
    let kind = picture.kind("action", Stroke::Solid);
    for (index, graph) in subject.graphs.iter().enumerate() {
        let group = (subject.graphs.len() > 1).then(|| {
            let label = format!("slice on {}", kept_names(subject.program, graph));
            picture.group(label, None)
        });
        let drawn = Drawn {
            subject,
            graph,
            index,
            group,
        };
        drawn.draw(&mut picture, kind);
    }
    picture
}

/// The variables that a graph keeps, by their names.
pub fn kept_names(program: &Program, graph: &Graph) -> String {
    let kept = program.variables.iter().zip(&graph.keeps);
    let kept = kept.filter(|(_, keeps)| **keeps);
    let names: Vec<&str> = kept.map(|(variable, _)| variable.name.as_str()).collect();
    if names.is_empty() {
        return "no variable".to_owned();
    }
    names.join(", ")
}

struct Drawn<'d> {
    subject: &'d Subject<'d>,
    graph: &'d Graph,
    /// The place of the graph among all that are drawn.
    index: usize,
    group: Option<GroupId>,
}

impl Drawn<'_> {
    fn draw(&self, picture: &mut Picture, kind: KindId) {
        let states = 0..self.graph.states.len();
        let nodes: Vec<NodeId> = states.map(|state| picture.node(self.node(state))).collect();
        let mut arrows: IndexMap<(usize, usize), Vec<&str>> = IndexMap::new();
        for (from, action, to) in &self.graph.steps {
            let name = self.subject.program.action(*action).name.as_str();
            arrows.entry((*from, *to)).or_default().push(name);
        }
        for ((from, to), names) in arrows {
            picture.edge(Edge {
                from: nodes[from],
                to: nodes[to],
                lines: names.iter().flat_map(|name| wrap(name, LINE)).collect(),
                kind,
                emphasis: Emphasis::None,
            });
        }
    }

    fn node(&self, state: usize) -> Node {
        let is_left = self.graph.steps.iter().any(|(from, _, _)| *from == state);
        let is_end = !is_left && state < self.graph.followed;
        Node {
            id: format!("s{}.{state}", self.index),
            group: self.group,
            lines: fill(self.values(state).iter().map(String::as_str), LINE),
            shape: Shape::of_state(state < self.graph.starts, is_end),
            emphasis: if self.is_wanted(state) {
                Emphasis::Criterion
            } else {
                Emphasis::None
            },
        }
    }

    /// The values of the variables that are kept and can change.
    fn values(&self, state: usize) -> Vec<String> {
        let program = self.subject.program;
        let shown = program.variable_ids().filter(|id| {
            let variable = program.variable(*id);
            self.graph.keeps[id.0 as usize] && variable.low < variable.high
        });
        shown.map(|id| self.value(state, id)).collect()
    }

    fn value(&self, state: usize, id: VariableId) -> String {
        let program = self.subject.program;
        let (name, value) = (
            &program.variable(id).name,
            self.graph.states[state][id.0 as usize],
        );
        if let Some(value) = (self.subject.in_words)(id, value) {
            return format!("{name}={value}");
        }
        match value_name(program, id, value) {
            Some(value) => format!("{name}.{value}"),
            None => format!("{name}={value}"),
        }
    }

    fn is_wanted(&self, state: usize) -> bool {
        let property = self.subject.property;
        property.is_some_and(|it| evaluate(it, &self.graph.states[state]).is_ok_and(|it| it != 0))
    }
}
