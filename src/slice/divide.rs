//! Instances of one specification that are asked about differently, each in a class of its own (open question 8.2 of
//! the thesis).
//!
//! Where several statements of a goal speak of one specification, its slice has to serve all of them. If nothing
//! refers to its instances by a key, nobody can tell whether they are treated alike, and those of each statement can
//! be sliced by what that statement asks alone. With `from`, a statement of the goal may be met by any instance, so
//! there is nothing to be told apart.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use crate::diagnostics::Span;
use crate::model::class::{Class, ClassId};
use crate::model::{InstanceId, Model};
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{Event, Program, SpecId, Specification, Sync};
use crate::semantics::test_module::{Instances, Property, Setup};
use crate::semantics::types::Type;

/// The same model with a class for each statement that speaks of a specification; none where that would change
/// nothing, or could not be done.
pub fn divided<'p>(model: &Model<'p>) -> Option<Model<'p>> {
    let Property::Reachable { state, .. } = model.check.property else {
        return None;
    };
    if model.check.from.is_some() || model.check.within.is_some() {
        return None;
    }
    let specs = divided_specs(model, &model.test.states[state].setups);
    if specs.is_empty() {
        return None;
    }
    let mut divided = model.clone();
    for spec in specs {
        divide(&mut divided, spec);
    }
    Some(divided)
}

/// Gives the instances of each statement a class, the first ones that of their specification.
fn divide(model: &mut Model<'_>, spec: SpecId) {
    let mut of_statement: IndexMap<Span, Vec<InstanceId>> = IndexMap::new();
    for id in model.universe.instances_of(spec) {
        let statement = model.universe.instance(*id).span;
        of_statement.entry(statement).or_default().push(*id);
    }
    let first = ClassId::of(spec).index();
    let mut statements = of_statement.into_values();
    model.classes[first].instances = statements.next().unwrap_or_default();
    for instances in statements {
        let id = ClassId::another(model.classes.len(), spec);
        for instance in &instances {
            model.class_of[instance.index()] = id;
        }
        model.classes.push(Class {
            id,
            instances,
            ..model.classes[first].clone()
        });
        model.shapes.push(model.shapes[first].clone());
        model.triggers.push(model.triggers[first].clone());
    }
}

/// The specifications that several statements speak of and nothing else does.
fn divided_specs(model: &Model<'_>, setups: &[Setup]) -> Vec<SpecId> {
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

/// Whether something names an instance of a specification, has one as a value, ranges over all of them, or reads a
/// key: the goal itself, or what may happen.
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

/// Whether an expression names an instance of a specification, has one as a value, or reads its key. What `this` has
/// and where it is are not asked of a value: copies have their own.
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

/// What a statement says of its instances.
fn constraints(statement: &Instances) -> impl Iterator<Item = &Expr> {
    let lists = std::iter::once(&statement.each).chain(&statement.one_by_one);
    lists.flatten()
}
