//! The rules of the grammar, one function each.
//!
//! A rule named `x` leaves a node or an error behind; one named `opt_x` may leave nothing. Callers look at the
//! first token and choose. Rules never fail: what they cannot read goes into an `ERROR` node, and
//! they stop where a caller can go on. `rebel.ungram` beside this folder describes the trees they make.

#![allow(clippy::enum_glob_use, reason = "rules name dozens of kinds")]

mod expressions;
mod libraries;
mod literals;
mod recovery;
mod specifications;
mod statements;
mod test_modules;
mod types;

use super::SyntaxKind::*;
use super::error::SyntaxErrorKind;
use super::kind::FileKind;
use super::parser::Parser;
use recovery::{annotations_ahead, at_declaration, skip_line, skip_to_item};

/// Reads a whole file.
pub(super) fn file(p: &mut Parser<'_>) {
    let file = p.start();
    if p.at(MODULE_KW) {
        module_header(p);
    } else {
        p.error_expected("`module` and the module's name");
        if Item::at(p).is_none() && !p.at_any(&[IMPORT_KW, EOF]) {
            skip_line(p);
        }
    }
    let mut has_item = false;
    while !p.at(EOF) {
        has_item |= Item::at(p).is_some();
        if p.at(IMPORT_KW) && !has_item {
            import(p);
        } else {
            item(p);
        }
        if p.speak_again() {
            // What was too deep has been left in the middle.
            skip_to_item(p);
        }
    }
    let kind = kind_of_root(p.file());
    file.complete(p, kind);
}

/// Reads declarations out of a file.
pub(super) fn declarations(p: &mut Parser<'_>) {
    let file = p.start();
    while !p.at(EOF) {
        item(p);
        if p.speak_again() {
            skip_to_item(p);
        }
    }
    let kind = kind_of_root(p.file());
    file.complete(p, kind);
}

fn kind_of_root(file: FileKind) -> super::SyntaxKind {
    match file {
        FileKind::Specification => MODULE,
        FileKind::Test => TEST_MODULE,
    }
}

fn module_header(p: &mut Parser<'_>) {
    let header = p.start();
    p.bump_any();
    module_path(p, "the module's name");
    header.complete(p, MODULE_HEADER);
}

fn import(p: &mut Parser<'_>) {
    let import = p.start();
    p.bump_any();
    module_path(p, "the name of a module");
    p.eat(SEMICOLON);
    import.complete(p, IMPORT);
}

/// What a top-level declaration is, as far as its first tokens tell.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Item {
    Specification,
    Event,
    Function,
    Invariant,
    State,
    Check,
    Domain,
}

impl Item {
    /// Looks past annotations at the tokens from here.
    fn at(p: &Parser<'_>) -> Option<Item> {
        let n = annotations_ahead(p);
        Some(match p.nth(n) {
            ABSTRACT_KW | EXTERNAL_KW | SINGLETON_KW | SPECIFICATION_KW => Item::Specification,
            EVENT_KW => Item::Event,
            FUNCTION_KW => Item::Function,
            INVARIANT_KW => Item::Invariant,
            STATE_KW => Item::State,
            CHECK_KW => Item::Check,
            DOMAIN_KW => Item::Domain,
            _ => return None,
        })
    }

    fn belongs_to(self) -> FileKind {
        match self {
            Item::State | Item::Check | Item::Domain => FileKind::Test,
            _ => FileKind::Specification,
        }
    }
}

fn item(p: &mut Parser<'_>) {
    let Some(item) = Item::at(p) else {
        return stray(p);
    };
    if item.belongs_to() != p.file() {
        let kind = match item.belongs_to() {
            FileKind::Test => SyntaxErrorKind::TestDeclarationInSpecification,
            FileKind::Specification => SyntaxErrorKind::SpecificationInTest,
        };
        p.error_at_nth(annotations_ahead(p), kind);
    }
    match item {
        Item::Specification => specifications::specification(p),
        Item::Event => libraries::event_def(p),
        Item::Function => libraries::function_def(p),
        Item::Invariant => libraries::invariant_def(p),
        Item::State => test_modules::state_setup(p),
        Item::Check => test_modules::check(p),
        Item::Domain => test_modules::domain(p),
    }
}

/// Something that starts no declaration: one error, and on to the next declaration.
fn stray(p: &mut Parser<'_>) {
    match p.current() {
        IMPORT_KW => {
            p.error_here(SyntaxErrorKind::LateImport);
            return import(p);
        }
        // An annotation that is not whole; the declaration follows.
        AT => return annotations(p),
        R_BRACE | R_PAREN | R_BRACK => p.error_here(SyntaxErrorKind::UnmatchedDelimiter),
        _ => p.error_expected(match p.file() {
            FileKind::Specification => "`specification`, `event`, `function` or `invariant`",
            FileKind::Test => "`state`, `check` or `domain`",
        }),
    }
    p.skip_token();
    skip_to_item(p);
}

/// Annotations before a declaration or behind a field's type.
fn annotations(p: &mut Parser<'_>) {
    while p.at(AT) {
        let annotation = p.start();
        p.bump_any();
        match p.current() {
            KEY_KW => p.bump_any(),
            REF_KW if p.nth(1) == EQ => {
                p.bump_any();
                p.bump_any();
                module_path(p, "the name of a specification");
            }
            _ if p.at_name() && !p.at_line_start() => {
                p.bump_as(IDENT);
                p.expect(TAG_STRING, "the annotation's text in braces");
            }
            _ => p.error_due("`key`, `ref` or the annotation's name"),
        }
        annotation.complete(p, ANNOTATION);
    }
}

/// `a.b.Name`: the name of a module or specification.
fn module_path(p: &mut Parser<'_>, what: &'static str) {
    path(p, what, true);
}

/// `name`, `a.b.Name.name`: the name of an event, function or invariant.
fn member_path(p: &mut Parser<'_>, what: &'static str) {
    path(p, what, false);
}

fn path(p: &mut Parser<'_>, what: &'static str, upper: bool) {
    let path = p.start();
    segment(p, what, upper);
    loop {
        if p.eat(DOT) {
            segment(p, "a name", upper);
        } else if p.at(DOT_DOT) {
            // Two dots without the name between them.
            p.error_here(SyntaxErrorKind::Expected { what: "a name" });
            p.bump_any();
            segment(p, "a name", upper);
        } else {
            break;
        }
    }
    path.complete(p, PATH);
}

/// A name of a path. The last one must start in the right case.
fn segment(p: &mut Parser<'_>, what: &'static str, upper: bool) {
    let is_last = !matches!(p.nth(1), DOT | DOT_DOT);
    match p.current() {
        TYPE_NAME if is_last && !upper => {
            p.error_here(SyntaxErrorKind::NameCase { upper });
            p.bump_as(IDENT);
        }
        TYPE_NAME => p.bump_any(),
        BAD_WORD => bad_type_name(p),
        // What follows a name that was cut off: the next import, the next field, a constraint.
        IMPORT_KW if upper && p.at_line_start() => p.error_due(what),
        _ if upper && p.at_line_start() && p.nth(1) == COLON => p.error_due(what),
        WITH_KW if upper && is_last => p.error_due(what),
        // Keywords can be names as well.
        _ if is_last && upper && p.at_name() && !at_declaration(p) => {
            p.error_here(SyntaxErrorKind::NameCase { upper });
            p.bump_as(TYPE_NAME);
        }
        _ => {
            name(p, what);
        }
    }
}

/// A lower-case name, as a token of the node around it.
fn name(p: &mut Parser<'_>, what: &'static str) -> bool {
    // The next declaration is no name, though its keyword could be one.
    if !p.current().is_keyword() && !p.at(IDENT) || at_declaration(p) {
        p.error_due(what);
        return false;
    }
    if !p.at_name() {
        // A reserved word right where a name is due is meant as that name.
        let is_next_line = p.at_line_start() && p.nth(1) != COLON;
        if is_next_line || p.at_any(&[PRECONDITIONS_KW, POSTCONDITIONS_KW]) {
            p.error_due(what);
            return false;
        }
        p.error_here(SyntaxErrorKind::ReservedWord);
    }
    p.bump_as(IDENT);
    true
}

/// The name of a specification, as a token of the node around it.
fn type_name(p: &mut Parser<'_>, what: &'static str) -> bool {
    match p.current() {
        TYPE_NAME => p.bump_any(),
        BAD_WORD => bad_type_name(p),
        IDENT if !p.at_line_start() => {
            p.error_here(SyntaxErrorKind::NameCase { upper: true });
            p.bump_as(TYPE_NAME);
        }
        _ => {
            p.error_due(what);
            return false;
        }
    }
    true
}

fn bad_type_name(p: &mut Parser<'_>) {
    p.error_here(SyntaxErrorKind::BadTypeName);
    p.bump_as(TYPE_NAME);
}

/// A name that refers to something, as a node of its own.
fn name_ref(p: &mut Parser<'_>, what: &'static str) -> bool {
    let marker = p.start();
    if name(p, what) {
        marker.complete(p, NAME_REF);
        true
    } else {
        marker.abandon(p);
        false
    }
}
