//! Runs a program and tells its processor time, which says more than the clock on a machine that has other things to
//! do.

use std::ffi::OsStr;
use std::io;
use std::process::Command;
use std::time::Duration;

use super::process::{Exit, Processes};

/// Runs what it is given, for so many seconds of a processor at most, and prints the times of children last.
const SCRIPT: &str = "ulimit -t \"$0\"; \"$@\"; status=$?; times; exit $status";

/// How a program ended.
pub(super) enum Run {
    /// By itself: what it printed, its processor time, and how long it took.
    Done {
        printed: String,
        processor: Duration,
        elapsed: Duration,
    },
    Failed(String),
    Interrupted,
}

/// Runs a program for at most so many seconds of a processor.
pub(super) fn run(processes: &Processes, command: &Command, seconds: u64) -> io::Result<Run> {
    let mut shell = Command::new("sh");
    shell.env("LC_ALL", "C").arg("-c").arg(SCRIPT);
    shell.arg(seconds.to_string()).arg(command.get_program());
    shell.args(command.get_args().collect::<Vec<&OsStr>>());
    if let Some(folder) = command.get_current_dir() {
        shell.current_dir(folder);
    }
    Ok(match processes.run(shell)? {
        Exit::Success { time, printed } => match processor_time(&printed) {
            Some(processor) => Run::Done {
                printed,
                processor,
                elapsed: time,
            },
            None => Run::Failed("the shell does not tell processor times".to_owned()),
        },
        Exit::TimedOut => Run::Failed("it takes too long".to_owned()),
        Exit::Failed(why) => Run::Failed(why),
        Exit::Interrupted => Run::Interrupted,
    })
}

/// User and system time of children: the last line, as in `0m1.250s 0m0.010s`.
fn processor_time(printed: &str) -> Option<Duration> {
    let line = printed.lines().next_back()?;
    let times: Option<Vec<Duration>> = line.split_whitespace().map(minutes_and_seconds).collect();
    times.filter(|it| it.len() == 2).map(|it| it.iter().sum())
}

fn minutes_and_seconds(text: &str) -> Option<Duration> {
    let (minutes, seconds) = text.strip_suffix('s')?.split_once('m')?;
    let minutes: f64 = minutes.parse().ok()?;
    let seconds: f64 = seconds.parse().ok()?;
    Duration::try_from_secs_f64(60.0 * minutes + seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_children_are_the_last_line() {
        let printed = "{}\n0m0.000s 0m0.001s\n1m2.500s 0m0.250s\n";
        assert_eq!(processor_time(printed), Some(Duration::from_millis(62_750)));
        assert_eq!(processor_time("1m2s"), None);
        assert_eq!(processor_time(""), None);
    }
}
