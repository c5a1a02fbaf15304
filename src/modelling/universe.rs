//! Makes the instances that a state lists, and gives them keys.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::diagnostics::codes::models as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::interpreter::operations::negate;
use crate::model::universe::Universe;
use crate::model::value::{InstanceId, Value, of_literal};
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, UnaryOp};
use crate::semantics::specification::{FieldId, Program, SpecId};
use crate::semantics::test_module::{Instances, Setup};
use crate::semantics::types::Type;
use crate::stack::with_enough_stack;

/// The most instances that we try to handle; beyond that a number was mistyped.
const MOST_INSTANCES: u64 = 1_000_000;

impl Universe {
    /// The instances that the statements of a state list, nested ones included, and for each statement, in the order
    /// of the text, those that it speaks of. A key that two blocks fix is one instance, of which both speak.
    pub fn of(
        program: &Program,
        setups: &[Setup],
    ) -> Result<(Universe, Vec<Vec<InstanceId>>), Vec<Diagnostic>> {
        let mut listed = Vec::new();
        list(setups, &mut 0, &mut listed);
        let statements: Vec<&Instances> = listed.iter().map(|it| it.statement).collect();
        report_too_many(&statements)?;
        Builder::new(program).build(&listed)
    }
}

/// A statement that lists instances, and the number of the block that it stands in.
struct Listed<'p> {
    statement: &'p Instances,
    block: usize,
}

/// Lists the statements of a block and of those in it, in the order of the text.
fn list<'p>(setups: &'p [Setup], blocks: &mut usize, listed: &mut Vec<Listed<'p>>) {
    let block = *blocks;
    *blocks += 1;
    with_enough_stack(|| {
        for setup in setups {
            match setup {
                Setup::Instances(statement) if !statement.negated => {
                    listed.push(Listed { statement, block });
                }
                Setup::Instances(_) | Setup::Now(_) => {}
                Setup::Forever(part) | Setup::Eventually(part) => list(part, blocks, listed),
                Setup::Until(first, second) | Setup::Unless(first, second) => {
                    list(first, blocks, listed);
                    list(second, blocks, listed);
                }
            }
        }
    });
}

/// The statements of a state that list instances, in order.
pub(super) fn statements(setups: &[Setup]) -> impl Iterator<Item = &Instances> {
    setups.iter().filter_map(|setup| match setup {
        Setup::Instances(instances) if !instances.negated => Some(instances),
        _ => None,
    })
}

/// The statements of a state that say what no instance is like, in order.
pub(super) fn negated_statements(setups: &[Setup]) -> impl Iterator<Item = &Instances> {
    setups.iter().filter_map(|setup| match setup {
        Setup::Instances(instances) if instances.negated => Some(instances),
        _ => None,
    })
}

/// Refuses statements that list more instances than can be handled.
pub(super) fn report_too_many(statements: &[&Instances]) -> Result<(), Vec<Diagnostic>> {
    let counts = statements
        .iter()
        .map(|statement| u64::from(statement.count));
    let total: u64 = counts.sum();
    let largest = statements.iter().max_by_key(|statement| statement.count);
    match largest {
        Some(largest) if total > MOST_INSTANCES => Err(vec![codes::too_many_instances(
            largest.span,
            total,
            MOST_INSTANCES,
        )]),
        _ => Ok(()),
    }
}

/// Gives keys to instances: first those that are fixed, so that generated ones can avoid them.
struct Builder<'p> {
    program: &'p Program,
    /// Keys that are fixed or made up.
    taken: FxHashSet<(SpecId, Value)>,
    /// For each block the keys that its statements fix.
    fixed: FxHashMap<(usize, SpecId, Value), Span>,
    next_free: BTreeMap<SpecId, u64>,
    problems: Vec<Diagnostic>,
}

impl<'p> Builder<'p> {
    fn new(program: &'p Program) -> Builder<'p> {
        Builder {
            program,
            taken: FxHashSet::default(),
            fixed: FxHashMap::default(),
            next_free: BTreeMap::new(),
            problems: Vec::new(),
        }
    }

    fn build(
        mut self,
        listed: &[Listed<'_>],
    ) -> Result<(Universe, Vec<Vec<InstanceId>>), Vec<Diagnostic>> {
        let fixed: Vec<Vec<Option<Value>>> = listed
            .iter()
            .map(|listed| self.fixed_keys(listed))
            .collect();
        let mut universe = Universe::default();
        let mut made = Vec::new();
        for (listed, keys) in listed.iter().zip(fixed) {
            let Instances { spec, span, .. } = *listed.statement;
            let mut ids = Vec::new();
            for key in keys {
                let Some(key) = key.or_else(|| self.free_key(listed.statement)) else {
                    break;
                };
                let known = universe.find(spec, &key);
                ids.push(known.unwrap_or_else(|| universe.add(spec, key, span)));
            }
            made.push(ids);
        }
        if self.problems.is_empty() {
            Ok((universe, made))
        } else {
            Err(self.problems)
        }
    }

    /// The keys that a statement fixes for each of its instances.
    fn fixed_keys(&mut self, listed: &Listed<'_>) -> Vec<Option<Value>> {
        let Listed { statement, block } = *listed;
        let key_field = self.program.spec(statement.spec).key;
        let each = statement
            .each
            .iter()
            .find_map(|constraint| fixed_key(constraint, key_field));
        (0..statement.count as usize)
            .map(|index| {
                let mut own = statement.one_by_one.get(index).into_iter().flatten();
                let key = own
                    .find_map(|constraint| fixed_key(constraint, key_field))
                    .or_else(|| each.clone())?;
                self.taken.insert((statement.spec, key.clone()));
                let in_block = (block, statement.spec, key.clone());
                if let Some(first) = self.fixed.insert(in_block, statement.span) {
                    let spec = &self.program.spec(statement.spec).name.text;
                    self.problems.push(codes::duplicate_key(
                        statement.span,
                        spec,
                        &key.to_string(),
                        first,
                    ));
                }
                Some(key)
            })
            .collect()
    }

    /// The smallest key that no other instance has.
    fn free_key(&mut self, statement: &Instances) -> Option<Value> {
        let spec = self.program.spec(statement.spec);
        let ty = spec.key.map(|key| spec.fields[key.index()].ty.clone())?;
        loop {
            let counter = self.next_free.entry(statement.spec).or_insert(0);
            *counter += 1;
            let Some(key) = generated_key(&ty, *counter) else {
                self.problems.push(codes::key_not_generated(
                    statement.span,
                    &spec.name.text,
                    &ty.to_string(),
                ));
                return None;
            };
            if self.taken.insert((statement.spec, key.clone())) {
                return Some(key);
            }
        }
    }
}

/// `key == literal`, either way round, also as a part of a conjunction. The key of another instance fixes nothing.
fn fixed_key(constraint: &Expr, key: Option<FieldId>) -> Option<Value> {
    let ExprKind::Binary(op, left, right) = &constraint.kind else {
        return None;
    };
    let is_key = |side: &Expr| match &side.kind {
        ExprKind::Field(base, field, _) => base.kind == ExprKind::This && Some(*field) == key,
        _ => false,
    };
    match op {
        BinaryOp::Equal if is_key(left) => literal(right),
        BinaryOp::Equal if is_key(right) => literal(left),
        BinaryOp::And => {
            with_enough_stack(|| fixed_key(left, key).or_else(|| fixed_key(right, key)))
        }
        _ => None,
    }
}

/// The value of a literal, perhaps with a sign.
fn literal(expr: &Expr) -> Option<Value> {
    match &expr.kind {
        ExprKind::Literal(value) => of_literal(value),
        ExprKind::Unary(UnaryOp::Negate, operand) => {
            with_enough_stack(|| negate(&literal(operand)?))
        }
        _ => None,
    }
}

fn generated_key(ty: &Type, number: u64) -> Option<Value> {
    Some(match ty {
        Type::Integer => Value::Integer(BigInt::from(number)),
        Type::Iban => Value::Iban(generated_iban(number).into()),
        Type::String => Value::String(format!("key{number}").into()),
        _ => return None,
    })
}

/// A Dutch account number with check digits that fit.
fn generated_iban(number: u64) -> String {
    let account = format!("{number:010}");
    // The bank code and the country in the digits that the check counts with: FRSW and NL00.
    let digits = format!("15272832{account}232100");
    let rest = digits.bytes().fold(0_u32, |rest, digit| {
        (rest * 10 + u32::from(digit - b'0')) % 97
    });
    format!("NL{:02}FRSW{account}", 98 - rest)
}
