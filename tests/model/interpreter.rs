//! What the interpreter says on little specifications: values of expressions, which events happen and why others do
//! not, next states, starts and goals.

mod events;
mod expressions;
mod long_ranges;
mod states;
mod world;
