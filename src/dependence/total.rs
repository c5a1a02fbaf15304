//! Postconditions that can always be met, and arguments that can always be taken.
//!
//! A group that has a solution for every current state and all arguments never stands in the way of its event, so it
//! can go without the event changing. All others are guards, too (`docs/papers.md`, Eilers 4).

use rustc_hash::FxHashMap;

use super::build::Ground;
use crate::model::class::ClassId;
use crate::model::shape::Group;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment};
use crate::semantics::specification::{EventId, FunctionId, ParamId, Program, Sync};
use crate::semantics::types::Type;
use crate::stack::with_enough_stack;

/// Whether a group of postconditions of an event can be met whatever the current state and the arguments are: it is
/// one plain definition of a field by an expression that has a value everywhere.
pub(super) fn is_always_met(
    ground: Ground<'_>,
    class: ClassId,
    event: EventId,
    group: &Group,
) -> bool {
    let declared = ground.program.spec(class.spec);
    let event = &ground.classes[class.index()].events[event.index()];
    let Some((field, value)) = group.definition(event) else {
        return false;
    };
    let ty = &declared.fields[field.index()].ty;
    // A whole number cannot become just any Real.
    let is_of_type = *ty == value.ty || *ty != Type::Integer;
    is_of_type
        && ground.domains.of_field(class.spec, field, ty).is_none()
        && has_value(ground.program, value)
}

/// Whether an argument of a sync is one that its parameter can take, whatever the current state is. Where there is no
/// partner at all, the sync is decided without its arguments.
pub(super) fn can_be_taken(ground: Ground<'_>, sync: &Sync, index: usize) -> bool {
    if !ground.involved[sync.spec.index()] {
        return true;
    }
    let partner = &ground.program.spec(sync.spec).events[sync.event.index()];
    let (param, ty) = (ParamId::at(index), &partner.params[index].ty);
    let domain = ground.domains.of_param(sync.spec, sync.event, param, ty);
    domain.is_none() && has_value(ground.program, &sync.arguments[index])
}

/// Whether an expression over the current state is defined in every state.
fn has_value(program: &Program, expr: &Expr) -> bool {
    let mut total = Totality {
        program,
        functions: FxHashMap::default(),
    };
    total.has_value(expr)
}

/// Looks for what may be undefined.
struct Totality<'t> {
    program: &'t Program,
    /// Which functions always have a value; none that is being looked into, as it would call itself.
    functions: FxHashMap<FunctionId, bool>,
}

impl Totality<'_> {
    fn has_value(&mut self, expr: &Expr) -> bool {
        with_enough_stack(|| self.has_value_here(expr))
    }

    fn has_value_here(&mut self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Literal(_)
            | ExprKind::Parameter(_)
            | ExprKind::Local(_)
            | ExprKind::Now
            | ExprKind::This
            | ExprKind::Extent(_) => true,
            ExprKind::Field(base, _, moment) => {
                base.kind == ExprKind::This && *moment == Moment::Current
            }
            ExprKind::Binary(op, left, right) => {
                is_total(*op, left, right) && self.has_value(left) && self.has_value(right)
            }
            ExprKind::Call(function, arguments) => {
                arguments.iter().all(|argument| self.has_value(argument))
                    && self.function_has_value(*function)
            }
            ExprKind::Member(..)
            | ExprKind::Unary(..)
            | ExprKind::Conditional(..)
            | ExprKind::Set(_)
            | ExprKind::Map(_)
            | ExprKind::Cardinality(_) => {
                let mut all = true;
                expr.for_each_part(|part| all &= self.has_value(part));
                all
            }
            _ => false,
        }
    }

    fn function_has_value(&mut self, id: FunctionId) -> bool {
        if let Some(known) = self.functions.get(&id) {
            return *known;
        }
        self.functions.insert(id, false);
        let body = &self.program.functions[id.index()].body;
        let has_value = self.has_value(body);
        self.functions.insert(id, has_value);
        has_value
    }
}

/// Whether an operator has a value for all values of its operands.
fn is_total(op: BinaryOp, left: &Expr, right: &Expr) -> bool {
    let plain = |expr: &Expr| {
        matches!(
            expr.ty,
            Type::Integer | Type::Real | Type::Percentage | Type::Boolean | Type::String
        )
    };
    match op {
        BinaryOp::Equal
        | BinaryOp::NotEqual
        | BinaryOp::In
        | BinaryOp::And
        | BinaryOp::Or
        | BinaryOp::Implies => true,
        BinaryOp::Divide | BinaryOp::Modulo => false,
        // Two currencies cannot be put together or compared, but each can be scaled.
        BinaryOp::Multiply => {
            let scales = |expr: &Expr| plain(expr) || expr.ty == Type::Money;
            scales(left) && scales(right)
        }
        _ => plain(left) && plain(right),
    }
}
