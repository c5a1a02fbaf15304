//! Code for groups of actions and for propositions.

use std::collections::BTreeMap;

use cranelift::frontend::Switch;
use cranelift::prelude::{Block, FunctionBuilder, InstBuilder, IntCC, MemFlags, Value, types};

use super::super::packing::Packing;
use super::{FAILED, WithActions};
use crate::finite::interval::Interval;
use crate::finite::knowledge::Knowledge;
use crate::finite::ranges::Ranges;
use crate::finite::{Action, ActionId, Effect, Expr, Place, Program, VariableId};

/// Writes a function.
pub(super) struct Coder<'b, 'f, 'c> {
    pub(super) builder: &'b mut FunctionBuilder<'f>,
    program: &'c Program,
    ranges: &'c Ranges,
    pub(super) packing: &'c Packing,
    /// The words of the state that is read now: those of the given one, or what the effects so far have made of it.
    pub(super) words: Vec<Value>,
    /// What the action has computed so far.
    pub(super) locals: Vec<Value>,
    /// What is known of the variables now.
    pub(super) knowledge: Knowledge<'c>,
    /// Where it goes on when something cannot be computed.
    pub(super) failure: Option<Block>,
    /// Whether something can fail to be computed.
    pub(super) can_fail: bool,
}

impl<'b, 'f, 'c> Coder<'b, 'f, 'c> {
    pub(super) fn new(
        builder: &'b mut FunctionBuilder<'f>,
        program: &'c Program,
        ranges: &'c Ranges,
        packing: &'c Packing,
    ) -> Coder<'b, 'f, 'c> {
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let state = builder.block_params(entry)[0];
        let words = (0..packing.words).map(|word| {
            let flags = MemFlags::trusted();
            let at = i32::try_from(word * 8).unwrap_or(i32::MAX);
            builder.ins().load(types::I64, flags, state, at)
        });
        Coder {
            words: words.collect(),
            knowledge: Knowledge::new(program, ranges.whole.clone()),
            builder,
            program,
            ranges,
            packing,
            locals: Vec::new(),
            failure: None,
            can_fail: false,
        }
    }

    /// The code of actions that all ask for the state of one process, or of none.
    pub(super) fn group(
        &mut self,
        control: Option<VariableId>,
        actions: &[ActionId],
        with_actions: WithActions,
    ) {
        let entry = self.builder.current_block();
        let parameters: Vec<Value> = entry
            .map(|entry| self.builder.block_params(entry).to_vec())
            .unwrap_or_default();
        let (first, fault) = (parameters[1], parameters[2]);
        let next_action = match with_actions {
            WithActions::Told => Some(self.variable(parameters[3])),
            WithActions::Untold => None,
        };
        let output = Output {
            first,
            fault,
            next: self.variable(first),
            next_action,
        };
        let end = self.builder.create_block();
        if let Some(control) = control {
            self.dispatch(control, actions, &output, end);
        } else {
            for id in actions {
                self.action(*id, &output, &[]);
            }
            self.builder.ins().jump(end, &[]);
        }
        self.builder.switch_to_block(end);
        let next = self.builder.use_var(output.next);
        let written = self.builder.ins().isub(next, output.first);
        let size = i64::try_from(self.packing.words * 8).unwrap_or(i64::MAX);
        let size = self.builder.ins().iconst(types::I64, size);
        let count = self.builder.ins().udiv(written, size);
        self.builder.ins().return_(&[count]);
    }

    /// A variable of the function with its first value.
    fn variable(&mut self, first: Value) -> cranelift::prelude::Variable {
        let variable = self.builder.declare_var(types::I64);
        self.builder.def_var(variable, first);
        variable
    }

    /// Jumps to the actions of the state that a process is in.
    fn dispatch(&mut self, control: VariableId, actions: &[ActionId], output: &Output, end: Block) {
        let mut by_state: BTreeMap<i64, Vec<ActionId>> = BTreeMap::new();
        for id in actions {
            let guard = &self.program.action(*id).guard;
            if let Some((_, state)) = guard.first().and_then(Expr::fixed) {
                by_state.entry(state).or_default().push(*id);
            }
        }
        let low = self.packing.fields[control.0 as usize].low;
        let words = self.words.clone();
        let offset = self.offset(control);
        let mut switch = Switch::new();
        let mut blocks = Vec::new();
        for (state, actions) in by_state {
            // A state below the range of the process is never reached.
            if let Ok(offset) = u128::try_from(i128::from(state) - i128::from(low)) {
                let block = self.builder.create_block();
                switch.set_entry(offset, block);
                blocks.push((block, actions, (control, state)));
            }
        }
        switch.emit(self.builder, offset, end);
        for (block, actions, place) in blocks {
            self.builder.switch_to_block(block);
            for id in actions {
                self.words.clone_from(&words);
                self.action(id, output, &[place]);
            }
            self.builder.ins().jump(end, &[]);
        }
    }

    /// The code of one action; some of its guard is known to hold.
    fn action(&mut self, id: ActionId, output: &Output, known: &[(VariableId, i64)]) {
        let action = self.program.action(id);
        let Some(before) = self.ranges.before[id.0 as usize].clone() else {
            return;
        };
        self.knowledge = Knowledge::new(self.program, before);
        self.locals.clear();
        let skip = self.builder.create_block();
        let failure = self.builder.create_block();
        self.failure = Some(failure);
        let unchanged = self.words.clone();
        if self.guard(action, skip, known) {
            for effect in &action.effects {
                self.effect(effect);
                self.knowledge.apply(effect);
            }
            self.emit(id, output);
        }
        self.builder.ins().jump(skip, &[]);
        self.builder.switch_to_block(failure);
        let one = self.builder.ins().iconst(types::I64, 1);
        let flags = MemFlags::trusted();
        self.builder.ins().store(flags, one, output.fault, 0);
        self.builder.ins().jump(skip, &[]);
        self.builder.switch_to_block(skip);
        self.words = unchanged;
    }

    /// Goes on only if the guard holds; tells whether it ever does.
    fn guard(&mut self, action: &Action, skip: Block, known: &[(VariableId, i64)]) -> bool {
        for condition in &action.guard {
            let holds = match Expr::fixed(condition) {
                Some(place) if known.contains(&place) => None,
                // What is known before an action takes for granted that the processes are where it wants them.
                Some((variable, value)) => {
                    let found = self.load(variable);
                    let ins = self.builder.ins();
                    Some(ins.icmp_imm(IntCC::Equal, found, value))
                }
                None if self.knowledge.is_certain(condition) => None,
                None => Some(self.condition(condition)),
            };
            if let Some(holds) = holds {
                let go_on = self.builder.create_block();
                self.builder.ins().brif(holds, go_on, &[], skip, &[]);
                self.builder.switch_to_block(go_on);
            }
            if !self.knowledge.confine(condition) {
                return false;
            }
        }
        true
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Let(local, value) => {
                let value = self.value(value);
                let index = local.0 as usize;
                let filler = value;
                self.locals.resize(self.locals.len().max(index + 1), filler);
                self.locals[index] = value;
            }
            Effect::Assign(place, value) => self.assign(place, value),
            Effect::Assert(condition) => {
                if !self.knowledge.is_certain(condition) {
                    let holds = self.condition(condition);
                    self.fail_unless(holds);
                }
            }
        }
    }

    fn assign(&mut self, place: &Place, value: &Expr) {
        let range = self.knowledge.range(value);
        let value = self.value(value);
        match place {
            Place::Variable(variable) => {
                self.check_range(*variable, range, value);
                self.store(*variable, value);
            }
            Place::Element(array, index) => {
                if let Some(element) = index.constant().and_then(|index| array.element(index)) {
                    self.check_range(element, range, value);
                    self.store(element, value);
                } else {
                    let index = self.index(*array, index);
                    self.check_range(array.first, range, value);
                    self.store_element(*array, index, value);
                }
            }
        }
    }

    /// Fails where a value is not one that the variable may have.
    fn check_range(&mut self, variable: VariableId, range: Interval, value: Value) {
        let declared = self.program.variable(variable);
        let (low, high) = (declared.low, declared.high);
        if !Interval::new(low, high).includes(range) {
            let ins = self.builder.ins();
            let above = ins.icmp_imm(IntCC::SignedGreaterThanOrEqual, value, low);
            self.fail_unless(above);
            let ins = self.builder.ins();
            let below = ins.icmp_imm(IntCC::SignedLessThanOrEqual, value, high);
            self.fail_unless(below);
        }
    }

    /// Writes the state that the effects of an action have made, and the action where it is asked for.
    fn emit(&mut self, action: ActionId, output: &Output) {
        let next = self.builder.use_var(output.next);
        let flags = MemFlags::trusted();
        for (word, value) in self.words.clone().into_iter().enumerate() {
            let at = i32::try_from(word * 8).unwrap_or(i32::MAX);
            self.builder.ins().store(flags, value, next, at);
        }
        let size = i64::try_from(self.packing.words * 8).unwrap_or(i64::MAX);
        let next = self.builder.ins().iadd_imm(next, size);
        self.builder.def_var(output.next, next);
        if let Some(next_action) = output.next_action {
            let at = self.builder.use_var(next_action);
            let ins = self.builder.ins();
            let action = ins.iconst(types::I32, i64::from(action.0));
            self.builder.ins().store(flags, action, at, 0);
            let size = i64::from(u32::BITS / 8);
            let at = self.builder.ins().iadd_imm(at, size);
            self.builder.def_var(next_action, at);
        }
    }

    /// Goes on only if something holds, and otherwise to where failures are noted.
    pub(super) fn fail_unless(&mut self, holds: Value) {
        self.can_fail = true;
        if let Some(failure) = self.failure {
            let go_on = self.builder.create_block();
            self.builder.ins().brif(holds, go_on, &[], failure, &[]);
            self.builder.switch_to_block(go_on);
        }
    }

    /// The code of a proposition.
    pub(super) fn proposition(&mut self, proposition: &Expr) {
        let failure = self.builder.create_block();
        self.failure = Some(failure);
        let holds = self.condition(proposition);
        let holds = self.builder.ins().icmp_imm(IntCC::NotEqual, holds, 0);
        let holds = self.builder.ins().uextend(types::I64, holds);
        self.builder.ins().return_(&[holds]);
        self.builder.switch_to_block(failure);
        let failed = self.builder.ins().iconst(types::I64, FAILED.cast_signed());
        self.builder.ins().return_(&[failed]);
    }
}

/// Where a function writes to.
struct Output {
    first: Value,
    fault: Value,
    /// Where the next state goes.
    next: cranelift::prelude::Variable,
    /// Where the number of the next action goes, if actions are told.
    next_action: Option<cranelift::prelude::Variable>,
}
