//! Statements: conditions, and the values of functions.

use rustc_hash::FxHashMap;

use super::{Checker, Where};
use crate::diagnostics::Span;
use crate::diagnostics::codes::{conditions, types as codes};
use crate::semantics::context::doc_of;
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::lints::{self, Constant};
use crate::semantics::specification::Statement;
use crate::semantics::types::Type;
use crate::semantics::value::Value;
use crate::stack::with_enough_stack;
use crate::syntax::ast::{self, AstNode};

impl Checker<'_, '_> {
    /// Checks conditions: each must be Boolean.
    pub(super) fn conditions(
        &mut self,
        place: Where,
        statements: impl Iterator<Item = ast::Statement>,
    ) -> Vec<Statement> {
        self.scope.place = place;
        statements
            .map(|statement| self.condition(&statement))
            .collect()
    }

    fn condition(&mut self, node: &ast::Statement) -> Statement {
        let span = self.span(node.syntax());
        let uses_before = self.scope.configuration_uses();
        let findings_before = self.context.finding_count();
        let condition = self.statement(node);
        // What comes from configuration varies between specifications.
        let is_configured = self.scope.configuration_uses() > uses_before;
        if !condition.ty.fits(&Type::Boolean) {
            self.report(codes::not_boolean(
                condition.span,
                &self.context.show(&condition.ty),
            ));
        } else if !is_configured
            && self.context.finding_count() == findings_before
            && !self.calls_doubtful(&condition)
            && let Some(constant) = lints::constant(&condition)
        {
            self.report_constant(condition.span, &constant);
        }
        if self.scope.place == Where::Postcondition && !mentions_next_state(&condition) {
            self.report(conditions::postcondition_without_new(span));
        }
        let doc = match node {
            ast::Statement::ExprStmt(statement) => doc_of(statement.annotations()),
            _ => None,
        };
        Statement {
            condition,
            doc,
            span,
        }
    }

    /// Whether a condition has a function in it that is not right as it stands.
    fn calls_doubtful(&self, condition: &Expr) -> bool {
        let mut is_doubtful = false;
        condition.walk(&mut |part| {
            if let ExprKind::Call(function, _) = part.kind {
                is_doubtful |= self.context.is_doubtful(function);
            }
        });
        is_doubtful
    }

    fn report_constant(&self, span: Span, constant: &Constant) {
        let why = match constant.compared {
            Some(part) => format!("compares `{}` with itself", self.context.text_at(part)),
            None => "mentions nothing that can change".to_owned(),
        };
        let effect = match self.scope.place {
            Where::Invariant => "the invariant is always broken",
            _ => "the event can never happen",
        };
        self.report(conditions::constant(span, constant.value, &why, effect));
    }

    /// The expression that a statement is.
    pub(super) fn statement(&mut self, node: &ast::Statement) -> Expr {
        let span = self.span(node.syntax());
        match node {
            ast::Statement::ExprStmt(statement) => self.expr(statement.expr().as_ref(), span),
            ast::Statement::ParenStmt(paren) => match paren.statement() {
                Some(inner) => with_enough_stack(|| self.statement(&inner)),
                None => super::error_expr(span),
            },
            ast::Statement::CaseStmt(case) => self.case(case, span),
        }
    }

    fn case(&mut self, node: &ast::CaseStmt, span: Span) -> Expr {
        let subject = self.expr(node.expr().as_ref(), span);
        let mut arms: Vec<(Option<Value>, Expr)> = Vec::new();
        let mut patterns: FxHashMap<Value, Span> = FxHashMap::default();
        for arm in node.case_arms() {
            let Some(pattern) = arm.pattern() else {
                continue;
            };
            let pattern = self.pattern(&pattern, &subject.ty, &mut patterns);
            if let Some(statement) = arm.statement() {
                arms.push((pattern, with_enough_stack(|| self.statement(&statement))));
            }
        }
        let ty = self.common_type(arms.iter_mut().map(|(_, value)| value).collect(), "arms");
        let arms = arms
            .into_iter()
            .filter_map(|(pattern, value)| Some((pattern?, value)));
        Expr {
            kind: ExprKind::Case(Box::new(subject), arms.collect()),
            ty,
            span,
        }
    }

    /// The value that an arm is for.
    fn pattern(
        &mut self,
        node: &ast::Expr,
        subject: &Type,
        patterns: &mut FxHashMap<Value, Span>,
    ) -> Option<Value> {
        let span = self.span(node.syntax());
        let why = "it is compared with what the case is about";
        let ExprKind::Literal(value) = self.expr_of(Some(node), span, subject, why).kind else {
            return None;
        };
        if let Some(first) = patterns.insert(value.clone(), span) {
            let text = self.context.text_at(span);
            self.report(conditions::repeated_pattern(span, &text, first));
        }
        Some(value)
    }
}

/// Whether a condition says anything about the state after the step.
fn mentions_next_state(expr: &Expr) -> bool {
    let mut mentions = false;
    expr.walk(&mut |part| {
        mentions |= matches!(
            part.kind,
            ExprKind::Field(_, _, Moment::Next)
                | ExprKind::StateTest(_, _, Moment::Next)
                | ExprKind::Error
        );
    });
    mentions
}
