//! What a project says, as plain data: no text, no places, nothing that depends on the order of hashing.
//!
//! Specifications, events, functions and invariants have names that are unique in the project, so that
//! a name is enough to refer to one. Imports are not part of the description: they follow from it.

use super::types::Ty;

/// A whole project.
#[derive(Debug, Clone, Default)]
pub(crate) struct Project {
    pub(crate) modules: Vec<Module>,
    pub(crate) tests: Vec<TestModule>,
    pub(crate) style: Style,
}

/// What changes the text and not its meaning.
#[derive(Debug, Clone, Default)]
pub(crate) struct Style {
    pub(crate) comments: bool,
    pub(crate) documentation: bool,
    /// `lifecycle` rather than `lifeCycle`, and the blocks in another order.
    pub(crate) as_in_the_thesis: bool,
}

/// A `.ebl` file.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    /// Dotted.
    pub(crate) name: String,
    pub(crate) items: Vec<Item>,
}

#[derive(Debug, Clone)]
pub(crate) enum Item {
    Specification(Specification),
    Event(Event),
    Function(Function),
    Invariant(Invariant),
}

impl Item {
    pub(crate) fn name(&self) -> &str {
        match self {
            Item::Specification(spec) => &spec.name,
            Item::Event(event) => &event.name,
            Item::Function(function) => &function.name,
            Item::Invariant(invariant) => &invariant.name,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Specification {
    pub(crate) name: String,
    /// `abstract`, `external`, `singleton`.
    pub(crate) modifier: Option<&'static str>,
    pub(crate) parent: Option<String>,
    /// The first is the key, unless that is inherited.
    pub(crate) fields: Vec<Field>,
    pub(crate) events: Vec<EventRef>,
    pub(crate) invariants: Vec<String>,
    pub(crate) states: Vec<State>,
    pub(crate) arrows: Vec<Arrow>,
}

#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) is_key: bool,
    /// The specification whose keys it holds.
    pub(crate) reference: Option<String>,
}

/// An event that a specification lists.
#[derive(Debug, Clone)]
pub(crate) struct EventRef {
    pub(crate) name: String,
    pub(crate) internal: bool,
    /// It is written with the name of its module.
    pub(crate) qualified: bool,
    pub(crate) configuration: Vec<(String, Expr)>,
    /// The parameters, where the specification is external and there is no definition.
    pub(crate) interface: Option<Vec<Param>>,
}

#[derive(Debug, Clone)]
pub(crate) struct State {
    pub(crate) name: String,
    /// `initial` or `final`.
    pub(crate) modifier: Option<&'static str>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Arrow {
    pub(crate) from: String,
    pub(crate) to: String,
    pub(crate) event: String,
}

#[derive(Debug, Clone)]
pub(crate) struct Param {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    /// Only of configuration parameters.
    pub(crate) default: Option<Expr>,
}

#[derive(Debug, Clone)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) configuration: Vec<Param>,
    pub(crate) params: Vec<Param>,
    pub(crate) preconditions: Vec<Statement>,
    pub(crate) postconditions: Vec<Statement>,
    pub(crate) syncs: Vec<Sync>,
}

#[derive(Debug, Clone)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    pub(crate) result: Ty,
    pub(crate) body: Statement,
}

#[derive(Debug, Clone)]
pub(crate) struct Invariant {
    pub(crate) name: String,
    pub(crate) conditions: Vec<Statement>,
}

#[derive(Debug, Clone)]
pub(crate) enum Statement {
    Expr(Expr),
    /// `case e { literal => statement ... };`
    Case(Expr, Vec<(String, Statement)>),
}

/// `not S[key].event(arguments);`
#[derive(Debug, Clone)]
pub(crate) struct Sync {
    pub(crate) negated: bool,
    pub(crate) spec: String,
    pub(crate) key: Expr,
    pub(crate) event: String,
    pub(crate) arguments: Vec<Expr>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expr {
    /// As it is written, tariffs included.
    Literal(String),
    /// A parameter, a configuration parameter or a variable.
    Name(String),
    /// A function as the value of a configuration parameter.
    FunctionName(String),
    Now,
    This,
    Instance(String, Box<Expr>),
    /// What `forall a : S` ranges over.
    Extent(String),
    /// `e.field`; the base is an instance, and its specification is named where it is not `this`.
    Field(Box<Expr>, Option<String>, String),
    /// A field in a constraint of a test state, which says what specification it is of.
    BareField(String),
    Member(Box<Expr>, &'static str),
    Index(Box<Expr>, Box<Expr>),
    New(Box<Expr>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `initialized e`, `finalized e`
    Lifetime(&'static str, Box<Expr>),
    /// `e instate {s t}`; the specification as for a field.
    Instate(Box<Expr>, Option<String>, Vec<String>),
    Call(String, Vec<Expr>),
    /// `forall x : s | c, c`
    Quantified(&'static str, String, Box<Expr>, Vec<Expr>),
    /// `{x : s | c, c}`
    Comprehension(String, Box<Expr>, Vec<Expr>),
    Set(Vec<Expr>),
    Map(Vec<(Expr, Expr)>),
    Range(Box<Expr>, Box<Expr>),
    Cardinality(Box<Expr>),
}

/// A `.tebl` file.
#[derive(Debug, Clone)]
pub(crate) struct TestModule {
    pub(crate) name: String,
    pub(crate) states: Vec<TestState>,
    pub(crate) domains: Vec<Domain>,
    pub(crate) checks: Vec<Check>,
}

#[derive(Debug, Clone)]
pub(crate) struct TestState {
    pub(crate) name: String,
    pub(crate) setups: Vec<Setup>,
}

#[derive(Debug, Clone)]
pub(crate) enum Setup {
    /// `now is ...;`
    Now(String),
    Instances(Instances),
    /// `forever { ... }`, `eventually { ... }`
    Always(&'static str, Vec<Setup>),
    /// `{ ... } until { ... }`, `{ ... } unless { ... }`
    Pair(&'static str, Vec<Setup>, Vec<Setup>),
}

#[derive(Debug, Clone)]
pub(crate) struct Instances {
    pub(crate) negated: bool,
    pub(crate) count: Option<usize>,
    pub(crate) states: InStates,
    pub(crate) spec: String,
    pub(crate) each: Vec<Expr>,
    pub(crate) one_by_one: Vec<Vec<Expr>>,
}

#[derive(Debug, Clone)]
pub(crate) enum InStates {
    Any,
    Uninitialized,
    /// One by its name, several in braces.
    Named(Vec<String>),
}

#[derive(Debug, Clone)]
pub(crate) struct Domain {
    pub(crate) name: String,
    pub(crate) entries: Vec<(DomainTarget, DomainValues)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DomainTarget {
    Type(Ty),
    Field(String, String),
    Parameter(String, String, String),
}

#[derive(Debug, Clone)]
pub(crate) enum DomainValues {
    Set(Vec<Expr>),
    /// Low, high and step.
    Range(String, String, Option<String>),
}

#[derive(Debug, Clone)]
pub(crate) struct Check {
    pub(crate) property: Property,
    pub(crate) from: Option<String>,
    pub(crate) bounds: Option<Bounds>,
    /// A specification and an event, or all of them.
    pub(crate) using: Vec<(String, Option<String>)>,
    pub(crate) within: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) enum Property {
    Reachable(String),
    Unreachable(String),
    InvariantsHold,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Bounds {
    Max(usize),
    Exactly(usize),
    Between(usize, usize),
}

/// The direct parts of an expression, to be looked at or changed: `$iter` and `$as_ref` say which.
macro_rules! parts_of {
    ($expr:expr, $iter:ident, $as_ref:ident) => {
        match $expr {
            Expr::Literal(_)
            | Expr::Name(_)
            | Expr::FunctionName(_)
            | Expr::Now
            | Expr::This
            | Expr::Extent(_)
            | Expr::BareField(_) => Vec::new(),
            Expr::Instance(_, part)
            | Expr::Field(part, ..)
            | Expr::Member(part, _)
            | Expr::New(part)
            | Expr::Unary(_, part)
            | Expr::Lifetime(_, part)
            | Expr::Instate(part, ..)
            | Expr::Cardinality(part) => vec![part],
            Expr::Index(left, right) | Expr::Binary(_, left, right) | Expr::Range(left, right) => {
                vec![left, right]
            }
            Expr::Conditional(condition, then, otherwise) => vec![condition, then, otherwise],
            Expr::Call(_, parts) | Expr::Set(parts) => parts.$iter().collect(),
            Expr::Quantified(_, _, over, conditions) | Expr::Comprehension(_, over, conditions) => {
                std::iter::once(over.$as_ref()).chain(conditions).collect()
            }
            Expr::Map(entries) => entries
                .$iter()
                .flat_map(|(key, value)| [key, value])
                .collect(),
        }
    };
}

impl Expr {
    pub(crate) fn name(name: &str) -> Expr {
        Expr::Name(name.to_owned())
    }

    pub(crate) fn binary(op: &'static str, left: Expr, right: Expr) -> Expr {
        Expr::Binary(op, Box::new(left), Box::new(right))
    }

    pub(crate) fn own_field(name: &str) -> Expr {
        Expr::Field(Box::new(Expr::This), None, name.to_owned())
    }

    /// `new e`
    pub(crate) fn next(self) -> Expr {
        Expr::New(Box::new(self))
    }

    /// The direct parts.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        parts_of!(self, iter, as_ref)
    }

    /// The direct parts, to be changed.
    pub(crate) fn parts_mut(&mut self) -> Vec<&mut Expr> {
        parts_of!(self, iter_mut, as_mut)
    }

    /// Whether the expression or something within it is so.
    pub(crate) fn any(&self, is_so: &mut dyn FnMut(&Expr) -> bool) -> bool {
        is_so(self) || self.parts().into_iter().any(|part| part.any(is_so))
    }

    /// Whether the name of a parameter or variable occurs.
    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.any(
            &mut |part| matches!(part, Expr::Name(known) | Expr::Call(known, _) if known == name),
        )
    }
}

impl Statement {
    /// All expressions of it.
    pub(crate) fn exprs(&self) -> Vec<&Expr> {
        match self {
            Statement::Expr(expr) => vec![expr],
            Statement::Case(subject, arms) => std::iter::once(subject)
                .chain(arms.iter().flat_map(|(_, arm)| arm.exprs()))
                .collect(),
        }
    }
}

impl Statement {
    /// All expressions of it, to be changed.
    pub(crate) fn exprs_mut(&mut self) -> Vec<&mut Expr> {
        match self {
            Statement::Expr(expr) => vec![expr],
            Statement::Case(subject, arms) => std::iter::once(subject)
                .chain(arms.iter_mut().flat_map(|(_, arm)| arm.exprs_mut()))
                .collect(),
        }
    }
}

impl Sync {
    pub(crate) fn exprs(&self) -> impl Iterator<Item = &Expr> {
        std::iter::once(&self.key).chain(&self.arguments)
    }
}

impl Event {
    pub(crate) fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.preconditions.iter().chain(&self.postconditions)
    }

    /// All expressions of its body.
    pub(crate) fn exprs(&self) -> Vec<&Expr> {
        let conditions = self.statements().flat_map(Statement::exprs);
        conditions
            .chain(self.syncs.iter().flat_map(Sync::exprs))
            .collect()
    }

    pub(crate) fn mentions(&self, name: &str) -> bool {
        self.exprs().iter().any(|expr| expr.mentions(name))
    }
}

impl Project {
    pub(crate) fn items(&self) -> impl Iterator<Item = &Item> {
        self.modules.iter().flat_map(|module| &module.items)
    }

    pub(crate) fn specifications(&self) -> impl Iterator<Item = &Specification> {
        self.items().filter_map(|item| match item {
            Item::Specification(spec) => Some(spec),
            _ => None,
        })
    }

    pub(crate) fn spec(&self, name: &str) -> Option<&Specification> {
        self.specifications().find(|spec| spec.name == name)
    }

    pub(crate) fn event(&self, name: &str) -> Option<&Event> {
        self.items().find_map(|item| match item {
            Item::Event(event) if event.name == name => Some(event),
            _ => None,
        })
    }

    /// A specification and what it extends, directly or not.
    pub(crate) fn lineage<'p>(&'p self, spec: &'p Specification) -> Vec<&'p Specification> {
        let mut lineage = vec![spec];
        let mut current = spec;
        while let Some(parent) = current.parent.as_ref().and_then(|name| self.spec(name)) {
            lineage.push(parent);
            current = parent;
        }
        lineage
    }
}
