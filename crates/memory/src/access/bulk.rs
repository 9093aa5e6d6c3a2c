//! Reading and writing many bytes at once.

use std::borrow::Cow;

use numeric::Bits;
use term::Term;

use crate::access::block::Block;
use crate::contents::arrays::Arrays;
use crate::contents::part::{Part, Slice};
use crate::contents::{Contents, Write};
use crate::placement::split::bytes_in;
use crate::placement::{ArrayRef, Place};
use crate::value::symbolic::index;
use crate::{Answers, Lane, Memory, Need, Object, ObjectId, Pointer, Read, Refusal, Value};

/// How many bytes are searched at once for the end of a string.
const WINDOW: u64 = 256;

/// From this many bytes on, it pays to ask first whether they can be written.
const MANY: u64 = 1 << 20;

/// Copies of more bytes than this are blocks where bytes show from arrays.
const FEW: u64 = 64;

impl Memory {
    /// Copies `len` bytes; the ranges may overlap. Pointers stay pointers.
    pub fn copy(&mut self, dst: &Value, src: &Value, len: u64) -> Result<(), Refusal> {
        if len == 0 {
            return Ok(());
        }
        let (object, from) = self.readable(src, len)?;
        if !object.place.is_written(from, len) {
            if self.copy_words(dst, src, len)? || self.copy_raw(dst, src, len)? {
                return Ok(());
            }
            self.show(src, len);
        }
        let (object, from) = self.readable(src, len)?;
        if len > MANY {
            // This is checked before the copy: there may be too many.
            self.readable(dst, len)?;
        }
        match self.storage.plain_of(object, from, len) {
            Some(bytes) if len <= 64 => {
                let mut few = [0; 64];
                few[..len as usize].copy_from_slice(&bytes);
                self.write_bytes(dst, &few[..len as usize])
            }
            Some(bytes) => {
                let bytes = bytes.into_owned();
                self.write_bytes(dst, &bytes)
            }
            None => {
                if self.copy_words(dst, src, len)? {
                    return Ok(());
                }
                self.copy_parts(dst, src, len)
            }
        }
    }

    /// Copies bytes that are not all plain.
    fn copy_parts(&mut self, dst: &Value, src: &Value, len: u64) -> Result<(), Refusal> {
        self.writable(dst, len)?;
        let (target, to) = self.readable(dst, len)?;
        let (object, from) = self.readable(src, len)?;
        let whole = |object: &Object, at: u64| at == 0 && len == object.capacity();
        if whole(target, to)
            && whole(object, from)
            && let Some(contents) = shared(target, object)
        {
            *self.writable(dst, len)?.0 = contents;
            return Ok(());
        }
        let Some((contents, start)) = bytes_in(self, object, from..from + len) else {
            return Ok(());
        };
        let parts = contents.parts(start, len);
        let parts: Vec<Part> = parts.iter().map(|part| part.resolved(&self.terms)).collect();
        let (contents, mut at) = self.writable(dst, len)?;
        for part in &parts {
            contents.write_part(at, part);
            at += u64::from(part.len());
        }
        Ok(())
    }

    /// Whether `len` bytes can be read.
    pub fn check_read(&self, src: &Value, len: u64) -> Result<(), Refusal> {
        if len == 0 { Ok(()) } else { self.readable(src, len).map(|_| ()) }
    }

    /// Sets `len` bytes.
    pub fn fill(&mut self, dst: &Value, byte: u8, len: u64) -> Result<(), Refusal> {
        if len == 0 {
            return Ok(());
        }
        let (contents, to) = self.writable(dst, len)?;
        contents.write(to, &Write::Fill { byte, len: len as usize });
        Ok(())
    }

    /// Sets `len` bytes to the lowest byte of a value.
    pub fn fill_value(&mut self, at: &Value, byte: &Value, len: u64) -> Result<(), Refusal> {
        let byte = Value::term(self.term_of(byte, Bits(8)));
        let Some(slice) = Slice::whole(byte.clone()) else {
            return self.fill(at, self.number(&byte)? as u8, len);
        };
        if len == 0 {
            return Ok(());
        }
        let (contents, to) = self.writable(at, len)?;
        for at in to..to + len {
            contents.write_slice(at, slice.clone());
        }
        self.storage.symbolic = true;
        Ok(())
    }

    /// Reads bytes as numbers.
    pub fn read_bytes(
        &self,
        src: &Value,
        len: u64,
        known: &Answers,
    ) -> Result<Read<Vec<u8>>, Refusal> {
        if len == 0 {
            return Ok(Read::exact(Vec::new()));
        }
        let (object, from) = self.readable(src, len)?;
        if let Some(bytes) = self.storage.plain_of(object, from, len) {
            return Ok(Read::exact(bytes.into_owned()));
        }
        let (contents, index) = self.seen(src, len)?;
        let mut bytes = Read::exact(Vec::with_capacity(len as usize));
        for at in index..index + len {
            let byte = self.byte_at(&contents, at, known)?;
            bytes.value.push(byte.value as u8);
            bytes.zeros |= byte.zeros;
        }
        Ok(bytes)
    }

    /// Writes bytes.
    pub fn write_bytes(&mut self, dst: &Value, bytes: &[u8]) -> Result<(), Refusal> {
        let len = bytes.len() as u64;
        if len == 0 {
            return Ok(());
        }
        let (contents, to) = self.writable(dst, len)?;
        contents.write(to, &Write::Bytes(bytes));
        Ok(())
    }

    /// The bytes from an address on, at most `most`, as far as it is quickly seen that they are plain numbers; possibly
    /// none.
    pub fn plain_from(&self, src: &Value, most: u64) -> Cow<'_, [u8]> {
        let Ok((object, from)) = self.readable(src, 1) else { return Cow::default() };
        let len = object.place.written_run(from, most.min(object.size - from));
        let tried = [len, len.min(8), len.min(1)];
        let plain = tried.into_iter().find_map(|len| self.storage.plain_of(object, from, len));
        plain.unwrap_or_default()
    }

    /// How many bytes lie before the first zero byte; running past the end of the object is a fault.
    pub fn c_string_len(&self, src: &Value, known: &Answers) -> Result<Read<u64>, Refusal> {
        let (object, from) = self.readable(src, 1)?;
        let rest = object.size - from;
        let mut zeros = false;
        for start in (0..rest).step_by(WINDOW as usize) {
            let len = WINDOW.min(rest - start);
            let found = self.zero_within(object, from + start, len, known)?;
            zeros |= found.zeros;
            if let Some(found) = found.value {
                return Ok(Read { value: start + found, zeros });
            }
        }
        Err(self.check_read(src, rest + 1).expect_err("past the end"))
    }

    /// Where the first zero byte of a range of an object is, counted from its start.
    fn zero_within(
        &self,
        object: &Object,
        at: u64,
        len: u64,
        known: &Answers,
    ) -> Result<Read<Option<u64>>, Need> {
        let run = object.place.written_run(at, len);
        let plain = self.storage.plain_of(object, at, run);
        let zero = plain.as_deref().and_then(|plain| plain.iter().position(|&b| b == 0));
        if zero.is_some() || (plain.is_some() && run == len) {
            return Ok(Read::exact(zero.map(|at| at as u64)));
        }
        let mut first = Read::exact(None);
        let Some((contents, base)) = self.shown(object, at, len) else { return Ok(first) };
        for k in 0..len {
            let byte = self.byte_at(&contents, base + k, known)?;
            first.zeros |= byte.zeros;
            if byte.value == 0 {
                first.value = Some(k);
                break;
            }
        }
        Ok(first)
    }

    /// Reads up to the first zero byte, which is left out.
    pub fn read_c_string(&self, src: &Value, known: &Answers) -> Result<Read<Vec<u8>>, Refusal> {
        let len = self.c_string_len(src, known)?;
        let bytes = self.read_bytes(src, len.value, known)?;
        Ok(Read { zeros: len.zeros || bytes.zeros, ..bytes })
    }

    /// Gives a vast object the contents of another, as far as it reaches; returns whether it did. Bytes never written
    /// stay the same bytes; zeros do not become more.
    pub fn take_vast(&mut self, to: ObjectId, from: ObjectId) -> bool {
        self.storage.objects.take_vast(to, from)
    }

    /// Copies the first bytes of an object to another as one block, if both are alone in their arrays and the former
    /// shows what was written at unknown offsets: a copy of each byte would be an update of the array for each. Returns
    /// whether it did.
    pub fn copy_shown(&mut self, to: ObjectId, from: ObjectId, len: u64) -> bool {
        let own = |id: ObjectId| self.object(id).and_then(|object| object.place.own());
        let shows =
            |contents: &Contents| contents.sourced().is_some_and(|all| all.below().is_some());
        if len <= FEW || !own(from).is_some_and(shows) || own(to).is_none() {
            return false;
        }
        let (to, from) = (Lane::One(to), Lane::One(from));
        let (start, len) = (index(&self.terms, 0), index(&self.terms, len));
        let (to, from) =
            (Block { lane: &to, offset: &start }, Block { lane: &from, offset: &start });
        // Where pointers became numbers, what follows puts them right.
        self.blocks().copy(to, from, &len) == Ok(false)
    }

    /// Copies what `from` holds to the start of `to`, as far as both are reserved. Bytes beyond an unknown size
    /// cannot be accessed by anyone.
    pub fn copy_reserved(&mut self, to: ObjectId, from: ObjectId) {
        if self.take_vast(to, from) {
            return;
        }
        self.show_all(from);
        self.relocation().put_together(to);
        let (Some(source), Some(target)) = (self.object(from), self.object(to)) else {
            return;
        };
        let len = source.capacity().min(target.capacity());
        let start = Pointer { id: to, offset: 0 };
        if let Some(same) = shared(target, source) {
            if let Some((contents, _)) = self.storage.bytes_mut(start, len) {
                *contents = same;
            }
            return;
        }
        if self.copy_shown(to, from, len) {
            return;
        }
        let Some(source) = self.object(from) else { return };
        let Some((contents, base)) = bytes_in(self, source, 0..len) else { return };
        let parts = contents.parts(base, len);
        let parts: Vec<Part> = parts.iter().map(|part| part.resolved(&self.terms)).collect();
        let Some((contents, mut at)) = self.storage.bytes_mut(start, len) else { return };
        for part in &parts {
            contents.write_part(at, part);
            at += u64::from(part.len());
        }
    }

    /// Makes byte `offset + i` byte `i` of an array, for `len` bytes in bounds. If that covers an object, reads at
    /// unknown offsets see the array itself.
    pub fn make_symbolic(&mut self, id: ObjectId, offset: u64, len: u64, array: &Term) {
        let Some(object) = self.object(id) else { return };
        let capacity = object.capacity();
        if len == 0 || matches!(object.place, Place::Nowhere) {
            return;
        }
        self.relocation().put_together(id);
        self.storage.symbolic = true;
        let history = self.setup.history;
        let arrays = || Arrays::bytes(array.clone());
        let whole = offset == 0 && len >= capacity;
        if !whole {
            self.show_all(id);
        }
        if offset == 0
            && len >= capacity / 2
            && let Some(own) = self.storage.array_mut(ArrayRef::Own(id))
        {
            if whole {
                *own = Contents::of_arrays(capacity, history, arrays());
                return;
            }
            if own.start_with(len, arrays()) {
                return;
            }
        }
        for i in 0..len {
            let byte = Value::term(self.terms.select(array, &index(&self.terms, i)));
            self.put(Pointer { id, offset: offset + i }, 1, &byte);
        }
    }
}

/// What the target holds after the whole source was copied to it, if both are alone in arrays of the same length:
/// contents are shared until one side is written, where a bytewise copy would be one update of the array for each
/// byte.
fn shared(target: &Object, source: &Object) -> Option<Contents> {
    match (&target.place, &source.place) {
        (Place::Own(_), Place::Own(contents)) if target.capacity() == source.capacity() => {
            Some(contents.clone())
        }
        _ => None,
    }
}
