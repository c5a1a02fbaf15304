//! Imports, events, functions and invariants that nothing uses.

use crate::diagnostics::codes::{modules as module_codes, unused as codes};
use crate::semantics::context::Context;
use crate::semantics::load::Workspace;
use crate::semantics::resolve::Kind;

/// Reports what is unused. Whether an event is used can only be told where a whole folder was
/// read: the specification that lists it may stand in a file that nobody imports.
pub(super) fn report(context: &Context<'_>, workspace: &Workspace) {
    report_imports(context, workspace);
    if workspace.whole_folder && !context.doubt.is_anywhere() {
        report_declarations(context);
    }
}

fn report_imports(context: &Context<'_>, workspace: &Workspace) {
    for (index, module) in context.declarations.modules.iter().enumerate() {
        // A text that could not be read, or a name that stands for nothing, may have used anything.
        if !workspace.modules[index].parse.errors().is_empty() || context.lacks_in(index) {
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
    let lacks = [Kind::Event, Kind::Function, Kind::Invariant].map(|kind| context.lacks_any(kind));
    for module in &context.declarations.modules {
        let events = module.events.iter();
        let events = events
            .map(|event| (&event.name, &event.used))
            .filter(|_| !lacks[0]);
        for (name, _) in events.filter(|(_, used)| !used.get()) {
            context.report(codes::event(name.span, &name.text));
        }
        let functions = module.functions.iter();
        let functions = functions.map(|function| ("function", &function.name, &function.used));
        let invariants = module.invariants.iter();
        let invariants =
            invariants.map(|invariant| ("invariant", &invariant.name, &invariant.used));
        let others = functions
            .filter(|_| !lacks[1])
            .chain(invariants.filter(|_| !lacks[2]));
        for (what, name, _) in others.filter(|(_, _, used)| !used.get()) {
            context.report(codes::declaration(name.span, what, &name.text));
        }
    }
}
