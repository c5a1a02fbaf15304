//! Finite sets of values that the user gives, and which values a variable can keep.

use super::value::Value;
use crate::number::Rational;
use crate::semantics::specification::{EventId, FieldId, ParamId, SpecId};
use crate::semantics::types::Type;

/// The values that a `domain` gives to types, fields and parameters.
///
/// Within a domain, a field or parameter that has an entry, or whose type has one, takes its values only from it: at
/// the start, when the environment chooses, as the argument of a sync, and as a next value. Keys are given by the
/// universe and by nothing else.
#[derive(Debug, Clone, Default)]
pub struct Domains {
    /// Values of types.
    pub types: Vec<(Type, Vec<Value>)>,
    /// Values of fields.
    pub fields: Vec<(SpecId, FieldId, Vec<Value>)>,
    /// Values of parameters.
    pub params: Vec<(SpecId, EventId, ParamId, Vec<Value>)>,
}

impl Domains {
    /// Whether nothing is restricted.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty() && self.fields.is_empty() && self.params.is_empty()
    }

    /// The values of a field, by its own entry or by its type's.
    pub fn of_field(&self, spec: SpecId, field: FieldId, ty: &Type) -> Option<&[Value]> {
        let mut own = self.fields.iter();
        let own = own.find(|(s, f, _)| *s == spec && *f == field);
        own.map(|(.., values)| values.as_slice())
            .or_else(|| self.of_type(ty))
    }

    /// The values of a parameter, by its own entry or by its type's.
    pub fn of_param(
        &self,
        spec: SpecId,
        event: EventId,
        param: ParamId,
        ty: &Type,
    ) -> Option<&[Value]> {
        let mut own = self.params.iter();
        let own = own.find(|(s, e, p, _)| *s == spec && *e == event && *p == param);
        own.map(|(.., values)| values.as_slice())
            .or_else(|| self.of_type(ty))
    }

    fn of_type(&self, ty: &Type) -> Option<&[Value]> {
        let mut given = self.types.iter();
        let given = given.find(|(known, _)| known == ty);
        given.map(|(_, values)| values.as_slice())
    }
}

/// Something for which no finite set of values is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoDomain {
    /// What it is, in words.
    pub what: String,
}

/// A value as a variable of a type keeps it: a Real keeps a Real, even where a whole number was written, and an
/// Integer keeps whole numbers only.
pub fn fit(ty: &Type, value: Value) -> Option<Value> {
    match (ty, value) {
        (Type::Real, Value::Integer(number)) => Some(Value::Real(Rational::from_integer(number))),
        (Type::Integer, Value::Real(number)) => number.to_whole().map(Value::Integer),
        (_, value) => Some(value),
    }
}

/// Whether a variable of a type can keep a value as it is.
pub fn fits(ty: &Type, value: &Value) -> bool {
    !matches!(
        (ty, value),
        (Type::Real, Value::Integer(_)) | (Type::Integer, Value::Real(_))
    )
}
