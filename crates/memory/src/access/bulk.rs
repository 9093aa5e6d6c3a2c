//! Reading and writing many bytes at once.

use numeric::Bits;
use term::Term;

use crate::contents::arrays::Arrays;
use crate::contents::part::{Part, Slice};
use crate::contents::{Contents, Write};
use crate::placement::{ArrayRef, Place};
use crate::value::symbolic::index;
use crate::{Answers, Memory, Need, Object, ObjectId, Pointer, Refusal, Value};

/// Bytes that are looked at together for the end of a string.
const WINDOW: u64 = 256;

/// So many that it is worth asking first whether they can be written.
const MANY: u64 = 1 << 20;

impl Memory {
    /// Copies `len` bytes; the ranges may overlap. Pointers stay pointers.
    pub fn copy(&mut self, dst: &Value, src: &Value, len: u64) -> Result<(), Refusal> {
        if len == 0 {
            return Ok(());
        }
        self.show(src, len);
        let (object, from) = self.readable(src, len)?;
        if len > MANY {
            // Before they are copied: there may be too many.
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
            None => self.copy_parts(dst, src, len),
        }
    }

    /// Copies bytes that are not all plain.
    fn copy_parts(&mut self, dst: &Value, src: &Value, len: u64) -> Result<(), Refusal> {
        self.writable(dst, len)?;
        let (target, to) = self.readable(dst, len)?;
        let (object, from) = self.readable(src, len)?;
        let whole = |object: &Object, at: u64| at == 0 && len == object.capacity();
        if let (Place::Own(_), Place::Own(contents)) = (&target.place, &object.place)
            && whole(target, to)
            && whole(object, from)
        {
            // Contents are shared until one side is written.
            let contents = contents.clone();
            *self.writable(dst, len)?.0 = contents;
            return Ok(());
        }
        let Some((contents, start)) = self.storage.bytes_of(object) else { return Ok(()) };
        let parts = contents.parts(start + from, len);
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
    pub fn read_bytes(&self, src: &Value, out: &mut [u8], known: &Answers) -> Result<(), Refusal> {
        let len = out.len() as u64;
        if len == 0 {
            return Ok(());
        }
        let (object, from) = self.readable(src, len)?;
        match self.storage.plain_of(object, from, len) {
            Some(bytes) => out.copy_from_slice(&bytes),
            None => {
                let (contents, index) = self.seen(src, len)?;
                for (byte, at) in out.iter_mut().zip(index..) {
                    *byte = self.byte_at(&contents, at, known)?;
                }
            }
        }
        Ok(())
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

    /// How many bytes lie before the first zero byte; running past the end of the object is a fault.
    pub fn c_string_len(&self, src: &Value, known: &Answers) -> Result<u64, Refusal> {
        let (object, from) = self.readable(src, 1)?;
        let rest = object.size - from;
        for start in (0..rest).step_by(WINDOW as usize) {
            let len = WINDOW.min(rest - start);
            if let Some(found) = self.zero_within(object, from + start, len, known)? {
                return Ok(start + found);
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
    ) -> Result<Option<u64>, Need> {
        let run = object.place.written_run(at, len);
        let plain = self.storage.plain_of(object, at, run);
        let zero = plain.as_deref().and_then(|plain| plain.iter().position(|&b| b == 0));
        if zero.is_some() || (plain.is_some() && run == len) {
            return Ok(zero.map(|at| at as u64));
        }
        let Some((contents, base)) = self.shown(object, at, len) else { return Ok(None) };
        for k in 0..len {
            if self.byte_at(&contents, base + at + k, known)? == 0 {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }

    /// Reads up to the first zero byte, which is left out.
    pub fn read_c_string(&self, src: &Value, known: &Answers) -> Result<Vec<u8>, Refusal> {
        let mut bytes = vec![0; self.c_string_len(src, known)? as usize];
        self.read_bytes(src, &mut bytes, known)?;
        Ok(bytes)
    }

    /// Lets a vast object hold what another holds, as far as it reaches; tells whether it does. What was never
    /// written stays the same bytes; zeros do not become more.
    pub fn take_vast(&mut self, to: ObjectId, from: ObjectId) -> bool {
        self.storage.objects.take_vast(to, from)
    }

    /// Copies what `from` holds to the start of `to`, as far as both are reserved. What lies beyond a size
    /// that is not known is not there for anyone.
    pub fn copy_reserved(&mut self, to: ObjectId, from: ObjectId) {
        if self.take_vast(to, from) {
            return;
        }
        self.show_all(from);
        let (Some(source), Some(target)) = (self.object(from), self.object(to)) else {
            return;
        };
        let len = source.capacity().min(target.capacity());
        let Some((contents, start)) = self.storage.bytes_of(source) else { return };
        let parts = contents.parts(start, len);
        let parts: Vec<Part> = parts.iter().map(|part| part.resolved(&self.terms)).collect();
        let Some((contents, mut at)) = self.storage.bytes_mut(Pointer { id: to, offset: 0 }, len)
        else {
            return;
        };
        for part in &parts {
            contents.write_part(at, part);
            at += u64::from(part.len());
        }
    }

    /// Makes byte `offset + i` byte `i` of an array, for `len` of them, in bounds. An object that this
    /// covers shows the array itself to reads at unknown offsets.
    pub fn make_symbolic(&mut self, id: ObjectId, offset: u64, len: u64, array: &Term) {
        let Some(object) = self.object(id) else { return };
        let capacity = object.capacity();
        if len == 0 || matches!(object.place, Place::Nowhere) {
            return;
        }
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
