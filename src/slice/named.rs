//! What `Spec.field` and `Spec.event` stand for where somebody asks about a slice.

use std::fmt;

use super::why::What;
use crate::diagnostics::did_you_mean;
use crate::semantics::specification::{Program, SpecId, Specification};

/// A name that stands for nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// What is wrong with it.
    pub message: String,
    /// What may be meant.
    pub help: String,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n  help: {}", self.message, self.help)
    }
}

/// What a name stands for.
pub(super) fn find(program: &Program, name: &str) -> Result<What, Unknown> {
    let Some((spec_name, member)) = name.rsplit_once('.') else {
        return Err(Unknown {
            message: format!("`{name}` is not the name of a field or event"),
            help: "write `Spec.field` or `Spec.event`".to_owned(),
        });
    };
    let id = find_spec(program, spec_name)?;
    let spec = program.spec(id);
    // A field and an event may have the same name: then `Spec.name()` is the event.
    let event_name = member.strip_suffix("()");
    let field = spec.field_named(member).map(|it| What::Field(id, it));
    let event = spec.event_named(event_name.unwrap_or(member));
    let event = event.map(|it| What::Event(id, it));
    field.or(event).ok_or_else(|| {
        let fields = spec.fields.iter().map(|it| it.name.text.as_str());
        let events = spec.events.iter().map(|it| it.name.text.as_str());
        unknown(
            "field or event",
            name,
            &fields.chain(events).collect::<Vec<_>>(),
        )
    })
}

fn find_spec(program: &Program, name: &str) -> Result<SpecId, Unknown> {
    let specs = || program.specifications.iter().enumerate();
    let mut called: Vec<_> = specs().filter(|(_, it)| is_called(it, name)).collect();
    if called.is_empty() {
        // A module often has one specification, and then its name is enough.
        called = specs().filter(|(_, it)| name == it.module).collect();
    }
    match called.as_slice() {
        [(only, _)] => Ok(SpecId::at(*only)),
        [] => {
            let names = program.specifications.iter();
            let names: Vec<&str> = names.map(|it| it.name.text.as_str()).collect();
            Err(unknown("specification", name, &names))
        }
        several => {
            let modules = several.iter().map(|(_, spec)| spec.module.as_str());
            let modules: Vec<&str> = modules.collect();
            Err(Unknown {
                message: format!("there are several specifications `{name}`"),
                help: format!(
                    "write its module as well: `{name}` is in {}",
                    modules.join(", ")
                ),
            })
        }
    }
}

/// Whether a specification is called so, by its name alone or with its module's.
fn is_called(spec: &Specification, name: &str) -> bool {
    let own = spec.name.text.as_str();
    name == own || name == format!("{}.{own}", spec.module)
}

fn unknown(noun: &str, name: &str, known: &[&str]) -> Unknown {
    let member = name.rsplit('.').next().unwrap_or(name);
    let help = did_you_mean(member, known.iter().copied());
    Unknown {
        message: format!("there is no {noun} `{name}`"),
        help: help.unwrap_or_else(|| format!("there are {}", known.join(", "))),
    }
}
