//! Assertions: what has to hold whenever a process is in a state.
//!
//! An action checks those that it can make false: those that read what it changes. The state to begin with is looked
//! at here.

use std::collections::BTreeSet;

use super::ast::Process;
use super::expressions::{binary, unary};
use super::translate::Translation;
use crate::diagnostics::Span;
use crate::diagnostics::codes::dve as codes;
use crate::finite::{BinaryOp, Effect, Expr, UnaryOp, VariableId, evaluate};

impl Translation<'_> {
    pub(super) fn assertions(&mut self, processes: &[&Process]) {
        let is_well_declared = !self.has_errors();
        for (number, process) in processes.iter().enumerate() {
            for (state, condition) in &process.assertions {
                let state = self.names.state(number, state);
                let asserted = self.context(Some(number)).expr(condition);
                let (state, asserted) = (self.told(state), self.told(asserted));
                if let (Some(state), Some(asserted), true) = (state, asserted, is_well_declared) {
                    self.assertion(number, state, asserted, condition.span);
                }
            }
        }
    }

    fn assertion(&mut self, process: usize, state: i64, asserted: Expr, span: Span) {
        let control = self.names.processes[process].control;
        let here = binary(
            BinaryOp::Equal,
            Expr::Variable(control),
            Expr::Constant(state),
        );
        let implied = binary(BinaryOp::Or, unary(UnaryOp::Not, here), asserted);
        for start in self.program.starts() {
            if !matches!(evaluate::evaluate(&implied, &start), Ok(truth) if truth != 0) {
                self.tell(codes::assertion(
                    span,
                    "in the state that the model begins in",
                ));
            }
        }
        let read = implied.variables();
        for (action, places) in self.program.actions.iter_mut().zip(&mut self.places) {
            if changes(&action.effects, &read) {
                action.effects.push(Effect::Assert(implied.clone()));
                places.effects.push(span);
            }
        }
    }
}

fn changes(effects: &[Effect], variables: &BTreeSet<VariableId>) -> bool {
    effects.iter().any(|effect| match effect {
        Effect::Assign(place, _) => place.targets().iter().any(|it| variables.contains(it)),
        Effect::Let(..) | Effect::Assert(_) => false,
    })
}
