//! A project with one check, analysed and built, and walks through it.

use std::path::PathBuf;

use fretsaw::model::{InstanceId, Model, State, Value};
use fretsaw::semantics::{Analysis, MemoryFiles, analyse};
use num_bigint::{BigInt, Sign};

use super::generate::FOLDER;
use super::generate::goals::{Arrival, Fact};
use super::generate::journeys::Journey;
use super::generate::model::{Expr, Project};
use super::generate::random::Random;
use super::plant::plant;
use super::walk::{walk, what_is_in};

/// How long walks are, at most.
const LONGEST_WALK: usize = 6;
/// How many models are made up for one.
const ATTEMPTS: u64 = 8;
/// What should be in a walk.
const SPECIALS: [Option<&str>; 6] = [
    None,
    None,
    Some("happens: a sync"),
    Some("happens: a sync"),
    Some("happens: two syncs"),
    Some("happens: a negated sync holds"),
];

/// Analyses the files of a project.
pub(crate) fn analysed(project: &Project) -> Analysis {
    let mut files = MemoryFiles::default();
    for (path, text) in project.files() {
        files.insert(&path, text.as_str());
    }
    analyse(&files, &[PathBuf::from(FOLDER)], &[])
}

/// The model of the first check; none where the project has errors.
pub(crate) fn model(analysis: &Analysis) -> Option<Model<'_>> {
    if analysis.has_errors() {
        return None;
    }
    let test = analysis.program.tests.first()?;
    Model::build(&analysis.program, test, test.checks.first()?).ok()
}

/// The project of a seed: its goal is where a walk from its start led, or like that.
///
/// In most models that are made up nothing much happens, so several are tried until one allows a walk as long as is
/// wanted, and with something special in it.
pub(crate) fn project(seed: u64) -> Project {
    let mut random = Random::new(seed);
    let length = if random.chance(8) {
        0
    } else {
        random.between((1, LONGEST_WALK))
    };
    let special = *random.pick(&SPECIALS);
    let mut best: Option<((bool, usize), Project)> = None;
    for attempt in 0..ATTEMPTS {
        let mut journey = Journey::new(seed * ATTEMPTS + attempt, &format!("Model{seed}"));
        let analysis = plant(&mut journey.project, &mut journey.random);
        let merit = lead(&mut journey, &analysis, length, special);
        if best.as_ref().is_none_or(|(most, _)| merit > *most) {
            best = Some((merit, journey.project));
        }
        if merit == (true, length) {
            break;
        }
    }
    best.expect("there was an attempt").1
}

/// Walks from the start of a journey and makes the end of the walk its goal. Tells whether there was something special
/// on the way, and the number of steps.
fn lead(
    journey: &mut Journey,
    analysis: &Analysis,
    length: usize,
    special: Option<&str>,
) -> (bool, usize) {
    let model = model(analysis).unwrap_or_else(|| {
        let text = shown(&journey.project);
        panic!("no model:\n{text}\n{:#?}", analysis.diagnostics)
    });
    let Some(walk) = walk(&model, &mut journey.random, length) else {
        return (false, 0);
    };
    let end = walk.end();
    let instances = end.instances();
    let arrivals = instances.map(|(id, _)| arrival(&model, &walk.start, end, id));
    journey.aim(walk.steps.len(), &arrivals.collect::<Vec<_>>());
    let mut steps = walk.steps.iter();
    let is_special = special
        .is_none_or(|special| steps.any(|(step, _)| what_is_in(&model, step).contains(&special)));
    (is_special, walk.steps.len())
}

/// The files of a project, one after the other.
pub(crate) fn shown(project: &Project) -> String {
    let texts = project.files().into_iter();
    let parts = texts.flat_map(|(path, text)| ["// ".to_owned(), path, "\n".to_owned(), text]);
    parts.collect()
}

/// How an instance is found at the end of a walk.
fn arrival(model: &Model<'_>, start: &State, end: &State, id: InstanceId) -> Arrival {
    let spec = model.program.spec(model.universe.instance(id).spec);
    let state = &spec.states[end.life_cycle(id).index()];
    let fields = spec.fields.iter().zip(&end.instance(id).fields).enumerate();
    let others = fields.filter(|(index, _)| spec.key.is_none_or(|key| key.index() != *index));
    Arrival {
        spec: spec.name.text.to_string(),
        state: state.name.text.to_string(),
        is_initial: state.initial,
        fields: others
            .map(|(index, (field, value))| Fact {
                field: field.name.text.to_string(),
                value: written(value),
                has_changed: start.instance(id).fields[index] != *value,
            })
            .collect(),
        has_moved: start.life_cycle(id) != end.life_cycle(id),
    }
}

/// `Day * -1`: a term has no sign.
fn periods(period: &str, count: &BigInt) -> Expr {
    let (period, count) = (period.to_owned(), count.to_string());
    Expr::binary("*", Expr::Literal(period), Expr::Literal(count))
}

/// A value as an expression that has it.
pub(crate) fn written(value: &Value) -> Expr {
    match value {
        Value::Set(elements) => Expr::Set(elements.iter().map(written).collect()),
        Value::Map(entries) => {
            let entries = entries.iter();
            Expr::Map(
                entries
                    .map(|(key, value)| (written(key), written(value)))
                    .collect(),
            )
        }
        Value::Term(months, _) if months.sign() == Sign::Minus => periods("Month", months),
        Value::Term(_, days) if days.sign() == Sign::Minus => periods("Day", days),
        simple => Expr::Literal(simple.to_string()),
    }
}
