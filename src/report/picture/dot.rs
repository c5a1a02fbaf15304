//! Pictures in the language of Graphviz.

use super::{Edge, Emphasis, GroupId, Node, Picture, Shape, Stroke, legend};

/// Writes a picture as a directed graph.
pub fn render(picture: &Picture) -> String {
    let mut writer = Writer {
        picture,
        text: String::new(),
        depth: 0,
    };
    writer.open("digraph");
    writer.line(&format!(
        "graph [label={}, labelloc=t, fontname=\"Helvetica\", rankdir=TB]",
        quoted(&picture.title)
    ));
    writer.line("node [fontname=\"Helvetica\", shape=box]");
    writer.line("edge [fontname=\"Helvetica\", fontsize=11]");
    writer.inside(None);
    for edge in &picture.edges {
        writer.edge(edge);
    }
    writer.legend();
    writer.close();
    writer.text
}

struct Writer<'p> {
    picture: &'p Picture,
    text: String,
    depth: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(&"  ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn open(&mut self, head: &str) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// What lies in a group, or in none.
    fn inside(&mut self, group: Option<GroupId>) {
        let picture = self.picture;
        for (_, node) in picture.nodes_in(group) {
            self.node(node);
        }
        for (id, inner) in picture.groups_in(group) {
            // Graphviz draws a box around subgraphs of this name only.
            self.open(&format!("subgraph cluster_{}", id.0));
            let label = quoted(&inner.label);
            self.line(&format!("graph [label={label}, color=\"#8c959f\"]"));
            self.inside(Some(id));
            self.close();
        }
    }

    fn node(&mut self, node: &Node) {
        let mut attributes = vec![format!("label={}", label(&node.lines))];
        attributes.extend(shape(node.shape).map(str::to_owned));
        attributes.push(style(node.shape, node.emphasis));
        attributes.extend(node_emphasis(node.emphasis).map(str::to_owned));
        let (id, attributes) = (quoted(&node.id), attributes.join(", "));
        self.line(&format!("{id} [{attributes}]"));
    }

    fn edge(&mut self, edge: &Edge) {
        let [from, to] = [edge.from, edge.to].map(|node| quoted(&self.picture.nodes[node.0].id));
        let mut attributes = Vec::new();
        if !edge.lines.is_empty() {
            attributes.push(format!("label={}", label(&edge.lines)));
        }
        attributes.extend(stroke(self.picture.stroke(edge)).map(str::to_owned));
        let colour = legend::colour(edge.kind.0);
        match edge.emphasis {
            Emphasis::Cut => attributes.push("color=\"#c8cdd2\", fontcolor=\"#8c959f\"".to_owned()),
            Emphasis::None => attributes.push(format!("color=\"{colour}\"")),
            Emphasis::Kept | Emphasis::Criterion => {
                attributes.push(format!("color=\"{colour}\", penwidth=2"));
            }
        }
        let attributes = attributes.join(", ");
        self.line(&format!("{from} -> {to} [{attributes}]"));
    }

    /// Samples of what needs an explanation, in a box of their own.
    fn legend(&mut self) {
        let (kinds, emphases) = (legend::kinds(self.picture), legend::emphases(self.picture));
        if kinds.is_empty() && emphases.is_empty() {
            return;
        }
        self.open("subgraph cluster_legend");
        self.line("graph [label=\"Legend\", color=\"#8c959f\"]");
        for kind in kinds {
            let it = &self.picture.kinds[kind];
            let ends = [
                quoted(&format!("legend {kind}.")),
                quoted(&format!("legend {kind}")),
            ];
            for end in &ends {
                self.line(&format!("{end} [label=\"\", shape=point]"));
            }
            let mut attributes = vec![format!("label={}", quoted(&it.name))];
            attributes.extend(stroke(it.stroke).map(str::to_owned));
            attributes.push(format!("color=\"{}\"", legend::colour(kind)));
            let attributes = attributes.join(", ");
            self.line(&format!("{} -> {} [{attributes}]", ends[0], ends[1]));
        }
        for emphasis in emphases {
            let name = legend::name(emphasis);
            let (style, drawn) = (style(Shape::Plain, emphasis), node_emphasis(emphasis));
            let drawn = drawn.unwrap_or_default();
            self.line(&format!(
                "\"legend {name}\" [label=\"{name}\", {style}, {drawn}]"
            ));
        }
        self.close();
    }
}

fn shape(shape: Shape) -> Option<&'static str> {
    match shape {
        Shape::FinalState | Shape::InitialFinalState => Some("peripheries=2"),
        Shape::Guard => Some("shape=hexagon"),
        Shape::Synchronisation => Some("shape=component"),
        Shape::State | Shape::InitialState | Shape::Assignment | Shape::Plain => None,
    }
}

fn style(shape: Shape, emphasis: Emphasis) -> String {
    let (style, fill) = match shape {
        Shape::State | Shape::FinalState => ("rounded,filled", "#dcebfa"),
        Shape::InitialState | Shape::InitialFinalState => ("rounded,filled,bold", "#dcebfa"),
        Shape::Guard => ("filled", "#fdf1cd"),
        Shape::Assignment => ("filled", "#dcf3e1"),
        Shape::Synchronisation => ("filled", "#ecdffb"),
        Shape::Plain => ("filled", "#f0f1f3"),
    };
    match emphasis {
        Emphasis::Cut => format!("style=\"{},dashed\"", style.replace("filled", "solid")),
        Emphasis::Criterion => format!("style=\"{style}\", fillcolor=\"#ffd9c2\""),
        Emphasis::None | Emphasis::Kept => format!("style=\"{style}\", fillcolor=\"{fill}\""),
    }
}

fn node_emphasis(emphasis: Emphasis) -> Option<&'static str> {
    match emphasis {
        Emphasis::None => None,
        Emphasis::Criterion => Some("color=\"#c2410c\", penwidth=2.5"),
        Emphasis::Kept => Some("penwidth=2.5"),
        Emphasis::Cut => Some("color=\"#8c959f\", fontcolor=\"#8c959f\""),
    }
}

fn stroke(stroke: Stroke) -> Option<&'static str> {
    match stroke {
        Stroke::Solid => None,
        Stroke::Dashed => Some("style=dashed"),
        Stroke::Dotted => Some("style=dotted"),
        Stroke::Bold => Some("style=bold"),
    }
}

fn label(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
    format!("\"{}\"", lines.join("\\n"))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", escaped(text))
}

/// Text between quotes. Labels have escapes of their own, which begin with a backslash, so that one has to be doubled.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' => escaped.push_str("\\\""),
            '\\' => escaped.push_str("\\\\"),
            // Names of characters such as `&amp;` are read in all labels.
            '&' => escaped.push_str("&amp;"),
            _ if c.is_control() => escaped.push(' '),
            _ => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_graphviz_would_read_is_escaped() {
        let lines = ["a \"b\" \\N".to_owned(), "c && d".to_owned()];
        assert_eq!(label(&lines), r#""a \"b\" \\N\nc &amp;&amp; d""#);
    }
}
