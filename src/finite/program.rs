//! The parts of a finite program.

use std::collections::BTreeSet;

use crate::diagnostics::Span;

/// A variable of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariableId(pub u32);

/// An action of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ActionId(pub u32);

/// A value that an action computes on its way, by its number within the action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LocalId(pub u32);

/// Guarded commands over finitely many variables, each with a range.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// The variables. Elements of an array follow each other.
    pub variables: Vec<Variable>,
    /// The actions, in the order in which successors are looked at.
    pub actions: Vec<Action>,
    /// Variables that do not begin with just any of their values, if there are some.
    pub together: Option<Together>,
}

/// Variables whose first values depend on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Together {
    /// The variables. Each begins with all of its initial values, but not with any of those of the others.
    pub variables: Vec<VariableId>,
    /// What they begin with: a value for each of them, in their order.
    pub values: Vec<Vec<i64>>,
}

/// Something that has a value in every state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// The name it is told by: `pos[2]`, `P_0.j`, `P_0`.
    pub name: String,
    /// The least value that it may have.
    pub low: i64,
    /// The greatest value that it may have.
    pub high: i64,
    /// The values it may begin with: in ascending order, at least one.
    pub initial: Vec<i64>,
    /// The names of its values from `low` on, if they have names: the states of a process.
    pub value_names: Vec<String>,
    /// The control variable of the process that alone assigns to it, if there is one.
    pub owner: Option<VariableId>,
    /// Where it is written.
    pub span: Option<Span>,
}

/// Something that happens at once, if its guard holds.
#[derive(Debug, Clone)]
pub struct Action {
    /// The name it is told by: `P_0: NCS -> wait`.
    pub name: String,
    /// What has to hold, all of it, looked at in this order. Where processes have to be comes first, as
    /// `process == state`.
    pub guard: Vec<Expr>,
    /// What it does, in this order: each sees what those before it did.
    pub effects: Vec<Effect>,
    /// Where it is written: one place, or two where two processes take it together.
    pub spans: Vec<Span>,
}

/// A part of what an action does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Computes a value for the effects after it.
    Let(LocalId, Expr),
    /// Gives a variable a value.
    Assign(Place, Expr),
    /// Requires something: where it is false, the model has an error.
    Assert(Expr),
}

/// What is assigned to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// A variable.
    Variable(VariableId),
    /// The element of an array.
    Element(Array, Expr),
}

/// Variables that follow each other and are reached by an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Array {
    /// The element with index 0.
    pub first: VariableId,
    /// How many elements there are.
    pub length: u32,
}

/// An expression; its value is a number. Truth is 1, falsehood is 0, and whatever is not 0 counts as true.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expr {
    /// A number.
    Constant(i64),
    /// The value of a variable.
    Variable(VariableId),
    /// The element of an array. An index outside of it is an error of the model.
    Element(Array, Box<Expr>),
    /// What the action has computed before.
    Local(LocalId),
    /// An operation on one value.
    Unary(UnaryOp, Box<Expr>),
    /// An operation on two values.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// The second if the first is true, otherwise the third; the other one is not looked at.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Operations on one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UnaryOp {
    /// 1 for 0, and 0 for everything else.
    Not,
    /// The negative value.
    Negate,
    /// All bits turned.
    Complement,
    /// What remains in eight bits without a sign.
    Byte,
    /// What remains in sixteen bits with a sign.
    Short,
}

/// Operations on two values. Numbers wrap around at 64 bits; division by zero is an error of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The first less the second.
    Subtract,
    /// The product.
    Multiply,
    /// Division that cuts off towards zero.
    Divide,
    /// What division leaves, with the sign of the first.
    Remainder,
    /// The second is not looked at if the first is false.
    And,
    /// The second is not looked at if the first is true.
    Or,
    /// Whether they are the same.
    Equal,
    /// Whether they differ.
    NotEqual,
    /// Whether the first is less.
    Less,
    /// Whether the first is not greater.
    LessEqual,
    /// Whether the first is greater.
    Greater,
    /// Whether the first is not less.
    GreaterEqual,
    /// The bits that both have.
    BitAnd,
    /// The bits that one of them has.
    BitOr,
    /// The bits in which they differ.
    BitXor,
    /// The first with its bits moved up.
    ShiftLeft,
    /// The first with its bits moved down, the sign staying.
    ShiftRight,
}

impl BinaryOp {
    /// Whether the result is 0 or 1, whatever it is applied to.
    pub fn is_truth(self) -> bool {
        match self {
            BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Equal
            | BinaryOp::NotEqual
            | BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual => true,
            BinaryOp::Add
            | BinaryOp::Subtract
            | BinaryOp::Multiply
            | BinaryOp::Divide
            | BinaryOp::Remainder
            | BinaryOp::BitAnd
            | BinaryOp::BitOr
            | BinaryOp::BitXor
            | BinaryOp::ShiftLeft
            | BinaryOp::ShiftRight => false,
        }
    }

    /// All of them.
    pub const ALL: [BinaryOp; 18] = [
        BinaryOp::Add,
        BinaryOp::Subtract,
        BinaryOp::Multiply,
        BinaryOp::Divide,
        BinaryOp::Remainder,
        BinaryOp::And,
        BinaryOp::Or,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterEqual,
        BinaryOp::BitAnd,
        BinaryOp::BitOr,
        BinaryOp::BitXor,
        BinaryOp::ShiftLeft,
        BinaryOp::ShiftRight,
    ];
}

impl Program {
    /// A variable.
    pub fn variable(&self, id: VariableId) -> &Variable {
        &self.variables[id.0 as usize]
    }

    /// An action.
    pub fn action(&self, id: ActionId) -> &Action {
        &self.actions[id.0 as usize]
    }

    /// All variables, in their order.
    pub fn variable_ids(&self) -> impl Iterator<Item = VariableId> + use<> {
        (0..u32::try_from(self.variables.len()).unwrap_or(u32::MAX)).map(VariableId)
    }

    /// All actions, in their order.
    pub fn action_ids(&self) -> impl Iterator<Item = ActionId> + use<> {
        (0..u32::try_from(self.actions.len()).unwrap_or(u32::MAX)).map(ActionId)
    }

    /// The number of states to begin with, or none where it is beyond all counting.
    pub fn initial_states(&self) -> Option<u64> {
        let together = self.together.as_ref().map_or(1, |it| it.values.len());
        let mut alone = self.variables_alone();
        alone.try_fold(together as u64, |product, (_, variable)| {
            product.checked_mul(variable.initial.len() as u64)
        })
    }

    /// The variables that begin with any of their values, whatever others begin with; each with its place.
    pub fn variables_alone(&self) -> impl Iterator<Item = (usize, &Variable)> {
        let variables = self.variable_ids().zip(self.variables.iter().enumerate());
        let together = self.together.as_ref();
        let alone =
            variables.filter(move |(id, _)| together.is_none_or(|it| !it.variables.contains(id)));
        alone.map(|(_, variable)| variable)
    }
}

impl Array {
    /// The elements, in their order.
    pub fn elements(self) -> impl Iterator<Item = VariableId> {
        (self.first.0..self.first.0 + self.length).map(VariableId)
    }

    /// The element with an index, if there is one.
    pub fn element(self, index: i64) -> Option<VariableId> {
        let index = u32::try_from(index)
            .ok()
            .filter(|index| *index < self.length)?;
        Some(VariableId(self.first.0 + index))
    }
}

impl Place {
    /// What may be assigned to.
    pub fn targets(&self) -> Vec<VariableId> {
        match self {
            Place::Variable(variable) => vec![*variable],
            Place::Element(array, index) => match index.constant() {
                Some(index) => array.element(index).into_iter().collect(),
                None => array.elements().collect(),
            },
        }
    }
}

impl Effect {
    /// Adds the variables that are read; those that are assigned to only if they may keep their value, as elements of
    /// an array do.
    pub fn read(&self, found: &mut BTreeSet<VariableId>) {
        match self {
            Effect::Let(_, value) | Effect::Assert(value) => value.read(found),
            Effect::Assign(place, value) => {
                value.read(found);
                if let Place::Element(_, index) = place {
                    index.read(found);
                }
            }
        }
    }
}

impl Expr {
    /// The value of an expression that is a number.
    pub fn constant(&self) -> Option<i64> {
        match self {
            Expr::Constant(value) => Some(*value),
            _ => None,
        }
    }

    /// The variable and the number of a condition `variable == number`.
    pub fn fixed(&self) -> Option<(VariableId, i64)> {
        match self {
            Expr::Binary(BinaryOp::Equal, left, right) => match (&**left, &**right) {
                (Expr::Variable(variable), Expr::Constant(value)) => Some((*variable, *value)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The expressions that it is made of.
    fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Constant(_) | Expr::Local(_) | Expr::Variable(_) => Vec::new(),
            Expr::Element(_, part) | Expr::Unary(_, part) => vec![part],
            Expr::Binary(_, left, right) => vec![left, right],
            Expr::If(condition, yes, no) => vec![condition, yes, no],
        }
    }

    /// Calls `visit` with it and everything that it is made of.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        for part in self.parts() {
            part.walk(visit);
        }
    }

    /// Adds the variables that its value depends on.
    pub fn read(&self, found: &mut BTreeSet<VariableId>) {
        self.walk(&mut |part| match part {
            Expr::Variable(variable) => {
                found.insert(*variable);
            }
            Expr::Element(array, index) => match index.constant() {
                Some(index) => found.extend(array.element(index)),
                None => found.extend(array.elements()),
            },
            _ => {}
        });
    }

    /// The variables that its value depends on.
    pub fn variables(&self) -> BTreeSet<VariableId> {
        let mut found = BTreeSet::new();
        self.read(&mut found);
        found
    }
}
