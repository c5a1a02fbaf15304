//! What a specification looks like from outside: fields, states, events and their parameters.
//!
//! Headers are made for all specifications before any body is checked, since bodies refer to
//! other specifications.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::context::{Context, doc_of};
use super::occurrences::NameKind;
use super::resolve::{DeclarationId, Kind, check_reference_type, resolve_type};
use super::specification::{
    EventId, Field, FieldId, Modifier, Name, Param, SpecId, State, StateId,
};
use super::types::Type;
use crate::diagnostics::codes::{lifecycles, names as codes, specifications as spec_codes};
use crate::diagnostics::{Label, Span};
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{self, AstNode};

/// A specification from outside. At first only its own declarations, then what it inherits, too.
#[derive(Clone)]
pub(super) struct SpecHeader {
    pub(super) id: SpecId,
    pub(super) module: usize,
    pub(super) name: Name,
    pub(super) span: Span,
    pub(super) modifier: Option<Modifier>,
    pub(super) doc: Option<SmolStr>,
    pub(super) parent: Option<SpecId>,
    /// Where the parent is named.
    pub(super) extends: Option<Span>,
    pub(super) fields: Vec<Field>,
    pub(super) field_index: FxHashMap<SmolStr, FieldId>,
    pub(super) key: Option<FieldId>,
    pub(super) states: Vec<State>,
    pub(super) state_index: FxHashMap<SmolStr, StateId>,
    pub(super) arrows: Vec<Arrow>,
    pub(super) events: Vec<ListedEvent>,
    pub(super) event_index: FxHashMap<SmolStr, EventId>,
    pub(super) invariants: Vec<ListedInvariant>,
    /// Some part could not be understood, so what follows from it is not reported.
    pub(super) broken: bool,
}

/// An arrow of a life cycle for one event, by names.
#[derive(Clone)]
pub(super) struct Arrow {
    pub(super) from: Name,
    pub(super) to: Name,
    pub(super) event: Name,
}

/// An event that a specification lists.
#[derive(Clone)]
pub(super) struct ListedEvent {
    /// The name, where it is listed.
    pub(super) name: Name,
    pub(super) internal: bool,
    /// The module of the specification that lists it, in which configuration values are read.
    pub(super) module: usize,
    pub(super) node: ast::EventRef,
    /// Its definition, if it was found; the interface form has none.
    pub(super) definition: Option<DeclarationId>,
    pub(super) params: Rc<[Param]>,
}

impl ListedEvent {
    /// Whether its definition was not found.
    pub(super) fn is_unknown(&self) -> bool {
        self.definition.is_none() && self.node.param_list().is_none()
    }
}

/// An invariant that a specification lists.
#[derive(Clone)]
pub(super) struct ListedInvariant {
    pub(super) name: Name,
    pub(super) definition: Option<DeclarationId>,
}

/// The headers of all specifications, without what they inherit.
pub(super) fn own_headers(context: &Context<'_>) -> Vec<SpecHeader> {
    let mut headers = Vec::new();
    for module in 0..context.declarations.modules.len() {
        for spec in context.declarations.modules[module].specs.iter() {
            let id = SpecId::at(headers.len());
            headers.push(own_header(
                context,
                module,
                id,
                spec.name.clone(),
                &spec.node,
            ));
        }
    }
    headers
}

fn own_header(
    context: &Context<'_>,
    module: usize,
    id: SpecId,
    name: Name,
    node: &ast::Specification,
) -> SpecHeader {
    let modifier = node.modifier_token().map(|token| match token.kind() {
        SyntaxKind::ABSTRACT_KW => Modifier::Abstract,
        SyntaxKind::EXTERNAL_KW => Modifier::External,
        _ => Modifier::Singleton,
    });
    let name_span = name.span;
    let mut header = SpecHeader {
        id,
        module,
        name,
        span: context.span(module, node.syntax()),
        modifier,
        doc: doc_of(node.annotations()),
        parent: None,
        extends: None,
        fields: Vec::new(),
        field_index: FxHashMap::default(),
        key: None,
        states: Vec::new(),
        state_index: FxHashMap::default(),
        arrows: Vec::new(),
        events: Vec::new(),
        event_index: FxHashMap::default(),
        invariants: Vec::new(),
        broken: context.broken_parts.is_broken(name_span),
    };
    header.read_parent(context, node);
    for member in node.specification_members() {
        match member {
            ast::SpecificationMember::FieldBlock(block) => header.read_fields(context, &block),
            ast::SpecificationMember::EventBlock(block) => header.read_events(context, &block),
            ast::SpecificationMember::InvariantBlock(block) => {
                header.read_invariants(context, &block);
            }
            ast::SpecificationMember::LifeCycle(cycle) => header.read_life_cycle(context, &cycle),
        }
    }
    header
}

impl SpecHeader {
    /// Only others extend it, or its events are only declared: much may be missing.
    pub(super) fn is_partial(&self) -> bool {
        self.modifier.is_some_and(Modifier::is_partial)
    }

    /// The listed events whose definitions were not found.
    pub(super) fn unknown_events(&self) -> Vec<&str> {
        let unknown = self.events.iter().filter(|event| event.is_unknown());
        unknown.map(|event| event.name.text.as_str()).collect()
    }

    /// Points at its declaration.
    pub(super) fn declared_here(&self) -> Label {
        Label {
            span: self.name.span,
            text: format!("`{}` is declared here", self.name.text),
        }
    }

    pub(super) fn field(&self, name: &str) -> Option<(FieldId, &Field)> {
        let id = *self.field_index.get(name)?;
        Some((id, &self.fields[id.index()]))
    }

    pub(super) fn event(&self, name: &str) -> Option<(EventId, &ListedEvent)> {
        let id = *self.event_index.get(name)?;
        Some((id, &self.events[id.index()]))
    }

    pub(super) fn state(&self, name: &str) -> Option<StateId> {
        self.state_index.get(name).copied()
    }

    pub(super) fn field_names(&self) -> impl Iterator<Item = &str> {
        self.fields.iter().map(|field| field.name.text.as_str())
    }

    pub(super) fn event_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.events.iter().map(|event| event.name.text.as_str())
    }

    pub(super) fn state_names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.states.iter().map(|state| state.name.text.as_str())
    }

    fn name_at(&self, context: &Context<'_>, token: &crate::syntax::SyntaxToken) -> Name {
        Name {
            text: token.text().into(),
            span: Span::new(context.file(self.module), token.text_range()),
        }
    }

    fn read_parent(&mut self, context: &Context<'_>, node: &ast::Specification) {
        let Some(path) = node.extends().and_then(|extends| extends.path()) else {
            return;
        };
        self.extends = Some(context.span(self.module, path.syntax()));
        let place = context.resolve(self.module, Kind::Specification, &path);
        self.parent = place.map(|place| context.declarations.spec_id(place.module, place.index));
        self.broken |= self.parent.is_none();
    }

    // Fields.

    fn read_fields(&mut self, context: &Context<'_>, block: &ast::FieldBlock) {
        for field in block.fields() {
            let Some(token) = field.ident_token() else {
                continue;
            };
            let name = self.name_at(context, &token);
            let ty = resolve_type(context, self.module, field.ty().as_ref());
            let span = context.span(self.module, field.syntax());
            if let Some(first) = self.field_index.get(&name.text) {
                let first = self.fields[first.index()].name.span;
                context.report(codes::duplicate(name.span, "field", &name.text, first));
                continue;
            }
            let id = FieldId::at(self.fields.len());
            self.field_index.insert(name.text.clone(), id);
            let is_key = field
                .annotations()
                .any(|annotation| annotation.key_token().is_some());
            if is_key {
                self.set_key(context, id, &name);
                self.check_key_type(context, &field, &ty);
            }
            self.fields.push(Field {
                name,
                ty,
                reference: None,
                span,
            });
        }
    }

    fn set_key(&mut self, context: &Context<'_>, id: FieldId, name: &Name) {
        match self.key {
            None => self.key = Some(id),
            Some(first) => {
                let first = self.fields[first.index()].span;
                context.report(spec_codes::several_keys(name.span, &self.name.text, first));
            }
        }
    }

    /// Instances are told apart by single values.
    fn check_key_type(&self, context: &Context<'_>, field: &ast::Field, ty: &Type) {
        if let (false, Some(name), Some(node)) = (ty.can_be_key(), field.ident_token(), field.ty())
        {
            let span = context.span(self.module, node.syntax());
            context.report(spec_codes::key_type(span, name.text(), &context.show(ty)));
        }
    }

    // Events and invariants.

    fn read_events(&mut self, context: &Context<'_>, block: &ast::EventBlock) {
        for node in block.event_refs() {
            let Some(path) = node.path() else { continue };
            let Some(token) = path.last_segment() else {
                continue;
            };
            let name = self.name_at(context, &token);
            if let Some(first) = self.event_index.get(&name.text) {
                let first = self.events[first.index()].name.span;
                context.report(codes::listed_twice(name.span, "event", &name.text, first));
                continue;
            }
            if node.param_list().is_some() && self.modifier != Some(Modifier::External) {
                let spec = &self.name.text;
                context.report(spec_codes::only_declared(name.span, &name.text, spec));
            }
            let (definition, params) = self.definition_of(context, &node, &path);
            let id = EventId::at(self.events.len());
            self.event_index.insert(name.text.clone(), id);
            self.events.push(ListedEvent {
                name,
                internal: node.internal_token().is_some(),
                module: self.module,
                node,
                definition,
                params,
            });
        }
    }

    fn definition_of(
        &self,
        context: &Context<'_>,
        node: &ast::EventRef,
        path: &ast::Path,
    ) -> (Option<DeclarationId>, Rc<[Param]>) {
        if let Some(list) = node.param_list() {
            return (
                None,
                read_params(context, self.module, list.params(), NameKind::Parameter).into(),
            );
        }
        let definition = context.resolve(self.module, Kind::Event, path);
        let params = definition.map_or_else(Vec::new, |place| {
            let event = &context.declarations.modules[place.module]
                .events
                .get(place.index)
                .node;
            event.param_list().map_or_else(Vec::new, |list| {
                read_params(context, place.module, list.params(), NameKind::Parameter)
            })
        });
        (definition, params.into())
    }

    fn read_invariants(&mut self, context: &Context<'_>, block: &ast::InvariantBlock) {
        for node in block.invariant_refs() {
            let Some(path) = node.path() else { continue };
            let Some(token) = path.last_segment() else {
                continue;
            };
            let name = self.name_at(context, &token);
            let definition = context.resolve(self.module, Kind::Invariant, &path);
            let known = self.invariants.iter();
            let mut same = known.filter(|known| known.name.text == name.text);
            let Some(first) = same.find(|first| first.definition == definition) else {
                self.invariants.push(ListedInvariant { name, definition });
                continue;
            };
            // What does not exist has been told both times.
            if definition.is_some() {
                let first = first.name.span;
                let twice = codes::listed_twice(name.span, "invariant", &name.text, first);
                context.report(twice);
            }
        }
    }

    // Life cycle.

    fn read_life_cycle(&mut self, context: &Context<'_>, cycle: &ast::LifeCycle) {
        for node in cycle.state_froms() {
            let Some(token) = node.ident_token() else {
                continue;
            };
            let name = self.name_at(context, &token);
            let modifier = node.modifier_token().map(|token| token.kind());
            self.add_state(context, &name, modifier);
            for target in node.state_tos() {
                self.read_arrows(context, &name, &target);
            }
        }
    }

    fn add_state(&mut self, context: &Context<'_>, name: &Name, modifier: Option<SyntaxKind>) {
        let initial = modifier == Some(SyntaxKind::INITIAL_KW);
        let last = modifier == Some(SyntaxKind::FINAL_KW);
        if let Some(first) = self.state_index.get(&name.text) {
            let first = &mut self.states[first.index()];
            let before = first.name.span;
            if (initial && first.last) || (last && first.initial) {
                let both = lifecycles::initial_and_final(name.span, &name.text, before);
                return context.report(both);
            }
            let twice = lifecycles::duplicate_state(name.span, &name.text, before);
            context.report(twice);
            first.initial |= initial;
            first.last |= last;
            return;
        }
        self.state_index
            .insert(name.text.clone(), StateId::at(self.states.len()));
        self.states.push(State {
            name: name.clone(),
            initial,
            last,
        });
    }

    fn read_arrows(&mut self, context: &Context<'_>, from: &Name, target: &ast::StateTo) {
        let Some(token) = target.ident_token() else {
            return;
        };
        let to = self.name_at(context, &token);
        for event in target.name_refs().filter_map(|event| event.ident_token()) {
            let event = self.name_at(context, &event);
            self.arrows.push(Arrow {
                from: from.clone(),
                to: to.clone(),
                event,
            });
        }
    }
}

/// Reads parameters and reports names that are given twice.
pub(super) fn read_params(
    context: &Context<'_>,
    module: usize,
    params: ast::AstChildren<ast::Param>,
    kind: NameKind,
) -> Vec<Param> {
    let mut read: Vec<Param> = Vec::new();
    let mut first_places: FxHashMap<SmolStr, Span> = FxHashMap::default();
    for param in params {
        let Some(token) = param.ident_token() else {
            continue;
        };
        let span = Span::new(context.file(module), token.text_range());
        let name = Name {
            text: token.text().into(),
            span,
        };
        context.notes.add(span, span, kind);
        let first = *first_places.entry(name.text.clone()).or_insert(span);
        if first != span {
            context.report(codes::duplicate(span, "parameter", &name.text, first));
        }
        let ty = resolve_type(context, module, param.ty().as_ref());
        read.push(Param { name, ty });
    }
    read
}

/// Finds what `@ref=S` of all fields stands for, by the fields' places. Needs all headers, since S may
/// stand anywhere.
pub(super) fn resolve_references(context: &Context<'_>) -> Vec<(Span, SpecId)> {
    let mut references = Vec::new();
    for header in context.headers() {
        let declared = &context.declarations.modules[header.module].specs;
        let index = header.id.index() - context.declarations.modules[header.module].spec_base;
        let blocks = declared.get(index).node.specification_members();
        let fields = blocks.filter_map(|member| match member {
            ast::SpecificationMember::FieldBlock(block) => Some(block),
            _ => None,
        });
        for field in fields.flat_map(|block| block.fields()) {
            references.extend(resolve_reference(context, header, &field));
        }
    }
    references
}

fn resolve_reference(
    context: &Context<'_>,
    header: &SpecHeader,
    field: &ast::Field,
) -> Option<(Span, SpecId)> {
    let path = field
        .annotations()
        .find_map(|annotation| annotation.path())?;
    let place = context.resolve(header.module, Kind::Specification, &path)?;
    let target = context.declarations.spec_id(place.module, place.index);
    let (_, own) = header.field(field.ident_token()?.text())?;
    let type_span = context.span(header.module, field.ty()?.syntax());
    check_reference_type(context, target, &own.ty, type_span);
    Some((own.span, target))
}
