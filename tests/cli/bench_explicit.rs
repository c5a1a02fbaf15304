//! `fretsaw bench lazy-slicing` and `exploration`: tables, documents and charts.

use std::time::Duration;

use fretsaw::bench::plots::bars;
use fretsaw::bench::report::exploration::{Exploration, Explored, Runs, Timed};
use fretsaw::bench::report::lazy::{
    Found, LazyExperiment, Property, PublishedSearch, Searched, Subject, Way,
};
use fretsaw::bench::report::{
    exploration_json, exploration_text, lazy_json, lazy_plot, lazy_text, plot,
};
use serde_json::Value;

use super::program::{assert_snapshot, finish, program, run};
use crate::support::schema;

fn found(is_reachable: bool, stored: u64, milliseconds: u64) -> Searched {
    Searched::Answered(Found {
        is_reachable,
        stored,
        evaluations: stored + 10,
        refinements: 2,
        kept: (stored < 5000).then_some(7),
        time: Duration::from_millis(milliseconds),
    })
}

fn property(name: &'static str, is_local: bool, searches: Vec<Searched>) -> Property {
    Property {
        name,
        text: "P_0.CS && P_1.CS".to_owned(),
        is_local,
        searches: Way::ALL.into_iter().zip(searches).collect(),
    }
}

/// Figures of our own: a property that everybody answers, one that takes too long, one with two answers.
fn lazy_sample() -> LazyExperiment {
    let all = vec![
        found(false, 9000, 20),
        found(false, 1800, 40),
        found(false, 1500, 20),
        found(false, 90, 10),
        found(false, 1700, 50),
        found(false, 1400, 100),
        found(false, 80, 5),
    ];
    let late = vec![
        found(true, 9000, 20),
        Searched::TimedOut,
        Searched::OutOfMemory,
        found(true, 1000, 5000),
        Searched::Failed("it broke".to_owned()),
    ];
    let wrong = vec![found(true, 9000, 20), found(false, 10, 1)];
    LazyExperiment {
        limit: Duration::from_secs(10),
        models: vec![Subject {
            name: "peterson-3".to_owned(),
            parameters: "N = 3".to_owned(),
            published_states: 12_498,
            published: vec![PublishedSearch {
                number: 13,
                figures: [(185, 431), (111, 361), (60, 143)],
            }],
            properties: vec![
                property("local", true, all),
                property("late", false, late),
                property("wrong", false, wrong),
            ],
        }],
    }
}

#[test]
fn ways_to_slice_stand_side_by_side() {
    assert_snapshot("bench_lazy_slicing", &lazy_text::render(&lazy_sample()));
    let document = serde_json::to_value(lazy_json::document(&lazy_sample(), false)).unwrap();
    schema::assert_follows("bench-lazy-slicing.schema.json", &document);
    let fewer = document["targets"][0]["found"].as_f64();
    assert!(fewer.is_some_and(|fewer| (112.0..113.0).contains(&fewer)));
    assert!(lazy_sample().has_failed());
}

#[test]
fn what_lazy_slicing_saves_is_drawn() {
    let ours = lazy_plot::ours(&lazy_sample());
    let shares = ours.groups.iter().map(|group| {
        let bars = group.bars.iter();
        bars.map(|bar| bar.map(|bar| (bar.share, bar.is_least)))
            .collect()
    });
    let shares: Vec<Vec<Option<(f64, bool)>>> = shares.collect();
    assert_eq!(
        shares,
        [
            vec![Some((0.5, false)), Some((0.75, false))],
            vec![None, Some((0.5, true))],
            vec![None, None],
        ]
    );
    let published = lazy_plot::published(&lazy_sample());
    let bar = published.groups[0].bars[1].unwrap();
    assert!((bar.share - 288.0 / 431.0).abs() < 1e-9);
    assert_snapshot("bench_lazy_slicing.svg", &bars::svg(&ours));
}

fn runs(states: u64, milliseconds: &[u64]) -> Runs {
    let done = milliseconds.iter().map(|milliseconds| Timed {
        states,
        transitions: 3 * states,
        bytes_per_state: 16.0,
        processor: Duration::from_millis(*milliseconds),
        search: Duration::from_millis(milliseconds / 2),
    });
    Runs {
        done: done.collect(),
        failure: None,
    }
}

fn exploration_sample() -> Exploration {
    let model = |name: &str, spin| Explored {
        name: name.to_owned(),
        family: "peterson",
        states: 1_000_000,
        is_wanted: true,
        most_bytes: Some(15.0),
        one: runs(1_000_000, &[250, 200, 400]),
        two: runs(1_000_000, &[150]),
        spin,
    };
    let failed = Runs {
        failure: Some("gcc: it broke".to_owned()),
        ..Runs::default()
    };
    Exploration {
        runs: 3,
        models: vec![
            model("peterson-4", runs(1_000_000, &[1000])),
            model("wrong", runs(2_000_000, &[1000])),
            model("broken", failed),
        ],
        no_spin: Some("SPIN is left out".to_owned()),
    }
}

#[test]
fn rates_stand_beside_those_of_spin() {
    let text = exploration_text::render(&exploration_sample());
    assert_snapshot("bench_exploration", &text);
    let document = exploration_json::document(&exploration_sample(), true);
    let document = serde_json::to_value(document).unwrap();
    schema::assert_follows("bench-exploration.schema.json", &document);
    let first = &document["models"][0];
    assert_eq!(
        (&first["times_spin"], &first["miscounted"]),
        (&4.0.into(), &false.into())
    );
    assert_eq!(document["models"][1]["miscounted"], true);
    let lines = plot::exploration(&exploration_sample()).lines;
    assert_eq!(lines[0].points[0], (1_000_000.0, 0.25));
    assert_eq!(lines.len(), 2);
}

#[test]
fn a_model_is_searched_in_all_ways() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program();
    command.args(["bench", "lazy-slicing", "--only", "bridge-4-60"]);
    command.args(["--timeout", "2", "--format", "json", "-o"]);
    let run = finish(command.arg(folder.path()));
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("bench-lazy-slicing.schema.json", &document);
    let properties = document["models"][0]["properties"].as_array().unwrap();
    assert_eq!(properties.len(), 5);
    for property in properties {
        let searches = property["searches"].as_array().unwrap();
        assert_eq!(searches.len(), 7, "{property}");
        let is_over = property["name"] == "all are over in time";
        for search in searches.iter().filter(|it| it["outcome"] == "answered") {
            assert_eq!(search["reachable"], is_over, "{property}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[test]
fn exploration_is_measured_with_and_without_spin() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = program();
    command.args(["bench", "exploration", "--quick", "--only", "bridge-4-60"]);
    command.args(["--format", "json", "-o"]);
    let run = finish(command.arg(folder.path()));
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("bench-exploration.schema.json", &document);
    let models = document["models"].as_array().unwrap();
    assert_eq!(models.len(), 1);
    for model in models {
        assert_eq!(model["miscounted"], false, "{model}");
        assert_eq!(model["two_threads"]["runs"].as_array().unwrap().len(), 1);
        let has_spin = document["no_spin"].is_null();
        let by_spin = model["spin"]["runs"].as_array().unwrap();
        assert_eq!(by_spin.len(), usize::from(has_spin), "{model}");
    }
}

#[test]
fn models_have_names() {
    for experiment in ["lazy-slicing", "exploration"] {
        let run = run(&["bench", experiment, "--only", "tower"]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains("peterson-3"), "{}", run.stderr);
    }
}
