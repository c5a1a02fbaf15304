//! What is known about the variables of a system while it is made a finite program: where each is and which values it
//! can have.

use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::coding::{Coding, Listed, MOST_VALUES};
use super::expression::Known as KnownExpr;
use super::open::{Look, Reads};
use super::starts::Starts;
use crate::finite::build::equal;
use crate::finite::interval::Interval;
use crate::finite::{Expr, VariableId};
use crate::ground::enumeration::{Enumeration, Field as Declared, Instance, fit, number_of_time};
use crate::ground::shape::Value;
use crate::ground::system::{Part, Place};
use crate::ground::valuation::Valuation;
use crate::ground::{Concrete, FieldId, InstanceId, Obstacle, System, Type};
use crate::logic::{Constant, Symbol, TermId, VariableId as SystemVariable};

/// A field of an instance, which is one variable of the program.
#[derive(Debug, Clone)]
pub(super) struct Field {
    pub(super) id: (InstanceId, FieldId),
    /// The places of its scalars among the variables of the system.
    pub(super) scalars: Range<usize>,
    /// Its value before a step.
    pub(super) value: Value,
    pub(super) ty: Type,
    /// The least and the greatest number that it is tried with where it has no domain.
    pub(super) widest: (i64, i64),
    /// What else is known of it.
    pub(super) declared: Declared,
    pub(super) variable: VariableId,
    pub(super) coding: Coding,
    /// The values that it may begin with, where it makes a difference.
    pub(super) starts: Vec<Listed>,
    /// Its domain, which its values never leave.
    pub(super) domain: Option<Vec<Listed>>,
    /// Whether the start leaves it open.
    pub(super) is_open: bool,
}

/// What a variable of the system belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Owner {
    /// The control variable of an instance.
    Control(InstanceId),
    /// A field, by its place.
    Field(usize),
    /// The time.
    Now,
}

/// A system that is being made a finite program.
#[derive(Debug)]
pub(super) struct Lowering {
    pub(super) system: System,
    /// What is known of its states one by one.
    pub(super) enumeration: Enumeration,
    pub(super) fields: Vec<Field>,
    /// Where the fields are.
    pub(super) place_of: FxHashMap<(InstanceId, FieldId), usize>,
    /// For each variable of the system what it belongs to.
    pub(super) owners: Vec<Owner>,
    /// For each instance its control variable.
    pub(super) controls: Vec<VariableId>,
    /// The variable of the time and the times that it is one of, where the time makes a difference.
    pub(super) now: Option<(VariableId, Vec<(Concrete, Constant)>)>,
    /// The number of variables so far.
    pub(super) n_variables: u32,
    /// What terms are, as long as codings do not change.
    pub(super) known: FxHashMap<TermId, KnownExpr>,
    /// Where terms read fields that are open at the start, whatever is known of their values.
    pub(super) reads: Reads,
    /// What terms read. Fields that are not open any more do not matter.
    pub(super) looks: FxHashMap<TermId, Rc<Look>>,
}

impl Lowering {
    /// What is known at first.
    pub(super) fn new(mut system: System, starts: &Starts) -> Result<Lowering, Obstacle> {
        let enumeration = system.enumeration.take();
        let enumeration = enumeration.ok_or_else(Obstacle::not_enumerated)?;
        let mut lowering = Lowering {
            owners: Vec::with_capacity(system.variables.len()),
            system,
            enumeration,
            fields: Vec::new(),
            place_of: FxHashMap::default(),
            controls: Vec::new(),
            now: None,
            n_variables: 0,
            known: FxHashMap::default(),
            reads: Reads::default(),
            looks: FxHashMap::default(),
        };
        lowering.own_variables();
        for index in 0..lowering.enumeration.instances.len() {
            let control = lowering.next_variable();
            lowering.controls.push(control);
            let fields = lowering.enumeration.instances[index].fields.clone();
            for field in fields {
                lowering.declare(InstanceId::at(index), field, starts)?;
            }
        }
        if let Some(times) = lowering.enumeration.times.clone() {
            let times = times.into_iter().map(|time| {
                let number = number_of_time(&time);
                let number = number.ok_or_else(|| Obstacle::unsupported("such times"))?;
                Ok((time, number))
            });
            let times = times.collect::<Result<_, Obstacle>>()?;
            lowering.now = Some((lowering.next_variable(), times));
        }
        Ok(lowering)
    }

    fn next_variable(&mut self) -> VariableId {
        self.n_variables += 1;
        VariableId(self.n_variables - 1)
    }

    /// An instance, and what it is called.
    pub(super) fn instance(&self, id: InstanceId) -> &Instance {
        &self.enumeration.instances[id.index()]
    }

    /// What the environment can choose.
    pub(super) fn firsts(&self) -> Vec<Place> {
        let chosen = self.enumeration.chosen.iter();
        chosen
            .filter_map(|(id, event)| self.system.place(*id, *event))
            .collect()
    }

    /// Finds out what the variables of the system belong to.
    fn own_variables(&mut self) {
        let mut n_fields = 0;
        let mut last = None;
        for variable in &self.system.variables {
            self.owners.push(match variable.part {
                Part::Now => Owner::Now,
                Part::Control(id) => Owner::Control(id),
                Part::Field(id, field, _) => {
                    if last != Some((id, field)) {
                        last = Some((id, field));
                        self.place_of.insert((id, field), n_fields);
                        n_fields += 1;
                    }
                    Owner::Field(n_fields - 1)
                }
            });
        }
    }

    fn declare(
        &mut self,
        id: InstanceId,
        declared: Declared,
        starts: &Starts,
    ) -> Result<(), Obstacle> {
        let field = declared.id;
        let domain = declared.domain.clone();
        let value = self.system.current.instances[id.index()].fields[field.index()].clone();
        let value = value.ok_or_else(|| Obstacle::unsupported("interest tariffs"))?;
        let place = *self
            .place_of
            .get(&(id, field))
            .ok_or_else(|| Obstacle::unsupported("a field without a value"))?;
        let first = self.owners.iter().position(|it| *it == Owner::Field(place));
        let first = first.unwrap_or_default();
        let count = self.owners[first..]
            .iter()
            .take_while(|it| **it == Owner::Field(place))
            .count();
        let variable = self.next_variable();
        self.fields.push(Field {
            id: (id, field),
            scalars: first..first + count,
            value,
            ty: declared.ty.clone(),
            widest: declared.widest(),
            declared,
            variable,
            coding: Coding::Unset,
            starts: Vec::new(),
            domain: None,
            is_open: starts.open.contains(&(id, field)),
        });
        let known = starts.fields.get(&(id, field)).into_iter().flatten();
        let known = self.all_listed(place, known)?;
        let domain = match domain {
            Some(domain) => Some(self.all_listed(place, domain.iter())?),
            None => None,
        };
        let own = &mut self.fields[place];
        own.coding = Coding::of(domain.as_ref().unwrap_or(&known).clone());
        own.starts = known;
        own.domain = domain;
        Ok(())
    }

    fn all_listed<'v>(
        &mut self,
        field: usize,
        values: impl Iterator<Item = &'v Concrete>,
    ) -> Result<Vec<Listed>, Obstacle> {
        values
            .map(|value| self.listed(field, value.clone()))
            .collect()
    }

    /// A value of a field with its scalars.
    pub(super) fn listed(&mut self, field: usize, value: Concrete) -> Result<Listed, Obstacle> {
        let own = &self.fields[field];
        let (shape, scalars) = (own.value.shape.clone(), own.scalars.clone());
        let value = fit(&own.ty, value).ok_or_else(|| Obstacle::unsupported("such values"))?;
        let found = self.system.scalars_of(&shape, &value);
        let found: Valuation = found.ok_or_else(Obstacle::no_room)?.into_iter().collect();
        let scalars = scalars.map(|at| {
            let symbol = Symbol::Current(SystemVariable(u32::try_from(at).unwrap_or(u32::MAX)));
            found.get(&symbol).cloned().ok_or_else(Obstacle::no_room)
        });
        let scalars = scalars.collect::<Result<_, _>>()?;
        Ok(Listed { value, scalars })
    }

    /// The value of a field whose variable has a number.
    pub(super) fn value_of(&self, field: usize, code: i64) -> Option<Concrete> {
        let own = &self.fields[field];
        if let Coding::List(values) = &own.coding {
            let listed = values.get(usize::try_from(code).ok()?)?;
            return Some(listed.value.clone());
        }
        let values = self.valuation_of(field, code)?;
        self.system.read(&values, &own.value.shape, &own.ty).ok()
    }

    /// The scalars of a field whose variable has a number.
    pub(super) fn valuation_of(&self, field: usize, code: i64) -> Option<Valuation> {
        let own = &self.fields[field];
        let scalars = own.coding.scalars(code)?;
        let symbols = own
            .scalars
            .clone()
            .map(|at| Symbol::Current(SystemVariable(u32::try_from(at).unwrap_or(u32::MAX))));
        Some(symbols.zip(scalars).collect())
    }

    /// Makes room for a value of a field; tells whether it was new.
    pub(super) fn learn(&mut self, field: usize, value: Listed) -> Result<bool, Obstacle> {
        if self.fields[field].domain.is_some() {
            return Ok(false);
        }
        let too_many =
            || Obstacle::unsupported("a field that may have too many values which are no numbers");
        if let Some(wider) = self.fields[field].coding.with(value.clone(), MOST_VALUES) {
            let is_new = wider != self.fields[field].coding;
            self.fields[field].coding = wider;
            return Ok(is_new);
        }
        let mut coding = Coding::List(self.values_tried(field).ok_or_else(too_many)?);
        coding = coding.with(value, MOST_VALUES).ok_or_else(too_many)?;
        self.fields[field].coding = coding;
        Ok(true)
    }

    /// All values of a field, in order, unless there are too many to try them.
    pub(super) fn values_tried(&mut self, field: usize) -> Option<Vec<Listed>> {
        let codes = self.fields[field].coding.codes()?;
        let values = codes.map(|code| {
            let value = self.value_of(field, code)?;
            self.listed(field, value).ok()
        });
        let mut values = values.collect::<Option<Vec<Listed>>>()?;
        values.sort_unstable();
        Some(values)
    }

    /// Makes room for a range of numbers of a field.
    pub(super) fn widen(&mut self, field: usize, found: Interval) {
        if let Coding::Number { range, .. } = &mut self.fields[field].coding {
            *range = range.join(found);
        }
    }

    /// When an instance is in a state, by its number.
    pub(super) fn is_at(&self, id: InstanceId, at: u32) -> Expr {
        let control = Expr::Variable(self.controls[id.index()]);
        equal(control, Expr::Constant(i64::from(at)))
    }

    /// `Specification.field`
    pub(super) fn field_name(&self, field: usize) -> String {
        let own = &self.fields[field];
        own.declared.full_name(self.instance(own.id.0))
    }
}
