//! Expressions to the solver's terms.

use z3::ast::{Bool, Int};

use super::arithmetic;
use super::atoms::Atoms;
use super::term::{Parts, Term, Truth, both};
use crate::model::value::of_literal;
use crate::model::{InstanceId, Model, Value};
use crate::semantics::deep;
use crate::semantics::expression::{
    BinaryOp, Binding, Expr, ExprKind, Moment, Quantifier, StateTest, UnaryOp,
};
use crate::semantics::specification::{FieldId, FunctionId, LocalId, SpecId, StateId};

/// Something that this engine has no terms for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Unsupported(pub(super) String);

pub(super) type Encoded<T> = Result<T, Unsupported>;

/// The variables of one state.
#[derive(Debug, Clone)]
pub(super) struct Variables {
    pub(super) now: Term,
    /// For each instance one truth value a life-cycle state, of which exactly one holds.
    pub(super) states: Vec<Vec<Bool>>,
    /// For each instance the fields.
    pub(super) fields: Vec<Vec<Term>>,
}

/// An instance as the solver sees it: known, or found by a key.
#[derive(Debug, Clone)]
pub(super) enum Who {
    Known(InstanceId),
    /// Whichever instance of the specification has this key; none where no one has.
    ByKey(SpecId, Term),
}

/// What a variable of a quantifier is.
#[derive(Debug, Clone)]
enum Local {
    Value(Term),
    Instance(InstanceId),
}

/// What an expression is read in.
pub(super) struct Scope<'s> {
    pub(super) current: &'s Variables,
    pub(super) next: Option<&'s Variables>,
    pub(super) this: Option<Who>,
    pub(super) params: &'s [Term],
}

/// Turns expressions into terms.
pub(super) struct Encoder<'e, 'm> {
    pub(super) model: &'e Model<'m>,
    pub(super) atoms: &'e mut Atoms,
    locals: Vec<(LocalId, Local)>,
}

impl<'e, 'm> Encoder<'e, 'm> {
    pub(super) fn new(model: &'e Model<'m>, atoms: &'e mut Atoms) -> Encoder<'e, 'm> {
        Encoder {
            model,
            atoms,
            locals: Vec::new(),
        }
    }

    /// When a condition holds.
    pub(super) fn holds(&mut self, scope: &Scope<'_>, expr: &Expr) -> Encoded<Bool> {
        Ok(self.truth(scope, expr)?.yes)
    }

    pub(super) fn truth(&mut self, scope: &Scope<'_>, expr: &Expr) -> Encoded<Truth> {
        let term = self.term(scope, expr)?;
        match term.parts {
            Parts::Truth(truth) => match term.defined {
                None => Ok(truth),
                Some(defined) => {
                    let no = Bool::and(&[truth.no(), defined.clone()]);
                    let yes = Bool::and(&[truth.yes, defined.clone()]);
                    Ok(Truth::split(yes, no))
                }
            },
            _ => Err(unsupported("a condition that is no truth value")),
        }
    }

    pub(super) fn term(&mut self, scope: &Scope<'_>, expr: &Expr) -> Encoded<Term> {
        deep(|| self.term_of(scope, expr))
    }

    fn term_of(&mut self, scope: &Scope<'_>, expr: &Expr) -> Encoded<Term> {
        match &expr.kind {
            ExprKind::Literal(literal) => {
                let value = of_literal(literal).ok_or_else(|| unsupported("interest norms"))?;
                self.value(&value)
            }
            ExprKind::Parameter(id) => scope
                .params
                .get(id.index())
                .cloned()
                .ok_or_else(|| unsupported("a parameter without a value")),
            ExprKind::Local(id) => self.local(*id),
            ExprKind::Now => Ok(scope.current.now.clone()),
            ExprKind::Field(instance, field, moment) => {
                let who = self.who(scope, instance)?;
                let state = moment_of(scope, *moment)?;
                self.read(
                    &who,
                    |variables, id| variables.fields[id.index()][field.index()].clone(),
                    state,
                )
            }
            ExprKind::Member(value, member) => {
                let value = self.term(scope, value)?;
                arithmetic::member(&value, *member)
            }
            ExprKind::Unary(UnaryOp::Not, operand) => {
                Ok(truth_term(self.truth(scope, operand)?.not()))
            }
            ExprKind::Unary(UnaryOp::Negate, operand) => {
                arithmetic::negate(&self.term(scope, operand)?, &expr.ty)
            }
            ExprKind::Binary(op, left, right) => self.binary(scope, *op, left, right),
            ExprKind::Conditional(condition, then, otherwise) => {
                let condition = self.truth(scope, condition)?;
                let (then, otherwise) = (self.term(scope, then)?, self.term(scope, otherwise)?);
                let mut chosen = Term::choose(&condition.yes, &then, &otherwise);
                chosen.defined = both(chosen.defined, condition.defined());
                Ok(chosen)
            }
            ExprKind::StateTest(instance, test, moment) => {
                self.state_test(scope, instance, test, *moment)
            }
            ExprKind::Call(function, arguments) => self.call(scope, *function, arguments),
            ExprKind::Quantified(quantifier, binding) => {
                self.quantified(scope, *quantifier, binding)
            }
            ExprKind::Case(subject, arms) => self.case(scope, subject, arms),
            ExprKind::Cardinality(_) => Err(unsupported("the size of a set")),
            ExprKind::Set(_)
            | ExprKind::Map(_)
            | ExprKind::Range(..)
            | ExprKind::Comprehension(_) => Err(unsupported("sets and maps as values")),
            ExprKind::Index(..) => Err(unsupported("maps")),
            ExprKind::This | ExprKind::Instance(..) | ExprKind::Extent(_) => {
                Err(unsupported("instances as values"))
            }
            ExprKind::Function(_) | ExprKind::Tariff | ExprKind::Error => {
                Err(unsupported("interest tariffs"))
            }
        }
    }

    pub(super) fn value(&mut self, value: &Value) -> Encoded<Term> {
        Term::of_value(value, self.atoms).ok_or_else(|| unsupported("sets and maps as values"))
    }

    fn local(&self, id: LocalId) -> Encoded<Term> {
        match self.locals.iter().rev().find(|(local, _)| *local == id) {
            Some((_, Local::Value(term))) => Ok(term.clone()),
            _ => Err(unsupported("instances as values")),
        }
    }

    // Instances.

    /// Which instance an expression is.
    pub(super) fn who(&mut self, scope: &Scope<'_>, expr: &Expr) -> Encoded<Who> {
        match &expr.kind {
            ExprKind::This => scope
                .this
                .clone()
                .ok_or_else(|| unsupported("`this` outside an instance")),
            ExprKind::Instance(spec, key) => Ok(Who::ByKey(*spec, self.term(scope, key)?)),
            ExprKind::Local(id) => match self.locals.iter().rev().find(|(local, _)| local == id) {
                Some((_, Local::Instance(instance))) => Ok(Who::Known(*instance)),
                _ => Err(unsupported("a variable that is no instance")),
            },
            _ => Err(unsupported("an expression that is no instance")),
        }
    }

    /// The candidates for an instance, each with when it is the one.
    pub(super) fn candidates(&mut self, who: &Who) -> Encoded<Vec<(InstanceId, Option<Bool>)>> {
        match who {
            Who::Known(id) => Ok(vec![(*id, None)]),
            Who::ByKey(spec, key) => {
                let ids = self.model.universe.instances_of(*spec).to_vec();
                let mut candidates = Vec::with_capacity(ids.len());
                for id in ids {
                    let own = self.value(&self.model.universe.instance(id).key.clone())?;
                    candidates.push((id, Some(key.same(&own))));
                }
                Ok(candidates)
            }
        }
    }

    /// Reads something of an instance; undefined where there is no such instance.
    fn read(
        &mut self,
        who: &Who,
        of: impl Fn(&Variables, InstanceId) -> Term,
        state: &Variables,
    ) -> Encoded<Term> {
        let candidates = self.candidates(who)?;
        let Some(((last, _), others)) = candidates.split_last() else {
            return Err(unsupported(
                "an instance of a specification without instances",
            ));
        };
        let mut term = of(state, *last);
        for (id, is_it) in others.iter().rev() {
            if let Some(is_it) = is_it {
                term = Term::choose(is_it, &of(state, *id), &term);
            }
        }
        let exists: Option<Vec<Bool>> = candidates.iter().map(|(_, is_it)| is_it.clone()).collect();
        if let (Some(exists), Who::ByKey(_, key)) = (exists, who) {
            term.defined = both(term.defined, Some(Bool::or(&exists)));
            term.defined = both(term.defined, key.defined.clone());
        }
        Ok(term)
    }

    /// Whether an instance is in one of some states; false where it does not exist.
    fn state_test(
        &mut self,
        scope: &Scope<'_>,
        instance: &Expr,
        test: &StateTest,
        moment: Moment,
    ) -> Encoded<Term> {
        let who = self.who(scope, instance)?;
        let state = moment_of(scope, moment)?;
        let mut cases = Vec::new();
        for (id, is_it) in self.candidates(&who)? {
            let spec = self
                .model
                .program
                .spec(self.model.universe.instance(id).spec);
            let right = (0..spec.states.len())
                .map(StateId::at)
                .filter(|at| match test {
                    StateTest::Initialized => !spec.states[at.index()].initial,
                    StateTest::Finalized => spec.states[at.index()].last,
                    StateTest::In(states) => states.contains(at),
                });
            let right: Vec<Bool> = right
                .map(|at| state.states[id.index()][at.index()].clone())
                .collect();
            let there = Bool::or(&right);
            cases.push(match is_it {
                Some(is_it) => Bool::and(&[is_it, there]),
                None => there,
            });
        }
        let mut yes = Bool::or(&cases);
        if let Who::ByKey(
            _,
            Term {
                defined: Some(defined),
                ..
            },
        ) = &who
        {
            yes = Bool::and(&[yes, defined.clone()]);
        }
        Ok(truth_term(Truth::total(yes)))
    }

    // Operators.

    fn binary(
        &mut self,
        scope: &Scope<'_>,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
    ) -> Encoded<Term> {
        match op {
            BinaryOp::And => Ok(truth_term(Truth::all(&[
                self.truth(scope, left)?,
                self.truth(scope, right)?,
            ]))),
            BinaryOp::Or => Ok(truth_term(Truth::any(&[
                self.truth(scope, left)?,
                self.truth(scope, right)?,
            ]))),
            BinaryOp::Implies => Ok(truth_term(Truth::any(&[
                self.truth(scope, left)?.not(),
                self.truth(scope, right)?,
            ]))),
            BinaryOp::In => self.membership(scope, left, right),
            _ => {
                let terms = (self.term(scope, left)?, self.term(scope, right)?);
                arithmetic::binary(op, (&terms.0, &left.ty), (&terms.1, &right.ty))
            }
        }
    }

    /// `x in {a, b}`, `x in {lo .. hi}`, `x in {y : s | c}`
    fn membership(
        &mut self,
        scope: &Scope<'_>,
        element: &Expr,
        collection: &Expr,
    ) -> Encoded<Term> {
        let element_term = self.term(scope, element)?;
        let ty = &element.ty;
        let truth = match &collection.kind {
            ExprKind::Set(elements) => {
                let mut cases = Vec::new();
                let mut defined = element_term.defined.clone();
                for other in elements {
                    let other = self.term(scope, other)?;
                    defined = both(defined, other.defined.clone());
                    cases.push(element_term.same(&other));
                }
                Truth::partial(Bool::or(&cases), defined)
            }
            ExprKind::Range(low, high, None) => {
                let (low_term, high_term) = (self.term(scope, low)?, self.term(scope, high)?);
                let above = arithmetic::binary(
                    BinaryOp::GreaterEqual,
                    (&element_term, ty),
                    (&low_term, &low.ty),
                )?;
                let below = arithmetic::binary(
                    BinaryOp::LessEqual,
                    (&element_term, ty),
                    (&high_term, &high.ty),
                )?;
                match (above.parts, below.parts) {
                    (Parts::Truth(a), Parts::Truth(b)) => Truth::all(&[a, b]),
                    _ => return Err(unsupported("this range")),
                }
            }
            ExprKind::Comprehension(binding) => {
                let over = Expr {
                    kind: ExprKind::Binary(
                        BinaryOp::In,
                        Box::new(element.clone()),
                        Box::new(binding.over.clone()),
                    ),
                    ty: crate::semantics::types::Type::Boolean,
                    span: collection.span,
                };
                let inside = self.truth(scope, &over)?;
                self.locals
                    .push((binding.local, Local::Value(element_term)));
                let conditions = self.conditions(scope, binding);
                self.locals.pop();
                Truth::all(&[inside, conditions?])
            }
            _ => return Err(unsupported("sets and maps as values")),
        };
        Ok(truth_term(truth))
    }

    fn conditions(&mut self, scope: &Scope<'_>, binding: &Binding) -> Encoded<Truth> {
        let truths: Encoded<Vec<Truth>> = binding
            .conditions
            .iter()
            .map(|condition| self.truth(scope, condition))
            .collect();
        Ok(Truth::all(&truths?))
    }

    /// Quantifiers over the instances of a specification, or over elements that are written out, are put out in full.
    fn quantified(
        &mut self,
        scope: &Scope<'_>,
        quantifier: Quantifier,
        binding: &Binding,
    ) -> Encoded<Term> {
        let elements = self.elements(scope, &binding.over)?;
        let mut truths = Vec::with_capacity(elements.len());
        for element in elements {
            self.locals.push((binding.local, element));
            let truth = self.conditions(scope, binding);
            self.locals.pop();
            truths.push(truth?);
        }
        Ok(truth_term(match quantifier {
            Quantifier::ForAll => Truth::all(&truths),
            Quantifier::Exists => Truth::any(&truths),
        }))
    }

    fn elements(&mut self, scope: &Scope<'_>, over: &Expr) -> Encoded<Vec<Local>> {
        match &over.kind {
            ExprKind::Extent(spec) => Ok(self
                .model
                .universe
                .instances_of(*spec)
                .iter()
                .copied()
                .map(Local::Instance)
                .collect()),
            ExprKind::Set(elements) => {
                let terms = elements
                    .iter()
                    .map(|element| self.term(scope, element).map(Local::Value));
                terms.collect()
            }
            ExprKind::Range(..) => match self.model.constant(over) {
                Some(Value::Set(values)) => values
                    .iter()
                    .map(|value| self.value(value).map(Local::Value))
                    .collect(),
                _ => Err(unsupported("a quantifier over a range whose ends vary")),
            },
            _ => Err(unsupported("a quantifier over a set that varies")),
        }
    }

    fn call(
        &mut self,
        scope: &Scope<'_>,
        function: FunctionId,
        arguments: &[Expr],
    ) -> Encoded<Term> {
        let arguments: Encoded<Vec<Term>> = arguments
            .iter()
            .map(|argument| self.term(scope, argument))
            .collect();
        let arguments = arguments?;
        let inside = Scope {
            current: scope.current,
            next: None,
            this: None,
            params: &arguments,
        };
        let mut result = self.term(&inside, &self.model.program.function(function).body)?;
        // A call is strict: an undefined argument makes it undefined even where it is not used.
        for argument in &arguments {
            let defined = match &argument.parts {
                Parts::Truth(truth) => both(argument.defined.clone(), truth.defined()),
                _ => argument.defined.clone(),
            };
            result.defined = both(result.defined, defined);
        }
        Ok(result)
    }

    fn case(
        &mut self,
        scope: &Scope<'_>,
        subject: &Expr,
        arms: &[(crate::semantics::value::Value, Expr)],
    ) -> Encoded<Term> {
        let subject = self.term(scope, subject)?;
        let mut result: Option<Term> = None;
        let mut matched = Vec::new();
        for (pattern, arm) in arms.iter().rev() {
            let pattern = of_literal(pattern).ok_or_else(|| unsupported("interest norms"))?;
            let is_it = subject.same(&self.value(&pattern)?);
            let value = self.term(scope, arm)?;
            matched.push(is_it.clone());
            result = Some(match result {
                Some(others) => Term::choose(&is_it, &value, &others),
                None => value,
            });
        }
        let mut result = result.ok_or_else(|| unsupported("a case without arms"))?;
        result.defined = both(result.defined, Some(Bool::or(&matched)));
        result.defined = both(result.defined, subject.defined);
        Ok(result)
    }
}

pub(super) fn truth_term(truth: Truth) -> Term {
    Term::total(Parts::Truth(truth))
}

fn moment_of<'s>(scope: &Scope<'s>, moment: Moment) -> Encoded<&'s Variables> {
    match moment {
        Moment::Current => Ok(scope.current),
        Moment::Next => scope
            .next
            .ok_or_else(|| unsupported("`new` where there is no next state")),
    }
}

pub(super) fn unsupported(what: &str) -> Unsupported {
    Unsupported(what.to_owned())
}

/// The number of a field of an instance among all variables; only for names.
pub(super) fn variable_name(
    model: &Model<'_>,
    id: InstanceId,
    field: FieldId,
    step: u64,
) -> String {
    let spec = model.program.spec(model.universe.instance(id).spec);
    format!(
        "{}{}.{}@{step}",
        spec.name.text,
        id.0,
        spec.fields[field.index()].name.text
    )
}

/// A whole number.
pub(super) fn whole(number: i64) -> Int {
    Int::from_i64(number)
}
