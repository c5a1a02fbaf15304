//! The way back: runs of the finite program as runs of the model.

use super::Lowered;
use super::draft::Taking;
use super::starts::placeholder;
use super::symbol::{Symbol, Term};
use crate::finite::evaluate::evaluate;
use crate::finite::search::Run as FiniteRun;
use crate::finite::{ActionId, State as FiniteState, VariableId};
use crate::model::run::Run;
use crate::model::state::InstanceState;
use crate::model::steps::{Occurrence, Step};
use crate::model::{InstanceId, State, Value};
use crate::semantics::specification::{FieldId, StateId};

impl Lowered<'_> {
    /// The run of the model that a run of the program stands for.
    pub fn run(&self, run: &FiniteRun) -> Run {
        let mut steps = Vec::new();
        let mut before = &run.start;
        for (action, after) in &run.steps {
            steps.push((self.step(*action, before), self.state(after)));
            before = after;
        }
        Run {
            start: self.state(&run.start),
            steps,
        }
    }

    /// The state of the model that a state of the program stands for.
    pub fn state(&self, state: &FiniteState) -> State {
        let model = self.context.model;
        let now = match &self.context.now {
            Some((variable, times)) => {
                let place = usize::try_from(state[variable.0 as usize]).unwrap_or(0);
                times.get(place).cloned()
            }
            None => model.start.now.clone(),
        };
        let instances = model
            .universe
            .iter()
            .map(|(id, _)| self.instance(id, state));
        State::new(
            now.unwrap_or(Value::DateTime(0.into())),
            instances.collect(),
        )
    }

    /// What a value of a variable of the program stands for, in the words of the language; life-cycle states have names of their own.
    pub fn value_in_words(&self, variable: VariableId, code: i64) -> Option<String> {
        if let Some((now, times)) = &self.context.now
            && *now == variable
        {
            return Some(times.get(usize::try_from(code).ok()?)?.to_string());
        }
        let mut fields = self.context.fields.values();
        let known = fields.find(|known| known.variable == variable)?;
        Some(known.coding.value(code)?.to_string())
    }

    fn instance(&self, id: InstanceId, state: &FiniteState) -> InstanceState {
        let model = self.context.model;
        let at = state[self.context.control(id).0 as usize];
        let spec = model.interpreter().spec(id);
        let fields = (0..spec.fields.len()).map(FieldId::at).map(|field| {
            if spec.key == Some(field) {
                return model.universe.instance(id).key.clone();
            }
            let known = self.context.fields.get(&(id, field));
            let value = known.and_then(|it| it.coding.value(state[it.variable.0 as usize]));
            value.unwrap_or_else(|| placeholder(model, (id, field)))
        });
        InstanceState {
            life_cycle: StateId(u32::try_from(at).unwrap_or(0)),
            fields: fields.collect(),
        }
    }

    fn step(&self, action: ActionId, before: &FiniteState) -> Step {
        let taken = self.meanings.get(action.0 as usize);
        let taken = taken.map_or(&[][..], Vec::as_slice);
        Step {
            occurrences: taken.iter().map(|it| occurrence(it, before)).collect(),
            callers: taken.iter().map(|it| it.caller).collect(),
        }
    }
}

fn occurrence(taking: &Taking, state: &FiniteState) -> Occurrence {
    let arguments = taking.arguments.iter();
    Occurrence {
        instance: taking.instance,
        event: taking.event,
        arguments: arguments.map(|term| value(term, state)).collect(),
    }
}

/// The value of a term in a state.
fn value(term: &Term, state: &FiniteState) -> Value {
    match &term.symbol {
        Symbol::Known(value) => value.clone(),
        Symbol::Number(number) => number
            .sort
            .value(evaluate(&number.expr, state).unwrap_or(0)),
        Symbol::Cases(cases) => {
            let mut cases = cases.iter();
            let holds = cases.find(|case| evaluate(&case.when, state).is_ok_and(|it| it != 0));
            holds.map_or(Value::Open, |case| case.value.clone())
        }
    }
}
