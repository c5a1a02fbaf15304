//! Models as finite programs: what the searches over concrete states and over slices need.
//!
//! Values become numbers, choices of arguments and of next values become actions of their own, events with all that they sync become one
//! action, and undefinedness becomes a condition. Nothing is approximated: what has no exact form here is an [`Obstacle`], and whoever asked
//! has to do without. Values that fields can have are found by translating again until no new ones turn up.

mod assemble;
mod back;
mod build;
mod collections;
mod context;
mod draft;
mod expression;
mod goal;
mod next;
mod obstacle;
mod operations;
mod parameters;
mod starts;
mod symbol;

pub use obstacle::{NO_START, Obstacle};

use std::cell::RefCell;
use std::collections::BTreeMap;

use assemble::{Assembly, Counter, widest};
use context::{Coding, Context, Field, Known};
use draft::{Draft, MOST_ACTIONS, Taking, chosen_steps};
use starts::Starts;

use crate::dependence::{Dependences, Possible};
use crate::diagnostics::Span;
use crate::finite::ranges::Ranges;
use crate::finite::{Expr, Program, VariableId};
use crate::model::{InstanceId, Model, Value, explore};
use crate::semantics::specification::{EventId, FieldId, StateId};

/// After so many translations ranges that still grow are given up.
const PATIENCE: u32 = 12;

/// After so many translations we give up.
const MOST_ROUNDS: u32 = 60;

/// Who sees to it that runs are not too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LongestRun {
    /// The search, which looks at states by the steps that they take.
    Searched,
    /// The program, which counts steps.
    Counted,
}

/// A model as a finite program.
#[derive(Debug)]
pub struct Lowered<'m> {
    /// The program.
    pub program: Program,
    /// What a run should reach.
    pub goal: Expr,
    /// Fields whose values might leave the range that they have here, in words: where a run does that, the program does not have it.
    pub unbounded: Vec<String>,
    context: Context<'m>,
    /// For each action the events that it stands for.
    meanings: Vec<Vec<Taking>>,
}

impl Lowered<'_> {
    /// When one of some instances can take an event.
    pub fn possible(&self, candidates: &[InstanceId], event: EventId) -> Expr {
        let takes = |taken: &Taking| taken.event == event && candidates.contains(&taken.instance);
        let actions = self.program.actions.iter().zip(&self.meanings);
        let actions = actions.filter(|(_, meaning)| meaning.iter().any(takes));
        build::any(actions.map(|(action, _)| build::all(action.guard.iter().cloned())))
    }
}

/// Makes a model a finite program.
pub fn lower<'m>(model: &'m Model<'m>, longest: LongestRun) -> Result<Lowered<'m>, Obstacle> {
    lower_unless(model, longest, &|| false)
}

/// Makes a model a finite program, by somebody who can stop it.
pub fn lower_unless<'m>(
    model: &'m Model<'m>,
    longest: LongestRun,
    stop: &dyn Fn() -> bool,
) -> Result<Lowered<'m>, Obstacle> {
    let starts = Starts::of(model, stop)?;
    let (mut context, count) = first_context(model, &starts);
    let counter = Counter::of(model.bounds, longest == LongestRun::Searched)?;
    let counter = counter.map(|counter| (VariableId(count), counter));
    let possible = Possible::of(model, Dependences::Fine);
    for round in 0..MOST_ROUNDS {
        let (drafts, goal) = translated(&context, &possible, stop)?;
        let has_learned = learn(&mut context, &drafts)?;
        if starts::close(&mut context, &starts, &drafts)? || has_learned {
            continue;
        }
        let assembly = Assembly {
            context: &context,
            starts: &starts,
            counter,
        };
        let goal = assembly.goal(goal);
        let (program, origins) = assembly.program(&drafts)?;
        if widen(&mut context, &program, round) {
            continue;
        }
        let unbounded = unbounded(&context, &program);
        let meanings = origins
            .into_iter()
            .map(|origin| drafts[origin].taken.clone());
        return Ok(Lowered {
            meanings: meanings.collect(),
            program,
            goal,
            unbounded,
            context,
        });
    }
    Err(Obstacle::unsupported("fields that get ever more values"))
}

/// What is known at first, and the number of variables.
fn first_context<'m>(model: &'m Model<'m>, starts: &Starts) -> (Context<'m>, u32) {
    let interpreter = model.interpreter();
    let mut count = 0;
    let mut next = || {
        count += 1;
        VariableId(count - 1)
    };
    let mut controls = Vec::new();
    let mut fields = BTreeMap::new();
    for (id, _) in model.universe.iter() {
        controls.push(next());
        let spec = interpreter.spec(id);
        for field in (0..spec.fields.len()).map(FieldId::at) {
            if spec.key == Some(field) {
                continue;
            }
            let domain = interpreter.domain(id, field);
            let values = starts.fields.get(&(id, field));
            let values: Vec<Value> = values.into_iter().flatten().cloned().collect();
            let known = Known {
                variable: next(),
                coding: Coding::of(domain.unwrap_or(&values)),
                starts: values,
                has_domain: domain.is_some(),
                is_open: starts.open.contains(&(id, field)),
            };
            fields.insert((id, field), known);
        }
    }
    let now = explore::times_to_try(model).map(|times| (next(), times));
    let context = Context {
        model,
        controls,
        fields,
        now,
        reads: RefCell::default(),
    };
    (context, count)
}

/// All steps and the goal, by what is known.
fn translated(
    context: &Context<'_>,
    possible: &Possible,
    stop: &dyn Fn() -> bool,
) -> Result<(Vec<Draft>, Expr), Obstacle> {
    let model = context.model;
    let mut drafts = Vec::new();
    for (id, instance) in model.universe.iter() {
        for event in 0..model.interpreter().spec(id).events.len() {
            let event = EventId::at(event);
            // What no instance can ever take needs no domain either.
            let is_possible = possible.has_arrow(model, instance.spec, event);
            if model.may_trigger(id, event) && is_possible {
                drafts.extend(chosen_steps(context, id, event)?);
            }
        }
        if stop() {
            return Err(Obstacle::unsupported("so little time"));
        }
        if drafts.len() > MOST_ACTIONS {
            return Err(Obstacle::unsupported("so many different steps"));
        }
    }
    Ok((drafts, goal::goal(context)?))
}

/// Makes room for all values that steps give to fields; tells whether some are new.
fn learn(context: &mut Context<'_>, drafts: &[Draft]) -> Result<bool, Obstacle> {
    let mut has_learned = false;
    for (field, symbol) in drafts.iter().flat_map(|draft| &draft.next.fields) {
        if let Some(known) = context.fields.get_mut(field) {
            has_learned |= known.learn(symbol)?;
        }
    }
    Ok(has_learned)
}

/// Widens the ranges of fields to what the program makes of them; tells whether some were narrower.
fn widen(context: &mut Context<'_>, program: &Program, round: u32) -> bool {
    let ranges = Ranges::of(program).whole;
    let mut has_grown = false;
    for known in context
        .fields
        .values_mut()
        .filter(|known| !known.has_domain)
    {
        let Coding::Number(sort, range) = &mut known.coding else {
            continue;
        };
        let found = ranges[known.variable.0 as usize];
        if !range.includes(found) {
            *range = range.join(if round < PATIENCE {
                found
            } else {
                widest(sort)
            });
            has_grown = true;
        }
    }
    has_grown
}

/// The fields that may get as far as the ends of their ranges, and so perhaps further.
fn unbounded(context: &Context<'_>, program: &Program) -> Vec<String> {
    let wide = context.fields.iter().filter_map(|(field, known)| {
        let Coding::Number(_, range) = &known.coding else {
            return None;
        };
        let variable = program.variable(known.variable);
        let is_wide = range.low <= variable.low || range.high >= variable.high;
        (is_wide && !known.has_domain).then(|| field_name(context.model, *field))
    });
    let mut names: Vec<String> = wide.collect();
    names.dedup();
    names
}

/// When an instance is in a life-cycle state.
fn place(context: &Context<'_>, id: InstanceId, at: StateId) -> Expr {
    let control = Expr::Variable(context.control(id));
    build::equal(control, Expr::Constant(i64::from(at.0)))
}

/// `Specification.field`
fn field_name(model: &Model<'_>, (id, field): Field) -> String {
    let spec = model.interpreter().spec(id);
    let field = &spec.fields[field.index()].name.text;
    format!("{}.{field}", spec.name.text)
}

/// Where a field is declared.
fn field_span(model: &Model<'_>, (id, field): Field) -> Span {
    model.interpreter().spec(id).fields[field.index()].name.span
}
