//! What is fuzzed, one file a target.

pub(crate) mod analysis;
pub(crate) mod arguments;
pub(crate) mod dve;
pub(crate) mod engines;
pub(crate) mod model;
pub(crate) mod server;
pub(crate) mod settings;
pub(crate) mod simulation;
pub(crate) mod slice;
pub(crate) mod text;
pub(crate) mod trace;

use fretsaw::dependence::Dependences;
use fretsaw::model::Model;
use fretsaw::semantics::Analysis;
use fretsaw::semantics::test_module::TestModule;
use fretsaw::slice::{Options, Reconnection};

use crate::corpus::{examples, single_checks};
use crate::package::Package;
use crate::support::generate::random::Random;

/// Something that reads input.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// So many mutations are tried where nobody asks for more.
    pub(crate) few: u64,
    /// What to begin with, besides the corpus.
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
    /// Changes an input, perhaps by something of another one.
    pub(crate) mutate: fn(&mut Random, &[u8], &[u8]) -> Vec<u8>,
    /// Panics where an input is not dealt with as it should be. Tells whether the target got to work on it: what is
    /// refused at the door is not worth mutating.
    pub(crate) run: fn(&[u8]) -> bool,
}

/// The packages of the examples.
fn example_packages() -> Vec<Vec<u8>> {
    examples().iter().map(Package::write).collect()
}

/// The packages of the examples, with a single check each.
fn example_checks() -> Vec<Vec<u8>> {
    single_checks().iter().map(Package::write).collect()
}

/// The packages of the examples, with all their checks and with each of them.
fn examples_and_checks() -> Vec<Vec<u8>> {
    [example_packages(), example_checks()].concat()
}

/// The first test module of a package, if nothing is wrong with it and what it imports.
fn sound_test(package: &Package) -> Option<Analysis> {
    package.analyse_test().filter(|it| !it.has_errors())
}

/// The test module that was asked for.
fn test_of(analysis: &Analysis) -> Option<&TestModule> {
    let mut tests = analysis.program.tests.iter();
    tests.find(|test| analysis.requested.contains(&test.file))
}

/// The models of the first checks of a test module, as far as they have any.
fn models(analysis: &Analysis) -> Vec<Model<'_>> {
    const MOST: usize = 3;
    let test = test_of(analysis);
    let checks = test.into_iter().flat_map(|test| {
        let checks = test.checks.iter();
        checks.filter_map(move |check| Model::build(&analysis.program, test, check).ok())
    });
    checks.take(MOST).collect()
}

/// The ways to slice.
const WAYS: [Options; 4] = [
    way(Dependences::Fine, Reconnection::Conventional),
    way(Dependences::Fine, Reconnection::Amorphous),
    way(Dependences::Coarse, Reconnection::Conventional),
    way(Dependences::Coarse, Reconnection::Amorphous),
];

const fn way(dependences: Dependences, reconnection: Reconnection) -> Options {
    Options {
        dependences,
        reconnection,
    }
}
