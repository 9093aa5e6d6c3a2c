//! Flags of operations: what the program promises about their operands.
//!
//! If broken promises are checked for, each flag becomes an instruction of its own beside the operation.
//! Otherwise flags cost nothing. Libraries are assumed to keep theirs.

use bitcode::{BinaryOp, CastOp, Flags};

use super::Lower;
use crate::{Operand, OverflowOp, Promise};

impl Lower<'_> {
    /// Whether broken promises of this function are looked for.
    pub(super) fn checks_promises(&self) -> bool {
        self.program.checks_promises && !self.unit.library
    }

    /// The result of an operation with flags.
    pub(super) fn promised_binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        bits: u32,
        value: Operand,
        operands: [Operand; 2],
    ) -> Operand {
        if !self.checks_promises() {
            return value;
        }
        let (signed, unsigned, exact) = match op {
            BinaryOp::Add => fits(OverflowOp::SAdd, OverflowOp::UAdd),
            BinaryOp::Sub => fits(OverflowOp::SSub, OverflowOp::USub),
            BinaryOp::Mul => fits(OverflowOp::SMul, OverflowOp::UMul),
            BinaryOp::Shl => (Some(Promise::SignedShift), Some(Promise::UnsignedShift), None),
            BinaryOp::UDiv => (None, None, Some(Promise::NoRemainder)),
            BinaryOp::SDiv => (None, None, Some(Promise::NoSignedRemainder)),
            BinaryOp::LShr | BinaryOp::AShr => (None, None, Some(Promise::NoBitsLost)),
            _ => (None, None, None),
        };
        let disjoint = (op == BinaryOp::Or).then_some(Promise::Disjoint);
        let all = [
            (Flags::NSW, signed),
            (Flags::NUW, unsigned),
            (Flags::EXACT, exact),
            (Flags::DISJOINT, disjoint),
        ];
        let given = all.into_iter().filter(|(flag, _)| flags.has(*flag));
        given
            .filter_map(|(_, promise)| promise)
            .fold(value, |value, promise| self.emit.promised(promise, bits, value, operands))
    }

    /// The operand of a conversion with flags.
    pub(super) fn promised_cast(
        &mut self,
        op: CastOp,
        flags: Flags,
        (from, to): (u32, u32),
        a: Operand,
    ) -> Operand {
        if !self.checks_promises() {
            return a;
        }
        let mut a = a;
        if matches!(op, CastOp::ZExt | CastOp::UIToFP) && flags.has(Flags::NNEG) {
            a = self.emit.promised(Promise::NotNegative, from, a, [a, a]);
        }
        if op == CastOp::Trunc {
            let width = self.emit.int(to.into());
            let all = [(Flags::NUW, Promise::UnsignedTrunc), (Flags::NSW, Promise::SignedTrunc)];
            for (_, promise) in all.into_iter().filter(|(flag, _)| flags.has(*flag)) {
                a = self.emit.promised(promise, from, a, [a, width]);
            }
        }
        a
    }
}

/// The promises of an operation that does not overflow, with and without a sign.
fn fits(
    signed: OverflowOp,
    unsigned: OverflowOp,
) -> (Option<Promise>, Option<Promise>, Option<Promise>) {
    (Some(Promise::Fits(signed)), Some(Promise::Fits(unsigned)), None)
}
