//! Valid texts with other white space, more comments, and longer names.

use std::cell::Cell;

use fretsaw::syntax::{FileKind, SyntaxKind, parse, tokenize};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};

use crate::support::workers;

/// What may stand between two tokens; `#` is a number, to tell the comments apart, and `^` leads to the column of the
/// last `//`.
const GAPS: [&str; 25] = [
    "",
    " ",
    "\t\t",
    "\n",
    "\n\n",
    "  \n \n\t\n  ",
    "\r\n",
    "// #\n",
    " // # \n\n",
    "\n// #\n",
    "\n\n  // #\n\n",
    "// #\r\n// #b\r\n",
    "/* # */",
    " /* # */ ",
    "\n/* # */",
    " /* # */\n",
    "\n/* # */\n",
    "/* # */ /* #b */ // #c\n",
    "\n// #\n/* #b */",
    "\n/* # */\n\n/* #b */",
    "/* # */\n/* #b */\n// #c\n\n",
    " // #\n^// #b\n",
    " // #\n^// #b\n^// #c\n // #d\n",
    "/* #\n   two lines */",
    "\n/* #\n  * starred\n */\n",
];

/// A change to a text.
#[derive(Debug, Clone)]
enum Change {
    /// Other white space before the token.
    Gap(Index, usize),
    /// A longer name.
    Name(Index, usize),
}

fn changes() -> impl Strategy<Value = Vec<Change>> {
    let gap = (any::<Index>(), 0..GAPS.len()).prop_map(|(at, gap)| Change::Gap(at, gap));
    let name = (any::<Index>(), 1..60_usize).prop_map(|(at, by)| Change::Name(at, by));
    prop::collection::vec(prop_oneof![4 => gap, 1 => name], 1..24)
}

/// A token and the trivia before it.
struct Piece {
    before: String,
    text: String,
    is_name: bool,
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let (mut before, mut start) = (String::new(), 0);
    for token in tokenize(text).0 {
        let piece = &text[start..usize::from(token.end)];
        start = usize::from(token.end);
        if token.kind.is_trivia() {
            before.push_str(piece);
            continue;
        }
        pieces.push(Piece {
            before: std::mem::take(&mut before),
            text: piece.to_owned(),
            is_name: token.kind == SyntaxKind::IDENT,
        });
    }
    pieces.push(Piece {
        before,
        text: String::new(),
        is_name: false,
    });
    pieces
}

fn changed(text: &str, changes: &[Change]) -> String {
    let mut pieces = pieces(text);
    for (number, change) in changes.iter().enumerate() {
        match change {
            Change::Gap(at, gap) => {
                at.get_mut(&mut pieces).before = GAPS[*gap].replace('#', &number.to_string());
            }
            Change::Name(at, by) => {
                let piece = at.get_mut(&mut pieces);
                if piece.is_name {
                    piece.text.push_str(&"x".repeat(*by));
                }
            }
        }
    }
    let mut text = String::new();
    for piece in pieces {
        for (number, part) in piece.before.split('^').enumerate() {
            let column = if number > 0 { comment_column(&text) } else { 0 };
            text.push_str(&" ".repeat(column));
            text.push_str(part);
        }
        text.push_str(&piece.text);
    }
    text
}

/// In which column the last `//` of a text stands.
fn comment_column(text: &str) -> usize {
    let before = text.rfind("//").map_or("", |at| &text[..at]);
    let line = before.rfind('\n').map_or(before, |at| &before[at + 1..]);
    line.chars().count()
}

fn cases() -> u32 {
    u32::try_from(workers::cases(2000)).expect("so many can be counted")
}

#[test]
fn changed_texts_keep_what_they_say() {
    let mut sources = super::inputs();
    sources.extend(crate::support::files::all_sources());
    let config = Config {
        cases: cases(),
        failure_persistence: None,
        ..Config::default()
    };
    let valid = Cell::new(0);
    let strategy = (any::<Index>(), changes());
    TestRunner::new_with_rng(
        config,
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    )
    .run(&strategy, |(source, changes)| {
        let source = source.get(&sources);
        let text = changed(&source.text, &changes);
        if reads(&text, source.kind) {
            valid.set(valid.get() + 1);
            super::checked(&source.name, &text, source.kind);
        }
        Ok(())
    })
    .unwrap_or_else(|error| panic!("{error}"));
    assert!(
        valid.get() > cases() / 2,
        "only {} changed texts were valid",
        valid.get()
    );
}

fn reads(text: &str, kind: FileKind) -> bool {
    parse(text, kind).errors().is_empty()
}
