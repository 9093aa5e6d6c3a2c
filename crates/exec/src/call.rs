//! Calls and returns: the instructions that concern more than one frame.

use std::cell::OnceCell;
use std::rc::Rc;

use alloc::own;
use gap::Unsupported;
use ir::passing::{LIST, Slot};
use ir::{CallSite, FunctionId, Inst, Operand, Overlap, Piece, Reg, Scalar, Signature, Symbol};
use memory::{Kind, Refusal, Site, StackMark, Value};
use registry::{Builtin, StandIn};

use crate::ask;
use crate::builtin::{Continuation, execute};
use crate::burst::{External, Stop};
use crate::cpu::used;
use crate::halt::{Access, Attempt, Fault, Halt, Interrupt, bad, unsupported};
use crate::machine::{Callee, Machine, Prepared};
use crate::state::{Frame, State, Variable};
use crate::symbolic::access::{resolve_plain, start};

impl Machine {
    /// Starts a state in a function.
    pub fn enter(
        &self,
        state: &mut State,
        function: FunctionId,
        args: &[Value],
    ) -> Result<(), Halt> {
        let site = CallSite { fixed: args.len() as u32, ..CallSite::default() };
        if self.by_number {
            state.known().note_number();
        }
        // A shortcut would return to a frame that is not there.
        let entered = match self.callee(function).code() {
            Some(cell) => self.run(state, function, cell, &site, args, Reg(0)),
            None => self.invoke(state, function, &site, args, Reg(0)),
        };
        match entered.map_err(|interrupt| *interrupt) {
            Ok(_) => Ok(()),
            Err(Interrupt::Halt(halt)) => Err(halt),
            Err(Interrupt::Ask(_)) => unreachable!("the first arguments are not symbolic"),
        }
    }

    /// Executes an instruction that leaves the running frame.
    pub(crate) fn control(&self, state: &mut State, inst: Inst) -> Attempt<Option<Stop>> {
        match inst {
            Inst::Call { dst, callee, site } => self.call(state, callee, dst, site),
            Inst::CallIndirect { dst, callee, site } => {
                let target = read(top(state), callee).clone();
                let function = self.function_at(state, &target)?;
                self.check_types(state, function, site)?;
                self.call(state, function, dst, site)
            }
            Inst::Return { list, len } => ret(state, list, len),
            Inst::Point { .. } => state.look_back(),
            Inst::SetRounding { mode } => {
                let mode = ask::number(state.known(), read(top(state), mode))?;
                state.set_rounding(mode)?;
                Ok(None)
            }
            Inst::StackSave { dst } => {
                let address = state.memory.stack().level();
                write(state, dst, Value::Int(address));
                Ok(None)
            }
            Inst::StackRestore { saved } => {
                let level = ask::number(state.known(), read(top(state), saved))?;
                state.memory.pop_stack_to(level, Site::default());
                Ok(None)
            }
            Inst::VaStart { list, left } => self.va_start(state, list, left).map(|()| None),
            Inst::VaCopy { dst, src } => {
                let list = |o, access| {
                    resolve_plain(state.known(), &state.path, read(top(state), o), LIST, access)
                };
                let (dst, src) = (list(dst, Access::Write)?, list(src, Access::Read)?);
                crate::cpu::copy(&mut state.memory, &dst, &src, LIST).map(|()| None)
            }
            Inst::MemCopy { dst, src, len, overlap } => {
                let builtin = match overlap {
                    Overlap::Allowed => Builtin::Memmove,
                    Overlap::Forbidden => Builtin::Memcpy,
                };
                self.bulk(state, builtin, [dst, src, len])
            }
            Inst::MemSet { dst, byte, len } => self.bulk(state, Builtin::Memset, [dst, byte, len]),
            other => unreachable!("{other:?} stays in its frame"),
        }
    }

    /// Executes a bulk instruction with a symbolic operand as a call of the C function of that name.
    fn bulk(
        &self,
        state: &mut State,
        builtin: Builtin,
        operands: [Operand; 3],
    ) -> Attempt<Option<Stop>> {
        let args = operands.map(|o| read(top(state), o).clone());
        args.iter().try_for_each(used)?;
        match execute(self, state, builtin, &args, Reg(0))? {
            Continuation::Call(stand_in) => {
                self.call_runtime(state, stand_in, &CallSite::default(), &args, Reg(0))
            }
            _ => Ok(None),
        }
    }

    /// Calls a function of the runtime in place of a builtin.
    fn call_runtime(
        &self,
        state: &mut State,
        stand_in: StandIn,
        site: &CallSite,
        args: &[Value],
        dst: Reg,
    ) -> Attempt<Option<Stop>> {
        let name = stand_in.name();
        match self.program().function(name) {
            Some(function) if self.program().functions[function.0 as usize].defined => {
                self.invoke(state, function, site, args, dst)
            }
            _ => Err(unsupported(Unsupported::WithoutLibrary(name.to_owned()))),
        }
    }

    pub(crate) fn function_at(&self, state: &State, target: &Value) -> Attempt<FunctionId> {
        let target = &match target {
            Value::Symbolic(_) => start(state.known(), target)?.into(),
            plain => plain.clone(),
        };
        let id = state.memory.objects().function(target);
        match id.and_then(|id| self.symbol_of(id)) {
            Some(Symbol::Function(function)) => Ok(function),
            _ => Err(Fault::NotAFunction(target.clone()).into()),
        }
    }

    /// The function that a call of this one goes to.
    #[inline]
    pub(crate) fn called(&self, state: &State, callee: FunctionId) -> FunctionId {
        match &state.aliases {
            Some(aliases) => aliases.get(&callee).copied().unwrap_or(callee),
            None => callee,
        }
    }

    /// A call through a pointer has to have the type of the function, as far as the calling convention can tell.
    /// Libraries are exempt: libc passes constructors arguments that they need not take.
    fn check_types(&self, state: &State, callee: FunctionId, site: u32) -> Attempt {
        let caller = &top(state).code;
        let callee = self.called(state, callee);
        let Some(cell) = self.callee(callee).code() else { return Ok(()) };
        if self.program().is_library(caller.function) {
            return Ok(());
        }
        let prepared = self.prepared(callee, cell, &state.memory);
        let call = caller.code.calls[site as usize].native.as_deref();
        match call.zip(prepared.signature.as_ref()) {
            Some((call, function)) => fitting(call, function),
            None => Ok(()),
        }
    }

    fn call(
        &self,
        state: &mut State,
        callee: FunctionId,
        dst: Reg,
        site: u32,
    ) -> Attempt<Option<Stop>> {
        let callee = self.called(state, callee);
        let caller = Rc::clone(&top(state).code);
        let site = &caller.code.calls[site as usize];
        if let Callee::Code(cell) = self.callee(callee)
            && site.by_value.is_empty()
            && !self.program().functions[callee.0 as usize].variadic
        {
            let prepared = Rc::clone(self.prepared(callee, cell, &state.memory));
            return push_direct(state, prepared, site, dst).map(|()| None);
        }
        let args: Vec<Value> = site.args.iter().map(|&a| read(top(state), a).clone()).collect();
        args.iter().try_for_each(used)?;
        self.invoke(state, callee, site, &args, dst)
    }

    /// Calls with arguments already read.
    fn invoke(
        &self,
        state: &mut State,
        callee: FunctionId,
        site: &CallSite,
        args: &[Value],
        dst: Reg,
    ) -> Attempt<Option<Stop>> {
        match self.callee(callee) {
            Callee::Code(cell) => self.run(state, callee, cell, site, args, dst),
            Callee::Builtin(builtin) | Callee::Shortcut(builtin, _) => {
                let done = execute(self, state, *builtin, args, dst)?;
                self.go_on(state, done, callee, site, args, dst)
            }
            Callee::Missing => {
                state.pending = (site.results > 0).then_some(dst);
                Ok(Some(Stop::External(Box::new(External {
                    name: Rc::clone(&self.program().functions[callee.0 as usize].name),
                    args: args.to_vec(),
                    by_value: site.by_value.clone(),
                    signature: site.native.as_deref().cloned(),
                }))))
            }
        }
    }

    /// Begins to run code.
    fn run(
        &self,
        state: &mut State,
        callee: FunctionId,
        cell: &OnceCell<Rc<Prepared>>,
        site: &CallSite,
        args: &[Value],
        dst: Reg,
    ) -> Attempt<Option<Stop>> {
        let prepared = Rc::clone(self.prepared(callee, cell, &state.memory));
        self.push(state, prepared, site, args, dst).map(|()| None)
    }

    /// Ends the call of a builtin, or hands it on.
    fn go_on(
        &self,
        state: &mut State,
        done: Continuation,
        callee: FunctionId,
        site: &CallSite,
        args: &[Value],
        dst: Reg,
    ) -> Attempt<Option<Stop>> {
        match done {
            Continuation::Return(value) => {
                if site.results > 0 {
                    write(state, dst, value);
                }
                Ok(None)
            }
            Continuation::Fail(errno) => {
                if site.results > 0 {
                    write(state, dst, Value::ZERO);
                }
                Ok(Some(Stop::Failed(errno)))
            }
            Continuation::Done => Ok(None),
            Continuation::Call(stand_in) => self.call_runtime(state, stand_in, site, args, dst),
            Continuation::LongWay => match self.callee(callee).code() {
                Some(cell) => self.run(state, callee, cell, site, args, dst),
                None => {
                    let name = self.program().functions[callee.0 as usize].name.to_string();
                    Err(unsupported(Unsupported::WithoutLibrary(name)))
                }
            },
            Continuation::Merge(gate) => Ok(Some(Stop::Merge(gate))),
            Continuation::System { number, args } => {
                state.pending = (site.results > 0).then_some(dst);
                Ok(Some(Stop::System { number, args }))
            }
        }
    }

    /// A new frame for a call that passes copies or variable arguments.
    fn push(
        &self,
        state: &mut State,
        prepared: Rc<Prepared>,
        site: &CallSite,
        args: &[Value],
        dst: Reg,
    ) -> Attempt {
        let mark = state.memory.stack().mark();
        let variadic = self.program().functions[prepared.function.0 as usize].variadic;
        let params = prepared.code.params as usize;
        enough(args.len(), params)?;
        // The definition of a variadic function says how many arguments are fixed, whatever the call assumes.
        let fixed = if variadic { params } else { args.len() };
        let mut given = args[..fixed].to_vec();
        // Everything is asked before anything is allocated.
        for copy in site.by_value.iter().filter(|c| (c.arg as usize) < fixed) {
            let slot = &mut given[copy.arg as usize];
            *slot = resolve_plain(state.known(), &state.path, slot, copy.size, Access::Read)?;
        }
        for copy in site.by_value.iter().filter(|c| (c.arg as usize) < fixed) {
            let slot = &mut given[copy.arg as usize];
            let site = Site::default();
            let id = state.memory.allocate(Kind::Local, copy.size, copy.align.max(1), site);
            let local = Value::Ptr { id: id.ok_or(Fault::StackOverflow)?, offset: 0 };
            crate::cpu::copy(&mut state.memory, &local, slot, copy.size)?;
            if state.memory.undefined().is_checked() {
                state.memory.note_copies(slot, copy.size, self.site_in_program(state));
            }
            *slot = local;
        }
        let variable = args[fixed..]
            .iter()
            .zip(fixed as u32..)
            .map(|(value, index)| variable(site, value, index))
            .collect();
        let mut callee = frame(state, prepared, dst, site.results, mark)?;
        let frame = own(&mut callee);
        frame.variable = variable;
        for (register, value) in frame.regs.iter_mut().zip(given.into_iter().take(params)) {
            *register = value;
        }
        state.frames.push(callee);
        Ok(())
    }
}

fn variable(site: &CallSite, value: &Value, index: u32) -> Variable {
    let slot = index.checked_sub(site.fixed).and_then(|n| site.variable.get(n as usize));
    // A call that assumes the argument to be a fixed one gives only its type.
    let scalar =
        || site.native.as_ref().and_then(|s| s.params.get(index as usize)).map(|p| p.scalar);
    let slot = slot.copied().unwrap_or_else(|| Slot::of(scalar().unwrap_or(Scalar::Int(64))));
    let by_value = site.by_value.iter().any(|c| c.arg == index);
    Variable { value: value.clone(), slot, by_value }
}

/// A new frame for an ordinary call: arguments go from register to register.
fn push_direct(state: &mut State, prepared: Rc<Prepared>, site: &CallSite, dst: Reg) -> Attempt {
    let mark = state.memory.stack().mark();
    let params = prepared.code.params as usize;
    enough(site.args.len(), params)?;
    site.args.iter().try_for_each(|&arg| used(read(top(state), arg)))?;
    let mut callee = frame(state, prepared, dst, site.results, mark)?;
    let caller = top(state);
    for (register, &arg) in own(&mut callee).regs.iter_mut().zip(site.args.iter().take(params)) {
        *register = read(caller, arg).clone();
    }
    state.frames.push(callee);
    Ok(())
}

/// Whether a call passes what a function takes, and takes no result that the function does not give.
fn fitting(call: &Signature, function: &Signature) -> Attempt {
    let (given, taken) = (call.params.len() as u32, function.params.len() as u32);
    if given != taken {
        return Err(Fault::MismatchedCall { given, taken }.into());
    }
    let alike = |a: &Piece, b: &Piece| {
        a.lanes == b.lanes
            && match (a.scalar, b.scalar) {
                (Scalar::Pointer, Scalar::Int(64)) | (Scalar::Int(64), Scalar::Pointer) => true,
                (a, b) => a == b,
            }
    };
    let mut params = call.params.iter().zip(&function.params).zip(1..);
    if let Some((_, argument)) = params.find(|((a, b), _)| !alike(a, b)) {
        return Err(Fault::MismatchedType { argument: Some(argument) }.into());
    }
    let results = call.results.iter().zip(&function.results);
    let missing = call.results.len() > function.results.len();
    if missing || !results.into_iter().all(|(a, b)| alike(a, b)) {
        return Err(Fault::MismatchedType { argument: None }.into());
    }
    Ok(())
}

/// Checks that a function gets as many arguments as it takes: otherwise it would read garbage.
pub(crate) fn enough(given: usize, taken: usize) -> Attempt {
    if given >= taken {
        return Ok(());
    }
    Err(Fault::MismatchedCall { given: given as u32, taken: taken as u32 }.into())
}

/// A frame, not entered yet, whose registers hold arbitrary values.
#[inline]
fn frame(
    state: &mut State,
    prepared: Rc<Prepared>,
    dst: Reg,
    results: u32,
    mark: StackMark,
) -> Attempt<Rc<Frame>> {
    if !state.memory.enter_call() {
        return Err(Fault::StackOverflow.into());
    }
    if prepared.by_number {
        state.known().note_number();
    }
    let registers = prepared.code.registers as usize;
    let serial = state.next_serial;
    state.next_serial += 1;
    let Some(mut spare) = state.spare.pop() else {
        let (pc, regs, variable) = (0, vec![Value::ZERO; registers], Vec::new());
        return Ok(Rc::new(Frame {
            code: prepared,
            pc,
            regs,
            dst,
            results,
            mark,
            variable,
            serial,
        }));
    };
    let frame = own(&mut spare);
    frame.code = prepared;
    (frame.pc, frame.dst, frame.results) = (0, dst, results);
    (frame.mark, frame.serial) = (mark, serial);
    if frame.regs.len() < registers {
        frame.regs.resize(registers, Value::ZERO);
    }
    Ok(spare)
}

fn ret(state: &mut State, list: u32, len: u32) -> Attempt<Option<Stop>> {
    let frame = top(state);
    let values = &frame.code.code.lists[list as usize..][..len as usize];
    values.iter().try_for_each(|&value| used(read(frame, value)))?;
    if state.frames.len() == 1
        && let Some(&status) = values.first()
    {
        ask::status(state.known(), read(frame, status))?;
    }
    let frame = state.frames.pop().expect("a frame returns");
    state.memory.pop_stack(frame.mark, Site::default());
    if state.frames.len() == state.floor && state.floor > 0 {
        let values = &frame.code.code.lists[list as usize..][..len as usize];
        let values = values.iter().map(|&value| read(&frame, value).clone()).collect();
        recycle(state, frame);
        return Ok(Some(Stop::Returned(values)));
    }
    if let Some(caller) = state.frames.last_mut() {
        let caller = own(caller);
        let values = &frame.code.code.lists[list as usize..][..len as usize];
        for (i, &value) in values.iter().enumerate().take(frame.results as usize) {
            caller.regs[frame.dst.0 as usize + i] = read(&frame, value).clone();
        }
    } else {
        let status = frame.code.code.lists[list as usize..][..len as usize].first();
        let status = status.map_or(Ok(0), |&s| ask::status(state.known(), read(&frame, s)))?;
        return Ok(Some(Stop::Halt(Halt::Exit(status))));
    }
    recycle(state, frame);
    Ok(None)
}

/// Keeps the registers of a frame to reuse them in later calls.
pub(crate) fn recycle(state: &mut State, mut frame: Rc<Frame>) {
    if state.spare.len() < 64
        && let Some(unshared) = Rc::get_mut(&mut frame)
    {
        unshared.variable.clear();
        state.spare.push(frame);
    }
}

pub(crate) fn top(state: &State) -> &Frame {
    state.frames.last().expect("a running state has a frame")
}

/// An operand in a frame.
#[inline]
pub(crate) fn read(frame: &Frame, operand: Operand) -> &Value {
    match operand.split() {
        Ok(register) => &frame.regs[register],
        Err(constant) => &frame.code.consts[constant],
    }
}

/// Sets a register of the running frame.
pub(crate) fn write(state: &mut State, dst: Reg, value: Value) {
    let frame = state.frames.last_mut().expect("a running state has a frame");
    own(frame).regs[dst.0 as usize] = value;
}

/// Reads memory for a builtin.
pub(crate) fn reading<T>(result: Result<T, Refusal>) -> Attempt<T> {
    result.map_err(|fault| bad(Access::Read, fault))
}

/// Writes memory for a builtin.
pub(crate) fn writing<T>(result: Result<T, Refusal>) -> Attempt<T> {
    result.map_err(|fault| bad(Access::Write, fault))
}
