//! Fixes that take a tree.
//!
//! Where a finding is told, often only names and places are at hand. What an edit has to take along (the line, the
//! comma, the braces of a block) is in the tree, so these fixes are added when everything has been found. Fixes that
//! need nothing but the place stand beside the wording of their code.

mod conditions;
mod declarations;
mod edits;
mod lifecycles;
mod test_modules;
mod words;

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::load::LoadedModule;
use crate::diagnostics::codes::{
    conditions as r07, lifecycles as r08, literals as r02, modules as r03, names as r04,
    specifications as r05, syncs as r09, syntax as r01, test_modules as r10, unused as r11,
};
use crate::diagnostics::{Code, Diagnostic, FileId, Fix, Sources, Span};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken};
use edits::Text;

/// A finding and the texts that it is about.
struct Finding<'a> {
    diagnostic: &'a Diagnostic,
    texts: &'a Texts<'a>,
}

/// What mends a finding; none where something that the edit needs is not there.
type Mender = fn(&Finding<'_>) -> Option<Vec<Fix>>;

static MENDERS: &[(&Code, Mender)] = &[
    (&r01::UNEXPECTED, declarations::move_import),
    (&r01::CHAINED_COMPARISON, conditions::join_comparisons),
    (&r02::NOT_BINDS_TIGHTER, conditions::keep_negation),
    (&r03::OWN_IMPORT, declarations::remove_import),
    (&r03::UNUSED_IMPORT, declarations::remove_import),
    (&r03::SECOND_IMPORT, declarations::remove_import),
    (&r04::UNKNOWN_EVENT, declarations::define_event),
    (&r04::UNKNOWN_INVARIANT, declarations::define_invariant),
    (&r04::DUPLICATE, declarations::remove_one),
    (&r05::SEVERAL_KEYS, declarations::remove_key),
    (&r05::INHERITANCE_CYCLE, declarations::remove_extends),
    (&r05::REDECLARED_FIELD, declarations::declare_as_inherited),
    (&r05::CONFIGURED_TWICE, declarations::remove_one),
    (&r05::ONLY_DECLARED, declarations::make_external),
    (&r07::NEW_IN_PRECONDITION, conditions::move_statement),
    (&r07::POSTCONDITION_WITHOUT_NEW, conditions::move_statement),
    (&r07::KEY_ASSIGNED, conditions::remove_statement),
    (&r07::CONSTANT, conditions::remove_constant),
    (&r07::DEFAULT_WITHOUT_EFFECT, conditions::remove_default),
    (&r07::REPEATED_PATTERN, declarations::remove_one),
    (&r08::UNDECLARED_EVENT, lifecycles::list_event),
    (&r08::UNDECLARED_STATE, lifecycles::add_state),
    (&r08::EVENT_WITHOUT_ARROW, lifecycles::remove_event),
    (&r08::UNREACHABLE_STATE, lifecycles::remove_state),
    (&r08::NO_INITIAL_STATE, lifecycles::mark_initial),
    (&r08::SEVERAL_INITIAL_STATES, lifecycles::keep_one_initial),
    (&r08::FINAL_WITH_WAY_OUT, lifecycles::open_or_close),
    (&r08::REPEATED_ARROW, lifecycles::remove_arrow),
    (&r08::DUPLICATE_STATE, lifecycles::merge_states),
    (&r09::NEVER_SYNCED, declarations::remove_internal),
    (&r10::UNKNOWN_STATE, test_modules::declare_state),
    (&r10::UNKNOWN_DOMAIN, test_modules::declare_domain),
    (&r10::SECOND_NOW, declarations::remove_one),
    (&r10::TOO_MANY_CLAUSES, test_modules::raise_number),
    (&r10::SECOND_ENTRY, declarations::remove_one),
    (&r10::NO_INSTANCES, test_modules::remove_instances),
    (&r11::PARAMETER, declarations::remove_parameter),
    (&r11::EVENT, declarations::remove_declaration),
    (&r11::DECLARATION, declarations::remove_declaration),
];

/// How many findings are looked at. Nobody mends more than this before the next analysis.
const MOST: usize = 500;

/// How much text is searched for other mentions of a name. In large folders with many findings this would take longer
/// than the analysis, so the last of them have no such fix.
const MOST_SEARCHED: usize = 16 << 20;

/// Adds fixes to the findings that have none yet, or that can be mended in a further way which takes the tree.
pub(super) fn offer(modules: &[LoadedModule], sources: &Sources, diagnostics: &mut [Diagnostic]) {
    let open = diagnostics
        .iter_mut()
        .filter(|it| it.fixes.is_empty() || it.code.id == r02::NOT_BINDS_TIGHTER.id);
    let mut texts = None;
    let mendable = open.filter_map(|it| Some((mender(it.code)?, it)));
    for (mend, diagnostic) in mendable.take(MOST) {
        let texts = texts.get_or_insert_with(|| Texts::new(modules, sources));
        let further = mend(&Finding { diagnostic, texts });
        diagnostic.fixes.extend(further.unwrap_or_default());
    }
}

fn mender(code: &Code) -> Option<Mender> {
    let known = MENDERS.iter().find(|(known, _)| known.id == code.id);
    known.map(|(_, mender)| *mender)
}

/// All texts with their trees.
struct Texts<'a> {
    modules: FxHashMap<FileId, &'a LoadedModule>,
    sources: &'a Sources,
    in_order: &'a [LoadedModule],
    /// How many bytes may still be searched.
    left: Cell<usize>,
}

impl<'a> Texts<'a> {
    fn new(modules: &'a [LoadedModule], sources: &'a Sources) -> Texts<'a> {
        Texts {
            modules: modules.iter().map(|module| (module.file, module)).collect(),
            sources,
            in_order: modules,
            left: Cell::new(MOST_SEARCHED),
        }
    }

    /// Whether there is time left to search a text.
    fn may_search(&self, file: FileId) -> bool {
        let left = self.left.get().checked_sub(self.text(file).len());
        self.left.set(left.unwrap_or_default());
        left.is_some()
    }

    fn text(&self, file: FileId) -> &'a str {
        self.sources.file(file).text()
    }

    /// The innermost node of one of these kinds around the beginning of a place.
    fn node(&self, place: Span, kinds: &[SyntaxKind]) -> Option<SyntaxNode> {
        let token = self.token(place)?;
        token
            .parent_ancestors()
            .find(|node| kinds.contains(&node.kind()))
    }

    fn token(&self, place: Span) -> Option<SyntaxToken> {
        let root = self.modules.get(&place.file)?.parse.root();
        let start = place.range().start();
        root.token_at_offset(start).right_biased()
    }
}

impl Finding<'_> {
    fn file(&self) -> FileId {
        self.diagnostic.primary.span.file
    }

    /// The innermost node of one of these kinds around the place of the finding.
    fn node(&self, kinds: &[SyntaxKind]) -> Option<SyntaxNode> {
        self.texts.node(self.diagnostic.primary.span, kinds)
    }

    /// The first other place that the finding points at.
    fn other_place(&self) -> Option<Span> {
        self.diagnostic.secondary.first().map(|label| label.span)
    }

    /// The text that the finding is about, to be edited.
    fn text(&self) -> Text<'_> {
        self.text_of(self.diagnostic.primary.span)
    }

    /// The text that a place is in, to be edited.
    fn text_of(&self, place: Span) -> Text<'_> {
        Text {
            file: place.file,
            text: self.texts.text(place.file),
        }
    }

    /// The name at the place of the finding.
    fn name(&self) -> &str {
        self.texts.sources.text_at(self.diagnostic.primary.span)
    }
}

/// A fix that makes its edits in the order of the texts.
fn fix(title: impl Into<String>, mut edits: Vec<crate::diagnostics::Edit>) -> Fix {
    edits.sort_by_key(|edit| edit.span);
    Fix {
        title: title.into(),
        edits,
    }
}
