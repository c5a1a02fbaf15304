//! Who takes part in a step whatever arguments its event is given, as far as that is known.

use super::refusal::{Reason, Refusal};
use super::steps::Interpreter;
use crate::model::run::Occurrence;
use crate::model::state::State;
use crate::model::value::Value;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::Sync;

/// Why an event cannot happen whatever those of its arguments are that are still open: it names a partner that does
/// not exist, or syncs meet in one instance, which would take two events.
pub(super) fn refusal_by_partners(
    interpreter: &Interpreter<'_>,
    current: &State,
    first: Occurrence,
) -> Option<Refusal> {
    let mut taken = vec![first];
    let mut at = 0;
    while at < taken.len() {
        let caller = taken[at].clone();
        let event = interpreter.event(caller.instance, caller.event);
        let mut before: Vec<&Sync> = Vec::new();
        for sync in event.calls() {
            match partner(interpreter, current, &caller, sync, &taken) {
                Ok(partner) => taken.extend(partner),
                Err(reason) => return Some(refusal(&caller, reason)),
            }
            if before.iter().any(|other| name_the_same(other, sync)) {
                let reason = Reason::SecondEvent { span: sync.span };
                return Some(refusal(&caller, reason));
            }
            before.push(sync);
        }
        at += 1;
    }
    None
}

/// The partner of a sync, where its key is known; or why there cannot be one.
fn partner(
    interpreter: &Interpreter<'_>,
    current: &State,
    caller: &Occurrence,
    sync: &Sync,
    taken: &[Occurrence],
) -> Result<Option<Occurrence>, Reason> {
    if !is_known(&sync.key, caller) {
        return Ok(None);
    }
    let span = sync.span;
    let environment = interpreter.environment(current, None, caller);
    let key = environment.value(&sync.key);
    let found = key.as_ref();
    let found = found.and_then(|key| interpreter.universe.find(sync.spec, key));
    let Some(instance) = found else {
        return Err(Reason::NoPartner { span, key });
    };
    if taken.iter().any(|other| other.instance == instance) {
        return Err(Reason::SecondEvent { span });
    }
    let arguments = sync.arguments.iter().map(|argument| {
        let known = is_known(argument, caller).then(|| environment.value(argument));
        known.flatten().unwrap_or(Value::Open)
    });
    Ok(Some(Occurrence {
        instance,
        event: sync.event,
        arguments: arguments.collect(),
    }))
}

/// Whether an expression mentions no argument that is open.
fn is_known(expr: &Expr, caller: &Occurrence) -> bool {
    let mut is_known = true;
    expr.walk(&mut |part| {
        if let ExprKind::Parameter(id) = part.kind {
            is_known &= caller.arguments.get(id.index()) != Some(&Value::Open);
        }
    });
    is_known
}

/// Whether two syncs of an event name their partner by the same parameter.
fn name_the_same(one: &Sync, other: &Sync) -> bool {
    let is_parameter = matches!(one.key.kind, ExprKind::Parameter(_));
    is_parameter && one.spec == other.spec && one.key.kind == other.key.kind
}

fn refusal(caller: &Occurrence, reason: Reason) -> Refusal {
    Refusal {
        instance: caller.instance,
        event: caller.event,
        reason,
    }
}
