//! Memory as native code sees it: what goes out before a call and comes back after it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use exec::{Access, Ask, External, Fault, Halt};
use ir::Signature;
use memory::{Kind, Life, Memory, ObjectId, Value};
use native::{Callable, Class};

use super::{ADDRESSES, Outside, unsupported};
use crate::active::Active;
use crate::config::NativeCalls;
use crate::run::Run;
use crate::travel;

/// What native code sees of memory.
#[derive(Default)]
pub(super) struct Copies {
    /// Objects in its reach, with the bytes they had when they went out.
    pub reached: BTreeMap<ObjectId, Vec<u8>>,
    /// Globals besides.
    pub globals: BTreeMap<ObjectId, Vec<u8>>,
    /// Functions whose addresses it may know.
    functions: BTreeSet<ObjectId>,
}

/// Why memory cannot be copied out.
pub(super) enum Stuck {
    Ask(Ask),
    Halt(String),
}

impl Run<'_> {
    /// What native code that is in the middle of a call may see: what has no number is picked.
    pub(super) fn copies_now(
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
    pub(super) fn copies(
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
    pub(super) fn send(&self, active: &mut Active, native: &NativeCalls, copies: &Copies) {
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
    pub(super) fn take_back(
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

    pub(super) fn note_native_address(&mut self, active: &Active, external: &External) {
        let what = format!("the path holds an address of native code, from {}", external.name);
        self.note_cut(active, &what);
    }
}

impl Outside {
    /// The objects that native code may know and that are still there.
    fn live_escaped<'a>(&'a self, active: &'a Active) -> impl Iterator<Item = ObjectId> + 'a {
        let memory = &active.state.memory;
        let same = |id: &ObjectId, address: u64| {
            memory.object(*id).is_some_and(|o| o.life == Life::Live && o.address == address)
        };
        self.escaped.iter().filter(move |(id, address)| same(id, **address)).map(|(id, _)| *id)
    }
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
fn brings_address(memory: &Memory, before: &[u8], after: &[u8]) -> bool {
    let words = before.chunks_exact(8).zip(after.chunks_exact(8));
    words.filter(|(before, after)| before != after).any(|(_, after)| {
        let number = after.iter().rev().fold(0, |all, byte| all << 8 | u64::from(*byte));
        ADDRESSES.contains(&number) && matches!(memory.pointer_at(number), Value::Int(_))
    })
}
