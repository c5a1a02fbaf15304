//! The way back: runs of the finite program as runs of the model.

use super::Lowered;
use super::context::{Lowering, Owner};
use super::starts::placeholder;
use super::unfold::Draft;
use crate::diagnostics::Span;
use crate::finite::search::Run as FiniteRun;
use crate::finite::{ActionId, State as FiniteState, VariableId};
use crate::ground::shape::Value;
use crate::ground::valuation::Valuation;
use crate::logic::{Constant, Node, Symbol, VariableId as SystemVariable};
use crate::model::run::Run;
use crate::model::run::{Occurrence, Step};
use crate::model::state::InstanceState;
use crate::model::{InstanceId, State, Value as Concrete};
use crate::semantics::specification::{EventId, FieldId, StateId};
use crate::semantics::types::Type;

/// What an action stands for.
#[derive(Debug, Clone)]
pub(super) struct Meaning {
    pub(super) taken: Vec<Taken>,
}

/// An event that an instance takes, with its arguments in terms of the state before.
#[derive(Debug, Clone)]
pub(super) struct Taken {
    pub(super) instance: InstanceId,
    pub(super) event: EventId,
    pub(super) arguments: Vec<(Value, Type)>,
    /// Whose call it is, as an index; none for the first.
    pub(super) caller: Option<usize>,
}

impl Lowering<'_> {
    /// What a draft stands for.
    pub(super) fn meaning(&mut self, draft: &Draft) -> Meaning {
        let mut taken = Vec::with_capacity(draft.taken.len());
        for (at, place) in draft.taken.iter().enumerate() {
            let occurrence = self.occurrence(*place).clone();
            let params = occurrence.params.iter().zip(&occurrence.types);
            let arguments =
                params.map(|(param, ty)| (self.put_value(&draft.known, param), ty.clone()));
            taken.push(Taken {
                event: occurrence.event,
                arguments: arguments.collect(),
                instance: self.player(*place).instance,
                caller: draft.callers[at],
            });
        }
        Meaning { taken }
    }

    /// `Account[1].withdraw(EUR 10.00)`
    pub(super) fn name_of_step(&self, draft: &Draft) -> String {
        let Some(first) = draft.taken.first() else {
            return String::new();
        };
        let (occurrence, player) = (self.occurrence(*first), self.player(*first));
        let interpreter = self.model.interpreter();
        let spec = interpreter.spec(player.instance);
        let key = &self.model.universe.instance(player.instance).key;
        let event = &interpreter
            .event(player.instance, occurrence.event)
            .name
            .text;
        let params = occurrence.params.iter().zip(&occurrence.types);
        let arguments = params.map(|(param, ty)| self.known_argument(draft, param, ty));
        let arguments: Vec<String> = arguments.collect();
        let (from, to) = draft
            .places
            .get(&player.instance)
            .copied()
            .unwrap_or_default();
        let n_targets = player.moves.iter().filter(|(at, _)| *at == from).count();
        let to = if n_targets > 1 {
            format!(" -> {}", spec.states[to as usize].name.text)
        } else {
            String::new()
        };
        format!(
            "{}[{key}].{event}({}){to}",
            spec.name.text,
            arguments.join(", ")
        )
    }

    /// An argument that is the same in every state, as it is written.
    fn known_argument(&self, draft: &Draft, param: &Value, ty: &Type) -> String {
        let mut values = Valuation::default();
        let is_known = param.scalars().into_iter().all(|scalar| {
            let terms = &self.system.context.terms;
            let Node::Symbol(symbol, _) = terms.node(scalar) else {
                return true;
            };
            let constant = draft.known.get(symbol);
            let constant = constant.and_then(|term| terms.constant(*term));
            values.extend(constant.map(|constant| (*symbol, constant.clone())));
            constant.is_some()
        });
        let value = is_known.then(|| self.system.read(&values, &param.shape, ty).ok());
        value
            .flatten()
            .map_or_else(|| "_".to_owned(), |value| value.to_string())
    }

    pub(super) fn spans_of_step(&self, draft: &Draft) -> Vec<Span> {
        let interpreter = self.model.interpreter();
        let taken = draft.taken.iter().map(|place| {
            let event = self.occurrence(*place).event;
            interpreter
                .event(self.player(*place).instance, event)
                .name
                .span
        });
        taken.collect()
    }
}

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
        let model = self.lowering.model;
        let now = match &self.lowering.now {
            Some((variable, times)) => {
                let place = usize::try_from(state[variable.0 as usize]).unwrap_or(0);
                times.get(place).map(|(time, _)| time.clone())
            }
            None => model.start.now.clone(),
        };
        let instances = model.universe.iter();
        let instances = instances.map(|(id, _)| self.instance(id, state));
        State::new(
            now.unwrap_or(Concrete::DateTime(0.into())),
            instances.collect(),
        )
    }

    /// What a value of a variable of the program stands for, in the words of the language; life-cycle states have names of their own.
    pub fn value_in_words(&self, variable: VariableId, code: i64) -> Option<String> {
        if let Some((now, times)) = &self.lowering.now
            && *now == variable
        {
            return Some(times.get(usize::try_from(code).ok()?)?.0.to_string());
        }
        let mut fields = self.lowering.fields.iter();
        let field = fields.position(|field| field.variable == variable)?;
        Some(self.lowering.value_of(field, code)?.to_string())
    }

    fn instance(&self, id: InstanceId, state: &FiniteState) -> InstanceState {
        let model = self.lowering.model;
        let at = state[self.lowering.controls[id.index()].0 as usize];
        let spec = model.interpreter().spec(id);
        let fields = (0..spec.fields.len()).map(FieldId::at).map(|field| {
            if spec.key == Some(field) {
                return model.universe.instance(id).key.clone();
            }
            if !model.class(id).keeps_field(field) {
                return Concrete::Open;
            }
            let place = self.lowering.place_of.get(&(id, field));
            let value = place.and_then(|place| {
                let variable = self.lowering.fields[*place].variable;
                self.lowering.value_of(*place, state[variable.0 as usize])
            });
            value.unwrap_or_else(|| placeholder(model, (id, field)))
        });
        InstanceState {
            life_cycle: StateId(u32::try_from(at).unwrap_or(0)),
            fields: fields.collect(),
        }
    }

    fn step(&self, action: ActionId, before: &FiniteState) -> Step {
        let meaning = self.meanings.get(action.0 as usize);
        let taken = meaning.map_or(&[][..], |it| it.taken.as_slice());
        let values = self.valuation(before);
        Step {
            occurrences: taken
                .iter()
                .map(|it| self.occurrence(it, &values))
                .collect(),
            callers: taken.iter().map(|it| it.caller).collect(),
        }
    }

    /// The values of the variables of the system in a state of the program.
    fn valuation(&self, state: &FiniteState) -> Valuation {
        let lowering = &self.lowering;
        let mut values = Valuation::default();
        for (at, owner) in lowering.owners.iter().enumerate() {
            let symbol = Symbol::Current(SystemVariable(u32::try_from(at).unwrap_or(u32::MAX)));
            match owner {
                Owner::Control(id) => {
                    let code = state[lowering.controls[id.index()].0 as usize];
                    let sort = lowering.system.current.life_cycles[id.index()];
                    let place = u32::try_from(code).unwrap_or(0);
                    values.insert(symbol, Constant::Finite(sort, place));
                }
                Owner::Now => {
                    if let Some((variable, times)) = &lowering.now {
                        let place = usize::try_from(state[variable.0 as usize]).unwrap_or(0);
                        values.extend(times.get(place).map(|(_, time)| (symbol, time.clone())));
                    }
                }
                Owner::Field(_) => {}
            }
        }
        for (place, field) in lowering.fields.iter().enumerate() {
            let code = state[field.variable.0 as usize];
            values.extend(lowering.valuation_of(place, code).unwrap_or_default());
        }
        values
    }

    fn occurrence(&self, taken: &Taken, values: &Valuation) -> Occurrence {
        let arguments = taken.arguments.iter().map(|(value, ty)| {
            let value = self.lowering.system.read(values, &value.shape, ty);
            value.unwrap_or(Concrete::Open)
        });
        Occurrence {
            instance: taken.instance,
            event: taken.event,
            arguments: arguments.collect(),
        }
    }
}
