//! Between registers and memory.

use std::rc::Rc;

use gap::Unsupported;
use ir::{Operand, Overlap, Reg};
use memory::{Birth, Kind, Lane, Memory, ObjectId, Pointer, Poison, Purpose, Refusal, Site, Value};
use numeric::{Bits, small};
use solver::Path;
use solver::path::{Group, joined_witness};
use term::Term;

use super::block::{apart, copy, fill};
use super::{Cpu, used};
use crate::ask::{self, Findings, Topic};
use crate::halt::{Access, Attempt, Fault, bad, unsupported};
use crate::symbolic::access::{Resolved, resolve};
use crate::trace::local_site;
use crate::{allocate, pointer, symbolic};

impl Cpu<'_> {
    #[inline(always)]
    pub fn load(&mut self, w: u8, dst: Reg, ptr: Operand, pc: usize) -> Attempt {
        let len = u32::from(w).div_ceil(8);
        if let &Value::Ptr { id, offset } = self.get(ptr)
            && let Some((to, word)) = self.memory.load_fast(id, offset, len)
        {
            if to.0 != 0 {
                self.set_ptr(dst, to, word);
            } else {
                self.set_int(dst, word & small::mask(Bits(u32::from(w))));
            }
            return Ok(());
        }
        self.load_slow(w, dst, ptr, pc)
    }

    #[inline(never)]
    fn load_slow(&mut self, w: u8, dst: Reg, ptr: Operand, pc: usize) -> Attempt {
        used(self.get(ptr))?;
        let len = u32::from(w).div_ceil(8);
        let at = self.get(ptr).clone();
        if let Value::Ptr { id, offset } = at
            && let Some(poison) = self.out_of_scope(Pointer { id, offset }, w, pc)
        {
            self.set(dst, poison);
            return Ok(());
        }
        let mut value = load(self.memory, self.found, self.path, &at, len)?;
        if w & 7 != 0 {
            value = match value {
                Value::Symbolic(_) => {
                    symbolic::pointer::truncate(self.known(), &value, u32::from(w))
                }
                plain => self.known().take(pointer::truncate(self.memory, &plain, w)),
            };
        }
        self.set(dst, value);
        Ok(())
    }

    /// What a read of a local outside its scope gives. Optimised code makes some reads early or late, and does
    /// nothing with the result.
    fn out_of_scope(&self, at: Pointer, w: u8, pc: usize) -> Option<Value> {
        if !self.memory.objects().is_out_of_scope(at, u64::from(w.div_ceil(8))) {
            return None;
        }
        let offset = u32::try_from(at.offset).ok()?;
        let operand = u64::from(at.id.0) << 32 | u64::from(offset);
        Some(Value::Poison { cause: Poison::OutOfScope, width: w, pc: pc as u32, operand })
    }

    /// `llvm.lifetime.start` and `.end`; markers on anything but a whole local mean nothing.
    pub fn begin_scope(&mut self, local: Operand) {
        let local = self.get(local).clone();
        self.memory.begin_scope(&local);
    }

    pub fn end_scope(&mut self, local: Operand, site: Site) {
        let local = self.get(local).clone();
        self.memory.end_scope(&local, site);
    }

    #[inline(always)]
    pub fn store(&mut self, w: u8, ptr: Operand, value: Operand, pc: usize) -> Attempt {
        let len = u32::from(w).div_ceil(8);
        if let &Value::Ptr { id, offset } = self.get(ptr) {
            let stored = match *self.get(value) {
                Value::Int(number) => self.memory.store_fast(id, offset, len, number),
                Value::Ptr { id: to, offset: o } if len == 8 => {
                    self.memory.store_ptr_fast(id, offset, to, o)
                }
                _ => false,
            };
            if stored {
                return Ok(());
            }
        }
        self.store_slow(len, ptr, value, pc)
    }

    #[inline(never)]
    fn store_slow(&mut self, len: u32, ptr: Operand, value: Operand, pc: usize) -> Attempt {
        let (at, value) = (self.get(ptr).clone(), self.get(value).clone());
        used(&at)?;
        used(&value)?;
        store(self.memory, self.found, self.path, &at, 8 * len, &value)?;
        self.memory.undefined_mut().note_copy(&value, local_site(self.function, pc));
        Ok(())
    }

    pub fn load_wide(&mut self, bits: u32, dst: Reg, ptr: Operand) -> Attempt {
        used(self.get(ptr))?;
        let len = u64::from(bits.div_ceil(8));
        let value = match resolve(self.known(), self.path, self.get(ptr), len, Access::Read)? {
            Resolved::Plain(at) => {
                self.memory.show(&at, len);
                let value = self.memory.load_wide(&at, Bits(bits));
                value.map_err(|fault| bad(Access::Read, fault))?
            }
            Resolved::At { lane, offset } => self.memory.load_wide_at(&lane, &offset, Bits(bits)),
        };
        self.set(dst, value);
        Ok(())
    }

    pub fn store_wide(&mut self, bits: u32, ptr: Operand, value: Operand, pc: usize) -> Attempt {
        let (at, value) = (self.get(ptr).clone(), self.get(value).clone());
        used(&at)?;
        store(self.memory, self.found, self.path, &at, bits, &value)?;
        self.memory.undefined_mut().note_copy(&value, local_site(self.function, pc));
        Ok(())
    }

    #[inline]
    pub fn alloca(
        &mut self,
        align: u8,
        dst: Reg,
        size: Operand,
        count: Operand,
        site: Site,
    ) -> Attempt {
        let (Value::Int(size), Value::Int(count)) = (self.get(size), self.get(count)) else {
            return self.alloca_slow(align, dst, size, count, site);
        };
        let bytes = size.checked_mul(*count);
        let id = bytes.and_then(|n| {
            self.memory.allocate_as(Birth::Undefined, Kind::Local, n, 1 << align, site)
        });
        let id = id.ok_or(Fault::StackOverflow)?;
        self.set_ptr(dst, id, 0);
        Ok(())
    }

    #[inline(never)]
    fn alloca_slow(
        &mut self,
        align: u8,
        dst: Reg,
        size: Operand,
        count: Operand,
        site: Site,
    ) -> Attempt {
        let (size, count) = (self.get(size), self.get(count));
        used(size)?;
        used(count)?;
        let bytes = allocate::product(self.known(), size, count)?.ok_or(Fault::StackOverflow)?;
        let id = allocate::allocate(
            self.memory,
            self.found,
            Birth::Undefined,
            Kind::Local,
            &bytes,
            1 << align,
            site,
        )?;
        self.set_ptr(dst, id.ok_or(Fault::StackOverflow)?, 0);
        Ok(())
    }

    pub fn mem_copy(
        &mut self,
        (dst, src): (Operand, Operand),
        len: Operand,
        overlap: Overlap,
        pc: usize,
    ) -> Attempt {
        let (dst, src, len) = (self.get(dst).clone(), self.get(src).clone(), self.number(len)?);
        used(&dst)?;
        used(&src)?;
        if overlap == Overlap::Forbidden {
            apart(self.known(), &dst, &src, &Value::Int(len))?;
        }
        copy(self.memory, &dst, &src, len)?;
        self.memory.note_copies(&src, len, local_site(self.function, pc));
        Ok(())
    }

    pub fn mem_set(&mut self, dst: Operand, byte: Operand, len: Operand) -> Attempt {
        let (byte, len) = (self.get(byte).clone(), self.number(len)?);
        let dst = self.get(dst).clone();
        used(&dst)?;
        used(&byte)?;
        fill(self.memory, &dst, &byte, len)
    }

    /// The block whose address a value is, among those that the function jumps to by address.
    pub fn label(&self, address: Operand, of: ObjectId, labels: &[u32]) -> Attempt<usize> {
        let value = self.get(address);
        used(value)?;
        let offsets = labels.iter().map(|&block| u64::from(block) + 1);
        let at = symbolic::access::one_of(self.known(), value, of, offsets)?;
        let block = at.and_then(|at| at.checked_sub(1)).and_then(|block| u32::try_from(block).ok());
        match block.filter(|block| labels.binary_search(block).is_ok()) {
            Some(block) => Ok(block as usize),
            None => Err(Fault::NotALabel.into()),
        }
    }
}

/// Reads up to eight bytes.
pub(crate) fn load(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    at: &Value,
    len: u32,
) -> Attempt<Value> {
    match resolve(found.of(m), path, at, u64::from(len), Access::Read)? {
        Resolved::Plain(at) => {
            if let Some(raw) = m.load_raw(&at, len) {
                return Ok(raw);
            }
            m.show(&at, u64::from(len));
            if m.lists_writes()
                && let Value::Ptr { id, offset } = at
                && m.objects().bounds_known(Pointer { id, offset }, u64::from(len)) == Some(true)
            {
                let offset = m.terms().number(Bits(64), offset);
                if m.lists_all_writes() && m.check_read(&at, u64::from(len)).is_ok() {
                    return load_at(m, found, &Lane::One(id), &offset, len);
                }
                ask::collisions(m, found, (&Lane::One(id), &offset), len, Purpose::Read)?;
            }
            m.load(&at, len).or_else(|refusal| prologue(m, &at, len, refusal))
        }
        Resolved::At { lane, offset } => {
            let never_forks = m.resolver().never_forks();
            match never_forks && len == 8 && m.may_be_word(&lane, &offset) {
                true => load_perhaps_word(m, found, &lane, &offset),
                false => {
                    let offset = if len == 8 { in_words(m, found, &lane, offset)? } else { offset };
                    load_at(m, found, &lane, &offset, len)
                }
            }
        }
    }
}

/// Reads up to eight bytes in bounds.
fn load_at(
    m: &mut Memory,
    found: Findings<'_>,
    lane: &Lane,
    offset: &Term,
    len: u32,
) -> Attempt<Value> {
    ask::collisions(m, found, (lane, offset), len, Purpose::Read)?;
    let derived = m.load_at(lane, offset, len);
    Ok(found.of(m).take(derived))
}

/// The alignments of an access to eight bytes that the path allows.
enum Alignment {
    Word,
    Bytes,
    Either,
}

fn alignment(m: &Memory, found: Findings<'_>, offset: &Term) -> Attempt<Alignment> {
    let rest = m.terms().and(offset, &m.terms().number(Bits(64), 7));
    Ok(match ask::which(found.of(m), &rest, 2)? {
        Some([0]) => Alignment::Word,
        Some(rest) if !rest.contains(&0) => Alignment::Bytes,
        _ => Alignment::Either,
    })
}

/// Reads eight bytes where pointers are, which may be a whole word, without a fork.
fn load_perhaps_word(
    m: &mut Memory,
    found: Findings<'_>,
    lane: &Lane,
    offset: &Term,
) -> Attempt<Value> {
    let words = m.terms().and(offset, &m.terms().number(Bits(64), !7));
    match alignment(m, found, offset)? {
        Alignment::Word => load_at(m, found, lane, &words, 8),
        Alignment::Bytes => load_at(m, found, lane, offset, 8),
        Alignment::Either => {
            let aligned = m.terms().eq(&words, offset);
            let bytes = load_at(m, found, lane, offset, 8)?;
            let word = load_at(m, found, lane, &words, 8)?;
            Ok(found.of(m).choose(&aligned, &word, &bytes))
        }
    }
}

/// The offset of an access to eight bytes. If these may be a whole word where pointers are stored, asks whether they
/// are; if so, the returned offset shows its alignment, which one that was itself read from memory does not.
fn in_words(m: &mut Memory, found: Findings<'_>, lane: &Lane, offset: Term) -> Attempt<Term> {
    if !m.may_be_word(lane, &offset) {
        return Ok(offset);
    }
    let terms = m.terms();
    if m.resolver().never_forks() {
        return Ok(match alignment(m, found, &offset)? {
            Alignment::Word => terms.and(&offset, &terms.number(Bits(64), !7)),
            Alignment::Bytes | Alignment::Either => offset,
        });
    }
    let constant = |n: u64| terms.number(Bits(64), n);
    let aligned = terms.eq(&terms.and(&offset, &constant(7)), &constant(0));
    let words = terms.and(&offset, &constant(!7));
    Ok(if ask::decide(found.of(m), &aligned, Topic::Object)? { words } else { offset })
}

/// Functions have no bytes, except for the words that `-fsanitize=function` reads. Where these are zero, the program
/// checks nothing.
#[cold]
fn prologue(m: &Memory, at: &Value, len: u32, refusal: Refusal) -> Attempt<Value> {
    let word = match *at {
        Value::Ptr { id, offset } => m.function_word(Pointer { id, offset }, len),
        _ => None,
    };
    word.ok_or_else(|| bad(Access::Read, refusal))
}

/// Writes a value of any width.
pub(crate) fn store(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    at: &Value,
    bits: u32,
    value: &Value,
) -> Attempt {
    let len = bits.div_ceil(8);
    match resolve(found.of(m), path, at, u64::from(len), Access::Write)? {
        Resolved::Plain(at) => {
            write(m, &at, bits, value).map_err(|fault| bad(Access::Write, fault))
        }
        Resolved::At { lane, offset } => {
            let offset = if len == 8 { in_words(m, found, &lane, offset)? } else { offset };
            ask::collisions(m, found, (&lane, &offset), len, Purpose::Write)?;
            if m.store_at(&lane, &offset, len, value).is_ok() {
                check_arrays(m, path, &lane);
                return Ok(());
            }
            store_apart(m, found, path, (&lane, &offset), len, value)
        }
    }
}

/// Writes a value that may cut a pointer in two: at once if there is no pointer where it is written, otherwise for
/// each offset of each object separately.
fn store_apart(
    m: &mut Memory,
    found: Findings<'_>,
    path: &Path,
    (lane, offset): (&Lane, &Term),
    len: u32,
    value: &Value,
) -> Attempt {
    let numbers = m.holds_numbers(lane, offset, len);
    if !value.is_pointer()
        && (!m.resolver().never_forks() || implied(m, found, &numbers)?)
        && ask::decide(found.of(m), &numbers, Topic::Object)?
        && m.store_on_numbers(lane, offset, len, value).is_ok()
    {
        check_arrays(m, path, lane);
        return Ok(());
    }
    if m.resolver().never_forks() && m.store_bytes_at(lane, offset, len, value).is_ok() {
        found.of(m).note_number();
        check_arrays(m, path, lane);
        return Ok(());
    }
    let known = found.of(m);
    let id = match lane {
        Lane::One(id) => *id,
        Lane::Among { id, .. } => ObjectId(ask::value(known, id, Topic::Object)? as u32),
    };
    if m.object(id).is_some_and(memory::Object::is_vast) {
        // There are too many offsets for one path each.
        return Err(unsupported(Unsupported::VastPointerWrite));
    }
    let offset = ask::value(known, offset, Topic::Object)?;
    let offset = m.terms().number(Bits(64), offset);
    m.store_at(id, &offset, len, value).expect("an offset that is known will do");
    Ok(())
}

/// Writes a value of any width at a plain pointer.
pub(crate) fn write(
    memory: &mut Memory,
    at: &Value,
    bits: u32,
    value: &Value,
) -> Result<(), Refusal> {
    if bits <= 64 {
        return memory.store(at, bits.div_ceil(8), value);
    }
    memory.store_wide(at, Bits(bits), value)
}

/// Whether the path implies a condition. Nothing is decided.
fn implied(m: &Memory, found: Findings<'_>, condition: &Term) -> Attempt<bool> {
    let truth = m.terms().zext(condition, Bits(8));
    match truth.as_const() {
        Some(known) => Ok(!known.is_zero()),
        None => Ok(ask::which(found.of(m), &truth, 1)? == Some(&[1])),
    }
}

/// In debug builds: compares arrays with what their members hold, on an input that follows the path.
pub(super) fn check_arrays(m: &Memory, path: &Path, lane: &Lane) {
    if cfg!(debug_assertions) {
        let groups: Vec<Rc<Group>> = path.groups().cloned().collect();
        if let Some(inputs) = joined_witness(&groups) {
            memory::check_arrays(m, lane.ids(), &inputs);
        }
    }
}
