//! Calls of functions.

use smol_str::SmolStr;

use super::names::dotted_names;
use super::reals::{help_for_integer, settle};
use super::{Checker, error_expr};
use crate::diagnostics::Span;
use crate::diagnostics::codes::{names as name_codes, types as codes};
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::resolve::{Kind, Lookup};
use crate::semantics::specification::{FunctionId, Name, Param};
use crate::semantics::types::Type;
use crate::syntax::ast::{self, AstNode};

impl Checker<'_, '_> {
    pub(super) fn call(&mut self, node: &ast::CallExpr, span: Span) -> Expr {
        let arguments = self.arguments(node.arg_list(), span);
        let Some(callee) = node.callee() else {
            return error_expr(span);
        };
        let callee_span = self.span(callee.syntax());
        let Some(names) = dotted_names(&callee) else {
            self.report_no_function(&callee, callee_span);
            return error_expr(span);
        };
        match self.callee(&names, callee_span) {
            Callee::Function(function) => self.call_of(function, arguments, callee_span, span),
            Callee::Opaque(result) => Expr {
                kind: ExprKind::Error,
                ty: result,
                span,
            },
            Callee::Unknown => error_expr(span),
        }
    }

    /// What is called has another type than a function, unless it has none at all, which has been told.
    fn report_no_function(&mut self, callee: &ast::Expr, span: Span) {
        let value = self.expr(Some(callee), span);
        if value.ty != Type::Unknown {
            let text = self.context.text_at(span);
            self.report(codes::not_a_function(
                span,
                &text,
                &self.context.show(&value.ty),
            ));
        }
    }

    /// The arguments of a call or sync, checked in order.
    pub(super) fn arguments(&mut self, list: Option<ast::ArgList>, around: Span) -> Vec<Expr> {
        let nodes = list.into_iter().flat_map(|list| list.exprs());
        nodes.map(|node| self.expr(Some(&node), around)).collect()
    }

    fn callee(&mut self, names: &[SmolStr], span: Span) -> Callee {
        if let [name] = names
            && let Some((kind, ty)) = self.scope.lookup(name)
        {
            self.note_visible(name, span);
            return match (kind, ty) {
                (ExprKind::Function(function), _) => Callee::Function(function),
                (_, Type::Function(_, result)) => Callee::Opaque((*result).clone()),
                (_, Type::Unknown) => Callee::Unknown,
                (_, ty) => {
                    self.report(codes::not_a_function(span, name, &self.context.show(&ty)));
                    Callee::Unknown
                }
            };
        }
        if let [name] = names
            && self.names_an_event(name)
        {
            self.report(name_codes::event_called(span, name));
            return Callee::Unknown;
        }
        match self
            .context
            .resolve_segments(self.module, Kind::Function, names, span)
        {
            Some(place) => Callee::Function(
                self.context
                    .declarations
                    .function_id(place.module, place.index),
            ),
            None => Callee::Unknown,
        }
    }

    /// Whether a name is an event's and no function's.
    fn names_an_event(&self, name: &SmolStr) -> bool {
        let path = std::slice::from_ref(name);
        let lookup = |kind| self.context.declarations.lookup(self.module, kind, path);
        lookup(Kind::Function) == Lookup::Missing && matches!(lookup(Kind::Event), Lookup::Found(_))
    }

    fn call_of(
        &self,
        function: FunctionId,
        mut arguments: Vec<Expr>,
        callee: Span,
        span: Span,
    ) -> Expr {
        let Some(header) = self.context.function(function) else {
            return error_expr(span);
        };
        let is_sound = self.context.is_broken(header.name.span)
            || self.check_arguments(
                "function",
                &header.name,
                callee,
                &header.params,
                &mut arguments,
            );
        let kind = if is_sound {
            ExprKind::Call(function, arguments)
        } else {
            ExprKind::Error
        };
        Expr {
            ty: header.result.clone(),
            kind,
            span,
        }
    }

    /// Checks number and types of the arguments of a function or event.
    pub(super) fn check_arguments(
        &self,
        what: &str,
        name: &Name,
        callee: Span,
        params: &[Param],
        arguments: &mut [Expr],
    ) -> bool {
        if params.len() != arguments.len() {
            let params: Vec<(&str, String)> = params
                .iter()
                .map(|param| (param.name.text.as_str(), self.context.show(&param.ty)))
                .collect();
            self.report(codes::wrong_arity(
                callee,
                what,
                &name.text,
                &params,
                arguments.len(),
                name.span,
            ));
            return false;
        }
        let mut all_fit = true;
        for (param, argument) in params.iter().zip(arguments) {
            settle(argument, &param.ty);
            if !argument.ty.fits(&param.ty) {
                all_fit = false;
                let (expected, found) = (
                    self.context.show(&param.ty),
                    self.context.show(&argument.ty),
                );
                let wrong = codes::argument(
                    argument.span,
                    &param.name.text,
                    &expected,
                    &found,
                    param.name.span,
                );
                self.report(wrong.help_if(help_for_integer(&argument.ty, &param.ty)));
            }
        }
        all_fit
    }
}

/// What is called.
enum Callee {
    Function(FunctionId),
    /// A configuration parameter whose value is not known here, with the type of its result.
    Opaque(Type),
    Unknown,
}
