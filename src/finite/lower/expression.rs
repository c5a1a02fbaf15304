//! Terms over the state before a step as expressions of a finite program.
//!
//! Truth values and whole numbers are computed as the terms say. Where something else is compared, or where a field is
//! one of a list of values, all values are tried, and a table of them takes the place of the term.

use super::coding::{Coding, MOST_CASES, is_small, small};
use super::context::{Lowering, Owner};
use crate::finite::build::{NO, YES, all, among, any, binary, choose, equal, not, sum};
use crate::finite::interval::Interval;
use crate::finite::{BinaryOp, Expr};
use crate::ground::context::InputRole;
use crate::ground::shape::Value;
use crate::ground::valuation::Valuation;
use crate::ground::{Concrete, Obstacle, Type};
use crate::logic::rewrite::symbols;
use crate::logic::{Constant, InputId, Node, Sort, Symbol, TermId, VariableId};
use crate::stack::with_enough_stack;
use std::collections::{BTreeMap, BTreeSet};

/// Expressions get at most so many parts before we give up.
const MOST_PARTS: usize = 50_000;

/// What a term is.
#[derive(Debug, Clone)]
pub(super) struct Known {
    pub(super) expr: Expr,
    /// The numbers that it can be.
    pub(super) range: Interval,
    /// How many parts it has.
    parts: usize,
}

impl Known {
    fn truth(expr: Expr, parts: usize) -> Known {
        let range = Interval::new(0, 1);
        Known { expr, range, parts }
    }

    fn constant(number: i64) -> Known {
        Known {
            expr: Expr::Constant(number),
            range: Interval::of(number),
            parts: 1,
        }
    }
}

/// A row of a table: what it stands for, and when it counts.
pub(super) struct Row {
    pub(super) when: Expr,
    pub(super) values: Valuation,
}

impl Lowering {
    /// When a truth value is true.
    pub(super) fn truth(&mut self, term: TermId) -> Result<Expr, Obstacle> {
        Ok(self.known(term)?.expr)
    }

    /// A whole number and the numbers that it can be.
    pub(super) fn number(&mut self, term: TermId) -> Result<(Expr, Interval), Obstacle> {
        let known = self.known(term)?;
        Ok((known.expr, known.range))
    }

    fn known(&mut self, term: TermId) -> Result<Known, Obstacle> {
        if let Some(known) = self.known.get(&term) {
            return Ok(known.clone());
        }
        let made = with_enough_stack(|| match self.system.context.terms.sort(term) {
            Sort::Bool => self.make_truth(term),
            _ => self.make_number(term),
        })?;
        if made.parts > MOST_PARTS {
            return Err(Obstacle::unsupported("a condition that becomes too large"));
        }
        self.known.insert(term, made.clone());
        Ok(made)
    }

    fn make_truth(&mut self, term: TermId) -> Result<Known, Obstacle> {
        match self.system.context.terms.node(term).clone() {
            Node::Constant(Constant::Bool(true)) => Ok(Known::truth(YES, 1)),
            Node::Constant(_) => Ok(Known::truth(NO, 1)),
            Node::Symbol(Symbol::Input(id), _) => {
                let value = self.computed(id)?;
                self.known(value)
            }
            Node::Not(part) => {
                let part = self.known(part)?;
                Ok(Known::truth(not(part.expr), part.parts + 1))
            }
            Node::And(parts) => self.connected(&parts, false),
            Node::Or(parts) => self.connected(&parts, true),
            Node::AtLeast(count, parts) => {
                let mut ones = Vec::with_capacity(parts.len());
                let mut size = 1;
                for part in &parts {
                    let part = self.known(*part)?;
                    size += part.parts + 1;
                    ones.push(choose(part.expr, YES, NO));
                }
                let enough = Expr::Constant(i64::from(count));
                let expr = binary(BinaryOp::GreaterEqual, sum(ones), enough);
                Ok(Known::truth(expr, size))
            }
            Node::Ite(condition, then, otherwise) => {
                let condition = self.known(condition)?;
                let (then, otherwise) = (self.known(then)?, self.known(otherwise)?);
                let size = condition.parts + then.parts + otherwise.parts;
                let expr = choose(condition.expr, then.expr, otherwise.expr);
                Ok(Known::truth(expr, size))
            }
            Node::Equal(left, right) => self.equality(term, left, right),
            Node::Less(left, right) => self.comparison(term, BinaryOp::Less, left, right),
            Node::LessEqual(left, right) => self.comparison(term, BinaryOp::LessEqual, left, right),
            _ => self.tabulated_truth(term),
        }
    }

    /// What an input is computed by.
    fn computed(&self, id: InputId) -> Result<TermId, Obstacle> {
        match self.system.context.inputs[id.0 as usize].role {
            InputRole::Defined { value, .. } | InputRole::Later { value, .. } => Ok(value),
            InputRole::Chosen | InputRole::Unknown => Err(Obstacle::no_room()),
        }
    }

    /// A conjunction or disjunction. What one part decides does not ask for the others.
    fn connected(&mut self, parts: &[TermId], deciding: bool) -> Result<Known, Obstacle> {
        let mut open = Vec::with_capacity(parts.len());
        let mut size = 1;
        let mut missing = None;
        for part in parts {
            match self.known(*part) {
                Ok(part) => match part.expr.constant() {
                    Some(known) if (known != 0) == deciding => {
                        return Ok(Known::truth(Expr::Constant(known), 1));
                    }
                    Some(_) => {}
                    None => {
                        size += part.parts + 1;
                        open.push(part.expr);
                    }
                },
                // Another part may decide.
                Err(obstacle) => missing = Some(obstacle),
            }
        }
        match missing {
            Some(obstacle) => Err(obstacle),
            None if deciding => Ok(Known::truth(any(open), size)),
            None => Ok(Known::truth(all(open), size)),
        }
    }

    fn equality(&mut self, term: TermId, left: TermId, right: TermId) -> Result<Known, Obstacle> {
        match self.system.context.terms.sort(left) {
            Sort::Bool => {
                let (a, b) = (self.known(left)?, self.known(right)?);
                Ok(Known::truth(equal(a.expr, b.expr), a.parts + b.parts + 1))
            }
            Sort::Int => self.comparison(term, BinaryOp::Equal, left, right),
            Sort::Finite(_) => {
                for (side, other) in [(left, right), (right, left)] {
                    let terms = &self.system.context.terms;
                    if let Node::Symbol(Symbol::Current(VariableId(id)), _) = terms.node(side)
                        && let Some(Constant::Finite(_, value)) = terms.constant(other)
                        && let Owner::Control(instance) = self.owners[*id as usize]
                    {
                        let is_there = self.is_at(instance, *value);
                        return Ok(Known::truth(is_there, 3));
                    }
                }
                self.tabulated_truth(term)
            }
            Sort::Real | Sort::Atom(_) => self.tabulated_truth(term),
        }
    }

    fn comparison(
        &mut self,
        term: TermId,
        op: BinaryOp,
        left: TermId,
        right: TermId,
    ) -> Result<Known, Obstacle> {
        if self.system.context.terms.sort(left) != Sort::Int || self.has_list(term) {
            if let Ok(table) = self.tabulated_truth(term) {
                return Ok(table);
            }
            if self.system.context.terms.sort(left) != Sort::Int {
                return self.tabulated_truth(term);
            }
        }
        let (a, b) = (self.known(left)?, self.known(right)?);
        let range = a.range.binary(op, b.range);
        let size = a.parts + b.parts + 1;
        Ok(match range.truth() {
            Some(known) => Known::truth(Expr::Constant(i64::from(known)), 1),
            None => Known::truth(binary(op, a.expr, b.expr), size),
        })
    }

    /// Whether a term reads a field that is one of a list of values, and no other.
    fn has_list(&self, term: TermId) -> bool {
        let owners = self.owners_read(&[term]);
        owners.iter().all(|owner| match owner {
            Owner::Field(field) => matches!(self.fields[*field].coding, Coding::List(_)),
            Owner::Control(_) | Owner::Now => true,
        })
    }
}

/// Numbers.
impl Lowering {
    fn make_number(&mut self, term: TermId) -> Result<Known, Obstacle> {
        let made = match self.system.context.terms.node(term).clone() {
            Node::Constant(constant) => match small(&constant) {
                Some(number) => Known::constant(number),
                None => return Err(Obstacle::large()),
            },
            Node::Symbol(Symbol::Input(id), _) => {
                let value = self.computed(id)?;
                self.known(value)?
            }
            Node::Symbol(Symbol::Current(id), _) => self.scalar(term, id)?,
            Node::Add(parts) => {
                let mut total = Known::constant(0);
                let mut numbers = Vec::with_capacity(parts.len());
                for part in &parts {
                    let part = self.known(*part)?;
                    total.range = total.range.binary(BinaryOp::Add, part.range);
                    total.parts += part.parts + 1;
                    numbers.push(part.expr);
                }
                total.expr = sum(numbers);
                total
            }
            Node::Multiply(left, right) => {
                let (a, b) = (self.known(left)?, self.known(right)?);
                Known {
                    expr: binary(BinaryOp::Multiply, a.expr, b.expr),
                    range: a.range.binary(BinaryOp::Multiply, b.range),
                    parts: a.parts + b.parts + 1,
                }
            }
            Node::Divide(left, right) => self.quotient(term, left, right, BinaryOp::Divide)?,
            Node::Modulo(left, right) => self.quotient(term, left, right, BinaryOp::Remainder)?,
            Node::Ite(condition, then, otherwise) => {
                let condition = self.known(condition)?;
                match condition.expr.constant() {
                    Some(0) => return self.known(otherwise),
                    Some(_) => return self.known(then),
                    None => {}
                }
                let (then, otherwise) = (self.known(then)?, self.known(otherwise)?);
                Known {
                    parts: condition.parts + then.parts + otherwise.parts,
                    range: then.range.join(otherwise.range),
                    expr: choose(condition.expr, then.expr, otherwise.expr),
                }
            }
            _ => self.tabulated_number(term)?,
        };
        if is_small(made.range.low) && is_small(made.range.high) {
            Ok(made)
        } else {
            Err(Obstacle::large())
        }
    }

    /// A scalar of the state that is a whole number.
    fn scalar(&mut self, term: TermId, id: VariableId) -> Result<Known, Obstacle> {
        if let Owner::Field(field) = self.owners[id.0 as usize]
            && let Coding::Number { range, place, .. } = &self.fields[field].coding
            && self.fields[field].scalars.start + place == id.0 as usize
        {
            return Ok(Known {
                expr: Expr::Variable(self.fields[field].variable),
                range: *range,
                parts: 1,
            });
        }
        self.tabulated_number(term)
    }

    /// A Euclidean quotient, or its rest. Programs cut off towards zero, which is the same where nothing is negative.
    fn quotient(
        &mut self,
        term: TermId,
        left: TermId,
        right: TermId,
        op: BinaryOp,
    ) -> Result<Known, Obstacle> {
        let terms = &self.system.context.terms;
        let divisor = terms.constant(right).and_then(small).filter(|it| *it > 0);
        let Some(divisor) = divisor else {
            return self.tabulated_number(term);
        };
        let number = self.known(left)?;
        let by = || Expr::Constant(divisor);
        let parts = 3 * number.parts + 8;
        let quotient = Interval::new(
            number.range.low.div_euclid(divisor),
            number.range.high.div_euclid(divisor),
        );
        let range = match op {
            BinaryOp::Divide => quotient,
            _ if quotient.low == quotient.high => Interval::new(
                number.range.low.rem_euclid(divisor),
                number.range.high.rem_euclid(divisor),
            ),
            _ => Interval::new(0, divisor - 1),
        };
        let plain = binary(op, number.expr.clone(), by());
        if number.range.low >= 0 {
            return Ok(Known {
                expr: plain,
                range,
                parts,
            });
        }
        let is_negative = binary(BinaryOp::Less, number.expr.clone(), NO);
        let below = if op == BinaryOp::Divide {
            let shifted = binary(BinaryOp::Subtract, number.expr, Expr::Constant(divisor - 1));
            binary(BinaryOp::Divide, shifted, by())
        } else {
            let lifted = binary(BinaryOp::Add, plain.clone(), by());
            binary(BinaryOp::Remainder, lifted, by())
        };
        Ok(Known {
            expr: choose(is_negative, below, plain),
            range,
            parts,
        })
    }
}

/// Tables.
impl Lowering {
    /// What the variables that some terms read belong to, in order.
    pub(super) fn owners_read(&self, terms: &[TermId]) -> BTreeSet<Owner> {
        let mut owners = BTreeSet::new();
        let mut waiting = terms.to_vec();
        while let Some(term) = waiting.pop() {
            for symbol in symbols(&self.system.context.terms, term) {
                match symbol {
                    Symbol::Current(id) if self.fixed_scalar(id).is_none() => {
                        owners.insert(self.owners[id.0 as usize]);
                    }
                    Symbol::Input(id) => waiting.extend(self.computed(id)),
                    Symbol::Current(_) | Symbol::Next(_) | Symbol::Bound(_) => {}
                }
            }
        }
        owners
    }

    /// The value of a scalar that is the same in every state.
    pub(super) fn fixed_scalar(&self, id: VariableId) -> Option<Constant> {
        let Owner::Field(field) = self.owners[id.0 as usize] else {
            return None;
        };
        let own = &self.fields[field];
        let place = id.0 as usize - own.scalars.start;
        match &own.coding {
            Coding::Number {
                place: it, rest, ..
            } if *it != place => Some(rest[place].clone()),
            _ => None,
        }
    }

    /// The value of a term that is the same in every state, as far as that is easy to tell.
    pub(super) fn fixed(&self, term: TermId) -> Option<Constant> {
        match self.system.context.terms.node(term) {
            Node::Constant(constant) => Some(constant.clone()),
            Node::Symbol(Symbol::Current(id), _) => self.fixed_scalar(*id),
            _ => None,
        }
    }

    /// The values of scalars that are the same in every state.
    fn fixed_scalars(&self) -> Valuation {
        let ids =
            (0..self.owners.len()).map(|at| VariableId(u32::try_from(at).unwrap_or(u32::MAX)));
        ids.filter_map(|id| Some((Symbol::Current(id), self.fixed_scalar(id)?)))
            .collect()
    }

    /// All combinations of values of what some terms read.
    pub(super) fn rows(&self, terms: &[TermId]) -> Result<Vec<Row>, Obstacle> {
        let mut rows = vec![Row {
            when: YES,
            values: self.fixed_scalars(),
        }];
        for owner in self.owners_read(terms) {
            let cases = self.cases(owner)?;
            if rows.len().saturating_mul(cases.len()) > MOST_CASES {
                return Err(Obstacle::unsupported(
                    "a value with too many possibilities to try them all",
                ));
            }
            let mut longer = Vec::with_capacity(rows.len() * cases.len());
            for row in &rows {
                for case in &cases {
                    let mut values = row.values.clone();
                    values.extend(case.values.iter().map(|(it, value)| (*it, value.clone())));
                    let when = all([row.when.clone(), case.when.clone()]);
                    longer.push(Row { when, values });
                }
            }
            rows = longer;
        }
        Ok(rows)
    }

    /// The values of one thing.
    fn cases(&self, owner: Owner) -> Result<Vec<Row>, Obstacle> {
        let too_many =
            || Obstacle::unsupported("a value with too many possibilities to try them all");
        match owner {
            Owner::Field(field) => {
                let own = &self.fields[field];
                let codes = own.coding.codes().ok_or_else(too_many)?;
                let rows = codes.map(|code| {
                    Some(Row {
                        when: equal(Expr::Variable(own.variable), Expr::Constant(code)),
                        values: self.valuation_of(field, code)?,
                    })
                });
                rows.collect::<Option<_>>().ok_or_else(too_many)
            }
            Owner::Control(id) => {
                let place = self.owners.iter().position(|it| *it == owner);
                let place = VariableId(u32::try_from(place.unwrap_or_default()).unwrap_or(0));
                let sort = self.system.current.control_sorts[id.index()];
                let count = self.system.context.terms.finite_values(sort).len();
                let rows = (0..u32::try_from(count).unwrap_or(u32::MAX)).map(|at| Row {
                    when: self.is_at(id, at),
                    values: [(Symbol::Current(place), Constant::Finite(sort, at))]
                        .into_iter()
                        .collect(),
                });
                Ok(rows.collect())
            }
            Owner::Now => {
                let Some((variable, times)) = &self.now else {
                    return Err(Obstacle::NoDomain {
                        what: "the time".to_owned(),
                        span: None,
                    });
                };
                let place = self.owners.iter().position(|it| *it == owner);
                let place = VariableId(u32::try_from(place.unwrap_or_default()).unwrap_or(0));
                let rows = times.iter().zip(0..).map(|((_, time), at)| Row {
                    when: equal(Expr::Variable(*variable), Expr::Constant(at)),
                    values: [(Symbol::Current(place), time.clone())]
                        .into_iter()
                        .collect(),
                });
                Ok(rows.collect())
            }
        }
    }

    /// The values of a term, each with when it has it.
    pub(super) fn table(&self, term: TermId) -> Result<BTreeMap<Constant, Vec<Expr>>, Obstacle> {
        let mut table: BTreeMap<Constant, Vec<Expr>> = BTreeMap::new();
        for row in self.rows(&[term])? {
            let value = self.system.value(&row.values, term);
            let value = value.map_err(|_| Obstacle::no_room())?;
            table.entry(value).or_default().push(row.when);
        }
        Ok(table)
    }

    fn tabulated_truth(&mut self, term: TermId) -> Result<Known, Obstacle> {
        let mut table = self.table(term)?;
        let never = table.remove(&Constant::Bool(false)).unwrap_or_default();
        let always = table.remove(&Constant::Bool(true)).unwrap_or_default();
        if never.is_empty() {
            return Ok(Known::truth(YES, 1));
        }
        let parts = 4 * always.len() + 1;
        if let Some(expr) = in_list(&always) {
            return Ok(Known::truth(expr, 8));
        }
        Ok(Known::truth(any(always), parts))
    }

    fn tabulated_number(&mut self, term: TermId) -> Result<Known, Obstacle> {
        let mut numbers = Vec::new();
        for (value, when) in self.table(term)? {
            let number = small(&value).ok_or_else(Obstacle::large)?;
            numbers.push((number, any(when)));
        }
        let mut numbers = numbers.into_iter().rev();
        let Some((last, _)) = numbers.next() else {
            return Err(Obstacle::unsupported("a number without a value"));
        };
        let mut made = Known::constant(last);
        for (number, when) in numbers {
            made.range = made.range.join(Interval::of(number));
            made.parts += 5;
            made.expr = choose(when, Expr::Constant(number), made.expr);
        }
        Ok(made)
    }

    /// The values that a value of the language can be, each with when it is that one. It is none of them where it is
    /// undefined.
    pub(super) fn value_table(
        &self,
        value: &Value,
        ty: &Type,
        defined: TermId,
    ) -> Result<BTreeMap<Concrete, Vec<Expr>>, Obstacle> {
        let mut table: BTreeMap<Concrete, Vec<Expr>> = BTreeMap::new();
        let mut read = value.scalars();
        read.push(defined);
        for row in self.rows(&read)? {
            if self.system.value(&row.values, defined) == Ok(Constant::Bool(false)) {
                continue;
            }
            let value = self.system.read(&row.values, &value.shape, ty);
            let value = value.map_err(|_| Obstacle::no_room())?;
            table.entry(value).or_default().push(row.when);
        }
        Ok(table)
    }
}

/// That a variable has one of many numbers, where that is what all conditions say.
fn in_list(conditions: &[Expr]) -> Option<Expr> {
    let mut numbers = Vec::with_capacity(conditions.len());
    let (first, _) = conditions.first()?.fixed()?;
    for condition in conditions {
        let (variable, number) = condition.fixed()?;
        if variable != first {
            return None;
        }
        numbers.push(number);
    }
    numbers.sort_unstable();
    Some(among(&Expr::Variable(first), &numbers))
}
