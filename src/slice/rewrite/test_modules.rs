//! The edits of a test module: the checks that were sliced, and what they need.

use super::bridges::Bridges;
use super::edits::{Edits, trimmed};
use super::keep::Keeper;
use super::lists::{Left, pull_up_end, remove_items};
use super::mentions::holds;
use super::modules::trim_state_tests;
use super::{Request, Tree};
use crate::diagnostics::Span;
use crate::semantics::expression::Expr;
use crate::semantics::test_module::{
    Check, Domain, DomainEntry, DomainTarget, EventPattern, Instances, Property, Setup,
};
use crate::semantics::types::Type;
use crate::syntax::SyntaxNode;
use crate::syntax::ast::{self, AstNode};

/// The edits of the test module of a request.
pub(super) fn rewrite(
    request: &Request<'_>,
    keeper: &Keeper<'_>,
    bridges: &Bridges<'_>,
    tree: &Tree<'_>,
    edits: &mut Edits,
) {
    let editor = Editor {
        request,
        keeper,
        bridges,
        tree,
    };
    for item in tree.root.children().filter_map(ast::TestItem::cast) {
        let is_kept = match &item {
            ast::TestItem::StateSetup(state) => editor.state(state, edits),
            ast::TestItem::Check(check) => editor.check(check, edits),
            ast::TestItem::Domain(domain) => editor.domain(domain, edits),
        };
        if !is_kept {
            edits.remove_node(item.syntax());
        }
    }
}

struct Editor<'e> {
    request: &'e Request<'e>,
    keeper: &'e Keeper<'e>,
    bridges: &'e Bridges<'e>,
    tree: &'e Tree<'e>,
}

impl Editor<'_> {
    fn is_at(&self, node: &SyntaxNode, span: Span) -> bool {
        self.tree.span(node).contains(span)
    }

    // States.

    /// Edits a state of the test module, and tells whether a check needs it.
    fn state(&self, node: &ast::StateSetup, edits: &mut Edits) -> bool {
        let states = self.request.test.states.iter().enumerate();
        let mut states = states.filter(|(index, _)| self.needs_state(*index));
        let found = states.find(|(_, state)| self.is_at(node.syntax(), state.name.span));
        let Some((_, state)) = found else {
            return false;
        };
        let setups = node
            .setup_block()
            .into_iter()
            .flat_map(|block| block.setups());
        for setup in setups {
            if let ast::Setup::InstanceSetup(setup) = setup {
                let instances = state.setups.iter().find_map(|it| match it {
                    Setup::Instances(it) if self.is_at(setup.syntax(), it.span) => Some(it),
                    _ => None,
                });
                if let Some(instances) = instances {
                    self.instances(&setup, instances, edits);
                }
            }
        }
        true
    }

    fn needs_state(&self, index: usize) -> bool {
        self.request.checks.iter().any(|check| {
            let goal = match check.property {
                Property::Reachable { state, .. } => Some(state),
                Property::InvariantsHold => None,
            };
            goal == Some(index) || check.from == Some(index)
        })
    }

    fn instances(&self, node: &ast::InstanceSetup, instances: &Instances, edits: &mut Edits) {
        if let Some(set) = node.state_set() {
            let names: Vec<SyntaxNode> = set.syntax().children().collect();
            let spec = self.request.analysis.program.spec(instances.spec);
            let keeps = |_: usize, name: &SyntaxNode| {
                let state = spec.state_named(&name.text().to_string());
                state.is_some_and(|state| self.keeper.keeps_state(instances.spec, state))
            };
            remove_items(&names, keeps, edits);
        }
        if let Some(with) = node.with_clause() {
            self.constraints(with.syntax(), &instances.each, edits);
        }
        for (with, constraints) in node.one_with_clauses().zip(&instances.one_by_one) {
            self.constraints(with.syntax(), constraints, edits);
        }
        trim_state_tests(self.keeper, self.tree, node.syntax(), edits);
    }

    /// Removes constraints on fields that are cut.
    fn constraints(&self, with: &SyntaxNode, constraints: &[Expr], edits: &mut Edits) {
        let nodes = with.children().filter(|it| ast::Expr::can_cast(it.kind()));
        let nodes: Vec<SyntaxNode> = nodes.collect();
        let keeps = |index: usize, _: &SyntaxNode| {
            let constraint = constraints.get(index);
            constraint.is_none_or(|it| self.keeper.keeps_constraint(it))
        };
        if remove_items(&nodes, keeps, edits) == Left::Nothing {
            edits.remove_node(with);
        } else {
            pull_up_end(&nodes, keeps, edits);
        }
    }

    // Checks.

    /// Edits a check, and tells whether it was sliced.
    fn check(&self, node: &ast::Check, edits: &mut Edits) -> bool {
        let mut checks = self.request.checks.iter();
        let Some(check) = checks.find(|it| self.is_at(node.syntax(), it.span)) else {
            return false;
        };
        if let (Some(node), Some(bounds)) = (node.bounds(), check.bounds)
            && !self.bridges.is_empty()
            && bounds.least > 0
        {
            loosen(&node, edits);
        }
        self.clauses(node, check, edits);
        true
    }

    /// Edits the clauses of a check, and removes those of which nothing is left.
    fn clauses(&self, node: &ast::Check, check: &Check, edits: &mut Edits) {
        let using = node.using_clause();
        // The last thing that is left of each clause.
        let left = |clause: &SyntaxNode, edits: &mut Edits| match &using {
            Some(using) if using.syntax() == clause => self.using(using, check, edits),
            _ if ast::WithinClause::can_cast(clause.kind()) && !self.is_within(check) => None,
            _ => Some(clause.clone()),
        };
        let clauses = node.syntax().children();
        let clauses = clauses.filter(|it| !ast::Annotation::can_cast(it.kind()));
        let clauses: Vec<SyntaxNode> = clauses.collect();
        let left: Vec<Option<SyntaxNode>> = clauses.iter().map(|it| left(it, edits)).collect();
        remove_items(&clauses, |index, _| left[index].is_some(), edits);
        if let (Some(None), Some(end)) = (left.last(), clauses.last())
            && let Some(last) = left.iter().flatten().last()
        {
            pull_up_end(&[last.clone(), end.clone()], |index, _| index == 0, edits);
        }
    }

    /// Whether anything is left of the domain of a check.
    fn is_within(&self, check: &Check) -> bool {
        let domain = check.within.map(|it| &self.request.test.domains[it]);
        domain.is_none_or(|domain| self.has_entries(domain))
    }

    /// Edits what a check lists of events. Gives the last that is left of it.
    fn using(
        &self,
        node: &ast::UsingClause,
        check: &Check,
        edits: &mut Edits,
    ) -> Option<SyntaxNode> {
        let patterns: Vec<SyntaxNode> = node
            .event_patterns()
            .map(|it| it.syntax().clone())
            .collect();
        // All events of a specification that has none left are listed only if nothing else is.
        let bridges = self.bridges.patterns(check);
        let has_events = |it: &EventPattern| self.keeper.keeps_event_of_pattern(it);
        let lists_events = !bridges.is_empty() || check.using.iter().any(has_events);
        let keeps = |index: usize, _: &SyntaxNode| {
            check
                .using
                .get(index)
                .is_none_or(|it| self.keeper.keeps_pattern(it) && (has_events(it) || !lists_events))
        };
        if remove_items(&patterns, keeps, edits) == Left::Nothing {
            return self.using_bridges(&patterns, &bridges, edits);
        }
        let mut kept = patterns.iter().enumerate();
        let (_, last) = kept.rfind(|(index, it)| keeps(*index, it))?;
        for pattern in bridges {
            edits.append(trimmed(last).end(), format!(", {pattern}"));
        }
        pull_up_end(&patterns, keeps, edits);
        Some(last.clone())
    }

    /// Nothing but bridges is left of what a check lists. Where the slice has other events, the check has to list the
    /// bridges.
    fn using_bridges(
        &self,
        patterns: &[SyntaxNode],
        bridges: &[String],
        edits: &mut Edits,
    ) -> Option<SyntaxNode> {
        let (first, last) = (patterns.first()?, patterns.last()?);
        if !self.keeper.keeps_some_event() {
            return None;
        }
        let listed = trimmed(first).cover(trimmed(last));
        edits.replace(listed, bridges.join(", "));
        Some(last.clone())
    }

    // Domains.

    /// Edits a domain, and tells whether a check needs it.
    fn domain(&self, node: &ast::Domain, edits: &mut Edits) -> bool {
        let mut domains = self.request.test.domains.iter().enumerate();
        let found = domains.find(|(_, it)| self.is_at(node.syntax(), it.name.span));
        let Some((index, domain)) = found.filter(|(_, domain)| self.has_entries(domain)) else {
            return false;
        };
        for entry in node.domain_entries() {
            let mut entries = domain.entries.iter();
            let declared = entries.find(|it| self.is_at(entry.syntax(), it.span));
            if !declared.is_some_and(|declared| self.keeps_entry(declared)) {
                edits.remove_node(entry.syntax());
            }
        }
        let mut checks = self.request.checks.iter();
        checks.any(|check| check.within == Some(index))
    }

    fn has_entries(&self, domain: &Domain) -> bool {
        domain.entries.iter().any(|entry| self.keeps_entry(entry))
    }

    fn keeps_entry(&self, entry: &DomainEntry) -> bool {
        let program = &self.request.analysis.program;
        match &entry.target {
            DomainTarget::Type(ty) => self.has_variable(ty),
            DomainTarget::Field(spec, field) => {
                let declared = &program.spec(*spec).fields[field.index()];
                self.keeper.keeps_spec(*spec) && self.keeper.keeps(declared.name.span)
            }
            DomainTarget::Parameter(spec, event, param) => {
                let declared = &program.spec(*spec).events[event.index()];
                self.keeper.keeps_event(*spec, *event)
                    && self.keeper.keeps(declared.params[param.index()].name.span)
            }
        }
    }

    /// Whether a field or parameter that is kept has values of a type.
    fn has_variable(&self, ty: &Type) -> bool {
        let specs = self.request.analysis.program.specifications.iter();
        let mut kept = specs.filter(|spec| self.keeper.keeps(spec.name.span));
        kept.any(|spec| {
            let fields = spec.fields.iter().map(|it| (it.name.span, &it.ty));
            let events = spec.events.iter().filter(|it| self.keeper.keeps(it.listed));
            let params = events.flat_map(|it| &it.params);
            let params = params.map(|it| (it.name.span, &it.ty));
            let mut variables = fields.chain(params);
            variables.any(|(name, of)| self.keeper.keeps(name) && holds(of, ty))
        })
    }
}

/// Lets a run have fewer steps than bounds say, but not more.
fn loosen(bounds: &ast::Bounds, edits: &mut Edits) {
    if let (Some(between), Some(and)) = (bounds.between_token(), bounds.and_token()) {
        edits.replace(between.text_range().cover(and.text_range()), "in max");
    } else if let Some(form) = bounds.form_token() {
        edits.replace(form.text_range(), "max");
    }
}
