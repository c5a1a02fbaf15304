//! What a DVE text says, as it was written: every part knows its place, nothing is looked up yet.

use smol_str::SmolStr;

use crate::diagnostics::Span;

/// A name where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: SmolStr,
    /// Where it is written.
    pub span: Span,
}

/// A whole text.
#[derive(Debug, Clone, Default)]
pub struct System {
    /// What is declared outside of processes.
    pub declarations: Vec<Declaration>,
    /// The processes, in their order.
    pub processes: Vec<Process>,
    /// The properties that are written like processes.
    pub properties: Vec<Process>,
    /// `system async;` or `system sync;`.
    pub composition: Option<Composition>,
    /// The end of the text, for what is missing.
    pub end: Option<Span>,
}

/// How processes run together.
#[derive(Debug, Clone)]
pub struct Composition {
    /// All at once instead of one after the other.
    pub is_synchronous: bool,
    /// The process that is a property.
    pub property: Option<Name>,
    /// Where it is written.
    pub span: Span,
}

/// A variable, constant or channel.
#[derive(Debug, Clone)]
pub enum Declaration {
    /// A variable or constant.
    Variable(VariableDeclaration),
    /// A channel.
    Channel(ChannelDeclaration),
}

/// The type of a variable or of a part of a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Eight bits without a sign.
    Byte,
    /// Sixteen bits with a sign.
    Int,
}

/// A variable or constant.
#[derive(Debug, Clone)]
pub struct VariableDeclaration {
    /// Whether it never changes.
    pub is_constant: bool,
    /// The type of its value or elements.
    pub ty: Type,
    /// Its name.
    pub name: Name,
    /// The number of elements of an array.
    pub size: Option<Expr>,
    /// The values to begin with: one, or those in braces.
    pub initial: Vec<Expr>,
}

/// A channel.
#[derive(Debug, Clone)]
pub struct ChannelDeclaration {
    /// Its name.
    pub name: Name,
    /// The types of the parts of a message, if they are written.
    pub types: Option<Vec<Type>>,
    /// How many messages it holds, if that is written.
    pub capacity: Option<Expr>,
}

/// A process.
#[derive(Debug, Clone)]
pub struct Process {
    /// Its name.
    pub name: Name,
    /// What is declared in it.
    pub declarations: Vec<Declaration>,
    /// Its states.
    pub states: Vec<Name>,
    /// The states it begins in; there should be one.
    pub initial: Vec<Name>,
    /// The committed states.
    pub committed: Vec<Name>,
    /// The accepting states.
    pub accepting: Vec<Name>,
    /// What has to hold in which state.
    pub assertions: Vec<(Name, Expr)>,
    /// Its transitions.
    pub transitions: Vec<Transition>,
}

/// A transition of a process.
#[derive(Debug, Clone)]
pub struct Transition {
    /// The state before it.
    pub from: Name,
    /// The state after it.
    pub to: Name,
    /// What has to hold, all of it.
    pub guards: Vec<Expr>,
    /// What is sent or received.
    pub sync: Option<Sync>,
    /// What it does, in this order.
    pub effects: Vec<Assignment>,
    /// From the first state to the closing brace.
    pub span: Span,
}

/// The part of a transition in a communication.
#[derive(Debug, Clone)]
pub struct Sync {
    /// The channel.
    pub channel: Name,
    /// What is sent, or where it goes.
    pub message: Message,
    /// The whole of it.
    pub span: Span,
}

/// The two sides of a communication.
#[derive(Debug, Clone)]
pub enum Message {
    /// Values are sent.
    Send(Vec<Expr>),
    /// Values are received.
    Receive(Vec<Destination>),
}

/// An assignment.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// What is assigned to.
    pub place: Destination,
    /// The value.
    pub value: Expr,
    /// The whole of it.
    pub span: Span,
}

/// Something that can be assigned to.
#[derive(Debug, Clone)]
pub struct Destination {
    /// The variable or array.
    pub name: Name,
    /// Which element of an array.
    pub index: Option<Expr>,
    /// The whole of it.
    pub span: Span,
}

/// An expression.
#[derive(Debug, Clone)]
pub struct Expr {
    /// What it is.
    pub kind: ExprKind,
    /// Where it is written.
    pub span: Span,
    /// How many expressions are nested in each other, so that nobody recurses too deep.
    pub(super) height: u16,
}

/// The sorts of expressions.
#[derive(Debug, Clone)]
pub enum ExprKind {
    /// A number; `true` is 1 and `false` is 0.
    Number(i64),
    /// A variable, constant or element of an array.
    Name(Name, Option<Box<Expr>>),
    /// Something of another process: `P.state`, `P->variable`.
    Member {
        /// The process.
        process: Name,
        /// The state or variable.
        member: Name,
        /// Which element of an array.
        index: Option<Box<Expr>>,
        /// Whether it was written with an arrow, as variables are.
        by_arrow: bool,
    },
    /// An operation on one value.
    Unary(Unary, Box<Expr>),
    /// An operation on two values.
    Binary(Binary, Box<Expr>, Box<Expr>),
}

/// Operations on one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `not` or `!`.
    Not,
    /// `-`.
    Minus,
    /// `~`.
    Complement,
}

/// Operations on two values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `imply`, the only one that finite programs do not have.
    Imply,
    /// Any other.
    Op(crate::finite::BinaryOp),
}
