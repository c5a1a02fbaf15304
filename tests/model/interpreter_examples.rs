//! The shipped checks, answered by breadth-first search with the interpreter wherever that is possible.
//!
//! One snapshot lists every check with its answer, or with the reason why a plain search cannot give one. The other
//! lists checks whose parameters are infinite, answered for a few values of them. No answer may contradict what the
//! check expects, and every run that is found is replayed.

use fretsaw::disk::Disk;
use fretsaw::interpreter::explore::{Unfinished, shortest_run};
use fretsaw::model::Model;
use fretsaw::model::Value;
use fretsaw::semantics::specification::{EventId, ParamId, SpecId};
use fretsaw::semantics::test_module::{Check, Property};
use fretsaw::semantics::types::Type;
use fretsaw::semantics::{Analysis, analyse};

use crate::support::files;
use crate::support::runs::replay;

/// So many states are looked at before a search is given up.
const MOST_STATES: usize = 4_000;

fn analyse_examples() -> Analysis {
    let folders = ["rebel-examples", "testmodules"].map(|folder| files::project().join(folder));
    analyse(&Disk, &folders, &[])
}

/// A test module, and amounts (in euro cents) and whole numbers to try for parameters that have no domain. Percentages
/// are always tried with the same two, one of which takes more than everything.
type FewValues = (&'static str, &'static [i64], &'static [i64]);

const FEW_VALUES: &[FewValues] = &[
    ("bank.Invariants", &[4_999, 5_000], &[]),
    ("bank.NegativeBalance", &[5_000], &[]),
    ("collections.Maps", &[200], &[]),
    ("conditionals.Overdraft", &[0, 15_000, 49_900], &[]),
    ("domains.Notes", &[2_000, 6_000], &[1]),
    ("foreignreads.Limits", &[10_000, 20_000, 30_000], &[]),
    ("internalevents.Books", &[1_000], &[]),
    ("invariants.Held", &[4_000, 8_000], &[]),
    ("mixedmodule.Overfull", &[], &[1, 2]),
    ("modifiers.Authorisation", &[500], &[]),
    ("quantifiers.Auction", &[500, 1_000], &[]),
    ("quantifiers.Lottery", &[], &[3, 4, 5, 7, 9]),
    ("relational.Solutions", &[], &[0, 60, 3661]),
    ("syncchain.Chain", &[3_000, 4_000], &[]),
];

/// Restricts the parameters of some types that have no domain.
fn restrict(model: &mut Model<'_>, (_, cents, numbers): FewValues) {
    let money = |cents: &i64| Value::Money("EUR".into(), (*cents).into());
    let amounts: Vec<Value> = cents.iter().map(money).collect();
    let numbers: Vec<Value> = numbers
        .iter()
        .map(|n| Value::Integer((*n).into()))
        .collect();
    let percentages = [-101, 10].map(|percents| Value::Percentage(percents.into()));
    let percentages = percentages.to_vec();
    for (spec_index, spec) in model.program.specifications.iter().enumerate() {
        for (event_index, event) in spec.events.iter().enumerate() {
            for (index, param) in event.params.iter().enumerate() {
                let values = match param.ty {
                    Type::Money => &amounts,
                    Type::Integer => &numbers,
                    Type::Percentage => &percentages,
                    _ => continue,
                };
                let (spec, event) = (SpecId::at(spec_index), EventId::at(event_index));
                let id = ParamId::at(index);
                let given = model.domains.of_param(spec, event, id, &param.ty);
                if given.is_none() && !values.is_empty() {
                    model.domains.params.push((spec, event, id, values.clone()));
                }
            }
        }
    }
}

/// The answer to a check, and whether it is the expected one.
fn answer(model: &Model<'_>) -> (String, bool) {
    let expected = expects_run(model.check);
    match shortest_run(model, MOST_STATES) {
        Err(Unfinished::NoDomain(missing)) => (format!("no finite domain: {}", missing.what), true),
        Err(Unfinished::TooManyStates | Unfinished::TooManyBytes) => {
            ("too many states".to_owned(), true)
        }
        Err(Unfinished::Stopped) => ("stopped".to_owned(), true),
        Err(Unfinished::AboutRuns) => ("about runs".to_owned(), true),
        Ok(None) => ("unreachable".to_owned(), !expected),
        Ok(Some(run)) => {
            replay(model, &run);
            let length = run.steps.len();
            let plural = if length == 1 { "" } else { "s" };
            (format!("reachable in {length} step{plural}"), expected)
        }
    }
}

/// Whether a check expects that a run is found.
fn expects_run(check: &Check) -> bool {
    match check.property {
        Property::Reachable { expected, .. } => expected,
        Property::InvariantsHold => false,
    }
}

/// The checks of some test modules with their answers; and those whose answer is not the expected one.
fn listing(analysis: &Analysis, few: Option<FewValues>) -> (String, Vec<String>) {
    let (mut listing, mut wrong) = (String::new(), Vec::new());
    let tests = analysis.program.tests.iter();
    for test in tests.filter(|test| few.is_none_or(|few| few.0 == test.name)) {
        listing.push_str(&test.name);
        listing.push('\n');
        for check in &test.checks {
            let text = analysis.sources.file(check.span.file).text();
            let (answer, expected) = match Model::about_states(&analysis.program, test, check) {
                Err(error) => (
                    format!("not built: {}", error.diagnostics()[0].message),
                    true,
                ),
                Ok(mut model) => {
                    if let Some(few) = few {
                        restrict(&mut model, few);
                    }
                    answer(&model)
                }
            };
            let line = format!("  {}\n    {answer}\n", &text[check.span.range()]);
            listing.push_str(&line);
            if !expected {
                wrong.push(line);
            }
        }
    }
    (listing, wrong)
}

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn shipped_checks_are_answered_as_they_expect() {
    let analysis = analyse_examples();
    assert!(!analysis.has_errors());
    let (listing, wrong) = listing(&analysis, None);
    assert!(wrong.is_empty(), "{}", wrong.join(""));
    snapshot("interpreter_examples", &listing);
}

#[test]
fn infinite_checks_are_answered_as_they_expect_for_a_few_values() {
    let analysis = analyse_examples();
    let (mut all, mut wrong) = (String::new(), Vec::new());
    for few in FEW_VALUES {
        let (listing, contradicted) = listing(&analysis, Some(*few));
        all.push_str(&listing);
        wrong.extend(contradicted);
    }
    assert!(wrong.is_empty(), "{}", wrong.join(""));
    snapshot("interpreter_examples_few_values", &all);
}
