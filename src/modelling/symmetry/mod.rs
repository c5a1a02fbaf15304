//! Instances that can be exchanged for each other without changing what is true.
//!
//! Where the keys of a specification are mere names, exchanging two instances everywhere, in fields and arguments too,
//! turns runs into runs, provided that start and goal ask the same of both. So it is enough to look at runs in which
//! such instances take their first events in order: all others are like one of these.

mod names;
mod sorts;

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::diagnostics::Span;
use crate::model::Model;
use crate::model::class::ClassId;
use crate::model::property::Requirement;
use crate::model::value::InstanceId;
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, StateId};

/// Which instances are like which.
#[derive(Debug, Clone)]
pub struct Symmetry {
    /// For each instance how many of its kind come before it; none where no other is like it.
    ranks: Vec<Option<usize>>,
    /// For each instance the one of its kind right before it.
    before: Vec<Option<InstanceId>>,
    /// For each class how many of its instances take an event in one step, at most.
    busy: Vec<usize>,
}

impl Symmetry {
    /// What is symmetric in a model.
    pub fn of(model: &Model<'_>) -> Symmetry {
        let mentioned = names::mentioned_names(model);
        let demands = Demands::of(model);
        let mut kinds: BTreeMap<(ClassId, &[usize]), Vec<InstanceId>> = BTreeMap::new();
        for (id, instance) in model.universe.iter() {
            let names = mentioned[instance.spec.index()].as_ref();
            if names.is_some_and(|mentioned| !mentioned.contains(&instance.key)) {
                let kind = (
                    model.class_of[id.index()],
                    demands.on[id.index()].as_slice(),
                );
                kinds.entry(kind).or_default().push(id);
            }
        }
        let mut ranks = vec![None; model.universe.len()];
        let mut before = vec![None; model.universe.len()];
        for kind in kinds.values().filter(|kind| kind.len() > 1) {
            for (rank, id) in kind.iter().enumerate() {
                ranks[id.index()] = Some(rank);
            }
            for pair in kind.windows(2) {
                before[pair[1].index()] = Some(pair[0]);
            }
        }
        let busy = busy(model);
        Symmetry {
            ranks,
            before,
            busy,
        }
    }

    /// The instances that are like each other, in their order, and how many of each kind take an event in one step, at
    /// most.
    pub fn kinds(&self, model: &Model<'_>) -> Vec<(Vec<InstanceId>, usize)> {
        let mut kinds: Vec<(Vec<InstanceId>, usize)> = Vec::new();
        let mut kind_of: BTreeMap<InstanceId, usize> = BTreeMap::new();
        for (id, _) in model.universe.iter().filter(|(id, _)| self.is_alike(*id)) {
            let known = self.before(id).and_then(|before| kind_of.get(&before));
            let kind = known.copied().unwrap_or(kinds.len());
            if kind == kinds.len() {
                kinds.push((Vec::new(), self.busy[model.class_of[id.index()].index()]));
            }
            kinds[kind].0.push(id);
            kind_of.insert(id, kind);
        }
        kinds
    }

    /// Whether others are like it.
    pub fn is_alike(&self, id: InstanceId) -> bool {
        self.ranks[id.index()].is_some()
    }

    /// The instance that takes its first event no later than this one does.
    pub fn before(&self, id: InstanceId) -> Option<InstanceId> {
        self.before[id.index()]
    }

    /// Whether an instance can be left alone in the step after so many others: there are enough before it to take all
    /// events there were.
    pub fn is_idle(&self, model: &Model<'_>, id: InstanceId, steps_before: usize) -> bool {
        let busy = self.busy[model.class_of[id.index()].index()];
        let moved = busy.saturating_mul(steps_before.saturating_add(1));
        self.ranks[id.index()].is_some_and(|rank| rank >= moved)
    }
}

/// For each class how many events of it there are in one step, at most.
fn busy(model: &Model<'_>) -> Vec<usize> {
    let mut most = vec![0; model.classes.len()];
    for (class, triggers) in model.classes.iter().zip(&model.triggers) {
        for event in (0..triggers.len()).filter(|event| triggers[*event]) {
            let mut counted = Counted {
                model,
                times: vec![0; most.len()],
                left: MOST_COUNTED,
            };
            counted.add(class.id, EventId::at(event));
            for (most, times) in most.iter_mut().zip(counted.times) {
                let times = if counted.left == 0 { usize::MAX } else { times };
                *most = times.max(*most);
            }
        }
    }
    most
}

/// Syncs that branch again and again have more events than can be counted, and more than there are instances.
const MOST_COUNTED: usize = 1_000;

/// The events of a step, counted by class.
struct Counted<'c, 'm> {
    model: &'c Model<'m>,
    times: Vec<usize>,
    left: usize,
}

impl Counted<'_, '_> {
    /// Counts an event and those that it syncs; syncs form no cycles.
    fn add(&mut self, class: ClassId, event: EventId) {
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        self.times[class.index()] += 1;
        for sync in self.model.event(class, event).calls() {
            self.add(ClassId::of(sync.spec), sync.event);
        }
    }
}

/// What start and goal ask of each instance, as numbers: equal numbers, equal demands.
#[derive(Default)]
struct Demands {
    on: Vec<Vec<usize>>,
    known: FxHashMap<Demand, usize>,
}

#[derive(PartialEq, Eq, Hash)]
enum Demand {
    StartsIn(Vec<StateId>),
    StartsWith(*const Expr),
    /// Asked of this instance alone, by the place of the statement and its constraints.
    Alone(Span, Vec<StateId>, Vec<*const Expr>),
    /// One of those that a requirement is asked of, by its number.
    Among(usize),
}

impl Demands {
    fn of(model: &Model<'_>) -> Demands {
        let mut demands = Demands {
            on: vec![Vec::new(); model.universe.len()],
            ..Demands::default()
        };
        for (id, states) in model.start.states.iter().enumerate() {
            demands.add(InstanceId::at(id), Demand::StartsIn(states.clone()));
        }
        for (id, constraint) in &model.start.constraints {
            demands.add(*id, Demand::StartsWith(std::ptr::from_ref(*constraint)));
        }
        let mut asked: Vec<&Requirement<'_>> = model.start.unwanted.iter().collect();
        asked.extend(model.property.requirements());
        for (number, requirement) in asked.into_iter().enumerate() {
            demands.require(model, number, requirement);
        }
        demands
    }

    fn require(&mut self, model: &Model<'_>, number: usize, asked: &Requirement<'_>) {
        let [first, others @ ..] = &*asked.candidates else {
            return;
        };
        let spec = model.universe.instance(*first).spec;
        if others.is_empty() {
            let constraints = asked.constraints.iter().copied();
            let constraints = constraints.map(std::ptr::from_ref).collect();
            let demand = Demand::Alone(asked.span, asked.states.clone(), constraints);
            self.add(*first, demand);
        } else if asked.candidates.len() < model.universe.instances_of(spec).len() {
            for id in asked.candidates.iter() {
                self.add(*id, Demand::Among(number));
            }
        }
    }

    fn add(&mut self, id: InstanceId, demand: Demand) {
        let number = self.known.len();
        let number = *self.known.entry(demand).or_insert(number);
        self.on[id.index()].push(number);
    }
}
