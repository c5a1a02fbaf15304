//! Strange input for everything that reads any: it may be refused, but never with a panic, a defect that we report
//! ourselves, an answer that contradicts another one, or without end.
//!
//! `cargo test --test fuzz` runs the corpus and a few mutations. `FRETSAW_FUZZ_SECONDS=60` goes on for so long, all
//! targets together, and `FRETSAW_FUZZ_EXECUTIONS=1000000` for so many executions of each; `FRETSAW_FUZZ_SEED` is
//! where chance begins. With `RUSTC_WORKSPACE_WRAPPER=tests/fuzz/instrument` the program counts what it runs through,
//! and inputs that reach something new are mutated further; `--profile fuzz` makes that fast.
//!
//! An input that fails is made small and becomes a file of the corpus, `tests/fuzz/corpus/TARGET/`, which every later
//! run begins with. Where the whole process dies, the input is `target/fuzz-running/TARGET`, and the next run tries
//! it, too. `FRETSAW_FUZZ_INPUT=FILE` runs a target on one input only, and shows every panic.
//! `FRETSAW_FUZZ_DISTIL=FOLDER` writes the inputs that a guided run has found, as far as they reach something that
//! others do not; some of those are in the corpus.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stderr, reason = "long runs tell how far they are")]

mod corpus;
mod counters;
mod execution;
mod fuzzer;
mod mutate;
mod package;
mod shrink;
#[path = "../support/mod.rs"]
mod support;
mod targets;

/// The allocator of the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A test for each target.
macro_rules! fuzz {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                fuzzer::fuzz(&targets::$target::TARGET, NUMBER);
            }
        )*
        /// How many targets share the time.
        const NUMBER: usize = [$(stringify!($target)),*].len();
    };
}

fuzz! { text analysis model slice simulation engines dve trace settings arguments server }
