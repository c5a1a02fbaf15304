//! Ways to change inputs, by what they are made of.

pub(crate) mod arguments;
pub(crate) mod bytes;
pub(crate) mod json;
pub(crate) mod messages;
pub(crate) mod packages;
pub(crate) mod trees;
pub(crate) mod words;
