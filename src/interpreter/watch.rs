//! Answers that count only if nothing was given up on the way.
//!
//! Expressions tell [`OpenRead`] when they need a value that nobody chose, or a range that is too long to be counted
//! through. The first is for the search that left values open; the second means that there is no answer, and every
//! question to the interpreter passes through here so that it is told as that, and not as undefined.

use std::cell::Cell;

use super::evaluate::OpenRead;
use super::steps::Interpreter;
use crate::model::domains::NoDomain;

/// Why there is no answer where a range is too long.
pub(super) fn too_long() -> NoDomain {
    NoDomain {
        what: "a range, which is too long to be counted through".to_owned(),
    }
}

/// Asks an interpreter something, and gives the answer only if no range was too long for it.
pub(super) fn watched<T>(
    interpreter: &Interpreter<'_>,
    ask: impl FnOnce(&Interpreter<'_>) -> T,
) -> Result<T, NoDomain> {
    let watch = Cell::new(None);
    let answer = ask(&Interpreter {
        read_open: Some(&watch),
        ..interpreter.clone()
    });
    let read = watch.get();
    if let (Some(outer), Some(_)) = (interpreter.read_open, read) {
        outer.set(read);
    }
    match read {
        Some(OpenRead::TooLong(_)) => Err(too_long()),
        _ => Ok(answer),
    }
}
