//! The outer shape of specifications: fields, states, events with their parameters. Bodies come later, when all
//! specifications are known.

use super::expressions::View;
use super::model::{Arrow, EventRef, Field, Param, Specification, State};
use super::profile::Profile;
use super::random::Random;
use super::types::Ty;

/// A specification whose events have no bodies yet.
#[derive(Debug, Clone)]
pub(super) struct Shape {
    pub(super) spec: Specification,
    /// Inherited ones included.
    pub(super) fields: Vec<Field>,
    pub(super) states: Vec<String>,
    /// Its own events. Those of a parent have their bodies from there.
    pub(super) events: Vec<Signature>,
}

/// An event from outside.
#[derive(Debug, Clone)]
pub(super) struct Signature {
    pub(super) name: String,
    /// It leads out of the initial state, so it must set all fields.
    pub(super) creates: bool,
    pub(super) params: Vec<Param>,
    pub(super) configuration: Vec<Param>,
}

impl Shape {
    pub(super) fn is(&self, modifier: &str) -> bool {
        self.spec.modifier == Some(modifier)
    }

    pub(super) fn view(&self) -> View {
        let key = self.fields.iter().find(|field| field.is_key);
        View {
            name: self.spec.name.clone(),
            key: key.expect("every shape has a key").ty.clone(),
            fields: self
                .fields
                .iter()
                .map(|field| (field.name.clone(), field.ty.clone()))
                .collect(),
            states: self.states.clone(),
        }
    }
}

const SPECIFICATIONS: [&str; 6] = ["Account", "Order", "Lamp", "Room", "Parcel", "Ticket"];
/// Some are words of the language, which may be names all the same.
const FIELDS: [&str; 14] = [
    "amount", "limit", "level", "owner", "rate", "start", "flag", "unit", "note", "from", "steps",
    "max", "hold", "check",
];
const PARAMS: [&str; 9] = [
    "value", "other", "given", "part", "share", "reason", "until", "is", "domain",
];
const EVENTS: [&str; 8] = [
    "open", "change", "move", "lock", "count", "pay", "ask", "set",
];
/// About every so many specifications have a field and an event of the same name.
const SHARED: usize = 4;
const LIVE: [&str; 4] = ["opened", "active", "blocked", "waiting"];

/// Makes shapes.
pub(super) struct Shaper<'r> {
    pub(super) random: &'r mut Random,
    pub(super) profile: &'r Profile,
    pub(super) shapes: Vec<Shape>,
    /// Events that have been named so far.
    named: usize,
}

impl<'r> Shaper<'r> {
    pub(super) fn new(random: &'r mut Random, profile: &'r Profile) -> Shaper<'r> {
        Shaper {
            random,
            profile,
            shapes: Vec::new(),
            named: 0,
        }
    }

    /// All shapes of a project. A parent stands before its children.
    pub(super) fn shapes(mut self) -> Vec<Shape> {
        if self.random.chance(self.profile.externals) {
            self.shape(Some("external"), None);
        }
        let parent = self.random.chance(self.profile.inheritance);
        if parent {
            self.shape(Some("abstract"), None);
        }
        let parent = parent.then(|| self.shapes.len() - 1);
        for index in 0..self.random.between(self.profile.specifications) {
            let parent = parent.filter(|_| index == 0 || self.random.chance(50));
            let modifier = self.random.chance(10).then_some("singleton");
            self.shape(modifier, parent);
        }
        self.shapes
    }

    fn shape(&mut self, modifier: Option<&'static str>, parent: Option<usize>) {
        let parent = parent.map(|index| self.shapes[index].clone());
        let name = format!("{}{}", self.random.pick(&SPECIFICATIONS), self.shapes.len());
        let inherited = parent
            .as_ref()
            .map_or_else(Vec::new, |parent| parent.fields.clone());
        let mut own_fields = self.fields(&inherited);
        let events = self.signatures(modifier, &own_fields);
        if self.named.is_multiple_of(SHARED) {
            share_name(&mut own_fields, &events);
        }
        let (states, arrows) = self.life_cycle(modifier, parent.as_ref(), &events);
        let listed = events.iter().map(|event| EventRef {
            name: event.name.clone(),
            internal: false,
            qualified: self.profile.varied_text && self.random.chance(10),
            configuration: Vec::new(),
            interface: (modifier == Some("external")).then(|| event.params.clone()),
        });
        let spec = Specification {
            name,
            modifier,
            parent: parent.map(|parent| parent.spec.name),
            fields: own_fields.clone(),
            events: listed.collect(),
            invariants: Vec::new(),
            states: states.clone(),
            arrows,
        };
        self.shapes.push(Shape {
            spec,
            fields: own_fields.into_iter().chain(inherited).collect(),
            states: states.into_iter().map(|state| state.name).collect(),
            events,
        });
    }

    // Fields.

    fn fields(&mut self, inherited: &[Field]) -> Vec<Field> {
        let mut fields: Vec<Field> = Vec::new();
        if inherited.is_empty() {
            fields.push(Field {
                name: "id".to_owned(),
                ty: self.random.pick(&self.profile.key_types).clone(),
                is_key: true,
                reference: None,
            });
        }
        for _ in 0..self.random.between(self.profile.fields) {
            let name = self.random.pick(&FIELDS);
            if inherited
                .iter()
                .chain(&fields)
                .any(|field| field.name == *name)
            {
                continue;
            }
            let (ty, reference) = self.field_type();
            fields.push(Field {
                name: (*name).to_owned(),
                ty,
                is_key: false,
                reference,
            });
        }
        fields
    }

    fn field_type(&mut self) -> (Ty, Option<String>) {
        let targets: Vec<View> = self.partners().map(Shape::view).collect();
        if self.random.chance(self.profile.foreign_reads)
            && let Some(target) = self.random.pick_any(&targets)
        {
            return (target.key.clone(), Some(target.name.clone()));
        }
        (self.any_type(), None)
    }

    fn partners(&self) -> impl Iterator<Item = &Shape> {
        self.shapes.iter().filter(|shape| !shape.is("abstract"))
    }

    fn any_type(&mut self) -> Ty {
        let simple = self.random.pick(&self.profile.types).clone();
        if simple.has_literals() && self.random.chance(self.profile.collections) {
            let other = self.random.pick(&self.profile.types).clone();
            return if self.random.chance(50) {
                Ty::Set(Box::new(simple))
            } else {
                Ty::Map(Box::new(simple), Box::new(other))
            };
        }
        simple
    }

    // Events.

    fn signatures(&mut self, modifier: Option<&str>, fields: &[Field]) -> Vec<Signature> {
        let mut events = Vec::new();
        if modifier != Some("abstract") {
            let count = if self.random.chance(15) { 2 } else { 1 };
            events.extend((0..count).map(|_| self.signature(true, modifier, fields)));
        }
        let others = self.random.between(self.profile.events);
        events.extend((0..others).map(|_| self.signature(false, modifier, fields)));
        events
    }

    fn signature(&mut self, creates: bool, modifier: Option<&str>, fields: &[Field]) -> Signature {
        let name = format!("{}{}", self.random.pick(&EVENTS), self.named);
        self.named += 1;
        let mut names = PARAMS.to_vec();
        let mut params = Vec::new();
        for _ in 0..self.random.between(self.profile.params) {
            // Often a parameter becomes the value of a field.
            let of_field = self
                .random
                .pick_any(fields)
                .filter(|_| self.random.chance(60));
            let ty = of_field.map_or_else(|| self.any_type(), |field| field.ty.clone());
            params.push(self.param(&mut names, ty));
        }
        let mut configuration = Vec::new();
        if modifier != Some("external") && self.random.chance(self.profile.configuration) {
            let ty = self.any_type();
            configuration.push(self.param(&mut names, ty));
        }
        Signature {
            name,
            creates,
            params,
            configuration,
        }
    }

    fn param(&mut self, names: &mut Vec<&'static str>, ty: Ty) -> Param {
        let name = names.remove(self.random.below(names.len()));
        Param {
            name: name.to_owned(),
            ty,
            default: None,
        }
    }

    // Life cycles.

    /// States and arrows such that every state can be reached, every event happens somewhere, and only final
    /// states cannot be left.
    fn life_cycle(
        &mut self,
        modifier: Option<&str>,
        parent: Option<&Shape>,
        events: &[Signature],
    ) -> (Vec<State>, Vec<Arrow>) {
        let mut cycle = Cycle::default();
        let others: Vec<&str> = names_of(events, false);
        let most = if others.is_empty() {
            1
        } else {
            self.random.between(self.profile.states)
        };
        let live = &LIVE[..most.min(LIVE.len())];
        for event in names_of(events, true) {
            // The first target is always the first live state, so that it can be reached.
            let to = if cycle.arrows.is_empty() {
                live[0]
            } else {
                self.random.word(live)
            };
            cycle.add("fresh", to, event);
        }
        if others.is_empty() {
            let inherits_a_loop = parent.is_some_and(|parent| !parent.events.is_empty());
            let is_end = modifier != Some("abstract") && !inherits_a_loop;
            return (states(live, is_end.then_some(live[0]), &[]), cycle.arrows);
        }
        for (index, state) in live.iter().enumerate().skip(1) {
            let from = self.random.word(&live[..index]);
            cycle.add(from, state, self.random.word(&others));
        }
        let ends: &[&str] = if self.random.chance(40) {
            &["closed"]
        } else {
            &[]
        };
        let targets = [live, ends, live].concat();
        for from in live {
            if !cycle.arrows.iter().any(|arrow| arrow.from == *from) {
                cycle.add(from, self.random.word(&targets), self.random.word(&others));
            }
        }
        for event in &others {
            if !cycle.arrows.iter().any(|arrow| arrow.event == *event)
                || self.random.chance(self.profile.transitions)
            {
                cycle.add(self.random.word(live), self.random.word(&targets), event);
            }
        }
        if !ends.is_empty() {
            cycle.add(self.random.word(live), ends[0], self.random.word(&others));
        }
        (states(live, None, ends), cycle.arrows)
    }
}

/// Gives a field, a Boolean one if there is one, the name of an event.
fn share_name(fields: &mut [Field], events: &[Signature]) {
    let is_boolean = |field: &Field| field.ty == Ty::Boolean;
    let boolean = fields.iter().position(is_boolean);
    let chosen = boolean.or_else(|| fields.iter().position(|field| !field.is_key));
    if let (Some(chosen), Some(event)) = (chosen, events.last())
        && !fields[chosen].is_key
    {
        fields[chosen].name.clone_from(&event.name);
    }
}

fn names_of(events: &[Signature], creates: bool) -> Vec<&str> {
    let events = events.iter().filter(|event| event.creates == creates);
    events.map(|event| event.name.as_str()).collect()
}

#[derive(Default)]
struct Cycle {
    arrows: Vec<Arrow>,
}

impl Cycle {
    fn add(&mut self, from: &str, to: &str, event: &str) {
        let arrow = Arrow {
            from: from.to_owned(),
            to: to.to_owned(),
            event: event.to_owned(),
        };
        if !self.arrows.contains(&arrow) {
            self.arrows.push(arrow);
        }
    }
}

fn states(live: &[&str], end: Option<&str>, ends: &[&str]) -> Vec<State> {
    let state = |name: &str, modifier| State {
        name: name.to_owned(),
        modifier,
    };
    let live = live
        .iter()
        .map(|name| state(name, (end == Some(*name)).then_some("final")));
    std::iter::once(state("fresh", Some("initial")))
        .chain(live)
        .chain(ends.iter().map(|name| state(name, Some("final"))))
        .collect()
}
