//! Test modules for a project.

use super::expressions::{Maker, Scope, View};
use super::model::{
    Bounds, Check, Domain, DomainTarget, DomainValues, Expr, InStates, Instances, Param, Project,
    Property, Setup, TestModule, TestState,
};
use super::profile::Profile;
use super::random::Random;
use super::types::Ty;

/// What a test can say of a specification.
pub(super) struct Subject {
    pub(super) view: View,
    /// Without the key.
    pub(super) fields: Vec<(String, Ty)>,
    pub(super) events: Vec<(String, Vec<Param>)>,
}

impl Subject {
    /// The type of a field that there is.
    pub(super) fn type_of(&self, field: &str) -> &Ty {
        let known = self.fields.iter().find(|(name, _)| name == field);
        &known.expect("a field of its specification").1
    }
}

/// The test modules of a project, which has none so far.
pub(super) fn tests(random: &mut Random, profile: &Profile, project: &Project) -> Vec<TestModule> {
    let subjects = subjects(project);
    let count = if random.chance(20) { 2 } else { 1 };
    let mut modules = Vec::new();
    for index in 0..count {
        let module = TestModule {
            name: format!("gen.Checks{index}"),
            states: Vec::new(),
            domains: Vec::new(),
            checks: Vec::new(),
        };
        let mut writer = Writer {
            random,
            profile,
            subjects: &subjects,
            module,
            keys: Vec::new(),
        };
        for _ in 0..writer.random.between(profile.checks) {
            writer.add_check();
        }
        modules.push(writer.module);
    }
    modules
}

pub(super) fn subjects(project: &Project) -> Vec<Subject> {
    let concrete = project
        .specifications()
        .filter(|spec| spec.modifier != Some("abstract"));
    concrete.map(|spec| subject(project, spec)).collect()
}

fn subject(project: &Project, spec: &super::model::Specification) -> Subject {
    let lineage = project.lineage(spec);
    let fields = || lineage.iter().flat_map(|spec| &spec.fields);
    let key = fields()
        .find(|field| field.is_key)
        .expect("every specification has a key");
    let named = |field: &super::model::Field| (field.name.clone(), field.ty.clone());
    let events = lineage.iter().flat_map(|spec| &spec.events).map(|listed| {
        let defined = project
            .event(&listed.name)
            .map(|event| event.params.clone());
        let params = listed.interface.clone().or(defined);
        (listed.name.clone(), params.unwrap_or_default())
    });
    Subject {
        view: View {
            name: spec.name.clone(),
            key: key.ty.clone(),
            fields: fields().map(named).collect(),
            states: spec.states.iter().map(|state| state.name.clone()).collect(),
        },
        fields: fields().filter(|field| !field.is_key).map(named).collect(),
        events: events.collect(),
    }
}

struct Writer<'r> {
    random: &'r mut Random,
    profile: &'r Profile,
    subjects: &'r [Subject],
    module: TestModule,
    /// The keys that the state at hand has fixed so far.
    keys: Vec<(String, String)>,
}

impl Writer<'_> {
    fn add_check(&mut self) {
        let holds = self.random.chance(20);
        let from = (holds || self.random.chance(50)).then(|| self.add_state("start", true));
        let property = match self.random.below(2) {
            _ if holds => Property::InvariantsHold,
            0 => Property::Reachable(self.add_state("goal", false)),
            _ => Property::Unreachable(self.add_state("goal", false)),
        };
        let within = self
            .random
            .chance(self.profile.domains)
            .then(|| self.add_domain());
        let check = Check {
            property,
            from,
            bounds: self.bounds(),
            using: self.using(),
            within,
        };
        self.module.checks.push(check);
    }

    fn bounds(&mut self) -> Option<Bounds> {
        let steps = self.random.between((0, self.profile.steps));
        match self.random.below(5) {
            0 => None,
            1 => Some(Bounds::Exactly(steps)),
            2 => Some(Bounds::Between(steps / 2, steps)),
            _ => Some(Bounds::Max(steps)),
        }
    }

    fn using(&mut self) -> Vec<(String, Option<String>)> {
        let mut using = Vec::new();
        if self.random.chance(25) {
            for subject in self.subjects {
                let event = self
                    .random
                    .pick_any(&subject.events)
                    .filter(|_| self.random.chance(50));
                using.push((
                    subject.view.name.clone(),
                    event.map(|(name, _)| name.clone()),
                ));
            }
        }
        using
    }

    // States.

    fn add_state(&mut self, word: &str, is_start: bool) -> String {
        self.keys.clear();
        let name = format!("{word}{}", self.module.states.len());
        let mut setups = Vec::new();
        if self.profile.clock && self.random.chance(20) {
            setups.push(Setup::Now(Ty::DateTime.literal(self.random, 0)));
        }
        for _ in 0..self.random.between((1, 2)) {
            let is_temporal = !is_start && self.random.chance(self.profile.temporal);
            setups.push(if is_temporal {
                self.temporal()
            } else {
                self.instances(!is_start)
            });
        }
        self.module.states.push(TestState {
            name: name.clone(),
            setups,
        });
        name
    }

    fn temporal(&mut self) -> Setup {
        let first = vec![self.instances(true)];
        match self.random.below(4) {
            0 => Setup::Always("forever", first),
            1 => Setup::Always("eventually", first),
            2 => Setup::Pair("until", first, vec![self.instances(true)]),
            _ => Setup::Pair("unless", first, vec![self.instances(true)]),
        }
    }

    fn instances(&mut self, may_be_negated: bool) -> Setup {
        let subjects = self.subjects;
        let subject = self.random.pick(subjects);
        let count = self
            .random
            .chance(40)
            .then(|| self.random.between((1, self.profile.instances)));
        let each = self.constraints(subject, count.is_none());
        let mut one_by_one = Vec::new();
        for _ in 0..self.random.below(count.unwrap_or(0) + 1) {
            let constraints = self.constraints(subject, true);
            one_by_one.extend((!constraints.is_empty()).then_some(constraints));
        }
        Setup::Instances(Instances {
            negated: may_be_negated && count.is_none() && self.random.chance(10),
            count,
            states: self.in_states(&subject.view),
            spec: subject.view.name.clone(),
            each,
            one_by_one,
        })
    }

    fn in_states(&mut self, view: &View) -> InStates {
        match self.random.below(6) {
            0 => InStates::Any,
            1 => InStates::Uninitialized,
            2 if view.states.len() > 1 => {
                InStates::Named(view.states[view.states.len() - 2..].to_vec())
            }
            _ => InStates::Named(vec![self.random.pick(&view.states).clone()]),
        }
    }

    fn constraints(&mut self, subject: &Subject, may_fix_key: bool) -> Vec<Expr> {
        let mut constraints = Vec::new();
        if may_fix_key && self.random.chance(15) {
            constraints.extend(self.key_constraint(&subject.view));
        }
        if !subject.fields.is_empty() {
            for _ in 0..self.random.below(3) {
                constraints.push(self.constraint(subject));
            }
        }
        constraints
    }

    /// A key that no other instance of the state has.
    fn key_constraint(&mut self, view: &View) -> Option<Expr> {
        let literal = view.key.literal(self.random, self.profile.largest);
        let fixed = (view.name.clone(), literal.clone());
        if self.keys.contains(&fixed) {
            return None;
        }
        self.keys.push(fixed);
        Some(Expr::binary(
            "==",
            Expr::BareField("id".to_owned()),
            Expr::Literal(literal),
        ))
    }

    fn constraint(&mut self, subject: &Subject) -> Expr {
        let leaves = subject
            .fields
            .iter()
            .map(|(name, ty)| (Expr::BareField(name.clone()), ty.clone()));
        let foreign = self.random.chance(self.profile.foreign_reads);
        let others = self
            .subjects
            .iter()
            .filter(|_| foreign)
            .map(|subject| subject.view.clone());
        let scope = Scope {
            leaves: leaves.collect(),
            others: others.collect(),
            ..Scope::default()
        };
        let (field, ty) = self.random.pick(&subject.fields).clone();
        let is_simple = ty.has_literals() && self.random.chance(60);
        let mut maker = Maker::new(self.random, self.profile, scope);
        if is_simple {
            return Expr::binary("==", Expr::BareField(field), maker.literal(&ty));
        }
        maker.condition(2)
    }

    // Domains.

    fn add_domain(&mut self) -> String {
        let name = format!("small{}", self.module.domains.len());
        let mut targets: Vec<(DomainTarget, Ty)> = Vec::new();
        if self.profile.finite {
            targets.push((DomainTarget::Type(Ty::Integer), Ty::Integer));
        } else {
            for _ in 0..self.random.between((1, 3)) {
                let target = self.domain_target();
                if target.1.has_literals() && !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        let mut entries = Vec::new();
        for (target, ty) in targets {
            entries.push((target, self.domain_values(&ty)));
        }
        self.module.domains.push(Domain {
            name: name.clone(),
            entries,
        });
        name
    }

    fn domain_target(&mut self) -> (DomainTarget, Ty) {
        let subjects = self.subjects;
        let subject = self.random.pick(subjects);
        let spec = || subject.view.name.clone();
        if let Some((field, ty)) = self.random.pick_any(&subject.fields)
            && self.random.chance(40)
        {
            return (DomainTarget::Field(spec(), field.clone()), ty.clone());
        }
        if let Some((event, params)) = self.random.pick_any(&subject.events)
            && let Some(param) = self.random.pick_any(params)
        {
            let target = DomainTarget::Parameter(spec(), event.clone(), param.name.clone());
            return (target, param.ty.clone());
        }
        let ty = self.random.pick(&self.profile.types).clone();
        (DomainTarget::Type(ty.clone()), ty)
    }

    fn domain_values(&mut self, ty: &Ty) -> DomainValues {
        if self.profile.finite {
            return DomainValues::Range("0".to_owned(), self.profile.largest.to_string(), None);
        }
        let mut literal = |ty: &Ty| ty.literal(self.random, self.profile.largest);
        let values = [literal(ty), literal(ty)];
        let step = match ty {
            Ty::Date | Ty::DateTime => literal(&Ty::Term),
            other => literal(other),
        };
        let [low, high] = values;
        match self.random.below(3) {
            0 if ty.has_ranges() => DomainValues::Range(low, high, None),
            1 if ty.has_ranges() => DomainValues::Range(low, high, Some(step)),
            _ => DomainValues::Set([low, high].map(Expr::Literal).into()),
        }
    }
}
