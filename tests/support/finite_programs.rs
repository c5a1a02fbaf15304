//! Finite programs written briefly: `x = 0 or y = 1, z = 2 -> x := x + 1 % 3, y := 1`.

use fretsaw::finite::{Action, BinaryOp, Effect, Expr, Place, Program, Variable, VariableId};

/// A program from its variables (a name, the greatest value, the values it begins with) and actions, and what is
/// looked for.
pub(crate) fn model(
    variables: &[(&str, i64, &[i64])],
    actions: &[&str],
    property: &str,
) -> (Program, Expr) {
    let declared = variables.iter().map(|(name, high, initial)| Variable {
        name: (*name).to_owned(),
        low: 0,
        high: *high,
        initial: initial.to_vec(),
        value_names: Vec::new(),
        owner: None,
        span: None,
    });
    let mut program = Program {
        variables: declared.collect(),
        actions: Vec::new(),
        together: None,
    };
    let actions = actions.iter().map(|text| action(&program, text));
    program.actions = actions.collect();
    let property = conjunction(&program, property);
    (program, property)
}

fn action(program: &Program, text: &str) -> Action {
    let (guard, effects) = text.split_once("->").expect("an arrow");
    let parts = guard.split(',').filter(|part| !part.trim().is_empty());
    let assignments = effects.split(',').map(|part| {
        let (target, value) = part.split_once(":=").expect("an assignment");
        Effect::Assign(
            Place::Variable(variable(program, target)),
            value_of(program, value),
        )
    });
    Action {
        name: text.to_owned(),
        guard: parts.map(|part| condition(program, part)).collect(),
        effects: assignments.collect(),
        spans: Vec::new(),
    }
}

fn variable(program: &Program, name: &str) -> VariableId {
    let mut ids = program.variable_ids();
    ids.find(|id| program.variable(*id).name == name.trim())
        .expect("a variable")
}

fn conjunction(program: &Program, text: &str) -> Expr {
    let parts = text.split(',').map(|part| condition(program, part));
    parts
        .reduce(|left, right| both(BinaryOp::And, left, right))
        .expect("a condition")
}

fn condition(program: &Program, text: &str) -> Expr {
    let parts = text.split(" or ").map(|part| {
        let (left, right) = part.split_once('=').expect("an equation");
        both(BinaryOp::Equal, term(program, left), term(program, right))
    });
    parts
        .reduce(|left, right| both(BinaryOp::Or, left, right))
        .expect("a condition")
}

/// `x`, `1`, or `x + 1 % 3`, which adds first.
fn value_of(program: &Program, text: &str) -> Expr {
    match text.split_once('%') {
        Some((sum, modulus)) => {
            let (left, right) = sum.split_once('+').expect("a sum");
            let sum = both(BinaryOp::Add, term(program, left), term(program, right));
            both(BinaryOp::Remainder, sum, term(program, modulus))
        }
        None => term(program, text),
    }
}

fn term(program: &Program, text: &str) -> Expr {
    match text.trim().parse() {
        Ok(number) => Expr::Constant(number),
        Err(_) => Expr::Variable(variable(program, text)),
    }
}

fn both(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Box::new(left), Box::new(right))
}

/// Example 1: mutual exclusion of two processes, `n`, `t` and `c` being 0, 1 and 2, with its successors in the order
/// of the figures.
pub(crate) fn example_1() -> (Program, Expr) {
    model(
        &[("x", 2, &[0]), ("y", 2, &[0]), ("z", 1, &[0, 1])],
        &[
            "x = 0 -> x := 1",
            "x = 1, y = 0 -> x := 2",
            "x = 1, y = 1, z = 0 -> x := 2",
            "x = 2, z = 0 -> z := 1",
            "y = 0 -> y := 1",
            "y = 1, x = 0 -> y := 2",
            "y = 1, x = 1, z = 1 -> y := 2",
            "y = 2, z = 1 -> z := 0",
            "x = 2 -> x := 0",
            "y = 2 -> y := 0",
        ],
        "x = 2, y = 2",
    )
}
