//! Graphs as `fretsaw graph` draws them.
//!
//! The snapshots are the pictures: open the part of an `.svg` snapshot below its header in a browser.

use std::time::{Duration, Instant};

use fretsaw::dependence::{DependenceGraph, Dependences};
use fretsaw::disk::Disk;
use fretsaw::engines::lazy::graph::{Extent, Graph};
use fretsaw::engines::lazy::{Algorithm, PATIENCE, Question, Refinement};
use fretsaw::finite::ranges::Ranges;
use fretsaw::finite::values::Values;
use fretsaw::finite::{Expr, Program};
use fretsaw::model::Model;
use fretsaw::model::shape::shapes_of;
use fretsaw::report::graphs::{Subject, dependence, flow};
use fretsaw::report::lifecycle::lifecycles;
use fretsaw::report::picture::{
    Edge, Emphasis, GroupId, KindId, Node, NodeId, Notation, Picture, Shape, Stroke, dot, mermaid,
    svg, text,
};
use fretsaw::report::state_graph;
use fretsaw::semantics::analyse;
use fretsaw::semantics::specification::SpecId;
use fretsaw::slice::{self, Reconnection, Slice};

use crate::support::files;
use crate::support::finite_programs;

fn assert_drawing(name: &str, drawing: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots/pictures"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, drawing));
}

fn assert_picture(name: &str, picture: &Picture) {
    assert_drawing(&format!("{name}.txt"), &text::render(picture));
    assert_drawing(&format!("{name}.dot"), &dot::render(picture));
    assert_drawing(&format!("{name}.mmd"), &mermaid::render(picture));
    assert_drawing(&format!("{name}.svg"), &svg::render(picture));
}

/// The life cycles of all specifications that a file of the project has or imports.
fn shipped(path: &str) -> Picture {
    let analysis = analyse(&Disk, &[files::project().join(path)], &[]);
    assert!(!analysis.has_errors());
    lifecycles(path, &analysis.program.specifications)
}

#[test]
fn life_cycles_of_shipped_specifications() {
    assert_picture("bank", &shipped("testmodules/bank/NegativeBalance.tebl"));
    assert_picture("bridge", &shipped("testmodules/bridge/Crossing.tebl"));
    assert_picture("peterson", &shipped("rebel-examples/peterson/Process.ebl"));
    assert_picture("shop", &shipped("rebel-examples/internalevents/Shop.ebl"));
}

/// The control flow and the dependences of all specifications that a file has or imports, with the slice for its first
/// check if that is asked for.
fn graphs(path: &str, sliced: Option<Reconnection>) -> [Picture; 2] {
    let analysis = analyse(&Disk, &[files::project().join(path)], &[]);
    assert!(!analysis.has_errors());
    let program = &analysis.program;
    let slice = sliced.map(|reconnection| {
        let test = &program.tests[0];
        let model = Model::build(program, test, &test.checks[0]).expect("a model");
        let options = slice::Options {
            reconnection,
            ..slice::Options::default()
        };
        Slice::of(&model, options)
    });
    let shapes = shapes_of(program);
    let specs: Vec<SpecId> = (0..program.specifications.len()).map(SpecId::at).collect();
    let subject = Subject {
        sources: &analysis.sources,
        program,
        shapes: &shapes,
        specs: &specs,
        slice: slice.as_ref(),
    };
    let whole = DependenceGraph::of_program(program, Dependences::Fine);
    let graph = slice.as_ref().map_or(&whole, |slice| &slice.graph);
    [
        flow::picture(path, &subject, &graph.flow),
        dependence::picture(path, &subject, graph),
    ]
}

/// What is read first, and what is looked at.
fn assert_graphs(name: &str, [flow, dependence]: &[Picture; 2]) {
    for (kind, picture) in [("flow", flow), ("dependence", dependence)] {
        assert_drawing(&format!("{name}_{kind}.txt"), &text::render(picture));
        assert_drawing(&format!("{name}_{kind}.svg"), &svg::render(picture));
    }
}

#[test]
fn flow_and_dependences_of_shipped_specifications() {
    let chain = "testmodules/syncchain/Chain.tebl";
    assert_graphs("syncchain", &graphs(chain, None));
    let negated = "testmodules/negatedsync/Refusal.tebl";
    assert_graphs("negatedsync", &graphs(negated, None));
    assert_graphs(
        "event",
        &graphs("tests/slicing/dependences/Figure7.ebl", None),
    );
}

#[test]
fn slices_in_graphs_of_shipped_specifications() {
    let bank = "testmodules/bank/NegativeBalance.tebl";
    let conventional = graphs(bank, Some(Reconnection::Conventional));
    assert_graphs("bank_conventional", &conventional);
    let invariants = "testmodules/bank/Invariants.tebl";
    let amorphous = graphs(invariants, Some(Reconnection::Amorphous));
    assert_graphs("bank_amorphous", &amorphous);
}

#[test]
fn a_large_life_cycle_with_loops() {
    assert_picture("order", &shipped("tests/cli/fixtures/Order.ebl"));
}

#[test]
fn a_sliced_flow_graph_of_four_groups() {
    let picture = made_up(4);
    assert!(picture.nodes.len() >= 60);
    assert_picture("flow", &picture);
}

#[test]
fn the_same_picture_gives_the_same_bytes() {
    assert_eq!(svg::render(&made_up(6)), svg::render(&made_up(6)));
}

#[test]
fn hundreds_of_nodes_are_drawn_at_once() {
    let picture = made_up(34);
    assert!(picture.nodes.len() > 500);
    let begin = Instant::now();
    svg::render(&picture);
    // Far more than a release build takes, and far less than anything quadratic in rows times nodes.
    assert!(begin.elapsed() < Duration::from_secs(10));
}

#[test]
fn nothing_is_a_picture_too() {
    let empty = Picture::new("nothing", Notation::Flow);
    assert_eq!(text::render(&empty), "nothing\n");
    assert!(svg::render(&empty).ends_with("</svg>\n"));
}

#[test]
fn names_that_look_like_markup_stay_text() {
    let mut picture = Picture::new("a \"title\": <b> & #35;", Notation::Flow);
    let kind = picture.kind("is < \"so\"", Stroke::Bold);
    let group = picture.group("end; ]] -->", None);
    let lines = vec!["x <= \"%%{\" && y\\n".to_owned(), "end".to_owned()];
    let node = picture.node(Node {
        id: "\"quoted\" \\ id".to_owned(),
        group: Some(group),
        lines: lines.clone(),
        shape: Shape::Guard,
        emphasis: Emphasis::Criterion,
    });
    picture.edge(Edge {
        from: node,
        to: node,
        lines,
        kind,
        emphasis: Emphasis::Kept,
    });
    assert_picture("markup", &picture);
}

/// A flow graph of so many specifications, each with states, events in boxes, and a sync with the next one.
fn made_up(specifications: usize) -> Picture {
    let mut picture = Picture::new("Flow, sliced for a check", Notation::Flow);
    let kinds = [
        picture.kind("control flow", Stroke::Solid),
        picture.kind("synchronisation", Stroke::Dashed),
        picture.kind("data dependence", Stroke::Dotted),
    ];
    let mut entries = Vec::new();
    let mut syncs = Vec::new();
    for index in 0..specifications {
        let (entry, sync) = specification(&mut picture, index, kinds);
        entries.push(entry);
        syncs.push(sync);
    }
    for (index, sync) in syncs.iter().enumerate() {
        let next = entries[(index + 1) % specifications];
        edge(&mut picture, (*sync, next), kinds[1], &[]);
    }
    picture
}

/// One specification: the guard where others enter, and the sync where it calls others.
fn specification(picture: &mut Picture, index: usize, kinds: [KindId; 3]) -> (NodeId, NodeId) {
    let name = format!("Spec{index}");
    let outer = picture.group(&name, None);
    let state = |picture: &mut Picture, state: &str, shape| {
        node(picture, outer, &format!("{name}.{state}"), &[state], shape)
    };
    let init = state(picture, "init", Shape::InitialState);
    let active = state(picture, "active", Shape::State);
    let done = state(picture, "done", Shape::FinalState);
    let steps = [
        ("open", init, active),
        ("change", active, active),
        ("adjust", active, active),
        ("close", active, done),
    ];
    let mut ends = Vec::new();
    for (event, from, to) in steps {
        let group = picture.group(format!("{event}()"), Some(outer));
        let id = |part: &str| format!("{name}.{event}.{part}");
        let guard = ["this.amount >= EUR 0.00", "&& limit > amount"];
        let guard = node(picture, group, &id("guard"), &guard, Shape::Guard);
        let set = ["new this.amount == amount"];
        let set = node(picture, group, &id("amount"), &set, Shape::Assignment);
        let second = ["new this.count == this.count + 1"];
        let second = node(picture, group, &id("count"), &second, Shape::Assignment);
        for pair in [(from, guard), (guard, set), (set, second)] {
            edge(picture, pair, kinds[0], &[]);
        }
        edge(picture, (set, guard), kinds[2], &["amount"]);
        edge(picture, (second, second), kinds[2], &["count"]);
        let last = if event == "change" {
            let sync = ["Other[this.id].open()"];
            let sync = node(picture, group, &id("sync"), &sync, Shape::Synchronisation);
            edge(picture, (second, sync), kinds[0], &[]);
            sync
        } else {
            second
        };
        edge(picture, (last, to), kinds[0], &[]);
        ends.push((guard, last));
    }
    (ends[0].0, ends[1].1)
}

/// A node; every third is cut, one is the criterion, and the others are kept.
fn node(picture: &mut Picture, group: GroupId, id: &str, lines: &[&str], shape: Shape) -> NodeId {
    let emphasis = match picture.nodes.len() {
        7 => Emphasis::Criterion,
        at if at % 3 == 2 => Emphasis::Cut,
        _ => Emphasis::Kept,
    };
    picture.node(Node {
        id: id.to_owned(),
        group: Some(group),
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        shape,
        emphasis,
    })
}

fn edge(picture: &mut Picture, (from, to): (NodeId, NodeId), kind: KindId, lines: &[&str]) {
    picture.edge(Edge {
        from,
        to,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
        kind,
        emphasis: Emphasis::None,
    });
}

/// Example 1 of the paper on lazy slicing, its values and events called as there.
fn example_1() -> (Program, Expr) {
    let (mut program, both_inside) = finite_programs::example_1();
    let events = ["e1", "e2", "e3", "e4", "e6", "e7", "e8", "e9", "e5", "e10"];
    for (action, event) in program.actions.iter_mut().zip(events) {
        event.clone_into(&mut action.name);
    }
    for process in &mut program.variables[..2] {
        process.value_names = ["n", "t", "c"].map(str::to_owned).to_vec();
    }
    (program, both_inside)
}

fn states(title: &str, program: &Program, property: &Expr, graph: Graph) -> Picture {
    let subject = state_graph::Subject {
        program,
        property: Some(property),
        graphs: &[graph],
        in_words: &|_, _| None,
    };
    state_graph::picture(title, &subject)
}

fn extent(most_states: usize) -> Extent {
    Extent {
        most_states,
        longest: None,
    }
}

/// Figure 1 is the whole, figure 2 the slice on what the property reads, figure 7 the improved one, in which nobody
/// meets anybody inside.
#[test]
fn figures_of_lazy_slicing() {
    let (program, property) = example_1();
    let whole = Graph::of_program(&program, extent(100)).expect("few states");
    assert_eq!((whole.states.len(), whole.starts), (16, 2));
    let figure = states("Figure 1", &program, &property, whole);
    assert_picture("lazy_figure_1", &figure);
    let slices = [
        ("2", Algorithm::Lazy, 9, 29),
        ("7", Algorithm::LazyImproved, 8, 14),
    ];
    for (number, algorithm, n_states, n_steps) in slices {
        let question = Question {
            program: &program,
            ranges: &Ranges::of(&program),
            values: &Values::unknown(),
            property: &property,
            guards: algorithm.guards(),
            refinement: Refinement::WholeGuard,
            most_states: u64::MAX,
            most_bytes: u64::MAX,
            stop: &|_| false,
            patience: PATIENCE,
        };
        let graph = Graph::of_first_slice(&question, extent(100)).expect("few states");
        assert_eq!(graph.states.len(), n_states);
        let figure = states(&format!("Figure {number}"), &program, &property, graph);
        assert_eq!(figure.edges.len(), n_steps);
        assert_picture(&format!("lazy_figure_{number}"), &figure);
    }
}

#[test]
fn what_is_too_large_is_not_collected() {
    let (program, _) = example_1();
    assert!(Graph::of_program(&program, extent(15)).is_err());
    assert!(Graph::of_program(&program, extent(16)).is_ok());
}

/// Both starts, then one step of either process from each, then two.
#[test]
fn what_takes_too_many_steps_is_not_collected() {
    let (program, _) = example_1();
    let sizes = [0, 1, 2].map(|longest| {
        let extent = Extent {
            longest: Some(longest),
            ..extent(100)
        };
        let graph = Graph::of_program(&program, extent).expect("few states");
        (graph.states.len(), graph.steps.len())
    });
    assert_eq!(sizes, [(2, 0), (6, 4), (12, 12)]);
}
