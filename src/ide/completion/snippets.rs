//! Keywords by place, and blocks with places to fill in.

use super::{Cursor, Offer, OfferKind, clauses};
use crate::syntax::{FileKind, SyntaxKind};

pub(super) fn word(word: &str) -> Offer {
    Offer::new(word, OfferKind::Keyword)
}

fn block(label: &str, snippet: &str) -> Offer {
    Offer::new(label, OfferKind::Snippet).snippet(snippet)
}

/// What can stand behind `@`.
pub(super) fn annotations() -> Vec<Offer> {
    vec![
        word("key"),
        word("ref").snippet("ref=$1"),
        word("doc").snippet("doc{$1}"),
    ]
}

/// The words that expressions begin with.
pub(super) fn expression_words(cursor: &Cursor<'_>) -> Vec<Offer> {
    let mut offers = Vec::new();
    let is_in = |kind| cursor.parent.ancestors().any(|node| node.kind() == kind);
    if is_in(SyntaxKind::EVENT_DEF) || is_in(SyntaxKind::INVARIANT_DEF) {
        offers.push(word("this").snippet("this.$0"));
    }
    if is_in(SyntaxKind::POSTCONDITIONS) {
        offers.push(word("new").snippet("new this.$1 == $0"));
    }
    let words = ["not", "initialized", "finalized", "now", "True", "False"];
    offers.extend(words.map(word));
    offers.push(word("forall").snippet("forall ${1:it} : $2 | $0"));
    offers.push(word("exists").snippet("exists ${1:it} : $2 | $0"));
    offers
}

/// The words that statements of test states begin with.
pub(super) fn setup_words() -> Vec<Offer> {
    vec![
        word("uninitialized"),
        word("not"),
        word("now").snippet("now is $1;"),
    ]
}

/// The words that can begin something around the cursor.
pub(super) fn words_in(cursor: &Cursor<'_>) -> Vec<Offer> {
    use SyntaxKind::{CHECK, EVENT_DEF, MODULE, SETUP_BLOCK, SPECIFICATION, TEST_MODULE};
    let around = cursor.parent.ancestors().map(|node| node.kind());
    let mut around = around.filter(|kind| {
        let known = [
            CHECK,
            EVENT_DEF,
            MODULE,
            SETUP_BLOCK,
            SPECIFICATION,
            TEST_MODULE,
        ];
        known.contains(kind)
    });
    match around.next() {
        Some(SPECIFICATION) => specification_blocks(),
        Some(EVENT_DEF) => event_blocks(),
        Some(SETUP_BLOCK) => cursor.setup(),
        Some(CHECK) => clauses::words_of_check(cursor),
        _ => match cursor.spot.source().kind() {
            FileKind::Specification => library_items(),
            FileKind::Test => test_items(),
        },
    }
}

fn specification_blocks() -> Vec<Offer> {
    vec![
        block("fields", "fields {\n    ${1:id}: ${2:Integer} @key$0\n}"),
        block("events", "events {\n    $0\n}"),
        block("invariants", "invariants {\n    $0\n}"),
        block(
            "lifeCycle",
            "lifeCycle {\n    initial ${1:init} -> ${2:opened}: ${3:open}\n    final ${2:opened}$0\n}",
        ),
    ]
}

fn event_blocks() -> Vec<Offer> {
    vec![
        block("preconditions", "preconditions {\n    $0\n}"),
        block("postconditions", "postconditions {\n    new this.$0;\n}"),
        block("sync", "sync {\n    $0\n}"),
    ]
}

fn library_items() -> Vec<Offer> {
    vec![
        word("import"),
        block(
            "specification",
            "specification ${1:Name} {\n    fields {\n        ${2:id}: ${3:Integer} @key\n    }\n\n    events {\n        $0\n    }\n\n    lifeCycle {\n        initial init\n    }\n}",
        ),
        block(
            "event",
            "event ${1:name}($2) {\n    preconditions {\n        $0\n    }\n}",
        ),
        block("function", "function ${1:name}($2): ${3:Integer} = $0;"),
        block("invariant", "invariant ${1:name} {\n    $0\n}"),
        word("abstract"),
        word("external"),
        word("singleton"),
    ]
}

fn test_items() -> Vec<Offer> {
    vec![
        word("import"),
        block("state", "state ${1:name} {\n    $0\n}"),
        block(
            "check",
            "check ${1:name} ${2|reachable,unreachable|} in max ${3:5} steps;$0",
        ),
        block("domain", "domain ${1:name} {\n    $0\n}"),
    ]
}
