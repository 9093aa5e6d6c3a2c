//! Calls of functions that are not part of the program, where native code is allowed.
//!
//! Native code knows only numbers: arguments that are symbolic are asked for, and so is what it could read.
//! That is what the arguments lead to, what ever was in its reach on this path, and globals, though of these
//! only those that are numbers anyway: it knows their addresses only if the program calculated with them.
//! All that is copied to its addresses, the call is made, and what changed is copied back. While native code
//! calls a function of the program, memory is the program's again.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use exec::{Access, Ask, External, Fault, Halt, Interrupt, Limit};
use ir::Signature;
use memory::{Kind, Life, ObjectId, Site, Value};
use native::{Call, Callable, Class, Reply, Slot, Words};

use crate::Event;
use crate::active::Active;
use crate::answer::ZERO;
use crate::config::{NativeCalls, SymbolicData};
use crate::nested::one_of;
use crate::run::Run;
use crate::system::Called;
use crate::travel;

/// Where `errno` is, in the C library and for programs without one.
const ERRNO: &str = "__errno_location";

/// What lies between these is taken for an address of native code, if it is none of ours.
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

/// What native code sees of memory.
#[derive(Default)]
struct Copies {
    /// Objects in its reach, with the bytes they had when they went out.
    reached: BTreeMap<ObjectId, Vec<u8>>,
    /// Globals besides.
    globals: BTreeMap<ObjectId, Vec<u8>>,
    /// Functions whose addresses it may know.
    functions: BTreeSet<ObjectId>,
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
        let refuse = |why: String| Interrupt::Halt(unsupported(external, Some(&why)));
        let Some(signature) = &external.signature else {
            return Err(refuse("its type is not known".to_owned()));
        };
        let classes: Result<Vec<Class>, String> =
            signature.results.iter().map(travel::class).collect();
        let results = classes.map_err(refuse)?;
        let args = plain_args(active, external, native.symbolic)?;
        let copies = self.copies(active, &args, native).map_err(|stuck| match stuck {
            Stuck::Halt(why) => refuse(why),
            Stuck::Ask(_) if native.symbolic == SymbolicData::Refused => {
                refuse(SYMBOLIC.to_owned())
            }
            Stuck::Ask(ask) => Interrupt::Ask(ask),
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
            let known = exec::plain_argument(&active.state.memory, &errno_at(active, place));
            let known = known.map_err(|stuck| match stuck {
                Interrupt::Ask(_) if native.symbolic == SymbolicData::Refused => {
                    refuse(SYMBOLIC.to_owned())
                }
                Interrupt::Ask(ask) => Interrupt::Ask(one_of(ask)),
                halt => halt,
            })?;
            call.errno = active.state.memory.number(&known) as i32;
        }
        self.warn_of_native_state();
        if active.state.memory.take_undefined() {
            self.note_cut(active, ZERO);
        }
        let (words, errno) = self.perform(active, external, native, &call, copies)?;
        if let Some(place) = place.filter(|_| errno != call.errno) {
            // It cannot be written if the program did away with it.
            let _ = active.state.memory.store(&place, 4, &Value::Int(u64::from(errno as u32)));
        }
        Ok(self.received(active, external, signature, words))
    }

    /// Makes a call, and those that it makes in turn.
    fn perform(
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
                    let count = copies.reached.len() + copies.globals.len();
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
                ended => return Err(halt(end_of(external, ended))),
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
            self.note_cut(active, ZERO);
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
        let refuse = |why: &str| unsupported(external, Some(why));
        let function = self.machine.function_with_body(&active.state, &Value::Int(address));
        let function = function.ok_or_else(|| refuse("it calls what is no function"))?;
        let signature = self.machine.program().signature(function);
        let signature = signature.ok_or_else(|| refuse("it calls a function of another type"))?;
        let place = self.errno(active)?;
        if let Some(place) = &place {
            let _ = active.state.memory.store(place, 4, &Value::Int(u64::from(errno as u32)));
        }
        let args = travel::values(&active.state.memory, &signature.params, args);
        let mut values = self.run_nested(active, function, &args)?;
        for value in &mut values {
            *value = self.picked(active, value)?;
        }
        let words = travel::words(&active.state.memory, &signature.results, &values);
        let words = words.map_err(|why| refuse(&why))?;
        let errno = match place {
            Some(place) => {
                let now = errno_at(active, &place);
                let now = self.picked(active, &now)?;
                active.state.memory.number(&now) as i32
            }
            None => errno,
        };
        Ok((words, errno))
    }

    /// What native code that is in the middle of a call may see: what has no number is picked.
    fn copies_now(
        &mut self,
        active: &mut Active,
        external: &External,
        native: &NativeCalls,
    ) -> Result<Copies, Halt> {
        loop {
            match self.copies(active, &[], native) {
                Ok(copies) => return Ok(copies),
                Err(Stuck::Halt(why)) => return Err(unsupported(external, Some(&why))),
                Err(Stuck::Ask(ask)) => self.answer_here(active, ask)?,
            }
        }
    }

    /// What native code may see, given arguments.
    fn copies(
        &self,
        active: &Active,
        args: &[Value],
        native: &NativeCalls,
    ) -> Result<Copies, Stuck> {
        let memory = &active.state.memory;
        let bridge = native.bridge.borrow();
        let mut copies = Copies::default();
        let mut open: Vec<ObjectId> = args.iter().filter_map(|arg| object(active, arg)).collect();
        open.extend(active.outside.live_escaped(active));
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            let Some(object) = memory.object(id).filter(|o| o.life == Life::Live) else { continue };
            if !seen.insert(id) {
                continue;
            }
            if object.kind == Kind::Function {
                copies.functions.insert(id);
                continue;
            }
            if object.extent.is_some() {
                return Err(Stuck::Halt("an object whose size is not known".to_owned()));
            }
            if !bridge.reaches(object.address, object.size) {
                return Err(Stuck::Halt("memory outside of the regions it can see".to_owned()));
            }
            let bytes = memory.image(id).map_err(|term| Stuck::Ask(Ask::Pick(term)))?;
            copies.reached.insert(id, bytes);
            memory.each_pointed_from(id, |id| open.push(id));
        }
        for id in self.machine.globals().filter(|id| !seen.contains(id)) {
            let Some(object) = memory.object(id).filter(|o| !o.read_only && o.size > 0) else {
                continue;
            };
            if bridge.reaches(object.address, object.size)
                && let Ok(bytes) = memory.image(id)
            {
                copies.globals.insert(id, bytes);
            }
        }
        Ok(copies)
    }

    /// Copies memory out.
    fn send(&self, active: &mut Active, native: &NativeCalls, copies: &Copies) {
        let mut bridge = native.bridge.borrow_mut();
        for id in &copies.functions {
            match self.callable(active, *id) {
                Some(callable) => bridge.define(&callable),
                None => {
                    if let Some(name) = self.machine.name_without_body(*id) {
                        bridge.alias(active.state.memory.address(*id, 0), name);
                    }
                }
            }
        }
        let memory = &active.state.memory;
        for (id, bytes) in copies.reached.iter().chain(&copies.globals) {
            bridge.write(memory.address(*id, 0), bytes);
        }
        let new = |id: &&ObjectId| !active.outside.escaped.contains_key(id);
        if copies.reached.keys().any(|id| new(&id)) {
            let all = copies.reached.keys().chain(&copies.functions);
            let escaped = all.map(|id| (*id, memory.address(*id, 0))).collect();
            active.outside.escaped = Rc::new(escaped);
        }
    }

    /// Copies back what changed.
    fn take_back(
        &mut self,
        active: &mut Active,
        external: &External,
        native: &NativeCalls,
        copies: &Copies,
    ) -> Result<(), Halt> {
        let mut foreign = false;
        for (id, before) in copies.reached.iter().chain(&copies.globals) {
            let memory = &mut active.state.memory;
            let mut after = vec![0; before.len()];
            native.bridge.borrow().read(memory.address(*id, 0), &mut after);
            foreign |= brings_address(memory, before, &after);
            memory
                .absorb(*id, before, &after)
                .map_err(|fault| Halt::Fault(Fault::Access { access: Access::Native, fault }))?;
        }
        if foreign {
            self.note_native_address(active, external);
        }
        Ok(())
    }

    /// What native code keeps of earlier calls, on whatever path, cannot be seen.
    fn warn_of_native_state(&mut self) {
        let text = "native code may keep data of its own, which all paths share (--externals)";
        if self.warned.insert(text.to_owned()) {
            (self.sink)(Event::Warning(text));
        }
    }

    fn note_native_address(&mut self, active: &Active, external: &External) {
        let what = format!("the path holds an address of native code, from {}", external.name);
        self.note_cut(active, &what);
    }

    /// A function as native code may call it.
    fn callable(&self, active: &Active, id: ObjectId) -> Option<Callable> {
        let at = Value::Ptr { id, offset: 0 };
        let function = self.machine.function_with_body(&active.state, &at)?;
        let Signature { params, results, .. } = self.machine.program().signature(function)?;
        let classes = |pieces: &[ir::Piece]| pieces.iter().map(travel::class).collect();
        let params: Result<Vec<Class>, String> = classes(&params);
        let results: Result<Vec<Class>, String> = classes(&results);
        let address = active.state.memory.address(id, 0);
        Some(Callable { address, params: params.ok()?, results: results.ok()? })
    }

    /// Where `errno` is; none if the program does not look at it.
    fn errno(&mut self, active: &mut Active) -> Result<Option<Value>, Halt> {
        if active.outside.errno.is_none() {
            let program = self.machine.program();
            let Some(function) = program.function(ERRNO) else { return Ok(None) };
            active.outside.errno = match program.functions[function.0 as usize].defined {
                true => self.run_nested(active, function, &[])?.into_iter().next(),
                false => Some(own_errno(active)?),
            };
        }
        Ok(active.outside.errno.clone())
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

    /// The objects that native code may know and that are still there.
    fn live_escaped<'a>(&'a self, active: &'a Active) -> impl Iterator<Item = ObjectId> + 'a {
        let memory = &active.state.memory;
        let same = |id: &ObjectId, address: u64| {
            memory.object(*id).is_some_and(|o| o.life == Life::Live && o.address == address)
        };
        self.escaped.iter().filter(move |(id, address)| same(id, **address)).map(|(id, _)| *id)
    }
}

const SYMBOLIC: &str = "it gets symbolic data (--externals=all picks values)";

/// Why memory cannot be copied out.
enum Stuck {
    Ask(Ask),
    Halt(String),
}

/// The arguments as numbers and plain pointers.
fn plain_args(
    active: &Active,
    external: &External,
    symbolic: SymbolicData,
) -> Result<Vec<Value>, Interrupt> {
    let refuse = |why| Interrupt::Halt(unsupported(external, Some(why)));
    let plain = |arg: &Value| {
        if arg.is_symbolic() && symbolic == SymbolicData::Refused {
            return Err(refuse(SYMBOLIC));
        }
        if arg.as_term().is_some_and(|term| term.width().0 > 64) {
            return Err(refuse("a symbolic argument of more than 64 bits"));
        }
        exec::plain_argument(&active.state.memory, arg).map_err(|interrupt| match interrupt {
            Interrupt::Ask(ask) => Interrupt::Ask(one_of(ask)),
            halt => halt,
        })
    };
    external.args.iter().map(plain).collect()
}

/// The object a plain value points to, by number too.
fn object(active: &Active, value: &Value) -> Option<ObjectId> {
    match *value {
        Value::Ptr { id, .. } => Some(id),
        Value::Int(number) => active.state.memory.find(number).map(|at| at.id),
        _ => None,
    }
}

/// Whether a word changed to what may be an address of native code.
fn brings_address(memory: &memory::Memory, before: &[u8], after: &[u8]) -> bool {
    let words = before.chunks_exact(8).zip(after.chunks_exact(8));
    words.filter(|(before, after)| before != after).any(|(_, after)| {
        let number = after.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        ADDRESSES.contains(&number) && matches!(memory.pointer_at(number), Value::Int(_))
    })
}

/// `errno` of a program without a C library: an object of the path.
fn own_errno(active: &mut Active) -> Result<Value, Halt> {
    let id = active.state.memory.allocate(Kind::System, 4, 4, Site::default());
    let id = id.ok_or(Halt::Exhausted(Limit::Memory))?;
    Ok(Value::Ptr { id, offset: 0 })
}

/// What `errno` is; zero if the program did away with it.
fn errno_at(active: &Active, place: &Value) -> Value {
    active.state.memory.load(place, 4).unwrap_or(Value::ZERO)
}

/// How a path ends that made a call which does not return.
fn end_of(external: &External, reply: Reply) -> Halt {
    match reply {
        Reply::Crashed(signal) => {
            Halt::Fault(Fault::NativeCrash { function: external.name.to_string(), signal })
        }
        Reply::Exited(status) => Halt::Exit(status),
        Reply::TimedOut => Halt::Exhausted(Limit::Time),
        Reply::Refused(why) | Reply::Lost(why) => unsupported(external, Some(&why)),
        Reply::Missing => unsupported(external, None),
        Reply::Returned { .. } | Reply::Callback { .. } => unreachable!("it goes on"),
    }
}

fn unsupported(external: &External, why: Option<&str>) -> Halt {
    let name = &external.name;
    Halt::Unsupported(match why {
        Some(why) => format!("external function {name}: {why}"),
        None => format!("external function {name}"),
    })
}
