//! Elements of vectors. At constant positions they are only renamed.

use bitcode::Operand as Value;

use super::{Lower, Lowered};
use crate::flat::Unmodelled;
use crate::{Const, Inst, IntPredicate, Operand};

impl Lower<'_> {
    pub(super) fn extract_element(&mut self, vector: Value, index: Value) -> Lowered {
        let lane_bits = self.element(vector)?.bits();
        let bits = self.element(index)?.bits();
        let lanes = self.leaves(vector)?;
        let index = self.scalar(index)?;
        let element = match self.emit.int_of(index) {
            Some(n) if n < lanes.len() as u64 => self.leaf(lanes, n as usize),
            Some(_) => self.emit.undef(lane_bits),
            None => {
                let lanes = self.list(lanes);
                self.pick(&lanes, index, bits)
            }
        };
        self.result(element);
        Ok(())
    }

    /// An element at a variable position.
    pub(super) fn pick(&mut self, lanes: &[Operand], index: Operand, bits: u32) -> Operand {
        let index = if bits > 64 { self.emit.trunc(bits, 64, index) } else { index };
        let list = self.operand_list(lanes);
        let (w, len) = (bits.min(64) as u8, lanes.len() as u32);
        self.emit.to(|dst| Inst::Pick { w, dst, index, list, len })
    }

    /// Enters operands in the lists of the code; gives the position of the first.
    pub(super) fn operand_list(&mut self, operands: &[Operand]) -> u32 {
        let at = self.emit.code.lists.len() as u32;
        self.emit.code.lists.extend_from_slice(operands);
        at
    }

    pub(super) fn insert_element(
        &mut self,
        vector: Value,
        element: Value,
        index: Value,
    ) -> Lowered {
        let bits = self.element(index)?.bits();
        let element = self.scalar(element)?;
        let index = self.scalar(index)?;
        self.rename(vector)?;
        if let Some(n) = self.emit.int_of(index) {
            if let Some(lane) = self.out.get_mut(n as usize) {
                *lane = element;
            }
            return Ok(());
        }
        for n in 0..self.out.len() {
            let here = self.emit.number(bits, n as u64);
            let hit = self.emit.compare(IntPredicate::Eq, bits, index, here);
            self.out[n] = self.emit.select(hit, element, self.out[n]);
        }
        Ok(())
    }

    pub(super) fn shuffle(&mut self, a: Value, b: Value, mask: Value) -> Lowered {
        let bits = self.element(a)?.bits();
        let (a, b) = self.pair(a, b)?;
        let mask = self.leaves(mask)?;
        for n in 0..mask.len() {
            let lane = match self.emit.constant_of(self.leaf(mask, n)) {
                Some(Const::Int(at)) => Some(*at as usize),
                Some(Const::Undef(_)) => None,
                _ => return Err(Unmodelled::new("shuffle by a variable mask")),
            };
            let lane = match lane {
                Some(at) if at < a.len() => self.leaf(a, at),
                Some(at) if at - a.len() < b.len() => self.leaf(b, at - a.len()),
                _ => self.emit.undef(bits),
            };
            self.result(lane);
        }
        Ok(())
    }
}
