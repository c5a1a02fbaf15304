//! The search: runs are looked at by growing length, so the first one found is a shortest one.
//!
//! All is asserted once. A truth value for each length switches the goal on, and once a length is excluded its goal is
//! denied for good, so that the solver keeps what it has learnt.

use crate::engines::statistics::{SolverWork, Statistics};
use crate::engines::{Control, Finding, Found, Progress, Why};
use crate::ground::property::Wanted;
use crate::ground::{Lengths, System, SystemRun};
use crate::logic::TermId;
use crate::solver::reading::NotWritten;
use crate::solver::session::Settings;
use crate::solver::unrolling::{Literal, Satisfiable, Unrolling};

/// More than this is a problem that no solver gets through; it would only fill the memory.
const MOST_ASSERTIONS: u64 = 20_000_000;

/// Looks for a state that is wanted.
pub(super) fn search(
    system: &System,
    wanted: &[Wanted],
    lengths: Lengths,
    control: &Control<'_>,
) -> Found {
    let mut search = Search {
        system,
        wanted: wanted.iter().map(|it| it.term).collect(),
        lengths,
        control,
        excluded: None,
        statistics: Statistics::default(),
    };
    Found {
        finding: search.run(),
        statistics: search.statistics,
    }
}

struct Search<'s> {
    system: &'s System,
    wanted: Vec<TermId>,
    lengths: Lengths,
    control: &'s Control<'s>,
    /// No run of so many steps or fewer reaches what is wanted.
    excluded: Option<u64>,
    statistics: Statistics,
}

/// What came of looking at runs of one length.
enum Look {
    Found(Finding),
    /// No run of this length reaches what is wanted.
    Excluded,
    /// There are no runs of this length at all.
    NoRuns,
    GaveUp(String),
}

impl Search<'_> {
    fn run(&mut self) -> Finding {
        let Lengths { least, most } = self.lengths;
        let most = most.unwrap_or(u64::MAX);
        (self.control.progress)(Progress::Encoding(0));
        let settings = Settings {
            seed: self.control.seed,
            most_work: None,
        };
        let mut unrolling = Unrolling::of(self.system, settings);
        for constraint in &self.system.start {
            unrolling.assert(constraint.term, 0);
        }
        let mut length = 0_u64;
        loop {
            self.tell(&unrolling, length);
            if self.control.is_stopped() {
                return self.stopped();
            }
            let look = if length >= least {
                self.look(&mut unrolling)
            } else {
                self.look_for_any(&mut unrolling, length)
            };
            match look {
                Look::Found(finding) => return finding,
                Look::GaveUp(_) if self.control.is_stopped() => return self.stopped(),
                Look::GaveUp(why) => return self.gave_up(why),
                Look::NoRuns => return self.ended(length),
                // What was only passed on the way to longer runs is not excluded.
                Look::Excluded => self.excluded = (least == 0).then_some(length),
            }
            if length >= most {
                // Where no run is so long, none is longer.
                let has_ended = least == 0 && unrolling.check(&[]) == Satisfiable::No;
                return if has_ended {
                    self.ended(length)
                } else {
                    Finding::Excluded { upto: most }
                };
            }
            if unrolling.assertions > MOST_ASSERTIONS {
                return self.too_large("the problem has become too large for a solver");
            }
            length += 1;
            (self.control.progress)(Progress::Encoding(length));
            unrolling.add_step_in_order();
        }
    }

    /// There are no runs of this length, so there are no longer ones. Those that are too short to count are left out
    /// of the answer.
    fn ended(&self, length: u64) -> Finding {
        if self.lengths.least == 0 {
            return Finding::Proved { invariant: None };
        }
        Finding::Excluded {
            upto: self.lengths.most.unwrap_or(length),
        }
    }

    fn stopped(&self) -> Finding {
        let excluded = self.excluded;
        Why::Stopped { excluded }.into()
    }

    fn gave_up(&self, why: String) -> Finding {
        let excluded = self.excluded;
        Why::GaveUp { why, excluded }.into()
    }

    fn too_large(&self, what: &str) -> Finding {
        let why = Why::TooLarge {
            what: what.to_owned(),
            excluded: self.excluded,
        };
        why.into()
    }

    fn needs_room(&self) -> Finding {
        let excluded = self.excluded;
        Why::NeedsRoom { excluded }.into()
    }

    fn tell(&mut self, unrolling: &Unrolling<'_>, length: u64) {
        self.statistics = Statistics {
            instances: Some(self.system.size() as u64),
            solver: Some(SolverWork {
                steps: length,
                assertions: unrolling.assertions,
            }),
            ..Statistics::default()
        };
    }

    /// Runs that are too short to count: all that matters is whether there are any, and that now and then.
    fn look_for_any(&self, unrolling: &mut Unrolling<'_>, length: u64) -> Look {
        if !length.is_power_of_two() {
            return Look::Excluded;
        }
        (self.control.progress)(Progress::Solving(length));
        match unrolling.check(&[]) {
            Satisfiable::No => Look::NoRuns,
            _ => Look::Excluded,
        }
    }

    /// Looks at the runs to the last state.
    fn look(&self, unrolling: &mut Unrolling<'_>) -> Look {
        let at = unrolling.last();
        let goal = unrolling.switch();
        for term in &self.wanted {
            unrolling.assert_if(std::slice::from_ref(&goal), *term, at);
        }
        (self.control.progress)(Progress::Solving(at as u64));
        let goal_alone = std::slice::from_ref(&goal);
        let limits: Vec<Literal> = [unrolling.fits(), unrolling.described()]
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        let mut answer = unrolling.check(&[goal_alone, &limits].concat());
        if answer == Satisfiable::No && limits.iter().any(|it| unrolling.core().contains(it)) {
            // Perhaps they were not to blame after all.
            answer = unrolling.check(goal_alone);
            if answer == Satisfiable::Yes {
                return Look::Found(self.limited(unrolling, goal));
            }
        }
        match answer {
            Satisfiable::Yes => self.found(unrolling),
            Satisfiable::No if unrolling.core().is_empty() => Look::NoRuns,
            Satisfiable::No => {
                if limits.is_empty() {
                    unrolling.deny_all(&self.wanted, at);
                } else {
                    // Where something may be larger than there is room for, the goal is not denied by its negation.
                    unrolling.deny(&goal);
                }
                Look::Excluded
            }
            Satisfiable::Unknown(why) => Look::GaveUp(why),
        }
    }

    /// There is a run only where something is larger than there is room for, or where an event happens that there are
    /// no terms for: the room can grow.
    fn limited(&self, unrolling: &mut Unrolling<'_>, goal: Literal) -> Finding {
        let described = unrolling.described().cloned();
        let missing = self.system.avoided.first().map(|it| it.missing.clone());
        let (Some(described), Some(missing)) = (described, missing) else {
            return self.needs_room();
        };
        if unrolling.check(&[goal, described]) == Satisfiable::Yes {
            return self.needs_room();
        }
        let (what, span) = (missing.what, missing.span);
        Why::Unsupported { what, span }.into()
    }

    fn found(&self, unrolling: &mut Unrolling<'_>) -> Look {
        (self.control.progress)(Progress::Explaining);
        let Some(mut found) = unrolling.found() else {
            return Look::GaveUp("it gave no model".to_owned());
        };
        match found.valuations() {
            // A solver that is interrupted does not tell all of it any more.
            _ if self.control.is_stopped() => Look::GaveUp("it was interrupted".to_owned()),
            Ok(states) => Look::Found(Finding::Reached(SystemRun {
                states,
                loops_to: None,
            })),
            Err(NotWritten(value)) => {
                Look::GaveUp(format!("it found {value}, which no value can be"))
            }
        }
    }
}
