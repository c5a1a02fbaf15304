//! Our families of concurrent algorithms have as many states as the models of BEEM after which they are made.

use fretsaw::bench::families::models::Model;
use fretsaw::engines::search::search;
use fretsaw::finite::search::{Ending, Query};

use crate::support::dve_models::load;

/// States, transitions, levels and deadlocks.
fn counts(member: Model) -> [u64; 4] {
    let loaded = load(&member.name(), &member.dve());
    assert_eq!(loaded.reading.diagnostics, [], "{}", member.name());
    let mut stop = |_: &_| false;
    let mut query = Query::new(&[], &mut stop);
    let found = search(&loaded.model().program, &mut query, 1).expect("a fast search");
    assert_eq!(found.ending, Ending::Explored);
    let levels = found.levels.expect("breadth-first search has levels");
    [
        found.states,
        found.transitions,
        levels,
        found.deadlocks.unwrap_or(0),
    ]
}

#[test]
fn peterson_has_the_states_of_beem() {
    let of = |faulty| {
        counts(Model::Peterson {
            processes: 3,
            faulty,
        })
    };
    assert_eq!(of(false), [12_498, 33_369, 53, 0]);
    assert_eq!(of(true), [124_704, 399_138, 51, 0]);
}

#[test]
fn the_bridge_has_the_states_of_beem() {
    let of = |people, minutes| counts(Model::Bridge { people, minutes });
    assert_eq!(of(4, 60), [3186, 4565, 23, 839]);
    assert_eq!(of(6, 140), [96_923, 191_360, 37, 12_915]);
}

/// A philosopher and the fork between him and the next are in one of three states, and all of them begin in the same:
/// only the state in which everybody has put back one fork, and nobody has the other, is out of reach.
#[test]
fn philosophers_have_three_states_each() {
    for people in 2..=8 {
        let [states, _, _, deadlocks] = counts(Model::Philosophers { people });
        assert_eq!((states, deadlocks), (3_u64.pow(people) - 1, 1), "{people}");
    }
}
