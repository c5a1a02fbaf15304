//! Findings about texts that have a meaning, but probably not the one that was meant.

mod bodies;
mod circles;
mod constants;
mod lifecycle;
mod unset_fields;
mod unused;

pub(super) use bodies::{
    report_defaults, report_key_assignment, report_partial_updates, report_unused_params,
    unused_config_param,
};
pub(super) use circles::{circles, report_sync_circles};
pub(super) use constants::{Constant, constant};

use super::context::Context;
use super::load::Workspace;
use super::specification::Specification;
use super::test_module::TestModule;

/// Everything that can only be told once all specifications are checked.
pub(super) fn report(
    context: &Context<'_>,
    workspace: &Workspace,
    specs: &[Specification],
    tests: &[TestModule],
) {
    let starts = lifecycle::starts_of_tests(tests);
    for (header, spec) in context.headers().iter().zip(specs) {
        lifecycle::report(context, header, spec, &starts);
    }
    unset_fields::report(context, specs, tests);
    report_sync_circles(context, specs);
    unused::report(context, workspace, specs);
}
