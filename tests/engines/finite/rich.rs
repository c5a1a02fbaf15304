//! Random finite programs that use everything: arrays, all operations, values computed on the way, and what cannot be
//! computed.

use fretsaw::finite::{
    Action, Array, BinaryOp, Effect, Expr, LocalId, Place, Program, UnaryOp, Variable, VariableId,
};
use fretsaw::simulation::chance::Chance;

use super::generate::Case;

const ARRAY: Array = Array {
    first: VariableId(1),
    length: 3,
};

const UNARY: [UnaryOp; 5] = [
    UnaryOp::Not,
    UnaryOp::Negate,
    UnaryOp::Complement,
    UnaryOp::Byte,
    UnaryOp::Short,
];

/// The case of a seed: a process, an array, and two more variables that may be negative or wide.
pub(crate) fn case(seed: u64) -> Case {
    let mut chance = Chance::new(seed);
    let mut variables = vec![variable("p", 0, 2, None)];
    let owner = (chance.below(2) == 0).then_some(VariableId(0));
    variables.extend((0..3).map(|index| variable(&format!("a[{index}]"), 0, 3, owner)));
    variables.push(variable("n", -2, 3, None));
    let wide = [7, 255, i64::from(u32::MAX)][chance.below(3)];
    variables.push(variable("w", 0, wide, None));
    let actions = (0..2 + chance.below(4)).map(|_| action(owner.is_some(), &mut chance));
    let program = Program {
        actions: actions.collect(),
        variables,
        together: None,
    };
    let property = expression(3, 0, &mut chance);
    Case { program, property }
}

fn variable(name: &str, low: i64, high: i64, owner: Option<VariableId>) -> Variable {
    Variable {
        name: name.to_owned(),
        low,
        high,
        initial: vec![0],
        value_names: Vec::new(),
        owner,
        span: None,
    }
}

fn number(bound: usize, chance: &mut Chance) -> i64 {
    i64::try_from(chance.below(bound)).expect("small")
}

fn action(is_placed: bool, chance: &mut Chance) -> Action {
    let process = VariableId(0);
    let mut guard = Vec::new();
    // Where the process has to be mostly comes first, but it need not.
    let mut is_asked_last = false;
    if is_placed || chance.below(2) == 0 {
        let here = number(3, chance);
        let is_here = binary(
            BinaryOp::Equal,
            Expr::Variable(process),
            Expr::Constant(here),
        );
        guard.push(is_here);
        is_asked_last = here == 2;
    }
    guard.extend((0..chance.below(2)).map(|_| expression(2, 0, chance)));
    if is_asked_last {
        guard.rotate_left(1);
    }
    let mut effects = vec![Effect::Let(LocalId(0), expression(2, 0, chance))];
    effects.extend((0..=chance.below(2)).map(|_| assignment(chance)));
    if chance.below(6) == 0 {
        effects.push(Effect::Assert(expression(2, 1, chance)));
    }
    let there = Expr::Constant(number(3, chance));
    effects.push(Effect::Assign(Place::Variable(process), there));
    Action {
        name: String::new(),
        guard,
        effects,
        spans: Vec::new(),
    }
}

/// Mostly an assignment that stays in range; sometimes one that may leave it.
fn assignment(chance: &mut Chance) -> Effect {
    let value = expression(3, 1, chance);
    let within = |value, bound| {
        let bound = || Expr::Constant(bound);
        let small = binary(BinaryOp::Remainder, value, bound());
        binary(
            BinaryOp::Remainder,
            binary(BinaryOp::Add, small, bound()),
            bound(),
        )
    };
    match chance.below(8) {
        0 => Effect::Assign(Place::Variable(VariableId(4)), value),
        1 => Effect::Assign(
            Place::Element(ARRAY, expression(1, 1, chance)),
            within(value, 4),
        ),
        2 | 3 => {
            let index = binary(BinaryOp::BitAnd, value, Expr::Constant(1));
            Effect::Assign(
                Place::Element(ARRAY, index),
                within(expression(2, 1, chance), 4),
            )
        }
        4 | 5 => Effect::Assign(Place::Variable(VariableId(4)), within(value, 3)),
        _ => Effect::Assign(Place::Variable(VariableId(5)), within(value, 7)),
    }
}

/// An expression so many operations deep, which may use so many values computed before.
fn expression(depth: usize, n_locals: u32, chance: &mut Chance) -> Expr {
    let part =
        |chance: &mut Chance| Box::new(expression(depth.saturating_sub(1), n_locals, chance));
    match if depth == 0 {
        chance.below(4)
    } else {
        chance.below(12)
    } {
        0 => Expr::Constant(number(5, chance) - 1),
        1 if n_locals > 0 => Expr::Local(LocalId(0)),
        1 | 2 => Expr::Variable(VariableId(u32::try_from(chance.below(6)).expect("small"))),
        3 => {
            let index = Box::new(Expr::Constant(number(3, chance)));
            Expr::Element(ARRAY, index)
        }
        4 => Expr::Element(ARRAY, part(chance)),
        5 => Expr::Unary(UNARY[chance.below(UNARY.len())], part(chance)),
        6 => Expr::If(part(chance), part(chance), part(chance)),
        _ => {
            let op = BinaryOp::ALL[chance.below(BinaryOp::ALL.len())];
            Expr::Binary(op, part(chance), part(chance))
        }
    }
}

fn binary(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    Expr::Binary(op, Box::new(left), Box::new(right))
}
