//! Sums, products, quotients and comparisons of terms.

use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, Zero};

use super::linear::Sum;
use super::sort::{Constant, Rational, Sort};
use super::terms::{Node, TermId, Terms};

/// Numbers.
impl Terms {
    /// The sum of numbers of one sort; at least one.
    #[track_caller]
    pub fn add(&mut self, parts: &[TermId]) -> TermId {
        let sort = self.expect_numbers(parts[0], parts[0]);
        let mut sum = Sum::new();
        for part in parts {
            self.expect(*part, sort);
            sum.add(self, *part, &Rational::one());
        }
        sum.into_term(self, sort)
    }

    /// The difference.
    pub fn subtract(&mut self, left: TermId, right: TermId) -> TermId {
        let sort = self.expect_numbers(left, right);
        let mut sum = Sum::new();
        sum.add(self, left, &Rational::one());
        sum.add(self, right, &-Rational::one());
        sum.into_term(self, sort)
    }

    /// The opposite.
    pub fn negate(&mut self, term: TermId) -> TermId {
        self.scale(term, &-Rational::one())
    }

    fn scale(&mut self, term: TermId, factor: &Rational) -> TermId {
        let sort = self.expect_numbers(term, term);
        let mut sum = Sum::new();
        sum.add(self, term, factor);
        sum.into_term(self, sort)
    }

    /// The product.
    pub fn multiply(&mut self, left: TermId, right: TermId) -> TermId {
        let sort = self.expect_numbers(left, right);
        for (side, other) in [(left, right), (right, left)] {
            if let Some(factor) = self.constant(side).and_then(Constant::number) {
                return self.scale(other, &factor);
            }
        }
        self.intern(Node::Multiply(left.min(right), left.max(right)), sort)
    }

    /// The quotient; of whole numbers the Euclidean one. By zero it is zero, which nobody should depend on.
    pub fn divide(&mut self, left: TermId, right: TermId) -> TermId {
        let sort = self.expect_numbers(left, right);
        match (self.constant(left), self.constant(right)) {
            (Some(a), Some(b)) => {
                let quotient = divide(a, b);
                self.make_constant(quotient)
            }
            (_, Some(b)) if b.number().is_some_and(|number| number.is_one()) => left,
            _ => self.intern(Node::Divide(left, right), sort),
        }
    }

    /// The rest of the Euclidean quotient. By zero it is the number itself, which nobody should depend on.
    pub fn modulo(&mut self, left: TermId, right: TermId) -> TermId {
        self.expect(left, Sort::Int);
        self.expect(right, Sort::Int);
        match (self.constant(left), self.constant(right)) {
            (Some(a), Some(b)) => {
                let rest = modulo(a, b);
                self.make_constant(rest)
            }
            (_, Some(b)) if b.number().is_some_and(|number| number.is_one()) => self.int(0),
            _ => self.intern(Node::Modulo(left, right), Sort::Int),
        }
    }

    /// The first is less than the second.
    pub fn less(&mut self, left: TermId, right: TermId) -> TermId {
        self.compare(left, right, true)
    }

    /// The first is at most the second.
    pub fn less_equal(&mut self, left: TermId, right: TermId) -> TermId {
        self.compare(left, right, false)
    }

    fn compare(&mut self, left: TermId, right: TermId, strict: bool) -> TermId {
        self.expect_numbers(left, right);
        if left == right {
            return self.truth(!strict);
        }
        let order = self.constant(left).zip(self.constant(right));
        if let Some(order) = order.and_then(|(a, b)| a.order(b)) {
            return self.truth(if strict { order.is_lt() } else { order.is_le() });
        }
        let node = if strict {
            Node::Less(left, right)
        } else {
            Node::LessEqual(left, right)
        };
        self.intern(node, Sort::Bool)
    }

    /// A whole number as a fraction.
    pub fn to_real(&mut self, term: TermId) -> TermId {
        if self.sort(term) == Sort::Real {
            return term;
        }
        self.expect(term, Sort::Int);
        match self.constant(term).and_then(Constant::number) {
            Some(number) => self.make_constant(Constant::Real(number)),
            None => self.intern(Node::ToReal(term), Sort::Real),
        }
    }

    /// The largest whole number that is not above a fraction.
    pub fn floor(&mut self, term: TermId) -> TermId {
        self.expect(term, Sort::Real);
        match self.node(term) {
            Node::Constant(Constant::Real(number)) => {
                let whole = number.floor().to_integer();
                self.make_constant(whole)
            }
            Node::ToReal(whole) => *whole,
            _ => self.intern(Node::Floor(term), Sort::Int),
        }
    }
}

/// The quotient of two numbers of one sort.
pub(super) fn divide(left: &Constant, right: &Constant) -> Constant {
    match (left, right) {
        (Constant::Real(_), Constant::Real(b)) if b.is_zero() => Constant::Real(Rational::zero()),
        (Constant::Real(a), Constant::Real(b)) => Constant::Real(a / b),
        (Constant::Int(a), Constant::Int(b)) => Constant::Int(div_rem(a, b).0),
        _ => left.clone(),
    }
}

/// The rest of the quotient of two whole numbers.
pub(super) fn modulo(left: &Constant, right: &Constant) -> Constant {
    match (left, right) {
        (Constant::Int(a), Constant::Int(b)) => Constant::Int(div_rem(a, b).1),
        _ => left.clone(),
    }
}

/// Euclidean division: the rest is never negative. By zero the quotient is zero.
fn div_rem(number: &BigInt, divisor: &BigInt) -> (BigInt, BigInt) {
    if divisor.is_zero() {
        return (BigInt::ZERO, number.clone());
    }
    let (quotient, rest) = number.div_mod_floor(divisor);
    if rest.is_negative() {
        (quotient + 1, rest - divisor)
    } else {
        (quotient, rest)
    }
}
