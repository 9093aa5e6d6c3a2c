//! Moving bytes of which some were never written, without a term for them.
//!
//! A load of such bytes gives [`RawBytes`], and a store or a copy puts them elsewhere: there they stay unwritten, and it
//! is noted where they come from. This works between objects that are alone in their arrays and whose contents are plain
//! and not shared; everything else *shows* the bytes first (`access/unwritten.rs`). Where decisions that depend on
//! undefined bytes are faults, they are shown at once: the places where they were stored are recorded with their terms.

use std::rc::Rc;

use term::Terms;

use crate::contents::part::Part;
use crate::contents::words::MOST;
use crate::contents::{Contents, Word};
use crate::placement::Place;
use crate::{Descent, Memory, Object, ObjectId, Pointer, RawBytes, Refusal, Symbolic, Value};

impl Memory {
    /// Reads up to eight bytes, if some of them were never written and they can be moved as they are.
    pub fn load_raw(&mut self, at: &Value, len: u32) -> Option<Value> {
        let &Value::Ptr { id, offset } = at else { return None };
        let (object, _) = self.readable(at, u64::from(len)).ok()?;
        let raw = self.raw_contents(object)?.raw(offset, len, own(object, offset))?;
        self.note_raw(id, [raw.descent].into_iter());
        Some(Value::Symbolic(Rc::new(Symbolic::Raw(raw))))
    }

    /// Writes bytes some of which were never written, where they can be kept as they are; returns whether it did.
    pub(crate) fn store_raw(&mut self, at: &Value, raw: &RawBytes) -> Result<bool, Refusal> {
        let len = u64::from(raw.len());
        self.writable(at, len)?;
        let at = self.target(at, len)?;
        self.storage.symbolic = true;
        let Some(object) = self.storage.objects.get_mut(at.id) else { return Ok(false) };
        Ok(match &mut object.place {
            Place::Own(contents) => contents.write_raw(at.offset, raw),
            _ => false,
        })
    }

    /// Copies bytes some of which were never written, if they can be moved as they are; returns whether it did.
    pub(crate) fn copy_raw(&mut self, dst: &Value, src: &Value, len: u64) -> Result<bool, Refusal> {
        let from = self.target(src, len)?;
        let Some(object) = self.object(from.id) else { return Ok(false) };
        let contents = self.raw_contents(object);
        let own = own(object, from.offset);
        let Some(parts) = contents.and_then(|contents| raw_parts(contents, from.offset, len, own))
        else {
            return Ok(false);
        };
        self.writable(dst, len)?;
        let raw = parts.iter().filter_map(|part| match part {
            Part::Raw(raw) => Some(raw.descent),
            _ => None,
        });
        self.note_raw(from.id, raw);
        let mut at = self.target(dst, len)?;
        for part in &parts {
            self.put_raw_part(at, part);
            at.offset += u64::from(part.len());
        }
        Ok(true)
    }

    /// Copies a few whole words, pointers and bytes never written among them, between contents that are plain; returns
    /// whether it did.
    pub(crate) fn copy_words(
        &mut self,
        dst: &Value,
        src: &Value,
        len: u64,
    ) -> Result<bool, Refusal> {
        let (&Value::Ptr { id: from, offset }, &Value::Ptr { id: to, offset: end }) = (src, dst)
        else {
            return Ok(false);
        };
        if len > MOST as u64 || !(len | offset | end).is_multiple_of(8) {
            return Ok(false);
        }
        let object = self.object(from);
        let contents = object.and_then(|object| Some((self.raw_contents(object)?, object)));
        let Some((Contents::Large(large), object)) = contents else { return Ok(false) };
        let words = large.words(offset as usize, len as usize, own(object, offset));
        let Some(words) = words else { return Ok(false) };
        let (contents, _) = self.writable(dst, len)?;
        if !matches!(contents, Contents::Large(_)) {
            return Ok(false);
        }
        if words.unwritten != 0 {
            self.note_raw(from, words.descents.iter().flatten().copied());
        }
        let target = self.storage.objects.get_mut(to).map(|object| &mut object.place);
        let Some(Place::Own(Contents::Large(large))) = target else { return Ok(false) };
        let large = Rc::get_mut(large);
        Ok(large.is_some_and(|large| large.write_words(end as usize, &words)))
    }

    /// Writes a part where there is room for it.
    fn put_raw_part(&mut self, at: Pointer, part: &Part) {
        let len = u64::from(part.len());
        let own = match self.storage.objects.get_mut(at.id).map(|object| &mut object.place) {
            Some(Place::Own(contents)) => Some((contents, at.offset)),
            _ => None,
        };
        if let Some((contents, offset)) = own {
            return write(contents, offset, part, &self.terms);
        }
        if let Some((contents, offset)) = self.storage.bytes_mut(at, len) {
            contents.write_part(offset, &part.resolved(&self.terms));
        }
    }

    /// The contents of an object whose bytes can be moved as they are.
    fn raw_contents<'a>(&self, object: &'a Object) -> Option<&'a Contents> {
        match &object.place {
            Place::Own(contents) if !self.undefined.is_checked() => Some(contents),
            _ => None,
        }
    }

    /// Notes that bytes never written with these descents were moved from an object. If some are its own, it is
    /// remembered as their origin.
    fn note_raw(&mut self, id: ObjectId, mut descents: impl Iterator<Item = Descent>) {
        self.storage.symbolic = true;
        if let Some(object) = self.storage.objects.get(id)
            && descents.any(|descent| descent.serial == object.serial)
        {
            self.undefined.remember(object);
        }
    }

    /// A byte of an object that was never written, as it is read; none if no copy of it was ever read, so that nothing
    /// can depend on it.
    pub(crate) fn raw_byte(&self, object: &Object, at: u64) -> Option<Value> {
        let Place::Own(contents) = &object.place else { return None };
        let seen = |own: &Descent| self.undefined.origin(own.serial.into()).is_some();
        let descent = contents.descent(at).or_else(|| own(object, at).filter(seen))?;
        Some(Value::term(descent.term(&self.terms, 1)))
    }

    /// Shows the bytes of an object that are copies of bytes never written.
    pub(crate) fn show_copied(&mut self, id: ObjectId) {
        let Some(Place::Own(contents)) = self.object(id).map(|object| &object.place) else {
            return;
        };
        for (offset, slice) in contents.copied(&self.terms) {
            self.storage.put(Pointer { id, offset }, Part::Slice(slice));
        }
    }
}

/// Writes a part to contents of an object that is alone in its array.
fn write(contents: &mut Contents, at: u64, part: &Part, terms: &Terms) {
    match part {
        Part::Raw(raw) if contents.write_raw(at, raw) => {}
        Part::Raw(_) => contents.write_part(at, &part.resolved(terms)),
        plain => contents.write_part(at, plain),
    }
}

/// The descent of a byte of an object, if it is the object's own.
fn own(object: &Object, at: u64) -> Option<Descent> {
    let length = u32::try_from(object.capacity()).ok().filter(|_| object.serial != 0)?;
    Some(Descent { serial: object.serial, offset: at as u32, length })
}

/// The words in a range, as they are; none if they cannot be moved so.
fn raw_parts(contents: &Contents, from: u64, len: u64, own: Option<Descent>) -> Option<Vec<Part>> {
    if !matches!(contents, Contents::Small(_) | Contents::Large(_)) {
        return None;
    }
    let (mut at, end) = (from, from + len);
    let mut parts = Vec::with_capacity(len as usize / 8 + 2);
    while at < end {
        let stop = end.min((at & !7) + 8);
        let len = (stop - at) as u32;
        parts.push(match contents.is_written(at, u64::from(len)) {
            true => match contents.read(at, len) {
                Word::Value(value) => Part::Plain { value, len },
                _ => return None,
            },
            false => {
                let own = own.map(|own| own.after((at - from) as u32));
                Part::Raw(contents.raw(at, len, own)?)
            }
        });
        at = stop;
    }
    Some(parts)
}

#[cfg(test)]
mod tests {
    use numeric::Bits;
    use random::Random;

    use crate::{Birth, Initialisation, Kind, Memory, ObjectId, Site, Value};

    const SIZES: [u64; 8] = [3, 8, 12, 16, 24, 40, 72, 200];

    fn at(id: ObjectId, offset: u64) -> Value {
        Value::Ptr { id, offset }
    }

    /// Two memories that are the same but for how bytes never written are moved: as they are, and as terms.
    fn both(birth: impl Fn(usize) -> Birth) -> ([Memory; 2], Vec<ObjectId>) {
        let mut raw = Memory::new();
        let mut shown = raw.clone();
        shown.set_initialisation(Initialisation::Checked);
        let make = |m: &mut Memory| -> Vec<ObjectId> {
            let objects = SIZES.iter().enumerate().map(|(n, size)| {
                m.allocate_as(birth(n), Kind::Heap, *size, 16, Site(n as u64 + 1)).unwrap()
            });
            objects.collect()
        };
        let objects = make(&mut raw);
        assert_eq!(objects, make(&mut shown));
        ([raw, shown], objects)
    }

    fn load(m: &mut Memory, from: &Value, len: u32) -> Value {
        m.load_raw(from, len).unwrap_or_else(|| {
            m.show(from, u64::from(len));
            m.load(from, len).unwrap()
        })
    }

    #[derive(Debug)]
    enum Step {
        Copy { to: (ObjectId, u64), from: (ObjectId, u64), len: u64 },
        Move { to: (ObjectId, u64), from: (ObjectId, u64), len: u32 },
        Write { to: (ObjectId, u64), len: u32, number: u64 },
        Point { to: (ObjectId, u64), target: ObjectId },
        Fork,
    }

    impl Step {
        fn any(random: &mut Random, objects: &[ObjectId]) -> Step {
            let place = |random: &mut Random, len: u64| {
                let fits: Vec<usize> = (0..SIZES.len()).filter(|n| SIZES[*n] >= len).collect();
                let n = fits[random.below(fits.len() as u64) as usize];
                let offset = random.below(SIZES[n] - len + 1);
                let aligned = random.below(3) > 0;
                (objects[n], if aligned { offset & !7 } else { offset })
            };
            let len = [1, 2, 4, 8, 8, 3, 7][random.below(7) as usize];
            match random.below(12) {
                0..=3 => {
                    let most = random.pick(&[24, 24, 24, 150]);
                    let len = 1 + random.below(most);
                    let len = if random.once_in(2) { len.next_multiple_of(8) } else { len };
                    Step::Copy { to: place(random, len), from: place(random, len), len }
                }
                4..=7 => {
                    let (to, from) = (place(random, len), place(random, len));
                    Step::Move { to, from, len: len as u32 }
                }
                8 | 9 => {
                    let number = random.below(u64::MAX);
                    Step::Write { to: place(random, len), len: len as u32, number }
                }
                10 => {
                    let target = objects[random.below(objects.len() as u64) as usize];
                    Step::Point { to: place(random, 8), target }
                }
                _ => Step::Fork,
            }
        }

        fn run(&self, m: &mut Memory) -> Option<Memory> {
            match *self {
                Step::Copy { to, from, len } => {
                    m.copy(&at(to.0, to.1), &at(from.0, from.1), len).unwrap();
                }
                Step::Move { to, from, len } => {
                    let value = load(m, &at(from.0, from.1), len);
                    m.store(&at(to.0, to.1), len, &value).unwrap();
                }
                Step::Write { to, len, number } => {
                    m.store(&at(to.0, to.1), len, &Value::Int(number)).unwrap();
                }
                Step::Point { to, target } => {
                    m.store(&at(to.0, to.1), 8, &at(target, 4)).unwrap();
                }
                Step::Fork => return Some(m.clone()),
            }
            m.storage.check_invariants();
            None
        }
    }

    /// All bytes of all objects as they are read, one by one and by words.
    fn read_all(m: &Memory, objects: &[ObjectId]) -> Vec<term::Term> {
        let mut all = Vec::new();
        for (id, size) in objects.iter().zip(SIZES) {
            for len in [1, 8] {
                for offset in (0..=size.saturating_sub(len)).filter(|at| at + len <= size) {
                    let value = m.load(&at(*id, offset), len as u32).unwrap();
                    all.push(m.term_of(&value, Bits(8 * len as u32)));
                }
            }
        }
        all
    }

    /// Whether bytes never written move as they are or as terms, they are the same afterwards.
    #[test]
    fn what_is_moved_is_what_was_there() {
        for seed in 0..400 {
            let mut random = Random::new(seed);
            let some = random.below(1 << 8);
            let birth = |n: usize| if some >> n & 1 == 0 { Birth::Undefined } else { Birth::Zero };
            let ([mut raw, mut shown], objects) = both(birth);
            let mut forks = Vec::new();
            let mut steps = Vec::new();
            for _ in 0..40 {
                let step = Step::any(&mut random, &objects);
                let forked = [step.run(&mut raw), step.run(&mut shown)];
                // Some are kept, so that contents stay shared.
                if let [Some(raw), Some(shown)] = forked
                    && random.below(2) == 0
                {
                    forks.push((raw.clone(), read_all(&shown, &objects)));
                }
                steps.push(step);
            }
            let (a, b) = (read_all(&raw, &objects), read_all(&shown, &objects));
            let differs = a.iter().zip(&b).position(|(a, b)| a != b);
            if let Some(k) = differs {
                panic!("seed {seed}, {k}: {} and {} after {steps:#?}", a[k], b[k]);
            }
            for (fork, then) in forks {
                assert!(read_all(&fork, &objects) == then, "seed {seed}: a fork changed");
            }
        }
    }

    /// An object through which copies pass is not their origin, so that a path that copies for ever does not remember ever
    /// more objects.
    #[test]
    fn only_origins_are_remembered() {
        let mut m = Memory::new();
        let mut make =
            |size| m.allocate_as(Birth::Undefined, Kind::Heap, size, 16, Site(1)).unwrap();
        let [a, b, c, d] = [8, 40, 8, 40].map(&mut make);
        for (to, from) in [(b, a), (c, b), (d, c)] {
            m.copy(&at(to, 0), &at(from, 0), 8).unwrap();
            load(&mut m, &at(to, 0), 8);
        }
        let known = |serial: u64| m.undefined().origin(serial).is_some();
        assert_eq!([1, 2, 3, 4].map(known), [true, false, false, false]);
    }

    /// A copy of a structure with padding needs no term, nor does a copy of the copy.
    #[test]
    fn copies_stay_plain() {
        let mut m = Memory::new();
        let mut make = || m.allocate_as(Birth::Undefined, Kind::Heap, 64, 16, Site(1)).unwrap();
        let [a, b] = [make(), make()];
        m.store(&at(a, 0), 4, &Value::Int(1)).unwrap();
        m.store(&at(a, 8), 8, &at(b, 0)).unwrap();
        m.copy(&at(b, 32), &at(a, 0), 32).unwrap();
        m.copy(&at(b, 0), &at(b, 32), 32).unwrap();
        let word = load(&mut m, &at(b, 0), 8);
        m.store(&at(a, 40), 8, &word).unwrap();
        assert!(word.as_raw().is_some());
        assert_eq!(m.load_fast(a, 40, 4).unwrap().1, 1);
        assert_eq!(m.load_fast(b, 8, 8), Some((b, 0)));
        assert!(m.object(b).unwrap().place.own().unwrap().sourced().is_none());
        let term = |m: &Memory, id, offset| m.load(&at(id, offset), 4).unwrap();
        assert_eq!(term(&m, b, 4), term(&m, a, 4), "padding equals its copy");
        assert_eq!(term(&m, a, 44), term(&m, a, 4));
        assert_ne!(term(&m, b, 20), term(&m, a, 4));
    }
}
