//! What an answer holds under: the start, the bound, the domain and what that cuts off, the events. Texts and
//! documents of all verbs share it.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use super::checks;
use crate::checking::effects::DomainEffects;
use crate::semantics::specification::{EventId, Program, SpecId};
use crate::semantics::test_module::{Bounds, Check, EventPattern, TestModule};

/// What a check restricts runs to. An answer holds only under this.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// The state that runs start from, if the check says so.
    pub from: Option<String>,
    /// How many steps runs may have; any number of them without.
    pub bounds: Option<Bounds>,
    /// The domain that values keep to.
    pub within: Option<String>,
    /// The events that the domain cuts off somewhere, where no run was found.
    pub cut_off: Vec<String>,
    /// The steps of the run that was found, by number, that the domain alone makes possible.
    pub only_within: Vec<usize>,
    /// The events that may happen by themselves, as the check names them; all where empty.
    pub using: Vec<String>,
}

impl Restrictions {
    /// The restrictions of a check. What its domain does is not known yet.
    pub fn of(program: &Program, test: &TestModule, check: &Check) -> Restrictions {
        let name = |pattern: &EventPattern| match pattern.event {
            Some(event) => event_name(program, (pattern.spec, event)),
            None => format!("{}.*", program.spec(pattern.spec).name.text),
        };
        let from = check.from.map(|state| &test.states[state].name.text);
        let domain = check.within.map(|domain| &test.domains[domain].name.text);
        Restrictions {
            from: from.map(ToString::to_string),
            bounds: check.bounds,
            within: domain.map(ToString::to_string),
            cut_off: Vec::new(),
            only_within: Vec::new(),
            using: check.using.iter().map(name).collect(),
        }
    }

    /// The same with what the domain of the check does.
    #[must_use]
    pub fn with_effects(self, program: &Program, effects: &DomainEffects) -> Restrictions {
        let events = effects.cut_off.iter();
        Restrictions {
            cut_off: events.map(|it| event_name(program, *it)).collect(),
            only_within: effects.only_within.clone(),
            ..self
        }
    }

    /// ` from ground`; nothing where runs start anew.
    pub fn start(&self) -> String {
        let from = self.from.as_ref();
        from.map_or_else(String::new, |from| format!(" from {from}"))
    }

    /// `in at most 4 steps`; `at any depth` without bounds.
    pub fn reach(&self) -> String {
        checks::reach(self.bounds)
    }

    /// Where the domain of the check kept runs from going on, or let one, as lines of their own.
    pub fn effects_of_domain(&self) -> String {
        let Some(domain) = &self.within else {
            return String::new();
        };
        let those = self.cut_off.join(", ");
        let cut_off = (!self.cut_off.is_empty())
            .then(|| format!("  {domain} cuts off steps that lead out of it: {those}\n"));
        let only_within = self.only_within.iter().map(|step| {
            format!("  step {step} is possible only within {domain}: elsewhere, what it rules out by `not` can happen\n")
        });
        cut_off.into_iter().chain(only_within).collect()
    }

    /// The same as programs read it, to be part of a document.
    pub fn document(&self) -> Document {
        Document {
            from: self.from.clone(),
            bound: self.bounds.map(Bound::from),
            within: self.within.clone(),
            cut_off: self.cut_off.clone(),
            only_within: self.only_within.clone(),
            using: self.using.clone(),
        }
    }
}

/// ` using Account.open within tiny`; nothing where neither events nor values are restricted.
impl fmt::Display for Restrictions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.using.is_empty() {
            write!(f, " using {}", self.using.join(", "))?;
        }
        match &self.within {
            Some(domain) => write!(f, " within {domain}"),
            None => Ok(()),
        }
    }
}

/// `Account.open`
fn event_name(program: &Program, (spec, event): (SpecId, EventId)) -> String {
    let spec = program.spec(spec);
    let event = &spec.events[event.index()].name.text;
    format!("{}.{event}", spec.name.text)
}

/// What an answer holds under, as it stands in documents.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Document {
    /// The state that runs start from; only where the check names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// How many steps runs may have, in one of three ways; only where the check says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<Bound>,
    /// The domain that values are restricted to; only where the check names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<String>,
    /// Events that were seen to be possible somewhere but for the domain, because a field or a parameter of a partner
    /// would leave it; only where the verdict is `unreachable` or `explored`. Those that are named are so; where
    /// there are many states, or infinitely many values to try, others may be missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cut_off: Vec<String>,
    /// Steps of the run, by number, that are possible only within the domain, because it forbids an event that they
    /// rule out by `not`; only where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(inner(range(min = 1)))]
    only_within: Vec<usize>,
    /// The events that may happen by themselves, `Specification.event` or `Specification.*`; only where the check
    /// names any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    using: Vec<String>,
}

/// How many steps runs may have, in one of three ways.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Bound {
    /// At most so many.
    Max(u64),
    /// Just so many.
    Exactly(u64),
    /// The least and the most.
    Between(u64, u64),
}

impl From<Bounds> for Bound {
    fn from(Bounds { least, most }: Bounds) -> Bound {
        match least {
            0 => Bound::Max(most),
            _ if least == most => Bound::Exactly(most),
            _ => Bound::Between(least, most),
        }
    }
}
