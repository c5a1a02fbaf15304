//! Syncs: `S[key].event(arguments);`

use smol_str::SmolStr;

use super::{Checker, This, Where};
use crate::diagnostics::Span;
use crate::diagnostics::codes::syncs as codes;
use crate::semantics::context::doc_of;
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::headers::ListedEvent;
use crate::semantics::occurrences::NameKind;
use crate::semantics::specification::{Name, SpecId, Sync};
use crate::syntax::SyntaxKind;
use crate::syntax::ast::{self, AstNode};

impl Checker<'_, '_> {
    pub(super) fn syncs(&mut self, statements: impl Iterator<Item = ast::SyncStmt>) -> Vec<Sync> {
        self.scope.place = Where::Sync;
        statements
            .filter_map(|statement| self.sync(&statement))
            .collect()
    }

    fn sync(&mut self, node: &ast::SyncStmt) -> Option<Sync> {
        let span = self.span(node.syntax());
        let key = self.expr(node.key().as_ref(), span);
        let mut arguments = self.arguments(node.arg_list(), span);
        let path = node.path()?;
        let names: Vec<SmolStr> = path
            .segments()
            .map(|segment| segment.text().into())
            .collect();
        let spec = self.specification(&names, self.span(path.syntax()))?;
        if self.is_abstract(spec, self.span(path.syntax())) {
            return None;
        }
        self.expect_key(spec, &key);
        let token = node.ident_token()?;
        if !is_negated(node) && !self.is_own_event(spec, token.text()) {
            self.report_own_instance(spec, &key, span);
        }
        let header = self.context.header(spec);
        let event_span = Span::new(span.file, token.text_range());
        let Some((event, listed)) = header.event(token.text()) else {
            if !header.broken {
                let help = self.context.suggest(token.text(), header.event_names());
                let unknown = codes::unknown_event(
                    event_span,
                    token.text(),
                    &header.name.text,
                    header.name.span,
                );
                self.report(unknown.meant(help));
            }
            return None;
        };
        let declared = self.context.event_declaration(listed);
        let kind = NameKind::Event;
        self.context.notes.add(event_span, declared, kind);
        if self.has_params(listed) {
            self.check_arguments(
                "event",
                self.declared_name(listed),
                event_span,
                &listed.params,
                &mut arguments,
            );
        }
        let doc = doc_of(node.annotations());
        Some(Sync {
            negated: is_negated(node),
            spec,
            key,
            event,
            arguments,
            doc,
            span,
        })
    }

    /// The name of an event where its parameters are declared.
    fn declared_name<'l>(&'l self, listed: &'l ListedEvent) -> &'l Name {
        match listed.definition {
            Some(place) => {
                let module = &self.context.declarations.modules[place.module];
                &module.events.get(place.index).name
            }
            None => &listed.name,
        }
    }

    /// Whether the parameters of an event are known.
    fn has_params(&self, listed: &ListedEvent) -> bool {
        match listed.definition {
            Some(_) => {
                let declared = self.declared_name(listed).span;
                !self.context.is_broken(declared)
            }
            None => listed.node.param_list().is_some(),
        }
    }

    /// Whether the event of a sync is the one that the sync stands in: that is a circle, which is told elsewhere.
    fn is_own_event(&self, spec: SpecId, event: &str) -> bool {
        let listing = self.scope.listing.as_ref();
        self.scope.this == This::Instance(spec)
            && listing.is_some_and(|listing| listing.text == event)
    }

    /// An instance takes at most one event in a step, so a sync with itself never happens.
    fn report_own_instance(&self, spec: SpecId, key: &Expr, span: Span) {
        if self.scope.this != This::Instance(spec) {
            return;
        }
        let header = self.context.header(spec);
        if let ExprKind::Field(base, field, Moment::Current) = &key.kind
            && base.kind == ExprKind::This
            && header.key == Some(*field)
        {
            self.report(codes::own_instance(span, &header.name.text));
        }
    }
}

/// Two negations cancel out.
fn is_negated(node: &ast::SyncStmt) -> bool {
    let tokens = node.syntax().children_with_tokens();
    tokens
        .filter(|token| token.kind() == SyntaxKind::NOT_KW)
        .count()
        % 2
        == 1
}
