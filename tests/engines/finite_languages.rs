//! Random finite programs, each written as a model of `.dve` and in our language: whatever is asked about the texts
//! has the same answer.
//!
//! Asked are breadth-first search over finite programs of both texts, the searches that slice, and breadth-first
//! search by the interpreter. `FRETSAW_CASES` asks for more programs, `FRETSAW_SEED` for others. Where the answers
//! differ, the program is made as small as it can be and its modules are kept where `differential` compares them ever
//! after.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use fretsaw::checking::checker::led_back;
use fretsaw::diagnostics::{Diagnostic, Sources};
use fretsaw::dve;
use fretsaw::engines::search as fast;
use fretsaw::finite::lower::LongestRun;
use fretsaw::finite::search::{Ending, Query, Search};
use fretsaw::finite::{Expr, Program, plain_search};
use fretsaw::interpreter::explore::shortest_run;
use fretsaw::model::Model;
use fretsaw::semantics::{Analysis, MemoryFiles, analyse};
use fretsaw::syntax::FileKind;

use crate::finite::generate::{Case, case};
use crate::finite::shrink;
use crate::finite::slicing;
use crate::finite::written::{self, Dve, Modules, Shape};
use crate::support::campaign::lowered as program_of;
use crate::support::runs;
use crate::support::workers;

/// What a program was like.
struct Seen {
    is_reachable: bool,
    has_refined: bool,
    is_open: bool,
    is_together: bool,
}

/// Searches breadth first, now and then with generated code: in most cases making that takes longer than everything
/// else.
fn search(program: &Program, property: Option<&Expr>, is_fast: bool) -> Search {
    let mut stop = |_: &_| false;
    let mut query = Query::new(property.map_or(&[], slice::from_ref), &mut stop);
    if is_fast {
        fast::search(program, &mut query, 1).expect("it is small")
    } else {
        plain_search::search(program, &mut query)
    }
}

/// The steps to the property, if it is reachable.
fn steps(search: &Search) -> Option<usize> {
    match &search.ending {
        Ending::Reachable(run) => Some(run.steps.len()),
        Ending::Unreachable => None,
        other => panic!("{other:?}"),
    }
}

/// What is to be found in a program, whatever it was read from.
struct Wanted {
    /// The steps to the property, if it is reachable.
    steps: Option<usize>,
    /// The number of its states, where that is certain.
    states: Option<u64>,
    is_fast: bool,
}

impl Wanted {
    /// Compares what all searches say; gives what the plain one found, and whether a slice was refined.
    fn compare(&self, program: &Program, property: &Expr) -> Result<(Search, bool), String> {
        let found = search(program, Some(property), self.is_fast);
        expect("steps", &steps(&found), &self.steps)?;
        if self.states.is_some() {
            let states = search(program, None, false).states;
            expect("states", &Some(states), &self.states)?;
        }
        let has_refined = slicing::compare(program, property, self.steps.is_some())?;
        Ok((found, has_refined))
    }
}

fn expect<T: PartialEq + Debug>(what: &str, found: &T, wanted: &T) -> Result<(), String> {
    if found == wanted {
        return Ok(());
    }
    Err(format!("{what}: {found:?} instead of {wanted:?}"))
}

fn messages(diagnostics: &[Diagnostic]) -> String {
    let messages = diagnostics.iter().map(|it| format!("{}\n", it.message));
    messages.collect()
}

/// Compares everything that can be asked about a case; gives what it is like, or how the answers differ.
fn compare(case: &Case, shape: Shape, is_fast: bool) -> Result<Seen, String> {
    let program = &case.program;
    let wanted = steps(&search(program, Some(&case.property), false));
    let states = search(program, None, false).states;
    let dve = written::dve(case);
    // Before the choice where to begin, there is a state of its own.
    let of_dve = Wanted {
        steps: wanted.map(|steps| steps + dve.steps_before),
        states: Some(states + dve.steps_before as u64),
        is_fast,
    };
    let by_dve = compare_dve(&dve, &of_dve).map_err(|why| format!(".dve: {why}"))?;
    let modules = written::modules(case, shape, "Finite");
    let is_open = written::leaves_something_open(program);
    let of_modules = Wanted {
        steps: wanted.map(|steps| steps + modules.steps_after),
        states: (!is_open && shape == Shape::Fields).then_some(states),
        is_fast,
    };
    let by_modules = compare_modules(&modules, &of_modules);
    let by_modules = by_modules.map_err(|why| format!(".tebl: {why}"))?;
    Ok(Seen {
        is_reachable: wanted.is_some(),
        has_refined: by_dve || by_modules,
        is_open,
        is_together: program.together.is_some(),
    })
}

/// Compares what the searches say of a model; tells whether a slice was refined.
fn compare_dve(dve: &Dve, wanted: &Wanted) -> Result<bool, String> {
    let mut sources = Sources::default();
    let mut add = |text: &str| {
        let path = PathBuf::from("Finite.dve");
        sources.add(path, Arc::from(text), FileKind::Specification)
    };
    let (file, property) = (add(&dve.text), add(&dve.property));
    let reading = dve::read(&sources, file);
    let model = reading.model;
    let model = model.ok_or_else(|| messages(&reading.diagnostics))?;
    let property = model.property(&sources, property);
    let property = property.map_err(|diagnostics| messages(&diagnostics))?;
    let (_, has_refined) = wanted.compare(&model.program, &property)?;
    Ok(has_refined)
}

fn analysed(modules: &Modules) -> Analysis {
    let mut files = MemoryFiles::default();
    let name = &modules.name;
    files.insert(format!("/project/{name}.ebl"), &*modules.specification);
    files.insert(format!("/project/{name}Checks.tebl"), &*modules.test);
    analyse(&files, &[PathBuf::from("/project")], &[])
}

/// Compares what the interpreter and the searches say of a check; tells whether a slice was refined.
fn compare_modules(modules: &Modules, wanted: &Wanted) -> Result<bool, String> {
    let analysis = analysed(modules);
    if analysis.has_errors() {
        return Err(messages(&analysis.diagnostics));
    }
    let test = &analysis.program.tests[0];
    let model = Model::build(&analysis.program, test, &test.checks[0]);
    let model = model.map_err(|problem| format!("{problem:?}"))?;
    let run = shortest_run(&model, usize::MAX).map_err(|why| format!("{why:?}"))?;
    let steps = run.map(|run| run.steps.len());
    expect("steps of the interpreter", &steps, &wanted.steps)?;
    let lowered = program_of(&model, LongestRun::Searched).map_err(|why| format!("{why:?}"))?;
    let (found, has_refined) = wanted.compare(&lowered.program, &lowered.goal)?;
    if let Ending::Reachable(run) = &found.ending {
        let run = led_back(&model, lowered.system(), &lowered.run(run));
        let run = run.map_err(|why| format!("{why:?}"))?;
        expect("objection", &runs::objection(&model, &run), &None)?;
    }
    Ok(has_refined)
}

/// How the program of a seed is written in our language, and whether code is generated for it.
fn manner(seed: u64) -> (Shape, bool) {
    let shape = if seed.is_multiple_of(2) || case(seed).program.together.is_some() {
        Shape::Fields
    } else {
        Shape::Cells
    };
    (shape, seed % 40 < 2)
}

fn compared(seed: u64) -> Result<Seen, String> {
    let (shape, is_fast) = manner(seed);
    compare(&case(seed), shape, is_fast)
}

/// Makes a case small that comes out wrong, and writes its modules where they are compared ever after.
fn keep(seed: u64) -> String {
    let (shape, is_fast) = manner(seed);
    let wrong = |case: &Case| compare(case, shape, is_fast).err();
    let smallest = shrink::shrunk(case(seed), &|case| wrong(case).is_some());
    let why = wrong(&smallest).unwrap_or_default();
    let modules = written::modules(&smallest, shape, &format!("Finite{seed}"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/engines/differential/kept");
    let name = modules.name;
    for (file, text) in [
        (format!("{name}.ebl"), modules.specification),
        (format!("{name}Checks.tebl"), modules.test),
    ] {
        std::fs::write(folder.join(file), text).expect("the file can be written");
    }
    let dve = written::dve(&smallest);
    format!("seed {seed}: {why}\n{}{}\n", dve.text, dve.property)
}

#[test]
fn both_languages_say_the_same_of_random_programs() {
    let results = workers::results(2_000, compared);
    let wrong: Vec<u64> = results
        .iter()
        .filter(|(_, it)| it.is_err())
        .map(|(seed, _)| *seed)
        .collect();
    let seen: Vec<&Seen> = results.values().flatten().collect();
    let count = |is: fn(&Seen) -> bool| seen.iter().filter(|it| is(it)).count();
    let (reachable, refined) = (count(|it| it.is_reachable), count(|it| it.has_refined));
    let (open, together) = (count(|it| it.is_open), count(|it| it.is_together));
    eprintln!(
        "{} programs, {reachable} reachable, {refined} refined, {open} with open starts, {together} with dependent ones, {} differ",
        results.len(),
        wrong.len()
    );
    let kept: String = wrong.iter().take(3).map(|seed| keep(*seed)).collect();
    assert!(wrong.is_empty(), "answers differ:\n{kept}");
    if results.len() >= 100 {
        let unreachable = results.len() - reachable;
        for many in [reachable, unreachable, refined, open, together] {
            assert!(many * 20 > results.len(), "some kind of programs is rare");
        }
    }
}
