//! Families of specifications that grow: the two benchmarks of Slicing Rebel, and algorithms for explicit exploration
//! in [`models`].
//!
//! Benchmark I asks how answers depend on depth, benchmark II how they depend on what has nothing to
//! do with the question. A member of a family is made as text, with one module for the
//! specification, one for its events and one for the test.

pub mod models;

use std::fmt::Write;

use crate::syntax::FileKind;
use crate::syntax::format::format;

/// A family and its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// Benchmark I: counters that go down, one of which becomes negative after `depth + 2` steps.
    Deep {
        /// How many counters there are, at least one.
        fields: u32,
        /// Where all of them begin.
        depth: u32,
        /// The test asks for one step less than it takes, so that the goal is not reached.
        safe: bool,
    },
    /// Benchmark II: an account side by side with copies of itself that share its initial state and its key.
    Wide {
        /// How many accounts there are, at least one: 1 is the account alone.
        copies: u32,
        /// How many steps the test allows.
        bound: u32,
        /// No interest is negative, so that no balance gets negative.
        safe: bool,
    },
}

/// A module, and where it belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Module {
    /// The path below the base folder: `deep/Library.ebl`.
    pub path: &'static str,
    /// The language of the text.
    pub kind: FileKind,
    /// The text.
    pub text: String,
}

/// The modules of a member: the specification, its library, its test. They are formatted.
pub fn generate(family: Family) -> [Module; 3] {
    let modules = match family {
        Family::Deep {
            fields,
            depth,
            safe,
        } => deep(fields.max(1), depth, safe),
        Family::Wide {
            copies,
            bound,
            safe,
        } => wide(copies.max(1), bound, safe),
    };
    modules.map(|module| Module {
        // Only a text that does not read is not formatted, and a test shows that all of ours read.
        text: format(&module.text, module.kind).unwrap_or(module.text),
        ..module
    })
}

fn deep(fields: u32, depth: u32, safe: bool) -> [Module; 3] {
    [
        Module {
            path: "deep/DeepSearch.ebl",
            kind: FileKind::Specification,
            text: deep_specification(fields, depth),
        },
        Module {
            path: "deep/Library.ebl",
            kind: FileKind::Specification,
            text: deep_library(fields),
        },
        Module {
            path: "deep/DeepSearchTest.tebl",
            kind: FileKind::Test,
            text: deep_test(depth, safe),
        },
    ]
}

fn deep_specification(fields: u32, depth: u32) -> String {
    let declarations = lines(1..=fields, |i| format!("        v{i}: Integer\n"));
    let references = lines(1..=fields, |i| format!("        decrementV{i}[]\n"));
    let events: Vec<String> = (1..=fields).map(|i| format!("decrementV{i}")).collect();
    let events = events.join(", ");
    format!(
        "module deep.DeepSearch

import deep.Library

specification DeepSearch {{
    fields {{
        id: Integer @key
{declarations}    }}

    events {{
        initialize[startAmount = {depth}]
{references}    }}

    lifeCycle {{
        initial s1 -> s2: initialize

        s2 -> s2: {events}
    }}
}}
"
    )
}

fn deep_library(fields: u32) -> String {
    let assignments = lines(1..=fields, |i| {
        format!("        new this.v{i} == startAmount;\n")
    });
    let decrements = lines(1..=fields, |i| {
        format!(
            "
event decrementV{i}() {{
    postconditions {{
        new this.v{i} == this.v{i} - 1;
    }}
}}
"
        )
    });
    format!(
        "module deep.Library

event initialize[startAmount: Integer = 0]() {{
    postconditions {{
{assignments}    }}
}}
{decrements}"
    )
}

/// One step sets the counters, then `depth + 1` steps take the first one below zero.
fn deep_test(depth: u32, safe: bool) -> String {
    let bound = u64::from(depth) + if safe { 1 } else { 2 };
    let expected = expected(safe);
    format!(
        "module deep.DeepSearchTest

import deep.DeepSearch

state negV1 {{
    s2 DeepSearch with v1 < 0;
}}

check negV1 {expected} in max {bound} steps;
"
    )
}

fn wide(copies: u32, bound: u32, safe: bool) -> [Module; 3] {
    [
        Module {
            path: "wide/Account.ebl",
            kind: FileKind::Specification,
            text: wide_specification(copies),
        },
        Module {
            path: "wide/Library.ebl",
            kind: FileKind::Specification,
            text: wide_library(copies, safe),
        },
        Module {
            path: "wide/AccountTest.tebl",
            kind: FileKind::Test,
            text: wide_test(bound, safe),
        },
    ]
}

/// Opening and one interest payment take the balance below zero, unless the family is safe.
fn wide_test(bound: u32, safe: bool) -> String {
    let expected = expected(safe || bound < 2);
    format!(
        "module wide.AccountTest

import wide.Account

state negativeBalance {{
    opened Account with balance < EUR 0.00;
}}

check negativeBalance {expected} in max {bound} steps;
"
    )
}

fn expected(safe: bool) -> &'static str {
    if safe { "unreachable" } else { "reachable" }
}

fn wide_specification(copies: u32) -> String {
    let fields = lines(0..copies, |i| {
        format!("        balance{}: Money\n", suffix(i))
    });
    let events = lines(0..copies, wide_event_references);
    let opening = lines(0..copies, wide_opening);
    let states = lines(0..copies, wide_states);
    format!(
        "module wide.Account

import wide.Library

specification Account {{
    fields {{
        accountNumber: IBAN @key
{fields}    }}

    events {{
{events}    }}

    lifeCycle {{
{opening}{states}    }}
}}
"
    )
}

fn wide_event_references(copy: u32) -> String {
    let s = suffix(copy);
    format!(
        "        openAccount{s}[minimalDeposit = EUR 50.00]
        withdraw{s}[]
        deposit{s}[]
        interest{s}[]
        block{s}[]
        unblock{s}[]
        close{s}[]
"
    )
}

/// All copies begin in the one initial state that a life cycle has.
fn wide_opening(copy: u32) -> String {
    let s = suffix(copy);
    let from = if copy == 0 {
        "        initial init"
    } else {
        "            "
    };
    format!("{from} -> opened{s}: openAccount{s}\n")
}

fn wide_states(copy: u32) -> String {
    let s = suffix(copy);
    format!(
        "
        opened{s} -> opened{s}: withdraw{s}, deposit{s}, interest{s}
            -> blocked{s}: block{s}
            -> closed{s}: close{s}

        blocked{s} -> opened{s}: unblock{s}

        final closed{s}
"
    )
}

fn wide_library(copies: u32, safe: bool) -> String {
    let events = lines(0..copies, |copy| wide_events(copy, safe));
    format!("module wide.Library\n{events}")
}

fn wide_events(copy: u32, safe: bool) -> String {
    let s = suffix(copy);
    let no_less = if safe {
        "        currentInterest >= 0%;\n"
    } else {
        ""
    };
    format!(
        "
event openAccount{s}[minimalDeposit: Money = EUR 0.00](initialDeposit: Money) {{
    preconditions {{
        initialDeposit >= minimalDeposit;
    }}
    postconditions {{
        new this.balance{s} == initialDeposit;
    }}
}}

event withdraw{s}(amount: Money) {{
    preconditions {{
        amount > EUR 0.00;
        this.balance{s} - amount >= EUR 0.00;
    }}
    postconditions {{
        new this.balance{s} == this.balance{s} - amount;
    }}
}}

event deposit{s}(amount: Money) {{
    preconditions {{
        amount > EUR 0.00;
    }}
    postconditions {{
        new this.balance{s} == this.balance{s} + amount;
    }}
}}

event interest{s}[maxInterest: Percentage = 10%](currentInterest: Percentage) {{
    preconditions {{
        currentInterest <= maxInterest;
{no_less}    }}
    postconditions {{
        new this.balance{s} == this.balance{s} + this.balance{s} * currentInterest;
    }}
}}

event block{s}() {{}}

event unblock{s}() {{}}

event close{s}() {{
    preconditions {{
        this.balance{s} == EUR 0.00;
    }}
}}
"
    )
}

/// The first account keeps the plain names.
fn suffix(copy: u32) -> String {
    if copy == 0 {
        String::new()
    } else {
        copy.to_string()
    }
}

fn lines(range: impl Iterator<Item = u32>, line: impl Fn(u32) -> String) -> String {
    range.fold(String::new(), |mut text, i| {
        // Writing to a string does not fail.
        let _ = write!(text, "{}", line(i));
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax;

    fn members() -> Vec<Family> {
        let mut members = Vec::new();
        for safe in [false, true] {
            members.extend(
                [(1, 0), (8, 25), (64, 3)].map(|(fields, depth)| Family::Deep {
                    fields,
                    depth,
                    safe,
                }),
            );
            members.extend([(1, 5), (64, 2)].map(|(copies, bound)| Family::Wide {
                copies,
                bound,
                safe,
            }));
        }
        members
    }

    #[test]
    fn members_read_and_are_formatted() {
        for module in members().into_iter().flat_map(generate) {
            let parse = syntax::parse(&module.text, module.kind);
            assert_eq!(parse.errors(), [], "{}:\n{}", module.path, module.text);
            let formatted = format(&module.text, module.kind);
            assert_eq!(formatted.as_ref(), Ok(&module.text), "{}", module.path);
        }
    }

    #[test]
    fn the_wide_family_grows_by_the_same_text_for_each_copy() {
        let length = |copies| {
            let member = Family::Wide {
                copies,
                bound: 5,
                safe: true,
            };
            generate(member)[1].text.len()
        };
        assert_eq!(length(20) - length(10), length(90) - length(80));
    }

    #[test]
    fn the_deep_family_asks_for_its_depth() {
        let member = |safe| Family::Deep {
            fields: 2,
            depth: 25,
            safe,
        };
        let [specification, _, test] = generate(member(false));
        assert!(specification.text.contains("initialize[startAmount = 25]"));
        assert!(test.text.contains("check negV1 reachable in max 27 steps;"));
        let [_, _, test] = generate(member(true));
        assert!(
            test.text
                .contains("check negV1 unreachable in max 26 steps;")
        );
    }
}
