//! A concrete state to begin a run with, where the start of a check leaves things open.
//!
//! What the start says nothing about becomes the plainest value of its type. What it restricts is searched for: among
//! all values where they are finitely many, and otherwise among those that the texts name and their neighbours.

use std::cell::Cell;
use std::collections::BTreeMap;

use indexmap::IndexSet;

use super::choose::any_value;
use super::confined::{Confined, turned};
use super::evaluate::OpenRead;
use super::guesses::{Guesses, as_type, neighbours};
use crate::model::Model;
use crate::model::property::Requirement;
use crate::model::state::{InstanceState, State};
use crate::model::value::{InstanceId, Value, of_type};
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{FieldId, StateId};
use crate::semantics::types::Type;
use crate::stack::with_enough_stack;

/// What someone wants of the start, beyond what the check says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Wishes {
    /// The time.
    pub now: Option<Value>,
    /// Life-cycle states.
    pub states: BTreeMap<InstanceId, StateId>,
    /// Values of fields.
    pub fields: BTreeMap<(InstanceId, FieldId), Value>,
}

/// Why there is no state to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoStart {
    /// No state is a start that is as wished.
    Impossible,
    /// None was found; there may be one.
    NotFound,
}

/// A state that a run can begin with, with every value chosen.
pub fn begin(model: &Model<'_>, wishes: &Wishes) -> Result<State, NoStart> {
    let mut search = Search::new(model, wishes);
    let Some(mut state) = search.first() else {
        return Err(NoStart::Impossible);
    };
    let found = search.choose(&mut state, 0);
    if found {
        close(model, &mut state);
    }
    match (found && model.is_start(&state), search.complete) {
        (true, _) => Ok(state),
        (false, true) => Err(NoStart::Impossible),
        (false, false) => Err(NoStart::NotFound),
    }
}

/// What has to be chosen or has to hold, in this order.
enum Item<'m> {
    /// A life-cycle state is to be chosen.
    LifeCycle(InstanceId, Vec<StateId>),
    /// Something holds of an instance.
    Holds(InstanceId, &'m Expr),
    /// An instance is not as a statement says.
    Unlike(InstanceId, &'m Requirement<'m>),
}

struct Search<'m> {
    model: &'m Model<'m>,
    wishes: &'m Wishes,
    items: Vec<Item<'m>>,
    guesses: Guesses,
    watch: Cell<Option<OpenRead>>,
    /// So many more choices may be tried.
    budget: usize,
    /// Whether everything was tried that is possible.
    complete: bool,
}

impl<'m> Search<'m> {
    fn new(model: &'m Model<'m>, wishes: &'m Wishes) -> Search<'m> {
        let mut items = Vec::new();
        for (id, _) in model.universe.iter() {
            let allowed = allowed(model, wishes, id);
            if allowed.len() > 1 {
                items.push(Item::LifeCycle(id, allowed));
            }
        }
        let constraints = model.start.constraints.iter();
        items.extend(constraints.map(|(id, constraint)| Item::Holds(*id, constraint)));
        for asked in &model.start.unwanted {
            items.extend(asked.candidates.iter().map(|id| Item::Unlike(*id, asked)));
        }
        Search {
            model,
            wishes,
            budget: 20_000 + 10 * items.len(),
            items,
            guesses: Guesses::from(model),
            watch: Cell::new(None),
            complete: true,
        }
    }

    /// The state with nothing chosen but what is wished; none where a wish contradicts the life cycle.
    fn first(&self) -> Option<State> {
        let instance = |id: InstanceId| {
            let at = allowed(self.model, self.wishes, id);
            let mut blank = blank(self.model, id, *at.first()?);
            let wished = self.wishes.fields.range((id, FieldId(0))..);
            for ((_, field), value) in wished.take_while(|((owner, _), _)| *owner == id) {
                blank.fields[field.index()] = value.clone();
            }
            Some(blank)
        };
        let ids = self.model.universe.iter().map(|(id, _)| id);
        let instances: Option<Vec<InstanceState>> = ids.map(instance).collect();
        let now = self.wishes.now.clone().or(self.model.start.now.clone());
        Some(State::new(now.unwrap_or(Value::Open), instances?))
    }

    /// Chooses what the items from an index on need; whether that was possible.
    fn choose(&mut self, state: &mut State, mut at: usize) -> bool {
        loop {
            let holds = match self.items.get(at) {
                None => return true,
                Some(Item::LifeCycle(id, allowed)) => {
                    let (id, allowed) = (*id, allowed.clone());
                    return self.choose_life_cycle(state, at, id, &allowed);
                }
                Some(Item::Holds(id, constraint)) => {
                    let environment = self.model.on(state, *id, Some(&self.watch));
                    environment.holds(constraint)
                }
                Some(Item::Unlike(id, asked)) => {
                    !self.model.meets(state, *id, asked, Some(&self.watch))
                }
            };
            match (holds, self.watch.take()) {
                (_, Some(read)) => return self.choose_value(state, at, read),
                (true, None) => at += 1,
                (false, None) => return false,
            }
        }
    }

    /// Whether another choice may be tried.
    fn may_try(&mut self) -> bool {
        let may = self.budget > 0;
        self.budget = self.budget.saturating_sub(1);
        self.complete &= may;
        may
    }

    fn choose_life_cycle(
        &mut self,
        state: &mut State,
        at: usize,
        id: InstanceId,
        allowed: &[StateId],
    ) -> bool {
        allowed.iter().any(|chosen| {
            state.instance_mut(id).life_cycle = *chosen;
            self.may_try() && with_enough_stack(|| self.choose(state, at + 1))
        })
    }

    fn choose_value(&mut self, state: &mut State, at: usize, read: OpenRead) -> bool {
        for value in self.candidates(state, at, read) {
            set(state, read, value);
            if self.may_try() && with_enough_stack(|| self.choose(state, at)) {
                return true;
            }
        }
        set(state, read, Value::Open);
        false
    }

    /// The values to try for something open that an item reads.
    fn candidates(&mut self, state: &State, at: usize, read: OpenRead) -> Vec<Value> {
        let ty = match read {
            OpenRead::Now => Type::DateTime,
            OpenRead::Field(id, field) => {
                if let Some(values) = start_values(self.model, id, field) {
                    return values;
                }
                let spec = self.model.interpreter().spec(id);
                spec.fields[field.index()].ty.clone()
            }
            OpenRead::TooLong(_) => {
                self.complete = false;
                return Vec::new();
            }
        };
        self.complete = false;
        let guesses = self.guesses.of(&ty);
        let plainest = guesses.first().cloned();
        let beside = self.values_beside(state, at, &ty);
        let values = plainest.into_iter().chain(beside).chain(guesses);
        values.collect::<IndexSet<Value>>().into_iter().collect()
    }

    /// The values of a type that the item itself computes from what is chosen, and their neighbours.
    fn values_beside(&self, state: &State, at: usize, ty: &Type) -> Vec<Value> {
        let Some(Item::Holds(id, constraint)) = self.items.get(at) else {
            return Vec::new();
        };
        let environment = self.model.on(state, *id, None);
        let mut values = Vec::new();
        constraint.walk(&mut |part| {
            let is_number = |ty: &Type| matches!(ty, Type::Integer | Type::Real);
            if (part.ty == *ty || is_number(&part.ty) && is_number(ty))
                && let Some(value) = environment.value(part)
            {
                for value in as_type(ty, value) {
                    values.extend(neighbours(&value));
                    values.push(value);
                }
            }
        });
        values
    }
}

/// The states that an instance may be in at the start.
fn allowed(model: &Model<'_>, wishes: &Wishes, id: InstanceId) -> Vec<StateId> {
    let allowed = model.start.states[id.index()].iter().copied();
    let wished = wishes.states.get(&id);
    allowed
        .filter(|state| wished.is_none_or(|wished| wished == state))
        .collect()
}

/// Gives something open a value. A range that is too long has no place for one.
fn set(state: &mut State, read: OpenRead, value: Value) {
    match read {
        OpenRead::Now => state.now = value,
        OpenRead::Field(id, field) => state.instance_mut(id).fields[field.index()] = value,
        OpenRead::TooLong(_) => {}
    }
}

/// An instance in a state, with its key and nothing else.
pub(super) fn blank(model: &Model<'_>, id: InstanceId, at: StateId) -> InstanceState {
    let instance = model.universe.instance(id);
    let spec = model.program.spec(instance.spec);
    let mut fields = vec![Value::Open; spec.fields.len()];
    if let Some(key) = spec.key {
        fields[key.index()] = instance.key.clone();
    }
    InstanceState {
        life_cycle: at,
        fields,
    }
}

/// The values that the start leaves to a field, if they are finitely many: what it says of it alone counts.
pub fn start_values(model: &Model<'_>, id: InstanceId, field: FieldId) -> Option<Vec<Value>> {
    if let Some(domain) = model.interpreter().domain(id, field) {
        return Some(domain.to_vec());
    }
    start_confined(model, id, field).values()
}

/// What the start says of a field alone.
pub fn start_confined(model: &Model<'_>, id: InstanceId, field: FieldId) -> Confined {
    let ty = &model.interpreter().spec(id).fields[field.index()].ty;
    let mut confined = Confined::new(ty);
    let constraints = &model.start.constraints;
    let first = constraints.partition_point(|(of, _)| *of < id);
    let own = constraints[first..].iter().take_while(|(of, _)| *of == id);
    for (_, constraint) in own {
        let ExprKind::Binary(op, left, right) = &constraint.kind else {
            continue;
        };
        for (side, op, bound) in [(left, Some(*op), right), (right, turned(*op), left)] {
            if let Some(op) = op
                && is_own_field(side, field)
                && let Some(value) = model.constant(bound)
            {
                confined.add(op, Some(value));
            }
        }
    }
    confined
}

fn is_own_field(expr: &Expr, field: FieldId) -> bool {
    matches!(&expr.kind, ExprKind::Field(base, of, _) if base.kind == ExprKind::This && *of == field)
}

/// Chooses what nothing depends on.
fn close(model: &Model<'_>, state: &mut State) {
    let interpreter = model.interpreter();
    if state.now == Value::Open {
        state.now = of_type(&Type::DateTime);
    }
    for (id, _) in model.universe.iter() {
        for index in 0..interpreter.spec(id).fields.len() {
            let field = FieldId::at(index);
            let value = &mut state.instance_mut(id).fields[index];
            if *value == Value::Open && model.class(id).keeps_field(field) {
                *value = any_value(&interpreter, id, field);
            }
        }
    }
}
