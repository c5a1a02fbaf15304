//! Declarations: variables of the program, channels, and what names stand for.

use super::ast::{ChannelDeclaration, Declaration, Expr, Name, Process, VariableDeclaration};
use super::names::{ProcessNames, Symbol};
use super::translate::{Buffer, Channel, Translation};
use crate::diagnostics::Span;
use crate::diagnostics::codes::dve as codes;
use crate::finite::interval::Interval;
use crate::finite::{Array, Variable, VariableId};

/// More variables than this are not handled; the largest models of BEEM have a few hundred.
const MOST_VARIABLES: usize = 1 << 16;

impl Translation<'_> {
    /// Everything that is declared. A process can be named in those before it.
    pub(super) fn declare(&mut self, globals: &[Declaration], processes: &[&Process]) {
        for declaration in globals {
            self.declaration(None, declaration);
        }
        for (number, process) in processes.iter().enumerate() {
            let added = self
                .names
                .globals
                .add(&process.name, Symbol::Process(number));
            self.told(added);
        }
        for process in processes {
            self.process(process);
        }
    }

    /// A process: the variable of its state, its own variables, its states.
    fn process(&mut self, process: &Process) {
        let last = i64::try_from(process.states.len()).unwrap_or(i64::MAX) - 1;
        let control = self.variable(Variable {
            name: process.name.text.to_string(),
            low: 0,
            high: last.max(0),
            initial: vec![0],
            value_names: process
                .states
                .iter()
                .map(|it| it.text.to_string())
                .collect(),
            owner: None,
            span: Some(process.name.span),
        });
        let number = self.names.processes.len();
        self.names.processes.push(ProcessNames {
            control,
            scope: super::names::Scope::default(),
        });
        for declaration in &process.declarations {
            self.declaration(Some(number), declaration);
        }
        for (state, name) in (0..).zip(&process.states) {
            let scope = &mut self.names.processes[number].scope;
            let added = scope.add(name, Symbol::State(state));
            self.told(added);
        }
        self.initial_state(number, process);
    }

    fn initial_state(&mut self, number: usize, process: &Process) {
        let name = &process.name;
        if process.states.is_empty() {
            let message = format!("the process `{}` has no states", name.text);
            self.tell(codes::missing(name.span, message).help("list them: `state a, b;`"));
            return;
        }
        let Some(initial) = process.initial.first() else {
            let message = format!("the process `{}` begins nowhere", name.text);
            let help = format!("say where: `init {};`", process.states[0].text);
            self.tell(codes::missing(name.span, message).help(help));
            return;
        };
        if let Some(second) = process.initial.get(1) {
            self.tell(codes::one_only(
                second.span,
                "state to begin in",
                initial.span,
            ));
        }
        let state = self.names.state(number, initial);
        if let Some(state) = self.told(state) {
            let control = self.names.processes[number].control;
            self.program.variables[control.0 as usize].initial = vec![state];
        }
    }

    fn declaration(&mut self, process: Option<usize>, declaration: &Declaration) {
        let (name, symbol) = match declaration {
            Declaration::Variable(variable) => (&variable.name, self.variables(process, variable)),
            Declaration::Channel(channel) => (&channel.name, self.channel(process, channel)),
        };
        let hidden = process.and_then(|_| self.names.globals.get(&name.text));
        if let Some(hidden) = hidden {
            let hidden = codes::hidden_name(name.span, &name.text, hidden.span);
            self.tell(hidden);
        }
        let scope = match process {
            Some(process) => &mut self.names.processes[process].scope,
            None => &mut self.names.globals,
        };
        let added = scope.add(name, symbol);
        self.told(added);
    }

    fn variables(&mut self, process: Option<usize>, declared: &VariableDeclaration) -> Symbol {
        let size = match &declared.size {
            None => None,
            Some(size) => match self.size(process, size, 1, "an array has at least one element") {
                Some(size) => Some(size),
                None => return Symbol::Broken,
            },
        };
        let Some(values) = self.initial_values(process, declared, size) else {
            return Symbol::Broken;
        };
        if declared.is_constant && size.is_none() {
            return Symbol::Constant(values[0]);
        }
        let first = self.next_variable();
        for (index, value) in values.iter().enumerate() {
            let index = size.map(|_| index);
            self.typed_variable(process, declared, index, *value);
        }
        match size {
            None => Symbol::Variable(first, declared.ty),
            Some(length) => Symbol::Array {
                array: Array { first, length },
                ty: declared.ty,
                is_constant: declared.is_constant,
            },
        }
    }

    fn typed_variable(
        &mut self,
        process: Option<usize>,
        declared: &VariableDeclaration,
        index: Option<usize>,
        value: i64,
    ) {
        let range = if declared.is_constant {
            Interval::of(value)
        } else {
            declared.ty.range()
        };
        let base = self.qualified(process, &declared.name);
        self.variable(Variable {
            name: index.map_or_else(|| base.clone(), |index| format!("{base}[{index}]")),
            low: range.low,
            high: range.high,
            initial: vec![value],
            value_names: Vec::new(),
            owner: process.map(|process| self.names.processes[process].control),
            span: Some(declared.name.span),
        });
    }

    /// The values to begin with, one for each element; what is not written is zero.
    fn initial_values(
        &mut self,
        process: Option<usize>,
        declared: &VariableDeclaration,
        size: Option<u32>,
    ) -> Option<Vec<i64>> {
        let room = size.unwrap_or(1) as usize;
        if let Some(first_too_many) = declared.initial.get(room) {
            let written = declared.initial.len();
            let message = format!("there is room for {room}, but {written} values are written");
            self.tell(codes::size(first_too_many.span, message));
            return None;
        }
        if declared.is_constant && declared.initial.is_empty() {
            let message = format!("the constant `{}` has no value", declared.name.text);
            self.tell(codes::missing(declared.name.span, message));
            return None;
        }
        let mut values = vec![0; room];
        for (value, expr) in values.iter_mut().zip(&declared.initial) {
            let written = self.context(process).constant(expr);
            let written = self.told(written)?;
            *value = declared.ty.kept(written);
            if *value != written {
                let word = declared.ty.word();
                self.tell(codes::initial_value(expr.span, written, word, *value));
            }
        }
        Some(values)
    }

    /// A size that is written, if it is one.
    fn size(&mut self, process: Option<usize>, expr: &Expr, least: i64, rule: &str) -> Option<u32> {
        let size = self.context(process).constant(expr);
        let size = self.told(size)?;
        if size < least {
            self.tell(codes::size(expr.span, rule.to_owned()));
            return None;
        }
        let free = MOST_VARIABLES.saturating_sub(self.program.variables.len());
        match u32::try_from(size) {
            Ok(size) if (size as usize) < free => Some(size),
            _ => {
                self.tell(too_large(expr.span));
                None
            }
        }
    }

    fn channel(&mut self, process: Option<usize>, declared: &ChannelDeclaration) -> Symbol {
        let capacity = match &declared.capacity {
            None => 0,
            Some(capacity) => {
                let rule = "a channel cannot hold less than nothing";
                match self.size(process, capacity, 0, rule) {
                    Some(capacity) => capacity,
                    None => return Symbol::Broken,
                }
            }
        };
        let name = self.qualified(process, &declared.name);
        let buffer = if capacity == 0 {
            None
        } else {
            match self.buffer(declared, &name, capacity) {
                Some(buffer) => Some(buffer),
                None => return Symbol::Broken,
            }
        };
        self.channels.push(Channel {
            name: declared.name.text.to_string(),
            types: declared.types.clone(),
            buffer,
            parts: None,
        });
        Symbol::Channel(self.channels.len() - 1)
    }

    fn buffer(
        &mut self,
        declared: &ChannelDeclaration,
        name: &str,
        capacity: u32,
    ) -> Option<Buffer> {
        let span = declared.name.span;
        let Some(types) = &declared.types else {
            let message =
                "a channel that holds messages has to say of what type they are".to_owned();
            let help = format!(
                "write `channel {{byte}} {}[{capacity}];`",
                declared.name.text
            );
            self.tell(codes::missing(span, message).help(help));
            return None;
        };
        if self.program.variables.len() + types.len() * capacity as usize >= MOST_VARIABLES {
            self.tell(too_large(span));
            return None;
        }
        let length = self.variable(Variable {
            name: format!("{name}.length"),
            low: 0,
            high: i64::from(capacity),
            initial: vec![0],
            value_names: Vec::new(),
            owner: None,
            span: Some(span),
        });
        let mut parts = Vec::new();
        for (part, ty) in types.iter().enumerate() {
            let first = self.next_variable();
            for index in 0..capacity {
                let range = ty.range();
                self.variable(Variable {
                    name: if types.len() == 1 {
                        format!("{name}[{index}]")
                    } else {
                        format!("{name}[{index}].{part}")
                    },
                    low: range.low,
                    high: range.high,
                    initial: vec![0],
                    value_names: Vec::new(),
                    owner: None,
                    span: Some(span),
                });
            }
            let length = capacity;
            parts.push(Array { first, length });
        }
        Some(Buffer {
            length,
            capacity,
            parts,
        })
    }

    /// The name that something is told by.
    fn qualified(&self, process: Option<usize>, name: &Name) -> String {
        match process {
            None => name.text.to_string(),
            Some(process) => {
                let control = self.names.processes[process].control;
                format!("{}.{}", self.program.variable(control).name, name.text)
            }
        }
    }

    fn next_variable(&self) -> VariableId {
        VariableId(u32::try_from(self.program.variables.len()).unwrap_or(u32::MAX))
    }

    fn variable(&mut self, variable: Variable) -> VariableId {
        let id = self.next_variable();
        self.program.variables.push(variable);
        id
    }
}

fn too_large(span: Span) -> crate::diagnostics::Diagnostic {
    let message = format!("at most {MOST_VARIABLES} variables and elements are handled");
    codes::size(span, message)
}
