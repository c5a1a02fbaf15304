//! Next values worth trying where there are infinitely many, for those who do not need all of them.

use std::collections::BTreeSet;

use indexmap::IndexSet;

use super::{Conjunct, Search, Unknown};
use crate::interpreter::guesses::neighbours;
use crate::model::domains::fit;
use crate::model::state::State;
use crate::model::value::Value;
use crate::semantics::expression::BinaryOp;

/// So many values of a field are tried.
const MOST: usize = 20;

impl Search<'_, '_> {
    /// Values to try for an unknown field, if guesses will do: those that the conditions compare it with anywhere, as
    /// in the parts of a disjunction, and where they do not, those that texts name.
    pub(super) fn guessed(
        &self,
        next: &State,
        unknown: &BTreeSet<Unknown>,
        field: Unknown,
    ) -> Option<Vec<Value>> {
        let guesses = self.guesses?;
        let ty = self.type_of(field);
        let mut values = self.compared(next, unknown, field);
        if values.is_empty() {
            values.extend(guesses.of(ty));
        }
        let before = &self.current.instance(field.0).fields[field.1.index()];
        values.extend(Some(before.clone()).filter(|before| *before != Value::Open));
        Some(values.into_iter().take(MOST).collect())
    }

    /// The values that a field is compared with, and those next to them where it need not be equal.
    fn compared(
        &self,
        next: &State,
        unknown: &BTreeSet<Unknown>,
        field: Unknown,
    ) -> IndexSet<Value> {
        let mut values = IndexSet::new();
        for Conjunct { occurrence, expr } in &self.conjuncts {
            expr.walk(&mut |part| {
                let occurrence = *occurrence;
                let part = Conjunct {
                    occurrence,
                    expr: part,
                };
                let compared = self.comparison(&part, unknown);
                let Some((_, op, other)) = compared.filter(|(found, ..)| *found == field) else {
                    return;
                };
                let value = self.environment(next, occurrence).value(other);
                let Some(value) = value.and_then(|value| fit(self.type_of(field), value)) else {
                    return;
                };
                if op != BinaryOp::Equal {
                    values.extend(neighbours(&value));
                }
                values.insert(value);
            });
        }
        values
    }
}
