//! Conditions with Kleene's three values, as pairs of terms.

use crate::logic::{TermId, Terms};

/// A condition: when it is true and when it is false. Where it is neither, it is undefined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Truth {
    /// When it is true.
    pub yes: TermId,
    /// When it is false; none where it is false whenever it is not true.
    no: Option<TermId>,
}

impl Truth {
    /// A condition that is always defined.
    pub fn total(yes: TermId) -> Truth {
        Truth { yes, no: None }
    }

    /// A condition that is true and false where these say so.
    pub fn split(yes: TermId, no: TermId) -> Truth {
        Truth { yes, no: Some(no) }
    }

    /// A condition that is undefined where `defined` does not hold.
    pub fn partial(terms: &mut Terms, yes: TermId, defined: TermId) -> Truth {
        Truth::total(yes).where_defined(terms, defined)
    }

    /// The same condition, but undefined where `defined` does not hold.
    #[must_use]
    pub fn where_defined(self, terms: &mut Terms, defined: TermId) -> Truth {
        if terms.known(defined) == Some(true) {
            return self;
        }
        let no = self.no(terms);
        Truth {
            no: Some(terms.and([no, defined])),
            yes: terms.and([self.yes, defined]),
        }
    }

    /// The same with both terms changed.
    #[must_use]
    pub fn map(self, change: &mut dyn FnMut(TermId) -> TermId) -> Truth {
        Truth {
            yes: change(self.yes),
            no: self.no.map(change),
        }
    }

    /// When it is false.
    pub fn no(self, terms: &mut Terms) -> TermId {
        self.no.unwrap_or_else(|| terms.not(self.yes))
    }

    fn is_total(self) -> bool {
        self.no.is_none()
    }

    /// When it is defined.
    pub fn defined(self, terms: &mut Terms) -> TermId {
        match self.no {
            None => terms.truth(true),
            Some(no) => terms.or([self.yes, no]),
        }
    }

    /// The opposite; undefined where it is.
    #[must_use]
    pub fn not(self, terms: &mut Terms) -> Truth {
        match self.no {
            None => Truth::total(terms.not(self.yes)),
            Some(no) => Truth::split(no, self.yes),
        }
    }

    /// Kleene's conjunction.
    pub fn all(terms: &mut Terms, truths: &[Truth]) -> Truth {
        let yes = terms.and(truths.iter().map(|truth| truth.yes));
        if truths.iter().all(|truth| truth.is_total()) {
            return Truth::total(yes);
        }
        let no: Vec<TermId> = truths.iter().map(|truth| truth.no(terms)).collect();
        Truth::split(yes, terms.or(no))
    }

    /// Kleene's disjunction.
    pub fn any(terms: &mut Terms, truths: &[Truth]) -> Truth {
        let yes = terms.or(truths.iter().map(|truth| truth.yes));
        if truths.iter().all(|truth| truth.is_total()) {
            return Truth::total(yes);
        }
        let no: Vec<TermId> = truths.iter().map(|truth| truth.no(terms)).collect();
        Truth::split(yes, terms.and(no))
    }

    /// One condition or the other.
    pub fn choose(terms: &mut Terms, condition: TermId, then: Truth, otherwise: Truth) -> Truth {
        let yes = terms.ite(condition, then.yes, otherwise.yes);
        if then.is_total() && otherwise.is_total() {
            return Truth::total(yes);
        }
        let (then, otherwise) = (then.no(terms), otherwise.no(terms));
        Truth::split(yes, terms.ite(condition, then, otherwise))
    }
}
