//! How the scalars of a field are one number of a finite program.

use crate::finite::interval::Interval;
use crate::ground::Concrete;
use crate::logic::Constant;

/// A field without a domain has at most so many values that are no plain numbers.
pub(super) const MOST_VALUES: usize = 256;

/// So many values are tried one by one, at most.
pub(super) const MOST_CASES: usize = 1024;

/// How the values of a field are numbers of its variable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Coding {
    /// It has no value yet that anybody gives it.
    Unset,
    /// One of its scalars is a whole number, from one to another, and the others are always the same.
    Number {
        /// The place of the scalar.
        place: usize,
        /// All scalars; the one at the place is not looked at.
        rest: Vec<Constant>,
        /// The numbers.
        range: Interval,
    },
    /// The places of values in this list, which is in order.
    List(Vec<Listed>),
}

/// A value of a field.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Listed {
    /// The value.
    pub(super) value: Concrete,
    /// Its scalars.
    pub(super) scalars: Vec<Constant>,
}

/// Whether a number is far from where numbers wrap around.
pub(super) fn is_small(number: i64) -> bool {
    const MOST: i64 = 1 << 60;
    (-MOST..=MOST).contains(&number)
}

/// A whole number that is not too large.
pub(super) fn small(constant: &Constant) -> Option<i64> {
    match constant {
        Constant::Int(number) => i64::try_from(number).ok().filter(|it| is_small(*it)),
        _ => None,
    }
}

impl Listed {
    /// The place of the only whole number among its scalars, and the number.
    fn number(&self) -> Option<(usize, i64)> {
        let mut whole = self.scalars.iter().enumerate();
        let mut whole = whole
            .by_ref()
            .filter(|(_, it)| matches!(it, Constant::Int(_) | Constant::Real(_)));
        let (place, only) = whole.next()?;
        if whole.next().is_some() {
            return None;
        }
        Some((place, small(only)?))
    }
}

/// Whether two lists of scalars are the same but for one.
fn same_but(place: usize, left: &[Constant], right: &[Constant]) -> bool {
    left.len() == right.len() && (0..left.len()).all(|at| at == place || left[at] == right[at])
}

impl Coding {
    /// The coding of some values alone, however many there are.
    pub(super) fn of(mut values: Vec<Listed>) -> Coding {
        let mut coding = Coding::Unset;
        for value in &values {
            match coding.with(value.clone(), usize::MAX) {
                Some(wider) if !matches!(wider, Coding::List(_)) => coding = wider,
                // They are not all numbers of one kind.
                _ => {
                    values.sort_unstable();
                    values.dedup();
                    return Coding::List(values);
                }
            }
        }
        coding
    }

    /// The same coding with room for a value; nothing where that would be too much.
    pub(super) fn with(&self, value: Listed, most: usize) -> Option<Coding> {
        match (self, value.number()) {
            (Coding::Unset, Some((place, number))) => Some(Coding::Number {
                place,
                rest: value.scalars,
                range: Interval::of(number),
            }),
            (Coding::Number { place, rest, range }, Some((own, number)))
                if *place == own && same_but(own, rest, &value.scalars) =>
            {
                Some(Coding::Number {
                    place: own,
                    rest: rest.clone(),
                    range: range.join(Interval::of(number)),
                })
            }
            (Coding::List(values), _) if values.contains(&value) => Some(self.clone()),
            (Coding::Number { .. }, _) => None,
            _ => {
                let mut values = match self {
                    Coding::List(values) => values.clone(),
                    _ => Vec::new(),
                };
                values.push(value);
                values.sort_unstable();
                (values.len() <= most).then_some(Coding::List(values))
            }
        }
    }

    /// The numbers of the variable.
    pub(super) fn range(&self) -> Interval {
        match self {
            Coding::Unset => Interval::of(0),
            Coding::Number { range, .. } => *range,
            Coding::List(values) => {
                let last = i64::try_from(values.len()).map_or(0, |it| (it - 1).max(0));
                Interval::new(0, last)
            }
        }
    }

    /// The number of a value, if it has one.
    pub(super) fn code(&self, value: &Listed) -> Option<i64> {
        match self {
            Coding::Unset => None,
            Coding::Number { place, rest, .. } => {
                let (own, number) = value.number()?;
                (*place == own && same_but(own, rest, &value.scalars)).then_some(number)
            }
            Coding::List(values) => {
                let place = values.iter().position(|it| it.value == value.value)?;
                i64::try_from(place).ok()
            }
        }
    }

    /// The scalars of a number.
    pub(super) fn scalars(&self, code: i64) -> Option<Vec<Constant>> {
        match self {
            Coding::Unset => None,
            Coding::Number { place, rest, .. } => {
                let mut scalars = rest.clone();
                scalars[*place] = Constant::from(code);
                Some(scalars)
            }
            Coding::List(values) => {
                let listed = values.get(usize::try_from(code).ok()?)?;
                Some(listed.scalars.clone())
            }
        }
    }

    /// All numbers, unless there are too many to try them.
    pub(super) fn codes(&self) -> Option<std::ops::RangeInclusive<i64>> {
        if *self == Coding::Unset {
            return None;
        }
        let range = self.range();
        let count = usize::try_from(range.high.checked_sub(range.low)?).ok()?;
        (count < MOST_CASES).then_some(range.low..=range.high)
    }
}
