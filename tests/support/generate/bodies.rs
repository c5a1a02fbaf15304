//! Events, functions and invariants for shapes.

use super::expressions::{Maker, Scope};
use super::model::{Event, Expr, Field, Function, Invariant, Param, Statement};
use super::profile::Profile;
use super::random::Random;
use super::shapes::{Shape, Signature};
use super::types::Ty;

/// Makes bodies.
pub(super) struct Bodies<'r> {
    pub(super) random: &'r mut Random,
    pub(super) profile: &'r Profile,
    pub(super) shapes: &'r [Shape],
    pub(super) functions: Vec<Function>,
}

impl Bodies<'_> {
    // Functions.

    /// Each may call those before it.
    pub(super) fn make_functions(&mut self) {
        for index in 0..self.random.between(self.profile.functions) {
            let types = &self.profile.types;
            let params: Vec<Param> = ["first", "second", "third"][..self.random.between((1, 3))]
                .iter()
                .map(|name| Param {
                    name: (*name).to_owned(),
                    ty: self.random.pick(types).clone(),
                    default: None,
                })
                .collect();
            let result = self.random.pick(types).clone();
            let scope = Scope {
                leaves: leaves_of(&params),
                functions: self.callable(),
                clock: self.profile.clock,
                ..Scope::default()
            };
            let mut maker = Maker::new(self.random, self.profile, scope);
            let body = function_body(&mut maker, &params, &result);
            self.functions.push(Function {
                name: format!("compute{index}"),
                params,
                result,
                body,
            });
        }
    }

    fn callable(&self) -> Vec<(String, Vec<Ty>, Ty)> {
        let functions = self.functions.iter();
        functions
            .map(|function| {
                (
                    function.name.clone(),
                    types_of(function),
                    function.result.clone(),
                )
            })
            .collect()
    }

    // Configuration.

    /// Sometimes turns a configuration parameter into one that takes a function, sometimes gives it a default.
    pub(super) fn configuration(&mut self, event: &Signature) -> Vec<Param> {
        let mut params = event.configuration.clone();
        for param in &mut params {
            if let Some(function) = self.random.pick_any(&self.functions)
                && self.random.chance(40)
            {
                param.ty = Ty::Function(types_of(function), Box::new(function.result.clone()));
            }
            if self.random.chance(50) {
                param.default = Some(self.configuration_value(&param.ty));
            }
        }
        params
    }

    pub(super) fn configuration_value(&mut self, ty: &Ty) -> Expr {
        if let Ty::Function(params, result) = ty {
            let fitting = self
                .functions
                .iter()
                .filter(|function| types_of(function) == *params && function.result == **result);
            let fitting: Vec<&Function> = fitting.collect();
            return Expr::FunctionName(self.random.pick(&fitting).name.clone());
        }
        let scope = Scope {
            functions: self.callable(),
            ..Scope::default()
        };
        Maker::new(self.random, self.profile, scope).expr(ty, 1)
    }

    // Events.

    pub(super) fn event(&mut self, at: usize, number: usize) -> Event {
        let shape = &self.shapes[at];
        let signature = &shape.events[number];
        let configuration = self.configuration(signature);
        let scope = self.event_scope(shape, signature, &configuration);
        let partners = self.sync_partners(at, number);
        let (random, profile) = (&mut *self.random, self.profile);
        let mut maker = Maker::new(random, profile, scope);
        let mut event = Event {
            name: signature.name.clone(),
            configuration,
            params: signature.params.clone(),
            preconditions: Vec::new(),
            postconditions: Vec::new(),
            syncs: Vec::new(),
        };
        EventMaker {
            maker: &mut maker,
            shape,
            signature,
            event: &mut event,
        }
        .make(&partners);
        event
    }

    fn event_scope(
        &mut self,
        shape: &Shape,
        signature: &Signature,
        configuration: &[Param],
    ) -> Scope {
        let mut leaves = leaves_of(&signature.params);
        let mut functions = self.callable();
        for param in configuration {
            match &param.ty {
                Ty::Function(params, result) => {
                    functions.push((param.name.clone(), params.clone(), (**result).clone()));
                }
                ty => leaves.push((Expr::name(&param.name), ty.clone())),
            }
        }
        let readable = shape
            .fields
            .iter()
            .filter(|field| field.is_key || !signature.creates);
        leaves.extend(readable.map(own_leaf));
        Scope {
            leaves,
            own_states: shape.states.clone(),
            others: self.others(),
            functions,
            clock: self.profile.clock,
        }
    }

    /// The specifications that may be read from elsewhere.
    fn others(&mut self) -> Vec<super::expressions::View> {
        if !self.random.chance(self.profile.foreign_reads) {
            return Vec::new();
        }
        let shapes = self.shapes.iter().filter(|shape| !shape.is("abstract"));
        shapes.map(Shape::view).collect()
    }

    /// The events that an event may take with it: those of specifications before its own, and those before
    /// it in its own. So no sync comes back.
    fn sync_partners(&mut self, at: usize, number: usize) -> Vec<(Shape, Signature)> {
        if !self.random.chance(self.profile.syncs) {
            return Vec::new();
        }
        let mut partners = Vec::new();
        for (index, shape) in self.shapes[..=at].iter().enumerate() {
            let events = if index == at {
                &shape.events[..number]
            } else {
                &shape.events
            };
            if !shape.is("abstract") {
                partners.extend(events.iter().map(|event| (shape.clone(), event.clone())));
            }
        }
        partners
    }

    // Invariants.

    pub(super) fn invariant(&mut self, shape: &Shape, name: String) -> Invariant {
        let scope = Scope {
            leaves: shape.fields.iter().map(own_leaf).collect(),
            own_states: shape.states.clone(),
            others: self.others(),
            functions: self.callable(),
            clock: self.profile.clock,
        };
        let mut maker = Maker::new(self.random, self.profile, scope);
        let count = maker.random.between((1, 2));
        let conditions = (0..count).map(|_| Statement::Expr(maker.condition(maker.profile.depth)));
        Invariant {
            name,
            conditions: conditions.collect(),
        }
    }
}

fn types_of(function: &Function) -> Vec<Ty> {
    function
        .params
        .iter()
        .map(|param| param.ty.clone())
        .collect()
}

fn leaves_of(params: &[Param]) -> Vec<(Expr, Ty)> {
    params
        .iter()
        .map(|param| (Expr::name(&param.name), param.ty.clone()))
        .collect()
}

fn own_leaf(field: &Field) -> (Expr, Ty) {
    (Expr::own_field(&field.name), field.ty.clone())
}

/// A value that mentions every parameter.
fn function_body(maker: &mut Maker<'_>, params: &[Param], result: &Ty) -> Statement {
    let mut body = maker.expr(result, maker.profile.depth);
    let subject = params.iter().find(|param| param.ty.has_literals());
    let subject = subject.filter(|_| maker.random.chance(30)).cloned();
    for param in params {
        let is_subject = subject
            .as_ref()
            .is_some_and(|subject| subject.name == param.name);
        if !is_subject && !body.mentions(&param.name) {
            let condition = maker.bound_on(Expr::name(&param.name), &param.ty);
            let otherwise = maker.leaf(result);
            body = Expr::Conditional(Box::new(condition), Box::new(body), Box::new(otherwise));
        }
    }
    match subject {
        None => Statement::Expr(body),
        Some(subject) => {
            let second = Statement::Expr(maker.leaf(result));
            case_of(maker, &subject, Statement::Expr(body), second)
        }
    }
}

/// `case parameter { literal => first; another => second; };`
fn case_of(
    maker: &mut Maker<'_>,
    subject: &Param,
    first: Statement,
    second: Statement,
) -> Statement {
    let literal = literal_text(maker, &subject.ty);
    let mut arms = vec![(literal, first)];
    let another = literal_text(maker, &subject.ty);
    if another != arms[0].0 {
        arms.push((another, second));
    }
    Statement::Case(Expr::name(&subject.name), arms)
}

/// A literal of a type that has any, as it is written.
fn literal_text(maker: &mut Maker<'_>, ty: &Ty) -> String {
    match maker.literal(ty) {
        Expr::Literal(text) => text,
        other => panic!("{other:?} is no literal"),
    }
}

/// Fills the body of one event.
pub(super) struct EventMaker<'m, 'r> {
    pub(super) maker: &'m mut Maker<'r>,
    pub(super) shape: &'m Shape,
    pub(super) signature: &'m Signature,
    pub(super) event: &'m mut Event,
}

impl EventMaker<'_, '_> {
    fn make(&mut self, partners: &[(Shape, Signature)]) {
        let depth = self.maker.profile.depth;
        let fields: Vec<Field> = self
            .shape
            .fields
            .iter()
            .filter(|field| !field.is_key)
            .cloned()
            .collect();
        for field in &fields {
            if self.signature.creates || self.maker.random.chance(50) {
                self.set_field(field, depth);
            }
        }
        if self.maker.random.chance(self.maker.profile.guards) {
            let condition = self.maker.condition(depth);
            self.event.preconditions.push(Statement::Expr(condition));
        }
        self.add_syncs(partners);
        if !self.maker.profile.finite && self.maker.random.chance(8) {
            self.add_next_state_test();
        }
        self.use_parameters();
    }

    // Postconditions.

    fn set_field(&mut self, field: &Field, depth: usize) {
        let next = Expr::own_field(&field.name).next();
        let is_relation =
            !field.ty.is_collection() && self.maker.random.chance(self.maker.profile.relations);
        let statement = if is_relation {
            self.relation(field, next.clone(), depth)
        } else {
            self.assignment(field, next.clone(), depth)
        };
        self.event.postconditions.push(statement);
        if is_relation && self.must_be_bounded(&field.ty) {
            let bound = self.maker.bound_on(next, &field.ty);
            self.event.postconditions.push(Statement::Expr(bound));
        }
    }

    /// Whether nothing but a condition keeps values of a type in a finite set.
    fn must_be_bounded(&self, ty: &Ty) -> bool {
        let profile = self.maker.profile;
        profile.finite && *ty == Ty::Integer || profile.confined && *ty != Ty::Boolean
    }

    /// Values in a finite model stay in their range.
    fn value(&mut self, ty: &Ty, depth: usize) -> Expr {
        let value = self.maker.expr(ty, depth);
        let stays = matches!(value, Expr::Name(_) | Expr::Field(..) | Expr::Literal(_));
        if !self.maker.profile.finite || *ty != Ty::Integer || stays {
            return value;
        }
        let most = (self.maker.profile.largest + 1).to_string();
        Expr::binary("%", value, Expr::Literal(most))
    }

    fn assignment(&mut self, field: &Field, next: Expr, depth: usize) -> Statement {
        let is_set = matches!(field.ty, Ty::Set(_));
        let value = match self.maker.random.below(10) {
            // Whole numbers and others can be equal, and are kept as what the field is.
            8 if !self.maker.profile.finite && field.ty == Ty::Integer => {
                self.maker.leaf(&Ty::Real)
            }
            8 if field.ty == Ty::Real => self.maker.leaf(&Ty::Integer),
            9 if !self.maker.profile.finite => self.foreseen(&field.ty),
            0 if is_set => Expr::Set(Vec::new()),
            0..=4 => self.maker.leaf(&field.ty),
            _ => self.value(&field.ty, depth),
        };
        Statement::Expr(Expr::binary("==", next, value))
    }

    fn relation(&mut self, field: &Field, next: Expr, depth: usize) -> Statement {
        let ty = &field.ty;
        let condition = match self.maker.random.below(6) {
            0 => {
                let op = self.maker.comparison_operator(ty);
                Expr::binary(op, self.value(ty, depth), next)
            }
            1 if *ty == Ty::Integer => {
                let square = Expr::binary("*", next.clone(), next);
                Expr::binary("==", square, self.maker.leaf(ty))
            }
            2 if ty.has_literals() => {
                let values = (0..2).map(|_| self.maker.leaf(ty)).collect();
                Expr::binary("in", next, Expr::Set(values))
            }
            3 => {
                let condition = self.maker.condition(1);
                Expr::binary(
                    "->",
                    condition,
                    Expr::binary("==", next, self.value(ty, depth)),
                )
            }
            4 => return self.case_relation(ty, next, depth),
            _ => return self.foreign_relation(field, next),
        };
        Statement::Expr(condition)
    }

    fn case_relation(&mut self, ty: &Ty, next: Expr, depth: usize) -> Statement {
        let first = Statement::Expr(Expr::binary("==", next.clone(), self.value(ty, depth)));
        let second = Statement::Expr(Expr::binary("==", self.value(ty, 0), next));
        let mut subjects = self
            .signature
            .params
            .iter()
            .filter(|param| param.ty.has_literals());
        match subjects.next_back() {
            Some(subject) => case_of(self.maker, subject, first, second),
            None => first,
        }
    }

    fn foreign_relation(&mut self, field: &Field, next: Expr) -> Statement {
        let right = self.foreign_next(&field.ty);
        Statement::Expr(Expr::binary("!=", next, right))
    }

    /// Something of the state after the event: where it leads, or the next value of another instance's field.
    fn foreseen(&mut self, ty: &Ty) -> Expr {
        if *ty == Ty::Boolean && self.maker.random.chance(70) {
            self.next_state_test()
        } else {
            self.foreign_next(ty)
        }
    }

    /// The next value of another instance's field, where there is one to read.
    fn foreign_next(&mut self, ty: &Ty) -> Expr {
        let mut fields = self.maker.scope.others.iter().flat_map(|view| &view.fields);
        if fields.any(|(_, of)| of == ty) {
            self.maker.foreign_read(ty).next()
        } else {
            self.maker.leaf(ty)
        }
    }

    fn add_next_state_test(&mut self) {
        let test = self.next_state_test();
        self.event.postconditions.push(Statement::Expr(test));
    }

    fn next_state_test(&mut self) -> Expr {
        let states = self.maker.scope.own_states.clone();
        self.maker.test_of(Expr::This, None, &states).next()
    }

    // Parameters.

    /// Every parameter is bounded in a finite model, and mentioned in any.
    fn use_parameters(&mut self) {
        let params: Vec<Param> = self.signature.params.clone();
        for param in params {
            let must_be_bounded = self.must_be_bounded(&param.ty);
            if must_be_bounded || !self.event.mentions(&param.name) || self.maker.random.chance(25)
            {
                self.add_bound(Expr::name(&param.name), &param.ty);
            }
        }
        for param in self.event.configuration.clone() {
            if self.event.mentions(&param.name) {
                continue;
            }
            match &param.ty {
                Ty::Function(params, result) => {
                    let arguments = params.iter().map(|ty| self.maker.expr(ty, 1)).collect();
                    self.add_bound(Expr::Call(param.name.clone(), arguments), result);
                }
                ty => self.add_bound(Expr::name(&param.name), ty),
            }
        }
    }

    fn add_bound(&mut self, leaf: Expr, ty: &Ty) {
        let bound = self.maker.bound_on(leaf, ty);
        self.event.preconditions.push(Statement::Expr(bound));
    }
}
