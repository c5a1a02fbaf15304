//! Expressions: one case a node.

use super::operators::is_comparison;
use super::reals::{help_for_integer, settle};
use super::{Checker, This, Where, error_expr};
use crate::diagnostics::codes::{conditions, names as codes, types as type_codes};
use crate::diagnostics::{Label, Span};
use crate::semantics::expression::{Expr, ExprKind, Moment, StateTest, UnaryOp};
use crate::semantics::occurrences::NameKind;
use crate::semantics::specification::{SpecId, StateId};
use crate::semantics::types::Type;
use crate::stack::with_enough_stack;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::trimmed_range;
use crate::syntax::{SyntaxKind, SyntaxNode, TextRange};

impl Checker<'_, '_> {
    /// Checks an expression. What is missing in the text has been reported already.
    pub(super) fn expr(&mut self, node: Option<&ast::Expr>, around: Span) -> Expr {
        match node {
            Some(node) => with_enough_stack(|| self.present_expr(node)),
            None => error_expr(around),
        }
    }

    /// Checks an expression and its type.
    pub(super) fn expr_of(
        &mut self,
        node: Option<&ast::Expr>,
        around: Span,
        ty: &Type,
        why: &str,
    ) -> Expr {
        let mut expr = self.expr(node, around);
        self.expect_type(&mut expr, ty, why);
        expr
    }

    /// Expects a type, as which whole numbers are read if they can be.
    pub(super) fn expect_type(&self, expr: &mut Expr, ty: &Type, why: &str) {
        settle(expr, ty);
        if !expr.ty.fits(ty) {
            let (found, expected) = (self.context.show(&expr.ty), self.context.show(ty));
            let wrong = type_codes::mismatch(expr.span, &expected, &found, why);
            self.report(wrong.help_if(help_for_integer(&expr.ty, ty)));
        }
    }

    fn present_expr(&mut self, node: &ast::Expr) -> Expr {
        let span = self.span(node.syntax());
        match node {
            ast::Expr::Literal(_)
            | ast::Expr::MoneyLiteral(_)
            | ast::Expr::DateLiteral(_)
            | ast::Expr::TimeLiteral(_)
            | ast::Expr::DateTimeLiteral(_)
            | ast::Expr::TermLiteral(_) => self.literal(node, span),
            ast::Expr::TariffExpr(_) => Expr {
                kind: ExprKind::Tariff,
                ty: Type::InterestTariff,
                span,
            },
            ast::Expr::NameExpr(name) => self.name_expr(name, span),
            ast::Expr::ParenExpr(paren) => self.expr(paren.expr().as_ref(), span),
            ast::Expr::CallExpr(call) => self.call(call, span),
            ast::Expr::FieldExpr(field) => self.field_expr(field, span),
            ast::Expr::IndexExpr(index) => self.index_expr(index, span),
            ast::Expr::PrefixExpr(prefix) => self.prefix_expr(prefix, span),
            ast::Expr::BinaryExpr(binary) => self.binary_expr(binary, span),
            ast::Expr::InstateExpr(instate) => self.instate(instate, span),
            ast::Expr::ConditionalExpr(conditional) => self.conditional(conditional, span),
            ast::Expr::QuantifierExpr(quantifier) => self.quantifier(quantifier, span),
            ast::Expr::SetExpr(set) => self.set(set, span),
            ast::Expr::RangeExpr(range) => self.range(range, span),
            ast::Expr::ComprehensionExpr(comprehension) => self.comprehension(comprehension, span),
            ast::Expr::MapExpr(map) => self.map(map, span),
            ast::Expr::CardinalityExpr(cardinality) => self.cardinality(cardinality, span),
        }
    }

    fn prefix_expr(&mut self, node: &ast::PrefixExpr, span: Span) -> Expr {
        let operand = node.expr();
        match node.operator_token().map(|token| token.kind()) {
            Some(SyntaxKind::NEW_KW) => self.new_expr(node, span),
            Some(SyntaxKind::NOT_KW) => self.not_expr(node, span),
            Some(SyntaxKind::INITIALIZED_KW) => {
                self.state_test(operand.as_ref(), span, StateTest::Initialized)
            }
            Some(SyntaxKind::FINALIZED_KW) => {
                self.state_test(operand.as_ref(), span, StateTest::Finalized)
            }
            _ => self.negation(operand.as_ref(), span),
        }
    }

    fn not_expr(&mut self, node: &ast::PrefixExpr, span: Span) -> Expr {
        let mut operand = self.expr(node.expr().as_ref(), span);
        if !operand.ty.fits(&Type::Boolean)
            && let Some(comparison) = comparison_from(node)
        {
            // That `not` takes too little has been told as a warning; here nothing else can be meant.
            let ty = self.context.show(&operand.ty);
            let why = Label {
                span: operand.span,
                text: format!("`not` negates only this, which is of type {ty}"),
            };
            self.context.raise_misreading(self.span(&comparison), why);
            return error_expr(span);
        }
        self.expect_type(&mut operand, &Type::Boolean, "`not` negates a condition");
        Expr {
            kind: ExprKind::Unary(UnaryOp::Not, Box::new(operand)),
            ty: Type::Boolean,
            span,
        }
    }

    // `new`.

    fn new_expr(&mut self, node: &ast::PrefixExpr, span: Span) -> Expr {
        let before = std::mem::replace(&mut self.scope.moment, Moment::Next);
        let operand = self.expr(node.expr().as_ref(), span);
        self.scope.moment = before;
        let has_next_state = matches!(self.scope.place, Where::Precondition | Where::Postcondition);
        if has_next_state && operand.ty != Type::Unknown && !reads_next_state(&operand) {
            self.report(conditions::nothing_new(span, self.word_new(node)));
            return Expr {
                kind: ExprKind::Error,
                span,
                ..operand
            };
        }
        // That a key never changes says more than where `new` cannot stand.
        if self.scope.place != Where::Precondition || !self.is_own_key(&operand) {
            self.report_place_of_new(node, span);
        }
        Expr { span, ..operand }
    }

    /// Whether an expression is the key of `this`.
    fn is_own_key(&self, expr: &Expr) -> bool {
        match (&expr.kind, self.scope.this) {
            (ExprKind::Field(base, field, _), This::Instance(spec)) => {
                base.kind == ExprKind::This && self.context.header(spec).key == Some(*field)
            }
            _ => false,
        }
    }

    fn report_place_of_new(&self, node: &ast::PrefixExpr, span: Span) {
        match self.scope.place {
            Where::Postcondition => {}
            Where::Precondition => self.report(conditions::new_in_precondition(span)),
            other => {
                let word = self.word_new(node);
                self.report(conditions::no_next_state(span, other.words(), word));
            }
        }
    }

    /// The word `new` with the space behind it.
    fn word_new(&self, node: &ast::PrefixExpr) -> Span {
        let whole = self.span(node.syntax());
        let rest = node.expr().map(|operand| self.span(operand.syntax()));
        let end = rest.map_or(whole.range().end(), |rest| rest.range().start());
        Span::new(whole.file, TextRange::new(whole.range().start(), end))
    }

    // Life-cycle states.

    fn state_test(&mut self, operand: Option<&ast::Expr>, span: Span, test: StateTest) -> Expr {
        let (instance, moment) = self.tested_instance(operand, span);
        self.instance_spec(&instance);
        state_test_expr(instance, test, moment, span)
    }

    /// The instance whose state is asked for, and when: `new S[k] instate s` asks for its state
    /// after the event.
    fn tested_instance(&mut self, operand: Option<&ast::Expr>, span: Span) -> (Expr, Moment) {
        if let Some(ast::Expr::PrefixExpr(prefix)) = operand
            && prefix.operator_token().map(|token| token.kind()) == Some(SyntaxKind::NEW_KW)
        {
            self.report_place_of_new(prefix, self.span(prefix.syntax()));
            return (self.expr(prefix.expr().as_ref(), span), Moment::Next);
        }
        (self.expr(operand, span), self.scope.moment)
    }

    fn instate(&mut self, node: &ast::InstateExpr, span: Span) -> Expr {
        let (instance, moment) = self.tested_instance(node.expr().as_ref(), span);
        let Some(spec) = self.instance_spec(&instance) else {
            return Expr {
                kind: ExprKind::Error,
                ty: Type::Boolean,
                span,
            };
        };
        let names: Vec<ast::NameRef> = match node.state_set() {
            Some(set) => set.name_refs().collect(),
            None => node.name_ref().into_iter().collect(),
        };
        let states = names
            .iter()
            .filter_map(|name| self.state(spec, name))
            .collect();
        state_test_expr(instance, StateTest::In(states), moment, span)
    }

    /// The specification of an expression that must be an instance.
    fn instance_spec(&self, expr: &Expr) -> Option<SpecId> {
        match expr.ty {
            Type::Instance(spec) => Some(spec),
            Type::Unknown => None,
            ref ty => {
                self.report(type_codes::not_an_instance(
                    expr.span,
                    &self.context.show(ty),
                ));
                None
            }
        }
    }

    /// The life-cycle state of a specification that a name stands for.
    pub(super) fn state(&self, spec: SpecId, node: &ast::NameRef) -> Option<StateId> {
        let token = node.ident_token()?;
        let header = self.context.header(spec);
        let found = header.state(token.text());
        if found.is_none() && !header.broken {
            let span = self.span(node.syntax());
            let help = self.context.suggest(token.text(), header.state_names());
            let spec = (header.name.text.as_str(), header.name.span);
            let diagnostic = codes::unknown_state(span, token.text(), spec, header.state_names());
            self.report(diagnostic.meant(help));
        }
        if let Some(state) = found {
            let (span, declared) = (self.span(node.syntax()), &header.states[state.index()].name);
            let kind = NameKind::State;
            self.context.notes.add(span, declared.span, kind);
        }
        found
    }

    fn conditional(&mut self, node: &ast::ConditionalExpr, span: Span) -> Expr {
        let why = "it chooses between two values";
        let condition = self.expr_of(node.condition().as_ref(), span, &Type::Boolean, why);
        let mut then = self.expr(node.then().as_ref(), span);
        let mut otherwise = self.expr(node.otherwise().as_ref(), span);
        let ty = self.common_type(vec![&mut then, &mut otherwise], "branches");
        let kind = ExprKind::Conditional(Box::new(condition), Box::new(then), Box::new(otherwise));
        Expr { kind, ty, span }
    }

    /// `this`, where there is one.
    pub(super) fn this(&self, span: Span) -> Expr {
        let ty = match self.scope.this {
            This::Instance(spec) => Type::Instance(spec),
            This::Unlisted => Type::Unknown,
            This::Absent => {
                let help = match self.scope.place {
                    Where::Configuration => codes::CONFIGURATION_VALUES,
                    Where::Domain => {
                        "a domain is the same for all instances: a set or range of literals"
                    }
                    Where::Constraint => {
                        "`now is` stands for all instances: write a day and a time"
                    }
                    _ => "hand in what is needed as a parameter",
                };
                self.report(codes::no_this(span, self.scope.place.words(), help));
                Type::Unknown
            }
        };
        Expr {
            kind: ExprKind::This,
            ty,
            span,
        }
    }
}

/// The comparison or state test whose text starts with this `not`.
fn comparison_from(not: &ast::PrefixExpr) -> Option<SyntaxNode> {
    let start = trimmed_range(not.syntax()).start();
    let above = not.syntax().ancestors().skip(1);
    above
        .take_while(|node| trimmed_range(node).start() == start)
        .find(|node| match ast::Expr::cast(node.clone()) {
            Some(ast::Expr::InstateExpr(_)) => true,
            Some(ast::Expr::BinaryExpr(binary)) => binary
                .operator_token()
                .is_some_and(|operator| is_comparison(operator.kind())),
            _ => false,
        })
}

fn state_test_expr(instance: Expr, test: StateTest, moment: Moment, span: Span) -> Expr {
    let kind = ExprKind::StateTest(Box::new(instance), test, moment);
    Expr {
        kind,
        ty: Type::Boolean,
        span,
    }
}

/// Whether an expression under `new` has anything that a step can change.
fn reads_next_state(expr: &Expr) -> bool {
    let mut reads = false;
    expr.walk(&mut |part| {
        reads |= matches!(
            part.kind,
            ExprKind::Field(_, _, Moment::Next)
                | ExprKind::StateTest(_, _, Moment::Next)
                | ExprKind::Error
        );
        reads |= matches!(part.kind, ExprKind::Instance(..));
    });
    reads
}
