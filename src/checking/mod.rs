//! Layer 7: checks from their models to what is shown of them, for whoever asks: the command line and editors give the same
//! answers because they ask here.
//!
//! [`selection`] finds checks, [`sliced`] has engines look at slices, [`answer`] answers one check, and [`supervise`] has several
//! answered in threads, with an eye on the clock.

pub(crate) mod answer;
pub(crate) mod selection;
pub mod sliced;
pub(crate) mod supervise;
