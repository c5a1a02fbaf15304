//! Bodies: expressions and everything that holds them, checked against what [`super::headers`] says.

mod calls;
mod collections;
mod configuration;
mod domains;
mod events;
mod expressions;
mod functions;
mod literals;
mod names;
mod operators;
mod reals;
mod scope;
mod setups;
mod statements;
mod syncs;
mod test_modules;

pub(super) use events::{check_specification, check_unlisted};
pub(super) use functions::{check_functions, function_headers};
pub(super) use test_modules::check_tests;

use scope::{Scope, This, Where};

use super::context::Context;
use super::expression::{Expr, ExprKind};
use super::types::Type;
use crate::diagnostics::{Diagnostic, Span};
use crate::syntax::SyntaxNode;

/// Checks the expressions of one body.
struct Checker<'c, 'w> {
    context: &'c Context<'w>,
    /// The module whose names are visible.
    module: usize,
    scope: Scope,
}

impl<'c, 'w> Checker<'c, 'w> {
    fn new(context: &'c Context<'w>, module: usize, scope: Scope) -> Checker<'c, 'w> {
        Checker {
            context,
            module,
            scope,
        }
    }

    fn span(&self, node: &SyntaxNode) -> Span {
        self.context.span(self.module, node)
    }

    fn report(&self, diagnostic: Diagnostic) {
        self.context.report(diagnostic);
    }
}

/// What stands for an expression that was not understood.
fn error_expr(span: Span) -> Expr {
    Expr {
        kind: ExprKind::Error,
        ty: Type::Unknown,
        span,
    }
}
