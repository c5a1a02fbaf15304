//! Instances of one specification that are asked about differently, each with a specification of its own (the thesis's open question 8.2).
//!
//! Where several statements of a goal speak of one specification, its slice has to serve all of them. If nothing refers to its instances by a key,
//! nobody can tell whether they belong to one specification or to several, and each statement can have a copy that is sliced by
//! what that statement asks alone. With `from`, a statement of the goal may be met by any instance, so there is nothing to be told apart.

use std::collections::BTreeMap;

use crate::model::Model;
use crate::model::run::Run;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{Event, Program, SpecId, Specification, Sync};
use crate::semantics::test_module::{EventPattern, Instances, Property, Setup, TestModule};
use crate::semantics::types::Type;

/// The program with a copy of a specification for each statement that speaks of it; none where that would change nothing, or could not
/// be done.
pub fn split(model: &Model<'_>, test: &TestModule) -> Option<Program> {
    let Property::Reachable { state, .. } = model.check.property else {
        return None;
    };
    if model.check.from.is_some() || model.check.within.is_some() {
        return None;
    }
    let divided = divided(model, &test.states[state].setups);
    if divided.is_empty() {
        return None;
    }
    let mut program = model.program.clone();
    program.tests = vec![test.clone()];
    program.tests[0].checks = vec![model.check.clone()];
    let setups = &mut program.tests[0].states[state].setups;
    let mut seen: BTreeMap<SpecId, usize> = BTreeMap::new();
    let mut using = model.check.using.clone();
    for statement in setups.iter_mut().filter_map(statement_mut) {
        if !divided.contains(&statement.spec) {
            continue;
        }
        let before = seen.entry(statement.spec).or_default();
        if *before > 0 {
            let copy = SpecId::at(program.specifications.len());
            let copied = program.specifications[statement.spec.index()].clone();
            program.specifications.push(of_its_own(copied, copy));
            using.extend(as_named_for(&model.check.using, statement.spec, copy));
            statement.spec = copy;
            renamed_statement(statement, copy);
        }
        *before += 1;
    }
    program.tests[0].checks[0].using = using;
    Some(program)
}

/// What the events of a specification that may happen by themselves are called in its copy.
fn as_named_for(
    using: &[EventPattern],
    spec: SpecId,
    copy: SpecId,
) -> impl Iterator<Item = EventPattern> {
    let own = using.iter().filter(move |pattern| pattern.spec == spec);
    own.map(move |pattern| EventPattern {
        spec: copy,
        event: pattern.event,
    })
}

fn statement_mut(setup: &mut Setup) -> Option<&mut Instances> {
    match setup {
        Setup::Instances(instances) => Some(instances),
        _ => None,
    }
}

/// The specifications that several statements speak of and nothing else does.
fn divided(model: &Model<'_>, setups: &[Setup]) -> Vec<SpecId> {
    let mut counts: BTreeMap<SpecId, (usize, bool)> = BTreeMap::new();
    for setup in setups {
        if let Setup::Instances(instances) = setup {
            let (count, is_negated) = counts.entry(instances.spec).or_default();
            *count += 1;
            *is_negated |= instances.negated;
        }
    }
    let several = counts
        .iter()
        .filter(|(_, (count, is_negated))| *count > 1 && !is_negated);
    let several = several.map(|(spec, _)| *spec);
    several
        .filter(|spec| !is_referred_to(model, setups, *spec))
        .collect()
}

/// Whether something names an instance of a specification, has one as a value, ranges over all of them, or reads a key: the goal itself, or what
/// may happen.
fn is_referred_to(model: &Model<'_>, setups: &[Setup], spec: SpecId) -> bool {
    let refers = |expr: &Expr| refers_to(model.program, expr, spec);
    let holds = |ty: &Type| ty.specifications().contains(&spec);
    let in_sync =
        |sync: &Sync| sync.spec == spec || refers(&sync.key) || sync.arguments.iter().any(refers);
    let in_spec = |other: &Specification| {
        let in_event = |event: &Event| {
            let mut statements = event.preconditions.iter().chain(&event.postconditions);
            statements.any(|it| refers(&it.condition))
                || event.syncs.iter().any(in_sync)
                || event.params.iter().any(|param| holds(&param.ty))
        };
        other.fields.iter().any(|field| holds(&field.ty)) || other.events.iter().any(in_event)
    };
    let in_goal = |setup: &Setup| match setup {
        Setup::Now(now) => refers(now),
        Setup::Instances(instances) => constraints(instances).any(refers),
        // Nobody can check goals over time yet.
        Setup::Forever(_) | Setup::Eventually(_) | Setup::Until(..) | Setup::Unless(..) => true,
    };
    model.program.specifications.iter().any(in_spec)
        || model.program.functions.iter().any(|it| refers(&it.body))
        || setups.iter().any(in_goal)
}

/// Whether an expression names an instance of a specification, has one as a value, or reads its key. What `this` has and where it is are
/// not asked of a value: copies have their own.
fn refers_to(program: &Program, expr: &Expr, spec: SpecId) -> bool {
    let key = program.spec(spec).key;
    let mut found = false;
    let is_this = |it: &Expr| it.kind == ExprKind::This && it.ty == Type::Instance(spec);
    // All `this`, and those of them of which only a part is asked for.
    let (mut all, mut asked) = (0_usize, 0_usize);
    expr.walk(&mut |part| match &part.kind {
        ExprKind::This => all += usize::from(is_this(part)),
        ExprKind::Field(base, field, _) => {
            asked += usize::from(is_this(base));
            found |= base.ty == Type::Instance(spec) && Some(*field) == key;
        }
        ExprKind::StateTest(base, ..) => asked += usize::from(is_this(base)),
        ExprKind::Extent(of) => found |= *of == spec,
        _ => found |= part.ty.specifications().contains(&spec),
    });
    found || all > asked
}

/// A copy of a specification, in which `this` is an instance of the copy. Its name is one that nobody can write.
fn of_its_own(mut spec: Specification, id: SpecId) -> Specification {
    spec.name.text = format!("{}#{}", spec.name.text, id.index()).into();
    for event in &mut spec.events {
        let statements = event
            .preconditions
            .iter_mut()
            .chain(&mut event.postconditions);
        for statement in statements {
            rename_this(&mut statement.condition, id);
        }
        for sync in &mut event.syncs {
            rename_this(&mut sync.key, id);
            sync.arguments.iter_mut().for_each(|it| rename_this(it, id));
        }
    }
    for statement in spec.invariants.iter_mut().flat_map(|it| &mut it.conditions) {
        rename_this(&mut statement.condition, id);
    }
    spec
}

/// What a statement says of its instances.
fn constraints(statement: &Instances) -> impl Iterator<Item = &Expr> {
    let lists = std::iter::once(&statement.each).chain(&statement.one_by_one);
    lists.flatten()
}

fn renamed_statement(statement: &mut Instances, id: SpecId) {
    let lists = std::iter::once(&mut statement.each).chain(&mut statement.one_by_one);
    for constraint in lists.flatten() {
        rename_this(constraint, id);
    }
}

fn rename_this(expr: &mut Expr, id: SpecId) {
    expr.walk_mut(&mut |part| {
        if part.kind == ExprKind::This {
            part.ty = Type::Instance(id);
        }
    });
}

/// A run of the divided model as one of the whole: only keys are others.
pub fn unite(model: &Model<'_>, mut run: Run) -> Run {
    let states = run.steps.iter_mut().map(|(_, state)| state);
    for state in std::iter::once(&mut run.start).chain(states) {
        for (id, instance) in model.universe.iter() {
            if let Some(key) = model.program.spec(instance.spec).key {
                state.instance_mut(id).fields[key.index()] = instance.key.clone();
            }
        }
    }
    run
}
