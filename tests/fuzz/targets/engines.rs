//! From models to answers: engines may not know, but they do not contradict each other, and their runs are runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use fretsaw::checking::auto::Auto;
use fretsaw::checking::checker::Checker;
use fretsaw::checking::exploration::Exploration;
use fretsaw::checking::method::Method;
use fretsaw::engines::Control;
use fretsaw::engines::bmc::Bmc;
use fretsaw::engines::explicit::Explicit;
use fretsaw::engines::lazy_check::Lazy;
use fretsaw::model::Model;
use fretsaw::outcome::{Conclusion, Outcome, Reason, Scope};
use fretsaw::report::vacuity;
use fretsaw::semantics::Analysis;
use fretsaw::semantics::test_module::Bounds;

use super::{Target, WAYS, sound_test, test_of};
use crate::corpus::single_checks;
use crate::mutate::packages;
use crate::package::Package;
use crate::support::generate::random::Random;

pub(crate) const TARGET: Target = Target {
    name: "engines",
    few: 10,
    seeds,
    mutate,
    run,
};

/// An engine may take so long, and looks no further than so many steps.
const TIME: Duration = Duration::from_millis(20);
const MOST_STEPS: u64 = 3;

/// Models with more instances take most of their time for what is the same with fewer, and are looked at now and then.
const MANY_INSTANCES: usize = 60;
const NOW_AND_THEN: usize = 16;

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
    let chance = number(input);
    let Some(model) = first_model(&analysis) else {
        return false;
    };
    if choice.is_some()
        && model.universe.len() > MANY_INSTANCES
        && !chance.is_multiple_of(NOW_AND_THEN)
    {
        return false;
    }
    let model = &bounded(&model);
    let mut answers = Vec::new();
    for (name, engine) in engines(choice.as_deref(), chance) {
        let answer = answer(&engine, model);
        vacuity::diagnostics(model, &answer.notes, &model.notes);
        answers.push((name, told(&answer)));
    }
    compare(&answers);
    true
}

/// The model of the first check that has one.
fn first_model(analysis: &Analysis) -> Option<Model<'_>> {
    let test = test_of(analysis)?;
    let mut checks = test.checks.iter();
    checks.find_map(|check| Model::build(&analysis.program, test, check).ok())
}

/// A number that depends on an input and nothing else.
fn number(input: &[u8]) -> usize {
    let add = |number: usize, byte: &u8| number.wrapping_mul(31).wrapping_add(usize::from(*byte));
    input.iter().fold(input.len(), add)
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

/// The engines that are asked, with their names. Of those that are chosen one looks for what makes an answer an empty
/// one, every other time: that takes longer than the answer, and is the same for all of them.
fn engines(choice: Option<&str>, chance: usize) -> Vec<(String, Asked)> {
    let names = choice.map(|it| it.lines().map(str::to_owned).collect());
    let names: Vec<String> = names.unwrap_or_else(all_engines);
    let engines = names.into_iter().enumerate().filter_map(|(number, name)| {
        let explains = choice.is_none() || number == 1 && chance.is_multiple_of(2);
        let (engine, slice) = name.split_once(' ')?;
        let engine = engine_of(engine, slice.trim(), explains)?;
        Some((name, engine))
    });
    engines.collect()
}

/// Who is asked, and how.
struct Asked {
    method: Method,
    /// Whether it is asked what makes an answer an empty one.
    explains: bool,
}

fn engine_of(engine: &str, slice: &str, explains: bool) -> Option<Asked> {
    let plain = Exploration {
        most_states: 150,
        programs: None,
    };
    let explicit = Exploration {
        programs: Some(Explicit {
            most_states: 400,
            most_bytes: 1 << 24,
        }),
        ..plain
    };
    let checker: Arc<dyn Checker + Send> = match engine {
        "plain" => Arc::new(plain),
        "explicit" => Arc::new(explicit),
        "lazy" => Arc::new(Lazy { most_states: 400 }),
        "bmc" => Arc::new(Bmc::default()),
        "auto" => Arc::new(Auto),
        _ => return None,
    };
    let number = SLICES.iter().position(|it| *it == slice)?;
    let slicing = number.checked_sub(1).map(|number| WAYS[number]);
    Some(Asked {
        method: Method { checker, slicing },
        explains,
    })
}

/// What an engine says in the time that it has.
fn answer(asked: &Asked, model: &Model<'_>) -> Conclusion {
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    let (done, finished) = channel::<()>();
    std::thread::scope(|threads| {
        threads.spawn(|| {
            let finished = finished;
            if finished.recv_timeout(TIME) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let mut answer = asked.method.verdict(model, &control);
        if asked.explains {
            answer.notes = asked.method.notes(model, &answer, &control);
        }
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

fn told(answer: &Conclusion) -> Told {
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
