//! Test modules: their states, checks and domains.

use num_bigint::BigUint;

use super::{Checker, Scope, This, Where};
use crate::diagnostics::Span;
use crate::diagnostics::codes::{names as name_codes, test_modules as codes};
use crate::semantics::context::Context;
use crate::semantics::load::Workspace;
use crate::semantics::occurrences::NameKind;
use crate::semantics::specification::{EventId, Name, SpecId};
use crate::semantics::test_module::{
    Bounds, Check, Domain, EventPattern, Property, Setup, TestModule, TestState,
};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{FileKind, SyntaxKind, SyntaxToken};

/// Checks all test modules.
pub(in crate::semantics) fn check_tests(
    context: &Context<'_>,
    workspace: &Workspace,
) -> Vec<TestModule> {
    let modules = workspace.modules.iter().enumerate();
    let tests =
        modules.filter(|(_, loaded)| context.sources.file(loaded.file).kind() == FileKind::Test);
    tests
        .map(|(module, loaded)| {
            let items: Vec<ast::TestItem> = loaded
                .parse
                .root()
                .children()
                .filter_map(ast::TestItem::cast)
                .collect();
            let checker = TestChecker {
                context,
                module,
                items: &items,
            };
            checker.module()
        })
        .collect()
}

pub(super) struct TestChecker<'c, 'w> {
    pub(super) context: &'c Context<'w>,
    pub(super) module: usize,
    items: &'c [ast::TestItem],
}

impl<'c, 'w> TestChecker<'c, 'w> {
    pub(super) fn span(&self, node: &crate::syntax::SyntaxNode) -> Span {
        self.context.span(self.module, node)
    }

    pub(super) fn name(&self, token: &SyntaxToken) -> Name {
        Name {
            text: token.text().into(),
            span: Span::new(self.context.file(self.module), token.text_range()),
        }
    }

    /// A checker of expressions in this module.
    pub(super) fn checker(&self, this: This, place: Where) -> Checker<'c, 'w> {
        Checker::new(self.context, self.module, Scope::new(this, place))
    }

    fn module(&self) -> TestModule {
        let items = self.items;
        let declarations = &self.context.declarations.modules[self.module];
        let mut module = TestModule {
            name: declarations.name.clone(),
            file: declarations.file,
            states: Vec::new(),
            checks: Vec::new(),
            domains: Vec::new(),
        };
        for item in items {
            match item {
                ast::TestItem::StateSetup(state) => self.add_state(state, &mut module.states),
                ast::TestItem::Domain(domain) => self.add_domain(domain, &mut module.domains),
                ast::TestItem::Check(_) => {}
            }
        }
        // A check may stand before the state that it asks for.
        let mut used = Used::none(&module);
        for item in items {
            if let ast::TestItem::Check(check) = item
                && let Some(check) = self.check(check, &module, &mut used)
            {
                module.checks.push(check);
            }
        }
        self.report_unused(&module, &used);
        module
    }

    fn add_state(&self, node: &ast::StateSetup, states: &mut Vec<TestState>) {
        let Some(token) = node.ident_token() else {
            return;
        };
        let name = self.name(&token);
        let kind = NameKind::TestState;
        self.context.notes.add(name.span, name.span, kind);
        let setups = node
            .setup_block()
            .map_or_else(Vec::new, |block| self.setups(&block));
        let span = self.span(node.syntax());
        if let Some(first) = states.iter().find(|first| first.name.text == name.text) {
            let duplicate = name_codes::duplicate(name.span, "state", &name.text, first.name.span);
            return self.context.report(duplicate);
        }
        self.report_duplicate_keys(&setups);
        states.push(TestState { name, setups, span });
    }

    fn add_domain(&self, node: &ast::Domain, domains: &mut Vec<Domain>) {
        let Some(token) = node.ident_token() else {
            return;
        };
        let name = self.name(&token);
        let kind = NameKind::Domain;
        self.context.notes.add(name.span, name.span, kind);
        let entries = self.domain_entries(node);
        if let Some(first) = domains.iter().find(|first| first.name.text == name.text) {
            let duplicate = name_codes::duplicate(name.span, "domain", &name.text, first.name.span);
            return self.context.report(duplicate);
        }
        domains.push(Domain { name, entries });
    }

    // Checks.

    fn check(&self, node: &ast::Check, module: &TestModule, used: &mut Used) -> Option<Check> {
        let span = self.span(node.syntax());
        let from_node = node.from_clause().and_then(|clause| clause.name_ref());
        let from = from_node
            .as_ref()
            .and_then(|name| self.state_named(name, module, used));
        if let (Some(index), Some(name)) = (from, &from_node)
            && has_temporal(&module.states[index].setups)
        {
            self.context.report(codes::temporal_start(
                self.span(name.syntax()),
                &module.states[index].name.text,
                self.temporal_part(&module.states[index].name),
            ));
        }
        let property = self.property(node, module, used);
        if matches!(node.property(), Some(ast::Property::InvariantsHold(_)))
            && node.from_clause().is_none()
        {
            // Any state may have been meant as the start.
            used.all_states();
            self.context.report(codes::invariants_without_start(span));
        }
        let bounds = node.bounds().and_then(|bounds| self.bounds(&bounds));
        let patterns = node
            .using_clause()
            .into_iter()
            .flat_map(|clause| clause.event_patterns());
        let using = patterns
            .filter_map(|pattern| self.event_pattern(&pattern))
            .collect();
        let within = node
            .within_clause()
            .and_then(|clause| self.domain_named(&clause, module, used));
        Some(Check {
            property: property?,
            from,
            bounds,
            using,
            within,
            span,
        })
    }

    /// The word of a state by which it speaks of runs.
    fn temporal_part(&self, state: &Name) -> Option<Span> {
        let is_meant = |node: &&ast::TestItem| self.span(node.syntax()).contains(state.span);
        let ast::TestItem::StateSetup(node) = self.items.iter().find(is_meant)? else {
            return None;
        };
        let token = node.setup_block()?.setups().find_map(|setup| match setup {
            ast::Setup::ForeverSetup(forever) => forever.forever_token(),
            ast::Setup::EventuallySetup(eventually) => eventually.eventually_token(),
            ast::Setup::UntilSetup(until) => until.until_token(),
            ast::Setup::UnlessSetup(unless) => unless.unless_token(),
            _ => None,
        })?;
        Some(self.name(&token).span)
    }

    fn property(
        &self,
        node: &ast::Check,
        module: &TestModule,
        used: &mut Used,
    ) -> Option<Property> {
        match node.property()? {
            ast::Property::InvariantsHold(_) => Some(Property::InvariantsHold),
            ast::Property::Reachability(reachability) => {
                let state = self.state_named(&reachability.name_ref()?, module, used)?;
                let expectation = reachability.expectation_token()?;
                let expected = expectation.kind() == SyntaxKind::REACHABLE_KW;
                Some(Property::Reachable { state, expected })
            }
        }
    }

    fn state_named(
        &self,
        node: &ast::NameRef,
        module: &TestModule,
        used: &mut Used,
    ) -> Option<usize> {
        let token = node.ident_token()?;
        let found = module
            .states
            .iter()
            .position(|state| state.name.text == token.text());
        if let Some(index) = found {
            used.states[index] = true;
            let declared = module.states[index].name.span;
            let span = self.name(&token).span;
            self.context.notes.add(span, declared, NameKind::TestState);
        } else {
            let names = module.states.iter().map(|state| state.name.text.as_str());
            let help = self.context.suggest(token.text(), names);
            used.all_states();
            let unknown = codes::unknown_state(self.span(node.syntax()), token.text());
            self.context.report(unknown.meant(help));
        }
        found
    }

    fn domain_named(
        &self,
        clause: &ast::WithinClause,
        module: &TestModule,
        used: &mut Used,
    ) -> Option<usize> {
        let node = clause.name_ref()?;
        let token = node.ident_token()?;
        let found = module
            .domains
            .iter()
            .position(|domain| domain.name.text == token.text());
        if let Some(index) = found {
            used.domains[index] = true;
            let declared = module.domains[index].name.span;
            let span = self.name(&token).span;
            self.context.notes.add(span, declared, NameKind::Domain);
        } else {
            let names = module.domains.iter();
            let names = names.map(|domain| domain.name.text.as_str());
            let help = self.context.suggest(token.text(), names);
            used.all_domains();
            let unknown = codes::unknown_domain(self.span(node.syntax()), token.text());
            self.context.report(unknown.meant(help));
        }
        found
    }

    fn bounds(&self, node: &ast::Bounds) -> Option<Bounds> {
        let span = self.span(node.syntax());
        let tokens = node
            .syntax()
            .children_with_tokens()
            .filter_map(rowan::NodeOrToken::into_token);
        let numbers = tokens.filter(|token| token.kind() == SyntaxKind::INT);
        let mut numbers = numbers.filter_map(|token| token.text().parse::<BigUint>().ok());
        // A bound beyond any run is as good as the largest we can count to.
        let steps = |number: &BigUint| u64::try_from(number).unwrap_or(u64::MAX);
        let first = numbers.next()?;
        if node.between_token().is_some() {
            let most = numbers.next()?;
            if first > most {
                self.context
                    .report(codes::bounds_reversed(span, &first, &most));
            }
            let (least, most) = (steps(&first), steps(&most));
            return Some(Bounds { least, most });
        }
        let first = steps(&first);
        let exactly = node.form_token()?.kind() == SyntaxKind::EXACTLY_KW;
        Some(Bounds {
            least: if exactly { first } else { 0 },
            most: first,
        })
    }

    fn event_pattern(&self, node: &ast::EventPattern) -> Option<EventPattern> {
        let spec = self.specification(&node.type_name_token()?)?;
        let event = match node.ident_token() {
            Some(token) => Some(self.event(spec, &token)?),
            None => None,
        };
        Some(EventPattern { spec, event })
    }

    pub(super) fn specification(&self, token: &SyntaxToken) -> Option<SpecId> {
        let span = self.name(token).span;
        self.checker(This::Absent, Where::Domain)
            .specification(&[token.text().into()], span)
    }

    pub(super) fn event(&self, spec: SpecId, token: &SyntaxToken) -> Option<EventId> {
        let header = self.context.header(spec);
        let listed = header.event(token.text());
        if let Some((_, listed)) = listed {
            let (span, declared) = (
                self.name(token).span,
                self.context.event_declaration(listed),
            );
            self.context.notes.add(span, declared, NameKind::Event);
        }
        let found = listed.map(|(id, _)| id);
        if found.is_none() && !header.broken {
            let help = self.context.suggest(token.text(), header.event_names());
            let span = self.name(token).span;
            let unknown =
                codes::unknown_event(span, token.text(), &header.name.text, header.name.span);
            self.context.report(unknown.meant(help));
        }
        found
    }

    fn report_unused(&self, module: &TestModule, used: &Used) {
        let states = module
            .states
            .iter()
            .zip(&used.states)
            .map(|(state, used)| ("state", &state.name, used));
        let domains = module
            .domains
            .iter()
            .zip(&used.domains)
            .map(|(domain, used)| ("domain", &domain.name, used));
        for (what, name, used) in states.chain(domains) {
            if !used {
                self.context
                    .report(crate::diagnostics::codes::unused::declaration(
                        name.span, what, &name.text,
                    ));
            }
        }
    }
}

/// What some check refers to.
struct Used {
    states: Vec<bool>,
    domains: Vec<bool>,
}

impl Used {
    fn none(module: &TestModule) -> Used {
        Used {
            states: vec![false; module.states.len()],
            domains: vec![false; module.domains.len()],
        }
    }

    /// A name that stands for nothing may have been meant for any of them.
    fn all_states(&mut self) {
        self.states.fill(true);
    }

    fn all_domains(&mut self) {
        self.domains.fill(true);
    }
}

fn has_temporal(setups: &[Setup]) -> bool {
    setups
        .iter()
        .any(|setup| !matches!(setup, Setup::Now(_) | Setup::Instances(_)))
}
