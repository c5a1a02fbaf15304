//! Which values make a condition what it is, for those who ask why it does not hold.
//!
//! A condition under a quantifier has no value of its own. Where one element decides, as one for which the condition
//! is false or undefined, it is read for that element, and the element is told.

use super::evaluate::Environment;
use crate::diagnostics::Span;
use crate::model::value::Value;
use crate::semantics::expression::{BinaryOp, Binding, Expr, ExprKind, UnaryOp};
use crate::semantics::specification::LocalId;
use crate::stack::with_enough_stack;

/// A part of a condition and its value, if it has one.
pub type Part = (Span, Option<Value>);

/// The values that a condition depends on, in the order of the text: both sides of comparisons and what they are
/// computed from, and Boolean parts that compare nothing.
pub(super) fn parts(environment: &Environment<'_>, condition: &Expr) -> Vec<Part> {
    let mut explained = Explained::new(environment);
    explained.condition(condition);
    explained.parts
}

/// The innermost part of a condition that is to blame for it.
#[derive(Debug)]
pub struct Blamed<'e> {
    /// The part.
    pub part: &'e Expr,
    /// Whether it is undefined rather than false.
    pub undefined: bool,
    /// The elements that it is read for, outermost first, each at a place where the variable stands.
    pub elements: Vec<Part>,
    /// The values of the part's own parts.
    pub values: Vec<Part>,
}

/// Finds what is to blame for a condition that does not hold: of a conjunction the first part that does not hold, of a
/// quantifier its condition for the element that decides.
pub fn blame<'e>(environment: &Environment<'_>, condition: &'e Expr) -> Blamed<'e> {
    let mut explained = Explained::new(environment);
    let mut part = condition;
    loop {
        let binding = match &part.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                part = if explained.holds(left) { right } else { left };
                continue;
            }
            ExprKind::Quantified(_, binding) => binding,
            _ => break,
        };
        let decided = explained.enter(part, binding);
        let unmet = binding.conditions.iter().find(|it| !explained.holds(it));
        match unmet {
            Some(unmet) if decided => part = unmet,
            _ => break,
        }
    }
    let elements = std::mem::take(&mut explained.parts);
    part.for_each_part(|it| {
        if !matches!(it.kind, ExprKind::Extent(_)) {
            explained.tell(it);
            explained.elements_within(it);
        }
    });
    Blamed {
        part,
        undefined: explained.value(part).is_none(),
        elements,
        values: explained.parts,
    }
}

struct Explained<'x> {
    environment: Environment<'x>,
    /// The variables of the quantifiers around what is looked at, and the elements that they stand for.
    variables: Vec<(LocalId, Value)>,
    parts: Vec<Part>,
}

impl<'x> Explained<'x> {
    fn new(environment: &Environment<'x>) -> Explained<'x> {
        Explained {
            // To tell values is not to depend on them.
            environment: Environment {
                read_open: None,
                ..environment.clone()
            },
            variables: Vec::new(),
            parts: Vec::new(),
        }
    }

    fn value(&self, expr: &Expr) -> Option<Value> {
        self.environment.value_where(expr, &self.variables)
    }

    fn holds(&self, condition: &Expr) -> bool {
        self.value(condition) == Some(Value::Boolean(true))
    }

    fn tell(&mut self, part: &Expr) {
        let value = self.value(part);
        self.parts.push((part.span, value));
    }

    /// Tells the parts of a condition whose values explain it.
    fn condition(&mut self, condition: &Expr) {
        with_enough_stack(|| match &condition.kind {
            ExprKind::Unary(UnaryOp::Not, _) => {
                condition.for_each_part(|part| self.condition(part));
            }
            ExprKind::Binary(op, ..) if op.is_connective() => {
                condition.for_each_part(|part| self.condition(part));
            }
            ExprKind::Binary(op, ..) if op.is_ordering() || op.is_equality() => {
                condition.for_each_part(|part| self.operand(part));
            }
            _ => self.operand(condition),
        });
    }

    /// Tells an operand and what it is computed from.
    fn operand(&mut self, operand: &Expr) {
        match &operand.kind {
            ExprKind::This | ExprKind::Instance(..) | ExprKind::Extent(_) => {}
            _ => self.tell(operand),
        }
        match &operand.kind {
            ExprKind::Quantified(_, binding) | ExprKind::Comprehension(binding) => {
                self.element(operand, binding);
            }
            ExprKind::Case(..) => {}
            _ => with_enough_stack(|| operand.for_each_part(|part| self.operand(part))),
        }
    }

    /// Tells the elements that make quantifiers and comprehensions within an operand what they are.
    fn elements_within(&mut self, operand: &Expr) {
        with_enough_stack(|| match &operand.kind {
            ExprKind::Quantified(_, binding) | ExprKind::Comprehension(binding) => {
                self.element(operand, binding);
            }
            _ => operand.for_each_part(|part| self.elements_within(part)),
        });
    }

    /// Tells the element that makes a quantifier or comprehension what it is, and the conditions for it.
    fn element(&mut self, whole: &Expr, binding: &Binding) {
        if self.enter(whole, binding) {
            for condition in &binding.conditions {
                self.condition(condition);
            }
            self.variables.pop();
        }
    }

    /// Looks at what a quantifier says of the element that decides, and tells that; or says that there is none.
    fn enter(&mut self, whole: &Expr, binding: &Binding) -> bool {
        let decides = self.environment.deciding_element(whole, &self.variables);
        let (Some(element), Some(place)) = (decides, place_of(binding)) else {
            return false;
        };
        self.parts.push((place, Some(element.clone())));
        self.variables.push((binding.local, element));
        true
    }
}

/// Where the variable stands in the conditions on it; nowhere if they are the same for every element.
fn place_of(binding: &Binding) -> Option<Span> {
    let mut place = None;
    for condition in &binding.conditions {
        condition.walk(&mut |part| {
            if part.kind == ExprKind::Local(binding.local) {
                place.get_or_insert(part.span);
            }
        });
    }
    place
}
