//! Types of fields, parameters and expressions.

use std::fmt;
use std::sync::Arc;

use super::specification::SpecId;

/// A type. Two types are the same if they are equal; there is no subtyping.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// `True` and `False`.
    Boolean,
    /// Whole numbers of any size.
    Integer,
    /// Decimal numbers.
    Real,
    /// Texts, compared only for equality.
    String,
    /// An amount in a currency.
    Money,
    /// A currency.
    Currency,
    /// Whole percents.
    Percentage,
    /// A day.
    Date,
    /// A time of day.
    Time,
    /// A day and a time of day.
    DateTime,
    /// An account number.
    Iban,
    /// A unit of calendar time.
    Period,
    /// A number of periods.
    Term,
    /// How often something happens.
    Frequency,
    /// A reference interest rate.
    InterestNorm,
    /// How interest is computed.
    InterestTariff,
    /// A set of values.
    Set(Arc<Type>),
    /// Values by key.
    Map(Arc<Type>, Arc<Type>),
    /// A function, as the value of a configuration parameter.
    Function(Arc<[Type]>, Arc<Type>),
    /// An instance of a specification.
    Instance(SpecId),
    /// What could not be typed; goes with everything, so that one mistake is told once.
    Unknown,
}

impl Type {
    /// A set of these.
    pub fn set_of(element: Type) -> Type {
        Type::Set(Arc::new(element))
    }

    /// A map from these to those.
    pub fn map_of(key: Type, value: Type) -> Type {
        Type::Map(Arc::new(key), Arc::new(value))
    }

    /// The specifications whose instances values of this type are, or hold.
    pub fn specifications(&self) -> Vec<SpecId> {
        let mut found = Vec::new();
        self.collect_specifications(&mut found);
        found
    }

    fn collect_specifications(&self, found: &mut Vec<SpecId>) {
        match self {
            Type::Instance(spec) => found.push(*spec),
            Type::Set(element) => element.collect_specifications(found),
            Type::Map(key, value) => {
                key.collect_specifications(found);
                value.collect_specifications(found);
            }
            Type::Function(params, result) => {
                for param in params.iter() {
                    param.collect_specifications(found);
                }
                result.collect_specifications(found);
            }
            _ => {}
        }
    }

    /// The built-in type of this name.
    pub fn built_in(name: &str) -> Option<Type> {
        Some(match name {
            "Boolean" => Type::Boolean,
            "Integer" => Type::Integer,
            "Real" => Type::Real,
            "String" => Type::String,
            "Money" => Type::Money,
            "Currency" => Type::Currency,
            "Percentage" => Type::Percentage,
            "Date" => Type::Date,
            "Time" => Type::Time,
            "DateTime" => Type::DateTime,
            "IBAN" => Type::Iban,
            "Period" => Type::Period,
            "Term" => Type::Term,
            "Frequency" => Type::Frequency,
            "InterestNorm" => Type::InterestNorm,
            "InterestTariff" => Type::InterestTariff,
            _ => return None,
        })
    }

    /// The names of all built-in types.
    pub const BUILT_IN: [&'static str; 16] = [
        "Boolean",
        "Integer",
        "Real",
        "String",
        "Money",
        "Currency",
        "Percentage",
        "Date",
        "Time",
        "DateTime",
        "IBAN",
        "Period",
        "Term",
        "Frequency",
        "InterestNorm",
        "InterestTariff",
    ];

    /// Whether a value of this type can stand where one of the other is due. What is unknown
    /// goes with everything.
    pub fn fits(&self, other: &Type) -> bool {
        match (self, other) {
            (Type::Unknown, _) | (_, Type::Unknown) => true,
            (Type::Set(a), Type::Set(b)) => a.fits(b),
            (Type::Map(k, v), Type::Map(l, w)) => k.fits(l) && v.fits(w),
            (Type::Function(a, r), Type::Function(b, s)) => {
                a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| a.fits(b)) && r.fits(s)
            }
            _ => self == other,
        }
    }

    /// The type that values of both types can be read as: whole numbers can stand for Reals.
    pub fn joined(&self, other: &Type) -> Option<Type> {
        match (self, other) {
            (Type::Unknown, known) | (known, Type::Unknown) => Some(known.clone()),
            (Type::Integer, Type::Real) | (Type::Real, Type::Integer) => Some(Type::Real),
            (Type::Set(a), Type::Set(b)) => Some(Type::set_of(a.joined(b)?)),
            (Type::Map(k, v), Type::Map(l, w)) => Some(Type::map_of(k.joined(l)?, v.joined(w)?)),
            _ => self.fits(other).then(|| self.clone()),
        }
    }

    /// Whether instances can be told apart by values of this type: single ones that are exact and
    /// can all be written down.
    pub fn can_be_key(&self) -> bool {
        !matches!(
            self,
            Type::Boolean
                | Type::Real
                | Type::Money
                | Type::InterestNorm
                | Type::InterestTariff
                | Type::Set(_)
                | Type::Map(..)
                | Type::Function(..)
        )
    }

    /// The better known of two types that fit.
    #[must_use]
    pub fn or(self, other: Type) -> Type {
        match self {
            Type::Unknown => other,
            Type::Set(ref element) if **element == Type::Unknown => other,
            Type::Map(ref key, _) if **key == Type::Unknown => other,
            known => known,
        }
    }

    /// Whether `<` is defined.
    pub fn is_ordered(&self) -> bool {
        matches!(
            self,
            Type::Integer
                | Type::Real
                | Type::Money
                | Type::Percentage
                | Type::Date
                | Type::Time
                | Type::DateTime
                | Type::Term
                | Type::Unknown
        )
    }

    /// Sets and maps.
    pub fn is_collection(&self) -> bool {
        matches!(self, Type::Set(_) | Type::Map(..))
    }

    /// The type as the user would write it. Specifications are named by `name_of`.
    pub fn show(&self, name_of: &dyn Fn(SpecId) -> String) -> String {
        match self {
            Type::Iban => "IBAN".to_owned(),
            Type::Set(element) => format!("set[{}]", element.show(name_of)),
            Type::Map(key, value) => {
                format!("map[{} : {}]", key.show(name_of), value.show(name_of))
            }
            Type::Function(parameters, result) => show_function(parameters, result, name_of),
            Type::Instance(spec) => format!("instance of {}", name_of(*spec)),
            Type::Unknown => "unknown".to_owned(),
            simple => format!("{simple:?}"),
        }
    }
}

fn show_function(parameters: &[Type], result: &Type, name_of: &dyn Fn(SpecId) -> String) -> String {
    let shown: Vec<String> = parameters.iter().map(|ty| ty.show(name_of)).collect();
    match shown.as_slice() {
        [one] => format!("{one} -> {}", result.show(name_of)),
        many => format!("({}) -> {}", many.join(", "), result.show(name_of)),
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.show(&|_| "a specification".to_owned()))
    }
}
