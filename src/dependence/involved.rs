//! The specifications that a check has to do with: those with instances, and those that they speak of.

use crate::model::Model;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{FunctionId, SpecId, Specification};

/// For each specification whether it is involved. A program may contain many that have nothing to do with a check.
pub(super) fn involved(model: &Model<'_>) -> Vec<bool> {
    let n_specs = model.program.specifications.len();
    let mut search = Search {
        model,
        found: vec![false; n_specs],
        functions: vec![false; model.program.functions.len()],
        waiting: Vec::new(),
    };
    for spec in (0..n_specs).map(SpecId::at) {
        if !model.universe.instances_of(spec).is_empty() {
            search.add(spec);
        }
    }
    while let Some(spec) = search.waiting.pop() {
        search.specification(model.program.spec(spec));
    }
    search.found
}

struct Search<'s, 'm> {
    model: &'s Model<'m>,
    found: Vec<bool>,
    functions: Vec<bool>,
    waiting: Vec<SpecId>,
}

impl Search<'_, '_> {
    fn add(&mut self, spec: SpecId) {
        if !std::mem::replace(&mut self.found[spec.index()], true) {
            self.waiting.push(spec);
        }
    }

    fn specification(&mut self, spec: &Specification) {
        for event in &spec.events {
            let statements = event.preconditions.iter().chain(&event.postconditions);
            for statement in statements {
                self.expression(&statement.condition);
            }
            for sync in &event.syncs {
                self.add(sync.spec);
                self.expression(&sync.key);
                for argument in &sync.arguments {
                    self.expression(argument);
                }
            }
        }
        for statement in spec.invariants.iter().flat_map(|it| &it.conditions) {
            self.expression(&statement.condition);
        }
    }

    fn expression(&mut self, expr: &Expr) {
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Instance(spec, _) | ExprKind::Extent(spec) => self.add(*spec),
            ExprKind::Call(function, _) | ExprKind::Function(function) => self.function(*function),
            _ => {}
        });
    }

    fn function(&mut self, id: FunctionId) {
        if !std::mem::replace(&mut self.functions[id.index()], true) {
            let program = self.model.program;
            self.expression(&program.functions[id.index()].body);
        }
    }
}
