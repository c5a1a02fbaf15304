//! Systems as SMT-LIB files, which any solver reads.
//!
//! A file declares the variables before a step and after it and the inputs of the step, and defines what is true of
//! every state, of the first one, of a step, and of what is looked for. It asks for a step from a first state, so that
//! it can be tried as it is.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::context::InputRole;
use super::property::{Formula, Property};
use super::system::{Constraint, System, Turns};
use crate::logic::rewrite::symbols;
use crate::logic::smtlib::Writer;
use crate::logic::{InputId, Symbol, TermId, VariableId};

/// What symbols of a system are called, each otherwise than all others.
pub struct Names {
    /// The variables, before a step.
    pub current: Vec<String>,
    /// The inputs.
    pub inputs: Vec<String>,
}

impl Names {
    /// What the symbols of a system are called.
    pub fn of(system: &System) -> Names {
        let mut taken: BTreeSet<String> = ["valid", "start", "relation", "goal"]
            .map(String::from)
            .into();
        let mut name = |wanted: &str| {
            let numbered = (2_u32..).map(|number| format!("{wanted} {number}"));
            let mut names = std::iter::once(wanted.to_owned()).chain(numbered);
            let free = names.find(|name| !taken.contains(name) && !taken.contains(&next(name)));
            let free = free.unwrap_or_default();
            taken.insert(next(&free));
            taken.insert(free.clone());
            free
        };
        Names {
            current: system.variables.iter().map(|it| name(&it.name)).collect(),
            inputs: system
                .context
                .inputs
                .iter()
                .map(|it| name(&it.name))
                .collect(),
        }
    }

    /// What a symbol is called.
    pub fn name(&self, symbol: Symbol) -> String {
        let known = |names: &[String], at: u32| names.get(at as usize).cloned().unwrap_or_default();
        match symbol {
            Symbol::Current(VariableId(at)) => known(&self.current, at),
            Symbol::Next(VariableId(at)) => next(&known(&self.current, at)),
            Symbol::Input(InputId(at)) => known(&self.inputs, at),
            Symbol::Bound(id) => format!("bound {}", id.0),
        }
    }
}

/// What a variable is called after a step.
fn next(name: &str) -> String {
    format!("next {name}")
}

/// A system as a file.
pub fn write(system: &System) -> String {
    let names = Names::of(system);
    let name = |symbol: Symbol| names.name(symbol);
    let file = File {
        system,
        writer: Writer::new(&system.context.terms, &name),
        text: String::new(),
    };
    file.written()
}

struct File<'f> {
    system: &'f System,
    writer: Writer<'f>,
    text: String,
}

impl File<'_> {
    fn written(mut self) -> String {
        self.line("; A transition system: variables, how runs start, what a step is, and what is looked for.");
        self.line("(set-logic ALL)");
        self.text += &self.writer.sorts(&self.terms());
        self.symbols();
        let valid = self.valid();
        self.define("valid", &valid);
        let start: Vec<TermId> = terms_of(&self.system.start);
        self.define("start", &start);
        let relation: Vec<TermId> = self.relation();
        self.define("relation", &relation);
        for (number, property) in self.system.properties.iter().enumerate() {
            self.property(number, property);
        }
        self.line("; Is there a step from a first state?");
        self.line("(assert valid)");
        self.line("(assert start)");
        self.line("(assert relation)");
        self.line("(check-sat)");
        self.text
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// The variables and inputs. Those that are computed are defined.
    fn symbols(&mut self) {
        self.line("; The state before a step, and after it.");
        for (place, variable) in (0..).zip(&self.system.variables) {
            for symbol in [
                Symbol::Current(VariableId(place)),
                Symbol::Next(VariableId(place)),
            ] {
                let (name, sort) = (self.writer.symbol(symbol), self.writer.sort(variable.sort));
                let _ = writeln!(self.text, "(declare-const {name} {sort})");
            }
        }
        self.line("; The inputs of a step.");
        for (place, input) in (0..).zip(&self.system.context.inputs) {
            let name = self.writer.symbol(Symbol::Input(InputId(place)));
            let sort = self.writer.sort(input.sort);
            let _ = match input.role {
                InputRole::Defined { value, .. } | InputRole::Later { value, .. } => {
                    let value = self.writer.term(value);
                    writeln!(self.text, "(define-fun {name} () {sort} {value})")
                }
                InputRole::Chosen | InputRole::Unknown => {
                    writeln!(self.text, "(declare-const {name} {sort})")
                }
            };
        }
    }

    /// What is true of the state before a step, and what is only about that.
    fn valid(&self) -> Vec<TermId> {
        let facts = self.system.context.facts.iter().copied();
        let facts = facts.filter(|fact| !self.is_of_step(*fact));
        terms_of(&self.system.always)
            .into_iter()
            .chain(facts)
            .collect()
    }

    /// What is true of a step, the state after which has values of its types, too.
    fn relation(&self) -> Vec<TermId> {
        let relation = self.system.relation(Turns::OneByOne).map(|it| it.term);
        let facts = self.system.context.facts.iter().copied();
        relation
            .chain(facts.filter(|fact| self.is_of_step(*fact)))
            .collect()
    }

    fn is_of_step(&self, term: TermId) -> bool {
        let read = symbols(&self.system.context.terms, term);
        read.iter()
            .any(|it| matches!(it, Symbol::Next(_) | Symbol::Input(_)))
    }

    fn property(&mut self, number: usize, property: &Property) {
        match property {
            Property::Reach { wanted, lengths } => {
                let most = lengths
                    .most
                    .map_or("any".to_owned(), |most| most.to_string());
                let least = lengths.least;
                self.line(&format!(
                    "; What is looked for, in {least} to {most} steps."
                ));
                let wanted: Vec<TermId> = wanted.iter().map(|it| it.term).collect();
                self.define(&goal_name(number), &wanted);
            }
            Property::Temporal(formula) => {
                self.line("; The conditions of a temporal formula.");
                for (place, condition) in conditions(formula).into_iter().enumerate() {
                    self.define(&format!("{} {place}", goal_name(number)), &[condition]);
                }
            }
        }
    }

    /// Defines a name as the conjunction of some terms.
    fn define(&mut self, name: &str, terms: &[TermId]) {
        let name = if name.contains(' ') {
            format!("|{name}|")
        } else {
            name.to_owned()
        };
        let _ = writeln!(self.text, "(define-fun {name} () Bool (and true");
        for term in terms {
            let _ = writeln!(self.text, "  {}", self.writer.term(*term));
        }
        self.line("))");
    }

    /// All terms that are written.
    fn terms(&self) -> Vec<TermId> {
        let mut all = self.valid();
        all.extend(terms_of(&self.system.start));
        all.extend(self.relation());
        all.extend(
            self.system
                .context
                .inputs
                .iter()
                .filter_map(|it| match it.role {
                    InputRole::Defined { value, .. } | InputRole::Later { value, .. } => {
                        Some(value)
                    }
                    InputRole::Chosen | InputRole::Unknown => None,
                }),
        );
        for property in &self.system.properties {
            match property {
                Property::Reach { wanted, .. } => all.extend(wanted.iter().map(|it| it.term)),
                Property::Temporal(formula) => all.extend(conditions(formula)),
            }
        }
        all
    }
}

fn terms_of(constraints: &[Constraint]) -> Vec<TermId> {
    constraints.iter().map(|it| it.term).collect()
}

/// What a property is called that looks for states.
fn goal_name(number: usize) -> String {
    match number {
        0 => "goal".to_owned(),
        _ => format!("goal {number}"),
    }
}

/// The conditions of which a formula is made.
fn conditions(formula: &Formula) -> Vec<TermId> {
    match formula {
        Formula::Now(term) => vec![*term],
        Formula::All(parts) => parts.iter().flat_map(conditions).collect(),
        Formula::Forever(part) | Formula::Eventually(part) => conditions(part),
        Formula::Until(first, then) | Formula::Unless(first, then) => {
            let mut all = conditions(first);
            all.extend(conditions(then));
            all
        }
    }
}
