//! Systems as finite programs: what the searches over concrete states and over slices need.
//!
//! Values become numbers, choices of arguments and of next values become actions of their own, and an event with all
//! that it makes happen becomes one action. Nothing is approximated: what has no exact form here is an [`Obstacle`],
//! and whoever asked has to do without. Values that fields can have are found by going through all steps again until
//! no new ones turn up.

mod assemble;
mod back;
mod choices;
mod coding;
mod confine;
mod context;
mod expression;
mod open;
mod starts;
mod unfold;

use assemble::{Assembly, Counter, Drafted, widest};
use back::Meaning;
use coding::Coding;
use context::Lowering;
use starts::Starts;
use unfold::MOST_ACTIONS;

use crate::finite::build::{all, any};
use crate::finite::ranges::Ranges;
use crate::finite::{Expr, Program, VariableId};
use crate::ground::system::Place;
use crate::ground::valuation::Valuation;
use crate::ground::{EventId, InstanceId, Obstacle, Property, PropertyId, System};
use crate::logic::TermId;

/// After so many rounds ranges that still grow are given up.
const PATIENCE: u32 = 12;

/// After so many rounds we give up.
const MOST_ROUNDS: u32 = 60;

/// Who sees to it that runs are not too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LongestRun {
    /// The search, which looks at states by the steps that they take.
    Searched,
    /// The program, which counts steps.
    Counted,
}

/// A system as a finite program.
#[derive(Debug)]
pub struct Lowered {
    /// The program.
    pub program: Program,
    /// What a run should reach.
    pub goal: Expr,
    /// Fields whose values might leave the range that they have here, in words: where a run does that, the program
    /// does not have it.
    pub unbounded: Vec<String>,
    lowering: Lowering,
    /// What each action stands for.
    meanings: Vec<Meaning>,
    /// The values of variables that nobody gives any.
    unset: Valuation,
}

impl Lowered {
    /// The system.
    pub fn system(&self) -> &System {
        &self.lowering.system
    }

    /// When one of some instances can take an event.
    pub fn possible(&self, candidates: &[InstanceId], event: EventId) -> Expr {
        let takes = |meaning: &Meaning| {
            let mut taken = meaning.taken.iter();
            taken.any(|it| it.event == event && candidates.contains(&it.instance))
        };
        let actions = self.program.actions.iter().zip(&self.meanings);
        let actions = actions.filter(|(_, meaning)| takes(meaning));
        any(actions.map(|(action, _)| all(action.guard.iter().cloned())))
    }
}

/// Makes a system a finite program that looks for what one of its properties asks for, by somebody who can stop it.
/// What its states are one by one has to be known.
pub fn lower(
    system: &System,
    property: PropertyId,
    longest: LongestRun,
    stop: &dyn Fn() -> bool,
) -> Result<Lowered, Obstacle> {
    let Some(Property::Reach { wanted, lengths }) = system.property(property) else {
        return Err(Obstacle::unsupported("temporal formulas"));
    };
    let wanted: Vec<TermId> = wanted.iter().map(|it| it.term).collect();
    let starts = Starts::of(system)?;
    let mut lowering = Lowering::new(system.clone(), &starts)?;
    lowering.make_plain();
    let counter = Counter::of(*lengths, longest == LongestRun::Searched)?;
    let counter = counter.map(|counter| (VariableId(lowering.n_variables), counter));
    let firsts = lowering.firsts();
    for round in 0..MOST_ROUNDS {
        lowering.known.clear();
        lowering.reads.clear();
        let Some(drafts) = drafts(&mut lowering, &firsts, stop)? else {
            continue;
        };
        let goal = goal(&mut lowering, &wanted)?;
        if lowering.close(&starts, &drafts, (&wanted, &goal))? {
            continue;
        }
        let assembly = Assembly {
            starts: &starts,
            counter,
        };
        let goal = assembly.goal(goal);
        let (program, origins) = assembly.program(&mut lowering, &drafts)?;
        if widen(&mut lowering, &program, round) {
            continue;
        }
        let unbounded = unbounded(&lowering, &program);
        let of_drafts: Vec<Meaning> = drafts
            .iter()
            .map(|drafted| lowering.meaning(&drafted.draft))
            .collect();
        return Ok(Lowered {
            meanings: origins
                .into_iter()
                .map(|it| of_drafts[it].clone())
                .collect(),
            program,
            goal,
            unbounded,
            unset: lowering.unset(),
            lowering,
        });
    }
    Err(Obstacle::unsupported("fields that get ever more values"))
}

/// All steps, by what is known; none where something was learnt on the way.
fn drafts(
    lowering: &mut Lowering,
    firsts: &[Place],
    stop: &dyn Fn() -> bool,
) -> Result<Option<Vec<Drafted>>, Obstacle> {
    let mut drafts = Vec::new();
    for first in firsts {
        drafts.extend(lowering.chosen_steps(*first)?);
        if stop() {
            return Err(Obstacle::unsupported("so little time"));
        }
        if drafts.len() > MOST_ACTIONS {
            return Err(Obstacle::unsupported("so many different steps"));
        }
    }
    let mut has_learned = false;
    for draft in &drafts {
        lowering.note_reads(draft, &draft.conditions(), &draft.values());
        for (field, next) in &draft.next {
            has_learned |= lowering.learn_next(*field, next)?;
        }
    }
    if has_learned {
        return Ok(None);
    }
    let mut drafted = Vec::with_capacity(drafts.len());
    for draft in drafts {
        drafted.extend(lowering.drafted(draft)?);
    }
    Ok(Some(drafted))
}

/// When a state is the goal.
fn goal(lowering: &mut Lowering, wanted: &[TermId]) -> Result<Expr, Obstacle> {
    let parts = wanted.iter().map(|term| lowering.truth(*term));
    Ok(all(parts.collect::<Result<Vec<Expr>, _>>()?))
}

/// Widens the ranges of fields to what the program makes of them; tells whether some were narrower.
fn widen(lowering: &mut Lowering, program: &Program, round: u32) -> bool {
    let ranges = Ranges::of(program).whole;
    let mut has_grown = false;
    for field in &mut lowering.fields {
        let Coding::Number { range, .. } = &mut field.coding else {
            continue;
        };
        let found = ranges[field.variable.0 as usize];
        if field.domain.is_none() && !range.includes(found) {
            *range = range.join(if round < PATIENCE {
                found
            } else {
                widest(field.widest)
            });
            has_grown = true;
        }
    }
    has_grown
}

/// The fields that may get as far as the ends of their ranges, and so perhaps further.
fn unbounded(lowering: &Lowering, program: &Program) -> Vec<String> {
    let fields = lowering.fields.iter().enumerate();
    let wide = fields.filter_map(|(place, field)| {
        let Coding::Number { range, .. } = &field.coding else {
            return None;
        };
        let variable = program.variable(field.variable);
        let is_wide = range.low <= variable.low || range.high >= variable.high;
        (is_wide && field.domain.is_none()).then(|| lowering.field_name(place))
    });
    let mut names: Vec<String> = wide.collect();
    names.dedup();
    names
}
