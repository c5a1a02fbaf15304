//! The run that leads to a state that a search has found, step by step as the reference has it.

use super::compile::Code;
use super::packing::Packing;
use super::visited::Packed;
use crate::finite::search::{Ending, Run, first_that_holds};
use crate::finite::{ActionId, Expr, Fault, Program, State};

/// What it takes to find a run.
pub(super) struct Witness<'w> {
    pub(super) program: &'w Program,
    pub(super) packing: &'w Packing,
    pub(super) code: &'w Code,
}

impl Witness<'_> {
    /// A run to a state, through states of each level. Of several states that lead to one, the first of a level is
    /// taken.
    pub(super) fn shortest<const W: usize>(
        &self,
        levels: &[Vec<Packed<W>>],
        state: Packed<W>,
    ) -> Run {
        let last = levels.iter().rposition(|level| level.contains(&state));
        let mut states = vec![state];
        let mut target = state;
        let mut room = Vec::new();
        for level in levels[..last.unwrap_or(0)].iter().rev() {
            let mut level = level.iter();
            let before = level.find(|state| self.leads_to(state, &target, &mut room));
            if let Some(before) = before {
                target = *before;
                states.push(target);
            }
        }
        states.reverse();
        self.along(&states)
    }

    fn leads_to<const W: usize>(
        &self,
        state: &Packed<W>,
        target: &Packed<W>,
        room: &mut Vec<u64>,
    ) -> bool {
        // Where something fails, the state is the last one of its run.
        let count = self.code.successors(state, room).unwrap_or(0);
        let (successors, _) = room.as_chunks::<W>();
        successors[..count].contains(target)
    }

    /// The run through some states, with the actions that the reference takes between them.
    pub(super) fn along<const W: usize>(&self, states: &[Packed<W>]) -> Run {
        let mut states = states.iter().map(|state| self.packing.unpack(state));
        let mut run = Run {
            start: states.next().unwrap_or_default(),
            steps: Vec::new(),
        };
        for next in states {
            let action = self.action_between(run.end(), &next);
            run.steps.push((action, next));
        }
        run
    }

    /// The first action that leads from one state to another.
    fn action_between(&self, state: &State, next: &State) -> ActionId {
        let successors = self.program.successors(state);
        let mut leading = successors
            .iter()
            .filter(|(_, after)| after.as_ref() == Ok(next));
        // The searches are tested to have the steps of the reference and no others.
        leading
            .next()
            .map_or(ActionId(u32::MAX), |(action, _)| *action)
    }

    /// What goes wrong at the end of a run.
    pub(super) fn fault(&self, run: Run, propositions: &[Expr]) -> Ending {
        let end = run.end();
        if let Err(fault) = first_that_holds(propositions, end) {
            return Ending::Fault {
                run,
                action: None,
                fault,
            };
        }
        let mut successors = self.program.successors(end).into_iter();
        let failed = successors.find_map(|(action, next)| Some((action, next.err()?)));
        let (action, fault) = failed.unwrap_or((ActionId(u32::MAX), Fault::Range));
        Ending::Fault {
            run,
            action: Some(action),
            fault,
        }
    }
}
