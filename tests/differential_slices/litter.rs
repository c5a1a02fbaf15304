//! What has nothing to do with the question of a project, put into it.

use crate::generate::model::Project;

/// Adds litter to a project.
pub(crate) fn add(_project: &mut Project, _seed: u64) {}
