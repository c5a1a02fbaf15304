//! Pictures in the language of Mermaid: state diagrams of life cycles, flow charts of everything else.

use std::fmt::Write;

use super::{Edge, Emphasis, GroupId, Node, NodeId, Notation, Picture, Shape, Stroke, legend};

/// Writes a picture as a diagram.
pub fn render(picture: &Picture) -> String {
    let mut writer = Writer {
        picture,
        text: String::new(),
        depth: 0,
    };
    // The title is YAML, where a text in quotes is read as JSON is.
    let title = serde_json::Value::from(picture.title.clone());
    writer.line("---");
    writer.line(&format!("title: {title}"));
    writer.line("---");
    match picture.notation {
        Notation::States => writer.states(),
        Notation::Flow => writer.flow(),
    }
    writer.text
}

struct Writer<'p> {
    picture: &'p Picture,
    text: String,
    depth: usize,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        self.text.push_str(&"    ".repeat(self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn states(&mut self) {
        self.line("stateDiagram-v2");
        self.depth += 1;
        self.states_in(None);
        self.depth -= 1;
        self.classes();
    }

    fn states_in(&mut self, group: Option<GroupId>) {
        let picture = self.picture;
        for (id, node) in picture.nodes_in(group) {
            self.state(id, node);
        }
        for (id, inner) in picture.groups_in(group) {
            let label = escaped(&inner.label);
            self.line(&format!("state \"{label}\" as g{} {{", id.0));
            self.depth += 1;
            self.states_in(Some(id));
            self.depth -= 1;
            self.line("}");
        }
        // An edge is written where both its ends lie, or else outside of all groups.
        for edge in &picture.edges {
            let groups = [edge.from, edge.to].map(|node| picture.nodes[node.0].group);
            let own = groups[0].filter(|_| groups[0] == groups[1]);
            if own == group {
                self.transition(edge);
            }
        }
    }

    fn state(&mut self, id: NodeId, node: &Node) {
        let label = label(&node.lines);
        self.line(&format!("state \"{label}\" as n{}", id.0));
        if node.shape.is_initial() {
            self.line(&format!("[*] --> n{}", id.0));
        }
        if node.shape.is_final() {
            self.line(&format!("n{} --> [*]", id.0));
        }
    }

    /// State diagrams have one kind of arrows: other kinds are named, and so are arrows that are cut.
    fn transition(&mut self, edge: &Edge) {
        let mut lines = edge.lines.clone();
        if legend::kinds(self.picture).len() > 1 && self.picture.stroke(edge) != Stroke::Solid {
            lines.push(format!("[{}]", self.picture.kinds[edge.kind.0].name));
        }
        if edge.emphasis == Emphasis::Cut {
            lines.push("[cut]".to_owned());
        }
        let arrow = format!("n{} --> n{}", edge.from.0, edge.to.0);
        if lines.is_empty() {
            self.line(&arrow);
        } else {
            self.line(&format!("{arrow}: {}", label(&lines)));
        }
    }

    fn flow(&mut self) {
        self.line("flowchart TB");
        self.depth += 1;
        self.flow_in(None);
        for edge in &self.picture.edges {
            self.link(edge);
        }
        self.legend();
        self.depth -= 1;
        self.classes();
        self.link_styles();
    }

    fn flow_in(&mut self, group: Option<GroupId>) {
        let picture = self.picture;
        for (id, node) in picture.nodes_in(group) {
            let (open, close) = brackets(node.shape);
            let label = label(&node.lines);
            self.line(&format!("n{}{open}\"{label}\"{close}", id.0));
        }
        for (id, inner) in picture.groups_in(group) {
            let label = escaped(&inner.label);
            self.line(&format!("subgraph g{}[\"{label}\"]", id.0));
            self.depth += 1;
            self.flow_in(Some(id));
            self.depth -= 1;
            self.line("end");
        }
    }

    fn link(&mut self, edge: &Edge) {
        let arrow = arrow(self.picture.stroke(edge));
        let label = match &edge.lines[..] {
            [] => String::new(),
            lines => format!("|\"{}\"|", label(lines)),
        };
        self.line(&format!("n{} {arrow}{label} n{}", edge.from.0, edge.to.0));
    }

    fn legend(&mut self) {
        let kinds = legend::kinds(self.picture);
        if kinds.is_empty() {
            return;
        }
        self.line("subgraph legend[\"Legend\"]");
        for kind in kinds {
            let it = &self.picture.kinds[kind];
            let (arrow, name) = (arrow(it.stroke), escaped(&it.name));
            self.line(&format!(
                "    l{kind}a[\" \"] {arrow}|\"{name}\"| l{kind}b[\" \"]"
            ));
        }
        self.line("end");
    }

    /// Shows which nodes stand out.
    fn classes(&mut self) {
        for emphasis in legend::emphases(self.picture) {
            let style = match emphasis {
                Emphasis::None => continue,
                Emphasis::Criterion => "fill:#ffd9c2,stroke:#c2410c,stroke-width:3px,color:#1f2328",
                Emphasis::Kept => "stroke-width:3px",
                Emphasis::Cut => "fill:none,stroke-dasharray:4 3,opacity:0.45",
            };
            let nodes = self.picture.nodes.iter().enumerate();
            let nodes = nodes.filter(|(_, node)| node.emphasis == emphasis);
            let nodes: Vec<String> = nodes.map(|(index, _)| format!("n{index}")).collect();
            if nodes.is_empty() {
                continue;
            }
            let name = legend::name(emphasis);
            self.line(&format!("    classDef {name} {style}"));
            self.line(&format!("    class {} {name}", nodes.join(",")));
        }
    }

    /// Gives links their colours, by their number in the diagram.
    fn link_styles(&mut self) {
        let kinds = legend::kinds(self.picture);
        let of_edges = self.picture.edges.iter();
        let of_edges = of_edges.map(|edge| (edge.kind.0, edge.emphasis));
        let of_legend = kinds.iter().map(|kind| (*kind, Emphasis::None));
        for (number, (kind, emphasis)) in of_edges.chain(of_legend).enumerate() {
            let mut styles = Vec::new();
            if !kinds.is_empty() {
                styles.push(format!("stroke:{}", legend::colour(kind)));
            }
            match emphasis {
                Emphasis::None => {}
                Emphasis::Cut => styles.push("opacity:0.4".to_owned()),
                Emphasis::Kept | Emphasis::Criterion => styles.push("stroke-width:3px".to_owned()),
            }
            if !styles.is_empty() {
                self.line(&format!("    linkStyle {number} {}", styles.join(",")));
            }
        }
    }
}

fn brackets(shape: Shape) -> (&'static str, &'static str) {
    match shape {
        Shape::State => ("(", ")"),
        Shape::InitialState => ("([", "])"),
        Shape::FinalState | Shape::InitialFinalState => ("(((", ")))"),
        Shape::Guard => ("{{", "}}"),
        Shape::Synchronisation => ("[[", "]]"),
        Shape::Assignment | Shape::Plain => ("[", "]"),
    }
}

fn arrow(stroke: Stroke) -> &'static str {
    match stroke {
        Stroke::Solid => "-->",
        Stroke::Dashed | Stroke::Dotted => "-.->",
        Stroke::Bold => "==>",
    }
}

fn label(lines: &[String]) -> String {
    let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
    lines.join("<br/>")
}

/// Text that means nothing to Mermaid: everything that could end it or be taken for markup is written as a number.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            ' ' | ',' | '.' | '(' | ')' | '[' | ']' | '=' | '+' | '-' | '/' | '!' | '?' | '\'' => {
                escaped.push(c);
            }
            _ if c.is_alphanumeric() => escaped.push(c),
            _ if c.is_control() => escaped.push(' '),
            _ => {
                // Writing to a string does not fail.
                let _ = write!(escaped, "#{};", u32::from(c));
            }
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_mermaid_could_take_for_its_own_is_written_as_numbers() {
        assert_eq!(escaped("a: \"b\"; 5%"), "a#58; #34;b#34;#59; 5#37;");
        assert_eq!(escaped("x_1 == new this.f(2)"), "x#95;1 == new this.f(2)");
        assert_eq!(label(&["a<b".into(), "c".into()]), "a#60;b<br/>c");
    }
}
