//! Z3 shows that models and their conventional slices simulate each other up to a depth, as far as the check sees
//! them.
//!
//! For each end of a run of the original (see `ends.rs`) there is a run of the slice with the same end and a shortest
//! one of the same length, and the slice has no other ends. So the slice and the original agree not only on what the
//! check asks, but on whatever could be asked of these instances, states and fields.

mod ends;

use std::fmt;

use ends::{End, Side, Silent, Wanted, castings};
use fretsaw::dependence::Dependences;
use fretsaw::disk::Disk;
use fretsaw::model::{InstanceId, Model, Value};
use fretsaw::semantics::analyse;
use fretsaw::semantics::test_module::Bounds;
use fretsaw::semantics::types::Type;
use fretsaw::slice::{Options, Reconnection, Slice};

use crate::differential::litter;
use crate::published_cases::{CASES, FIGURE_6, FIGURE_9, KEYS, Published, with_model};
use crate::support::case;
use crate::support::files;
use crate::support::workers;

/// So many steps are looked at.
const DEPTH: u64 = 3;
/// So many ends are looked at, at most, and ways in which instances meet a goal.
const MOST_ENDS: usize = 8;
const MOST_CASTINGS: usize = 6;
/// So many checks of a test module are looked at, at most.
const MOST_CHECKS: usize = 2;
/// A model that is larger is not small.
const MOST_INSTANCES: usize = 8;

/// What came of a comparison.
enum Outcome {
    /// They simulate each other, with so many ends.
    Alike(usize),
    /// Too many ends, or no answers.
    Silent,
    Differ(String),
}

/// Compares a model with its slice.
fn compare(model: &Model<'_>, dependences: Dependences) -> Outcome {
    match shown(model, dependences) {
        Outcome::Silent if model.check.within.is_none() => {
            // There may be fewer ends with fewer values.
            let mut smaller = model.clone();
            let values = (0..8).map(|number| Value::Integer(number.into()));
            let values = values.collect();
            smaller.domains.types.push((Type::Integer, values));
            shown(&smaller, dependences)
        }
        outcome => outcome,
    }
}

fn shown(model: &Model<'_>, dependences: Dependences) -> Outcome {
    let options = Options {
        dependences,
        reconnection: Reconnection::Conventional,
    };
    let castings = castings(model);
    if model.universe.len() > MOST_INSTANCES
        || castings.is_empty()
        || castings.len() > MOST_CASTINGS
    {
        return Outcome::Silent;
    }
    let slice = Slice::of(model, options);
    let small = slice.parts.of_model(model);
    let pair = Pair {
        original: Side { model },
        slice: Side { model: &small },
    };
    if pair.original.observed() != pair.slice.observed() {
        return Outcome::Differ("the slice lacks a field that the check asks about".to_owned());
    }
    let mut n_ends = 0;
    for bounds in depths(model) {
        for casting in &castings {
            match pair.compare(casting, bounds) {
                Ok(ends) => n_ends += ends,
                Err(Objection::Silent) => return Outcome::Silent,
                Err(Objection::Differ(how)) => return Outcome::Differ(how),
            }
        }
    }
    Outcome::Alike(n_ends)
}

/// Where steps are counted from below, each number of steps is one of its own.
fn depths(model: &Model<'_>) -> Vec<Bounds> {
    if model.bounds.is_some_and(|bounds| bounds.least > 0) {
        let exactly = |steps| Bounds {
            least: steps,
            most: steps,
        };
        (0..=DEPTH).map(exactly).collect()
    } else {
        vec![Bounds {
            least: 0,
            most: DEPTH,
        }]
    }
}

enum Objection {
    Silent,
    Differ(String),
}

impl From<Silent> for Objection {
    fn from(_: Silent) -> Objection {
        Objection::Silent
    }
}

struct Pair<'p> {
    original: Side<'p>,
    slice: Side<'p>,
}

impl Pair<'_> {
    /// Whether each side has the ends of the other: so many.
    fn compare(&self, casting: &[InstanceId], bounds: Bounds) -> Result<usize, Objection> {
        let mut ends: Vec<End> = Vec::new();
        loop {
            let found = self
                .original
                .reach(casting, &Wanted::Other(&ends), bounds)?;
            let Some((steps, end)) = found else { break };
            let same = self.slice.reach(casting, &Wanted::This(&end), bounds)?;
            match same {
                Some((same, _)) if same == steps => {}
                Some((other, _)) => {
                    let how = format!("{end:?} takes {steps} steps, in the slice {other}");
                    return Err(Objection::Differ(how));
                }
                None => return Err(Objection::Differ(format!("the slice lacks {end:?}"))),
            }
            ends.push(end);
            if ends.len() > MOST_ENDS {
                return Err(Objection::Silent);
            }
        }
        let more = self.slice.reach(casting, &Wanted::Other(&ends), bounds)?;
        match more {
            None => Ok(ends.len()),
            Some((_, end)) => Err(Objection::Differ(format!("only the slice has {end:?}"))),
        }
    }
}

/// How many models were shown to be like their slices.
#[derive(Default)]
struct Tally {
    alike: usize,
    ends: usize,
    silent: usize,
    differences: Vec<String>,
}

impl Tally {
    fn add(&mut self, name: &str, outcome: Outcome) {
        match outcome {
            Outcome::Alike(ends) => {
                self.alike += 1;
                self.ends += ends;
            }
            Outcome::Silent => self.silent += 1,
            Outcome::Differ(how) => self.differences.push(format!("{name}: {how}")),
        }
    }

    fn assert(&self, least: usize) {
        eprintln!("{self}");
        assert!(self.differences.is_empty(), "{self}");
        assert!(self.alike >= least, "too few\n{self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (alike, ends, silent) = (self.alike, self.ends, self.silent);
        writeln!(f, "{alike} alike with {ends} ends, {silent} not shown")?;
        writeln!(f, "{}", self.differences.join("\n"))
    }
}

#[test]
fn published_cases_are_like_their_slices() {
    let mut tally = Tally::default();
    for case in CASES.iter().chain([&KEYS, &FIGURE_6, &FIGURE_9]) {
        with_model(case, |model| {
            for dependences in [Dependences::Fine, Dependences::Coarse] {
                tally.add(case.name, compare(model, dependences));
            }
        });
    }
    tally.assert(28);
}

#[test]
fn slices_by_the_published_dependences_alone_are_found_out() {
    for case in &CASES {
        with_model(case, |model| {
            let outcome = compare(model, Dependences::Thesis);
            let is_wrong = matches!(outcome, Outcome::Differ(_));
            if matches!(case.published, Published::Says(_)) {
                assert!(is_wrong, "{}", case.name);
            }
        });
    }
}

#[test]
fn shipped_models_are_like_their_slices() {
    let mut tally = Tally::default();
    for source in files::sources_under(&files::project().join("testmodules")) {
        let analysis = analyse(&Disk, &[files::project().join(&source.name)], &[]);
        for test in &analysis.program.tests {
            for check in test.checks.iter().take(MOST_CHECKS) {
                if let Ok(model) = Model::build(&analysis.program, test, check) {
                    tally.add(&source.name, compare(&model, Dependences::Fine));
                }
            }
        }
    }
    tally.assert(40);
}

#[test]
fn random_models_are_like_their_slices() {
    let outcomes = workers::results(150, |seed| {
        let mut project = case::project(seed);
        litter::add(&mut project, seed);
        let analysis = case::analysed(&project);
        let model = case::model(&analysis).expect("a model");
        compare(&model, Dependences::Fine)
    });
    let mut tally = Tally::default();
    let n_models = outcomes.len();
    for (seed, outcome) in outcomes {
        tally.add(&format!("seed {seed}"), outcome);
    }
    tally.assert(n_models / 3);
}
