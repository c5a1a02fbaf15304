//! From trees to their meaning: whatever is wrong with a package, it can be shown, and its places are places of the
//! texts.

use std::ops::Range;

use fretsaw::diagnostics::{Diagnostic, Sources};
use fretsaw::report::diagnostics_json;
use fretsaw::report::diagnostics_text::{self, Drawing};

use super::{Target, example_packages};
use crate::mutate::packages;
use crate::package::Package;

pub(crate) const TARGET: Target = Target {
    name: "analysis",
    few: 200,
    seeds: example_packages,
    mutate: packages::mutate,
    run,
};

fn run(input: &[u8]) -> bool {
    let analysis = Package::read(input).analyse_folder();
    check_diagnostics(&analysis.sources, &analysis.diagnostics);
    true
}

/// All that is said can be shown.
pub(crate) fn check_diagnostics(sources: &Sources, diagnostics: &[Diagnostic]) {
    for diagnostic in diagnostics {
        check_places(sources, diagnostic);
        // Both ways to draw are tried on many diagnostics, and one is enough for each.
        let unicode = diagnostic.message.len().is_multiple_of(2);
        let drawing = Drawing {
            unicode,
            width: 80,
            colours: unicode,
        };
        let text = diagnostics_text::render(sources, diagnostic, drawing);
        assert!(!text.is_empty(), "there is something to show");
    }
    let document = diagnostics_json::document(sources, diagnostics);
    let text = serde_json::to_string(&document).expect("it is JSON");
    assert!(text.starts_with('{'), "it is a document");
}

fn check_places(sources: &Sources, diagnostic: &Diagnostic) {
    let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
    let labels = diagnostic.secondary.iter().map(|label| label.span);
    let places = labels.chain(edits.map(|edit| edit.span));
    for span in places.chain([diagnostic.primary.span]) {
        let text = sources.file(span.file).text();
        let is_place = text.get(Range::<usize>::from(span.range())).is_some();
        assert!(is_place, "{diagnostic:?} is in the text");
    }
}
