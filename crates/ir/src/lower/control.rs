//! Terminators.

use bitcode::{BlockId, Call, InstId, Operand as Value, TypeId};

use super::phis::Edges;
use super::{Label, Lower, Lowered};
use crate::flat::Unmodelled;
use crate::{Inst, IntPredicate, Operand, SwitchTable};

/// A table of targets may have this many entries for each case, ...
const ENTRIES_PER_CASE: u64 = 4;
/// ... and from this many cases on there is one.
const FEWEST_CASES: usize = 4;

impl Lower<'_> {
    pub(super) fn ret(&mut self, value: Option<Value>) -> Lowered {
        let operands = match value {
            Some(value) => {
                let leaves = self.leaves(value)?;
                self.list(leaves)
            }
            None => Vec::new(),
        };
        let list = self.operand_list(&operands);
        self.emit.push(Inst::Return { list, len: operands.len() as u32 });
        Ok(())
    }

    pub(super) fn br(&mut self, block: usize, target: BlockId) -> Lowered {
        self.follow(block, target)
    }

    pub(super) fn cond_br(
        &mut self,
        block: usize,
        cond: Value,
        on_true: BlockId,
        on_false: BlockId,
    ) -> Lowered {
        if on_true == on_false {
            return self.follow(block, on_true);
        }
        let cond = self.scalar(cond)?;
        let mut edges = Edges::default();
        let on_true = self.edge(block, on_true, &mut edges)?;
        let on_false = self.edge(block, on_false, &mut edges)?;
        self.emit.branch(cond, on_true, on_false);
        self.emit_edges(edges);
        Ok(())
    }

    pub(super) fn switch(
        &mut self,
        block: usize,
        value: Value,
        default: BlockId,
        cases: &[(Value, BlockId)],
    ) -> Lowered {
        let bits = self.element(value)?.bits();
        let value = self.scalar(value)?;
        let mut edges = Edges::default();
        let default = self.edge(block, default, &mut edges)?;
        if bits > 64 {
            self.switch_wide(block, value, bits, default, cases, &mut edges)?;
        } else {
            let mut table = Vec::with_capacity(cases.len());
            for (case, target) in cases {
                let case = self.scalar(*case)?;
                let case = self.emit.int_of(case);
                let case = case.ok_or_else(|| Unmodelled::new("switch with a variable case"))?;
                table.push((case, self.edge(block, *target, &mut edges)?));
            }
            self.emit.code.switches.push(switch_table(table, default));
            let table = self.emit.code.switches.len() as u32 - 1;
            self.emit.push(Inst::Switch { w: bits as u8, value, table });
        }
        self.emit_edges(edges);
        Ok(())
    }

    fn switch_wide(
        &mut self,
        block: usize,
        value: Operand,
        bits: u32,
        default: Label,
        cases: &[(Value, BlockId)],
        edges: &mut Edges,
    ) -> Lowered {
        for (case, target) in cases {
            let case = self.scalar(*case)?;
            let target = self.edge(block, *target, edges)?;
            let hit = self.emit.compare(IntPredicate::Eq, bits, value, case);
            let next = self.emit.label();
            self.emit.branch(hit, target, next);
            self.emit.bind(next);
        }
        self.emit.jump(default);
        Ok(())
    }

    pub(super) fn indirect_br(
        &mut self,
        block: usize,
        address: Value,
        targets: &[BlockId],
    ) -> Lowered {
        let address = self.scalar(address)?;
        self.write_shadows(block, targets)?;
        self.emit.code.labels.extend(targets.iter().map(|target| target.0));
        self.emit.code.labels.sort_unstable();
        self.emit.code.labels.dedup();
        self.emit.push(Inst::JumpIndirect { address });
        Ok(())
    }

    /// A call that may unwind. It never does here: a thrown exception ends the path.
    pub(super) fn invoke(
        &mut self,
        block: usize,
        id: InstId,
        call: &Call,
        normal: BlockId,
        ty: TypeId,
    ) -> Lowered {
        self.call(call, ty)?;
        // The phis of the next block may name the result.
        let result = self.keep();
        self.values.set(id, result);
        self.follow(block, normal)?;
        self.out = self.list(result);
        Ok(())
    }

    /// Assembly that may jump; only empty assembly, which does not, is modelled.
    pub(super) fn call_br(
        &mut self,
        block: usize,
        id: InstId,
        call: &Call,
        fallthrough: BlockId,
        ty: TypeId,
    ) -> Lowered {
        if !self.is_empty_asm(call) {
            return Err(Unmodelled::new("assembly that jumps (asm goto)"));
        }
        self.invoke(block, id, call, fallthrough, ty)
    }
}

/// Sorts the cases, and lists targets by value where that is not wasteful.
fn switch_table(mut cases: Vec<(u64, Label)>, default: Label) -> SwitchTable {
    cases.sort_by_key(|(value, _)| *value);
    cases.dedup_by_key(|(value, _)| *value);
    let dense = match (cases.first(), cases.last()) {
        (Some((first, _)), Some((last, _)))
            if cases.len() >= FEWEST_CASES
                && (last - first) / ENTRIES_PER_CASE < cases.len() as u64 =>
        {
            let mut targets = vec![default; (last - first) as usize + 1];
            for (value, target) in &cases {
                targets[(value - first) as usize] = *target;
            }
            Some((*first, targets.into_boxed_slice()))
        }
        _ => None,
    };
    SwitchTable { cases: cases.into(), dense, default }
}
