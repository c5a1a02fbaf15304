//! The arguments that the environment may choose for an event: what [`crate::model`] does on concrete states, for all states at once.
//!
//! A parameter's values come from its domain, from conditions such as `p >= 0 && p <= 3`, or from the keys of the instances that it has to
//! name. A condition `p == e` says outright what it is.

use std::collections::BTreeSet;

use super::build::NO;
use super::context::Context;
use super::draft::{Draft, MOST_ACTIONS};
use super::expression::Scope;
use super::obstacle::Obstacle;
use super::symbol::{Symbol, Term};
use crate::model::Value;
use crate::model::conjuncts::{Said, conjuncts, parameters, said_of};
use crate::model::domains::Confined;
use crate::model::value::of_type;
use crate::semantics::deep;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind};
use crate::semantics::specification::{Event, ParamId};
use crate::semantics::types::Type;

/// The draft of an event's first step with each choice of its arguments.
pub(super) fn choices(context: &Context<'_>, draft: Draft) -> Result<Vec<Draft>, Obstacle> {
    let taking = &draft.taken[0];
    let event = context
        .model
        .interpreter()
        .event(taking.instance, taking.event);
    let mut choice = Choice {
        context,
        event,
        conjuncts: conjuncts(event),
        is_chosen: vec![false; event.params.len()],
        draft,
        found: Vec::new(),
    };
    choice.draft.taken[0].arguments = vec![Term::undefined(); event.params.len()];
    if !choice.refuses(None)? {
        choice.fill()?;
    }
    Ok(choice.found)
}

/// Whether anything of an event reads a parameter.
fn is_read(event: &Event, param: usize) -> bool {
    let conditions = event.preconditions.iter().chain(&event.postconditions);
    let conditions = conditions.map(|statement| &statement.condition);
    let syncs = event.syncs.iter();
    let syncs = syncs.flat_map(|sync| std::iter::once(&sync.key).chain(&sync.arguments));
    conditions
        .chain(syncs)
        .any(|expr| parameters(expr).contains(&param))
}

/// Arguments that are being chosen.
struct Choice<'s, 'm> {
    context: &'s Context<'m>,
    event: &'m Event,
    conjuncts: Vec<&'m Expr>,
    is_chosen: Vec<bool>,
    draft: Draft,
    found: Vec<Draft>,
}

impl Choice<'_, '_> {
    fn scope(&self) -> Scope<'_, '_> {
        self.draft.scope(self.context, 0, None)
    }

    fn knows(&self, expr: &Expr) -> bool {
        parameters(expr).iter().all(|param| self.is_chosen[*param])
    }

    /// Whether a condition in which everything is chosen cannot hold: one of those that read a parameter, or of those that read none.
    fn refuses(&self, param: Option<usize>) -> Result<bool, Obstacle> {
        for conjunct in &self.conjuncts {
            let read = parameters(conjunct);
            let is_concerned = param.map_or(read.is_empty(), |param| read.contains(&param));
            if is_concerned && self.knows(conjunct) && self.scope().holds(conjunct)? == NO {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn fill(&mut self) -> Result<(), Obstacle> {
        let open: Vec<usize> = (0..self.is_chosen.len())
            .filter(|param| !self.is_chosen[*param])
            .collect();
        let Some(first) = open.first() else {
            if self.found.len() >= MOST_ACTIONS {
                return Err(Obstacle::unsupported(
                    "an event with so many possible arguments",
                ));
            }
            self.found.push(self.draft.clone());
            return Ok(());
        };
        for param in &open {
            if let Some(term) = self.determined(*param)? {
                return self.with(*param, vec![term]);
            }
        }
        let mut fewest: Option<(usize, Vec<Value>)> = None;
        for param in &open {
            if let Some(values) = self.values(*param)?
                && fewest
                    .as_ref()
                    .is_none_or(|(_, known)| known.len() > values.len())
            {
                fewest = Some((*param, values));
            }
        }
        let (param, values) = fewest.ok_or_else(|| self.no_domain(*first))?;
        self.with(param, values.into_iter().map(Term::known).collect())
    }

    /// Goes on with each of some values of a parameter.
    fn with(&mut self, param: usize, terms: Vec<Term>) -> Result<(), Obstacle> {
        self.is_chosen[param] = true;
        let before = self.draft.clone();
        for mut term in terms {
            let defined = std::mem::replace(&mut term.defined, super::build::YES);
            self.draft = before.clone();
            self.draft.taken[0].arguments[param] = term;
            if self.draft.require(defined) && !self.refuses(Some(param))? {
                deep(|| self.fill())?;
            }
        }
        self.draft = before;
        self.is_chosen[param] = false;
        Ok(())
    }

    fn no_domain(&self, param: usize) -> Obstacle {
        let interpreter = self.context.model.interpreter();
        let spec = &interpreter.spec(self.draft.taken[0].instance).name.text;
        let event = &self.event.name.text;
        let is_too_wide = self.confined(param).is_ok_and(|it| it.is_too_wide());
        let param = &self.event.params[param].name;
        let what = format!("{spec}.{event}.{}", param.text);
        let span = Some(param.span);
        if is_too_wide {
            Obstacle::TooManyValues { what, span }
        } else {
            Obstacle::NoDomain { what, span }
        }
    }

    /// What a condition `p == e` says that a parameter is.
    fn determined(&self, param: usize) -> Result<Option<Term>, Obstacle> {
        let ty = &self.event.params[param].ty;
        if *ty == Type::Real {
            return Ok(None);
        }
        let is_it = |side: &Expr| side.kind == ExprKind::Parameter(ParamId::at(param));
        for conjunct in &self.conjuncts {
            let ExprKind::Binary(BinaryOp::Equal, left, right) = &conjunct.kind else {
                continue;
            };
            for (side, other) in [(left, right), (right, left)] {
                if is_it(side) && other.ty == *ty && self.knows(other) {
                    return self.scope().value(other).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// The values of a parameter, given what is chosen.
    fn values(&self, param: usize) -> Result<Option<Vec<Value>>, Obstacle> {
        let taking = &self.draft.taken[0];
        let spec = self.context.model.universe.instance(taking.instance).spec;
        let ty = &self.event.params[param].ty;
        let id = ParamId::at(param);
        let domain = self
            .context
            .model
            .domains
            .of_param(spec, taking.event, id, ty);
        if !is_read(self.event, param) {
            let first = domain.map(|domain| domain.first().cloned());
            return Ok(Some(
                first
                    .unwrap_or_else(|| Some(of_type(ty)))
                    .into_iter()
                    .collect(),
            ));
        }
        if let Some(domain) = domain {
            return Ok(Some(domain.to_vec()));
        }
        Ok(self.confined(param)?.values())
    }

    /// What conditions leave of the type of a parameter.
    fn confined(&self, param: usize) -> Result<Confined, Obstacle> {
        let mut confined = Confined::new(&self.event.params[param].ty);
        for said in said_of(self.event, &self.conjuncts, ParamId::at(param)) {
            match said {
                Said::Names(spec) => confined.only(self.context.model.universe.keys_of(spec)),
                Said::Compared(op, other) if self.knows(other) => {
                    confine(&mut confined, op, other, &self.scope())?;
                }
                Said::Compared(..) => {}
            }
        }
        Ok(confined)
    }
}

/// Takes away what does not satisfy `x op bound` in any state.
pub(super) fn confine(
    confined: &mut Confined,
    op: BinaryOp,
    bound: &Expr,
    scope: &Scope<'_, '_>,
) -> Result<(), Obstacle> {
    match (op, &bound.kind) {
        (BinaryOp::In, ExprKind::Range(low, high, None)) => {
            add(confined, BinaryOp::GreaterEqual, &scope.value(low)?);
            add(confined, BinaryOp::LessEqual, &scope.value(high)?);
        }
        (BinaryOp::In, ExprKind::Set(elements)) => {
            let mut values = BTreeSet::new();
            for element in elements {
                match scope.value(element)?.symbol.cases() {
                    Ok(cases) => values.extend(cases.into_iter().map(|case| case.value)),
                    Err(_) => return Ok(()),
                }
            }
            confined.only(values);
        }
        _ => add(confined, op, &scope.value(bound)?),
    }
    Ok(())
}

fn add(confined: &mut Confined, op: BinaryOp, bound: &Term) {
    if bound.defined == NO {
        return confined.add(op, None);
    }
    if let Symbol::Known(value) = &bound.symbol {
        return confined.add(op, Some(value.clone()));
    }
    if let (Symbol::Number(_) | Symbol::Cases(_), Some(number)) =
        (&bound.symbol, bound.symbol.number())
    {
        let low = Some(number.sort.value(number.range.low));
        let high = Some(number.sort.value(number.range.high));
        match op {
            BinaryOp::Less | BinaryOp::LessEqual => return confined.add(op, high),
            BinaryOp::Greater | BinaryOp::GreaterEqual => return confined.add(op, low),
            BinaryOp::Equal if matches!(bound.symbol, Symbol::Number(_)) => {
                confined.add(BinaryOp::GreaterEqual, low);
                return confined.add(BinaryOp::LessEqual, high);
            }
            _ => {}
        }
    }
    let Ok(cases) = bound.symbol.cases() else {
        return;
    };
    let values = cases.into_iter().map(|case| case.value);
    match op {
        BinaryOp::Equal => confined.only(values.collect()),
        BinaryOp::In => confined.only(values.flat_map(elements).collect()),
        _ => {}
    }
}

/// What is in a set, or a key of a map.
fn elements(collection: Value) -> Vec<Value> {
    match collection {
        Value::Set(elements) => elements.into_iter().collect(),
        Value::Map(entries) => entries.into_keys().collect(),
        _ => Vec::new(),
    }
}
