//! Room on the stack for deep recursions.

/// Runs a step of a recursion over expressions, which may be a thousand operators high, with
/// enough stack for it.
pub fn with_enough_stack<R>(step: impl FnOnce() -> R) -> R {
    const LEFT: usize = 64 << 10;
    const MORE: usize = 1 << 20;
    stacker::maybe_grow(LEFT, MORE, step)
}
