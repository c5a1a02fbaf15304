//! `fretsaw explore` that ends before everything is explored: interrupted, or out of memory.

use std::time::Duration;

use serde_json::Value;

use super::program::{Run, run};
use crate::support::schema;

const ENDLESS: &str = "explore/Endless.dve";

/// It reads everything, so nothing can be sliced away, and it holds nowhere.
const NEVER: &str = "a + b + c + d + e + f == 2000";

const WAYS: [&[&str]; 5] = [
    &["--threads", "1"],
    &["--threads", "2"],
    &["--order", "dfs"],
    &["--algorithm", "isc"],
    &["--algorithm", "lscis"],
];

/// What is asked for with one of the ways.
fn arguments<'a>(way: &[&'a str]) -> Vec<&'a str> {
    let asked = ["explore", ENDLESS, "--property", NEVER, "--format", "json"];
    [&asked, way].concat()
}

/// The document of a run that ended for some reason.
fn assert_partial(run: &Run, status: i32, reason: &str) -> Value {
    assert_eq!(run.stderr, "");
    assert_eq!(run.status, status, "{}", run.stdout);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("explore.schema.json", &document);
    assert_eq!(document["verdict"], "unknown");
    let told = document["reason"].as_str().unwrap();
    assert!(told.starts_with(reason), "{told}");
    document
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_soon_with_what_is_known() {
    std::thread::scope(|threads| {
        for way in WAYS {
            threads.spawn(move || {
                let after = Duration::from_millis(1200);
                let (run, time) = super::program::interrupted(&arguments(way), after);
                let document = assert_partial(&run, 130, "it was interrupted after ");
                assert!(document["states"].as_u64().unwrap() > 100, "{document}");
                // It is a matter of milliseconds, but the test has to share the machine with others; the search would
                // take minutes.
                assert!(time < Duration::from_secs(5), "{way:?}: {time:?}");
            });
        }
    });
}

#[test]
fn a_memory_limit_ends_it_with_what_is_known() {
    let limit = 12 << 20;
    for way in WAYS {
        let arguments = [&arguments(way)[..], &["--memory", "12M"]].concat();
        let document = assert_partial(&run(&arguments), 3, "the memory is full after ");
        let states = document["states"].as_f64().unwrap();
        let bytes = states * document["bytes_per_state"].as_f64().unwrap();
        assert!(bytes > f64::from(limit) * 0.5, "{way:?}: {document}");
        assert!(bytes < f64::from(limit) * 1.1, "{way:?}: {document}");
    }
}

/// A search that slices also looks at states that it does not store.
#[cfg(unix)]
#[test]
fn limits_hold_for_what_a_slice_leaves_out() {
    for algorithm in ["isc", "lscis"] {
        let arguments = [
            "explore",
            "explore/Aside.dve",
            "--property=x == 1",
            "--format=json",
            "--algorithm",
            algorithm,
        ];
        let (run, time) = super::program::interrupted(&arguments, Duration::from_millis(300));
        assert_partial(&run, 130, "it was interrupted after ");
        assert!(time < Duration::from_secs(5), "{time:?}");
        let limited = super::program::run(&[&arguments[..], &["--memory=2M"]].concat());
        assert_partial(&limited, 3, "the memory is full after ");
    }
}

/// States of the model that are held along a run of a slice fill the memory as well.
#[test]
fn a_memory_limit_holds_for_all_that_runs_are_compared_with() {
    for algorithm in ["isc", "lsc", "lscis"] {
        let asked = ["explore", "explore/Crowd.dve", "--property", "x == 600"];
        let how = ["--algorithm", algorithm, "--memory=50M", "--format=json"];
        let limited = run(&[&asked[..], &how].concat());
        assert_partial(&limited, 3, "the memory is full after ");
    }
}

/// The breadth-first search looks at fewer states at once where the limit is near.
#[test]
fn a_limit_of_states_is_hardly_exceeded() {
    for most in [1000, 20_000] {
        let most_states = format!("--max-states={most}");
        let run = run(&[&arguments(&["--threads=2"])[..], &[&most_states]].concat());
        let document = assert_partial(&run, 3, "there are more than ");
        let states = document["states"].as_u64().unwrap();
        assert!((most + 1..most + most / 50).contains(&states), "{states}");
    }
}
