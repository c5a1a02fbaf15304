//! Syncs of random events.

use super::bodies::EventMaker;
use super::model::{Expr, Sync};
use super::shapes::{Shape, Signature};

impl EventMaker<'_, '_> {
    pub(super) fn add_syncs(&mut self, partners: &[(Shape, Signature)]) {
        let count = self
            .maker
            .random
            .between((1, self.maker.profile.most_syncs));
        for _ in 0..count {
            if let Some((shape, event)) = self.maker.random.pick_any(partners) {
                self.add_sync(shape, event);
            }
        }
    }

    fn add_sync(&mut self, shape: &Shape, partner: &Signature) {
        let view = shape.view();
        let own_key = Expr::own_field(
            &self
                .shape
                .fields
                .iter()
                .find(|field| field.is_key)
                .expect("a key")
                .name,
        );
        let references = self.shape.fields.iter().filter(|field| {
            field.reference.as_ref() == Some(&view.name) && !self.signature.creates
        });
        let mut keys: Vec<Expr> = references
            .map(|field| Expr::own_field(&field.name))
            .collect();
        keys.extend((0..2).map(|_| self.maker.key(&view)));
        keys.retain(|key| view.name != self.shape.spec.name || *key != own_key);
        let fallback = self.maker.literal(&view.key);
        let mut key = keys.first().cloned().unwrap_or(fallback);
        if self.maker.profile.few && view.name == self.shape.spec.name {
            key = the_other_one(own_key);
        }
        let arguments = partner
            .params
            .iter()
            .map(|param| self.maker.expr(&param.ty, 1))
            .collect();
        self.event.syncs.push(Sync {
            negated: self.maker.random.chance(self.maker.profile.negated_syncs),
            spec: view.name,
            key,
            event: partner.name.clone(),
            arguments,
        });
    }
}

/// The key of one of the first two instances that is not this one.
fn the_other_one(own_key: Expr) -> Expr {
    let literal = |text: &str| Expr::Literal(text.to_owned());
    let is_first = Expr::binary("==", own_key, literal("1"));
    Expr::Conditional(
        Box::new(is_first),
        Box::new(literal("2")),
        Box::new(literal("1")),
    )
}
