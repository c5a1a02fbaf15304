//! Specifications: events with their configuration put in, invariants, transitions.

use super::configuration::{config_params, configure, unconfigured};
use super::{Checker, Scope, This, Where};
use crate::diagnostics::Span;
use crate::diagnostics::codes::{lifecycles, names};
use crate::semantics::context::{Context, doc_of, tag_of};
use crate::semantics::headers::{ListedEvent, ListedInvariant, SpecHeader, read_params};
use crate::semantics::lints;
use crate::semantics::occurrences::NameKind;
use crate::semantics::resolve::DeclarationId;
use crate::semantics::reuse::Reuse;
use crate::semantics::specification::{
    Event, Invariant, Name, Param, Specification, Statement, Sync, Transition,
};
use crate::syntax::ast::{self, AstNode};

/// The checked specification of a header, and for each of its events whether checking it did nothing else. Such events
/// may be taken from an earlier analysis.
pub(in crate::semantics) fn check_specification(
    context: &Context<'_>,
    header: &SpecHeader,
    reuse: Option<&Reuse<'_>>,
) -> (Specification, Vec<bool>) {
    let mut events = Vec::with_capacity(header.events.len());
    let mut without_effect = Vec::with_capacity(header.events.len());
    for (index, listed) in header.events.iter().enumerate() {
        if (context.stop)() {
            break;
        }
        let effects_before = context.effects();
        let known = reuse.and_then(|reuse| reuse.event(header.id, index));
        events.push(known.unwrap_or_else(|| check_listed(context, header, listed)));
        without_effect.push(context.effects() == effects_before);
    }
    let invariants = header
        .invariants
        .iter()
        .filter_map(|listed| check_invariant(context, header, listed));
    let specification = Specification {
        name: header.name.clone(),
        module: context.declarations.modules[header.module].name.clone(),
        span: header.span,
        modifier: header.modifier,
        parent: header.parent,
        doc: header.doc.clone(),
        fields: header.fields.clone(),
        key: header.key,
        events,
        invariants: invariants.collect(),
        states: header.states.clone(),
        transitions: transitions(context, header),
    };
    (specification, without_effect)
}

/// The arrows of the life cycle with names resolved.
fn transitions(context: &Context<'_>, header: &SpecHeader) -> Vec<Transition> {
    let mut transitions = Vec::with_capacity(header.arrows.len());
    let may_lack_names = header.is_partial() || header.broken;
    let unknown_events = header.unknown_events();
    for arrow in &header.arrows {
        let event = header.event(&arrow.event.text).map(|(id, _)| id);
        if event.is_none()
            && !may_lack_names
            && !is_near_unknown(context, &unknown_events, &arrow.event.text)
        {
            report_undeclared_event(context, header, &arrow.event);
        }
        let to = header.state(&arrow.to.text);
        if to.is_none() && !may_lack_names {
            report_undeclared_state(context, header, &arrow.to);
        }
        if let (Some(from), Some(to), Some(event)) = (header.state(&arrow.from.text), to, event) {
            transitions.push(Transition {
                from,
                to,
                event,
                span: arrow.event.span,
            });
        }
    }
    transitions
}

/// Whether a name is that of a listed event with a spelling mistake, which was told there.
fn is_near_unknown(context: &Context<'_>, unknown_events: &[&str], name: &str) -> bool {
    let meant = context.meant(name, unknown_events.iter().copied());
    meant.map_or(true, |near| near.is_some())
}

fn report_undeclared_event(context: &Context<'_>, header: &SpecHeader, event: &Name) {
    let help = context.suggest(&event.text, header.event_names());
    let unknown = lifecycles::undeclared_event(event.span, &event.text, &header.name.text);
    context.report_unless_inherited(header, unknown.meant(help));
}

fn report_undeclared_state(context: &Context<'_>, header: &SpecHeader, state: &Name) {
    let help = context.suggest(&state.text, header.state_names());
    let unknown = lifecycles::undeclared_state(state.span, &state.text, &header.name.text);
    context.report_unless_inherited(header, unknown.meant(help));
}

/// The parts of an event's definition.
struct Body {
    preconditions: Vec<Statement>,
    postconditions: Vec<Statement>,
    syncs: Vec<Sync>,
}

fn check_listed(context: &Context<'_>, header: &SpecHeader, listed: &ListedEvent) -> Event {
    let mut event = Event {
        name: listed.name.clone(),
        listed: listed.name.span,
        internal: listed.internal,
        bridge: false,
        doc: None,
        params: listed.params.to_vec(),
        preconditions: Vec::new(),
        postconditions: Vec::new(),
        syncs: Vec::new(),
        span: listed.name.span,
    };
    let Some(place) = listed.definition else {
        return event;
    };
    let declared = context.declarations.modules[place.module]
        .events
        .get(place.index);
    let configurable = config_params(context, place.module, &declared.node);
    let values = configure(context, place.module, &configurable, listed);
    let scope = Scope::new(This::Instance(header.id), Where::Precondition)
        .with_configuration(values, &configurable)
        .listed(&listed.name);
    let body = check_body(context, place, &declared.node, scope, &listed.params);
    lints::report_key_assignment(context, header, &body.postconditions, &body.preconditions);
    lints::report_partial_updates(context, header, &body.postconditions);
    event.name.clone_from(&declared.name);
    event.span = context.span(place.module, declared.node.syntax());
    event.doc = doc_of(declared.node.annotations());
    event.bridge = tag_of(declared.node.annotations(), "bridge").is_some();
    event.preconditions = body.preconditions;
    event.postconditions = body.postconditions;
    event.syncs = body.syncs;
    event
}

fn check_body(
    context: &Context<'_>,
    place: DeclarationId,
    node: &ast::EventDef,
    scope: Scope,
    params: &[Param],
) -> Body {
    let mut checker = Checker::new(context, place.module, scope.with_params(params));
    let mut body = Body {
        preconditions: Vec::new(),
        postconditions: Vec::new(),
        syncs: Vec::new(),
    };
    for member in node.event_members() {
        match member {
            ast::EventMember::Preconditions(block) => {
                body.preconditions
                    .extend(checker.conditions(Where::Precondition, block.statements()));
            }
            ast::EventMember::Postconditions(block) => {
                body.postconditions
                    .extend(checker.conditions(Where::Postcondition, block.statements()));
            }
            ast::EventMember::SyncBlock(block) => {
                body.syncs.extend(checker.syncs(block.sync_stmts()));
            }
        }
    }
    report_unused(context, place, node, params, &body, &checker.scope);
    body
}

fn report_unused(
    context: &Context<'_>,
    place: DeclarationId,
    node: &ast::EventDef,
    params: &[Param],
    body: &Body,
    scope: &Scope,
) {
    let module = &context.declarations.modules[place.module];
    let name = &module.events.get(place.index).name.text;
    let conditions = body
        .preconditions
        .iter()
        .chain(&body.postconditions)
        .map(|statement| &statement.condition);
    let syncs = body
        .syncs
        .iter()
        .flat_map(|sync| std::iter::once(&sync.key).chain(&sync.arguments));
    // A sync that was not understood may have used any parameter.
    let sync_blocks = node.event_members().filter_map(|member| match member {
        ast::EventMember::SyncBlock(block) => Some(block.sync_stmts().count()),
        _ => None,
    });
    if sync_blocks.sum::<usize>() == body.syncs.len() {
        lints::report_unused_params(context, "event", name, params, conditions.chain(syncs));
    }
    for param in node
        .config_param_list()
        .into_iter()
        .flat_map(|list| list.params())
    {
        let Some(token) = param.ident_token() else {
            continue;
        };
        let span = Span::new(module.file, token.text_range());
        if let Some(second) = params.iter().find(|param| param.name.text == token.text()) {
            context.report(names::duplicate(
                second.name.span,
                "parameter",
                token.text(),
                span,
            ));
        } else if !scope.uses_configuration(token.text()) {
            context.report(lints::unused_config_param(span, token.text(), name));
        }
    }
    let list = node.param_list().into_iter().flat_map(|list| list.params());
    lints::report_defaults(context, place.module, list);
}

fn check_invariant(
    context: &Context<'_>,
    header: &SpecHeader,
    listed: &ListedInvariant,
) -> Option<Invariant> {
    let place = listed.definition?;
    let declared = context.declarations.modules[place.module]
        .invariants
        .get(place.index);
    let scope = Scope::new(This::Instance(header.id), Where::Invariant).listed(&listed.name);
    let conditions = invariant_conditions(context, place, &declared.node, scope);
    Some(Invariant {
        name: declared.name.clone(),
        listed: listed.name.span,
        doc: doc_of(declared.node.annotations()),
        conditions,
    })
}

fn invariant_conditions(
    context: &Context<'_>,
    place: DeclarationId,
    node: &ast::InvariantDef,
    scope: Scope,
) -> Vec<Statement> {
    let mut checker = Checker::new(context, place.module, scope);
    checker.conditions(Where::Invariant, node.statements())
}

/// Checks events and invariants that no specification lists, as far as that is possible
/// without knowing the fields.
pub(in crate::semantics) fn check_unlisted(context: &Context<'_>, specs: &[Specification]) {
    let listed: rustc_hash::FxHashSet<Span> = specs
        .iter()
        .flat_map(|spec| {
            let events = spec.events.iter().map(|event| event.name.span);
            events.chain(spec.invariants.iter().map(|invariant| invariant.name.span))
        })
        .collect();
    for (module, declarations) in context.declarations.modules.iter().enumerate() {
        for (index, event) in declarations.events.iter().enumerate() {
            if !listed.contains(&event.name.span) {
                check_unlisted_event(context, DeclarationId { module, index }, &event.node);
            }
        }
        for (index, invariant) in declarations.invariants.iter().enumerate() {
            if !listed.contains(&invariant.name.span) {
                let scope = Scope::new(This::Unlisted, Where::Invariant);
                invariant_conditions(
                    context,
                    DeclarationId { module, index },
                    &invariant.node,
                    scope,
                );
            }
        }
    }
}

fn check_unlisted_event(context: &Context<'_>, place: DeclarationId, node: &ast::EventDef) {
    let list = node.param_list();
    let params = list.map_or_else(Vec::new, |list| {
        read_params(context, place.module, list.params(), NameKind::Parameter)
    });
    let configurable = config_params(context, place.module, node);
    let values = unconfigured(context, place.module, &configurable);
    let scope =
        Scope::new(This::Unlisted, Where::Precondition).with_configuration(values, &configurable);
    check_body(context, place, node, scope, &params);
}
