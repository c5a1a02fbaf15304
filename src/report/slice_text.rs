//! Slices as people read them: the texts one below the other, and how much was kept and cut.

use std::fmt::Write;

use crate::slice::counts::Counts;
use crate::slice::rewrite::SlicedFile;

/// The texts of a slice, each below a comment with its name.
pub fn texts(files: &[SlicedFile]) -> String {
    let texts = files.iter().map(|file| {
        let path = file.path.display();
        format!("// {path}\n{}", file.text)
    });
    texts.collect::<Vec<_>>().join("\n")
}

/// How much was kept and cut, one line a kind.
pub fn counts(counts: &Counts) -> String {
    let mut text = format!("{:<11} {:>7} {:>7}\n", "", "kept", "cut");
    for (name, count) in counts.named() {
        // Writing to a string does not fail.
        let _ = writeln!(text, "{name:<11} {:>7} {:>7}", count.kept, count.cut);
    }
    text
}
