//! Configuration: the values that a specification gives to an event's `[...]` parameters.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::{Checker, Scope, This, Where, error_expr};
use crate::diagnostics::Span;
use crate::diagnostics::codes::{names as name_codes, specifications as codes};
use crate::semantics::context::Context;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::headers::{ListedEvent, read_params};
use crate::semantics::occurrences::NameKind;
use crate::semantics::specification::Param;
use crate::syntax::ast::{self, AstNode};

/// A configuration parameter and its default value.
pub(super) struct ConfigParam {
    pub(super) param: Param,
    default: Option<ast::Expr>,
}

/// The configuration parameters of an event.
pub(super) fn config_params(
    context: &Context<'_>,
    module: usize,
    event: &ast::EventDef,
) -> Vec<ConfigParam> {
    let Some(list) = event.config_param_list() else {
        return Vec::new();
    };
    let defaults = list
        .params()
        .filter(|param| param.ident_token().is_some())
        .map(|param| param.default());
    read_params(context, module, list.params(), NameKind::Configuration)
        .into_iter()
        .zip(defaults)
        .map(|(param, default)| ConfigParam { param, default })
        .collect()
}

/// The values of configuration parameters as a specification gives them, each checked where it
/// is written: what it says means the same wherever it is put in.
pub(super) fn configure(
    context: &Context<'_>,
    event_module: usize,
    params: &[ConfigParam],
    listed: &ListedEvent,
) -> FxHashMap<SmolStr, Expr> {
    let arguments = read_arguments(context, listed);
    report_unknown_arguments(context, params, listed, &arguments);
    let mut values = FxHashMap::default();
    for param in params {
        let name = &param.param.name.text;
        let given = arguments.iter().find(|(argument, ..)| argument == name);
        // The default is looked at even where it is not taken: it must be right for whoever takes it.
        let default = param.default.as_ref().map(|default| {
            let around = param.param.name.span;
            value_of(context, event_module, Some(default), param, around)
        });
        let value = match (given, default) {
            (Some((_, _, value)), _) => value_of(
                context,
                listed.module,
                value.as_ref(),
                param,
                listed.name.span,
            ),
            (None, Some(default)) => default,
            (None, None) => {
                let declared = param.param.name.span;
                context.report(codes::no_value(
                    listed.name.span,
                    &listed.name.text,
                    name,
                    declared,
                ));
                Expr {
                    ty: param.param.ty.clone(),
                    ..error_expr(listed.name.span)
                }
            }
        };
        values.insert(name.clone(), value);
    }
    values
}

/// Stand-ins for values, where no specification gives any.
pub(super) fn unconfigured(
    context: &Context<'_>,
    module: usize,
    params: &[ConfigParam],
) -> FxHashMap<SmolStr, Expr> {
    let mut values = FxHashMap::default();
    for param in params {
        let span = param.param.name.span;
        if let Some(default) = &param.default {
            value_of(context, module, Some(default), param, span);
        }
        let value = Expr {
            kind: ExprKind::Error,
            ty: param.param.ty.clone(),
            span,
        };
        values.insert(param.param.name.text.clone(), value);
    }
    values
}

type Argument = (SmolStr, Span, Option<ast::Expr>);

fn read_arguments(context: &Context<'_>, listed: &ListedEvent) -> Vec<Argument> {
    let mut arguments: Vec<Argument> = Vec::new();
    for argument in listed
        .node
        .config_arg_list()
        .into_iter()
        .flat_map(|list| list.config_args())
    {
        let Some(token) = argument.ident_token() else {
            continue;
        };
        let span = Span::new(context.file(listed.module), token.text_range());
        if let Some((_, first, _)) = arguments.iter().find(|(name, ..)| name == token.text()) {
            context.report(name_codes::given_twice(span, token.text(), *first));
            continue;
        }
        arguments.push((token.text().into(), span, argument.expr()));
    }
    arguments
}

fn report_unknown_arguments(
    context: &Context<'_>,
    params: &[ConfigParam],
    listed: &ListedEvent,
    arguments: &[Argument],
) {
    for (name, span, _) in arguments {
        let mut declared = params.iter().map(|param| &param.param.name);
        if let Some(declared) = declared.find(|declared| declared.text == *name) {
            let kind = NameKind::Configuration;
            context.notes.add(*span, declared.span, kind);
            continue;
        }
        let known = params.iter().map(|param| param.param.name.text.as_str());
        let help = context.suggest(name, known);
        context.report(codes::unknown_argument(*span, &listed.name.text, name).meant(help));
    }
}

fn value_of(
    context: &Context<'_>,
    module: usize,
    value: Option<&ast::Expr>,
    param: &ConfigParam,
    around: Span,
) -> Expr {
    let mut checker = Checker::new(
        context,
        module,
        Scope::new(This::Absent, Where::Configuration),
    );
    let why = format!("it is the value of `{}`", param.param.name.text);
    let value_expr = checker.expr_of(value, around, &param.param.ty, &why);
    let span = value.map_or(around, |value| checker.span(value.syntax()));
    // The body is checked against what was promised, so that a wrong value is told once.
    let kind = if value_expr.ty.fits(&param.param.ty) {
        value_expr.kind
    } else {
        ExprKind::Error
    };
    let ty = param.param.ty.clone().or(value_expr.ty);
    Expr { kind, ty, span }
}
