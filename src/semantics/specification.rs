//! The checked specification: what every later layer reads instead of syntax.
//!
//! Plain data. Inheritance is merged, configuration values are put in, names are numbers into the vectors of
//! the thing they belong to, and every part knows its place in the source.

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use crate::diagnostics::{FileId, Span};

use super::expression::{Expr, ExprKind};
use super::test_module::TestModule;
use super::types::Type;

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident;)*) => {
        $($(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The id of the thing at this index.
            pub fn at(index: usize) -> $name {
                $name(u32::try_from(index).unwrap_or(u32::MAX))
            }

            /// Where the thing stands in its vector.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        })*
    };
}

ids! {
    /// A specification of a program.
    SpecId;
    /// A function of a program.
    FunctionId;
    /// A field of a specification.
    FieldId;
    /// A life-cycle state of a specification.
    StateId;
    /// An event of a specification.
    EventId;
    /// A parameter of an event or function.
    ParamId;
    /// A variable bound within one event, function, invariant or test state.
    LocalId;
}

/// Everything that was loaded, checked.
#[derive(Debug, Clone, Default)]
pub struct Program {
    /// All specifications.
    pub specifications: Vec<Specification>,
    /// All functions.
    pub functions: Vec<Function>,
    /// All test modules.
    pub tests: Vec<TestModule>,
}

/// What some specifications are called: by their names, and by their modules as well where several have the same.
pub fn names_of<'s>(specs: impl Iterator<Item = &'s Specification> + Clone) -> Vec<String> {
    let mut known: FxHashMap<&str, usize> = FxHashMap::default();
    for spec in specs.clone() {
        *known.entry(&spec.name.text).or_default() += 1;
    }
    let name = |spec: &Specification| match known.get(spec.name.text.as_str()) {
        Some(1) => spec.name.text.to_string(),
        _ => format!("{}.{}", spec.module, spec.name.text),
    };
    specs.map(name).collect()
}

impl Program {
    /// The specification with this id.
    pub fn spec(&self, id: SpecId) -> &Specification {
        &self.specifications[id.index()]
    }

    /// What each specification is called: by its name, and by its module as well where several have the same.
    pub fn spec_names(&self) -> Vec<String> {
        names_of(self.specifications.iter())
    }

    /// Whether a specification extends another, directly or by way of others.
    pub fn is_heir(&self, heir: SpecId, ancestor: SpecId) -> bool {
        let parents = std::iter::successors(self.spec(heir).parent, |id| self.spec(*id).parent);
        parents.into_iter().any(|parent| parent == ancestor)
    }

    /// The function with this id.
    pub fn function(&self, id: FunctionId) -> &Function {
        &self.functions[id.index()]
    }

    /// Calls `visit` with everything within an expression, and within the functions that it names, each of them once.
    pub fn walk<'p>(&'p self, expr: &'p Expr, visit: &mut dyn FnMut(&'p Expr)) {
        let mut seen: FxHashSet<FunctionId> = FxHashSet::default();
        let mut left = vec![expr];
        while let Some(expr) = left.pop() {
            expr.walk(&mut |part| {
                visit(part);
                if let ExprKind::Call(function, _) | ExprKind::Function(function) = part.kind
                    && seen.insert(function)
                {
                    left.push(&self.function(function).body);
                }
            });
        }
    }
}

/// A name and where it is declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: SmolStr,
    /// Where it stands in its declaration.
    pub span: Span,
}

/// What a specification is besides an ordinary one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Modifier {
    /// Only others extend it.
    Abstract,
    /// Its events are only declared.
    External,
    /// Meant to have one instance.
    Singleton,
}

impl Modifier {
    /// Only others extend it, or its events are only declared: much may be missing.
    pub fn is_partial(self) -> bool {
        matches!(self, Modifier::Abstract | Modifier::External)
    }
}

/// A specification with everything it inherits.
#[derive(Debug, Clone)]
pub struct Specification {
    /// Its name.
    pub name: Name,
    /// The module it stands in, dotted.
    pub module: SmolStr,
    /// The whole declaration.
    pub span: Span,
    /// `abstract`, `external`, `singleton`.
    pub modifier: Option<Modifier>,
    /// What it extends.
    pub parent: Option<SpecId>,
    /// The text of its `@doc`.
    pub doc: Option<SmolStr>,
    /// Its own fields first, then inherited ones.
    pub fields: Vec<Field>,
    /// The field that tells instances apart.
    pub key: Option<FieldId>,
    /// Its own events first, then inherited ones.
    pub events: Vec<Event>,
    /// Its own invariants first, then inherited ones.
    pub invariants: Vec<Invariant>,
    /// The states of its life cycle.
    pub states: Vec<State>,
    /// The transitions of its life cycle.
    pub transitions: Vec<Transition>,
}

/// A field of a specification.
#[derive(Debug, Clone)]
pub struct Field {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
    /// The specification whose keys it holds: `@ref=S`.
    pub reference: Option<SpecId>,
    /// The whole declaration.
    pub span: Span,
}

/// A state of a life cycle.
#[derive(Debug, Clone)]
pub struct State {
    /// Its name.
    pub name: Name,
    /// Instances start here.
    pub initial: bool,
    /// Instances may end here.
    pub last: bool,
}

/// An arrow of a life cycle for one event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transition {
    /// Where it starts.
    pub from: StateId,
    /// Where it leads.
    pub to: StateId,
    /// What takes it.
    pub event: EventId,
    /// Where the event is named in the life cycle.
    pub span: Span,
}

/// An event as one specification has it: configuration values are put in.
#[derive(Debug, Clone)]
pub struct Event {
    /// Its name, where it is defined.
    pub name: Name,
    /// Where the specification lists it.
    pub listed: Span,
    /// It happens only as the partner of a sync.
    pub internal: bool,
    /// It stands for steps that a slice leaves out: `@bridge`.
    pub bridge: bool,
    /// The text of its `@doc`.
    pub doc: Option<SmolStr>,
    /// The values that are chosen when it happens.
    pub params: Vec<Param>,
    /// What must hold before.
    pub preconditions: Vec<Statement>,
    /// How before and after relate.
    pub postconditions: Vec<Statement>,
    /// What happens at the same time elsewhere.
    pub syncs: Vec<Sync>,
    /// The whole definition.
    pub span: Span,
}

/// A parameter of an event or function.
#[derive(Debug, Clone)]
pub struct Param {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub ty: Type,
}

/// A condition.
#[derive(Debug, Clone)]
pub struct Statement {
    /// A Boolean expression.
    pub condition: Expr,
    /// The text of its `@doc`.
    pub doc: Option<SmolStr>,
    /// The whole statement.
    pub span: Span,
}

/// `S[key].event(arguments)`
#[derive(Debug, Clone)]
pub struct Sync {
    /// The event must not be possible, rather than happen.
    pub negated: bool,
    /// The partner's specification.
    pub spec: SpecId,
    /// Which instance of it.
    pub key: Expr,
    /// What it takes.
    pub event: EventId,
    /// The values of the event's parameters.
    pub arguments: Vec<Expr>,
    /// The text of its `@doc`.
    pub doc: Option<SmolStr>,
    /// The whole statement.
    pub span: Span,
}

/// An invariant as one specification has it.
#[derive(Debug, Clone)]
pub struct Invariant {
    /// Its name, where it is defined.
    pub name: Name,
    /// Where the specification lists it.
    pub listed: Span,
    /// The text of its `@doc`.
    pub doc: Option<SmolStr>,
    /// What must always hold.
    pub conditions: Vec<Statement>,
}

/// A function.
#[derive(Debug, Clone)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// The file it stands in.
    pub file: FileId,
    /// Its parameters.
    pub params: Vec<Param>,
    /// The type of its value.
    pub result: Type,
    /// Its value.
    pub body: Expr,
}

impl Specification {
    /// The field of this name.
    pub fn field_named(&self, name: &str) -> Option<FieldId> {
        self.fields
            .iter()
            .position(|field| field.name.text == name)
            .map(FieldId::at)
    }

    /// The event of this name.
    pub fn event_named(&self, name: &str) -> Option<EventId> {
        self.events
            .iter()
            .position(|event| event.name.text == name)
            .map(EventId::at)
    }

    /// The state of this name.
    pub fn state_named(&self, name: &str) -> Option<StateId> {
        self.states
            .iter()
            .position(|state| state.name.text == name)
            .map(StateId::at)
    }

    /// Whether only others extend it.
    pub fn is_abstract(&self) -> bool {
        self.modifier == Some(Modifier::Abstract)
    }

    /// Whether much may be missing: only others extend it, or its events are only declared.
    pub fn is_partial(&self) -> bool {
        self.modifier.is_some_and(Modifier::is_partial)
    }

    /// The state in which instances start.
    pub fn initial_state(&self) -> Option<StateId> {
        self.states
            .iter()
            .position(|state| state.initial)
            .map(StateId::at)
    }
}
