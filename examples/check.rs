//! Checks a test module and tells what came of it, as `fretsaw check` does:
//! `cargo run --example check testmodules/bank`

#![allow(clippy::print_stdout, reason = "it is what an example does")]

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use fretsaw::checking::{Settings, Verdict, answer_all, select};
use fretsaw::disk::Disk;
use fretsaw::report::check_text;
use fretsaw::report::checks::Checked;
use fretsaw::report::diagnostics_text::{self, Drawing};
use fretsaw::semantics::analyse;

/// What came of the checks of a test module or a folder of them.
pub fn told(path: PathBuf) -> Result<String, Box<dyn Error>> {
    let analysis = Arc::new(analyse(&Disk, &[path], &[]));
    let mut text = String::new();
    for diagnostic in &analysis.diagnostics {
        text += &diagnostics_text::render(&analysis.sources, diagnostic, Drawing::PLAIN);
    }
    if analysis.has_errors() {
        return Ok(text);
    }
    let checks = select(&analysis, &[], None)?;
    let mut n_passed = 0;
    for answered in answer_all(&analysis, &Settings::default(), &checks) {
        let answer = answered?;
        let checked = Checked::of(&analysis, &answer);
        text += &check_text::render(&checked, Drawing::PLAIN);
        text += &check_text::run(&checked, false, Drawing::PLAIN);
        n_passed += usize::from(answer.verdict == Verdict::Passed);
    }
    writeln!(text, "{n_passed} of {} passed", checks.len())?;
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1);
    let path = path.unwrap_or_else(|| "testmodules/bank".into());
    print!("{}", told(path.into())?);
    Ok(())
}
