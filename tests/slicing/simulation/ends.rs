//! What runs can end in, as the check sees it.
//!
//! A check asks for instances in some states with some fields. Of a run that ends with the right instances in the
//! right states we look at the values of these fields, whatever the check wants them to be: these are its ends. Z3
//! finds them one after the other, each by a shortest run, until there are no more.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use fretsaw::checking::checker::Checker;
use fretsaw::diagnostics::Span;
use fretsaw::engines::Control;
use fretsaw::engines::bmc::Bmc;
use fretsaw::model::property::{Description, Predicate, Property, Requirement};
use fretsaw::model::{InstanceId, Model, State, Value};
use fretsaw::outcome::Outcome;
use fretsaw::semantics::expression::{BinaryOp, Expr, ExprKind, Moment, UnaryOp};
use fretsaw::semantics::specification::{FieldId, SpecId};
use fretsaw::semantics::test_module::Bounds;
use fretsaw::semantics::types::Type;
use fretsaw::semantics::value::{self as literal, Money};

/// For each instance that is asked for the values of the fields that are asked about.
pub(crate) type End = Vec<Vec<Value>>;

/// Why there is nothing to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Silent {
    /// The solver gave no answer.
    Unknown,
    /// A value that we cannot write.
    NoLiteral,
}

/// The original or its slice.
pub(crate) struct Side<'s> {
    pub(crate) model: &'s Model<'s>,
}

/// What is looked for.
pub(crate) enum Wanted<'w> {
    /// Any end but these.
    Other(&'w [End]),
    /// Just this one.
    This(&'w End),
}

/// Who meets the statements of a goal, in their order: every way in which that can be.
pub(crate) fn castings(model: &Model<'_>) -> Vec<Vec<InstanceId>> {
    let Some(Description { wanted, .. }) = model.property.described() else {
        return Vec::new();
    };
    let mut castings: Vec<Vec<InstanceId>> = vec![Vec::new()];
    for asked in wanted {
        castings = castings
            .into_iter()
            .flat_map(|casting| {
                let free = asked.candidates.iter().filter(|id| !casting.contains(id));
                let longer = free.map(|id| [casting.clone(), vec![*id]].concat());
                longer.collect::<Vec<_>>()
            })
            .collect();
    }
    castings
}

impl<'s> Side<'s> {
    fn spec_of(&self, id: InstanceId) -> SpecId {
        self.model.universe.instance(id).spec
    }

    fn writer(&self) -> Writer {
        Writer {
            span: self.model.check.span,
        }
    }

    fn requirements(&self) -> &[Requirement<'s>] {
        let goal = self.model.property.described();
        goal.map_or(&[], |goal| &goal.wanted)
    }

    /// The own fields that statements ask about, in order.
    fn fields(asked: &Requirement<'_>) -> Vec<FieldId> {
        let mut fields = Vec::new();
        for constraint in &asked.constraints {
            constraint.walk(&mut |part| fields.extend(own_field(part)));
        }
        fields.sort_unstable();
        fields.dedup();
        fields
    }

    /// The fields of the original that are asked about.
    pub(crate) fn observed(&self) -> Vec<Vec<FieldId>> {
        self.requirements().iter().map(Side::fields).collect()
    }

    fn end(&self, casting: &[InstanceId], state: &State) -> End {
        let asked = self.requirements().iter().zip(casting);
        let values = asked.map(|(asked, id)| {
            let fields = Side::fields(asked).into_iter();
            fields
                .filter_map(|field| state.field(*id, field).cloned())
                .collect()
        });
        values.collect()
    }

    /// A shortest run with an end that is wanted: how many steps it has, and the end.
    pub(crate) fn reach(
        &self,
        casting: &[InstanceId],
        wanted: &Wanted<'_>,
        bounds: Bounds,
    ) -> Result<Option<(usize, End)>, Silent> {
        let conditions: Option<Vec<Expr>> = match wanted {
            Wanted::This(end) => self.equations(casting, end).map(|all| vec![all]),
            Wanted::Other(ends) => {
                let ends = ends.iter();
                ends.map(|end| Some(self.writer().not(self.equations(casting, end)?)))
                    .collect()
            }
        };
        let conditions = conditions.ok_or(Silent::NoLiteral)?;
        let mut model: Model<'_> = self.model.clone();
        model.bounds = Some(bounds);
        model.property = self.goal(casting, &conditions);
        let stop = AtomicBool::new(false);
        let control = Control::stopped_by(&stop);
        match Bmc::default().check(&model, &control).outcome {
            Outcome::Reachable(witness) => {
                let steps = witness.steps.len();
                Ok(Some((steps, self.end(casting, witness.last()))))
            }
            Outcome::Unreachable(_) => Ok(None),
            Outcome::Unknown(_) => Err(Silent::Unknown),
        }
    }

    /// The goal with these instances, without its conditions on own fields, and with others instead.
    fn goal<'g>(&self, casting: &[InstanceId], conditions: &'g [Expr]) -> Property<'g>
    where
        's: 'g,
    {
        let Some(Description { now, unwanted, .. }) = self.model.property.described() else {
            return self.model.property.clone();
        };
        let asked = self.requirements().iter().zip(casting).enumerate();
        let asked = asked.map(|(index, (asked, id))| {
            let kept = asked.constraints.iter().copied();
            let kept = kept.filter(|constraint| !speaks_of_itself_only(constraint));
            let added = conditions.iter().filter(|_| index == 0);
            Requirement {
                candidates: Arc::from([*id]),
                states: asked.states.clone(),
                constraints: kept.chain(added).collect(),
                span: asked.span,
            }
        });
        Property::Reach(Predicate::Described(Description {
            now: now.clone(),
            wanted: asked.collect(),
            unwanted: unwanted.clone(),
        }))
    }

    /// That all fields have the values of an end.
    fn equations(&self, casting: &[InstanceId], end: &End) -> Option<Expr> {
        let writer = self.writer();
        let mut all = writer.truth();
        let asked = self.requirements().iter().zip(casting);
        for ((asked, id), values) in asked.zip(end) {
            let spec = self.spec_of(*id);
            for (field, value) in Side::fields(asked).into_iter().zip(values) {
                let ty = &self.model.program.spec(spec).fields[field.index()].ty;
                let value = writer.value(value, ty)?;
                let equal = writer.binary(BinaryOp::Equal, self.field(*id, field)?, value);
                all = writer.binary(BinaryOp::And, all, equal);
            }
        }
        Some(all)
    }

    /// `S[key].field`
    fn field(&self, id: InstanceId, field: FieldId) -> Option<Expr> {
        let instance = self.model.universe.instance(id);
        let spec = self.model.program.spec(instance.spec);
        let key = &spec.fields[spec.key?.index()];
        let writer = self.writer();
        let key = writer.value(&instance.key, &key.ty)?;
        let base = ExprKind::Instance(instance.spec, Box::new(key));
        let base = writer.expr(base, Type::Instance(instance.spec));
        let kind = ExprKind::Field(Box::new(base), field, Moment::Current);
        Some(writer.expr(kind, spec.fields[field.index()].ty.clone()))
    }
}

fn own_field(expr: &Expr) -> Option<FieldId> {
    match &expr.kind {
        ExprKind::Field(base, field, _) if base.kind == ExprKind::This => Some(*field),
        _ => None,
    }
}

/// Whether a condition reads nothing but fields of its own instance, so that it is decided by their values.
fn speaks_of_itself_only(condition: &Expr) -> bool {
    let mut reads_more = false;
    condition.walk(&mut |part| {
        reads_more |= matches!(
            part.kind,
            ExprKind::Instance(..)
                | ExprKind::Extent(_)
                | ExprKind::StateTest(..)
                | ExprKind::Call(..)
                | ExprKind::Now
        );
    });
    !reads_more
}

/// Writes expressions, which all stand where the check does.
#[derive(Clone, Copy)]
struct Writer {
    span: Span,
}

impl Writer {
    fn expr(self, kind: ExprKind, ty: Type) -> Expr {
        let span = self.span;
        Expr { kind, ty, span }
    }

    fn truth(self) -> Expr {
        let truth = literal::Value::Boolean(true);
        self.expr(ExprKind::Literal(truth), Type::Boolean)
    }

    fn not(self, condition: Expr) -> Expr {
        let kind = ExprKind::Unary(UnaryOp::Not, Box::new(condition));
        self.expr(kind, Type::Boolean)
    }

    fn binary(self, op: BinaryOp, left: Expr, right: Expr) -> Expr {
        let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
        self.expr(kind, Type::Boolean)
    }

    /// An expression with a value; none for those that little models do without.
    fn value(self, value: &Value, ty: &Type) -> Option<Expr> {
        let simple = match value {
            Value::Boolean(value) => literal::Value::Boolean(*value),
            Value::Integer(value) => literal::Value::Integer(value.clone()),
            Value::String(text) => literal::Value::String(text.clone()),
            Value::Money(currency, cents) => literal::Value::Money(Money {
                currency: currency.clone(),
                cents: cents.clone(),
            }),
            Value::Currency(currency) => literal::Value::Currency(currency.clone()),
            Value::Percentage(value) => literal::Value::Percentage(value.clone()),
            Value::Iban(iban) => literal::Value::Iban(iban.clone()),
            Value::Period(period) => literal::Value::Period(*period),
            Value::Frequency(period) => literal::Value::Frequency(*period),
            Value::Set(elements) => {
                let Type::Set(of) = ty else { return None };
                let elements = elements.iter().map(|element| self.value(element, of));
                let elements: Option<Vec<Expr>> = elements.collect();
                return Some(self.expr(ExprKind::Set(elements?), ty.clone()));
            }
            _ => return None,
        };
        Some(self.expr(ExprKind::Literal(simple), ty.clone()))
    }
}
