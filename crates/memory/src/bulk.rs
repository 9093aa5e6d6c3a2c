//! Reading and writing many bytes at once.

use numeric::Bits;

use crate::contents::{Contents, Write};
use crate::part::{Part, Slice};
use crate::{Fault, Memory, Object, Value};

/// Bytes that are looked at together for the end of a string.
const WINDOW: u64 = 256;

/// So many that it is worth asking first whether they can be written.
const MANY: u64 = 1 << 20;

impl Memory {
    /// Copies `len` bytes; the ranges may overlap. Pointers stay pointers.
    pub fn copy(&mut self, dst: &Value, src: &Value, len: u64) -> Result<(), Fault> {
        if len == 0 {
            return Ok(());
        }
        self.show(src, len);
        let (object, from) = self.readable(src, len)?;
        if len > MANY {
            // Before they are copied: there may be too many.
            self.readable(dst, len)?;
        }
        match self.plain_of(object, from, len) {
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
    fn copy_parts(&mut self, dst: &Value, src: &Value, len: u64) -> Result<(), Fault> {
        self.writable(dst, len)?;
        let (target, to) = self.readable(dst, len)?;
        let (object, from) = self.readable(src, len)?;
        let whole = |object: &Object, at: u64| {
            let own = !matches!(object.contents, Contents::Placed(_));
            own && at == 0 && len == object.capacity()
        };
        if whole(target, to) && whole(object, from) {
            // Contents are shared until one side is written.
            let contents = object.contents.clone();
            *self.writable(dst, len)?.0 = contents;
            return Ok(());
        }
        let (contents, start) = self.bytes_of(object);
        let parts = contents.parts(start + from, len);
        let parts: Vec<Part> = parts.iter().map(|part| self.resolve(part)).collect();
        let (contents, mut at) = self.writable(dst, len)?;
        for part in &parts {
            contents.write_part(at, part);
            at += u64::from(part.len());
        }
        Ok(())
    }

    /// Whether `len` bytes can be read.
    pub fn check_read(&self, src: &Value, len: u64) -> Result<(), Fault> {
        if len == 0 { Ok(()) } else { self.readable(src, len).map(|_| ()) }
    }

    /// Sets `len` bytes.
    pub fn fill(&mut self, dst: &Value, byte: u8, len: u64) -> Result<(), Fault> {
        if len == 0 {
            return Ok(());
        }
        let (contents, to) = self.writable(dst, len)?;
        contents.write(to, &Write::Fill { byte, len: len as usize });
        Ok(())
    }

    /// Sets `len` bytes to the lowest byte of a value.
    pub fn fill_value(&mut self, at: &Value, byte: &Value, len: u64) -> Result<(), Fault> {
        let byte = Value::term(self.term_of(byte, Bits(8)));
        let Some(slice) = Slice::whole(byte.clone()) else {
            return self.fill(at, self.number(&byte) as u8, len);
        };
        if len == 0 {
            return Ok(());
        }
        let (contents, to) = self.writable(at, len)?;
        for at in to..to + len {
            contents.write_slice(at, slice.clone());
        }
        self.symbolic = true;
        Ok(())
    }

    /// Reads bytes as numbers.
    pub fn read_bytes(&self, src: &Value, out: &mut [u8]) -> Result<(), Fault> {
        let len = out.len() as u64;
        if len == 0 {
            return Ok(());
        }
        let (object, from) = self.readable(src, len)?;
        match self.plain_of(object, from, len) {
            Some(bytes) => out.copy_from_slice(&bytes),
            None => {
                let (contents, start) = self.shown(object, from, len);
                for (byte, at) in out.iter_mut().zip(start + from..) {
                    *byte = self.byte_at(&contents, at);
                }
            }
        }
        Ok(())
    }

    /// Writes bytes.
    pub fn write_bytes(&mut self, dst: &Value, bytes: &[u8]) -> Result<(), Fault> {
        let len = bytes.len() as u64;
        if len == 0 {
            return Ok(());
        }
        let (contents, to) = self.writable(dst, len)?;
        contents.write(to, &Write::Bytes(bytes));
        Ok(())
    }

    /// How many bytes lie before the first zero byte; running past the end of the object is a
    /// fault.
    pub fn c_string_len(&self, src: &Value) -> Result<u64, Fault> {
        let (object, from) = self.readable(src, 1)?;
        let rest = object.size - from;
        let windows = (0..rest).step_by(WINDOW as usize);
        let len = windows.into_iter().find_map(|start| {
            let (at, len) = (from + start, WINDOW.min(rest - start));
            let zero = |plain: &[u8]| plain.iter().position(|&b| b == 0).map(|at| at as u64);
            let run = object.contents.written_run(at, len);
            let plain = self.plain_of(object, at, run);
            let found = match plain.as_deref() {
                Some(plain) if run == len => zero(plain),
                plain => plain.and_then(zero).or_else(|| {
                    let (contents, base) = self.shown(object, at, len);
                    (0..len).find(|k| self.byte_at(&contents, base + at + k) == 0)
                }),
            };
            found.map(|found| start + found)
        });
        match len {
            Some(len) => Ok(len),
            None => Err(self.check_read(src, rest + 1).expect_err("past the end")),
        }
    }

    /// Reads up to the first zero byte, which is left out.
    pub fn read_c_string(&self, src: &Value) -> Result<Vec<u8>, Fault> {
        let mut bytes = vec![0; self.c_string_len(src)? as usize];
        self.read_bytes(src, &mut bytes)?;
        Ok(bytes)
    }
}
