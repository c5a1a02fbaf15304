//! Fields and parts of values: what can stand behind a dot.

use super::{Cursor, Offer, OfferKind};
use crate::semantics::expression::Member;
use crate::semantics::occurrences::NameKind;
use crate::semantics::specification::{SpecId, Specification};
use crate::semantics::types::Type;
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{self, AstNode};

impl Cursor<'_> {
    /// What can stand behind the dot before the cursor.
    pub(super) fn members(&self) -> Vec<Offer> {
        let base = ast::FieldExpr::cast(self.parent.clone()).and_then(|it| it.expr());
        let types = base.map_or_else(Vec::new, |base| self.types_of(&base));
        let mut offers = Vec::new();
        for ty in types {
            match ty {
                Type::Instance(spec) => {
                    let spec = self.spot.project.program().spec(spec);
                    offers.extend(self.fields(spec));
                }
                other => offers.extend(Member::of(&other).iter().map(|(name, _, ty)| {
                    Offer::new(*name, OfferKind::Member).detail(self.show(ty))
                })),
            }
        }
        offers
    }

    /// The fields of a specification.
    pub(super) fn fields(&self, spec: &Specification) -> Vec<Offer> {
        let offer = |field: &crate::semantics::specification::Field| {
            let kind = OfferKind::Named(NameKind::Field);
            Offer::new(field.name.text.as_str(), kind).detail(self.show(&field.ty))
        };
        spec.fields.iter().map(offer).collect()
    }

    pub(super) fn types_of_part(&self, expr: Option<ast::Expr>) -> Vec<Type> {
        expr.map_or_else(Vec::new, |expr| self.types_of(&expr))
    }

    pub(super) fn types_of_name(&self, name: &ast::NameExpr) -> Vec<Type> {
        let Some(token) = name.name_token() else {
            return Vec::new();
        };
        if token.kind() == SyntaxKind::THIS_KW {
            return self
                .instances_of_this()
                .into_iter()
                .filter_map(|spec| self.id_of(spec))
                .map(Type::Instance)
                .collect();
        }
        let bound = self.type_of_variable(token.text());
        let bound = bound.or_else(|| self.type_of_param(token.text()));
        let field = || {
            let spec = self.constrained()?;
            let id = spec.field_named(token.text())?;
            Some(spec.fields[id.index()].ty.clone())
        };
        bound.or_else(field).into_iter().collect()
    }

    pub(super) fn type_of_member(&self, base: &Type, name: &str) -> Option<Type> {
        if let Type::Instance(spec) = base {
            let spec = self.spot.project.program().spec(*spec);
            let id = spec.field_named(name)?;
            return Some(spec.fields[id.index()].ty.clone());
        }
        let mut members = Member::of(base).iter();
        members
            .find(|(known, ..)| *known == name)
            .map(|(_, _, ty)| ty.clone())
    }

    /// The parameters of the event or function around the cursor.
    pub(super) fn params(&self) -> Vec<ast::Param> {
        let mut params = Vec::new();
        if let Some(event) = self.around::<ast::EventDef>() {
            params.extend(event.param_list().into_iter().flat_map(|it| it.params()));
            let configuration = event.config_param_list().into_iter();
            params.extend(configuration.flat_map(|it| it.params()));
        } else if let Some(function) = self.around::<ast::FunctionDef>() {
            params.extend(function.param_list().into_iter().flat_map(|it| it.params()));
        }
        params
    }

    pub(super) fn spec_named(&self, name: &str) -> Option<SpecId> {
        self.id_of(self.specification(name)?)
    }

    fn id_of(&self, spec: &Specification) -> Option<SpecId> {
        let all = self.spot.project.program().specifications.iter();
        all.map(|it| it.name.span)
            .position(|span| span == spec.name.span)
            .map(SpecId::at)
    }
}
