//! No run is shown that is none: engines that lie, in every way there is, are found out.

use std::sync::atomic::AtomicBool;

use fretsaw::checking::checker::Checker;
use fretsaw::disk::Disk;
use fretsaw::engines::statistics::Statistics;
use fretsaw::engines::{Control, Progress};
use fretsaw::interpreter::begin::{Wishes, begin};
use fretsaw::interpreter::explore::shortest_run;
use fretsaw::interpreter::replay::{Objection, replay};
use fretsaw::model::run::{Occurrence, Step};
use fretsaw::model::state::InstanceState;
use fretsaw::model::{InstanceId, Model, State, Value};
use fretsaw::outcome::{Conclusion, Outcome, Reason, Witness};
use fretsaw::semantics::specification::{EventId, StateId};
use fretsaw::semantics::{Analysis, analyse};
use fretsaw::trace::replay::confirmed;

use crate::support::files;

/// Claims that a run leads to the goal, whatever the model.
struct Claim(Witness);

impl Checker for Claim {
    fn name(&self) -> &'static str {
        "claim"
    }

    fn check(&self, _: &Model<'_>, control: &Control<'_>) -> Conclusion {
        (control.progress)(Progress::Explaining);
        Conclusion {
            engine: "liar",
            outcome: Outcome::Reachable(self.0.clone()),
            notes: Vec::new(),
            statistics: Statistics::default(),
        }
    }
}

/// A lift that goes to the second floor in exactly three steps, of which it keeps a log.
fn lift() -> Analysis {
    let path = files::project().join("tests/cli/fixtures/check/Answers.tebl");
    let analysis = analyse(&Disk, &[path], &[]);
    assert!(!analysis.has_errors());
    analysis
}

fn model(analysis: &Analysis, check: usize) -> Model<'_> {
    let test = &analysis.program.tests[0];
    Model::build(&analysis.program, test, &test.checks[check]).expect("a model")
}

fn honest(model: &Model<'_>) -> Witness {
    shortest_run(model, 1000)
        .expect("an answer")
        .expect("a run")
}

/// What is objected to an honest run that was changed.
fn objection(change: impl FnOnce(&mut Witness)) -> Objection {
    let analysis = lift();
    let model = model(&analysis, 0);
    let mut witness = honest(&model);
    change(&mut witness);
    assert_is_a_defect(&model, &witness);
    replay(&model, &witness).expect_err("a lie")
}

/// Through the layer that every answer passes, a lie becomes unknown, with what is needed to mend the engine.
fn assert_is_a_defect(model: &Model<'_>, witness: &Witness) {
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    let answer = confirmed(model, Claim(witness.clone()).check(model, &control));
    let Outcome::Unknown(Reason::Disagreement { objection, problem }) = answer.outcome else {
        panic!("{:?}", answer.outcome);
    };
    assert!(!objection.is_empty());
    assert!(problem.lines().all(|line| line.starts_with("; ")));
    assert!(problem.contains("Run {"), "{problem}");
}

#[test]
fn the_truth_is_confirmed() {
    let analysis = lift();
    for check in [0, 1] {
        let model = model(&analysis, check);
        let witness = honest(&model);
        assert_eq!(replay(&model, &witness), Ok(()));
        let stop = AtomicBool::new(false);
        let control = Control::stopped_by(&stop);
        let answer = confirmed(&model, Claim(witness).check(&model, &control));
        assert!(matches!(answer.outcome, Outcome::Reachable(_)));
    }
}

#[test]
fn runs_that_are_too_long_or_too_short_are_found_out() {
    let analysis = lift();
    let witness = honest(&model(&analysis, 0));
    let (exactly_three, at_most_two) = (model(&analysis, 1), model(&analysis, 2));
    assert_eq!(replay(&at_most_two, &witness), Err(Objection::Length(3)));
    let nothing = Witness::new(witness.steps[2].1.clone(), Vec::new());
    assert_eq!(replay(&exactly_three, &nothing), Err(Objection::Length(0)));
}

#[test]
fn another_start_is_found_out() {
    let moved = |witness: &mut Witness| {
        witness.start.instance_mut(InstanceId(0)).life_cycle = StateId(1);
    };
    assert_eq!(objection(moved), Objection::NoStart);
    let renamed = |witness: &mut Witness| {
        witness.start.instance_mut(InstanceId(0)).fields[0] = Value::Integer(7.into());
    };
    assert_eq!(objection(renamed), Objection::NoStart);
}

#[test]
fn states_of_other_models_are_found_out() {
    let first_only = |state: &State| -> Vec<InstanceState> {
        state
            .instances()
            .take(1)
            .map(|(_, it)| it.clone())
            .collect()
    };
    let lost = |witness: &mut Witness| {
        let state = &mut witness.steps[1].1;
        *state = State::new(state.now.clone(), first_only(state));
    };
    assert_eq!(objection(lost), Objection::Misshapen(2));
    let without_field = |witness: &mut Witness| {
        witness.start.instance_mut(InstanceId(1)).fields.pop();
    };
    assert_eq!(objection(without_field), Objection::Misshapen(0));
    let beyond_life_cycle = |witness: &mut Witness| {
        witness.steps[2].1.instance_mut(InstanceId(0)).life_cycle = StateId(9);
    };
    assert_eq!(objection(beyond_life_cycle), Objection::Misshapen(3));
}

#[test]
fn steps_without_an_event_are_found_out() {
    let empty = |witness: &mut Witness| {
        witness.steps[0].0 = Step {
            occurrences: Vec::new(),
            callers: Vec::new(),
        };
    };
    assert_eq!(objection(empty), Objection::NoEvent(1));
    let nobody = |witness: &mut Witness| {
        witness.steps[0].0.occurrences[0].instance = InstanceId(99);
    };
    assert_eq!(objection(nobody), Objection::NoEvent(1));
    let unheard_of = |witness: &mut Witness| {
        witness.steps[1].0.occurrences[0].event = EventId(99);
    };
    assert_eq!(objection(unheard_of), Objection::NoEvent(2));
}

#[test]
fn events_that_only_happen_as_partners_are_found_out() {
    let alone = |witness: &mut Witness| {
        witness.steps[0].0 = Step {
            occurrences: vec![Occurrence {
                instance: InstanceId(1),
                event: EventId(0),
                arguments: vec![Value::Integer(0.into())],
            }],
            callers: vec![None],
        };
    };
    assert_eq!(objection(alone), Objection::NoTrigger(1));
}

#[test]
fn impossible_steps_are_found_out() {
    let is_refused = |objection: &Objection, number: usize| matches!(objection, Objection::Refused(at, _) if *at == number);
    let wrong_value = objection(|witness| {
        witness.steps[1].1.instance_mut(InstanceId(0)).fields[1] = Value::Integer(7.into());
    });
    assert!(is_refused(&wrong_value, 2), "{wrong_value}");
    let wrong_type = objection(|witness| {
        witness.steps[1].1.instance_mut(InstanceId(0)).fields[1] = Value::Boolean(true);
    });
    assert!(is_refused(&wrong_type, 2), "{wrong_type}");
    let wrong_state = objection(|witness| {
        witness.steps[0].1.instance_mut(InstanceId(0)).life_cycle = StateId(0);
    });
    assert!(is_refused(&wrong_state, 1), "{wrong_state}");
    let changed_bystander = objection(|witness| {
        witness.steps[0].1.instance_mut(InstanceId(1)).life_cycle = StateId(1);
    });
    assert!(is_refused(&changed_bystander, 1), "{changed_bystander}");
    let missing_argument = objection(|witness| {
        witness.steps[0].0.occurrences[0].event = EventId(1);
    });
    assert!(is_refused(&missing_argument, 1), "{missing_argument}");
    let time_goes_back = objection(|witness| {
        witness.start.now = Value::DateTime(9.into());
        for (_, state) in &mut witness.steps {
            state.now = Value::DateTime(5.into());
        }
    });
    assert!(is_refused(&time_goes_back, 1), "{time_goes_back}");
}

#[test]
fn partners_that_are_kept_quiet_are_found_out() {
    let alone = |witness: &mut Witness| {
        let step = &mut witness.steps[1].0;
        step.occurrences.truncate(1);
        step.callers.truncate(1);
    };
    assert_eq!(objection(alone), Objection::OtherStep(2));
    let other_argument = |witness: &mut Witness| {
        witness.steps[1].0.occurrences[1].arguments = vec![Value::Integer(5.into())];
    };
    assert_eq!(objection(other_argument), Objection::OtherStep(2));
    let nobody_called = |witness: &mut Witness| witness.steps[1].0.callers[1] = None;
    assert_eq!(objection(nobody_called), Objection::OtherStep(2));
}

#[test]
fn runs_that_end_elsewhere_are_found_out() {
    let cut = |witness: &mut Witness| {
        witness.steps.pop();
    };
    assert_eq!(objection(cut), Objection::NoGoal);
}

/// A goal that nobody can look at: between two Reals there is always a third.
const ENDLESS: &str = "module Endless
import check.Lift
state ground { moving Lift with floor == 0; }
state between { moving Lift with exists x : {0.0 .. 1.0} | x == floor; }
check between reachable from ground in max 1 step;
";

/// That a run cannot be followed is no lie.
#[test]
fn runs_that_nobody_can_follow_are_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Endless.tebl");
    std::fs::write(&path, ENDLESS).unwrap();
    let root = files::project().join("tests/cli/fixtures");
    let analysis = analyse(&Disk, &[path], &[root]);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    let model = model(&analysis, 0);
    let start = begin(&model, &Wishes::default()).expect("a start");
    let steps = Vec::new();
    let claim = Claim(Witness::new(start, steps));
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    let answer = confirmed(&model, claim.check(&model, &control));
    let Outcome::Unknown(Reason::NoDomain { what }) = answer.outcome else {
        panic!("{:?}", answer.outcome);
    };
    assert_eq!(what, "a range, which is too long to be counted through");
}
