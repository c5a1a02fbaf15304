//! From meaning to models, and to everything that `graph` draws.

use fretsaw::dependence::{DependenceGraph, Dependences};
use fretsaw::model::shape::{Shape, shapes_of};
use fretsaw::report::graphs::{Subject, dependence, flow};
use fretsaw::report::model_description::describe;
use fretsaw::report::picture::{Picture, dot, json, mermaid, svg, text};
use fretsaw::report::{lifecycle, model_json, model_text};
use fretsaw::semantics::Analysis;
use fretsaw::semantics::specification::SpecId;
use fretsaw::slice::Slice;

use super::analysis::check_diagnostics;
use super::{Target, WAYS, examples_and_checks, models, sound_test, test_of};
use crate::mutate::packages;
use crate::package::Package;

pub(crate) const TARGET: Target = Target {
    name: "model",
    few: 50,
    seeds: examples_and_checks,
    mutate: packages::mutate,
    run,
};

fn run(input: &[u8]) -> bool {
    let Some(analysis) = sound_test(&Package::read(input)) else {
        return false;
    };
    check_problems(&analysis);
    let shapes = shapes_of(&analysis.program);
    draw(&analysis, &shapes, None);
    let models = models(&analysis);
    for (number, model) in models.iter().enumerate() {
        if let Some(test) = test_of(&analysis) {
            let described = describe(&analysis.sources, test, model);
            assert!(!model_text::render(&described).is_empty(), "it is told");
            let document = model_json::document(vec![described], &analysis.sources, &model.notes);
            serde_json::to_string(&document).expect("it is JSON");
        }
        // One of the ways, which another input has otherwise.
        if number == 0 {
            let slice = Slice::of(model, WAYS[input.len() % WAYS.len()]);
            draw(&analysis, &shapes, Some(&slice));
        }
    }
    !models.is_empty()
}

/// Why there is no model can be shown.
fn check_problems(analysis: &Analysis) {
    let Some(test) = test_of(analysis) else {
        return;
    };
    for check in &test.checks {
        match fretsaw::model::Model::about_states(&analysis.program, test, check) {
            Ok(model) => check_diagnostics(&analysis.sources, &model.notes),
            Err(error) => {
                let problems = error.diagnostics();
                assert!(!problems.is_empty(), "there is a reason");
                check_diagnostics(&analysis.sources, &problems);
            }
        }
    }
}

/// Draws all kinds of pictures in all forms.
fn draw(analysis: &Analysis, shapes: &[Vec<Shape>], slice: Option<&Slice>) {
    let program = &analysis.program;
    let specs = (0..program.specifications.len()).map(SpecId::at);
    let specs: Vec<SpecId> = specs
        .filter(|spec| slice.is_none() || !program.spec(*spec).is_abstract())
        .collect();
    let subject = Subject {
        sources: &analysis.sources,
        program,
        shapes,
        specs: &specs,
        slice,
    };
    let title = "A \"title\" <of> what; is & drawn";
    let pictures = if let Some(slice) = slice {
        [
            lifecycle::sliced(title, program, slice),
            flow::picture(title, &subject, &slice.graph.flow),
            dependence::picture(title, &subject, &slice.graph),
        ]
    } else {
        let whole = DependenceGraph::of_program(program, Dependences::Fine);
        [
            lifecycle::lifecycles(title, &program.specifications),
            flow::picture(title, &subject, &whole.flow),
            dependence::picture(title, &subject, &whole),
        ]
    };
    for picture in &pictures {
        draw_in_all_forms(picture, analysis);
    }
}

fn draw_in_all_forms(picture: &Picture, analysis: &Analysis) {
    for render in [dot::render, mermaid::render, svg::render, text::render] {
        assert!(!render(picture).is_empty(), "there is a picture");
    }
    let document = json::document(Some(picture), &analysis.sources, &analysis.diagnostics);
    serde_json::to_string(&document).expect("it is JSON");
}
