//! Polynomials in one unknown with whole coefficients, and their whole roots.
//!
//! They tell what a field becomes where a postcondition says it in a roundabout way, as `new this.x * new this.x == 9`
//! does.

use num_bigint::{BigInt, Sign};
use num_integer::Integer;

/// A polynomial: its coefficients, that of the constant first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Polynomial(Vec<BigInt>);

/// Beyond so many candidates, roots of high degree are not searched for.
const MOST_CANDIDATES: u32 = 100_000;

impl Polynomial {
    /// A number.
    pub(super) fn constant(number: BigInt) -> Polynomial {
        Polynomial(vec![number])
    }

    /// The unknown itself.
    pub(super) fn unknown() -> Polynomial {
        Polynomial(vec![BigInt::ZERO, BigInt::from(1)])
    }

    /// The opposite.
    pub(super) fn negated(&self) -> Polynomial {
        Polynomial(self.0.iter().map(|coefficient| -coefficient).collect())
    }

    /// The sum.
    pub(super) fn plus(&self, other: &Polynomial) -> Polynomial {
        let at = |side: &Polynomial, power: usize| side.0.get(power).cloned().unwrap_or_default();
        let length = self.0.len().max(other.0.len());
        Polynomial(
            (0..length)
                .map(|power| at(self, power) + at(other, power))
                .collect(),
        )
    }

    /// The difference.
    pub(super) fn minus(&self, other: &Polynomial) -> Polynomial {
        self.plus(&other.negated())
    }

    /// The product.
    pub(super) fn times(&self, other: &Polynomial) -> Polynomial {
        let mut product = vec![BigInt::ZERO; self.0.len() + other.0.len()];
        for (i, a) in self.0.iter().enumerate() {
            for (j, b) in other.0.iter().enumerate() {
                product[i + j] += a * b;
            }
        }
        Polynomial(product)
    }

    fn value(&self, at: &BigInt) -> BigInt {
        let highest_first = self.0.iter().rev();
        highest_first.fold(BigInt::ZERO, |value, coefficient| value * at + coefficient)
    }

    /// The whole numbers at which it is zero, in order. None where these are all numbers, or too many to be tried.
    pub(super) fn roots(mut self) -> Option<Vec<BigInt>> {
        while self.0.last().is_some_and(is_zero) {
            self.0.pop();
        }
        let candidates = match self.0.as_slice() {
            [] => return None,
            [_] => Vec::new(),
            [b, a] => vec![(-b).div_floor(a)],
            [c, b, a] => quadratic_candidates(a, b, c),
            more => bounded_candidates(more)?,
        };
        let roots = candidates
            .into_iter()
            .filter(|candidate| is_zero(&self.value(candidate)));
        Some(roots.collect())
    }
}

fn is_zero(number: &BigInt) -> bool {
    number.sign() == Sign::NoSign
}

/// What the quadratic formula gives, rounded down; the whole roots are among it.
fn quadratic_candidates(a: &BigInt, b: &BigInt, c: &BigInt) -> Vec<BigInt> {
    let discriminant = b * b - BigInt::from(4) * a * c;
    if discriminant.sign() == Sign::Minus {
        return Vec::new();
    }
    let root = discriminant.sqrt();
    let divisor: BigInt = a * 2;
    let mut candidates = vec![
        (-b - &root).div_floor(&divisor),
        (root - b).div_floor(&divisor),
    ];
    candidates.sort();
    candidates.dedup();
    candidates
}

/// All numbers up to a size that no root exceeds, by Cauchy's bound.
fn bounded_candidates(coefficients: &[BigInt]) -> Option<Vec<BigInt>> {
    let (leading, others) = coefficients.split_last()?;
    let largest = others.iter().map(BigInt::magnitude).max()?;
    let bound = u32::try_from(largest / leading.magnitude() + 2_u32).ok()?;
    let bound = i64::from(bound);
    if bound * 2 > i64::from(MOST_CANDIDATES) {
        return None;
    }
    Some((-bound..=bound).map(BigInt::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roots(coefficients: &[i64]) -> Option<Vec<i64>> {
        let polynomial = Polynomial(coefficients.iter().copied().map(BigInt::from).collect());
        let roots = polynomial.roots()?;
        Some(
            roots
                .iter()
                .map(|root| i64::try_from(root).unwrap())
                .collect(),
        )
    }

    #[test]
    fn whole_roots_are_found() {
        assert_eq!(roots(&[-6, 2]), Some(vec![3]));
        assert_eq!(roots(&[-7, 2]), Some(vec![]));
        assert_eq!(roots(&[-9, 0, 1]), Some(vec![-3, 3]));
        assert_eq!(roots(&[-10, 0, 1]), Some(vec![]));
        assert_eq!(roots(&[4, 4, 1]), Some(vec![-2]));
        assert_eq!(roots(&[6, -5, 1]), Some(vec![2, 3]));
        assert_eq!(roots(&[6, -5, -1]), Some(vec![-6, 1]));
        assert_eq!(roots(&[-8, 0, 0, 1]), Some(vec![2]));
        assert_eq!(roots(&[5]), Some(vec![]));
        assert_eq!(roots(&[0, 0]), None);
    }
}
