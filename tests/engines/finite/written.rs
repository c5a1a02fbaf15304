//! Random finite programs as texts: as a model of `.dve`, and in our language, with one entity or with several.

use std::collections::BTreeMap;

use fretsaw::finite::{
    Action, BinaryOp, Effect, Expr, Place, Program, UnaryOp, Variable, VariableId,
};

use super::generate::Case;

/// A model in the language of `DiVinE`, and what is looked for in it.
pub(crate) struct Dve {
    pub(crate) text: String,
    pub(crate) property: String,
    /// The steps that it takes to choose where to begin.
    pub(crate) steps_before: usize,
}

/// How variables become entities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One entity with a field for each variable.
    Fields,
    /// An entity for each variable, known by its key, and one that syncs with them. How they begin cannot depend on
    /// each other.
    Cells,
}

/// A specification and a test module, with the steps that its goal takes besides those of the program.
pub(crate) struct Modules {
    pub(crate) name: String,
    pub(crate) specification: String,
    pub(crate) test: String,
    pub(crate) steps_after: usize,
}

/// Whether a variable may begin with anything that it can be.
fn is_open(variable: &Variable) -> bool {
    let values = variable.high - variable.low + 1;
    i64::try_from(variable.initial.len()) == Ok(values)
}

/// Whether a start leaves something open.
pub(crate) fn leaves_something_open(program: &Program) -> bool {
    program.variables_alone().any(|(_, it)| is_open(it))
}

fn joined(parts: impl Iterator<Item = String>, by: &str) -> String {
    parts.collect::<Vec<_>>().join(by)
}

fn name_of(program: &Program, id: VariableId) -> String {
    program.variable(id).name.clone()
}

/// An expression in the notation that both languages share, but for names and negation.
fn expression(expr: &Expr, name: &dyn Fn(VariableId) -> String) -> String {
    match expr {
        Expr::Constant(value) => value.to_string(),
        Expr::Variable(id) => name(*id),
        Expr::Unary(UnaryOp::Not, operand) => format!("(not {})", expression(operand, name)),
        Expr::Binary(op, left, right) => {
            let (left, right) = (expression(left, name), expression(right, name));
            format!("({left} {} {right})", symbol(*op))
        }
        other => panic!("{other:?} is not generated"),
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Equal => "==",
        BinaryOp::NotEqual => "!=",
        BinaryOp::Less => "<",
        BinaryOp::Add => "+",
        BinaryOp::Remainder => "%",
        other => panic!("{other:?} is not generated"),
    }
}

/// The variable that an effect assigns, and what it assigns.
fn assignment(effect: &Effect) -> (VariableId, &Expr) {
    match effect {
        Effect::Assign(Place::Variable(target), value) => (*target, value),
        other => panic!("{other:?} is not generated"),
    }
}

/// Writes a model. There variables begin with one value each, so where there is a choice it takes a step.
pub(crate) fn dve(case: &Case) -> Dve {
    let program = &case.program;
    let name = |id| name_of(program, id);
    let declared = program.variables.iter();
    let declared = declared.map(|it| format!("byte {} = {};\n", it.name, it.initial[0]));
    let begin: Vec<_> = program.starts().collect();
    let chooses = begin.len() > 1;
    let mut moves: Vec<String> = program
        .actions
        .iter()
        .map(|it| dve_move(it, &name))
        .collect();
    if chooses {
        moves.extend(begin.iter().map(|state| {
            let values = program.variables.iter().zip(state);
            let values = joined(
                values.map(|(it, value)| format!("{} = {value}", it.name)),
                ", ",
            );
            format!("    choosing -> running {{ effect {values}; }}")
        }));
    }
    let first = if chooses { "choosing" } else { "running" };
    let text = format!(
        "{}process P {{\n  state choosing, running;\n  init {first};\n  trans\n{};\n}}\nsystem async;\n",
        joined(declared, ""),
        moves.join(",\n")
    );
    Dve {
        text,
        property: format!("P.running && {}", expression(&case.property, &name)),
        steps_before: usize::from(chooses),
    }
}

fn dve_move(action: &Action, name: &dyn Fn(VariableId) -> String) -> String {
    let guard = joined(action.guard.iter().map(|it| expression(it, name)), " && ");
    let effects = action.effects.iter().map(assignment);
    let effects =
        effects.map(|(target, value)| format!("{} = {}", name(target), expression(value, name)));
    let effects = joined(effects, ", ");
    format!("    running -> running {{ guard {guard}; effect {effects}; }}")
}

/// What an action makes of each variable, all at once: postconditions know no order.
fn at_once(action: &Action) -> BTreeMap<VariableId, Expr> {
    let mut values = BTreeMap::new();
    for (target, value) in action.effects.iter().map(assignment) {
        let value = replaced(value, &values);
        values.insert(target, value);
    }
    values
}

fn replaced(expr: &Expr, values: &BTreeMap<VariableId, Expr>) -> Expr {
    match expr {
        Expr::Variable(id) => values.get(id).unwrap_or(expr).clone(),
        Expr::Unary(op, operand) => Expr::Unary(*op, Box::new(replaced(operand, values))),
        Expr::Binary(op, left, right) => {
            let (left, right) = (replaced(left, values), replaced(right, values));
            Expr::Binary(*op, Box::new(left), Box::new(right))
        }
        other => other.clone(),
    }
}

/// Writes modules.
pub(crate) fn modules(case: &Case, shape: Shape, name: &str) -> Modules {
    let (specification, test) = match shape {
        Shape::Fields => (fields(case), test_of_fields(case)),
        Shape::Cells => (cells(case), test_of_cells(case)),
    };
    Modules {
        name: name.to_owned(),
        specification: format!("module {name}\n\n{specification}"),
        test: format!("module {name}Checks\n\nimport {name}\n\n{test}"),
        steps_after: usize::from(shape == Shape::Cells),
    }
}

fn event_names(program: &Program) -> String {
    joined(program.actions.iter().map(|it| it.name.clone()), ", ")
}

fn event_references(program: &Program) -> String {
    let references = program.actions.iter();
    joined(references.map(|it| format!("        {}[]\n", it.name)), "")
}

fn event(name: &str, parts: &[(&str, Vec<String>)]) -> String {
    let parts = parts
        .iter()
        .filter(|(_, statements)| !statements.is_empty());
    let parts = parts.map(|(part, statements)| {
        let statements = joined(statements.iter().map(|it| format!("        {it};\n")), "");
        format!("    {part} {{\n{statements}    }}\n")
    });
    format!("\nevent {name}() {{\n{}}}\n", parts.collect::<String>())
}

fn fields(case: &Case) -> String {
    let program = &case.program;
    let name = |id| format!("this.{}", name_of(program, id));
    let declared = program.variables.iter();
    let declared = declared.map(|it| format!("        {}: Integer\n", it.name));
    let declared = joined(declared, "");
    let events = program.actions.iter().map(|action| {
        let guard = action.guard.iter().map(|it| expression(it, &name));
        let values = at_once(action).into_iter();
        let values =
            values.map(|(id, value)| format!("new {} == {}", name(id), expression(&value, &name)));
        let parts = [
            ("preconditions", guard.collect()),
            ("postconditions", values.collect()),
        ];
        event(&action.name, &parts)
    });
    format!(
        "specification Machine {{\n    fields {{\n        id: Integer @key\n{declared}    }}\n    \
         events {{\n{}    }}\n    lifeCycle {{\n        initial running -> running: {}\n    }}\n}}\n{}",
        event_references(program),
        event_names(program),
        events.collect::<String>()
    )
}

fn test_of_fields(case: &Case) -> String {
    let program = &case.program;
    let domains = program.variables.iter();
    let domains =
        domains.map(|it| format!("    Machine.{}: {} .. {};\n", it.name, it.low, it.high));
    let starts = program.variables_alone();
    let starts = starts.filter_map(|(_, it)| start(&it.name, it, it.high));
    let starts = std::iter::once("id == 1".to_owned()).chain(starts);
    let starts = starts.chain(together(program));
    test(
        &domains.collect::<String>(),
        &format!("    running Machine with {};\n", joined(starts, " and ")),
        &format!(
            "    running Machine with {};\n",
            expression(&case.property, &|id| name_of(program, id))
        ),
    )
}

/// What a start says of a variable whose domain ends with a number; nothing if it may have any value of that.
fn start(name: &str, variable: &Variable, domain_end: i64) -> Option<String> {
    let values = variable.initial.as_slice();
    if is_open(variable) && variable.high == domain_end {
        return None;
    }
    Some(match values {
        [value] => format!("{name} == {value}"),
        values => {
            let values = joined(values.iter().map(i64::to_string), ", ");
            format!("{name} in {{{values}}}")
        }
    })
}

/// What a start says of variables that depend on each other.
fn together(program: &Program) -> Option<String> {
    let together = program.together.as_ref()?;
    let tuples = together.values.iter().map(|tuple| {
        let facts = together.variables.iter().zip(tuple);
        let facts = facts.map(|(id, value)| format!("{} == {value}", name_of(program, *id)));
        format!("({})", joined(facts, " && "))
    });
    Some(format!("({})", joined(tuples, " || ")))
}

fn cell(id: VariableId) -> String {
    format!("Cell[{}]", id.0 + 1)
}

fn cells(case: &Case) -> String {
    let program = &case.program;
    let name = |id| format!("{}.value", cell(id));
    let mut events: String = program
        .actions
        .iter()
        .map(|action| {
            let guard = action.guard.iter().map(|it| expression(it, &name));
            let values = at_once(action).into_iter();
            let values = values
                .map(|(id, value)| format!("{}.set({})", cell(id), expression(&value, &name)));
            let parts = [
                ("preconditions", guard.collect()),
                ("sync", values.collect()),
            ];
            event(&action.name, &parts)
        })
        .collect();
    let property = expression(&case.property, &name);
    events += &event("find", &[("preconditions", vec![property])]);
    format!(
        "specification Machine {{\n    fields {{\n        id: Integer @key\n    }}\n    events {{\n{}        find[]\n    }}\n    \
         lifeCycle {{\n        initial running -> running: {}\n                        -> found: find\n        final found\n    }}\n}}\n{events}{CELL}",
        event_references(program),
        event_names(program),
    )
}

const CELL: &str = "
specification Cell {
    fields {
        number: Integer @key
        value: Integer
    }
    events {
        internal set[]
    }
    lifeCycle {
        initial held -> held: set
    }
}

event set(next: Integer) {
    postconditions {
        new this.value == next;
    }
}
";

fn test_of_cells(case: &Case) -> String {
    let program = &case.program;
    let high = program
        .variables
        .iter()
        .map(|it| it.high)
        .max()
        .unwrap_or(0);
    let domains = format!("    Cell.value: 0 .. {high};\n    Cell.set.next: 0 .. {high};\n");
    let cells = program.variable_ids().zip(&program.variables);
    let cells = cells.map(|(id, variable)| {
        let number = format!("number == {}", id.0 + 1);
        let value = start("value", variable, high);
        let facts = std::iter::once(number).chain(value);
        format!("    held Cell with {};\n", joined(facts, " and "))
    });
    let start = format!("    running Machine;\n{}", cells.collect::<String>());
    test(&domains, &start, "    found Machine;\n")
}

fn test(domains: &str, start: &str, goal: &str) -> String {
    format!(
        "domain values {{\n{domains}}}\n\nstate start {{\n{start}}}\n\nstate goal {{\n{goal}}}\n\n\
         check goal reachable from start within values;\n"
    )
}
