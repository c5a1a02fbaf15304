//! The statements of a test state.

use rustc_hash::FxHashMap;

use super::test_modules::TestChecker;
use super::{This, Where};
use crate::diagnostics::Span;
use crate::diagnostics::codes::{specifications as spec_codes, test_modules as codes};
use crate::semantics::expression::{BinaryOp, Expr, ExprKind};
use crate::semantics::headers::SpecHeader;
use crate::semantics::resolve::Kind;
use crate::semantics::specification::{FieldId, Modifier, SpecId, StateId};
use crate::semantics::test_module::{Instances, Setup};
use crate::semantics::types::Type;
use crate::semantics::value::Value;
use crate::stack::with_enough_stack;
use crate::syntax::ast::{self, AstNode};

impl TestChecker<'_, '_> {
    pub(super) fn setups(&self, block: &ast::SetupBlock) -> Vec<Setup> {
        let mut setups = Vec::new();
        let mut now = None;
        for node in block.setups() {
            if let (Some(first), ast::Setup::NowSetup(second)) = (now, &node) {
                let second = self.span(second.syntax());
                self.context.report(codes::second_now(second, first));
            } else if let ast::Setup::NowSetup(first) = &node {
                now = Some(self.span(first.syntax()));
            }
            setups.extend(with_enough_stack(|| self.setup(&node)));
        }
        setups
    }

    fn setup(&self, node: &ast::Setup) -> Option<Setup> {
        let inner = |block: Option<ast::SetupBlock>| {
            block.map_or_else(Vec::new, |block| self.setups(&block))
        };
        Some(match node {
            ast::Setup::NowSetup(now) => Setup::Now(self.now(now)),
            ast::Setup::InstanceSetup(instances) => Setup::Instances(self.instances(instances)?),
            ast::Setup::ForeverSetup(forever) => Setup::Forever(inner(forever.setup_block())),
            ast::Setup::EventuallySetup(eventually) => {
                Setup::Eventually(inner(eventually.setup_block()))
            }
            ast::Setup::UntilSetup(until) => {
                Setup::Until(inner(until.left()), inner(until.right()))
            }
            ast::Setup::UnlessSetup(unless) => {
                Setup::Unless(inner(unless.left()), inner(unless.right()))
            }
        })
    }

    fn now(&self, node: &ast::NowSetup) -> Expr {
        let mut checker = self.checker(This::Absent, Where::Constraint);
        let why = "`now` is a day and a time";
        checker.expr_of(
            node.expr().as_ref(),
            self.span(node.syntax()),
            &Type::DateTime,
            why,
        )
    }

    fn instances(&self, node: &ast::InstanceSetup) -> Option<Instances> {
        let span = self.span(node.syntax());
        let path = node.path()?;
        let place = self
            .context
            .resolve(self.module, Kind::Specification, &path)?;
        let spec = self.context.declarations.spec_id(place.module, place.index);
        let header = self.context.header(spec);
        if header.modifier == Some(Modifier::Abstract) {
            let here = self.span(path.syntax());
            self.context.report(spec_codes::abstract_instance(
                here,
                &header.name.text,
                header.name.span,
            ));
        }
        // So many instances that they cannot be counted are as good as the most we can count.
        let count = node
            .int_token()
            .map_or(1, |token| token.text().parse().unwrap_or(u32::MAX));
        if count == 0 {
            let number = node
                .int_token()
                .map_or(span, |token| self.name(&token).span);
            let nothing = codes::no_instances(number, &header.name.text);
            self.context.report(nothing);
        }
        let each = node
            .with_clause()
            .map_or_else(Vec::new, |with| self.constraints(spec, with.exprs()));
        let one_by_one: Vec<Vec<Expr>> = node
            .one_with_clauses()
            .map(|one| self.constraints(spec, one.exprs()))
            .collect();
        if one_by_one.len() > count as usize && count > 0 {
            self.context
                .report(codes::too_many_clauses(span, one_by_one.len(), count));
        }
        Some(Instances {
            negated: node.not_token().is_some(),
            count,
            states: self.setup_states(spec, header, node),
            spec,
            each,
            one_by_one,
            span,
        })
    }

    fn setup_states(
        &self,
        spec: SpecId,
        header: &SpecHeader,
        node: &ast::InstanceSetup,
    ) -> Vec<StateId> {
        if node.uninitialized_token().is_some() {
            return header
                .states
                .iter()
                .position(|state| state.initial)
                .map(StateId::at)
                .into_iter()
                .collect();
        }
        let names: Vec<ast::NameRef> = match node.state_set() {
            Some(set) => set.name_refs().collect(),
            None => node.name_ref().into_iter().collect(),
        };
        let checker = self.checker(This::Absent, Where::Constraint);
        names
            .iter()
            .filter_map(|name| checker.state(spec, name))
            .collect()
    }

    /// Constraints on the fields of an instance.
    fn constraints(&self, spec: SpecId, nodes: impl Iterator<Item = ast::Expr>) -> Vec<Expr> {
        let mut checker = self.checker(This::Instance(spec), Where::Constraint);
        let mut constraints = Vec::new();
        for node in nodes {
            let why = "a constraint is true or false";
            let span = checker.span(node.syntax());
            let constraint = checker.expr_of(Some(&node), span, &Type::Boolean, why);
            if !mentions_instance(&constraint) {
                self.context.report(codes::constraint_without_field(span));
            }
            constraints.push(constraint);
        }
        constraints
    }

    /// Two instances of one specification never share a key.
    pub(super) fn report_duplicate_keys(&self, setups: &[Setup]) {
        let mut known: FxHashMap<(SpecId, &Value), Span> = FxHashMap::default();
        for instances in setups.iter().filter_map(|setup| match setup {
            Setup::Instances(instances) if !instances.negated && instances.count > 0 => {
                Some(instances)
            }
            _ => None,
        }) {
            let Some(key) = self.context.header(instances.spec).key else {
                continue;
            };
            for (value, span) in self.fixed_keys(instances, key) {
                let first = *known.entry((instances.spec, value)).or_insert(span);
                if first != span {
                    let name = self.context.spec_name(instances.spec);
                    self.context
                        .report(codes::duplicate_key(span, &name, first));
                }
            }
        }
    }

    /// The keys that a statement gives to instances, with a finding if it gives one to several.
    fn fixed_keys<'i>(&self, instances: &'i Instances, key: FieldId) -> Vec<(&'i Value, Span)> {
        let Some(shared) = fixed_value(&instances.each, key) else {
            let ones = instances.one_by_one.iter();
            return ones.filter_map(|one| fixed_value(one, key)).collect();
        };
        if instances.count > 1 {
            let name = self.context.spec_name(instances.spec);
            self.context
                .report(codes::repeated_key(shared.1, &name, instances.count));
        }
        vec![shared]
    }
}

/// The value that the constraints of one instance give to a field, and where they do. They all hold of the same
/// instance, so the first is enough.
fn fixed_value(constraints: &[Expr], field: FieldId) -> Option<(&Value, Span)> {
    let mut found = None;
    for constraint in constraints {
        find_fixed_value(constraint, field, &mut found);
    }
    found
}

/// `field == literal`, either way round and in a conjunction. A field of another instance fixes nothing.
fn find_fixed_value<'e>(
    constraint: &'e Expr,
    wanted: FieldId,
    found: &mut Option<(&'e Value, Span)>,
) {
    match &constraint.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => with_enough_stack(|| {
            find_fixed_value(left, wanted, found);
            find_fixed_value(right, wanted, found);
        }),
        ExprKind::Binary(BinaryOp::Equal, left, right) => match (&left.kind, &right.kind) {
            (ExprKind::Field(base, field, _), ExprKind::Literal(value))
            | (ExprKind::Literal(value), ExprKind::Field(base, field, _))
                if base.kind == ExprKind::This && *field == wanted =>
            {
                found.get_or_insert((value, constraint.span));
            }
            _ => {}
        },
        _ => {}
    }
}

fn mentions_instance(expr: &Expr) -> bool {
    let mut mentions = false;
    expr.walk(&mut |part| {
        mentions |= matches!(
            part.kind,
            ExprKind::Field(..) | ExprKind::StateTest(..) | ExprKind::Extent(_) | ExprKind::Error
        );
    });
    mentions
}
