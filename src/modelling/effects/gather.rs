//! Walks conditions and gathers what they read, write and touch.

use std::collections::{BTreeMap, BTreeSet};

use super::{Effects, LifeCycleTest, Variable, Whose};
use crate::diagnostics::Span;
use crate::model::Model;
use crate::model::class::{ClassId, ModelEvent};
use crate::model::property::{Description, Predicate, Requirement};
use crate::model::value::InstanceId;
use crate::modelling::fixed::FixedValues;
use crate::semantics::expression::{Expr, ExprKind, Moment, StateTest};
use crate::semantics::specification::{
    EventId, FieldId, FunctionId, SpecId, Specification, StateId, Sync,
};
use crate::semantics::types::Type;

/// Tells what the parts of a model read, write and touch.
#[derive(Debug)]
pub struct Footprints<'m> {
    model: &'m Model<'m>,
    fixed: FixedValues<'m>,
}

impl Model<'_> {
    /// What the parts of the model read, write and touch.
    pub fn footprints(&self) -> Footprints<'_> {
        Footprints {
            model: self,
            fixed: FixedValues::new(self.program, &self.universe),
        }
    }
}

impl<'m> Footprints<'m> {
    /// What an event by itself does, whoever takes it; partners are not followed.
    pub fn event(&self, spec: SpecId, event: EventId) -> Effects {
        self.of_event(Whose::This(spec), event)
    }

    /// What an event by itself does when an instance takes it.
    pub fn event_on(&self, instance: InstanceId, event: EventId) -> Effects {
        self.of_event(Whose::Only(instance), event)
    }

    /// What a step does that begins with an event, whoever takes it: with all that it syncs.
    pub fn step(&self, spec: SpecId, event: EventId) -> Effects {
        self.of_step(Whose::This(spec), event)
    }

    /// What a step does that begins with an event of an instance: with all that it syncs.
    pub fn step_on(&self, instance: InstanceId, event: EventId) -> Effects {
        self.of_step(Whose::Only(instance), event)
    }

    /// Who takes part through a sync of an event; none where there is no such instance in any run.
    pub fn partner(&self, caller: Whose, sync: &Sync) -> Option<Whose> {
        Gatherer::new(self, Some(caller)).named(sync.spec, &sync.key)
    }

    /// What has to be read to tell whether a state can be the start.
    pub fn start(&self) -> Effects {
        let start = &self.model.start;
        let mut effects = Effects::default();
        if start.now.is_some() {
            effects.reads.insert(Variable::Now, self.model.check.span);
        }
        for ((id, instance), states) in self.model.universe.iter().zip(&start.states) {
            let mut gatherer = Gatherer::new(self, Some(Whose::Only(id)));
            gatherer.asked_states(states, instance.span);
            effects.unite(gatherer.effects);
        }
        for (id, constraint) in &start.constraints {
            effects.unite(self.of_conditions(Whose::Only(*id), [*constraint]));
        }
        for asked in &start.unwanted {
            effects.unite(self.of_requirement(asked));
        }
        effects
    }

    /// What has to be read to tell whether a state is the goal.
    pub fn goal(&self) -> Effects {
        let mut effects = Effects::default();
        for predicate in self.model.property.predicates() {
            match predicate {
                Predicate::Broken(_) => effects.unite(self.invariants()),
                Predicate::Described(description) => {
                    effects.unite(self.of_description(description));
                }
            }
        }
        effects
    }

    fn of_description(&self, description: &Description<'_>) -> Effects {
        let mut effects = Effects::default();
        if description.now.is_some() {
            effects.reads.insert(Variable::Now, self.model.check.span);
        }
        for asked in description.requirements() {
            effects.unite(self.of_requirement(asked));
        }
        effects
    }

    /// What has to be read to tell whether all invariants hold.
    pub fn invariants(&self) -> Effects {
        let mut effects = Effects::default();
        for (index, spec) in self.model.program.specifications.iter().enumerate() {
            let id = SpecId::at(index);
            if spec.invariants.is_empty() || self.model.universe.instances_of(id).is_empty() {
                continue;
            }
            let mut gatherer = Gatherer::new(self, Some(Whose::AnyOf(id)));
            gatherer.asked_states(&initialized(spec), spec.name.span);
            let conditions = spec.invariants.iter().flat_map(|it| &it.conditions);
            conditions.for_each(|statement| gatherer.expr(&statement.condition));
            effects.unite(gatherer.effects);
        }
        effects
    }

    fn of_requirement(&self, asked: &Requirement<'_>) -> Effects {
        let Some(first) = asked.candidates.first() else {
            return Effects::default();
        };
        let whose = match asked.candidates.len() {
            1 => Whose::Only(*first),
            _ => Whose::AnyOf(self.model.universe.instance(*first).spec),
        };
        let mut gatherer = Gatherer::new(self, Some(whose));
        gatherer.asked_states(&asked.states, asked.span);
        asked
            .constraints
            .iter()
            .for_each(|constraint| gatherer.expr(constraint));
        gatherer.effects
    }

    fn of_conditions<'e>(
        &self,
        this: Whose,
        conditions: impl IntoIterator<Item = &'e Expr>,
    ) -> Effects {
        let mut gatherer = Gatherer::new(self, Some(this));
        conditions.into_iter().for_each(|it| gatherer.expr(it));
        gatherer.effects
    }

    fn spec(&self, whose: Whose) -> &'m Specification {
        let spec = whose.spec(&self.model.universe);
        self.model.program.spec(spec)
    }

    fn class(&self, whose: Whose) -> ClassId {
        match whose {
            Whose::Only(id) => self.model.class_of[id.index()],
            _ => ClassId::of(whose.spec(&self.model.universe)),
        }
    }

    fn event_of(&self, whose: Whose, event: EventId) -> &'m ModelEvent<'m> {
        self.model.event(self.class(whose), event)
    }

    fn of_event(&self, this: Whose, id: EventId) -> Effects {
        let event = self.event_of(this, id);
        let mut gatherer = Gatherer::new(self, Some(this));
        gatherer.effects.participants.insert(this, event.listed);
        gatherer.moves(id);
        let mut statements = event.statements();
        statements
            .by_ref()
            .for_each(|statement| gatherer.expr(&statement.condition));
        for sync in &event.syncs {
            gatherer.expr(&sync.key);
            let mut arguments = self.model.arguments(sync);
            arguments
                .by_ref()
                .for_each(|argument| gatherer.expr(argument));
        }
        let shape = &self.model.shapes[self.class(this).index()][id.index()];
        for group in &shape.groups {
            for field in &group.fields {
                let place = group
                    .statements
                    .first()
                    .map_or(event.span, |index| event.postconditions[*index].span);
                let written = Variable::Field(this, *field);
                gatherer.effects.writes.entry(written).or_insert(place);
            }
        }
        gatherer.effects
    }

    /// Events with all that they sync. Syncs have no circles, so an event is met again only where two of them lead to
    /// it.
    fn of_step(&self, this: Whose, event: EventId) -> Effects {
        let mut effects = Effects::default();
        let mut known = BTreeSet::from([(this, event)]);
        let mut waiting = vec![(this, event)];
        while let Some((caller, event)) = waiting.pop() {
            effects.unite(self.of_event(caller, event));
            for sync in &self.event_of(caller, event).syncs {
                let Some(partner) = self.partner(caller, sync) else {
                    continue;
                };
                if sync.negated {
                    effects.unite_imagined(self.of_step(partner, sync.event));
                } else if known.insert((partner, sync.event)) {
                    waiting.push((partner, sync.event));
                }
            }
        }
        effects
    }
}

/// The states in which invariants must hold.
fn initialized(spec: &Specification) -> Vec<StateId> {
    states_where(spec, |state| !state.initial)
}

fn states_where(
    spec: &Specification,
    holds: impl Fn(&crate::semantics::specification::State) -> bool,
) -> Vec<StateId> {
    let states = spec.states.iter().enumerate();
    states
        .filter(|(_, state)| holds(state))
        .map(|(index, _)| StateId::at(index))
        .collect()
}

/// Gathers what expressions about one instance read.
struct Gatherer<'f, 'm> {
    footprints: &'f Footprints<'m>,
    /// What `this` is; none within a function.
    this: Option<Whose>,
    effects: Effects,
    functions: BTreeSet<FunctionId>,
}

impl<'f, 'm> Gatherer<'f, 'm> {
    fn new(footprints: &'f Footprints<'m>, this: Option<Whose>) -> Gatherer<'f, 'm> {
        Gatherer {
            footprints,
            this,
            effects: Effects::default(),
            functions: BTreeSet::new(),
        }
    }

    /// What the life cycle says of an event: where it starts and whether it leads elsewhere.
    fn moves(&mut self, event: EventId) {
        let Some(this) = self.this else { return };
        let spec = self.footprints.spec(this);
        let arrows = spec.transitions.iter().filter(|it| it.event == event);
        let mut sources = BTreeSet::new();
        let mut first = None;
        for arrow in arrows {
            first.get_or_insert(arrow.span);
            sources.insert(arrow.from);
            if arrow.from != arrow.to {
                let writes = &mut self.effects.writes;
                writes.entry(Variable::State(this)).or_insert(arrow.span);
            }
        }
        let span = first.unwrap_or(self.footprints.event_of(this, event).listed);
        let sources = sources.into_iter().collect();
        self.test(this, sources, Moment::Current, span);
    }

    /// Asks whether `this` is in one of some states, unless that is no question.
    fn asked_states(&mut self, states: &[StateId], span: Span) {
        let Some(this) = self.this else { return };
        if states.len() < self.footprints.spec(this).states.len() {
            self.test(this, states.to_vec(), Moment::Current, span);
        }
    }

    fn test(&mut self, whose: Whose, states: Vec<StateId>, moment: Moment, span: Span) {
        self.read(Variable::State(whose), moment, span);
        self.effects.tests.insert(LifeCycleTest {
            whose,
            states,
            moment,
            span,
        });
    }

    fn read(&mut self, variable: Variable, moment: Moment, span: Span) {
        let places: &mut BTreeMap<Variable, Span> = match moment {
            Moment::Current => &mut self.effects.reads,
            Moment::Next => &mut self.effects.next_reads,
        };
        places.entry(variable).or_insert(span);
    }

    /// Everything that an expression reads, also in the functions that it calls.
    fn expr(&mut self, expr: &Expr) {
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Now => self.read(Variable::Now, Moment::Current, part.span),
            ExprKind::Field(base, field, moment) => self.field(base, *field, *moment, part.span),
            ExprKind::StateTest(base, test, moment) => {
                self.state_test(base, test, *moment, part.span);
            }
            ExprKind::Call(function, _) => self.call(*function),
            _ => {}
        });
    }

    fn field(&mut self, base: &Expr, field: FieldId, moment: Moment, span: Span) {
        let Some(whose) = self.whose(base) else {
            return;
        };
        if self.footprints.spec(whose).key != Some(field) {
            self.read(Variable::Field(whose, field), moment, span);
        }
    }

    fn state_test(&mut self, base: &Expr, test: &StateTest, moment: Moment, span: Span) {
        let Some(whose) = self.whose(base) else {
            return;
        };
        let spec = self.footprints.spec(whose);
        let states = match test {
            StateTest::Initialized => initialized(spec),
            StateTest::Finalized => states_where(spec, |state| state.last),
            StateTest::In(states) => states.clone(),
        };
        self.test(whose, states, moment, span);
    }

    /// A function may read instances by keys of its own; that is the same wherever it is called.
    fn call(&mut self, function: FunctionId) {
        if self.functions.insert(function) {
            let this = self.this.take();
            self.expr(&self.footprints.model.program.function(function).body);
            self.this = this;
        }
    }

    /// The instance that an expression stands for; none where there is no such instance in any run.
    fn whose(&self, expr: &Expr) -> Option<Whose> {
        match (&expr.kind, &expr.ty) {
            (ExprKind::This, _) => self.this,
            (ExprKind::Instance(spec, key), _) => self.named(*spec, key),
            (_, Type::Instance(spec)) => self.any_of(*spec),
            _ => None,
        }
    }

    /// Some instance of a specification; where there is one only, it is that one or none.
    fn any_of(&self, spec: SpecId) -> Option<Whose> {
        match self.footprints.model.universe.instances_of(spec) {
            [] => None,
            [only] => Some(Whose::Only(*only)),
            _ => Some(Whose::AnyOf(spec)),
        }
    }

    /// The instance of a specification with a key, which may be the same in every run.
    fn named(&self, spec: SpecId, key: &Expr) -> Option<Whose> {
        if self.is_own_key(spec, key) {
            return self.this;
        }
        let this = match self.this {
            Some(Whose::Only(id)) => Some(id),
            _ => None,
        };
        match self.footprints.fixed.value(key, this) {
            Ok(key) => {
                let universe = &self.footprints.model.universe;
                universe.find(spec, &key?).map(Whose::Only)
            }
            Err(_) => self.any_of(spec),
        }
    }

    /// `this.key`, for an instance of the specification of `this`.
    fn is_own_key(&self, spec: SpecId, key: &Expr) -> bool {
        let Some(this) = self.this else { return false };
        this.spec(&self.footprints.model.universe) == spec
            && matches!(&key.kind, ExprKind::Field(base, field, Moment::Current)
                if base.kind == ExprKind::This && self.footprints.spec(this).key == Some(*field))
    }
}
