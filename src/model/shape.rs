//! The form of an event: where its life cycle leads, which of its conditions define which fields together, what stays
//! as it is.

use super::class::ModelEvent;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment};
use crate::semantics::specification::{FieldId, Program, Specification, StateId, Statement};

/// What an event does to its own instance, apart from the conditions themselves.
#[derive(Debug, Clone)]
pub struct Shape {
    /// The arrows of the life cycle that it takes, in order.
    pub moves: Vec<(StateId, StateId)>,
    /// Postconditions that define fields together.
    pub groups: Vec<Group>,
    /// Postconditions that define no field of their own instance, as indices. They may still read the next state of
    /// others.
    pub guards: Vec<usize>,
}

/// Postconditions connected by the new fields they share. They hold together or not at all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The fields that they define, in order.
    pub fields: Vec<FieldId>,
    /// The postconditions, as indices, in order.
    pub statements: Vec<usize>,
}

impl Shape {
    /// The forms of all events of a specification.
    pub fn all_of(spec: &Specification) -> Vec<Shape> {
        let events = spec.events.iter();
        let shapes = events.map(|event| Shape::with(event.postconditions.iter(), spec.key));
        let mut shapes: Vec<Shape> = shapes.collect();
        for transition in &spec.transitions {
            shapes[transition.event.index()].add_move(transition.from, transition.to);
        }
        shapes
    }

    /// The form of an event without arrows, where the specification has this key.
    pub fn of(event: &ModelEvent<'_>, key: Option<FieldId>) -> Shape {
        Shape::with(event.postconditions.iter().copied(), key)
    }

    fn with<'e>(
        postconditions: impl Iterator<Item = &'e Statement>,
        key: Option<FieldId>,
    ) -> Shape {
        let (groups, guards) = groups(postconditions, key);
        Shape {
            moves: Vec::new(),
            groups,
            guards,
        }
    }

    /// Adds an arrow, once.
    pub fn add_move(&mut self, from: StateId, to: StateId) {
        if !self.moves.contains(&(from, to)) {
            self.moves.push((from, to));
        }
    }

    /// Whether a postcondition defines a field. Others keep their values, and so does the key, which never changes.
    pub fn defines(&self, field: FieldId) -> bool {
        let mut groups = self.groups.iter();
        groups.any(|group| group.fields.contains(&field))
    }
}

/// The form of each event of a program, by specification.
pub fn shapes_of(program: &Program) -> Vec<Vec<Shape>> {
    program.specifications.iter().map(Shape::all_of).collect()
}

impl Group {
    /// The one field that the group defines and the expression that it becomes, where the group is one plain
    /// definition: `new this.field == expression`.
    pub fn definition<'e>(&self, event: &ModelEvent<'e>) -> Option<(FieldId, &'e Expr)> {
        let ([field], [statement]) = (self.fields.as_slice(), self.statements.as_slice()) else {
            return None;
        };
        let condition = &event.postconditions[*statement].condition;
        let ExprKind::Binary(BinaryOp::Equal, left, right) = &condition.kind else {
            return None;
        };
        match (is_new(left, *field), is_new(right, *field)) {
            (true, false) => Some((*field, right)),
            (false, true) => Some((*field, left)),
            _ => None,
        }
    }
}

/// `new this.field`
fn is_new(expr: &Expr, field: FieldId) -> bool {
    matches!(&expr.kind, ExprKind::Field(base, of, Moment::Next) if *of == field && base.kind == ExprKind::This)
}

/// Unites postconditions that mention a new field in common.
fn groups<'e>(
    postconditions: impl Iterator<Item = &'e Statement>,
    key: Option<FieldId>,
) -> (Vec<Group>, Vec<usize>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut guards = Vec::new();
    for (index, statement) in postconditions.enumerate() {
        let mut fields = Vec::new();
        next_fields(&statement.condition, &mut fields);
        fields.retain(|field| Some(*field) != key);
        if fields.is_empty() {
            guards.push(index);
            continue;
        }
        let mut united = Group {
            fields,
            statements: vec![index],
        };
        groups.retain_mut(|group| {
            let shares = group
                .fields
                .iter()
                .any(|field| united.fields.contains(field));
            if shares {
                united.fields.append(&mut group.fields);
                united.statements.append(&mut group.statements);
            }
            !shares
        });
        united.fields.sort_unstable();
        united.fields.dedup();
        united.statements.sort_unstable();
        groups.push(united);
    }
    groups.sort_by_key(|group| group.statements.first().copied());
    (groups, guards)
}

/// The fields of its own instance that an expression reads in the next state.
pub fn next_fields(expr: &Expr, fields: &mut Vec<FieldId>) {
    expr.walk(&mut |part| {
        if let ExprKind::Field(base, field, Moment::Next) = &part.kind
            && base.kind == ExprKind::This
            && !fields.contains(field)
        {
            fields.push(*field);
        }
    });
}
