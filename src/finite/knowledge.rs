//! What is known of the values of variables while an action is followed: a range for each.

use super::interval::Interval;
use super::program::{BinaryOp, Effect, Expr, Place, Program, VariableId};

/// The ranges of all variables at one moment of an action, and of what it has computed by then.
#[derive(Debug, Clone)]
pub struct Knowledge<'p> {
    program: &'p Program,
    /// By variable.
    pub variables: Vec<Interval>,
    /// By number.
    locals: Vec<Interval>,
}

impl<'p> Knowledge<'p> {
    /// What is known before an action.
    pub fn new(program: &'p Program, variables: Vec<Interval>) -> Knowledge<'p> {
        Knowledge {
            program,
            variables,
            locals: Vec::new(),
        }
    }

    /// Narrows ranges to where a condition can hold; tells whether it can.
    pub fn confine(&mut self, condition: &Expr) -> bool {
        if let Expr::Binary(op, left, right) = condition {
            match op {
                BinaryOp::And => return self.confine(left) && self.confine(right),
                BinaryOp::Less | BinaryOp::LessEqual | BinaryOp::Equal => {
                    return self.order(*op, left, right);
                }
                BinaryOp::Greater => return self.order(BinaryOp::Less, right, left),
                BinaryOp::GreaterEqual => return self.order(BinaryOp::LessEqual, right, left),
                _ => {}
            }
        }
        self.range(condition) != Interval::of(0)
    }

    /// Narrows both sides of a comparison.
    fn order(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> bool {
        let (least, most) = (self.range(left), self.range(right));
        let gap = i64::from(op == BinaryOp::Less);
        let mut at_most = Interval::new(i64::MIN, most.high.saturating_sub(gap));
        let mut at_least = Interval::new(least.low.saturating_add(gap), i64::MAX);
        if op == BinaryOp::Equal {
            (at_most, at_least) = (most, least);
        }
        self.meet(left, at_most) && self.meet(right, at_least)
    }

    fn meet(&mut self, expr: &Expr, wanted: Interval) -> bool {
        let met = self.range(expr).meet(wanted);
        if let (Expr::Variable(variable), Some(met)) = (expr, met) {
            self.variables[variable.0 as usize] = met;
        }
        met.is_some()
    }

    /// Takes in what an effect does.
    pub fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Let(local, value) => {
                let index = local.0 as usize;
                self.locals
                    .resize(self.locals.len().max(index + 1), Interval::ALL);
                self.locals[index] = self.range(value);
            }
            Effect::Assign(place, value) => self.assign(place, self.range(value)),
            Effect::Assert(condition) => {
                self.confine(condition);
            }
        }
    }

    fn assign(&mut self, place: &Place, value: Interval) {
        let targets = place.targets();
        let is_certain = targets.len() == 1;
        for target in targets {
            let variable = self.program.variable(target);
            // A value outside is an error, and there is no state after it.
            let value = value.meet(Interval::new(variable.low, variable.high));
            let known = &mut self.variables[target.0 as usize];
            *known = match value {
                Some(value) if is_certain => value,
                Some(value) => known.join(value),
                None => *known,
            };
        }
    }

    /// The range of an expression's value.
    pub fn range(&self, expr: &Expr) -> Interval {
        match expr {
            Expr::Constant(value) => Interval::of(*value),
            Expr::Variable(variable) => self.variables[variable.0 as usize],
            Expr::Element(array, index) => {
                let index = self.range(index);
                let elements = array.elements().zip(0..);
                let elements = elements.filter(|(_, at)| index.contains(*at));
                let ranges = elements.map(|(element, _)| self.variables[element.0 as usize]);
                ranges.reduce(Interval::join).unwrap_or(Interval::ALL)
            }
            Expr::Local(local) => {
                let known = self.locals.get(local.0 as usize);
                known.copied().unwrap_or(Interval::ALL)
            }
            Expr::Unary(op, operand) => self.range(operand).unary(*op),
            Expr::Binary(op, left, right) => self.range(left).binary(*op, self.range(right)),
            Expr::If(condition, yes, no) => match self.range(condition).truth() {
                Some(true) => self.range(yes),
                Some(false) => self.range(no),
                None => self.range(yes).join(self.range(no)),
            },
        }
    }

    /// Whether a condition is certain to hold.
    pub fn is_certain(&self, condition: &Expr) -> bool {
        self.range(condition).truth() == Some(true) && !self.may_fail(condition)
    }

    /// Whether an effect may fail.
    pub fn may_effect_fail(&self, effect: &Effect) -> bool {
        match effect {
            Effect::Let(_, value) => self.may_fail(value),
            Effect::Assert(condition) => {
                self.may_fail(condition) || self.range(condition).truth() != Some(true)
            }
            Effect::Assign(place, value) => {
                let range = self.range(value);
                let fits = |target: VariableId| {
                    let variable = self.program.variable(target);
                    Interval::new(variable.low, variable.high).includes(range)
                };
                let is_place_unsafe = match place {
                    Place::Variable(_) => false,
                    Place::Element(array, index) => {
                        self.may_fail(&Expr::Element(*array, Box::new(index.clone())))
                    }
                };
                is_place_unsafe || self.may_fail(value) || !place.targets().into_iter().all(fits)
            }
        }
    }

    /// Whether it takes a look at an expression's operands to tell that it can be computed.
    pub fn may_fail(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Constant(_) | Expr::Variable(_) | Expr::Local(_) => false,
            Expr::Element(array, index) => {
                let inside = Interval::new(0, i64::from(array.length) - 1);
                self.may_fail(index) || !inside.includes(self.range(index))
            }
            Expr::Unary(_, operand) => self.may_fail(operand),
            Expr::Binary(BinaryOp::And, left, right) => {
                // The second is looked at only where the first holds.
                let mut there = self.clone();
                self.may_fail(left) || (there.confine(left) && there.may_fail(right))
            }
            Expr::Binary(op, left, right) => {
                let divides = matches!(op, BinaryOp::Divide | BinaryOp::Remainder);
                let by_zero = divides && self.range(right).contains(0);
                by_zero || self.may_fail(left) || self.may_fail(right)
            }
            Expr::If(condition, yes, no) => {
                self.may_fail(condition) || self.may_fail(yes) || self.may_fail(no)
            }
        }
    }
}
