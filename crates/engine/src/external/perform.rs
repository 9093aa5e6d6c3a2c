//! A call while it is made: native code may call functions of the program in turn.

use exec::{Access, External, Fault, Halt, Interrupt, Limit};
use gap::NativeGap;
use memory::Value;
use native::{Call, Reply, Slot, Words};

use super::copies::Copies;
use super::errno::errno_at;
use super::unsupported;
use crate::Cut;
use crate::active::Active;
use crate::config::NativeCalls;
use crate::run::Run;
use crate::travel;

impl Run<'_> {
    /// Makes a call, and those that it makes in turn.
    pub(super) fn perform(
        &mut self,
        active: &mut Active,
        external: &External,
        native: &NativeCalls,
        call: &Call,
        mut copies: Copies,
    ) -> Result<(Words, i32), Interrupt> {
        let halt = Interrupt::Halt;
        self.send(active, native, &copies);
        let mut reply = native.bridge.borrow_mut().call(call, self.deadline());
        loop {
            match reply {
                Reply::Returned { words, errno } => {
                    self.take_back(active, external, native, &copies).map_err(halt)?;
                    let count = copies.all().count();
                    native.bridge.borrow_mut().finished(count as u64);
                    return Ok((words, errno));
                }
                Reply::Callback { address, args, errno } => {
                    let served = self.serve(active, external, native, &copies, |run, active| {
                        run.callback(active, external, address, &args, errno)
                    });
                    let (words, errno);
                    ((words, errno), copies) = served.map_err(|end| {
                        native.bridge.borrow_mut().abandon();
                        halt(end)
                    })?;
                    reply = native.bridge.borrow_mut().resume(words, errno, self.deadline());
                }
                Reply::Touched { address, write } => {
                    let access = if write { Access::Native } else { Access::NativeRead };
                    let touch = (address, access);
                    let shown = self.touched(active, external, native, &mut copies, touch);
                    shown.map_err(|end| {
                        native.bridge.borrow_mut().abandon();
                        halt(end)
                    })?;
                    reply = native.bridge.borrow_mut().retry(self.deadline());
                }
                ended => {
                    // What it did before may be why.
                    self.verify_guards(active, external, native, &copies).map_err(halt)?;
                    return Err(halt(end_of(external, ended)));
                }
            }
        }
    }

    /// Does something with the memory of the program while native code waits.
    fn serve<T>(
        &mut self,
        active: &mut Active,
        external: &External,
        native: &NativeCalls,
        copies: &Copies,
        work: impl FnOnce(&mut Self, &mut Active) -> Result<T, Halt>,
    ) -> Result<(T, Copies), Halt> {
        self.take_back(active, external, native, copies)?;
        let result = work(self, active)?;
        let copies = self.copies_now(active, external, native)?;
        if active.state.memory.take_undefined() {
            self.note_cut(active, Cut::TakenForZero);
        }
        self.send(active, native, &copies);
        Ok((result, copies))
    }

    /// Runs a function of the program for native code.
    fn callback(
        &mut self,
        active: &mut Active,
        external: &External,
        address: u64,
        args: &[Slot],
        errno: i32,
    ) -> Result<(Words, i32), Halt> {
        let refuse = |why: NativeGap| unsupported(external, Some(why));
        let function = self.machine.function_with_body(&active.state, &Value::Int(address));
        let function = function.ok_or_else(|| refuse(NativeGap::CallsNoFunction))?;
        let signature = self.machine.program().signature(function);
        let signature = signature.ok_or_else(|| refuse(NativeGap::CallsUnknownType))?;
        self.set_errno(active, errno)?;
        let args = travel::values(&active.state.memory, &signature.params, args);
        let mut values = self.run_nested(active, function, &args)?;
        for value in &mut values {
            *value = self.picked(active, value)?;
        }
        let words = travel::words(&active.state.memory, &signature.results, &values);
        let words = words.map_err(refuse)?;
        let errno = match self.errno(active)? {
            Some(place) => {
                let now = errno_at(active, &place);
                let now = self.picked(active, &now)?;
                active.state.memory.bits(&now) as i32
            }
            None => errno,
        };
        Ok((words, errno))
    }
}

/// How a path ends that made a call which does not return.
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
