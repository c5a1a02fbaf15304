//! Conditions with Kleene's three values.

use z3::ast::Bool;

use super::logic::{all, any, not};

/// A condition: when it is true and when it is false. Where it is neither, it is undefined.
#[derive(Debug, Clone)]
pub(super) struct Truth {
    pub(super) yes: Bool,
    /// None where it is false whenever it is not true.
    no: Option<Bool>,
}

impl Truth {
    pub(super) fn total(yes: Bool) -> Truth {
        Truth { yes, no: None }
    }

    pub(super) fn constant(value: bool) -> Truth {
        Truth::total(Bool::from_bool(value))
    }

    /// A condition that is undefined where `defined` does not hold.
    pub(super) fn partial(yes: Bool, defined: Option<&Bool>) -> Truth {
        Truth::total(yes).where_defined(defined)
    }

    /// The same condition, but undefined where `defined` does not hold.
    pub(super) fn where_defined(self, defined: Option<&Bool>) -> Truth {
        match defined {
            None => self,
            Some(defined) => Truth {
                no: Some(all([self.no(), defined.clone()])),
                yes: all([self.yes, defined.clone()]),
            },
        }
    }

    pub(super) fn split(yes: Bool, no: Bool) -> Truth {
        Truth { yes, no: Some(no) }
    }

    /// When it is false.
    pub(super) fn no(&self) -> Bool {
        self.no.clone().unwrap_or_else(|| not(&self.yes))
    }

    pub(super) fn is_total(&self) -> bool {
        self.no.is_none()
    }

    /// When it is defined; none where it always is.
    pub(super) fn defined(&self) -> Option<Bool> {
        let no = self.no.as_ref()?;
        Some(any([self.yes.clone(), no.clone()]))
    }

    pub(super) fn not(&self) -> Truth {
        match &self.no {
            None => Truth::total(not(&self.yes)),
            Some(no) => Truth::split(no.clone(), self.yes.clone()),
        }
    }

    /// Kleene's conjunction.
    pub(super) fn all(truths: &[Truth]) -> Truth {
        let yes = all(truths.iter().map(|truth| truth.yes.clone()));
        if truths.iter().all(Truth::is_total) {
            return Truth::total(yes);
        }
        Truth::split(yes, any(truths.iter().map(Truth::no)))
    }

    /// Kleene's disjunction.
    pub(super) fn any(truths: &[Truth]) -> Truth {
        let yes = any(truths.iter().map(|truth| truth.yes.clone()));
        if truths.iter().all(Truth::is_total) {
            return Truth::total(yes);
        }
        Truth::split(yes, all(truths.iter().map(Truth::no)))
    }

    /// One condition or the other.
    pub(super) fn choose(condition: &Bool, then: &Truth, otherwise: &Truth) -> Truth {
        let yes = condition.ite(&then.yes, &otherwise.yes);
        if then.is_total() && otherwise.is_total() {
            return Truth::total(yes);
        }
        Truth::split(yes, condition.ite(&then.no(), &otherwise.no()))
    }
}
