//! Test modules as text.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::model::{
    Bounds, Check, DomainTarget, DomainValues, Expr, InStates, Instances, Property, Setup,
    TestModule,
};
use super::print_expr::{element, list, state_ref};

/// A test module without its header.
pub(super) fn body(test: &TestModule) -> String {
    let mut out = String::new();
    for state in &test.states {
        let _ = writeln!(out, "state {} {{", state.name);
        setups(&mut out, "    ", &state.setups);
        out += "}\n\n";
    }
    for domain in &test.domains {
        let _ = writeln!(out, "domain {} {{", domain.name);
        for (target, values) in &domain.entries {
            let _ = writeln!(out, "    {}: {};", target_text(target), values_text(values));
        }
        out += "}\n\n";
    }
    // Short checks stand in one line, and of several some are long.
    let between = if test.checks.len() > 1 { "\n    " } else { " " };
    for check in &test.checks {
        let _ = writeln!(out, "check {};", clauses(check).join(between));
    }
    out
}

fn setups(out: &mut String, indent: &str, statements: &[Setup]) {
    let inner = format!("{indent}    ");
    for setup in statements {
        match setup {
            Setup::Now(time) => *out += &format!("{indent}now is {time};\n"),
            Setup::Instances(instances) => {
                *out += &format!("{indent}{};\n", instances_text(instances));
            }
            Setup::Always(word, part) => {
                *out += &format!("{indent}{word} {{\n");
                setups(out, &inner, part);
                *out += &format!("{indent}}}\n");
            }
            Setup::Pair(word, first, second) => {
                *out += &format!("{indent}{{\n");
                setups(out, &inner, first);
                *out += &format!("{indent}}} {word} {{\n");
                setups(out, &inner, second);
                *out += &format!("{indent}}}\n");
            }
        }
    }
}

fn instances_text(instances: &Instances) -> String {
    let mut words = Vec::new();
    if instances.negated {
        words.push("not".to_owned());
    }
    words.extend(instances.count.map(|count| count.to_string()));
    match &instances.states {
        InStates::Any => {}
        InStates::Uninitialized => words.push("uninitialized".to_owned()),
        InStates::Named(states) => words.push(state_ref(states)),
    }
    words.push(instances.spec.clone());
    if !instances.each.is_empty() {
        words.push(format!("with {}", list(&instances.each)));
    }
    for one in &instances.one_by_one {
        let constraints: Vec<String> = one.iter().map(element).collect();
        words.push(format!("- one with {}", constraints.join(" and ")));
    }
    words.join(" ")
}

fn target_text(target: &DomainTarget) -> String {
    match target {
        DomainTarget::Type(ty) => ty.to_string(),
        DomainTarget::Field(spec, field) => format!("{spec}.{field}"),
        DomainTarget::Parameter(spec, event, param) => format!("{spec}.{event}.{param}"),
    }
}

fn values_text(values: &DomainValues) -> String {
    match values {
        DomainValues::Set(values) => format!("{{{}}}", list(values)),
        DomainValues::Range(low, high, None) => format!("{low} .. {high}"),
        DomainValues::Range(low, high, Some(step)) => format!("{low} .. {high} by {step}"),
    }
}

fn clauses(check: &Check) -> Vec<String> {
    let mut words = vec![match &check.property {
        Property::Reachable(state) => format!("{state} reachable"),
        Property::Unreachable(state) => format!("{state} unreachable"),
        Property::InvariantsHold => "invariants hold".to_owned(),
    }];
    words.extend(check.from.as_ref().map(|state| format!("from {state}")));
    words.extend(check.bounds.map(bounds_text));
    if !check.using.is_empty() {
        let patterns = check.using.iter().map(|(spec, event)| {
            let event = event.as_deref().unwrap_or("*");
            format!("{spec}.{event}")
        });
        words.push(format!(
            "using events {}",
            patterns.collect::<Vec<_>>().join(", ")
        ));
    }
    words.extend(
        check
            .within
            .as_ref()
            .map(|domain| format!("within {domain}")),
    );
    words
}

fn bounds_text(bounds: Bounds) -> String {
    match bounds {
        Bounds::Max(1) => "in max 1 step".to_owned(),
        Bounds::Max(most) => format!("in max {most} steps"),
        Bounds::Exactly(steps) => format!("in exactly {steps} steps"),
        Bounds::Between(least, most) => format!("between {least} and {most} steps"),
    }
}

/// All expressions of a test module.
pub(super) fn exprs(test: &TestModule) -> Vec<&Expr> {
    let mut found = Vec::new();
    for_each_instances(test, &mut |instances| {
        found.extend(&instances.each);
        found.extend(instances.one_by_one.iter().flatten());
    });
    found
}

/// The specifications that a test module names outside of its expressions.
pub(super) fn specifications(test: &TestModule) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for_each_instances(test, &mut |instances| {
        found.insert(instances.spec.clone());
    });
    for (target, _) in test.domains.iter().flat_map(|domain| &domain.entries) {
        if let DomainTarget::Field(spec, _) | DomainTarget::Parameter(spec, ..) = target {
            found.insert(spec.clone());
        }
    }
    let patterns = test.checks.iter().flat_map(|check| &check.using);
    found.extend(patterns.map(|(spec, _)| spec.clone()));
    found
}

fn for_each_instances<'t>(test: &'t TestModule, visit: &mut dyn FnMut(&'t Instances)) {
    for state in &test.states {
        in_setups(&state.setups, visit);
    }
}

fn in_setups<'t>(setups: &'t [Setup], visit: &mut dyn FnMut(&'t Instances)) {
    for setup in setups {
        match setup {
            Setup::Now(_) => {}
            Setup::Instances(instances) => visit(instances),
            Setup::Always(_, part) => in_setups(part, visit),
            Setup::Pair(_, first, second) => {
                in_setups(first, visit);
                in_setups(second, visit);
            }
        }
    }
}
