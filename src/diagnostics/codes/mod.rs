//! All codes, by family: one file a family, with the wording. Longer explanations stand in `explanations/`, by id.

use super::Code;

pub mod conditions;
pub mod dve;
pub mod formatting;
pub mod lifecycles;
pub mod literals;
pub mod models;
pub mod modules;
pub mod names;
pub mod specifications;
pub mod syncs;
pub mod syntax;
pub mod test_modules;
pub mod types;
pub mod unused;
pub mod vacuity;

/// The families: a title and the codes, in order of their ids.
pub static FAMILIES: &[(&str, &[&Code])] = &[
    ("Syntax", syntax::ALL),
    ("Literals and precedence", literals::ALL),
    ("Files and modules", modules::ALL),
    ("Names", names::ALL),
    ("Specifications", specifications::ALL),
    ("Types", types::ALL),
    ("Conditions", conditions::ALL),
    ("Life cycles", lifecycles::ALL),
    ("Syncs", syncs::ALL),
    ("Test modules", test_modules::ALL),
    ("Unused", unused::ALL),
    ("Formatting", formatting::ALL),
    ("Checks", models::ALL),
    ("Answers", vacuity::ALL),
    ("DVE models", dve::ALL),
];

/// Every code, in order of the ids.
pub fn all() -> impl Iterator<Item = &'static Code> {
    FAMILIES.iter().flat_map(|(_, codes)| codes.iter().copied())
}

/// The code with this id or name, whatever its case.
pub fn find(id_or_name: &str) -> Option<&'static Code> {
    all().find(|code| {
        code.id.eq_ignore_ascii_case(id_or_name) || code.name.eq_ignore_ascii_case(id_or_name)
    })
}
