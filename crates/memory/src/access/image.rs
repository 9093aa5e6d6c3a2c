//! Objects as bytes, for code that knows nothing but bytes.
//!
//! On the way out, a pointer is its number and bytes never written are zero. On the way back, words that did not
//! change keep their values, and pointers their objects; a changed word whose number lies in a live object becomes a
//! pointer to it, any other an integer. Bytes that were not numbers, or were never written, become the bytes that
//! were shown: a zero that was written cannot be told from one that was there.

use std::ops::Range;

use numeric::Bits;

use crate::{Answers, Fault, Memory, Need, ObjectId, Pointer, Read, Refusal, Value};

const WORD: u64 = 8;

impl Memory {
    /// The bytes of a live object, as far as its size is certain.
    pub fn image(&self, id: ObjectId, known: &Answers) -> Result<Read<Vec<u8>>, Need> {
        let Some(object) = self.objects().live(id) else {
            return Ok(Read::exact(Vec::new()));
        };
        if let Some(bytes) = self.storage.plain_of(object, 0, object.size) {
            return Ok(Read::exact(bytes.into_owned()));
        }
        let mut bytes = Read::exact(Vec::with_capacity(object.size as usize));
        for Range { start, end } in words(object.size) {
            let written = object.place.is_written(start, end - start);
            let number = match written {
                true => self.image_of(id, start..end, known)?,
                false => self.image_of_bytes(id, start..end, known)?,
            };
            bytes.value.extend_from_slice(&number.value.to_le_bytes()[..(end - start) as usize]);
            bytes.zeros |= number.zeros;
        }
        Ok(bytes)
    }

    /// The number of some bytes that were all written.
    fn image_of(
        &self,
        id: ObjectId,
        range: Range<u64>,
        known: &Answers,
    ) -> Result<Read<u64>, Need> {
        let len = (range.end - range.start) as u32;
        let value = match self.object(id) {
            Some(object) => self.word_of(object, range.start, len),
            None => Value::ZERO,
        };
        if !value.is_symbolic() {
            return self.number(&value).map(Read::exact);
        }
        known.number_of_term(self, self.term_of(&value, Bits(8 * len)))
    }

    /// The number of some bytes of which not all were written.
    fn image_of_bytes(
        &self,
        id: ObjectId,
        range: Range<u64>,
        known: &Answers,
    ) -> Result<Read<u64>, Need> {
        let mut number = Read::exact(0);
        for at in range.clone() {
            let written = self.object(id).is_some_and(|object| object.place.is_written(at, 1));
            if written {
                let byte = self.image_of(id, at..at + 1, known)?;
                number.value |= byte.value << (8 * (at - range.start));
                number.zeros |= byte.zeros;
                continue;
            }
            let byte = match self.object(id).and_then(|object| self.raw_byte(object, at)) {
                Some(byte) => known.number(self, &byte)?,
                None => Read { value: 0, zeros: true },
            };
            number.value |= byte.value << (8 * (at - range.start));
            number.zeros |= byte.zeros;
        }
        Ok(number)
    }

    /// Takes back the bytes of an object, which were `before` on the way out and are `after` now. It is a fault if
    /// they changed although the object may not be written.
    pub fn absorb(&mut self, id: ObjectId, before: &[u8], after: &[u8]) -> Result<(), Refusal> {
        let Some(object) = self.objects().live(id) else {
            return Ok(());
        };
        if object.read_only {
            let changed = before.iter().zip(after).position(|(before, after)| before != after);
            return match changed {
                Some(at) => Err(Fault::ReadOnly { at: Pointer { id, offset: at as u64 } }.into()),
                None => Ok(()),
            };
        }
        if before == after && self.storage.plain_of(object, 0, object.size).is_some() {
            return Ok(());
        }
        for range in words(after.len() as u64) {
            let (start, end) = (range.start as usize, range.end as usize);
            self.absorb_word(id, range, &before[start..end], &after[start..end])?;
        }
        Ok(())
    }

    fn absorb_word(
        &mut self,
        id: ObjectId,
        range: Range<u64>,
        before: &[u8],
        after: &[u8],
    ) -> Result<(), Refusal> {
        let Some(object) = self.object(id) else { return Ok(()) };
        let len = after.len() as u32;
        let at = |offset: usize| Value::Ptr { id, offset: range.start + offset as u64 };
        let written = object.place.is_written(range.start, u64::from(len));
        let was = match written {
            true => self.word_of(object, range.start, len),
            false => Value::ZERO,
        };
        if before == after && written && !was.is_symbolic() {
            return Ok(());
        }
        let mut number = [0; WORD as usize];
        number[..after.len()].copy_from_slice(after);
        let number = u64::from_le_bytes(number);
        if before != after
            && u64::from(len) == WORD
            && let Some(value @ Value::Ptr { .. }) = Some(self.objects().pointer_at(number))
        {
            return self.store(&at(0), 8, &value);
        }
        if !written || was.is_symbolic() || was.is_pointer() {
            return self.store(&at(0), len, &Value::Int(number));
        }
        // Bytes next to those that changed may belong to a pointer that is not aligned.
        for (offset, (before, after)) in before.iter().zip(after).enumerate() {
            if before != after {
                self.store(&at(offset), 1, &Value::Int(u64::from(*after)))?;
            }
        }
        Ok(())
    }
}

/// The words of this many bytes; the last may be shorter.
fn words(size: u64) -> impl Iterator<Item = Range<u64>> {
    (0..size).step_by(WORD as usize).map(move |at| at..size.min(at + WORD))
}

#[cfg(test)]
mod tests {
    use numeric::Bits;

    use crate::{Answers, Birth, Fault, Kind, Memory, Need, ObjectId, Read, Refusal, Site, Value};

    fn at(id: ObjectId, offset: u64) -> Value {
        Value::Ptr { id, offset }
    }

    fn object(m: &mut Memory, size: u64) -> ObjectId {
        m.allocate(Kind::Heap, size, 8, Site::default()).unwrap()
    }

    #[test]
    fn pointers_are_numbers_outside_and_pointers_again_inside() {
        let mut m = Memory::new();
        let (a, b) = (object(&mut m, 20), object(&mut m, 8));
        m.store(&at(a, 8), 8, &at(b, 3)).unwrap();
        let before = m.image(a, &Answers::default()).unwrap().value;
        let number = m.address(b, 3);
        assert_eq!(before[8..16], number.to_le_bytes());
        let mut after = before.clone();
        after[0] = 7;
        after[19] = 9;
        m.absorb(a, &before, &after).unwrap();
        assert_eq!(m.load(&at(a, 8), 8).unwrap(), at(b, 3), "an unchanged pointer stays one");
        assert_eq!(m.load(&at(a, 0), 8).unwrap(), Value::Int(7));
        assert_eq!(m.load(&at(a, 19), 1).unwrap(), Value::Int(9));
        let before = m.image(a, &Answers::default()).unwrap().value;
        let mut after = before.clone();
        after[..8].copy_from_slice(&m.address(a, 20).to_le_bytes());
        after[8..16].copy_from_slice(&0x7fff_0000_1234u64.to_le_bytes());
        m.absorb(a, &before, &after).unwrap();
        assert_eq!(m.load(&at(a, 0), 8).unwrap(), at(a, 20), "a number in an object points to it");
        assert_eq!(m.load(&at(a, 8), 8).unwrap(), Value::Int(0x7fff_0000_1234));
        assert_eq!(m.image(a, &Answers::default()).unwrap().value, after);
    }

    #[test]
    fn pointers_that_are_not_aligned_survive_their_neighbours() {
        let mut m = Memory::new();
        let (a, b) = (object(&mut m, 16), object(&mut m, 8));
        m.store(&at(a, 3), 8, &at(b, 1)).unwrap();
        let before = m.image(a, &Answers::default()).unwrap().value;
        let mut after = before.clone();
        (after[0], after[15]) = (1, 2);
        m.absorb(a, &before, &after).unwrap();
        assert_eq!(m.load(&at(a, 3), 8).unwrap(), at(b, 1));
        assert_eq!(m.image(a, &Answers::default()).unwrap().value, after);
    }

    #[test]
    fn what_was_symbolic_is_what_was_seen() {
        let mut m = Memory::new();
        let a = object(&mut m, 8);
        let x = m.terms().var("x", Bits(32));
        m.store(&at(a, 4), 4, &Value::term(x)).unwrap();
        let Err(Need::Number(term)) = m.image(a, &Answers::default()) else {
            panic!("a term without a number");
        };
        let mut known = Answers::default();
        known.settle(term, 5 << 32);
        let bytes = m.image(a, &known).unwrap().value;
        assert_eq!(bytes, [0, 0, 0, 0, 5, 0, 0, 0]);
        m.absorb(a, &bytes, &bytes).unwrap();
        assert_eq!(m.load(&at(a, 4), 4).unwrap(), Value::Int(5));
    }

    #[test]
    fn what_was_never_written_is_zero() {
        let mut m = Memory::new();
        let a = m.allocate_as(Birth::Undefined, Kind::Local, 40, 8, Site::default()).unwrap();
        m.store(&at(a, 9), 1, &Value::Int(3)).unwrap();
        // Some of these bytes were read.
        m.show(&at(a, 30), 1);
        let Read { value: bytes, zeros } = m.image(a, &Answers::default()).unwrap();
        assert_eq!(bytes.iter().map(|b| u32::from(*b)).sum::<u32>(), 3);
        assert!(zeros, "and that is told");
        m.absorb(a, &bytes, &bytes).unwrap();
        assert_eq!(m.load(&at(a, 8), 8).unwrap(), Value::Int(3 << 8));
        assert_eq!(m.load(&at(a, 30), 8).unwrap(), Value::ZERO);
    }

    #[test]
    fn constants_do_not_change() {
        let mut m = Memory::new();
        let a = object(&mut m, 4);
        m.set_read_only(a);
        let bytes = m.image(a, &Answers::default()).unwrap().value;
        assert_eq!(m.absorb(a, &bytes, &bytes), Ok(()));
        let fault = m.absorb(a, &bytes, &[0, 0, 1, 0]);
        assert!(
            matches!(fault, Err(Refusal::Fault(Fault::ReadOnly { at })) if at.offset == 2),
            "{fault:?}"
        );
    }
}
