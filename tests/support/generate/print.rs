//! A project as the texts of its files.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::model::{
    Event, EventRef, Expr, Function, Item, Module, Param, Project, Specification, Statement, Style,
    TestModule,
};
use super::print_expr::{expr, statement};
use super::print_tests;

/// Where a project's files stand.
pub(crate) const FOLDER: &str = "project";

impl Project {
    /// Path and text of every file.
    pub(crate) fn files(&self) -> Vec<(String, String)> {
        let homes = self.homes();
        let modules = self.modules.iter().map(|module| {
            let text = Printer {
                homes: &homes,
                style: &self.style,
            }
            .module(module);
            (path(&module.name, "ebl"), text)
        });
        let tests = self.tests.iter().map(|test| {
            let header = header(&test.name, &references_of_test(test), &homes);
            (path(&test.name, "tebl"), header + &print_tests::body(test))
        });
        modules.chain(tests).collect()
    }

    /// The module of every declaration.
    fn homes(&self) -> BTreeMap<&str, &str> {
        let declared = self.modules.iter().flat_map(|module| {
            module
                .items
                .iter()
                .map(|item| (item.name(), module.name.as_str()))
        });
        declared.collect()
    }
}

fn path(module: &str, extension: &str) -> String {
    format!("{FOLDER}/{}.{extension}", module.replace('.', "/"))
}

/// The name of a module and the imports that its references need.
fn header(name: &str, references: &BTreeSet<String>, homes: &BTreeMap<&str, &str>) -> String {
    let homes = references
        .iter()
        .filter_map(|reference| homes.get(reference.as_str()));
    let imports: BTreeSet<&str> = homes.copied().filter(|home| *home != name).collect();
    let mut out = format!("module {name}\n\n");
    for import in &imports {
        let _ = writeln!(out, "import {import}");
    }
    if !imports.is_empty() {
        out.push('\n');
    }
    out
}

fn references_of_test(test: &TestModule) -> BTreeSet<String> {
    let mut found = print_tests::specifications(test);
    for e in print_tests::exprs(test) {
        add_references(e, &mut found);
    }
    found
}

/// Adds the specifications and functions that an expression names.
fn add_references(e: &Expr, found: &mut BTreeSet<String>) {
    e.any(&mut |part| {
        if let Expr::Instance(name, _)
        | Expr::Extent(name)
        | Expr::Call(name, _)
        | Expr::FunctionName(name) = part
        {
            found.insert(name.clone());
        }
        false
    });
}

/// Everything outside itself that a declaration names.
pub(super) fn references(item: &Item) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let exprs: Vec<&Expr> = match item {
        Item::Specification(spec) => {
            found.extend(spec.parent.clone());
            found.extend(
                spec.fields
                    .iter()
                    .filter_map(|field| field.reference.clone()),
            );
            found.extend(spec.invariants.iter().cloned());
            found.extend(spec.events.iter().map(|event| event.name.clone()));
            let values = spec.events.iter().flat_map(|event| &event.configuration);
            values.map(|(_, value)| value).collect()
        }
        Item::Event(event) => {
            found.extend(event.syncs.iter().map(|sync| sync.spec.clone()));
            let defaults = event
                .configuration
                .iter()
                .filter_map(|param| param.default.as_ref());
            event.exprs().into_iter().chain(defaults).collect()
        }
        Item::Function(function) => function.body.exprs(),
        Item::Invariant(invariant) => invariant
            .conditions
            .iter()
            .flat_map(Statement::exprs)
            .collect(),
    };
    for e in exprs {
        add_references(e, &mut found);
    }
    found
}

struct Printer<'p> {
    homes: &'p BTreeMap<&'p str, &'p str>,
    style: &'p Style,
}

impl Printer<'_> {
    fn module(&self, module: &Module) -> String {
        let references = module.items.iter().flat_map(references).collect();
        let mut out = header(&module.name, &references, self.homes);
        for (index, item) in module.items.iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            if self.style.comments {
                out += "// A line, /* not a block,\n/* a block /* with another */ inside */\n";
            }
            if self.style.documentation {
                out += "@doc{What {it} is for.}\n";
            }
            self.item(&mut out, item).expect("strings can be written");
        }
        out
    }

    fn item(&self, out: &mut String, item: &Item) -> std::fmt::Result {
        match item {
            Item::Specification(spec) => self.specification(out, spec),
            Item::Event(event) => self.event(out, event),
            Item::Function(function) => Self::function(out, function),
            Item::Invariant(invariant) => {
                writeln!(out, "invariant {} {{", invariant.name)?;
                self.statements(out, "    ", &invariant.conditions);
                writeln!(out, "}}")
            }
        }
    }

    fn specification(&self, out: &mut String, spec: &Specification) -> std::fmt::Result {
        let modifier = spec
            .modifier
            .map_or_else(String::new, |word| format!("{word} "));
        let parent = spec
            .parent
            .as_ref()
            .map_or_else(String::new, |name| format!(" extends {name}"));
        writeln!(out, "{modifier}specification {}{parent} {{", spec.name)?;
        let mut blocks = [
            fields(spec)?,
            self.events(spec)?,
            block("invariants", spec.invariants.iter().cloned())?,
            self.life_cycle(spec)?,
        ];
        if self.style.as_in_the_thesis {
            blocks.reverse();
        }
        out.push_str(&blocks.concat());
        writeln!(out, "}}")
    }

    fn events(&self, spec: &Specification) -> Result<String, std::fmt::Error> {
        block(
            "events",
            spec.events.iter().map(|event| self.event_ref(event)),
        )
    }

    fn event_ref(&self, event: &EventRef) -> String {
        let internal = if event.internal { "internal " } else { "" };
        let home = self
            .homes
            .get(event.name.as_str())
            .filter(|_| event.qualified);
        let qualifier = home.map_or_else(String::new, |home| format!("{home}."));
        if let Some(params) = &event.interface {
            return format!("{}({})", event.name, self::params(params));
        }
        let values = event
            .configuration
            .iter()
            .map(|(name, value)| format!("{name} = {}", expr(value)));
        let values = values.collect::<Vec<_>>().join(", ");
        format!("{internal}{qualifier}{}[{values}]", event.name)
    }

    fn life_cycle(&self, spec: &Specification) -> Result<String, std::fmt::Error> {
        let lines = spec.states.iter().map(|state| {
            let modifier = state
                .modifier
                .map_or_else(String::new, |word| format!("{word} "));
            let mut line = format!("{modifier}{}", state.name);
            let own = spec.arrows.iter().filter(|arrow| arrow.from == state.name);
            let mut targets: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
            for arrow in own {
                targets.entry(&arrow.to).or_default().push(&arrow.event);
            }
            for (to, events) in targets {
                let _ = write!(line, " -> {to}: {}", events.join(", "));
            }
            line
        });
        let keyword = if self.style.as_in_the_thesis {
            "lifecycle"
        } else {
            "lifeCycle"
        };
        block(keyword, lines)
    }

    fn event(&self, out: &mut String, event: &Event) -> std::fmt::Result {
        write!(out, "event {}", event.name)?;
        if !event.configuration.is_empty() {
            write!(out, "[{}]", params(&event.configuration))?;
        }
        writeln!(out, "({}) {{", params(&event.params))?;
        for (word, statements) in [
            ("preconditions", &event.preconditions),
            ("postconditions", &event.postconditions),
        ] {
            if !statements.is_empty() {
                writeln!(out, "    {word} {{")?;
                self.statements(out, "        ", statements);
                writeln!(out, "    }}")?;
            }
        }
        if !event.syncs.is_empty() {
            writeln!(out, "    sync {{")?;
            for sync in &event.syncs {
                let negation = if sync.negated { "not " } else { "" };
                let arguments = super::print_expr::list(&sync.arguments);
                let (spec, key, event) = (&sync.spec, expr(&sync.key), &sync.event);
                writeln!(out, "        {negation}{spec}[{key}].{event}({arguments});")?;
            }
            writeln!(out, "    }}")?;
        }
        writeln!(out, "}}")
    }

    fn statements(&self, out: &mut String, indent: &str, statements: &[Statement]) {
        for s in statements {
            statement(out, indent, self.style.documentation, s);
        }
    }

    fn function(out: &mut String, function: &Function) -> std::fmt::Result {
        let (name, params, result) = (&function.name, params(&function.params), &function.result);
        write!(out, "function {name}({params}): {result} = ")?;
        let mut body = String::new();
        statement(&mut body, "", false, &function.body);
        out.push_str(&body);
        Ok(())
    }
}

/// `name { line* }`, or nothing where there are no lines.
fn block(name: &str, lines: impl Iterator<Item = String>) -> Result<String, std::fmt::Error> {
    let mut out = String::new();
    for line in lines {
        writeln!(out, "        {line}")?;
    }
    if out.is_empty() {
        return Ok(out);
    }
    Ok(format!("    {name} {{\n{out}    }}\n"))
}

fn fields(spec: &Specification) -> Result<String, std::fmt::Error> {
    let lines = spec.fields.iter().map(|field| {
        let key = if field.is_key { " @key" } else { "" };
        let reference = field
            .reference
            .as_ref()
            .map_or_else(String::new, |name| format!(" @ref={name}"));
        format!("{}: {}{key}{reference}", field.name, field.ty)
    });
    block("fields", lines)
}

fn params(params: &[Param]) -> String {
    let shown = params.iter().map(|param| {
        let default = param.default.as_ref().map_or_else(String::new, |value| {
            format!(" = {}", super::print_expr::element(value))
        });
        format!("{}: {}{default}", param.name, param.ty)
    });
    shown.collect::<Vec<_>>().join(", ")
}
