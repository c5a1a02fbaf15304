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

/// Where a list stands: what comes before it and after it.
struct List {
    name: &'static str,
    file: FileKind,
    before: &'static str,
    after: &'static str,
    /// What goes wrong again and again in it.
    repeated: &'static [&'static str],
}

const fn list(
    name: &'static str,
    before: &'static str,
    after: &'static str,
    repeated: &'static [&'static str],
) -> List {
    List {
        name,
        file: FileKind::Specification,
        before,
        after,
        repeated,
    }
}

const fn test_list(
    name: &'static str,
    before: &'static str,
    after: &'static str,
    repeated: &'static [&'static str],
) -> List {
    List {
        file: FileKind::Test,
        ..list(name, before, after, repeated)
    }
}

/// Every kind of list, with what confuses it.
const LISTS: &[List] = &[
    list("runs of annotations", "", "x y\n", &["@doc {x}\n"]),
    list("parameters", "event e(", ") {\n}\n", &["x y ", "x: "]),
    list("configuration", "event e[", "]() {\n}\n", &["x y ", ", "]),
    list(
        "fields",
        "specification S {\nfields {\n",
        "}\n}\n",
        &["x y ", "x: T x\n"],
    ),
    list(
        "annotations",
        "specification S {\nfields {\na: T ",
        "}\n}\n",
        &["@ ", "@key @"],
    ),
    list(
        "arguments",
        "event e() {\npreconditions {\nf(",
        ");\n}\n}\n",
        &["x y ", "x = 1, "],
    ),
    list(
        "sets",
        "event e() {\npreconditions {\na in {",
        "};\n}\n}\n",
        &["x y ", "x\n"],
    ),
    list(
        "maps",
        "event e() {\npreconditions {\na == (k: v, ",
        ");\n}\n}\n",
        &["x: ", "x y "],
    ),
    list(
        "sets of states",
        "event e() {\npreconditions {\na instate {",
        "};\n}\n}\n",
        &["1 ", "x; "],
    ),
    list(
        "conditions",
        "event e() {\npreconditions {\nforall x : s | ",
        ";\n}\n}\n",
        &["x y ", ", "],
    ),
    list(
        "comprehensions",
        "event e() {\npreconditions {\n|{x : s | ",
        "}| > 0;\n}\n}\n",
        &["x, ", "x\n"],
    ),
    list(
        "preconditions",
        "event e() {\npreconditions {\n",
        "}\n}\n",
        &["x y ", "=> "],
    ),
    list(
        "cases",
        "event e() {\npreconditions {\ncase a {",
        "};\n}\n}\n",
        &["x y ", "1 => "],
    ),
    list(
        "syncs",
        "event e() {\nsync {\n",
        "}\n}\n",
        &["x y ", "S[x].e( "],
    ),
    list(
        "members of events",
        "event e() {\n",
        "}\n",
        &["x y ", "sync x\n"],
    ),
    list(
        "events",
        "specification S {\nevents {\n",
        "}\n}\n",
        &["x y ", "e[x "],
    ),
    list(
        "settings of events",
        "specification S {\nevents {\ne[",
        "]\n}\n}\n",
        &["x y ", "x = 1 "],
    ),
    list(
        "invariants",
        "specification S {\ninvariants {\n",
        "}\n}\n",
        &["x y ", "; "],
    ),
    list(
        "life cycles",
        "specification S {\nlifeCycle {\n",
        "}\n}\n",
        &["x y ", "x -> "],
    ),
    list(
        "transitions",
        "specification S {\nlifeCycle {\ninitial a -> b: e, ",
        "}\n}\n",
        &["x y ", "-> "],
    ),
    list(
        "members of specifications",
        "specification S {\n",
        "}\n",
        &["x y ", "fields x\n"],
    ),
    list(
        "extends",
        "specification S extends ",
        " {\n}\n",
        &["A.", "A, "],
    ),
    list("imports", "import ", "\nevent e() {\n}\n", &["a b ", "a."]),
    list(
        "types",
        "function f(a: (",
        "): Integer = 1;\n",
        &["x y ", "T, "],
    ),
    list(
        "declarations",
        "",
        "\nevent e() {\n}\n",
        &["x y ", "event "],
    ),
    test_list("states", "state s {\n", "}\n", &["x y ", "a S with "]),
    test_list(
        "with",
        "state s {\na S with ",
        ";\n}\n",
        &["x y ", "x and "],
    ),
    test_list(
        "sets of states of tests",
        "state s {\n{",
        "} S;\n}\n",
        &["1 ", "x; "],
    ),
    test_list("domains", "domain d {\n", "}\n", &["x y ", "T: "]),
    test_list(
        "values of domains",
        "domain d {\nInteger: {",
        "};\n}\n",
        &["x y ", ", "],
    ),
    test_list("checks", "check ", ";\n", &["x y ", "s reachable "]),
    test_list(
        "clauses of checks",
        "check s reachable ",
        ";\n",
        &["x y ", "in max "],
    ),
    test_list(
        "using",
        "check s reachable using events ",
        ";\n",
        &["S.e ", "x, "],
    ),
];

/// A debug build counts how often the parser looks at tokens, and panics where it does so again and again.
fn recovery_is_linear(lists: &[List]) {
    const SIZE: usize = 400_000;
    for list in lists {
        for repeated in list.repeated {
            let wrong = repeated.repeat(SIZE / repeated.len());
            let text = format!("module Deep\n{}{wrong}{}", list.before, list.after);
            let parsed = parse(&text, list.file);
            let length = usize::from(parsed.root().text_range().len());
            assert_eq!(length, text.len(), "{}: {repeated}", list.name);
            assert!(!parsed.errors().is_empty(), "{}: {repeated}", list.name);
        }
    }
}

#[test]
fn recovery_in_lists_is_linear() {
    let (first, second) = LISTS.split_at(LISTS.len() / 2);
    std::thread::scope(|scope| {
        scope.spawn(|| recovery_is_linear(first));
        recovery_is_linear(second);
    });
}
