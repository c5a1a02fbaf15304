//! What a search that slices lazily counts: the figures of Huang et al., section 9.

/// The figures of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Statistics {
    /// States that were looked at, each as often as it was: `|R|` over all that happened.
    pub explored: u64,
    /// The most states that were stored at any time: `|R|max`.
    pub stored: u64,
    /// How often a step between states of a slice was taken.
    pub transitions: u64,
    /// How often the property was evaluated.
    pub property_evaluations: u64,
    /// How often a guard was evaluated, in a slice or in the program itself.
    pub guard_evaluations: u64,
    /// How often the slice was refined.
    pub refinements: u64,
    /// The variables that were kept at the end.
    pub kept: u64,
    /// States of the program itself that it took to tell whether runs of a slice are real.
    pub concrete: u64,
    /// States of the program that are held at the moment, besides the stored ones, to tell whether runs are real.
    pub held: u64,
    /// Whether something could not be computed in a state of a slice.
    pub met_fault: bool,
}
