//! Parts of the pages that tell how the project is built: sections, tables, and what stands between back quotes.

use crate::support::files::project;

/// The text of a page in the project's folder.
pub(crate) fn page(name: &str) -> String {
    std::fs::read_to_string(project().join(name)).expect("the page is there")
}

/// The lines of a section, up to the next heading of its kind.
pub(crate) fn section<'p>(page: &'p str, heading: &str) -> Vec<&'p str> {
    let kind = heading.split(' ').next().expect("signs before the words");
    let is_next = |line: &&str| line.split(' ').next() == Some(kind);
    let mut lines = page.lines().skip_while(|line| *line != heading);
    assert!(lines.next().is_some(), "there is no section {heading:?}");
    lines.take_while(|line| !is_next(line)).collect()
}

/// The rows of the table with a heading, each with its cells.
pub(crate) fn table<'l>(lines: &[&'l str], first_heading: &str) -> Vec<Vec<&'l str>> {
    let is_heading = |line: &&&str| line.starts_with(&format!("| {first_heading} |"));
    let rows = lines.iter().skip_while(|line| !is_heading(line)).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let rows: Vec<Vec<&str>> = rows.map(|row| cells(row)).collect();
    assert!(!rows.is_empty(), "there is no table of {first_heading}");
    rows
}

fn cells(row: &str) -> Vec<&str> {
    let inside = row.trim_matches('|');
    inside.split('|').map(str::trim).collect()
}

/// What stands between back quotes.
pub(crate) fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}
