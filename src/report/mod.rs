//! Layer 7: what the user gets to read, as text or JSON.
//!
//! One file a format. Everything here turns data into strings or serializable structures; nothing writes to a stream,
//! knows whether there is a terminal, or decides what to show.

pub mod check_json;
pub mod check_text;
pub mod checks;
pub mod diagnostics_json;
pub mod diagnostics_text;
mod excerpt;
pub mod explanation;
pub mod explore;
pub mod explore_json;
pub mod explore_text;
pub mod format_json;
pub mod goal_text;
pub mod graphs;
pub mod harmless;
pub mod lifecycle;
pub mod model_description;
pub mod model_json;
pub mod model_text;
pub mod picture;
pub mod refusal_text;
pub mod restrictions;
pub mod schema;
pub mod simulation_json;
pub mod simulation_text;
pub mod slice_json;
pub mod slice_text;
mod source_line;
pub mod state_graph;
mod statistics;
pub mod system_description;
pub mod system_json;
pub mod system_text;
mod telling;
pub mod trace_mermaid;
pub mod trace_text;
pub mod tree_json;
pub mod tree_text;
pub mod vacuity;
pub mod why_json;
pub mod why_text;
mod why_words;

/// The version of all our JSON documents. It grows when a field changes its meaning or goes away.
pub const JSON_VERSION: u32 = 1;
