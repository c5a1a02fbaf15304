//! Expressions and statements as text.
//!
//! What is compound is put in parentheses wherever the original implementation groups it in another way, and
//! mostly elsewhere, too: the generator makes meanings, and a text with another meaning would be its mistake.

use std::fmt::Write as _;

use super::model::{Expr, Statement};

/// An expression that stands by itself.
pub(super) fn expr(e: &Expr) -> String {
    match e {
        Expr::Literal(text) => text.clone(),
        Expr::Name(name)
        | Expr::FunctionName(name)
        | Expr::Extent(name)
        | Expr::BareField(name) => name.clone(),
        Expr::Now => "now".to_owned(),
        Expr::This => "this".to_owned(),
        Expr::Instance(spec, key) => format!("{spec}[{}]", expr(key)),
        Expr::Field(base, _, field) => format!("{}.{field}", base_of(base)),
        Expr::Member(base, member) => format!("{}.{member}", base_of(base)),
        Expr::Index(base, key) => format!("{}[{}]", base_of(base), expr(key)),
        Expr::New(part) => format!("new {}", base_of(part)),
        Expr::Unary(op, part) => prefixed(op, part),
        Expr::Binary(op, left, right) => {
            format!(
                "{} {op} {}",
                left_operand(op, left),
                right_operand(op, right)
            )
        }
        Expr::Conditional(condition, then, otherwise) => format!(
            "{} ? {} : {}",
            operand(condition),
            operand(then),
            operand(otherwise)
        ),
        Expr::Lifetime(word, instance) => format!("{word} {}", operand(instance)),
        Expr::Instate(instance, _, states) => {
            format!("{} instate {}", operand(instance), state_ref(states))
        }
        Expr::Call(function, arguments) => format!("{function}({})", list(arguments)),
        Expr::Quantified(word, name, over, conditions) => {
            format!("{word} {name} : {} | {}", operand(over), list(conditions))
        }
        Expr::Comprehension(name, over, conditions) => {
            format!("{{{name} : {} | {}}}", operand(over), list(conditions))
        }
        Expr::Set(elements) => format!("{{{}}}", list(elements)),
        Expr::Map(entries) => format!("({})", joined(entries.iter().map(entry))),
        Expr::Range(low, high) => format!("{{{} .. {}}}", operand(low), operand(high)),
        Expr::Cardinality(part) => format!("|{}|", operand(part)),
    }
}

fn prefixed(op: &str, part: &Expr) -> String {
    match op {
        "-" => format!("-{}", operand(part)),
        word => format!("{word} {}", operand(part)),
    }
}

pub(super) fn state_ref(states: &[String]) -> String {
    match states {
        [only] => only.clone(),
        several => format!("{{{}}}", several.join(" ")),
    }
}

fn entry((key, value): &(Expr, Expr)) -> String {
    let value = match value {
        Expr::Literal(_) => element(value),
        _ => operand(value),
    };
    format!("{}: {value}", operand(key))
}

/// Expressions with commas between them.
pub(super) fn list(exprs: &[Expr]) -> String {
    joined(exprs.iter().map(element))
}

/// A quantifier would take the comma behind it as its own.
pub(super) fn element(e: &Expr) -> String {
    match e {
        Expr::Quantified(..) | Expr::Conditional(..) => format!("({})", expr(e)),
        Expr::Literal(text) if is_date(text) => format!("({text})"),
        Expr::Binary(..) if ends_with_date(e) => format!("({})", expr(e)),
        _ => expr(e),
    }
}

/// `26 Sep 2016, 16:42` is one thing: a date before a comma needs parentheses.
fn is_date(text: &str) -> bool {
    let mut words = text.split(' ');
    words.nth(1).is_some_and(|word| word.len() == 3) && words.count() == 1
}

fn ends_with_date(e: &Expr) -> bool {
    match e {
        Expr::Literal(text) => is_date(text),
        Expr::Binary(_, _, right) => ends_with_date(right),
        _ => false,
    }
}

fn joined(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(", ")
}

/// Something before a dot, a bracket or behind `new`.
fn base_of(e: &Expr) -> String {
    match e {
        Expr::Literal(_) | Expr::New(_) => format!("({})", expr(e)),
        _ => operand(e),
    }
}

/// An operand: in parentheses unless it is one thing.
pub(super) fn operand(e: &Expr) -> String {
    match e {
        Expr::Literal(text) if text.contains("bounded") => format!("({text})"),
        Expr::Unary(..)
        | Expr::Binary(..)
        | Expr::Conditional(..)
        | Expr::Lifetime(..)
        | Expr::Instate(..)
        | Expr::Quantified(..) => format!("({})", expr(e)),
        _ => expr(e),
    }
}

/// How tightly an operator binds, where both readings agree on it.
fn level(op: &str) -> Option<u8> {
    match op {
        "||" => Some(1),
        "&&" => Some(2),
        "<" | "<=" | ">" | ">=" | "==" | "!=" => Some(3),
        "+" | "-" => Some(4),
        "*" | "/" | "%" => Some(5),
        _ => None,
    }
}

fn left_operand(op: &str, e: &Expr) -> String {
    match e {
        Expr::Binary(inner, ..) if binds_left(op, inner) => expr(e),
        _ => operand(e),
    }
}

fn right_operand(op: &str, e: &Expr) -> String {
    match e {
        Expr::Binary(inner, ..) if level(inner) > level(op) && level(op).is_some() => expr(e),
        _ => operand(e),
    }
}

fn binds_left(op: &str, inner: &str) -> bool {
    let (Some(outer), Some(inner)) = (level(op), level(inner)) else {
        return false;
    };
    inner > outer || inner == outer && outer != 3
}

/// A statement with its `;`, each line indented.
pub(super) fn statement(out: &mut String, indent: &str, documentation: bool, s: &Statement) {
    match s {
        Statement::Expr(e) if documentation => {
            writeln!(out, "{indent}@doc{{What must hold.}}\n{indent}{};", expr(e))
        }
        Statement::Expr(e) => writeln!(out, "{indent}{};", expr(e)),
        Statement::Case(subject, arms) => {
            let inner = format!("{indent}    ");
            writeln!(out, "{indent}case {} {{", operand(subject)).expect("strings can be written");
            for (pattern, arm) in arms {
                write!(out, "{inner}{pattern} =>").expect("strings can be written");
                arm_statement(out, &inner, arm);
            }
            writeln!(out, "{indent}}};")
        }
    }
    .expect("strings can be written");
}

fn arm_statement(out: &mut String, indent: &str, arm: &Statement) {
    match arm {
        Statement::Expr(e) => writeln!(out, " {};", expr(e)).expect("strings can be written"),
        nested @ Statement::Case(..) => {
            out.push('\n');
            statement(out, indent, false, nested);
        }
    }
}
