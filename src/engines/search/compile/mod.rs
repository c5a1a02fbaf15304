//! Machine code that computes the successors of packed states.
//!
//! Actions are grouped by the process whose state their guard asks for first. A group is one function: it jumps to the
//! actions of the state that the process is in, and for each whose guard holds it writes the next state behind those
//! before it. This is the one place of the explorer that runs generated code.

#![allow(
    unsafe_code,
    reason = "the functions that are called here are generated at run time"
)]

mod action;
mod expression;

use cranelift::codegen::ir::UserFuncName;
use cranelift::codegen::settings;
use cranelift::prelude::{AbiParam, Configurable, FunctionBuilder, FunctionBuilderContext, types};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{FuncId, Module, ModuleError, default_libcall_names};

use super::packing::Packing;
use crate::finite::ranges::Ranges;
use crate::finite::{ActionId, Expr, Program, VariableId};

/// Writes the successors of the first to the second, a fault to the third, and returns how many there are.
/// Code that is compiled [`WithActions::Told`] writes the number of each successor's action to the fourth.
type Successors = unsafe extern "C" fn(*const u64, *mut u64, *mut u64, *mut u32) -> u64;

/// Whether a proposition holds: 0, 1, or [`FAILED`].
type Proposition = unsafe extern "C" fn(*const u64) -> u64;

/// What a proposition returns that cannot be computed.
const FAILED: u64 = 2;

/// Whether the code for successors tells which action leads to each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WithActions {
    /// It does.
    Told,
    /// It does not, which is faster.
    Untold,
}

/// Why a program could not be compiled.
#[derive(Debug, thiserror::Error)]
pub(super) enum CompileError {
    #[error("this processor is not supported: {0}")]
    Processor(&'static str),
    #[error("{0}")]
    Module(Box<ModuleError>),
    #[error("{0}")]
    Settings(String),
}

impl From<ModuleError> for CompileError {
    fn from(error: ModuleError) -> CompileError {
        CompileError::Module(Box::new(error))
    }
}

/// A compiled program, which owns its code.
pub(super) struct Compiled {
    code: Code,
    /// Taken only when this is dropped.
    module: Option<JITModule>,
}

/// The functions of a compiled program. They live as long as it does, so this is only ever lent.
pub(super) struct Code {
    groups: Vec<Successors>,
    propositions: Vec<Proposition>,
    words: usize,
    most: usize,
    with_actions: WithActions,
    can_fail: bool,
}

/// An error of the model: something could not be computed. The reference tells what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Failed;

/// A group of actions.
struct Group {
    /// The process whose state they all ask for, or none.
    control: Option<VariableId>,
    actions: Vec<ActionId>,
}

impl Compiled {
    /// Compiles a program and propositions over its variables.
    pub(super) fn new(
        program: &Program,
        propositions: &[Expr],
        (ranges, packing): (&Ranges, &Packing),
        with_actions: WithActions,
    ) -> Result<Compiled, CompileError> {
        let mut compiler = Compiler::new(program, ranges, packing, with_actions)?;
        let mut declared = Vec::new();
        for group in groups(program, ranges) {
            declared.push(compiler.successors(&group)?);
        }
        let propositions: Result<Vec<FuncId>, CompileError> = propositions
            .iter()
            .map(|it| compiler.proposition(it))
            .collect();
        let propositions = propositions?;
        compiler.module.finalize_definitions()?;
        let (module, can_fail) = (compiler.module, compiler.can_fail);
        let address = |id: FuncId| module.get_finalized_function(id);
        // SAFETY: each address is that of a finished function with the signature that it was declared with, and `Code`
        // is never used after the module that holds them is freed.
        let groups = declared
            .into_iter()
            .map(|id| unsafe { std::mem::transmute::<*const u8, Successors>(address(id)) })
            .collect();
        // SAFETY: as above.
        let propositions = propositions
            .into_iter()
            .map(|id| unsafe { std::mem::transmute::<*const u8, Proposition>(address(id)) })
            .collect();
        let code = Code {
            groups,
            propositions,
            words: packing.words,
            most: program.actions.len(),
            with_actions,
            can_fail,
        };
        Ok(Compiled {
            code,
            module: Some(module),
        })
    }

    /// The functions.
    pub(super) fn code(&self) -> &Code {
        &self.code
    }
}

impl Drop for Compiled {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the functions are reached through `code` only, which is borrowed from this and cannot be in use
            // any more.
            unsafe { module.free_memory() };
        }
    }
}

impl Code {
    /// Whether a computation can fail at all.
    pub(super) fn can_fail(&self) -> bool {
        self.can_fail
    }

    /// Writes the successors of a state one after the other to the front of `room`, and tells how many there are.
    pub(super) fn successors(&self, state: &[u64], room: &mut Vec<u64>) -> Result<usize, Failed> {
        assert_eq!(state.len(), self.words, "a state of another program");
        assert_eq!(
            self.with_actions,
            WithActions::Untold,
            "it would write actions"
        );
        room.resize(self.most * self.words, 0);
        let (mut count, mut fault) = (0, 0);
        for group in &self.groups {
            let free = &mut room[count * self.words..];
            // SAFETY: the function reads as many words as a state has, and writes at most one state for each action of
            // its group; `room` has space for one of each action of the program, and each action is in one group. It
            // writes no actions.
            let found = unsafe {
                let nowhere = std::ptr::null_mut();
                group(state.as_ptr(), free.as_mut_ptr(), &raw mut fault, nowhere)
            };
            count += usize::try_from(found).unwrap_or(0);
        }
        if fault == 0 { Ok(count) } else { Err(Failed) }
    }

    /// As [`Code::successors`] for code that tells actions: the number of each successor's action goes to the front of
    /// `actions`.
    pub(super) fn steps(
        &self,
        state: &[u64],
        room: &mut Vec<u64>,
        actions: &mut Vec<u32>,
    ) -> Result<usize, Failed> {
        assert_eq!(state.len(), self.words, "a state of another program");
        room.resize(self.most * self.words, 0);
        actions.resize(self.most, 0);
        let (mut count, mut fault) = (0, 0);
        for group in &self.groups {
            let free = &mut room[count * self.words..];
            let by = &mut actions[count..];
            // SAFETY: as in `successors`; `actions` has space for a number of each action of the program.
            let found = unsafe {
                let by = by.as_mut_ptr();
                group(state.as_ptr(), free.as_mut_ptr(), &raw mut fault, by)
            };
            count += usize::try_from(found).unwrap_or(0);
        }
        if fault == 0 { Ok(count) } else { Err(Failed) }
    }

    /// Whether one of the propositions holds in a state; those after the first that does, or that fails, are not
    /// looked at.
    pub(super) fn is_wanted(&self, state: &[u64]) -> Result<bool, Failed> {
        for number in 0..self.propositions.len() {
            if self.holds(number, state)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether a proposition, by its number, holds in a state.
    pub(super) fn holds(&self, number: usize, state: &[u64]) -> Result<bool, Failed> {
        assert_eq!(state.len(), self.words, "a state of another program");
        // SAFETY: the function reads as many words as a state has.
        match unsafe { self.propositions[number](state.as_ptr()) } {
            FAILED => Err(Failed),
            truth => Ok(truth != 0),
        }
    }
}

/// The actions that can happen at all, by the process whose state they ask for first.
fn groups(program: &Program, ranges: &Ranges) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (id, action) in program.action_ids().zip(&program.actions) {
        if ranges.before[id.0 as usize].is_none() {
            continue;
        }
        let control = action
            .guard
            .first()
            .and_then(Expr::fixed)
            .map(|(control, _)| control);
        match groups.iter_mut().find(|group| group.control == control) {
            Some(group) => group.actions.push(id),
            None => groups.push(Group {
                control,
                actions: vec![id],
            }),
        }
    }
    groups
}

struct Compiler<'c> {
    program: &'c Program,
    ranges: &'c Ranges,
    packing: &'c Packing,
    with_actions: WithActions,
    module: JITModule,
    contexts: FunctionBuilderContext,
    can_fail: bool,
}

impl<'c> Compiler<'c> {
    fn new(
        program: &'c Program,
        ranges: &'c Ranges,
        packing: &'c Packing,
        with_actions: WithActions,
    ) -> Result<Compiler<'c>, CompileError> {
        let mut flags = settings::builder();
        for (name, value) in [
            ("opt_level", "speed"),
            ("use_colocated_libcalls", "false"),
            ("is_pic", "false"),
        ] {
            flags
                .set(name, value)
                .map_err(|error| CompileError::Settings(error.to_string()))?;
        }
        let processor = cranelift_native::builder().map_err(CompileError::Processor)?;
        let processor = processor
            .finish(settings::Flags::new(flags))
            .map_err(|error| CompileError::Settings(error.to_string()))?;
        Ok(Compiler {
            program,
            ranges,
            packing,
            with_actions,
            module: JITModule::new(JITBuilder::with_isa(processor, default_libcall_names())),
            contexts: FunctionBuilderContext::new(),
            can_fail: false,
        })
    }

    /// A function that writes the successors by the actions of a group.
    fn successors(&mut self, group: &Group) -> Result<FuncId, CompileError> {
        let with_actions = self.with_actions;
        self.function(4, |coder| {
            coder.group(group.control, &group.actions, with_actions);
        })
    }

    /// A function that tells whether a proposition holds in a state.
    fn proposition(&mut self, proposition: &Expr) -> Result<FuncId, CompileError> {
        self.function(1, |coder| coder.proposition(proposition))
    }

    fn function(
        &mut self,
        parameters: usize,
        write: impl FnOnce(&mut action::Coder<'_, '_, 'c>),
    ) -> Result<FuncId, CompileError> {
        let mut context = self.module.make_context();
        let pointer = self.module.target_config().pointer_type();
        let signature = &mut context.func.signature;
        signature.params = vec![AbiParam::new(pointer); parameters];
        signature.returns = vec![AbiParam::new(types::I64)];
        let id = self
            .module
            .declare_anonymous_function(&context.func.signature)?;
        context.func.name = UserFuncName::user(0, id.as_u32());
        let mut builder = FunctionBuilder::new(&mut context.func, &mut self.contexts);
        let mut coder = action::Coder::new(&mut builder, self.program, self.ranges, self.packing);
        write(&mut coder);
        self.can_fail |= coder.can_fail;
        builder.seal_all_blocks();
        builder.finalize();
        self.module.define_function(id, &mut context)?;
        self.module.clear_context(&mut context);
        Ok(id)
    }
}
