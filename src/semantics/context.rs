//! What the checking of one thing needs to know of all the others.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::follow_up::BrokenParts;
use super::headers::SpecHeader;
use super::lacking_field::LackingField;
use super::occurrences::Notes;
use super::resolve::{DeclarationId, Declarations, Kind, Lookup};
use super::specification::{Function, FunctionId, SpecId};
use super::types::Type;
use crate::diagnostics::codes::literals::NOT_BINDS_TIGHTER;
use crate::diagnostics::codes::names as codes;
use crate::diagnostics::{
    Code, Diagnostic, FileId, Label, Severity, Sources, Span, Suggestion, most_similar, suggestion,
};
use crate::syntax::ast;
use crate::syntax::{SyntaxNode, TextRange, TextSize, trimmed_range};

/// Everything that is known so far. Filled in stages: declarations, headers, functions.
pub(super) struct Context<'w> {
    pub(super) sources: &'w Sources,
    pub(super) declarations: Declarations,
    pub(super) broken_parts: BrokenParts,
    /// What names stand for.
    pub(super) notes: Notes,
    /// Whether nobody wants the result any more.
    pub(super) stop: &'w dyn Fn() -> bool,
    headers: OnceCell<Vec<SpecHeader>>,
    functions: OnceCell<Vec<Function>>,
    /// Functions in which, or in what they call, something was found.
    doubtful_functions: OnceCell<FxHashSet<FunctionId>>,
    /// How often anything was noted below.
    effects: Cell<usize>,
    diagnostics: RefCell<Vec<Diagnostic>>,
    suggestions_left: Cell<u32>,
    comparisons_left: Cell<usize>,
    /// The kinds of names of which one stands for nothing.
    missing_kinds: RefCell<FxHashSet<Kind>>,
    /// The modules in which a name stands for nothing.
    lacking_modules: RefCell<FxHashSet<usize>>,
    /// Findings that are not told again of what inherits the mistake.
    inheritable: RefCell<Vec<(SpecId, Diagnostic)>>,
    /// Comparisons that are read otherwise than they seem and have no meaning as they are read.
    misread: RefCell<FxHashMap<Span, Label>>,
    /// Fields that do not exist, by the place where they are named.
    lacking_fields: RefCell<BTreeMap<Span, LackingField>>,
    /// The first name that an import is missing for, by module and import.
    missing_imports: RefCell<BTreeMap<(usize, SmolStr), Diagnostic>>,
}

/// How many names a suggestion is searched for. A text in which everything is misspelt would
/// otherwise take time with the square of its length.
const MOST_SUGGESTIONS: u32 = 100;

/// How many pairs of names are compared to find out what a name that stands for nothing was meant for.
const MOST_COMPARISONS: usize = 100_000;

/// So many names are unknown that it is no use to ask what each was meant for.
pub(super) struct TooManyUnknown;

impl<'w> Context<'w> {
    pub(super) fn new(
        sources: &'w Sources,
        declarations: Declarations,
        broken_parts: BrokenParts,
        notes: Notes,
        stop: &'w dyn Fn() -> bool,
    ) -> Context<'w> {
        Context {
            sources,
            declarations,
            broken_parts,
            notes,
            stop,
            headers: OnceCell::new(),
            functions: OnceCell::new(),
            doubtful_functions: OnceCell::new(),
            effects: Cell::new(0),
            diagnostics: RefCell::default(),
            suggestions_left: Cell::new(MOST_SUGGESTIONS),
            comparisons_left: Cell::new(MOST_COMPARISONS),
            missing_kinds: RefCell::default(),
            lacking_modules: RefCell::default(),
            inheritable: RefCell::default(),
            misread: RefCell::default(),
            lacking_fields: RefCell::default(),
            missing_imports: RefCell::default(),
        }
    }

    pub(super) fn set_headers(&self, headers: Vec<SpecHeader>) {
        let _ = self.headers.set(headers);
    }

    pub(super) fn set_functions(&self, functions: Vec<Function>) {
        let _ = self.functions.set(functions);
    }

    pub(super) fn set_doubtful_functions(&self, functions: FxHashSet<FunctionId>) {
        let _ = self.doubtful_functions.set(functions);
    }

    /// Whether something was found in a function or in what it calls.
    pub(super) fn is_doubtful(&self, function: FunctionId) -> bool {
        let doubtful = self.doubtful_functions.get();
        doubtful.is_some_and(|doubtful| doubtful.contains(&function))
    }

    pub(super) fn headers(&self) -> &[SpecHeader] {
        self.headers.get().map_or(&[], Vec::as_slice)
    }

    pub(super) fn header(&self, spec: SpecId) -> &SpecHeader {
        &self.headers()[spec.index()]
    }

    pub(super) fn function(&self, function: FunctionId) -> Option<&Function> {
        self.functions.get()?.get(function.index())
    }

    /// Grows whenever a check says, asks or finds something that matters beyond what is checked.
    pub(super) fn effects(&self) -> usize {
        self.effects.get() + self.declarations.lookups()
    }

    /// Whether a place lies in a declaration that could not be read. If it does, more may be found once it can.
    pub(super) fn is_broken(&self, span: Span) -> bool {
        let is_broken = self.broken_parts.is_broken(span);
        if is_broken {
            self.count_effect();
        }
        is_broken
    }

    fn count_effect(&self) {
        self.effects.set(self.effects.get() + 1);
    }

    pub(super) fn report(&self, diagnostic: Diagnostic) {
        self.count_effect();
        self.diagnostics.borrow_mut().push(diagnostic);
    }

    /// Reports a finding about a specification, unless that only inherits the mistake from one of which it is told.
    pub(super) fn report_unless_inherited(&self, header: &SpecHeader, diagnostic: Diagnostic) {
        self.count_effect();
        let mut inheritable = self.inheritable.borrow_mut();
        inheritable.push((header.id, diagnostic));
    }

    /// The findings that specifications do not share with what they extend.
    fn take_own_findings(&self) -> Vec<Diagnostic> {
        let all = self.inheritable.take();
        let told: FxHashSet<_> = all
            .iter()
            .map(|(spec, found)| self.mistake(*spec, found))
            .collect();
        let is_own = |spec: SpecId, found: &Diagnostic| {
            let (_, code, place) = self.mistake(spec, found);
            self.complete_ancestor(spec)
                .is_none_or(|ancestor| !told.contains(&(ancestor, code, place)))
        };
        let own = all.iter().filter(|(spec, found)| is_own(*spec, found));
        own.map(|(_, found)| found.clone()).collect()
    }

    /// What a finding about a specification is about. What is said of it as a whole stands at its name, where nothing
    /// is said of its children.
    fn mistake(&self, spec: SpecId, found: &Diagnostic) -> (SpecId, &'static str, Option<Span>) {
        let place = found.primary.span;
        let is_part = place != self.header(spec).name.span;
        (spec, found.code.id, is_part.then_some(place))
    }

    /// The nearest specification which this one inherits from and of which all mistakes are told.
    fn complete_ancestor(&self, spec: SpecId) -> Option<SpecId> {
        let parent_of = |spec: &SpecId| self.header(*spec).parent;
        std::iter::successors(parent_of(&spec), parent_of)
            .find(|ancestor| !self.header(*ancestor).is_partial())
    }

    /// How much was found so far: where it grows, what follows from the same mistake is not told.
    pub(super) fn finding_count(&self) -> usize {
        self.diagnostics.borrow().len()
    }

    /// Whether something of this sort was found so far.
    pub(super) fn has_reported(&self, code: &Code) -> bool {
        let diagnostics = self.diagnostics.borrow();
        diagnostics.iter().any(|diagnostic| diagnostic.code == code)
    }

    /// Notes that a comparison which has a warning for how it is read has no meaning.
    pub(super) fn raise_misreading(&self, comparison: Span, why: Label) {
        self.count_effect();
        self.misread.borrow_mut().insert(comparison, why);
    }

    /// Makes errors of the warnings about such comparisons.
    pub(super) fn raise(&self, diagnostics: &mut [Diagnostic]) {
        let misread = self.misread.borrow();
        for diagnostic in diagnostics {
            if diagnostic.code == &NOT_BINDS_TIGHTER
                && let Some(why) = misread.get(&diagnostic.primary.span)
            {
                diagnostic.severity = Severity::Error;
                diagnostic.secondary.push(why.clone());
            }
        }
    }

    pub(super) fn take_diagnostics(&self) -> Vec<Diagnostic> {
        let lacking = self.lacking_fields.take();
        let mut diagnostics = self.diagnostics.take();
        diagnostics.extend(self.take_own_findings());
        diagnostics.extend(lacking.into_values().map(LackingField::told));
        diagnostics.extend(self.missing_imports.take().into_values());
        diagnostics
    }

    /// The text at a place, on one line and not too long.
    pub(super) fn text_at(&self, span: Span) -> String {
        const LONGEST: usize = 40;
        let mut words = self.sources.text_at(span).split_whitespace();
        let mut text = words.next().unwrap_or_default().to_owned();
        for word in words {
            text.push(' ');
            text.push_str(word);
            if text.len() > LONGEST {
                text.push_str(" ...");
                break;
            }
        }
        text
    }

    /// A type as the user writes it.
    pub(super) fn show(&self, ty: &Type) -> String {
        ty.show(&|spec| self.spec_name(spec))
    }

    pub(super) fn spec_name(&self, spec: SpecId) -> String {
        self.headers()
            .get(spec.index())
            .map_or_else(String::new, |header| header.name.text.to_string())
    }

    /// "did you mean ...?", as long as not too many names were searched for.
    pub(super) fn suggest<'a>(
        &self,
        name: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<Suggestion> {
        self.suggest_of(name, || candidates)
    }

    /// The same for candidates that take time to collect.
    fn suggest_of<'a, C: IntoIterator<Item = &'a str>>(
        &self,
        name: &str,
        candidates: impl FnOnce() -> C,
    ) -> Option<Suggestion> {
        self.count_effect();
        let left = self.suggestions_left.get().checked_sub(1)?;
        self.suggestions_left.set(left);
        suggestion(name, candidates())
    }

    /// The name that one which stands for nothing was most likely meant for.
    pub(super) fn meant<'a>(
        &self,
        name: &str,
        candidates: impl ExactSizeIterator<Item = &'a str>,
    ) -> Result<Option<&'a str>, TooManyUnknown> {
        self.count_effect();
        let left = self.comparisons_left.get().checked_sub(candidates.len());
        self.comparisons_left.set(left.ok_or(TooManyUnknown)?);
        Ok(most_similar(name, candidates))
    }

    /// Finds what a path stands for and reports what is odd about it.
    pub(super) fn resolve(
        &self,
        module: usize,
        kind: Kind,
        path: &ast::Path,
    ) -> Option<DeclarationId> {
        let segments: Vec<SmolStr> = path
            .segments()
            .map(|segment| segment.text().into())
            .collect();
        let span = self.span(module, ast::AstNode::syntax(path));
        self.resolve_segments(module, kind, &segments, span)
    }

    pub(super) fn resolve_segments(
        &self,
        module: usize,
        kind: Kind,
        segments: &[SmolStr],
        span: Span,
    ) -> Option<DeclarationId> {
        let name = segments.join(".");
        match self.declarations.lookup(module, kind, segments) {
            Lookup::Found(place) => {
                self.note_found(kind, segments, span, place);
                Some(place)
            }
            Lookup::Transitive(place) => {
                self.note_found(kind, segments, span, place);
                let home = self.declarations.module_name(place);
                let found = codes::transitive(span, kind.word(), &name, home);
                self.report(self.offer_import(module, home, found));
                Some(place)
            }
            Lookup::Ambiguous(places) => {
                let candidates = places.iter().map(|place| {
                    let module = &self.declarations.modules[place.module];
                    (module.name.as_str(), module.name_span(kind, place.index))
                });
                self.report(codes::ambiguous(
                    span,
                    kind.word(),
                    &name,
                    candidates.collect(),
                ));
                None
            }
            Lookup::Missing => {
                self.note_missing(module, kind);
                if !name.is_empty() && !self.broken_parts.may_be_missing(module) {
                    self.report_missing(module, kind, segments, span);
                }
                None
            }
        }
    }

    fn note_missing(&self, module: usize, kind: Kind) {
        self.count_effect();
        self.missing_kinds.borrow_mut().insert(kind);
        self.lacking_modules.borrow_mut().insert(module);
    }

    /// Whether some name of this kind stands for nothing: it may have been meant for anything.
    pub(super) fn lacks_any(&self, kind: Kind) -> bool {
        self.missing_kinds.borrow().contains(&kind)
    }

    /// Whether some name in a module stands for nothing.
    pub(super) fn lacks_in(&self, module: usize) -> bool {
        self.lacking_modules.borrow().contains(&module)
    }

    /// Reports a configuration value that names nothing. Only functions can be meant.
    pub(super) fn report_unknown_value(&self, module: usize, name: &str, span: Span) {
        self.note_missing(module, Kind::Function);
        if !self.broken_parts.may_be_missing(module) {
            let unknown = codes::unknown_function(span, name).help(codes::CONFIGURATION_VALUES);
            self.report_missing_as(unknown, module, Kind::Function, &[name.into()]);
        }
    }

    fn report_missing(&self, module: usize, kind: Kind, segments: &[SmolStr], span: Span) {
        let name = segments.join(".");
        let unknown = match kind {
            Kind::Specification => codes::unknown_specification(span, &name),
            Kind::Event => codes::unknown_event(span, &name),
            Kind::Function => codes::unknown_function(span, &name),
            Kind::Invariant => codes::unknown_invariant(span, &name),
        };
        self.report_missing_as(unknown, module, kind, segments);
    }

    /// Adds what may have been meant.
    fn report_missing_as(
        &self,
        unknown: Diagnostic,
        module: usize,
        kind: Kind,
        segments: &[SmolStr],
    ) {
        let elsewhere = self.declarations.elsewhere(module, kind, segments);
        let mut homes: Vec<&str> = elsewhere
            .iter()
            .map(|place| self.declarations.module_name(*place))
            .collect();
        homes.sort_unstable();
        homes.dedup();
        self.report(match homes.as_slice() {
            [] => {
                let last = segments.last().map_or("", SmolStr::as_str);
                let names = || self.declarations.visible_names(module, kind);
                unknown.meant(self.suggest_of(last, names))
            }
            [home] => {
                let offer = self.offer_import(module, home, codes::declared_in(unknown, home));
                return self.add_missing_import(module, home, offer);
            }
            _ => {
                let unknown = codes::declared_in_several(unknown, &homes);
                let offers = homes.iter().take(codes::SHOWN_MODULES);
                offers.fold(unknown, |told, home| self.offer_import(module, home, told))
            }
        });
    }

    /// Reports a field that a specification does not have. A body is checked for each specification that lists it,
    /// so all that lack the field are told of together.
    pub(super) fn report_unknown_field(
        &self,
        header: &SpecHeader,
        name: &str,
        span: Span,
        place: Label,
    ) {
        self.count_effect();
        let spec = header.name.text.clone();
        let mut lacking = self.lacking_fields.borrow_mut();
        if let Some(known) = lacking.get_mut(&span) {
            return known.add(spec, place);
        }
        let help = self.suggest(name, header.field_names());
        let unknown = codes::unknown_field(span, name, &spec, header.field_names()).meant(help);
        let mut field = LackingField::new(name, unknown);
        field.add(spec, place);
        lacking.insert(span, field);
    }

    /// Keeps the first name that an import is missing for and points at the next ones: to forget an import is one
    /// mistake.
    fn add_missing_import(&self, module: usize, home: &str, unknown: Diagnostic) {
        const SHOWN: usize = 3;
        self.count_effect();
        let mut missing = self.missing_imports.borrow_mut();
        let key = (module, SmolStr::from(home));
        let Some(mut known) = missing.remove(&key) else {
            missing.insert(key, unknown);
            return;
        };
        let mut other = unknown;
        if other.primary.span < known.primary.span {
            std::mem::swap(&mut known, &mut other);
        }
        known.secondary.extend(other.secondary);
        known.secondary.push(Label {
            span: other.primary.span,
            text: "needs the import, too".to_owned(),
        });
        known.secondary.sort_by_key(|label| label.span);
        known.secondary.truncate(SHOWN);
        missing.insert(key, known);
    }

    /// Adds the fix that imports a module.
    fn offer_import(&self, module: usize, home: &str, diagnostic: Diagnostic) -> Diagnostic {
        let Some((last, breaks)) = self.declarations.modules[module].last_of_head() else {
            return diagnostic;
        };
        let text = self.sources.file(last.file).text();
        let is_crlf = text.contains("\r\n");
        let gap = if is_crlf { "\r\n" } else { "\n" }.repeat(breaks);
        diagnostic.fix(
            format!("add `import {home}`"),
            Span::new(last.file, end_of_line(text, last.range())),
            format!("{gap}import {home}"),
        )
    }

    pub(super) fn file(&self, module: usize) -> FileId {
        self.declarations.modules[module].file
    }

    pub(super) fn span(&self, module: usize, node: &SyntaxNode) -> Span {
        Span::new(self.file(module), trimmed_range(node))
    }
}

/// The end of the line that a place ends on, if nothing but a comment follows on it; otherwise the end of the place.
fn end_of_line(text: &str, place: TextRange) -> TextRange {
    let rest = text.get(place.end().into()..).unwrap_or_default();
    let line = rest.lines().next().unwrap_or_default().trim_end();
    let is_comment = line.trim_start().starts_with("//");
    let length = if is_comment { line.len() } else { 0 };
    TextRange::empty(place.end() + TextSize::try_from(length).unwrap_or_default())
}

/// The text of a declaration's `@doc`.
pub(super) fn doc_of(annotations: ast::AstChildren<ast::Annotation>) -> Option<SmolStr> {
    tag_of(annotations, "doc").map(SmolStr::from)
}

/// The text of an annotation with a name.
pub(super) fn tag_of(
    mut annotations: ast::AstChildren<ast::Annotation>,
    name: &str,
) -> Option<String> {
    annotations.find_map(|annotation| {
        let is_it = annotation
            .ident_token()
            .is_some_and(|token| token.text() == name);
        is_it.then(|| annotation.tag_text())?
    })
}
