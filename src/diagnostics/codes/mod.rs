//! All codes, by family: one file a family, with wording and explanation together.

use super::Code;

pub mod literals;
pub mod syntax;

/// Every family's codes, in order of their ids.
pub fn all() -> impl Iterator<Item = &'static Code> {
    [syntax::ALL, literals::ALL].into_iter().flatten().copied()
}

/// The code with this id or name, whatever its case.
pub fn find(id_or_name: &str) -> Option<&'static Code> {
    all().find(|code| {
        code.id.eq_ignore_ascii_case(id_or_name) || code.name.eq_ignore_ascii_case(id_or_name)
    })
}
