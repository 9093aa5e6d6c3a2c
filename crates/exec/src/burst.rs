//! The interpreter loop.
//!
//! The registers of the running frame stay borrowed from one instruction to the next, which is what makes concrete
//! code fast; so the loop is here and not where states are picked. It exists twice: with a watcher that is told about
//! each access, and without one.

use std::rc::Rc;

use alloc::own;
use gap::Unsupported;
use ir::{ByValue, Inst, IntBinary, Pc, Signature, Symbol};
use memory::{Site, Value};
use numeric::small;

use crate::ask::{Ask, Findings, Topic};
use crate::check::Check;
use crate::cpu::Cpu;
use crate::halt::{Attempt, Fault, Halt, Interrupt, unsupported};
use crate::lasso::Visit;
use crate::machine::{Machine, Prepared};
use crate::state::State;
use crate::{summary, trace, watch};

/// Why a burst ended.
#[derive(Debug)]
pub enum Stop {
    /// Its fuel is used up; it can go on.
    Fuel,
    /// The program asks the environment for something; [`State::resume`] gives the answer.
    System {
        /// The number of the system call.
        number: u64,
        /// Its arguments.
        args: Box<[Value; 6]>,
    },
    /// The program calls a function that is not part of it; [`State::resume_with`] gives the result.
    External(Box<External>),
    /// The function that [`Machine::enter_nested`] called returned this.
    Returned(Vec<Value>),
    /// A function that we provide has failed, and `errno` has to say why.
    Failed(Errno),
    /// Paths that fork from here on are to be merged, or the merge is to be closed.
    Merge(Gate),
    /// It has passed a point, at which the environment matters too; it can go on.
    Point(Visit),
    /// The next instruction has to know something; [`State::answer`] tells it.
    Ask(Ask),
    /// The path is over.
    Halt(Halt),
}

/// A call of a function that is not part of the program.
#[derive(Clone, Debug)]
pub struct External {
    /// Its name.
    pub name: Rc<str>,
    /// The flattened arguments.
    pub args: Vec<Value>,
    /// Those that are passed as a copy of what they point to.
    pub by_value: Box<[ByValue]>,
    /// How everything travels; none if that is not known.
    pub signature: Option<Signature>,
}

/// Why a function that we provide fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Errno {
    /// There is no memory for it.
    NoMemory = 12,
    /// An argument is invalid.
    Invalid = 22,
}

/// The two ends of a part of the program in which paths are merged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// `klee_open_merge`.
    Open,
    /// `klee_close_merge`.
    Close,
}

/// Why the inner loop gave up control.
enum Leave {
    /// The instruction before `pc` concerns more than one frame.
    Inst(Inst),
    Fuel,
    /// The instruction at `pc` was not executed, or ended the path.
    Interrupt(Box<Interrupt>),
}

/// How many instructions a burst may execute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fuel {
    /// It ends at the first jump after these.
    pub about: u64,
    /// It never exceeds these.
    pub most: u64,
}

impl Fuel {
    /// What is left after some were executed.
    pub fn after(self, executed: u64) -> Fuel {
        let [about, most] = [self.about, self.most].map(|count| count.saturating_sub(executed));
        Fuel { about, most }
    }
}

/// What terms may cost in one burst, as [`Terms::work`] counts it: about a tenth of a second.
///
/// [`Terms::work`]: term::Terms::work
const WORK: u64 = 1 << 17;

/// Runs a state. It ends early where [`Objects::wants_collection`] says so, and where terms become costly, since the
/// caller has a clock to check.
///
/// [`Objects::wants_collection`]: memory::Objects::wants_collection
pub fn burst(machine: &Machine, state: &mut State, fuel: Fuel) -> Stop {
    let start = state.instructions;
    let work = machine.terms().work() + WORK;
    loop {
        if machine.terms().work() >= work {
            return Stop::Fuel;
        }
        if state.memory.objects().wants_collection() {
            return Stop::Fuel;
        }
        if state.max_bytes.is_some_and(|max| state.memory.objects().live_bytes() > max) {
            return Stop::Fuel;
        }
        let left = fuel.after(state.instructions - start);
        let before = state.instructions;
        let stopped = go_on(machine, state, left, work);
        match stopped.map_err(|interrupt| *interrupt) {
            Ok(None) => {}
            Ok(Some(stop)) => return stop,
            Err(Interrupt::Ask(ask)) => {
                let most = left.after(state.instructions - before).most;
                debug_assert!(
                    asks_first(machine, state, &ask, most),
                    "it changes something, then asks"
                );
                return Stop::Ask(ask);
            }
            Err(Interrupt::Halt(halt)) => return Stop::Halt(machine.blame(state, halt)),
        }
    }
}

/// Runs until something happens that concerns more than the last frame, and does that.
fn go_on(
    machine: &Machine,
    state: &mut State,
    fuel: Fuel,
    work: u64,
) -> Result<Option<Stop>, Box<Interrupt>> {
    let before = state.instructions;
    match run(machine, state, fuel, work) {
        Leave::Fuel => Ok(Some(Stop::Fuel)),
        Leave::Interrupt(interrupt) => {
            if let Interrupt::Ask(Ask::Truth(_, Topic::Control)) = *interrupt {
                let left = fuel.after(state.instructions - before).most;
                if summary::attempt(machine, state, left)? {
                    return Ok(None);
                }
            }
            Err(interrupt)
        }
        Leave::Inst(inst) => machine.control(state, inst).inspect_err(|interrupt| {
            if let Interrupt::Ask(_) = **interrupt {
                step_back(state);
            }
        }),
    }
}

/// In debug builds: checks, for some of the instructions that ask, that asking had no other effect. Executed again
/// within the same limit, on which it depends whether a loop is summarised, the instruction asks the same question and
/// memory is as it was. Reading may change how contents are held, and with that the form of a question, but only once.
fn asks_first(machine: &Machine, state: &mut State, asked: &Ask, most: u64) -> bool {
    const EVERY: u64 = 61;
    if !state.instructions.is_multiple_of(EVERY) {
        return true;
    }
    let before = state.memory.hash_all();
    let mut again = || match go_on(machine, state, Fuel { about: 1, most }, u64::MAX) {
        Err(interrupt) => match *interrupt {
            Interrupt::Ask(ask) => Some(ask),
            Interrupt::Halt(_) => None,
        },
        Ok(_) => None,
    };
    let same = match again() {
        Some(ask) if ask == *asked => true,
        Some(ask) => again().is_some_and(|third| third == ask),
        None => false,
    };
    same && state.memory.hash_all() == before
}

/// The last instruction is to be executed again.
pub(crate) fn step_back(state: &mut State) {
    let frame = state.frames.last_mut().expect("a running state has a frame");
    own(frame).pc -= 1;
    state.instructions -= 1;
}

/// Runs the last frame until it ends or something happens that concerns others.
fn run(machine: &Machine, state: &mut State, fuel: Fuel, work: u64) -> Leave {
    if let Some(lasso) = &mut state.lasso {
        lasso.depth = state.frames.len();
    }
    let Some(frame) = state.frames.last_mut() else {
        return Leave::Interrupt(Halt::Exit(0).into());
    };
    let frame = own(frame);
    let code = Rc::clone(&frame.code);
    let mut cpu = Cpu {
        regs: &mut frame.regs,
        consts: &code.consts,
        memory: &mut state.memory,
        found: Findings { answers: &state.answers, differs: &state.differs },
        path: &state.path,
        rounding: state.rounding,
        function: code.function,
        lasso: state.lasso.as_deref_mut(),
    };
    // Between two jumps there are at most as many instructions as the function has. Further than that from the limit,
    // checking at jumps is enough.
    let longest = code.code.insts.len() as u64;
    let near = fuel.most <= longest;
    let left = if near { fuel.most } else { fuel.about.min(fuel.most - longest) };
    let (leave, mut at) = match near || machine.watcher().is_some() {
        false => interpret::<false>(machine, &code, &mut cpu, frame.pc, Ends { left, work }),
        true => interpret::<true>(machine, &code, &mut cpu, frame.pc, Ends { left, work }),
    };
    if let Leave::Interrupt(interrupt) = &leave
        && let Interrupt::Ask(_) = **interrupt
    {
        at.pc -= 1;
    }
    code.profile.ran(at.start, at.pc);
    frame.pc = at.pc;
    state.instructions += at.count();
    leave
}

/// Where the loop is, and how far it has come since the last jump.
#[derive(Clone, Copy)]
struct Cursor {
    /// The next instruction.
    pc: usize,
    /// Where the current run of instructions began.
    start: usize,
    /// Instructions before that.
    executed: u64,
}

impl Cursor {
    #[inline(always)]
    fn jump(&mut self, to: Pc, prepared: &Prepared) {
        prepared.profile.ran(self.start, self.pc);
        self.executed = self.count();
        self.pc = to.0 as usize;
        self.start = self.pc;
    }

    #[inline(always)]
    fn count(&self) -> u64 {
        self.executed + (self.pc - self.start) as u64
    }
}

/// When the loop ends, at a jump.
#[derive(Clone, Copy)]
struct Ends {
    /// After this many instructions,
    left: u64,
    /// or once the work on terms comes to this.
    work: u64,
}

impl Ends {
    #[inline(always)]
    fn are_met(self, machine: &Machine, at: &Cursor) -> bool {
        at.executed >= self.left || machine.terms().work() >= self.work
    }
}

/// The dispatcher: one line for each opcode. With `CAREFUL`, the watcher is told about accesses, and no more
/// instructions are executed than are left.
#[allow(clippy::unit_arg, reason = "it keeps an opcode on one line")]
fn interpret<const CAREFUL: bool>(
    machine: &Machine,
    prepared: &Prepared,
    cpu: &mut Cpu<'_>,
    pc: usize,
    ends: Ends,
) -> (Leave, Cursor) {
    let code = &*prepared.code;
    let insts = &code.insts[..];
    let mut at = Cursor { pc, start: pc, executed: 0 };
    loop {
        if CAREFUL && at.count() >= ends.left {
            return (Leave::Fuel, at);
        }
        let inst = &insts[at.pc];
        at.pc += 1;
        // The result may take the register of the pointer.
        let used = if CAREFUL { watch::pointers(inst, cpu) } else { Vec::new() };
        let outcome: Attempt = match *inst {
            Inst::Mov { dst, src } => Ok(cpu.mov(dst, src)),
            Inst::Add { w, dst, a, b } => {
                cpu.simple(IntBinary::Add, w, dst, (a, b), u64::wrapping_add)
            }
            Inst::Sub { w, dst, a, b } => {
                cpu.simple(IntBinary::Sub, w, dst, (a, b), u64::wrapping_sub)
            }
            Inst::Mul { w, dst, a, b } => {
                cpu.simple(IntBinary::Mul, w, dst, (a, b), u64::wrapping_mul)
            }
            Inst::And { w, dst, a, b } => cpu.simple(IntBinary::And, w, dst, (a, b), |a, b| a & b),
            Inst::Or { w, dst, a, b } => cpu.simple(IntBinary::Or, w, dst, (a, b), |a, b| a | b),
            Inst::Xor { w, dst, a, b } => cpu.simple(IntBinary::Xor, w, dst, (a, b), |a, b| a ^ b),
            Inst::Shl { w, dst, a, b } => {
                cpu.shift(IntBinary::Shl, w, dst, (a, b), at.pc - 1, small::shl)
            }
            Inst::LShr { w, dst, a, b } => {
                cpu.shift(IntBinary::LShr, w, dst, (a, b), at.pc - 1, small::lshr)
            }
            Inst::AShr { w, dst, a, b } => {
                cpu.shift(IntBinary::AShr, w, dst, (a, b), at.pc - 1, small::ashr)
            }
            Inst::Int { op, w, dst, a, b } => cpu.int(op, w, dst, a, b),
            Inst::IntUnary { op, w, dst, a } => cpu.int_unary(op, w, dst, a),
            Inst::Promise { promise, w, dst, value, a, b } => {
                cpu.promise(promise, w, dst, value, [a, b], at.pc - 1)
            }
            Inst::Freeze { w, dst, a } => Ok(cpu.freeze(w, dst, a)),
            Inst::Compare { predicate, w, dst, a, b } => Ok(cpu.compare(predicate, w, dst, a, b)),
            Inst::Overflow { op, w, dst, a, b } => cpu.overflow(op, w, dst, a, b),
            Inst::Funnel { op, w, dst, high, low, amount } => {
                cpu.funnel(op, w, dst, [high, low, amount])
            }
            Inst::Trunc { to, dst, a, .. } => Ok(cpu.trunc(to, dst, a)),
            Inst::ZExt { from, to, dst, a } => Ok(cpu.zext(from, to, dst, a)),
            Inst::SExt { from, to, dst, a } => Ok(cpu.sext(from, to, dst, a)),
            Inst::Wide { index } => cpu.wide(&code.wides[index as usize]),
            Inst::FloatBinary { op, kind, dst, a, b } => cpu.float_binary(op, kind, dst, a, b),
            Inst::FloatUnary { op, kind, dst, a } => cpu.float_unary(op, kind, dst, a),
            Inst::FloatFma { kind, dst, a, b, c } => cpu.float_fma(kind, dst, [a, b, c]),
            Inst::FloatCompare { predicate, kind, dst, a, b } => {
                cpu.float_compare(predicate, kind, dst, a, b)
            }
            Inst::FloatToInt { op, kind, bits, dst, a } => cpu.float_to_int(op, kind, bits, dst, a),
            Inst::IntToFloat { op, kind, bits, dst, a } => cpu.int_to_float(op, kind, bits, dst, a),
            Inst::FloatConvert { from, to, dst, a } => cpu.float_convert(from, to, dst, a),
            Inst::FloatClass { kind, mask, dst, a } => cpu.float_class(kind, mask, dst, a),
            Inst::GetRounding { dst } => Ok(cpu.get_rounding(dst)),
            Inst::FloatScale { kind, w, dst, a, exponent } => {
                cpu.float_scale(kind, w, dst, a, exponent)
            }
            Inst::PtrAdd { dst, base, offset } => cpu.ptr_add(dst, base, offset),
            Inst::PtrIndex { w, dst, base, index, scale } => {
                cpu.ptr_index(w, dst, base, index, scale)
            }
            Inst::Select { dst, cond, a, b } => cpu.select(dst, cond, a, b),
            Inst::Pick { w, dst, index, list, len } => {
                cpu.pick(w, dst, index, &code.lists[list as usize..][..len as usize])
            }
            Inst::Load { w, dst, ptr } => cpu.load(w, dst, ptr, at.pc - 1),
            Inst::LoadRelative { dst, base, ptr } => cpu.load_relative(dst, base, ptr),
            Inst::Store { w, ptr, value } => cpu.store(w, ptr, value, at.pc - 1),
            Inst::LoadWide { bits, dst, ptr } => cpu.load_wide(bits, dst, ptr),
            Inst::StoreWide { bits, ptr, value } => cpu.store_wide(bits, ptr, value, at.pc - 1),
            Inst::Alloca { align, dst, size, count } => {
                cpu.alloca(align, dst, size, count, local_site(prepared, at.pc))
            }
            Inst::ScopeBegin { local } => Ok(cpu.begin_scope(local)),
            Inst::ScopeEnd { local } => Ok(cpu.end_scope(local, local_site(prepared, at.pc))),
            Inst::MemCopy { dst, src, len, overlap } if cpu.sure([dst, src], len) => {
                cpu.mem_copy((dst, src), len, overlap, at.pc - 1)
            }
            Inst::MemSet { dst, byte, len } if cpu.sure([dst], len) => cpu.mem_set(dst, byte, len),
            Inst::Jump { to } => {
                at.jump(to, prepared);
                if ends.are_met(machine, &at) {
                    return (Leave::Fuel, at);
                }
                continue;
            }
            Inst::Branch { cond, on_true, on_false } => match cpu.truth(cond) {
                Ok(holds) => {
                    prepared.profile.branched(at.pc - 1, holds);
                    at.jump(if holds { on_true } else { on_false }, prepared);
                    if ends.are_met(machine, &at) {
                        return (Leave::Fuel, at);
                    }
                    continue;
                }
                Err(halt) => Err(halt),
            },
            Inst::Switch { w, value, table } => {
                let switch = &code.switches[table as usize];
                cpu.switch(w, value, switch).map(|to| at.jump(to, prepared))
            }
            Inst::JumpIndirect { address } => {
                let function = machine.object_of(Symbol::Function(prepared.function));
                let block = cpu.label(address, function, &code.labels);
                block.map(|block| at.jump(code.blocks[block], prepared))
            }
            Inst::Point { index } => {
                let live = &code.points[index as usize];
                if cpu.passes((prepared.function, at.pc), live) {
                    return (Leave::Inst(*inst), at);
                }
                Ok(())
            }
            Inst::Unreachable => Err(Fault::Unreachable.into()),
            Inst::Trap { code } => Err(trapped(code).into()),
            Inst::Unsupported { text } => {
                Err(unsupported(Unsupported::Instruction(code.texts[text as usize].clone())))
            }
            Inst::Call { .. }
            | Inst::CallIndirect { .. }
            | Inst::Return { .. }
            | Inst::SetRounding { .. }
            | Inst::StackSave { .. }
            | Inst::StackRestore { .. }
            | Inst::VaStart { .. }
            | Inst::VaCopy { .. }
            | Inst::MemCopy { .. }
            | Inst::MemSet { .. } => return (Leave::Inst(*inst), at),
        };
        if let Err(interrupt) = outcome {
            return (Leave::Interrupt(interrupt), at);
        }
        if CAREFUL && !used.is_empty() {
            machine.tell(prepared.function, at.pc - 1, cpu.known(), &used);
        }
    }
}

/// Executes one instruction, which neither jumps nor concerns other frames; whether it did.
pub(crate) fn step(machine: &Machine, prepared: &Prepared, cpu: &mut Cpu<'_>, pc: Pc) -> bool {
    let ends = Ends { left: 1, work: u64::MAX };
    let (leave, _) = interpret::<true>(machine, prepared, cpu, pc.0 as usize, ends);
    matches!(leave, Leave::Fuel)
}

/// What a trap means: some traps are checks of the compiler.
#[cold]
fn trapped(code: u8) -> Fault {
    match Check::of_trap(code) {
        Some(check) => Fault::Undefined { check, message: check.text().to_owned() },
        None => Fault::Trap,
    }
}

/// The site of a local made by the instruction before `pc`.
fn local_site(prepared: &Prepared, pc: usize) -> Site {
    trace::local_site(prepared.function, pc - 1)
}
