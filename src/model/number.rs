//! Division as the language defines it, and exact fractions.

use std::cmp::Ordering;
use std::fmt;

use num_bigint::{BigInt, Sign};
use num_integer::Integer;

/// The quotient rounded down. The divisor is not zero.
pub(super) fn div_floor(number: &BigInt, divisor: i64) -> BigInt {
    number.div_floor(&BigInt::from(divisor))
}

/// What the rounded quotient leaves. The divisor is not zero.
pub(super) fn mod_floor(number: &BigInt, divisor: i64) -> BigInt {
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
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Fraction {
    numerator: BigInt,
    denominator: BigInt,
}

impl Fraction {
    /// A fraction; none where the denominator is zero.
    pub fn new(numerator: BigInt, denominator: BigInt) -> Option<Fraction> {
        if denominator.sign() == Sign::NoSign {
            return None;
        }
        let common = numerator.gcd(&denominator);
        let common = if denominator.sign() == Sign::Minus {
            -common
        } else {
            common
        };
        Some(Fraction {
            numerator: numerator / &common,
            denominator: denominator / common,
        })
    }

    /// A whole number.
    pub fn whole(number: BigInt) -> Fraction {
        Fraction {
            numerator: number,
            denominator: BigInt::from(1),
        }
    }

    /// The part above the line.
    pub fn numerator(&self) -> &BigInt {
        &self.numerator
    }

    /// The part below the line, always positive.
    pub fn denominator(&self) -> &BigInt {
        &self.denominator
    }

    fn combine(numerator: BigInt, denominator: BigInt) -> Fraction {
        // Denominators are positive, and so is their product.
        Fraction::new(numerator, denominator).unwrap_or_else(|| Fraction::whole(BigInt::ZERO))
    }

    /// The number, if it is whole.
    pub fn to_whole(&self) -> Option<BigInt> {
        (self.denominator == BigInt::from(1)).then(|| self.numerator.clone())
    }

    /// The largest whole number that is not above it.
    pub fn floor(&self) -> BigInt {
        // The denominator is never zero.
        div_down(&self.numerator, &self.denominator).unwrap_or_default()
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Fraction) -> Fraction {
        let numerator = &self.numerator * &other.denominator + &other.numerator * &self.denominator;
        Fraction::combine(numerator, &self.denominator * &other.denominator)
    }

    /// The opposite.
    #[must_use]
    pub fn negated(&self) -> Fraction {
        Fraction {
            numerator: -&self.numerator,
            denominator: self.denominator.clone(),
        }
    }

    /// The product.
    #[must_use]
    pub fn times(&self, other: &Fraction) -> Fraction {
        Fraction::combine(
            &self.numerator * &other.numerator,
            &self.denominator * &other.denominator,
        )
    }

    /// The quotient; none for a division by zero.
    pub fn over(&self, other: &Fraction) -> Option<Fraction> {
        Fraction::new(
            &self.numerator * &other.denominator,
            &self.denominator * &other.numerator,
        )
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }
}

/// As the language writes it where it can: `1.5`; otherwise as a quotient, `(1.0 / 3.0)`.
impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MOST_DECIMALS: usize = 30;
        let mut scale = 0_usize;
        let mut scaled = self.numerator.clone();
        let mut power = BigInt::from(1);
        while !scaled.is_multiple_of(&self.denominator) && scale < MOST_DECIMALS {
            scaled *= 10;
            power *= 10;
            scale += 1;
        }
        if !scaled.is_multiple_of(&self.denominator) {
            return write!(f, "({}.0 / {}.0)", self.numerator, self.denominator);
        }
        let digits = scaled / &self.denominator;
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
        let show =
            |n: i64, d: i64| Fraction::new(n.into(), d.into()).map(|fraction| fraction.to_string());
        assert_eq!(show(3, 2).as_deref(), Some("1.5"));
        assert_eq!(show(-1, 8).as_deref(), Some("-0.125"));
        assert_eq!(show(4, -2).as_deref(), Some("-2.0"));
        assert_eq!(show(1, 3).as_deref(), Some("(1.0 / 3.0)"));
        assert_eq!(show(1, 0), None);
    }
}
