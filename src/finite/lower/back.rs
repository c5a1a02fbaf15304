//! The way back: runs of the finite program as runs of the system.

use super::Lowered;
use super::context::{Lowering, Owner};
use super::unfold::Draft;
use crate::finite::search::Run as FiniteRun;
use crate::finite::{ActionId, State as FiniteState, VariableId};
use crate::ground::shape::Value;
use crate::ground::valuation::Valuation;
use crate::ground::{EventId, InstanceId, Span, SystemRun, Type};
use crate::logic::{Constant, Node, Symbol, TermId, VariableId as SystemVariable};

/// What an action stands for.
#[derive(Debug, Clone)]
pub(super) struct Meaning {
    pub(super) taken: Vec<Taken>,
    /// The input that says that the environment chooses the first.
    chosen: Option<Symbol>,
}

/// An event that an instance takes.
#[derive(Debug, Clone)]
pub(super) struct Taken {
    pub(super) instance: InstanceId,
    pub(super) event: EventId,
    /// The input that says so.
    happens: Option<Symbol>,
    /// The inputs that are its arguments, in terms of the state before.
    arguments: Vec<(Symbol, TermId)>,
}

impl Lowering {
    /// What a draft stands for.
    pub(super) fn meaning(&mut self, draft: &Draft) -> Meaning {
        let mut taken = Vec::with_capacity(draft.taken.len());
        for place in &draft.taken {
            let params = self.occurrence(*place).params.clone();
            let scalars: Vec<TermId> = params.iter().flat_map(Value::scalars).collect();
            let mut arguments = Vec::with_capacity(scalars.len());
            for scalar in scalars {
                if let Some(symbol) = self.symbol(scalar) {
                    arguments.push((symbol, self.put(&draft.known, scalar)));
                }
            }
            let player = self.player(*place);
            taken.push(Taken {
                event: self.occurrence(*place).event,
                instance: player.instance,
                happens: self.symbol(player.happens),
                arguments,
            });
        }
        let first = draft.taken.first();
        let chosen = first.and_then(|first| self.player(*first).chosen);
        Meaning {
            taken,
            chosen: chosen.and_then(|chosen| self.symbol(chosen)),
        }
    }

    /// The symbol that a term is.
    fn symbol(&self, term: TermId) -> Option<Symbol> {
        match self.system.context.terms.node(term) {
            Node::Symbol(symbol, _) => Some(*symbol),
            _ => None,
        }
    }

    /// `Account[1].withdraw(EUR 10.00)`
    pub(super) fn name_of_step(&self, draft: &Draft) -> String {
        let Some(first) = draft.taken.first() else {
            return String::new();
        };
        let (occurrence, player) = (self.occurrence(*first), self.player(*first));
        let instance = self.instance(player.instance);
        let params = occurrence.params.iter().zip(&occurrence.types);
        let arguments = params.map(|(param, ty)| self.known_argument(draft, param, ty));
        let arguments: Vec<String> = arguments.collect();
        let places = draft.places.get(&player.instance);
        let (from, to) = places.copied().unwrap_or_default();
        let n_targets = player.moves.iter().filter(|(at, _)| *at == from).count();
        let to = if n_targets > 1 {
            format!(" -> {}", instance.states[to as usize])
        } else {
            String::new()
        };
        format!(
            "{}.{}({}){to}",
            instance.name,
            occurrence.name.text,
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

    /// Where the events of a step are declared.
    pub(super) fn spans_of_step(&self, draft: &Draft) -> Vec<Span> {
        let taken = draft.taken.iter();
        taken
            .map(|place| self.occurrence(*place).name.span)
            .collect()
    }

    /// Values for the variables that are not part of the program, and for those fields that nobody gives any.
    pub(super) fn unset(&mut self) -> Valuation {
        let mut unset = Valuation::default();
        if let Some(at) = self.owners.iter().position(|it| *it == Owner::Now) {
            let now = self.enumeration.now.as_ref();
            let now = now.and_then(crate::ground::enumeration::number_of_time);
            unset.insert(current(at), now.unwrap_or_else(|| Constant::from(0)));
        }
        for field in 0..self.fields.len() {
            let any = self.fields[field].declared.any_value();
            if let Ok(listed) = self.listed(field, any) {
                let symbols = self.fields[field].scalars.clone().map(current);
                unset.extend(symbols.zip(listed.scalars));
            }
        }
        unset
    }
}

impl Lowered {
    /// The run of the system that a run of the program stands for.
    pub fn run(&self, run: &FiniteRun) -> SystemRun {
        let mut states = vec![self.state(&run.start)];
        for (action, after) in &run.steps {
            if let Some(before) = states.last_mut() {
                self.add_inputs(*action, before);
            }
            states.push(self.state(after));
        }
        SystemRun {
            states,
            loops_to: None,
        }
    }

    /// The values of the variables of the system in a state of the program.
    pub fn state(&self, state: &FiniteState) -> Valuation {
        let lowering = &self.lowering;
        let mut values = self.unset.clone();
        for (at, owner) in lowering.owners.iter().enumerate() {
            match owner {
                Owner::Control(id) => {
                    let code = state[lowering.controls[id.index()].0 as usize];
                    let sort = lowering.system.current.control_sorts[id.index()];
                    let place = u32::try_from(code).unwrap_or(0);
                    values.insert(current(at), Constant::Finite(sort, place));
                }
                Owner::Now => {
                    if let Some((variable, times)) = &lowering.now {
                        let place = usize::try_from(state[variable.0 as usize]).unwrap_or(0);
                        values.extend(
                            times
                                .get(place)
                                .map(|(_, time)| (current(at), time.clone())),
                        );
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

    /// What a value of a variable of the program stands for, in words; none for a control variable, whose values the
    /// program names itself.
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

    /// Adds the inputs of the step that an action stands for to the values of the state before.
    fn add_inputs(&self, action: ActionId, before: &mut Valuation) {
        let Some(meaning) = self.meanings.get(action.0 as usize) else {
            return;
        };
        let mut inputs = Valuation::default();
        let happens = meaning.taken.iter().filter_map(|taken| taken.happens);
        for symbol in happens.chain(meaning.chosen) {
            inputs.insert(symbol, Constant::Bool(true));
        }
        for (symbol, term) in meaning.taken.iter().flat_map(|taken| &taken.arguments) {
            let value = self.lowering.system.value(before, *term);
            inputs.extend(value.ok().map(|value| (*symbol, value)));
        }
        before.extend(inputs);
    }
}

/// A variable of the state, by its place.
fn current(at: usize) -> Symbol {
    Symbol::Current(SystemVariable(u32::try_from(at).unwrap_or(u32::MAX)))
}
