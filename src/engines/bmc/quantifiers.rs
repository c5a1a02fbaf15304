//! Quantifiers and comprehensions: put out in full, entry by entry.

use super::encode::{Encoded, Encoder, Scope, listing_of, listing_term};
use super::listing::{Entry, Listing};
use super::logic::{all, any, not};
use super::term::{Term, both};
use super::truth::Truth;
use crate::semantics::expression::{Binding, Quantifier};

impl Encoder<'_, '_> {
    pub(super) fn quantified(
        &mut self,
        scope: Scope<'_>,
        quantifier: Quantifier,
        binding: &Binding,
    ) -> Encoded<Term> {
        let over = self.term(scope, &binding.over)?;
        let listing = listing_of(&over)?;
        let truths = self.conditions(scope, binding, listing)?;
        let truth = match quantifier {
            Quantifier::ForAll => listing.for_all(&truths),
            Quantifier::Exists => {
                let opposite: Vec<Truth> = truths.iter().map(Truth::not).collect();
                listing.for_all(&opposite).not()
            }
        };
        Ok(truth.where_defined(over.defined.as_ref()).into())
    }

    /// What is asked of each entry.
    fn conditions(
        &mut self,
        scope: Scope<'_>,
        binding: &Binding,
        listing: &Listing,
    ) -> Encoded<Vec<Truth>> {
        let mut truths = Vec::with_capacity(listing.entries.len());
        for entry in &listing.entries {
            self.locals.push((binding.local, entry.key.clone()));
            let conditions = binding.conditions.iter();
            let conditions: Encoded<Vec<Truth>> = conditions
                .map(|condition| self.truth(scope, condition))
                .collect();
            self.locals.pop();
            truths.push(Truth::all(&conditions?));
        }
        Ok(truths)
    }

    /// A set is only defined if it is for every element whether it belongs to it.
    pub(super) fn comprehension(&mut self, scope: Scope<'_>, binding: &Binding) -> Encoded<Term> {
        let over = self.term(scope, &binding.over)?;
        let listing = listing_of(&over)?;
        let truths = self.conditions(scope, binding, listing)?;
        let mut defined = over.defined.clone();
        let mut entries = Vec::with_capacity(truths.len());
        for (entry, truth) in listing.entries.iter().zip(&truths) {
            let decided = truth
                .defined()
                .map(|defined| any([not(&entry.there), defined]));
            defined = both(defined, decided);
            entries.push(Entry {
                there: all([entry.there.clone(), truth.yes.clone()]),
                key: entry.key.clone(),
                value: None,
            });
        }
        if let Some(more) = &listing.more {
            let perhaps = z3::ast::Bool::fresh_const("perhaps");
            defined = both(defined, Some(any([not(more), perhaps])));
        }
        Ok(listing_term(Listing::of(entries, listing.more.clone())).where_defined(defined))
    }
}
