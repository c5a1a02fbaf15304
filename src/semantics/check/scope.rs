//! What is visible in a body, and what the body is.

use std::cell::{Cell, RefCell};

use rustc_hash::{FxHashMap, FxHashSet};
use smol_str::SmolStr;

use super::configuration::ConfigParam;
use crate::diagnostics::Span;
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::occurrences::NameKind;
use crate::semantics::specification::{LocalId, Name, Param, ParamId, SpecId};
use crate::semantics::types::Type;

/// What `this` is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum This {
    /// An instance of this specification.
    Instance(SpecId),
    /// An instance of an unknown specification: the event is listed by none.
    Unlisted,
    /// There is none.
    Absent,
}

/// What the body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Where {
    Precondition,
    Postcondition,
    Sync,
    Invariant,
    Function,
    Configuration,
    /// A constraint of a test state, where fields are written bare.
    Constraint,
    Domain,
}

impl Where {
    pub(super) fn words(self) -> &'static str {
        match self {
            Where::Precondition => "a precondition",
            Where::Postcondition => "a postcondition",
            Where::Sync => "a sync",
            Where::Invariant => "an invariant",
            Where::Function => "a function",
            Where::Configuration => "a configuration value",
            Where::Constraint => "a constraint",
            Where::Domain => "a domain",
        }
    }
}

/// What is visible.
pub(super) struct Scope {
    pub(super) this: This,
    pub(super) place: Where,
    pub(super) moment: Moment,
    /// Where the specification of `this` lists the event or invariant that the body belongs to.
    pub(super) listing: Option<Name>,
    params: Vec<Param>,
    /// Where each parameter stands; the first of a name counts.
    param_index: FxHashMap<SmolStr, usize>,
    /// The values of configuration parameters; references are replaced by them.
    configuration: FxHashMap<SmolStr, Expr>,
    /// Where configuration parameters are declared.
    configurable: Vec<Name>,
    used_configuration: RefCell<FxHashSet<SmolStr>>,
    configuration_uses: Cell<u32>,
    locals: Vec<Local>,
    next_local: u32,
}

/// A variable of a quantifier or comprehension.
struct Local {
    name: Name,
    ty: Type,
    id: LocalId,
}

impl Scope {
    pub(super) fn new(this: This, place: Where) -> Scope {
        Scope {
            this,
            place,
            moment: Moment::Current,
            listing: None,
            params: Vec::new(),
            param_index: FxHashMap::default(),
            configuration: FxHashMap::default(),
            configurable: Vec::new(),
            used_configuration: RefCell::default(),
            configuration_uses: Cell::new(0),
            locals: Vec::new(),
            next_local: 0,
        }
    }

    pub(super) fn with_params(mut self, params: &[Param]) -> Scope {
        self.params = params.to_vec();
        for (index, param) in params.iter().enumerate() {
            self.param_index
                .entry(param.name.text.clone())
                .or_insert(index);
        }
        self
    }

    pub(super) fn with_configuration(
        mut self,
        configuration: FxHashMap<SmolStr, Expr>,
        params: &[ConfigParam],
    ) -> Scope {
        self.configuration = configuration;
        let names = params.iter().map(|param| param.param.name.clone());
        self.configurable = names.collect();
        self
    }

    pub(super) fn listed(mut self, listing: &Name) -> Scope {
        self.listing = Some(listing.clone());
        self
    }

    /// What a name stands for here, and its type.
    pub(super) fn lookup(&self, name: &str) -> Option<(ExprKind, Type)> {
        let mut locals = self.locals.iter().rev();
        if let Some(local) = locals.find(|local| local.name.text == name) {
            return Some((ExprKind::Local(local.id), local.ty.clone()));
        }
        if let Some(&index) = self.param_index.get(name) {
            return Some((
                ExprKind::Parameter(ParamId::at(index)),
                self.params[index].ty.clone(),
            ));
        }
        let value = self.configuration.get(name)?;
        self.used_configuration.borrow_mut().insert(name.into());
        self.configuration_uses
            .set(self.configuration_uses.get() + 1);
        Some((value.kind.clone(), value.ty.clone()))
    }

    /// How often configuration parameters were referred to so far.
    pub(super) fn configuration_uses(&self) -> u32 {
        self.configuration_uses.get()
    }

    /// Whether a configuration parameter was referred to.
    pub(super) fn uses_configuration(&self, name: &str) -> bool {
        self.used_configuration.borrow().contains(name)
    }

    pub(super) fn names(&self) -> Vec<&str> {
        let locals = self.locals.iter();
        let mut names: Vec<&str> = locals.map(|local| local.name.text.as_str()).collect();
        names.extend(self.params.iter().map(|param| param.name.text.as_str()));
        let mut configured: Vec<&str> = self.configuration.keys().map(SmolStr::as_str).collect();
        configured.sort_unstable();
        names.extend(configured);
        names
    }

    /// Where the variable or parameter of a name is declared.
    pub(super) fn declaration(&self, name: &str) -> Option<Span> {
        let locals = self.locals.iter().rev().map(|local| &local.name);
        let params = self.params.iter().map(|param| &param.name);
        let mut names = locals.chain(params);
        names
            .find(|known| known.text == name)
            .map(|known| known.span)
    }

    /// What a visible name stands for, and where that is declared.
    pub(super) fn declared(&self, name: &str) -> Option<(NameKind, Span)> {
        let is_it = |known: &&Name| known.text == name;
        let mut locals = self.locals.iter().rev().map(|local| &local.name);
        if let Some(local) = locals.find(is_it) {
            return Some((NameKind::Variable, local.span));
        }
        if let Some(&index) = self.param_index.get(name) {
            return Some((NameKind::Parameter, self.params[index].name.span));
        }
        let configured = self.configurable.iter().find(is_it)?;
        Some((NameKind::Configuration, configured.span))
    }

    /// Whether a name is that of a configuration parameter.
    pub(super) fn is_configured(&self, name: &str) -> bool {
        self.configuration.contains_key(name)
    }

    /// Makes a variable visible until [`Scope::unbind`].
    pub(super) fn bind(&mut self, name: Name, ty: Type) -> LocalId {
        let id = LocalId(self.next_local);
        self.next_local += 1;
        self.locals.push(Local { name, ty, id });
        id
    }

    pub(super) fn unbind(&mut self) {
        self.locals.pop();
    }
}
