//! Keys that are mere names: values that are only ever compared for equality, so that it does not matter which is
//! which.
//!
//! A sort is one of numbers as soon as something computes with its values or orders them. The keys of a specification
//! are mere names if their sort is not, and holds no keys of another specification. These are the scalarsets of Ip and
//! Dill (Better verification through symmetry, 1996), found by inference rather than declared.

use std::collections::BTreeSet;

use super::sorts::{Holder, Slot, Sorts};
use crate::model::Model;
use crate::model::class::ModelEvent;
use crate::model::property::Requirement;
use crate::model::value::{Value, of_literal};
use crate::semantics::expression::{BinaryOp, Binding, Expr, ExprKind};
use crate::semantics::specification::{EventId, FieldId, FunctionId, ParamId, SpecId, Sync};
use crate::semantics::types::Type;
use crate::stack::with_enough_stack;

/// For each specification whose keys are mere names those that something mentions, and which are therefore unlike the
/// others.
pub(super) fn mentioned_names(model: &Model<'_>) -> Vec<Option<BTreeSet<Value>>> {
    let mut reader = Reader {
        model,
        sorts: Sorts::default(),
        expressions: 0,
    };
    reader.read_program();
    reader.read_check();
    let specs = (0..model.program.specifications.len()).map(SpecId::at);
    specs.map(|spec| reader.names_of(spec)).collect()
}

/// What an expression stands in.
#[derive(Debug, Clone, Copy)]
struct Body {
    number: usize,
    of: BodyOf,
}

#[derive(Debug, Clone, Copy)]
enum BodyOf {
    Event(SpecId, EventId),
    Function(FunctionId),
    /// An invariant, or a constraint on an instance.
    Condition,
}

/// Reads all expressions of a model for the sorts of their values.
struct Reader<'r, 'm> {
    model: &'r Model<'m>,
    sorts: Sorts,
    expressions: usize,
}

impl Reader<'_, '_> {
    fn names_of(&mut self, spec: SpecId) -> Option<BTreeSet<Value>> {
        let declared = self.model.program.spec(spec);
        let key = declared.key?;
        let ty = &declared.fields[key.index()].ty;
        if !matches!(ty, Type::Integer | Type::String | Type::Iban) {
            return None;
        }
        let slot = self.sorts.place(Holder::Field(spec, key));
        let sort = self.sorts.sort(slot);
        (!sort.is_number && sort.keys_of == [spec]).then(|| sort.mentioned.clone())
    }

    fn read_program(&mut self) {
        let (program, universe) = (self.model.program, &self.model.universe);
        for (index, declared) in program.specifications.iter().enumerate() {
            let spec = SpecId::at(index);
            if let Some(key) = declared.key {
                let slot = self.sorts.place(Holder::Field(spec, key));
                self.sorts.sort(slot).keys_of.push(spec);
            }
            // What has no instances does nothing.
            if !universe.instances_of(spec).is_empty() {
                self.read_specification(spec);
            }
        }
        for (index, function) in program.functions.iter().enumerate() {
            let id = FunctionId::at(index);
            let value = self.read(BodyOf::Function(id), &function.body);
            let result = self.sorts.place(Holder::Result(id));
            self.sorts.join(result, value);
        }
    }

    fn read_specification(&mut self, spec: SpecId) {
        let (declared, domains) = (self.model.program.spec(spec), &self.model.domains);
        for (index, field) in declared.fields.iter().enumerate() {
            let id = FieldId::at(index);
            let domain = domains.of_field(spec, id, &field.ty);
            self.mention(Holder::Field(spec, id), domain);
        }
        let model = self.model;
        for class in model.classes.iter().filter(|class| class.id.spec == spec) {
            for (id, event) in class.kept_events() {
                self.read_event(spec, id, event);
            }
            let invariants = class.invariants.iter();
            for statement in invariants.flat_map(|invariant| &invariant.conditions) {
                self.read(BodyOf::Condition, &statement.condition);
            }
        }
    }

    /// A domain mentions its values.
    fn mention(&mut self, place: Holder, domain: Option<&[Value]>) {
        let slot = self.sorts.place(place);
        let values = domain.into_iter().flatten().cloned();
        self.sorts.sort(slot).mentioned.extend(values);
    }

    fn read_event(&mut self, spec: SpecId, id: EventId, event: &ModelEvent<'_>) {
        for (param_id, param) in event.params() {
            let domain = self.model.domains.of_param(spec, id, param_id, &param.ty);
            self.mention(Holder::Param(spec, id, param_id), domain);
        }
        let of = BodyOf::Event(spec, id);
        for statement in event.statements() {
            self.read(of, &statement.condition);
        }
        for sync in &event.syncs {
            self.read_sync(of, sync);
        }
    }

    fn read_sync(&mut self, of: BodyOf, sync: &Sync) {
        let key = self.read(of, &sync.key);
        self.is_key_of(sync.spec, key);
        let kept = &self.model.named_by(sync).kept_params;
        let arguments = sync.arguments.iter().enumerate();
        for (index, argument) in arguments.filter(|(index, _)| kept[*index]) {
            let argument = self.read(of, argument);
            let param = Holder::Param(sync.spec, sync.event, ParamId::at(index));
            let param = self.sorts.place(param);
            self.sorts.join(param, argument);
        }
    }

    fn read_check(&mut self) {
        for (_, constraint) in &self.model.start.constraints {
            self.read(BodyOf::Condition, constraint);
        }
        let mut asked: Vec<&Requirement<'_>> = self.model.start.unwanted.iter().collect();
        asked.extend(self.model.property.requirements());
        for constraint in asked.iter().flat_map(|asked| &asked.constraints) {
            self.read(BodyOf::Condition, constraint);
        }
    }

    /// The slot of a whole expression.
    fn read(&mut self, of: BodyOf, expr: &Expr) -> Slot {
        self.expressions += 1;
        let number = self.expressions;
        self.slot(Body { number, of }, expr)
    }

    fn slot(&mut self, body: Body, expr: &Expr) -> Slot {
        with_enough_stack(|| self.slot_here(body, expr))
    }

    fn slot_here(&mut self, body: Body, expr: &Expr) -> Slot {
        match &expr.kind {
            ExprKind::Literal(value) => {
                let slot = self.sorts.fresh();
                self.sorts.sort(slot).mentioned.extend(of_literal(value));
                slot
            }
            ExprKind::Parameter(id) => match body.of {
                BodyOf::Event(spec, event) => self.sorts.place(Holder::Param(spec, event, *id)),
                BodyOf::Function(function) => {
                    self.sorts.place(Holder::FunctionParam(function, *id))
                }
                BodyOf::Condition => self.sorts.number(),
            },
            ExprKind::Local(id) => self.sorts.place(Holder::Local(body.number, *id)),
            ExprKind::This | ExprKind::Extent(_) => self.sorts.fresh(),
            ExprKind::Instance(spec, key) => {
                let key = self.slot(body, key);
                self.is_key_of(*spec, key);
                self.sorts.fresh()
            }
            ExprKind::Field(instance, field, _) => {
                self.slot(body, instance);
                match instance.ty {
                    Type::Instance(spec) => self.sorts.place(Holder::Field(spec, *field)),
                    _ => self.sorts.number(),
                }
            }
            ExprKind::Binary(op, left, right) => self.binary(body, expr, *op, [left, right]),
            ExprKind::Index(left, right) => self.joined(body, [&**left, &**right]),
            ExprKind::Conditional(condition, then, otherwise) => {
                self.slot(body, condition);
                self.joined(body, [&**then, &**otherwise])
            }
            ExprKind::StateTest(..) => self.parts(body, expr),
            ExprKind::Call(function, arguments) => self.call(body, *function, arguments),
            ExprKind::Quantified(_, binding) => {
                self.binding(body, binding);
                self.sorts.fresh()
            }
            ExprKind::Comprehension(binding) => self.binding(body, binding),
            ExprKind::Set(elements) => self.joined(body, elements),
            ExprKind::Map(entries) => {
                let parts = entries.iter().flat_map(|(key, value)| [key, value]);
                self.joined(body, parts)
            }
            ExprKind::Case(subject, arms) => {
                let subject = self.slot(body, subject);
                let literals = arms.iter().filter_map(|(literal, _)| of_literal(literal));
                self.sorts.sort(subject).mentioned.extend(literals);
                self.joined(body, arms.iter().map(|(_, value)| value))
            }
            ExprKind::Cardinality(of) => {
                self.slot(body, of);
                self.sorts.number()
            }
            _ => self.computed(body, expr),
        }
    }

    /// Something is computed from the parts of an expression.
    fn computed(&mut self, body: Body, expr: &Expr) -> Slot {
        expr.for_each_part(|part| {
            let part = self.slot(body, part);
            self.sorts.sort(part).is_number = true;
        });
        self.sorts.number()
    }

    /// The truth of something, which is no value of its parts.
    fn parts(&mut self, body: Body, expr: &Expr) -> Slot {
        expr.for_each_part(|part| {
            self.slot(body, part);
        });
        self.sorts.fresh()
    }

    /// Values that can stand for each other.
    fn joined<'e>(&mut self, body: Body, parts: impl IntoIterator<Item = &'e Expr>) -> Slot {
        let all = self.sorts.fresh();
        for part in parts {
            let part = self.slot(body, part);
            self.sorts.join(all, part);
        }
        all
    }

    fn binary(&mut self, body: Body, expr: &Expr, op: BinaryOp, sides: [&Expr; 2]) -> Slot {
        let is_collection = matches!(expr.ty, Type::Set(_) | Type::Map(..));
        match op {
            BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::In => {
                self.joined(body, sides);
                self.sorts.fresh()
            }
            BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => self.parts(body, expr),
            BinaryOp::Add | BinaryOp::Subtract if is_collection => self.joined(body, sides),
            _ => self.computed(body, expr),
        }
    }

    fn call(&mut self, body: Body, function: FunctionId, arguments: &[Expr]) -> Slot {
        for (index, argument) in arguments.iter().enumerate() {
            let argument = self.slot(body, argument);
            let param = Holder::FunctionParam(function, ParamId::at(index));
            let param = self.sorts.place(param);
            self.sorts.join(param, argument);
        }
        self.sorts.place(Holder::Result(function))
    }

    /// What a variable ranges over.
    fn binding(&mut self, body: Body, binding: &Binding) -> Slot {
        let over = self.slot(body, &binding.over);
        let local = self.sorts.place(Holder::Local(body.number, binding.local));
        let over = self.sorts.join(over, local);
        for condition in &binding.conditions {
            self.slot(body, condition);
        }
        over
    }

    fn is_key_of(&mut self, spec: SpecId, key: Slot) {
        match self.model.program.spec(spec).key {
            Some(own) => {
                let own = self.sorts.place(Holder::Field(spec, own));
                self.sorts.join(own, key);
            }
            None => self.sorts.sort(key).is_number = true,
        }
    }
}
