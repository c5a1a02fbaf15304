//! Texts that nobody would write: whatever is done to a model, it is read to its end, and what is told of it has a
//! place in it.

use fretsaw::finite::plain_search;
use fretsaw::finite::search::Query;

use super::features::models;
use crate::support::dve_models::load;

/// How many texts are tried.
const MUTATIONS: usize = 4000;

/// What is put in by chance.
const WORDS: &[&str] = &[
    "process",
    "system",
    "async",
    "sync",
    "state",
    "init",
    "commit",
    "accept",
    "assert",
    "trans",
    "guard",
    "effect",
    "const",
    "byte",
    "int",
    "channel",
    "property",
    "true",
    "not",
    "imply",
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ",",
    ";",
    ":",
    ".",
    "->",
    "=",
    "!",
    "?",
    "~",
    "==",
    "<<",
    "-",
    "/",
    "%",
    "&",
    "x",
    "P",
    "q",
    "0",
    "1",
    "99999999999",
    "/*",
    "*/",
    "//",
    "\n",
    "é",
    "\u{0}",
    "@",
];

/// Numbers that are the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % bound.max(1)
    }

    /// A place in a text between two characters.
    fn place(&mut self, text: &str) -> usize {
        let mut place = self.below(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    }
}

fn mutated(original: &str, chance: &mut Chance) -> String {
    let mut text = original.to_owned();
    for _ in 0..=chance.below(4) {
        let (a, b) = (chance.place(&text), chance.place(&text));
        let (from, to) = (a.min(b), a.max(b).min(a.min(b) + chance.below(12)));
        let to = (from..=to).rev().find(|it| text.is_char_boundary(*it));
        let to = to.unwrap_or(from);
        match chance.below(4) {
            0 => text.replace_range(from..to, ""),
            1 => text.insert_str(from, WORDS[chance.below(WORDS.len())]),
            2 => text.replace_range(from..to, WORDS[chance.below(WORDS.len())]),
            _ => {
                let copied = text[from..to].to_owned();
                let place = chance.place(&text);
                text.insert_str(place, &copied);
            }
        }
    }
    text
}

#[test]
fn no_text_is_too_strange() {
    let originals: Vec<String> = models("models")
        .iter()
        .chain(&models("broken"))
        .map(|path| std::fs::read_to_string(path).expect("models are UTF-8"))
        .filter(|text| text.len() < 10_000)
        .collect();
    let mut chance = Chance(0x5eed);
    let (mut n_models, mut n_refused) = (0, 0);
    for number in 0..MUTATIONS {
        let text = mutated(&originals[number % originals.len()], &mut chance);
        let loaded = load("strange.dve", &text);
        for diagnostic in &loaded.reading.diagnostics {
            let range = std::ops::Range::<usize>::from(diagnostic.primary.span.range());
            assert!(text.get(range).is_some(), "{diagnostic:?} in\n{text}");
        }
        let Some(model) = &loaded.reading.model else {
            n_refused += 1;
            assert!(!loaded.reading.diagnostics.is_empty(), "{text}");
            continue;
        };
        n_models += 1;
        let mut stop = |_: &_| false;
        let mut query = Query {
            most_states: Some(50),
            ..Query::new(&[], &mut stop)
        };
        plain_search::search(&model.program, &mut query);
    }
    assert!(n_models > 100 && n_refused > 100, "{n_models}, {n_refused}");
}
