//! Steps being put together: an event, who takes part because it is called, in which states, and what has to hold for
//! it.
//!
//! Wherever it depends on the state or on a choice which step it is, there is a draft for each possibility. Whatever
//! does not depend on anything is decided here, so most of what cannot happen never becomes an action.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::context::Lowering;
use crate::finite::Expr;
use crate::finite::build::any;
use crate::ground::context::InputRole;
use crate::ground::shape::{Shape, Value};
use crate::ground::system::{Occurrence, Place, Player};
use crate::ground::{InstanceId, Obstacle, Type};
use crate::logic::rewrite::{Substitution, conjuncts, symbols};
use crate::logic::{Constant, Sort, Symbol, TermId, VariableId};

/// More actions than this are no answer.
pub(super) const MOST_ACTIONS: usize = 100_000;

/// More terms than this fill the memory.
const MOST_TERMS: usize = 20_000_000;

/// What a field becomes.
#[derive(Debug, Clone)]
pub(super) struct NextValue {
    pub(super) value: Value,
    pub(super) ty: Type,
    /// When it has a value.
    pub(super) defined: TermId,
}

/// A step under construction.
#[derive(Debug, Clone, Default)]
pub(super) struct Draft {
    /// Who takes part, with what, callers first.
    pub(super) taken: Vec<Place>,
    /// Where those who take part are before the step and after it.
    pub(super) places: BTreeMap<InstanceId, (u32, u32)>,
    /// What symbols are that are known.
    pub(super) known: FxHashMap<Symbol, TermId>,
    /// What has to hold in the state before the step.
    pub(super) guards: Vec<TermId>,
    /// The same, as expressions of the program.
    pub(super) cases: Vec<Expr>,
    /// What has to hold of both states.
    pub(super) open: Vec<TermId>,
    /// What fields become, by their places.
    pub(super) next: BTreeMap<usize, NextValue>,
}

impl Draft {
    /// What has to hold.
    pub(super) fn conditions(&self) -> Vec<TermId> {
        [self.guards.as_slice(), &self.open].concat()
    }

    /// What fields become.
    pub(super) fn values(&self) -> Vec<TermId> {
        self.next.values().flat_map(NextValue::terms).collect()
    }
}

impl NextValue {
    /// What it depends on.
    pub(super) fn terms(&self) -> Vec<TermId> {
        let mut terms = self.value.scalars();
        terms.push(self.defined);
        terms
    }
}

impl Lowering {
    /// A term in which all that is computed is put in its place.
    pub(super) fn plain(&mut self, term: TermId) -> TermId {
        let mut term = term;
        loop {
            let inputs = &self.system.context.inputs;
            let computed = |symbol: Symbol| match symbol {
                Symbol::Input(id) => match inputs[id.0 as usize].role {
                    InputRole::Defined { value, .. } | InputRole::Later { value, .. } => {
                        Some(value)
                    }
                    InputRole::Chosen | InputRole::Unknown => None,
                },
                _ => None,
            };
            let terms = &self.system.context.terms;
            if !symbols(terms, term)
                .into_iter()
                .any(|it| computed(it).is_some())
            {
                return term;
            }
            let terms = &mut self.system.context.terms;
            term = Substitution::default().apply(terms, term, &mut |_, it| computed(it));
        }
    }

    /// A term in which symbols that are known are put in their places.
    pub(super) fn put(&mut self, known: &FxHashMap<Symbol, TermId>, term: TermId) -> TermId {
        let terms = &mut self.system.context.terms;
        Substitution::default().apply(terms, term, &mut |_, symbol| known.get(&symbol).copied())
    }

    pub(super) fn put_value(&mut self, known: &FxHashMap<Symbol, TermId>, value: &Value) -> Value {
        let terms = &mut self.system.context.terms;
        let mut substitution = Substitution::default();
        value.map(&mut |term| {
            substitution.apply(terms, term, &mut |_, symbol| known.get(&symbol).copied())
        })
    }

    /// Requires something of a draft; whether the step is still possible.
    pub(super) fn require(&mut self, draft: &mut Draft, term: TermId) -> bool {
        let term = self.put(&draft.known, term);
        for part in conjuncts(&self.system.context.terms, term) {
            match self.system.context.terms.known(part) {
                Some(false) => return false,
                Some(true) => {}
                None => {
                    let read = symbols(&self.system.context.terms, part);
                    let is_open = read.iter().any(|it| matches!(it, Symbol::Next(_)));
                    let list = if is_open {
                        &mut draft.open
                    } else {
                        &mut draft.guards
                    };
                    if !list.contains(&part) {
                        list.push(part);
                    }
                }
            }
        }
        true
    }

    /// The draft with one more who takes part, once for each move of its control variable.
    fn with(&mut self, draft: &Draft, place: Place) -> Vec<Draft> {
        let Player {
            instance,
            control,
            moves,
            ..
        } = self.player(place).clone();
        let sort = self.system.current.control_sorts[instance.index()];
        let drafts = moves.iter().map(|(from, to)| {
            let mut draft = draft.clone();
            draft.taken.push(place);
            draft.places.insert(instance, (*from, *to));
            let terms = &mut self.system.context.terms;
            let (here, there) = (terms.finite(sort, *from), terms.finite(sort, *to));
            draft.known.insert(Symbol::Current(control), here);
            draft.known.insert(Symbol::Next(control), there);
            draft
        });
        drafts.collect()
    }

    pub(super) fn player(&self, place: Place) -> &Player {
        &self.system.occurrences[place.occurrence].players[place.player]
    }

    /// Puts all that is computed in its place, everywhere.
    pub(super) fn make_plain(&mut self) {
        let mut occurrences = std::mem::take(&mut self.system.occurrences);
        for occurrence in &mut occurrences {
            for part in &mut occurrence.requires {
                part.term = self.plain(part.term);
            }
            for definition in &mut occurrence.definitions {
                definition.value = self.plain_value(&definition.value);
                definition.defined = self.plain(definition.defined);
            }
            for call in &mut occurrence.calls {
                for (_, is_it) in &mut call.called.partners {
                    *is_it = self.plain(*is_it);
                }
                let arguments = call.called.arguments.iter();
                call.called.arguments = arguments.map(|it| self.plain_value(it)).collect();
            }
        }
        self.system.occurrences = occurrences;
        let mut always = std::mem::take(&mut self.system.always);
        for part in &mut always {
            part.term = self.plain(part.term);
        }
        self.system.always = always;
    }

    /// All steps that begin with a choice of the environment.
    pub(super) fn chosen_steps(&mut self, first: Place) -> Result<Vec<Draft>, Obstacle> {
        let mut found = Vec::new();
        for draft in self.with(&Draft::default(), first) {
            for draft in self.choices(draft, first)? {
                self.follow(draft, 0, &mut found)?;
            }
        }
        Ok(found)
    }

    /// Follows the calls from one who takes part on, and adds the steps that come of it.
    fn follow(
        &mut self,
        mut draft: Draft,
        at: usize,
        found: &mut Vec<Draft>,
    ) -> Result<(), Obstacle> {
        if at == draft.taken.len() {
            return self.finish(draft, found);
        }
        if self.system.context.terms.len() > MOST_TERMS || found.len() > MOST_ACTIONS {
            return Err(Obstacle::unsupported("so many different steps"));
        }
        let place = draft.taken[at];
        if !self.require_all(&mut draft, place.occurrence) {
            return Ok(());
        }
        let calls = self.system.occurrences[place.occurrence].calls.clone();
        let mut drafts = vec![draft];
        for call in &calls {
            let arguments: Vec<Value> = call.called.arguments.clone();
            let mut longer = Vec::new();
            for draft in &drafts {
                for (partner, is_it) in &call.called.partners {
                    if draft.places.contains_key(partner) {
                        // It would take a second event.
                        continue;
                    }
                    let Some(place) = self.system.place(*partner, call.event) else {
                        continue;
                    };
                    let mut draft = draft.clone();
                    if !self.require(&mut draft, *is_it) {
                        continue;
                    }
                    for draft in self.pass(&draft, place, &arguments)? {
                        longer.extend(self.with(&draft, place));
                    }
                }
            }
            drafts = longer;
        }
        for draft in drafts {
            self.follow(draft, at + 1, found)?;
        }
        Ok(())
    }

    /// Requires what an occurrence does, but for what defines fields; whether the step is still possible.
    fn require_all(&mut self, draft: &mut Draft, occurrence: usize) -> bool {
        let definitions = &self.system.occurrences[occurrence].definitions;
        let first = first_definitions(definitions.iter().map(|it| (it.field.0, it.place)));
        let requires = self.system.occurrences[occurrence].requires.clone();
        let mut requires = requires.iter().enumerate();
        requires.all(|(place, part)| first.contains(&place) || self.require(draft, part.term))
    }

    /// Gives the parameters of one who is called the values of arguments. Where these cannot be written as scalars of
    /// the parameters, there is a draft for each value.
    fn pass(
        &mut self,
        draft: &Draft,
        place: Place,
        arguments: &[Value],
    ) -> Result<Vec<Draft>, Obstacle> {
        let called = &self.system.occurrences[place.occurrence];
        let (params, types) = (called.params.clone(), called.types.clone());
        let mut drafts = vec![draft.clone()];
        for ((param, argument), ty) in params.iter().zip(arguments).zip(&types) {
            let mut longer = Vec::new();
            for draft in drafts {
                let argument = self.put_value(&draft.known, argument);
                match self.aligned(&param.shape, &argument.shape) {
                    Some(pairs) => {
                        let mut draft = draft;
                        draft.known.extend(pairs);
                        longer.push(draft);
                    }
                    None => longer.extend(self.pass_each(&draft, param, &argument, ty)?),
                }
            }
            drafts = longer;
        }
        Ok(drafts)
    }

    /// A draft for each value of an argument.
    fn pass_each(
        &mut self,
        draft: &Draft,
        param: &Value,
        argument: &Value,
        ty: &Type,
    ) -> Result<Vec<Draft>, Obstacle> {
        self.note_reads(draft, &draft.conditions(), &argument.scalars());
        let always = self.system.context.terms.truth(true);
        let mut drafts = Vec::new();
        for (value, when) in self.value_table(argument, ty, always)? {
            let scalars = self.system.scalars_of(&param.shape, &value);
            let mut draft = draft.clone();
            for (symbol, constant) in scalars.ok_or_else(Obstacle::no_room)? {
                let constant = self.system.context.terms.make_constant(constant);
                draft.known.insert(symbol, constant);
            }
            draft.cases.push(any(when));
            drafts.push(draft);
        }
        Ok(drafts)
    }

    fn plain_value(&mut self, value: &Value) -> Value {
        let mut changed: FxHashMap<TermId, TermId> = FxHashMap::default();
        let mut terms = value.scalars();
        let mut collect = |term: TermId| {
            terms.push(term);
            term
        };
        let _ = value.map(&mut collect);
        for term in terms {
            let plain = self.plain(term);
            changed.insert(term, plain);
        }
        value.map(&mut |term| changed.get(&term).copied().unwrap_or(term))
    }

    /// The scalars of a variable with those of a value, where they are made alike.
    pub(super) fn aligned(
        &mut self,
        variable: &Shape,
        value: &Shape,
    ) -> Option<Vec<(Symbol, TermId)>> {
        if matches!(variable, Shape::Listing(_)) {
            return None;
        }
        let (to, from) = (variable.scalars(), value.scalars());
        if to.len() != from.len() {
            return None;
        }
        let terms = &mut self.system.context.terms;
        let mut pairs = Vec::with_capacity(to.len());
        for (to, from) in to.into_iter().zip(from) {
            let crate::logic::Node::Symbol(symbol, sort) = *terms.node(to) else {
                return None;
            };
            let from = match (sort, terms.sort(from)) {
                (Sort::Real, Sort::Int) => terms.to_real(from),
                (sort, own) if sort == own => from,
                _ => return None,
            };
            pairs.push((symbol, from));
        }
        Some(pairs)
    }

    /// A constant as a term.
    pub(super) fn constant(&mut self, constant: &Constant) -> TermId {
        self.system.context.terms.make_constant(constant.clone())
    }

    /// A variable of the state after the step, where it is one of those that nobody changes.
    pub(super) fn unchanged(&mut self, draft: &Draft, id: VariableId) -> Option<TermId> {
        use super::context::Owner;
        let is_changed = match self.owners[id.0 as usize] {
            Owner::Now => true,
            Owner::Control(instance) => draft.places.contains_key(&instance),
            Owner::Field(field) => self.written(draft).contains(&field),
        };
        let sort = self.system.variables[id.0 as usize].sort;
        let terms = &mut self.system.context.terms;
        (!is_changed).then(|| terms.symbol(Symbol::Current(id), sort))
    }

    /// The fields that those who take part may change, by their places.
    pub(super) fn written(&self, draft: &Draft) -> Vec<usize> {
        let mut written = Vec::new();
        for place in &draft.taken {
            let player = self.player(*place);
            let fields = player.fields.iter();
            written
                .extend(fields.filter_map(|field| self.place_of.get(&(player.instance, *field))));
        }
        written
    }

    /// The occurrence of one who takes part.
    pub(super) fn occurrence(&self, place: Place) -> &Occurrence {
        &self.system.occurrences[place.occurrence]
    }
}

/// Of several definitions the places of those that come first for their field.
pub(super) fn first_definitions(definitions: impl Iterator<Item = (u32, usize)>) -> Vec<usize> {
    let mut fields = Vec::new();
    let mut places = Vec::new();
    for (field, place) in definitions {
        if !fields.contains(&field) {
            fields.push(field);
            places.push(place);
        }
    }
    places
}
