//! Imports, events, functions and invariants that nothing uses.

use crate::diagnostics::codes::{modules as module_codes, unused as codes};
use crate::semantics::context::Context;
use crate::semantics::load::Workspace;

/// Reports what is unused. Whether an event is used can only be told where a whole folder was
/// read: the specification that lists it may stand in a file that nobody imports.
pub(super) fn report(context: &Context<'_>, workspace: &Workspace) {
    report_imports(context, workspace);
    if workspace.whole_folder {
        report_declarations(context);
    }
}

fn report_imports(context: &Context<'_>, workspace: &Workspace) {
    for (index, module) in context.declarations.modules.iter().enumerate() {
        // A text that could not be read may have used anything.
        if !workspace.modules[index].parse.errors().is_empty() {
            continue;
        }
        for (at, import) in module.imports.iter().enumerate() {
            let first = module.imports[..at]
                .iter()
                .find(|first| first.name == import.name);
            if import.target == Some(index) {
                context.report(module_codes::own_import(import.whole, &import.name));
            } else if let Some(first) = first {
                context.report(module_codes::second_import(
                    import.whole,
                    &import.name,
                    first.whole,
                ));
            } else if import.target.is_some() && !import.used.get() {
                context.report(module_codes::unused_import(import.whole, &import.name));
            }
        }
    }
}

fn report_declarations(context: &Context<'_>) {
    for module in &context.declarations.modules {
        let events = module
            .events
            .iter()
            .map(|event| ("event", &event.name, &event.used));
        let functions = module
            .functions
            .iter()
            .map(|function| ("function", &function.name, &function.used));
        let invariants = module
            .invariants
            .iter()
            .map(|invariant| ("invariant", &invariant.name, &invariant.used));
        for (what, name, used) in events.chain(functions).chain(invariants) {
            if used.get() {
                continue;
            }
            context.report(match what {
                "event" => codes::event(name.span, &name.text),
                _ => codes::declaration(name.span, what, &name.text),
            });
        }
    }
}
