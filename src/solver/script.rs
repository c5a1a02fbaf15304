//! The solver by itself: runs a script of commands as its own program would. Only experiments want that, to compare
//! with.

use std::ffi::{CStr, CString, NulError};

use z3::Context;

/// From now on each new solver writes what it is told to this file; none stops that.
pub fn record(file: Option<&str>) {
    z3::set_global_param("solver.smtlib2_log", file.unwrap_or_default());
}

/// What the solver answers to the commands of a script.
#[allow(
    unsafe_code,
    reason = "the solver's own interpreter of scripts has no safe binding"
)]
pub fn answers(script: &str) -> Result<String, NulError> {
    let script = CString::new(script)?;
    let context = Context::thread_local().get_z3_context();
    // SAFETY: context and script are alive until the call returns, and the text it gives stays valid until the next
    // one.
    let answers = unsafe {
        let answers = z3_sys::Z3_eval_smtlib2_string(context, script.as_ptr());
        CStr::from_ptr(answers)
    };
    Ok(answers.to_string_lossy().into_owned())
}
