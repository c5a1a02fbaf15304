//! The last word on a run that an engine has found: the interpreter takes every step of it again.
//!
//! Engines may look at their runs themselves, and yet each run passes here before it is shown. An engine can be wrong
//! in many ways (an encoding, a slice that cut too much, a solver), and a run that is no run must never look like an
//! answer.

use crate::interpreter::replay::{Objection, replay};
use crate::model::Model;
use crate::outcome::{Conclusion, Outcome, Reason};

/// An answer that can be shown: a run that is none makes it unknown, and so does one that nobody can follow.
pub fn confirmed(model: &Model<'_>, mut answer: Conclusion) -> Conclusion {
    if let Outcome::Reachable(witness) = &answer.outcome
        && let Err(objection) = replay(model, witness)
    {
        answer.outcome = Outcome::Unknown(match objection {
            Objection::Undecided(what) => Reason::NoDomain { what },
            objection => Reason::Disagreement {
                objection: objection.to_string(),
                problem: as_comments(&format!("{witness:#?}")),
            },
        });
    }
    answer
}

/// A text as comments of an SMT-LIB file.
pub fn as_comments(text: &str) -> String {
    let mut comments = String::new();
    for line in text.lines() {
        comments.push_str("; ");
        comments.push_str(line);
        comments.push('\n');
    }
    comments
}
