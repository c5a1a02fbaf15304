//! Command lines of any content, for all verbs but the server: they are carried out or refused, and nothing else.
//!
//! The program runs as a process of its own, in a folder of its own: it reads and writes standard streams, and some
//! verbs start others.

use std::ffi::OsString;
use std::fs;
use std::io::{Read, Seek, Write};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::Target;
use crate::mutate::arguments::{self, VERBS};
use crate::mutate::bytes;
use crate::package::Package;
use crate::support::files::project;
use crate::support::generate::random::Random;

pub(crate) const TARGET: Target = Target {
    name: "arguments",
    few: 40,
    seeds,
    mutate,
    run,
};

/// The file of a package that has an argument in each line, and what is typed.
const ARGUMENTS: &str = "arguments";
const TYPED: &str = "typed";

/// The program may take so long.
const TIME: Duration = Duration::from_secs(10);
/// Where it is asked for as much, it may take for ever, and is ended after this.
const PATIENCE: Duration = Duration::from_millis(500);
/// What asks for so much.
const TEDIOUS: [&str; 11] = [
    "bench",
    "generate",
    "--timeout",
    "--max-states",
    "--memory",
    "--random",
    "--jobs",
    "--depth",
    "--fields",
    "--all",
    "--threads",
];

/// The statuses that the help names.
const STATUSES: [i32; 4] = [0, 1, 2, 3];

/// Folders below the one that it works in; nothing else stands before a slash, so that nothing outside is named.
const FOLDERS: [&[u8]; 2] = [b"shop", b"out"];

const COMMANDS: [&str; 6] = [
    "events\n1\nstate\nundo\nquit\n",
    "Order[1].place(quantity = 1)\nOrder[1].ship\ngoal\n",
    "help\nset Order[1].quantity = 3\nredo\n",
    "module shop.Typed\n",
    "{\"trace\":[]}",
    "",
];

fn seeds() -> Vec<Vec<u8>> {
    let mut random = Random::new(1);
    // Benchmarks take long, and so there are fewer of them.
    let lines = VERBS.iter().flat_map(|verb| match verb {
        ["bench", ..] => vec![*verb],
        _ => vec![*verb; 8],
    });
    let packages = lines.enumerate().map(|(number, verb)| {
        let arguments = arguments::written(&mut random, verb);
        let typed = COMMANDS[number % COMMANDS.len()].into();
        package(&arguments, typed)
    });
    packages.collect()
}

fn package(arguments: &[Vec<u8>], typed: Vec<u8>) -> Vec<u8> {
    let files = vec![
        (ARGUMENTS.to_owned(), arguments.join(&b'\n')),
        (TYPED.to_owned(), typed),
    ];
    Package { files }.write()
}

fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let (input, other) = (Package::read(input), Package::read(other));
    let mut arguments = lines(&input);
    let typed = input.file(TYPED).unwrap_or_default().to_vec();
    if random.chance(10) {
        let other = other.file(TYPED).unwrap_or_default();
        return package(&arguments, bytes::mutate(random, &typed, other));
    }
    arguments::mutate(random, &mut arguments, &lines(&other));
    package(&arguments, typed)
}

/// The arguments of a package.
fn lines(package: &Package) -> Vec<Vec<u8>> {
    let text = package.file(ARGUMENTS).unwrap_or_default();
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    let lines = text.split(|byte| *byte == b'\n');
    lines.map(<[u8]>::to_vec).collect()
}

fn run(input: &[u8]) -> bool {
    let package = Package::read(input);
    let arguments: Vec<Vec<u8>> = lines(&package).iter().map(|it| confined(it)).collect();
    if arguments.iter().any(|it| it == b"lsp") {
        return false;
    }
    let folder = tempfile::tempdir().expect("a folder");
    copy(&project().join("tests/fuzz/folder"), folder.path());
    let typed = package.file(TYPED).unwrap_or_default();
    let told = carried_out(&folder, &arguments, typed);
    told.check(&arguments);
    told.status.is_none_or(|status| status.code() != Some(2))
}

/// An argument that names nothing outside of the folder: no folder above, and a slash only behind the folders that
/// there are.
fn confined(argument: &[u8]) -> Vec<u8> {
    let mut confined: Vec<u8> = Vec::with_capacity(argument.len());
    for byte in argument {
        let is_inside = match byte {
            0 => false,
            b'/' => FOLDERS.iter().any(|folder| confined.ends_with(folder)),
            b'.' => !confined.ends_with(b"."),
            _ => true,
        };
        confined.push(if is_inside { *byte } else { b'_' });
    }
    confined
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).expect("a folder") {
        let path = entry.expect("an entry").path();
        let to = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            fs::create_dir(&to).expect("a folder");
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("a copy");
        }
    }
}

/// What became of a command line.
struct Told {
    /// None where it had to be ended.
    status: Option<ExitStatus>,
    results: Vec<u8>,
    messages: Vec<u8>,
}

fn carried_out(folder: &TempDir, arguments: &[Vec<u8>], typed: &[u8]) -> Told {
    let stream = || tempfile::tempfile().expect("a file");
    let (mut input, mut results, mut messages) = (stream(), stream(), stream());
    input.write_all(typed).expect("a disk");
    input.rewind().expect("a disk");
    let output = |file: &fs::File| Stdio::from(file.try_clone().expect("a file"));
    let child = Command::new(env!("CARGO_BIN_EXE_fretsaw"))
        .args(arguments.iter().cloned().map(OsString::from_vec))
        .current_dir(folder)
        .env("HOME", folder.path())
        .env("TMPDIR", folder.path())
        .stdin(input)
        .stdout(output(&results))
        .stderr(output(&messages))
        // What it starts ends with it.
        .process_group(0)
        .spawn()
        .expect("the program starts");
    let status = wait(child, patience(arguments));
    let read = |file: &mut fs::File| {
        let mut bytes = Vec::new();
        file.rewind().expect("a disk");
        file.read_to_end(&mut bytes).expect("a disk");
        bytes
    };
    Told {
        status,
        results: read(&mut results),
        messages: read(&mut messages),
    }
}

fn patience(arguments: &[Vec<u8>]) -> Duration {
    if is_tedious(arguments) {
        PATIENCE
    } else {
        TIME
    }
}

/// Whether it is asked for so much that it need not end soon.
fn is_tedious(arguments: &[Vec<u8>]) -> bool {
    let asks = |argument: &Vec<u8>| {
        let mut words = TEDIOUS.iter();
        words.any(|word| argument.starts_with(word.as_bytes()))
    };
    arguments.iter().any(asks)
}

/// Waits for a process, and ends it and what it started where that takes too long.
fn wait(mut child: Child, patience: Duration) -> Option<ExitStatus> {
    const OFTEN: Duration = Duration::from_micros(500);
    let begin = Instant::now();
    while begin.elapsed() < patience {
        if let Some(status) = child.try_wait().expect("a process") {
            return Some(status);
        }
        std::thread::sleep(OFTEN);
    }
    let group = format!("-{}", child.id());
    let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
    let _ = child.wait();
    None
}

impl Told {
    fn check(&self, arguments: &[Vec<u8>]) {
        let shown: Vec<_> = arguments
            .iter()
            .map(|it| String::from_utf8_lossy(it))
            .collect();
        let messages = String::from_utf8_lossy(&self.messages);
        let results = String::from_utf8_lossy(&self.results);
        for bad in ["panicked at", "defect of Fretsaw", "overflowed its stack"] {
            let is_told = messages.contains(bad) || results.contains(bad);
            assert!(!is_told, "defect: {shown:?}: {messages}{results}");
        }
        match self.status {
            None => assert!(is_tedious(arguments), "endless: {shown:?}"),
            Some(status) => {
                assert_eq!(status.signal(), None, "killed: {shown:?}: {messages}");
                let is_known = status.code().is_some_and(|it| STATUSES.contains(&it));
                assert!(is_known, "status: {status}: {shown:?}: {messages}");
            }
        }
        let wants_colour = shown.iter().any(|it| it.contains("--color"));
        let is_harmless = |it: char| wants_colour || !it.is_control() || "\n\t".contains(it);
        let is_harmless = messages.chars().all(is_harmless);
        assert!(is_harmless, "escapes: {shown:?}: {messages:?}");
    }
}
