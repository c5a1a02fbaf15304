//! The words in pictures of control flow and dependences.

use super::super::harmless::harmless;
use super::super::picture::{Shape, wrap};
use super::super::source_line::source_line;
use super::Subject;
use crate::dependence::Variable;
use crate::dependence::flow::Node;
use crate::semantics::specification::{
    Event, EventId, FieldId, ParamId, Program, SpecId, Specification, StateId, Statement,
};

/// Texts are broken into lines of about so many characters.
const LINE: usize = 34;

/// Of a longer text there are so many lines, and dots.
const MOST_LINES: usize = 8;

/// `withdraw(amount)`
pub(super) fn signature(event: &Event) -> String {
    let params = event.params.iter().map(|param| param.name.text.as_str());
    let params = params.collect::<Vec<_>>().join(", ");
    let internal = if event.internal { " internal" } else { "" };
    format!("{}({params}){internal}", event.name.text)
}

/// What no other node of a flow is called.
pub(super) fn node_id(subject: &Subject<'_>, spec_names: &[String], node: Node) -> String {
    let spec = subject.program.spec(node.spec());
    let name = &spec_names[node.spec().index()];
    let event = |event: EventId| format!("{name}.{}()", spec.events[event.index()].name.text);
    match node {
        Node::State(_, state) => format!("{name}.{}", spec.states[state.index()].name.text),
        Node::Guard(_, id) => event(id),
        Node::Assignment(_, id, group) => {
            let shape = &subject.shapes[node.spec().index()][id.index()];
            let fields = field_names(spec, &shape.groups[group].fields);
            format!("{}.{}", event(id), fields.join("+"))
        }
        Node::Sync(_, id, sync) => format!("{}.sync{}", event(id), sync + 1),
    }
}

/// What stands in a node of a flow.
pub(super) fn node_lines(subject: &Subject<'_>, node: Node) -> Vec<String> {
    let spec = subject.program.spec(node.spec());
    let label = match node {
        Node::State(_, state) => vec![spec.states[state.index()].name.text.to_string()],
        Node::Guard(_, id) => {
            let event = &spec.events[id.index()];
            let guards = &subject.shapes[node.spec().index()][id.index()].guards;
            let after = guards.iter().map(|index| &event.postconditions[*index]);
            let conditions = event.preconditions.iter().chain(after);
            let mut lines = vec![event.name.text.to_string()];
            lines.extend(statements(subject, conditions));
            lines
        }
        Node::Assignment(_, id, group) => {
            let event = &spec.events[id.index()];
            let groups = &subject.shapes[node.spec().index()][id.index()].groups;
            let indices = groups[group].statements.iter();
            statements(subject, indices.map(|index| &event.postconditions[*index]))
        }
        Node::Sync(_, id, sync) => {
            let sync = &spec.events[id.index()].syncs[sync];
            lines(source_line(subject.sources.text_at(sync.span)).trim_end_matches(';'))
        }
    };
    shortened(label)
}

/// Where a point stands, within its event.
pub(super) fn place(subject: &Subject<'_>, node: Node) -> String {
    let spec = subject.program.spec(node.spec());
    match node {
        Node::State(_, state) => spec.states[state.index()].name.text.to_string(),
        Node::Guard(..) => "guard".to_owned(),
        Node::Assignment(_, event, group) => {
            let shape = &subject.shapes[node.spec().index()][event.index()];
            let fields = field_names(spec, &shape.groups[group].fields);
            format!("new {}", fields.join(", "))
        }
        Node::Sync(_, event, sync) => {
            let sync = &spec.events[event.index()].syncs[sync];
            let partner = subject.program.spec(sync.spec);
            let not = if sync.negated { "not " } else { "" };
            let event = &partner.events[sync.event.index()].name.text;
            format!("sync {not}{}.{event}", partner.name.text)
        }
    }
}

/// What a point is about: an epsilon for execution, as in the thesis.
pub(super) fn variable(subject: &Subject<'_>, node: Node, variable: &Variable) -> String {
    let own = subject.program.spec(node.spec());
    match variable {
        Variable::Execution => "ε".to_owned(),
        Variable::Field(field) => format!("this.{}", field_name(own, *field)),
        Variable::Foreign(spec, field) => {
            let spec = subject.program.spec(spec.spec);
            format!("{}.{}", spec.name.text, field_name(spec, *field))
        }
        Variable::Parameter(param) => param_name(own, node, *param),
        Variable::LifeCycle(spec, states) => state_test(subject.program, spec.spec, states),
    }
}

fn param_name(own: &Specification, node: Node, param: ParamId) -> String {
    let event = node.event().and_then(|event| own.events.get(event.index()));
    let param = event.and_then(|event| event.params.get(param.index()));
    param.map_or_else(String::new, |param| param.name.text.to_string())
}

fn state_test(program: &Program, spec: SpecId, states: &[StateId]) -> String {
    let spec = program.spec(spec);
    let names = states
        .iter()
        .map(|it| spec.states[it.index()].name.text.as_str());
    let names = names.collect::<Vec<_>>().join(", ");
    format!("{} instate {names}", spec.name.text)
}

/// What a node of a flow looks like.
pub(super) fn shape(program: &Program, node: Node) -> Shape {
    match node {
        Node::State(class, state) => {
            let state = &program.spec(class.spec).states[state.index()];
            Shape::of_state(state.initial, state.last)
        }
        Node::Guard(..) => Shape::Guard,
        Node::Assignment(..) => Shape::Assignment,
        Node::Sync(..) => Shape::Synchronisation,
    }
}

/// Breaks a text into lines that fit into a node.
pub(super) fn lines(text: &str) -> Vec<String> {
    wrap(&harmless(text), LINE)
}

fn field_name(spec: &Specification, field: FieldId) -> &str {
    &spec.fields[field.index()].name.text
}

fn field_names<'s>(spec: &'s Specification, fields: &[FieldId]) -> Vec<&'s str> {
    fields.iter().map(|it| field_name(spec, *it)).collect()
}

/// Conditions as they stand in the source, with semicolons between them.
fn statements<'s>(
    subject: &Subject<'_>,
    statements: impl Iterator<Item = &'s Statement>,
) -> Vec<String> {
    let texts = statements.map(|it| source_line(subject.sources.text_at(it.condition.span)));
    let mut broken: Vec<Vec<String>> = texts.map(|text| lines(&text)).collect();
    let n_texts = broken.len();
    for text in broken.iter_mut().take(n_texts.saturating_sub(1)) {
        if let Some(last) = text.last_mut() {
            last.push(';');
        }
    }
    broken.into_iter().flatten().collect()
}

fn shortened(mut lines: Vec<String>) -> Vec<String> {
    if lines.len() > MOST_LINES {
        lines.truncate(MOST_LINES);
        lines.push("…".to_owned());
    }
    lines
}
