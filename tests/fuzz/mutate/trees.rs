//! Changes to texts of our language by their trees: most of what comes of them can be read, and much of it means
//! something.

use std::ops::Range;

use fretsaw::syntax::{FileKind, SyntaxKind, SyntaxNode, parse, tokenize};

use super::words::other_number;
use crate::support::generate::random::Random;

/// A text of our language.
#[derive(Clone, Copy)]
pub(crate) struct Source<'s> {
    pub(crate) text: &'s str,
    pub(crate) kind: FileKind,
}

/// Changes a text, perhaps by something of another one.
pub(crate) fn mutate(random: &mut Random, source: Source<'_>, other: Source<'_>) -> String {
    match random.below(10) {
        0 => delete(random, source),
        1 => double(random, source),
        2 => exchange(random, source),
        3 | 4 => replace(random, source, source),
        5 => replace(random, source, other),
        6 => rename(random, source),
        7 => renumber(random, source),
        8 => other_token(random, source),
        _ => insert(random, source, other),
    }
}

fn nodes(source: Source<'_>) -> Vec<SyntaxNode> {
    let root = parse(source.text, source.kind).root();
    root.descendants().skip(1).collect()
}

fn range(node: &SyntaxNode) -> Range<usize> {
    node.text_range().into()
}

fn with(text: &str, range: Range<usize>, new: &str) -> String {
    [&text[..range.start], new, &text[range.end..]].concat()
}

fn delete(random: &mut Random, source: Source<'_>) -> String {
    match random.pick_any(&nodes(source)) {
        Some(node) => with(source.text, range(node), ""),
        None => String::new(),
    }
}

/// What stands between two elements of a list, if this is one.
fn separator(node: &SyntaxNode) -> String {
    let mut tokens = node
        .siblings_with_tokens(rowan::Direction::Next)
        .skip(1)
        .filter_map(rowan::NodeOrToken::into_token);
    let next = tokens.find(|token| !token.kind().is_trivia());
    let next = next.filter(|token| matches!(token.text(), "," | ";" | "|"));
    next.map_or(" ".to_owned(), |token| format!("{} ", token.text()))
}

fn double(random: &mut Random, source: Source<'_>) -> String {
    let nodes = nodes(source);
    let Some(node) = random.pick_any(&nodes) else {
        return source.text.to_owned();
    };
    let copy = format!("{}{}", source.text[range(node)].to_owned(), separator(node));
    with(source.text, range(node).start..range(node).start, &copy)
}

/// Exchanges two nodes of a kind.
fn exchange(random: &mut Random, source: Source<'_>) -> String {
    let nodes = nodes(source);
    let Some(one) = random.pick_any(&nodes) else {
        return source.text.to_owned();
    };
    let same = nodes.iter().filter(|it| it.kind() == one.kind());
    let same: Vec<&SyntaxNode> = same.collect();
    let two = random.pick(&same);
    let (first, second) = if range(one).start < range(two).start {
        (range(one), range(two))
    } else {
        (range(two), range(one))
    };
    if first.end > second.start {
        return source.text.to_owned();
    }
    let text = with(source.text, second.clone(), &source.text[first.clone()]);
    with(&text, first, &source.text[second])
}

/// What may stand where something of this kind stands.
fn family(kind: SyntaxKind) -> u16 {
    use SyntaxKind as K;
    let families: [&[SyntaxKind]; 4] = [
        &[
            K::LITERAL,
            K::MONEY_LITERAL,
            K::DATE_LITERAL,
            K::TIME_LITERAL,
            K::DATE_TIME_LITERAL,
            K::TERM_LITERAL,
            K::TARIFF_EXPR,
            K::NAME_EXPR,
            K::PAREN_EXPR,
            K::CALL_EXPR,
            K::FIELD_EXPR,
            K::INDEX_EXPR,
            K::PREFIX_EXPR,
            K::BINARY_EXPR,
            K::INSTATE_EXPR,
            K::CONDITIONAL_EXPR,
            K::QUANTIFIER_EXPR,
            K::SET_EXPR,
            K::RANGE_EXPR,
            K::COMPREHENSION_EXPR,
            K::MAP_EXPR,
            K::CARDINALITY_EXPR,
        ],
        &[
            K::NAMED_TYPE,
            K::SET_TYPE,
            K::MAP_TYPE,
            K::FUNCTION_TYPE,
            K::TUPLE_TYPE,
            K::TERM_TYPE,
        ],
        &[K::EXPR_STMT, K::PAREN_STMT, K::CASE_STMT],
        &[
            K::NOW_SETUP,
            K::INSTANCE_SETUP,
            K::FOREVER_SETUP,
            K::EVENTUALLY_SETUP,
            K::UNTIL_SETUP,
            K::UNLESS_SETUP,
        ],
    ];
    let first = families.iter().find(|it| it.contains(&kind));
    first.map_or(kind, |kinds| kinds[0]) as u16
}

/// Puts something of the other text in the place of something that it could be.
fn replace(random: &mut Random, source: Source<'_>, other: Source<'_>) -> String {
    let targets = nodes(source);
    let Some(target) = random.pick_any(&targets) else {
        return other.text.to_owned();
    };
    // Mostly the very kind, so that types fit more often.
    let is_strict = random.chance(40);
    let fits = |it: &&SyntaxNode| {
        if is_strict {
            it.kind() == target.kind()
        } else {
            family(it.kind()) == family(target.kind())
        }
    };
    let donors = nodes(other);
    let donors: Vec<&SyntaxNode> = donors.iter().filter(fits).collect();
    match random.pick_any(&donors) {
        Some(donor) => with(source.text, range(target), &other.text[range(donor)]),
        None => source.text.to_owned(),
    }
}

/// Adds something of the other text beside something of its kind.
fn insert(random: &mut Random, source: Source<'_>, other: Source<'_>) -> String {
    let targets = nodes(source);
    let Some(target) = random.pick_any(&targets) else {
        return other.text.to_owned();
    };
    let donors = nodes(other);
    let donors = donors.iter().filter(|it| it.kind() == target.kind());
    let donors: Vec<&SyntaxNode> = donors.collect();
    let Some(donor) = random.pick_any(&donors) else {
        return source.text.to_owned();
    };
    let new = format!("{}{}", &other.text[range(donor)], separator(target));
    with(source.text, range(target).start..range(target).start, &new)
}

/// The tokens of some kinds with their places.
fn tokens(text: &str, is_wanted: impl Fn(SyntaxKind) -> bool) -> Vec<(SyntaxKind, Range<usize>)> {
    let mut start = 0;
    let mut found = Vec::new();
    for token in tokenize(text).0 {
        let end = usize::from(token.end);
        if is_wanted(token.kind) {
            found.push((token.kind, start..end));
        }
        start = end;
    }
    found
}

/// Gives a name, once or everywhere, the name of something else, or one that nothing has.
fn rename(random: &mut Random, source: Source<'_>) -> String {
    const NEW: [&str; 8] = ["x", "state", "fields", "now", "init", "Xy", "it", "zebra"];
    let text = source.text;
    let names = tokens(text, |kind| {
        matches!(kind, SyntaxKind::IDENT | SyntaxKind::TYPE_NAME)
    });
    let Some((kind, place)) = random.pick_any(&names).cloned() else {
        return text.to_owned();
    };
    let same = names.iter().filter(|(it, _)| *it == kind);
    let same: Vec<&Range<usize>> = same.map(|(_, place)| place).collect();
    let new = if random.chance(70) {
        &text[(*random.pick(&same)).clone()]
    } else {
        random.word(&NEW)
    };
    if random.chance(50) {
        return with(text, place, new);
    }
    let (old, mut renamed) = (&text[place], text.to_owned());
    for (_, place) in names
        .iter()
        .rev()
        .filter(|(_, it)| text[it.clone()] == *old)
    {
        renamed.replace_range(place.clone(), new);
    }
    renamed
}

fn renumber(random: &mut Random, source: Source<'_>) -> String {
    use SyntaxKind::{INT, MONEY, PERCENTAGE, REAL, TIME};
    let numbers = tokens(source.text, |kind| {
        matches!(kind, INT | MONEY | PERCENTAGE | REAL | TIME)
    });
    match random.pick_any(&numbers) {
        Some((_, place)) => {
            let new = other_number(random, &source.text[place.clone()]);
            with(source.text, place.clone(), &new)
        }
        None => source.text.to_owned(),
    }
}

/// Deletes, doubles or exchanges a token, or puts in one that is nowhere near.
fn other_token(random: &mut Random, source: Source<'_>) -> String {
    let text = source.text;
    let all = tokens(text, |kind| !kind.is_trivia());
    let Some((kind, place)) = random.pick_any(&all).cloned() else {
        return text.to_owned();
    };
    let (_, second) = random.pick(&all).clone();
    match random.below(5) {
        0 => with(text, place, ""),
        1 => with(
            text,
            place.start..place.start,
            &format!("{} ", &text[place]),
        ),
        2 => with(text, place, &text[second]),
        3 => with(text, place, &format!(" {} ", random.word(&WORDS))),
        _ => {
            let same = all.iter().filter(|(it, _)| *it == kind);
            let same: Vec<_> = same.collect();
            let (_, other) = random.pick(&same);
            with(text, place, &text[other.clone()])
        }
    }
}

/// Words and signs of the language.
const WORDS: [&str; 60] = [
    "==",
    "!=",
    "<",
    "<=",
    ">",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&&",
    "||",
    "=>",
    "->",
    "not",
    "new",
    "this",
    "it",
    "now",
    "in",
    "is",
    "ref",
    "min",
    "max",
    "forall",
    "exists",
    "all",
    "no",
    "some",
    "one",
    "lone",
    "mod",
    "abstract",
    "external",
    "singleton",
    "internal",
    "initial",
    "final",
    "uninitialized",
    "initialized",
    "finalized",
    "Integer",
    "Real",
    "Money",
    "Boolean",
    "String",
    "Date",
    "Time",
    "DateTime",
    "Percentage",
    "IBAN",
    "Period",
    "Currency",
    "True",
    "False",
    "EUR 1.00",
    "-50%",
    "29 Feb 2020",
    "NL60FRSW0000000001",
];
