//! The bridge to Z3, the solver behind the symbolic engines: the only room that knows it.
//!
//! Z3 is a shared library that `build.rs` chooses; this module is the only one that may call it without the checks of
//! the safe bindings. [`unrolling`] tells it of a system step by step, [`reading`] what it finds; [`session`] starts
//! and stops it.

mod ast;
mod atoms;

mod numbers;
pub mod reading;
pub mod script;
pub mod session;
mod symmetry;
mod translation;
mod truth;
pub mod unrolling;

/// The version of the Z3 library that the program runs with, for example `5.3.2`.
///
/// It is asked of the library itself, because what is loaded when the program starts need not be what it
/// was linked with.
pub fn z3_version() -> String {
    short_version(z3::full_version())
}

/// Keeps solvers from catching the user's interrupt, which is ours to answer.
pub fn leave_interrupts_alone() {
    z3::set_global_param("ctrl_c", "false");
}

/// Reduces Z3's description of itself (`Z3 5.3.2.0 2b1c…`) to the three numbers that users know.
fn short_version(full: &str) -> String {
    let version = full
        .split_whitespace()
        .find(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    let numbers: Vec<&str> = version.unwrap_or(full).split('.').take(3).collect();
    numbers.join(".")
}

#[cfg(test)]
mod tests {
    use super::*;
    use z3::ast::Int;
    use z3::{SatResult, Solver};

    #[test]
    fn the_version_is_three_numbers() {
        assert_eq!(short_version("Z3 5.3.2.0"), "5.3.2");
        assert_eq!(short_version("Z3 4.13.3.0 f1d5 z3-4.13.3"), "4.13.3");
        assert_eq!(short_version("unknown"), "unknown");
    }

    /// The bindings need 4.13.3; with an older library some calls crash rather than fail.
    #[test]
    fn the_library_is_new_enough() {
        let version = z3_version();
        let numbers: Vec<u32> = version
            .split('.')
            .map(|number| number.parse().unwrap())
            .collect();
        assert!(numbers >= vec![4, 13, 3], "Z3 {version} is too old");
    }

    #[test]
    fn z3_solves() {
        let x = Int::new_const("x");
        let solver = Solver::new();
        solver.assert(x.gt(3));
        solver.assert(x.lt(5));
        assert_eq!(solver.check(), SatResult::Sat);
        let model = solver.get_model().unwrap();
        assert_eq!(
            model.eval(&x, true).and_then(|value| value.as_i64()),
            Some(4)
        );

        solver.assert(x.ne(4));
        assert_eq!(solver.check(), SatResult::Unsat);
    }
}
