//! The command line of Fretsaw.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(
        io::stdout(),
        "fretsaw {version} (Z3 {})",
        fretsaw::solver::z3_version()
    )
}
