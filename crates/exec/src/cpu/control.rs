//! Where control goes.

use ir::{Operand, Pc, SwitchTable};
use memory::{Pointer, Value};
use numeric::Bits;

use super::{Cpu, truth, used};
use crate::ask::{Topic, decide};
use crate::halt::Outcome;

impl Cpu<'_> {
    /// Whether the condition of a branch holds.
    #[inline(always)]
    pub fn truth(&self, condition: Operand) -> Outcome<bool> {
        match self.get(condition) {
            Value::Int(n) => Ok(n & 1 == 1),
            other => truth(self.memory, other),
        }
    }

    /// Whether nothing has to be asked before this many bytes at these pointers are accessed.
    #[inline]
    pub fn sure<const N: usize>(&self, pointers: [Operand; N], len: Operand) -> bool {
        let Value::Int(len) = *self.get(len) else { return false };
        pointers.iter().all(|&pointer| match *self.get(pointer) {
            Value::Ptr { id, offset } => {
                self.memory.bounds_known(Pointer { id, offset }, len).is_some()
            }
            Value::Symbolic(_) => false,
            _ => true,
        })
    }

    /// Where a switch goes.
    #[inline]
    pub fn switch(&self, w: u8, value: Operand, table: &SwitchTable) -> Outcome<Pc> {
        match self.get(value) {
            Value::Int(n) => Ok(case(table, *n)),
            other => self.switch_slow(w, other, table),
        }
    }

    /// One question for each target that has cases, in the order of the least case of each.
    #[inline(never)]
    fn switch_slow(&self, w: u8, value: &Value, table: &SwitchTable) -> Outcome<Pc> {
        used(value)?;
        let Value::Symbolic(_) = value else { return Ok(case(table, self.memory.number(value))) };
        let terms = self.memory.terms();
        let value = self.memory.term_of(value, Bits(u32::from(w)));
        let mut targets: Vec<(Pc, term::Term)> = Vec::new();
        for &(number, to) in table.cases.iter().filter(|(_, to)| *to != table.default) {
            let here = terms.eq(&value, &terms.number(value.width(), number));
            match targets.iter_mut().find(|(pc, _)| *pc == to) {
                Some((_, condition)) => *condition = terms.or(condition, &here),
                None => targets.push((to, here)),
            }
        }
        for (to, condition) in &targets {
            if decide(self.memory, condition, Topic::Control)? {
                return Ok(*to);
            }
        }
        Ok(table.default)
    }
}

/// The target of a switch.
fn case(table: &SwitchTable, value: u64) -> Pc {
    if let Some((base, targets)) = &table.dense {
        let found = usize::try_from(value.wrapping_sub(*base)).ok().and_then(|i| targets.get(i));
        return found.copied().unwrap_or(table.default);
    }
    match table.cases.binary_search_by_key(&value, |c| c.0) {
        Ok(found) => table.cases[found].1,
        Err(_) => table.default,
    }
}
