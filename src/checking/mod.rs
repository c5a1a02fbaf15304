//! Layer 7: checks from their texts to their answers, for whoever asks: the command line, editors and other programs
//! get the same answers because they ask here.
//!
//! [`select`] finds checks, [`answer_all`] has them answered, each in a thread of its own, as [`Settings`] say, and an
//! [`Answer`] is data: what was found, how long it took, what is worth knowing about it. [`crate::report`] puts it
//! into words. A [`Supervisor`] does the same as [`answer_all`] for those who want to hear how far it is, or to stop
//! it.
//!
//! A [`checker`] answers one check: an engine on a system that is made of the model, [`exploration`] also by the
//! interpreter's own search, [`auto`] by whichever is right, [`sliced`] from slices. [`method`] puts them together,
//! with what [`empty`] says of answers that are empty ones.

mod answer;
pub mod auto;
pub mod checker;
pub mod effects;
pub mod empty;
pub mod exploration;
pub mod method;
mod selection;
mod settings;
pub mod sliced;
mod supervise;
mod watch;

pub use answer::{Answer, Disagreement, NoModel, StoppedBy, Times, Verdict};
pub use selection::{INVARIANTS, NoChecks, Selected, at, select};
pub use settings::{Settings, TimeLimit};
pub use supervise::{Answered, Headway, Supervisor, answer_all};
