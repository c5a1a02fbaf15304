//! Why an answer may be an empty one, as diagnostics.

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::vacuity as codes;
use crate::engines::Vacuity;
use crate::model::{InstanceId, Model};

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
            stuck,
        } => {
            let interpreter = model.interpreter();
            let spec = &interpreter.spec(*instance).name.text;
            let event = interpreter.event(*instance, *event);
            let name = format!("{spec}.{}", event.name.text);
            let diagnostic = codes::never_happens(event.name.span, &name, check, because);
            let stuck: Vec<String> = stuck.iter().map(|id| instance_name(model, *id)).collect();
            match stuck.as_slice() {
                [] => diagnostic,
                [only] => diagnostic.help(format!(
                    "{only} never gets into the life-cycle state that this needs"
                )),
                several => diagnostic.help(format!(
                    "{} never get into the life-cycle states that this needs",
                    several.join(", ")
                )),
            }
        }
    }
}

/// `Account[1]`
fn instance_name(model: &Model<'_>, id: InstanceId) -> String {
    let instance = model.universe.instance(id);
    let spec = &model.program.spec(instance.spec).name.text;
    format!("{spec}[{}]", instance.key)
}
