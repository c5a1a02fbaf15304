//! Layer 7: checks from their models to what is shown of them, for whoever asks: the command line and editors give the same answers because
//! they ask here.
//!
//! [`selection`] finds checks, [`answer`] answers one, and [`supervise`] has several answered in threads, with an eye on the clock.

pub(crate) mod answer;
pub(crate) mod selection;
pub(crate) mod supervise;
