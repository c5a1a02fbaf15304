//! Little specifications on which the published dependences are too few, and the machines of some figures.

use fretsaw::model::Model;
use fretsaw::semantics::Analysis;

use crate::support::projects::{Ask, Module, analyse_project};

/// Something happens once.
const GOING: &str = "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }";

/// Something happens once, to something with a field.
const GOING_WITH_X: &str = "specification Aa { fields { id: Integer @key x: Integer } events { go[] } lifeCycle { initial start -> done: go final done } }";

/// Nothing to do with the other one.
const RESTING: &str = "specification Bb { fields { id: Integer @key } events { rest[] } lifeCycle { initial still -> asleep: rest final asleep } }
            event rest() { }";

/// Nothing to do with the other one either.
const ALWAYS_RESTING: &str = "specification Bb { fields { id: Integer @key } events { rest[] } lifeCycle { initial still -> still: rest } }
            event rest() { }";

/// A switch.
const SWITCH: &str = "specification Bb { fields { id: Integer @key } events { switch[] } lifeCycle { initial off -> on: switch final on } }
            event switch() { }";

/// Takes a value, if it is given one.
const INTERNAL_STORE: &str = "specification Bb { fields { id: Integer @key v: Integer } events { internal put[] } lifeCycle { initial still -> still: put } }
            event put(v: Integer) { postconditions { new this.v == v; } }";

/// What a slice by the seven published dependences alone says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Published {
    /// The same.
    Right,
    /// A run of so many steps, or none.
    Says(Option<usize>),
}

/// A pair of little specifications and a check.
pub(crate) struct Case {
    pub(crate) name: &'static str,
    /// `Aa` and perhaps `Bb`.
    pub(crate) specs: &'static [&'static str],
    pub(crate) test: &'static str,
    /// The length of a shortest run.
    pub(crate) truth: Option<usize>,
    pub(crate) published: Published,
}

/// Where the dependences that were published are too few, and where it only looks so.
pub(crate) const CASES: [Case; 15] = [
    Case {
        name: "1: a sync can disable its event",
        specs: &[GOING, "event go() { sync { Bb[1].never(); } }
            specification Bb { fields { id: Integer @key } events { never[] } lifeCycle { initial still -> still: never } }
            event never() { preconditions { 1 == 2; } }"],
        test: "state goal { done Aa; Bb; } check goal unreachable in max 3 steps;",
        truth: None,
        published: Published::Says(Some(1)),
    },
    Case {
        name: "3: the life-cycle state is data",
        specs: &[GOING, "event go() { preconditions { Bb[1] instate on; } }", SWITCH],
        test: "state begin { start Aa; off Bb; } state goal { done Aa; } check goal reachable from begin in max 3 steps;",
        truth: Some(2),
        published: Published::Says(None),
    },
    Case {
        name: "3: a life cycle may leave the state that is tested",
        specs: &[GOING, "event go() { preconditions { not (Bb[1] instate off); } }", SWITCH],
        test: "state begin { start Aa; off Bb; } state goal { done Aa; } check goal reachable from begin in max 3 steps;",
        truth: Some(2),
        published: Published::Says(None),
    },
    Case {
        name: "3: fields of others are data",
        specs: &[GOING, "event go() { preconditions { Bb[1].count == 2; } }
            specification Bb { fields { id: Integer @key count: Integer } events { raise[] } lifeCycle { initial still -> still: raise } }
            event raise() { postconditions { new this.count == this.count + 1; } }"],
        test: "state begin { start Aa; Bb with count == 0; } state goal { done Aa; } check goal reachable from begin in max 4 steps;",
        truth: Some(3),
        published: Published::Says(None),
    },
    Case {
        name: "4: postconditions without a solution are a guard",
        specs: &[GOING_WITH_X, "event go() { postconditions { new this.x > 3; new this.x < 3; } }", ALWAYS_RESTING],
        test: "state goal { done Aa; Bb; } check goal unreachable in max 3 steps;",
        truth: None,
        published: Published::Says(Some(1)),
    },
    Case {
        name: "4: a definition that is undefined is a guard",
        specs: &["specification Aa { fields { id: Integer @key x: Integer y: Integer } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { postconditions { new this.x == 1 / this.y; } }", ALWAYS_RESTING],
        test: "state begin { start Aa with y == 0; Bb; } state goal { done Aa; } check goal unreachable from begin in max 2 steps;",
        truth: None,
        published: Published::Says(Some(1)),
    },
    Case {
        name: "5: an internal event happens only with the arguments of its callers",
        specs: &[GOING, "event go() { sync { Bb[1].put(5); } }", INTERNAL_STORE],
        test: "state begin { start Aa; Bb with v == 0; } state goal { Bb with v == 7; } check goal unreachable from begin in max 3 steps;",
        truth: None,
        published: Published::Right,
    },
    Case {
        name: "6: an instance takes one event a step",
        specs: &[GOING, "event go() { sync { Bb[1].left(); Bb[1].right(); } }
            specification Bb { fields { id: Integer @key } events { left[] right[] } lifeCycle { initial still -> still: left, right } }
            event left() { } event right() { }"],
        test: "state goal { done Aa; Bb; } check goal unreachable in max 3 steps;",
        truth: None,
        published: Published::Says(Some(1)),
    },
    Case {
        name: "7: where steps are counted from below, steps that only pass time matter",
        specs: &["specification Aa { fields { id: Integer @key } events { go[] wait[] } lifeCycle { initial start -> start: wait -> done: go final done } }
            event go() { } event wait() { }", RESTING],
        test: "state begin { start Aa; } state goal { done Aa; } check goal reachable from begin in exactly 3 steps;",
        truth: Some(3),
        published: Published::Says(None),
    },
    Case {
        name: "8: a negated sync depends on everything that enables the partner",
        specs: &[GOING, "event go() { sync { not Bb[1].open(); } }
            specification Bb { fields { id: Integer @key } events { open[] lock[] } lifeCycle { initial shut -> shut: open -> locked: lock final locked } }
            event open() { } event lock() { }"],
        test: "state begin { start Aa; shut Bb; } state goal { done Aa; } check goal reachable from begin in max 3 steps;",
        truth: Some(2),
        published: Published::Says(Some(1)),
    },
    Case {
        name: "9: a start that contradicts itself has no runs",
        specs: &[GOING_WITH_X, "event go() { }", RESTING],
        test: "state begin { start Aa with x == 1 and x == 2; } state goal { done Aa; } check goal unreachable from begin in max 3 steps;",
        truth: None,
        published: Published::Right,
    },
    Case {
        name: "10: the way back from where a kept event leads is no way from nothing to nothing",
        specs: &["specification Aa { fields { id: Integer @key x: Integer } events { leave[] back[] } lifeCycle { initial home -> away: leave away -> home: back } }
            event leave() { postconditions { new this.x == 1; } } event back() { }", RESTING],
        test: "state begin { home Aa with x == 0; still Bb; } state goal { home Aa with x == 1; } check goal reachable from begin in max 3 steps;",
        truth: Some(2),
        published: Published::Right,
    },
    Case {
        name: "steps that only pass time matter where something has to wait",
        specs: &[GOING, "event go() { preconditions { now >= 1 Feb 2020, 00:00; } }", RESTING],
        test: "state begin { now is 31 Jan 2020, 12:00; start Aa; still Bb; } state goal { done Aa; } check goal reachable from begin in max 3 steps;",
        truth: Some(2),
        published: Published::Says(None),
    },
    Case {
        name: "what one step does takes one step",
        specs: &[GOING, "event go() { sync { Bb[1].put(5); Bb[2].put(6); } }
            specification Bb { fields { id: Integer @key v: Integer } events { put[] } lifeCycle { initial still -> still: put } }
            event put(v: Integer) { postconditions { new this.v == v; } }"],
        test: "state begin { start Aa; 2 still Bb with v == 0; } state goal { Bb with v == 5; Bb with v == 6; } check goal reachable from begin in max 2 steps;",
        truth: Some(1),
        published: Published::Says(Some(2)),
    },
    Case {
        name: "an event reads everything before it changes anything",
        specs: &["specification Aa { fields { id: Integer @key x: Integer y: Integer } events { swap[] raise[] } lifeCycle { initial start -> start: swap, raise } }
            event swap() { postconditions { new this.x == this.y; new this.y == this.x; } }
            event raise() { postconditions { new this.x == this.x + 1; } }", RESTING],
        test: "state begin { start Aa with x == 0 and y == 0; } state goal { Aa with y == 2; } check goal reachable from begin in max 4 steps;",
        truth: Some(3),
        published: Published::Says(None),
    },
];

/// 2: a sync chooses its partner by a key, and needs the field that it is in.
pub(crate) const KEYS: Case = Case {
        name: "2",
        specs: &["specification Aa { fields { id: Integer @key who: Integer @ref=Bb } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { sync { Bb[this.who].put(5); } }", INTERNAL_STORE],
        test: "state begin { start Aa with who == 2; 2 still Bb with v == 0; } state goal { Bb with id == 1 and v == 5; } check goal unreachable from begin in max 2 steps;",
        truth: None,
        published: Published::Right,
    };

/// The machine of figures 9 to 11: in the slice are s1, s3, s4 and t4.
pub(crate) const FIGURE_9: Case = Case {
    name: "figure 9",
    specs: &["specification Aa {
            fields { id: Integer @key v: Integer }
            events { t1[] t2[] t3[] t4[] t5[] }
            lifeCycle { initial s1 -> s2: t1  s2 -> s3: t2 -> s4: t3  s4 -> s3: t4  final s3 -> s3: t5 }
        }
        event t1() { } event t2() { } event t3() { } event t5() { }
        event t4() { postconditions { new this.v == 1; } }"],
    test: "state begin { s1 Aa with v == 0; } state goal { s3 Aa with v == 1; } check goal reachable from begin in max 4 steps;",
    truth: Some(3),
    published: Published::Right,
};

/// Open question 8.2: one account is only to be opened, the other one to be overdrawn, and nothing refers to either by
/// its key.
pub(crate) const FIGURE_6: Case = Case {
    name: "figure 6 without transactions",
    specs: &["specification Aa {
            fields { id: Integer @key balance: Integer }
            events { open[] deposit[] withdraw[] }
            lifeCycle { initial fresh -> opened: open  opened -> opened: deposit, withdraw }
        }
        event open() { postconditions { new this.balance == 10; } }
        event deposit(amount: Integer) { preconditions { amount > 0; } postconditions { new this.balance == this.balance + amount; } }
        event withdraw(amount: Integer) { preconditions { amount > 0; amount <= 6; } postconditions { new this.balance == this.balance - amount; } }"],
    test: "state goal { opened Aa; opened Aa with balance < 0; } check goal reachable in max 5 steps;",
    truth: Some(4),
    published: Published::Right,
};

/// The texts of a case and what they mean.
pub(crate) fn analysed(case: &Case) -> Analysis {
    let spec = format!("module t.Spec\n\n{}\n", case.specs.join("\n"));
    let test = format!("module t.Test\n\nimport t.Spec\n\n{}\n", case.test);
    let modules = [Module::new("tebl", &test), Module::new("ebl", &spec)];
    let analysis = analyse_project(&modules, Ask::Files);
    let messages: Vec<_> = analysis.diagnostics.iter().map(|it| &it.message).collect();
    assert!(!analysis.has_errors(), "{}: {messages:?}", case.name);
    analysis
}

/// Shows the model of a case.
pub(crate) fn with_model(case: &Case, look: impl FnOnce(&Model<'_>)) {
    let analysis = analysed(case);
    let test = &analysis.program.tests[0];
    let model = Model::build(&analysis.program, test, &test.checks[0]);
    look(&model.expect("there is a model"));
}
