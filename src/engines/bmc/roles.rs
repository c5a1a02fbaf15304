//! Events of many instances, described once.
//!
//! An event that can happen only once in a step is taken by one instance at most, whoever that is. Where a specification has many instances,
//! the conditions of such an event are not repeated for each: they speak of a role that the instance plays which
//! takes the event. So a sync to an instance that is found by its key costs as many terms as there are instances, not its square.

use z3::ast::Bool;

use super::encode::{Encoded, Halt, This, unsupported};
use super::logic::{any, implies};
use super::term::Term;
use super::unroll::Unrolling;
use super::variables::{InstanceVariables, View};
use crate::model::{InstanceId, Model};
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::specification::{Event, EventId, FieldId, SpecId, Sync};

/// Whoever takes an event in a step.
pub(super) struct Role {
    /// Whether anybody does.
    pub(super) occurs: Bool,
    /// The instances, each with whether it is the one.
    pub(super) players: Vec<(InstanceId, Bool)>,
    /// The variables of the one, as far as they are read.
    pub(super) current: InstanceVariables,
    pub(super) next: InstanceVariables,
}

impl Role {
    /// The variables of the one in a state.
    pub(super) fn variables(&self, moment: Moment) -> &InstanceVariables {
        match moment {
            Moment::Current => &self.current,
            Moment::Next => &self.next,
        }
    }
}

/// For each specification and event whether it is described once for all instances: there are more than a few, and no step has it twice.
pub(super) fn described_once(model: &Model<'_>, few: usize) -> Vec<Vec<bool>> {
    let specifications = model.program.specifications.iter().enumerate();
    let mut once: Vec<Vec<bool>> = specifications
        .map(|(spec, declared)| {
            let many = model.universe.instances_of(SpecId::at(spec)).len() > few;
            vec![many; declared.events.len()]
        })
        .collect();
    for (spec, triggers) in model.triggers.iter().enumerate() {
        for event in (0..triggers.len()).filter(|event| triggers[*event]) {
            let mut times: Vec<Vec<u8>> = once.iter().map(|events| vec![0; events.len()]).collect();
            count(model, SpecId::at(spec), EventId::at(event), &mut times);
            for (once, times) in once.iter_mut().flatten().zip(times.iter().flatten()) {
                *once &= *times <= 1;
            }
        }
    }
    once
}

/// Counts how often each event is in a step that an event starts, up to twice. Syncs form no cycles, and twice is enough to know.
fn count(model: &Model<'_>, spec: SpecId, event: EventId, times: &mut [Vec<u8>]) {
    let seen = &mut times[spec.index()][event.index()];
    if *seen >= 2 {
        return;
    }
    *seen += 1;
    let declared = &model.program.spec(spec).events[event.index()];
    for sync in declared.syncs.iter().filter(|sync| !sync.negated) {
        count(model, sync.spec, sync.event, times);
    }
}

impl Unrolling<'_, '_> {
    /// Parameters that all instances share.
    pub(super) fn shared_params(
        &mut self,
        from: usize,
        spec: SpecId,
        event: EventId,
    ) -> Encoded<Vec<Term>> {
        let event = &self.model.program.spec(spec).events[event.index()];
        let name = format!(
            "{}.{}@{from}",
            self.spec_names[spec.index()],
            event.name.text
        );
        self.params(&name, event)
    }

    /// Variables for the parameters of an event.
    pub(super) fn params(&mut self, name: &str, event: &Event) -> Encoded<Vec<Term>> {
        let mut params = Vec::with_capacity(event.params.len());
        for param in &event.params {
            let name = format!("{name}({})", param.name.text);
            let variable = self.terms.variable(&name, &param.ty);
            params.push(variable.ok_or_else(|| Halt::Unsupported {
                what: format!("parameters of type {}", param.ty),
                span: Some(param.name.span),
            })?);
        }
        Ok(params)
    }

    /// What must hold if somebody takes an event.
    pub(super) fn event_once(
        &mut self,
        from: usize,
        spec: SpecId,
        event: EventId,
        calls: &mut [Vec<(EventId, Bool)>],
    ) -> Encoded<()> {
        let declared = &self.model.program.spec(spec).events[event.index()];
        let players = self.players(from, spec, event);
        let Some((first, _)) = players.first() else {
            return Ok(());
        };
        let params = self.steps[from].events[first.index()][event.index()]
            .params
            .clone();
        let role = self.role(from, spec, players, declared)?;
        self.confine(spec, event, &params, &role.occurs)?;
        for (id, _) in &role.players {
            self.moves(from, *id, event);
        }
        let conditions = self.statements(from, This::Role(&role), &params, declared);
        self.demand(&role.occurs, conditions)?;
        self.share_played(from, spec, &role);
        for sync in declared.syncs.iter().filter(|sync| !sync.negated) {
            self.sync(from, This::Role(&role), &role.occurs, &params, sync, calls)?;
        }
        Ok(())
    }

    /// Who can take an event in a step, each with when it does.
    fn players(&self, from: usize, spec: SpecId, event: EventId) -> Vec<(InstanceId, Bool)> {
        let ids = self.model.universe.instances_of(spec).iter();
        ids.filter_map(|id| {
            let event = self.steps[from].event(*id, event)?;
            Some((*id, event.happens.clone()))
        })
        .collect()
    }

    /// The role of an event in a step: new variables, equal to those of the instance that takes the event.
    fn role(
        &mut self,
        from: usize,
        spec: SpecId,
        players: Vec<(InstanceId, Bool)>,
        declared: &Event,
    ) -> Encoded<Role> {
        let name = &self.spec_names[spec.index()];
        let name = format!("{name}.{}@{from}", declared.name.text);
        let occurs = Bool::new_const(format!("somebody takes {name}"));
        let happens = any(players.iter().map(|(_, happens)| happens.clone()));
        self.assert(&occurs.eq(happens));
        let reads = Reads::of(declared);
        Ok(Role {
            current: self.played(from, spec, &players, &reads, (&name, Moment::Current))?,
            next: self.played(from + 1, spec, &players, &reads, (&name, Moment::Next))?,
            occurs,
            players,
        })
    }

    /// What was found out about dates of a role goes for whoever plays it, too.
    fn share_played(&mut self, from: usize, spec: SpecId, role: &Role) {
        let fields = self.model.program.spec(spec).fields.iter().enumerate();
        for (state, played) in [(from, &role.current), (from + 1, &role.next)] {
            for (index, field) in fields.clone() {
                for (id, _) in &role.players {
                    let own = View::of(&self.states[state]).field(*id, FieldId::at(index));
                    self.terms.share(&field.ty, &played.fields[index], own);
                }
            }
        }
    }

    /// The variables of a role in one state.
    fn played(
        &mut self,
        state: usize,
        spec: SpecId,
        players: &[(InstanceId, Bool)],
        reads: &Reads,
        (name, moment): (&str, Moment),
    ) -> Encoded<InstanceVariables> {
        let Some((first, _)) = players.first() else {
            return Err(unsupported("a role that nobody plays"));
        };
        // What is not read can stay as it is with anybody.
        let mut played = View::of(&self.states[state]).instance(*first).clone();
        for (index, field) in self.model.program.spec(spec).fields.iter().enumerate() {
            if !reads.fields.contains(&(FieldId::at(index), moment)) {
                continue;
            }
            let variable = format!("{name} {moment:?} {}", field.name.text);
            let variable = self.terms.variable(&variable, &field.ty);
            let variable = variable.ok_or_else(|| unsupported("interest tariffs"))?;
            for (id, happens) in players {
                let own = View::of(&self.states[state]).field(*id, FieldId::at(index));
                let same = self.terms.same(&field.ty, &variable, own);
                let same = implies(happens, same);
                self.assert(&same);
            }
            played.fields[index] = variable;
        }
        if reads.states.contains(&moment) {
            for (index, state_of_role) in played.states.iter_mut().enumerate() {
                let variable = Bool::new_const(format!("{name} {moment:?} in {index}"));
                for (id, happens) in players {
                    let own = self.states[state].instances[id.index()].states[index].clone();
                    self.assert(&implies(happens, variable.eq(own)));
                }
                *state_of_role = variable;
            }
        }
        Ok(played)
    }

    /// The events that are described once for all instances.
    pub(super) fn events_once(&self) -> Vec<(SpecId, EventId)> {
        let specs = self.once.iter().enumerate();
        specs
            .flat_map(|(spec, events)| {
                let once = (0..events.len()).filter(|event| events[*event]);
                once.map(move |event| (SpecId::at(spec), EventId::at(event)))
            })
            .collect()
    }
}

/// What an event reads of the instance that takes it.
#[derive(Default)]
struct Reads {
    fields: Vec<(FieldId, Moment)>,
    /// The states in which its life cycle is asked for.
    states: Vec<Moment>,
}

impl Reads {
    fn of(event: &Event) -> Reads {
        let mut reads = Reads::default();
        let statements = event.preconditions.iter().chain(&event.postconditions);
        for statement in statements {
            reads.add(&statement.condition);
        }
        for Sync { key, arguments, .. } in &event.syncs {
            reads.add(key);
            for argument in arguments {
                reads.add(argument);
            }
        }
        reads
    }

    fn add(&mut self, expr: &Expr) {
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Field(base, field, moment) if base.kind == ExprKind::This => {
                self.fields.push((*field, *moment));
            }
            ExprKind::StateTest(base, _, moment) if base.kind == ExprKind::This => {
                self.states.push(*moment);
            }
            _ => {}
        });
    }
}
