//! Machine code that computes the successors of packed states.
//!
//! Actions are grouped by the process whose state their guard asks for first. A group is one function: it jumps to the actions of the state
//! that the process is in, and for each whose guard holds it writes the next state behind those before it.
//! This is the one place of the explorer that runs generated code.

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
type Successors = unsafe extern "C" fn(*const u64, *mut u64, *mut u64) -> u64;

/// Whether the property holds: 0, 1, or [`FAILED`].
type Property = unsafe extern "C" fn(*const u64) -> u64;

/// What a property returns that cannot be computed.
const FAILED: u64 = 2;

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
    property: Option<Property>,
    words: usize,
    most: usize,
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
    /// Compiles a program and what is looked for.
    pub(super) fn new(
        program: &Program,
        property: Option<&Expr>,
        ranges: &Ranges,
        packing: &Packing,
    ) -> Result<Compiled, CompileError> {
        let mut compiler = Compiler::new(program, ranges, packing)?;
        let mut declared = Vec::new();
        for group in groups(program, ranges) {
            declared.push(compiler.successors(&group)?);
        }
        let property = property.map(|it| compiler.property(it)).transpose()?;
        compiler.module.finalize_definitions()?;
        let (module, can_fail) = (compiler.module, compiler.can_fail);
        let address = |id: FuncId| module.get_finalized_function(id);
        // SAFETY: each address is that of a finished function with the signature that it was declared with, and `Code` is
        // never used after the module that holds them is freed.
        let groups = declared
            .into_iter()
            .map(|id| unsafe { std::mem::transmute::<*const u8, Successors>(address(id)) })
            .collect();
        // SAFETY: as above.
        let property =
            property.map(|id| unsafe { std::mem::transmute::<*const u8, Property>(address(id)) });
        let code = Code {
            groups,
            property,
            words: packing.words,
            most: program.actions.len(),
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
            // SAFETY: the functions are reached through `code` only, which is borrowed from this and cannot be in use any more.
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
        room.resize(self.most * self.words, 0);
        let (mut count, mut fault) = (0, 0);
        for group in &self.groups {
            let free = &mut room[count * self.words..];
            // SAFETY: the function reads as many words as a state has, and writes at most one state for each action of its group;
            // `room` has space for one of each action of the program, and each action is in one group.
            let found = unsafe { group(state.as_ptr(), free.as_mut_ptr(), &raw mut fault) };
            count += usize::try_from(found).unwrap_or(0);
        }
        if fault == 0 { Ok(count) } else { Err(Failed) }
    }

    /// Whether a state is what is looked for.
    pub(super) fn is_wanted(&self, state: &[u64]) -> Result<bool, Failed> {
        assert_eq!(state.len(), self.words, "a state of another program");
        let Some(property) = self.property else {
            return Ok(false);
        };
        // SAFETY: the function reads as many words as a state has.
        match unsafe { property(state.as_ptr()) } {
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
    module: JITModule,
    contexts: FunctionBuilderContext,
    can_fail: bool,
}

impl<'c> Compiler<'c> {
    fn new(
        program: &'c Program,
        ranges: &'c Ranges,
        packing: &'c Packing,
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
            module: JITModule::new(JITBuilder::with_isa(processor, default_libcall_names())),
            contexts: FunctionBuilderContext::new(),
            can_fail: false,
        })
    }

    /// A function that writes the successors by the actions of a group.
    fn successors(&mut self, group: &Group) -> Result<FuncId, CompileError> {
        self.function(3, |coder| coder.group(group.control, &group.actions))
    }

    /// A function that tells whether a state is what is looked for.
    fn property(&mut self, property: &Expr) -> Result<FuncId, CompileError> {
        self.function(1, |coder| coder.property(property))
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
