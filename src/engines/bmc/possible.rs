//! Negated syncs: that an event is not possible, for no next values.
//!
//! What happens together is put out as a list of cases, one for each choice of partners. In a case it is known who takes part,
//! so the next state can be described: what an equation defines is put in place, and what is only related becomes
//! a variable under a quantifier, or each of finitely many values in turn.

use z3::ast::{Ast, Bool, Dynamic};

use super::encode::{Encoded, Encoder, Scope, This, unsupported};
use super::logic::{all, any, implies, not};
use super::term::{Parts, Term};
use super::variables::{InstanceVariables, View};
use crate::model::shape::Group;
use crate::model::{InstanceId, Value};
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment};
use crate::semantics::specification::{Event, EventId, FieldId, ParamId, StateId, Sync};
use crate::semantics::types::Type;

/// An event that an instance takes in a case.
#[derive(Clone)]
struct Part {
    id: InstanceId,
    event: EventId,
    params: Vec<Term>,
}

/// A choice of partners.
#[derive(Clone)]
struct Case {
    conditions: Vec<Bool>,
    parts: Vec<Part>,
}

/// A field whose next value is only related to others.
struct Open {
    part: InstanceId,
    field: FieldId,
    variable: Term,
    /// Whether it takes further variables to say what it is, as for sets and for months of dates.
    is_defined_by_others: bool,
    /// What makes a value of its type of the variable.
    conditions: Vec<Bool>,
    /// The values that it may have, if they are finitely many.
    values: Option<Vec<Value>>,
}

impl Open {
    /// Whether a definition speaks of it. Definitions hold everywhere, also outside of the quantifier that the field is under.
    fn is_in(&self, definition: &Bool) -> bool {
        constants(&self.variable).is_none_or(|constants| {
            constants.iter().any(|constant| {
                let other = Dynamic::fresh_const("other", &constant.get_sort());
                definition.substitute(&[(constant, &other)]) != *definition
            })
        })
    }
}

impl Encoder<'_, '_> {
    /// When `not S[k].e(args)` holds: `S[k]` is there, and e is not possible on it.
    pub(super) fn is_impossible(&mut self, scope: Scope<'_>, sync: &Sync) -> Encoded<Bool> {
        let called = self.called(scope, sync)?;
        let mut conditions = vec![called.defined];
        for (id, is_it) in &called.partners {
            let first = Part {
                id: *id,
                event: sync.event,
                params: called.arguments.clone(),
            };
            let possible = self.is_possible(scope.current, first)?;
            conditions.push(implies(is_it, not(&possible)));
        }
        Ok(all(conditions))
    }

    /// When an event can happen, together with all that it syncs.
    fn is_possible(&mut self, current: View<'_>, first: Part) -> Encoded<Bool> {
        let mut possible = Vec::new();
        let mut waiting = vec![(
            Case {
                conditions: Vec::new(),
                parts: vec![first],
            },
            0,
        )];
        while let Some((case, at)) = waiting.pop() {
            if at < case.parts.len() {
                let longer = self.follow_syncs(current, case, at)?;
                waiting.extend(longer.into_iter().map(|case| (case, at + 1)));
            } else {
                possible.push(self.has_next(current, &case)?);
            }
        }
        Ok(any(possible))
    }

    /// The cases with the partners of one part added.
    fn follow_syncs(&mut self, current: View<'_>, case: Case, at: usize) -> Encoded<Vec<Case>> {
        let part = case.parts[at].clone();
        let scope = Scope {
            current,
            next: None,
            this: Some(This::One(part.id)),
            params: &part.params,
        };
        let mut cases = vec![case];
        let event = self.model.interpreter().event(part.id, part.event);
        for sync in event.syncs.iter().filter(|sync| !sync.negated) {
            let called = self.called(scope, sync)?;
            let mut longer = Vec::new();
            for case in &cases {
                for (id, is_it) in &called.partners {
                    // An instance takes one event at most.
                    if case.parts.iter().any(|part| part.id == *id) {
                        continue;
                    }
                    let mut case = case.clone();
                    case.conditions
                        .extend([called.defined.clone(), is_it.clone()]);
                    case.parts.push(Part {
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

    /// When the parts of a case have next values.
    fn has_next(&mut self, current: View<'_>, case: &Case) -> Encoded<Bool> {
        let mut conditions = case.conditions.clone();
        let mut open = Vec::new();
        let mut next: Vec<(InstanceId, InstanceVariables)> = Vec::new();
        for part in &case.parts {
            conditions.extend(self.arguments_in_domains(part)?);
            next.push((part.id, self.next_of(current, part, &mut open)?));
        }
        // What has a domain and would need definitions is tried value by value; the others are what a quantifier is about.
        let (tried, open): (Vec<Open>, Vec<Open>) = open
            .into_iter()
            .partition(|open| open.is_defined_by_others && open.values.is_some());
        let mut choices = Vec::new();
        for (targets, values) in choices_of(&self.targets(&case.parts), &tried) {
            for ((_, variables), target) in next.iter_mut().zip(&targets) {
                let states = variables.states.iter_mut().enumerate();
                states.for_each(|(at, state)| *state = Bool::from_bool(StateId::at(at) == *target));
            }
            for (open, value) in tried.iter().zip(values) {
                let value = self.value(value)?;
                let mut parts = next.iter_mut();
                if let Some((_, variables)) = parts.find(|(id, _)| *id == open.part) {
                    variables.fields[open.field.index()] = value;
                }
            }
            let before = self.terms.definitions.len();
            let body = self.holds_together(current, &case.parts, &targets, &next)?;
            let hints = &mut self.terms.hints;
            hints.retain(|hint| !open.iter().any(|open| open.is_in(hint)));
            let mut definitions = self.terms.definitions[before..].iter();
            if definitions.any(|definition| open.iter().any(|open| open.is_in(definition))) {
                return Err(unsupported(
                    "a negated sync with dates or sets that are only related",
                ));
            }
            choices.push(body);
        }
        conditions.push(self.for_some(&open, any(choices))?);
        Ok(all(conditions))
    }

    fn arguments_in_domains(&mut self, part: &Part) -> Encoded<Vec<Bool>> {
        let spec = self.model.universe.instance(part.id).spec;
        let declared = self.model.interpreter().event(part.id, part.event);
        let mut conditions = Vec::new();
        for (index, param) in declared.params.iter().enumerate() {
            let domains = &self.model.domains;
            if let Some(values) = domains.of_param(spec, part.event, ParamId::at(index), &param.ty)
            {
                let cases: Encoded<Vec<Bool>> = values
                    .iter()
                    .map(|value| Ok(part.params[index].same(&self.value(value)?)))
                    .collect();
                conditions.push(any(cases?));
            }
        }
        Ok(conditions)
    }

    /// Every choice of where the life cycles lead.
    fn targets(&self, parts: &[Part]) -> Vec<Vec<StateId>> {
        let mut choices = vec![Vec::new()];
        for part in parts {
            let shape = self.model.interpreter().shape(part.id, part.event);
            let mut targets: Vec<StateId> = shape.moves.iter().map(|(_, to)| *to).collect();
            targets.sort_unstable();
            targets.dedup();
            choices = choices
                .iter()
                .flat_map(|choice| {
                    targets.iter().map(|target| {
                        let mut longer: Vec<StateId> = choice.clone();
                        longer.push(*target);
                        longer
                    })
                })
                .collect();
        }
        choices
    }

    /// The next values of a part, as far as equations define them; the others are put on the list of open ones.
    fn next_of(
        &mut self,
        current: View<'_>,
        part: &Part,
        open: &mut Vec<Open>,
    ) -> Encoded<InstanceVariables> {
        let mut variables = current.instance(part.id).clone();
        let shape = self.model.interpreter().shape(part.id, part.event);
        let event = self.model.interpreter().event(part.id, part.event);
        for group in &shape.groups {
            for field in self.define(current, part, event, group, &mut variables)? {
                let declared = &self.model.interpreter().spec(part.id).fields[field.index()];
                let name = z3::ast::Int::fresh_const("next").to_string();
                let before = self.terms.definitions.len();
                let variable = self.terms.variable(&name, &declared.ty);
                let variable = variable.ok_or_else(|| unsupported("interest tariffs"))?;
                let conditions = self.terms.definitions.split_off(before);
                variables.fields[field.index()] = variable.clone();
                let domain = self.model.interpreter().domain(part.id, field);
                let values = domain
                    .map(<[Value]>::to_vec)
                    .or_else(|| all_values(&declared.ty));
                open.push(Open {
                    part: part.id,
                    field,
                    is_defined_by_others: constants(&variable).is_none()
                        || matches!(declared.ty, Type::Date | Type::DateTime),
                    variable,
                    conditions,
                    values,
                });
            }
        }
        Ok(variables)
    }

    /// Puts in place what the equations of a group define; gives the fields that none does.
    fn define(
        &mut self,
        current: View<'_>,
        part: &Part,
        event: &Event,
        group: &Group,
        variables: &mut InstanceVariables,
    ) -> Encoded<Vec<FieldId>> {
        let mut left = group.fields.clone();
        while let Some((field, value)) = group
            .statements
            .iter()
            .find_map(|index| equation(&event.postconditions[*index].condition, &left))
        {
            let replaced = [(part.id, variables.clone())];
            let scope = Scope {
                current,
                next: Some(current.replacing(&replaced)),
                this: Some(This::One(part.id)),
                params: &part.params,
            };
            let ty = &self.model.interpreter().spec(part.id).fields[field.index()].ty;
            variables.fields[field.index()] = self.term(scope, value)?.fitted(ty);
            left.retain(|other| *other != field);
        }
        Ok(left)
    }

    /// When everything that the parts of a case ask for holds.
    fn holds_together(
        &mut self,
        current: View<'_>,
        parts: &[Part],
        targets: &[StateId],
        next: &[(InstanceId, InstanceVariables)],
    ) -> Encoded<Bool> {
        let mut conditions = Vec::new();
        for (part, target) in parts.iter().zip(targets) {
            let interpreter = self.model.interpreter();
            let (event, shape) = (
                interpreter.event(part.id, part.event),
                interpreter.shape(part.id, part.event),
            );
            let moves = shape.moves.iter().filter(|(_, to)| to == target);
            conditions.push(any(
                moves.map(|(from, _)| current.is_in(part.id, *from).clone())
            ));
            conditions.extend(self.values_in_domains(part, next)?);
            let scope = Scope {
                current,
                next: Some(current.replacing(next)),
                this: Some(This::One(part.id)),
                params: &part.params,
            };
            for statement in event.preconditions.iter().chain(&event.postconditions) {
                conditions.push(self.holds(scope, &statement.condition)?);
            }
            for sync in event.syncs.iter().filter(|sync| sync.negated) {
                let before = Scope {
                    next: None,
                    ..scope
                };
                conditions.push(self.is_impossible(before, sync)?);
            }
        }
        Ok(all(conditions))
    }

    /// Fields that a part defines take values of their domains.
    fn values_in_domains(
        &mut self,
        part: &Part,
        next: &[(InstanceId, InstanceVariables)],
    ) -> Encoded<Vec<Bool>> {
        let shape = self.model.interpreter().shape(part.id, part.event);
        let own = next.iter().find(|(id, _)| *id == part.id);
        let mut conditions = Vec::new();
        for field in shape.groups.iter().flat_map(|group| &group.fields) {
            let domain = self.model.interpreter().domain(part.id, *field);
            if let (Some(domain), Some((_, own))) = (domain, own) {
                let cases: Encoded<Vec<Bool>> = domain
                    .iter()
                    .map(|value| Ok(own.fields[field.index()].same(&self.value(value)?)))
                    .collect();
                conditions.push(any(cases?));
            }
        }
        Ok(conditions)
    }

    /// When something holds for some values of what is open.
    fn for_some(&mut self, open: &[Open], body: Bool) -> Encoded<Bool> {
        let mut body = body;
        let mut bound: Vec<Dynamic> = Vec::new();
        for open in open {
            let constants = constants(&open.variable);
            let constants = constants
                .ok_or_else(|| unsupported("a negated sync with sets that are only related"))?;
            let Some(values) = &open.values else {
                let conditions = open.conditions.iter().cloned();
                body = all(conditions.chain([body]).collect::<Vec<_>>());
                bound.extend(constants);
                continue;
            };
            let cases: Encoded<Vec<Bool>> = values
                .iter()
                .map(|value| Ok(substituted(&body, &constants, &self.value(value)?)))
                .collect();
            body = any(cases?);
        }
        let bound: Vec<&dyn Ast> = bound.iter().map(|it| it as &dyn Ast).collect();
        Ok(z3::ast::exists_const(&bound, &[], &body))
    }
}

/// What the solver knows a variable or a value by; none for one that is more than a few constants.
fn constants(variable: &Term) -> Option<Vec<Dynamic>> {
    Some(match &variable.parts {
        Parts::Truth(truth) => vec![Dynamic::from_ast(&truth.yes)],
        Parts::Int(number) => vec![Dynamic::from_ast(number)],
        Parts::Real(number) => vec![Dynamic::from_ast(number)],
        Parts::Atom(atom) => vec![Dynamic::from_ast(&atom.ast)],
        Parts::Money(currency, cents) => {
            vec![Dynamic::from_ast(&currency.ast), Dynamic::from_ast(cents)]
        }
        Parts::Term(months, days) => vec![Dynamic::from_ast(months), Dynamic::from_ast(days)],
        Parts::Iban(country, rest) => {
            vec![
                Dynamic::from_ast(&country.ast),
                Dynamic::from_ast(&rest.ast),
            ]
        }
        Parts::Listing(_) | Parts::Instance(_) => return None,
    })
}

/// All values of a type that has only a few.
fn all_values(ty: &Type) -> Option<Vec<Value>> {
    (*ty == Type::Boolean).then(|| vec![Value::Boolean(false), Value::Boolean(true)])
}

/// A condition with a value in the place of a variable.
fn substituted(body: &Bool, variable: &[Dynamic], value: &Term) -> Bool {
    let value = constants(value).unwrap_or_default();
    let pairs: Vec<(&Dynamic, &Dynamic)> = variable.iter().zip(&value).collect();
    body.substitute(&pairs)
}

/// Where the life cycles lead, together with a value for everything that is tried.
fn choices_of<'o>(
    targets: &[Vec<StateId>],
    tried: &'o [Open],
) -> Vec<(Vec<StateId>, Vec<&'o Value>)> {
    let mut choices: Vec<(Vec<StateId>, Vec<&Value>)> = targets
        .iter()
        .map(|targets| (targets.clone(), Vec::new()))
        .collect();
    for open in tried {
        let values = open.values.as_deref().unwrap_or_default();
        choices = choices
            .iter()
            .flat_map(|(targets, chosen)| {
                values.iter().map(|value| {
                    let chosen = chosen.iter().copied().chain([value]);
                    (targets.clone(), chosen.collect())
                })
            })
            .collect();
    }
    choices
}

/// `new this.f == e`, either way round, where e reads nothing of the next state that is still open: the field and e.
fn equation<'e>(condition: &'e Expr, open: &[FieldId]) -> Option<(FieldId, &'e Expr)> {
    let ExprKind::Binary(BinaryOp::Equal, left, right) = &condition.kind else {
        return None;
    };
    let own = |side: &Expr| match &side.kind {
        ExprKind::Field(base, field, Moment::Next) if base.kind == ExprKind::This => {
            open.contains(field).then_some(*field)
        }
        _ => None,
    };
    let sides = [(left, right), (right, left)];
    sides.into_iter().find_map(|(defined, by)| {
        let field = own(defined)?;
        reads_only_known(by, open).then_some((field, &**by))
    })
}

/// Whether an expression reads nothing of the next state but own fields that are defined already.
fn reads_only_known(expr: &Expr, open: &[FieldId]) -> bool {
    let mut only_known = true;
    expr.walk(&mut |part| match &part.kind {
        ExprKind::Field(base, field, Moment::Next) => {
            only_known &= base.kind == ExprKind::This && !open.contains(field);
        }
        ExprKind::StateTest(_, _, Moment::Next) => only_known = false,
        _ => {}
    });
    only_known
}
