//! Command lines: verbs with the options that the program itself names in its help, and strange words in their places.

use std::collections::BTreeMap;
use std::process::Command;
use std::sync::LazyLock;

use super::bytes;
use super::words::NUMBERS;
use crate::support::generate::random::Random;

/// Verbs, with the commands that some of them have. The server has a target of its own.
pub(crate) const VERBS: [&[&str]; 20] = [
    &["check"],
    &["slice"],
    &["explore"],
    &["simulate"],
    &["graph"],
    &["lint"],
    &["fmt"],
    &["parse"],
    &["explain"],
    &["completions"],
    &["man"],
    &["generate", "deep"],
    &["generate", "wide"],
    &["bench", "thesis-1"],
    &["bench", "thesis-2"],
    &["bench", "slicing"],
    &["bench", "lazy-slicing"],
    &["bench", "exploration"],
    &["generate"],
    &[],
];

/// What is in the folder that it works in, what is not, and what such files speak of.
const NAMES: [&str; 28] = [
    "shop/Orders.tebl",
    "shop/Orders.tebl",
    "shop/Orders.tebl",
    "shop/Order.ebl",
    "shop/Broken.ebl",
    "shop",
    ".",
    "Lock.dve",
    "run.json",
    "shop/None.tebl",
    "out",
    "out/deeper",
    "-",
    "shipped",
    "shippedMany",
    "Order.quantity",
    "Order.ship",
    "Order.ship()",
    "Order",
    "turn == 1 && P.in",
    "turn / 0",
    "R0101",
    "R1404",
    "bash",
    "conventional",
    "17",
    "18",
    "1",
];

/// Words that are likely to be in the way.
const INTRUDERS: [&str; 16] = [
    "",
    " ",
    "--",
    "-",
    "---",
    "--=",
    "-=",
    "*",
    "\u{1b}[31m",
    "\u{202e}",
    "\u{fffd}",
    "NaN",
    "-1",
    "0x10",
    "1G",
    "99999999999999999999G",
];

/// An option as the help tells it.
#[derive(Debug)]
struct Choice {
    /// Its long and its short form, as far as it has them.
    forms: Vec<String>,
    /// What its value is called, if it has one.
    value: Option<String>,
    /// The values that it can have, where they are listed.
    values: Vec<String>,
}

/// What the help of each verb tells of its options.
static GRAMMARS: LazyLock<BTreeMap<&'static [&'static str], Vec<Choice>>> = LazyLock::new(|| {
    let grammars = VERBS.iter().map(|verb| (*verb, grammar(verb)));
    grammars.collect()
});

fn grammar(verb: &[&str]) -> Vec<Choice> {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fretsaw"));
    let help = program.args(verb).arg("--help").output();
    let help = help.expect("the program runs").stdout;
    let mut choices = Vec::new();
    for line in String::from_utf8_lossy(&help).lines() {
        read(&mut choices, line.trim());
    }
    assert!(!choices.is_empty(), "{verb:?} has options");
    choices
}

/// Takes an option or values of the last one from a line of help.
fn read(choices: &mut Vec<Choice>, line: &str) {
    if line.starts_with('-') && !line.starts_with("- ") {
        let forms = line.split([' ', ',']).take_while(|it| !it.contains('<'));
        let forms = forms.filter(|it| it.starts_with('-')).map(str::to_owned);
        let value = line.split_once('<').and_then(|(_, it)| it.split_once('>'));
        choices.push(Choice {
            forms: forms.collect(),
            value: value.map(|(name, _)| name.to_owned()),
            values: Vec::new(),
        });
    }
    let Some(last) = choices.last_mut() else {
        return;
    };
    let listed = line.strip_prefix("- ").and_then(|it| it.split_once(':'));
    last.values
        .extend(listed.map(|(value, _)| value.to_owned()));
    if let Some((_, listed)) = line.split_once("[possible values: ") {
        let listed = listed.trim_end_matches(']').split(", ");
        last.values.extend(listed.map(str::to_owned));
    }
}

/// The first words of each verb, with a few of its options.
pub(crate) fn written(random: &mut Random, verb: &'static [&'static str]) -> Vec<Vec<u8>> {
    let mut arguments: Vec<String> = verb.iter().map(|&it| it.to_owned()).collect();
    let named: &[&str] = match verb {
        ["explain"] => &["R0101", "R1404", "R9999"],
        ["completions"] => &["bash", "fish", "zsh"],
        ["generate" | "bench" | "man", ..] | [] => &[],
        _ => &NAMES[..9],
    };
    arguments.extend(random.pick_any(named).map(|&it| it.to_owned()));
    for _ in 0..random.below(4) {
        arguments.extend(option(random, &GRAMMARS[verb]));
    }
    arguments.into_iter().map(String::into_bytes).collect()
}

/// An option, mostly with a value where it has one.
fn option(random: &mut Random, choices: &[Choice]) -> Vec<String> {
    let choice = random.pick(choices);
    let form = random.pick(&choice.forms).clone();
    let is_right = random.chance(95);
    match (&choice.value, random.below(3)) {
        (value, _) if value.is_some() != is_right => vec![form],
        (_, 0) => vec![format!("{form}={}", value(random, choice))],
        _ => vec![form, value(random, choice)],
    }
}

/// A value for an option, mostly one that it can have.
fn value(random: &mut Random, choice: &Choice) -> String {
    if random.chance(15) {
        return any_value(random);
    }
    if let Some(value) = random.pick_any(&choice.values) {
        return value.clone();
    }
    let fitting: &[&str] = match choice.value.as_deref() {
        Some("N" | "STEPS" | "SECONDS" | "SIZE") => &["1", "2", "3", "17", "18", "19"],
        Some("NAME") => &["shipped", "shippedMany"],
        Some("FILE" | "PATH") => &["run.json", "shop/Orders.tebl"],
        Some("DIR") => &["out", "shop", "out/deeper", "."],
        Some("EXPR") => &["turn == 1 && P.in", "turn / 0"],
        _ => &["Order.quantity", "Order.ship", "1", "1,2"],
    };
    random.word(fitting).to_owned()
}

fn any_value(random: &mut Random) -> String {
    match random.below(3) {
        0 => random.word(&NAMES),
        1 => random.word(&NUMBERS),
        _ => random.word(&INTRUDERS),
    }
    .to_owned()
}

/// Changes, adds, removes or moves an argument, or writes a new line.
pub(crate) fn mutate(random: &mut Random, arguments: &mut Vec<Vec<u8>>, others: &[Vec<u8>]) {
    // Benchmarks, which take long, come after these.
    let verb = *random.pick(&VERBS[..13]);
    let at = random.below(arguments.len() + 1);
    let grammar = &GRAMMARS[of(arguments)];
    match random.below(10) {
        0 => *arguments = written(random, verb),
        1 | 2 => {
            let new = option(random, grammar).into_iter();
            arguments.splice(at..at, new.map(String::into_bytes));
        }
        3 | 4 => {
            let new = any_value(random);
            if let Some(argument) = arguments.get_mut(at) {
                *argument = new.into_bytes();
            } else {
                arguments.push(new.into_bytes());
            }
        }
        5 if at < arguments.len() => drop(arguments.remove(at)),
        6 => {
            let other = random.pick_any(others).cloned();
            arguments.splice(at..at, other);
        }
        7 if at < arguments.len() => {
            let second = random.below(arguments.len());
            arguments.swap(at, second);
        }
        8 if at + 1 < arguments.len() => {
            let joined = [arguments.remove(at), arguments.remove(at)].join(&b'=');
            arguments.insert(at, joined);
        }
        _ => {
            if let Some(argument) = arguments.get_mut(at) {
                let other = random.pick_any(others).cloned().unwrap_or_default();
                *argument = bytes::mutate(random, argument, &other);
            }
        }
    }
}

/// The verb of a line, the most that is known of it.
fn of(arguments: &[Vec<u8>]) -> &'static [&'static str] {
    let begins = |verb: &&&[&str]| {
        let mut words = verb.iter().zip(arguments);
        verb.len() <= arguments.len() && words.all(|(word, it)| word.as_bytes() == it)
    };
    let known = VERBS.iter().filter(begins).max_by_key(|verb| verb.len());
    known.copied().unwrap_or_default()
}
