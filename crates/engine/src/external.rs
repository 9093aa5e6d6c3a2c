//! Calls of functions that are not part of the program, where native code is allowed.
//!
//! Native code knows only numbers: arguments that are symbolic are asked for, and so is what it could read.
//! That is what the arguments lead to, by pointers and by bytes that happen to be addresses, and what ever was
//! in its reach on this path. All that is copied to its addresses, the call is made, and what changed is copied
//! back. Any other object is copied when native code touches it (`touch.rs`); where there is none, it is a fault
//! of the program. While native code calls a function of the program, memory is the program's again.
//!
//! Coming back, words that did not change are what they were; changed ones are pointers where their number lies in a
//! live object, and integers otherwise. Constants within reach are compared. A system call that native code makes
//! on an object it has not touched before fails with `EFAULT`. Integers of 128 bits, vectors of other sizes than
//! 64 bits, and structures of up to 16 bytes that are passed in memory are refused by name.

mod copies;
mod errno;
mod perform;
mod touch;

use std::collections::BTreeMap;
use std::rc::Rc;

use exec::{Ask, External, Halt, Interrupt, Unsupported};
use gap::NativeGap;
use ir::Signature;
use memory::{ObjectId, Value};
use native::{Call, Class, Words};
use numeric::Rounding;

use crate::active::Active;
use crate::config::{NativeCalls, SymbolicData};
use crate::nested::one_of;
use crate::run::Run;
use crate::system::Called;
use crate::travel;
use crate::{Cut, Warning};
use copies::Stuck;
use errno::{ERRNO, errno_at};

/// What lies between these is taken for an address of native code, unless it is one of ours.
const ADDRESSES: std::ops::Range<u64> = 1 << 40..1 << 47;

/// What a path has to do with native code.
#[derive(Clone, Default)]
pub(crate) struct Outside {
    /// Objects that native code may know, with their addresses: ids are used again.
    escaped: Rc<BTreeMap<ObjectId, u64>>,
    /// Where `errno` is, once that was asked.
    errno: Option<Value>,
    /// Functions of the program that are called from outside now.
    pub depth: u32,
}

impl Run<'_> {
    /// Makes the call that a state waits for.
    pub(crate) fn call_outside(&mut self, active: &mut Active) -> Called {
        let Some(external) = active.external.take() else { return self.call(active) };
        let Some(native) = self.config.native.clone() else {
            return Called::Halt(unsupported(&external, None));
        };
        let called = match &*external.name {
            ERRNO => self.errno(active).map(Vec::from_iter).map_err(Interrupt::Halt),
            _ => self.external(active, &external, &native),
        };
        match called {
            Ok(values) => {
                active.state.resume_with(values);
                Called::Done
            }
            Err(Interrupt::Halt(halt)) => Called::Halt(halt),
            Err(Interrupt::Ask(ask)) => {
                active.external = Some(external);
                Called::Ask(ask)
            }
        }
    }

    /// Asks for everything before anything is done.
    fn external(
        &mut self,
        active: &mut Active,
        external: &External,
        native: &NativeCalls,
    ) -> Result<Vec<Value>, Interrupt> {
        let refuse = |why: NativeGap| Interrupt::Halt(unsupported(external, Some(why)));
        let Some(signature) = &external.signature else {
            return Err(refuse(NativeGap::UnknownType));
        };
        if active.state.rounding != Rounding::default() {
            return Err(refuse(NativeGap::Rounding));
        }
        let classes: Result<Vec<Class>, NativeGap> =
            signature.results.iter().map(travel::class).collect();
        let results = classes.map_err(refuse)?;
        let args = self.plain_args(active, external, native.symbolic)?;
        let copies = self.copies(active, &args, native);
        let copies = copies.map_err(|stuck| match stuck {
            Stuck::Halt(why) => refuse(why),
            Stuck::Ask(ask) => self.permitted(active, external, native.symbolic, ask),
        })?;
        let memory = &active.state.memory;
        let bytes = |id| copies.reached.get(&id).map(|bytes| &bytes[..]);
        let slots = travel::slots(memory, external, &signature.params, &args, bytes);
        let mut call = Call {
            name: external.name.to_string(),
            args: slots.map_err(refuse)?,
            fixed: signature.fixed,
            results,
            errno: 0,
        };
        let place = self.errno(active).map_err(Interrupt::Halt)?;
        if let Some(place) = &place {
            let known = exec::plain_argument(active.state.known(), &errno_at(active, place));
            let known = known.map_err(|stuck| match stuck {
                Interrupt::Ask(ask) => self.permitted(active, external, native.symbolic, ask),
                halt => halt,
            })?;
            call.errno = active.state.memory.bits(&known) as i32;
        }
        self.warn_once(Warning::NativeState);
        if active.state.memory.take_undefined() {
            self.note_cut(active, Cut::TakenForZero);
        }
        let (words, errno) = self.perform(active, external, native, &call, copies)?;
        if errno != call.errno {
            self.set_errno(active, errno).map_err(Interrupt::Halt)?;
        }
        Ok(self.received(active, external, signature, words))
    }

    /// The arguments as numbers and plain pointers.
    fn plain_args(
        &mut self,
        active: &mut Active,
        external: &External,
        symbolic: SymbolicData,
    ) -> Result<Vec<Value>, Interrupt> {
        let mut plain = Vec::with_capacity(external.args.len());
        for arg in &external.args {
            if arg.as_term().is_some_and(|term| term.width().0 > 64) {
                let why = NativeGap::WideArgument;
                return Err(Interrupt::Halt(unsupported(external, Some(why))));
            }
            let known = exec::plain_argument(active.state.known(), arg);
            plain.push(known.map_err(|interrupt| match interrupt {
                Interrupt::Ask(ask) => self.permitted(active, external, symbolic, ask),
                halt => halt,
            })?);
        }
        Ok(plain)
    }

    /// A question about what native code gets. What the path leaves open is picked, or refused; what has one
    /// value on it is no less concrete than a number.
    fn permitted(
        &mut self,
        active: &mut Active,
        external: &External,
        symbolic: SymbolicData,
        ask: Ask,
    ) -> Interrupt {
        match symbolic == SymbolicData::Refused && self.is_open(active, &ask) {
            true => Interrupt::Halt(unsupported(external, Some(NativeGap::SymbolicData))),
            false => Interrupt::Ask(one_of(ask)),
        }
    }

    /// The result of a call.
    fn received(
        &mut self,
        active: &mut Active,
        external: &External,
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
            self.note_native_address(active, external);
        }
        values
    }
}

impl Outside {
    /// The objects that native code may hold.
    pub fn escaped(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.escaped.keys().copied()
    }
}

fn unsupported(external: &External, why: Option<NativeGap>) -> Halt {
    Halt::Unsupported(Unsupported::External(external.name.to_string(), why))
}
