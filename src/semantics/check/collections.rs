//! Sets, ranges, maps, quantifiers.

use super::names::specification_path;
use super::reals::{help_for_integer, settle, settles};
use super::{Checker, error_expr};
use crate::diagnostics::Span;
use crate::diagnostics::codes::{names as name_codes, types as codes};
use crate::semantics::expression::{Binding, Expr, ExprKind, Quantifier};
use crate::semantics::occurrences::NameKind;
use crate::semantics::resolve::name_of;
use crate::semantics::types::Type;
use crate::syntax::SyntaxKind;
use crate::syntax::SyntaxToken;
use crate::syntax::ast::{self, AstNode};

impl Checker<'_, '_> {
    pub(super) fn set(&mut self, node: &ast::SetExpr, span: Span) -> Expr {
        let mut elements: Vec<Expr> = node
            .exprs()
            .map(|element| self.expr(Some(&element), span))
            .collect();
        let element = self.common_type(elements.iter_mut().collect(), "elements");
        Expr {
            kind: ExprKind::Set(elements),
            ty: Type::set_of(element),
            span,
        }
    }

    pub(super) fn map(&mut self, node: &ast::MapExpr, span: Span) -> Expr {
        let mut entries: Vec<(Expr, Expr)> = Vec::new();
        for entry in node.map_entries() {
            let key = self.expr(entry.key().as_ref(), span);
            let value = self.expr(entry.value().as_ref(), span);
            entries.push((key, value));
        }
        let (keys, values) = entries.iter_mut().map(|(key, value)| (key, value)).unzip();
        let key = self.common_type(keys, "keys");
        let value = self.common_type(values, "values");
        Expr {
            kind: ExprKind::Map(entries),
            ty: Type::map_of(key, value),
            span,
        }
    }

    /// The one type of several expressions, as which all are read. If there is none, it is unknown from then on: what
    /// was meant is not known, and one mistake is told once.
    pub(super) fn common_type(&self, mut exprs: Vec<&mut Expr>, what: &str) -> Type {
        let mut ty = Type::Unknown;
        for expr in &exprs {
            ty = ty.joined(&expr.ty).unwrap_or(ty);
        }
        for expr in &mut exprs {
            settle(expr, &ty);
        }
        let other = exprs.iter().find(|expr| !expr.ty.fits(&ty));
        let first = exprs.iter().find(|expr| expr.ty == ty).or(exprs.first());
        let (Some(other), Some(first)) = (other, first) else {
            return ty;
        };
        let (expected, found) = (self.context.show(&ty), self.context.show(&other.ty));
        let wrong = codes::different_types(other.span, what, &expected, &found, first.span);
        self.report(wrong.help_if(help_for_integer(&other.ty, &ty)));
        Type::Unknown
    }

    pub(super) fn range(&mut self, node: &ast::RangeExpr, span: Span) -> Expr {
        let mut low = self.expr(node.low().as_ref(), span);
        let mut high = self.expr(node.high().as_ref(), span);
        let mut step = node.step().map(|step| self.expr(Some(&step), span));
        let mut element = self.common_type(vec![&mut low, &mut high], "ends of a range");
        // `0 .. 1 by 0.1` goes through Reals.
        if step.as_ref().is_some_and(|step| step.ty == Type::Real)
            && settles(&mut low, &Type::Real)
            && settles(&mut high, &Type::Real)
        {
            element = Type::Real;
        }
        if !has_ranges(&element) {
            self.report(codes::no_range(span, &self.context.show(&element)));
        }
        if let Some(step) = &mut step {
            self.expect_type(step, &step_type(&element), "it steps through the range");
        }
        let kind = ExprKind::Range(Box::new(low), Box::new(high), step.map(Box::new));
        Expr {
            kind,
            ty: Type::set_of(element),
            span,
        }
    }

    pub(super) fn cardinality(&mut self, node: &ast::CardinalityExpr, span: Span) -> Expr {
        let collection = self.expr(node.expr().as_ref(), span);
        if !collection.ty.is_collection() && collection.ty != Type::Unknown {
            self.report(codes::not_a_collection(
                collection.span,
                "`|...|` counts the elements of a set, a range or a map",
                &self.context.show(&collection.ty),
            ));
        }
        Expr {
            kind: ExprKind::Cardinality(Box::new(collection)),
            ty: Type::Integer,
            span,
        }
    }

    pub(super) fn quantifier(&mut self, node: &ast::QuantifierExpr, span: Span) -> Expr {
        let kind = match node.quantifier_token().map(|token| token.kind()) {
            Some(SyntaxKind::EXISTS_KW) => Quantifier::Exists,
            _ => Quantifier::ForAll,
        };
        let conditions = node.condition_list();
        let what = match kind {
            Quantifier::Exists => "`exists`",
            Quantifier::ForAll => "`forall`",
        };
        let binding = self.binding(
            what,
            node.ident_token(),
            node.expr().as_ref(),
            conditions.as_ref(),
            span,
        );
        let kind = binding.map_or(ExprKind::Error, |(binding, _)| {
            ExprKind::Quantified(kind, Box::new(binding))
        });
        Expr {
            kind,
            ty: Type::Boolean,
            span,
        }
    }

    pub(super) fn comprehension(&mut self, node: &ast::ComprehensionExpr, span: Span) -> Expr {
        let conditions = node.condition_list();
        match self.binding(
            "a comprehension",
            node.ident_token(),
            node.expr().as_ref(),
            conditions.as_ref(),
            span,
        ) {
            Some((binding, element)) => {
                let kind = ExprKind::Comprehension(Box::new(binding));
                Expr {
                    kind,
                    ty: Type::set_of(element),
                    span,
                }
            }
            None => error_expr(span),
        }
    }

    /// A variable, what it ranges over and its conditions; and the variable's type.
    fn binding(
        &mut self,
        what: &str,
        name: Option<SyntaxToken>,
        over: Option<&ast::Expr>,
        conditions: Option<&ast::ConditionList>,
        span: Span,
    ) -> Option<(Binding, Type)> {
        let (over, element) = self.quantified_over(what, over, span);
        let name = name_of(span.file, &name?);
        let hidden = self.scope.declaration(&name.text);
        if hidden.is_some() || self.scope.is_configured(&name.text) {
            self.report(name_codes::hiding(name.span, &name.text, hidden));
        }
        let kind = NameKind::Variable;
        self.context.notes.add(name.span, name.span, kind);
        let local = self.scope.bind(name, element.clone());
        let mut checked = Vec::new();
        for condition in conditions.into_iter().flat_map(ast::ConditionList::exprs) {
            let why = "it is a condition on each element";
            checked.push(self.expr_of(Some(&condition), span, &Type::Boolean, why));
        }
        self.scope.unbind();
        Some((
            Binding {
                local,
                over,
                conditions: checked,
            },
            element,
        ))
    }

    /// What a variable ranges over, and the type of its values.
    fn quantified_over(
        &mut self,
        what: &str,
        over: Option<&ast::Expr>,
        span: Span,
    ) -> (Expr, Type) {
        if let Some(path) = over.and_then(specification_path)
            && let Some(node) = over
        {
            let over_span = self.span(node.syntax());
            let Some(spec) = self.specification(&path, over_span) else {
                return (error_expr(over_span), Type::Unknown);
            };
            let instance = Type::Instance(spec);
            let ty = Type::set_of(instance.clone());
            return (
                Expr {
                    kind: ExprKind::Extent(spec),
                    ty,
                    span: over_span,
                },
                instance,
            );
        }
        let over = self.expr(over, span);
        let element = match &over.ty {
            Type::Set(element) | Type::Map(element, _) => (**element).clone(),
            Type::Unknown => Type::Unknown,
            ty => {
                self.report(codes::not_a_collection(
                    over.span,
                    &format!("{what} needs a set, a range, a map or a specification"),
                    &self.context.show(ty),
                ));
                Type::Unknown
            }
        };
        (over, element)
    }
}

/// Types of which `{a .. b}` can be counted through.
fn has_ranges(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Integer
            | Type::Money
            | Type::Percentage
            | Type::Date
            | Type::Real
            | Type::DateTime
            | Type::Time
            | Type::Unknown
    )
}

fn step_type(element: &Type) -> Type {
    match element {
        Type::Date | Type::DateTime => Type::Term,
        other => other.clone(),
    }
}
