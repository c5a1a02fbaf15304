//! Small damage to texts: what a person types wrong, or half.

use fretsaw::syntax::{SyntaxKind, tokenize};

use crate::support::generate::random::Random;

/// Texts that are likely to be in the way wherever they stand.
const INTRUDERS: [&str; 14] = [
    "{",
    "}",
    "(",
    ")",
    "[",
    ";",
    "\"",
    "/*",
    "é",
    "new",
    "not",
    "this",
    "- one with",
    "EUR 1.5",
];

/// The text with one to three things wrong.
pub(crate) fn mutate(random: &mut Random, text: &str) -> String {
    let mut text = text.to_owned();
    for _ in 0..random.between((1, 3)) {
        text = Tokens::of(&text).damaged(random);
    }
    text
}

/// The tokens of a text, white space and comments included.
struct Tokens {
    texts: Vec<String>,
    kinds: Vec<SyntaxKind>,
}

impl Tokens {
    fn of(text: &str) -> Tokens {
        let (tokens, _) = tokenize(text);
        let mut start = 0;
        let mut texts = Vec::new();
        for token in &tokens {
            let end = usize::from(token.end);
            texts.push(text[start..end].to_owned());
            start = end;
        }
        let kinds = tokens.iter().map(|token| token.kind).collect();
        Tokens { texts, kinds }
    }

    fn damaged(mut self, random: &mut Random) -> String {
        let solid = self.places(|kind| !kind.is_trivia());
        let Some(at) = random.pick_any(&solid).copied() else {
            return (*random.pick(&INTRUDERS)).to_owned();
        };
        let other = *random.pick(&solid);
        match random.below(7) {
            0 => self.texts[at].clear(),
            1 => self.texts[at] = format!("{0} {0}", self.texts[at]),
            2 => self.texts.swap(at, other),
            3 => self.texts[at] = format!("{} {}", random.pick(&INTRUDERS), self.texts[at]),
            4 => self.texts[at] = format!("{} {}", self.texts[other], self.texts[at]),
            5 => {
                let names =
                    self.places(|kind| matches!(kind, SyntaxKind::IDENT | SyntaxKind::TYPE_NAME));
                self.copy_one(random, &names);
            }
            _ => {
                let types = self.places(|kind| kind == SyntaxKind::BUILTIN_TYPE);
                self.copy_one(random, &types);
            }
        }
        self.texts.concat()
    }

    fn places(&self, is_wanted: impl Fn(SyntaxKind) -> bool) -> Vec<usize> {
        (0..self.kinds.len())
            .filter(|at| is_wanted(self.kinds[*at]))
            .collect()
    }

    /// Writes one of some tokens in the place of another.
    fn copy_one(&mut self, random: &mut Random, places: &[usize]) {
        if let (Some(from), Some(to)) = (random.pick_any(places), random.pick_any(places)) {
            self.texts[*to] = self.texts[*from].clone();
        }
    }
}
