//! Which bytes of an object were never written, and what they read as.
//!
//! An object may be born *undefined*: contents then note which bytes have been written since, in a bitmap that is
//! dropped once all are, so that objects filled before they are read cost next to nothing. The first read of a byte
//! never written that does not just move it ([`crate::access::raw`]) *shows* all such bytes of the object: they become
//! bytes of a symbol of the object's own
//! ([`term::Terms::undefined`]), named by the serial number of the birth on the path. From then on they are ordinary
//! symbolic bytes, so that copies of them are equal to them. Readers that may not change memory read a copy in which
//! the bytes are shown.
//!
//! The origin of a symbol, and where values that depend on it were stored, are remembered for reports once the bytes
//! are shown. Until then the object itself has this information, and it exists for as long as nothing else shows the
//! bytes.

use std::borrow::Cow;
use std::ops::Range;

use numeric::Bits;
use term::Term;

use crate::access::undefined::symbol;
use crate::contents::Contents;
use crate::contents::arrays::read;
use crate::contents::part::{Part, Slice};
use crate::placement::split::bytes_in;
use crate::placement::{ArrayRef, Place};
use crate::value::symbolic::index;
use crate::{Memory, Object, ObjectId, Origin, Pointer, Site, Value};

/// Up to this many unwritten bytes become cells; more are put below, unless they are less than half.
const CELLS: usize = 64;

impl Memory {
    /// Notes where bytes are copied that may depend on bytes never written, if that is recorded.
    pub fn note_copies(&mut self, from: &Value, len: u64, site: Site) {
        if !self.undefined.is_checked() || len == 0 {
            return;
        }
        let Ok((object, at)) = self.readable(from, len) else { return };
        if self.storage.plain_of(object, at, len).is_some() {
            return;
        }
        let end = at + len;
        let word = |at: u64| self.word_of(object, at, (end - at).min(8) as u32);
        let words: Vec<Value> = (at..end).step_by(8).map(word).collect();
        for word in words {
            self.undefined.note_copy(&word, site);
        }
    }

    /// The object to which bytes never written with this serial number belong; or poison.
    pub fn origin(&self, serial: u64) -> Option<Origin> {
        self.undefined.origin(serial).cloned().or_else(|| {
            let mut objects = self.objects().iter().map(|(_, object)| object);
            objects.find(|object| u64::from(object.serial) == serial).map(Origin::of)
        })
    }

    /// Remembers the origin of the undefined bytes in a term that outlives the objects it was read from.
    pub fn remember_origins(&mut self, term: &Term) {
        for serial in term.undefined_serials() {
            let mut objects = self.storage.objects.iter().map(|(_, object)| object);
            if let Some(object) = objects.find(|object| u64::from(object.serial) == serial) {
                self.undefined.remember(object);
            }
        }
    }

    /// The result of an operation that has none, made at a site: it has a serial number of its own.
    pub fn undefined_result(&mut self, width: Bits, site: Site) -> Value {
        let serial = self.undefined.enter_poison(u64::from(width.0.div_ceil(8)), site);
        self.storage.symbolic = true;
        Value::term(self.terms.undefined_result(serial, width))
    }

    /// A value of `width` in which everything undefined has become some fixed number.
    pub fn frozen(&mut self, value: &Value, width: Bits) -> Value {
        match value.as_term() {
            Some(term) if term.has_undefined() && self.undefined.is_checked() => {
                let frozen = Value::term(self.terms.frozen(term));
                self.undefined.note_use();
                frozen
            }
            _ if matches!(value, Value::Poison { .. }) => {
                self.undefined.note_use();
                Value::term(self.terms.number(width, 0))
            }
            _ => value.clone(),
        }
    }

    /// The contents that hold a range of an object's bytes, after showing these, and where the first of them lies
    /// there.
    pub(crate) fn shown<'a>(
        &'a self,
        object: &'a Object,
        at: u64,
        len: u64,
    ) -> Option<(Cow<'a, Contents>, u64)> {
        let (contents, start) = bytes_in(self, object, at..at + len)?;
        if object.place.is_written(at, len) {
            return Some((contents, start));
        }
        let mut contents = contents.into_owned();
        match object.place {
            Place::Shared(_) => {
                for (offset, slice) in self.unwritten_slices(object, at..at + len) {
                    contents.write_slice(start + (offset - at), slice);
                }
            }
            _ => {
                for (offset, slice) in contents.copied(&self.terms) {
                    contents.write_slice(offset, slice);
                }
                contents.show_unwritten(&symbol(&self.terms, object));
            }
        }
        Some((Cow::Owned(contents), start))
    }

    /// The bytes of a range that were never written, as bytes of the object's symbol.
    pub(crate) fn unwritten_slices(&self, object: &Object, range: Range<u64>) -> Vec<(u64, Slice)> {
        let Some(written) = object.place.written() else { return Vec::new() };
        let array = symbol(&self.terms, object);
        let (mut at, len) = (range.start as usize, range.end as usize);
        let mut slices = Vec::new();
        while at < len {
            let end = written.run_end(at, len);
            let run = if written.has(at) { 0..0 } else { at..end };
            for at in run.clone().step_by(8) {
                let (at, len) = (at as u64, (run.end - at).min(8) as u32);
                let term = Value::term(read(&self.terms, &array, &index(&self.terms, at), len));
                slices.extend(Slice::whole(term).map(|slice| (at, slice)));
            }
            at = end;
        }
        slices
    }

    /// Shows the bytes never written, if the access meets one. The access need not be valid.
    pub fn show(&mut self, at: &Value, len: u64) {
        let &Value::Ptr { id, offset } = at else { return self.show_by_number(at, len) };
        self.show_in(Pointer { id, offset }, len);
    }

    #[cold]
    fn show_by_number(&mut self, at: &Value, len: u64) {
        if !at.is_symbolic()
            && let Ok(number) = self.number(at)
            && let Some(at) = self.storage.objects.find(number)
        {
            self.show_in(at, len);
        }
    }

    #[inline]
    fn show_in(&mut self, at: Pointer, len: u64) {
        if let Some(object) = self.object(at.id)
            && object.capacity().checked_sub(len).is_some_and(|last| at.offset <= last)
            && !object.place.is_written(at.offset, len)
        {
            self.show_all(at.id);
        }
    }

    /// The long runs of bytes of an object in a shared array that were never written, as ranges of its symbol. They count
    /// as written from here on.
    pub(crate) fn take_unwritten_runs(&mut self, id: ObjectId) -> Vec<(Range<u64>, Term)> {
        let Some(object) = self.storage.objects.get(id) else { return Vec::new() };
        let (Place::Shared(_), Some(written)) = (&object.place, object.place.written()) else {
            return Vec::new();
        };
        let (symbol, len) = (symbol(&self.terms, object), object.capacity() as usize);
        let (mut at, mut runs) = (0, Vec::new());
        while at < len {
            let end = written.run_end(at, len);
            if !written.has(at) && end - at > CELLS {
                runs.push((at as u64..end as u64, symbol.clone()));
            }
            at = end;
        }
        if !runs.is_empty() {
            self.undefined.remember(object);
        }
        if let Some(Place::Shared(member)) =
            self.storage.objects.get_mut(id).map(|object| &mut object.place)
        {
            runs.iter().for_each(|(run, _)| member.note_written(run.start, run.end - run.start));
        }
        runs
    }

    /// Writes a run of bytes of a symbol, word by word, to the same offsets of an object.
    pub(crate) fn show_run(&mut self, id: ObjectId, run: Range<u64>, symbol: &Term) {
        for offset in run.clone().step_by(8) {
            let len = (run.end - offset).min(8) as u32;
            let term = Value::term(read(&self.terms, symbol, &index(&self.terms, offset), len));
            if let Some(slice) = Slice::whole(term) {
                self.storage.put(Pointer { id, offset }, Part::Slice(slice));
            }
        }
    }

    /// Shows the bytes of an object that were never written.
    pub(crate) fn show_all(&mut self, id: ObjectId) {
        self.show_copied(id);
        let Some(object) = self.storage.objects.get(id) else { return };
        let Some(written) = object.place.written() else { return };
        let len = object.capacity();
        let (mut at, mut count) = (0, 0);
        while at < len as usize {
            let end = written.run_end(at, len as usize);
            count += if written.has(at) { 0 } else { end - at };
            at = end;
        }
        self.undefined.remember(object);
        self.storage.symbolic = true;
        let few = count <= CELLS && 2 * count <= len as usize;
        if few || matches!(object.place, Place::Shared(_)) {
            for (offset, slice) in self.unwritten_slices(object, 0..len) {
                self.storage.put(Pointer { id, offset }, Part::Slice(slice));
            }
            return;
        }
        let array = symbol(&self.terms, object);
        if let Some(contents) = self.storage.array_mut(ArrayRef::Own(id)) {
            contents.show_unwritten(&array);
        }
    }
}

#[cfg(test)]
mod tests {
    use numeric::Bits;
    use term::Term;

    use crate::value::symbolic::index;
    use crate::{Answers, Birth, Kind, Memory, ObjectId, Read, Site, Value};

    fn undefined(size: u64) -> (Memory, ObjectId) {
        let mut m = Memory::new();
        let id = m.allocate_as(Birth::Undefined, Kind::Heap, size, 16, Site(7)).unwrap();
        (m, id)
    }

    fn at(id: ObjectId, offset: u64) -> Value {
        Value::Ptr { id, offset }
    }

    fn is_written(m: &Memory, id: ObjectId, at: u64, len: u64) -> bool {
        m.object(id).unwrap().place.is_written(at, len)
    }

    /// Byte `k` of the symbol of the first object of its path.
    fn byte(m: &Memory, size: u64, k: u64) -> Term {
        m.terms().select(&m.terms().undefined(1, size), &index(m.terms(), k))
    }

    #[test]
    fn what_is_written_is_noted_by_the_byte() {
        let (mut m, id) = undefined(100);
        let older = m.clone();
        m.store(&at(id, 3), 4, &Value::Int(0)).unwrap();
        m.store(&at(id, 60), 8, &at(id, 0)).unwrap();
        let term = Value::term(m.terms().var("x", Bits(16)));
        m.store(&at(id, 7), 2, &term).unwrap();
        m.fill(&at(id, 20), 1, 30).unwrap();
        m.check_invariants();
        let all = [(3, 6), (60, 8), (20, 30)];
        assert!(all.iter().all(|&(at, len)| is_written(&m, id, at, len)));
        let not = [(2, 1), (2, 8), (9, 1), (59, 2), (67, 2), (19, 31), (20, 31), (0, 100)];
        assert!(not.iter().all(|&(at, len)| !is_written(&m, id, at, len)));
        assert!(!is_written(&older, id, 3, 1));
        m.fill(&at(id, 0), 0, 100).unwrap();
        assert!(is_written(&m, id, 0, 100));
    }

    /// Every size up to a bit beyond the inline ones, each byte written alone.
    #[test]
    fn unwritten_bytes_are_those_of_the_symbol() {
        for size in 1..40 {
            for k in 0..size {
                let (mut m, id) = undefined(size);
                m.store(&at(id, k), 1, &Value::Int(5)).unwrap();
                assert_eq!(m.load_fast(id, k, 1), Some((ObjectId(0), 5)));
                for _shown in [false, true] {
                    for i in 0..size {
                        let expected = match i == k {
                            true => Value::Int(5),
                            false => Value::term(byte(&m, size, i)),
                        };
                        assert_eq!(m.load_fast(id, i, 1).is_some(), i == k);
                        assert_eq!(m.load(&at(id, i), 1).unwrap(), expected, "{i} of {size}");
                    }
                    m.show(&at(id, 0), size);
                }
                m.check_invariants();
            }
        }
    }

    #[test]
    fn copies_are_equal() {
        let (mut m, id) = undefined(40);
        m.store(&at(id, 4), 4, &Value::Int(7)).unwrap();
        let other = m.allocate_as(Birth::Undefined, Kind::Heap, 40, 16, Site(8)).unwrap();
        m.copy(&at(other, 0), &at(id, 0), 40).unwrap();
        for k in [0, 4, 9, 32] {
            assert_eq!(m.load(&at(other, k), 8), m.load(&at(id, k), 8));
        }
        let third = m.allocate_as(Birth::Undefined, Kind::Heap, 40, 16, Site(9)).unwrap();
        assert_ne!(m.load(&at(third, 0), 1), m.load(&at(id, 0), 1));
        assert_eq!(m.origin(1).unwrap().site, Site(7));
        assert_eq!(m.undefined().origin(2), None, "nothing of it was read before it was written");
    }

    /// A reader that may not change memory shows nothing, so the object itself has to provide the origin.
    #[test]
    fn the_origin_is_known_before_and_after_bytes_are_shown() {
        let (mut m, id) = undefined(40);
        let value = m.load(&at(id, 0), 1).unwrap();
        assert_eq!(m.undefined().origin(1), None, "nothing changed");
        assert_eq!(m.origin(1).unwrap().site, Site(7));
        m.remember_origins(value.as_term().unwrap());
        m.kill(id, Site(8));
        m.forget_unnamed(std::iter::empty());
        assert!(m.object(id).is_none());
        assert_eq!(m.origin(1).unwrap().site, Site(7));
    }

    /// `a[i] = 1` defines one byte, whichever it is.
    #[test]
    fn writes_at_unknown_offsets_leave_the_rest_undefined() {
        let (mut m, id) = undefined(40);
        let offset = m.terms().and(&m.terms().var("i", Bits(64)), &index(m.terms(), 31));
        m.store_at(id, &offset, 1, &Value::Int(1)).unwrap();
        let read = m.load(&at(id, 2), 1).unwrap();
        let term = read.as_term().expect("not known").clone();
        let here = m.terms().eq(&offset, &index(m.terms(), 2));
        let one = m.terms().number(Bits(8), 1);
        let shadow =
            m.terms().ite(&here, &m.terms().number(Bits(8), 0), &m.terms().number(Bits(8), 255));
        let mut model = term::Model::new();
        let i = term::Symbol { name: "i".into(), shape: term::Shape::Vector(Bits(64)) };
        for n in 0..32 {
            model.set(i.clone(), numeric::Wide::from_u64(Bits(64), n));
            assert_eq!(model.eval(&m.terms().shadow(&term)), model.eval(&shadow), "i = {n}");
        }
        assert_eq!(model.eval(&one).low_u64(), 1);
        assert_eq!(m.load(&at(id, 35), 1).unwrap(), Value::term(byte(&m, 40, 35)));
    }

    #[test]
    fn strings_end_where_they_did() {
        let (mut m, id) = undefined(40);
        m.write_bytes(&at(id, 0), b"abc\0").unwrap();
        assert_eq!(m.c_string_len(&at(id, 0), &Answers::default()), Ok(Read::exact(3)));
        m.fill(&at(id, 3), b'd', 1).unwrap();
        let length = m.c_string_len(&at(id, 0), &Answers::default());
        assert_eq!(length, Ok(Read { value: 4, zeros: true }), "the end was not written");
    }
}
