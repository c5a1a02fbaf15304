//! Goals for journeys: what a walk came upon, or something like it.

use super::expressions::{Maker, Scope};
use super::journeys::{GOAL, Group, Journey, everyone, key_constraint};
use super::model::{Bounds, Expr, InStates, Instances, Item, Property, Setup};
use super::scenarios::{Subject, subjects};

/// Where an instance is at the end of a walk, and the values of its fields.
#[derive(Clone)]
pub(crate) struct Arrival {
    pub(crate) spec: String,
    pub(crate) state: String,
    pub(crate) is_initial: bool,
    /// It was elsewhere at the start.
    pub(crate) has_moved: bool,
    /// Without the key.
    pub(crate) fields: Vec<Fact>,
}

impl Arrival {
    fn has_changed(&self) -> bool {
        self.has_moved || self.fields.iter().any(|fact| fact.has_changed)
    }
}

/// The value of a field at the end of a walk.
#[derive(Clone)]
pub(crate) struct Fact {
    pub(crate) field: String,
    pub(crate) value: Expr,
    pub(crate) has_changed: bool,
}

impl Journey {
    /// Asks for the state at the end of a walk of so many steps, or for something like it.
    pub(crate) fn aim(&mut self, steps: usize, arrivals: &[Arrival]) {
        let subjects = subjects(&self.project);
        let bounds = self.bounds(steps);
        let has_start = self.project.tests[0].checks[0].from.is_some();
        let has_invariants = self
            .project
            .items()
            .any(|it| matches!(it, Item::Invariant(_)));
        let test = &mut self.project.tests[0];
        test.checks[0].bounds = bounds;
        if has_start && has_invariants && self.random.chance(25) {
            test.checks[0].property = Property::InvariantsHold;
            test.states.retain(|state| state.name != GOAL);
            return;
        }
        let mut arrivals = arrivals.to_vec();
        if self.random.chance(45) {
            self.mutate(&mut arrivals, &subjects);
        }
        let mut setups = self.goal(&arrivals, &subjects, has_start);
        if self.random.chance(10) {
            setups.push(self.nobody(&subjects));
        }
        setups.extend(self.time(25));
        let goal = self.project.tests[0].states.last_mut();
        goal.expect("the goal is the last state").setups = setups;
    }

    fn bounds(&mut self, steps: usize) -> Option<Bounds> {
        match self.random.below(20) {
            0..=3 if self.profile.domains > 0 => None,
            0..=8 => Some(Bounds::Max(steps + self.random.below(3))),
            9..=11 => Some(Bounds::Max(steps.saturating_sub(1))),
            12..=13 => Some(Bounds::Exactly(steps)),
            14 => Some(Bounds::Exactly(steps + 1)),
            15 => Some(Bounds::Exactly(steps.saturating_sub(1))),
            16..=17 => Some(Bounds::Between(steps.saturating_sub(1), steps + 1)),
            18 => Some(Bounds::Between(steps + 1, steps + 2)),
            _ => Some(Bounds::Between(0, steps)),
        }
    }

    /// Changes one thing, so that perhaps nothing leads there.
    fn mutate(&mut self, arrivals: &mut [Arrival], subjects: &[Subject]) {
        let at = self.random.below(arrivals.len());
        let arrival = &mut arrivals[at];
        let subject = subjects.iter().find(|it| it.view.name == arrival.spec);
        let subject = subject.expect("arrivals come from the subjects");
        let field = self.random.below(arrival.fields.len() + 1);
        if let Some(fact) = arrival.fields.get_mut(field) {
            let ty = subject.type_of(&fact.field);
            fact.value = self.random.pick(&ty.few()).clone();
            fact.has_changed = true;
            return;
        }
        let states = &subject.view.states;
        arrival.state.clone_from(self.random.pick(states));
        arrival.is_initial = arrival.state == states[0];
        arrival.has_moved = true;
    }

    /// With a start any part of what was found is worth asking for; otherwise the goal makes the universe, and speaks
    /// of everyone.
    fn goal(&mut self, arrivals: &[Arrival], subjects: &[Subject], is_free: bool) -> Vec<Setup> {
        let mut setups = Vec::new();
        let mut arrivals = arrivals.iter();
        for group in self.cast.clone() {
            let here: Vec<&Arrival> = arrivals.by_ref().take(group.count).collect();
            let has_changed = here.iter().any(|arrival| arrival.has_changed());
            if is_free && self.random.chance(if has_changed { 8 } else { 50 }) {
                continue;
            }
            let subject = subjects.iter().find(|it| it.view.name == group.spec);
            let subject = subject.expect("the cast comes from the subjects");
            setups.extend(self.group_goal(&group, &here, subject));
        }
        if setups.is_empty() {
            setups.push(everyone(&self.cast[0]));
        }
        setups
    }

    fn group_goal(&mut self, group: &Group, here: &[&Arrival], subject: &Subject) -> Vec<Setup> {
        let together = group.count > 1 && self.random.chance(50);
        if !together {
            let mut single = Vec::new();
            for arrival in here {
                let mut each = key_constraint(group);
                each.extend(self.goal_constraints(arrival, subject));
                single.push(Setup::Instances(Instances {
                    negated: false,
                    count: None,
                    states: self.goal_states(&[arrival], subject),
                    spec: group.spec.clone(),
                    each,
                    one_by_one: Vec::new(),
                }));
            }
            return single;
        }
        let mut one_by_one = Vec::new();
        for arrival in here {
            let constraints = self.goal_constraints(arrival, subject);
            if constraints.is_empty() {
                break;
            }
            one_by_one.push(constraints);
        }
        vec![Setup::Instances(Instances {
            negated: false,
            count: Some(group.count),
            states: self.goal_states(here, subject),
            spec: group.spec.clone(),
            each: Vec::new(),
            one_by_one,
        })]
    }

    fn goal_states(&mut self, here: &[&Arrival], subject: &Subject) -> InStates {
        let has_moved = here.iter().any(|arrival| arrival.has_moved);
        if self.random.chance(if has_moved { 5 } else { 40 }) {
            return InStates::Any;
        }
        if here.iter().all(|arrival| arrival.is_initial) {
            return InStates::Uninitialized;
        }
        let mut states: Vec<String> = here.iter().map(|it| it.state.clone()).collect();
        if self.random.chance(12) {
            states.push(self.random.pick(&subject.view.states).clone());
        }
        states.sort();
        states.dedup();
        InStates::Named(states)
    }

    fn goal_constraints(&mut self, arrival: &Arrival, subject: &Subject) -> Vec<Expr> {
        let mut constraints = Vec::new();
        for Fact {
            field,
            value,
            has_changed,
        } in &arrival.fields
        {
            let ty = subject.type_of(field);
            let share = match has_changed {
                true => 85,
                false if arrival.is_initial => 5,
                false => 35,
            };
            if self.random.chance(share) {
                let op = match self.random.below(12) {
                    0 if ty.is_ordered() => ">=",
                    1 if ty.is_ordered() => "<=",
                    2 => "!=",
                    _ => "==",
                };
                constraints.push(Expr::binary(
                    op,
                    Expr::BareField(field.clone()),
                    value.clone(),
                ));
            }
        }
        if !arrival.is_initial && self.random.chance(12) {
            constraints.push(self.any_condition(subject));
        }
        constraints
    }

    fn any_condition(&mut self, subject: &Subject) -> Expr {
        let leaves = subject.fields.iter();
        let leaves = leaves.map(|(name, ty)| (Expr::BareField(name.clone()), ty.clone()));
        let scope = Scope {
            leaves: leaves.collect(),
            others: subjects(&self.project)
                .into_iter()
                .map(|it| it.view)
                .collect(),
            ..Scope::default()
        };
        Maker::new(&mut self.random, &self.profile, scope).condition(2)
    }

    /// `not S with field == value;`
    pub(super) fn nobody(&mut self, subjects: &[Subject]) -> Setup {
        let subject = self.random.pick(subjects);
        let mut each = Vec::new();
        if let Some((field, ty)) = self.random.pick_any(&subject.fields) {
            let value = self.random.pick(&ty.few()).clone();
            each.push(Expr::binary("==", Expr::BareField(field.clone()), value));
        }
        Setup::Instances(Instances {
            negated: true,
            count: None,
            states: InStates::Named(vec![self.random.pick(&subject.view.states[1..]).clone()]),
            spec: subject.view.name.clone(),
            each,
            one_by_one: Vec::new(),
        })
    }
}
