//! Calls of functions that are not part of the program, where native code is allowed.
//!
//! Native code knows only numbers: symbolic arguments are asked for, and so is everything that it could read. That is
//! what the arguments lead to, by pointers and by bytes that happen to be addresses, and what has ever been in its
//! reach on this path. All of it is copied to its addresses, the call is made, and what changed is copied back. Any
//! other object is copied when native code touches it (`touch.rs`); an access outside of all objects is a fault of
//! the program. While native code calls a function of the program, memory is the program's again.
//!
//! After the call, words that did not change keep their values; changed ones are pointers if their number lies in a
//! live object, and integers otherwise. Constants within reach are compared. A system call that native code makes on
//! an object it has not touched before fails with `EFAULT`. Integers of 128 bits, vectors of other sizes than 64
//! bits, and structures of up to 16 bytes that are passed in memory are refused by name.

mod copies;
mod errno;
mod perform;
mod touch;
mod travel;

pub(crate) use errno::set_errno;

use std::collections::BTreeMap;
use std::rc::Rc;

use exec::{Ask, External, Halt, Interrupt, Unsupported};
use gap::NativeGap;
use ir::Signature;
use memory::{ObjectId, Value};
use native::{Call, RegisterClass, Words};
use numeric::Rounding;

use super::Called;
use super::nested::one_of;
use crate::active::{Active, OutsideCall};
use crate::config::{CallWarnings, NativeCalls, SymbolicData};
use crate::context::Context;
use crate::{Cut, Warning};
use copies::Stuck;
use errno::{ERRNO, errno, errno_at};

/// A number between these is taken for an address of native code, unless it is one of ours.
const ADDRESSES: std::ops::Range<u64> = 1 << 40..1 << 47;

/// What is remembered about native code on one path.
#[derive(Clone, Default)]
pub(crate) struct Outside {
    /// Objects that native code may know, with their addresses, since ids are reused.
    escaped: Rc<BTreeMap<ObjectId, u64>>,
    /// Where `errno` is, once that is known.
    errno: Option<Value>,
    /// Functions of the program that are being called from outside.
    pub depth: u32,
}

impl Outside {
    /// The objects that native code may hold.
    pub fn escaped(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.escaped.keys().copied()
    }
}

/// Makes the call that a state waits for.
pub(super) fn call(cx: &mut Context<'_>, active: &mut Active, external: Box<External>) -> Called {
    let Some(native) = &cx.config.native else {
        return Called::Halt(unsupported(&external, None));
    };
    let called = match &*external.name {
        ERRNO => errno(cx, active).map(Vec::from_iter).map_err(Interrupt::Halt),
        _ => NativeCall { external: &external, native }.make(cx, active),
    };
    match called {
        Ok(values) => {
            if let Some(tape) = &mut cx.inquiry.tape {
                for value in &values {
                    if let Value::Int(number) = value {
                        tape.mix(*number);
                    }
                }
            }
            active.state.resume_with(values);
            Called::Done
        }
        Err(Interrupt::Halt(halt)) => Called::Halt(halt),
        Err(Interrupt::Ask(ask)) => {
            active.call = Some(OutsideCall::External(external));
            Called::Ask(ask)
        }
    }
}

/// One call of native code.
struct NativeCall<'c> {
    external: &'c External,
    native: &'c NativeCalls,
}

impl NativeCall<'_> {
    /// Asks for everything before anything is done.
    fn make(&self, cx: &mut Context<'_>, active: &mut Active) -> Result<Vec<Value>, Interrupt> {
        let refuse = |why: NativeGap| Interrupt::Halt(self.refused(why));
        let Some(signature) = &self.external.signature else {
            return Err(refuse(NativeGap::UnknownType));
        };
        if active.state.rounding != Rounding::default() {
            return Err(refuse(NativeGap::Rounding));
        }
        let classes: Result<Vec<RegisterClass>, NativeGap> =
            signature.results.iter().map(travel::class).collect();
        let results = classes.map_err(refuse)?;
        let args = self.plain_args(cx, active)?;
        let copies = self.copies(active, &args).map_err(|stuck| match stuck {
            Stuck::Halt(why) => refuse(why),
            Stuck::Ask(ask) => self.permitted(cx, active, ask),
        })?;
        let memory = &active.state.memory;
        let bytes = |id| copies.reached.get(&id).map(|bytes| &bytes[..]);
        let slots = travel::slots(memory, self.external, &signature.params, &args, bytes);
        let mut call = Call {
            name: self.external.name.to_string(),
            args: slots.map_err(refuse)?,
            fixed: signature.fixed,
            results,
            errno: 0,
        };
        if let Some(place) = errno(cx, active).map_err(Interrupt::Halt)? {
            let known = self.plain(cx, active, &errno_at(active, &place))?;
            call.errno = active.state.memory.bits(&known) as i32;
        }
        cx.record.warn_once(Warning::NativeState);
        let told = || Warning::NativeCall(Rc::clone(&self.external.name));
        match self.native.warnings {
            CallWarnings::None => {}
            CallWarnings::Once => cx.record.warn_once(told()),
            CallWarnings::All => cx.record.warn(&told()),
        }
        let (words, errno) = self.perform(cx, active, &call, copies)?;
        if errno != call.errno {
            set_errno(cx, active, errno).map_err(Interrupt::Halt)?;
        }
        Ok(self.received(cx, active, signature, words))
    }

    /// The arguments as numbers and plain pointers.
    fn plain_args(&self, cx: &mut Context<'_>, active: &Active) -> Result<Vec<Value>, Interrupt> {
        let mut plain = Vec::with_capacity(self.external.args.len());
        for arg in &self.external.args {
            if arg.unknown_width().is_some_and(|width| width.0 > 64) {
                return Err(Interrupt::Halt(self.refused(NativeGap::WideArgument)));
            }
            plain.push(self.plain(cx, active, arg)?);
        }
        Ok(plain)
    }

    /// A value that native code gets, as a number or plain pointer.
    fn plain(
        &self,
        cx: &mut Context<'_>,
        active: &Active,
        value: &Value,
    ) -> Result<Value, Interrupt> {
        exec::plain_argument(active.state.known(), value).map_err(|interrupt| match interrupt {
            Interrupt::Ask(ask) => self.permitted(cx, active, ask),
            halt => halt,
        })
    }

    /// A question about data for native code. If the path leaves the value open, one is picked or the call is
    /// refused; a value that the path determines is as good as a number.
    fn permitted(&self, cx: &mut Context<'_>, active: &Active, ask: Ask) -> Interrupt {
        let refused = self.native.symbolic == SymbolicData::Refused && {
            let (path, seeds) = (&active.state.path, &active.seeds);
            cx.inquiry.is_open(&mut cx.record, path, seeds, &ask)
        };
        match refused {
            true => Interrupt::Halt(self.refused(NativeGap::SymbolicData)),
            false => Interrupt::Ask(one_of(ask)),
        }
    }

    /// The result of a call.
    fn received(
        &self,
        cx: &mut Context<'_>,
        active: &Active,
        signature: &Signature,
        words: Words,
    ) -> Vec<Value> {
        let values = travel::results(&active.state.memory, &signature.results, words);
        let foreign = |(piece, value): (&ir::Piece, &Value)| {
            piece.scalar == ir::Scalar::Pointer
                && matches!(value, Value::Int(number) if ADDRESSES.contains(number))
        };
        if signature.results.len() == values.len()
            && signature.results.iter().zip(&values).any(foreign)
        {
            self.note_address(cx, active);
        }
        values
    }

    /// Enters that a path holds an address of native code.
    fn note_address(&self, cx: &mut Context<'_>, active: &Active) {
        cx.cut(active, Cut::NativeAddress(Rc::from(&*self.external.name)));
    }

    /// The end of a path whose call is not made, or does not complete.
    fn refused(&self, why: NativeGap) -> Halt {
        unsupported(self.external, Some(why))
    }
}

fn unsupported(external: &External, why: Option<NativeGap>) -> Halt {
    Halt::Unsupported(Unsupported::External(external.name.to_string(), why))
}
