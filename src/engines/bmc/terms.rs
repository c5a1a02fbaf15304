//! What all terms of a problem share: the texts that are mentioned, the room of sets, definitions of what was named on the way.

use smol_str::SmolStr;
use z3::ast::{Bool, Int, Real};

use super::atoms::{Atom, Atoms, Kind};
use super::calendar::{self, Calendar};
use super::listing::{Entry, Listing};
use super::term::{Parts, Term, big, whole};
use super::truth::Truth;
use crate::model::Value;
use crate::semantics::types::Type;
use crate::semantics::value::Period;

/// What all terms of a problem share.
pub(super) struct Terms {
    pub(super) atoms: Atoms,
    /// How many entries a set or map variable has room for.
    pub(super) room: usize,
    /// That no set or map has more entries than there is room for, and that no event happens that there are no terms for; none
    /// as long as there is neither.
    pub(super) fits: Option<Bool>,
    /// What is true of everything that was named on the way. It can always be satisfied.
    pub(super) definitions: Vec<Bool>,
    /// What follows from the definitions, but not easily.
    pub(super) hints: Vec<Bool>,
    /// The dates that have to do with months.
    pub(super) calendar: Calendar,
}

impl Terms {
    pub(super) fn new(room: usize) -> Terms {
        Terms {
            atoms: Atoms::default(),
            room,
            fits: None,
            definitions: Vec::new(),
            hints: Vec::new(),
            calendar: Calendar::default(),
        }
    }

    /// The switch that says that everything fits.
    pub(super) fn fits(&mut self) -> Bool {
        let fits = self
            .fits
            .get_or_insert_with(|| Bool::new_const("everything fits"));
        fits.clone()
    }

    /// A variable of a type; none for types without values.
    pub(super) fn variable(&mut self, name: &str, ty: &Type) -> Option<Term> {
        let parts = match ty {
            Type::Boolean => Parts::Truth(Truth::total(Bool::new_const(name))),
            Type::Real => Parts::Real(Real::new_const(name)),
            Type::String => Parts::Atom(self.atoms.variable(Kind::Text, name)),
            Type::Currency => Parts::Atom(self.atoms.variable(Kind::Currency, name)),
            Type::Money => Parts::Money(
                self.atoms
                    .variable(Kind::Currency, &format!("{name}.currency")),
                Int::new_const(format!("{name}.cents")),
            ),
            Type::Term => Parts::Term(
                Int::new_const(format!("{name}.months")),
                Int::new_const(format!("{name}.days")),
            ),
            Type::Iban => {
                let country = self.atoms.variable(Kind::Text, &format!("{name}.country"));
                self.definitions.push(self.atoms.is_country(&country));
                let rest = self.atoms.variable(Kind::Account, &format!("{name}.rest"));
                Parts::Iban(country, rest)
            }
            Type::Integer
            | Type::Percentage
            | Type::Date
            | Type::Time
            | Type::DateTime
            | Type::Period
            | Type::Frequency => Parts::Int(Int::new_const(name)),
            Type::Set(element) => self.listing(name, element, None)?,
            Type::Map(key, value) => self.listing(name, key, Some(value))?,
            _ => return None,
        };
        let term = Term::total(parts);
        self.definitions.extend(term.range(ty));
        Some(term)
    }

    fn listing(&mut self, name: &str, key: &Type, value: Option<&Type>) -> Option<Parts> {
        let mut entries = Vec::with_capacity(self.room);
        for index in 0..self.room {
            let value = match value {
                Some(ty) => Some(self.variable(&format!("{name}[{index}]="), ty)?),
                None => None,
            };
            entries.push(Entry {
                there: Bool::new_const(format!("{name}[{index}]?")),
                key: self.variable(&format!("{name}[{index}]"), key)?,
                value,
            });
        }
        let more = Bool::new_const(format!("{name}+"));
        let fits = self.fits();
        self.definitions.push(fits.implies(more.not()));
        let (listing, conditions) = Listing::variable(entries, more);
        self.definitions.extend(conditions);
        Some(Parts::Listing(Box::new(listing)))
    }

    /// Whether two values of a type are the same, where both are defined. What helps to see it is said where it is needed.
    pub(super) fn same(&mut self, ty: &Type, left: &Term, right: &Term) -> Bool {
        if let (Some(kind), Parts::Int(a), Parts::Int(b)) =
            (calendar::kind(ty), &left.parts, &right.parts)
        {
            calendar::compare(self, kind, a, b);
        }
        left.same(right)
    }

    /// What was found out about one value goes for another of the type, too.
    pub(super) fn share(&mut self, ty: &Type, known: &Term, other: &Term) {
        if let (Some(kind), Parts::Int(known), Parts::Int(other)) =
            (calendar::kind(ty), &known.parts, &other.parts)
        {
            calendar::share(self, kind, known, other);
        }
    }

    /// The symbolic form of a concrete value; none for instances.
    pub(super) fn value(&mut self, value: &Value) -> Option<Term> {
        Some(Term::total(match value {
            Value::Boolean(value) => Parts::Truth(Truth::constant(*value)),
            Value::Integer(n)
            | Value::Percentage(n)
            | Value::Date(n)
            | Value::Time(n)
            | Value::DateTime(n) => Parts::Int(big(n)),
            Value::Real(fraction) => {
                let (top, bottom) = (big(fraction.numerator()), big(fraction.denominator()));
                Parts::Real(top.to_real().div(bottom.to_real()))
            }
            Value::String(text) => Parts::Atom(self.written(Kind::Text, text)),
            Value::Iban(text) => {
                let country: SmolStr = text.chars().take(2).collect();
                let rest: SmolStr = text.chars().skip(2).collect();
                Parts::Iban(
                    self.written(Kind::Text, &country),
                    self.written(Kind::Account, &rest),
                )
            }
            Value::Currency(currency) => Parts::Atom(self.written(Kind::Currency, currency)),
            Value::Money(currency, cents) => {
                Parts::Money(self.written(Kind::Currency, currency), big(cents))
            }
            Value::Period(period) | Value::Frequency(period) => {
                Parts::Int(whole(period_number(*period)))
            }
            Value::Term(months, days) => Parts::Term(big(months), big(days)),
            Value::Set(elements) => {
                let entries = elements.iter().map(|element| self.entry(element, None));
                Parts::Listing(Box::new(Listing::of(entries.collect::<Option<_>>()?, None)))
            }
            Value::Map(entries) => {
                let entries = entries
                    .iter()
                    .map(|(key, value)| self.entry(key, Some(value)));
                Parts::Listing(Box::new(Listing::of(entries.collect::<Option<_>>()?, None)))
            }
            Value::Instance(id) => Parts::Instance(vec![(*id, Bool::from_bool(true))]),
            Value::Open => return None,
        }))
    }

    fn written(&mut self, kind: Kind, text: &SmolStr) -> Atom {
        self.atoms.written(kind, text, &mut self.definitions)
    }

    fn entry(&mut self, key: &Value, value: Option<&Value>) -> Option<Entry> {
        let value = match value {
            Some(value) => Some(self.value(value)?),
            None => None,
        };
        Some(Entry {
            there: Bool::from_bool(true),
            key: self.value(key)?,
            value,
        })
    }
}

/// The number that stands for a period.
fn period_number(period: Period) -> i64 {
    match period {
        Period::Day => 0,
        Period::Week => 1,
        Period::Month => 2,
        Period::Quarter => 3,
        Period::Year => 4,
    }
}

/// The period that a number stands for.
pub(super) fn period_of(number: i64) -> Period {
    match number {
        1 => Period::Week,
        2 => Period::Month,
        3 => Period::Quarter,
        4 => Period::Year,
        _ => Period::Day,
    }
}
