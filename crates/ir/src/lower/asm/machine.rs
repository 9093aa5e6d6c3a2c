//! The instructions of assembly that are understood, as operations on the operands of a template.

use super::template::{Place, Statement};
use crate::lower::Lower;
use crate::{FloatUnary, FunnelOp, Inst, IntBinary, IntUnary, Operand};
use numeric::FloatKind;

/// An operand of a template.
#[derive(Clone, Copy, Debug)]
pub enum Slot {
    /// In a register; an output has no value until it is written.
    Value { bits: u32, value: Option<Operand>, is_output: bool },
    /// In memory.
    Memory { bits: u32, pointer: Operand },
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
    ("add", Action::Combine(IntBinary::Add)),
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
    ("sub", Action::Combine(IntBinary::Sub)),
    ("tzcnt", Action::Scan(IntUnary::TrailingZeros)),
    ("xadd", Action::ExchangeAdd),
    ("xchg", Action::Exchange),
    ("xor", Action::Combine(IntBinary::Xor)),
];

/// The action of a mnemonic, and the width its suffix says.
fn action(mnemonic: &str) -> Option<(Action, Option<u32>)> {
    let find = |name: &str| {
        let at = ACTIONS.binary_search_by_key(&name, |(name, _)| name).ok()?;
        Some(ACTIONS[at].1)
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

impl Lower<'_> {
    /// Does what an instruction does to the operands; `None` if it is not understood.
    pub(super) fn asm_statement(
        &mut self,
        statement: &Statement,
        slots: &mut [Slot],
    ) -> Option<()> {
        if statement.mnemonic == "fsqrt" {
            return self.asm_square_root(slots);
        }
        let (action, suffix) = action(&statement.mnemonic)?;
        let touches_stack = statement.operands.contains(&Place::StackTop);
        if touches_stack {
            // A locked addition of zero to the stack is a fence.
            let fence = matches!(action, Action::Combine(IntBinary::Add | IntBinary::Or))
                && statement.operands.first() == Some(&Place::Immediate(0));
            return fence.then_some(());
        }
        match (action, &statement.operands[..]) {
            (Action::Nothing, []) => Some(()),
            (action, [dst]) => self.asm_unary(action, suffix, *dst, slots),
            (action, [src, dst]) => self.asm_binary(action, suffix, *src, *dst, slots),
            _ => None,
        }
    }

    /// `fsqrt` replaces the top of the floating-point stack, which is the output tied to an input.
    fn asm_square_root(&mut self, slots: &mut [Slot]) -> Option<()> {
        let [Slot::Value { bits: 80, value: Some(value), .. }, ..] = slots else { return None };
        *value = self.float_unary(FloatUnary::Sqrt, FloatKind::X87, *value);
        Some(())
    }

    fn asm_unary(
        &mut self,
        action: Action,
        suffix: Option<u32>,
        dst: Place,
        slots: &mut [Slot],
    ) -> Option<()> {
        let w = width(dst, suffix, slots)?;
        let old = self.asm_read(dst, w, slots)?;
        let (zero, one) = (self.number(w, 0), self.number(w, 1));
        let new = match action {
            Action::Change(op) => self.int_unary(op, w, old),
            Action::Negate => self.arith(IntBinary::Sub, w, zero, old),
            Action::Invert => {
                let ones = self.arith(IntBinary::Sub, w, zero, one);
                self.arith(IntBinary::Xor, w, old, ones)
            }
            Action::Step(op) => self.arith(op, w, old, one),
            // Without a count, shifts go by one.
            Action::Rotate(turn) => self.asm_turn(turn, w, old, one),
            _ => return None,
        };
        self.asm_write(dst, w, new, slots)
    }

    fn asm_binary(
        &mut self,
        action: Action,
        suffix: Option<u32>,
        src: Place,
        dst: Place,
        slots: &mut [Slot],
    ) -> Option<()> {
        let w = width(dst, suffix, slots)?;
        let given = self.asm_read(src, w, slots)?;
        let new = match action {
            Action::Move => given,
            Action::Scan(op) => self.int_unary(op, w, given),
            Action::ScanHigh => {
                let zeros = self.int_unary(IntUnary::LeadingZeros, w, given);
                let last = self.number(w, (w - 1).into());
                self.arith(IntBinary::Sub, w, last, zeros)
            }
            Action::Combine(op) => {
                let old = self.asm_read(dst, w, slots)?;
                self.arith(op, w, old, given)
            }
            Action::Rotate(turn) => {
                let old = self.asm_read(dst, w, slots)?;
                self.asm_turn(turn, w, old, given)
            }
            Action::Exchange | Action::ExchangeAdd => {
                let old = self.asm_read(dst, w, slots)?;
                self.asm_write(src, w, old, slots)?;
                match action {
                    Action::Exchange => given,
                    _ => self.arith(IntBinary::Add, w, old, given),
                }
            }
            _ => return None,
        };
        self.asm_write(dst, w, new, slots)
    }

    fn asm_turn(&mut self, turn: Turn, w: u32, value: Operand, amount: Operand) -> Operand {
        let rotate =
            |op| move |dst| Inst::Funnel { op, w: w as u8, dst, high: value, low: value, amount };
        let shift = match turn {
            Turn::Left => return self.emit_to(rotate(FunnelOp::Left)),
            Turn::Right => return self.emit_to(rotate(FunnelOp::Right)),
            Turn::ShiftLeft => IntBinary::Shl,
            Turn::ShiftRight => IntBinary::LShr,
            Turn::ShiftSigned => IntBinary::AShr,
        };
        // The processor takes the count modulo 32, or 64 for the widest.
        let mask = self.number(w, if w == 64 { 63 } else { 31 });
        let amount = self.arith(IntBinary::And, w, amount, mask);
        self.arith(shift, w, value, amount)
    }

    /// The low `w` bits of an operand.
    fn asm_read(&mut self, place: Place, w: u32, slots: &[Slot]) -> Option<Operand> {
        match place {
            Place::Immediate(n) => Some(self.number(w, n)),
            Place::StackTop => None,
            Place::Slot { number, .. } => match *slots.get(number)? {
                Slot::Value { bits, value, .. } => {
                    let value = value?;
                    Some(self.resize(bits, w, value))
                }
                Slot::Memory { pointer, .. } => Some(self.load(w, pointer)),
            },
        }
    }

    /// Writes the low `w` bits of an operand. As in the processor, 32 bits clear those above and
    /// fewer leave them.
    fn asm_write(
        &mut self,
        place: Place,
        w: u32,
        value: Operand,
        slots: &mut [Slot],
    ) -> Option<()> {
        let Place::Slot { number, .. } = place else { return None };
        let slot = *slots.get(number)?;
        let written = match slot {
            Slot::Memory { pointer, .. } => {
                self.store(w, pointer, value);
                return Some(());
            }
            Slot::Value { bits, value: old, .. } if w < 32 && w < bits => {
                let old = old?;
                let low = self.number(bits, (1u64 << w) - 1);
                let ones = self.number(bits, u64::MAX);
                let high = self.arith(IntBinary::Xor, bits, low, ones);
                let kept = self.arith(IntBinary::And, bits, old, high);
                let value = self.zext(w, bits, value);
                self.arith(IntBinary::Or, bits, kept, value)
            }
            Slot::Value { bits, .. } => self.resize(w, bits, value),
        };
        if let Slot::Value { value, .. } = &mut slots[number] {
            *value = Some(written);
        }
        Some(())
    }
}

/// The width an instruction works at; floats and wide integers are not its business.
fn width(dst: Place, suffix: Option<u32>, slots: &[Slot]) -> Option<u32> {
    let Place::Slot { number, bits } = dst else { return None };
    let own = match slots.get(number)? {
        Slot::Value { bits, .. } | Slot::Memory { bits, .. } => *bits,
    };
    let w = suffix.or(bits).unwrap_or(own);
    matches!(w, 8 | 16 | 32 | 64).then_some(w)
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
