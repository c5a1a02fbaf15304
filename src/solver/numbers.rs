//! Numbers as the solver prints them.

use num_bigint::BigInt;
use num_traits::Zero;

use crate::logic::Rational;

/// A whole number: `5`, `(- 5)`.
pub(super) fn whole_number(text: &str) -> Option<BigInt> {
    let text = text.trim();
    if let Some(opposite) = text.strip_prefix("(- ") {
        return Some(-whole_number(opposite.strip_suffix(')')?)?);
    }
    text.strip_suffix(".0").unwrap_or(text).parse().ok()
}

/// A fraction: `0.5`, `(/ 1.0 3.0)`, `(- (/ 1.0 3.0))`, `(/ (- 1.0) 3.0)`.
pub(super) fn fraction(text: &str) -> Option<Rational> {
    let text = text.trim();
    if let Some(opposite) = text.strip_prefix("(- ") {
        return Some(-fraction(opposite.strip_suffix(')')?)?);
    }
    if let Some(quotient) = text.strip_prefix("(/ ") {
        let quotient = quotient.strip_suffix(')')?;
        let middle = quotient.rfind(' ')?;
        let (top, bottom) = (
            fraction(&quotient[..middle])?,
            fraction(&quotient[middle..])?,
        );
        return (!bottom.is_zero()).then(|| top / bottom);
    }
    match text.split_once('.') {
        None => whole_number(text).map(Rational::from_integer),
        Some((whole, decimals)) => {
            let digits: BigInt = format!("{whole}{decimals}").parse().ok()?;
            let scale = BigInt::from(10).pow(u32::try_from(decimals.len()).ok()?);
            Some(Rational::new(digits, scale))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_the_solver_prints_them() {
        assert_eq!(whole_number("(- 12)"), Some(BigInt::from(-12)));
        assert_eq!(whole_number("7"), Some(BigInt::from(7)));
        assert_eq!(whole_number("(root-obj x 2)"), None);
        let third = Rational::new(1.into(), 3.into());
        assert_eq!(fraction("(/ 1.0 3.0)"), Some(third.clone()));
        assert_eq!(fraction("(- (/ 1.0 3.0))"), Some(-third.clone()));
        assert_eq!(fraction("(/ (- 1.0) 3.0)"), Some(-third));
        assert_eq!(fraction("2.5"), Some(Rational::new(5.into(), 2.into())));
        assert_eq!(fraction("(root-obj (+ (^ x 2) (- 2)) 2)"), None);
    }
}
