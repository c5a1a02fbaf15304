//! Sets and maps as lists of entries that may be there or not.
//!
//! A variable whose elements or keys are finitely many has an entry for each of them, and is exact. Any other has room
//! for so many entries; if it holds more, `more` is true, and what is asked of the entries that are not listed may
//! have any answer ([`Context::perhaps`]). That describes at least what there is: where nothing satisfies a formula
//! even so, nothing does.

use super::context::Context;
use super::shape::{self, Shape, Value, choose};
use super::truth::Truth;
use crate::logic::{TermId, Terms};

/// A set, or with values a map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    /// The entries.
    pub entries: Vec<Entry>,
    /// Whether there are entries that are not listed; none where there never are.
    pub more: Option<TermId>,
    form: Form,
}

/// How entries are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// In any order, perhaps one twice.
    Loose,
    /// A variable with room for so many: none is listed twice, those that are there come first, and `more` means that
    /// there is no room left.
    Slots,
    /// A variable with an entry for each element or key that there can be, in the same order everywhere.
    Fixed,
}

/// An entry of a set or map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Whether it is there.
    pub there: TermId,
    /// The element, or the key; always defined.
    pub key: Shape,
    /// The value of the key; none in sets. Always defined.
    pub value: Option<Shape>,
}

impl Listing {
    /// All entries are listed, in any order, perhaps twice.
    pub fn loose(entries: Vec<Entry>, more: Option<TermId>) -> Listing {
        Listing {
            entries,
            more,
            form: Form::Loose,
        }
    }

    /// A variable with an entry for each element or key that there can be.
    pub fn fixed(entries: Vec<Entry>) -> Listing {
        Listing {
            entries,
            more: None,
            form: Form::Fixed,
        }
    }

    /// A variable with room for so many: `entries` are variables, and what makes it one comes with it.
    pub fn slots(context: &mut Context, entries: Vec<Entry>, more: TermId) -> (Listing, TermId) {
        let mut conditions = Vec::new();
        for pair in entries.windows(2) {
            conditions.push(context.terms.implies(pair[1].there, pair[0].there));
        }
        for (index, entry) in entries.iter().enumerate() {
            if let Some(next) = entries.get(index + 1)
                && let Some(before) = shape::is_before(&mut context.terms, &entry.key, &next.key)
            {
                conditions.push(context.terms.implies(next.there, before));
                continue;
            }
            for later in &entries[index + 1..] {
                let same = shape::same(context, &entry.key, &later.key);
                let differ = context.terms.not(same);
                conditions.push(context.terms.implies(later.there, differ));
            }
        }
        if let Some(last) = entries.last() {
            conditions.push(context.terms.implies(more, last.there));
        }
        let listing = Listing {
            entries,
            more: Some(more),
            form: Form::Slots,
        };
        (listing, context.terms.and(conditions))
    }

    /// A map literal: of two entries with one key the later one counts.
    pub fn literal_map(context: &mut Context, mut entries: Vec<Entry>) -> Listing {
        for index in 0..entries.len() {
            let (entry, later) = (entries[index].clone(), entries[index + 1..].to_vec());
            let replaced = found_among(context, &later, &entry.key);
            let kept = context.terms.not(replaced);
            entries[index].there = context.terms.and([entry.there, kept]);
        }
        Listing::loose(entries, None)
    }

    /// Whether it is a variable with an entry for each element or key that there can be.
    pub fn is_fixed(&self) -> bool {
        self.form == Form::Fixed
    }

    /// The scalars of a variable.
    pub fn scalars(&self) -> Vec<TermId> {
        let mut scalars = Vec::new();
        for entry in &self.entries {
            scalars.push(entry.there);
            if self.form != Form::Fixed {
                scalars.extend(entry.key.scalars());
            }
            scalars.extend(entry.value.iter().flat_map(Shape::scalars));
        }
        scalars.extend(self.more);
        scalars
    }

    /// The same made of other scalars, which come in the order of [`Listing::scalars`].
    #[must_use]
    pub(super) fn with_scalars(&self, scalars: &mut dyn Iterator<Item = TermId>) -> Listing {
        let mut entries = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            entries.push(Entry {
                there: scalars.next().unwrap_or(entry.there),
                key: if self.is_fixed() {
                    entry.key.clone()
                } else {
                    entry.key.with_scalars(scalars)
                },
                value: (entry.value.as_ref()).map(|value| value.with_scalars(scalars)),
            });
        }
        Listing {
            entries,
            more: self.more.map(|more| scalars.next().unwrap_or(more)),
            form: self.form,
        }
    }

    /// The same with each scalar changed.
    #[must_use]
    pub fn map(&self, change: &mut dyn FnMut(TermId) -> TermId) -> Listing {
        let entries = self.entries.iter().map(|entry| Entry {
            there: change(entry.there),
            key: entry.key.map(change),
            value: entry.value.as_ref().map(|value| value.map(change)),
        });
        Listing {
            entries: entries.collect(),
            more: self.more.map(change),
            form: self.form,
        }
    }

    fn is_cut(&self, terms: &mut Terms) -> TermId {
        self.more.unwrap_or_else(|| terms.truth(false))
    }

    /// Whether it has an element or key.
    pub fn contains(&self, context: &mut Context, key: &Shape) -> TermId {
        let listed = found_among(context, &self.entries, key);
        match self.more {
            None => listed,
            Some(more) => {
                let perhaps = context.perhaps();
                let unlisted = context.terms.and([more, perhaps]);
                context.terms.or([listed, unlisted])
            }
        }
    }

    /// How many elements or entries there are.
    pub fn size(&self, context: &mut Context) -> TermId {
        let (zero, one) = (context.terms.int(0), context.terms.int(1));
        let mut ones = vec![zero];
        for (index, entry) in self.entries.iter().enumerate() {
            let mut counts = entry.there;
            if self.form == Form::Loose {
                let known = found_among(context, &self.entries[..index], &entry.key);
                let is_new = context.terms.not(known);
                counts = context.terms.and([counts, is_new]);
            }
            ones.push(context.terms.ite(counts, one, zero));
        }
        let listed = context.terms.add(&ones);
        match self.more {
            None => listed,
            Some(more) => self.unknown_size(context, listed, more),
        }
    }

    /// How many there are where there may be more than are listed.
    fn unknown_size(&self, context: &mut Context, listed: TermId, more: TermId) -> TermId {
        let sort = context.terms.sort(listed);
        let unknown = context.input("size", sort, super::context::InputRole::Unknown);
        let at_least = context.terms.int(i64::from(self.form == Form::Slots));
        let least = context.terms.add(&[listed, at_least]);
        let is_enough = context.terms.less_equal(least, unknown);
        let larger = context.terms.ite(is_enough, unknown, least);
        context.terms.ite(more, larger, listed)
    }

    /// Whether two have the same entries.
    pub fn same(&self, context: &mut Context, other: &Listing) -> TermId {
        if let Some(same) = self.same_entry_by_entry(context, other) {
            return same;
        }
        let (cut, other_cut) = (
            self.is_cut(&mut context.terms),
            other.is_cut(&mut context.terms),
        );
        let (whole, other_whole) = (context.terms.not(cut), context.terms.not(other_cut));
        let (within, around) = (self.within(context, other), other.within(context, self));
        let mut cases = vec![context.terms.and([whole, other_whole, within, around])];
        if self.more.is_some() {
            let beyond = self.may_reach_beyond(context, other);
            cases.push(context.terms.and([cut, other_whole, beyond]));
        }
        if other.more.is_some() {
            let beyond = other.may_reach_beyond(context, self);
            cases.push(context.terms.and([whole, other_cut, beyond]));
        }
        if self.more.is_some() && other.more.is_some() {
            let perhaps = context.perhaps();
            cases.push(context.terms.and([cut, other_cut, perhaps]));
        }
        context.terms.or(cases)
    }

    /// Two variables whose entries stand in the same order are the same if they are entry by entry.
    fn same_entry_by_entry(&self, context: &mut Context, other: &Listing) -> Option<TermId> {
        let is_aligned = match (self.form, other.form) {
            (Form::Fixed, Form::Fixed) => {
                let keys = |listing: &Listing| {
                    let keys = listing.entries.iter().map(|entry| entry.key.clone());
                    keys.collect::<Vec<_>>()
                };
                keys(self) == keys(other)
            }
            (Form::Slots, Form::Slots) => {
                let first = self.entries.first()?;
                shape::is_before(&mut context.terms, &first.key, &first.key).is_some()
            }
            _ => false,
        };
        if !is_aligned || self.entries.len() != other.entries.len() {
            return None;
        }
        let mut conditions = Vec::new();
        for (one, other) in self.entries.iter().zip(&other.entries) {
            let alike = same_entry(context, one, other);
            conditions.push(context.terms.equal(one.there, other.there));
            conditions.push(context.terms.implies(one.there, alike));
        }
        let (cut, other_cut) = (
            self.is_cut(&mut context.terms),
            other.is_cut(&mut context.terms),
        );
        conditions.push(context.terms.equal(cut, other_cut));
        Some(context.terms.and(conditions))
    }

    /// Whether every listed entry is one of the other's listed entries.
    fn within(&self, context: &mut Context, other: &Listing) -> TermId {
        let mut conditions = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let mut found = Vec::with_capacity(other.entries.len());
            for known in &other.entries {
                let same = same_entry(context, known, entry);
                found.push(context.terms.and([known.there, same]));
            }
            let found = context.terms.or(found);
            conditions.push(context.terms.implies(entry.there, found));
        }
        context.terms.and(conditions)
    }

    /// Whether this, with entries that are not listed, may have the entries of one whose entries all are.
    fn may_reach_beyond(&self, context: &mut Context, other: &Listing) -> TermId {
        let within = self.within(context, other);
        if self.form != Form::Slots {
            return within;
        }
        if other.entries.len() <= self.entries.len() {
            return context.terms.truth(false);
        }
        let room = i64::try_from(self.entries.len()).unwrap_or(i64::MAX);
        let (room, size) = (context.terms.int(room), other.size(context));
        let is_larger = context.terms.less(room, size);
        context.terms.and([within, is_larger])
    }

    /// One or the other.
    pub fn choose(
        terms: &mut Terms,
        condition: TermId,
        then: &Listing,
        otherwise: &Listing,
    ) -> Listing {
        if then.form == Form::Fixed
            && otherwise.form == Form::Fixed
            && let Some(chosen) = choose_fixed(terms, condition, then, otherwise)
        {
            return chosen;
        }
        let unless = terms.not(condition);
        let mut entries = Vec::with_capacity(then.entries.len() + otherwise.entries.len());
        for (when, listing) in [(condition, then), (unless, otherwise)] {
            for entry in &listing.entries {
                entries.push(Entry {
                    there: terms.and([when, entry.there]),
                    ..entry.clone()
                });
            }
        }
        let mut more = None;
        if then.more.is_some() || otherwise.more.is_some() {
            let (then, otherwise) = (then.is_cut(terms), otherwise.is_cut(terms));
            more = Some(terms.ite(condition, then, otherwise));
        }
        Listing::loose(entries, more)
    }

    /// Whether something is true of all entries, and whether it is false of one; there is a truth for each entry.
    pub fn for_all(&self, context: &mut Context, truths: &[Truth]) -> Truth {
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        for (entry, truth) in self.entries.iter().zip(truths) {
            yes.push(context.terms.implies(entry.there, truth.yes));
            let fails = truth.no(&mut context.terms);
            no.push(context.terms.and([entry.there, fails]));
        }
        if let Some(more) = self.more {
            let (perhaps, perhaps_not) = (context.perhaps(), context.perhaps());
            yes.push(context.terms.implies(more, perhaps));
            no.push(context.terms.and([more, perhaps_not]));
        }
        Truth::split(context.terms.and(yes), context.terms.or(no))
    }
}

/// One or the other of two variables with the same keys.
fn choose_fixed(
    terms: &mut Terms,
    condition: TermId,
    then: &Listing,
    otherwise: &Listing,
) -> Option<Listing> {
    if then.entries.len() != otherwise.entries.len() {
        return None;
    }
    let mut entries = Vec::with_capacity(then.entries.len());
    for (one, other) in then.entries.iter().zip(&otherwise.entries) {
        if one.key != other.key {
            return None;
        }
        let value = match (&one.value, &other.value) {
            (Some(one), Some(other)) => {
                let one = Value::total(terms, one.clone());
                let other = Value::total(terms, other.clone());
                Some(choose(terms, condition, &one, &other).shape)
            }
            _ => None,
        };
        entries.push(Entry {
            there: terms.ite(condition, one.there, other.there),
            key: one.key.clone(),
            value,
        });
    }
    Some(Listing::fixed(entries))
}

/// Whether one of some entries is there and has a key.
fn found_among(context: &mut Context, entries: &[Entry], key: &Shape) -> TermId {
    let mut cases = Vec::with_capacity(entries.len());
    for entry in entries {
        let same = shape::same(context, &entry.key, key);
        cases.push(context.terms.and([entry.there, same]));
    }
    context.terms.or(cases)
}

fn same_entry(context: &mut Context, one: &Entry, other: &Entry) -> TermId {
    let keys = shape::same(context, &one.key, &other.key);
    match (&one.value, &other.value) {
        (Some(one), Some(other)) => {
            let values = shape::same(context, one, other);
            context.terms.and([keys, values])
        }
        _ => keys,
    }
}
