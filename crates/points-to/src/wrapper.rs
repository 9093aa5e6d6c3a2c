//! Functions that allocate for others: what they return may be an object that they, or a function of this kind
//! that they called, just made.
//!
//! Such a function is worth a context, if it is small. Which ones there are is found from a first analysis without contexts,
//! which knows what indirect calls call; the flow from the call to the return is looked for within the
//! function.

use std::collections::{BTreeSet, HashMap};

use ir::{FunctionId, Inst, Operand, Program};
use registry::PointerEffect;

use crate::AbstractObject;
use crate::builtin::allocates;
use crate::generate::{Body, Caller, Generator};

/// A function of more instructions than this does more than allocate; to analyse it again for each call
/// would take long.
const LARGEST: usize = 64;

/// What decides for one function.
struct Candidate {
    function: FunctionId,
    /// Whether the result of a call of a builtin is returned.
    allocates: bool,
    /// Those whose results are returned.
    callees: BTreeSet<FunctionId>,
}

/// The functions that allocate for others.
pub(crate) fn find(analysis: &Generator<'_>) -> BTreeSet<FunctionId> {
    let targets = indirect_targets(analysis);
    let none = BTreeSet::new();
    let candidates: Vec<Candidate> = analysis
        .instances
        .iter()
        .filter(|instance| instance.body.code.insts.len() <= LARGEST)
        .map(|instance| {
            let calls = |pc: usize| targets.get(&(instance.function, pc)).unwrap_or(&none);
            candidate(analysis.program, instance.function, &instance.body, calls)
        })
        .collect();
    let mut found: BTreeSet<FunctionId> =
        candidates.iter().filter(|c| c.allocates).map(|c| c.function).collect();
    loop {
        let more = |c: &&Candidate| {
            !found.contains(&c.function) && c.callees.iter().any(|f| found.contains(f))
        };
        let more: Vec<FunctionId> = candidates.iter().filter(more).map(|c| c.function).collect();
        if more.is_empty() {
            return found;
        }
        found.extend(more);
    }
}

/// What each indirect call may call.
fn indirect_targets(
    analysis: &Generator<'_>,
) -> HashMap<(FunctionId, usize), BTreeSet<FunctionId>> {
    let mut targets: HashMap<_, BTreeSet<FunctionId>> = HashMap::new();
    for caller in &analysis.callers {
        let Caller::Call(at) = *caller else { continue };
        let instance = &analysis.instances[at.instance];
        let Inst::CallIndirect { callee, .. } = instance.body.code.insts[at.pc] else { continue };
        let Some(node) = analysis.known_operand(at.instance, callee) else { continue };
        let functions = analysis.system.objects_of(node).into_iter();
        let functions = functions.filter_map(|o| match analysis.objects[o.0 as usize] {
            AbstractObject::Function(function) => Some(function),
            _ => None,
        });
        targets.entry((instance.function, at.pc)).or_default().extend(functions);
    }
    targets
}

fn candidate<'a>(
    program: &Program,
    function: FunctionId,
    body: &Body,
    indirect: impl Fn(usize) -> &'a BTreeSet<FunctionId>,
) -> Candidate {
    let mut found = Candidate { function, allocates: false, callees: BTreeSet::new() };
    let returned = returned(program, body);
    for (pc, inst) in body.code.insts.iter().enumerate() {
        let is_returned = |dst: ir::Reg, site: u32| {
            body.code.calls[site as usize].results > 0
                && returned[body.registers.same[dst.0 as usize] as usize]
        };
        match *inst {
            Inst::Call { dst, callee, site } if is_returned(dst, site) => {
                let called = &program.functions[callee.0 as usize];
                found.allocates |= called.builtin.is_some_and(allocates);
                found.callees.insert(callee);
            }
            Inst::CallIndirect { dst, site, .. } if is_returned(dst, site) => {
                found.callees.extend(indirect(pc));
            }
            _ => {}
        }
    }
    found
}

/// Which registers may be what is returned.
fn returned(program: &Program, body: &Body) -> Vec<bool> {
    let code = &body.code;
    let mut returned = vec![false; code.registers as usize];
    let mut changed = true;
    while changed {
        changed = false;
        for inst in code.insts.iter().rev() {
            for source in sources(program, body, inst, &returned) {
                let source = body.registers.root(source);
                if let Some(source) = source
                    && !std::mem::replace(&mut returned[source as usize], true)
                {
                    changed = true;
                }
            }
        }
    }
    returned
}

/// The operands that are returned if the result of an instruction is.
fn sources(program: &Program, body: &Body, inst: &Inst, returned: &[bool]) -> Vec<Operand> {
    let code = &body.code;
    let counts = |reg: ir::Reg| returned[body.registers.same[reg.0 as usize] as usize];
    match *inst {
        Inst::Return { list, len } => code.lists[list as usize..][..len as usize].to_vec(),
        Inst::Mov { dst, src } if counts(dst) => vec![src],
        Inst::PtrAdd { dst, base, .. } | Inst::PtrIndex { dst, base, .. } if counts(dst) => {
            vec![base]
        }
        Inst::Select { dst, a, b, .. } if counts(dst) => vec![a, b],
        // A local that is as good as a register has the register of its address.
        Inst::Load { dst, ptr, .. } if counts(dst) && body.registers.local(ptr).is_some() => {
            vec![ptr]
        }
        Inst::Store { ptr, value, .. }
            if body.registers.local(ptr).is_some_and(|local| returned[local as usize]) =>
        {
            vec![value]
        }
        Inst::Call { dst, callee, site } => {
            let site = &code.calls[site as usize];
            let Some(builtin) = program.functions[callee.0 as usize].builtin else {
                return Vec::new();
            };
            let passed = builtin.effects().iter().filter_map(|effect| match effect {
                PointerEffect::Returns(n) => site.args.get(*n).copied(),
                _ => None,
            });
            if site.results > 0 && counts(dst) { passed.collect() } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
