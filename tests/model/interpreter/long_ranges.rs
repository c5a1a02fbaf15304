//! Ranges that are too long to be counted through: no answer, rather than a wrong one.

use fretsaw::interpreter::Possible;
use fretsaw::interpreter::explore::{Unfinished, shortest_run, successors};
use fretsaw::interpreter::refusal::Reason;
use fretsaw::model::NoDomain;
use fretsaw::model::State;

use super::world::{World, occurrence, take};

/// Between two Reals there is always a third, so such a range is too long however short it is.
const GAUGES: &str = "
specification Gauge {
    fields { id: Integer @key level: Integer marks: set[Integer] }
    events { guarded[] defined[] marked[] chosen[] refused[] reached[] decided[] }
    lifeCycle { initial on -> on: guarded, defined, marked, chosen, refused, reached, decided }
}

event guarded() { preconditions { forall x : {0.0 .. 1.0} | x < 2.0; } }
event defined() {
    postconditions { new this.level == ((forall x : {0.0 .. 1.0} | x < 2.0) ? 1 : 2); }
}
event marked() { postconditions { new this.marks == {1 .. 3000000}; } }
event chosen(level: Integer) {
    preconditions { level in {1, 2}; |{x : {0.0 .. 1.0} | x < 2.0}| > level; }
}
event refused() { sync { not Gauge[2].guarded(); } }
event reached() { sync { Gauge[|{0.0 .. 1.0}|].guarded(); } }
event decided() { preconditions { (this.level == 1) || (forall x : {0.0 .. 1.0} | x < 2.0); } }
";

const TWO: &str = "
state two {
    Gauge with id == 1 and level == 1 and marks == {1};
    Gauge with id == 2 and level == 2 and marks == {1};
}
state endless { Gauge with exists x : {0.0 .. 1.0} | x == level; }
check two reachable from two in max 0 steps;
check endless reachable from two in max 0 steps;
";

const TOO_LONG: &str = "a range, which is too long to be counted through";

fn two(world: &World) -> State {
    super::world::start(&world.model(0))
}

#[test]
fn events_that_take_one_are_undecided() {
    let world = World::new(GAUGES, TWO);
    let model = world.model(0);
    let what = TOO_LONG.to_owned();
    let undecided = Reason::Undecided { what };
    for event in ["guarded", "defined", "marked", "refused", "reached"] {
        let reason = take(&model, &two(&world), 0, event, &[]).expect_err("it takes for ever");
        assert_eq!(reason, undecided, "{event}");
        let first = occurrence(&model, 0, event, &[]);
        let possible = model.interpreter().is_possible(&two(&world), first);
        let what = TOO_LONG.to_owned();
        assert_eq!(possible, Possible::Undecided { what }, "{event}");
    }
    let reason = take(&model, &two(&world), 0, "chosen", &[1]).expect_err("it takes for ever");
    assert_eq!(reason, undecided);
}

#[test]
fn what_is_known_without_counting_is_decided() {
    let world = World::new(GAUGES, TWO);
    let model = world.model(0);
    assert!(take(&model, &two(&world), 0, "decided", &[]).is_ok());
    assert!(take(&model, &two(&world), 1, "decided", &[]).is_err());
}

#[test]
fn searches_that_meet_one_have_no_answer() {
    let world = World::new(GAUGES, TWO);
    let what = TOO_LONG.to_owned();
    let missing = NoDomain { what };
    assert_eq!(
        successors(&world.model(0), &two(&world)).expect_err("undecided"),
        missing
    );
    let model = world.model(1);
    assert_eq!(model.decide_goal(&two(&world)), Err(missing.clone()));
    assert_eq!(model.decide_start(&two(&world)), Ok(true));
    let unfinished = shortest_run(&model, 100).expect_err("undecided");
    assert_eq!(unfinished, Unfinished::NoDomain(missing));
}
