//! Pictures as SVG, laid out and drawn without other programs.
//!
//! Colours are in the style sheet of the drawing, which also knows those for dark pages. Everything has a `title`,
//! which viewers show under the pointer and screen readers read.

use std::fmt::Write;

use super::layout::measure::{EDGE_FONT, NODE_FONT, line_height, line_width, number};
use super::layout::{Arrow, Layout, POINT, Piece, Rect, Route, layout};
use super::{Edge, Emphasis, Node, Picture, Shape, Stroke, legend};

const MARGIN: f64 = 16.0;
/// The room of the title.
const TITLE: f64 = 34.0;
/// The height of a line of the legend, the length of its samples, and the room between its entries.
const LEGEND: f64 = 24.0;
const SAMPLE: f64 = 34.0;
const ENTRY_GAP: f64 = 22.0;
const STYLE: &str = include_str!("svg.css");

/// Draws a picture.
pub fn render(picture: &Picture) -> String {
    let layout = layout(picture);
    let legend = Legend::new(picture, layout.width.max(420.0));
    let title_width = line_width(&picture.title, 15.0) * 1.1;
    let width = layout.width.max(legend.width).max(title_width) + 2.0 * MARGIN;
    let height = TITLE + layout.height + legend.height + 2.0 * MARGIN;
    let mut pen = Pen(String::new());
    let (w, h) = (width.ceil(), height.ceil());
    pen.line(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\">"
    ));
    pen.line(&format!("<title>{}</title>", escaped(&picture.title)));
    pen.line(&format!("<style>\n{STYLE}</style>"));
    pen.line("<rect class=\"page\" width=\"100%\" height=\"100%\"/>");
    pen.text("title", MARGIN, MARGIN + 12.0, &picture.title);
    pen.open(&format!(
        "<g transform=\"translate({} {})\">",
        short(MARGIN),
        short(MARGIN + TITLE)
    ));
    pen.layout(picture, &layout);
    pen.close();
    legend.draw(&mut pen, MARGIN + TITLE + layout.height);
    pen.line("</svg>");
    pen.0
}

/// Writes elements.
struct Pen(String);

impl Pen {
    fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn open(&mut self, tag: &str) {
        self.line(tag);
    }

    fn close(&mut self) {
        self.line("</g>");
    }

    fn titled(&mut self, class: &str, title: &str) {
        let title = escaped(title);
        self.line(&format!("<g class=\"{class}\"><title>{title}</title>"));
    }

    fn text(&mut self, class: &str, x: f64, y: f64, text: &str) {
        let (x, y, text) = (short(x), short(y), escaped(text));
        self.line(&format!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>"
        ));
    }

    /// Lines of text in the middle of a box.
    fn centered(&mut self, lines: &[String], x: f64, y: f64, font: f64) {
        let height = line_height(font);
        let first = y - height * (number(lines.len()) - 1.0) / 2.0 + font * 0.35;
        for (index, line) in lines.iter().enumerate() {
            let (x, y) = (short(x), short(first + height * number(index)));
            let line = escaped(line);
            self.line(&format!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"middle\">{line}</text>"
            ));
        }
    }

    fn rect(&mut self, class: &str, at: &Rect, radius: f64) {
        let [x, y, w, h] = [at.x, at.y, at.width, at.height].map(short);
        let radius = short(radius);
        self.line(&format!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"{radius}\"/>"
        ));
    }

    /// Boxes first, then lines, then the names of boxes, which lines may cross, then nodes, and labels above
    /// everything.
    fn layout(&mut self, picture: &Picture, layout: &Layout) {
        for (group, at) in picture.groups.iter().zip(&layout.groups) {
            if let Some(at) = at {
                self.titled("group", &group.label);
                self.rect("frame", at, 8.0);
                self.close();
            }
        }
        let routes = || picture.edges.iter().zip(&layout.edges);
        for (edge, route) in routes() {
            self.edge(picture, edge, route);
        }
        for (group, at) in picture.groups.iter().zip(&layout.groups) {
            if let Some(at) = at {
                self.caption(&group.label, at);
            }
        }
        for (node, at) in picture.nodes.iter().zip(&layout.nodes) {
            self.node(node, at);
        }
        for (edge, route) in routes() {
            if let Some(at) = &route.label {
                self.open(&format!("<g class=\"label{}\">", class_of(edge.emphasis)));
                self.rect("paper", at, 3.0);
                let (x, y) = (at.x + at.width / 2.0, at.y + at.height / 2.0);
                self.centered(&edge.lines, x, y, EDGE_FONT);
                self.close();
            }
        }
    }

    /// The name of a box, on paper so that a line below it does not hide it.
    fn caption(&mut self, label: &str, at: &Rect) {
        let paper = Rect {
            x: at.x + 6.0,
            y: at.y + 5.0,
            // The text is bold.
            width: line_width(label, EDGE_FONT) * 1.1 + 6.0,
            height: 13.0,
        };
        self.open("<g class=\"caption\">");
        self.rect("paper", &paper, 3.0);
        self.text("small", at.x + 9.0, at.y + 16.0, label);
        self.close();
    }

    fn edge(&mut self, picture: &Picture, edge: &Edge, route: &Route) {
        let class = edge_class(edge.kind.0, picture.stroke(edge), edge.emphasis);
        let [from, to] = [edge.from, edge.to].map(|node| &picture.nodes[node.0].id);
        let kind = &picture.kinds[edge.kind.0].name;
        self.titled(&class, &format!("{kind}: {from} → {to}"));
        self.line(&format!("<path d=\"{}\"/>", path(route)));
        self.line(&arrow(&route.arrow));
        self.close();
    }

    fn node(&mut self, node: &Node, at: &Rect) {
        let class = format!(
            "node {}{}",
            shape_class(node.shape),
            class_of(node.emphasis)
        );
        self.titled(&class, &node.id);
        let mut x = at.x + at.width / 2.0;
        match node.shape {
            Shape::Guard => self.hexagon(at),
            Shape::Synchronisation => {
                self.rect("outline", at, 2.0);
                self.bars(at);
            }
            Shape::Assignment => self.rect("outline", at, 2.0),
            Shape::Plain => self.rect("outline", at, 5.0),
            _ => {
                self.rect("outline", at, 12.0);
                x += self.state_marks(node.shape, at);
            }
        }
        self.centered(&node.lines, x, at.y + at.height / 2.0, NODE_FONT);
        self.close();
    }

    /// Marks initial and final states; tells how far that moves the text.
    fn state_marks(&mut self, shape: Shape, at: &Rect) -> f64 {
        if shape.is_final() {
            let inner = Rect {
                x: at.x + 3.0,
                y: at.y + 3.0,
                width: at.width - 6.0,
                height: at.height - 6.0,
            };
            self.rect("inner", &inner, 9.0);
        }
        if !shape.is_initial() {
            return 0.0;
        }
        let (x, y) = (short(at.x + 15.0), short(at.y + at.height / 2.0));
        self.line(&format!(
            "<circle class=\"mark\" cx=\"{x}\" cy=\"{y}\" r=\"5\"/>"
        ));
        8.0
    }

    fn hexagon(&mut self, at: &Rect) {
        let (left, right) = (at.x, at.x + at.width);
        let (top, bottom) = (at.y, at.y + at.height);
        let middle = at.y + at.height / 2.0;
        let points = points(&[
            (left, middle),
            (left + POINT, top),
            (right - POINT, top),
            (right, middle),
            (right - POINT, bottom),
            (left + POINT, bottom),
        ]);
        self.line(&format!("<polygon class=\"outline\" points=\"{points}\"/>"));
    }

    fn bars(&mut self, at: &Rect) {
        let (top, bottom) = (short(at.y), short(at.y + at.height));
        for x in [at.x + 6.0, at.x + at.width - 6.0].map(short) {
            self.line(&format!(
                "<line class=\"inner\" x1=\"{x}\" y1=\"{top}\" x2=\"{x}\" y2=\"{bottom}\"/>"
            ));
        }
    }
}

/// Samples of what needs an explanation, in lines below the picture.
struct Legend {
    /// Class of the sample, whether it is a line, name, and place.
    entries: Vec<(String, bool, String, f64, f64)>,
    width: f64,
    height: f64,
}

impl Legend {
    fn new(picture: &Picture, page: f64) -> Legend {
        let kinds = legend::kinds(picture).into_iter().map(|kind| {
            let it = &picture.kinds[kind];
            (
                edge_class(kind, it.stroke, Emphasis::None),
                true,
                it.name.clone(),
            )
        });
        let emphases = legend::emphases(picture).into_iter();
        let emphases = emphases.map(|emphasis| {
            let name = legend::name(emphasis);
            (format!("node {name}"), false, name.to_owned())
        });
        let (mut x, mut y, mut width) = (0.0_f64, LEGEND, 0.0_f64);
        let mut entries = Vec::new();
        for (class, is_line, name) in kinds.chain(emphases) {
            let length = SAMPLE + 8.0 + line_width(&name, EDGE_FONT);
            if x > 0.0 && x + length > page {
                (x, y) = (0.0, y + LEGEND);
            }
            entries.push((class, is_line, name, x, y));
            width = width.max(x + length);
            x += length + ENTRY_GAP;
        }
        let height = if entries.is_empty() { 0.0 } else { y + 6.0 };
        Legend {
            entries,
            width,
            height,
        }
    }

    fn draw(&self, pen: &mut Pen, top: f64) {
        for (class, is_line, name, x, y) in &self.entries {
            let (x, y) = (MARGIN + x, top + y);
            pen.titled(class, name);
            if *is_line {
                let (start, end, at) = (short(x), short(x + SAMPLE - 3.0), short(y));
                pen.line(&format!("<path d=\"M{start} {at}H{end}\"/>"));
                let tip = super::layout::Point { x: x + SAMPLE, y };
                let (dx, dy) = (1.0, 0.0);
                pen.line(&arrow(&Arrow { tip, dx, dy }));
            } else {
                let at = Rect {
                    x: x + 6.0,
                    y: y - 7.0,
                    width: SAMPLE - 6.0,
                    height: 14.0,
                };
                pen.rect("outline", &at, 4.0);
            }
            pen.text("small", x + SAMPLE + 8.0, y + 4.0, name);
            pen.close();
        }
    }
}

fn path(route: &Route) -> String {
    let mut path = format!("M{} {}", short(route.start.x), short(route.start.y));
    for piece in &route.pieces {
        // Writing to a string does not fail.
        match piece {
            Piece::Line(to) => {
                let _ = write!(path, "L{} {}", short(to.x), short(to.y));
            }
            Piece::Curve(first, second, to) => {
                let numbers = [first.x, first.y, second.x, second.y, to.x, to.y];
                let _ = write!(path, "C{}", numbers.map(short).join(" "));
            }
        }
    }
    path
}

fn arrow(arrow: &Arrow) -> String {
    let Arrow { tip, dx, dy } = arrow;
    let (back_x, back_y) = (tip.x - 8.0 * dx, tip.y - 8.0 * dy);
    let points = points(&[
        (tip.x, tip.y),
        (back_x - 4.0 * dy, back_y + 4.0 * dx),
        (back_x + 4.0 * dy, back_y - 4.0 * dx),
    ]);
    format!("<polygon points=\"{points}\"/>")
}

fn points(points: &[(f64, f64)]) -> String {
    let points = points
        .iter()
        .map(|(x, y)| format!("{},{}", short(*x), short(*y)));
    points.collect::<Vec<_>>().join(" ")
}

fn edge_class(kind: usize, stroke: Stroke, emphasis: Emphasis) -> String {
    let stroke = match stroke {
        Stroke::Solid => "",
        Stroke::Dashed => " dashed",
        Stroke::Dotted => " dotted",
        Stroke::Bold => " bold",
    };
    format!(
        "edge k{}{stroke}{}",
        kind % legend::COLOURS.len(),
        class_of(emphasis)
    )
}

fn class_of(emphasis: Emphasis) -> &'static str {
    match emphasis {
        Emphasis::None => "",
        Emphasis::Criterion => " criterion",
        Emphasis::Kept => " kept",
        Emphasis::Cut => " cut",
    }
}

fn shape_class(shape: Shape) -> &'static str {
    match shape {
        Shape::State | Shape::InitialState | Shape::FinalState | Shape::InitialFinalState => {
            "state"
        }
        Shape::Guard => "guard",
        Shape::Assignment => "assignment",
        Shape::Synchronisation => "synchronisation",
        Shape::Plain => "plain",
    }
}

/// A number with one decimal at most.
fn short(number: f64) -> String {
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0" } else { text }.to_owned()
}

/// Text that means nothing to XML.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // XML has no way to write most of these.
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
    fn numbers_are_short() {
        assert_eq!(
            [2.0, -0.01, 1.25, -3.5].map(short),
            ["2", "0", "1.2", "-3.5"]
        );
    }

    #[test]
    fn the_style_sheet_has_the_colours_of_all_kinds() {
        for (kind, colour) in legend::COLOURS.iter().enumerate() {
            let rule = format!(".k{kind} path {{ stroke: {colour}; }}");
            assert!(STYLE.contains(&rule), "{rule}");
        }
    }

    #[test]
    fn text_is_no_markup() {
        assert_eq!(escaped("a < \"b\" & c\n"), "a &lt; &quot;b&quot; &amp; c ");
    }
}
