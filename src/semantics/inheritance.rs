//! Merging what a specification inherits into its header.
//!
//! Own declarations come first, then those of each ancestor unless they are there already. States are merged by
//! name: the child's modifier counts, arrows are united.

use rustc_hash::FxHashSet;
use smol_str::SmolStr;

use super::context::Context;
use super::headers::{Arrow, ListedEvent, ListedInvariant, SpecHeader};
use super::specification::{EventId, Field, FieldId, SpecId, StateId};
use crate::diagnostics::Span;
use crate::diagnostics::codes::specifications as codes;
use crate::syntax::ast::AstNode;

/// Merges all headers with those of their ancestors.
pub(super) fn inherit(context: &Context<'_>, mut headers: Vec<SpecHeader>) -> Vec<SpecHeader> {
    for id in order(context, &mut headers) {
        let Some(parent) = headers[id.index()].parent else {
            continue;
        };
        let parent = headers[parent.index()].clone();
        headers[id.index()].merge(context, &parent);
    }
    headers
}

/// Parents before their children. Circles are reported and cut.
fn order(context: &Context<'_>, headers: &mut [SpecHeader]) -> Vec<SpecId> {
    let mut order = Vec::new();
    let mut done = vec![false; headers.len()];
    for start in 0..headers.len() {
        let mut chain: Vec<SpecId> = Vec::new();
        let mut next = Some(SpecId::at(start));
        while let Some(id) = next.filter(|id| !done[id.index()]) {
            if let Some(at) = chain.iter().position(|seen| *seen == id) {
                cut_circle(context, headers, &chain[at..]);
                break;
            }
            chain.push(id);
            next = headers[id.index()].parent;
        }
        for id in chain.into_iter().rev() {
            done[id.index()] = true;
            order.push(id);
        }
    }
    order
}

fn cut_circle(context: &Context<'_>, headers: &mut [SpecHeader], circle: &[SpecId]) {
    let Some(first) = circle.first() else { return };
    let names: Vec<&str> = circle
        .iter()
        .chain([first])
        .map(|id| headers[id.index()].name.text.as_str())
        .collect();
    let places = circle.iter().filter_map(|id| headers[id.index()].extends);
    let places: Vec<Span> = places.collect();
    if let [first, others @ ..] = places.as_slice() {
        context.report(codes::inheritance_cycle(*first, others, &names));
    }
    for id in circle {
        let header = &mut headers[id.index()];
        header.parent = None;
        header.broken = true;
    }
}

impl SpecHeader {
    fn merge(&mut self, context: &Context<'_>, parent: &SpecHeader) {
        self.broken |= parent.broken;
        for (index, field) in parent.fields.iter().enumerate() {
            self.merge_field(context, parent, FieldId::at(index), field);
        }
        for event in &parent.events {
            self.merge_event(context, event);
        }
        self.merge_invariants(parent);
        for state in &parent.states {
            if !self.state_index.contains_key(&state.name.text) {
                self.state_index
                    .insert(state.name.text.clone(), StateId::at(self.states.len()));
                self.states.push(state.clone());
            }
        }
        let own: FxHashSet<_> = self.arrows.iter().map(arrow_key).collect();
        let inherited = parent
            .arrows
            .iter()
            .filter(|arrow| !own.contains(&arrow_key(arrow)));
        let inherited: Vec<Arrow> = inherited.cloned().collect();
        self.arrows.extend(inherited);
    }

    fn merge_field(
        &mut self,
        context: &Context<'_>,
        parent: &SpecHeader,
        id: FieldId,
        field: &Field,
    ) {
        if let Some((own_id, own)) = self.field(&field.name.text) {
            if !own.ty.fits(&field.ty) {
                context.report(codes::redeclared_field(
                    own.name.span,
                    &own.name.text,
                    &context.show(&own.ty),
                    &context.show(&field.ty),
                    field.span,
                ));
            }
            // A key that is declared again without its mark is the key all the same.
            if parent.key == Some(id) && self.key.is_none() {
                self.key = Some(own_id);
            }
            return;
        }
        let own_id = FieldId::at(self.fields.len());
        self.field_index.insert(field.name.text.clone(), own_id);
        self.fields.push(field.clone());
        if parent.key == Some(id) {
            self.inherit_key(context, own_id);
        }
    }

    fn inherit_key(&mut self, context: &Context<'_>, inherited: FieldId) {
        let Some(own) = self.key else {
            self.key = Some(inherited);
            return;
        };
        let (own, inherited) = (&self.fields[own.index()], &self.fields[inherited.index()]);
        context.report(codes::several_keys(
            own.name.span,
            &self.name.text,
            inherited.span,
        ));
    }

    /// All invariants hold, so two of one name are both kept unless they are the same.
    fn merge_invariants(&mut self, parent: &SpecHeader) {
        let key = |invariant: &ListedInvariant| (invariant.name.text.clone(), invariant.definition);
        let own: FxHashSet<_> = self.invariants.iter().map(key).collect();
        let inherited = parent.invariants.iter();
        self.invariants.extend(
            inherited
                .filter(|invariant| !own.contains(&key(invariant)))
                .cloned(),
        );
    }

    fn merge_event(&mut self, context: &Context<'_>, event: &ListedEvent) {
        if let Some((_, own)) = self.event(&event.name.text) {
            if tokens(own) != tokens(event) || own.definition != event.definition {
                context.report(codes::configured_twice(
                    own.name.span,
                    &own.name.text,
                    event.name.span,
                ));
            }
            return;
        }
        self.event_index
            .insert(event.name.text.clone(), EventId::at(self.events.len()));
        self.events.push(event.clone());
    }
}

fn arrow_key(arrow: &Arrow) -> (SmolStr, SmolStr, SmolStr) {
    (
        arrow.from.text.clone(),
        arrow.to.text.clone(),
        arrow.event.text.clone(),
    )
}

/// The tokens around the name of an event reference: two that differ only in spacing, or in whether the name says
/// where the event is defined, are the same.
fn tokens(event: &ListedEvent) -> Vec<String> {
    let path = event.node.path().map(|path| path.syntax().text_range());
    event
        .node
        .syntax()
        .descendants_with_tokens()
        .filter_map(rowan::NodeOrToken::into_token)
        .filter(|token| path.is_none_or(|path| !path.contains_range(token.text_range())))
        .filter(|token| !token.kind().is_trivia())
        .map(|token| token.text().to_owned())
        .collect()
}
