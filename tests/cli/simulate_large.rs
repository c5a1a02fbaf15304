//! `fretsaw simulate` where each of very many instances can be the partner of any other.

use std::time::{Duration, Instant};

use super::program::{Run, finish, program};
use crate::support::files::project;

/// Runs the verb on one of the checks, with lines on standard input.
fn simulate(line: &str, arguments: &[&str], lines: &str) -> Run {
    let mut program = program();
    program.current_dir(project());
    let program = program.args(["simulate", "tests/cli/fixtures/large/Many.tebl", "--line"]);
    finish(program.arg(line).args(arguments).write_stdin(lines))
}

/// To try all of them would take an hour. This takes seconds, but the test has to share the machine with others.
fn assert_soon(begin: Instant) {
    let time = begin.elapsed();
    assert!(time < Duration::from_mins(2), "{time:?}");
}

#[test]
fn chance_does_not_try_everything_where_nothing_is_possible() {
    let begin = Instant::now();
    let run = simulate("18", &["--random", "3"], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let told = "no further step was found\n0 steps; `called` is not reached\n";
    assert!(run.stdout.ends_with(told), "{}", run.stdout);
    assert_soon(begin);
}

#[test]
fn chance_finds_partners_among_many_by_its_seed() {
    let runs = ["1", "1", "2"].map(|seed| {
        let run = simulate("17", &["--random", "3", "--seed", seed], "");
        assert!(run.stdout.contains("\n3 steps; "), "{}", run.stdout);
        run.stdout
    });
    assert_eq!(runs[0], runs[1]);
    assert_ne!(runs[0], runs[2]);
}

#[test]
fn the_list_of_events_ends_where_there_is_too_much_to_look_at() {
    let begin = Instant::now();
    let run = simulate("18", &[], "events\nevents Guest[3]\n");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let further = "further instances can do; `events Spec[key]` lists it for one\n";
    assert!(run.stdout.contains(further), "{}", run.stdout);
    assert!(
        run.stdout.contains("no event is possible\n"),
        "{}",
        run.stdout
    );
    assert_soon(begin);
}
