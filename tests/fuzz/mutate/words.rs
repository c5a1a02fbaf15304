//! Changes to the words and signs of a text in any language.

use crate::support::generate::random::Random;

/// Numbers at the edges of what programs can count.
pub(crate) const NUMBERS: [&str; 17] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "10",
    "12",
    "28",
    "31",
    "100",
    "255",
    "256",
    "32768",
    "2147483648",
    "9223372036854775807",
    "18446744073709551616",
    "100000000000000000000000000000000000000000",
];

/// The words and signs of a text, white space included.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    let mut words = Vec::new();
    let mut start = 0;
    let mut before = None;
    for (at, character) in text.char_indices() {
        let joins = before.is_some_and(|before: char| {
            (is_word(before) && is_word(character))
                || (before.is_whitespace() && character.is_whitespace())
        });
        if before.is_some() && !joins {
            words.push(&text[start..at]);
            start = at;
        }
        before = Some(character);
    }
    words.push(&text[start..]);
    words
}

/// The same text with another number in the place of one of its own.
pub(crate) fn other_number(random: &mut Random, word: &str) -> String {
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    let new = match digits.parse::<u64>() {
        Ok(number) if random.chance(50) => {
            let (less, more) = (number.saturating_sub(1), number.saturating_add(1));
            random
                .pick(&[less, more, number / 2, number.wrapping_mul(2)])
                .to_string()
        }
        _ => (*random.pick(&NUMBERS)).to_owned(),
    };
    word.replacen(&digits, &new, 1)
}

/// Deletes, doubles, exchanges or replaces a word, by one of the text, of another text or of a dictionary.
pub(crate) fn mutate(random: &mut Random, text: &str, other: &str, dictionary: &[&str]) -> String {
    let mut words: Vec<String> = split(text).into_iter().map(str::to_owned).collect();
    let solid = |words: &[String]| -> Vec<usize> {
        let all = 0..words.len();
        all.filter(|at| !words[*at].trim().is_empty()).collect()
    };
    let places = solid(&words);
    let Some(at) = random.pick_any(&places).copied() else {
        return (*random.pick(dictionary)).to_owned();
    };
    let second = *random.pick(&places);
    match random.below(10) {
        0 => words[at].clear(),
        1 => words[at] = format!("{0} {0}", words[at]),
        2 => words.swap(at, second),
        3 => random.word(dictionary).clone_into(&mut words[at]),
        4 => words[at] = format!("{} {}", random.pick(dictionary), words[at]),
        5 => words[at] = format!("{} ", words[second]),
        6 => {
            let foreign = split(other);
            random.word(&foreign).clone_into(&mut words[at]);
        }
        7 => {
            let (from, to) = (at.min(second), at.max(second));
            let to = to.min(from + random.between((1, 20)));
            let copy = words[from..=to.min(words.len() - 1)].to_vec();
            let place = *random.pick(&places);
            words.splice(place..place, copy);
        }
        8 => {
            let (from, to) = (at.min(second), at.max(second));
            let to = to.min(from + random.between((1, 20)));
            words.drain(from..to);
        }
        _ => {
            let numbers = places.iter().copied();
            let is_number = |at: &usize| words[*at].starts_with(|it: char| it.is_ascii_digit());
            let numbers: Vec<usize> = numbers.filter(is_number).collect();
            if let Some(number) = random.pick_any(&numbers) {
                words[*number] = other_number(random, &words[*number]);
            }
        }
    }
    words.concat()
}
