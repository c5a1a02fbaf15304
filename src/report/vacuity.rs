//! Why an answer may be an empty one, as diagnostics.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::vacuity as codes;
use crate::engines::Vacuity;
use crate::model::Model;

/// What an engine found out about the runs of a check, in words.
pub fn diagnostics(model: &Model<'_>, found: &[Vacuity], check: &str) -> Vec<Diagnostic> {
    found
        .iter()
        .map(|it| diagnostic(model, it, check))
        .collect()
}

fn diagnostic(model: &Model<'_>, found: &Vacuity, check: &str) -> Diagnostic {
    match found {
        Vacuity::NoStart { because } => codes::contradictory_start(model.check.span, because),
        Vacuity::NeverHappens {
            instance,
            event,
            because,
        } => {
            let interpreter = model.interpreter();
            let spec = &interpreter.spec(*instance).name.text;
            let event = interpreter.event(*instance, *event);
            let name = format!("{spec}.{}", event.name.text);
            codes::never_happens(event.name.span, &name, check, because)
        }
    }
}
