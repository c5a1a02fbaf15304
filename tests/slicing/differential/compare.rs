//! One check answered on the original and on each of its slices.

use fretsaw::checking::sliced::Sliced;
use fretsaw::dependence::Dependences;
use fretsaw::engines::bmc::Bmc;
use fretsaw::model::Model;
use fretsaw::outcome::{Conclusion, Outcome, Reason};
use fretsaw::semantics::Analysis;
use fretsaw::semantics::test_module::{Bounds, Check};
use fretsaw::slice::parts::Parts;
use fretsaw::slice::rewrite::SlicedFile;
use fretsaw::slice::{Options, Reconnection, Slice};

use crate::support::campaign::answer;
use crate::support::runs::objection;
use crate::written;

/// So far the engine looks where the check has no bound.
const DEPTH: u64 = 8;

/// How models are sliced, each with a name.
pub(crate) const WAYS: [(&str, Options); 4] = [
    ("conventional", way(Dependences::Fine, false)),
    ("conventional, coarse", way(Dependences::Coarse, false)),
    ("amorphous", way(Dependences::Fine, true)),
    ("amorphous, coarse", way(Dependences::Coarse, true)),
];

const fn way(dependences: Dependences, is_amorphous: bool) -> Options {
    let reconnection = if is_amorphous {
        Reconnection::Amorphous
    } else {
        Reconnection::Conventional
    };
    Options {
        dependences,
        reconnection,
    }
}

/// What came of a comparison.
pub(crate) enum Comparison {
    /// All agree.
    Agree(Agreement),
    /// The original was not answered.
    Unknown,
    /// A slice says something else, or nothing where the original was answered, or can be sliced further.
    Differ(String),
}

/// What is to be told of a model whose slices answer as it does.
#[derive(Default)]
pub(crate) struct Agreement {
    /// The length of the run, if there is one.
    pub(crate) steps: Option<usize>,
    /// For each way to slice the share of fields and events that was kept.
    pub(crate) kept: Vec<f64>,
    /// How often slices were refined.
    pub(crate) refinements: u64,
    /// For each slice that was written the share of the text that was kept.
    pub(crate) written: Vec<f64>,
}

/// Answers a check on the original and on its slices.
pub(crate) fn compare(analysis: &Analysis, model: &Model<'_>) -> Comparison {
    let bounded = bounded(model);
    let Some(steps) = length(&bounded) else {
        return Comparison::Unknown;
    };
    let mut agreement = Agreement {
        steps,
        ..Agreement::default()
    };
    for (name, options) in WAYS {
        let compared = compare_slice(&bounded, options, &mut agreement).and_then(|()| {
            compare_written(analysis, &[(model.check, steps)], options, &mut agreement)
        });
        if let Err(how) = compared {
            return Comparison::Differ(format!("{name}: {how}"));
        }
    }
    Comparison::Agree(agreement)
}

/// Answers all checks of a test module on the original and on the written slices for all of them together.
pub(crate) fn compare_united(analysis: &Analysis) -> Comparison {
    let test = written::test_of(analysis);
    let lengths = test.checks.iter().map(|check| {
        let model = Model::build(&analysis.program, test, check).ok()?;
        Some((check, length(&bounded(&model))?))
    });
    let Some(lengths) = lengths.collect::<Option<Vec<_>>>() else {
        return Comparison::Unknown;
    };
    let mut agreement = Agreement::default();
    for (name, options) in WAYS {
        if let Err(how) = compare_written(analysis, &lengths, options, &mut agreement) {
            return Comparison::Differ(format!("united, {name}: {how}"));
        }
    }
    Comparison::Agree(agreement)
}

fn engine() -> Bmc {
    Bmc::default()
}

/// How long a shortest run is, if there is one; nothing where that is unknown.
#[allow(clippy::option_option, reason = "there may be no run, or no answer")]
fn length(model: &Model<'_>) -> Option<Option<usize>> {
    match answer(&engine(), model).outcome {
        Outcome::Reachable(witness) => Some(Some(witness.steps.len())),
        Outcome::Unreachable(_) => Some(None),
        Outcome::Unknown(_) => None,
    }
}

fn bounded<'m>(model: &Model<'m>) -> Model<'m> {
    let mut bounded = model.clone();
    bounded.bounds = Some(model.bounds.unwrap_or(Bounds {
        least: 0,
        most: DEPTH,
    }));
    bounded
}

/// Answers a check on a slice of the model.
fn compare_slice(
    model: &Model<'_>,
    options: Options,
    agreement: &mut Agreement,
) -> Result<(), String> {
    let slice = Slice::of(model, options);
    agreement.kept.push(share(model, &slice.parts));
    let sliced = Sliced {
        engine: engine(),
        options,
    };
    let answer = answer(&sliced, model);
    agreement.refinements += refinements(&answer);
    difference(model, agreement.steps, answer.outcome).map_or(Ok(()), Err)
}

/// How often a slice was refined for an answer.
fn refinements(answer: &Conclusion) -> u64 {
    answer.statistics.slice.map_or(0, |slice| slice.refinements)
}

/// Writes the slice for checks as texts, reads it, answers its checks and slices it again. The checks come with the
/// lengths of runs of the original.
fn compare_written(
    analysis: &Analysis,
    lengths: &[(&Check, Option<usize>)],
    options: Options,
    agreement: &mut Agreement,
) -> Result<(), String> {
    let checks: Vec<&Check> = lengths.iter().map(|(check, _)| *check).collect();
    let files = written::slice(analysis, written::test_of(analysis), &checks, options);
    let read = written::read(&files);
    if let Some(finding) = finding(analysis, &read) {
        return Err(format!("the written slice has {finding}"));
    }
    agreement.written.push(share_of_text(analysis, &files));
    let (test, checks) = (written::test_of(&read), written::all_checks(&read));
    if checks.len() != lengths.len() {
        return Err(format!("{} checks are written", checks.len()));
    }
    for (check, (original, length)) in checks.iter().zip(lengths) {
        if check.bounds.map(|it| it.most) != original.bounds.map(|it| it.most) {
            return Err(format!("written, with bounds of {:?}", check.bounds));
        }
        let small = Model::build(&read.program, test, check);
        let small = small.map_err(|why| format!("the written slice has no model: {why:#?}"))?;
        let small = bounded(&small);
        let answer = answer(&engine(), &small);
        let differs = match options.reconnection {
            Reconnection::Conventional => difference(&small, *length, answer.outcome),
            Reconnection::Amorphous => loss(*length, &answer.outcome),
        };
        if let Some(how) = differs {
            return Err(format!("written, {how}"));
        }
    }
    // Bridges that one check needs loosen the bounds of the others, so that these may need less.
    if options.reconnection == Reconnection::Amorphous && checks.len() > 1 {
        return Ok(());
    }
    let again = written::slice(&read, test, &checks, options);
    if again != files {
        return Err(format!(
            "slicing it again changes\n{}",
            changed(&files, &again)
        ));
    }
    Ok(())
}

/// Something that is said of a slice and not of its original.
fn finding(original: &Analysis, slice: &Analysis) -> Option<String> {
    let found = written::new_findings(original, slice);
    (slice.has_errors() || !found.is_empty()).then(|| found.join("\n"))
}

/// The lines that are in some files only, as a patch would show them.
fn changed(files: &[SlicedFile], again: &[SlicedFile]) -> String {
    fn lines(files: &[SlicedFile]) -> Vec<&str> {
        files.iter().flat_map(|file| file.text.lines()).collect()
    }
    let (before, after) = (lines(files), lines(again));
    let lost = before.iter().filter(|line| !after.contains(line));
    let new = after.iter().filter(|line| !before.contains(line));
    let lost = lost.map(|line| format!("-{line}"));
    let new = new.map(|line| format!("+{line}"));
    let changed: Vec<String> = lost.chain(new).collect();
    changed.join("\n")
}

/// How much of the texts of a project is in the texts of a slice.
fn share_of_text(analysis: &Analysis, files: &[SlicedFile]) -> f64 {
    let sources = analysis.sources.iter();
    let all: usize = sources.map(|(_, file)| file.text().len()).sum();
    let left: usize = files.iter().map(|file| file.text.len()).sum();
    ratio(left, all)
}

fn ratio(part: usize, whole: usize) -> f64 {
    let number = |size: usize| u32::try_from(size).map_or(f64::NAN, f64::from);
    number(part) / number(whole).max(1.0)
}

/// How much of the fields and events of a model is kept.
fn share(model: &Model<'_>, parts: &Parts) -> f64 {
    let size = |parts: &Parts| {
        let sizes = parts.sizes(model);
        u32::try_from(sizes.fields + sizes.events).map_or(f64::NAN, f64::from)
    };
    size(parts) / size(&Parts::whole(model)).max(1.0)
}

/// What a slice that may do more than the original does not do: reach the goal in as many steps, or fewer.
fn loss(original: Option<usize>, outcome: &Outcome) -> Option<String> {
    let steps = original?;
    match outcome {
        Outcome::Reachable(run) if run.steps.len() <= steps => None,
        Outcome::Reachable(run) => Some(format!("{} steps instead of {steps}", run.steps.len())),
        Outcome::Unreachable(_) => Some(format!("nothing instead of {steps}")),
        Outcome::Unknown(Reason::Stopped { .. }) => None,
        Outcome::Unknown(reason) => Some(format!("unknown, {reason:?}")),
    }
}

fn difference(model: &Model<'_>, original: Option<usize>, outcome: Outcome) -> Option<String> {
    match outcome {
        Outcome::Unknown(Reason::Disagreement { objection, .. }) => Some(objection),
        Outcome::Unknown(Reason::Stopped { .. }) => None,
        Outcome::Unknown(reason) => Some(format!("unknown, {reason:?}")),
        Outcome::Unreachable(_) => original.map(|steps| format!("nothing instead of {steps}")),
        Outcome::Reachable(run) => {
            let steps = run.steps.len();
            if let Some(why) = objection(model, &run) {
                return Some(format!("a run that is none: {why}"));
            }
            let expected = original.map_or("none".to_owned(), |steps| steps.to_string());
            (original != Some(steps)).then(|| format!("{steps} steps instead of {expected}"))
        }
    }
}
