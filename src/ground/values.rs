//! Values that are known, and variables of a type, as terms; and values read back from scalars.

use smol_str::SmolStr;

use super::context::{Context, Country};
use super::listing::{Entry, Listing};
use super::shape::{Shape, Value, in_range};
use super::truth::Truth;
use crate::logic::{AtomSort, Constant, Sort, TermId};
use crate::model::Value as Concrete;
use crate::semantics::types::Type;
use crate::semantics::value::Period;

/// The periods, in the order of their numbers.
pub const PERIODS: [Period; 5] = [
    Period::Day,
    Period::Week,
    Period::Month,
    Period::Quarter,
    Period::Year,
];

/// The number that stands for a period.
fn period_number(period: Period) -> i64 {
    let place = PERIODS.iter().position(|known| *known == period);
    i64::try_from(place.unwrap_or_default()).unwrap_or_default()
}

/// A known value as terms; none for one that is open.
pub fn known(context: &mut Context, value: &Concrete) -> Option<Value> {
    let shape = known_shape(context, value)?;
    Some(Value::total(&mut context.terms, shape))
}

pub(super) fn known_shape(context: &mut Context, value: &Concrete) -> Option<Shape> {
    let (texts, currencies, accounts) = (context.texts, context.currencies, context.accounts);
    let terms = &mut context.terms;
    Some(match value {
        Concrete::Boolean(value) => Shape::Truth(Truth::total(terms.truth(*value))),
        Concrete::Integer(number)
        | Concrete::Percentage(number)
        | Concrete::Date(number)
        | Concrete::Time(number)
        | Concrete::DateTime(number) => Shape::Int(terms.make_constant(number.clone())),
        Concrete::Real(number) => Shape::Real(terms.make_constant(Constant::Real(number.clone()))),
        Concrete::String(text) => Shape::Atom(terms.atom(texts, text)),
        Concrete::Iban(text) => {
            let country: SmolStr = text.chars().take(2).collect();
            let rest: SmolStr = text.chars().skip(2).collect();
            Shape::Iban(terms.atom(texts, &country), terms.atom(accounts, &rest))
        }
        Concrete::Currency(currency) => Shape::Atom(terms.atom(currencies, currency)),
        Concrete::Money(currency, cents) => {
            let currency = terms.atom(currencies, currency);
            Shape::Money(currency, terms.make_constant(cents.clone()))
        }
        Concrete::Period(period) | Concrete::Frequency(period) => {
            Shape::Int(terms.int(period_number(*period)))
        }
        Concrete::Term(months, days) => {
            let months = terms.make_constant(months.clone());
            Shape::Term(months, terms.make_constant(days.clone()))
        }
        Concrete::Set(elements) => {
            let entries = elements.iter().map(|element| there(context, element, None));
            let entries: Option<Vec<Entry>> = entries.collect();
            Shape::Listing(Box::new(Listing::loose(entries?, None)))
        }
        Concrete::Map(entries) => {
            let entries = entries
                .iter()
                .map(|(key, value)| there(context, key, Some(value)));
            let entries: Option<Vec<Entry>> = entries.collect();
            Shape::Listing(Box::new(Listing::loose(entries?, None)))
        }
        Concrete::Instance(id) => Shape::Instance(vec![(*id, terms.truth(true))]),
        Concrete::Open => return None,
    })
}

/// An entry that is there.
fn there(context: &mut Context, key: &Concrete, value: Option<&Concrete>) -> Option<Entry> {
    let value = match value {
        Some(value) => Some(known_shape(context, value)?),
        None => None,
    };
    Some(Entry {
        there: context.terms.truth(true),
        key: known_shape(context, key)?,
        value,
    })
}

/// Makes the scalars of a variable: each has a name and a sort.
pub type MakeScalar<'s> = dyn FnMut(&mut Context, &str, Sort) -> TermId + 's;

/// A variable, and what makes a value of its type of its scalars.
pub struct Variable {
    /// The variable.
    pub value: Value,
    /// What is always true of it.
    pub invariant: TermId,
}

/// A variable of a type; none for types without values. Its elements or keys are these, where they are known.
pub fn variable(
    context: &mut Context,
    ty: &Type,
    name: &str,
    elements: Option<&[Concrete]>,
    make: &mut MakeScalar<'_>,
) -> Option<Variable> {
    let mut invariants = Vec::new();
    let shape = variable_shape(context, ty, name, elements, make, &mut invariants)?;
    Some(Variable {
        value: Value::total(&mut context.terms, shape),
        invariant: context.terms.and(invariants),
    })
}

fn variable_shape(
    context: &mut Context,
    ty: &Type,
    name: &str,
    elements: Option<&[Concrete]>,
    make: &mut MakeScalar<'_>,
    invariants: &mut Vec<TermId>,
) -> Option<Shape> {
    let mut atom = |context: &mut Context, sort: AtomSort, part: &str| {
        make(context, &format!("{name}{part}"), Sort::Atom(sort))
    };
    let (texts, currencies, accounts) = (context.texts, context.currencies, context.accounts);
    let shape = match ty {
        Type::Boolean => Shape::Truth(Truth::total(make(context, name, Sort::Bool))),
        Type::Real => Shape::Real(make(context, name, Sort::Real)),
        Type::String => Shape::Atom(atom(context, texts, "")),
        Type::Currency => Shape::Atom(atom(context, currencies, "")),
        Type::Money => {
            let currency = atom(context, currencies, ".currency");
            Shape::Money(currency, make(context, &format!("{name}.cents"), Sort::Int))
        }
        Type::Term => {
            let months = make(context, &format!("{name}.months"), Sort::Int);
            Shape::Term(months, make(context, &format!("{name}.days"), Sort::Int))
        }
        Type::Iban => {
            let country = atom(context, texts, ".country");
            context.countries.push(Country {
                text: country,
                when: None,
            });
            Shape::Iban(country, atom(context, accounts, ".rest"))
        }
        Type::Integer
        | Type::Percentage
        | Type::Date
        | Type::Time
        | Type::DateTime
        | Type::Period
        | Type::Frequency => Shape::Int(make(context, name, Sort::Int)),
        Type::Set(key) => listing(context, (key, None), name, elements, make, invariants)?,
        Type::Map(key, value) => listing(
            context,
            (key, Some(value)),
            name,
            elements,
            make,
            invariants,
        )?,
        _ => return None,
    };
    invariants.push(in_range(&mut context.terms, &shape, ty));
    Some(shape)
}

fn listing(
    context: &mut Context,
    (key, value): (&Type, Option<&Type>),
    name: &str,
    elements: Option<&[Concrete]>,
    make: &mut MakeScalar<'_>,
    invariants: &mut Vec<TermId>,
) -> Option<Shape> {
    let all = all_of(key);
    let known = elements.or(all.as_deref());
    let count = known.map_or(context.room, <[Concrete]>::len);
    let mut entries = Vec::with_capacity(count);
    for index in 0..count {
        let label = known.map_or_else(|| index.to_string(), |known| known[index].to_string());
        let own = format!("{name}[{label}]");
        let there = make(context, &format!("{own}?"), Sort::Bool);
        let n_countries = context.countries.len();
        let key = match known {
            Some(known) => known_shape(context, &known[index])?,
            None => variable_shape(context, key, &own, None, make, invariants)?,
        };
        let value = match value {
            Some(ty) => {
                let name = format!("{own}=");
                Some(variable_shape(context, ty, &name, None, make, invariants)?)
            }
            None => None,
        };
        context.restrict_countries(n_countries, there);
        entries.push(Entry { there, key, value });
    }
    if known.is_some() {
        return Some(Shape::Listing(Box::new(Listing::fixed(entries))));
    }
    let more = make(context, &format!("{name}+"), Sort::Bool);
    context.overfull.push(more);
    let (listing, invariant) = Listing::slots(context, entries, more);
    invariants.push(invariant);
    Some(Shape::Listing(Box::new(listing)))
}

/// The values of a type that has few.
fn all_of(ty: &Type) -> Option<Vec<Concrete>> {
    match ty {
        Type::Boolean => Some(vec![Concrete::Boolean(false), Concrete::Boolean(true)]),
        Type::Period => Some(PERIODS.map(Concrete::Period).to_vec()),
        Type::Frequency => Some(PERIODS.map(Concrete::Frequency).to_vec()),
        _ => None,
    }
}
