//! From a model to its description.

use std::collections::BTreeSet;

use super::{
    Bounds, Event, Field, Goal, Group, Invariant, LifeCycleState, ModelDescription, Requirement,
    Specification, Start, Sync, Text,
};
use crate::diagnostics::{Sources, Span};
use crate::interpreter::reads_next;
use crate::model::shape::Shape;
use crate::model::{InstanceId, Model, property};
use crate::modelling::{Footprints, Whose};
use crate::report::source_line::flattened;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{
    self as checked, EventId, FieldId, ParamId, SpecId, StateId, Statement,
};
use crate::semantics::test_module::{DomainTarget, TestModule};
use crate::semantics::types::Type;
use crate::syntax::TextRange;

/// Describes what a check of a test module runs over.
pub fn describe(sources: &Sources, test: &TestModule, model: &Model<'_>) -> ModelDescription {
    let describer = Describer {
        sources,
        test,
        model,
        footprints: model.footprints(),
    };
    ModelDescription {
        check: describer.quote(model.check.span),
        universe: describer.universe(),
        specifications: describer.specifications(),
        start: describer.start(),
        goal: describer.goal(),
        bounds: model.bounds.map(|bounds| Bounds {
            least: bounds.least,
            most: bounds.most,
        }),
    }
}

/// Describes the parts of a model.
pub(super) struct Describer<'m> {
    sources: &'m Sources,
    test: &'m TestModule,
    pub(super) model: &'m Model<'m>,
    footprints: Footprints<'m>,
}

impl Describer<'_> {
    /// A text about a place.
    pub(super) fn text(&self, text: impl Into<String>, span: Span) -> Text {
        let file = self.sources.file(span.file);
        Text {
            text: text.into(),
            file: file.path().display().to_string(),
            line: file.line_col(span.range().start()).line + 1,
        }
    }

    /// What stands at a place, on one line.
    fn quote(&self, span: Span) -> Text {
        let (line, offset) = flattened(self.sources.text_at(span));
        let range = span.range();
        let rest = TextRange::new(range.start() + offset, range.end());
        self.text(line, Span::new(span.file, rest))
    }

    fn name(&self, name: &checked::Name) -> Text {
        self.text(name.text.as_str(), name.span)
    }

    /// `Account[1]`
    pub(super) fn instance(&self, id: InstanceId) -> String {
        let instance = self.model.universe.instance(id);
        let spec = &self.model.program.spec(instance.spec).name.text;
        format!("{spec}[{}]", instance.key)
    }

    fn universe(&self) -> Vec<Text> {
        let instances = self.model.universe.iter();
        instances
            .map(|(id, instance)| self.text(self.instance(id), instance.span))
            .collect()
    }

    fn specifications(&self) -> Vec<Specification> {
        let specifications = self.model.program.specifications.iter().enumerate();
        specifications
            .map(|(index, spec)| (SpecId::at(index), spec))
            .filter(|(id, _)| !self.model.universe.instances_of(*id).is_empty())
            .map(|(id, spec)| self.specification(id, spec))
            .collect()
    }

    fn specification(&self, id: SpecId, spec: &checked::Specification) -> Specification {
        let states = spec.states.iter().map(|state| LifeCycleState {
            name: self.name(&state.name),
            initial: state.initial,
            last: state.last,
        });
        let events = (0..spec.events.len()).map(EventId::at);
        let invariants = spec.invariants.iter().map(|invariant| Invariant {
            name: self.name(&invariant.name),
            conditions: self.conditions(invariant.conditions.iter()),
        });
        Specification {
            name: self.name(&spec.name),
            states: states.collect(),
            fields: self.fields(id, spec),
            events: events.map(|event| self.event(id, event)).collect(),
            invariants: invariants.collect(),
        }
    }

    fn fields(&self, id: SpecId, spec: &checked::Specification) -> Vec<Field> {
        let fields = spec.fields.iter().enumerate();
        fields
            .map(|(index, field)| {
                let field_id = FieldId::at(index);
                let key = spec.key == Some(field_id);
                let target = DomainTarget::Field(id, field_id);
                Field {
                    name: self.name(&field.name),
                    ty: self.type_of(&field.ty),
                    key,
                    domain: (!key).then(|| self.domain(&target, &field.ty)).flatten(),
                }
            })
            .collect()
    }

    fn parameters(&self, spec: SpecId, event: EventId, params: &[checked::Param]) -> Vec<Field> {
        let params = params.iter().enumerate();
        params
            .map(|(index, param)| {
                let target = DomainTarget::Parameter(spec, event, ParamId::at(index));
                Field {
                    name: self.name(&param.name),
                    ty: self.type_of(&param.ty),
                    key: false,
                    domain: self.domain(&target, &param.ty),
                }
            })
            .collect()
    }

    fn type_of(&self, ty: &Type) -> String {
        ty.show(&|spec| self.model.program.spec(spec).name.text.to_string())
    }

    /// The values that `within` leaves to a field or parameter, by its own entry or by its type's.
    fn domain(&self, target: &DomainTarget, ty: &Type) -> Option<Text> {
        let domain = &self.test.domains[self.model.check.within?];
        let of = |wanted: &DomainTarget| {
            let mut entries = domain.entries.iter();
            entries.find(|entry| entry.target == *wanted)
        };
        let entry = of(target).or_else(|| of(&DomainTarget::Type(ty.clone())))?;
        Some(self.quote(entry.values.span))
    }

    fn event(&self, spec: SpecId, id: EventId) -> Event {
        let declared = self.model.program.spec(spec);
        let event = &declared.events[id.index()];
        let shape = &self.model.shapes[spec.index()][id.index()];
        let field = |id: &FieldId| declared.fields[id.index()].name.text.to_string();
        let (next_guards, late): (Vec<&Statement>, Vec<&Statement>) = shape
            .guards
            .iter()
            .map(|index| &event.postconditions[*index])
            .partition(|statement| reads_next(&statement.condition));
        let groups = shape.groups.iter().map(|group| Group {
            defines: group.fields.iter().map(field).collect(),
            conditions: self.conditions(
                group
                    .statements
                    .iter()
                    .map(|index| &event.postconditions[*index]),
            ),
        });
        let effects = self.footprints.event(spec, id);
        let has_partners = !event.syncs.is_empty();
        let fields = (0..declared.fields.len()).map(FieldId::at);
        let kept = fields.filter(|field| !shape.defines(*field));
        Event {
            name: self.name(&event.name),
            begins_steps: self.model.triggers[spec.index()][id.index()],
            parameters: self.parameters(spec, id, &event.params),
            configuration: self.configuration(event),
            moves: self.moves(declared, id, shape),
            guards: self.conditions(event.preconditions.iter().chain(late)),
            groups: groups.collect(),
            next_guards: self.conditions(next_guards),
            keeps: kept.map(|id| field(&id)).collect(),
            syncs: self.syncs(spec, event),
            step: has_partners.then(|| self.effects(&self.footprints.step(spec, id))),
            effects: self.effects(&effects),
        }
    }

    fn moves(&self, spec: &checked::Specification, event: EventId, shape: &Shape) -> Vec<Text> {
        let state = |id: StateId| spec.states[id.index()].name.text.as_str();
        let moves = shape.moves.iter().filter_map(|(from, to)| {
            let mut arrows = spec.transitions.iter();
            let arrow = arrows.find(|it| it.event == event && it.from == *from && it.to == *to)?;
            Some(self.text(format!("{} -> {}", state(*from), state(*to)), arrow.span))
        });
        moves.collect()
    }

    fn conditions<'s>(&self, statements: impl IntoIterator<Item = &'s Statement>) -> Vec<Text> {
        let statements = statements.into_iter();
        statements
            .map(|statement| self.quote(statement.condition.span))
            .collect()
    }

    fn syncs(&self, spec: SpecId, event: &checked::Event) -> Vec<Sync> {
        let syncs = event.syncs.iter().map(|sync| Sync {
            statement: self.quote(sync.span),
            partners: self.partners(spec, sync),
        });
        syncs.collect()
    }

    /// Who takes part through a sync: once for all callers where that is the same, or else for each of them.
    fn partners(&self, spec: SpecId, sync: &checked::Sync) -> Vec<String> {
        let callers = self.model.universe.instances_of(spec);
        let partners: Vec<Option<Whose>> = callers
            .iter()
            .map(|caller| self.footprints.partner(Whose::Only(*caller), sync))
            .collect();
        let different: BTreeSet<&Option<Whose>> = partners.iter().collect();
        if different.len() <= 1 {
            let partners = different.into_iter();
            return partners.map(|partner| self.partner(*partner)).collect();
        }
        let by_caller = callers.iter().zip(&partners);
        by_caller
            .map(|(caller, partner)| {
                format!("{}: {}", self.instance(*caller), self.partner(*partner))
            })
            .collect()
    }

    fn partner(&self, partner: Option<Whose>) -> String {
        match partner {
            Some(Whose::AnyOf(spec)) => self.any_of(spec),
            Some(partner) => self.whose(partner),
            None => "nobody, so this is never possible".to_owned(),
        }
    }

    /// `name = value` for the configuration parameters that conditions of an event name. Their values stand in the
    /// places of the names, so these are the constants whose text is a mere name.
    fn configuration(&self, event: &checked::Event) -> Vec<String> {
        let statements = event.preconditions.iter().chain(&event.postconditions);
        let conditions = statements.map(|statement| &statement.condition);
        let syncs = event.syncs.iter();
        let of_syncs = syncs.flat_map(|sync| std::iter::once(&sync.key).chain(&sync.arguments));
        let mut values = BTreeSet::new();
        for condition in conditions.chain(of_syncs) {
            condition.walk(&mut |part| values.extend(self.configured(part)));
        }
        values.into_iter().collect()
    }

    fn configured(&self, part: &Expr) -> Option<String> {
        let can_be_constant = !matches!(
            part.kind,
            ExprKind::Parameter(_)
                | ExprKind::Local(_)
                | ExprKind::Now
                | ExprKind::This
                | ExprKind::Field(..)
                | ExprKind::Function(_)
        );
        let name = self.sources.text_at(part.span);
        let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let value = (can_be_constant && is_name).then(|| self.model.constant(part))??;
        Some(format!("{name} = {value}"))
    }

    fn start(&self) -> Start {
        let start = &self.model.start;
        let mut instances: Vec<Requirement> = self
            .model
            .universe
            .iter()
            .zip(&start.states)
            .map(|((id, instance), states)| Requirement {
                of: self.text(self.instance(id), instance.span),
                states: self.states(instance.spec, states),
                conditions: Vec::new(),
            })
            .collect();
        for (id, constraint) in &start.constraints {
            instances[id.index()]
                .conditions
                .push(self.quote(constraint.span));
        }
        Start {
            now: start.now.as_ref().map(ToString::to_string),
            instances,
            unwanted: self.requirements(&start.unwanted),
            effects: self.effects(&self.footprints.start()),
        }
    }

    fn goal(&self) -> Goal {
        let effects = self.effects(&self.footprints.goal());
        match self.model.property.described() {
            None => Goal {
                broken_invariant: true,
                now: None,
                wanted: Vec::new(),
                unwanted: Vec::new(),
                effects,
            },
            Some(goal) => Goal {
                broken_invariant: false,
                now: goal.now.as_ref().map(ToString::to_string),
                wanted: self.requirements(&goal.wanted),
                unwanted: self.requirements(&goal.unwanted),
                effects,
            },
        }
    }

    fn requirements(&self, asked: &[property::Requirement<'_>]) -> Vec<Requirement> {
        asked.iter().map(|asked| self.requirement(asked)).collect()
    }

    fn requirement(&self, asked: &property::Requirement<'_>) -> Requirement {
        let spec = asked.candidates.first();
        let spec = spec.map(|first| self.model.universe.instance(*first).spec);
        let of = match (asked.candidates.as_ref(), spec) {
            ([only], _) => self.instance(*only),
            (_, Some(spec)) => self.any_of(spec),
            _ => "nobody".to_owned(),
        };
        let constraints = asked.constraints.iter();
        Requirement {
            of: self.text(of, asked.span),
            states: spec.map_or_else(Vec::new, |spec| self.states(spec, &asked.states)),
            conditions: constraints.map(|it| self.quote(it.span)).collect(),
        }
    }

    /// The names of states; none where they are all.
    fn states(&self, spec: SpecId, states: &[StateId]) -> Vec<String> {
        let spec = self.model.program.spec(spec);
        if states.len() >= spec.states.len() {
            return Vec::new();
        }
        let names = states.iter();
        names
            .map(|state| spec.states[state.index()].name.text.to_string())
            .collect()
    }
}
