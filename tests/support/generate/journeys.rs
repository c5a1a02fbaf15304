//! Models that are made to be explored: a universe, a start, and a goal near which runs lead.
//!
//! A [`Journey`] begins with a goal that every state meets, so that somebody can walk from its start. Where that walk
//! ends tells what is worth asking for, and [`Journey::aim`] asks for that, or for something like it.

use super::model::{
    Check, Domain, DomainTarget, DomainValues, Expr, InStates, Instances, Item, Module, Project,
    Property, Setup, TestModule, TestState,
};
use super::profile::Profile;
use super::random::Random;
use super::scenarios::{Subject, subjects};
use super::types::Ty;

/// A project with one check.
pub(crate) struct Journey {
    pub(crate) project: Project,
    pub(crate) random: Random,
    pub(super) profile: Profile,
    pub(super) cast: Vec<Group>,
}

/// Instances that one statement lists.
#[derive(Clone)]
pub(super) struct Group {
    pub(super) spec: String,
    pub(super) count: usize,
    key: Option<Expr>,
}

pub(super) const GOAL: &str = "goal";
const START: &str = "start";
const DOMAIN: &str = "small";

impl Journey {
    /// The journey of a seed, in two modules that are called by a name.
    pub(crate) fn new(seed: u64, name: &str) -> Journey {
        let mut random = Random::new(seed);
        let has_domain = random.chance(75);
        let clock = random.chance(20);
        let profile = Profile::explorable(has_domain, clock);
        let mut project = super::specifications(&mut random, &profile);
        let items: Vec<Item> = project.modules.drain(..).flat_map(|it| it.items).collect();
        project.modules = vec![Module {
            name: name.to_owned(),
            items,
        }];
        let mut journey = Journey {
            project,
            random,
            profile,
            cast: Vec::new(),
        };
        journey.add_test(format!("{name}Checks"));
        journey
    }

    fn add_test(&mut self, name: String) {
        let subjects = subjects(&self.project);
        self.cast = self.choose_cast(&subjects);
        let mut test = TestModule {
            name,
            states: Vec::new(),
            domains: Vec::new(),
            checks: Vec::new(),
        };
        // What the start leaves open is not confined to anything unless there is a domain.
        let has_start = self.profile.confined || self.random.chance(55);
        let mut goal: Vec<Setup> = self.cast.clone().iter().map(everyone).collect();
        if has_start {
            test.states.push(self.start(&subjects));
            goal.truncate(1);
        }
        test.states.push(TestState {
            name: GOAL.to_owned(),
            setups: goal,
        });
        let within = self.profile.domains > 0;
        if within {
            test.domains.push(self.domain(&subjects));
        }
        let using = self.using(&subjects);
        test.checks.push(Check {
            property: Property::Reachable(GOAL.to_owned()),
            from: has_start.then(|| START.to_owned()),
            bounds: None,
            using,
            within: within.then(|| DOMAIN.to_owned()),
        });
        self.project.tests = vec![test];
    }

    fn choose_cast(&mut self, subjects: &[Subject]) -> Vec<Group> {
        let mut cast = Vec::new();
        for subject in subjects {
            // Now and then there is none of a specification, and what refers to it is undefined.
            let count = match self.random.below(12) {
                0 => 0,
                1..=5 => 1,
                _ if self.is_single(&subject.view.name) => 1,
                6..=10 => 2,
                _ => 3,
            };
            let key = (count == 1 && self.random.chance(25))
                .then(|| self.random.pick(&subject.view.key.few()).clone());
            let group = Group {
                spec: subject.view.name.clone(),
                count,
                key,
            };
            cast.extend((count > 0).then_some(group));
        }
        if cast.is_empty() {
            cast.push(Group {
                spec: subjects[0].view.name.clone(),
                count: 1,
                key: None,
            });
        }
        cast
    }

    fn is_single(&self, name: &str) -> bool {
        self.project
            .spec(name)
            .is_some_and(|spec| spec.modifier == Some("singleton"))
    }

    // Starts.

    fn start(&mut self, subjects: &[Subject]) -> TestState {
        let mut setups: Vec<Setup> = self.time(60).into_iter().collect();
        for group in self.cast.clone() {
            let subject = subjects.iter().find(|it| it.view.name == group.spec);
            let subject = subject.expect("the cast comes from the subjects");
            let states = self.start_states(subject);
            let mut each = key_constraint(&group);
            let mut one_by_one = Vec::new();
            if self.profile.confined || !matches!(states, InStates::Uninitialized) {
                each.extend(self.start_constraints(subject, 60));
                if group.count > 1 && self.random.chance(50) {
                    let ones = (0..self.random.between((1, group.count)))
                        .map(|_| self.start_constraints(subject, 40));
                    one_by_one = ones.filter(|one| !one.is_empty()).collect();
                }
            }
            setups.push(Setup::Instances(Instances {
                negated: false,
                count: (group.count > 1).then_some(group.count),
                states,
                spec: group.spec,
                each,
                one_by_one,
            }));
        }
        if self.random.chance(15) {
            setups.push(self.nobody(subjects));
        }
        TestState {
            name: START.to_owned(),
            setups,
        }
    }

    /// `now is ...;` in a share of the models that read the time.
    pub(super) fn time(&mut self, share: usize) -> Option<Setup> {
        if !self.profile.clock || !self.random.chance(share) {
            return None;
        }
        match self.random.pick(&Ty::DateTime.few()) {
            Expr::Literal(text) => Some(Setup::Now(text.clone())),
            other => panic!("{other:?} is no time"),
        }
    }

    fn start_states(&mut self, subject: &Subject) -> InStates {
        let live = &subject.view.states[1..];
        match self.random.below(10) {
            0..=2 => InStates::Uninitialized,
            3 => InStates::Any,
            4 if live.len() > 1 => InStates::Named(live[..2].to_vec()),
            _ => InStates::Named(vec![self.random.pick(live).clone()]),
        }
    }

    /// What the start says of some of the fields; what it does not say stays open.
    fn start_constraints(&mut self, subject: &Subject, share: usize) -> Vec<Expr> {
        let mut constraints = Vec::new();
        for (field, ty) in &subject.fields {
            let must_be_known = self.profile.confined && share > 50;
            if !must_be_known && !self.random.chance(share) {
                continue;
            }
            let value = self.random.pick(&ty.few()).clone();
            let own = Expr::BareField(field.clone());
            constraints.push(match self.random.below(6) {
                0 => {
                    let other = self.random.pick(&ty.few()).clone();
                    Expr::binary("in", own, Expr::Set(vec![value, other]))
                }
                1 if ty.is_ordered() && !must_be_known => Expr::binary(">=", own, value),
                _ => Expr::binary("==", own, value),
            });
        }
        constraints
    }

    // What is possible.

    fn domain(&mut self, subjects: &[Subject]) -> Domain {
        let mut types: Vec<Ty> = Vec::new();
        for subject in subjects {
            let params = subject.events.iter().flat_map(|(_, params)| params);
            let fields = subject.fields.iter().map(|(_, ty)| ty);
            types.extend(params.map(|param| &param.ty).chain(fields).cloned());
        }
        let mut entries: Vec<(DomainTarget, DomainValues)> = Vec::new();
        for ty in types {
            let target = DomainTarget::Type(ty.clone());
            if ty != Ty::Boolean && !entries.iter().any(|(known, _)| *known == target) {
                entries.push((target, self.values(&ty)));
            }
        }
        for subject in subjects {
            for (field, ty) in &subject.fields {
                if self.random.chance(10) {
                    let target = DomainTarget::Field(subject.view.name.clone(), field.clone());
                    entries.push((target, self.values(ty)));
                }
            }
        }
        Domain {
            name: DOMAIN.to_owned(),
            entries,
        }
    }

    fn values(&mut self, ty: &Ty) -> DomainValues {
        let ranges = match ty {
            Ty::Integer => [("0", "3", None), ("-1", "2", Some("1"))],
            Ty::Money => [
                ("EUR 0.00", "EUR 1.50", Some("EUR 0.50")),
                ("EUR 0.00", "EUR 2.00", Some("EUR 1.00")),
            ],
            Ty::Percentage => [("0%", "100%", Some("50%")), ("50%", "60%", Some("5%"))],
            Ty::Real => [("0.0", "1.5", Some("0.5")), ("0.5", "1.0", Some("0.25"))],
            _ => return DomainValues::Set(ty.few()),
        };
        if self.random.chance(70) {
            return DomainValues::Set(ty.few());
        }
        let (low, high, step) = *self.random.pick(&ranges);
        DomainValues::Range(low.to_owned(), high.to_owned(), step.map(str::to_owned))
    }

    fn using(&mut self, subjects: &[Subject]) -> Vec<(String, Option<String>)> {
        if !self.random.chance(12) {
            return Vec::new();
        }
        let mut using = Vec::new();
        for subject in subjects {
            if self.random.chance(40) {
                using.push((subject.view.name.clone(), None));
                continue;
            }
            for (event, _) in &subject.events {
                if self.random.chance(70) {
                    using.push((subject.view.name.clone(), Some(event.clone())));
                }
            }
        }
        using
    }
}

/// A statement that says nothing of the instances but how many there are.
pub(super) fn everyone(group: &Group) -> Setup {
    Setup::Instances(Instances {
        negated: false,
        count: (group.count > 1).then_some(group.count),
        states: InStates::Any,
        spec: group.spec.clone(),
        each: key_constraint(group),
        one_by_one: Vec::new(),
    })
}

pub(super) fn key_constraint(group: &Group) -> Vec<Expr> {
    let key = group.key.clone();
    key.map(|key| Expr::binary("==", Expr::BareField("id".to_owned()), key))
        .into_iter()
        .collect()
}
