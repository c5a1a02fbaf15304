//! Instances in expressions: which one it is, its fields, its life-cycle state.

use z3::ast::Bool;

use super::encode::{Encoded, Encoder, Scope, This, listing_term, unsupported};
use super::listing::{Entry, Listing};
use super::logic::{all, any};
use super::term::{Parts, Term};
use crate::model::{InstanceId, Value};
use crate::semantics::expression::{Expr, ExprKind, Moment, StateTest};
use crate::semantics::specification::{FieldId, SpecId, StateId, Sync};

/// Who a sync names, and with what.
pub(super) struct Called {
    /// The instances that it may be, each with when it is.
    pub(super) partners: Vec<(InstanceId, Bool)>,
    pub(super) arguments: Vec<Term>,
    /// When there is such an instance, and all arguments have a value.
    pub(super) defined: Bool,
}

impl Encoder<'_, '_> {
    /// Who a sync names. Key and arguments are read in the current state of the caller.
    pub(super) fn called(&mut self, scope: Scope<'_>, sync: &Sync) -> Encoded<Called> {
        let before = Scope {
            next: None,
            ..scope
        };
        let partner = self.by_key(before, sync.spec, &sync.key)?;
        let arguments = sync.arguments.iter();
        let arguments: Encoded<Vec<Term>> = arguments
            .map(|argument| self.term(before, argument))
            .collect();
        let arguments = arguments?;
        let defined = arguments.iter().chain([&partner]);
        Ok(Called {
            defined: all(defined.filter_map(Term::when_defined)),
            partners: instances_of(&partner)?.to_vec(),
            arguments,
        })
    }

    /// `this` and `S[k]`
    pub(super) fn instance(&mut self, scope: Scope<'_>, expr: &Expr) -> Encoded<Term> {
        match (&expr.kind, scope.this) {
            (ExprKind::Instance(spec, key), _) => self.by_key(scope, *spec, key),
            (_, Some(This::One(this))) => Ok(known(this)),
            (_, Some(This::Role(role))) => {
                let players = Term::total(Parts::Instance(role.players.clone()));
                Ok(players.where_defined(Some(role.occurs.clone())))
            }
            (_, None) => Err(unsupported("`this` outside an instance")),
        }
    }

    /// Whichever instance of a specification has a key; undefined where none has.
    pub(super) fn by_key(&mut self, scope: Scope<'_>, spec: SpecId, key: &Expr) -> Encoded<Term> {
        if let Some(key) = self.known_key(scope, key) {
            let found = self.model.universe.find(spec, &key);
            return Ok(match found {
                Some(id) => known(id),
                None => nobody(),
            });
        }
        let key = self.term(scope, key)?;
        let mut cases = Vec::new();
        for id in self.model.universe.instances_of(spec) {
            let own = self.value(&self.model.universe.instance(*id).key)?;
            let is_it = key.same(&own);
            if is_it.as_bool() != Some(false) {
                cases.push((*id, is_it));
            }
        }
        let exists = any(cases.iter().map(|(_, is_it)| is_it.clone()));
        let found = Term::total(Parts::Instance(cases)).where_defined(Some(exists));
        Ok(found.where_defined(key.when_defined()))
    }

    /// The value of a key that is the same in every run: a literal, or the own key of an instance.
    fn known_key(&self, scope: Scope<'_>, key: &Expr) -> Option<Value> {
        if let ExprKind::Field(base, field, _) = &key.kind
            && base.kind == ExprKind::This
            && let Some(This::One(this)) = scope.this
        {
            let instance = self.model.universe.instance(this);
            let is_key = self.model.program.spec(instance.spec).key == Some(*field);
            return is_key.then(|| instance.key.clone());
        }
        match key.kind {
            ExprKind::Literal(_) | ExprKind::Unary(..) => self.model.constant(key),
            _ => None,
        }
    }

    /// All instances of a specification.
    pub(super) fn extent(&self, spec: SpecId) -> Term {
        let instances = self.model.universe.instances_of(spec).iter();
        let entries = instances.map(|id| Entry {
            there: Bool::from_bool(true),
            key: known(*id),
            value: None,
        });
        listing_term(Listing::of(entries.collect(), None))
    }

    pub(super) fn field(
        &mut self,
        scope: Scope<'_>,
        instance: &Expr,
        field: FieldId,
        moment: Moment,
    ) -> Encoded<Term> {
        if let (ExprKind::This, Some(This::Role(role))) = (&instance.kind, scope.this) {
            return Ok(role.variables(moment).fields[field.index()].clone());
        }
        let state = Encoder::state(scope, moment)?;
        let instance_term = self.term(scope, instance)?;
        let cases = instances_of(&instance_term)?;
        let mut cases = cases.iter().rev();
        let Some((last, _)) = cases.next() else {
            return self.nothing(instance, field);
        };
        let mut value = state.field(*last, field).clone();
        for (id, is_it) in cases {
            value = Term::choose(is_it, state.field(*id, field), &value);
        }
        Ok(value.where_defined(instance_term.defined.clone()))
    }

    /// The field of an instance that does not exist: something of the right type, and undefined.
    fn nothing(&mut self, instance: &Expr, field: FieldId) -> Encoded<Term> {
        let crate::semantics::types::Type::Instance(spec) = &instance.ty else {
            return Err(unsupported("an expression that is no instance"));
        };
        let ty = &self.model.program.spec(*spec).fields[field.index()].ty;
        let any = self.terms.value(&crate::model::value::of_type(ty));
        let any = any.ok_or_else(|| unsupported("interest tariffs"))?;
        Ok(any.where_defined(Some(Bool::from_bool(false))))
    }

    /// `initialized`, `finalized`, `instate`: false for an instance that does not exist.
    pub(super) fn state_test(
        &mut self,
        scope: Scope<'_>,
        instance: &Expr,
        test: &StateTest,
        moment: Moment,
    ) -> Encoded<Term> {
        if let (ExprKind::This, Some(This::Role(role))) = (&instance.kind, scope.this)
            && let Some((player, _)) = role.players.first()
        {
            let states = &role.variables(moment).states;
            let right = self.states_of_test(*player, test).into_iter();
            let yes = any(right.map(|at| states[at.index()].clone()));
            return Ok(super::truth::Truth::total(yes).into());
        }
        let state = Encoder::state(scope, moment)?;
        let instance = self.term(scope, instance)?;
        let mut cases = Vec::new();
        for (id, is_it) in instances_of(&instance)? {
            let right = self.states_of_test(*id, test).into_iter();
            let there = any(right.map(|at| state.is_in(*id, at).clone()));
            cases.push(all([is_it.clone(), there]));
        }
        let found = any(cases);
        let yes = match &instance.defined {
            Some(defined) => all([found, defined.clone()]),
            None => found,
        };
        Ok(super::truth::Truth::total(yes).into())
    }

    /// The states that a test asks for.
    fn states_of_test(&self, id: InstanceId, test: &StateTest) -> Vec<StateId> {
        let spec = self
            .model
            .program
            .spec(self.model.universe.instance(id).spec);
        let states = spec.states.iter().enumerate();
        let right = states.filter(|(index, state)| match test {
            StateTest::Initialized => !state.initial,
            StateTest::Finalized => state.last,
            StateTest::In(states) => states.contains(&StateId::at(*index)),
        });
        right.map(|(index, _)| StateId::at(index)).collect()
    }
}

/// The instances that a term may be, each with when it is.
fn instances_of(term: &Term) -> Encoded<&[(InstanceId, Bool)]> {
    match &term.parts {
        Parts::Instance(cases) => Ok(cases),
        _ => Err(unsupported("an expression that is no instance")),
    }
}

fn known(id: InstanceId) -> Term {
    Term::total(Parts::Instance(vec![(id, Bool::from_bool(true))]))
}

fn nobody() -> Term {
    Term::total(Parts::Instance(Vec::new())).where_defined(Some(Bool::from_bool(false)))
}
