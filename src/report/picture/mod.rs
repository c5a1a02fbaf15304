//! Pictures of graphs: one structure for whatever is drawn, and one file a format that draws it.
//!
//! Whoever has a graph fills a [`Picture`] with [`Picture::group`], [`Picture::kind`], [`Picture::node`] and
//! [`Picture::edge`]; from there on nobody knows what the graph was about. The order of nodes and edges is that of the
//! texts they come from: all formats keep it, and the same picture gives the same bytes on every run.

pub mod dot;
pub mod json;
mod layout;
mod legend;
pub mod mermaid;
pub mod svg;
pub mod text;

use schemars::JsonSchema;
use serde::Serialize;

/// A graph as it is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// What stands above it.
    pub title: String,
    /// The kind of diagram that suits it.
    pub notation: Notation,
    /// Boxes around nodes; one within another is listed after it.
    pub groups: Vec<Group>,
    /// The kinds of edges, for the legend.
    pub kinds: Vec<EdgeKind>,
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The edges.
    pub edges: Vec<Edge>,
}

/// The kinds of diagrams that formats tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// States and what leads from one to another. All nodes are states.
    States,
    /// Anything else.
    Flow,
}

/// A group of a [`Picture`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupId(usize);

/// A kind of edges of a [`Picture`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct KindId(usize);

/// A node of a [`Picture`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(usize);

/// A box around nodes and, one level deep, other groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// What stands in its corner.
    pub label: String,
    /// The group that it lies in.
    pub parent: Option<GroupId>,
}

/// What edges have in common that mean the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdgeKind {
    /// What the legend calls it.
    pub name: String,
    /// How its edges are drawn; each kind has a colour of its own besides.
    pub stroke: Stroke,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stroke {
    /// A plain line.
    Solid,
    /// A line of dashes.
    Dashed,
    /// A line of dots.
    Dotted,
    /// A thick line.
    Bold,
}

/// A node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name, which no other node of the picture has: `Account.opened`.
    pub id: String,
    /// The group that it lies in.
    pub group: Option<GroupId>,
    /// What stands in it.
    pub lines: Vec<String>,
    /// What it looks like.
    pub shape: Shape,
    /// Whether it stands out.
    pub emphasis: Emphasis,
}

/// What a node looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A state of a life cycle.
    State,
    /// A state in which instances start.
    InitialState,
    /// A state in which instances may end.
    FinalState,
    /// A state in which instances start and may end.
    InitialFinalState,
    /// A condition.
    Guard,
    /// Fields that get new values.
    Assignment,
    /// An event that happens at the same time elsewhere.
    Synchronisation,
    /// Anything else.
    Plain,
}

impl Shape {
    /// What a state looks like in which instances may start or end.
    pub fn of_state(initial: bool, last: bool) -> Shape {
        match (initial, last) {
            (true, true) => Shape::InitialFinalState,
            (true, false) => Shape::InitialState,
            (false, true) => Shape::FinalState,
            (false, false) => Shape::State,
        }
    }

    /// Instances start here.
    pub fn is_initial(self) -> bool {
        matches!(self, Shape::InitialState | Shape::InitialFinalState)
    }

    /// Instances may end here.
    pub fn is_final(self) -> bool {
        matches!(self, Shape::FinalState | Shape::InitialFinalState)
    }
}

/// How something relates to a slice, where there is one: whether it stands out, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Emphasis {
    /// It is like everything else.
    None,
    /// A slice starts from it.
    Criterion,
    /// It is in a slice.
    Kept,
    /// It is not in a slice.
    Cut,
}

/// An arrow from one node to another, or to the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: NodeId,
    /// Where it leads.
    pub to: NodeId,
    /// What stands at it; mostly nothing.
    pub lines: Vec<String>,
    /// What it means.
    pub kind: KindId,
    /// Whether it stands out.
    pub emphasis: Emphasis,
}

impl Picture {
    /// A picture with nothing in it.
    pub fn new(title: impl Into<String>, notation: Notation) -> Picture {
        Picture {
            title: title.into(),
            notation,
            groups: Vec::new(),
            kinds: Vec::new(),
            nodes: Vec::new(),
            edges: Vec::new(),
        }
    }

    /// Adds a box, within another if that is given.
    pub fn group(&mut self, label: impl Into<String>, parent: Option<GroupId>) -> GroupId {
        self.groups.push(Group {
            label: label.into(),
            parent,
        });
        GroupId(self.groups.len() - 1)
    }

    /// Adds a kind of edges, or finds the one that is called so.
    pub fn kind(&mut self, name: &str, stroke: Stroke) -> KindId {
        let known = self.kinds.iter().position(|kind| kind.name == name);
        KindId(known.unwrap_or_else(|| {
            let name = name.to_owned();
            self.kinds.push(EdgeKind { name, stroke });
            self.kinds.len() - 1
        }))
    }

    /// Adds a node.
    pub fn node(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    /// Adds an edge.
    pub fn edge(&mut self, edge: Edge) {
        self.edges.push(edge);
    }

    /// The groups of which this is the parent, or the outermost ones.
    fn groups_in(&self, parent: Option<GroupId>) -> impl Iterator<Item = (GroupId, &Group)> {
        let groups = self.groups.iter().enumerate();
        groups
            .filter(move |(_, group)| group.parent == parent)
            .map(|(index, group)| (GroupId(index), group))
    }

    /// The nodes that lie in this group and in none within it, or in no group.
    fn nodes_in(&self, group: Option<GroupId>) -> impl Iterator<Item = (NodeId, &Node)> {
        let nodes = self.nodes.iter().enumerate();
        nodes
            .filter(move |(_, node)| node.group == group)
            .map(|(index, node)| (NodeId(index), node))
    }

    fn stroke(&self, edge: &Edge) -> Stroke {
        self.kinds[edge.kind.0].stroke
    }
}

/// Breaks a text at spaces, so that lines have at most so many characters where words allow it.
pub fn wrap(text: &str, most: usize) -> Vec<String> {
    fill(text.split_whitespace(), most)
}

/// Puts words into lines of at most so many characters, where they allow it. No word is broken, even if there are
/// spaces in it.
pub fn fill<'w>(words: impl Iterator<Item = &'w str>, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in words {
        let length = line.chars().count() + 1 + word.chars().count();
        if !line.is_empty() && length > most {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_that_is_asked_for_twice_is_one_kind() {
        let mut picture = Picture::new("", Notation::Flow);
        let first = picture.kind("data", Stroke::Solid);
        assert_ne!(picture.kind("control", Stroke::Dashed), first);
        assert_eq!(picture.kind("data", Stroke::Solid), first);
        assert_eq!(picture.kinds.len(), 2);
    }

    #[test]
    fn lines_break_at_spaces_only() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("unbreakable a", 3), ["unbreakable", "a"]);
        assert!(wrap("  ", 3).is_empty());
    }
}
