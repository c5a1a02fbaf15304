//! Functions: headers first, since they may call each other, then bodies.

use rustc_hash::FxHashSet;

use super::reals::{help_for_integer, settle};
use super::{Checker, Scope, This, Where, error_expr};
use crate::diagnostics::Span;
use crate::diagnostics::codes::{conditions as codes, types};
use crate::semantics::context::Context;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::headers::read_params;
use crate::semantics::lints;
use crate::semantics::occurrences::NameKind;
use crate::semantics::resolve::resolve_type;
use crate::semantics::specification::{Function, FunctionId};
use crate::syntax::ast::{self, AstNode};

/// All functions without their bodies.
pub(in crate::semantics) fn function_headers(context: &Context<'_>) -> Vec<Function> {
    let mut functions = Vec::new();
    for (index, module) in context.declarations.modules.iter().enumerate() {
        for function in module.functions.iter() {
            let params = function
                .node
                .param_list()
                .map(|list| read_params(context, index, list.params(), NameKind::Parameter));
            functions.push(Function {
                name: function.name.clone(),
                file: module.file,
                params: params.unwrap_or_default(),
                result: resolve_type(context, index, function.node.ty().as_ref()),
                body: error_expr(function.name.span),
            });
        }
    }
    functions
}

/// All functions with their bodies. Needs their headers in the context.
pub(in crate::semantics) fn check_functions(context: &Context<'_>) -> Vec<Function> {
    let mut functions = Vec::new();
    let mut doubtful = Vec::new();
    for (index, module) in context.declarations.modules.iter().enumerate() {
        for function in module.functions.iter() {
            let id = FunctionId::at(functions.len());
            let Some(header) = context.function(id) else {
                continue;
            };
            let findings_before = context.finding_count();
            let checked = check_function(context, index, header.clone(), &function.node);
            if context.finding_count() > findings_before || has_error(&checked.body) {
                doubtful.push(id.index());
            }
            functions.push(checked);
        }
    }
    let calls: Vec<Vec<(usize, Span)>> = functions
        .iter()
        .map(|function| calls_of(&function.body))
        .collect();
    doubtful.extend(report_recursion(context, &functions, &calls));
    context.set_doubtful_functions(with_callers(doubtful, &calls));
    functions
}

/// Whether a part of an expression was not understood.
fn has_error(body: &Expr) -> bool {
    let mut has_error = false;
    body.walk(&mut |part| has_error |= part.kind == ExprKind::Error);
    has_error
}

/// Some functions and all that call them, directly or through others.
fn with_callers(some: Vec<usize>, calls: &[Vec<(usize, Span)>]) -> FxHashSet<FunctionId> {
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); calls.len()];
    for (caller, callees) in calls.iter().enumerate() {
        for (callee, _) in callees {
            callers[*callee].push(caller);
        }
    }
    let mut all = FxHashSet::default();
    let mut left = some;
    while let Some(function) = left.pop() {
        if all.insert(FunctionId::at(function)) {
            left.extend(&callers[function]);
        }
    }
    all
}

fn check_function(
    context: &Context<'_>,
    module: usize,
    header: Function,
    node: &ast::FunctionDef,
) -> Function {
    let scope = Scope::new(This::Absent, Where::Function).with_params(&header.params);
    let mut checker = Checker::new(context, module, scope);
    let Some(statement) = node.statement() else {
        return header;
    };
    let mut body = checker.statement(&statement);
    settle(&mut body, &header.result);
    if !body.ty.fits(&header.result) {
        let declared = node
            .ty()
            .map_or(header.name.span, |ty| checker.span(ty.syntax()));
        let wrong = types::result(
            body.span,
            &header.name.text,
            &context.show(&header.result),
            &context.show(&body.ty),
            declared,
        );
        checker.report(wrong.help_if(help_for_integer(&body.ty, &header.result)));
    }
    let params = node.param_list().into_iter().flat_map(|list| list.params());
    lints::report_defaults(context, module, params);
    lints::report_unused_params(
        context,
        "function",
        &header.name.text,
        &header.params,
        [&body],
    );
    Function { body, ..header }
}

/// A function that calls itself, directly or through others, has no value. Returns those that do.
fn report_recursion(
    context: &Context<'_>,
    functions: &[Function],
    calls: &[Vec<(usize, Span)>],
) -> Vec<usize> {
    let mut recursive = Vec::new();
    for circle in lints::circles(calls) {
        recursive.extend(circle.iter().map(|(at, _)| *at));
        let names: Vec<&str> = circle
            .iter()
            .map(|(at, _)| functions[*at].name.text.as_str())
            .collect();
        let calls: Vec<Span> = circle.iter().map(|(_, span)| *span).collect();
        if let [first, others @ ..] = calls.as_slice() {
            context.report(codes::recursive_function(*first, others, &names));
        }
    }
    recursive
}

fn calls_of(body: &Expr) -> Vec<(usize, Span)> {
    let mut calls = Vec::new();
    body.walk(&mut |part| {
        if let ExprKind::Call(callee, _) = &part.kind {
            calls.push((callee.index(), part.span));
        }
    });
    calls
}
