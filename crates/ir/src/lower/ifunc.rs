//! Indirect functions.
//!
//! A loader calls the resolver once and binds the name to what it returns. Here the name is a small
//! function that asks the resolver on every call and passes its arguments on, so that nothing has
//! to run before the program does.

use bitcode::Type;

use super::unsupported;
use crate::flat::Flat;
use crate::unit::Unit;
use crate::{CallSite, Code, Const, FunctionId, Inst, Operand, Pc, Reg, SpanId, Symbol};

/// The code of an indirect function.
pub fn code(unit: &Unit, ifunc: usize) -> Code {
    let ifunc = &unit.module.ifuncs[ifunc];
    let resolver = unit.constants().scalar(ifunc.resolver);
    let shape = match unit.module.ty(ifunc.ty) {
        Type::Function { ret, params, vararg: false } => {
            let results = unit.flat(*ret).map(|flat| flat.scalars.len());
            let params: Result<Vec<_>, _> = params.iter().map(|p| unit.flat(*p)).collect();
            let count = |flats: Vec<&Flat>| flats.iter().map(|f| f.scalars.len()).sum::<usize>();
            results.ok().zip(params.ok().map(count))
        }
        _ => None,
    };
    match (resolver, shape) {
        (
            Ok(Const::Address { symbol: Symbol::Function(resolver), offset: 0 }),
            Some((results, params)),
        ) => forward(resolver, params as u32, results as u32),
        _ => unsupported(format!("call of the indirect function `{}`", ifunc.name)),
    }
}

fn forward(resolver: FunctionId, params: u32, results: u32) -> Code {
    let chosen = Reg(params);
    let dst = Reg(params + 1);
    let args = (0..params).map(|n| Operand::reg(Reg(n))).collect();
    Code {
        registers: params + 1 + results,
        params,
        insts: vec![
            Inst::Call { dst: chosen, callee: resolver, site: 0 },
            Inst::CallIndirect { dst, callee: Operand::reg(chosen), site: 1 },
            Inst::Return { list: 0, len: results },
        ],
        blocks: vec![Pc(0)],
        locations: vec![SpanId(0); 3],
        spans: vec![Default::default()],
        lists: (0..results).map(|n| Operand::reg(Reg(dst.0 + n))).collect(),
        calls: vec![
            CallSite { results: 1, ..CallSite::default() },
            CallSite { args, fixed: params, results, ..CallSite::default() },
        ],
        ..Code::default()
    }
}
