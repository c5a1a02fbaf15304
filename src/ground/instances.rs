//! Instances in expressions: which one it is, its fields, its life-cycle state.

use super::expression::{Scope, Translated, Translator, unsupported};
use super::listing::{Entry, Listing};
use super::shape::{self, Shape, Value, choose};
use super::truth::Truth;
use super::view::{This, View};
use crate::logic::TermId;
use crate::model::value::of_type;
use crate::model::{InstanceId, Value as Concrete};
use crate::semantics::expression::{Expr, ExprKind, Moment, StateTest};
use crate::semantics::specification::{FieldId, SpecId, StateId, Sync};
use crate::semantics::types::Type;

/// Who a sync names, and with what.
#[derive(Debug, Clone)]
pub struct Called {
    /// The instances that it may be, each with when it is.
    pub partners: Vec<(InstanceId, TermId)>,
    /// The values of the arguments.
    pub arguments: Vec<Value>,
    /// When there is such an instance, and all arguments have a value.
    pub defined: TermId,
}

impl Translator<'_, '_> {
    /// Who a sync names. Key and arguments are read in the current state of the caller.
    pub fn called(&mut self, scope: Scope<'_>, sync: &Sync) -> Translated<Called> {
        let before = scope.before();
        let partner = self.by_key(before, sync.spec, &sync.key)?;
        let arguments = self.arguments(before, sync)?;
        let arguments_defined = self.all_defined(&arguments);
        let terms = &mut self.context.terms;
        let partner_defined = partner.defined(terms);
        Ok(Called {
            defined: terms.and([arguments_defined, partner_defined]),
            partners: cases_of(&partner)?.to_vec(),
            arguments,
        })
    }

    /// The arguments of a sync, for the parameters that are there.
    fn arguments(&mut self, scope: Scope<'_>, sync: &Sync) -> Translated<Vec<Value>> {
        let kept = &self.model.named_by(sync).kept_params;
        let arguments = sync.arguments.iter().zip(kept);
        let arguments = arguments.map(|(argument, is_kept)| {
            if *is_kept {
                self.value(scope, argument)
            } else {
                Ok(Value::total(&mut self.context.terms, Shape::Nothing))
            }
        });
        arguments.collect()
    }

    /// `this` and `S[k]`
    pub(super) fn instance(&mut self, scope: Scope<'_>, expr: &Expr) -> Translated<Value> {
        match (&expr.kind, scope.this) {
            (ExprKind::Instance(spec, key), _) => self.by_key(scope, *spec, key),
            (_, Some(This::One(this))) => Ok(self.one(this)),
            (_, Some(This::Role(role))) => {
                let players = Shape::Instance(role.players.clone());
                Ok(Value::partial(players, role.occurs))
            }
            (_, None) => Err(unsupported("`this` outside an instance")),
        }
    }

    /// An instance that is known.
    fn one(&mut self, id: InstanceId) -> Value {
        let always = self.context.terms.truth(true);
        Value::partial(Shape::Instance(vec![(id, always)]), always)
    }

    /// Whichever instance of a specification has a key; undefined where none has.
    pub(super) fn by_key(
        &mut self,
        scope: Scope<'_>,
        spec: SpecId,
        key: &Expr,
    ) -> Translated<Value> {
        if let Some(key) = self.known_key(scope, key) {
            if let Some(id) = self.model.universe.find(spec, &key) {
                return Ok(self.one(id));
            }
            let never = self.context.terms.truth(false);
            return Ok(Value::partial(Shape::Instance(Vec::new()), never));
        }
        let key = self.value(scope, key)?;
        let mut cases = Vec::new();
        for id in self.model.universe.instances_of(spec) {
            let own = self.known(&self.model.universe.instance(*id).key)?;
            let is_it = shape::same(self.context, &key.shape, &own.shape);
            if self.context.terms.known(is_it) != Some(false) {
                cases.push((*id, is_it));
            }
        }
        let terms = &mut self.context.terms;
        let exists = terms.or(cases.iter().map(|(_, is_it)| *is_it));
        let defined = key.defined(terms);
        let defined = terms.and([exists, defined]);
        Ok(Value::partial(Shape::Instance(cases), defined))
    }

    /// The value of a key that is the same in every run: a literal, or the own key of an instance.
    fn known_key(&self, scope: Scope<'_>, key: &Expr) -> Option<Concrete> {
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
    pub(super) fn extent(&mut self, spec: SpecId) -> Value {
        let always = self.context.terms.truth(true);
        let instances = self.model.universe.instances_of(spec).iter();
        let entries = instances.map(|id| Entry {
            there: always,
            key: Shape::Instance(vec![(*id, always)]),
            value: None,
        });
        let listing = Listing::loose(entries.collect(), None);
        Translator::of_listing(listing, always)
    }

    pub(super) fn field(
        &mut self,
        scope: Scope<'_>,
        instance: &Expr,
        field: FieldId,
        moment: Moment,
    ) -> Translated<Value> {
        let no_value = || unsupported("interest tariffs");
        if let (ExprKind::This, Some(This::Role(role))) = (&instance.kind, scope.this) {
            let played = match moment {
                Moment::Current => &role.current,
                Moment::Next => &role.next,
            };
            return played.fields[field.index()].clone().ok_or_else(no_value);
        }
        let state = scope.state(moment)?;
        let own = self.value(scope, instance)?;
        let mut cases = cases_of(&own)?.iter().rev();
        let Some((last, _)) = cases.next() else {
            return self.nothing(instance, field);
        };
        let mut value = state.field(*last, field).ok_or_else(no_value)?.clone();
        for (id, is_it) in cases {
            let field = state.field(*id, field).ok_or_else(no_value)?;
            value = choose(&mut self.context.terms, *is_it, field, &value);
        }
        let terms = &mut self.context.terms;
        let defined = own.defined(terms);
        Ok(value.where_defined(terms, defined))
    }

    /// The field of an instance that does not exist: something of the right type, and undefined.
    fn nothing(&mut self, instance: &Expr, field: FieldId) -> Translated<Value> {
        let Type::Instance(spec) = &instance.ty else {
            return Err(unsupported("an expression that is no instance"));
        };
        let ty = &self.model.program.spec(*spec).fields[field.index()].ty;
        let any = self.known(&of_type(ty))?;
        let never = self.context.terms.truth(false);
        Ok(any.where_defined(&mut self.context.terms, never))
    }

    /// `initialized`, `finalized`, `instate`: false for an instance that does not exist.
    pub(super) fn state_test(
        &mut self,
        scope: Scope<'_>,
        instance: &Expr,
        test: &StateTest,
        moment: Moment,
    ) -> Translated<Value> {
        if let (ExprKind::This, Some(This::Role(role))) = (&instance.kind, scope.this)
            && let Some((player, _)) = role.players.first()
        {
            let played = match moment {
                Moment::Current => &role.current,
                Moment::Next => &role.next,
            };
            let replaced = [(*player, played.clone())];
            let view = scope.current.replacing(&replaced);
            let yes = self.is_in_one_of(view, *player, test);
            return Ok(self.of_truth(Truth::total(yes)));
        }
        let state = scope.state(moment)?;
        let own = self.value(scope, instance)?;
        let mut cases = Vec::new();
        for (id, is_it) in cases_of(&own)? {
            let there = self.is_in_one_of(state, *id, test);
            cases.push(self.context.terms.and([*is_it, there]));
        }
        let terms = &mut self.context.terms;
        let (found, defined) = (terms.or(cases), own.defined(terms));
        let yes = terms.and([found, defined]);
        Ok(self.of_truth(Truth::total(yes)))
    }

    /// When an instance is in a state that a test asks for.
    fn is_in_one_of(&mut self, view: View<'_>, id: InstanceId, test: &StateTest) -> TermId {
        let right = self.states_of_test(id, test);
        let terms = &mut self.context.terms;
        let cases: Vec<TermId> = right
            .into_iter()
            .map(|at| view.is_in(terms, id, at))
            .collect();
        terms.or(cases)
    }

    fn states_of_test(&self, id: InstanceId, test: &StateTest) -> Vec<StateId> {
        let spec = self.model.universe.instance(id).spec;
        let states = self.model.program.spec(spec).states.iter().enumerate();
        let right = states.filter(|(index, state)| match test {
            StateTest::Initialized => !state.initial,
            StateTest::Finalized => state.last,
            StateTest::In(states) => states.contains(&StateId::at(*index)),
        });
        right.map(|(index, _)| StateId::at(index)).collect()
    }
}

/// The instances that a value may be, each with when it is.
fn cases_of(value: &Value) -> Translated<&[(InstanceId, TermId)]> {
    match &value.shape {
        Shape::Instance(cases) => Ok(cases),
        _ => Err(unsupported("an expression that is no instance")),
    }
}
