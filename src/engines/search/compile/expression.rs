//! Code for expressions over packed states.

use cranelift::prelude::{InstBuilder, IntCC, Value, types};

use super::action::Coder;
use crate::finite::interval::Interval;
use crate::finite::{Array, BinaryOp, Expr, UnaryOp, VariableId};

impl Coder<'_, '_, '_> {
    fn constant(&mut self, value: i64) -> Value {
        self.builder.ins().iconst(types::I64, value)
    }

    /// What is stored of a variable: its value less the least that it can have.
    pub(super) fn offset(&mut self, variable: VariableId) -> Value {
        let field = self.packing.fields[variable.0 as usize];
        if field.bits == 0 {
            return self.constant(0);
        }
        let word = self.words[field.word];
        let moved = self.builder.ins().ushr_imm(word, i64::from(field.shift));
        // What is in the highest bits has nothing above it.
        if field.shift + field.bits == 64 {
            return moved;
        }
        let mask = field.mask().cast_signed();
        self.builder.ins().band_imm(moved, mask)
    }

    /// The value of a variable.
    pub(super) fn load(&mut self, variable: VariableId) -> Value {
        let low = self.packing.fields[variable.0 as usize].low;
        let offset = self.offset(variable);
        self.raised(offset, low)
    }

    fn raised(&mut self, offset: Value, low: i64) -> Value {
        match low {
            0 => offset,
            low => self.builder.ins().iadd_imm(offset, low),
        }
    }

    /// Gives a variable a value that it may have.
    pub(super) fn store(&mut self, variable: VariableId, value: Value) {
        let field = self.packing.fields[variable.0 as usize];
        if field.bits > 0 {
            let shift = self.constant(i64::from(field.shift));
            self.store_at(field.word, shift, field.mask(), field.low, value);
        }
    }

    /// Replaces some bits of a word.
    fn store_at(&mut self, word: usize, shift: Value, mask: u64, low: i64, value: Value) {
        let offset = self.raised(value, low.wrapping_neg());
        let hole = self.constant(mask.cast_signed());
        let hole = self.builder.ins().ishl(hole, shift);
        let kept = self.builder.ins().band_not(self.words[word], hole);
        let moved = self.builder.ins().ishl(offset, shift);
        self.words[word] = self.builder.ins().bor(kept, moved);
    }

    /// An index, which is in the array or a failure.
    pub(super) fn index(&mut self, array: Array, index: &Expr) -> Value {
        let length = i64::from(array.length);
        let is_inside = Interval::new(0, length - 1).includes(self.knowledge.range(index));
        let index = self.value(index);
        if !is_inside {
            // What is negative is very large without its sign.
            let ins = self.builder.ins();
            let inside = ins.icmp_imm(IntCC::UnsignedLessThan, index, length);
            self.fail_unless(inside);
        }
        index
    }

    /// The distance of an element from the lowest bit, for an array in one word.
    fn row_shift(&mut self, array: Array, bits: u32, index: Value) -> Value {
        let first = self.packing.fields[array.first.0 as usize].shift;
        let distance = self.builder.ins().imul_imm(index, i64::from(bits));
        self.builder.ins().iadd_imm(distance, i64::from(first))
    }

    fn load_element(&mut self, array: Array, index: Value) -> Value {
        let field = self.packing.fields[array.first.0 as usize];
        if let Some(bits) = self.packing.rows.get(&array.first).copied() {
            let shift = self.row_shift(array, bits, index);
            let moved = self.builder.ins().ushr(self.words[field.word], shift);
            let mask = field.mask().cast_signed();
            let offset = self.builder.ins().band_imm(moved, mask);
            return self.raised(offset, field.low);
        }
        let mut result = self.load(array.first);
        for (element, at) in array.elements().zip(0..).skip(1) {
            let value = self.load(element);
            let is_it = self.builder.ins().icmp_imm(IntCC::Equal, index, at);
            result = self.builder.ins().select(is_it, value, result);
        }
        result
    }

    /// Gives an element a value that it may have.
    pub(super) fn store_element(&mut self, array: Array, index: Value, value: Value) {
        let field = self.packing.fields[array.first.0 as usize];
        if let Some(bits) = self.packing.rows.get(&array.first).copied() {
            let shift = self.row_shift(array, bits, index);
            self.store_at(field.word, shift, field.mask(), field.low, value);
            return;
        }
        for (element, at) in array.elements().zip(0..) {
            let word = self.packing.fields[element.0 as usize].word;
            let before = self.words[word];
            self.store(element, value);
            let is_it = self.builder.ins().icmp_imm(IntCC::Equal, index, at);
            self.words[word] = self.builder.ins().select(is_it, self.words[word], before);
        }
    }

    /// The value of an expression.
    pub(super) fn value(&mut self, expr: &Expr) -> Value {
        let range = self.knowledge.range(expr);
        if range.low == range.high && !self.knowledge.may_fail(expr) {
            return self.constant(range.low);
        }
        match expr {
            Expr::Constant(value) => self.constant(*value),
            Expr::Variable(variable) => self.load(*variable),
            Expr::Element(array, index) => {
                if let Some(element) = index.constant().and_then(|index| array.element(index)) {
                    return self.load(element);
                }
                let index = self.index(*array, index);
                self.load_element(*array, index)
            }
            Expr::Local(local) => self.locals[local.0 as usize],
            Expr::Unary(op, operand) => self.unary(*op, operand),
            Expr::Binary(op, left, right) if !op.is_truth() => self.arithmetic(*op, left, right),
            Expr::Binary(..) => {
                let truth = self.condition(expr);
                self.builder.ins().uextend(types::I64, truth)
            }
            Expr::If(condition, yes, no) => self.choice(condition, yes, no),
        }
    }

    fn unary(&mut self, op: UnaryOp, operand: &Expr) -> Value {
        let range = self.knowledge.range(operand);
        let value = self.value(operand);
        let ins = self.builder.ins();
        match op {
            UnaryOp::Not => {
                let is_zero = ins.icmp_imm(IntCC::Equal, value, 0);
                self.builder.ins().uextend(types::I64, is_zero)
            }
            UnaryOp::Negate => ins.ineg(value),
            UnaryOp::Complement => ins.bnot(value),
            // What fits stays as it is.
            UnaryOp::Byte | UnaryOp::Short if range.unary(op) == range => value,
            UnaryOp::Byte => ins.band_imm(value, 0xff),
            UnaryOp::Short => {
                let small = ins.ireduce(types::I16, value);
                self.builder.ins().sextend(types::I64, small)
            }
        }
    }

    fn arithmetic(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Value {
        if matches!(op, BinaryOp::Divide | BinaryOp::Remainder) {
            return self.division(op, left, right);
        }
        let left = self.value(left);
        let right = self.value(right);
        let ins = self.builder.ins();
        match op {
            BinaryOp::Subtract => ins.isub(left, right),
            BinaryOp::Multiply => ins.imul(left, right),
            BinaryOp::BitAnd => ins.band(left, right),
            BinaryOp::BitOr => ins.bor(left, right),
            BinaryOp::BitXor => ins.bxor(left, right),
            // The number of places counts modulo 64.
            BinaryOp::ShiftLeft => ins.ishl(left, right),
            BinaryOp::ShiftRight => ins.sshr(left, right),
            _ => ins.iadd(left, right),
        }
    }

    fn division(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Value {
        let divisors = self.knowledge.range(right);
        let may_overflow = divisors.contains(-1) && self.knowledge.range(left).contains(i64::MIN);
        let (left, mut right) = (self.value(left), self.value(right));
        if divisors.contains(0) {
            let is_valid = self.builder.ins().icmp_imm(IntCC::NotEqual, right, 0);
            self.fail_unless(is_valid);
        }
        let is_minus_one = self.builder.ins().icmp_imm(IntCC::Equal, right, -1);
        if may_overflow {
            // The least number divided by -1 is not a number of 64 bits, and processors refuse it; here it stays what
            // it is.
            let one = self.constant(1);
            right = self.builder.ins().select(is_minus_one, one, right);
        }
        let ins = self.builder.ins();
        if op == BinaryOp::Remainder {
            // Nothing remains of a division by 1 or by -1.
            return ins.srem(left, right);
        }
        let quotient = ins.sdiv(left, right);
        if !may_overflow {
            return quotient;
        }
        let negated = self.builder.ins().ineg(left);
        self.builder.ins().select(is_minus_one, negated, quotient)
    }

    fn choice(&mut self, condition: &Expr, yes: &Expr, no: &Expr) -> Value {
        let holds = self.condition(condition);
        let (then, other) = (self.builder.create_block(), self.builder.create_block());
        let end = self.builder.create_block();
        let result = self.builder.append_block_param(end, types::I64);
        self.builder.ins().brif(holds, then, &[], other, &[]);
        self.builder.switch_to_block(then);
        let value = self.value(yes);
        self.builder.ins().jump(end, &[value.into()]);
        self.builder.switch_to_block(other);
        let value = self.value(no);
        self.builder.ins().jump(end, &[value.into()]);
        self.builder.switch_to_block(end);
        result
    }

    /// Whether an expression is true: one byte that is 0 or 1.
    pub(super) fn condition(&mut self, expr: &Expr) -> Value {
        if let Expr::Binary(op, left, right) = expr {
            match op {
                BinaryOp::And | BinaryOp::Or => return self.connected(*op, left, right),
                op if op.is_truth() => return self.compared(*op, left, right),
                _ => {}
            }
        }
        if let Expr::Unary(UnaryOp::Not, operand) = expr {
            let truth = self.condition(operand);
            return self.builder.ins().icmp_imm(IntCC::Equal, truth, 0);
        }
        let value = self.value(expr);
        self.builder.ins().icmp_imm(IntCC::NotEqual, value, 0)
    }

    fn compared(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Value {
        let comparison = match op {
            BinaryOp::Equal => IntCC::Equal,
            BinaryOp::NotEqual => IntCC::NotEqual,
            BinaryOp::Less => IntCC::SignedLessThan,
            BinaryOp::LessEqual => IntCC::SignedLessThanOrEqual,
            BinaryOp::Greater => IntCC::SignedGreaterThan,
            _ => IntCC::SignedGreaterThanOrEqual,
        };
        let (left, right) = (self.value(left), self.value(right));
        self.builder.ins().icmp(comparison, left, right)
    }

    /// `and` and `or`. The second operand is jumped over only if it could fail where nobody asks for it.
    fn connected(&mut self, op: BinaryOp, left: &Expr, right: &Expr) -> Value {
        let first = self.condition(left);
        let before = self.knowledge.clone();
        if !self.knowledge.may_fail(right) {
            let second = self.condition(right);
            let ins = self.builder.ins();
            return match op {
                BinaryOp::And => ins.band(first, second),
                _ => ins.bor(first, second),
            };
        }
        let (look, end) = (self.builder.create_block(), self.builder.create_block());
        let result = self.builder.append_block_param(end, types::I8);
        let ins = self.builder.ins();
        if op == BinaryOp::And {
            ins.brif(first, look, &[], end, &[first.into()]);
            self.knowledge.confine(left);
        } else {
            ins.brif(first, end, &[first.into()], look, &[]);
        }
        self.builder.switch_to_block(look);
        let second = self.condition(right);
        self.builder.ins().jump(end, &[second.into()]);
        self.builder.switch_to_block(end);
        self.knowledge = before;
        result
    }
}
