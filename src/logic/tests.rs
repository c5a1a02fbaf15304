//! Terms that are simplified while they are made keep their meaning.

use num_bigint::BigInt;
use num_integer::Integer;
use proptest::prelude::*;

use super::evaluate::evaluate;
use super::rewrite::{Substitution, atoms, conjuncts, symbols};
use super::smtlib::Writer;
use super::*;

/// A formula that nobody simplifies.
#[derive(Debug, Clone)]
enum Plain {
    Truth(bool),
    Variable(u32),
    Not(Box<Plain>),
    And(Vec<Plain>),
    Or(Vec<Plain>),
    AtLeast(usize, Vec<Plain>),
    Ite(Box<Plain>, Box<Plain>, Box<Plain>),
    Same(Box<Plain>, Box<Plain>),
    Compare(u8, Box<Number>, Box<Number>),
}

/// A whole number that nobody computes beforehand.
#[derive(Debug, Clone)]
enum Number {
    Constant(i64),
    Variable(u32),
    Add(Vec<Number>),
    Subtract(Box<Number>, Box<Number>),
    Multiply(Box<Number>, Box<Number>),
    Divide(Box<Number>, Box<Number>),
    Modulo(Box<Number>, Box<Number>),
    Ite(Box<Plain>, Box<Number>, Box<Number>),
    Floor(Box<Number>, Box<Number>),
}

/// Truth values are the variables from 0 on, numbers those from 10 on.
const NUMBERS: u32 = 10;

fn number() -> impl Strategy<Value = Number> {
    let leaf = prop_oneof![
        (-3_i64..4).prop_map(Number::Constant),
        (NUMBERS..NUMBERS + 3).prop_map(Number::Variable),
    ];
    leaf.prop_recursive(4, 24, 3, |inner| {
        let two = (inner.clone(), inner.clone()).prop_map(|(a, b)| (Box::new(a), Box::new(b)));
        prop_oneof![
            prop::collection::vec(inner, 1..4).prop_map(Number::Add),
            two.clone().prop_map(|(a, b)| Number::Subtract(a, b)),
            two.clone().prop_map(|(a, b)| Number::Multiply(a, b)),
            two.clone().prop_map(|(a, b)| Number::Divide(a, b)),
            two.clone().prop_map(|(a, b)| Number::Modulo(a, b)),
            two.clone().prop_map(|(a, b)| Number::Floor(a, b)),
            (0_u32..3, two).prop_map(|(c, (a, b))| Number::Ite(Box::new(Plain::Variable(c)), a, b)),
        ]
    })
}

fn formula() -> impl Strategy<Value = Plain> {
    let leaf = prop_oneof![
        any::<bool>().prop_map(Plain::Truth),
        (0_u32..3).prop_map(Plain::Variable),
        (0_u8..3, number(), number()).prop_map(|(op, a, b)| Plain::Compare(
            op,
            Box::new(a),
            Box::new(b)
        )),
    ];
    leaf.prop_recursive(4, 32, 4, |inner| {
        let several = prop::collection::vec(inner.clone(), 0..4);
        let boxed = inner.prop_map(Box::new);
        prop_oneof![
            boxed.clone().prop_map(Plain::Not),
            several.clone().prop_map(Plain::And),
            several.clone().prop_map(Plain::Or),
            (0_usize..4, several).prop_map(|(count, parts)| Plain::AtLeast(count, parts)),
            (boxed.clone(), boxed.clone(), boxed.clone()).prop_map(|(c, a, b)| Plain::Ite(c, a, b)),
            (boxed.clone(), boxed).prop_map(|(a, b)| Plain::Same(a, b)),
        ]
    })
}

/// Values of the variables.
#[derive(Debug, Clone)]
struct Valuation {
    truths: [bool; 3],
    numbers: [i64; 3],
}

impl Valuation {
    fn of(&self, symbol: Symbol) -> Option<Constant> {
        let Symbol::Current(VariableId(at)) = symbol else {
            return None;
        };
        Some(if at < NUMBERS {
            self.truths[at as usize].into()
        } else {
            self.numbers[(at - NUMBERS) as usize].into()
        })
    }

    fn truth(&self, formula: &Plain) -> bool {
        match formula {
            Plain::Truth(value) => *value,
            Plain::Variable(at) => self.truths[*at as usize],
            Plain::Not(part) => !self.truth(part),
            Plain::And(parts) => parts.iter().all(|part| self.truth(part)),
            Plain::Or(parts) => parts.iter().any(|part| self.truth(part)),
            Plain::AtLeast(count, parts) => {
                parts.iter().filter(|part| self.truth(part)).count() >= *count
            }
            Plain::Ite(c, a, b) => self.truth(if self.truth(c) { a } else { b }),
            Plain::Same(a, b) => self.truth(a) == self.truth(b),
            Plain::Compare(op, a, b) => {
                let order = self.number(a).cmp(&self.number(b));
                match op {
                    0 => order.is_lt(),
                    1 => order.is_le(),
                    _ => order.is_eq(),
                }
            }
        }
    }

    fn number(&self, number: &Number) -> BigInt {
        let euclid = |a: &Number, b: &Number| {
            let (a, b) = (self.number(a), self.number(b));
            if b == BigInt::ZERO {
                return (BigInt::ZERO, a);
            }
            let (quotient, rest) = a.div_mod_floor(&b);
            if rest < BigInt::ZERO {
                (quotient + 1, rest - b)
            } else {
                (quotient, rest)
            }
        };
        match number {
            Number::Constant(value) => (*value).into(),
            Number::Variable(at) => self.numbers[(at - NUMBERS) as usize].into(),
            Number::Add(parts) => parts.iter().map(|part| self.number(part)).sum(),
            Number::Subtract(a, b) => self.number(a) - self.number(b),
            Number::Multiply(a, b) => self.number(a) * self.number(b),
            Number::Divide(a, b) => euclid(a, b).0,
            Number::Modulo(a, b) => euclid(a, b).1,
            Number::Ite(c, a, b) => self.number(if self.truth(c) { a } else { b }),
            Number::Floor(a, b) => {
                let (a, b) = (self.number(a), self.number(b));
                if b == BigInt::ZERO {
                    BigInt::ZERO
                } else {
                    a.div_floor(&b)
                }
            }
        }
    }
}

fn made(terms: &mut Terms, formula: &Plain) -> TermId {
    let all = |terms: &mut Terms, parts: &[Plain]| -> Vec<TermId> {
        parts.iter().map(|part| made(terms, part)).collect()
    };
    match formula {
        Plain::Truth(value) => terms.truth(*value),
        Plain::Variable(at) => terms.symbol(Symbol::Current(VariableId(*at)), Sort::Bool),
        Plain::Not(part) => {
            let part = made(terms, part);
            terms.not(part)
        }
        Plain::And(parts) => {
            let parts = all(terms, parts);
            terms.and(parts)
        }
        Plain::Or(parts) => {
            let parts = all(terms, parts);
            terms.or(parts)
        }
        Plain::AtLeast(count, parts) => {
            let parts = all(terms, parts);
            terms.at_least(*count, &parts)
        }
        Plain::Ite(c, a, b) => {
            let (c, a, b) = (made(terms, c), made(terms, a), made(terms, b));
            terms.ite(c, a, b)
        }
        Plain::Same(a, b) => {
            let (a, b) = (made(terms, a), made(terms, b));
            terms.equal(a, b)
        }
        Plain::Compare(op, a, b) => {
            let (a, b) = (made_number(terms, a), made_number(terms, b));
            match op {
                0 => terms.less(a, b),
                1 => terms.less_equal(a, b),
                _ => terms.equal(a, b),
            }
        }
    }
}

fn made_number(terms: &mut Terms, number: &Number) -> TermId {
    let two = |terms: &mut Terms, a: &Number, b: &Number| {
        let a = made_number(terms, a);
        (a, made_number(terms, b))
    };
    match number {
        Number::Constant(value) => terms.int(*value),
        Number::Variable(at) => terms.symbol(Symbol::Current(VariableId(*at)), Sort::Int),
        Number::Add(parts) => {
            let parts: Vec<TermId> = parts.iter().map(|part| made_number(terms, part)).collect();
            terms.add(&parts)
        }
        Number::Subtract(a, b) => {
            let (a, b) = two(terms, a, b);
            terms.subtract(a, b)
        }
        Number::Multiply(a, b) => {
            let (a, b) = two(terms, a, b);
            terms.multiply(a, b)
        }
        Number::Divide(a, b) => {
            let (a, b) = two(terms, a, b);
            terms.divide(a, b)
        }
        Number::Modulo(a, b) => {
            let (a, b) = two(terms, a, b);
            terms.modulo(a, b)
        }
        Number::Ite(c, a, b) => {
            let c = made(terms, c);
            let (a, b) = two(terms, a, b);
            terms.ite(c, a, b)
        }
        Number::Floor(a, b) => {
            let (a, b) = two(terms, a, b);
            let (a, b) = (terms.to_real(a), terms.to_real(b));
            let quotient = terms.divide(a, b);
            terms.floor(quotient)
        }
    }
}

fn valuation() -> impl Strategy<Value = Valuation> {
    let numbers = [-5_i64..6, -5_i64..6, -5_i64..6];
    (any::<[bool; 3]>(), numbers).prop_map(|(truths, numbers)| Valuation { truths, numbers })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_term_has_the_value_of_its_formula(formula in formula(), values in valuation()) {
        let mut terms = Terms::default();
        let term = made(&mut terms, &formula);
        let value = evaluate(&terms, term, &|symbol| values.of(symbol));
        prop_assert_eq!(value, Ok(values.truth(&formula).into()));
    }

    #[test]
    fn symbols_replaced_by_their_values_leave_the_value(formula in formula(), values in valuation()) {
        let mut terms = Terms::default();
        let term = made(&mut terms, &formula);
        let mut replace = |terms: &mut Terms, symbol| {
            values.of(symbol).map(|value| terms.make_constant(value))
        };
        let value = Substitution::default().apply(&mut terms, term, &mut replace);
        prop_assert_eq!(terms.known(value), Some(values.truth(&formula)));
    }

    #[test]
    fn the_same_work_gives_the_same_ids(formula in formula()) {
        let (mut one, mut two) = (Terms::default(), Terms::default());
        prop_assert_eq!(made(&mut one, &formula), made(&mut two, &formula));
        prop_assert_eq!(one.len(), two.len());
        // Made again, nothing is new.
        let before = one.len();
        made(&mut one, &formula);
        prop_assert_eq!(one.len(), before);
    }
}

fn three(terms: &mut Terms) -> [TermId; 3] {
    [0, 1, 2].map(|at| terms.symbol(Symbol::Current(VariableId(at)), Sort::Bool))
}

#[test]
fn what_is_known_beforehand_is_not_kept() {
    let mut terms = Terms::default();
    let [a, b, c] = three(&mut terms);
    let not_a = terms.not(a);
    assert_eq!(terms.and([a, b, not_a]), terms.truth(false));
    assert_eq!(terms.or([not_a, b, a]), terms.truth(true));
    assert_eq!(terms.ite(a, b, b), b);
    let inner = terms.and([a, b]);
    assert_eq!(terms.and([inner, c, a]), terms.and([a, b, c]));
    let one = terms.symbol(Symbol::Input(InputId(0)), Sort::Int);
    let two = terms.symbol(Symbol::Input(InputId(1)), Sort::Int);
    let sum = terms.add(&[one, two]);
    assert_eq!(terms.subtract(sum, two), one);
    let less = terms.less(one, two);
    let not_less = terms.not(less);
    assert_eq!(terms.or([less, not_less]), terms.truth(true));
}

#[test]
fn a_term_is_taken_apart() {
    let mut terms = Terms::default();
    let [a, b, c] = three(&mut terms);
    let either = terms.or([b, c]);
    let both = terms.and([a, either]);
    assert_eq!(conjuncts(&terms, both), [a, either]);
    assert_eq!(atoms(&terms, both), [a, b, c]);
    assert_eq!(symbols(&terms, both).len(), 3);
}

#[test]
fn quantifiers_count_through_finite_sorts() {
    let mut terms = Terms::default();
    let colours = terms.finite_sort("colour", vec!["red".into(), "green".into()]);
    let (id, some) = terms.fresh_bound(Sort::Finite(colours));
    let x = terms.symbol(Symbol::Current(VariableId(9)), Sort::Finite(colours));
    let other = terms.differ(some, x);
    let exists = terms.exists(&[(id, Sort::Finite(colours))], other);
    let red = |_| Some(Constant::Finite(colours, 0));
    assert_eq!(evaluate(&terms, exists, &red), Ok(true.into()));
    let [a, ..] = three(&mut terms);
    assert_eq!(terms.exists(&[(id, Sort::Finite(colours))], a), a);
}

#[test]
fn texts_name_everything_apart() {
    let mut terms = Terms::default();
    let texts = terms.atom_sort("Text");
    let (bar, escaped) = (terms.atom(texts, "a|b"), terms.atom(texts, "a%7c%b"));
    let x = terms.symbol(Symbol::Current(VariableId(7)), Sort::Atom(texts));
    let (one, two) = (terms.equal(x, bar), terms.equal(x, escaped));
    let either = terms.or([one, two]);
    let name = |symbol: Symbol| format!("{symbol:?}");
    let writer = Writer::new(&terms, &name);
    assert_eq!(
        writer.sorts(&[either]),
        "(declare-sort Text 0)\n\
         (declare-const |Text:a%25%7c%25%b| Text)\n\
         (declare-const |Text:a%7c%b| Text)\n\
         (assert (distinct |Text:a%25%7c%25%b| |Text:a%7c%b|))\n"
    );
    let x = "|Current(VariableId(7))|";
    let written = format!("(or (= |Text:a%7c%b| {x}) (= |Text:a%25%7c%25%b| {x}))");
    assert_eq!(writer.term(either), written);
}
