//! What expressions read, as far as dependences are concerned.

use crate::diagnostics::Span;
use crate::model::class::ClassId;
use crate::semantics::expression::{Expr, ExprKind, Moment, StateTest};
use crate::semantics::specification::{
    FieldId, FunctionId, ParamId, Program, SpecId, Specification, StateId,
};
use crate::semantics::types::Type;

/// Something that is read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Read {
    pub(super) what: ReadOf,
    pub(super) span: Span,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ReadOf {
    /// A field of the instance that takes the event.
    Own(FieldId),
    /// A field of some other instance, or perhaps of the same.
    Foreign(ClassId, FieldId),
    Parameter(ParamId),
    /// Whether some instance is in one of these states.
    LifeCycle(ClassId, Vec<StateId>),
}

/// What new fields of the own instance are to those that mention them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NewOwn {
    /// They are defined there.
    Defined,
    /// They are read there, whoever defines them.
    Read,
}

/// What some expressions read that speak of an instance of a class. Keys never change, so nobody depends on them.
pub(super) fn reads_of<'e>(
    program: &Program,
    (own, new_own): (ClassId, NewOwn),
    exprs: impl IntoIterator<Item = &'e Expr>,
) -> Vec<Read> {
    let mut reader = Reader {
        program,
        own,
        new_own,
        reads: Vec::new(),
        functions: Vec::new(),
        in_function: false,
    };
    for expr in exprs {
        reader.read(expr);
    }
    reader.reads
}

struct Reader<'p> {
    program: &'p Program,
    /// The class of the instance that `this` is.
    own: ClassId,
    new_own: NewOwn,
    reads: Vec<Read>,
    /// The functions that were looked into.
    functions: Vec<FunctionId>,
    in_function: bool,
}

impl Reader<'_> {
    fn read(&mut self, expr: &Expr) {
        expr.walk(&mut |part| self.part(part));
    }

    fn part(&mut self, part: &Expr) {
        let what = match &part.kind {
            ExprKind::Field(base, field, moment) => self.field(base, *field, *moment),
            // Parameters of functions have the values of arguments, which are read where they stand.
            ExprKind::Parameter(param) if !self.in_function => Some(ReadOf::Parameter(*param)),
            ExprKind::StateTest(base, test, _) => match base.ty {
                Type::Instance(spec) => {
                    let states = tested(self.program.spec(spec), test);
                    Some(ReadOf::LifeCycle(self.class(base, spec), states))
                }
                _ => None,
            },
            ExprKind::Call(function, _) | ExprKind::Function(function) => {
                self.function(*function);
                None
            }
            _ => None,
        };
        let Some(what) = what else { return };
        if !self.reads.iter().any(|read| read.what == what) {
            let span = part.span;
            self.reads.push(Read { what, span });
        }
    }

    fn field(&self, base: &Expr, field: FieldId, moment: Moment) -> Option<ReadOf> {
        let Type::Instance(spec) = base.ty else {
            return None;
        };
        if self.program.spec(spec).key == Some(field) {
            return None;
        }
        match (&base.kind, moment) {
            (ExprKind::This, Moment::Current) => Some(ReadOf::Own(field)),
            (ExprKind::This, Moment::Next) if self.new_own == NewOwn::Defined => None,
            _ => Some(ReadOf::Foreign(self.class(base, spec), field)),
        }
    }

    /// The class of an instance of a specification that an expression names.
    fn class(&self, base: &Expr, spec: SpecId) -> ClassId {
        match base.kind {
            ExprKind::This => self.own,
            _ => ClassId::of(spec),
        }
    }

    /// Functions read what their bodies read.
    fn function(&mut self, id: FunctionId) {
        if self.functions.contains(&id) {
            return;
        }
        self.functions.push(id);
        let outside = std::mem::replace(&mut self.in_function, true);
        let program = self.program;
        self.read(&program.functions[id.index()].body);
        self.in_function = outside;
    }
}

/// The states for which a test is true.
fn tested(class: &Specification, test: &StateTest) -> Vec<StateId> {
    let states = class.states.iter().enumerate();
    match test {
        StateTest::In(states) => {
            let mut states = states.clone();
            states.sort_unstable();
            states
        }
        StateTest::Initialized => states
            .filter(|(_, state)| !state.initial)
            .map(|(index, _)| StateId::at(index))
            .collect(),
        StateTest::Finalized => states
            .filter(|(_, state)| state.last)
            .map(|(index, _)| StateId::at(index))
            .collect(),
    }
}
