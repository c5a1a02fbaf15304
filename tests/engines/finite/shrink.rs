//! Random finite programs made smaller as long as something is still wrong with them.

use super::generate::Case;

/// A case in which no action, condition, effect or start can be left out without everything becoming right.
pub(crate) fn shrunk(mut case: Case, is_wrong: &dyn Fn(&Case) -> bool) -> Case {
    while let Some(smaller) = smaller(&case).into_iter().find(|it| is_wrong(it)) {
        case = smaller;
    }
    case
}

/// All cases with one thing less.
fn smaller(case: &Case) -> Vec<Case> {
    let mut found = Vec::new();
    let mut without = |change: &dyn Fn(&mut Case)| {
        let mut smaller = case.clone();
        change(&mut smaller);
        found.push(smaller);
    };
    for (at, action) in case.program.actions.iter().enumerate() {
        if case.program.actions.len() > 1 {
            without(&|case| _ = case.program.actions.remove(at));
        }
        for part in 0..action.guard.len() {
            if action.guard.len() > 1 {
                without(&|case| _ = case.program.actions[at].guard.remove(part));
            }
        }
        for part in 0..action.effects.len() {
            if action.effects.len() > 1 {
                without(&|case| _ = case.program.actions[at].effects.remove(part));
            }
        }
    }
    for (at, variable) in case.program.variables_alone() {
        for value in 0..variable.initial.len() {
            if variable.initial.len() > 1 {
                without(&|case| _ = case.program.variables[at].initial.remove(value));
            }
        }
    }
    found
}
