//! The command line of Fretsaw.

use std::process::ExitCode;

/// Trees are many small allocations, for which most systems' own allocators are slow.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    fretsaw::cli::run(std::env::args_os()).into()
}
