//! From models to answers: engines may not know, but they do not contradict each other, and their runs are runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use fretsaw::engines::auto::Auto;
use fretsaw::engines::bmc::Bmc;
use fretsaw::engines::explicit::{Explicit, Programs};
use fretsaw::engines::lazy_check::Lazy;
use fretsaw::engines::sliced::Sliced;
use fretsaw::engines::{Answer, Engine, Outcome, Reason, Run, Scope};
use fretsaw::model::Model;
use fretsaw::report::vacuity;
use fretsaw::semantics::test_module::Bounds;
use fretsaw::trace::replay::confirmed;

use super::{Target, WAYS, models, sound_test};
use crate::corpus::single_checks;
use crate::mutate::packages;
use crate::package::Package;
use crate::random::Random;

pub(crate) const TARGET: Target = Target {
    name: "engines",
    few: 10,
    seeds,
    mutate,
    run,
};

/// An engine may take so long, and looks no further than so many steps.
const TIME: Duration = Duration::from_millis(40);
const MOST_STEPS: u64 = 3;

/// The file of a package that names the engines that are asked; without it, all are.
const CHOICE: &str = "engines";
const ENGINES: [&str; 4] = ["bmc", "explicit", "lazy", "auto"];
const SLICES: [&str; 5] = [
    "none",
    "conventional",
    "amorphous",
    "coarse",
    "coarse-amorphous",
];

/// Each check of the examples, asked of one engine after the other.
fn seeds() -> Vec<Vec<u8>> {
    let mut choices = all_engines().into_iter().cycle();
    let mut packages = single_checks();
    for package in &mut packages {
        let choice = choices.next().unwrap_or_default();
        package.files.push((CHOICE.to_owned(), choice.into()));
    }
    packages.iter().map(Package::write).collect()
}

/// Changes the package, and asks one or two engines: each of them takes most of the time that there is.
fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut package = Package::read(&packages::mutate(random, input, other));
    package.files.retain(|(path, _)| path != CHOICE);
    let mut choices = vec![String::from("plain none")];
    for _ in 0..*random.pick(&[1, 1, 2]) {
        let engine = random.word(&["explicit", "explicit", "lazy", "lazy", "bmc", "auto"]);
        choices.push(format!("{engine} {}", random.word(&SLICES)));
    }
    let choices = choices.join("\n");
    package.files.push((CHOICE.to_owned(), choices.into()));
    package.write()
}

fn run(input: &[u8]) -> bool {
    let package = Package::read(input);
    let Some(analysis) = sound_test(&package) else {
        return false;
    };
    let choice = package.file(CHOICE).map(String::from_utf8_lossy);
    let models = models(&analysis);
    for model in models.iter().take(1) {
        let model = &bounded(model);
        let mut answers = Vec::new();
        for (name, engine) in engines(choice.as_deref()) {
            let answer = confirmed(model, answer(&*engine, model));
            vacuity::notes(model, &answer);
            answers.push((name, told(&answer)));
        }
        compare(&answers);
    }
    !models.is_empty()
}

/// The model with few steps: a check without bounds goes on for as long as it may.
fn bounded<'m>(model: &Model<'m>) -> Model<'m> {
    let mut bounded = model.clone();
    let bounds = model.bounds.unwrap_or(Bounds {
        least: 0,
        most: MOST_STEPS,
    });
    bounded.bounds = Some(Bounds {
        least: bounds.least.min(MOST_STEPS),
        most: bounds.most.min(MOST_STEPS),
    });
    bounded
}

/// The names of all engines on all slices.
fn all_engines() -> Vec<String> {
    let engines = ENGINES.iter();
    let pairs = engines.flat_map(|engine| SLICES.map(|slice| format!("{engine} {slice}")));
    pairs.collect()
}

/// The engines that are asked, with their names.
fn engines(choice: Option<&str>) -> Vec<(String, Box<dyn Engine>)> {
    let names = choice.map(|it| it.lines().map(str::to_owned).collect());
    let names: Vec<String> = names.unwrap_or_else(all_engines);
    let engines = names.into_iter().filter_map(|name| {
        let (engine, slice) = name.split_once(' ')?;
        let engine = engine_of(engine, slice.trim())?;
        Some((name, engine))
    });
    engines.collect()
}

fn engine_of(engine: &str, slice: &str) -> Option<Box<dyn Engine>> {
    let programs = Some(Programs {
        most_states: 400,
        most_bytes: 1 << 24,
    });
    match engine {
        "plain" => Some(Box::new(Explicit {
            most_states: 150,
            programs: None,
        })),
        "explicit" => sliced(
            Explicit {
                most_states: 150,
                programs,
            },
            slice,
        ),
        "lazy" => sliced(Lazy { most_states: 400 }, slice),
        "bmc" => sliced(Bmc::default(), slice),
        "auto" => sliced(Auto, slice),
        _ => None,
    }
}

fn sliced<E: Engine + 'static>(engine: E, slice: &str) -> Option<Box<dyn Engine>> {
    let number = SLICES.iter().position(|it| *it == slice)?;
    Some(match number.checked_sub(1) {
        None => Box::new(engine),
        Some(number) => Box::new(Sliced {
            engine,
            options: WAYS[number],
        }),
    })
}

/// What an engine says in the time that it has.
fn answer(engine: &dyn Engine, model: &Model<'_>) -> Answer {
    let stop = AtomicBool::new(false);
    let run = Run {
        stop: &stop,
        seed: 0,
        progress: &|_| {},
    };
    let (done, finished) = channel::<()>();
    std::thread::scope(|threads| {
        threads.spawn(|| {
            let finished = finished;
            if finished.recv_timeout(TIME) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let answer = engine.check(model, &run);
        drop(done);
        answer
    })
}

/// An answer as far as it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Told {
    /// So many steps, the fewest there are.
    Steps(usize),
    Nothing,
    Unknown,
}

fn told(answer: &Answer) -> Told {
    match &answer.outcome {
        Outcome::Reachable(witness) => Told::Steps(witness.steps.len()),
        Outcome::Unreachable(Scope::Bounded | Scope::AnyDepth) => Told::Nothing,
        Outcome::Unknown(Reason::Disagreement { objection, .. }) => {
            panic!(
                "the interpreter does not accept a run of {}: {objection}",
                answer.engine
            )
        }
        Outcome::Unknown(_) => Told::Unknown,
    }
}

/// The solver's runs are shortest ones, and so are those of all searches that are not cut off.
fn compare(answers: &[(String, Told)]) {
    let known = answers.iter().filter(|(_, told)| *told != Told::Unknown);
    let known: Vec<_> = known.collect();
    let is_reachable = |told: Told| told != Told::Nothing;
    for pair in known.windows(2) {
        let agree = is_reachable(pair[0].1) == is_reachable(pair[1].1);
        assert!(agree, "verdicts contradict each other: {answers:?}");
    }
    // Lazy slicing gives up shortening where that takes too many states.
    let shortest = known.iter().filter(|(name, _)| !name.starts_with("lazy"));
    let shortest: Vec<_> = shortest.collect();
    for pair in shortest.windows(2) {
        assert_eq!(pair[0].1, pair[1].1, "lengths differ: {answers:?}");
    }
}
