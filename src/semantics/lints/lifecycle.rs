//! Findings about life cycles.

use std::collections::BTreeSet;

use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::{lifecycles as codes, specifications as spec_codes};
use crate::semantics::context::{Context, TooManyUnknown};
use crate::semantics::headers::{Arrow, SpecHeader};
use crate::semantics::specification::{EventId, SpecId, Specification, State, StateId};
use crate::semantics::test_module::{Setup, TestModule};

/// The life-cycle states in which checks start.
pub(super) type Starts = BTreeSet<(SpecId, StateId)>;

/// The states in which checks with a start of their own start.
pub(super) fn starts_of_tests(tests: &[TestModule]) -> Starts {
    let mut starts = Starts::new();
    for test in tests {
        let states = test.checks.iter().filter_map(|check| check.from);
        for setup in states.flat_map(|state| &test.states[state].setups) {
            if let Setup::Instances(instances) = setup {
                let states = instances.states.iter();
                starts.extend(states.map(|state| (instances.spec, *state)));
            }
        }
    }
    starts
}

/// Reports what is odd about the life cycle of a specification, and a missing key. Nothing is
/// said of what only others extend, or of what could not be understood.
pub(super) fn report(
    context: &Context<'_>,
    header: &SpecHeader,
    spec: &Specification,
    starts: &Starts,
) {
    if header.broken || spec.is_abstract() {
        return;
    }
    if spec.key.is_none() {
        let missing = spec_codes::missing_key(spec.name.span, &spec.name.text);
        context.report_unless_inherited(header, missing);
    }
    if header.is_partial() {
        return;
    }
    report_initial(context, header, spec);
    // Without a life cycle nothing can happen, which has been told.
    if spec.states.is_empty() {
        return;
    }
    report_absent_events(context, header);
    report_states(context, header, spec, starts);
    report_repeated_arrows(context, spec);
}

fn report_initial(context: &Context<'_>, header: &SpecHeader, spec: &Specification) {
    let mut initial = spec.states.iter().filter(|state| state.initial);
    match initial.next() {
        None if spec.states.is_empty() => {
            let nothing = codes::no_life_cycle(spec.name.span, &spec.name.text);
            context.report_unless_inherited(header, nothing);
        }
        None => {
            let no_start = codes::no_initial_state(spec.name.span, &spec.name.text);
            context.report_unless_inherited(header, no_start);
        }
        Some(first) => {
            for second in initial {
                context.report(second_initial(spec, first, second));
            }
        }
    }
}

/// Own states come before inherited ones, so if only the second is inherited, the first is to blame.
fn second_initial(spec: &Specification, first: &State, second: &State) -> Diagnostic {
    let is_own = |state: &State| spec.span.contains(state.name.span);
    if is_own(first) && !is_own(second) {
        let inherited = (second.name.text.as_str(), second.name.span);
        return codes::inherited_initial_state(first.name.span, &first.name.text, inherited);
    }
    codes::several_initial_states(second.name.span, &second.name.text, first.name.span)
}

/// An event that no arrow names can never happen, unless an arrow names it with a spelling mistake.
fn report_absent_events(context: &Context<'_>, header: &SpecHeader) {
    let mut used = vec![false; header.events.len()];
    for arrow in &header.arrows {
        let Ok(meant) = meant_event(context, header, arrow) else {
            return;
        };
        if let Some(id) = meant {
            used[id.index()] = true;
        }
    }
    let absent = header.events.iter().zip(used).filter(|(_, used)| !used);
    for (event, _) in absent.filter(|(event, _)| !event.is_unknown()) {
        let name = &event.name;
        let absent = codes::event_without_arrow(name.span, &name.text, &header.name.text);
        context.report_unless_inherited(header, absent);
    }
}

/// The event that an arrow names, or that the name is a misspelling of.
fn meant_event(
    context: &Context<'_>,
    header: &SpecHeader,
    arrow: &Arrow,
) -> Result<Option<EventId>, TooManyUnknown> {
    let name = &arrow.event.text;
    if let Some((id, _)) = header.event(name) {
        return Ok(Some(id));
    }
    let near = context.meant(name, header.event_names())?;
    Ok(near.and_then(|near| header.event(near)).map(|(id, _)| id))
}

fn report_states(
    context: &Context<'_>,
    header: &SpecHeader,
    spec: &Specification,
    starts: &Starts,
) {
    let starts = starts.iter().filter(|(id, _)| *id == header.id);
    let starts: BTreeSet<StateId> = starts.map(|(_, state)| *state).collect();
    let starts_elsewhere = starts.iter().any(|it| !spec.states[it.index()].initial);
    // Where too many names are unknown, nothing is known of what leads where.
    let unreachable = unreachable_states(context, header, spec, &starts)
        .unwrap_or_else(|_| vec![false; spec.states.len()]);
    let arrows = first_arrows(header, spec.states.len());
    for (index, state) in spec.states.iter().enumerate() {
        let name = &state.name;
        if unreachable[index] {
            let found = codes::unreachable_state(name.span, &name.text, &spec.name.text);
            context.report_unless_inherited(header, found);
        } else if let (true, Some(arrow)) = (state.last, arrows[index]) {
            let make = if arrow.to.text == arrow.from.text {
                codes::final_with_events
            } else {
                codes::final_with_way_out
            };
            context.report(make(arrow.event.span, &name.text, name.span));
        } else if state.initial && (starts_elsewhere || spec.states.len() == 1) {
            // Something that never changes, or of which only the rest of the life cycle is looked at.
        } else if !state.last && arrows[index].is_none() {
            context.report(codes::dead_end(name.span, &name.text, state.initial));
        }
    }
}

/// For each state the first arrow that leads out of it, or else the first that leads back to it. An arrow with a name
/// that is not declared is one all the same.
fn first_arrows(header: &SpecHeader, states: usize) -> Vec<Option<&Arrow>> {
    let mut first: Vec<Option<&Arrow>> = vec![None; states];
    let leaves = |arrow: &Arrow| arrow.to.text != arrow.from.text;
    for arrow in &header.arrows {
        let Some(from) = header.state(&arrow.from.text) else {
            continue;
        };
        let known = &mut first[from.index()];
        if known.is_none_or(|known| leaves(arrow) && !leaves(known)) {
            *known = Some(arrow);
        }
    }
    first
}

/// For each state whether no way leads to it from the initial state or from one in which a check starts. Those that
/// could be reached if another one were are left out.
fn unreachable_states(
    context: &Context<'_>,
    header: &SpecHeader,
    spec: &Specification,
    starts: &BTreeSet<StateId>,
) -> Result<Vec<bool>, TooManyUnknown> {
    let mut successors: Vec<Vec<StateId>> = vec![Vec::new(); spec.states.len()];
    for arrow in &header.arrows {
        let to = meant_state(context, header, arrow)?;
        if let (Some(from), Some(to)) = (header.state(&arrow.from.text), to) {
            successors[from.index()].push(to);
        }
    }
    let mut reached = vec![false; spec.states.len()];
    for start in (0..reached.len()).filter(|index| spec.states[*index].initial) {
        mark_reachable(start, &successors, &mut reached);
    }
    for start in starts {
        mark_reachable(start.index(), &successors, &mut reached);
    }
    let mut unreachable = vec![false; spec.states.len()];
    // Without a start nothing is reached, which has been told.
    if !reached.contains(&true) {
        return Ok(unreachable);
    }
    let has_way_in = states_with_way_in(&successors);
    // What is left without a way in comes before circles.
    let (circles, sources): (Vec<usize>, Vec<usize>) =
        (0..reached.len()).partition(|index| has_way_in[*index]);
    for state in sources.into_iter().chain(circles) {
        if !reached[state] {
            unreachable[state] = true;
            mark_reachable(state, &successors, &mut reached);
        }
    }
    Ok(unreachable)
}

/// The state that an arrow leads to, or that its target is a misspelling of.
fn meant_state(
    context: &Context<'_>,
    header: &SpecHeader,
    arrow: &Arrow,
) -> Result<Option<StateId>, TooManyUnknown> {
    let name = &arrow.to.text;
    if let Some(id) = header.state(name) {
        return Ok(Some(id));
    }
    let near = context.meant(name, header.state_names())?;
    Ok(near.and_then(|near| header.state(near)))
}

fn mark_reachable(start: usize, successors: &[Vec<StateId>], reached: &mut [bool]) {
    reached[start] = true;
    let mut work = vec![start];
    while let Some(state) = work.pop() {
        for next in &successors[state] {
            if !std::mem::replace(&mut reached[next.index()], true) {
                work.push(next.index());
            }
        }
    }
}

/// Whether an arrow leads to a state from another one.
fn states_with_way_in(successors: &[Vec<StateId>]) -> Vec<bool> {
    let mut has_way_in = vec![false; successors.len()];
    for (from, targets) in successors.iter().enumerate() {
        for to in targets.iter().filter(|to| to.index() != from) {
            has_way_in[to.index()] = true;
        }
    }
    has_way_in
}

fn report_repeated_arrows(context: &Context<'_>, spec: &Specification) {
    let mut seen = rustc_hash::FxHashMap::default();
    for transition in &spec.transitions {
        let key = (transition.from, transition.to, transition.event);
        let first = *seen.entry(key).or_insert(transition.span);
        if first != transition.span {
            let event = &spec.events[transition.event.index()].name.text;
            context.report(codes::repeated_arrow(transition.span, event, first));
        }
    }
}
