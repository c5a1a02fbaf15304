//! Slices as texts: what is written for a test module without errors can be read, and has no errors either.

use fretsaw::diagnostics::Diagnostic;
use fretsaw::model::Model;
use fretsaw::report::diagnostics_text::Drawing;
use fretsaw::report::{slice_text, why_json, why_text};
use fretsaw::semantics::Analysis;
use fretsaw::semantics::test_module::Check;
use fretsaw::slice::counts::Counts;
use fretsaw::slice::rewrite::{Request, SlicedFile, United, read, rewrite};
use fretsaw::slice::why::why;
use fretsaw::slice::{Options, Slice};
use fretsaw::syntax::format::format;

use super::{Target, WAYS, examples_and_checks, sound_test, test_of};
use crate::mutate::packages;
use crate::package::{Package, kind_of};

pub(crate) const TARGET: Target = Target {
    name: "slice",
    few: 25,
    seeds: examples_and_checks,
    mutate: packages::mutate,
    run,
};

fn run(input: &[u8]) -> bool {
    let Some(analysis) = sound_test(&Package::read(input)) else {
        return false;
    };
    let Some(test) = test_of(&analysis) else {
        return false;
    };
    let checks: Vec<&Check> = test.checks.iter().collect();
    let models = checks
        .iter()
        .map(|check| Model::build(&analysis.program, test, check).ok());
    let Some(models) = models.collect::<Option<Vec<_>>>() else {
        return false;
    };
    // Two of the ways, which another input has otherwise.
    for options in [input.len(), input.len() + 1].map(|number| WAYS[number % WAYS.len()]) {
        let Some(united) = United::slice(&models, options) else {
            return false;
        };
        let sliced = rewrite(&Request {
            analysis: &analysis,
            test,
            checks: &checks,
            united: &united,
        });
        check_written(&analysis, &sliced, options);
    }
    models.iter().take(1).for_each(|it| ask_why(&analysis, it));
    true
}

/// `slice` itself calls an error a defect.
fn check_written(analysis: &Analysis, sliced: &[SlicedFile], options: Options) {
    let written = read(sliced);
    let texts = slice_text::texts(sliced);
    let errors = written.diagnostics.iter().filter(|it| it.is_error());
    let errors: Vec<String> = errors.map(|it| told(&written, it)).collect();
    assert!(
        errors.is_empty(),
        "{}\n{options:?}\n{texts}",
        errors.join("\n")
    );
    for file in sliced {
        let kind = kind_of(&file.path.display().to_string()).expect("a module");
        format(&file.text, kind).ok();
    }
    let counts = Counts::of(&analysis.program, &written.program);
    assert!(!slice_text::counts(&counts).is_empty(), "it is told");
}

fn told(analysis: &Analysis, error: &Diagnostic) -> String {
    let span = error.primary.span;
    let file = analysis.sources.file(span.file).path().display();
    let line = analysis.sources.line(span);
    format!("{} {file}:{line}: {}", error.code.id, error.message)
}

/// What keeps or cuts a field or an event can always be told.
fn ask_why(analysis: &Analysis, model: &Model<'_>) {
    let program = &analysis.program;
    let slice = Slice::of(model, WAYS[0]);
    for (name, spec) in program.spec_names().iter().zip(&program.specifications) {
        let fields = spec.fields.iter().map(|it| it.name.text.to_string());
        let events = spec.events.iter().map(|it| format!("{}()", it.name.text));
        for part in fields.chain(events) {
            let Ok(why) = why(model, &slice, &format!("{name}.{part}")) else {
                continue;
            };
            let drawing = Drawing {
                unicode: false,
                width: 80,
                colours: true,
            };
            why_text::render(&analysis.sources, model, &slice, &why, drawing);
            why_json::answer(&analysis.sources, model, &slice, &why);
        }
    }
}
