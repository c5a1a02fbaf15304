//! Slices written as texts, and read again as whoever gets them does.

use std::path::{Path, PathBuf};

use fretsaw::diagnostics::Diagnostic;
use fretsaw::diagnostics::codes::lifecycles::UNREACHABLE_STATE;
use fretsaw::model::Model;
use fretsaw::semantics::test_module::{Check, TestModule};
use fretsaw::semantics::{Analysis, MemoryFiles, analyse};
use fretsaw::slice::Options;
use fretsaw::slice::rewrite::{Request, SlicedFile, United, rewrite};

/// The texts of the slice for some checks of a test module, the test module first.
pub(crate) fn slice(
    analysis: &Analysis,
    test: &TestModule,
    checks: &[&Check],
    options: Options,
) -> Vec<SlicedFile> {
    let models = checks
        .iter()
        .map(|check| Model::build(&analysis.program, test, check));
    let models: Vec<Model<'_>> = models.collect::<Result<_, _>>().expect("there are models");
    let united = United::slice(&models, options).expect("there is a model");
    rewrite(&Request {
        analysis,
        test,
        checks,
        united: &united,
    })
}

/// Reads the files of a slice, each as if it had been asked for.
pub(crate) fn read(sliced: &[SlicedFile]) -> Analysis {
    let mut memory = MemoryFiles::default();
    let path = |file: &SlicedFile| Path::new("/slices").join(&file.path);
    for file in sliced {
        memory.insert(path(file), file.text.as_bytes());
    }
    analyse(&memory, &[PathBuf::from("/slices")], &[])
}

/// The test module that was asked for.
pub(crate) fn test_of(analysis: &Analysis) -> &TestModule {
    let mut tests = analysis.program.tests.iter();
    tests
        .find(|test| analysis.requested.contains(&test.file))
        .expect("a test module was asked for")
}

/// All checks of the test module that was asked for.
pub(crate) fn all_checks(analysis: &Analysis) -> Vec<&Check> {
    test_of(analysis).checks.iter().collect()
}

/// What is said of a slice and not of its original. The original may say it of more at once: of several fields that
/// are not set, for example.
pub(crate) fn new_findings(original: &Analysis, sliced: &Analysis) -> Vec<String> {
    let says = |known: &Diagnostic, found: &Diagnostic| {
        let is_part = names(found).iter().all(|it| names(known).contains(it));
        known.code == found.code && (known.message == found.message || is_part)
    };
    let is_new = |found: &&Diagnostic| !original.diagnostics.iter().any(|known| says(known, found));
    let found = sliced.diagnostics.iter().filter(is_new);
    let line = |it: &Diagnostic| format!("{} {}", it.code.id, it.message);
    found.map(line).collect()
}

/// The names of what something is said of.
fn names(found: &Diagnostic) -> Vec<&str> {
    let names = found.message.split('`').skip(1).step_by(2);
    // Where nothing leads to several states, only the first of them is named.
    let is_way = found.code == &UNREACHABLE_STATE;
    names.take(if is_way { 1 } else { usize::MAX }).collect()
}
