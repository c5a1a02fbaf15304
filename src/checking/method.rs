//! How a check is answered: by whom, on which slices. From a model to an answer that can be shown.

use std::sync::Arc;

use super::auto::Auto;
use super::checker::Checker;
use super::empty;
use super::sliced::Sliced;
use crate::engines::{Control, Progress};
use crate::model::Model;
use crate::outcome::{Conclusion, Vacuity};
use crate::slice;
use crate::trace::replay::confirmed;

/// How a check is answered.
#[derive(Clone)]
pub struct Method {
    /// Who answers.
    pub checker: Arc<dyn Checker + Send>,
    /// How models are sliced first; not at all where this is absent.
    pub slicing: Option<slice::Options>,
}

impl Default for Method {
    fn default() -> Method {
        Method {
            checker: Arc::new(Auto),
            slicing: Some(slice::Options::default()),
        }
    }
}

impl Method {
    /// Answers the check of a model, and says why the answer may be an empty one.
    pub fn answer(&self, model: &Model<'_>, control: &Control<'_>) -> Conclusion {
        let mut answer = self.verdict(model, control);
        answer.notes = self.notes(model, &answer, control);
        answer
    }

    /// Answers the check of a model. A run that was found is one, as the interpreter sees it.
    pub fn verdict(&self, model: &Model<'_>, control: &Control<'_>) -> Conclusion {
        let answering = tracing::info_span!("engine", name = self.checker.name()).entered();
        let answer = match self.slicing {
            Some(options) => {
                let engine = self.checker.clone();
                Sliced { engine, options }.check(model, control)
            }
            None => self.checker.check(model, control),
        };
        drop(answering);
        (control.progress)(Progress::Explaining);
        confirmed(model, answer)
    }

    /// Why an answer may be an empty one.
    pub fn notes(
        &self,
        model: &Model<'_>,
        answer: &Conclusion,
        control: &Control<'_>,
    ) -> Vec<Vacuity> {
        empty::notes(model, self.slicing, &answer.outcome, control)
    }
}
