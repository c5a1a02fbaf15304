//! Line charts as SVG, drawn without other programs.

use std::fmt::Write;

use crate::report::picture::svg::escaped;

/// A chart of one or more lines. Both axes are logarithmic: what grows linearly is a straight
/// line of slope one, whatever its factor.
#[derive(Debug, Clone)]
pub struct Chart {
    /// What stands above it.
    pub title: String,
    /// What the horizontal axis counts.
    pub x_label: String,
    /// What the vertical axis counts.
    pub y_label: String,
    /// The lines.
    pub lines: Vec<Line>,
}

/// A line of a chart.
#[derive(Debug, Clone)]
pub struct Line {
    /// What the line is called.
    pub name: String,
    /// Its points, by growing x. Points that are not positive have no place and are left out.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 80.0;
const RIGHT: f64 = 210.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = 64.0;
const COLOURS: [&str; 6] = [
    "#1f6fb4", "#d1495b", "#2e8b57", "#8a5cc2", "#c77d1e", "#4a4a4a",
];

/// The powers of ten that an axis shows, and where values lie on it.
struct Axis {
    first: i32,
    last: i32,
    start: f64,
    length: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64>, start: f64, length: f64) -> Axis {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| *value > 0.0) {
            (least, most) = (least.min(value), most.max(value));
        }
        if least > most {
            (least, most) = (1.0, 10.0);
        }
        let first = power_below(least);
        let last = power_below(most * 0.999_999).max(first) + 1;
        Axis {
            first,
            last,
            start,
            length,
        }
    }

    fn place(&self, value: f64) -> f64 {
        let share = (value.log10() - f64::from(self.first)) / f64::from(self.last - self.first);
        self.start + share * self.length
    }

    fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        (self.first..=self.last).map(|power| {
            let value = 10_f64.powi(power);
            let text = if power >= 0 {
                format!("{value:.0}")
            } else {
                format!("{value:.*}", power.unsigned_abs() as usize)
            };
            (self.place(value), text)
        })
    }
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the logarithm of a number that a chart shows is small"
)]
fn power_below(value: f64) -> i32 {
    value.log10().floor() as i32
}

/// Draws a chart.
pub fn svg(chart: &Chart) -> String {
    let points = || {
        chart
            .lines
            .iter()
            .flat_map(|line| line.points.iter().copied())
    };
    let x = Axis::new(points().map(|(x, _)| x), LEFT, WIDTH - LEFT - RIGHT);
    let y = Axis::new(
        points().map(|(_, y)| y),
        HEIGHT - BOTTOM,
        -(HEIGHT - TOP - BOTTOM),
    );
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = frame(&mut out, chart, &x, &y);
    for (index, line) in chart.lines.iter().enumerate() {
        let _ = draw_line(
            &mut out,
            line,
            COLOURS[index % COLOURS.len()],
            index,
            &x,
            &y,
        );
    }
    out.push_str("</svg>\n");
    out
}

fn frame(out: &mut String, chart: &Chart, x: &Axis, y: &Axis) -> std::fmt::Result {
    let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">"
    )?;
    writeln!(
        out,
        "<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>"
    )?;
    let middle = f64::midpoint(LEFT, right);
    writeln!(
        out,
        "<text x=\"{middle}\" y=\"26\" font-size=\"15\" text-anchor=\"middle\">{}</text>",
        escaped(&chart.title)
    )?;
    for (at, text) in x.ticks() {
        writeln!(
            out,
            "<line x1=\"{at:.1}\" y1=\"{TOP}\" x2=\"{at:.1}\" y2=\"{bottom}\" stroke=\"#ddd\"/>"
        )?;
        writeln!(
            out,
            "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{text}</text>",
            bottom + 18.0
        )?;
    }
    for (at, text) in y.ticks() {
        writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{at:.1}\" x2=\"{right}\" y2=\"{at:.1}\" stroke=\"#ddd\"/>"
        )?;
        writeln!(
            out,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{text}</text>",
            LEFT - 8.0,
            at + 4.0
        )?;
    }
    writeln!(
        out,
        "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        HEIGHT - 18.0,
        escaped(&chart.x_label)
    )?;
    let height = f64::midpoint(TOP, bottom);
    writeln!(
        out,
        "<text transform=\"translate(22 {height}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        escaped(&chart.y_label)
    )
}

fn draw_line(
    out: &mut String,
    line: &Line,
    colour: &str,
    index: usize,
    x: &Axis,
    y: &Axis,
) -> std::fmt::Result {
    let shown = line.points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0);
    let places: Vec<(f64, f64)> = shown.map(|(px, py)| (x.place(*px), y.place(*py))).collect();
    let path: Vec<String> = places
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    writeln!(
        out,
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>",
        path.join(" ")
    )?;
    for (x, y) in &places {
        writeln!(
            out,
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>"
        )?;
    }
    let row = u32::try_from(index).map_or(0.0, f64::from);
    let (at, height) = (WIDTH - RIGHT + 16.0, TOP + 8.0 + 20.0 * row);
    writeln!(
        out,
        "<rect x=\"{at}\" y=\"{}\" width=\"14\" height=\"4\" fill=\"{colour}\"/>",
        height - 6.0
    )?;
    writeln!(
        out,
        "<text x=\"{}\" y=\"{height}\">{}</text>",
        at + 20.0,
        escaped(&line.name)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_factors_are_equal_distances() {
        let axis = Axis::new([2.0, 800.0].into_iter(), 0.0, 300.0);
        assert_eq!((axis.first, axis.last), (0, 3));
        assert!((axis.place(100.0) - 200.0).abs() < 1e-9);
        assert_eq!(
            axis.ticks().map(|(_, text)| text).collect::<Vec<_>>(),
            ["1", "10", "100", "1000"]
        );
    }

    #[test]
    fn a_chart_without_points_is_still_a_chart() {
        let chart = Chart {
            title: "a < b".into(),
            x_label: String::new(),
            y_label: String::new(),
            lines: vec![Line {
                name: "nothing".into(),
                points: vec![(0.0, -1.0)],
            }],
        };
        let drawn = svg(&chart);
        assert!(drawn.contains("a &lt; b") && drawn.trim_end().ends_with("</svg>"));
    }
}
