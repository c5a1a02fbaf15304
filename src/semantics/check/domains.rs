//! Domains: finite sets of values for types, fields and parameters.

use super::test_modules::TestChecker;
use super::{This, Where};
use crate::diagnostics::codes::test_modules as codes;
use crate::semantics::expression::Expr;
use crate::semantics::occurrences::NameKind;
use crate::semantics::resolve::resolve_type;
use crate::semantics::specification::ParamId;
use crate::semantics::test_module::{DomainEntry, DomainTarget};
use crate::semantics::types::Type;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxToken};

impl TestChecker<'_, '_> {
    pub(super) fn domain_entries(&self, node: &ast::Domain) -> Vec<DomainEntry> {
        let mut entries: Vec<DomainEntry> = Vec::new();
        for entry in node.domain_entries() {
            let span = self.span(entry.syntax());
            let mut checker = self.checker(This::Absent, Where::Domain);
            let mut values = checker.expr(entry.values().as_ref(), span);
            let Some((target, ty)) = self.domain_target(&entry) else {
                continue;
            };
            self.expect_values(&mut values, &ty);
            if let Some(first) = entries.iter().find(|first| first.target == target) {
                self.context.report(codes::second_entry(span, first.span));
                continue;
            }
            entries.push(DomainEntry {
                target,
                values,
                span,
            });
        }
        entries
    }

    fn expect_values(&self, values: &mut Expr, ty: &Type) {
        let checker = self.checker(This::Absent, Where::Domain);
        checker.expect_type(
            values,
            &Type::set_of(ty.clone()),
            "a domain is a set or a range of values",
        );
    }

    /// What an entry is for, and the type of its values.
    fn domain_target(&self, entry: &ast::DomainEntry) -> Option<(DomainTarget, Type)> {
        let Some(path) = entry.domain_path() else {
            let ty = resolve_type(self.context, self.module, entry.ty().as_ref());
            return (ty != Type::Unknown).then(|| (DomainTarget::Type(ty.clone()), ty));
        };
        let spec = self.specification(&path.type_name_token()?)?;
        let mut names = names_of(&path);
        let (first, second) = (names.next()?, names.next());
        match second {
            Some(param) => {
                let event = self.event(spec, &first)?;
                let listed = &self.context.header(spec).events[event.index()];
                let found = listed
                    .params
                    .iter()
                    .position(|known| known.name.text == param.text());
                let Some(index) = found else {
                    let names = || listed.params.iter().map(|param| param.name.text.as_str());
                    let help = self.context.suggest(param.text(), names());
                    let span = self.name(&param).span;
                    let unknown =
                        codes::unknown_parameter(span, param.text(), first.text(), names());
                    self.context.report(unknown.meant(help));
                    return None;
                };
                let (span, declared) = (self.name(&param).span, listed.params[index].name.span);
                self.context.notes.add(span, declared, NameKind::Parameter);
                let ty = listed.params[index].ty.clone();
                Some((DomainTarget::Parameter(spec, event, ParamId::at(index)), ty))
            }
            None => self.domain_field(spec, &first),
        }
    }

    fn domain_field(
        &self,
        spec: crate::semantics::specification::SpecId,
        token: &SyntaxToken,
    ) -> Option<(DomainTarget, Type)> {
        let header = self.context.header(spec);
        if let Some((id, field)) = header.field(token.text()) {
            let (span, declared) = (self.name(token).span, field.name.span);
            self.context.notes.add(span, declared, NameKind::Field);
            return Some((DomainTarget::Field(spec, id), field.ty.clone()));
        }
        if header.broken {
            return None;
        }
        let span = self.name(token).span;
        if let Some((_, event)) = header.event(token.text()) {
            let param = event.params.first().map(|param| param.name.text.as_str());
            let spec = &header.name.text;
            let wrong = codes::domain_of_event(span, spec, token.text(), param);
            self.context.report(wrong);
        } else {
            let declared = header.declared_here();
            self.context
                .report_unknown_field(header, token.text(), span, declared);
        }
        None
    }
}

fn names_of(path: &ast::DomainPath) -> impl Iterator<Item = SyntaxToken> {
    path.syntax()
        .children_with_tokens()
        .filter_map(rowan::NodeOrToken::into_token)
        .filter(|token| token.kind() == SyntaxKind::IDENT)
}
