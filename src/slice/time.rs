//! Where the time matters.
//!
//! Time passes between steps. A run that starts at a given time and whose first step wants a later one needs a step
//! before it, of whatever kind: then events that only let time pass are no longer of no account. Where a run may start
//! at any time, it can start later instead.

use super::backward::Slicer;
use crate::dependence::Variable;
use crate::dependence::flow::Node;
use crate::model::Model;
use crate::model::class::ClassId;
use crate::model::property::Requirement;
use crate::semantics::Program;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::{ParamId, Statement, Sync};

/// Whether the start of a model says what time it is.
pub(super) fn starts_at_a_time(model: &Model<'_>) -> bool {
    let start = &model.start;
    let constraints = start.constraints.iter().map(|(_, constraint)| *constraint);
    let unwanted = start.unwanted.iter().flat_map(|it| &it.constraints);
    let mut conditions = constraints.chain(unwanted.copied());
    start.now.is_some() || conditions.any(|condition| reads_time(model.program, condition))
}

/// Whether the goal of a model asks what time it is.
pub(super) fn goal_asks(model: &Model<'_>) -> bool {
    let program = model.program;
    let asks = |asked: &Requirement<'_>| {
        let mut constraints = asked.constraints.iter();
        constraints.any(|constraint| reads_time(program, constraint))
    };
    let mut descriptions = model.property.descriptions();
    let invariants = model.asked_invariants().into_iter();
    let mut statements = invariants.flat_map(|invariant| &invariant.conditions);
    descriptions.any(|it| it.now.is_some() || it.requirements().any(asks))
        || statements.any(|statement| reads_time(program, &statement.condition))
}

impl Slicer<'_, '_> {
    /// Whether something that is kept reads the time.
    pub(super) fn reads_time(&self) -> bool {
        let mut points = self.graph.points();
        points.any(|(id, point)| {
            let node = self.graph.flow.node(point.node);
            self.contains(id) && self.node_reads_time(node)
        })
    }

    fn node_reads_time(&self, node: Node) -> bool {
        let program = self.model.program;
        let Some(event) = node.event() else {
            return false;
        };
        let declared = self.model.event(node.class(), event);
        let shape = &self.model.shapes[node.class().index()][event.index()];
        let reads = |statement: &Statement| reads_time(program, &statement.condition);
        let one_reads = |statements: &[usize]| {
            let mut statements = statements.iter();
            statements.any(|index| reads(declared.postconditions[*index]))
        };
        match node {
            Node::State(..) => false,
            Node::Guard(..) => {
                declared.preconditions.iter().copied().any(reads) || one_reads(&shape.guards)
            }
            Node::Assignment(_, _, group) => one_reads(&shape.groups[group].statements),
            Node::Sync(_, _, sync) => self.sync_reads_time(declared.syncs[sync]),
        }
    }

    /// Whether the key of a sync reads the time, or an argument for a parameter that is kept.
    fn sync_reads_time(&self, sync: &Sync) -> bool {
        let partner = self.graph.flow.guard(ClassId::of(sync.spec), sync.event);
        let is_kept = |index: usize| {
            let param = Variable::Parameter(ParamId::at(index));
            let param = self.graph.find(partner, &param);
            param.is_some_and(|param| self.contains(param))
        };
        let arguments = sync.arguments.iter().enumerate();
        let arguments = arguments.filter(|(index, _)| is_kept(*index));
        let mut parts = arguments.map(|(_, it)| it).chain([&sync.key]);
        parts.any(|part| reads_time(self.model.program, part))
    }
}

/// Whether an expression reads the time, within its functions, too.
fn reads_time(program: &Program, expr: &Expr) -> bool {
    let mut reads = false;
    program.walk(expr, &mut |part| reads |= part.kind == ExprKind::Now);
    reads
}
