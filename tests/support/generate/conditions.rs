//! Random conditions: Boolean expressions that depend on something.

use super::expressions::{LOCAL, Maker};
use super::model::Expr;
use super::types::Ty;

impl Maker<'_> {
    /// A condition that depends on something, as far as there is anything.
    pub(super) fn condition(&mut self, depth: usize) -> Expr {
        let tries = if depth == 0 { 0 } else { 8 };
        for _ in 0..tries {
            let condition = self.expr(&Ty::Boolean, depth);
            if self.varies(&condition) && !compares_same(&condition) {
                return condition;
            }
        }
        self.simple_condition()
    }

    fn simple_condition(&mut self) -> Expr {
        match self.random.pick_any(&self.scope.leaves).cloned() {
            Some((leaf, ty)) => self.bound_on(leaf, &ty),
            None if self.scope.own_states.is_empty() => self.literal(&Ty::Boolean),
            None => Expr::Lifetime("initialized", Box::new(Expr::This)),
        }
    }

    /// A simple condition on a parameter or field, which often holds.
    pub(super) fn bound_on(&mut self, leaf: Expr, ty: &Ty) -> Expr {
        if self.profile.finite && *ty == Ty::Integer {
            let most = Expr::Literal(self.profile.largest.to_string());
            return Expr::binary(
                "in",
                leaf,
                Expr::Range(Box::new(Expr::Literal("0".into())), Box::new(most)),
            );
        }
        if self.profile.confined {
            let mut values = ty.few();
            values.remove(self.random.below(values.len()));
            return Expr::binary("in", leaf, Expr::Set(values));
        }
        match ty {
            Ty::Set(_) | Ty::Map(..) => Expr::binary(
                ">",
                Expr::Cardinality(Box::new(leaf)),
                Expr::Literal("0".into()),
            ),
            Ty::Boolean if self.random.chance(50) => leaf,
            _ if self.random.chance(25) && ty.has_literals() => {
                let values = (0..3).map(|_| self.literal(ty)).collect();
                Expr::binary("in", leaf, Expr::Set(values))
            }
            _ if ty.is_ordered() => {
                let op = *self.random.pick(&[">=", ">", "!=", "<="]);
                Expr::binary(op, leaf, self.literal(ty))
            }
            _ => Expr::binary("!=", leaf, self.literal(ty)),
        }
    }

    /// `now < t` or `now in {t, u}`
    pub(super) fn time_test(&mut self) -> Expr {
        let ty = Ty::DateTime;
        let time = self.literal(&ty);
        match self.random.below(8) {
            0 => Expr::binary("in", Expr::Now, Expr::Set(vec![time, self.literal(&ty)])),
            1 => {
                let range = Expr::Range(Box::new(time), Box::new(self.literal(&ty)));
                Expr::binary("in", Expr::Now, range)
            }
            2 => Expr::binary(self.comparison_operator(&ty), time, Expr::Now),
            _ => Expr::binary(self.comparison_operator(&ty), Expr::Now, time),
        }
    }

    /// Whether a condition mentions anything that is not the same in every step.
    fn varies(&self, condition: &Expr) -> bool {
        condition.any(&mut |part| match part {
            Expr::Name(name) => !name.starts_with(LOCAL) || self.is_bound(part),
            Expr::Now
            | Expr::This
            | Expr::Instance(..)
            | Expr::Extent(_)
            | Expr::Field(..)
            | Expr::BareField(_) => true,
            _ => false,
        })
    }

    /// Whether a variable is bound around the condition, not within it.
    fn is_bound(&self, name: &Expr) -> bool {
        self.scope.leaves.iter().any(|(leaf, _)| leaf == name)
    }
}

/// `a == a` holds or does not, whatever `a` is.
fn compares_same(condition: &Expr) -> bool {
    matches!(condition, Expr::Binary(_, left, right) if left == right)
}
