//! Negated syncs: that an event is not possible, for no next values.
//!
//! What happens together is put out as a list of cases, one for each choice of partners. In a case it is known who
//! takes part, so the next state can be described: those who take part get variables of a quantifier for what they
//! define, and equations put most of these in place again ([`crate::logic::eliminate`]).

use super::context::Context;
use super::expression::{Scope, Translated, Translator, unsupported};
use super::shape::{self, Value};
use super::values;
use super::view::{InstanceTerms, This, View};
use crate::logic::{BoundId, Node, Sort, Symbol, TermId, eliminate};
use crate::model::{InstanceId, Value as Concrete};
use crate::semantics::specification::{EventId, Sync};

/// An event that an instance takes in a case.
#[derive(Clone)]
struct Taking {
    id: InstanceId,
    event: EventId,
    params: Vec<Value>,
}

/// A choice of partners.
#[derive(Clone)]
struct Case {
    conditions: Vec<TermId>,
    taken: Vec<Taking>,
}

impl Translator<'_, '_> {
    /// When `not S[k].e(args)` holds: `S[k]` is there, and e is not possible on it.
    pub fn is_impossible(&mut self, scope: Scope<'_>, sync: &Sync) -> Translated<TermId> {
        let called = self.called(scope, sync)?;
        let mut conditions = vec![called.defined];
        for (id, is_it) in &called.partners {
            let first = Taking {
                id: *id,
                event: sync.event,
                params: called.arguments.clone(),
            };
            let possible = self.is_possible(scope.current, first)?;
            let impossible = self.context.terms.not(possible);
            conditions.push(self.context.terms.implies(*is_it, impossible));
        }
        Ok(self.context.terms.and(conditions))
    }

    /// When an event can happen, together with all that it syncs.
    fn is_possible(&mut self, current: View<'_>, first: Taking) -> Translated<TermId> {
        let mut possible = Vec::new();
        let case = Case {
            conditions: Vec::new(),
            taken: vec![first],
        };
        let mut waiting = vec![(case, 0)];
        while let Some((case, at)) = waiting.pop() {
            if at < case.taken.len() {
                let longer = self.follow_syncs(current, case, at)?;
                waiting.extend(longer.into_iter().map(|case| (case, at + 1)));
            } else {
                possible.push(self.has_next(current, &case)?);
            }
        }
        Ok(self.context.terms.or(possible))
    }

    /// The cases with the partners of one who takes part added.
    fn follow_syncs(&mut self, current: View<'_>, case: Case, at: usize) -> Translated<Vec<Case>> {
        let taking = case.taken[at].clone();
        let scope = Scope {
            current,
            next: None,
            this: Some(This::One(taking.id)),
            params: &taking.params,
        };
        let mut cases = vec![case];
        let event = self.model.interpreter().event(taking.id, taking.event);
        for sync in event.calls() {
            let called = self.called(scope, sync)?;
            let mut longer = Vec::new();
            for case in &cases {
                for (id, is_it) in &called.partners {
                    // An instance takes one event at most.
                    if case.taken.iter().any(|taking| taking.id == *id) {
                        continue;
                    }
                    let mut case = case.clone();
                    case.conditions.extend([called.defined, *is_it]);
                    case.taken.push(Taking {
                        id: *id,
                        event: sync.event,
                        params: called.arguments.clone(),
                    });
                    longer.push(case);
                }
            }
            cases = longer;
        }
        Ok(cases)
    }

    /// When those who take part in a case have next values.
    fn has_next(&mut self, current: View<'_>, case: &Case) -> Translated<TermId> {
        let mut bound = Vec::new();
        let mut body = case.conditions.clone();
        let n_overfull = self.context.overfull.len();
        let n_countries = self.context.countries.len();
        let mut next: Vec<(InstanceId, InstanceTerms)> = Vec::new();
        for taking in &case.taken {
            body.extend(self.arguments_in_domains(taking)?);
            next.push((
                taking.id,
                self.next_of(current, taking, &mut bound, &mut body)?,
            ));
        }
        for taking in &case.taken {
            let scope = Scope {
                current,
                next: Some(current.replacing(&next)),
                this: Some(This::One(taking.id)),
                params: &taking.params,
            };
            body.push(self.moves(scope, taking)?);
            let event = self.model.interpreter().event(taking.id, taking.event);
            for statement in event.statements() {
                body.push(self.holds(scope, &statement.condition)?);
            }
            for sync in event.negated_syncs() {
                body.push(self.is_impossible(scope.before(), sync)?);
            }
        }
        body.extend(self.countries_are_written_as_such(n_countries));
        let overfull = self.context.overfull.split_off(n_overfull);
        let body = self.context.terms.and(body);
        Ok(self.exists_within_room(&bound, &overfull, body))
    }

    /// That there are values of some variables. Where only sets or maps would do that are larger than there is room
    /// for, nobody knows.
    fn exists_within_room(
        &mut self,
        bound: &[(BoundId, Sort)],
        overfull: &[TermId],
        body: TermId,
    ) -> TermId {
        let (is_bound, elsewhere): (Vec<TermId>, Vec<TermId>) = overfull.iter().partition(|term| {
            matches!(
                self.context.terms.node(**term),
                Node::Symbol(Symbol::Bound(_), _)
            )
        });
        self.context.overfull.extend(elsewhere);
        let terms = &mut self.context.terms;
        let any = eliminate::exists(terms, bound, body);
        if is_bound.is_empty() {
            return any;
        }
        let fitting: Vec<TermId> = is_bound.iter().map(|more| terms.not(*more)).collect();
        let fitting = terms.and(fitting.into_iter().chain([body]));
        let fitting = eliminate::exists(terms, bound, fitting);
        let unless = terms.not(fitting);
        let unsure = terms.and([any, unless]);
        self.context.overfull.push(unsure);
        let perhaps = self.context.perhaps();
        let terms = &mut self.context.terms;
        let unsure = terms.and([any, perhaps]);
        terms.or([fitting, unsure])
    }

    /// What is the country of an account number, from a place on, is none of the texts known so far that are written
    /// otherwise.
    fn countries_are_written_as_such(&mut self, from: usize) -> Vec<TermId> {
        let others = self.context.texts_unlike_countries();
        let countries = self.context.countries[from..].to_vec();
        let said = countries
            .iter()
            .map(|country| country.unlike(&mut self.context.terms, &others));
        said.collect()
    }

    fn arguments_in_domains(&mut self, taking: &Taking) -> Translated<Vec<TermId>> {
        let spec = self.model.universe.instance(taking.id).spec;
        let declared = self.model.interpreter().event(taking.id, taking.event);
        let mut conditions = Vec::new();
        for (param_id, param) in declared.params() {
            let domains = &self.model.domains;
            let domain = domains.of_param(spec, taking.event, param_id, &param.ty);
            if let Some(domain) = domain {
                conditions.push(self.one_of(&taking.params[param_id.index()], domain)?);
            }
        }
        Ok(conditions)
    }

    /// A value is one of these.
    pub(super) fn one_of(&mut self, value: &Value, values: &[Concrete]) -> Translated<TermId> {
        let mut cases = Vec::with_capacity(values.len());
        for known in values {
            let known = self.known(known)?;
            cases.push(shape::same(self.context, &value.shape, &known.shape));
        }
        Ok(self.context.terms.or(cases))
    }

    /// One who takes part after the step: what its event defines has new variables.
    fn next_of(
        &mut self,
        current: View<'_>,
        taking: &Taking,
        bound: &mut Vec<(BoundId, Sort)>,
        body: &mut Vec<TermId>,
    ) -> Translated<InstanceTerms> {
        let mut next = current.instance(taking.id).clone();
        let mut make = |context: &mut Context, _: &str, sort: Sort| {
            let (id, symbol) = context.terms.fresh_bound(sort);
            bound.push((id, sort));
            symbol
        };
        let sort = self.context.terms.sort(next.control);
        next.control = make(self.context, "", sort);
        let interpreter = self.model.interpreter();
        let groups = &interpreter.shape(taking.id, taking.event).groups;
        for field in groups.iter().flat_map(|group| &group.fields) {
            let ty = &interpreter.spec(taking.id).fields[field.index()].ty;
            let made = values::variable(self.context, ty, "next", None, &mut make);
            let made = made.ok_or_else(|| unsupported("interest tariffs"))?;
            body.push(made.invariant);
            if let Some(domain) = interpreter.domain(taking.id, *field) {
                body.push(self.one_of(&made.value, domain)?);
            }
            next.fields[field.index()] = Some(made.value);
        }
        Ok(next)
    }

    /// Where the life cycle of one who takes part leads.
    fn moves(&mut self, scope: Scope<'_>, taking: &Taking) -> Translated<TermId> {
        let next = scope.state(crate::semantics::expression::Moment::Next)?;
        let shape = self.model.interpreter().shape(taking.id, taking.event);
        let terms = &mut self.context.terms;
        let mut arrows = Vec::with_capacity(shape.moves.len());
        for (from, to) in &shape.moves {
            let here = scope.current.is_in(terms, taking.id, *from);
            let there = next.is_in(terms, taking.id, *to);
            arrows.push(terms.and([here, there]));
        }
        Ok(terms.or(arrows))
    }
}
