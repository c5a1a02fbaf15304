//! `fretsaw bench`: tables, documents and charts. Times are never compared with anything: they are what is reported.

use std::process::{Command, Stdio};
use std::time::Duration;

use fretsaw::bench::report::slicing::{Compared, Growth, SlicingExperiment, SlicingTime};
use fretsaw::bench::report::{
    Experiment, Measured, Phases, Point, Published, Sample, Series, Slicing, Target, Wanted, json,
    plot, slicing_json, slicing_text, text,
};
use serde_json::Value;

use super::program::{Run, assert_snapshot, finish, program, run};
use crate::support::files::project;
use crate::support::schema;

fn milliseconds(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// Runs of so many milliseconds each, of which Z3 alone had half.
fn answered(totals: &[u64]) -> Measured {
    let samples = totals.iter().map(|total| Sample {
        total: milliseconds(*total),
        phases: Phases {
            load: milliseconds(total / 10),
            slice: milliseconds(total / 25),
            encode: milliseconds(total / 5),
            z3: milliseconds(total / 2),
            explain: milliseconds(total / 20),
            rest: milliseconds(total / 20),
        },
        solver_only: Some(milliseconds(total / 2)),
    });
    Measured::Answered(samples.collect())
}

fn point(size: u32, published: Option<Published>, measured: Measured) -> Point {
    Point {
        size,
        published,
        published_sliced: None,
        measured,
        sliced: Vec::new(),
    }
}

/// A point that was also sliced, once without an answer.
fn sliced_point() -> Point {
    Point {
        published_sliced: Some(0.749),
        sliced: vec![
            (Slicing::Conventional, without_alone(answered(&[50]))),
            (Slicing::Amorphous, Measured::TimedOut),
            (Slicing::Coarse, without_alone(answered(&[100]))),
        ],
        ..point(
            10,
            Some(Published::Seconds(0.721)),
            answered(&[150, 100, 125]),
        )
    }
}

/// The solver alone is only measured without slicing.
fn without_alone(measured: Measured) -> Measured {
    let Measured::Answered(mut samples) = measured else {
        return measured;
    };
    for sample in &mut samples {
        sample.solver_only = None;
    }
    Measured::Answered(samples)
}

/// Figures of our own, so that every kind of row and target is there.
fn sample() -> Experiment {
    let target = |size, wanted| Target {
        series: "8 fields".to_owned(),
        size,
        wanted,
    };
    Experiment {
        name: "thesis-1",
        title: "A benchmark: time over depth".to_owned(),
        source: "published: somewhere",
        grows: "depth",
        runs: 3,
        limit: Duration::from_mins(1),
        series: vec![
            Series {
                title: "8 fields".to_owned(),
                short_title: "8".to_owned(),
                reachable: true,
                points: vec![
                    sliced_point(),
                    point(25, Some(Published::NoneWithin(41_956.39)), answered(&[120])),
                    point(100, None, Measured::TimedOut),
                ],
            },
            Series {
                title: "1 field".to_owned(),
                short_title: "1".to_owned(),
                reachable: false,
                points: vec![
                    point(10, Some(Published::Seconds(0.02)), answered(&[1000, 3000])),
                    point(25, None, Measured::Failed("it broke".to_owned())),
                ],
            },
        ],
        targets: vec![
            target(10, Wanted::LessThan(0.2)),
            target(25, Wanted::LessThan(0.1)),
            target(100, Wanted::LessThan(1.0)),
            target(200, Wanted::LessThan(4.0)),
            target(10, Wanted::TimesFaster(2.0)),
            target(10, Wanted::TimesFaster(3.0)),
            target(25, Wanted::TimesFaster(3.0)),
        ],
    }
}

#[test]
fn ours_stand_beside_the_published_figures() {
    assert_snapshot("bench_table", &text::render(&sample()));
}

#[test]
fn the_document_follows_its_schema() {
    let document = serde_json::to_value(json::document(&sample(), false)).unwrap();
    schema::assert_follows("bench.schema.json", &document);
    let points = &document["series"][0]["points"];
    assert_eq!(points[0]["total"]["median"], 0.125);
    assert_eq!(points[1]["published"]["none_within"], 41_956.39);
    assert_eq!(points[2]["outcome"], "timeout");
    assert_eq!(document["series"][1]["points"][1]["reason"], "it broke");
    let verdicts: Vec<&Value> = document["targets"]
        .as_array()
        .unwrap()
        .iter()
        .map(|target| &target["verdict"])
        .collect();
    let expected = [
        "met",
        "missed",
        "missed",
        "not measured",
        "met",
        "missed",
        "missed",
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(points[0]["sliced"][0]["times_faster"], 2.5);
    assert_eq!(points[0]["sliced"][1]["outcome"], "timeout");
}

#[test]
fn the_chart_has_a_line_for_ours_and_one_for_theirs() {
    let chart = plot::chart(&sample());
    let lines = chart.lines.iter();
    let lines: Vec<_> = lines
        .map(|line| (line.name.as_str(), line.points.as_slice()))
        .collect();
    assert_eq!(
        lines,
        [
            ("ours, 8", &[(10.0, 0.125), (25.0, 0.12)][..]),
            ("published, 8", &[(10.0, 0.721)]),
            ("ours, 1", &[(10.0, 2.0)]),
            ("published, 1", &[(10.0, 0.02)]),
        ]
    );
}

#[test]
fn each_table_has_a_chart_of_all_ways_of_slicing() {
    let charts = plot::sliced_charts(&sample());
    let names: Vec<&str> = charts.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["8", "1"]);
    let lines = charts[0].1.lines.iter();
    let lines: Vec<_> = lines
        .map(|line| (line.name.as_str(), line.points.as_slice()))
        .collect();
    assert_eq!(
        lines,
        [
            ("unsliced", &[(10.0, 0.125), (25.0, 0.12)][..]),
            ("conventional", &[(10.0, 0.05)]),
            ("coarse", &[(10.0, 0.1)]),
            ("published", &[(10.0, 0.721)]),
            ("published, sliced", &[(10.0, 0.749)]),
        ]
    );
}

/// Runs an experiment that draws into a folder of its own; the chart comes with what it printed.
fn experiment(arguments: &[&str]) -> (Run, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("charts");
    let run = finish(
        program()
            .arg("bench")
            .args(arguments)
            .arg("-o")
            .arg(&output),
    );
    let chart = output.join(format!("bench-{}.svg", arguments[0]));
    let told = format!("drawn: {}\n", chart.display());
    assert!(run.stderr.ends_with(&told), "{}", run.stderr);
    (run, std::fs::read_to_string(chart).unwrap())
}

#[test]
fn benchmark_one_is_measured_from_start_to_end() {
    let arguments = ["thesis-1", "--quick", "--depths", "3,1", "--fields", "2"];
    let (run, chart) = experiment(&arguments);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    for title in [
        "2 fields, reachable exactly at the bound, not sliced\n",
        "2 fields, one step short of the goal, not sliced\n",
    ] {
        let table = run.stdout.split(title).nth(1);
        let table = table.unwrap_or_else(|| panic!("{title}: {}", run.stdout));
        let sizes = table.lines().skip(1).take(2);
        let sizes: Vec<_> = sizes
            .map(|row| row.split_whitespace().next().unwrap())
            .collect();
        assert_eq!(sizes, ["1", "3"]);
    }
    assert!(chart.contains("ours, 2 fields"), "{chart}");
}

#[test]
fn benchmark_two_is_measured_as_a_document() {
    let arguments = [
        "thesis-2", "--sizes", "1,2", "--runs", "2", "--format", "json",
    ];
    let (run, _) = experiment(&arguments);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("bench.schema.json", &document);
    assert_eq!(
        (&document["runs"], &document["complete"]),
        (&2.into(), &true.into())
    );
    for (series, expected) in [(0, "reachable"), (1, "unreachable")] {
        let series = &document["series"][series];
        assert_eq!(series["expected"], expected);
        for point in series["points"].as_array().unwrap() {
            assert_eq!(point["outcome"], "answered");
            assert!(point["total"]["most"].as_f64() >= point["total"]["least"].as_f64());
            assert!(point["phases"]["z3"].as_f64() > Some(0.0), "{point}");
            for (index, slicing) in ["conventional", "amorphous", "coarse"].iter().enumerate() {
                let sliced = &point["sliced"][index];
                assert_eq!(
                    (&sliced["slicing"], &sliced["outcome"]),
                    (&(*slicing).into(), &"answered".into())
                );
                assert!(sliced["phases"]["slice"].as_f64() > Some(0.0), "{point}");
            }
        }
        assert_eq!(series["points"].as_array().unwrap().len(), 2);
    }
}

#[test]
fn the_slicer_is_measured_by_itself_and_on_checks() {
    let module = project().join("testmodules/bank/NegativeBalance.tebl");
    let arguments = [
        "slicing", "--sizes", "2,1", "--runs", "2", "--format", "json",
    ];
    let (run, chart) = experiment(&[&arguments[..], &[module.to_str().unwrap()]].concat());
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("bench-slicing.schema.json", &document);
    let sizes = document["growth"].as_array().unwrap().iter();
    let sizes: Vec<&Value> = sizes.map(|growth| &growth["size"]).collect();
    assert_eq!(sizes, [1, 2]);
    assert!(document["growth"][1]["with_texts"].as_f64() > Some(0.0));
    let checks = document["checks"].as_array().unwrap();
    assert!(!checks.is_empty());
    for check in checks {
        assert_eq!(check["sliced"].as_array().unwrap().len(), 2, "{check}");
    }
    assert!(chart.contains("with texts"), "{chart}");
}

#[test]
fn the_slicer_is_told_where_it_loses() {
    let text = slicing_text::render(&slicer_sample());
    assert_snapshot("bench_slicing_table", &text);
    let document = slicing_json::document(&slicer_sample(), true);
    let document = serde_json::to_value(document).unwrap();
    schema::assert_follows("bench-slicing.schema.json", &document);
}

/// Twelve checks, so that some are not shown, and a size that could not be sliced.
fn slicer_sample() -> SlicingExperiment {
    let growth = |size, time: &[u64]| Growth {
        size,
        samples: time
            .iter()
            .map(|time| SlicingTime {
                slice: milliseconds(*time),
                with_texts: milliseconds(3 * time),
            })
            .collect(),
    };
    let check = |line: u64| Compared {
        place: format!("bank/Account.tebl:{line}"),
        unsliced: vec![milliseconds(40), milliseconds(30)],
        sliced: vec![milliseconds(50 - 3 * line)],
        by_seed: match line {
            1 => vec![
                (milliseconds(30), milliseconds(47)),
                (milliseconds(50), milliseconds(41)),
            ],
            _ => Vec::new(),
        },
    };
    SlicingExperiment {
        runs: 2,
        growth: vec![
            growth(64, &[4, 2, 3]),
            growth(256, &[]),
            growth(4096, &[200]),
        ],
        checks: (1..=12).map(check).collect(),
    }
}

#[test]
fn what_takes_too_long_is_told_as_such() {
    let arguments = [
        "thesis-1",
        "--depths",
        "10000000",
        "--fields",
        "1",
        "--timeout",
        "1",
    ];
    let (run, _) = experiment(&arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let row = run.stdout.lines().find(|line| line.starts_with("10000000"));
    assert!(row.is_some_and(|row| row.contains(">1 ")), "{}", run.stdout);
}

#[test]
fn an_interrupt_leaves_what_was_measured() {
    let folder = tempfile::tempdir().unwrap();
    let program = assert_cmd::cargo::cargo_bin("fretsaw");
    let bench = Command::new(program)
        .args(["bench", "thesis-1", "--depths", "1,100000", "--fields", "1"])
        .args(["--runs", "1", "--format", "json", "-o"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let killed = Command::new("kill")
        .args(["-s", "INT", &bench.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
    let output = bench.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    schema::assert_follows("bench.schema.json", &document);
    assert_eq!(document["complete"], false);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn experiments_have_names_and_sensible_numbers() {
    for arguments in [
        &["bench"][..],
        &["bench", "thesis-3"],
        &["bench", "thesis-1", "--runs", "0"],
        &["bench", "thesis-1", "--fields", "0"],
        &["bench", "thesis-1", "--depths", "ten"],
        &["bench", "thesis-1", "--timeout", "-1"],
        &["bench", "thesis-2", "--bound", "1"],
        &["bench", "thesis-2", "--sizes", "0"],
        &["bench", "thesis-2", "--fields", "2"],
        &["bench", "slicing", "--sizes", "none"],
        &["bench", "slicing", "no/such/folder"],
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
    }
    let help = run(&["bench", "--help"]).stdout;
    assert!(
        help.contains("thesis-2") && !help.contains("phases"),
        "{help}"
    );
}
