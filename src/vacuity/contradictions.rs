//! Statements of a start or of a goal that contradict each other.

use super::{Tracked, hasty};
use crate::diagnostics::Span;
use crate::engines::Control;
use crate::ground::expression::Translated;
use crate::ground::system::{Constraint, Origin};
use crate::ground::{Options, Property, PropertyId, System};
use crate::logic::TermId;
use crate::model::Model;
use crate::model::property::{Description, Requirement};
use crate::solver::unrolling::Unrolling;

/// The statements of a start that contradict each other; none where something can be the start.
pub(super) fn of_start(model: &Model<'_>, control: &Control<'_>) -> Translated<Option<Vec<Span>>> {
    let system = System::of(model, Options::default())?;
    let stated = system.start.iter().map(|it| match it.origin {
        Origin::Start(Some(span)) => (it.term, vec![span]),
        _ => (it.term, Vec::new()),
    });
    Ok(contradiction(&system, control, stated))
}

/// The statements of a goal that contradict each other, whatever leads there; none where some state is the goal.
pub(super) fn of_goal(model: &Model<'_>, control: &Control<'_>) -> Translated<Option<Vec<Span>>> {
    let Some(Description { wanted, .. }) = model.property.described() else {
        return Ok(None);
    };
    let mut system = System::of(model, Options::default())?;
    let Some(Property::Reach { wanted: stated, .. }) = system.property(PropertyId(0)) else {
        return Ok(None);
    };
    let stated: Vec<(TermId, Vec<Span>)> = stated
        .iter()
        .map(|it| (it.term, it.statements.clone()))
        .collect();
    let stated = stated.into_iter();
    let Some(statements) = contradiction(&system, control, stated) else {
        return Ok(None);
    };
    // Where one statement contradicts itself, its constraints say more than all of it.
    let alone = |asked: &&Requirement<'_>| *statements == [asked.span];
    for asked in wanted.iter().filter(alone) {
        let conditions = system.conditions_of(model, asked)?;
        if let Some(because) = of_requirement(&system, control, asked, &conditions) {
            return Ok(Some(because));
        }
    }
    Ok(Some(statements))
}

/// The constraints of one requirement that contradict each other, whoever should meet them; the whole requirement
/// where there is nobody to meet it.
fn of_requirement(
    system: &System,
    control: &Control<'_>,
    asked: &Requirement<'_>,
    conditions: &[Vec<Constraint>],
) -> Option<Vec<Span>> {
    let mut because = vec![asked.span];
    for of_candidate in conditions {
        let stated = of_candidate.iter().map(|it| match it.origin {
            Origin::Goal(span) => (it.term, vec![span]),
            _ => (it.term, Vec::new()),
        });
        because = contradiction(system, control, stated)?;
    }
    Some(because)
}

/// Statements that contradict each other, none of which can be left out; none where all can be true, or nobody can
/// tell.
fn contradiction(
    system: &System,
    control: &Control<'_>,
    stated: impl Iterator<Item = (TermId, Vec<Span>)>,
) -> Option<Vec<Span>> {
    let mut unrolling = Unrolling::of(system, hasty(control));
    let mut tracked = Tracked::default();
    for (term, spans) in stated {
        tracked.add(&mut unrolling, term, 0, &spans);
    }
    let core = unrolling.smallest_core(&tracked.literals)?;
    let all = tracked.spans(&core);
    let is_part = |span: &Span| all.iter().any(|it| it != span && it.contains(*span));
    Some(all.iter().copied().filter(|span| !is_part(span)).collect())
}
