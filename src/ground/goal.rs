//! When several requirements are met by instances of their own.

use std::sync::Arc;

use super::context::{Context, InputRole};
use crate::logic::{Sort, TermId};
use crate::model::property::Requirement;

/// What is asked so many times.
pub(super) struct CountedRequirement<'r> {
    pub(super) what: &'r Requirement<'r>,
    pub(super) times: usize,
}

/// Requirements that the same instances could meet, equal ones counted.
pub(super) fn rivals<'r>(wanted: &'r [Requirement<'r>]) -> Vec<Vec<CountedRequirement<'r>>> {
    let mut groups: Vec<Vec<CountedRequirement<'r>>> = Vec::new();
    for what in wanted {
        let group = groups
            .iter_mut()
            .find(|group| group[0].what.candidates == what.candidates);
        let Some(group) = group else {
            groups.push(vec![CountedRequirement { what, times: 1 }]);
            continue;
        };
        match group.iter_mut().find(|asked| is_same(asked.what, what)) {
            Some(asked) => asked.times += 1,
            None => group.push(CountedRequirement { what, times: 1 }),
        }
    }
    groups
}

/// Whether two requirements ask for the same, as written in one place.
fn is_same(a: &Requirement<'_>, b: &Requirement<'_>) -> bool {
    let constraints = a.constraints.iter().zip(&b.constraints);
    a.span == b.span
        && (Arc::ptr_eq(&a.candidates, &b.candidates) || a.candidates == b.candidates)
        && a.constraints.len() == b.constraints.len()
        && constraints.into_iter().all(|(a, b)| std::ptr::eq(*a, *b))
}

/// When each requirement has as many instances as it asks for and no instance serves two; for each requirement it is
/// said which instances meet it, and how many it asks for. Gives conditions that must all hold, each with the places
/// of the requirements that it is about.
///
/// By Hall's theorem that is so if any requirements together are met by as many instances as they ask for together.
pub(super) fn assigned(
    context: &mut Context,
    met: &[(Vec<TermId>, usize)],
) -> Vec<(Vec<usize>, TermId)> {
    /// Of more requirements there are too many subsets.
    const FEW: usize = 8;
    if met.len() > FEW {
        return assigned_by_inputs(context, met);
    }
    let terms = &mut context.terms;
    let mut conditions = Vec::new();
    for subset in 1_usize..(1 << met.len()) {
        let places = (0..met.len()).filter(|at| subset >> at & 1 == 1);
        let places: Vec<usize> = places.collect();
        let times = places.iter().map(|at| met[*at].1).sum();
        let n_instances = met[places[0]].0.len();
        let mut meets_one = Vec::with_capacity(n_instances);
        for instance in 0..n_instances {
            meets_one.push(terms.or(places.iter().map(|at| met[*at].0[instance])));
        }
        let enough = terms.at_least(times, &meets_one);
        conditions.push((places, enough));
    }
    conditions
}

/// The same, where inputs that nobody knows say who meets what.
fn assigned_by_inputs(
    context: &mut Context,
    met: &[(Vec<TermId>, usize)],
) -> Vec<(Vec<usize>, TermId)> {
    let mut conditions = Vec::new();
    let n_instances = met.first().map_or(0, |(those, _)| those.len());
    let mut of_instance: Vec<Vec<TermId>> = vec![Vec::new(); n_instances];
    for (place, (those, times)) in met.iter().enumerate() {
        let mut serving = Vec::with_capacity(those.len());
        for (instance, meets) in those.iter().enumerate() {
            let serves = context.input("serves", Sort::Bool, InputRole::Unknown);
            conditions.push((Vec::new(), context.terms.implies(serves, *meets)));
            of_instance[instance].push(serves);
            serving.push(serves);
        }
        let enough = context.terms.at_least(*times, &serving);
        conditions.push((vec![place], enough));
    }
    for serves in of_instance {
        conditions.push((Vec::new(), context.terms.at_most_one(&serves)));
    }
    conditions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::evaluate::evaluate;
    use crate::logic::{InputId, Symbol};

    /// Whether requirements can be assigned, by trying.
    fn can_assign(met: &[Vec<bool>], taken: &mut Vec<bool>, at: usize) -> bool {
        let Some(those) = met.get(at) else {
            return true;
        };
        (0..those.len()).any(|instance| {
            if !those[instance] || taken[instance] {
                return false;
            }
            taken[instance] = true;
            let found = can_assign(met, taken, at + 1);
            taken[instance] = false;
            found
        })
    }

    #[test]
    fn requirements_are_assigned_where_trying_finds_a_way() {
        let mut context = Context::new(4);
        let terms = &mut context.terms;
        let mut symbol = |number: u32| terms.symbol(Symbol::Input(InputId(number)), Sort::Bool);
        let met: Vec<(Vec<TermId>, usize)> = vec![
            ((0..3).map(&mut symbol).collect(), 1),
            ((3..6).map(&mut symbol).collect(), 2),
        ];
        let conditions = assigned(&mut context, &met);
        let terms = &mut context.terms;
        let condition = terms.and(conditions.into_iter().map(|(_, condition)| condition));
        for bits in 0_u32..64 {
            let is_set = |number: u32| bits >> number & 1 == 1;
            let one: Vec<bool> = (0..3).map(is_set).collect();
            let other: Vec<bool> = (3..6).map(is_set).collect();
            let expected = can_assign(&[one, other.clone(), other], &mut vec![false; 3], 0);
            let valuation = |symbol: Symbol| match symbol {
                Symbol::Input(InputId(number)) => Some(is_set(number).into()),
                _ => None,
            };
            assert_eq!(evaluate(terms, condition, &valuation), Ok(expected.into()));
        }
    }
}
