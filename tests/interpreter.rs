//! What the interpreter says on little specifications: values of expressions, which events happen and why others do not, next
//! states, starts and goals.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

#[path = "interpreter/events.rs"]
mod events;
#[path = "interpreter/expressions.rs"]
mod expressions;
#[path = "interpreter/long_ranges.rs"]
mod long_ranges;
#[path = "support/projects.rs"]
mod projects;
#[path = "support/runs.rs"]
mod runs;
#[path = "interpreter/states.rs"]
mod states;
#[path = "interpreter/world.rs"]
mod world;
