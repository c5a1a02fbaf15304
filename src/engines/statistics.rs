//! How much work an answer was, for whoever asks why it took so long.

/// What was counted. Each part is there where that kind of work was done.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// The instances of the model.
    pub instances: Option<u64>,
    /// What a solver was asked.
    pub solver: Option<SolverWork>,
    /// The states of a finite program that were looked at.
    pub search: Option<SearchWork>,
    /// The slices of a finite program that were searched.
    pub lazy_search: Option<LazyWork>,
    /// The slice of the model that was looked at.
    pub slice: Option<SliceWork>,
}

impl Statistics {
    /// Nothing yet, of a system with so many instances.
    pub fn of_size(instances: usize) -> Statistics {
        Statistics {
            instances: Some(instances as u64),
            ..Statistics::default()
        }
    }
}

/// What a solver was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SolverWork {
    /// The length of the longest runs that were looked at.
    pub steps: u64,
    /// What the solver was told.
    pub assertions: u64,
}

/// A search that looks at every state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SearchWork {
    /// States that were found.
    pub states: u64,
    /// Steps between them.
    pub transitions: u64,
    /// The memory that the states took.
    pub bytes: u64,
}

/// A search that looks at slices of states, and refines them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LazyWork {
    /// States that were stored.
    pub states: u64,
    /// The variables of the program.
    pub variables: u64,
    /// Those of the last slice.
    pub kept_variables: u64,
    /// How often the slice was refined.
    pub refinements: u64,
}

/// A slice of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SliceWork {
    /// The fields that it has.
    pub fields: u64,
    /// The events that it has.
    pub events: u64,
    /// How often it was refined.
    pub refinements: u64,
}
