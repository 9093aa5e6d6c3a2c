//! The instructions of assembly that are understood, as operations on the operands of a template.

use super::carry::carried;
use super::constraints::Fixed;
use super::template::{AsmOperand, Statement};
use crate::lower::emit::Emitter;
use crate::{FloatUnary, FunnelOp, Inst, IntBinary, IntPredicate, IntUnary, Operand};
use numeric::FloatKind;

/// An operand of a template.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    /// In a register; an output has no value until it is written.
    Value { bits: u32, value: Option<Operand>, is_output: bool },
    /// In memory.
    Memory { bits: u32, pointer: Operand },
    /// Where another operand is.
    Same(usize),
    /// An output that is the carry, or its opposite.
    Carry { bits: u32, is_set: bool },
}

/// What an instruction computes.
#[derive(Clone, Copy)]
enum Action {
    Nothing,
    /// `dst = op(dst)`.
    Change(IntUnary),
    /// `dst = -dst`.
    Negate,
    /// `dst = ~dst`.
    Invert,
    /// `dst = dst op 1`.
    Step(IntBinary),
    /// `dst = src`.
    Move,
    /// `dst = op(src)`.
    Scan(IntUnary),
    /// The position of the highest one of `src`.
    ScanHigh,
    /// `dst = dst op src`.
    Combine(IntBinary),
    /// A shift or rotation of `dst` by `src`, taken modulo the width.
    Rotate(Turn),
    Exchange,
    /// `src, dst = dst, dst + src`.
    ExchangeAdd,
}

#[derive(Clone, Copy)]
enum Turn {
    Left,
    Right,
    ShiftLeft,
    ShiftRight,
    ShiftSigned,
}

/// Mnemonics without the suffix of the width, and what they do.
#[rustfmt::skip]
const ACTIONS: &[(&str, Action)] = &[
    ("and", Action::Combine(IntBinary::And)),
    ("bsf", Action::Scan(IntUnary::TrailingZeros)),
    ("bsr", Action::ScanHigh),
    ("bswap", Action::Change(IntUnary::SwapBytes)),
    ("dec", Action::Step(IntBinary::Sub)),
    ("imul", Action::Combine(IntBinary::Mul)),
    ("inc", Action::Step(IntBinary::Add)),
    ("lfence", Action::Nothing),
    ("lzcnt", Action::Scan(IntUnary::LeadingZeros)),
    ("mfence", Action::Nothing),
    ("mov", Action::Move),
    ("neg", Action::Negate),
    ("nop", Action::Nothing),
    ("not", Action::Invert),
    ("or", Action::Combine(IntBinary::Or)),
    ("pause", Action::Nothing),
    ("popcnt", Action::Scan(IntUnary::Popcount)),
    ("rol", Action::Rotate(Turn::Left)),
    ("ror", Action::Rotate(Turn::Right)),
    ("sal", Action::Rotate(Turn::ShiftLeft)),
    ("sar", Action::Rotate(Turn::ShiftSigned)),
    ("sfence", Action::Nothing),
    ("shl", Action::Rotate(Turn::ShiftLeft)),
    ("shr", Action::Rotate(Turn::ShiftRight)),
    ("tzcnt", Action::Scan(IntUnary::TrailingZeros)),
    ("xadd", Action::ExchangeAdd),
    ("xchg", Action::Exchange),
    ("xor", Action::Combine(IntBinary::Xor)),
];

/// The action of a mnemonic, and the width its suffix says.
fn action(mnemonic: &str) -> Option<(Action, Option<u32>)> {
    find(ACTIONS, mnemonic)
}

/// The entry of a mnemonic in a sorted table, and the width its suffix says.
pub fn find<T: Copy>(table: &[(&str, T)], mnemonic: &str) -> Option<(T, Option<u32>)> {
    let find = |name: &str| {
        let at = table.binary_search_by_key(&name, |(name, _)| name).ok()?;
        Some(table[at].1)
    };
    if let Some(action) = find(mnemonic) {
        return Some((action, None));
    }
    let (name, suffix) = mnemonic.split_at_checked(mnemonic.len().checked_sub(1)?)?;
    let bits = match suffix {
        "b" => 8,
        "w" => 16,
        "l" => 32,
        "q" => 64,
        _ => return None,
    };
    Some((find(name)?, Some(bits)))
}

/// The operands of a template, and the code that works on them.
pub struct Machine<'e> {
    pub emit: &'e mut Emitter,
    pub slots: Vec<Slot>,
    /// The registers that operands have to be in, outputs first.
    pub fixed: Vec<(Fixed, usize)>,
    /// The carry flag, if it is known.
    pub carry: Option<Operand>,
}

impl Machine<'_> {
    /// The operand in a register.
    pub fn fixed(&self, register: Fixed) -> Option<AsmOperand> {
        let found = self.fixed.iter().find(|(fixed, _)| *fixed == register)?;
        Some(AsmOperand::Slot { number: found.1, bits: None })
    }

    /// The number of an operand, or of the one whose place it shares.
    fn place(&self, number: usize) -> Option<usize> {
        match self.slots.get(number)? {
            Slot::Same(other) => Some(*other),
            _ => Some(number),
        }
    }

    /// Does what an instruction does to the operands; `None` if it is not understood.
    pub fn execute(&mut self, statement: &Statement) -> Option<()> {
        if statement.mnemonic == "fsqrt" {
            return self.square_root();
        }
        if statement.operands.contains(&AsmOperand::StackTop) {
            // A locked addition of zero to the stack is a fence.
            let name = statement.mnemonic.trim_end_matches(['b', 'w', 'l', 'q']);
            let fence = matches!(name, "add" | "or")
                && statement.operands.first() == Some(&AsmOperand::Immediate(0));
            self.carry = None;
            return fence.then_some(());
        }
        if let Some(carried) = carried(&statement.mnemonic) {
            return self.carried(carried, statement);
        }
        let (action, suffix) = action(&statement.mnemonic)?;
        match (action, &statement.operands[..]) {
            (Action::Nothing, []) => Some(()),
            (action, [dst]) => self.unary(action, suffix, *dst),
            (action, [src, dst]) => self.binary(action, suffix, *src, *dst),
            _ => None,
        }
    }

    /// `fsqrt` replaces the top of the floating-point stack, which is the output tied to an input.
    fn square_root(&mut self) -> Option<()> {
        let [Slot::Value { bits: 80, value: Some(value), .. }, ..] = &mut self.slots[..] else {
            return None;
        };
        *value = self.emit.float_unary(FloatUnary::Sqrt, FloatKind::X87, *value);
        Some(())
    }

    fn unary(&mut self, action: Action, suffix: Option<u32>, dst: AsmOperand) -> Option<()> {
        let w = self.width(dst, suffix)?;
        let old = self.read(dst, w)?;
        let (zero, one) = (self.emit.number(w, 0), self.emit.number(w, 1));
        let new = match action {
            Action::Change(op) => self.emit.int_unary(op, w, old),
            Action::Negate => {
                self.carry = Some(self.emit.compare(IntPredicate::Ult, w, zero, old));
                self.emit.arith(IntBinary::Sub, w, zero, old)
            }
            Action::Invert => {
                let ones = self.emit.arith(IntBinary::Sub, w, zero, one);
                self.emit.arith(IntBinary::Xor, w, old, ones)
            }
            Action::Step(op) => self.emit.arith(op, w, old, one),
            // Without a count, shifts go by one.
            Action::Rotate(turn) => {
                self.carry = None;
                self.turn(turn, w, old, one)
            }
            _ => return None,
        };
        self.write(dst, w, new)
    }

    fn binary(
        &mut self,
        action: Action,
        suffix: Option<u32>,
        src: AsmOperand,
        dst: AsmOperand,
    ) -> Option<()> {
        let w = self.width(dst, suffix)?;
        self.carry = match action {
            Action::Move | Action::Exchange => self.carry,
            Action::Combine(IntBinary::And | IntBinary::Or | IntBinary::Xor) => {
                Some(self.emit.number(1, 0))
            }
            _ => None,
        };
        if src == dst && matches!(action, Action::Combine(IntBinary::Xor)) {
            let zero = self.emit.number(w, 0);
            return self.write(dst, w, zero);
        }
        let given = self.read(src, w)?;
        let new = match action {
            Action::Move => given,
            Action::Scan(op) => self.emit.int_unary(op, w, given),
            Action::ScanHigh => {
                let zeros = self.emit.int_unary(IntUnary::LeadingZeros, w, given);
                let last = self.emit.number(w, (w - 1).into());
                self.emit.arith(IntBinary::Sub, w, last, zeros)
            }
            Action::Combine(op) => {
                let old = self.read(dst, w)?;
                self.emit.arith(op, w, old, given)
            }
            Action::Rotate(turn) => {
                let old = self.read(dst, w)?;
                self.turn(turn, w, old, given)
            }
            Action::Exchange | Action::ExchangeAdd => {
                let old = self.read(dst, w)?;
                self.write(src, w, old)?;
                match action {
                    Action::Exchange => given,
                    _ => self.emit.arith(IntBinary::Add, w, old, given),
                }
            }
            _ => return None,
        };
        self.write(dst, w, new)
    }

    fn turn(&mut self, turn: Turn, w: u32, value: Operand, amount: Operand) -> Operand {
        let rotate =
            |op| move |dst| Inst::Funnel { op, w: w as u8, dst, high: value, low: value, amount };
        let shift = match turn {
            Turn::Left => return self.emit.to(rotate(FunnelOp::Left)),
            Turn::Right => return self.emit.to(rotate(FunnelOp::Right)),
            Turn::ShiftLeft => IntBinary::Shl,
            Turn::ShiftRight => IntBinary::LShr,
            Turn::ShiftSigned => IntBinary::AShr,
        };
        // The processor takes the count modulo 32, or 64 for the widest.
        let mask = self.emit.number(w, if w == 64 { 63 } else { 31 });
        let amount = self.emit.arith(IntBinary::And, w, amount, mask);
        self.emit.arith(shift, w, value, amount)
    }

    /// The low `w` bits of an operand.
    pub fn read(&mut self, operand: AsmOperand, w: u32) -> Option<Operand> {
        match operand {
            AsmOperand::Immediate(n) => Some(self.emit.number(w, n)),
            AsmOperand::StackTop => None,
            AsmOperand::Slot { number, .. } => match self.slots[self.place(number)?] {
                Slot::Value { bits, value, .. } => {
                    let value = value?;
                    Some(self.emit.resize(bits, w, value))
                }
                Slot::Memory { pointer, .. } => Some(self.emit.load(w, pointer)),
                Slot::Same(_) | Slot::Carry { .. } => None,
            },
        }
    }

    /// Writes the low `w` bits of an operand. As in the processor, 32 bits clear those above and
    /// fewer leave them.
    pub fn write(&mut self, operand: AsmOperand, w: u32, value: Operand) -> Option<()> {
        let AsmOperand::Slot { number, .. } = operand else { return None };
        let number = self.place(number)?;
        let written = match self.slots[number] {
            Slot::Same(_) | Slot::Carry { .. } => return None,
            Slot::Memory { pointer, .. } => {
                self.emit.store(w, pointer, value);
                return Some(());
            }
            Slot::Value { bits, value: old, .. } if w < 32 && w < bits => {
                let old = old?;
                let low = self.emit.number(bits, (1u64 << w) - 1);
                let ones = self.emit.number(bits, u64::MAX);
                let high = self.emit.arith(IntBinary::Xor, bits, low, ones);
                let kept = self.emit.arith(IntBinary::And, bits, old, high);
                let value = self.emit.zext(w, bits, value);
                self.emit.arith(IntBinary::Or, bits, kept, value)
            }
            Slot::Value { bits, .. } => self.emit.resize(w, bits, value),
        };
        if let Slot::Value { value, .. } = &mut self.slots[number] {
            *value = Some(written);
        }
        Some(())
    }

    /// The width an instruction works at; floats and wide integers are not its business.
    pub fn width(&self, dst: AsmOperand, suffix: Option<u32>) -> Option<u32> {
        let AsmOperand::Slot { number, bits } = dst else { return None };
        let own = match self.slots[self.place(number)?] {
            Slot::Value { bits, .. } | Slot::Memory { bits, .. } => bits,
            Slot::Same(_) | Slot::Carry { .. } => return None,
        };
        let w = suffix.or(bits).unwrap_or(own);
        matches!(w, 8 | 16 | 32 | 64).then_some(w)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_sorted() {
        for pair in ACTIONS.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} before {}", pair[0].0, pair[1].0);
        }
        assert!(matches!(action("bswapq"), Some((Action::Change(IntUnary::SwapBytes), Some(64)))));
        assert!(matches!(action("nop"), Some((Action::Nothing, None))));
        assert!(action("cpuid").is_none());
    }
}
