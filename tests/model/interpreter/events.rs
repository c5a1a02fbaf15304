//! Which events happen, what they lead to, and why others do not happen.

use fretsaw::interpreter::refusal::Reason;

use super::world::{World, occurrence, outcomes, start, take};

const COUNTERS: &str = "
specification Counter {
    fields { id: Integer @key level: Integer other: Integer }
    events {
        set[] free[] below[] between[] root[] sum[] either[] ifPositive[] chosen[] key[] foreign[] never[]
        both[] twice[] chain[] internal bump[] refuse[] refuseMissing[] fork[] self[]
    }
    lifeCycle {
        initial off -> on: set
        on -> on: set, free, below, between, root, sum, either, ifPositive, chosen, key, foreign, never,
            both, twice, chain, bump, refuse, refuseMissing, self
           -> left: fork
           -> right: fork
        final left
        final right
    }
}

event set(value: Integer) { postconditions { new this.level == value; } }
event free() { postconditions { new this.level >= this.level; } }
event below() { postconditions { new this.level >= 0 && new this.level < this.level; } }
event between() { postconditions { new this.level in {1 .. 3}; new this.level != 2; } }
event root(square: Integer) { postconditions { new this.level * new this.level == square; } }
event sum(total: Integer) {
    postconditions {
        new this.level + new this.other == total;
        new this.level - new this.other == 2;
        new this.level in {0 .. 5};
    }
}
event either() { postconditions { (this.level > 100) || (new this.level == this.level + 1); } }
event ifPositive() {
    postconditions {
        (this.level > 0) -> (new this.level == 1);
        (this.level <= 0) -> (new this.level == -1);
    }
}
event chosen() { postconditions { new this.level == ((this.level / 0 == 1) ? 1 : 2); } }
event key() { preconditions { this.id == 1; } }
event foreign() { postconditions { new this.level == new Counter[2].level + 1; } }
event never() { postconditions { new this.level == 1; new this.level == 2; } }
event fork() {}
event self() { sync { not Counter[this.id].set(1); } }

event both() { sync { Counter[2].bump(1); Counter[3].bump(2); } }
event twice() { sync { Counter[2].bump(1); Counter[2].bump(1); } }
event bump(by: Integer) {
    preconditions { by > 0; }
    postconditions { new this.level == this.level + by; }
}
event chain(key: Integer) { sync { Counter[key].both(); } }
event refuse(key: Integer, by: Integer) { sync { not Counter[key].bump(by); } }
event refuseMissing(key: Integer) { sync { not Counter[key].bump(1 / this.other); } }
";

const THREE: &str = "
state three {
    on Counter with id == 1 and level == 2 and other == 0;
    on Counter with id == 2 and level == 20 and other == 0;
    uninitialized Counter with id == 3 and level == 30 and other == 0;
}
check three reachable from three in max 0 steps;
";

fn check_outcomes(cases: &[(usize, &str, &[i64], &[&str])]) {
    let world = World::new(COUNTERS, THREE);
    let model = world.model(0);
    let state = start(&model);
    for (instance, event, arguments, expected) in cases {
        let found = outcomes(&model, &state, *instance, event, arguments);
        assert_eq!(found, *expected, "{event} {arguments:?}");
    }
}

#[test]
fn postconditions_are_relations() {
    let rest = "; on 20 0; off 30 0";
    let with = |own: &str| format!("{own}{rest}");
    let lines = [
        with("on 5 0"),
        with("on 0 0"),
        with("on 1 0"),
        with("on 3 0"),
        with("on -3 0"),
        with("on 4 2"),
        with("left 2 0"),
        with("right 2 0"),
    ];
    let [five, zero, one, three, minus_three, four_two, left, right] =
        lines.each_ref().map(String::as_str);
    check_outcomes(&[
        (0, "set", &[5], &[five]),
        (0, "below", &[], &[zero, one]),
        (0, "between", &[], &[one, three]),
        (0, "root", &[9], &[minus_three, three]),
        (0, "root", &[10], &[]),
        (0, "root", &[-1], &[]),
        (0, "sum", &[6], &[four_two]),
        (0, "sum", &[5], &[]),
        (0, "either", &[], &[three]),
        (0, "ifPositive", &[], &[one]),
        (0, "chosen", &[], &[]),
        (0, "never", &[], &[]),
        (0, "fork", &[], &[left, right]),
        (0, "foreign", &[], &["on 21 0; on 20 0; off 30 0"]),
    ]);
}

#[test]
fn an_unconfined_next_value_is_undecided() {
    let world = World::new(COUNTERS, THREE);
    let model = world.model(0);
    let reason = take(&model, &start(&model), 0, "free", &[]).expect_err("no finite set");
    let what = "a next value of Counter.level".to_owned();
    assert_eq!(reason, Reason::Undecided { what });
}

#[test]
fn syncs_move_partners_in_the_same_step() {
    let world = World::new(COUNTERS, &THREE.replace("uninitialized", "on"));
    let model = world.model(0);
    let state = start(&model);
    let taken = take(&model, &state, 0, "both", &[]).expect("it happens");
    assert_eq!(taken.0.occurrences.len(), 3);
    assert_eq!(taken.0.callers, [None, Some(0), Some(0)]);
    let next = outcomes(&model, &state, 0, "both", &[]);
    assert_eq!(next, ["on 2 0; on 21 0; on 32 0"]);
    // The second instance would have to take `both` and `bump` at once.
    let reason = take(&model, &state, 0, "chain", &[2]).expect_err("a second event");
    assert!(matches!(reason, Reason::SecondEvent { .. }), "{reason:?}");
}

#[test]
fn refusals_say_why() {
    let world = World::new(COUNTERS, THREE);
    let model = world.model(0);
    let state = start(&model);
    let why = |instance, event, arguments: &[i64]| {
        take(&model, &state, instance, event, arguments).expect_err(event)
    };
    assert!(matches!(why(2, "free", &[]), Reason::LifeCycle { .. }));
    assert!(matches!(why(0, "both", &[]), Reason::LifeCycle { .. }));
    assert!(matches!(why(0, "twice", &[]), Reason::SecondEvent { .. }));
    assert!(matches!(why(0, "chain", &[9]), Reason::NoPartner { .. }));
    assert!(matches!(why(0, "root", &[10]), Reason::NoNextValues));
    let Reason::Condition {
        undefined, parts, ..
    } = why(1, "key", &[])
    else {
        panic!("the key is another one");
    };
    assert!(!undefined);
    let values: Vec<_> = parts.iter().map(|(_, value)| value.clone()).collect();
    assert_eq!(
        values,
        [
            Some(super::world::integer(2)),
            Some(super::world::integer(1))
        ]
    );
}

#[test]
fn a_negated_sync_holds_where_the_partner_is_there_and_cannot() {
    let world = World::new(COUNTERS, THREE);
    let model = world.model(0);
    let state = start(&model);
    let why = |event, arguments: &[i64]| take(&model, &state, 0, event, arguments).err();
    // Its precondition fails; its life cycle does not offer the event.
    assert_eq!(why("refuse", &[2, 0]), None);
    assert_eq!(why("refuse", &[3, 1]), None);
    assert!(matches!(
        why("refuse", &[2, 1]),
        Some(Reason::PartnerCould { .. })
    ));
    // There is no such instance: the statement is undefined, and does not hold.
    assert!(matches!(
        why("refuse", &[9, 1]),
        Some(Reason::NoPartner { .. })
    ));
    assert!(matches!(
        why("refuseMissing", &[2]),
        Some(Reason::UndefinedArgument { .. })
    ));
    assert!(matches!(
        why("self", &[]),
        Some(Reason::PartnerCould { .. })
    ));
    let next = outcomes(&model, &state, 0, "refuse", &[2, 0]);
    assert_eq!(next, ["on 2 0; on 20 0; off 30 0"]);
}

#[test]
fn a_step_changes_nothing_else_and_time_never_goes_back() {
    let world = World::new(COUNTERS, THREE);
    let model = world.model(0);
    let state = start(&model);
    let first = || occurrence(&model, 0, "set", &[5]);
    let (_, states) = take(&model, &state, 0, "set", &[5]).expect("it happens");
    let refused = |change: &dyn Fn(&mut fretsaw::model::State)| {
        let mut next = states[0].clone();
        change(&mut next);
        let checked = model.interpreter().check(&state, first(), &next);
        checked.map_err(|refusal| refusal.reason).err()
    };
    assert_eq!(refused(&|_| {}), None);
    let later = |seconds: i64| fretsaw::model::Value::DateTime(seconds.into());
    assert_eq!(refused(&|next| next.now = later(60)), None);
    let is_change = |reason| matches!(reason, Some(Reason::Changed { .. }));
    assert!(is_change(refused(&|next| next.now = later(-60))));
    let field = |instance: u32, index: usize| {
        refused(&|next: &mut fretsaw::model::State| {
            next.instance_mut(fretsaw::model::InstanceId(instance))
                .fields[index] = super::world::integer(99);
        })
    };
    assert!(
        is_change(field(0, 2)),
        "a field that `set` does not mention"
    );
    assert!(is_change(field(0, 0)), "the key");
    assert!(is_change(field(1, 1)), "an instance without an event");
    assert!(matches!(field(0, 1), Some(Reason::Condition { .. })));
}
