//! The container below bitcode: a stream of bits made of nested blocks and records, in which the
//! file itself may define how its records are abbreviated.
//!
//! [`Stream::next`] gives one entry after the other; abbreviations and the block that holds them
//! (BLOCKINFO) are dealt with here and never seen above. Every record is read into one buffer of
//! the caller, so that reading allocates nothing per record.
//!
//! Reading bits cannot fail: past the end of the bytes they are zero, and [`Stream::next`] looks
//! once per record whether the end was passed. Counts found in the file are checked against the
//! bits that are left before anything is reserved, and the operands of all records together may
//! not outnumber the bits of the file, which bounds what a small malformed file can expand to.

use std::rc::Rc;

use crate::error::{ReadError, Result};

const END_BLOCK: u64 = 0;
const ENTER_BLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREVIATED: u64 = 3;
const FIRST_ABBREV: u64 = 4;

const BLOCKINFO: u32 = 0;
const BLOCKINFO_SET_BLOCK: u32 = 1;

/// More operands than any abbreviation LLVM writes.
const MAX_ABBREV_OPS: u64 = 256;
/// More levels than any block LLVM writes.
const MAX_DEPTH: usize = 32;
/// More kinds of blocks than LLVM has.
const MAX_BLOCK_KINDS: usize = 64;

/// One record: a code and its operands.
#[derive(Default)]
pub(crate) struct Record<'a> {
    /// What kind of record it is, within its kind of block.
    pub code: u32,
    /// Its operands.
    pub ops: Vec<u64>,
    /// The bytes at its end, if its abbreviation says there are any.
    pub blob: Option<&'a [u8]>,
    /// The bit where it starts.
    pub bit: u64,
}

/// What comes next in a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    /// A record, now in the buffer.
    Record,
    /// A block: to be entered or skipped.
    Block(BlockHead),
    /// The end of the current block, which has been left.
    End,
}

/// The start of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BlockHead {
    /// What kind of block it is.
    pub id: u32,
    /// How many bits the number of an abbreviation takes in it.
    width: u32,
    /// The bit after its head.
    start: u64,
    /// The bit after its end.
    pub end: u64,
}

impl BlockHead {
    /// The bit where its contents start.
    pub fn start(&self) -> u64 {
        self.start
    }
}

#[derive(Clone, Copy)]
enum Field {
    Literal(u64),
    Fixed(u32),
    Vbr(u32),
    Char6,
}

/// How a record is written: fields one after the other, then perhaps many of one kind or bytes.
struct Abbrev {
    fields: Box<[Field]>,
    tail: Tail,
}

enum Tail {
    Nothing,
    Array(Field),
    Blob,
}

struct Scope {
    width: u32,
    end: u64,
    abbrevs: Vec<Rc<Abbrev>>,
}

/// A position in a stream of bits, inside some blocks.
pub(crate) struct Stream<'a> {
    bytes: &'a [u8],
    position: u64,
    end: u64,
    scope: Scope,
    outer: Vec<Scope>,
    /// Abbreviations that the file defines for every block of a kind.
    block_info: Vec<(u32, Vec<Rc<Abbrev>>)>,
    /// How many more operands records may have.
    budget: u64,
    /// Whether a number did not fit into 64 bits.
    overlong: bool,
}

impl<'a> Stream<'a> {
    /// A stream over `bytes`, at bit `position` outside of all blocks.
    pub fn new(bytes: &'a [u8], position: u64) -> Self {
        let end = bytes.len() as u64 * 8;
        Stream {
            bytes,
            position,
            end,
            scope: Scope { width: 2, end, abbrevs: Vec::new() },
            outer: Vec::new(),
            block_info: Vec::new(),
            budget: end.saturating_mul(2),
            overlong: false,
        }
    }

    /// The bit that is read next.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// How many bits of the current block are left.
    pub fn left(&self) -> u64 {
        self.scope.end.saturating_sub(self.position)
    }

    /// Takes `cost` from what the file may expand to; things that are copied for each use, such
    /// as names, count here.
    pub fn spend(&mut self, cost: usize) -> Result<()> {
        match self.budget.checked_sub(cost as u64) {
            Some(budget) => {
                self.budget = budget;
                Ok(())
            }
            None => Err(self.error("no more contents than fit into a file of this size")),
        }
    }

    /// The next 57 bits at least, lowest first; zeros past the end.
    #[inline]
    fn peek(&self) -> u64 {
        let byte = (self.position >> 3) as usize;
        let rest = self.bytes.get(byte..).unwrap_or(&[]);
        let word = match rest.first_chunk::<8>() {
            Some(chunk) => u64::from_le_bytes(*chunk),
            None => {
                let mut chunk = [0; 8];
                chunk[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(chunk)
            }
        };
        word >> (self.position & 7)
    }

    /// A number of `width` bits.
    #[inline]
    pub fn fixed(&mut self, width: u32) -> u64 {
        if width <= 56 {
            let value = self.peek() & ((1 << width) - 1);
            self.position += u64::from(width);
            value
        } else {
            let low = self.fixed(32);
            low | self.fixed(width - 32) << 32
        }
    }

    /// A number in groups of `width` bits, of which the highest says whether another one follows.
    #[inline]
    pub fn vbr(&mut self, width: u32) -> u64 {
        let first = self.fixed(width);
        let more = 1 << (width - 1);
        if first & more == 0 { first } else { self.vbr_rest(width, first ^ more) }
    }

    fn vbr_rest(&mut self, width: u32, first: u64) -> u64 {
        let more = 1 << (width - 1);
        let mut value = first;
        let mut shift = width - 1;
        loop {
            let group = self.fixed(width);
            let bits = group & (more - 1);
            if shift >= 64 || (bits << shift) >> shift != bits {
                self.overlong = true;
                return 0;
            }
            value |= bits << shift;
            shift += width - 1;
            if group & more == 0 {
                return value;
            }
        }
    }

    fn align32(&mut self) {
        self.position = self.position.next_multiple_of(32);
    }

    pub fn error(&self, expected: &'static str) -> ReadError {
        ReadError::new(self.position.min(self.end), expected)
    }

    /// Whether all that was read since the last look was there.
    fn verify(&mut self, start: u64, what: &'static str) -> Result<()> {
        if self.overlong {
            self.overlong = false;
            return Err(ReadError::new(start, "a number of at most 64 bits"));
        }
        if self.position > self.scope.end {
            return Err(ReadError::new(start, what));
        }
        Ok(())
    }

    /// The next entry of the current block; a record goes into `record`.
    pub fn next(&mut self, record: &mut Record<'a>) -> Result<Entry> {
        loop {
            let start = self.position;
            let id = self.fixed(self.scope.width);
            match id {
                END_BLOCK => {
                    self.leave(start)?;
                    return Ok(Entry::End);
                }
                ENTER_BLOCK => {
                    let head = self.head(start)?;
                    if head.id != BLOCKINFO {
                        return Ok(Entry::Block(head));
                    }
                    self.read_block_info(head)?;
                }
                DEFINE_ABBREV => {
                    let abbrev = self.define_abbrev(start)?;
                    self.scope.abbrevs.push(Rc::new(abbrev));
                }
                _ => {
                    record.bit = start;
                    self.read_record(id, record)?;
                    return Ok(Entry::Record);
                }
            }
        }
    }

    /// The start of a block outside of all blocks, `None` where there is only padding.
    pub fn top_level(&mut self) -> Result<Option<BlockHead>> {
        let start = self.position;
        // Some tools pad files with zeros, others leave a few bytes that mean nothing.
        let rest = self.bytes.get((start >> 3) as usize..).unwrap_or(&[]);
        if rest.len() < 8 || rest.iter().all(|&b| b == 0) {
            return Ok(None);
        }
        match self.fixed(self.scope.width) {
            ENTER_BLOCK => self.head(start).map(Some),
            id => Err(ReadError::found(start, "the start of a block", id)),
        }
    }

    fn head(&mut self, start: u64) -> Result<BlockHead> {
        let id = self.vbr(8);
        let width = self.vbr(4);
        self.align32();
        let words = self.fixed(32);
        self.verify(start, "the head of a block")?;
        let Ok(id) = u32::try_from(id) else {
            return Err(ReadError::found(start, "a kind of block", id));
        };
        if !(2..=32).contains(&width) {
            return Err(ReadError::found(start, "an abbreviation width of 2 to 32", width));
        }
        let end = self.position + words * 32;
        if end > self.scope.end {
            return Err(ReadError::found(start, "a block that ends within its parent", words * 32));
        }
        Ok(BlockHead { id, width: width as u32, start: self.position, end })
    }

    /// Goes into a block.
    pub fn enter(&mut self, head: BlockHead) -> Result<()> {
        if self.outer.len() >= MAX_DEPTH {
            return Err(ReadError::new(head.start, "blocks nested less deeply"));
        }
        let abbrevs = match self.block_info.iter().find(|(id, _)| *id == head.id) {
            Some((_, abbrevs)) => abbrevs.clone(),
            None => Vec::new(),
        };
        self.spend(abbrevs.len())?;
        self.position = head.start;
        let scope = Scope { width: head.width, end: head.end, abbrevs };
        self.outer.push(std::mem::replace(&mut self.scope, scope));
        Ok(())
    }

    /// Goes past a block.
    pub fn skip(&mut self, head: BlockHead) {
        self.position = head.end;
    }

    fn leave(&mut self, start: u64) -> Result<()> {
        self.align32();
        if self.position != self.scope.end {
            return Err(ReadError::new(start, "the end of a block where its length says"));
        }
        match self.outer.pop() {
            Some(outer) => {
                self.scope = outer;
                Ok(())
            }
            None => Err(ReadError::new(start, "a block to end")),
        }
    }

    #[inline]
    fn read_record(&mut self, id: u64, record: &mut Record<'a>) -> Result<()> {
        record.ops.clear();
        record.blob = None;
        if id == UNABBREVIATED {
            self.read_unabbreviated(record)?;
        } else {
            let index = (id - FIRST_ABBREV) as usize;
            let Some(abbrev) = self.scope.abbrevs.get(index) else {
                return Err(ReadError::found(record.bit, "the number of an abbreviation", id));
            };
            let abbrev = Rc::clone(abbrev);
            self.read_abbreviated(&abbrev, record)?;
        }
        self.verify(record.bit, "a whole record")?;
        self.spend(record.ops.len())
    }

    fn read_unabbreviated(&mut self, record: &mut Record<'a>) -> Result<()> {
        let code = self.vbr(6);
        let count = self.vbr(6);
        record.code = code_of(record.bit, code)?;
        if count > self.left() / 6 {
            return Err(ReadError::found(record.bit, "a record within its block", count));
        }
        record.ops.reserve(count as usize);
        for _ in 0..count {
            let op = self.vbr(6);
            record.ops.push(op);
        }
        Ok(())
    }

    fn read_abbreviated(&mut self, abbrev: &Abbrev, record: &mut Record<'a>) -> Result<()> {
        let mut fields = abbrev.fields.iter();
        let code = match fields.next() {
            Some(&field) => self.field(field),
            None => return Err(ReadError::new(record.bit, "an abbreviation with a code")),
        };
        record.code = code_of(record.bit, code)?;
        for &field in fields {
            let op = self.field(field);
            record.ops.push(op);
        }
        match abbrev.tail {
            Tail::Nothing => {}
            Tail::Array(element) => self.read_array(element, record)?,
            Tail::Blob => self.read_blob(record)?,
        }
        Ok(())
    }

    fn read_array(&mut self, element: Field, record: &mut Record<'a>) -> Result<()> {
        let count = self.vbr(6);
        let width = match element {
            Field::Literal(_) => 0,
            Field::Fixed(width) | Field::Vbr(width) => u64::from(width),
            Field::Char6 => 6,
        };
        // Elements of no bits would let a few bits stand for any number of operands.
        if count > self.left().checked_div(width).unwrap_or(0) {
            return Err(ReadError::found(record.bit, "an array within its block", count));
        }
        record.ops.reserve(count as usize);
        match element {
            Field::Fixed(width) if width <= 56 => {
                for _ in 0..count {
                    let op = self.fixed(width);
                    record.ops.push(op);
                }
            }
            _ => {
                for _ in 0..count {
                    let op = self.field(element);
                    record.ops.push(op);
                }
            }
        }
        Ok(())
    }

    fn read_blob(&mut self, record: &mut Record<'a>) -> Result<()> {
        let len = self.vbr(6);
        self.align32();
        let start = self.position / 8;
        let bytes = start.checked_add(len).and_then(|end| {
            if len > self.left() / 8 {
                return None;
            }
            self.bytes.get(start as usize..end as usize)
        });
        let Some(bytes) = bytes else {
            return Err(ReadError::found(record.bit, "bytes within their block", len));
        };
        record.blob = Some(bytes);
        self.position += len * 8;
        self.align32();
        Ok(())
    }

    #[inline]
    fn field(&mut self, field: Field) -> u64 {
        match field {
            Field::Literal(value) => value,
            Field::Fixed(width) => self.fixed(width),
            Field::Vbr(width) => self.vbr(width),
            Field::Char6 => u64::from(CHAR6[self.fixed(6) as usize & 63]),
        }
    }

    fn define_abbrev(&mut self, start: u64) -> Result<Abbrev> {
        let count = self.vbr(5);
        if count == 0 || count > MAX_ABBREV_OPS {
            return Err(ReadError::found(start, "an abbreviation of 1 to 256 operands", count));
        }
        let mut fields = Vec::with_capacity(count as usize);
        let mut tail = Tail::Nothing;
        let mut left = count;
        while left > 0 {
            left -= 1;
            let literal = self.fixed(1);
            if literal == 1 {
                fields.push(Field::Literal(self.vbr(8)));
                continue;
            }
            match self.fixed(3) {
                3 if left == 1 => {
                    left = 0;
                    tail = Tail::Array(self.array_element(start)?);
                }
                5 if left == 0 => tail = Tail::Blob,
                encoding => fields.push(self.encoding(encoding, start)?),
            }
        }
        self.verify(start, "a whole abbreviation")?;
        self.spend(count as usize)?;
        Ok(Abbrev { fields: fields.into(), tail })
    }

    fn array_element(&mut self, start: u64) -> Result<Field> {
        if self.fixed(1) == 1 {
            return Ok(Field::Literal(self.vbr(8)));
        }
        let encoding = self.fixed(3);
        self.encoding(encoding, start)
    }

    fn encoding(&mut self, encoding: u64, start: u64) -> Result<Field> {
        match encoding {
            1 | 2 => {
                let width = self.vbr(5);
                match (encoding, width) {
                    // A field of no bits is always zero.
                    (_, 0) => Ok(Field::Literal(0)),
                    (1, 1..=64) => Ok(Field::Fixed(width as u32)),
                    (2, 2..=32) => Ok(Field::Vbr(width as u32)),
                    _ => Err(ReadError::found(start, "a field of 1 to 64 bits", width)),
                }
            }
            4 => Ok(Field::Char6),
            _ => Err(ReadError::found(start, "an encoding of a field", encoding)),
        }
    }

    fn read_block_info(&mut self, head: BlockHead) -> Result<()> {
        self.enter(head)?;
        let mut record = Record::default();
        let mut current: Option<u32> = None;
        loop {
            let start = self.position;
            match self.fixed(self.scope.width) {
                END_BLOCK => return self.leave(start),
                ENTER_BLOCK => {
                    let inner = self.head(start)?;
                    self.skip(inner);
                }
                DEFINE_ABBREV => {
                    let abbrev = Rc::new(self.define_abbrev(start)?);
                    let Some(id) = current else {
                        return Err(ReadError::new(start, "a kind of block before abbreviations"));
                    };
                    match self.block_info.iter_mut().find(|(known, _)| *known == id) {
                        Some((_, abbrevs)) => abbrevs.push(abbrev),
                        None => self.block_info.push((id, vec![abbrev])),
                    }
                }
                id => {
                    record.bit = start;
                    self.read_record(id, &mut record)?;
                    if record.code == BLOCKINFO_SET_BLOCK {
                        current = record.ops.first().and_then(|&id| u32::try_from(id).ok());
                        if self.block_info.len() >= MAX_BLOCK_KINDS {
                            return Err(ReadError::new(start, "fewer kinds of blocks"));
                        }
                    }
                }
            }
        }
    }
}

fn code_of(bit: u64, code: u64) -> Result<u32> {
    u32::try_from(code).map_err(|_| ReadError::found(bit, "the code of a record", code))
}

/// The characters of identifiers, by their six-bit number.
const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_and_vbr_numbers() {
        // 0b101, then 0b1_10100 0b0_00001 (VBR6 of 0b110100 = 52), lowest bits first.
        let bits: u64 = 0b101 | 0b110100 << 3 | 0b000001 << 9;
        let bytes = bits.to_le_bytes();
        let mut stream = Stream::new(&bytes, 0);
        assert_eq!(stream.fixed(3), 0b101);
        assert_eq!(stream.vbr(6), 0b10100 | 1 << 5);
        assert_eq!(stream.position(), 15);
    }

    #[test]
    fn wide_fixed_numbers_at_any_bit() {
        let value = 0xfedc_ba98_7654_3210_u64;
        for shift in 0..8 {
            let bytes = (u128::from(value) << shift).to_le_bytes();
            let mut stream = Stream::new(&bytes, shift);
            assert_eq!(stream.fixed(64), value);
        }
    }

    #[test]
    fn overlong_numbers_are_refused() {
        let bytes = [0xff; 64];
        let mut stream = Stream::new(&bytes, 0);
        stream.vbr(6);
        assert!(stream.verify(0, "").is_err());
    }

    #[test]
    fn past_the_end_is_zero_and_refused() {
        let mut stream = Stream::new(&[0xff], 0);
        assert_eq!(stream.fixed(16), 0xff);
        assert!(stream.verify(0, "").is_err());
    }
}
