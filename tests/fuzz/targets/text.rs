//! From text to tree: whatever the bytes, there is a tree that prints them, and what is formatted stays as it is.

use std::ops::Range;

use fretsaw::syntax::format::{FormatError, format};
use fretsaw::syntax::{FileKind, Parse, parse, reparse};

use super::Target;
use crate::corpus::examples;
use crate::mutate::bytes;
use crate::mutate::trees::{self, Source};
use crate::support::generate::random::Random;

pub(crate) const TARGET: Target = Target {
    name: "text",
    few: 400,
    seeds,
    mutate,
    run,
};

/// Short texts are read as both kinds of files, long ones as what they look like.
const KINDS: [FileKind; 2] = [FileKind::Specification, FileKind::Test];

const SHORT: usize = 300;

fn seeds() -> Vec<Vec<u8>> {
    let files = examples().into_iter().flat_map(|package| package.files);
    files.map(|(_, text)| text).collect()
}

fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    if random.chance(30) {
        return bytes::mutate(random, input, other);
    }
    let kind = *random.pick(&KINDS);
    let (text, donor) = (
        String::from_utf8_lossy(input),
        String::from_utf8_lossy(other),
    );
    let source = Source { text: &text, kind };
    trees::mutate(random, source, Source { text: &donor, kind }).into()
}

fn run(input: &[u8]) -> bool {
    let text = String::from_utf8_lossy(input);
    let looks_like_test = text.contains("check ") || text.contains("state ");
    let likely = KINDS[usize::from(looks_like_test)];
    for kind in KINDS {
        if text.len() > SHORT && kind != likely {
            continue;
        }
        let parsed = parse(&text, kind);
        assert_eq!(parsed.root().text().to_string(), text, "it prints back");
        check_places(&parsed, &text);
        check_edits(&parsed, &text, kind);
        check_format(&parsed, &text, kind);
    }
    true
}

fn check_places(parsed: &Parse, text: &str) {
    for problem in parsed.errors().iter().chain(parsed.warnings()) {
        let range = Range::<usize>::from(problem.range);
        assert!(text.get(range).is_some(), "{problem:?} is in the text");
    }
}

/// What is read anew after an edit is what a fresh look would tell. The edit is one that the text itself tells: its
/// middle line goes away.
fn check_edits(parsed: &Parse, text: &str, kind: FileKind) {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let middle = lines.len() / 2;
    let left: String = lines[..middle]
        .iter()
        .chain(lines.iter().skip(middle + 1))
        .copied()
        .collect();
    let Some(tree) = reparse(parsed, text, &left, kind) else {
        return;
    };
    let fresh = parse(&left, kind);
    assert_eq!(
        tree.root().green(),
        fresh.root().green(),
        "the trees are the same"
    );
    assert_eq!(tree.errors(), fresh.errors(), "the errors are the same");
    assert_eq!(
        tree.warnings(),
        fresh.warnings(),
        "the warnings are the same"
    );
}

fn check_format(parsed: &Parse, text: &str, kind: FileKind) {
    match format(text, kind) {
        Err(FormatError::Syntax(_)) => {
            assert!(
                !parsed.errors().is_empty() || text.contains('\r'),
                "a text without errors is formatted"
            );
        }
        // A line that starts like a declaration may end a block, as is known.
        Err(FormatError::WouldChange) => {}
        Ok(formatted) => {
            let again = format(&formatted, kind);
            assert_eq!(
                again.as_ref(),
                Ok(&formatted),
                "formatting again changes nothing"
            );
        }
    }
}
