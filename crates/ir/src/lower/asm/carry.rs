//! Arithmetic of more than one word: additions and subtractions that leave a carry and take one, products of two
//! words and quotients of one. The carry is the only flag there is.

use super::constraints::Fixed;
use super::machine::{Machine, find};
use super::template::{AsmOperand, Statement};
use crate::{IntBinary, IntPredicate, Operand};

/// What an instruction does with the carry, besides its result.
#[derive(Clone, Copy)]
pub enum Carried {
    /// `dst = dst + src`, and with the carry.
    Add,
    AddCarry,
    /// `dst = dst - src`, and less the carry.
    Sub,
    SubBorrow,
    /// As a subtraction, without a result.
    Compare,
    /// `d:a = a * src`.
    Multiply,
    /// `a, d = d:a / src, d:a % src`.
    Divide,
    /// `dst = carry`, or its opposite.
    Set,
    SetNot,
    Clear,
    Raise,
}

/// Mnemonics without the suffix of the width.
const CARRIED: &[(&str, Carried)] = &[
    ("adc", Carried::AddCarry),
    ("add", Carried::Add),
    ("clc", Carried::Clear),
    ("cmp", Carried::Compare),
    ("div", Carried::Divide),
    ("mul", Carried::Multiply),
    ("sbb", Carried::SubBorrow),
    ("setae", Carried::SetNot),
    ("setb", Carried::Set),
    ("setc", Carried::Set),
    ("setnc", Carried::SetNot),
    ("stc", Carried::Raise),
    ("sub", Carried::Sub),
];

/// What a mnemonic is here, and its width.
pub fn carried(mnemonic: &str) -> Option<(Carried, Option<u32>)> {
    find(CARRIED, mnemonic)
}

impl Machine<'_> {
    /// Does what an instruction does; `None` if it is not understood.
    pub fn carried(
        &mut self,
        (what, suffix): (Carried, Option<u32>),
        statement: &Statement,
    ) -> Option<()> {
        match (what, &statement.operands[..]) {
            (Carried::Clear, []) => self.carry = Some(self.emit.number(1, 0)),
            (Carried::Raise, []) => self.carry = Some(self.emit.number(1, 1)),
            (Carried::Multiply, [src]) => self.multiply(self.width(*src, suffix)?, *src)?,
            (Carried::Divide, [src]) => self.divide(self.width(*src, suffix)?, *src)?,
            (Carried::Set | Carried::SetNot, [dst]) => {
                let mut bit = self.carry?;
                if let Carried::SetNot = what {
                    let one = self.emit.number(1, 1);
                    bit = self.emit.arith(IntBinary::Xor, 1, bit, one);
                }
                let byte = self.emit.zext(1, 8, bit);
                self.write(*dst, 8, byte)?;
            }
            (_, [src, dst]) => {
                let w = self.width(*dst, suffix)?;
                let result = self.sum(what, w, (*src, *dst))?;
                if !matches!(what, Carried::Compare) {
                    self.write(*dst, w, result)?;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// A sum or difference, with the carry that it leaves.
    fn sum(
        &mut self,
        what: Carried,
        w: u32,
        (src, dst): (AsmOperand, AsmOperand),
    ) -> Option<Operand> {
        let (op, takes) = match what {
            Carried::Add => (IntBinary::Add, false),
            Carried::AddCarry => (IntBinary::Add, true),
            Carried::Sub | Carried::Compare => (IntBinary::Sub, false),
            Carried::SubBorrow => (IntBinary::Sub, true),
            _ => return None,
        };
        let old = match (op, src == dst) {
            // What is subtracted from itself need not be known.
            (IntBinary::Sub, true) => self.emit.number(w, 0),
            _ => self.read(dst, w)?,
        };
        let given = if op == IntBinary::Sub && src == dst { old } else { self.read(src, w)? };
        let (first, carry) = self.with_carry(op, w, old, given);
        if !takes {
            self.carry = Some(carry);
            return Some(first);
        }
        let before = self.emit.zext(1, w, self.carry?);
        let (second, again) = self.with_carry(op, w, first, before);
        self.carry = Some(self.emit.arith(IntBinary::Or, 1, carry, again));
        Some(second)
    }

    /// The result of an addition or subtraction, and whether it did not fit.
    fn with_carry(&mut self, op: IntBinary, w: u32, a: Operand, b: Operand) -> (Operand, Operand) {
        let result = self.emit.arith(op, w, a, b);
        let (less, than) = if op == IntBinary::Add { (result, a) } else { (a, b) };
        (result, self.emit.compare(IntPredicate::Ult, w, less, than))
    }

    fn multiply(&mut self, w: u32, src: AsmOperand) -> Option<()> {
        // Of bytes, the product is in one register.
        let (a, d) = (self.fixed(Fixed::A).filter(|_| w > 8)?, self.fixed(Fixed::D));
        let factors = [self.read(a, w)?, self.read(src, w)?];
        let [x, y] = factors.map(|factor| self.emit.zext(w, 2 * w, factor));
        let product = self.emit.arith(IntBinary::Mul, 2 * w, x, y);
        let by = self.emit.number(2 * w, w.into());
        let high = self.emit.arith(IntBinary::LShr, 2 * w, product, by);
        let [high, low] = [high, product].map(|part| self.emit.trunc(2 * w, w, part));
        self.write(a, w, low)?;
        if let Some(d) = d {
            self.write(d, w, high)?;
        }
        let zero = self.emit.number(w, 0);
        self.carry = Some(self.emit.compare(IntPredicate::Ult, w, zero, high));
        Some(())
    }

    fn divide(&mut self, w: u32, src: AsmOperand) -> Option<()> {
        let (a, d) = (self.fixed(Fixed::A).filter(|_| w > 8)?, self.fixed(Fixed::D)?);
        let [low, high, divisor] = [self.read(a, w)?, self.read(d, w)?, self.read(src, w)?];
        // A quotient that does not fit is the same error as a division by zero.
        let fits = self.emit.compare(IntPredicate::Ult, w, high, divisor);
        let zero = self.emit.number(w, 0);
        let divisor = self.emit.select(fits, divisor, zero);
        let [low, high, divisor] = [low, high, divisor].map(|word| self.emit.zext(w, 2 * w, word));
        let by = self.emit.number(2 * w, w.into());
        let high = self.emit.arith(IntBinary::Shl, 2 * w, high, by);
        let whole = self.emit.arith(IntBinary::Or, 2 * w, high, low);
        let quotient = self.emit.arith(IntBinary::UDiv, 2 * w, whole, divisor);
        let rest = self.emit.arith(IntBinary::URem, 2 * w, whole, divisor);
        let [quotient, rest] = [quotient, rest].map(|part| self.emit.trunc(2 * w, w, part));
        self.write(a, w, quotient)?;
        self.write(d, w, rest)?;
        self.carry = None;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mnemonics_are_sorted() {
        assert!(CARRIED.is_sorted_by(|a, b| a.0 < b.0));
        assert!(matches!(carried("sbbq"), Some((Carried::SubBorrow, Some(64)))));
        assert!(matches!(carried("setb"), Some((Carried::Set, None))));
        assert!(carried("adcx").is_none());
    }
}
