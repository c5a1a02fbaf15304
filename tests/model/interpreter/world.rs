//! A specification and a test module in memory, and ways to ask the interpreter about them.

use fretsaw::interpreter::explore::{Unfinished, shortest_run};
use fretsaw::interpreter::refusal::Reason;
use fretsaw::model::run::Run;
use fretsaw::model::run::{Occurrence, Step};
use fretsaw::model::{InstanceId, Model, State, Value};
use fretsaw::modelling::BuildError;
use fretsaw::semantics::Analysis;

use crate::support::projects::{Ask, Module, analyse_project};
use crate::support::runs::replay;

/// A checked specification with a test module.
pub(crate) struct World {
    analysis: Analysis,
}

/// So many states are looked at before a search is given up.
const MOST_STATES: usize = 20_000;

impl World {
    /// The module `t.Spec` of specifications and the module `t.Test`, without their headers.
    pub(crate) fn new(spec: &str, test: &str) -> World {
        let modules = [
            Module::new("ebl", &format!("module t.Spec\n{spec}")),
            Module::new("tebl", &format!("module t.Test\nimport t.Spec\n{test}")),
        ];
        let analysis = analyse_project(&modules, Ask::Files);
        let errors: Vec<&str> = analysis
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error())
            .map(|diagnostic| diagnostic.message.as_str())
            .collect();
        assert!(errors.is_empty(), "{errors:?}");
        World { analysis }
    }

    /// What the i-th check runs over.
    pub(crate) fn model(&self, check: usize) -> Model<'_> {
        self.build(check).expect("the check can be built")
    }

    /// The ids of what stands in the way of the i-th check.
    pub(crate) fn problems(&self, check: usize) -> Vec<&'static str> {
        let test = &self.analysis.program.tests[0];
        let model = Model::about_states(&self.analysis.program, test, &test.checks[check]);
        let error = model.err();
        let problems = error.map_or_else(Vec::new, BuildError::diagnostics);
        problems.iter().map(|problem| problem.code.id).collect()
    }

    fn build(&self, check: usize) -> Result<Model<'_>, BuildError> {
        let test = &self.analysis.program.tests[0];
        Model::build(&self.analysis.program, test, &test.checks[check])
    }

    /// The length of a shortest run of the i-th check, if there is one.
    pub(crate) fn shortest(&self, check: usize) -> Result<Option<usize>, Unfinished> {
        let model = self.model(check);
        let run = shortest_run(&model, MOST_STATES)?;
        Ok(run.map(|run| {
            replay(&model, &run);
            run.steps.len()
        }))
    }
}

/// The start of a model that has exactly one.
pub(crate) fn start(model: &Model<'_>) -> State {
    let run: Option<Run> = shortest_run(model, MOST_STATES).expect("a finite question");
    run.expect("a goal that is met at the start").start
}

/// An event of the i-th instance.
pub(crate) fn occurrence(
    model: &Model<'_>,
    instance: usize,
    event: &str,
    arguments: &[i64],
) -> Occurrence {
    let instance = InstanceId::at(instance);
    let spec = model.program.spec(model.universe.instance(instance).spec);
    Occurrence {
        instance,
        event: spec.event_named(event).expect("an event"),
        arguments: arguments.iter().map(|value| integer(*value)).collect(),
    }
}

pub(crate) fn integer(value: i64) -> Value {
    Value::Integer(value.into())
}

/// What an event of the i-th instance leads to.
pub(crate) fn take(
    model: &Model<'_>,
    state: &State,
    instance: usize,
    event: &str,
    arguments: &[i64],
) -> Result<(Step, Vec<State>), Reason> {
    let first = occurrence(model, instance, event, arguments);
    let taken = model.interpreter().next_states(state, first.clone());
    if let Ok((step, states)) = &taken {
        for next in states {
            let checked = model.interpreter().check(state, first.clone(), next);
            assert_eq!(checked.as_ref(), Ok(step));
        }
    }
    taken.map_err(|refusal| refusal.reason)
}

/// A state as a line: for each instance its life-cycle state and its fields but the key.
pub(crate) fn show(model: &Model<'_>, state: &State) -> String {
    let instances = state.instances().map(|(id, instance)| {
        let spec = model.program.spec(model.universe.instance(id).spec);
        let at = &spec.states[instance.life_cycle.index()].name.text;
        let fields = instance.fields.iter().enumerate();
        let fields = fields
            .filter(|(index, _)| spec.key.is_none_or(|key| key.index() != *index))
            .map(|(_, value)| format!(" {value}"));
        format!("{at}{}", fields.collect::<String>())
    });
    instances.collect::<Vec<_>>().join("; ")
}

/// The states that an event leads to, or none.
pub(crate) fn outcomes(
    model: &Model<'_>,
    state: &State,
    instance: usize,
    event: &str,
    arguments: &[i64],
) -> Vec<String> {
    let taken = take(model, state, instance, event, arguments);
    let states = taken.map(|(_, states)| states).unwrap_or_default();
    states.iter().map(|next| show(model, next)).collect()
}
