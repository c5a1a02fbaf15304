//! Whatever the text, there is a tree that prints it back, and every error has a place in it.
//!
//! Texts are made from random characters, from random tokens, and from valid files in which tokens were deleted,
//! inserted, doubled or swapped. Each case has a number, which is its seed, and a failure prints its text.
//! `FRETSAW_CASES=1000000 cargo test --test language properties_syntax` runs more of them.

use std::panic::catch_unwind;

use fretsaw::syntax::{FileKind, SyntaxError, SyntaxErrorKind, TextRange, parse, tokenize};

use crate::accepted;
use crate::support::files;
use crate::support::workers::cases;

/// A small generator of pseudo-random numbers (splitmix64): the same on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() % end as u64).unwrap_or_default()
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    fn file_kind(&mut self) -> FileKind {
        *self.pick(&[FileKind::Specification, FileKind::Test])
    }
}

/// Reads a text and holds the result to what is promised. Failures print the text.
fn check(text: &str, file: FileKind, case: u64) {
    let outcome = catch_unwind(|| {
        let parsed = parse(text, file);
        assert_eq!(parsed.root().text().to_string(), text);
        parsed
            .errors()
            .iter()
            .for_each(|error| check_error(text, error, false));
        parsed
            .warnings()
            .iter()
            .for_each(|error| check_error(text, error, true));
    });
    assert!(outcome.is_ok(), "case {case}, {file:?}:\n{text}\n{text:?}");
}

fn check_error(text: &str, error: &SyntaxError, is_warning: bool) {
    assert_eq!(error.kind.is_warning(), is_warning);
    let mut ranges = vec![error.range];
    match &error.kind {
        SyntaxErrorKind::UnclosedDelimiter { open, .. } => ranges.push(*open),
        SyntaxErrorKind::NotBindsTighter { operand } => ranges.push(*operand),
        SyntaxErrorKind::GroupedOtherwise {
            parts, original, ..
        } => {
            ranges.extend(parts);
            ranges.extend(original);
        }
        _ => {}
    }
    for range in ranges {
        let inside = text.get(std::ops::Range::<usize>::from(range));
        assert!(inside.is_some(), "{range:?} is no part of the text");
    }
}

#[test]
fn random_characters() {
    const CHARACTERS: &[char] = &[
        'a', 'b', 'A', 'B', 'E', 'U', 'R', '0', '1', '9', ' ', ' ', '\n', '\t', '\r', '{', '}',
        '(', ')', '[', ']', '<', '>', '=', '!', '&', '|', '+', '-', '*', '/', '%', '.', ',', ';',
        ':', '?', '@', '"', '\'', '\\', '#', '_', 'é', 'ß', '\u{a0}', '\u{2028}', '€', '🦀', '\0',
    ];
    for case in 0..cases(2000) {
        let mut random = Random(case);
        let length = random.below(120);
        let text: String = (0..length).map(|_| *random.pick(CHARACTERS)).collect();
        let file = random.file_kind();
        check(&text, file, case);
    }
}

#[test]
fn random_tokens() {
    let words = vocabulary();
    for case in 0..cases(4000) {
        let mut random = Random(case);
        let mut text = String::from(*random.pick::<&str>(&["", "module Texts\n"]));
        for _ in 0..random.below(80) {
            text.push_str(random.pick::<String>(&words));
            text.push_str(random.pick::<&str>(&["", " ", " ", "\n"]));
        }
        let file = random.file_kind();
        check(&text, file, case);
    }
}

#[test]
fn mutated_files() {
    let words = vocabulary();
    let sources = valid_texts();
    for case in 0..cases(6000) {
        let mut random = Random(case);
        let (text, file) = random.pick(&sources);
        let mut tokens = pieces(text);
        for _ in 0..=random.below(4) {
            mutate(&mut tokens, &words, &mut random);
        }
        check(&tokens.concat(), *file, case);
    }
}

/// The examples, and the texts that show each production. Long files are cut into pieces of
/// lines, so that a case stays small.
fn valid_texts() -> Vec<(String, FileKind)> {
    const LINES: usize = 60;
    let mut texts: Vec<(String, FileKind)> = accepted::all()
        .into_iter()
        .map(|text| (text.text, text.kind))
        .collect();
    for file in files::all_sources() {
        let lines: Vec<&str> = file.text.split_inclusive('\n').collect();
        texts.extend(lines.chunks(LINES).map(|part| (part.concat(), file.kind)));
    }
    texts
}

/// Every token of the texts that show each production, once.
fn vocabulary() -> Vec<String> {
    let mut words: Vec<String> = accepted::all()
        .iter()
        .flat_map(|text| pieces(&text.text))
        .collect();
    words.extend(["/*", "*/", "//", "\"", "@doc", "{", "}", "#", "é"].map(str::to_owned));
    words.sort();
    words.dedup();
    words
}

/// The texts of a text's tokens.
fn pieces(text: &str) -> Vec<String> {
    let mut start = fretsaw::syntax::TextSize::new(0);
    tokenize(text)
        .0
        .iter()
        .map(|token| {
            let range = TextRange::new(start, token.end);
            start = token.end;
            text[range].to_owned()
        })
        .collect()
}

fn mutate(tokens: &mut Vec<String>, words: &[String], random: &mut Random) {
    if tokens.is_empty() {
        return tokens.push(random.pick(words).clone());
    }
    let at = random.below(tokens.len());
    match random.below(5) {
        0 => {
            tokens.remove(at);
        }
        1 => tokens.insert(at, random.pick(words).clone()),
        2 => tokens.insert(at, tokens[at].clone()),
        3 => {
            let other = random.below(tokens.len());
            tokens.swap(at, other);
        }
        // A file that is still being typed.
        _ => tokens.truncate(at),
    }
}
