//! Where names stand and what they stand for: what editors ask of a text, noted while it is checked.
//!
//! A name that stands for several things has several entries: the body of an event that two specifications list
//! names a field of each of them.

use std::cell::RefCell;

use smol_str::SmolStr;

use super::context::Context;
use super::headers::{ListedEvent, SpecHeader};
use super::resolve::{DeclarationId, Kind};
use crate::diagnostics::Span;
use crate::syntax::{TextRange, TextSize};

/// The sorts of things that have names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum NameKind {
    /// A specification.
    Specification,
    /// A field of a specification.
    Field,
    /// An event.
    Event,
    /// A state of a life cycle.
    State,
    /// A function.
    Function,
    /// An invariant.
    Invariant,
    /// A parameter of an event or function.
    Parameter,
    /// A configuration parameter of an event.
    Configuration,
    /// A variable of a quantifier or comprehension.
    Variable,
    /// A state of a test module.
    TestState,
    /// A domain of a test module.
    Domain,
}

/// A name in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Occurrence {
    /// Where the name stands.
    pub span: Span,
    /// Where the name of what it stands for is declared; the same place for a declaration.
    pub declaration: Span,
    /// What it stands for.
    pub kind: NameKind,
}

impl Occurrence {
    /// Whether this is the declaration itself.
    pub fn is_declaration(&self) -> bool {
        self.span == self.declaration
    }
}

/// All names that were noted so far, or nothing where nobody wants to know.
#[derive(Debug, Default)]
pub(super) struct Notes {
    noted: Option<RefCell<Vec<Occurrence>>>,
    /// The only place of which names are wanted, if there is one.
    within: Option<Span>,
}

impl Notes {
    /// Notes that keep what they are told.
    pub(super) fn wanted() -> Notes {
        Notes {
            noted: Some(RefCell::default()),
            within: None,
        }
    }

    /// Notes that keep what they are told of one place.
    pub(super) fn wanted_in(place: Span) -> Notes {
        Notes {
            within: Some(place),
            ..Notes::wanted()
        }
    }

    pub(super) fn add(&self, span: Span, declaration: Span, kind: NameKind) {
        if let Some(noted) = &self.noted
            && self.within.is_none_or(|place| place.contains(span))
        {
            noted.borrow_mut().push(Occurrence {
                span,
                declaration,
                kind,
            });
        }
    }

    /// Everything that was noted, as it came.
    pub(super) fn take(&self) -> Vec<Occurrence> {
        self.noted.as_ref().map(RefCell::take).unwrap_or_default()
    }
}

impl Context<'_> {
    /// Notes what the last name of a path stands for.
    pub(super) fn note_found(
        &self,
        kind: Kind,
        segments: &[SmolStr],
        path: Span,
        place: DeclarationId,
    ) {
        let length = segments.last().map_or(0, SmolStr::len);
        let end = path.range().end();
        let start = end - TextSize::try_from(length).unwrap_or_default().min(end);
        let span = Span::new(path.file, TextRange::new(start, end));
        let declared = self.declarations.modules[place.module].name_span(kind, place.index);
        self.notes.add(span, declared, kind.name_kind());
    }

    /// Where an event that a specification lists is declared.
    pub(super) fn event_declaration(&self, listed: &ListedEvent) -> Span {
        listed.definition.map_or(listed.name.span, |place| {
            self.declarations.modules[place.module].name_span(Kind::Event, place.index)
        })
    }

    /// Notes the declarations, and what the life cycles name.
    pub(super) fn note_declarations(&self) {
        for module in &self.declarations.modules {
            for (kind, span) in module.declared() {
                self.notes.add(span, span, kind.name_kind());
            }
        }
        for header in self.headers() {
            self.note_members(header);
        }
    }

    fn note_members(&self, header: &SpecHeader) {
        for field in &header.fields {
            self.notes
                .add(field.name.span, field.name.span, NameKind::Field);
        }
        for state in &header.states {
            self.notes
                .add(state.name.span, state.name.span, NameKind::State);
        }
        for listed in &header.events {
            let declared = self.event_declaration(listed);
            self.notes.add(listed.name.span, declared, NameKind::Event);
        }
        for arrow in &header.arrows {
            if let Some((_, listed)) = header.event(&arrow.event.text) {
                let declared = self.event_declaration(listed);
                self.notes.add(arrow.event.span, declared, NameKind::Event);
            }
            let ends = [&arrow.from, &arrow.to];
            for end in ends {
                if let Some(state) = header.state(&end.text) {
                    let declared = header.states[state.index()].name.span;
                    self.notes.add(end.span, declared, NameKind::State);
                }
            }
        }
    }
}
