//! How rich the generated projects are.

use super::types::Ty;

/// Sizes are least and most; weights are percentages.
#[derive(Debug, Clone)]
pub(crate) struct Profile {
    pub(crate) specifications: (usize, usize),
    /// Besides the key.
    pub(crate) fields: (usize, usize),
    /// Besides the event that creates an instance.
    pub(crate) events: (usize, usize),
    /// Of one event.
    pub(crate) params: (usize, usize),
    pub(crate) states: (usize, usize),
    /// Transitions beyond those that a life cycle needs.
    pub(crate) transitions: usize,
    pub(crate) functions: (usize, usize),
    pub(crate) checks: (usize, usize),
    /// Instances of one statement in a test state.
    pub(crate) instances: usize,
    /// Steps of a check.
    pub(crate) steps: usize,
    /// How high expressions are.
    pub(crate) depth: usize,
    /// The largest number in a literal.
    pub(crate) largest: usize,
    /// What fields and parameters may be, the frequent ones several times.
    pub(crate) types: Vec<Ty>,
    pub(crate) key_types: Vec<Ty>,
    pub(crate) collections: usize,
    pub(crate) configuration: usize,
    pub(crate) syncs: usize,
    /// Syncs of one event, where it has any.
    pub(crate) most_syncs: usize,
    pub(crate) negated_syncs: usize,
    pub(crate) internal: usize,
    pub(crate) invariants: usize,
    pub(crate) inheritance: usize,
    pub(crate) externals: usize,
    /// A second specification with the same events, configured otherwise.
    pub(crate) twins: usize,
    pub(crate) relations: usize,
    /// Preconditions beyond those that parameters need.
    pub(crate) guards: usize,
    pub(crate) foreign_reads: usize,
    pub(crate) temporal: usize,
    pub(crate) domains: usize,
    /// `now` may be read.
    pub(crate) clock: bool,
    /// Numbers stay between 0 and `largest`: every parameter has a range, every new value is taken modulo.
    pub(crate) finite: bool,
    /// Parameters and next values are confined to a few by conditions, as there is no domain that does so.
    pub(crate) confined: bool,
    /// Literals are some of a few values of their type, see [`Ty::few`].
    pub(crate) few: bool,
    /// Comments, documentation, several packages.
    pub(crate) varied_text: bool,
}

impl Profile {
    /// Everything that the language has, for tests of the front end.
    pub(crate) fn everything() -> Profile {
        let mut types = Ty::SIMPLE.to_vec();
        types.extend([Ty::Integer, Ty::Integer, Ty::Money, Ty::Boolean, Ty::Date]);
        Profile {
            specifications: (1, 3),
            fields: (1, 4),
            events: (0, 3),
            params: (0, 3),
            states: (1, 3),
            transitions: 20,
            functions: (0, 3),
            checks: (1, 3),
            instances: 3,
            steps: 12,
            depth: 3,
            largest: 20,
            types,
            key_types: vec![Ty::Integer, Ty::Integer, Ty::String, Ty::Iban],
            collections: 15,
            configuration: 30,
            syncs: 40,
            most_syncs: 1,
            negated_syncs: 25,
            internal: 30,
            invariants: 40,
            inheritance: 25,
            externals: 15,
            twins: 15,
            relations: 35,
            guards: 35,
            foreign_reads: 40,
            temporal: 20,
            domains: 40,
            clock: true,
            finite: false,
            few: false,
            confined: false,
            varied_text: true,
        }
    }

    /// Integers and Booleans of small ranges and few instances, for tests of engines: every run can be explored.
    pub(crate) fn finite_integers() -> Profile {
        Profile {
            specifications: (1, 3),
            fields: (1, 2),
            events: (1, 3),
            params: (0, 3),
            states: (1, 3),
            transitions: 20,
            functions: (0, 1),
            checks: (1, 3),
            instances: 2,
            steps: 5,
            depth: 2,
            largest: 3,
            types: vec![Ty::Integer, Ty::Integer, Ty::Boolean],
            key_types: vec![Ty::Integer],
            collections: 0,
            configuration: 10,
            syncs: 50,
            most_syncs: 1,
            negated_syncs: 25,
            internal: 30,
            invariants: 50,
            inheritance: 15,
            externals: 0,
            twins: 10,
            relations: 35,
            guards: 35,
            foreign_reads: 40,
            temporal: 0,
            domains: 100,
            clock: false,
            finite: true,
            few: false,
            confined: false,
            varied_text: false,
        }
    }

    /// Little models whose every run can be explored, of most types. Some have a domain, the others say themselves
    /// what is possible. Some read the time.
    pub(crate) fn explorable(has_domain: bool, clock: bool) -> Profile {
        let mut types = vec![
            Ty::Integer,
            Ty::Integer,
            Ty::Integer,
            Ty::Boolean,
            Ty::Boolean,
        ];
        types.extend([Ty::Money, Ty::Money, Ty::Percentage, Ty::Date, Ty::Term]);
        types.extend([Ty::Real, Ty::String, Ty::Iban]);
        Profile {
            specifications: (1, 3),
            fields: (1, 2),
            events: (1, 3),
            params: (0, 2),
            states: (1, 3),
            transitions: 60,
            functions: (0, 1),
            depth: 2,
            types,
            collections: 12,
            configuration: 8,
            syncs: 30,
            most_syncs: 2,
            negated_syncs: 30,
            internal: 20,
            relations: 30,
            guards: 30,
            domains: if has_domain { 100 } else { 0 },
            clock,
            finite: false,
            few: true,
            confined: !has_domain,
            ..Profile::finite_integers()
        }
    }
}
