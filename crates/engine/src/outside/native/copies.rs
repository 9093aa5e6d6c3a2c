//! Memory as native code sees it: what is copied out before a call and back after it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use exec::{Access, Ask, Fault, Halt, Known, Machine};
use gap::NativeGap;
use ir::Signature;
use memory::{Kind, Life, Memory, Need, ObjectId, Read, Refusal, Value};
use native::{Callable, Exposure, Native, RegisterClass};

use super::{ADDRESSES, NativeCall, Outside, travel};
use crate::active::Active;
use crate::context::Context;
use crate::outside::nested::answer_here;
use crate::outside::system::note_taken_for_zero;

/// What native code sees of memory.
#[derive(Default)]
pub(super) struct Copies {
    /// Objects within its reach, with the bytes they had when they were copied out.
    pub reached: BTreeMap<ObjectId, Vec<u8>>,
    /// Others in the same pages, which it sees as well.
    pub beside: BTreeMap<ObjectId, Vec<u8>>,
    /// Functions whose addresses it may know.
    functions: BTreeSet<ObjectId>,
    /// Whether bytes that were never written went out as zeros.
    zeros: bool,
}

/// Why memory cannot be copied out.
pub(super) enum Stuck {
    Ask(Ask),
    Halt(NativeGap),
}

impl NativeCall<'_> {
    /// What native code may see in the middle of a call: values that are not numbers are picked.
    pub(super) fn copies_now(
        &self,
        cx: &mut Context<'_>,
        active: &mut Active,
    ) -> Result<Copies, Halt> {
        loop {
            match self.copies(active, &[]) {
                Ok(copies) => return Ok(copies),
                Err(Stuck::Halt(why)) => return Err(self.refused(why)),
                Err(Stuck::Ask(ask)) => answer_here(cx, active, ask)?,
            }
        }
    }

    /// What native code may see, given arguments.
    pub(super) fn copies(&self, active: &Active, args: &[Value]) -> Result<Copies, Stuck> {
        let memory = &active.state.memory;
        let bridge = self.native.bridge.borrow();
        let mut copies = Copies::default();
        let known = args.iter().filter_map(|arg| object(active, arg));
        let known = known.chain(active.outside.live_escaped(active));
        let mut open: Vec<(ObjectId, Named)> = known.map(|id| (id, Named::Surely)).collect();
        while let Some((id, named)) = open.pop() {
            let Some(object) = memory.object(id).filter(|o| o.life == Life::Live) else { continue };
            if copies.reached.contains_key(&id) {
                continue;
            }
            if object.kind == Kind::Function {
                copies.functions.insert(id);
                continue;
            }
            let bytes = match plain_bytes(active.state.known(), &*bridge, id) {
                Ok(bytes) => bytes,
                Err(_) if named == Named::Perhaps => continue,
                Err(stuck) => return Err(stuck),
            };
            memory.each_pointed_from(id, |id| open.push((id, Named::Surely)));
            open.extend(named_in(memory, &bytes.value).map(|id| (id, Named::Perhaps)));
            copies.reach(id, bytes);
        }
        copies.add_neighbours(active.state.known(), &*bridge);
        Ok(copies)
    }

    /// Copies memory out.
    pub(super) fn send(&self, cx: &mut Context<'_>, active: &mut Active, copies: &Copies) {
        copies.note_zeros(cx, active);
        let mut bridge = self.native.bridge.borrow_mut();
        for id in &copies.functions {
            match callable(&cx.machine, active, *id) {
                Some(callable) => bridge.define(&callable),
                None => {
                    if let Some(name) = cx.machine.name_without_body(*id) {
                        bridge.alias(active.state.memory.address(*id, 0), name);
                    }
                }
            }
        }
        let memory = &active.state.memory;
        bridge.show(&copies.by_address(memory));
        let new = |id: &&ObjectId| !active.outside.escaped.contains_key(id);
        if copies.reached.keys().any(|id| new(&id)) {
            let all = copies.reached.keys().chain(&copies.functions);
            let escaped = all.map(|id| (*id, memory.address(*id, 0))).collect();
            active.outside.escaped = Rc::new(escaped);
        }
    }

    /// Copies back what changed.
    pub(super) fn take_back(
        &self,
        cx: &mut Context<'_>,
        active: &mut Active,
        copies: &Copies,
    ) -> Result<(), Halt> {
        self.verify_guards(active, copies)?;
        let mut foreign = false;
        for (id, before) in copies.all() {
            let memory = &mut active.state.memory;
            let mut after = vec![0; before.len()];
            self.native.bridge.borrow().read(memory.address(*id, 0), &mut after);
            if *before == after && copies.beside.contains_key(id) {
                continue;
            }
            foreign |= brings_address(memory, before, &after);
            memory.absorb(*id, before, &after).map_err(|refusal| match refusal {
                Refusal::Fault(fault) => {
                    Halt::Fault(Fault::Access { access: Access::Native, fault })
                }
                Refusal::Needs(_) | Refusal::TooMuch => self.refused(NativeGap::UnsizedObject),
            })?;
        }
        if foreign {
            self.note_address(cx, active);
        }
        Ok(())
    }
}

/// A function as native code may call it.
fn callable(machine: &Machine, active: &Active, id: ObjectId) -> Option<Callable> {
    let at = Value::Ptr { id, offset: 0 };
    let function = machine.function_with_body(&active.state, &at)?;
    let Signature { params, results, .. } = machine.program().signature(function)?;
    let classes = |pieces: &[ir::Piece]| pieces.iter().map(travel::class).collect();
    let params: Result<Vec<RegisterClass>, NativeGap> = classes(&params);
    let results: Result<Vec<RegisterClass>, NativeGap> = classes(&results);
    let address = active.state.memory.address(id, 0);
    Some(Callable { address, params: params.ok()?, results: results.ok()? })
}

/// What leads native code to an object.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// A pointer.
    Surely,
    /// Bytes that happen to be its address. Native code that uses such an address is stopped there if the object was
    /// not copied.
    Perhaps,
}

impl Copies {
    /// Adds an object in reach of native code.
    pub fn reach(&mut self, id: ObjectId, bytes: Read<Vec<u8>>) {
        self.zeros |= bytes.zeros;
        self.reached.insert(id, bytes.value);
    }

    /// Notes it if native code sees zeros for bytes that were never written.
    pub fn note_zeros(&self, cx: &mut Context<'_>, active: &mut Active) {
        if self.zeros {
            active.state.memory.undefined_mut().note_zeros();
        }
        note_taken_for_zero(cx, active);
    }

    /// Everything that native code sees.
    pub fn all(&self) -> impl Iterator<Item = (&ObjectId, &Vec<u8>)> {
        self.reached.iter().chain(&self.beside)
    }

    /// The same by address.
    pub fn by_address(&self, memory: &Memory) -> Vec<(u64, &[u8])> {
        let mut all: Vec<(u64, &[u8])> =
            self.all().map(|(id, bytes)| (memory.address(*id, 0), &bytes[..])).collect();
        all.sort_unstable();
        all
    }

    pub fn contains(&self, id: ObjectId) -> bool {
        self.reached.contains_key(&id) || self.beside.contains_key(&id)
    }

    /// Adds the objects in the same pages, since native code is not stopped there. Symbolic ones are left out, since
    /// nothing says that they are read; writes to them are detected.
    pub fn add_neighbours(&mut self, known: Known<'_>, bridge: &dyn Native) {
        let memory = known.memory;
        loop {
            let places = self.by_address(memory);
            let open =
                Exposure::of(places.iter().map(|(at, bytes)| (*at, bytes.len() as u64))).open;
            let in_open = |address: u64, size: u64| {
                let next = open.partition_point(|range| range.end <= address);
                open.get(next).is_some_and(|range| range.start < address + size)
            };
            let beside: Vec<_> = memory
                .objects()
                .live_data()
                .filter(|(id, object)| {
                    object.size > 0 && in_open(object.address, object.size) && !self.contains(*id)
                })
                .filter_map(|(id, _)| Some((id, plain_bytes(known, bridge, id).ok()?)))
                .collect();
            if beside.is_empty() {
                return;
            }
            for (id, bytes) in beside {
                self.zeros |= bytes.zeros;
                self.beside.insert(id, bytes.value);
            }
        }
    }
}

/// The bytes of a live object for native code.
pub(super) fn plain_bytes(
    known: Known<'_>,
    bridge: &dyn Native,
    id: ObjectId,
) -> Result<Read<Vec<u8>>, Stuck> {
    let memory = known.memory;
    let Some(object) = memory.object(id) else { return Ok(Read::exact(Vec::new())) };
    if !object.has_known_size() {
        return Err(Stuck::Halt(NativeGap::UnsizedObject));
    }
    if !bridge.reaches(object.address, object.size) {
        return Err(Stuck::Halt(NativeGap::OutOfReach));
    }
    memory.image(id, known.answers).map_err(|need| match need {
        Need::Number(term) => Stuck::Ask(Ask::Pick(term)),
        Need::Size(_) => Stuck::Halt(NativeGap::UnsizedObject),
    })
}

/// The live objects whose addresses are somewhere in these bytes, aligned or not.
fn named_in(memory: &Memory, bytes: &[u8]) -> impl Iterator<Item = ObjectId> {
    let words = bytes.windows(8).filter(|word| word[6..] == [0; 2] && word[3..6] != [0; 3]);
    let number = |word: &[u8]| word.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
    words.filter_map(move |word| match memory.objects().pointer_at(number(word)) {
        Value::Ptr { id, .. } => Some(id),
        _ => None,
    })
}

impl Outside {
    /// Notes that native code may know an object from now on.
    pub(super) fn escapes(&mut self, id: ObjectId, address: u64) {
        Rc::make_mut(&mut self.escaped).insert(id, address);
    }

    /// The live objects that native code may know.
    fn live_escaped<'a>(&'a self, active: &'a Active) -> impl Iterator<Item = ObjectId> + 'a {
        let memory = &active.state.memory;
        let same = |id: &ObjectId, address: u64| {
            memory.object(*id).is_some_and(|o| o.life == Life::Live && o.address == address)
        };
        self.escaped.iter().filter(move |(id, address)| same(id, **address)).map(|(id, _)| *id)
    }
}

/// The object that a plain value points to, as a pointer or as an address.
fn object(active: &Active, value: &Value) -> Option<ObjectId> {
    match *value {
        Value::Ptr { id, .. } => Some(id),
        Value::Int(number) => active.state.memory.find(number).map(|at| at.id),
        _ => None,
    }
}

/// Whether a word changed to what may be an address of native code.
fn brings_address(memory: &Memory, before: &[u8], after: &[u8]) -> bool {
    let words = before.chunks_exact(8).zip(after.chunks_exact(8));
    words.filter(|(before, after)| before != after).any(|(_, after)| {
        let number = after.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        ADDRESSES.contains(&number) && matches!(memory.objects().pointer_at(number), Value::Int(_))
    })
}
