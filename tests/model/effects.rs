//! What events read, write and touch: on small models by name, and on every run of the shipped checks as an upper
//! bound.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fretsaw::diagnostics::Span;
use fretsaw::disk::Disk;
use fretsaw::interpreter::explore::shortest_run;
use fretsaw::model::run::Run;
use fretsaw::model::state::InstanceState;
use fretsaw::model::{InstanceId, Model, State, Value};
use fretsaw::modelling::{Effects, Variable, Whose};
use fretsaw::semantics::specification::FieldId;
use fretsaw::semantics::{Analysis, analyse};

use crate::support::files;
use crate::support::projects::{Ask, Module, analyse_project};

/// Two specifications: cells that know their neighbour by key and another cell by data, and a single lamp.
const SPEC: &str = "
specification Cell {
    fields { id: Integer @key  friend: Integer  load: Integer }
    events { poke[] meet[] switch[] tidy[] weigh[] miss[] }
    lifeCycle { initial idle -> busy: poke  busy -> busy: meet, switch, tidy, weigh, miss }
}
specification Lamp {
    fields { id: Integer @key  power: Integer }
    events { flip[] }
    lifeCycle { initial dark -> lit: flip  final lit }
}
event poke() { preconditions { Cell[this.id + 1] instate busy; } }
event meet() { preconditions { Cell[this.friend].load > 1; } postconditions { new this.load == this.load + 1; } }
event switch() { sync { Lamp[7].flip(); } }
event tidy() { sync { not Cell[1].meet(); } }
event weigh() { preconditions { total() > 0; } }
event miss() { preconditions { initialized Lamp[9]; } }
event flip() { postconditions { new this.power == 1; } }
function total(): Integer = Cell[2].load;
";

const TEST: &str = "
state cells { 3 Cell; Lamp with id == 7; }
check cells reachable;
";

fn small_project() -> Analysis {
    let modules = [
        Module::new("ebl", &format!("module t.Spec\n{SPEC}")),
        Module::new("tebl", &format!("module t.Test\nimport t.Spec\n{TEST}")),
    ];
    let analysis = analyse_project(&modules, Ask::Files);
    assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
    analysis
}

fn first_model(analysis: &Analysis) -> Model<'_> {
    let test = analysis.program.tests.first().expect("a test module");
    Model::build(&analysis.program, test, &test.checks[0]).expect("a model")
}

/// `Cell[1].load`, `Cell[..].state`
fn show(model: &Model<'_>, variable: Variable) -> String {
    let Some(whose) = variable.whose() else {
        return "now".to_owned();
    };
    let spec = model.program.spec(whose.spec(&model.universe));
    let part = match variable {
        Variable::Field(_, field) => spec.fields[field.index()].name.text.as_str(),
        _ => "state",
    };
    let key = match whose {
        Whose::This(_) => "this".to_owned(),
        Whose::Only(id) => model.universe.instance(id).key.to_string(),
        Whose::AnyOf(_) => "..".to_owned(),
    };
    format!("{}[{key}].{part}", spec.name.text)
}

fn show_all(model: &Model<'_>, variables: &BTreeMap<Variable, Span>) -> String {
    let names = variables.keys().map(|variable| show(model, *variable));
    names.collect::<Vec<_>>().join(" ")
}

/// The effects of a step that begins with an event of an instance.
fn step(model: &Model<'_>, instance: usize, event: &str) -> Effects {
    let id = InstanceId::at(instance);
    let spec = model.program.spec(model.universe.instance(id).spec);
    let event = spec.event_named(event).expect("an event");
    model.footprints().step_on(id, event)
}

#[test]
fn keys_that_never_change_lead_to_instances_and_others_to_any() {
    let analysis = small_project();
    let model = first_model(&analysis);
    let reads = |instance, event| show_all(&model, &step(&model, instance, event).reads);
    let writes = |instance, event| show_all(&model, &step(&model, instance, event).writes);
    assert_eq!(reads(0, "poke"), "Cell[1].state Cell[2].state");
    assert_eq!(reads(2, "poke"), "Cell[3].state", "there is no Cell[4]");
    assert_eq!(
        reads(1, "meet"),
        "Cell[2].state Cell[2].friend Cell[2].load Cell[..].load"
    );
    assert_eq!(writes(1, "meet"), "Cell[2].load", "it stays busy");
    assert_eq!(reads(0, "weigh"), "Cell[1].state Cell[2].load");
    assert_eq!(reads(0, "miss"), "Cell[1].state");
}

#[test]
fn partners_of_a_sync_are_part_of_the_step_and_of_a_negated_one_only_read() {
    let analysis = small_project();
    let model = first_model(&analysis);
    let switch = step(&model, 0, "switch");
    let lamp = Whose::Only(InstanceId::at(3));
    assert!(switch.participants.contains_key(&lamp));
    assert_eq!(
        show_all(&model, &switch.writes),
        "Lamp[7].state Lamp[7].power"
    );
    let tidy = step(&model, 1, "tidy");
    assert_eq!(show_all(&model, &tidy.writes), "");
    assert_eq!(
        show_all(&model, &tidy.reads),
        "Cell[1].state Cell[2].state Cell[1].friend Cell[1].load Cell[..].load"
    );
    assert_eq!(tidy.participants.len(), 1);
    assert_eq!(tidy.touches().len(), 3);
}

#[test]
fn steps_interfere_where_one_writes_what_the_other_reads_or_writes() {
    let analysis = small_project();
    let model = first_model(&analysis);
    let interfere = |one: (usize, &str), other: (usize, &str)| {
        let (one, other) = (step(&model, one.0, one.1), step(&model, other.0, other.1));
        one.interferes_with(&other, &model.universe)
    };
    assert!(interfere((0, "poke"), (0, "poke")));
    assert!(interfere((1, "poke"), (0, "poke")));
    assert!(!interfere((2, "poke"), (0, "poke")));
    assert!(!interfere((0, "switch"), (1, "weigh")));
    assert!(interfere((0, "switch"), (1, "switch")));
    assert!(interfere((0, "meet"), (1, "meet")), "the friend is data");
}

/// Whether a variable is among some that stand for several, perhaps.
fn covers(model: &Model<'_>, known: &BTreeMap<Variable, Span>, variable: Variable) -> bool {
    known
        .keys()
        .any(|known| known.may_be(variable, &model.universe))
}

/// The variables that differ in two states.
fn changes(model: &Model<'_>, before: &State, after: &State) -> Vec<Variable> {
    let mut changed = Vec::new();
    for (id, _) in model.universe.iter() {
        let whose = Whose::Only(id);
        if before.life_cycle(id) != after.life_cycle(id) {
            changed.push(Variable::State(whose));
        }
        let fields = (0..before.instance(id).fields.len()).map(FieldId::at);
        let different = fields.filter(|field| before.field(id, *field) != after.field(id, *field));
        changed.extend(different.map(|field| Variable::Field(whose, field)));
    }
    changed
}

/// Compares a run with what the footprints allow; gives how many changes there were.
fn assert_covered(model: &Model<'_>, run: &Run) -> usize {
    let mut before = &run.start;
    let mut count = 0;
    for (step, after) in &run.steps {
        let first = &step.occurrences[0];
        let effects = model.footprints().step_on(first.instance, first.event);
        for taken in &step.occurrences {
            let whose = Whose::Only(taken.instance);
            let mut known = effects.participants.keys();
            assert!(known.any(|known| known.may_be(whose, &model.universe)));
        }
        for changed in changes(model, before, after) {
            count += 1;
            assert!(
                covers(model, &effects.writes, changed),
                "{}",
                show(model, changed)
            );
        }
        before = after;
    }
    count
}

#[test]
fn no_step_of_a_shipped_check_changes_more_than_it_writes() {
    let folders = ["rebel-examples", "testmodules"].map(|folder| files::project().join(folder));
    let analysis = analyse(&Disk, &folders, &[]);
    let mut changes = 0;
    for test in &analysis.program.tests {
        for check in &test.checks {
            let Ok(model) = Model::build(&analysis.program, test, check) else {
                continue;
            };
            if let Ok(Some(run)) = shortest_run(&model, 4_000) {
                changes += assert_covered(&model, &run);
            }
        }
    }
    assert!(changes > 100, "only {changes} changes were seen");
}

/// A state in which everything is zero and everybody is where instances begin.
fn blank(model: &Model<'_>) -> State {
    let instances = model.universe.iter().map(|(_, instance)| {
        let spec = model.program.spec(instance.spec);
        let mut fields = vec![Value::Integer(0.into()); spec.fields.len()];
        let key = spec.key.expect("a key");
        fields[key.index()] = instance.key.clone();
        InstanceState {
            life_cycle: spec.initial_state().expect("an initial state"),
            fields,
        }
    });
    State::new(Value::DateTime(0.into()), instances.collect())
}

#[test]
fn a_goal_of_thousands_is_met_by_distinct_instances_in_time() {
    let test = "
        state cells { 5000 idle Cell; }
        state all { 5000 Cell with load == 0; }
        state more { 5001 Cell with load == 0; }
        check all reachable from cells in max 0 steps;
        check more unreachable from cells in max 0 steps;";
    let modules = [
        Module::new("ebl", &format!("module t.Spec\n{SPEC}")),
        Module::new("tebl", &format!("module t.Test\nimport t.Spec\n{test}")),
    ];
    let analysis = analyse_project(&modules, Ask::Files);
    let test = analysis.program.tests.first().expect("a test module");
    let begin = Instant::now();
    let reached = test.checks.iter().map(|check| {
        let model = Model::build(&analysis.program, test, check).expect("a model");
        model.is_goal(&blank(&model))
    });
    assert_eq!(reached.collect::<Vec<_>>(), [true, false]);
    let taken = begin.elapsed();
    assert!(taken < Duration::from_secs(20), "{taken:?}");
}

#[test]
fn ten_thousand_instances_cost_no_more_than_they_must() {
    let test = "state cells { 10000 Cell; Lamp with id == 7; }\ncheck cells reachable;";
    let modules = [
        Module::new("ebl", &format!("module t.Spec\n{SPEC}")),
        Module::new("tebl", &format!("module t.Test\nimport t.Spec\n{test}")),
    ];
    let analysis = analyse_project(&modules, Ask::Files);
    let begin = Instant::now();
    let model = first_model(&analysis);
    let footprints = model.footprints();
    let mut variables = 0;
    for (id, instance) in model.universe.iter() {
        let events = model.program.spec(instance.spec).events.len();
        for event in (0..events).map(fretsaw::semantics::specification::EventId::at) {
            variables += footprints.step_on(id, event).reads.len();
        }
    }
    assert!(variables < 200_000, "{variables}");
    assert_eq!(footprints.start().reads.len(), 10_001);
    let taken = begin.elapsed();
    assert!(taken < Duration::from_secs(20), "{taken:?}");
}
