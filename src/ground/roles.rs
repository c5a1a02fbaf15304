//! Events of many instances, described once.
//!
//! An event that can happen only once in a step is taken by one instance at most, whoever that is. Where a
//! specification has many instances, the conditions of such an event are not repeated for each: they speak of a role
//! that the instance plays which takes the event. So a sync to an instance that is found by its key costs as many
//! terms as there are instances, not its square.

use super::build::Builder;
use super::expression::{Translated, unsupported};
use super::shape::Value;
use super::system::{Occurrence, Player};
use super::view::{InstanceTerms, Role, StateTerms, This};
use crate::logic::TermId;
use crate::model::class::{Class, ClassId, ModelEvent};
use crate::model::{InstanceId, Model};
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::specification::{EventId, FieldId, SpecId};

/// For each class and event whether it is described once for all instances: there are more than a few, and no step has
/// it twice.
pub(super) fn described_once(model: &Model<'_>, few: usize) -> Vec<Vec<bool>> {
    let classes = model.classes.iter();
    let mut once: Vec<Vec<bool>> = classes
        .map(|class| {
            let many = class.instances.len() > few;
            vec![many; class.events.len()]
        })
        .collect();
    for (class, triggers) in model.classes.iter().zip(&model.triggers) {
        for event in (0..triggers.len()).filter(|event| triggers[*event]) {
            let mut times: Vec<Vec<u8>> = once.iter().map(|events| vec![0; events.len()]).collect();
            count(model, class.id, EventId::at(event), &mut times);
            for (once, times) in once.iter_mut().flatten().zip(times.iter().flatten()) {
                *once &= *times <= 1;
            }
        }
    }
    once
}

/// Counts how often each event is in a step that an event starts, up to twice. Syncs form no cycles, and twice is
/// enough to know.
fn count(model: &Model<'_>, class: ClassId, event: EventId, times: &mut [Vec<u8>]) {
    let seen = &mut times[class.index()][event.index()];
    if *seen >= 2 {
        return;
    }
    *seen += 1;
    for sync in model.event(class, event).calls() {
        count(model, ClassId::of(sync.spec), sync.event, times);
    }
}

impl Builder<'_, '_> {
    /// An event of all instances of a class.
    pub(super) fn occurrence_of_many(
        &mut self,
        class: &Class<'_>,
        event: EventId,
    ) -> Translated<Occurrence> {
        let ids = class.instances.iter();
        let players: Vec<Player> = ids.map(|id| self.player(*id, event)).collect();
        let (spec, declared) = (class.id.spec, &class.events[event.index()]);
        let name = format!("{}.{}", self.spec_names[spec.index()], declared.name.text);
        let role = self.role(spec, &players, declared, &name)?;
        let occurs = role.occurs;
        self.described(players, event, occurs, &name, This::Role(&role))
    }

    /// The role of an event: inputs that are what the instance is which takes the event.
    fn role(
        &mut self,
        spec: SpecId,
        players: &[Player],
        declared: &ModelEvent<'_>,
        name: &str,
    ) -> Translated<Role> {
        let players: Vec<(InstanceId, TermId)> = players
            .iter()
            .map(|player| (player.instance, player.happens))
            .collect();
        let one = self.context.terms.or(players.iter().map(|(_, it)| *it));
        let occurs = self
            .context
            .fresh_defined(&format!("somebody takes {name}"), one);
        let same = self.context.terms.equal(occurs, one);
        self.context.describe(occurs, same);
        let reads = Reads::of(self.model, declared);
        let (current, next) = (self.current.clone(), self.next.clone());
        Ok(Role {
            current: self.played(spec, &players, &reads, (&current, Moment::Current), name)?,
            next: self.played(spec, &players, &reads, (&next, Moment::Next), name)?,
            occurs,
            players,
        })
    }

    /// What a role is in one of the states of a step, as far as it is read.
    fn played(
        &mut self,
        spec: SpecId,
        players: &[(InstanceId, TermId)],
        reads: &Reads,
        (state, moment): (&StateTerms, Moment),
        name: &str,
    ) -> Translated<InstanceTerms> {
        let Some((first, _)) = players.first() else {
            return Err(unsupported("a role that nobody plays"));
        };
        let when = match moment {
            Moment::Current => "before",
            Moment::Next => "after",
        };
        // What is not read can stay as it is with anybody.
        let mut played = state.instances[first.index()].clone();
        for (index, field) in self.model.program.spec(spec).fields.iter().enumerate() {
            let id = FieldId::at(index);
            if !reads.fields.contains(&(id, moment)) {
                continue;
            }
            let name = format!("{name} {} {when}", field.name.text);
            let own = |player: &InstanceId| state.instances[player.index()].fields[index].as_ref();
            let own: Option<Vec<(TermId, &Value)>> = players
                .iter()
                .map(|(player, happens)| Some((*happens, own(player)?)))
                .collect();
            let own = own.ok_or_else(|| unsupported("interest tariffs"))?;
            played.fields[index] = Some(self.played_value(&own, &name)?);
        }
        if reads.states.contains(&moment) {
            let own = players.iter();
            let own = own.map(|(id, happens)| (*happens, state.instances[id.index()].control));
            let own: Vec<(TermId, TermId)> = own.collect();
            played.control = self.played_scalar(&own, &format!("{name} state {when}"));
        }
        Ok(played)
    }

    /// The value of whoever plays a role: of values that are made of the same scalars, and never undefined.
    fn played_value(&mut self, own: &[(TermId, &Value)], name: &str) -> Translated<Value> {
        let scalars: Vec<(TermId, Vec<TermId>)> = own
            .iter()
            .map(|(happens, value)| (*happens, value.scalars()))
            .collect();
        let Some((_, first)) = own.first() else {
            return Err(unsupported("a role that nobody plays"));
        };
        let count = first.scalars().len();
        let mut played = Vec::with_capacity(count);
        for place in 0..count {
            let own: Option<Vec<(TermId, TermId)>> = scalars
                .iter()
                .map(|(happens, scalars)| Some((*happens, *scalars.get(place)?)))
                .collect();
            let own = own.ok_or_else(|| unsupported("values of different shapes"))?;
            played.push(self.played_scalar(&own, &format!("{name} {place}")));
        }
        Ok(first.with_scalars(&played))
    }

    /// A scalar of whoever plays a role.
    fn played_scalar(&mut self, own: &[(TermId, TermId)], name: &str) -> TermId {
        let Some((_, last)) = own.last() else {
            return self.context.terms.truth(false);
        };
        if own.iter().all(|(_, scalar)| scalar == last) {
            return *last;
        }
        let mut value = *last;
        for (happens, scalar) in own.iter().rev().skip(1) {
            value = self.context.terms.ite(*happens, *scalar, value);
        }
        let played = self.context.fresh_defined(name, value);
        let mut same = Vec::with_capacity(own.len());
        for (happens, scalar) in own {
            let equal = self.context.terms.equal(played, *scalar);
            same.push(self.context.terms.implies(*happens, equal));
        }
        let description = self.context.terms.and(same);
        self.context.describe(played, description);
        played
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
    fn of(model: &Model<'_>, event: &ModelEvent<'_>) -> Reads {
        let mut reads = Reads::default();
        for statement in event.statements() {
            reads.add(&statement.condition);
        }
        for sync in &event.syncs {
            reads.add(&sync.key);
            for argument in model.arguments(sync) {
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
