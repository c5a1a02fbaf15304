//! The programs in `examples/`: they do what they say. They are compiled into this test rather than started.

#[path = "../../examples/check.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "as a program it has a `main` and no one to hide from"
)]
mod check;
#[path = "../../examples/custom_engine.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "as a program it has a `main` and no one to hide from"
)]
mod custom_engine;
#[path = "../../examples/explore.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "as a program it has a `main` and no one to hide from"
)]
mod explore;
#[path = "../../examples/slice.rs"]
#[allow(
    dead_code,
    unreachable_pub,
    reason = "as a program it has a `main` and no one to hide from"
)]
mod slice;

use std::path::PathBuf;

fn test_module() -> PathBuf {
    PathBuf::from("testmodules/bank/NegativeBalance.tebl")
}

#[test]
fn checks_are_answered() {
    let told = check::told(test_module()).unwrap();
    assert!(told.starts_with("passed: negativeBalance"), "{told}");
    assert!(told.contains("step 1"), "{told}");
    assert!(told.ends_with("2 of 2 passed\n"), "{told}");
}

#[test]
fn mistakes_are_told() {
    let told = check::told(PathBuf::from("nowhere.tebl")).unwrap();
    assert!(told.starts_with("error["), "{told}");
}

/// What an engine that looks at runs of so few steps says of the test module.
fn glanced(steps: u64) -> String {
    custom_engine::told(test_module(), custom_engine::Glance { steps }).unwrap()
}

#[test]
fn an_engine_of_ones_own_answers_checks() {
    let told = glanced(5);
    assert!(
        told.contains("is reachable in 5 steps, as expected (glance"),
        "{told}"
    );
    assert!(
        told.contains("is unreachable in at most 4 steps, as expected (glance"),
        "{told}"
    );
}

#[test]
fn an_engine_of_ones_own_says_what_it_does_not_know() {
    let told = glanced(4);
    assert!(told.starts_with("undecided: negativeBalance"), "{told}");
    assert!(
        told.contains("no run of 4 steps or fewer reaches it (glance"),
        "{told}"
    );
    assert!(
        told.contains("is unreachable in at most 4 steps, as expected (glance"),
        "{told}"
    );
    assert!(!glanced(3).contains("expected"), "{told}");
}

#[test]
fn slices_are_printed() {
    let told = slice::told(test_module()).unwrap();
    assert!(told.starts_with("// bank/NegativeBalance.tebl\n"), "{told}");
    assert!(told.contains("specification Account"), "{told}");
}

#[test]
fn states_are_explored_as_long_as_they_are_wanted() {
    let peterson = PathBuf::from("testmodules/peterson/Exclusion.tebl");
    let mut n_heard = 0;
    let all = explore::explored(peterson.clone(), &mut |_| {
        n_heard += 1;
        false
    });
    assert!(all.unwrap().states > 10);
    assert!(n_heard > 0);
    let stopped = explore::explored(peterson, &mut |_| true).unwrap();
    assert!(stopped.states <= 10, "{}", stopped.states);
}
