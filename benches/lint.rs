//! How time and memory of `lint` grow: thesis benchmark II with 1 to 4096 copies of an account.
//!
//! `cargo bench --bench lint` prints a table and draws `target/bench/lint-growth.svg`. Each size runs in a process of
//! its own, so that the peak of memory is that size's, and several times, of which the fastest counts: whatever else
//! the machine does can only slow a run down.

#![allow(
    clippy::expect_used,
    reason = "a benchmark that cannot go on has failed"
)]
#![allow(clippy::print_stdout, reason = "the table is the result")]
#![allow(clippy::cast_precision_loss, reason = "the figures are rounded anyway")]

use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use fretsaw::bench::families::{Family, generate};
use fretsaw::bench::plots::lines::{Chart, Line, svg};
use fretsaw::semantics::{MemoryFiles, analyse};
use fretsaw::syntax::{FileKind, parse};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const SIZES: [u32; 7] = [1, 4, 16, 64, 256, 1024, 4096];
const RUNS: usize = 7;

/// What one process measured.
struct Measured {
    bytes: usize,
    parsing: Duration,
    linting: Duration,
    peak_kilobytes: u64,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    if arguments.next().as_deref() == Some("--measure") {
        let copies = arguments
            .next()
            .and_then(|copies| copies.parse().ok())
            .unwrap_or(1);
        return report(&measure(copies));
    }
    let rows: Vec<(u32, Measured)> = SIZES
        .iter()
        .map(|copies| (*copies, in_own_process(*copies)))
        .collect();
    print_table(&rows);
    draw(&rows);
}

fn measure(copies: u32) -> Measured {
    let mut files = MemoryFiles::default();
    let mut paths: Vec<PathBuf> = Vec::new();
    let modules = generate(Family::Wide {
        copies,
        bound: 5,
        safe: false,
    });
    for module in &modules {
        let path = PathBuf::from("/bench").join(module.path);
        files.insert(path.clone(), module.text.as_bytes());
        paths.push(path);
    }
    let parsing = fastest(|| {
        let trees = modules
            .iter()
            .map(|module| parse_module(module.path, &module.text));
        trees.collect::<Vec<_>>()
    });
    let linting = fastest(|| {
        let analysis = analyse(&files, &paths, &[]);
        assert!(analysis.diagnostics.is_empty());
        analysis
    });
    let bytes = modules.iter().map(|module| module.text.len()).sum();
    Measured {
        bytes,
        parsing,
        linting,
        peak_kilobytes: peak_kilobytes(),
    }
}

fn parse_module(path: &str, text: &str) -> fretsaw::syntax::Parse {
    let extension = path.rsplit('.').next().unwrap_or_default();
    let kind = FileKind::of_extension(extension).expect("our own extension");
    let parse = parse(text, kind);
    assert!(parse.errors().is_empty());
    parse
}

/// The fastest of several runs. Throwing away what a run made is not part of it.
fn fastest<T>(mut run: impl FnMut() -> T) -> Duration {
    let timed = (0..RUNS).map(|_| {
        let start = Instant::now();
        let made = run();
        let elapsed = start.elapsed();
        drop(made);
        elapsed
    });
    timed.min().unwrap_or_default()
}

/// The most memory that this process ever had; 0 where the system does not tell.
fn peak_kilobytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.and_then(|peak| peak.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

fn report(measured: &Measured) {
    let Measured {
        bytes,
        parsing,
        linting,
        peak_kilobytes,
    } = measured;
    println!(
        "{bytes} {} {} {peak_kilobytes}",
        parsing.as_nanos(),
        linting.as_nanos()
    );
}

fn in_own_process(copies: u32) -> Measured {
    let program = std::env::current_exe().expect("the bench knows itself");
    let output = Command::new(program)
        .args(["--measure", &copies.to_string()])
        .output();
    let output =
        String::from_utf8(output.expect("the bench can run itself").stdout).expect("numbers");
    let numbers: Vec<u64> = output
        .split_whitespace()
        .map(|number| number.parse().expect("a number"))
        .collect();
    let [bytes, parsing, linting, peak_kilobytes] = numbers[..] else {
        panic!("no measurement for {copies} copies: {output}");
    };
    Measured {
        bytes: usize::try_from(bytes).expect("a size"),
        parsing: Duration::from_nanos(parsing),
        linting: Duration::from_nanos(linting),
        peak_kilobytes,
    }
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

fn megabytes(kilobytes: u64) -> f64 {
    kilobytes as f64 / 1024.0
}

fn print_table(rows: &[(u32, Measured)]) {
    println!(
        "{:>7} {:>9} {:>11} {:>9} {:>10} {:>9}",
        "copies", "KB", "parse ms", "MB/s", "lint ms", "peak MB"
    );
    for (copies, row) in rows {
        println!(
            "{copies:>7} {:>9.1} {:>11.2} {:>9.1} {:>10.2} {:>9.1}",
            row.bytes as f64 / 1e3,
            milliseconds(row.parsing),
            row.bytes as f64 / 1e6 / row.parsing.as_secs_f64(),
            milliseconds(row.linting),
            megabytes(row.peak_kilobytes),
        );
    }
}

fn draw(rows: &[(u32, Measured)]) {
    let line = |name: &str, value: &dyn Fn(&Measured) -> f64| Line {
        name: name.to_owned(),
        points: rows
            .iter()
            .map(|(copies, row)| (f64::from(*copies), value(row)))
            .collect(),
    };
    let chart = Chart {
        title: "fretsaw lint on benchmark II".to_owned(),
        x_label: "copies of Account".to_owned(),
        y_label: "milliseconds, megabytes".to_owned(),
        lines: vec![
            line("reading (ms)", &|row| milliseconds(row.parsing)),
            line("lint (ms)", &|row| milliseconds(row.linting)),
            line("peak memory (MB)", &|row| megabytes(row.peak_kilobytes)),
        ],
    };
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("target/bench");
    std::fs::create_dir_all(&folder).expect("a folder for the chart");
    let path = folder.join("lint-growth.svg");
    std::fs::write(&path, svg(&chart)).expect("the chart can be written");
    println!(
        "drawn: {}",
        path.strip_prefix(env!("CARGO_MANIFEST_DIR"))
            .unwrap_or(&path)
            .display()
    );
}
