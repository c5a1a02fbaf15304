//! Which parts of the language occur in checked programs.

use std::collections::BTreeSet;

use fretsaw::semantics::Program;
use fretsaw::semantics::expression::{BinaryOp, Expr, ExprKind, Moment, Quantifier, StateTest};
use fretsaw::semantics::specification::{Event, Specification, Statement};
use fretsaw::semantics::test_module::{
    Check, DomainTarget, Instances, Property, Setup, TestModule,
};
use fretsaw::semantics::types::Type;
use fretsaw::semantics::value::Value;

/// The names of what occurred so far.
#[derive(Default)]
pub(crate) struct Seen {
    names: BTreeSet<String>,
}

/// Everything that must occur: kinds of expressions, operators, members, literals, types, forms of declarations and
/// tests. A function as a value is put in where it is called, so it never stays in a program.
const WANTED: &str = "
literal parameter local now this instance extent field:Current field:Next member index unary binary conditional call
forall exists comprehension set map range range:step cardinality case tariff
initialized:Current finalized:Current instate:Current instate:Next
Negate Not Multiply Divide Modulo Add Subtract In Less LessEqual Greater GreaterEqual Equal NotEqual And Or Implies
Currency Amount CountryCode Day Month Year Hour Minutes Seconds Date Time
value:Boolean value:Integer value:Real value:String value:Money value:Currency value:Percentage value:Date value:Time
value:DateTime value:Iban value:Period value:Term value:Frequency value:Norm
type:Boolean type:Integer type:Real type:String type:Money type:Currency type:Percentage type:Date type:Time
type:DateTime type:Iban type:Period type:Term type:Frequency type:InterestNorm type:InterestTariff type:Set type:Map
type:Instance
spec:Abstract spec:External spec:Singleton spec:parent spec:reference spec:invariant spec:several-targets
event:internal event:sync event:negated-sync event:chain event:several-conditions event:key-by-data event:relation
setup:now setup:forever setup:eventually setup:until setup:unless setup:not setup:count setup:with setup:one-with
setup:no-state setup:one-state setup:several-states
check:reachable check:unreachable check:invariants check:from check:unbounded check:max check:exactly check:between
check:using-all check:using-one check:within domain:type domain:field domain:parameter
";

impl Seen {
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    pub(crate) fn missing(&self) -> Vec<&'static str> {
        WANTED
            .split_whitespace()
            .filter(|name| !self.names.contains(*name))
            .collect()
    }

    pub(crate) fn program(&mut self, program: &Program) {
        for spec in &program.specifications {
            self.specification(spec);
            for event in &spec.events {
                self.event(program, event);
            }
        }
        for function in &program.functions {
            self.expr(&function.body);
        }
        for test in &program.tests {
            self.test(test);
        }
    }

    fn see(&mut self, name: impl Into<String>) {
        self.names.insert(name.into());
    }

    fn see_if(&mut self, is_so: bool, name: &str) {
        if is_so {
            self.see(name);
        }
    }

    fn specification(&mut self, spec: &Specification) {
        if let Some(modifier) = spec.modifier {
            self.see(format!("spec:{modifier:?}"));
        }
        self.see_if(spec.parent.is_some(), "spec:parent");
        self.see_if(
            spec.fields.iter().any(|field| field.reference.is_some()),
            "spec:reference",
        );
        self.see_if(!spec.invariants.is_empty(), "spec:invariant");
        let arrows = &spec.transitions;
        let several = arrows.iter().any(|a| {
            arrows
                .iter()
                .any(|b| (a.from, a.event) == (b.from, b.event) && a.to != b.to)
        });
        self.see_if(several, "spec:several-targets");
        for field in &spec.fields {
            self.ty(&field.ty);
        }
        for statement in spec
            .invariants
            .iter()
            .flat_map(|invariant| &invariant.conditions)
        {
            self.expr(&statement.condition);
        }
    }

    fn event(&mut self, program: &Program, event: &Event) {
        self.see_if(event.internal, "event:internal");
        self.see_if(event.preconditions.len() > 1, "event:several-conditions");
        for statement in event.preconditions.iter().chain(&event.postconditions) {
            self.expr(&statement.condition);
        }
        self.see_if(event.syncs.len() > 1, "event:several-syncs");
        let is_relation = |statement: &Statement| {
            let is_next = |side: &Expr| matches!(side.kind, ExprKind::Field(_, _, Moment::Next));
            let condition = &statement.condition.kind;
            !matches!(condition, ExprKind::Binary(BinaryOp::Equal, side, _) if is_next(side))
        };
        let is_related = event.postconditions.iter().any(is_relation);
        self.see_if(is_related, "event:relation");
        for sync in &event.syncs {
            let is_fixed = matches!(sync.key.kind, ExprKind::Literal(_));
            self.see_if(!is_fixed, "event:key-by-data");
            self.see(if sync.negated {
                "event:negated-sync"
            } else {
                "event:sync"
            });
            let partner = &program.spec(sync.spec).events[sync.event.index()];
            self.see_if(!sync.negated && !partner.syncs.is_empty(), "event:chain");
            self.expr(&sync.key);
            sync.arguments
                .iter()
                .for_each(|argument| self.expr(argument));
        }
    }

    // Expressions.

    fn expr(&mut self, expr: &Expr) {
        expr.walk(&mut |part| {
            self.ty(&part.ty);
            let name = kind_name(&part.kind);
            self.see(name);
            match &part.kind {
                ExprKind::Literal(value) => self.see(format!("value:{}", value_name(value))),
                ExprKind::Unary(op, _) => self.see(format!("{op:?}")),
                ExprKind::Binary(op, ..) => self.see(format!("{op:?}")),
                ExprKind::Member(_, member) => self.see(format!("{member:?}")),
                _ => {}
            }
        });
    }

    fn ty(&mut self, ty: &Type) {
        let shown = format!("{ty:?}");
        let name = shown.split('(').next().unwrap_or_default();
        self.see(format!("type:{name}"));
    }

    // Test modules.

    fn test(&mut self, test: &TestModule) {
        for state in &test.states {
            self.setups(&state.setups);
        }
        for check in &test.checks {
            self.check(check);
        }
        for entry in test.domains.iter().flat_map(|domain| &domain.entries) {
            self.expr(&entry.values);
            self.see(match entry.target {
                DomainTarget::Type(_) => "domain:type",
                DomainTarget::Field(..) => "domain:field",
                DomainTarget::Parameter(..) => "domain:parameter",
            });
        }
    }

    fn setups(&mut self, setups: &[Setup]) {
        for setup in setups {
            match setup {
                Setup::Now(now) => {
                    self.see("setup:now");
                    self.expr(now);
                }
                Setup::Instances(instances) => self.instances(instances),
                Setup::Forever(part) => self.part("setup:forever", &[part]),
                Setup::Eventually(part) => self.part("setup:eventually", &[part]),
                Setup::Until(first, second) => self.part("setup:until", &[first, second]),
                Setup::Unless(first, second) => self.part("setup:unless", &[first, second]),
            }
        }
    }

    fn part(&mut self, name: &str, parts: &[&Vec<Setup>]) {
        self.see(name);
        for part in parts {
            self.setups(part);
        }
    }

    fn instances(&mut self, instances: &Instances) {
        self.see_if(instances.negated, "setup:not");
        self.see_if(instances.count > 1, "setup:count");
        self.see_if(!instances.each.is_empty(), "setup:with");
        self.see_if(!instances.one_by_one.is_empty(), "setup:one-with");
        self.see(match instances.states.len() {
            0 => "setup:no-state",
            1 => "setup:one-state",
            _ => "setup:several-states",
        });
        let constraints = instances
            .each
            .iter()
            .chain(instances.one_by_one.iter().flatten());
        constraints.for_each(|constraint| self.expr(constraint));
    }

    fn check(&mut self, check: &Check) {
        self.see(match check.property {
            Property::Reachable { expected: true, .. } => "check:reachable",
            Property::Reachable {
                expected: false, ..
            } => "check:unreachable",
            Property::InvariantsHold => "check:invariants",
        });
        self.see_if(check.from.is_some(), "check:from");
        self.see_if(check.within.is_some(), "check:within");
        self.see(match check.bounds {
            None => "check:unbounded",
            Some(bounds) if bounds.least == bounds.most => "check:exactly",
            Some(bounds) if bounds.least == 0 => "check:max",
            Some(_) => "check:between",
        });
        for pattern in &check.using {
            self.see(if pattern.event.is_some() {
                "check:using-one"
            } else {
                "check:using-all"
            });
        }
    }
}

fn kind_name(kind: &ExprKind) -> String {
    let name = match kind {
        ExprKind::Literal(_) => "literal",
        ExprKind::Parameter(_) => "parameter",
        ExprKind::Local(_) => "local",
        ExprKind::Now => "now",
        ExprKind::This => "this",
        ExprKind::Instance(..) => "instance",
        ExprKind::Extent(_) => "extent",
        ExprKind::Field(_, _, moment) => return at("field", *moment),
        ExprKind::Member(..) => "member",
        ExprKind::Index(..) => "index",
        ExprKind::Unary(..) => "unary",
        ExprKind::Binary(..) => "binary",
        ExprKind::Conditional(..) => "conditional",
        ExprKind::StateTest(_, test, moment) => return at(test_name(test), *moment),
        ExprKind::Call(..) => "call",
        ExprKind::Function(_) => "function",
        ExprKind::Quantified(Quantifier::ForAll, _) => "forall",
        ExprKind::Quantified(Quantifier::Exists, _) => "exists",
        ExprKind::Comprehension(_) => "comprehension",
        ExprKind::Set(_) => "set",
        ExprKind::Map(_) => "map",
        ExprKind::Range(_, _, None) => "range",
        ExprKind::Range(_, _, Some(_)) => "range:step",
        ExprKind::Cardinality(_) => "cardinality",
        ExprKind::Case(..) => "case",
        ExprKind::Tariff => "tariff",
        ExprKind::Error => panic!("a program without errors holds what was not understood"),
    };
    name.to_owned()
}

fn test_name(test: &StateTest) -> &'static str {
    match test {
        StateTest::Initialized => "initialized",
        StateTest::Finalized => "finalized",
        StateTest::In(_) => "instate",
    }
}

fn at(name: &str, moment: Moment) -> String {
    format!("{name}:{moment:?}")
}

fn value_name(value: &Value) -> &'static str {
    match value {
        Value::Boolean(_) => "Boolean",
        Value::Integer(_) => "Integer",
        Value::Real(_) => "Real",
        Value::String(_) => "String",
        Value::Money(_) => "Money",
        Value::Currency(_) => "Currency",
        Value::Percentage(_) => "Percentage",
        Value::Date(_) => "Date",
        Value::Time(_) => "Time",
        Value::DateTime(..) => "DateTime",
        Value::Iban(_) => "Iban",
        Value::Period(_) => "Period",
        Value::Term(..) => "Term",
        Value::Frequency(_) => "Frequency",
        Value::Norm(_) => "Norm",
    }
}
