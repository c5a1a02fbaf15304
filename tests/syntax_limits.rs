//! Texts that nobody writes: nesting without end, and sizes at which anything quadratic would never
//! come back. None of these tests is timed; one that takes minutes has failed.

use fretsaw::syntax::{FileKind, SyntaxErrorKind, parse};

const DEEP: usize = 100_000;

/// A text that nests one construct very often.
struct Nested {
    name: &'static str,
    before: &'static str,
    open: &'static str,
    middle: &'static str,
    close: &'static str,
    after: &'static str,
}

/// An expression in a precondition, nested by repeating `open` and `close`.
const fn expression(name: &'static str, open: &'static str, close: &'static str) -> Nested {
    Nested {
        name,
        before: "module Deep\nevent e() {\n preconditions {\n",
        open,
        middle: "a",
        close,
        after: ";\n }\n}\nevent after() {\n}\n",
    }
}

const NESTED: &[Nested] = &[
    expression("parentheses", "(", ")"),
    expression("sets", "{", "}"),
    expression("cardinalities", "| ", "|"),
    expression("maps", "(k : ", ")"),
    expression("index brackets", "a[", "]"),
    expression("calls", "f(", ")"),
    expression("negations", "not ", ""),
    expression("minuses", "- ", ""),
    expression("new", "new ", ""),
    expression("state tests", "initialized ", ""),
    expression("implications", "a -> ", ""),
    expression("conditionals", "a ? b : ", ""),
    expression("conditions of conditionals", "a ? ", " : b"),
    expression("quantifiers", "forall x : s | ", ""),
    expression("domains of quantifiers", "forall x : ", " | b"),
    expression("comprehensions", "{x : s | ", "}"),
    expression("ranges", "{1 .. ", "}"),
    expression("members", "", ".a"),
    expression("keys", "", "[k]"),
    expression("sums", "a + ", ""),
    expression("products", "", " * a"),
    expression("conjunctions", "a && ", ""),
    expression("disjunctions", "", " || a"),
    expression("instates", "", " instate s"),
    expression("tariffs", "fixed 1% ++ ", ""),
    Nested {
        middle: "a;",
        after: "\n }\n}\nevent after() {\n}\n",
        ..expression("parenthesised statements", "(", ")")
    },
    Nested {
        middle: "a;",
        after: "\n }\n}\nevent after() {\n}\n",
        ..expression("cases", "case a { 1 => ", "};")
    },
    Nested {
        name: "set types",
        before: "module Deep\nevent e(p: ",
        open: "set[",
        middle: "Integer",
        close: "]",
        after: ") {\n}\nevent after() {\n}\n",
    },
    Nested {
        name: "function types",
        before: "module Deep\nevent e(p: ",
        open: "Integer -> ",
        middle: "Integer",
        close: "",
        after: ") {\n}\nevent after() {\n}\n",
    },
    Nested {
        name: "tuple types",
        before: "module Deep\nfunction f(): ",
        open: "(",
        middle: "Integer",
        close: ")",
        after: " = 1;\nevent after() {\n}\n",
    },
    Nested {
        name: "forever",
        before: "module Deep\nstate s {\n",
        open: "forever {",
        middle: "Account;",
        close: "}",
        after: "\n}\nstate after {\n}\n",
    },
    Nested {
        name: "until",
        before: "module Deep\nstate s {\n",
        open: "{",
        middle: "Account;",
        close: "} until {}",
        after: "\n}\nstate after {\n}\n",
    },
];

#[test]
fn whatever_nests_too_deep_gives_one_error() {
    for nested in NESTED {
        let text = nested.text();
        let parsed = parse(&text, nested.file());
        let kinds: Vec<&SyntaxErrorKind> =
            parsed.errors().iter().map(|error| &error.kind).collect();
        assert_eq!(kinds, [&SyntaxErrorKind::TooDeep], "{}", nested.name);
        let declarations = parsed.root().children().count();
        assert!(declarations >= 3, "{}: what follows is lost", nested.name);
    }
}

impl Nested {
    fn text(&self) -> String {
        let (open, close) = (self.open.repeat(DEEP), self.close.repeat(DEEP));
        format!("{}{open}{}{close}{}", self.before, self.middle, self.after)
    }

    fn file(&self) -> FileKind {
        if self.before.contains("state") {
            FileKind::Test
        } else {
            FileKind::Specification
        }
    }
}

#[test]
fn comments_and_texts_of_annotations_nest_without_limit() {
    let comment = format!("{}{}", "/*".repeat(DEEP), "*/".repeat(DEEP));
    let tag = format!("@doc {}{}", "{".repeat(DEEP), "}".repeat(DEEP));
    let text = format!("module Deep\n{comment}\n{tag}\nevent e() {{}}\n");
    assert_eq!(parse(&text, FileKind::Specification).errors(), []);
}

#[test]
fn what_never_closes_gives_one_error() {
    for open in [
        "(",
        "{",
        "[",
        "a(",
        "a[",
        "{x : s | ",
        "case a { 1 => ",
        "(((a ",
        "|",
    ] {
        let text = format!(
            "module Deep\nevent e() {{\n preconditions {{\n {}",
            open.repeat(DEEP)
        );
        let errors = parse(&text, FileKind::Specification).errors().len();
        assert_eq!(errors, 1, "{open}");
    }
}

/// Texts of about a megabyte that repeat something wrong, or merely unusual.
const REPEATED: &[&str] = &[
    "/* ",
    "/* */ */ ",
    "/*\n",
    "/* x */",
    "// x\n",
    "@doc {",
    "@doc { } ",
    "@doc {\n",
    "@doc\n",
    "@",
    "@key ",
    "\"",
    "\"a\n",
    "\";\n",
    "\"a\"",
    "\n\n",
    " \t",
    "#",
    "# a\n",
    "é",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "{\n",
    "}\n",
    "( 1 ",
    "(1;",
    "(1;) ",
    "((1) ",
    "(((",
    "(a b",
    "a ",
    "a\n",
    "a;\n",
    "a. ",
    "a + ",
    "a = b ",
    "a in s + t;\n",
    "not a == b;\n",
    "a ? ",
    "a ? b : c + d;\n",
    "1 < ",
    "EUR 1 ",
    "31 Feb 2015 ",
    "25:61 ",
    "NL00A ",
    "event ",
    "event\n",
    "event e\n",
    "event e(",
    "event e(\n",
    "event e() {",
    "event e() {\n",
    "event e() {\n}\n",
    "@doc{a}\nevent e() {\n}\n",
    "preconditions {",
    "preconditions {\n",
    "specification ",
    "specification Sp {\n",
    "fields {\n",
    "lifeCycle {\n",
    "a -> b: c, ",
    "import A1\n",
    "import ",
    "module Deep\n",
    "state s {\n",
    "state s { {a b ",
    "{ a b c ",
    "{a} ",
    "check s ",
    "check s reachable\n",
    "check s reachable from\n",
    "domain d {\n",
    "Integer: 1 .. ",
    "case a { ",
    "case a {\n1 => ",
    "=> ",
    "forall x : s | ",
    ", ",
    "a, ",
    ": ",
    "x: T1 ",
    "x: set[",
    "-> ",
    "- one with ",
    "/* a */ x; /* b */ /* c */ ",
];

#[test]
fn repetition_takes_linear_time() {
    // A debug build is some twenty times slower; a quadratic run would still take minutes.
    let size = if cfg!(debug_assertions) {
        1 << 15
    } else {
        1 << 20
    };
    let starts = [
        ("", FileKind::Specification),
        (
            "module Deep\nevent e() {\n preconditions {\n",
            FileKind::Specification,
        ),
        (
            "module Deep\nspecification Sp {\n events {\n",
            FileKind::Specification,
        ),
        ("module Deep\nstate s {\n", FileKind::Test),
    ];
    for repeated in REPEATED {
        for (start, file) in starts {
            let text = format!("{start}{}", repeated.repeat(size / repeated.len()));
            let parsed = parse(&text, file);
            let length = usize::from(parsed.root().text_range().len());
            assert_eq!(length, text.len(), "{start}{repeated}");
        }
    }
}
