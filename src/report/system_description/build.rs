//! From a system to its description.

use super::{
    Approximation, Condition, FiniteSort, Input, Origin, Part, Place, Role, SystemDescription,
    Variable,
};
use crate::diagnostics::{Sources, Span};
use crate::ground::context::InputRole;
use crate::ground::property::Wanted;
use crate::ground::smtlib::Names;
use crate::ground::system::{self as ground, Constraint, Turns};
use crate::ground::{Lengths, Property, System};
use crate::logic::smtlib::Writer;
use crate::logic::{Symbol, TermId};

/// Describes the system of a check.
pub fn describe(sources: &Sources, check: Span, system: &System) -> SystemDescription {
    let names = Names::of(system);
    let name = |symbol: Symbol| names.name(symbol);
    let describer = Describer {
        sources,
        system,
        names: &names,
        writer: Writer::new(&system.context.terms, &name),
    };
    let (goal, lengths) = describer.goal();
    SystemDescription {
        check: describer.place(check),
        sorts: describer.sorts(),
        variables: describer.variables(),
        inputs: describer.inputs(),
        always: describer.conditions(system.always.iter()),
        start: describer.conditions(system.start.iter()),
        relation: describer.conditions(system.relation(Turns::OneByOne)),
        goal,
        least: lengths.least,
        most: lengths.most,
        approximation: match system.approximation() {
            ground::Approximation::Exact => Approximation::Exact,
            ground::Approximation::MayDoMore => Approximation::MayDoMore,
        },
    }
}

struct Describer<'d> {
    sources: &'d Sources,
    system: &'d System,
    names: &'d Names,
    writer: Writer<'d>,
}

impl Describer<'_> {
    fn place(&self, span: Span) -> Place {
        let file = self.sources.file(span.file);
        Place {
            file: file.path().display().to_string(),
            line: self.sources.line(span),
        }
    }

    fn sorts(&self) -> Vec<FiniteSort> {
        let terms = &self.system.context.terms;
        let sorts = terms.finite_sorts().map(|sort| FiniteSort {
            name: terms.finite_name(sort).to_owned(),
            values: terms
                .finite_values(sort)
                .iter()
                .map(ToString::to_string)
                .collect(),
        });
        sorts.collect()
    }

    fn variables(&self) -> Vec<Variable> {
        let variables = self.system.variables.iter().zip(&self.names.current);
        let variables = variables.map(|(variable, name)| Variable {
            name: name.clone(),
            sort: self.writer.sort(variable.sort),
            is: match variable.part {
                ground::Part::Now => Part::Time,
                ground::Part::Control(_) => Part::LifeCycle,
                ground::Part::Field(..) => Part::Field,
            },
        });
        variables.collect()
    }

    fn inputs(&self) -> Vec<Input> {
        let inputs = self.system.context.inputs.iter().zip(&self.names.inputs);
        let inputs = inputs.map(|(input, name)| {
            let (role, value) = match input.role {
                InputRole::Chosen => (Role::Chosen, None),
                InputRole::Unknown => (Role::Unknown, None),
                InputRole::Defined { value, .. } | InputRole::Later { value, .. } => {
                    (Role::Computed, Some(self.writer.term(value)))
                }
            };
            Input {
                name: name.clone(),
                sort: self.writer.sort(input.sort),
                role,
                value,
            }
        });
        inputs.collect()
    }

    fn conditions<'c>(&self, all: impl Iterator<Item = &'c Constraint>) -> Vec<Condition> {
        let conditions = all.map(|Constraint { term, origin }| {
            let (origin, span) = origin_of(*origin);
            self.condition(*term, origin, span.as_slice())
        });
        conditions.collect()
    }

    fn condition(&self, term: TermId, origin: Origin, spans: &[Span]) -> Condition {
        Condition {
            term: self.writer.term(term),
            origin,
            places: spans.iter().map(|span| self.place(*span)).collect(),
        }
    }

    fn goal(&self) -> (Vec<Condition>, Lengths) {
        let Some(Property::Reach { wanted, lengths }) = self.system.properties.first() else {
            return (Vec::new(), Lengths::ANY);
        };
        let wanted = wanted.iter();
        let wanted = wanted
            .map(|Wanted { term, statements }| self.condition(*term, Origin::Goal, statements));
        (wanted.collect(), *lengths)
    }
}

/// Where a condition comes from, and the place if it is written anywhere.
fn origin_of(origin: ground::Origin) -> (Origin, Option<Span>) {
    match origin {
        ground::Origin::Statement(span) => (Origin::Statement, Some(span)),
        ground::Origin::LifeCycle(span) => (Origin::LifeCycle, Some(span)),
        ground::Origin::Sync(span) => (Origin::Sync, Some(span)),
        ground::Origin::Start(span) => (Origin::Start, span),
        ground::Origin::Goal(span) => (Origin::Goal, Some(span)),
        ground::Origin::Domain => (Origin::Domain, None),
        ground::Origin::Type => (Origin::Type, None),
        ground::Origin::Frame => (Origin::Frame, None),
        ground::Origin::Choice | ground::Origin::OneChoice => (Origin::Choice, None),
        ground::Origin::OneEvent => (Origin::OneEvent, None),
        ground::Origin::Time => (Origin::Time, None),
    }
}
