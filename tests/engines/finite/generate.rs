//! Random finite programs: a few variables of few values, and actions that guard and assign them.

use std::collections::BTreeSet;

use fretsaw::finite::{
    Action, BinaryOp, Effect, Expr, Place, Program, Together, UnaryOp, Variable, VariableId,
};
use fretsaw::simulation::chance::Chance;

/// A program and what is looked for in it.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) program: Program,
    pub(crate) property: Expr,
}

/// The case of a seed.
pub(crate) fn case(seed: u64) -> Case {
    let mut chance = Chance::new(seed);
    let variables: Vec<Variable> = (0..2 + chance.below(5))
        .map(|number| variable(number, &mut chance))
        .collect();
    let mut program = Program {
        variables,
        actions: Vec::new(),
        together: None,
    };
    for number in 0..2 + chance.below(8) {
        let action = action(number, &program, &mut chance);
        program.actions.push(action);
    }
    let mut property = literal(&program, &mut chance);
    if chance.below(3) == 0 {
        property = both(BinaryOp::And, property, literal(&program, &mut chance));
    }
    if chance.below(6) == 0 {
        begin_together(&mut program, &mut chance);
    }
    Case { program, property }
}

/// Lets the first two variables begin with a few pairs of values.
fn begin_together(program: &mut Program, chance: &mut Chance) {
    let highs = [0, 1].map(|index| program.variables[index].high + 1);
    let pairs = (0..2 + chance.below(3)).map(|_| highs.map(|high| below(high, chance)).to_vec());
    let pairs: BTreeSet<Vec<i64>> = pairs.collect();
    for index in 0..2 {
        let values: BTreeSet<i64> = pairs.iter().map(|pair| pair[index]).collect();
        program.variables[index].initial = values.into_iter().collect();
    }
    program.together = Some(Together {
        variables: vec![VariableId(0), VariableId(1)],
        values: pairs.into_iter().collect(),
    });
}

fn variable(number: usize, chance: &mut Chance) -> Variable {
    let high = 1 + i64::try_from(chance.below(3)).expect("small");
    let mut initial: Vec<i64> = (0..=high).collect();
    // Most variables begin with one value, some with several.
    while initial.len() > 1 && chance.below(8) != 0 {
        initial.remove(chance.below(initial.len()));
    }
    Variable {
        name: format!("v{number}"),
        low: 0,
        high,
        initial,
        value_names: Vec::new(),
        owner: None,
        span: None,
    }
}

fn action(number: usize, program: &Program, chance: &mut Chance) -> Action {
    let guard = (0..=chance.below(3)).map(|_| condition(program, chance));
    let guard = guard.collect();
    let effects = (0..=chance.below(2)).map(|_| assignment(program, chance));
    Action {
        name: format!("e{number}"),
        guard,
        effects: effects.collect(),
        spans: Vec::new(),
    }
}

fn condition(program: &Program, chance: &mut Chance) -> Expr {
    let first = literal(program, chance);
    match chance.below(6) {
        0 => both(BinaryOp::Or, first, literal(program, chance)),
        1 => both(BinaryOp::And, first, literal(program, chance)),
        2 => {
            let either = both(BinaryOp::Or, first, literal(program, chance));
            Expr::Unary(UnaryOp::Not, Box::new(either))
        }
        _ => first,
    }
}

fn literal(program: &Program, chance: &mut Chance) -> Expr {
    let variable = any_variable(program, chance);
    let other = if chance.below(5) == 0 {
        Expr::Variable(any_variable(program, chance))
    } else {
        let high = program.variable(variable).high;
        Expr::Constant(below(high + 1, chance))
    };
    let op = match chance.below(4) {
        0 => BinaryOp::NotEqual,
        1 => BinaryOp::Less,
        _ => BinaryOp::Equal,
    };
    both(op, Expr::Variable(variable), other)
}

/// An assignment that stays within the range of its variable.
fn assignment(program: &Program, chance: &mut Chance) -> Effect {
    let target = any_variable(program, chance);
    let values = program.variable(target).high + 1;
    let source = Expr::Variable(any_variable(program, chance));
    let value = match chance.below(6) {
        0..=3 => Expr::Constant(below(values, chance)),
        4 => both(BinaryOp::Remainder, source, Expr::Constant(values)),
        _ => {
            let sum = both(BinaryOp::Add, source, Expr::Constant(1));
            both(BinaryOp::Remainder, sum, Expr::Constant(values))
        }
    };
    Effect::Assign(Place::Variable(target), value)
}

fn any_variable(program: &Program, chance: &mut Chance) -> VariableId {
    VariableId(u32::try_from(chance.below(program.variables.len())).expect("few variables"))
}

fn below(bound: i64, chance: &mut Chance) -> i64 {
    let bound = usize::try_from(bound).expect("small");
    i64::try_from(chance.below(bound)).expect("small")
}

fn both(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Box::new(left), Box::new(right))
}
