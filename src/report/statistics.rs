//! The numbers of an answer, by the names that texts and documents give them.

use crate::engines::statistics::Statistics;

/// A number and its name.
pub(super) type Named = (&'static str, u64);

/// All that was counted, in the order in which it is shown.
pub(super) fn named(statistics: &Statistics) -> Vec<Named> {
    let steps = statistics.solver.map(|it| ("steps", it.steps));
    let instances = statistics.instances.map(|it| ("instances", it));
    let assertions = statistics.solver.map(|it| ("assertions", it.assertions));
    let mut all: Vec<Named> = [steps, instances, assertions]
        .into_iter()
        .flatten()
        .collect();
    if let Some(search) = statistics.search {
        all.extend([
            ("states", search.states),
            ("transitions", search.transitions),
            ("bytes", search.bytes),
        ]);
    }
    if let Some(search) = statistics.lazy_search {
        all.extend([
            ("states", search.states),
            ("variables", search.variables),
            ("kept variables", search.kept_variables),
            ("refinements by the search", search.refinements),
        ]);
    }
    if let Some(slice) = statistics.slice {
        all.extend([
            ("kept fields", slice.fields),
            ("kept events", slice.events),
            ("refinements", slice.refinements),
        ]);
    }
    all
}
