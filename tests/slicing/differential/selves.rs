//! `this` as a value: in some projects, conditions do not ask it for its fields and states directly, but find it in a
//! map or by a choice first.

use crate::support::generate::model::{Expr, Item, Project};
use crate::support::generate::random::Random;

/// Puts `this` behind something, in some projects and there in some conditions.
pub(crate) fn add(project: &mut Project, seed: u64) {
    let mut random = Random::new(seed ^ 0x7415);
    if !random.chance(15) {
        return;
    }
    let items = project.modules.iter_mut().flat_map(|it| &mut it.items);
    for item in items {
        if let Item::Event(event) = item {
            let before = event.preconditions.iter_mut();
            for condition in before.flat_map(|statement| statement.exprs_mut()) {
                hide(condition, &mut random);
            }
        }
    }
}

fn hide(expr: &mut Expr, random: &mut Random) {
    if let Expr::Field(base, None, _) | Expr::Instate(base, None, _) | Expr::Lifetime(_, base) =
        expr
        && matches!(**base, Expr::This)
        && random.chance(30)
    {
        **base = hidden(random);
        return;
    }
    for part in expr.parts_mut() {
        hide(part, random);
    }
}

/// Something that is always `this`.
pub(crate) fn hidden(random: &mut Random) -> Expr {
    if random.chance(50) {
        let one = || Expr::Literal("1".to_owned());
        let map = Expr::Map(vec![(one(), Expr::This)]);
        return Expr::Index(Box::new(map), Box::new(one()));
    }
    let now_or_never = Expr::binary("==", Expr::Now, Expr::Now);
    Expr::Conditional(
        Box::new(now_or_never),
        Box::new(Expr::This),
        Box::new(Expr::This),
    )
}
