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

/// At most one is true. The solver counts, which was faster in the benchmarks than any clauses; only of very many does
/// it lose count.
pub(super) fn at_most_one(choices: &[Bool]) -> Bool {
    const MANY: usize = 2_000;
    match choices {
        [] | [_] => Bool::from_bool(true),
        [a, b] => any([not(a), not(b)]),
        many if many.len() > MANY => at_most_one_of_many(many),
        _ => z3::ast::atmost(choices, 1),
    }
}

/// Each choice has a number, and one that is true says which in bits, so that no two can be.
fn at_most_one_of_many(choices: &[Bool]) -> Bool {
    let digits = choices.len().next_power_of_two().trailing_zeros();
    let bits: Vec<Bool> = (0..digits).map(|_| Bool::fresh_const("bit")).collect();
    all(choices.iter().enumerate().flat_map(|(number, choice)| {
        let bits = bits.iter().enumerate();
        bits.map(move |(digit, bit)| {
            let is_set = (number >> digit) & 1 == 1;
            any([not(choice), if is_set { bit.clone() } else { not(bit) }])
        })
    }))
}

#[cfg(test)]
mod tests {
    use z3::{SatResult, Solver};

    use super::*;

    #[test]
    fn of_many_one_can_be_true_and_no_two() {
        let choices: Vec<Bool> = (0..70)
            .map(|number| Bool::new_const(format!("c{number}")))
            .collect();
        let solver = Solver::new();
        solver.assert(at_most_one_of_many(&choices));
        for first in [0, 1, 33, 69] {
            assert_eq!(
                solver.check_assumptions(&choices[first..=first]),
                SatResult::Sat
            );
            for second in (0..70).filter(|second| *second != first) {
                let both = [choices[first].clone(), choices[second].clone()];
                assert_eq!(solver.check_assumptions(&both), SatResult::Unsat);
            }
        }
    }
}
