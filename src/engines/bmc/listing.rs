//! Sets and maps as lists of entries that may be there or not.
//!
//! A variable has room for so many entries. If it holds more than there is room for, `more` is true, and what is asked of
//! the entries that are not listed may have any answer. That describes at least what there is, so where nothing satisfies the
//! problem even so, nothing does; where something does, the engine asks again with `more` denied, see [`super::terms::Terms::fits`].

use z3::ast::{Bool, Int};

use super::logic::{all, any, implies, not};
use super::term::{Term, whole};

/// A set, or with values a map.
#[derive(Debug, Clone)]
pub(super) struct Listing {
    pub(super) entries: Vec<Entry>,
    /// Whether there are entries that are not listed; none where there never are.
    pub(super) more: Option<Bool>,
    /// It is a variable: no entry is listed twice, those that are there come first, and `more` means that there is no room left.
    variable: bool,
}

/// An entry of a set or map.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    /// Whether it is there.
    pub(super) there: Bool,
    /// The element, or the key.
    pub(super) key: Term,
    /// The value of the key; none in sets.
    pub(super) value: Option<Term>,
}

impl Entry {
    fn same(&self, other: &Entry) -> Bool {
        let keys = self.key.same(&other.key);
        match (&self.value, &other.value) {
            (Some(a), Some(b)) => all([keys, a.same(b)]),
            _ => keys,
        }
    }
}

/// Something that cannot be told: it may be true or false.
fn perhaps() -> Bool {
    Bool::fresh_const("perhaps")
}

impl Listing {
    /// All entries are listed, in any order, perhaps twice.
    pub(super) fn of(entries: Vec<Entry>, more: Option<Bool>) -> Listing {
        Listing {
            entries,
            more,
            variable: false,
        }
    }

    /// A variable: `entries` are fresh, and the conditions that make it one come with it.
    pub(super) fn variable(entries: Vec<Entry>, more: Bool) -> (Listing, Vec<Bool>) {
        let mut conditions = Vec::new();
        for pair in entries.windows(2) {
            conditions.push(implies(&pair[1].there, pair[0].there.clone()));
        }
        for (index, entry) in entries.iter().enumerate() {
            if let Some(next) = entries.get(index + 1)
                && let Some(before) = entry.key.is_before(&next.key)
            {
                conditions.push(implies(&next.there, before));
                continue;
            }
            for later in &entries[index + 1..] {
                conditions.push(implies(&later.there, not(&entry.key.same(&later.key))));
            }
        }
        if let Some(last) = entries.last() {
            conditions.push(implies(&more, last.there.clone()));
        }
        let listing = Listing {
            entries,
            more: Some(more),
            variable: true,
        };
        (listing, conditions)
    }

    /// A map literal: of two entries with one key the later one counts.
    pub(super) fn map(mut entries: Vec<Entry>) -> Listing {
        for index in 0..entries.len() {
            let later = entries[index + 1..].iter();
            let replaced =
                any(later
                    .map(|later| all([later.there.clone(), later.key.same(&entries[index].key)])));
            entries[index].there = all([entries[index].there.clone(), not(&replaced)]);
        }
        Listing::of(entries, None)
    }

    /// Whether there are entries that are not listed.
    fn is_cut(&self) -> Bool {
        self.more.clone().unwrap_or_else(|| Bool::from_bool(false))
    }

    /// Whether it has an element or key.
    pub(super) fn contains(&self, key: &Term) -> Bool {
        let listed = self
            .entries
            .iter()
            .map(|entry| all([entry.there.clone(), entry.key.same(key)]));
        let mut cases: Vec<Bool> = listed.collect();
        cases.extend(self.more.iter().map(|more| all([more.clone(), perhaps()])));
        any(cases)
    }

    /// How many elements or entries there are.
    pub(super) fn size(&self) -> Int {
        let ones = self.entries.iter().enumerate().map(|(index, entry)| {
            let counts = if self.variable {
                entry.there.clone()
            } else {
                let earlier = self.entries[..index].iter();
                let known = any(earlier
                    .map(|earlier| all([earlier.there.clone(), earlier.key.same(&entry.key)])));
                all([entry.there.clone(), not(&known)])
            };
            counts.ite(&whole(1), &whole(0))
        });
        let listed = Int::add(&ones.chain([whole(0)]).collect::<Vec<_>>());
        match &self.more {
            None => listed,
            Some(more) => {
                let unknown = Int::fresh_const("size");
                let least = Int::add(&[listed.clone(), whole(i64::from(self.variable))]);
                let larger = unknown.ge(least.clone()).ite(&unknown, &least);
                more.ite(&larger, &listed)
            }
        }
    }

    /// Whether two have the same entries.
    pub(super) fn same(&self, other: &Listing) -> Bool {
        if let Some(same) = self.same_place_by_place(other) {
            return same;
        }
        let (cut, other_cut) = (self.is_cut(), other.is_cut());
        let neither = all([
            not(&cut),
            not(&other_cut),
            self.within(other),
            other.within(self),
        ]);
        let one = all([cut.clone(), not(&other_cut), self.may_reach_beyond(other)]);
        let another = all([not(&cut), other_cut.clone(), other.may_reach_beyond(self)]);
        any([neither, one, another, all([cut, other_cut, perhaps()])])
    }

    /// Two variables whose entries stand in order are the same if they are place by place.
    fn same_place_by_place(&self, other: &Listing) -> Option<Bool> {
        let in_order = |listing: &Listing| {
            let first = &listing.entries.first()?.key;
            (listing.variable && first.is_before(first).is_some()).then_some(())
        };
        in_order(self).and(in_order(other))?;
        let places = self
            .entries
            .iter()
            .zip(&other.entries)
            .map(|(a, b)| all([a.there.eq(b.there.clone()), implies(&a.there, a.same(b))]));
        Some(all(places
            .chain([self.is_cut().eq(other.is_cut())])
            .collect::<Vec<_>>()))
    }

    /// Whether every listed entry is one of the other's listed entries.
    fn within(&self, other: &Listing) -> Bool {
        all(self.entries.iter().map(|entry| {
            let found = other
                .entries
                .iter()
                .map(|known| all([known.there.clone(), known.same(entry)]));
            implies(&entry.there, any(found.collect::<Vec<_>>()))
        }))
    }

    /// Whether this, with entries that are not listed, may have the entries of one whose entries all are.
    fn may_reach_beyond(&self, other: &Listing) -> Bool {
        if !self.variable {
            return self.within(other);
        }
        if other.entries.len() <= self.entries.len() {
            return Bool::from_bool(false);
        }
        let room = whole(i64::try_from(self.entries.len()).unwrap_or(i64::MAX));
        all([self.within(other), other.size().gt(room)])
    }

    /// One or the other.
    pub(super) fn choose(condition: &Bool, then: &Listing, otherwise: &Listing) -> Listing {
        let kept = |listing: &Listing, when: &Bool| {
            let entries = listing.entries.iter().map(|entry| Entry {
                there: all([when.clone(), entry.there.clone()]),
                ..entry.clone()
            });
            entries.collect::<Vec<_>>()
        };
        let otherwise_when = not(condition);
        let mut entries = kept(then, condition);
        entries.extend(kept(otherwise, &otherwise_when));
        let more = match (&then.more, &otherwise.more) {
            (None, None) => None,
            _ => Some(condition.ite(&then.is_cut(), &otherwise.is_cut())),
        };
        Listing::of(entries, more)
    }

    /// Whether something is true of all entries, and whether it is false of one; `truth` tells both of an entry.
    pub(super) fn for_all(&self, truths: &[super::truth::Truth]) -> super::truth::Truth {
        let listed = self.entries.iter().zip(truths);
        let mut yes: Vec<Bool> = listed
            .clone()
            .map(|(entry, truth)| implies(&entry.there, truth.yes.clone()))
            .collect();
        let mut no: Vec<Bool> = listed
            .map(|(entry, truth)| all([entry.there.clone(), truth.no()]))
            .collect();
        if let Some(more) = &self.more {
            yes.push(any([not(more), perhaps()]));
            no.push(all([more.clone(), perhaps()]));
        }
        super::truth::Truth::split(all(yes), any(no))
    }
}
