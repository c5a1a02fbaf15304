//! What is chosen in a step: the arguments of the event that the environment chooses, and next values that conditions
//! only relate.
//!
//! A condition may say outright what something is; otherwise its values come from its domain or from what conditions
//! leave of its type.

use std::collections::BTreeSet;

use super::context::Lowering;
use super::unfold::{Draft, MOST_ACTIONS, NextValue, first_definitions};
use crate::ground::enumeration::of_type;
use crate::ground::shape::Value;
use crate::ground::system::{Origin, Place};
use crate::ground::{Concrete, Obstacle};
use crate::logic::eliminate::definition;
use crate::logic::rewrite::{conjuncts, symbols};
use crate::logic::{Constant, Node, Symbol, TermId, VariableId};
use crate::stack::with_enough_stack;

/// Something that is to be chosen: its scalars, and the values that it is one of, if that is said.
struct Unknown {
    symbols: Vec<Symbol>,
    value: Value,
    domain: Option<Vec<Concrete>>,
    /// What there is to say if it has no finite set of values.
    name: Missing,
}

/// What has no finite set of values.
#[derive(Clone, Copy)]
enum Missing {
    Parameter(Place, usize),
    Next(usize),
}

/// The symbols that a value of variables is made of.
fn symbols_of(lowering: &Lowering, value: &Value) -> Vec<Symbol> {
    let scalars = value.scalars().into_iter();
    scalars
        .filter_map(|scalar| match lowering.system.context.terms.node(scalar) {
            Node::Symbol(symbol, _) => Some(*symbol),
            _ => None,
        })
        .collect()
}

impl Lowering {
    /// A draft of an event's first step with each choice of its arguments.
    pub(super) fn choices(&mut self, draft: Draft, first: Place) -> Result<Vec<Draft>, Obstacle> {
        let occurrence = self.occurrence(first).clone();
        let mut unknown = Vec::new();
        let mut drafts = vec![draft];
        for (index, param) in occurrence.params.iter().enumerate() {
            let symbols = symbols_of(self, param);
            let domain = occurrence.domains[index].as_ref();
            if !self.is_read(first, &symbols) {
                let any = domain.map_or_else(
                    || Some(of_type(&occurrence.types[index])),
                    |domain| domain.first().cloned(),
                );
                let Some(any) = any else {
                    return Ok(Vec::new());
                };
                self.assign(&mut drafts[0], param, &any)?;
                continue;
            }
            unknown.push(Unknown {
                symbols,
                value: param.clone(),
                domain: domain.map(|domain| domain.to_vec()),
                name: Missing::Parameter(first, index),
            });
        }
        let conditions: Vec<TermId> = occurrence.requires.iter().map(|it| it.term).collect();
        let mut found = Vec::new();
        for draft in drafts {
            self.choose(draft, &conditions, &unknown, &mut found)?;
        }
        Ok(found)
    }

    /// Whether anything of an event reads one of some symbols, besides what their types and domains say.
    fn is_read(&self, place: Place, read: &[Symbol]) -> bool {
        let occurrence = self.occurrence(place);
        let requires = occurrence.requires.iter();
        let requires = requires.filter(|it| !matches!(it.origin, Origin::Type | Origin::Domain));
        let called = occurrence.calls.iter().map(|call| &call.called);
        let called = called.flat_map(|called| {
            let partners = called.partners.iter().map(|(_, is_it)| *is_it);
            partners.chain(called.arguments.iter().flat_map(Value::scalars))
        });
        let terms = requires.map(|it| it.term).chain(called);
        let mut terms = terms.map(|term| symbols(&self.system.context.terms, term));
        terms.any(|own| read.iter().any(|symbol| own.contains(symbol)))
    }

    /// Gives something a value.
    fn assign(&mut self, draft: &mut Draft, to: &Value, value: &Concrete) -> Result<(), Obstacle> {
        let scalars = self.system.scalars_of(&to.shape, value);
        for (symbol, constant) in scalars.ok_or_else(Obstacle::no_room)? {
            let constant = self.constant(&constant);
            draft.known.insert(symbol, constant);
        }
        Ok(())
    }

    /// Chooses what is unknown in all ways that conditions leave.
    fn choose(
        &mut self,
        mut draft: Draft,
        conditions: &[TermId],
        unknown: &[Unknown],
        found: &mut Vec<Draft>,
    ) -> Result<(), Obstacle> {
        let Some(left) = self.undecided(&draft, conditions) else {
            return Ok(());
        };
        let is_open = |draft: &Draft, it: &Unknown| {
            it.symbols
                .iter()
                .any(|symbol| !draft.known.contains_key(symbol))
        };
        let open: Vec<&Unknown> = unknown.iter().filter(|it| is_open(&draft, it)).collect();
        if open.is_empty() {
            if found.len() >= MOST_ACTIONS {
                return Err(Obstacle::unsupported(
                    "an event with so many possible arguments",
                ));
            }
            found.push(draft);
            return Ok(());
        }
        if let Some((symbol, value)) = self.determined(&draft, &left, &open) {
            draft.known.insert(symbol, value);
            return with_enough_stack(|| self.choose(draft, conditions, unknown, found));
        }
        // What is known of other fields confines the values.
        self.note_reads(&draft, &left, &[]);
        for scalars in self.fewest_values(&draft, &left, &open)? {
            let mut draft = draft.clone();
            for (symbol, constant) in scalars {
                let constant = self.constant(&constant);
                draft.known.insert(symbol, constant);
            }
            with_enough_stack(|| self.choose(draft, conditions, unknown, found))?;
        }
        Ok(())
    }

    /// What of some conditions is not decided by what is known; none where one of them is false.
    fn undecided(&mut self, draft: &Draft, conditions: &[TermId]) -> Option<Vec<TermId>> {
        let mut left = Vec::with_capacity(conditions.len());
        for condition in conditions {
            let condition = self.put(&draft.known, *condition);
            let terms = &self.system.context.terms;
            match terms.known(condition) {
                Some(false) => return None,
                Some(true) => {}
                None => left.extend(conjuncts(terms, condition)),
            }
        }
        Some(left)
    }

    /// The values of whichever unknown has the fewest; an obstacle where none has finitely many.
    fn fewest_values(
        &mut self,
        draft: &Draft,
        left: &[TermId],
        open: &[&Unknown],
    ) -> Result<Vec<Vec<(Symbol, Constant)>>, Obstacle> {
        let mut fewest: Option<Vec<Vec<(Symbol, Constant)>>> = None;
        let mut missing = None;
        for it in open {
            match self.values_of(draft, left, it)? {
                Ok(values) => {
                    let is_shorter = |known: &Vec<_>| known.len() > values.len();
                    if fewest.as_ref().is_none_or(is_shorter) {
                        fewest = Some(values);
                    }
                }
                Err(obstacle) => missing = missing.or(Some(obstacle)),
            }
        }
        fewest.ok_or_else(|| missing.unwrap_or_else(|| Obstacle::unsupported("a choice")))
    }

    /// A symbol of which a condition says outright what it is, in terms of the state before.
    fn determined(
        &mut self,
        draft: &Draft,
        conditions: &[TermId],
        open: &[&Unknown],
    ) -> Option<(Symbol, TermId)> {
        let is_wanted = |symbol: Symbol| {
            let mut all = open.iter().flat_map(|it| &it.symbols);
            all.any(|own| *own == symbol) && !draft.known.contains_key(&symbol)
        };
        for condition in conditions {
            let terms = &mut self.system.context.terms;
            if let Some((symbol, value)) = definition(terms, *condition, &is_wanted) {
                let read = symbols(terms, value);
                if read.iter().all(|it| matches!(it, Symbol::Current(_))) {
                    return Some((symbol, value));
                }
            }
        }
        None
    }

    /// The values of something unknown, as values of its scalars; what there is to say if they are not finitely many.
    #[allow(clippy::type_complexity, reason = "two kinds of failure")]
    fn values_of(
        &mut self,
        draft: &Draft,
        conditions: &[TermId],
        unknown: &Unknown,
    ) -> Result<Result<Vec<Vec<(Symbol, Constant)>>, Obstacle>, Obstacle> {
        let is_touched = unknown
            .symbols
            .iter()
            .any(|it| draft.known.contains_key(it));
        if let Some(domain) = unknown.domain.as_ref().filter(|_| !is_touched) {
            let mut values = Vec::with_capacity(domain.len());
            for value in domain {
                let scalars = self.system.scalars_of(&unknown.value.shape, value);
                values.push(scalars.ok_or_else(Obstacle::no_room)?);
            }
            return Ok(Ok(values));
        }
        let open = unknown.symbols.iter().copied();
        let open = open.filter(|it| !draft.known.contains_key(it));
        let mut fewest: Option<(Symbol, BTreeSet<Constant>)> = None;
        let mut is_too_wide = false;
        for symbol in open {
            match self.confined(symbol, conditions) {
                Ok(values) => {
                    if fewest
                        .as_ref()
                        .is_none_or(|(_, known)| known.len() > values.len())
                    {
                        fewest = Some((symbol, values));
                    }
                }
                Err(confined) => is_too_wide |= confined.is_too_wide,
            }
        }
        Ok(match fewest {
            Some((symbol, values)) => {
                let values = values.into_iter().map(|value| vec![(symbol, value)]);
                Ok(values.collect())
            }
            None => Err(self.no_values(unknown.name, is_too_wide)),
        })
    }

    fn no_values(&self, name: Missing, is_too_wide: bool) -> Obstacle {
        let (what, span) = match name {
            Missing::Parameter(place, index) => {
                let event = self.occurrence(place);
                let spec = &self.instance(self.player(place).instance).spec;
                let param = &event.param_names[index];
                let what = format!("{spec}.{}.{}", event.name.text, param.text);
                (what, param.span)
            }
            Missing::Next(field) => {
                let what = format!("a next value of {}", self.field_name(field));
                (what, self.fields[field].declared.name.span)
            }
        };
        let span = Some(span);
        if is_too_wide {
            Obstacle::TooManyValues { what, span }
        } else {
            Obstacle::NoDomain { what, span }
        }
    }

    /// Adds what is left to hold, and what fields become.
    pub(super) fn finish(
        &mut self,
        mut draft: Draft,
        found: &mut Vec<Draft>,
    ) -> Result<(), Obstacle> {
        let written = self.written(&draft);
        for place in draft.taken.clone() {
            if !self.define(&mut draft, place) {
                return Ok(());
            }
        }
        for variable in self.next_read(&draft) {
            if let Some(same) = self.unchanged(&draft, variable) {
                draft.known.insert(Symbol::Next(variable), same);
            }
        }
        let mut drafts = vec![draft];
        for field in written {
            let mut longer = Vec::new();
            for draft in drafts {
                longer.extend(self.put_next(draft, field)?);
            }
            drafts = longer;
        }
        for draft in drafts {
            self.relate(draft, found)?;
        }
        Ok(())
    }

    /// The variables of the next state that conditions on both states read.
    fn next_read(&self, draft: &Draft) -> BTreeSet<VariableId> {
        let mut read = BTreeSet::new();
        for term in &draft.open {
            for symbol in symbols(&self.system.context.terms, *term) {
                if let Symbol::Next(id) = symbol {
                    read.insert(id);
                }
            }
        }
        read
    }

    /// Notes what the conditions of one who takes part say outright that fields become; whether the step is still
    /// possible.
    fn define(&mut self, draft: &mut Draft, place: Place) -> bool {
        let instance = self.player(place).instance;
        let definitions = self.occurrence(place).definitions.clone();
        let first = first_definitions(definitions.iter().map(|it| (it.field.0, it.place)));
        for definition in definitions.iter().filter(|it| first.contains(&it.place)) {
            let Some(field) = self.place_of.get(&(instance, definition.field)).copied() else {
                // A key stays what it is.
                let term = self.occurrence(place).requires[definition.place].term;
                if !self.require(draft, term) {
                    return false;
                }
                continue;
            };
            let defined = self.put(&draft.known, definition.defined);
            if !self.require(draft, defined) {
                return false;
            }
            let value = self.put_value(&draft.known, &definition.value);
            let ty = definition.ty.clone();
            draft.next.insert(field, NextValue { value, ty, defined });
        }
        true
    }

    /// Puts what a field becomes in the place of its next scalars. Where these cannot be written so and conditions
    /// read them, there is a draft for each value.
    fn put_next(&mut self, mut draft: Draft, field: usize) -> Result<Vec<Draft>, Obstacle> {
        let Some(next) = draft.next.get(&field).cloned() else {
            return Ok(vec![draft]);
        };
        let (id, at) = self.fields[field].id;
        let variable = self.system.next.instances[id.index()].fields[at.index()].clone();
        let Some(variable) = variable else {
            return Ok(vec![draft]);
        };
        let own = symbols_of(self, &variable);
        let mut read = self.next_read(&draft).into_iter();
        let is_read = read.any(|it| own.contains(&Symbol::Next(it)));
        if let Some(pairs) = self.aligned(&variable.shape, &next.value.shape) {
            draft.known.extend(pairs);
            let always = self.always_next(field);
            let is_possible = always.into_iter().all(|it| self.require(&mut draft, it));
            return Ok(is_possible.then_some(draft).into_iter().collect());
        }
        if !is_read {
            return Ok(vec![draft]);
        }
        self.note_reads(&draft, &draft.conditions(), &next.terms());
        let mut drafts = Vec::new();
        for (value, when) in self.value_table(&next.value, &next.ty, next.defined)? {
            let mut draft = draft.clone();
            self.assign(&mut draft, &variable, &value)?;
            draft.cases.push(crate::finite::build::any(when));
            drafts.push(draft);
        }
        Ok(drafts)
    }

    /// Chooses what fields become of which conditions say something, but not outright what.
    fn relate(&mut self, mut draft: Draft, found: &mut Vec<Draft>) -> Result<(), Obstacle> {
        let mut unknown = Vec::new();
        let mut conditions = std::mem::take(&mut draft.open);
        for field in self.written(&draft) {
            if draft.next.contains_key(&field) {
                continue;
            }
            let (id, at) = self.fields[field].id;
            let value = self.system.next.instances[id.index()].fields[at.index()].clone();
            let Some(value) = value else {
                continue;
            };
            conditions.extend(self.always_next(field));
            unknown.push((
                field,
                Unknown {
                    symbols: symbols_of(self, &value),
                    domain: self.fields[field]
                        .domain
                        .as_ref()
                        .map(|domain| domain.iter().map(|it| it.value.clone()).collect()),
                    value,
                    name: Missing::Next(field),
                },
            ));
        }
        let (fields, unknown): (Vec<usize>, Vec<Unknown>) = unknown.into_iter().unzip();
        let mut chosen = Vec::new();
        self.choose(draft, &conditions, &unknown, &mut chosen)?;
        for mut draft in chosen {
            let conditions: Vec<TermId> = conditions
                .iter()
                .map(|it| self.put(&draft.known, *it))
                .collect();
            if !conditions
                .into_iter()
                .all(|it| self.require(&mut draft, it))
            {
                continue;
            }
            for (field, unknown) in fields.iter().zip(&unknown) {
                let value = self.put_value(&draft.known, &unknown.value);
                let defined = self.system.context.terms.truth(true);
                let ty = self.fields[*field].ty.clone();
                draft.next.insert(*field, NextValue { value, ty, defined });
            }
            if draft.open.is_empty() {
                found.push(draft);
            } else {
                return Err(Obstacle::unsupported("such next values"));
            }
        }
        Ok(())
    }

    /// What is always true of a field, in the state after the step.
    fn always_next(&mut self, field: usize) -> Vec<TermId> {
        let scalars = self.fields[field].scalars.clone();
        let always: Vec<TermId> = self.system.always.iter().map(|it| it.term).collect();
        let own = always.into_iter().filter(|term| {
            let read = symbols(&self.system.context.terms, *term);
            read.iter().any(|symbol| {
                matches!(symbol, Symbol::Current(id) if scalars.contains(&(id.0 as usize)))
            })
        });
        let own: Vec<TermId> = own.collect();
        own.into_iter()
            .map(|term| self.system.context.in_next(term))
            .collect()
    }
}
