//! Bar charts of shares as SVG, drawn without other programs.

use std::fmt::{self, Write};

use crate::report::picture::svg::escaped;

/// A chart of shares: groups of bars that go up for what is won and down for what is lost.
#[derive(Debug, Clone)]
pub struct Bars {
    /// What stands above it.
    pub title: String,
    /// What the vertical axis counts.
    pub label: String,
    /// What the bars of a group stand for, in their order.
    pub series: Vec<&'static str>,
    /// The groups, from left to right.
    pub groups: Vec<Group>,
    /// What stands below it, if anything has to be said.
    pub remark: &'static str,
}

/// Bars side by side.
#[derive(Debug, Clone)]
pub struct Group {
    /// What stands below it.
    pub name: String,
    /// One for each of the series; none where nothing is known.
    pub bars: Vec<Option<Bar>>,
}

/// A bar.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bar {
    /// The share: 1 is the whole. What is below -1 is cut off there, and its number written instead.
    pub share: f64,
    /// It is only known to be at least so long.
    pub is_least: bool,
}

const LEFT: f64 = 70.0;
const RIGHT: f64 = 130.0;
const TOP: f64 = 48.0;
/// The height of the share 1.
const UNIT: f64 = 150.0;
/// What a character takes of a line.
const CHARACTER: f64 = 6.0;
const BAR: f64 = 9.0;
const GAP: f64 = 10.0;
const COLOURS: [&str; 4] = ["#1f6fb4", "#d1495b", "#2e8b57", "#8a5cc2"];

/// Draws a chart.
pub fn svg(bars: &Bars) -> String {
    let mut out = String::new();
    // Writing to a string cannot fail.
    let _ = draw(&mut out, bars);
    out
}

fn draw(out: &mut String, bars: &Bars) -> fmt::Result {
    let step = count(bars.series.len()) * BAR + GAP;
    let right = LEFT + GAP + step * count(bars.groups.len());
    frame(out, bars, right)?;
    for (index, group) in bars.groups.iter().enumerate() {
        let at = LEFT + GAP + step * count(index);
        for (series, bar) in group.bars.iter().enumerate() {
            if let Some(bar) = bar {
                draw_bar(
                    out,
                    bar,
                    at + BAR * count(series),
                    COLOURS[series % COLOURS.len()],
                )?;
            }
        }
        let (x, y) = (at + step / 2.0, place(-1.0) + 8.0);
        let name = escaped(&group.name);
        writeln!(
            out,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" text-anchor=\"end\">{name}</text>"
        )?;
    }
    legend(out, bars, right)?;
    out.push_str("</svg>\n");
    Ok(())
}

/// Where a share lies.
fn place(share: f64) -> f64 {
    TOP + (1.0 - share) * UNIT
}

/// The room that the names of the groups take, which stand upright below them.
fn names_height(bars: &Bars) -> f64 {
    let names = bars.groups.iter().map(|group| group.name.chars().count());
    CHARACTER * count(names.max().unwrap_or(0))
}

fn frame(out: &mut String, bars: &Bars, right: f64) -> fmt::Result {
    let remark = LEFT + CHARACTER * count(bars.remark.chars().count());
    let width = (right + RIGHT).max(remark);
    let height = place(-1.0) + names_height(bars) + 44.0;
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"sans-serif\" font-size=\"11\">"
    )?;
    writeln!(
        out,
        "<rect width=\"{width:.0}\" height=\"{height:.0}\" fill=\"white\"/>"
    )?;
    writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"26\" font-size=\"15\">{}</text>",
        escaped(&bars.title)
    )?;
    for tick in [1.0, 0.5, 0.0, -0.5, -1.0] {
        let (y, shade) = (place(tick), if tick == 0.0 { "#444" } else { "#ddd" });
        writeln!(
            out,
            "<line x1=\"{LEFT}\" y1=\"{y}\" x2=\"{right:.1}\" y2=\"{y}\" stroke=\"{shade}\"/>"
        )?;
        writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{:.0} %</text>",
            LEFT - 8.0,
            y + 4.0,
            tick * 100.0
        )?;
    }
    writeln!(
        out,
        "<text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
        place(0.0),
        escaped(&bars.label)
    )?;
    let below = height - 12.0;
    writeln!(
        out,
        "<text x=\"{LEFT}\" y=\"{below:.0}\" fill=\"#555\">{}</text>",
        escaped(bars.remark)
    )
}

fn draw_bar(out: &mut String, bar: &Bar, x: f64, colour: &str) -> fmt::Result {
    let shown = bar.share.clamp(-1.0, 1.0);
    let (top, height) = (place(shown.max(0.0)), shown.abs() * UNIT);
    // What may be longer is hollow.
    let fill = if bar.is_least { "white" } else { colour };
    writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{top:.1}\" width=\"{}\" height=\"{height:.1}\" fill=\"{fill}\" stroke=\"{colour}\"/>",
        BAR - 1.0
    )?;
    if bar.share < -1.0 {
        let (x, y) = (x + BAR - 1.5, place(-1.0) - 4.0);
        writeln!(
            out,
            "<text transform=\"translate({x:.1} {y:.1}) rotate(-90)\" font-size=\"8\" fill=\"white\">{:.0} %</text>",
            bar.share * 100.0
        )?;
    }
    Ok(())
}

fn legend(out: &mut String, bars: &Bars, right: f64) -> fmt::Result {
    for (index, name) in bars.series.iter().enumerate() {
        let (x, y) = (right + 12.0, TOP + 8.0 + 18.0 * count(index));
        let colour = COLOURS[index % COLOURS.len()];
        writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>",
            y - 9.0
        )?;
        writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{y}\">{}</text>",
            x + 16.0,
            escaped(name)
        )?;
    }
    Ok(())
}

/// A number of things, all of which have a place in a chart.
fn count(number: usize) -> f64 {
    u32::try_from(number).map_or(0.0, f64::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lost_beyond_all_is_cut_off_and_told() {
        let bar = |share, is_least| Some(Bar { share, is_least });
        let drawn = svg(&Bars {
            title: "a < b".to_owned(),
            label: String::new(),
            series: vec!["one", "two"],
            groups: vec![Group {
                name: "here".to_owned(),
                bars: vec![bar(-4.2, false), bar(0.5, true), None],
            }],
            remark: "",
        });
        assert!(
            drawn.contains("a &lt; b") && drawn.contains("-420 %"),
            "{drawn}"
        );
        assert!(
            drawn.contains("height=\"150.0\" fill=\"#1f6fb4\""),
            "{drawn}"
        );
        assert!(drawn.contains("height=\"75.0\" fill=\"white\""), "{drawn}");
    }
}
