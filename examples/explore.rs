//! Looks at all states of the model of a check, and has a callback hear how far it is:
//! `cargo run --example explore testmodules/peterson/Exclusion.tebl`

#![allow(clippy::print_stdout, reason = "it is what an example does")]

use std::error::Error;
use std::path::PathBuf;

use fretsaw::checking::select;
use fretsaw::disk::Disk;
use fretsaw::engines::search;
use fretsaw::finite::lower::{LongestRun, lower};
use fretsaw::finite::search::{Query, Reached, Search};
use fretsaw::ground::{PropertyId, System};
use fretsaw::model::Model;
use fretsaw::semantics::analyse;

/// All states of the first check of a test module. `hear` is told how far the search is, and says whether that is
/// enough.
pub fn explored(
    path: PathBuf,
    hear: &mut dyn FnMut(&Reached) -> bool,
) -> Result<Search, Box<dyn Error>> {
    let analysis = analyse(&Disk, &[path], &[]);
    if analysis.has_errors() {
        return Err("there are errors in the texts".into());
    }
    let first = select(&analysis, &[], None)?[0];
    let (test, check) = (first.test(&analysis), first.check(&analysis));
    let model = Model::build(&analysis.program, test, check);
    let model = model.map_err(|_| "the check has no model")?;
    // A system whose values have an end is a finite program: guarded commands over small numbers.
    let system = System::enumerated(&model, &|| false);
    let lowered = system.and_then(|it| lower(&it, PropertyId(0), LongestRun::Searched, &|| false));
    let lowered =
        lowered.map_err(|obstacle| format!("there is no finite program: {obstacle:?}"))?;
    let mut query = Query::new(&[], hear);
    Ok(search::search(&lowered.program, &mut query, 1)?)
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os().nth(1);
    let path = path.unwrap_or_else(|| "testmodules/peterson/Exclusion.tebl".into());
    let found = explored(path.into(), &mut |reached| {
        println!(
            "so far {} states, {} steps deep",
            reached.states, reached.depth
        );
        false
    })?;
    println!("{} states, {} transitions", found.states, found.transitions);
    Ok(())
}
