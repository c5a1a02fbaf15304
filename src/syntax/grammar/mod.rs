//! The rules of the grammar, one function each.
//!
//! A rule named `x` leaves a node or an error behind; one named `opt_x` may leave nothing. Callers look at the
//! first token and choose. Rules never fail: what they cannot read goes into an `ERROR` node, and
//! they stop where a caller can go on. `rebel.ungram` beside this folder describes the trees they make.

mod expressions;
mod libraries;
mod literals;
mod specifications;
mod statements;
mod tests;
mod types;

use super::SyntaxKind::{self, *};
use super::error::SyntaxErrorKind;
use super::kind::FileKind;
use super::parser::Parser;

/// Reads a whole file.
pub(super) fn file(p: &mut Parser<'_>) {
    let file = p.start();
    if p.at(MODULE_KW) {
        module_header(p);
    } else {
        p.error_expected("`module` and the module's name");
    }
    while p.at(IMPORT_KW) {
        import(p);
    }
    while !p.at(EOF) {
        p.speak_again();
        item(p);
    }
    let kind = match p.file() {
        FileKind::Specification => MODULE,
        FileKind::Test => TEST_MODULE,
    };
    file.complete(p, kind);
}

fn module_header(p: &mut Parser<'_>) {
    let header = p.start();
    p.bump_any();
    path(p, "the module's name");
    header.complete(p, MODULE_HEADER);
}

fn import(p: &mut Parser<'_>) {
    let import = p.start();
    p.bump_any();
    path(p, "the name of a module");
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

/// How many tokens the annotations before the current declaration take.
fn annotations_ahead(p: &Parser<'_>) -> usize {
    let mut n = 0;
    while p.nth(n) == AT && p.nth(n + 2) == TAG_STRING {
        n += 3;
    }
    n
}

/// Whether a declaration clearly starts here: at the start of a line, with its name behind its
/// keyword. Rules inside a declaration stop there, so that a bracket that was forgotten costs only
/// the declaration it belongs to.
fn at_declaration(p: &Parser<'_>) -> bool {
    if !p.at_line_start() {
        return false;
    }
    let n = annotations_ahead(p);
    let name = p.nth_is_name(n + 1);
    match p.nth(n) {
        EVENT_KW => {
            (name && matches!(p.nth(n + 2), L_PAREN | L_BRACK | DOT)) || p.nth(n + 1) == TYPE_NAME
        }
        FUNCTION_KW => name && matches!(p.nth(n + 2), L_PAREN | DOT),
        INVARIANT_KW | STATE_KW | DOMAIN_KW => name && p.nth(n + 2) == L_BRACE,
        SPECIFICATION_KW => matches!(p.nth(n + 1), TYPE_NAME | BAD_WORD),
        ABSTRACT_KW | EXTERNAL_KW | SINGLETON_KW => p.nth(n + 1) == SPECIFICATION_KW,
        CHECK_KW => name && matches!(p.nth(n + 2), REACHABLE_KW | UNREACHABLE_KW | HOLD_KW),
        _ => false,
    }
}

fn item(p: &mut Parser<'_>) {
    let Some(item) = Item::at(p) else {
        return stray(p);
    };
    match (item.belongs_to(), p.file()) {
        (FileKind::Test, FileKind::Specification) => {
            p.error_here(SyntaxErrorKind::TestDeclarationInSpecification);
        }
        (FileKind::Specification, FileKind::Test) => {
            p.error_here(SyntaxErrorKind::SpecificationInTest);
        }
        _ => {}
    }
    match item {
        Item::Specification => specifications::specification(p),
        Item::Event => libraries::event_def(p),
        Item::Function => libraries::function_def(p),
        Item::Invariant => libraries::invariant_def(p),
        Item::State => tests::state_setup(p),
        Item::Check => tests::check(p),
        Item::Domain => tests::domain(p),
    }
}

/// Something that starts no declaration: one error, and on to the next declaration.
fn stray(p: &mut Parser<'_>) {
    if p.at(IMPORT_KW) {
        p.error_expected("imports before all other declarations");
        return import(p);
    }
    let what = match p.file() {
        FileKind::Specification => "`specification`, `event`, `function` or `invariant`",
        FileKind::Test => "`state`, `check` or `domain`",
    };
    p.error_expected(what);
    p.skip_token();
    p.skip_until(|p| p.at_line_start() && (Item::at(p).is_some() || p.at(IMPORT_KW)));
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
                path(p, "the name of a specification");
            }
            _ if p.at_name() => {
                p.bump_as(IDENT);
                p.expect(TAG_STRING, "the annotation's text in braces");
            }
            _ => p.error_expected("`key`, `ref` or the annotation's name"),
        }
        annotation.complete(p, ANNOTATION);
    }
}

/// `a.b.Name`, `a.b.Name.name`, `Name`, `name`.
fn path(p: &mut Parser<'_>, what: &'static str) {
    let path = p.start();
    segment(p, what);
    while p.at(DOT) {
        p.bump_any();
        segment(p, "a name");
    }
    path.complete(p, PATH);
}

fn segment(p: &mut Parser<'_>, what: &'static str) {
    match p.current() {
        TYPE_NAME => p.bump_any(),
        BAD_WORD => bad_type_name(p),
        _ => {
            name(p, what);
        }
    }
}

/// A lower-case name, as a token of the node around it.
fn name(p: &mut Parser<'_>, what: &'static str) -> bool {
    if p.at_name() {
        p.bump_as(IDENT);
        return true;
    }
    // A reserved word right where a name is due is meant as that name.
    if p.current().is_keyword() && !matches!(p.nth(1), L_BRACE) {
        p.error_here(SyntaxErrorKind::ReservedWord);
        p.bump_as(IDENT);
        return true;
    }
    p.error_expected(what);
    false
}

/// The name of a specification, as a token of the node around it.
fn type_name(p: &mut Parser<'_>, what: &'static str) -> bool {
    match p.current() {
        TYPE_NAME => p.bump_any(),
        BAD_WORD => bad_type_name(p),
        _ => {
            p.error_expected(what);
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

/// `{ ... }`: entries until the closing brace. `entry` is called where `starts` says that one
/// starts; anything else is skipped up to where something can go on. Where `leave` says so, the
/// block is taken to end although its brace is missing.
fn block(
    p: &mut Parser<'_>,
    what: &'static str,
    starts: impl Fn(&Parser<'_>) -> bool,
    leave: impl Fn(&Parser<'_>) -> bool,
    entry: impl Fn(&mut Parser<'_>),
) {
    let open = p.position();
    if !p.expect(L_BRACE, "`{`") {
        return;
    }
    loop {
        if p.at(R_BRACE) || p.at(EOF) || at_declaration(p) || leave(p) {
            break;
        }
        if starts(p) {
            entry(p);
            continue;
        }
        p.error_expected(what);
        p.skip_token();
        p.skip_until(|p| {
            p.at(R_BRACE) || at_declaration(p) || leave(p) || p.at_line_start() && starts(p)
        });
    }
    p.close(R_BRACE, "}", open);
}

/// `item, item, ...` up to a closing bracket, which it takes, too. The opening one has been
/// taken and stands at token `open`.
fn list(
    p: &mut Parser<'_>,
    (kind, close): (SyntaxKind, &'static str),
    open: usize,
    what: &'static str,
    starts: impl Fn(&Parser<'_>) -> bool,
    item: impl Fn(&mut Parser<'_>),
) {
    while !p.at(kind) && !p.at(EOF) {
        if !starts(p) {
            // Half-typed lists end here; one stray token is skipped where the list goes on.
            p.error_expected(what);
            if !matches!(p.nth(1), COMMA | R_PAREN | R_BRACK)
                || p.at_any(&[L_BRACE, R_BRACE, SEMICOLON])
            {
                break;
            }
            p.skip_token();
        } else {
            item(p);
        }
        if p.at(COMMA) {
            p.bump_any();
        } else if !p.at(kind) && starts(p) && !p.at_line_start() {
            p.error_expected("`,`");
        } else {
            break;
        }
    }
    p.close(kind, close, open);
}
