//! Pictures as plain text: what lies in which group, and where it leads.

use std::fmt::Write;

use super::{Edge, Emphasis, GroupId, Node, NodeId, Picture, legend};

/// Writes a picture as an indented list.
pub fn render(picture: &Picture) -> String {
    let mut leaving = vec![Vec::new(); picture.nodes.len()];
    for edge in &picture.edges {
        leaving[edge.from.0].push(edge);
    }
    let mut writer = Writer {
        picture,
        has_kinds: !legend::kinds(picture).is_empty(),
        leaving,
        text: format!("{}\n", picture.title),
    };
    writer.inside(None, 1);
    writer.text
}

struct Writer<'p> {
    picture: &'p Picture,
    has_kinds: bool,
    leaving: Vec<Vec<&'p Edge>>,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn inside(&mut self, group: Option<GroupId>, depth: usize) {
        let picture = self.picture;
        for (id, node) in picture.nodes_in(group) {
            self.node(id, node, depth);
        }
        for (id, inner) in picture.groups_in(group) {
            self.line(depth, &inner.label);
            self.inside(Some(id), depth + 1);
        }
    }

    fn node(&mut self, id: NodeId, node: &Node, depth: usize) {
        let mut line = node.lines.join(" ");
        if node.shape.is_initial() {
            line.push_str(" (initial)");
        }
        if node.shape.is_final() {
            line.push_str(" (final)");
        }
        line.push_str(&suffix(node.emphasis));
        self.line(depth, &line);
        for edge in self.leaving[id.0].clone() {
            self.edge(node, edge, depth + 1);
        }
    }

    fn edge(&mut self, from: &Node, edge: &Edge, depth: usize) {
        let to = &self.picture.nodes[edge.to.0];
        // Names are short within a group, and unmistakable across groups.
        let name = if to.group == from.group {
            to.lines.join(" ")
        } else {
            to.id.clone()
        };
        let mut line = format!("-> {name}");
        if self.has_kinds {
            // Writing to a string does not fail.
            let _ = write!(line, " [{}]", self.picture.kinds[edge.kind.0].name);
        }
        if !edge.lines.is_empty() {
            let _ = write!(line, ": {}", edge.lines.join(" "));
        }
        // At the end, as it speaks of the arrow and not of where that leads.
        line.push_str(&suffix(edge.emphasis));
        self.line(depth, &line);
    }
}

fn suffix(emphasis: Emphasis) -> String {
    match emphasis {
        Emphasis::None => String::new(),
        _ => format!(" ({})", legend::name(emphasis)),
    }
}
