//! Instances, fields and events as people name them: `Account[1]`, `Account[1].balance`, `withdraw amount=EUR 5.00`.

use super::Session;
use super::menu::{Menu, Request, Which};
use crate::diagnostics::did_you_mean;
use crate::model::read_value::Reader;
use crate::model::{InstanceId, Value};
use crate::semantics::specification::{EventId, FieldId, Param, SpecId, Specification};

type Read<T> = Result<T, String>;

/// Reads names of what a session speaks of.
pub(super) struct Names<'s, 'm> {
    pub(super) session: &'s Session<'m>,
}

impl<'m> Names<'_, 'm> {
    fn spec_of(&self, id: InstanceId) -> &'m Specification {
        self.session.model().interpreter().spec(id)
    }

    /// The specifications with instances.
    fn specs(&self) -> impl Iterator<Item = (SpecId, &'m Specification)> {
        let model = self.session.model();
        let specs = model.program.specifications.iter().enumerate();
        let specs = specs.map(|(index, spec)| (SpecId::at(index), spec));
        specs.filter(|(id, _)| !model.universe.instances_of(*id).is_empty())
    }

    /// A specification, with its module or without it.
    fn spec(&self, name: &str) -> Read<(SpecId, &'m Specification)> {
        let is_named = |spec: &Specification| {
            spec.name.text == name || name == format!("{}.{}", spec.module, spec.name.text)
        };
        let mut named = self.specs().filter(|(_, spec)| is_named(spec));
        match (named.next(), named.next()) {
            (Some(one), None) => Ok(one),
            (Some((_, spec)), Some(_)) => Err(format!(
                "there are several `{name}`; write `{}.{name}` or another module's name before it",
                spec.module
            )),
            _ => {
                let names = self.specs().map(|(_, spec)| spec.name.text.as_str());
                let problem = format!("no instance is a `{name}`");
                Err(with_help(problem, name, names))
            }
        }
    }

    /// `Account[1]` without its end, once the name is read.
    fn key(&self, reader: &mut Reader<'_>, name: &str) -> Read<InstanceId> {
        let (id, spec) = self.spec(name)?;
        let key = spec.key.map(|key| &spec.fields[key.index()].ty);
        let key = key.ok_or_else(|| format!("{name} has no key"))?;
        let key = reader.value(key).map_err(|error| error.to_string())?;
        reader.expect("]").map_err(|error| error.to_string())?;
        let found = self.session.model().universe.find(id, &key);
        found.ok_or_else(|| format!("there is no {name}[{key}]"))
    }

    /// Nothing, `Account` or `Account[1]`.
    pub(super) fn which(&self, reader: &mut Reader<'_>) -> Read<Which> {
        if reader.is_at_end() {
            return Ok(Which::All);
        }
        let name = dotted(reader);
        if reader.skip("[") {
            return self.key(reader, &name).map(Which::One);
        }
        self.spec(&name).map(|(id, _)| Which::Of(id))
    }

    /// `Account[1]`
    pub(super) fn instance(&self, reader: &mut Reader<'_>) -> Read<InstanceId> {
        let name = dotted(reader);
        reader.expect("[").map_err(|error| error.to_string())?;
        self.key(reader, &name)
    }

    /// The field of an instance.
    pub(super) fn field(&self, id: InstanceId, name: &str) -> Read<FieldId> {
        let spec = self.spec_of(id);
        spec.field_named(name).ok_or_else(|| {
            let names = spec.fields.iter().map(|field| field.name.text.as_str());
            let problem = format!("{} has no field `{name}`", spec.name.text);
            with_help(problem, name, names)
        })
    }

    /// `withdraw`, `Account.withdraw`, `Account[1].withdraw`, each with arguments behind it, or the number of an
    /// entry.
    pub(super) fn request(&self, reader: &mut Reader<'_>, menu: &Menu) -> Read<Request> {
        if reader.rest().starts_with(|c: char| c.is_ascii_digit()) {
            return self.numbered(reader, menu);
        }
        let name = dotted(reader);
        let (instance, event) = if reader.skip("[") {
            let id = self.key(reader, &name)?;
            reader.expect(".").map_err(|error| error.to_string())?;
            (id, self.event(id, reader.word())?)
        } else {
            self.unnamed(&name)?
        };
        self.with_arguments(reader, instance, event)
    }

    fn numbered(&self, reader: &mut Reader<'_>, menu: &Menu) -> Read<Request> {
        let word = reader.word();
        let entry = word.parse().ok().and_then(|number| menu.entry(number));
        let entry = entry.ok_or_else(|| match menu.entries.len() {
            0 => "no event is possible".to_owned(),
            1 => format!("there is no event {word}; there is only number 1"),
            most => format!("there is no event {word}; there are 1 to {most}"),
        })?;
        match &entry.arguments {
            Some(arguments) if reader.is_at_end() => Ok(Request {
                instance: entry.instance,
                event: entry.event,
                arguments: arguments.iter().cloned().map(Some).collect(),
            }),
            _ => self.with_arguments(reader, entry.instance, entry.event),
        }
    }

    fn event(&self, id: InstanceId, name: &str) -> Read<EventId> {
        let spec = self.spec_of(id);
        spec.event_named(name).ok_or_else(|| {
            let names = spec.events.iter().map(|event| event.name.text.as_str());
            let problem = format!("{} has no event `{name}`", spec.name.text);
            with_help(problem, name, names)
        })
    }

    /// The instance that must be meant where none is named: the only one that has the event, or whose life cycle
    /// offers it.
    fn unnamed(&self, name: &str) -> Read<(InstanceId, EventId)> {
        let (spec, event) = match name.rsplit_once('.') {
            Some((spec, event)) => (Some(self.spec(spec)?.0), event),
            None => (None, name),
        };
        let model = self.session.model();
        let specs = self
            .specs()
            .filter(|(id, _)| spec.is_none_or(|only| only == *id));
        let mut able = Vec::new();
        for (id, declared) in specs {
            if let Some(event) = declared.event_named(event) {
                let ids = model.universe.instances_of(id).iter();
                able.extend(ids.map(|id| (*id, event)));
            }
        }
        if able.is_empty() {
            return Err(self.no_command(name));
        }
        let state = self.session.state();
        let offers = |(id, event): &(InstanceId, EventId)| {
            let moves = &model.interpreter().shape(*id, *event).moves;
            let at = state.life_cycle(*id);
            moves.iter().any(|(from, _)| *from == at)
        };
        let offered: Vec<_> = able.iter().copied().filter(offers).collect();
        match (able.as_slice(), offered.as_slice()) {
            ([one], _) | (_, [one]) => Ok(*one),
            (able, []) => Err(self.which_one(event, able)),
            (_, offered) => Err(self.which_one(event, offered)),
        }
    }

    fn which_one(&self, event: &str, able: &[(InstanceId, EventId)]) -> String {
        const MOST: usize = 3;
        let named = able.iter().take(MOST).map(|(id, _)| {
            let key = &self.session.model().universe.instance(*id).key;
            format!("`{}[{key}].{event}`", self.spec_of(*id).name.text)
        });
        let named: Vec<String> = named.collect();
        let more = if able.len() > MOST { ", ..." } else { "" };
        let count = able.len();
        format!(
            "{count} instances have `{event}`; say which: {}{more}",
            named.join(", ")
        )
    }

    fn no_command(&self, name: &str) -> String {
        let specs = self.specs().flat_map(|(_, spec)| &spec.events);
        let events = specs.map(|event| event.name.text.as_str());
        let names = events.chain(super::command::WORDS.iter().copied());
        let problem = format!("there is no command or event `{name}`");
        with_help(problem, name, names)
    }

    /// The arguments that follow the name of an event: in order or by name, in parentheses or not.
    fn with_arguments(
        &self,
        reader: &mut Reader<'_>,
        instance: InstanceId,
        event: EventId,
    ) -> Read<Request> {
        let params = &self.spec_of(instance).events[event.index()].params;
        let mut arguments: Vec<Option<Value>> = vec![None; params.len()];
        let closing = reader.skip("(");
        let end = if closing { ")" } else { "" };
        while !reader.is_at_end() && reader.rest() != end {
            let index = named_parameter(reader, params)?;
            let free = arguments.iter().position(Option::is_none);
            let Some(index) = index.or(free) else {
                let event = &self.spec_of(instance).events[event.index()].name.text;
                return Err(format!(
                    "`{event}` has no parameter for `{}`",
                    reader.rest()
                ));
            };
            arguments[index] = Some(argument(reader, &params[index])?);
            reader.skip(",");
        }
        Ok(Request {
            instance,
            event,
            arguments,
        })
    }
}

/// `amount=`; nothing where a value follows. Values do not begin with small letters.
fn named_parameter(reader: &mut Reader<'_>, params: &[Param]) -> Read<Option<usize>> {
    let mut ahead = reader.clone();
    let word = ahead.word();
    if !word.starts_with(|c: char| c.is_ascii_lowercase()) || !ahead.skip("=") {
        return Ok(None);
    }
    let index = params.iter().position(|param| param.name.text == word);
    if index.is_none() {
        let names = params.iter().map(|param| param.name.text.as_str());
        let problem = format!("there is no parameter `{word}`");
        return Err(with_help(problem, word, names));
    }
    *reader = ahead;
    Ok(index)
}

/// The value of a parameter.
pub(super) fn argument(reader: &mut Reader<'_>, param: &Param) -> Read<Value> {
    let name = &param.name.text;
    let value = reader.value(&param.ty);
    value.map_err(|error| format!("`{name}`: {error}"))
}

/// Names with dots between them.
fn dotted(reader: &mut Reader<'_>) -> String {
    let mut name = reader.word().to_owned();
    while reader.skip(".") {
        name.push('.');
        name.push_str(reader.word());
    }
    name
}

fn with_help<'n>(problem: String, name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    match did_you_mean(name, known) {
        Some(help) => format!("{problem}; {help}"),
        None => problem,
    }
}
