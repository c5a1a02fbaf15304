//! Checked expressions: every name resolved, every part typed.

use crate::diagnostics::Span;

use super::specification::{FieldId, FunctionId, LocalId, ParamId, SpecId, StateId};
use super::types::Type;
use super::value::Value;

/// An expression with its type and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// The type of its value.
    pub ty: Type,
    /// Where it stands. For a configuration value that was put in, where the parameter is named;
    /// parts of that value stand where they were written.
    pub span: Span,
}

/// Which of the two states of a step is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// The state before the step.
    Current,
    /// The state after it: inside `new`.
    Next,
}

/// The sorts of expressions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExprKind {
    /// A literal.
    Literal(Value),
    /// A parameter of the event or function around it.
    Parameter(ParamId),
    /// A variable of a quantifier or comprehension around it.
    Local(LocalId),
    /// The time.
    Now,
    /// The instance that takes the event, or that an invariant or constraint speaks of.
    This,
    /// `S[key]`
    Instance(SpecId, Box<Expr>),
    /// All instances of a specification: what `forall a : Account` ranges over.
    Extent(SpecId),
    /// A field of an instance.
    Field(Box<Expr>, FieldId, Moment),
    /// A part of a value: `amount.currency`.
    Member(Box<Expr>, Member),
    /// The value of a key in a map.
    Index(Box<Expr>, Box<Expr>),
    /// `- e`, `not e`
    Unary(UnaryOp, Box<Expr>),
    /// `e + f` and the like.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `c ? a : b`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `initialized S[k]`, `finalized S[k]`, `S[k] instate s`
    StateTest(Box<Expr>, StateTest, Moment),
    /// A call of a function.
    Call(FunctionId, Vec<Expr>),
    /// A function as the value of a configuration parameter.
    Function(FunctionId),
    /// `forall x : s | c, c` and `exists`.
    Quantified(Quantifier, Box<Binding>),
    /// `{ x : s | c, c }`
    Comprehension(Box<Binding>),
    /// `{a, b}`
    Set(Vec<Expr>),
    /// `(k : v, l : w)`
    Map(Vec<(Expr, Expr)>),
    /// `{lo .. hi}`, in a domain with a step.
    Range(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `|s|`
    Cardinality(Box<Expr>),
    /// `case e { literal => f; ... }`
    Case(Box<Expr>, Vec<(Value, Expr)>),
    /// An interest tariff; it has a type and no value that could be computed.
    Tariff,
    /// What could not be understood. A program without errors has none.
    Error,
}

/// A variable, what it ranges over, and the conditions on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The variable.
    pub local: LocalId,
    /// A set, range, map (its keys) or extent.
    pub over: Expr,
    /// All of them must hold.
    pub conditions: Vec<Expr>,
}

/// What is asked of an instance's life-cycle state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateTest {
    /// In a state not marked `initial`.
    Initialized,
    /// In a state marked `final`.
    Finalized,
    /// In one of these.
    In(Vec<StateId>),
}

/// `forall` or `exists`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Quantifier {
    /// All of them.
    ForAll,
    /// At least one.
    Exists,
}

/// Operators before their operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `not`
    Not,
}

/// Operators between their operands.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Multiply,
    Divide,
    Modulo,
    Add,
    Subtract,
    In,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    And,
    Or,
    Implies,
}

impl BinaryOp {
    /// `<`, `<=`, `>`, `>=`
    pub fn is_ordering(self) -> bool {
        use BinaryOp::{Greater, GreaterEqual, Less, LessEqual};
        matches!(self, Less | LessEqual | Greater | GreaterEqual)
    }

    /// `==`, `!=`
    pub fn is_equality(self) -> bool {
        matches!(self, BinaryOp::Equal | BinaryOp::NotEqual)
    }

    /// `&&`, `||`, `->`
    pub fn is_connective(self) -> bool {
        matches!(self, BinaryOp::And | BinaryOp::Or | BinaryOp::Implies)
    }

    /// The operator as it is written.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Multiply => "*",
            BinaryOp::Divide => "/",
            BinaryOp::Modulo => "%",
            BinaryOp::Add => "+",
            BinaryOp::Subtract => "-",
            BinaryOp::In => "in",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::And => "&&",
            BinaryOp::Or => "||",
            BinaryOp::Implies => "->",
        }
    }
}

/// Parts of values.
#[allow(missing_docs, reason = "the names say it")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Member {
    Currency,
    Amount,
    CountryCode,
    Day,
    Month,
    Year,
    Hour,
    Minutes,
    Seconds,
    Date,
    Time,
}

impl Member {
    /// The members that values of a type have, with their names and types.
    pub fn of(ty: &Type) -> &'static [(&'static str, Member, Type)] {
        match ty {
            Type::Money => &[
                ("currency", Member::Currency, Type::Currency),
                ("amount", Member::Amount, Type::Integer),
            ],
            Type::Iban => &[("countryCode", Member::CountryCode, Type::String)],
            Type::Date => &[
                ("day", Member::Day, Type::Integer),
                ("month", Member::Month, Type::Integer),
                ("year", Member::Year, Type::Integer),
            ],
            Type::Time => &[
                ("hour", Member::Hour, Type::Integer),
                ("minutes", Member::Minutes, Type::Integer),
                ("seconds", Member::Seconds, Type::Integer),
            ],
            Type::DateTime => &[
                ("date", Member::Date, Type::Date),
                ("time", Member::Time, Type::Time),
            ],
            _ => &[],
        }
    }
}

impl Expr {
    /// Calls `visit` with each direct part of the expression.
    pub fn for_each_part<'e>(&'e self, mut visit: impl FnMut(&'e Expr)) {
        match &self.kind {
            ExprKind::Instance(_, part)
            | ExprKind::Field(part, ..)
            | ExprKind::Member(part, _)
            | ExprKind::Unary(_, part)
            | ExprKind::StateTest(part, ..)
            | ExprKind::Cardinality(part) => visit(part),
            ExprKind::Index(left, right) | ExprKind::Binary(_, left, right) => {
                visit(left);
                visit(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                visit(condition);
                visit(then);
                visit(otherwise);
            }
            ExprKind::Call(_, parts) | ExprKind::Set(parts) => parts.iter().for_each(visit),
            ExprKind::Quantified(_, binding) | ExprKind::Comprehension(binding) => {
                visit(&binding.over);
                binding.conditions.iter().for_each(visit);
            }
            ExprKind::Map(entries) => {
                for (key, value) in entries {
                    visit(key);
                    visit(value);
                }
            }
            ExprKind::Range(low, high, step) => {
                visit(low);
                visit(high);
                if let Some(step) = step {
                    visit(step);
                }
            }
            ExprKind::Case(subject, arms) => {
                visit(subject);
                for (_, arm) in arms {
                    visit(arm);
                }
            }
            ExprKind::Literal(_)
            | ExprKind::Parameter(_)
            | ExprKind::Local(_)
            | ExprKind::Now
            | ExprKind::This
            | ExprKind::Extent(_)
            | ExprKind::Function(_)
            | ExprKind::Tariff
            | ExprKind::Error => {}
        }
    }

    /// Calls `change` with each direct part of the expression.
    pub fn for_each_part_mut(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        match &mut self.kind {
            ExprKind::Instance(_, part)
            | ExprKind::Field(part, ..)
            | ExprKind::Member(part, _)
            | ExprKind::Unary(_, part)
            | ExprKind::StateTest(part, ..)
            | ExprKind::Cardinality(part) => change(part),
            ExprKind::Index(left, right) | ExprKind::Binary(_, left, right) => {
                change(left);
                change(right);
            }
            ExprKind::Conditional(condition, then, otherwise) => {
                change(condition);
                change(then);
                change(otherwise);
            }
            ExprKind::Call(_, parts) | ExprKind::Set(parts) => parts.iter_mut().for_each(change),
            ExprKind::Quantified(_, binding) | ExprKind::Comprehension(binding) => {
                change(&mut binding.over);
                binding.conditions.iter_mut().for_each(change);
            }
            ExprKind::Map(entries) => {
                for (key, value) in entries {
                    change(key);
                    change(value);
                }
            }
            ExprKind::Range(low, high, step) => {
                change(low);
                change(high);
                if let Some(step) = step {
                    change(step);
                }
            }
            ExprKind::Case(subject, arms) => {
                change(subject);
                for (_, arm) in arms {
                    change(arm);
                }
            }
            ExprKind::Literal(_)
            | ExprKind::Parameter(_)
            | ExprKind::Local(_)
            | ExprKind::Now
            | ExprKind::This
            | ExprKind::Extent(_)
            | ExprKind::Function(_)
            | ExprKind::Tariff
            | ExprKind::Error => {}
        }
    }

    /// Calls `change` with the expression and everything within it, outside first.
    pub fn walk_mut(&mut self, change: &mut dyn FnMut(&mut Expr)) {
        crate::stack::with_enough_stack(|| {
            change(self);
            self.for_each_part_mut(&mut |part| part.walk_mut(change));
        });
    }

    /// Calls `visit` with the expression and everything within it.
    pub fn walk<'e>(&'e self, visit: &mut dyn FnMut(&'e Expr)) {
        crate::stack::with_enough_stack(|| {
            visit(self);
            self.for_each_part(|part| part.walk(visit));
        });
    }
}
