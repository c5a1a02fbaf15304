//! Prints the slice of the first check of a test module:
//! `cargo run --example slice testmodules/bank/NegativeBalance.tebl`

#![allow(clippy::print_stdout, reason = "it is what an example does")]

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;

use fretsaw::checking::select;
use fretsaw::disk::Disk;
use fretsaw::model::Model;
use fretsaw::semantics::analyse;
use fretsaw::slice::Options;
use fretsaw::slice::rewrite::{Request, United, rewrite};

/// The texts of the slice, each below its name.
pub fn told(path: PathBuf) -> Result<String, Box<dyn Error>> {
    let analysis = analyse(&Disk, &[path], &[]);
    if analysis.has_errors() {
        return Err("there are errors in the texts".into());
    }
    let first = select(&analysis, &[], None)?[0];
    let (test, check) = (first.test(&analysis), first.check(&analysis));
    let model = Model::build(&analysis.program, test, check);
    let model = model.map_err(|_| "the check has no model")?;
    let united = United::slice(&[model], Options::default()).ok_or("there is no slice")?;
    let files = rewrite(&Request {
        analysis: &analysis,
        test,
        checks: &[check],
        united: &united,
    });
    let mut text = String::new();
    for file in files {
        writeln!(text, "// {}\n{}", file.path.display(), file.text)?;
    }
    Ok(text)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1);
    let path = path.unwrap_or_else(|| "testmodules/bank/NegativeBalance.tebl".into());
    print!("{}", told(path.into())?);
    Ok(())
}
