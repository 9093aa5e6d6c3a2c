//! A native call in progress: native code may call functions of the program in turn.

use exec::{Access, External, Fault, Halt, Interrupt, Limit};
use gap::NativeGap;
use memory::Value;
use native::{Call, Reply, Slot, Words};

use super::copies::Copies;
use super::errno::{errno, errno_at, set_errno};
use super::{NativeCall, travel, unsupported};
use crate::active::Active;
use crate::context::Context;
use crate::outside::nested;

impl NativeCall<'_> {
    /// Makes a call, and those that it makes in turn.
    pub(super) fn perform(
        &self,
        cx: &mut Context<'_>,
        active: &mut Active,
        call: &Call,
        mut copies: Copies,
    ) -> Result<(Words, i32), Interrupt> {
        let halt = Interrupt::Halt;
        let bridge = &self.native.bridge;
        self.send(cx, active, &copies);
        let mut reply = bridge.borrow_mut().call(call, cx.inquiry.clock.deadline());
        loop {
            match reply {
                Reply::Returned { words, errno } => {
                    self.take_back(cx, active, &copies).map_err(halt)?;
                    let count = copies.all().count();
                    bridge.borrow_mut().finished(count as u64);
                    return Ok((words, errno));
                }
                Reply::Callback { address, args, errno } => {
                    let served = self.serve(cx, active, &copies, (address, &args, errno));
                    let (words, errno);
                    ((words, errno), copies) = served.map_err(|end| {
                        bridge.borrow_mut().abandon();
                        halt(end)
                    })?;
                    let deadline = cx.inquiry.clock.deadline();
                    reply = bridge.borrow_mut().resume(words, errno, deadline);
                }
                Reply::Touched { address, write } => {
                    let access = if write { Access::Native } else { Access::NativeRead };
                    let shown = self.touched(cx, active, &mut copies, (address, access));
                    shown.map_err(|end| {
                        bridge.borrow_mut().abandon();
                        halt(end)
                    })?;
                    reply = bridge.borrow_mut().retry(cx.inquiry.clock.deadline());
                }
                ended => {
                    // An earlier write outside of its objects may be the cause.
                    self.verify_guards(active, &copies).map_err(halt)?;
                    return Err(halt(end_of(self.external, ended)));
                }
            }
        }
    }

    /// Runs a function of the program for native code, which waits; memory is the program's meanwhile.
    fn serve(
        &self,
        cx: &mut Context<'_>,
        active: &mut Active,
        copies: &Copies,
        callback: (u64, &[Slot], i32),
    ) -> Result<((Words, i32), Copies), Halt> {
        self.take_back(cx, active, copies)?;
        let result = self.call_back(cx, active, callback)?;
        let copies = self.copies_now(cx, active)?;
        self.send(cx, active, &copies);
        Ok((result, copies))
    }

    fn call_back(
        &self,
        cx: &mut Context<'_>,
        active: &mut Active,
        (address, args, number): (u64, &[Slot], i32),
    ) -> Result<(Words, i32), Halt> {
        let function = cx.machine.function_with_body(&active.state, &Value::Int(address));
        let function = function.ok_or_else(|| self.refused(NativeGap::CallsNoFunction))?;
        let signature = cx.machine.program().signature(function);
        let signature = signature.ok_or_else(|| self.refused(NativeGap::CallsUnknownType))?;
        set_errno(cx, active, number)?;
        let args = travel::values(&active.state.memory, &signature.params, args);
        let mut values = nested::run(cx, active, function, &args)?;
        for value in &mut values {
            *value = nested::picked(cx, active, value)?;
        }
        let words = travel::words(&active.state.memory, &signature.results, &values);
        let words = words.map_err(|why| self.refused(why))?;
        let number = match errno(cx, active)? {
            Some(place) => {
                let now = errno_at(active, &place);
                let now = nested::picked(cx, active, &now)?;
                active.state.memory.bits(&now) as i32
            }
            None => number,
        };
        Ok((words, number))
    }
}

/// The end of a path whose call does not return.
fn end_of(external: &External, reply: Reply) -> Halt {
    match reply {
        Reply::Crashed(signal) => {
            Halt::Fault(Fault::NativeCrash { function: external.name.to_string(), signal })
        }
        Reply::Exited(status) => Halt::Exit(status),
        Reply::TimedOut => Halt::Exhausted(Limit::Time),
        Reply::Refused(why) | Reply::Lost(why) => unsupported(external, Some(why)),
        Reply::Missing => unsupported(external, None),
        Reply::Returned { .. } | Reply::Callback { .. } | Reply::Touched { .. } => {
            unreachable!("it goes on")
        }
    }
}
