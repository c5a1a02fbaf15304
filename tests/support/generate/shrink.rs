//! Taking things away from a project, so that a test which fails can show the smallest project it fails with.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{
    Bounds, Check, DomainTarget, Event, Expr, InStates, Instances, Item, Param, Project, Property,
    Setup, Specification, Statement, Sync,
};

impl Project {
    /// The project without one thing or another, and without what cannot stand without it. Not all of them are
    /// free of errors.
    pub(crate) fn smaller(&self) -> Vec<Project> {
        let mut candidates = Vec::new();
        let mut number = 0;
        loop {
            let mut removal = Removal { left: number };
            let mut candidate = self.clone();
            if !removal.remove(&mut candidate) {
                return candidates;
            }
            candidate.repair();
            candidates.push(candidate);
            number += 1;
        }
    }

    /// The smallest project found with which a test still fails, taking away one thing after the other.
    pub(crate) fn shrunk(mut self, fails: impl Fn(&Project) -> bool) -> Project {
        while let Some(smaller) = self.smaller().into_iter().find(|smaller| fails(smaller)) {
            self = smaller;
        }
        self
    }

    /// Drops what refers to something that is no longer there.
    fn repair(&mut self) {
        loop {
            let before = format!("{:?}", (&self.modules, &self.tests));
            let facts = Facts::of(self);
            for module in &mut self.modules {
                module.items.retain(|item| facts.keeps(item));
                module
                    .items
                    .iter_mut()
                    .for_each(|item| facts.repair_item(item));
            }
            for test in &mut self.tests {
                facts.repair_test(test);
            }
            self.drop_unused();
            self.tests.retain(|test| !test.checks.is_empty());
            if format!("{:?}", (&self.modules, &self.tests)) == before {
                return;
            }
        }
    }
}

/// Removes the thing with a number, counting through all that can be removed, the largest first.
struct Removal {
    left: usize,
}

impl Removal {
    fn remove(&mut self, project: &mut Project) -> bool {
        self.from(&mut project.tests)
            || project
                .modules
                .iter_mut()
                .any(|module| self.from(&mut module.items))
            || project
                .tests
                .iter_mut()
                .any(|test| self.from(&mut test.checks))
            || project
                .modules
                .iter_mut()
                .flat_map(|module| &mut module.items)
                .any(|item| self.within(item))
            || project.tests.iter_mut().any(|test| self.within_test(test))
            || project
                .modules
                .iter_mut()
                .flat_map(|module| &mut module.items)
                .flat_map(exprs_mut)
                .any(|e| self.within_expr(e))
    }

    /// Puts a part of an expression in its place. That is of another type, perhaps, and then an error.
    fn within_expr(&mut self, e: &mut Expr) -> bool {
        let parts = e.parts();
        if let Some(part) = parts.get(self.left) {
            *e = (*part).clone();
            return true;
        }
        self.left -= parts.len();
        e.parts_mut().into_iter().any(|part| self.within_expr(part))
    }

    fn less(&mut self, number: &mut usize) -> bool {
        if *number == 0 {
            return false;
        }
        if self.left == 0 {
            *number -= 1;
            return true;
        }
        self.left -= 1;
        false
    }

    fn within_check(&mut self, check: &mut Check) -> bool {
        let fewer = match &mut check.bounds {
            None => false,
            Some(Bounds::Max(most) | Bounds::Exactly(most)) => self.less(most),
            Some(Bounds::Between(least, most)) => self.less(least) || self.less(most),
        };
        fewer || self.from(&mut check.using)
    }

    fn from<T>(&mut self, things: &mut Vec<T>) -> bool {
        if self.left < things.len() {
            things.remove(self.left);
            return true;
        }
        self.left -= things.len();
        false
    }

    fn within(&mut self, item: &mut Item) -> bool {
        match item {
            Item::Specification(spec) => {
                self.from(&mut spec.events)
                    || self.from(&mut spec.invariants)
                    || self.from(&mut spec.fields)
                    || self.from(&mut spec.states)
                    || self.from(&mut spec.arrows)
            }
            Item::Event(event) => {
                self.from(&mut event.syncs)
                    || self.from(&mut event.preconditions)
                    || self.from(&mut event.postconditions)
            }
            Item::Invariant(invariant) => self.from(&mut invariant.conditions),
            Item::Function(_) => false,
        }
    }

    fn within_test(&mut self, test: &mut super::model::TestModule) -> bool {
        test.checks.iter_mut().any(|check| self.within_check(check))
            || self.from(&mut test.domains)
            || test
                .domains
                .iter_mut()
                .any(|domain| self.from(&mut domain.entries))
            || test
                .states
                .iter_mut()
                .any(|state| self.within_setups(&mut state.setups))
    }

    fn within_setups(&mut self, setups: &mut Vec<Setup>) -> bool {
        self.from(setups)
            || setups.iter_mut().any(|setup| match setup {
                Setup::Now(_) => false,
                Setup::Instances(instances) => {
                    let fewer = instances.count.as_mut().is_some_and(|count| {
                        let may_be_fewer = *count > 1;
                        may_be_fewer && self.less(count)
                    });
                    fewer
                        || self.from(&mut instances.each)
                        || self.from(&mut instances.one_by_one)
                        || instances.one_by_one.iter_mut().any(|one| self.from(one))
                }
                Setup::Always(_, part) => self.within_setups(part),
                Setup::Pair(_, first, second) => {
                    self.within_setups(first) || self.within_setups(second)
                }
            })
    }
}

/// The expressions of a declaration.
fn exprs_mut(item: &mut Item) -> Vec<&mut Expr> {
    match item {
        Item::Specification(_) => Vec::new(),
        Item::Event(event) => {
            let conditions = event
                .preconditions
                .iter_mut()
                .chain(&mut event.postconditions);
            let conditions = conditions.flat_map(Statement::exprs_mut);
            let syncs = event.syncs.iter_mut();
            let syncs =
                syncs.flat_map(|sync| std::iter::once(&mut sync.key).chain(&mut sync.arguments));
            conditions.chain(syncs).collect()
        }
        Item::Function(function) => function.body.exprs_mut(),
        Item::Invariant(invariant) => {
            let conditions = invariant.conditions.iter_mut();
            conditions.flat_map(Statement::exprs_mut).collect()
        }
    }
}

/// What there is of a specification, inherited things included.
#[derive(Default)]
struct Parts {
    fields: BTreeSet<String>,
    states: BTreeSet<String>,
    events: BTreeSet<String>,
    is_complete: bool,
}

/// What there is in a project.
struct Facts {
    specs: BTreeMap<String, Parts>,
    items: BTreeSet<String>,
    /// The parameters of each event, those of configuration included.
    params: BTreeMap<String, Vec<Param>>,
}

impl Facts {
    fn of(project: &Project) -> Facts {
        let specs = project.specifications().map(|spec| {
            let mut parts = Parts {
                is_complete: true,
                ..Parts::default()
            };
            for ancestor in project.lineage(spec) {
                parts
                    .fields
                    .extend(ancestor.fields.iter().map(|field| field.name.clone()));
                parts
                    .states
                    .extend(ancestor.states.iter().map(|state| state.name.clone()));
                parts
                    .events
                    .extend(ancestor.events.iter().map(|event| event.name.clone()));
                let parent = ancestor.parent.as_ref();
                parts.is_complete &= parent.is_none_or(|parent| project.spec(parent).is_some());
            }
            (spec.name.clone(), parts)
        });
        let events = project.items().filter_map(|item| match item {
            Item::Event(event) => Some((
                event.name.clone(),
                [&event.params[..], &event.configuration].concat(),
            )),
            _ => None,
        });
        Facts {
            specs: specs.collect(),
            items: project.items().map(|item| item.name().to_owned()).collect(),
            params: events.collect(),
        }
    }

    fn keeps(&self, item: &Item) -> bool {
        match item {
            Item::Specification(spec) => self.specs[&spec.name].is_complete,
            Item::Function(function) => function.body.exprs().iter().all(|e| self.is_sound(e, &[])),
            Item::Invariant(invariant) => !invariant.conditions.is_empty(),
            Item::Event(_) => true,
        }
    }

    fn repair_item(&self, item: &mut Item) {
        match item {
            Item::Specification(spec) => self.repair_spec(spec),
            Item::Event(event) => self.repair_event(event),
            Item::Invariant(invariant) => {
                let owners = self.specs.values().collect::<Vec<_>>();
                // Whoever lists an invariant is not recorded here; all that could are few.
                invariant
                    .conditions
                    .retain(|s| owners.iter().any(|owner| self.holds_up(s, &[*owner])));
            }
            Item::Function(_) => {}
        }
    }

    fn repair_spec(&self, spec: &mut Specification) {
        let own = &self.specs[&spec.name];
        for field in &mut spec.fields {
            field.reference = field
                .reference
                .take()
                .filter(|target| self.specs.contains_key(target));
        }
        spec.events
            .retain(|event| event.interface.is_some() || self.items.contains(&event.name));
        spec.invariants
            .retain(|invariant| self.items.contains(invariant));
        spec.arrows.retain(|arrow| {
            own.states.contains(&arrow.from)
                && own.states.contains(&arrow.to)
                && own.events.contains(&arrow.event)
        });
    }

    fn repair_event(&self, event: &mut Event) {
        let owners: Vec<&Parts> = self
            .specs
            .values()
            .filter(|parts| parts.events.contains(&event.name))
            .collect();
        event.preconditions.retain(|s| self.holds_up(s, &owners));
        event.postconditions.retain(|s| self.holds_up(s, &owners));
        event.syncs.retain(|sync| self.keeps_sync(sync, &owners));
        let unused = |params: &[Param]| -> Vec<String> {
            let unused = params.iter().filter(|param| !event.mentions(&param.name));
            unused.map(|param| param.name.clone()).collect()
        };
        let unused = unused(&event.configuration);
        event
            .configuration
            .retain(|param| !unused.contains(&param.name));
    }

    fn keeps_sync(&self, sync: &Sync, owners: &[&Parts]) -> bool {
        let partner = self.specs.get(&sync.spec);
        partner.is_some_and(|partner| partner.events.contains(&sync.event))
            && sync.exprs().all(|e| self.is_sound(e, owners))
    }

    fn holds_up(&self, statement: &Statement, owners: &[&Parts]) -> bool {
        statement.exprs().iter().all(|e| self.is_sound(e, owners))
    }

    /// Whether everything that an expression names is there. `owners` is what `this` may be.
    fn is_sound(&self, e: &Expr, owners: &[&Parts]) -> bool {
        !e.any(&mut |part| match part {
            Expr::Instance(spec, _) | Expr::Extent(spec) => !self.specs.contains_key(spec),
            Expr::Field(_, None, field) | Expr::BareField(field) => {
                owners.iter().any(|owner| !owner.fields.contains(field))
            }
            Expr::Field(_, Some(spec), field) => {
                !self.has(spec, |parts| parts.fields.contains(field))
            }
            Expr::Instate(_, None, states) => owners
                .iter()
                .any(|owner| states.iter().any(|state| !owner.states.contains(state))),
            Expr::Instate(_, Some(spec), states) => !self.has(spec, |parts| {
                states.iter().all(|state| parts.states.contains(state))
            }),
            Expr::Call(name, _) if name.starts_with("compute") => !self.items.contains(name),
            _ => false,
        })
    }

    fn has(&self, spec: &str, is_so: impl Fn(&Parts) -> bool) -> bool {
        self.specs.get(spec).is_some_and(is_so)
    }

    // Test modules.

    fn repair_test(&self, test: &mut super::model::TestModule) {
        for state in &mut test.states {
            self.repair_setups(&mut state.setups);
        }
        test.states.retain(|state| !state.setups.is_empty());
        for domain in &mut test.domains {
            domain
                .entries
                .retain(|(target, _)| self.keeps_target(target));
        }
        for check in &mut test.checks {
            check.using.retain(|(spec, event)| {
                self.has(spec, |parts| {
                    event
                        .as_ref()
                        .is_none_or(|event| parts.events.contains(event))
                })
            });
            check.within = check
                .within
                .take()
                .filter(|name| test.domains.iter().any(|domain| domain.name == *name));
        }
        test.checks.retain(|check| {
            states_of(check).all(|name| test.states.iter().any(|state| state.name == *name))
        });
        let checks = &test.checks;
        test.states.retain(|state| {
            checks
                .iter()
                .any(|check| states_of(check).any(|name| *name == state.name))
        });
        test.domains.retain(|domain| {
            checks
                .iter()
                .any(|check| check.within.as_ref() == Some(&domain.name))
        });
    }

    fn repair_setups(&self, setups: &mut Vec<Setup>) {
        setups.retain_mut(|setup| match setup {
            Setup::Now(_) => true,
            Setup::Instances(instances) => self.repair_instances(instances),
            Setup::Always(_, part) => {
                self.repair_setups(part);
                !part.is_empty()
            }
            Setup::Pair(_, first, second) => {
                self.repair_setups(first);
                self.repair_setups(second);
                !first.is_empty() && !second.is_empty()
            }
        });
    }

    fn repair_instances(&self, instances: &mut Instances) -> bool {
        let Some(parts) = self.specs.get(&instances.spec) else {
            return false;
        };
        instances.each.retain(|e| self.is_sound(e, &[parts]));
        for one in &mut instances.one_by_one {
            one.retain(|e| self.is_sound(e, &[parts]));
        }
        instances.one_by_one.retain(|one| !one.is_empty());
        match &mut instances.states {
            InStates::Named(states) => {
                states.retain(|state| parts.states.contains(state));
                !states.is_empty()
            }
            _ => true,
        }
    }

    fn keeps_target(&self, target: &DomainTarget) -> bool {
        match target {
            DomainTarget::Type(_) => true,
            DomainTarget::Field(spec, field) => {
                self.has(spec, |parts| parts.fields.contains(field))
            }
            DomainTarget::Parameter(spec, event, _) => {
                self.has(spec, |parts| parts.events.contains(event))
            }
        }
    }
}

fn states_of(check: &Check) -> impl Iterator<Item = &String> {
    let goal = match &check.property {
        Property::Reachable(state) | Property::Unreachable(state) => Some(state),
        Property::InvariantsHold => None,
    };
    goal.into_iter().chain(&check.from)
}
