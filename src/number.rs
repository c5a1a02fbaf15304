//! Exact numbers, for all layers: fractions, and division as the language defines it.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Add, AddAssign, Deref, Div, Mul, Neg, Sub};

use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_rational::Ratio;
use num_traits::{One, Zero};

/// The quotient rounded down. The divisor is not zero.
pub fn div_floor(number: &BigInt, divisor: i64) -> BigInt {
    number.div_floor(&BigInt::from(divisor))
}

/// What the rounded quotient leaves. The divisor is not zero.
pub fn mod_floor(number: &BigInt, divisor: i64) -> BigInt {
    number.mod_floor(&BigInt::from(divisor))
}

/// Euclidean division: the rest is never negative. None for a division by zero.
pub fn div_rem_euclid(number: &BigInt, divisor: &BigInt) -> Option<(BigInt, BigInt)> {
    if divisor.sign() == Sign::NoSign {
        return None;
    }
    let (quotient, rest) = number.div_mod_floor(divisor);
    // Flooring leaves a rest of the divisor's sign; one step further makes it positive.
    if rest.sign() == Sign::Minus {
        return Some((quotient + 1, rest - divisor));
    }
    Some((quotient, rest))
}

/// The quotient rounded down, toward minus infinity. None for a division by zero.
pub fn div_down(number: &BigInt, divisor: &BigInt) -> Option<BigInt> {
    (divisor.sign() != Sign::NoSign).then(|| number.div_floor(divisor))
}

/// An exact fraction in lowest terms, with a positive denominator.
///
/// The arithmetic is that of num-rational. Equality, order and hashing are our own: there they follow the continued
/// fraction, one call deeper for each of its terms, and a fraction of many digits would overflow the stack.
#[derive(Debug, Clone)]
pub struct Rational(Ratio<BigInt>);

impl Rational {
    /// A fraction. The denominator is not zero.
    pub fn new(numerator: BigInt, denominator: BigInt) -> Rational {
        Rational(Ratio::new(numerator, denominator))
    }

    /// A whole number.
    pub fn from_integer(number: BigInt) -> Rational {
        Rational(Ratio::from_integer(number))
    }

    /// The number, if it is whole.
    pub fn to_whole(&self) -> Option<BigInt> {
        self.is_integer().then(|| self.numer().clone())
    }

    /// The quotient; none for a division by zero.
    pub fn over(&self, divisor: &Rational) -> Option<Rational> {
        (!divisor.is_zero()).then(|| self / divisor)
    }
}

/// What num-rational offers to read.
impl Deref for Rational {
    type Target = Ratio<BigInt>;

    fn deref(&self) -> &Ratio<BigInt> {
        &self.0
    }
}

impl PartialEq for Rational {
    fn eq(&self, other: &Rational) -> bool {
        (self.numer(), self.denom()) == (other.numer(), other.denom())
    }
}

impl Eq for Rational {}

impl Hash for Rational {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.numer(), self.denom()).hash(state);
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        (self.numer() * other.denom()).cmp(&(other.numer() * self.denom()))
    }
}

/// An operator, for fractions and for references to them.
macro_rules! operator {
    ($name:ident, $function:ident) => {
        operator!($name, $function, Rational, Rational);
        operator!($name, $function, Rational, &Rational);
        operator!($name, $function, &Rational, Rational);
        operator!($name, $function, &Rational, &Rational);
    };
    ($name:ident, $function:ident, $left:ty, $right:ty) => {
        impl $name<$right> for $left {
            type Output = Rational;

            fn $function(self, other: $right) -> Rational {
                Rational((&self.0).$function(&other.0))
            }
        }
    };
}

operator!(Add, add);
operator!(Sub, sub);
operator!(Mul, mul);
operator!(Div, div);

impl Neg for Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        Rational(-self.0)
    }
}

impl Neg for &Rational {
    type Output = Rational;

    fn neg(self) -> Rational {
        Rational(-&self.0)
    }
}

impl AddAssign for Rational {
    fn add_assign(&mut self, other: Rational) {
        self.0 += other.0;
    }
}

impl AddAssign<&Rational> for Rational {
    fn add_assign(&mut self, other: &Rational) {
        self.0 += &other.0;
    }
}

impl Zero for Rational {
    fn zero() -> Rational {
        Rational(Ratio::zero())
    }

    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }
}

impl One for Rational {
    fn one() -> Rational {
        Rational(Ratio::one())
    }
}

/// As the language writes it where it can: `1.5`; otherwise as a quotient, `(1.0 / 3.0)`.
impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_DECIMALS: usize = 30;
        let mut scale = 0_usize;
        let mut scaled = self.numer().clone();
        let mut power = BigInt::from(1);
        while !scaled.is_multiple_of(self.denom()) && scale < MOST_DECIMALS {
            scaled *= 10;
            power *= 10;
            scale += 1;
        }
        if !scaled.is_multiple_of(self.denom()) {
            return write!(f, "({}.0 / {}.0)", self.numer(), self.denom());
        }
        let digits = scaled / self.denom();
        let sign = if digits.sign() == Sign::Minus {
            "-"
        } else {
            ""
        };
        let (whole, rest) = digits.magnitude().div_rem(power.magnitude());
        write!(
            f,
            "{sign}{whole}.{:0>width$}",
            rest.to_string(),
            width = scale.max(1)
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_is_euclidean() {
        for (a, b, quotient, rest) in [
            (7, 2, 3, 1),
            (-7, 2, -4, 1),
            (7, -2, -3, 1),
            (-7, -2, 4, 1),
            (6, -3, -2, 0),
            (-6, 3, -2, 0),
        ] {
            let found = div_rem_euclid(&BigInt::from(a), &BigInt::from(b));
            assert_eq!(
                found,
                Some((BigInt::from(quotient), BigInt::from(rest))),
                "{a} / {b}"
            );
        }
        assert_eq!(div_rem_euclid(&BigInt::from(1), &BigInt::ZERO), None);
    }

    #[test]
    fn fractions_print_as_decimals_where_they_can() {
        let show = |n: i64, d: i64| Rational::new(n.into(), d.into()).to_string();
        assert_eq!(show(3, 2), "1.5");
        assert_eq!(show(-1, 8), "-0.125");
        assert_eq!(show(4, -2), "-2.0");
        assert_eq!(show(1, 3), "(1.0 / 3.0)");
    }

    #[test]
    fn division_by_zero_has_no_quotient() {
        assert_eq!(Rational::one().over(&Rational::zero()), None);
    }

    /// A long continued fraction must neither fill the stack nor take long.
    #[test]
    fn fractions_of_many_digits_can_be_compared_and_hashed() {
        let digits = BigInt::from(3).pow(60_000);
        let scale = BigInt::from(2).pow(95_000);
        let number = Rational::new(digits.clone(), scale.clone());
        let next = Rational::new(digits + 1, scale * 3);
        assert!(number > next && number != next);
        let mut seen = std::collections::HashSet::new();
        assert!(seen.insert(number.clone()) && !seen.insert(number));
    }
}
