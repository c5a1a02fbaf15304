//! What a run should reach, as a test module says it.

use std::sync::Arc;

use super::build::{now_of, requirement, unwanted};
use super::universe::{report_too_many, statements};
use crate::diagnostics::Diagnostic;
use crate::model::goal::Goal;
use crate::model::universe::Universe;
use crate::model::value::InstanceId;
use crate::semantics::specification::Program;
use crate::semantics::test_module::Setup;

impl<'p> Goal<'p> {
    /// Without `from`: each statement speaks of the instances that it made.
    pub(super) fn fixed(
        program: &'p Program,
        universe: &Universe,
        setups: &'p [Setup],
        made: &[Vec<InstanceId>],
    ) -> Result<Goal<'p>, Vec<Diagnostic>> {
        let mut wanted = Vec::new();
        for (statement, instances) in statements(setups).zip(made) {
            for (index, id) in instances.iter().enumerate() {
                wanted.push(requirement(program, statement, index, [*id].into()));
            }
        }
        Ok(Goal::State {
            now: now_of(program, setups)?,
            wanted,
            unwanted: unwanted(program, universe, setups),
        })
    }

    /// With `from`: each statement may be met by any instance of its specification, distinct ones.
    pub(super) fn free(
        program: &'p Program,
        universe: &Universe,
        setups: &'p [Setup],
    ) -> Result<Goal<'p>, Vec<Diagnostic>> {
        report_too_many(&statements(setups).collect::<Vec<_>>())?;
        let mut wanted = Vec::new();
        for statement in statements(setups) {
            let candidates: Arc<[InstanceId]> = universe.instances_of(statement.spec).into();
            for index in 0..statement.count as usize {
                wanted.push(requirement(program, statement, index, candidates.clone()));
            }
        }
        Ok(Goal::State {
            now: now_of(program, setups)?,
            wanted,
            unwanted: unwanted(program, universe, setups),
        })
    }
}
