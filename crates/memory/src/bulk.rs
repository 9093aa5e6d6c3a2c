//! Reading and writing many bytes at once.

use crate::contents::{Cell, Contents};
use crate::{Fault, Memory, Value};

impl Memory {
    /// Copies `len` bytes; the ranges may overlap. Pointers stay pointers.
    pub fn copy(&mut self, dst: &Value, src: &Value, len: u64) -> Result<(), Fault> {
        if len == 0 {
            return Ok(());
        }
        let (object, from) = self.readable(src, len)?;
        match object.contents.plain(from, len) {
            Some(bytes) if len <= 64 => {
                let mut few = [0; 64];
                few[..len as usize].copy_from_slice(bytes);
                self.write_bytes(dst, &few[..len as usize])
            }
            Some(bytes) => {
                let bytes = bytes.to_vec();
                self.write_bytes(dst, &bytes)
            }
            None => {
                let cells = cells(&object.contents, from, len);
                let (contents, to) = self.writable(dst, len)?;
                put_cells(contents, to, &cells);
                Ok(())
            }
        }
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
        contents.plain_mut(to, len).fill(byte);
        Ok(())
    }

    /// Reads bytes as numbers.
    pub fn read_bytes(&self, src: &Value, out: &mut [u8]) -> Result<(), Fault> {
        let len = out.len() as u64;
        if len == 0 {
            return Ok(());
        }
        let (object, from) = self.readable(src, len)?;
        match object.contents.plain(from, len) {
            Some(bytes) => out.copy_from_slice(bytes),
            None => {
                for (byte, at) in out.iter_mut().zip(from..) {
                    *byte = self.byte(object.contents.cell(at));
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
        contents.plain_mut(to, len).copy_from_slice(bytes);
        Ok(())
    }

    /// How many bytes lie before the first zero byte; running past the end of the object is a
    /// fault.
    pub fn c_string_len(&self, src: &Value) -> Result<u64, Fault> {
        let (object, from) = self.readable(src, 1)?;
        let rest = object.size - from;
        let len = match object.contents.plain(from, rest) {
            Some(plain) => plain.iter().position(|&b| b == 0).map(|at| at as u64),
            None => (0..rest).find(|at| self.byte(object.contents.cell(from + at)) == 0),
        };
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

/// A run of the contents: whole pointers where they are aligned, bytes elsewhere.
fn cells(contents: &Contents, from: u64, len: u64) -> Vec<Chunk> {
    let mut chunks = Vec::new();
    let mut at = from;
    while at < from + len {
        let rest = from + len - at;
        if at.is_multiple_of(8)
            && rest >= 8
            && let crate::contents::Word::Value(value) = contents.read(at, 8)
        {
            chunks.push(Chunk::Word(value));
            at += 8;
        } else {
            chunks.push(Chunk::Cell(contents.cell(at)));
            at += 1;
        }
    }
    chunks
}

enum Chunk {
    Word(Value),
    Cell(Cell),
}

fn put_cells(contents: &mut Contents, to: u64, chunks: &[Chunk]) {
    let mut at = to;
    for chunk in chunks {
        match *chunk {
            Chunk::Word(Value::Ptr { id, offset }) => contents.write_ptr(at, id, offset),
            Chunk::Word(Value::Int(number)) => contents.write_int(at, 8, number),
            Chunk::Word(_) => unreachable!("eight bytes are an integer or a whole pointer"),
            Chunk::Cell(Cell::Byte(byte)) => contents.write_int(at, 1, u64::from(byte)),
            Chunk::Cell(Cell::Piece(piece)) => contents.write_piece(at, piece),
        }
        at += if matches!(chunk, Chunk::Word(_)) { 8 } else { 1 };
    }
}
