//! What an earlier analysis still says of texts that differ from its own in nothing but the body of one event, as they
//! do after most keystrokes.
//!
//! From outside nobody sees the body of an event, so all other names stand for what they stood for and all other
//! events are what they were; only their places may have moved. An event is taken over if checking it had no other
//! effect than to make it: nothing was found, and no name was looked up, which would count as a use of it. Everything
//! else is worked out anew.

use super::Kept;
use super::load::{LoadedModule, Workspace};
use super::occurrences::Occurrence;
use super::specification::{Event, SpecId, Statement, Sync};
use crate::diagnostics::{FileId, Sources, Span};
use crate::syntax::{EditedBody, TextRange};

/// An earlier analysis, and what was edited since.
pub(super) struct Reuse<'k> {
    kept: &'k Kept,
    file: FileId,
    body: EditedBody,
}

impl<'k> Reuse<'k> {
    /// Compares an analysis with what was loaded; none if they differ in more than the body of one event.
    pub(super) fn new(kept: &'k Kept, workspace: &Workspace) -> Option<Reuse<'k>> {
        let (old, new) = (&kept.analysis.modules, &workspace.modules);
        let mut pairs = old.iter().zip(new);
        let sources = (&kept.analysis.sources, &workspace.sources);
        if old.len() != new.len() || !pairs.all(|(old, new)| is_same_module(old, new, sources)) {
            return None;
        }
        let pairs = old.iter().zip(new);
        let mut edited = pairs.filter(|(old, new)| !new.parse.is_identical(&old.parse));
        let ((old, new), None) = (edited.next()?, edited.next()) else {
            return None;
        };
        Some(Reuse {
            kept,
            file: new.file,
            body: new.parse.edited_body(&old.parse)?,
        })
    }

    /// The new body of the event that was edited.
    pub(super) fn edited(&self) -> Span {
        Span::new(self.file, self.body.new)
    }

    /// An event of a specification, unless it was edited or must be checked for what else comes of it.
    pub(super) fn event(&self, spec: SpecId, index: usize) -> Option<Event> {
        let without_effect = self.kept.without_effect.get(spec.index())?;
        let known = &self.kept.analysis.program.specifications;
        let event = known.get(spec.index())?.events.get(index)?;
        let brace = Span::new(self.file, TextRange::empty(self.body.old.start()));
        if event.span.contains(brace) || !*without_effect.get(index)? {
            return None;
        }
        let mut event = event.clone();
        // All places of an event are in its definition, or in what lists it.
        if self.moves(event.span) || self.moves(event.listed) {
            event.for_each_place(&mut |place| *place = self.moved(*place));
        }
        Some(event)
    }

    /// All names of the new texts, given those in the body that was edited.
    pub(super) fn occurrences(&self, edited: Vec<Occurrence>) -> Vec<Occurrence> {
        let all = &self.kept.occurrences;
        let before = |offset| {
            let place = Span::new(self.file, TextRange::empty(offset));
            all.partition_point(move |it| it.span < place)
        };
        let (start, end) = (before(self.body.old.start()), before(self.body.old.end()));
        let moved = |known: &Occurrence| Occurrence {
            span: self.moved(known.span),
            declaration: self.moved(known.declaration),
            kind: known.kind,
        };
        let mut occurrences = Vec::with_capacity(all.len() + edited.len());
        occurrences.extend(all[..start].iter().map(moved));
        occurrences.extend(edited);
        occurrences.extend(all[end..].iter().map(moved));
        occurrences
    }

    /// Whether a place stands behind what was edited.
    fn moves(&self, place: Span) -> bool {
        place.file == self.file && place.range().start() >= self.body.old.end()
    }

    /// Where a place outside of what was edited is now.
    fn moved(&self, place: Span) -> Span {
        if !self.moves(place) {
            return place;
        }
        let EditedBody { old, new } = self.body;
        let range = place.range() - old.end() + new.end();
        Span::new(place.file, range)
    }
}

/// Whether two modules are the same but for their texts.
fn is_same_module(
    old: &LoadedModule,
    new: &LoadedModule,
    (before, now): (&Sources, &Sources),
) -> bool {
    let imports = |module: &LoadedModule| {
        let imports = module.imports.iter();
        imports
            .map(|import| (import.name.clone(), import.target))
            .collect::<Vec<_>>()
    };
    old.file == new.file
        && old.name == new.name
        && before.file(old.file).path() == now.file(new.file).path()
        && imports(old) == imports(new)
}

impl Event {
    /// Calls `change` with every place that the event knows.
    fn for_each_place(&mut self, change: &mut dyn FnMut(&mut Span)) {
        change(&mut self.name.span);
        change(&mut self.listed);
        change(&mut self.span);
        for param in &mut self.params {
            change(&mut param.name.span);
        }
        let conditions = self
            .preconditions
            .iter_mut()
            .chain(&mut self.postconditions);
        for Statement {
            condition, span, ..
        } in conditions
        {
            change(span);
            condition.walk_mut(&mut |part| change(&mut part.span));
        }
        for sync in &mut self.syncs {
            let Sync {
                key,
                arguments,
                span,
                ..
            } = sync;
            change(span);
            for expr in std::iter::once(key).chain(arguments) {
                expr.walk_mut(&mut |part| change(&mut part.span));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::path::{Path, PathBuf};

    use super::*;
    use crate::semantics::load::{KeptFile, ReadError, load};
    use crate::semantics::{FileSystem, MemoryFiles, Metadata, Request, analyse_and_keep};
    use crate::syntax::{FileKind, parse, reparse};

    const TEXT: &str = "module Lamp\n
event on() { postconditions { new this.watts == 1; } }
event off() { postconditions { new this.watts == 0; } }
specification Lamp {
  fields { id: Integer @key  watts: Integer }
  events { on[] off[] }
  lifeCycle { initial dark -> lit: on  lit -> dark: off }
}\n";

    /// A single file with its tree, as an editor has it.
    struct Open(MemoryFiles, KeptFile);

    impl Open {
        fn new(file: KeptFile) -> Open {
            let mut files = MemoryFiles::default();
            files.insert("Lamp.ebl", file.text.as_bytes());
            Open(files, file)
        }
    }

    impl FileSystem for Open {
        fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
            self.0.read(path)
        }

        fn metadata(&self, path: &Path) -> io::Result<Metadata> {
            self.0.metadata(path)
        }

        fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
            self.0.entries(folder)
        }

        fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
            self.0.canonical(path)
        }

        fn kept(&self, _: &Path, _: FileKind) -> Option<Result<KeptFile, ReadError>> {
            Some(Ok(self.1.clone()))
        }
    }

    #[test]
    fn all_events_but_the_edited_one_are_taken_over() {
        let (kind, request) = (
            FileKind::Specification,
            Request {
                paths: vec![PathBuf::from("Lamp.ebl")],
                roots: Vec::new(),
            },
        );
        let before = KeptFile {
            text: TEXT.into(),
            parse: parse(TEXT, kind),
        };
        let edited = TEXT.replace("== 1", "== 100");
        let after = KeptFile {
            parse: reparse(&before.parse, TEXT, &edited, kind).expect("one body was edited"),
            text: edited.into(),
        };
        let kept = analyse_and_keep(&Open::new(before), &request, None, &|| false);
        let kept = kept.expect("nobody asks to stop");
        let workspace = load(&Open::new(after), &request);
        let reuse = Reuse::new(&kept, &workspace).expect("one body was edited");
        assert!(reuse.event(SpecId(0), 0).is_none());
        let off = reuse.event(SpecId(0), 1).expect("it was not edited");
        assert_eq!(workspace.sources.text_at(off.name.span), "off");
        let condition = off.postconditions[0].condition.span;
        assert_eq!(workspace.sources.text_at(condition), "new this.watts == 0");
    }
}
