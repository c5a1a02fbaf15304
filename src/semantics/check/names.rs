//! Names, fields, members, instances.

use smol_str::SmolStr;

use super::{Checker, This, Where, error_expr};
use crate::diagnostics::codes::{
    names as codes, specifications as spec_codes, types as type_codes,
};
use crate::diagnostics::{Label, Span};
use crate::semantics::expression::{Expr, ExprKind, Member, Moment};
use crate::semantics::headers::SpecHeader;
use crate::semantics::occurrences::NameKind;
use crate::semantics::resolve::{Kind, Lookup};
use crate::semantics::specification::{Field, Modifier, SpecId};
use crate::semantics::types::Type;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxToken};

impl Checker<'_, '_> {
    pub(super) fn name_expr(&mut self, node: &ast::NameExpr, span: Span) -> Expr {
        let Some(token) = node.name_token() else {
            return error_expr(span);
        };
        match token.kind() {
            SyntaxKind::THIS_KW => self.this(span),
            SyntaxKind::IT_KW => {
                self.report(codes::meaningless_word(span, "it"));
                error_expr(span)
            }
            SyntaxKind::TYPE_NAME => self.bare_specification(&token, span),
            _ => self.variable(token.text(), span),
        }
    }

    fn variable(&mut self, name: &str, span: Span) -> Expr {
        if let Some((kind, ty)) = self.scope.lookup(name) {
            self.note_visible(name, span);
            return Expr { kind, ty, span };
        }
        if self.scope.place == Where::Constraint
            && let Some(expr) = self.bare_field(name, span)
        {
            return expr;
        }
        if let Some(expr) = self.function_value(&[name.into()], span) {
            return expr;
        }
        self.unknown_name(name, span);
        error_expr(span)
    }

    /// Notes what a name in the scope stands for.
    pub(super) fn note_visible(&self, name: &str, span: Span) {
        if let Some((kind, declared)) = self.scope.declared(name) {
            self.context.notes.add(span, declared, kind);
        }
    }

    fn note_field(&self, field: &Field, span: Span) {
        let declared = field.name.span;
        self.context.notes.add(span, declared, NameKind::Field);
    }

    /// A field of the specification that a constraint speaks of.
    fn bare_field(&self, name: &str, span: Span) -> Option<Expr> {
        let This::Instance(spec) = self.scope.this else {
            return None;
        };
        let header = self.context.header(spec);
        let (id, field) = header.field(name)?;
        self.note_field(field, span);
        let this = Expr {
            kind: ExprKind::This,
            ty: Type::Instance(spec),
            span,
        };
        let kind = ExprKind::Field(Box::new(this), id, self.scope.moment);
        Some(Expr {
            kind,
            ty: self.type_of(header, field),
            span,
        })
    }

    /// The type of a field; unknown where an ancestor declares it with another one, which has been told.
    fn type_of(&self, header: &SpecHeader, field: &Field) -> Type {
        let mut parent = header.parent;
        while let Some(ancestor) = parent.map(|parent| self.context.header(parent)) {
            match ancestor.field(&field.name.text) {
                Some((_, inherited)) if !inherited.ty.fits(&field.ty) => return Type::Unknown,
                Some(_) => parent = ancestor.parent,
                None => break,
            }
        }
        field.ty.clone()
    }

    /// A function, where its name alone is written, perhaps with its module: the value of a configuration parameter.
    fn function_value(&self, names: &[SmolStr], span: Span) -> Option<Expr> {
        if self.scope.place != Where::Configuration {
            return None;
        }
        let declarations = &self.context.declarations;
        let lookup = declarations.lookup(self.module, Kind::Function, names);
        // Something else may have a single name.
        if names.len() == 1 && lookup == Lookup::Missing {
            return None;
        }
        let place = self
            .context
            .resolve_segments(self.module, Kind::Function, names, span)?;
        let id = self
            .context
            .declarations
            .function_id(place.module, place.index);
        let function = self.context.function(id)?;
        let params = function
            .params
            .iter()
            .map(|param| param.ty.clone())
            .collect();
        let ty = Type::Function(params, function.result.clone().into());
        Some(Expr {
            kind: ExprKind::Function(id),
            ty,
            span,
        })
    }

    fn unknown_name(&self, name: &str, span: Span) {
        if let This::Instance(spec) = self.scope.this {
            let header = self.context.header(spec);
            if self.scope.place == Where::Constraint {
                return self.report_unknown_field(header, name, span);
            }
            if header.field(name).is_some() {
                return self.report(codes::field_without_this(span, name));
            }
        }
        if self.scope.place == Where::Configuration {
            return self.context.report_unknown_value(self.module, name, span);
        }
        let help = self.context.suggest(name, self.scope.names());
        self.report(codes::unknown_name(span, name).meant(help));
    }

    fn bare_specification(&mut self, token: &SyntaxToken, span: Span) -> Expr {
        if let Some(spec) = self.specification(&[token.text().into()], span) {
            self.report(type_codes::specification_as_value(
                span,
                &self.context.spec_name(spec),
            ));
        }
        error_expr(span)
    }

    /// The specification that a path names.
    pub(super) fn specification(&self, path: &[SmolStr], span: Span) -> Option<SpecId> {
        let place = self
            .context
            .resolve_segments(self.module, Kind::Specification, path, span)?;
        Some(self.context.declarations.spec_id(place.module, place.index))
    }

    pub(super) fn field_expr(&mut self, node: &ast::FieldExpr, span: Span) -> Expr {
        if self.scope.place == Where::Configuration
            && let Some(names) = dotted_names(&ast::Expr::FieldExpr(node.clone()))
            && self.scope.lookup(&names[0]).is_none()
        {
            let function = self.function_value(&names, span);
            return function.unwrap_or_else(|| error_expr(span));
        }
        let base = self.expr(node.expr().as_ref(), span);
        let Some(token) = node.name_token() else {
            return error_expr(span);
        };
        let name_span = Span::new(span.file, token.text_range());
        match base.ty {
            Type::Unknown => error_expr(span),
            Type::Instance(spec) => self.field_of(base, spec, token.text(), name_span, span),
            _ => self.member_of(base, token.text(), name_span, span),
        }
    }

    fn field_of(&self, base: Expr, spec: SpecId, name: &str, name_span: Span, span: Span) -> Expr {
        let header = self.context.header(spec);
        if let Some((id, field)) = header.field(name) {
            self.note_field(field, name_span);
            let ty = self.type_of(header, field);
            return Expr {
                kind: ExprKind::Field(Box::new(base), id, self.scope.moment),
                ty,
                span,
            };
        }
        if !header.broken {
            self.report_unknown_field(header, name, name_span);
        }
        error_expr(span)
    }

    /// What lists the body of an event says more than where its specification is declared.
    fn report_unknown_field(&self, header: &SpecHeader, name: &str, span: Span) {
        let listing = self.scope.listing.as_ref();
        let place = match listing.filter(|_| self.scope.this == This::Instance(header.id)) {
            Some(listed) => Label {
                span: listed.span,
                text: format!("`{}` lists `{}` here", header.name.text, listed.text),
            },
            None => header.declared_here(),
        };
        self.context.report_unknown_field(header, name, span, place);
    }

    fn member_of(&self, base: Expr, name: &str, name_span: Span, span: Span) -> Expr {
        let members = Member::of(&base.ty);
        if let Some((_, member, ty)) = members.iter().find(|(known, ..)| *known == name) {
            return Expr {
                kind: ExprKind::Member(Box::new(base), *member),
                ty: ty.clone(),
                span,
            };
        }
        let names: Vec<&str> = members.iter().map(|(name, ..)| *name).collect();
        let help = self.context.suggest(name, names.iter().copied());
        let shown = self.context.show(&base.ty);
        self.report(codes::unknown_member(name_span, name, &shown, &names, base.span).meant(help));
        error_expr(span)
    }

    pub(super) fn index_expr(&mut self, node: &ast::IndexExpr, span: Span) -> Expr {
        if let Some(base) = node.base()
            && let Some(path) = specification_path(&base)
        {
            let spec = self.specification(&path, self.span(base.syntax()));
            // `new` speaks of the instance's fields; which instance that is, is decided before the step.
            let before = std::mem::replace(&mut self.scope.moment, Moment::Current);
            let key = self.expr(node.index().as_ref(), span);
            self.scope.moment = before;
            return spec.map_or_else(|| error_expr(span), |spec| self.instance(spec, key, span));
        }
        let base = self.expr(node.base().as_ref(), span);
        let mut key = self.expr(node.index().as_ref(), span);
        match &base.ty {
            Type::Map(key_type, value) => {
                let value = (**value).clone();
                self.expect_type(&mut key, key_type, "it is a key of this map");
                Expr {
                    kind: ExprKind::Index(Box::new(base), Box::new(key)),
                    ty: value,
                    span,
                }
            }
            Type::Unknown => error_expr(span),
            ty => {
                self.report(type_codes::not_indexable(base.span, &self.context.show(ty)));
                error_expr(span)
            }
        }
    }

    /// `S[key]`
    fn instance(&self, spec: SpecId, key: Expr, span: Span) -> Expr {
        if self.is_abstract(spec, span) {
            return error_expr(span);
        }
        self.expect_key(spec, &key);
        Expr {
            kind: ExprKind::Instance(spec, Box::new(key)),
            ty: Type::Instance(spec),
            span,
        }
    }

    /// Whether a specification is abstract, which is reported: it has no instance that could be meant.
    pub(super) fn is_abstract(&self, spec: SpecId, span: Span) -> bool {
        let header = self.context.header(spec);
        let is_abstract = header.modifier == Some(Modifier::Abstract);
        if is_abstract {
            self.report(spec_codes::abstract_instance(
                span,
                &header.name.text,
                header.name.span,
            ));
        }
        is_abstract
    }

    pub(super) fn expect_key(&self, spec: SpecId, key: &Expr) {
        let header = self.context.header(spec);
        let Some(field) = header.key.map(|id| &header.fields[id.index()]) else {
            return;
        };
        if !key.ty.fits(&field.ty) {
            let (found, expected) = (self.context.show(&key.ty), self.context.show(&field.ty));
            self.report(type_codes::key_type(
                key.span,
                &header.name.text,
                &expected,
                &found,
                field.span,
            ));
        }
    }
}

/// `Name` or `a.b.Name` as the names of a specification's path.
pub(super) fn specification_path(expr: &ast::Expr) -> Option<Vec<SmolStr>> {
    let path = dotted_names(expr)?;
    let is_upper = path
        .last()?
        .starts_with(|first: char| first.is_ascii_uppercase());
    is_upper.then_some(path)
}

/// The names of `a.b.c`, if the expression is nothing but names and dots.
pub(super) fn dotted_names(expr: &ast::Expr) -> Option<Vec<SmolStr>> {
    let mut names = Vec::new();
    let mut current = expr.clone();
    loop {
        match current {
            ast::Expr::NameExpr(name) => {
                let token = name.name_token()?;
                if matches!(token.kind(), SyntaxKind::THIS_KW | SyntaxKind::IT_KW) {
                    return None;
                }
                names.push(token.text().into());
                names.reverse();
                return Some(names);
            }
            ast::Expr::FieldExpr(field) => {
                names.push(field.name_token()?.text().into());
                current = field.expr()?;
            }
            _ => return None,
        }
    }
}
