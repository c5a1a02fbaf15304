//! Concrete states as values of a system's variables.

use std::cell::RefCell;

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::context::{Context, InputRole};
use super::enumeration::control;
use super::listing::{Entry, Listing};
use super::shape::{Shape, Value};
use super::system::{Place, System};
use super::values::{PERIODS, known_shape};
use crate::logic::evaluate::{Evaluation, NoValue};
use crate::logic::{Constant, InputId, Node, Symbol, TermId};
use crate::model::run::Occurrence;
use crate::model::{State, Value as Concrete};
use crate::number::Rational;
use crate::semantics::types::Type;

/// Values of symbols.
pub type Valuation = FxHashMap<Symbol, Constant>;

impl System {
    /// The values of the variables in a state, read as the one before a step or as the one after it; none where a
    /// value is open or does not fit.
    pub fn valuation_of(&mut self, state: &State, is_next: bool) -> Option<Valuation> {
        let terms = if is_next {
            self.next.clone()
        } else {
            self.current.clone()
        };
        let mut found = Valuation::default();
        assign(&mut self.context, &terms.now.shape, &state.now, &mut found)?;
        for (id, instance) in state.instances() {
            let own = &terms.instances[id.index()];
            let Node::Symbol(symbol, _) = *self.context.terms.node(own.control) else {
                return None;
            };
            let at = Constant::Finite(terms.control_sorts[id.index()], control(state, id));
            found.insert(symbol, at);
            for (field, value) in own.fields.iter().zip(&instance.fields) {
                if let Some(field) = field {
                    assign(&mut self.context, &field.shape, value, &mut found)?;
                }
            }
        }
        Some(found)
    }

    /// The scalars of a variable where it has a value, in their order; none where that is open or does not fit.
    pub fn scalars_of(
        &mut self,
        variable: &Shape,
        value: &Concrete,
    ) -> Option<Vec<(Symbol, Constant)>> {
        let mut found = Valuation::default();
        assign(&mut self.context, variable, value, &mut found)?;
        let mut found: Vec<(Symbol, Constant)> = found.into_iter().collect();
        found.sort_unstable();
        Some(found)
    }

    /// Adds the inputs of the step that begins with a choice of the environment: what happens because of it, with
    /// which arguments. Gives up where something of it is not known or where an argument has no value.
    pub fn choose(&mut self, values: &mut Valuation, first: &Occurrence) -> Result<(), NoChoice> {
        let always = Constant::Bool(true);
        for player in self.occurrences.iter().flat_map(|it| &it.players) {
            for input in [Some(player.happens), player.chosen].into_iter().flatten() {
                self.set(values, input, &Constant::Bool(false));
            }
        }
        let place = self.place(first.instance, first.event);
        let place = place.ok_or(NoChoice::NoSuchEvent)?;
        let player = &self.occurrences[place.occurrence].players[place.player];
        let chosen = player.chosen.ok_or(NoChoice::NoSuchEvent)?;
        self.set(values, chosen, &always);
        let params = self.occurrences[place.occurrence].params.clone();
        for (param, argument) in params.iter().zip(&first.arguments) {
            let context = &mut self.context;
            assign(context, &param.shape, argument, values).ok_or(NoChoice::NoSuchValue)?;
        }
        let mut waiting = vec![place];
        let mut taken = vec![place];
        while let Some(place) = waiting.pop() {
            let caller = self.occurrences[place.occurrence].clone();
            self.set(values, caller.players[place.player].happens, &always);
            for call in &caller.calls {
                let Some(partner) = self.partner(values, call)? else {
                    continue;
                };
                if taken.contains(&partner) {
                    return Err(NoChoice::Twice);
                }
                self.pass(values, partner.occurrence, &call.called.arguments)?;
                taken.push(partner);
                waiting.push(partner);
            }
        }
        Ok(())
    }

    fn set(&self, values: &mut Valuation, symbol: TermId, value: &Constant) {
        if let Node::Symbol(symbol, _) = *self.context.terms.node(symbol) {
            values.insert(symbol, value.clone());
        }
    }

    /// What a sync makes happen.
    fn partner(
        &self,
        values: &Valuation,
        call: &super::system::Call,
    ) -> Result<Option<Place>, NoChoice> {
        for (partner, is_it) in &call.called.partners {
            if self.value(values, *is_it)? == Constant::Bool(true) {
                return Ok(self.place(*partner, call.event));
            }
        }
        Ok(None)
    }

    /// Gives the parameters of an event the values of arguments.
    fn pass(
        &mut self,
        values: &mut Valuation,
        place: usize,
        arguments: &[Value],
    ) -> Result<(), NoChoice> {
        let called = self.occurrences[place].clone();
        let params = called.params.iter().zip(&called.types);
        for ((param, ty), argument) in params.zip(arguments) {
            let argument = self.read(values, &argument.shape, ty)?;
            let context = &mut self.context;
            assign(context, &param.shape, &argument, values).ok_or(NoChoice::NoSuchValue)?;
        }
        Ok(())
    }

    /// The value of a type that scalars have.
    pub fn read(&self, values: &Valuation, shape: &Shape, ty: &Type) -> Result<Concrete, NoChoice> {
        Ok(match (shape, ty) {
            (Shape::Nothing, _) => Concrete::Open,
            (Shape::Truth(truth), _) => Concrete::Boolean(self.is_true(values, truth.yes)?),
            (Shape::Int(number), ty) => of_number(self.int(values, *number)?, ty),
            (Shape::Real(number), _) => {
                let number = self.value(values, *number)?.number();
                Concrete::Real(number.ok_or(NoChoice::NoSuchValue)?)
            }
            (Shape::Atom(atom), Type::Currency) => Concrete::Currency(self.text(values, *atom)?),
            (Shape::Atom(atom), _) => Concrete::String(self.text(values, *atom)?),
            (Shape::Money(currency, cents), _) => {
                Concrete::Money(self.text(values, *currency)?, self.int(values, *cents)?)
            }
            (Shape::Term(months, days), _) => {
                Concrete::Term(self.int(values, *months)?, self.int(values, *days)?)
            }
            (Shape::Iban(country, rest), _) => {
                let (country, rest) = (self.text(values, *country)?, self.text(values, *rest)?);
                Concrete::Iban(format!("{country}{rest}").into())
            }
            (Shape::Listing(listing), Type::Set(element)) => {
                let there = self.entries(values, listing)?;
                let elements = there
                    .iter()
                    .map(|entry| self.read(values, &entry.key, element));
                Concrete::Set(elements.collect::<Result<_, _>>()?)
            }
            (Shape::Listing(listing), Type::Map(key, value)) => {
                let there = self.entries(values, listing)?;
                let entries = there.iter().map(|entry| {
                    let own = entry.value.as_ref().unwrap_or(&entry.key);
                    Ok((
                        self.read(values, &entry.key, key)?,
                        self.read(values, own, value)?,
                    ))
                });
                Concrete::Map(entries.collect::<Result<_, NoChoice>>()?)
            }
            _ => return Err(NoChoice::NoSuchValue),
        })
    }

    /// The entries of a set or map that are there.
    fn entries<'l>(
        &self,
        values: &Valuation,
        listing: &'l Listing,
    ) -> Result<Vec<&'l Entry>, NoChoice> {
        let mut there = Vec::new();
        for entry in &listing.entries {
            if self.is_true(values, entry.there)? {
                there.push(entry);
            }
        }
        Ok(there)
    }

    fn is_true(&self, values: &Valuation, term: TermId) -> Result<bool, NoChoice> {
        Ok(self.value(values, term)? == Constant::Bool(true))
    }

    fn int(&self, values: &Valuation, term: TermId) -> Result<BigInt, NoChoice> {
        match self.value(values, term)? {
            Constant::Int(number) => Ok(number),
            _ => Err(NoChoice::NoSuchValue),
        }
    }

    fn text(&self, values: &Valuation, term: TermId) -> Result<SmolStr, NoChoice> {
        match self.value(values, term)? {
            Constant::Atom(_, text) => Ok(text),
            _ => Err(NoChoice::NoSuchValue),
        }
    }

    /// Whether all of some terms are true; none where one has no value and none is false.
    pub fn all_hold(&self, values: &Valuation, terms: &[TermId]) -> Option<bool> {
        let inputs = Inputs::of(self, values);
        let valuation = |symbol: Symbol| inputs.value(symbol);
        let mut evaluation = Evaluation::new(&self.context.terms, &valuation);
        let mut all = Some(true);
        for term in terms {
            match evaluation.holds(*term) {
                Ok(true) => {}
                Ok(false) => return Some(false),
                Err(_) => all = None,
            }
        }
        all
    }

    /// The value of a term; inputs that are computed need no value of their own.
    pub fn value(&self, values: &Valuation, term: TermId) -> Result<Constant, NoChoice> {
        let value = Inputs::of(self, values).term(term);
        value.map_err(NoChoice::Unknown)
    }
}

/// The values of symbols where those of inputs may follow from those of others. They do so in long chains, so each is
/// computed once.
struct Inputs<'v> {
    system: &'v System,
    values: &'v Valuation,
    computed: RefCell<FxHashMap<InputId, Option<Constant>>>,
}

impl<'v> Inputs<'v> {
    fn of(system: &'v System, values: &'v Valuation) -> Inputs<'v> {
        let computed = RefCell::default();
        Inputs {
            system,
            values,
            computed,
        }
    }

    fn term(&self, term: TermId) -> Result<Constant, NoValue> {
        let valuation = |symbol: Symbol| self.value(symbol);
        Evaluation::new(&self.system.context.terms, &valuation).value(term)
    }

    fn value(&self, symbol: Symbol) -> Option<Constant> {
        if let Some(known) = self.values.get(&symbol) {
            return Some(known.clone());
        }
        let Symbol::Input(id) = symbol else {
            return None;
        };
        if let Some(computed) = self.computed.borrow().get(&id) {
            return computed.clone();
        }
        let value = self.input(id);
        self.computed.borrow_mut().insert(id, value.clone());
        value
    }

    fn input(&self, id: InputId) -> Option<Constant> {
        let context = &self.system.context;
        let input = &context.inputs[id.0 as usize];
        match &input.role {
            InputRole::Defined { value, .. } | InputRole::Later { value, .. } => {
                self.term(*value).ok()
            }
            // What does not happen may have any arguments.
            InputRole::Chosen => context.terms.any_value(input.sort),
            InputRole::Unknown => None,
        }
    }
}

/// The value of a type that a number stands for.
fn of_number(number: BigInt, ty: &Type) -> Concrete {
    let period = |number: &BigInt| {
        let place = usize::try_from(number).unwrap_or(usize::MAX);
        PERIODS.get(place).copied().unwrap_or(PERIODS[0])
    };
    match ty {
        Type::Percentage => Concrete::Percentage(number),
        Type::Date => Concrete::Date(number),
        Type::Time => Concrete::Time(number),
        Type::DateTime => Concrete::DateTime(number),
        Type::Real => Concrete::Real(Rational::from_integer(number)),
        Type::Period => Concrete::Period(period(&number)),
        Type::Frequency => Concrete::Frequency(period(&number)),
        _ => Concrete::Integer(number),
    }
}

/// Why the inputs of a step are not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoChoice {
    /// The environment cannot choose this.
    NoSuchEvent,
    /// A value does not fit into its variable.
    NoSuchValue,
    /// An instance would take the same event twice.
    Twice,
    /// Something has no value.
    Unknown(NoValue),
}

/// Gives the scalars of a variable a value.
fn assign(
    context: &mut Context,
    variable: &Shape,
    value: &Concrete,
    found: &mut Valuation,
) -> Option<()> {
    if let (Shape::Listing(listing), Concrete::Set(_) | Concrete::Map(_)) = (variable, value) {
        return assign_listing(context, listing, value, found);
    }
    if *variable == Shape::Nothing {
        return Some(());
    }
    let known = known_shape(context, value)?;
    let (to, from) = (variable.scalars(), known.scalars());
    if to.len() != from.len() {
        return None;
    }
    for (to, from) in to.into_iter().zip(from) {
        let constant = context.terms.constant(from)?.clone();
        set(context, to, constant, found);
    }
    Some(())
}

fn set(context: &Context, scalar: TermId, value: Constant, found: &mut Valuation) {
    if let Node::Symbol(symbol, _) = *context.terms.node(scalar) {
        found.insert(symbol, value);
    }
}

fn assign_listing(
    context: &mut Context,
    listing: &Listing,
    value: &Concrete,
    found: &mut Valuation,
) -> Option<()> {
    let entries: Vec<(&Concrete, Option<&Concrete>)> = match value {
        Concrete::Set(elements) => elements.iter().map(|element| (element, None)).collect(),
        Concrete::Map(entries) => entries
            .iter()
            .map(|(key, value)| (key, Some(value)))
            .collect(),
        _ => return None,
    };
    let mut left: Vec<Option<(&Concrete, Option<&Concrete>)>> =
        entries.into_iter().map(Some).collect();
    for (at, slot) in listing.entries.iter().enumerate() {
        let own = if listing.is_fixed() {
            let mut known = left.iter_mut();
            let place = known.find(|entry| {
                entry.is_some_and(|(key, _)| known_shape(context, key).as_ref() == Some(&slot.key))
            });
            place.and_then(Option::take)
        } else {
            left.get_mut(at).and_then(Option::take)
        };
        set(context, slot.there, Constant::Bool(own.is_some()), found);
        if let Some((key, value)) = own {
            if !listing.is_fixed() {
                assign(context, &slot.key, key, found)?;
            }
            if let (Some(variable), Some(value)) = (&slot.value, value) {
                assign(context, variable, value, found)?;
            }
        } else {
            let parts = if listing.is_fixed() {
                Vec::new()
            } else {
                slot.key.scalars()
            };
            let values = slot.value.iter().flat_map(Shape::scalars);
            for scalar in parts.into_iter().chain(values) {
                let any = context.terms.any_value(context.terms.sort(scalar))?;
                set(context, scalar, any, found);
            }
        }
    }
    let is_overfull = left.iter().any(Option::is_some);
    match listing.more {
        Some(more) => set(context, more, Constant::Bool(is_overfull), found),
        None if is_overfull => return None,
        None => {}
    }
    Some(())
}
