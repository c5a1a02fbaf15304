//! Truth values of the solver's, put together so that what is known beforehand never reaches it.

use z3::ast::Bool;

/// True if all are.
pub(super) fn all(parts: impl IntoIterator<Item = Bool>) -> Bool {
    match undecided(parts, false) {
        None => Bool::from_bool(false),
        Some(parts) => match parts.as_slice() {
            [] => Bool::from_bool(true),
            [only] => only.clone(),
            _ => Bool::and(&parts),
        },
    }
}

/// True if one is.
pub(super) fn any(parts: impl IntoIterator<Item = Bool>) -> Bool {
    match undecided(parts, true) {
        None => Bool::from_bool(true),
        Some(parts) => match parts.as_slice() {
            [] => Bool::from_bool(false),
            [only] => only.clone(),
            _ => Bool::or(&parts),
        },
    }
}

/// The opposite.
pub(super) fn not(part: &Bool) -> Bool {
    match part.as_bool() {
        Some(known) => Bool::from_bool(!known),
        None => part.not(),
    }
}

/// True if the second is wherever the first is.
pub(super) fn implies(condition: &Bool, result: Bool) -> Bool {
    match (condition.as_bool(), result.as_bool()) {
        (Some(false), _) | (_, Some(true)) => Bool::from_bool(true),
        (Some(true), _) => result,
        (None, Some(false)) => condition.not(),
        (None, None) => condition.implies(result),
    }
}

/// The parts that are not known beforehand; none where one of them decides.
fn undecided(parts: impl IntoIterator<Item = Bool>, deciding: bool) -> Option<Vec<Bool>> {
    let mut open = Vec::new();
    for part in parts {
        match part.as_bool() {
            Some(known) if known == deciding => return None,
            Some(_) => {}
            None => open.push(part),
        }
    }
    Some(open)
}

/// At most one is true. The solver counts; pairs, or numbers in bits, were slower in the benchmarks.
pub(super) fn at_most_one(choices: &[Bool]) -> Bool {
    match choices {
        [] | [_] => Bool::from_bool(true),
        [a, b] => any([not(a), not(b)]),
        _ => z3::ast::atmost(choices, 1),
    }
}
