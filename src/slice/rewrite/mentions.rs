//! What an expression needs to have a meaning: the declarations that it names.

use crate::semantics::expression::{Expr, ExprKind, StateTest};
use crate::semantics::specification::{FieldId, FunctionId, ParamId, SpecId, StateId};
use crate::semantics::types::Type;

/// What an expression mentions itself; what its functions mention is not listed.
#[derive(Debug, Default)]
pub(super) struct Mentions<'e> {
    pub(super) fields: Vec<(SpecId, FieldId)>,
    pub(super) params: Vec<ParamId>,
    pub(super) functions: Vec<FunctionId>,
    pub(super) specs: Vec<SpecId>,
    /// Tests of life-cycle states by their names.
    pub(super) tests: Vec<(SpecId, &'e [StateId], &'e Expr)>,
    /// Specifications of which it is tested whether an instance is in a final state.
    pub(super) finalized: Vec<SpecId>,
}

impl<'e> Mentions<'e> {
    /// What an expression mentions.
    pub(super) fn of(expr: &'e Expr) -> Mentions<'e> {
        let mut mentions = Mentions::default();
        expr.walk(&mut |part| mentions.add(part));
        mentions
    }

    fn add(&mut self, part: &'e Expr) {
        match &part.kind {
            ExprKind::Field(base, field, _) => {
                if let Type::Instance(spec) = base.ty {
                    self.fields.push((spec, *field));
                }
            }
            ExprKind::Parameter(param) => self.params.push(*param),
            ExprKind::Call(function, _) | ExprKind::Function(function) => {
                self.functions.push(*function);
            }
            ExprKind::Instance(spec, _) | ExprKind::Extent(spec) => self.specs.push(*spec),
            ExprKind::StateTest(base, test, _) => {
                if let Type::Instance(spec) = base.ty {
                    match test {
                        StateTest::Initialized => {}
                        StateTest::Finalized => self.finalized.push(spec),
                        StateTest::In(states) => self.tests.push((spec, states, part)),
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether values of a type may hold values of another.
pub(super) fn holds(ty: &Type, inner: &Type) -> bool {
    ty == inner
        || match ty {
            Type::Set(element) => holds(element, inner),
            Type::Map(key, value) => holds(key, inner) || holds(value, inner),
            _ => false,
        }
}
