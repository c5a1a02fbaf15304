//! Ranges of numbers, and what operations make of them.

use super::program::{BinaryOp, UnaryOp};

/// The numbers from one to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The least.
    pub low: i64,
    /// The greatest, not below the least.
    pub high: i64,
}

impl Interval {
    /// All numbers.
    pub const ALL: Interval = Interval {
        low: i64::MIN,
        high: i64::MAX,
    };

    const TRUTH: Interval = Interval { low: 0, high: 1 };

    /// The numbers from `low` to `high`.
    pub fn new(low: i64, high: i64) -> Interval {
        Interval { low, high }
    }

    /// One number.
    pub fn of(value: i64) -> Interval {
        Interval::new(value, value)
    }

    /// Whether a number is among these.
    pub fn contains(self, value: i64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Whether all numbers of another range are among these.
    pub fn includes(self, other: Interval) -> bool {
        self.contains(other.low) && self.contains(other.high)
    }

    /// The least range with the numbers of both.
    #[must_use]
    pub fn join(self, other: Interval) -> Interval {
        Interval::new(self.low.min(other.low), self.high.max(other.high))
    }

    /// The numbers that are in both, if there are any.
    pub fn meet(self, other: Interval) -> Option<Interval> {
        let met = Interval::new(self.low.max(other.low), self.high.min(other.high));
        (met.low <= met.high).then_some(met)
    }

    /// Whether all of these count as true, or all as false.
    pub fn truth(self) -> Option<bool> {
        match (self == Interval::of(0), self.contains(0)) {
            (true, _) => Some(false),
            (_, false) => Some(true),
            _ => None,
        }
    }

    /// What an operation makes of these numbers.
    #[must_use]
    pub fn unary(self, op: UnaryOp) -> Interval {
        let within = |low, high| {
            let all = Interval::new(low, high);
            if all.includes(self) { self } else { all }
        };
        match op {
            UnaryOp::Not => match self.truth() {
                Some(truth) => Interval::of(i64::from(!truth)),
                None => Interval::TRUTH,
            },
            UnaryOp::Negate if self.low > i64::MIN => Interval::new(-self.high, -self.low),
            UnaryOp::Negate => Interval::ALL,
            UnaryOp::Complement => Interval::new(!self.high, !self.low),
            UnaryOp::Byte => within(0, 255),
            UnaryOp::Short => within(-32_768, 32_767),
        }
    }

    /// What an operation makes of these numbers and others.
    #[must_use]
    pub fn binary(self, op: BinaryOp, other: Interval) -> Interval {
        use BinaryOp as Op;
        match op {
            Op::Add | Op::Subtract | Op::Multiply => self.corners(op, other),
            Op::Divide if !other.contains(0) => self.corners(op, other),
            Op::Remainder => self.remainder(other),
            Op::And => self.decided(other, |left, right| match (left, right) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            }),
            Op::Or => self.decided(other, |left, right| match (left, right) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            }),
            Op::Less => compared(self.high < other.low, self.low >= other.high),
            Op::LessEqual => compared(self.high <= other.low, self.low > other.high),
            Op::Greater => compared(self.low > other.high, self.high <= other.low),
            Op::GreaterEqual => compared(self.low >= other.high, self.high < other.low),
            Op::Equal => compared(self.is_same(other), self.meet(other).is_none()),
            Op::NotEqual => compared(self.meet(other).is_none(), self.is_same(other)),
            Op::BitAnd if self.low >= 0 && other.low >= 0 => {
                Interval::new(0, self.high.min(other.high))
            }
            Op::BitOr | Op::BitXor if self.low >= 0 && other.low >= 0 => {
                Interval::new(0, all_bits(self.high | other.high))
            }
            Op::ShiftRight if self.low >= 0 && Interval::new(0, 63).includes(other) => {
                Interval::new(0, self.high >> other.low)
            }
            _ => Interval::ALL,
        }
    }

    /// Both are one and the same number.
    fn is_same(self, other: Interval) -> bool {
        self.low == self.high && self == other
    }

    fn decided(
        self,
        other: Interval,
        decide: impl Fn(Option<bool>, Option<bool>) -> Option<bool>,
    ) -> Interval {
        decide(self.truth(), other.truth()).map_or(Interval::TRUTH, |it| Interval::of(it.into()))
    }

    /// The extremes of an operation that has them where its operands have theirs; everything if it may leave 64 bits.
    fn corners(self, op: BinaryOp, other: Interval) -> Interval {
        let mut result: Option<Interval> = None;
        for left in [self.low, self.high] {
            for right in [other.low, other.high] {
                let exact = match op {
                    BinaryOp::Add => left.checked_add(right),
                    BinaryOp::Subtract => left.checked_sub(right),
                    BinaryOp::Multiply => left.checked_mul(right),
                    _ => left.checked_div(right),
                };
                let Some(exact) = exact else {
                    return Interval::ALL;
                };
                let corner = Interval::of(exact);
                result = Some(result.map_or(corner, |known| known.join(corner)));
            }
        }
        result.unwrap_or(Interval::ALL)
    }

    /// The remainder is smaller than the divisor, not larger than the number, and has the sign of the number.
    fn remainder(self, other: Interval) -> Interval {
        let (Some(low), Some(high)) = (other.low.checked_abs(), other.high.checked_abs()) else {
            return Interval::ALL;
        };
        let most = low.max(high).saturating_sub(1).max(0);
        let least = if self.low < 0 { self.low.max(-most) } else { 0 };
        let greatest = if self.high > 0 {
            self.high.min(most)
        } else {
            0
        };
        Interval::new(least, greatest)
    }
}

fn compared(always: bool, never: bool) -> Interval {
    match (always, never) {
        (true, _) => Interval::of(1),
        (_, true) => Interval::of(0),
        _ => Interval::TRUTH,
    }
}

/// The greatest number with as many bits.
fn all_bits(value: i64) -> i64 {
    let bits = 64 - value.leading_zeros();
    if bits >= 63 {
        i64::MAX
    } else {
        (1 << bits) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All intervals between small numbers, some of them around zero.
    fn intervals() -> Vec<Interval> {
        let bounds = -5..=5;
        let pairs = bounds
            .clone()
            .flat_map(|low| (low..=5).map(move |high| (low, high)));
        pairs.map(|(low, high)| Interval::new(low, high)).collect()
    }

    #[test]
    fn results_of_operations_are_in_their_ranges() {
        for left in intervals() {
            for right in intervals() {
                for op in BinaryOp::ALL {
                    let range = left.binary(op, right);
                    for a in left.low..=left.high {
                        for b in right.low..=right.high {
                            if let Ok(value) = op.apply(a, b) {
                                assert!(
                                    range.contains(value),
                                    "{a} {op:?} {b} = {value}: {range:?}"
                                );
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn what_may_leave_64_bits_can_be_anything() {
        let large = Interval::new(0, i64::MAX);
        assert_eq!(large.binary(BinaryOp::Add, large), Interval::ALL);
        assert_eq!(large.binary(BinaryOp::Multiply, large), Interval::ALL);
    }
}
