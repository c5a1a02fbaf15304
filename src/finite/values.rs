//! The values that variables can have at all, one by one, where they are few.
//!
//! Ranges tell how far values go; this tells which of them there are. It follows constants through assignments and the
//! operations in them, wherever a process may be.

use std::collections::BTreeSet;

use super::program::{Effect, Expr, Program, VariableId};
use super::ranges::Ranges;

/// More values than so many are not told one by one.
const MOST_VALUES: usize = 16;

/// Values that something can have; nothing where they are too many.
type Few = Option<BTreeSet<i64>>;

/// The values of variables.
#[derive(Debug, Clone, Default)]
pub struct Values {
    /// By variable; all that is beyond the end has too many.
    few: Vec<Option<Vec<i64>>>,
}

impl Values {
    /// The values that a program's variables can have in its reachable states.
    pub fn of(program: &Program, ranges: &Ranges) -> Values {
        let mut analysis = Analysis::new(program);
        while analysis.pass() {}
        let known = analysis.values.into_iter().zip(&ranges.whole);
        let few = known.map(|(few, range)| {
            if let Some(few) = few {
                return Some(few.into_iter().filter(|it| range.contains(*it)).collect());
            }
            let width = range.high.checked_sub(range.low)?;
            let is_small = usize::try_from(width).is_ok_and(|width| width < MOST_VALUES);
            is_small.then(|| (range.low..=range.high).collect())
        });
        Values { few: few.collect() }
    }

    /// Nothing is known of any variable.
    pub fn unknown() -> Values {
        Values::default()
    }

    /// The values of a variable in ascending order, if they are few.
    pub fn of_variable(&self, variable: VariableId) -> Option<&[i64]> {
        self.few.get(variable.0 as usize)?.as_deref()
    }
}

struct Analysis<'p> {
    program: &'p Program,
    /// By variable.
    values: Vec<Few>,
}

impl<'p> Analysis<'p> {
    fn new(program: &'p Program) -> Analysis<'p> {
        let initial = program.variables.iter().map(|it| &it.initial);
        Analysis {
            program,
            values: initial.map(|it| few(it.iter().copied())).collect(),
        }
    }

    /// Takes every action once; tells whether a variable can have a value that it could not have before.
    fn pass(&mut self) -> bool {
        let mut has_grown = false;
        for action in &self.program.actions {
            let mut locals: Vec<Few> = Vec::new();
            for effect in &action.effects {
                match effect {
                    Effect::Let(local, value) => {
                        let index = local.0 as usize;
                        locals.resize(locals.len().max(index + 1), None);
                        locals[index] = self.values_of(value, &locals);
                    }
                    Effect::Assign(place, value) => {
                        let values = self.values_of(value, &locals);
                        for target in place.targets() {
                            has_grown |= self.add(target, values.as_ref());
                        }
                    }
                    Effect::Assert(_) => {}
                }
            }
        }
        has_grown
    }

    fn add(&mut self, target: VariableId, values: Option<&BTreeSet<i64>>) -> bool {
        let variable = self.program.variable(target);
        let Some(known) = &mut self.values[target.0 as usize] else {
            return false;
        };
        let before = known.len();
        if let Some(values) = values {
            // A value outside is an error, and there is no state after it.
            let inside = |value: &&i64| (variable.low..=variable.high).contains(*value);
            known.extend(values.iter().filter(inside));
            if known.len() <= MOST_VALUES {
                return known.len() > before;
            }
        }
        self.values[target.0 as usize] = None;
        true
    }

    /// The values of an expression; what cannot be computed has none.
    fn values_of(&self, expr: &Expr, locals: &[Few]) -> Few {
        let of = |expr: &Expr| self.values_of(expr, locals);
        match expr {
            Expr::Constant(value) => few([*value]),
            Expr::Variable(variable) => self.values[variable.0 as usize].clone(),
            Expr::Local(local) => locals.get(local.0 as usize)?.clone(),
            Expr::Element(array, _) => {
                let elements = array.elements().map(|it| &self.values[it.0 as usize]);
                let elements: Option<Vec<&BTreeSet<i64>>> = elements.map(Option::as_ref).collect();
                few(elements?.into_iter().flatten().copied())
            }
            Expr::Unary(op, operand) => few(of(operand)?.into_iter().map(|value| op.apply(value))),
            Expr::Binary(op, left, right) => {
                let (left, right) = match (of(left), of(right)) {
                    (Some(left), Some(right)) => (left, right),
                    _ if op.is_truth() => return few([0, 1]),
                    _ => return None,
                };
                let alone = left.iter().filter_map(|left| op.decided_by(*left));
                let pairs = left
                    .iter()
                    .flat_map(|left| right.iter().map(move |right| (left, right)));
                let together = pairs.filter_map(|(left, right)| op.apply(*left, *right).ok());
                few(together.chain(alone))
            }
            Expr::If(_, yes, no) => few(of(yes)?.into_iter().chain(of(no)?)),
        }
    }
}

fn few(values: impl IntoIterator<Item = i64>) -> Few {
    let values: BTreeSet<i64> = values.into_iter().collect();
    (values.len() <= MOST_VALUES).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finite::{Action, BinaryOp, Place, UnaryOp, Variable};

    fn program(initial: &[&[i64]], effects: Vec<Effect>) -> Program {
        let variables = initial.iter().map(|initial| Variable {
            name: String::new(),
            low: 0,
            high: 99,
            initial: initial.to_vec(),
            value_names: Vec::new(),
            owner: None,
            span: None,
        });
        Program {
            variables: variables.collect(),
            actions: vec![Action {
                name: String::new(),
                guard: Vec::new(),
                effects,
                spans: Vec::new(),
            }],
            together: None,
        }
    }

    fn read(variable: u32) -> Expr {
        Expr::Variable(VariableId(variable))
    }

    fn assign(variable: u32, value: Expr) -> Effect {
        Effect::Assign(Place::Variable(VariableId(variable)), value)
    }

    fn both(op: BinaryOp, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    fn values(program: &Program) -> Vec<Option<Vec<i64>>> {
        let values = Values::of(program, &Ranges::declared(program));
        let of = |id| values.of_variable(id).map(<[i64]>::to_vec);
        program.variable_ids().map(of).collect()
    }

    #[test]
    fn constants_go_through_copies_and_operations() {
        let sum = both(BinaryOp::Add, read(1), Expr::Constant(10));
        let program = program(&[&[0], &[5, 7]], vec![assign(0, sum)]);
        assert_eq!(values(&program), [Some(vec![0, 15, 17]), Some(vec![5, 7])]);
    }

    /// The second part of a condition is not computed where the first one decides.
    #[test]
    fn conditions_may_be_decided_by_their_first_part() {
        let quotient = both(BinaryOp::Divide, Expr::Constant(5), read(1));
        let is_some = both(BinaryOp::NotEqual, read(1), Expr::Constant(0));
        let condition = both(BinaryOp::And, is_some, quotient);
        let is_false = Expr::Unary(UnaryOp::Not, Box::new(condition));
        let program = program(&[&[0], &[0]], vec![assign(0, is_false)]);
        assert_eq!(values(&program)[0], Some(vec![0, 1]));
    }

    #[test]
    fn truth_has_two_values_whatever_it_is_about() {
        let next = both(BinaryOp::Add, read(0), Expr::Constant(1));
        let is_less = both(BinaryOp::Less, read(0), Expr::Constant(50));
        let program = program(&[&[0], &[0]], vec![assign(0, next), assign(1, is_less)]);
        assert_eq!(values(&program), [None, Some(vec![0, 1])]);
    }

    #[test]
    fn what_grows_has_too_many() {
        let next = both(BinaryOp::Add, read(0), Expr::Constant(1));
        let program = program(&[&[0], &[3]], vec![assign(0, next), assign(1, read(0))]);
        assert_eq!(values(&program), [None, None]);
    }

    #[test]
    fn what_leads_to_an_error_is_no_value() {
        let negative = Expr::Unary(UnaryOp::Negate, Box::new(read(1)));
        let quotient = both(BinaryOp::Divide, Expr::Constant(8), read(1));
        let effects = vec![assign(0, negative), assign(0, quotient)];
        let program = program(&[&[1], &[0, 2]], effects);
        assert_eq!(values(&program)[0], Some(vec![0, 1, 4]));
    }
}
