//! The loop: inputs are mutated and run, and those that reach something new are mutated further.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use crate::corpus;
use crate::counters::Reached;
use crate::execution::{Executor, Failure, last_input};
use crate::shrink::shrunk;
use crate::support::generate::random::Random;
use crate::targets::Target;

/// No input becomes longer than this.
const LONGEST: usize = 12 << 10;
/// So many inputs are mutated further, at most.
const MOST_INPUTS: usize = 20_000;
/// After so many different failures there is enough to mend.
const MOST_FAILURES: usize = 20;
/// What takes longer is not mutated: in the same time hundreds of other inputs can be tried.
const DEAR: Duration = Duration::from_millis(50);
/// So often a long run tells how far it is.
const OFTEN: Duration = Duration::from_mins(1);

/// Targets run one after the other, as counters and panics are those of the whole process.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// How long a target is fuzzed.
enum Budget {
    Time(Duration),
    Executions(u64),
}

/// Runs a target on its corpus and on mutations of it, and panics if an input fails. So many targets share the time.
pub(crate) fn fuzz(target: &'static Target, n_targets: usize) {
    let alone = ONE_AT_A_TIME.lock();
    let mut fuzzer = Fuzzer::new(target);
    if let Some(path) = std::env::var_os("FRETSAW_FUZZ_INPUT") {
        let input = std::fs::read(path).expect("the input can be read");
        fuzzer.execute(&input);
    } else {
        fuzzer.replay();
        fuzzer.explore(&budget(target, n_targets));
        fuzzer.distil();
    }
    eprintln!("{}", fuzzer.told());
    let failures = fuzzer.failures();
    drop(fuzzer);
    drop(alone);
    assert!(failures.is_empty(), "{failures}");
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn budget(target: &Target, n_targets: usize) -> Budget {
    match (
        setting("FRETSAW_FUZZ_EXECUTIONS"),
        setting("FRETSAW_FUZZ_SECONDS"),
    ) {
        (Some(executions), _) => Budget::Executions(executions),
        (None, Some(seconds)) => Budget::Time(share(seconds, n_targets)),
        (None, None) => Budget::Executions(target.few),
    }
}

fn share(seconds: u64, n_targets: usize) -> Duration {
    let n_targets = u32::try_from(n_targets).unwrap_or(u32::MAX);
    Duration::from_secs(seconds) / n_targets
}

struct Fuzzer {
    target: &'static Target,
    executor: Executor,
    random: Random,
    /// What is mutated: first what is kept in the corpus, then what else is given, then what was found.
    inputs: Vec<Vec<u8>>,
    n_kept: usize,
    n_given: usize,
    reached: Reached,
    executions: u64,
    /// In so many of them the target got to work.
    worked: u64,
    /// The last execution took long.
    is_dear: bool,
    begin: Instant,
    /// What failed, by place, each with its message and file.
    failures: BTreeMap<String, (String, PathBuf)>,
}

impl Fuzzer {
    fn new(target: &'static Target) -> Fuzzer {
        let last = std::fs::read(last_input(target.name)).ok();
        if let Some(input) = &last {
            let path = last_input(target.name).with_extension("died");
            std::fs::write(&path, input).expect("a disk");
            let path = path.display();
            eprintln!("the last run ended in the middle of an input, which is tried again: {path}");
        }
        let kept = corpus::kept(target.name).into_iter();
        let inputs = last.into_iter().chain(kept.map(|(_, input)| input));
        let mut inputs: Vec<_> = inputs.collect();
        let n_kept = inputs.len();
        inputs.extend((target.seeds)());
        assert!(!inputs.is_empty(), "there is nothing to begin with");
        Fuzzer {
            target,
            executor: Executor::new(target),
            random: Random::new(setting("FRETSAW_FUZZ_SEED").unwrap_or(0)),
            n_kept,
            n_given: inputs.len(),
            inputs,
            reached: Reached::default(),
            executions: 0,
            worked: 0,
            is_dear: false,
            begin: Instant::now(),
            failures: BTreeMap::new(),
        }
    }

    /// Runs what is kept; and the examples, too, where it is of use to know what they reach. Other tests run those
    /// anyway.
    fn replay(&mut self) {
        let number = if Reached::is_known() {
            self.n_given
        } else {
            self.n_kept
        };
        for number in (0..number).rev() {
            let input = self.inputs[number].clone();
            self.execute(&input);
            if self.is_dear && self.n_given > 1 {
                self.inputs.remove(number);
                self.n_given -= 1;
                self.n_kept -= usize::from(number < self.n_kept);
            }
        }
    }

    /// Runs mutations.
    fn explore(&mut self, budget: &Budget) {
        let begin = Instant::now();
        let mut told = begin;
        let mut number = 0;
        while self.failures.len() < MOST_FAILURES {
            match budget {
                Budget::Executions(most) if number >= *most => break,
                Budget::Time(most) if begin.elapsed() >= *most => break,
                _ => number += 1,
            }
            let input = self.mutation();
            if self.execute(&input) && self.inputs.len() < MOST_INPUTS {
                self.inputs.push(input);
            }
            if told.elapsed() > OFTEN {
                told = Instant::now();
                eprintln!("{}", self.told());
            }
        }
    }

    /// An input with a few changes. What was found last is the most promising.
    fn mutation(&mut self) -> Vec<u8> {
        let n_inputs = self.inputs.len();
        let late = n_inputs - (n_inputs / 8).max(1);
        let is_late = n_inputs > self.n_given && self.random.chance(40);
        let (first, behind) = if is_late {
            (late, n_inputs)
        } else {
            (0, n_inputs)
        };
        let at = self.random.between((first, behind - 1));
        let mut input = self.inputs[at].clone();
        for _ in 0..*self.random.pick(&[1, 1, 1, 2, 2, 3, 5, 8]) {
            let other = self.random.pick(&self.inputs);
            let mutated = (self.target.mutate)(&mut self.random, &input, other);
            if mutated.len() <= LONGEST {
                input = mutated;
            }
        }
        input
    }

    /// Runs an input, and tells whether it is worth mutating: the target got to work on it, and reached something new.
    fn execute(&mut self, input: &[u8]) -> bool {
        self.executions += 1;
        Reached::forget();
        match self.executor.run(input) {
            Ok(passed) => {
                self.worked += u64::from(passed.worked);
                self.is_dear = passed.took >= DEAR;
                passed.worked && self.reached.add() && !self.is_dear
            }
            Err(failure) => {
                self.is_dear = false;
                self.note(input, failure);
                false
            }
        }
    }

    /// Notes a failure, and has its input kept if it is the first one at this place.
    fn note(&mut self, input: &[u8], failure: Failure) {
        if self.failures.contains_key(&failure.place) {
            return;
        }
        let small = shrunk(&self.executor, input, &failure);
        let path = corpus::keep(self.target.name, "failure", &small);
        let Failure { place, message } = failure;
        eprintln!(
            "{}: {place}: {message}: {}",
            self.target.name,
            path.display()
        );
        self.failures.insert(place, (message, path));
    }

    /// Keeps those inputs which together reach all that was reached, shortest first, where a folder for them is named.
    fn distil(&mut self) {
        let Some(folder) = std::env::var_os("FRETSAW_FUZZ_DISTIL") else {
            return;
        };
        let folder = Path::new(&folder).join(self.target.name);
        std::fs::create_dir_all(&folder).expect("the folder can be made");
        let mut inputs = self.inputs[self.n_given..].to_vec();
        inputs.sort_by_key(Vec::len);
        self.inputs.truncate(self.n_given);
        self.reached = Reached::default();
        self.replay();
        for (number, input) in inputs.iter().enumerate() {
            if self.execute(input) {
                std::fs::write(folder.join(format!("{number:05}")), input).expect("a disk");
            }
        }
    }

    fn told(&self) -> String {
        let seconds = self.begin.elapsed().as_secs_f64();
        #[allow(clippy::cast_precision_loss, reason = "nobody counts so far")]
        let speed = self.executions as f64 / seconds.max(0.001);
        let found = self.inputs.len() - self.n_given;
        let places = self.reached.places;
        let reached = if Reached::is_known() {
            format!(", {places} places reached by {found} new inputs")
        } else {
            String::new()
        };
        let (name, failures) = (self.target.name, self.failures.len());
        let (executions, worked) = (self.executions, self.worked);
        format!(
            "{name}: {executions} executions ({worked} not refused at once) in {seconds:.0} s, {speed:.0} a second{reached}, {failures} failures"
        )
    }

    fn failures(&self) -> String {
        let failures = self.failures.iter().map(|(place, (message, path))| {
            format!(
                "{}: failure at {place}: {message}\n    the input is {}\n",
                self.target.name,
                path.display()
            )
        });
        failures.collect()
    }
}
