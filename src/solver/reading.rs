//! What the solver has found, as values of the symbols of a system.

use num_bigint::BigInt;
use z3::ast::{Bool, Int, Real};

use super::ast::Ast;
use super::atoms::Reading;
use super::numbers;
use super::unrolling::Unrolling;
use crate::ground::valuation::Valuation;
use crate::logic::{Constant, Sort, Symbol, TermId, VariableId};

/// The solver has found a value that nobody can write, such as a root of two; in its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotWritten(pub String);

/// What the solver has found.
pub struct Found<'f, 's> {
    unrolling: &'f mut Unrolling<'s>,
    model: z3::Model,
    atoms: Reading,
}

impl<'s> Unrolling<'s> {
    /// What the solver has found, where the last question was answered with yes.
    pub fn found(&mut self) -> Option<Found<'_, 's>> {
        let model = self.solver.get_model()?;
        let atoms = self.translation.atoms.reading(&model);
        Some(Found {
            unrolling: self,
            model,
            atoms,
        })
    }
}

impl Found<'_, '_> {
    /// Whether a truth value is true at a place.
    pub fn holds(&mut self, term: TermId, at: usize) -> bool {
        let value = self.unrolling.translation.truth(term, at);
        self.is_true(&value)
    }

    /// The values of all states, and of the inputs of the steps between them.
    pub fn valuations(&mut self) -> Result<Vec<Valuation>, NotWritten> {
        (0..=self.unrolling.last())
            .map(|at| self.valuation(at))
            .collect()
    }

    /// The values of the variables and inputs at a place.
    fn valuation(&mut self, at: usize) -> Result<Valuation, NotWritten> {
        let system = self.unrolling.system;
        let frame = &self.unrolling.translation.frames[at];
        let variables = frame.variables.iter().zip(&system.variables).enumerate();
        let variables = variables.map(|(index, (ast, variable))| {
            let id = VariableId(u32::try_from(index).unwrap_or(u32::MAX));
            (Symbol::Current(id), ast.clone(), variable.sort)
        });
        let inputs = frame.inputs.iter().map(|(id, ast)| {
            let sort = system.context.inputs[id.0 as usize].sort;
            (Symbol::Input(*id), ast.clone(), sort)
        });
        let mut all: Vec<(Symbol, Ast, Sort)> = variables.chain(inputs).collect();
        all.sort_by_key(|(symbol, ..)| *symbol);
        let silent: Vec<Symbol> = frame.silent.iter().map(|id| Symbol::Input(*id)).collect();
        let mut values = Valuation::default();
        for (symbol, ast, sort) in all {
            values.insert(symbol, self.value(&ast, sort)?);
        }
        for symbol in silent {
            values.insert(symbol, Constant::Bool(false));
        }
        Ok(values)
    }

    fn value(&mut self, ast: &Ast, sort: Sort) -> Result<Constant, NotWritten> {
        Ok(match (ast, sort) {
            (Ast::Bool(value), _) => Constant::Bool(self.is_true(value)),
            (Ast::Int(number), _) => Constant::Int(self.int(number)?),
            (Ast::Real(number), _) => self.real(number)?,
            (Ast::Finite(values), Sort::Finite(sort)) => {
                let place = values.iter().position(|value| self.is_true(value));
                let place = u32::try_from(place.unwrap_or_default()).unwrap_or_default();
                Constant::Finite(sort, place)
            }
            (Ast::Atom(atom), Sort::Atom(sort)) => {
                let element = self.model.eval(atom, true);
                let element = element.map(|element| element.to_string());
                self.atoms.constant(sort, element.unwrap_or_default())
            }
            _ => return Err(NotWritten("something of another sort".to_owned())),
        })
    }

    fn is_true(&self, value: &Bool) -> bool {
        let value = self.model.eval(value, true);
        value.and_then(|value| value.as_bool()) == Some(true)
    }

    fn int(&self, number: &Int) -> Result<BigInt, NotWritten> {
        let value = self.model.eval(number, true);
        if let Some(small) = value.as_ref().and_then(Int::as_i64) {
            return Ok(small.into());
        }
        let value = value.map(|value| value.to_string()).unwrap_or_default();
        numbers::whole_number(&value).ok_or(NotWritten(value))
    }

    fn real(&self, number: &Real) -> Result<Constant, NotWritten> {
        let value = self.model.eval(number, true);
        let value = value.map(|value| value.to_string()).unwrap_or_default();
        match numbers::fraction(&value) {
            Some(number) => Ok(Constant::Real(number)),
            // The solver names irrational numbers by the polynomial of which they are a root.
            None if value.contains("root-obj") => {
                Err(NotWritten("only irrational numbers".to_owned()))
            }
            None => Err(NotWritten(value)),
        }
    }
}
