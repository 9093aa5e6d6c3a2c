//! A function body: blocks, phis and the control flow they agree with, then each instruction.

use crate::error::{ReadError, Result};
use crate::{BlockId, Body, FunctionId, InstKind, Type};

use super::inst::Checker;
use super::rules::Rules;

pub(super) fn check(rules: &Rules<'_>, id: FunctionId, bit: u64) -> Result<()> {
    let function = &rules.module.functions[id.index()];
    let Some(body) = &function.body else { return Ok(()) };
    let Type::Function { ret, .. } = rules.ty(function.ty) else {
        return Err(ReadError::new(bit, "the type of a function"));
    };
    let checker = Checker { rules, function, body, ret: *ret };
    for (at, inst) in body.insts.iter().enumerate() {
        if !checker.fits(inst) {
            let name = &function.name;
            let expected = format!("operands that fit instruction {at} of function '{name}'");
            return Err(ReadError::new(bit, expected));
        }
    }
    match phi_at_fault(body) {
        Some(at) => {
            let name = &function.name;
            let expected = format!(
                "phis at the start of blocks, one value per way in: instruction {at} of function \
                 '{name}'"
            );
            Err(ReadError::new(bit, expected))
        }
        None => Ok(()),
    }
}

/// A phi that does not agree with the control flow, if there is one.
fn phi_at_fault(body: &Body) -> Option<usize> {
    let has_phis = |block: usize| {
        let first = body.blocks[block].insts.start as usize;
        matches!(body.insts[first].kind, InstKind::Phi { .. })
    };
    // Ways into each block that has phis, as (to, from).
    let mut edges: Vec<(u32, u32)> = Vec::new();
    for (from, block) in body.blocks.iter().enumerate() {
        let last = block.insts.end as usize - 1;
        body.insts[last].kind.for_each_successor(|to| {
            if has_phis(to.index()) {
                edges.push((to.0, from as u32));
            }
        });
    }
    edges.sort_unstable();
    edges.dedup();
    let mut incoming: Vec<u32> = Vec::new();
    for (at, block) in body.blocks.iter().enumerate() {
        let to = at as u32;
        let first = edges.partition_point(|e| e.0 < to);
        let ways = &edges[first..edges.partition_point(|e| e.0 <= to)];
        let mut before = true;
        for inst in block.insts.clone() {
            let InstKind::Phi { incoming: values, .. } = &body.insts[inst as usize].kind else {
                before = false;
                continue;
            };
            incoming.clear();
            incoming.extend(values.iter().map(|(_, BlockId(from))| *from));
            incoming.sort_unstable();
            incoming.dedup();
            if !before || !ways.iter().map(|e| e.1).eq(incoming.iter().copied()) {
                return Some(inst as usize);
            }
        }
    }
    None
}
