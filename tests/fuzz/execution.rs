//! One execution of a target on an input, under supervision: panics of all threads count, and so do time and memory.

use std::any::Any;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::corpus;
use crate::support::files::project;
use crate::targets::Target;

/// An input may take so long; those that are tried are small.
const SLOW: Duration = Duration::from_secs(20);
/// After this the execution is given up, and with it the whole run.
const ENDLESS: Duration = Duration::from_secs(90);
/// The same where nobody works on it at all.
const ASLEEP: Duration = Duration::from_mins(10);
/// No input may need more memory than this, in bytes.
const MOST_MEMORY: u64 = 3 << 30;
/// So often somebody looks at the clock and the memory.
const OFTEN: Duration = Duration::from_millis(100);

/// What is known of an input that did not fail.
pub(crate) struct Passed {
    /// Whether the target got to work on it.
    pub(crate) worked: bool,
    pub(crate) took: Duration,
}

/// Why an input failed.
#[derive(Debug, Clone)]
pub(crate) struct Failure {
    /// Where it was noticed; failures at the same place are taken for the same.
    pub(crate) place: String,
    pub(crate) message: String,
}

/// What is running, for whoever looks at the clock.
struct Running {
    target: &'static str,
    input: Vec<u8>,
    clock: Clock,
}

static RUNNING: Mutex<Option<Running>> = Mutex::new(None);
/// The panics since an execution began; none where panics are none of our business.
static PANICS: Mutex<Option<Vec<Failure>>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a target.
pub(crate) struct Executor {
    target: &'static Target,
    /// Holds the input that is being run: where the whole process dies, nothing else tells which one it was.
    last: File,
}

impl Executor {
    pub(crate) fn new(target: &'static Target) -> Executor {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            let usual = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| note(panic, &usual)));
            std::thread::spawn(watch);
        });
        let path = last_input(target.name);
        let folder = path.parent().expect("it is in a folder");
        std::fs::create_dir_all(folder).expect("the folder can be made");
        let last = File::create(path).expect("the file can be made");
        Executor { target, last }
    }

    /// Runs the target on an input.
    pub(crate) fn run(&self, input: &[u8]) -> Result<Passed, Failure> {
        self.last.write_all_at(input, 0).expect("a disk");
        self.last.set_len(input.len() as u64).expect("a disk");
        let clock = Clock::start();
        *lock(&RUNNING) = Some(Running {
            target: self.target.name,
            input: input.to_vec(),
            clock,
        });
        *lock(&PANICS) = Some(Vec::new());
        let outcome = catch_unwind(AssertUnwindSafe(|| (self.target.run)(input)));
        let panics = lock(&PANICS).take().unwrap_or_default();
        *lock(&RUNNING) = None;
        let took = clock.worked();
        if let Some(first) = panics.into_iter().next() {
            return Err(first);
        }
        match outcome {
            Err(panic) => Err(failure("an unknown place", words(&*panic))),
            Ok(_) if took > SLOW => Err(failure("the clock", format!("it took {took:.1?}"))),
            Ok(worked) => Ok(Passed { worked, took }),
        }
    }
}

impl Drop for Executor {
    fn drop(&mut self) {
        // Whoever got here did not die.
        let _ = std::fs::remove_file(last_input(self.target.name));
    }
}

/// Where the input is noted that a target is being run on.
pub(crate) fn last_input(target: &str) -> PathBuf {
    project().join("target/fuzz-running").join(target)
}

fn failure(place: &str, message: String) -> Failure {
    let place = place.to_owned();
    Failure { place, message }
}

fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|&text| text.to_owned());
    let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no reason given".to_owned())
}

/// Notes a panic of any thread, also one that somebody catches.
fn note(panic: &PanicHookInfo<'_>, usual: &dyn Fn(&PanicHookInfo<'_>)) {
    if std::env::var_os("FRETSAW_FUZZ_INPUT").is_some() {
        usual(panic);
    }
    match lock(&PANICS).as_mut() {
        None => usual(panic),
        Some(panics) => {
            let place = panic.location().map(ToString::to_string);
            let message = words(panic.payload());
            // Failures that are noticed at one place may be told apart by their first words.
            let first = message.split(' ').next().unwrap_or_default();
            let place = format!("{} {first}", place.unwrap_or_default());
            panics.push(failure(&place, message));
        }
    }
}

/// Ends the process where an input takes too long or too much memory; the input becomes one of the corpus.
fn watch() {
    loop {
        std::thread::sleep(OFTEN);
        let running = lock(&RUNNING);
        let Some(running) = running.as_ref() else {
            continue;
        };
        let took = running.clock.worked();
        let memory = resident();
        let why = if took > ENDLESS || running.clock.since.elapsed() > ASLEEP {
            format!("does not end within {took:.0?}")
        } else if memory > MOST_MEMORY {
            format!("takes {} MB", memory >> 20)
        } else {
            continue;
        };
        let path = corpus::keep(running.target, "endless", &running.input);
        eprintln!("{}: an input {why}: {}", running.target, path.display());
        std::process::abort();
    }
}

/// Tells how long something takes.
#[derive(Clone, Copy)]
struct Clock {
    since: Instant,
    /// What processors had done for us before, where the system tells.
    before: Option<Duration>,
}

impl Clock {
    fn start() -> Clock {
        Clock {
            since: Instant::now(),
            before: processor_time(),
        }
    }

    /// How long it takes. On a machine that others use, too, only the time counts in which processors worked for us.
    fn worked(&self) -> Duration {
        let took = self.since.elapsed();
        match (self.before, processor_time()) {
            (Some(before), Some(now)) => took.min(now.saturating_sub(before)),
            _ => took,
        }
    }
}

/// The time that processors have worked for this process; nothing where the system does not tell.
fn processor_time() -> Option<Duration> {
    const TICK: Duration = Duration::from_millis(10);
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the process may have spaces; the user's and the system's ticks are the 12th and 13th fields behind
    // it.
    let (_, fields) = text.rsplit_once(')')?;
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: Option<Vec<u32>> = ticks.map(|ticks| ticks.parse().ok()).collect();
    Some(TICK * ticks?.iter().sum())
}

/// The memory of this process; nothing where the system does not tell.
fn resident() -> u64 {
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text.split(' ').nth(1).and_then(|pages| pages.parse().ok());
    pages.unwrap_or(0) * PAGE
}
