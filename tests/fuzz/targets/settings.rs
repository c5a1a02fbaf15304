//! `fretsaw.toml` of any content, beside modules that need it.

use std::path::Path;

use fretsaw::semantics::load::{CONFIG_NAME, roots_of};

use super::Target;
use super::analysis::check_diagnostics;
use crate::mutate::{bytes, words};
use crate::package::{FOLDER, Package};
use crate::support::generate::random::Random;

pub(crate) const TARGET: Target = Target {
    name: "settings",
    few: 500,
    seeds,
    mutate,
    run,
};

const SETTINGS: [&str; 8] = [
    "roots = [\"specs\", \"tests\"]\n",
    "# A slice is complete: nothing is looked up outside of this folder.\nroots = []\n",
    "roots = [\n    'specs', # where they are\n    \"\"\"tests\"\"\",\n]\n",
    "\"roots\" = [\".\", \"..\", \"/\", \"specs/../tests\", \"\", \"no such\"]\n",
    "roots = \"specs\"\n",
    "[roots]\nspecs = true\n",
    "roots = [[\"specs\"]]\nunknown = 1979-05-27T07:32:00Z\n",
    "\u{feff}roots = [\"\\u00e9\", \"\\x00\", 1.5e9, inf, { a.b = 0xff }]\r\n",
];

/// Words and signs of the language of settings.
const WORDS: [&str; 20] = [
    "roots", "=", "[", "]", "[[", "]]", "{", "}", ",", ".", "\"", "'", "\"\"\"", "#", "\n", "true",
    "\\u", "..", "/", "0x",
];

fn seeds() -> Vec<Vec<u8>> {
    let modules = [
        (
            "specs/shop/Item.ebl",
            "module shop.Item\n\nspecification Item {\n}\n",
        ),
        ("tests/Ask.tebl", "module Ask\n\nimport shop.Item\n"),
        ("tests/fretsaw.toml", "roots = [\"../specs\"]\n"),
    ];
    let modules = modules.map(|(path, text)| (path.to_owned(), text.into()));
    let packages = SETTINGS.iter().map(|settings| {
        let mut files = vec![("fretsaw.toml".to_owned(), settings.as_bytes().to_vec())];
        files.extend(modules.clone());
        Package { files }.write()
    });
    packages.collect()
}

/// Changes one of the settings.
fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let (mut package, other) = (Package::read(input), Package::read(other));
    let donor = random.pick_any(&other.files).cloned().unwrap_or_default().1;
    let settings = package.files.iter_mut();
    let mut settings: Vec<_> = settings
        .filter(|(path, _)| path.ends_with(CONFIG_NAME))
        .collect();
    let number = settings.len().max(1);
    let Some((_, text)) = settings.get_mut(random.below(number)) else {
        return bytes::mutate(random, input, &donor);
    };
    *text = if random.chance(25) {
        bytes::mutate(random, text, &donor)
    } else {
        let (text, donor) = (
            String::from_utf8_lossy(text),
            String::from_utf8_lossy(&donor),
        );
        words::mutate(random, &text, &donor, &WORDS).into()
    };
    package.write()
}

fn run(input: &[u8]) -> bool {
    let package = Package::read(input);
    for analysis in package
        .analyse_test()
        .into_iter()
        .chain([package.analyse_folder()])
    {
        check_diagnostics(&analysis.sources, &analysis.diagnostics);
    }
    if let Err(bad) = roots_of(&package.in_memory(), Path::new(FOLDER)) {
        assert!(!bad.message.is_empty(), "there is a reason");
        assert!(bad.text.get(bad.range).is_some(), "it is in the text");
    }
    true
}
