//! Imports, events, functions and invariants that nothing uses.

use rustc_hash::FxHashSet;

use crate::diagnostics::Span;
use crate::diagnostics::codes::{modules as module_codes, syncs, unused as codes};
use crate::semantics::context::Context;
use crate::semantics::load::Workspace;
use crate::semantics::resolve::Kind;
use crate::semantics::specification::Specification;

/// Reports what is unused. Whether an event is used can only be told where a whole folder was
/// read: the specification that lists it may stand in a file that nobody imports.
pub(super) fn report(context: &Context<'_>, workspace: &Workspace, specs: &[Specification]) {
    report_imports(context, workspace);
    if workspace.whole_folder && !context.broken_parts.is_anywhere() {
        report_declarations(context);
        report_internal_events(context, specs);
    }
}

/// An internal event happens only as the partner of a sync. An inherited event is listed once for all that inherit it.
fn report_internal_events(context: &Context<'_>, specs: &[Specification]) {
    // A sync that was not understood may name any event.
    if context.lacks_any(Kind::Specification) || context.has_reported(&syncs::UNKNOWN_EVENT) {
        return;
    }
    let events = || specs.iter().flat_map(|spec| &spec.events);
    let partners = events()
        .flat_map(|event| &event.syncs)
        .filter(|sync| !sync.negated)
        .map(|sync| &specs[sync.spec.index()].events[sync.event.index()]);
    let synced: FxHashSet<Span> = partners.map(|event| event.listed).collect();
    for (header, spec) in context.headers().iter().zip(specs) {
        let internal = spec.events.iter().filter(|event| event.internal);
        for event in internal.filter(|event| !synced.contains(&event.listed)) {
            let is_own = header.span.contains(event.listed);
            if is_own && !header.is_partial() && !header.broken {
                let (name, spec) = (&event.name.text, &spec.name.text);
                context.report(syncs::never_synced(event.listed, name, spec));
            }
        }
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
