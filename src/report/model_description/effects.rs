//! What is read and written, in words.

use super::build::Describer;
use super::{Effects, Text};
use crate::modelling::effects::{self, LifeCycleTest};
use crate::modelling::{Variable, Whose};
use crate::semantics::expression::Moment;
use crate::semantics::specification::SpecId;

impl Describer<'_> {
    /// What something reads, writes and touches.
    pub(super) fn effects(&self, effects: &effects::Effects) -> Effects {
        let variables = |variables: &std::collections::BTreeMap<_, _>| -> Vec<Text> {
            let variables = variables.iter();
            variables
                .map(|(variable, span)| self.text(self.variable(*variable), *span))
                .collect()
        };
        let participants = effects.participants.iter();
        Effects {
            reads: variables(&effects.reads),
            next_reads: variables(&effects.next_reads),
            writes: variables(&effects.writes),
            tests: effects.tests.iter().map(|test| self.test(test)).collect(),
            participants: participants
                .map(|(whose, span)| self.text(self.whose(*whose), *span))
                .collect(),
        }
    }

    fn test(&self, test: &LifeCycleTest) -> Text {
        let spec = self
            .model
            .program
            .spec(test.whose.spec(&self.model.universe));
        let names = test.states.iter();
        let names: Vec<&str> = names
            .map(|state| spec.states[state.index()].name.text.as_str())
            .collect();
        let moment = match test.moment {
            Moment::Current => "",
            Moment::Next => "new ",
        };
        let states = match names.as_slice() {
            [one] => (*one).to_owned(),
            several => format!("{{{}}}", several.join(" ")),
        };
        let whose = self.whose(test.whose);
        self.text(format!("{moment}{whose} instate {states}"), test.span)
    }

    fn variable(&self, variable: Variable) -> String {
        match variable {
            Variable::Now => "now".to_owned(),
            Variable::State(whose) => format!("{}.state", self.whose(whose)),
            Variable::Field(whose, field) => {
                let spec = self.model.program.spec(whose.spec(&self.model.universe));
                let field = &spec.fields[field.index()].name.text;
                format!("{}.{field}", self.whose(whose))
            }
        }
    }

    /// `this`, `Account[1]`, `Account[..]`
    pub(super) fn whose(&self, whose: Whose) -> String {
        match whose {
            Whose::This(_) => "this".to_owned(),
            Whose::Only(id) => self.instance(id),
            Whose::AnyOf(spec) => format!("{}[..]", self.model.program.spec(spec).name.text),
        }
    }

    /// `any of 2 Account`
    pub(super) fn any_of(&self, spec: SpecId) -> String {
        let count = self.model.universe.instances_of(spec).len();
        format!("any of {count} {}", self.model.program.spec(spec).name.text)
    }
}
