//! What several test programs share: files, little projects, random models, and ways to try many of them.

#![allow(dead_code, reason = "each test program uses a part of it")]

pub(crate) mod campaign;
pub(crate) mod case;
pub(crate) mod coverage;
pub(crate) mod dve_models;
pub(crate) mod files;
pub(crate) mod findings;
pub(crate) mod finite_programs;
pub(crate) mod generate;
pub(crate) mod plant;
pub(crate) mod projects;
pub(crate) mod runs;
pub(crate) mod schema;
pub(crate) mod walk;
pub(crate) mod workers;
