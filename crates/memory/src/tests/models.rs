//! Random accesses, with symbolic values and at symbolic offsets, against byte-wise simulations under
//! several models.
//!
//! Whatever memory returns is evaluated under each model and compared with what a plain simulation of that model
//! holds: the number always; and if memory says that it is a pointer, the simulation must agree.

mod twin;

use std::cell::RefCell;
use std::rc::Rc;

use numeric::{Bits, Wide};
use solver::own::{Own, OwnConfig};
use solver::sat::Limits;
use solver::{Decide, Query, Verdict};
use term::{Evaluator, Model, Shape, Symbol, Term};

use super::shrink::{check, operations, random};
use random::Random;
use testing::amount;

use super::{SITE, ptr};
use crate::value::symbolic::index;
use crate::{
    Block, History, Kind, Lane, Memory, ObjectId, Purpose, Symbolic, SymbolicPointer, Value,
};

const SIZES: [u64; 8] = [4, 8, 16, 40, 96, 136, 200, 320];
const MODELS: usize = 3;
/// Indices are below this in every model, but their terms do not say so.
const INDICES: u64 = 4;

/// One byte of a simulation.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Byte {
    Number(u8),
    /// Byte `.2` of the pointer to an object (first) at an offset (second).
    Piece(u32, u64, u8),
}

#[derive(Clone)]
struct World {
    memory: Memory,
    ids: Vec<ObjectId>,
    /// The contents of each object, for each model.
    seen: Vec<Vec<Vec<Byte>>>,
    /// Which side of a fork it is on, if it is on one: models of the other side say nothing about it.
    side: Option<bool>,
}

struct Run<'m> {
    random: Random,
    models: Vec<RefCell<Evaluator<'m>>>,
    habit: Habit,
}

/// The kind of a random program.
#[derive(Clone, Copy, PartialEq)]
enum Habit {
    /// Anything anywhere.
    Wild,
    /// Whole aligned words, half of them pointers.
    Tidy,
}

impl World {
    fn new(history: History) -> World {
        World::in_memory(history, crate::Policy::default())
    }

    /// All objects in one array.
    fn in_one_array(history: History) -> World {
        let resolution = crate::Resolution::Arrays;
        let placement = Rc::new(crate::OneArray);
        World::in_memory(
            history,
            crate::Policy { resolution, placement, ..crate::Policy::default() },
        )
    }

    /// All objects in one class, whose arrays have room for two or three of them, and which is accessed at once.
    fn in_one_class(history: History) -> World {
        let resolution = crate::Resolution::Classes;
        let (placement, threshold) = (Rc::new(crate::OneArray), Some(100));
        World::in_memory(
            history,
            crate::Policy { resolution, placement, threshold, ..crate::Policy::default() },
        )
    }

    /// Objects that one access may go to are gathered.
    fn gathering(history: History) -> World {
        let resolution = crate::Resolution::Gather;
        World::in_memory(history, crate::Policy { resolution, ..crate::Policy::default() })
    }

    /// Writes at unknown offsets are kept as a list, and the path excludes what holds under none of the models.
    fn listing(history: History) -> World {
        World::listed(history, crate::Writes::Listed)
    }

    /// All writes are.
    fn listing_all(history: History) -> World {
        World::listed(history, crate::Writes::AllListed)
    }

    fn listed(history: History, writes: crate::Writes) -> World {
        let resolution = crate::Resolution::Merge;
        World::in_memory(history, crate::Policy { resolution, writes, ..crate::Policy::default() })
    }

    /// Objects of more than 32 bytes are in parts of 16, which are put together where that is needed.
    fn splitting(history: History) -> World {
        let splitting = Some(crate::Splitting { threshold: 32, size: 16 });
        World::in_memory(history, crate::Policy { splitting, ..crate::Policy::default() })
    }

    /// The same, and objects that one access may go to are gathered.
    fn moving(history: History) -> World {
        let splitting = Some(crate::Splitting { threshold: 32, size: 16 });
        let resolution = crate::Resolution::Gather;
        World::in_memory(
            history,
            crate::Policy { resolution, splitting, ..crate::Policy::default() },
        )
    }

    fn in_memory(history: History, policy: crate::Policy) -> World {
        let mut memory = Memory::new();
        memory.set_history(history);
        memory.set_policy(policy);
        let mut make = |size: &u64| memory.allocate(Kind::Heap, *size, 16, SITE).expect("small");
        let ids: Vec<ObjectId> = SIZES.iter().map(&mut make).collect();
        let zero = |size: &u64| vec![Byte::Number(0); *size as usize];
        let seen = vec![SIZES.iter().map(zero).collect(); MODELS];
        World { memory, ids, seen, side: None }
    }

    fn shown(&self, byte: Byte) -> u8 {
        match byte {
            Byte::Number(byte) => byte,
            Byte::Piece(id, offset, index) => {
                (self.memory.address(ObjectId(id), offset) >> (8 * index)) as u8
            }
        }
    }

    /// The bytes of a value under a model.
    fn bytes(&self, value: &Value, len: u32, model: &RefCell<Evaluator<'_>>) -> Vec<Byte> {
        let numbers =
            model.borrow_mut().eval(&self.memory.term_of(value, Bits(8 * len))).to_le_bytes();
        let pieces = |id: u32, offset: u64, first: u8| {
            let pieces = (0..len as u8).map(move |i| Byte::Piece(id, offset, first + i));
            pieces.collect::<Vec<Byte>>()
        };
        let symbolic = |of: &SymbolicPointer, first: u8| {
            let offset = model.borrow_mut().eval(&of.offset).low_u64();
            let id = match &of.lane {
                Lane::One(id) => *id,
                Lane::Among { id, ids } => {
                    let id = ObjectId(model.borrow_mut().eval(id).low_u64() as u32);
                    assert!(
                        ids.contains(&id) && ids.is_sorted() && ids.len() > 1,
                        "{id:?} {ids:?}"
                    );
                    id
                }
            };
            (id.0 != 0).then(|| pieces(id.0, offset, first))
        };
        let found = match value {
            Value::Ptr { id, offset } if len == 8 => Some(pieces(id.0, *offset, 0)),
            Value::Fragment { first, len: l, id, offset } if u32::from(*l) == len => {
                Some(pieces(id.0, *offset, *first))
            }
            Value::Symbolic(s) => match &**s {
                Symbolic::Pointer(of) if len == 8 => symbolic(of, 0),
                Symbolic::Fragment { first, len: l, of } if u32::from(*l) == len => {
                    symbolic(of, *first)
                }
                _ => None,
            },
            _ => None,
        };
        found.unwrap_or_else(|| numbers.into_iter().map(Byte::Number).collect())
    }

    /// Checks a value read at an offset that may differ between models.
    fn check(&self, run: &Run<'_>, value: &Value, object: usize, at: &Term, len: u32) {
        self.check_in(run, value, &[object; MODELS], at, len);
    }

    /// The same in an object that may differ between models.
    fn check_in(
        &self,
        run: &Run<'_>,
        value: &Value,
        objects: &[usize; MODELS],
        at: &Term,
        len: u32,
    ) {
        for ((model, seen), object) in run.models.iter().zip(&self.seen).zip(objects) {
            if !self.is_on_path(model) {
                continue;
            }
            let at = model.borrow_mut().eval(at).low_u64() as usize;
            let expected = &seen[*object][at..at + len as usize];
            let found = self.bytes(value, len, model);
            for (found, expected) in found.iter().zip(expected) {
                assert_eq!(self.shown(*found), self.shown(*expected), "{value:?} at {at}");
                if matches!(found, Byte::Piece(..)) {
                    assert_eq!(found, expected, "{value:?} at {at}");
                }
            }
        }
    }

    /// Writes to the simulations.
    fn note(&mut self, run: &Run<'_>, value: &Value, object: usize, at: &Term, len: u32) {
        self.note_in(run, value, &[object; MODELS], at, len);
    }

    /// The same in an object that may differ between models.
    fn note_in(
        &mut self,
        run: &Run<'_>,
        value: &Value,
        objects: &[usize; MODELS],
        at: &Term,
        len: u32,
    ) {
        for (i, model) in run.models.iter().enumerate() {
            let at = model.borrow_mut().eval(at).low_u64() as usize;
            let bytes = self.bytes(value, len, model);
            self.seen[i][objects[i]][at..at + len as usize].copy_from_slice(&bytes);
        }
    }

    /// The object of a lane in each model.
    fn objects(&self, run: &Run<'_>, lane: &Lane) -> [usize; MODELS] {
        std::array::from_fn(|i| {
            let id = match lane {
                Lane::One(id) => *id,
                Lane::Among { id, .. } => {
                    ObjectId(run.models[i].borrow_mut().eval(id).low_u64() as u32)
                }
            };
            self.ids.iter().position(|of| *of == id).expect("one of ours")
        })
    }

    /// Reads and writes one of two objects.
    fn among(&mut self, run: &mut Run<'_>) {
        let (lane, of) = self.either(run);
        let room = of.iter().map(|&of| SIZES[of]).min().expect("some");
        let len = if run.habit == Habit::Tidy { 8 } else { 1 << run.random.below(4) }.min(room);
        let (at, _) = self.linear(run, room - len);
        let (objects, len) = (self.objects(run, &lane), len as u32);
        let value = self.load(run, &lane, &at, len);
        self.check_in(run, &value, &objects, &at, len);
        let value = self.value(run, len);
        if self.store(run, &lane, &at, len, &value) {
            self.note_in(run, &value, &objects, &at, len);
        }
    }

    fn at(&self, offset: u64) -> Term {
        index(self.memory.terms(), offset)
    }

    /// Whether a model is one of the side of a fork that this is on.
    fn is_on_path(&self, model: &RefCell<Evaluator<'_>>) -> bool {
        let condition = self.memory.terms().var("merge", Bits(1));
        self.side.is_none_or(|side| model.borrow_mut().eval(&condition).is_zero() != side)
    }

    /// Tells memory which collisions of an access the models exclude, for three of four accesses.
    fn collide(&mut self, run: &mut Run<'_>, lane: &Lane, at: &Term, len: u32, purpose: Purpose) {
        if run.random.below(4) == 0 {
            return;
        }
        let mut open = self.memory.open_collisions(lane, at, len, purpose).open;
        let holds = |met: &Term| {
            let mut models = run.models.iter().filter(|model| self.is_on_path(model));
            models.any(|model| !model.borrow_mut().eval(met).is_zero())
        };
        open.retain(|met| !holds(met));
        open.into_iter().for_each(|met| self.memory.exclude_collision(met));
    }

    /// Reads what memory holds at an offset of the object of a lane.
    fn load(&mut self, run: &mut Run<'_>, lane: &Lane, at: &Term, len: u32) -> Value {
        self.collide(run, lane, at, len, Purpose::Read);
        self.memory.load_at(lane, at, len).value
    }

    /// Writes there; returns whether it did. What a write may cut is cut where lists are kept.
    fn store(
        &mut self,
        run: &mut Run<'_>,
        lane: &Lane,
        at: &Term,
        len: u32,
        value: &Value,
    ) -> bool {
        self.collide(run, lane, at, len, Purpose::Write);
        self.memory.store_at(lane, at, len, value).is_ok()
            || self.memory.resolver().never_forks()
                && self.memory.store_bytes_at(lane, at, len, value).is_ok()
    }

    /// Reads everything byte by byte and word by word.
    fn check_all(&mut self, run: &mut Run<'_>) {
        self.memory.check_invariants();
        for (object, size) in SIZES.into_iter().enumerate() {
            for (len, step) in [(1, 1), (8, 8), (4, 3)] {
                let mut at = 0;
                while at + len <= size {
                    let lane = Lane::One(self.ids[object]);
                    self.collide(run, &lane, &self.at(at), len as u32, Purpose::Read);
                    let value = self.memory.load(&ptr(self.ids[object], at), len as u32).unwrap();
                    self.check(run, &value, object, &self.at(at), len as u32);
                    at += step;
                }
            }
            let (at, len) = self.offset(run, object);
            let value = self.load(run, &Lane::One(self.ids[object]), &at, len);
            self.check(run, &value, object, &at, len);
        }
    }

    /// An offset that is in bounds in every model, and the length of the access there.
    fn offset(&self, run: &mut Run<'_>, object: usize) -> (Term, u32) {
        let size = SIZES[object];
        let terms = self.memory.terms();
        let name = format!("i{}", run.random.below(3));
        let index = terms.sext(&terms.var(&name, Bits(32)), Bits(64));
        let number = |n: u64| terms.number(Bits(64), n);
        let strides: &[u64] = match size {
            96.. if run.habit == Habit::Tidy => &[8, 16, 24],
            0..=7 => &[1],
            8..=31 => &[1, 2],
            32..=95 => &[1, 4, 8],
            _ => &[1, 4, 8, 16, 24],
        };
        let stride = strides[run.random.below(strides.len() as u64) as usize];
        let room = size - stride * (INDICES - 1);
        let tidy = run.habit == Habit::Tidy && room >= 8;
        let len = if tidy { 8 } else { (1 << run.random.below(4)).min(room).min(8) };
        let len = if len.is_power_of_two() { len } else { 1 };
        let mut base = run.random.below(room - len + 1);
        if tidy || run.random.below(3) > 0 {
            base -= base % len;
        }
        let offset = terms.add(&terms.mul(&index, &number(stride)), &number(base));
        (offset, len as u32)
    }

    /// A value of `len` bytes.
    fn value(&self, run: &mut Run<'_>, len: u32) -> Value {
        let terms = self.memory.terms();
        let width = Bits(8 * len);
        let object = |run: &mut Run<'_>| self.ids[run.random.below(8) as usize];
        match run.random.below(if len == 8 { 8 } else { 4 }) {
            0 => Value::Int(run.random.below(u64::MAX) & (u64::MAX >> (64 - 8 * len))),
            1 => Value::term(terms.var(&format!("v{len}"), width)),
            2 => {
                let index = terms.zext(&terms.var("b", Bits(8)), Bits(64));
                let byte = terms.select(&terms.array("input", Some(256)), &index);
                Value::term(terms.zext(&byte, width))
            }
            // Narrower and wider than what is stored.
            3 if len < 8 => Value::term(terms.var("flag", Bits(1))),
            3 => Value::term(terms.var("wide", Bits(128))),
            4 | 5 => ptr(object(run), run.random.below(9)),
            6 => {
                let offset = terms.var("offset", Bits(64));
                SymbolicPointer { lane: Lane::One(object(run)), offset }.into_value()
            }
            _ => self.choice(run),
        }
    }

    /// One of two objects, or of an object and null.
    fn choice(&self, run: &mut Run<'_>) -> Value {
        let terms = self.memory.terms();
        let null = run.random.below(3) == 0;
        let a = self.ids[1 + run.random.below(3) as usize];
        let b = if null { ObjectId(0) } else { self.ids[4 + run.random.below(3) as usize] };
        let id = |id: ObjectId| terms.number(Lane::WIDTH, u64::from(id.0));
        let flag = terms.var("choice", Bits(1));
        let mut ids = [a, b];
        ids.sort();
        let lane = Lane::Among { id: terms.ite(&flag, &id(a), &id(b)), ids: Rc::new(ids) };
        let offset = terms.zext(&terms.var("small", Bits(8)), Bits(64));
        SymbolicPointer { lane, offset }.into_value()
    }

    fn step(&mut self, run: &mut Run<'_>) {
        let object = run.random.below(SIZES.len() as u64) as usize;
        let (id, size) = (self.ids[object], SIZES[object]);
        let tidy = run.habit == Habit::Tidy;
        let len = if tidy { 8 } else { 1 << run.random.below(4) }.min(size) as u32;
        let mut at = run.random.below(size - u64::from(len) + 1);
        if tidy || run.random.below(3) > 0 {
            at -= at % u64::from(len);
        }
        match run.random.below(160) {
            0 => return self.block(run),
            1..4 => return self.among(run),
            _ => {}
        }
        match run.random.below(if tidy { 12 } else { 16 }) {
            0..4 => {
                let value = self.value(run, len);
                self.memory.store(&ptr(id, at), len, &value).unwrap();
                self.note(run, &value, object, &self.at(at), len);
            }
            4..8 => {
                let value = self.memory.load(&ptr(id, at), len).unwrap();
                self.check(run, &value, object, &self.at(at), len);
                self.store_back(run, &value, len);
            }
            8 | 9 => self.store_at(run, object),
            10 | 11 => {
                let (at, len) = self.offset(run, object);
                let value = self.load(run, &Lane::One(id), &at, len);
                self.check(run, &value, object, &at, len);
                self.store_back(run, &value, len);
            }
            12 | 13 => self.copy(run, object),
            14 => self.wide(run, object),
            _ => self.bulk(run, object, at, len),
        }
    }

    fn store_back(&mut self, run: &mut Run<'_>, value: &Value, len: u32) {
        let object = run.random.below(SIZES.len() as u64) as usize;
        let Some(last) = SIZES[object].checked_sub(u64::from(len)) else { return };
        let mut at = run.random.below(last + 1);
        if run.habit == Habit::Tidy || run.random.below(2) > 0 {
            at -= at % u64::from(len);
        }
        self.memory.store(&ptr(self.ids[object], at), len, value).unwrap();
        self.note(run, value, object, &self.at(at), len);
    }

    fn store_at(&mut self, run: &mut Run<'_>, object: usize) {
        let (at, len) = self.offset(run, object);
        let value = self.value(run, len);
        if self.store(run, &Lane::One(self.ids[object]), &at, len, &value) {
            self.note(run, &value, object, &at, len);
        }
    }

    fn copy(&mut self, run: &mut Run<'_>, to: usize) {
        let from = run.random.below(SIZES.len() as u64) as usize;
        let most = SIZES[to].min(SIZES[from]);
        let len = if run.random.below(3) == 0 { most } else { run.random.below(most + 1) };
        let mut src = run.random.below(SIZES[from] - len + 1);
        let mut dst = run.random.below(SIZES[to] - len + 1);
        if run.random.below(2) > 0 {
            (src, dst) = (src & !7, dst & !7);
        }
        self.memory.copy(&ptr(self.ids[to], dst), &ptr(self.ids[from], src), len).unwrap();
        for seen in &mut self.seen {
            let bytes = seen[from][src as usize..(src + len) as usize].to_vec();
            seen[to][dst as usize..(dst + len) as usize].copy_from_slice(&bytes);
        }
    }

    /// Fills or copies a block of unknown length, at offsets that may be unknown, possibly in one of two objects.
    fn block(&mut self, run: &mut Run<'_>) {
        let (to, from) = (self.either(run), self.either(run));
        let room = |places: &[usize]| places.iter().map(|&of| SIZES[of]).min().expect("some");
        let copies = run.random.below(2) > 0;
        let most = if copies { room(&to.1).min(room(&from.1)) } else { room(&to.1) };
        let len = self.linear(run, most);
        let longest = most.min(len.1);
        let [at, start] =
            [&to, &from].map(|place| self.linear(run, room(&place.1).saturating_sub(longest)).0);
        let place = Block { lane: &to.0, offset: &at };
        let byte = self.memory.terms().var("v1", Bits(8));
        let done = match copies {
            true => {
                self.memory.blocks().copy(place, Block { lane: &from.0, offset: &start }, &len.0)
            }
            false => self.memory.blocks().fill(place, &len.0, &byte),
        };
        if done.is_err() {
            return;
        }
        for (i, model) in run.models.iter().enumerate() {
            let number = |term: &Term| model.borrow_mut().eval(term).low_u64() as usize;
            let (len, at, start) = (number(&len.0), number(&at), number(&start));
            let byte = Byte::Number(number(&byte) as u8);
            let [to, from] = [&to.0, &from.0].map(|lane| self.objects(run, lane)[i]);
            let bytes = match copies {
                true => self.seen[i][from][start..start + len].to_vec(),
                false => vec![byte; len],
            };
            self.seen[i][to][at..at + len].copy_from_slice(&bytes);
        }
    }

    /// One object, or one of two, and their ids.
    fn either(&self, run: &mut Run<'_>) -> (Lane, Vec<usize>) {
        let terms = self.memory.terms();
        let [a, b] = [0, 1].map(|_| run.random.below(SIZES.len() as u64) as usize);
        if a == b || run.random.below(2) == 0 {
            return (Lane::One(self.ids[a]), vec![a]);
        }
        let id = |of: usize| terms.number(Lane::WIDTH, u64::from(self.ids[of].0));
        let mut ids = [self.ids[a], self.ids[b]];
        ids.sort();
        let id = terms.ite(&terms.var("choice", Bits(1)), &id(a), &id(b));
        (Lane::Among { id, ids: Rc::new(ids) }, vec![a, b])
    }

    /// A number with an upper bound that holds in every model, and the most it can be there.
    fn linear(&self, run: &mut Run<'_>, most: u64) -> (Term, u64) {
        let terms = self.memory.terms();
        let word = if run.habit == Habit::Tidy || run.random.below(2) == 0 { 8 } else { 1 };
        let steep = run.random.below(most / (INDICES - 1) + 1) / word * word;
        let steep = if run.random.below(2) == 0 { steep } else { 0 };
        let base = run.random.below(most - steep * (INDICES - 1) + 1) / word * word;
        let name = format!("i{}", run.random.below(3));
        let index = terms.sext(&terms.var(&name, Bits(32)), Bits(64));
        let number = |n: u64| terms.number(Bits(64), n);
        let term = terms.add(&terms.mul(&index, &number(steep)), &number(base));
        (term, base + steep * (INDICES - 1))
    }

    fn wide(&mut self, run: &mut Run<'_>, object: usize) {
        let Some(last) = SIZES[object].checked_sub(16) else { return };
        if last >= 48 && run.random.below(2) == 0 {
            return self.wide_at(run, object, last);
        }
        let at = run.random.below(last + 1);
        let place = ptr(self.ids[object], at);
        let value = self.memory.load_wide(&place, Bits(128)).unwrap();
        self.check(run, &value, object, &self.at(at), 16);
        if run.random.below(3) == 0 {
            let value = Value::term(self.memory.terms().var("wide", Bits(128)));
            self.memory.store_wide(&place, Bits(128), &value).unwrap();
            self.note(run, &value, object, &self.at(at), 16);
        }
    }

    fn wide_at(&mut self, run: &mut Run<'_>, object: usize, last: u64) {
        let terms = self.memory.terms().clone();
        let index = terms.sext(&terms.var("i1", Bits(32)), Bits(64));
        let base = self.at(run.random.below(last - 16 * (INDICES - 1) + 1));
        let at = terms.add(&terms.mul(&index, &self.at(16)), &base);
        let value = self.memory.load_wide_at(self.ids[object], &at, Bits(128));
        self.check(run, &value, object, &at, 16);
        let value = Value::term(terms.var("wide", Bits(128)));
        if self.memory.store_at(self.ids[object], &at, 16, &value).is_ok() {
            self.note(run, &value, object, &at, 16);
        }
    }

    fn bulk(&mut self, run: &mut Run<'_>, object: usize, at: u64, len: u32) {
        let id = self.ids[object];
        match run.random.below(4) {
            0 => {
                self.memory.fill(&ptr(id, at), 0xa5, u64::from(len)).unwrap();
                let value = Value::Int(0xa5a5_a5a5_a5a5_a5a5);
                self.note(run, &value, object, &self.at(at), len);
            }
            1 => {
                let byte = Value::term(self.memory.terms().var("v1", Bits(8)));
                self.memory.fill_value(&ptr(id, at), &byte, u64::from(len)).unwrap();
                for i in 0..u64::from(len) {
                    self.note(run, &byte, object, &self.at(at + i), 1);
                }
            }
            kind => {
                let (at, len) = if kind == 2 { (0, SIZES[object]) } else { (at, u64::from(len)) };
                let array = self.memory.terms().array("input", Some(256));
                self.memory.make_symbolic(id, at, len, &array);
                for i in 0..len {
                    let byte = self.memory.terms().select(&array, &self.at(i));
                    self.note(run, &Value::term(byte), object, &self.at(at + i), 1);
                }
            }
        }
    }
}

fn model(random: &mut Random) -> Model {
    let mut model = Model::new();
    let mut set = |name: &str, width: u32, value: u64| {
        let symbol = Symbol { name: name.into(), shape: Shape::Vector(Bits(width)) };
        model.set(symbol, Wide::from_u64(Bits(width), value));
    };
    for name in ["i0", "i1", "i2"] {
        set(name, 32, random.below(INDICES));
    }
    for (name, width) in [("v1", 8), ("v2", 16), ("v4", 32), ("v8", 64), ("flag", 1), ("wide", 128)]
    {
        set(name, width, random.below(u64::MAX));
    }
    for (name, width) in [("merge", 1), ("b", 8), ("small", 8), ("choice", 1), ("offset", 64)] {
        set(name, width, random.below(u64::MAX));
    }
    let input = Symbol { name: "input".into(), shape: Shape::Bytes(Some(256)) };
    (0..256).for_each(|i| model.set_byte(&input, i, random.below(256) as u8));
    model
}

fn run(seeds: std::ops::Range<u64>, habit: Habit) {
    run_from(seeds, habit, World::new);
}

fn run_from(seeds: std::ops::Range<u64>, habit: Habit, start: impl Fn(History) -> World) {
    for seed in seeds {
        let mut random = Random::new(seed);
        let models: Vec<Model> = (0..MODELS).map(|_| model(&mut random)).collect();
        let evaluators = models.iter().map(|model| RefCell::new(Evaluator::new(model))).collect();
        let mut run = Run { random, models: evaluators, habit };
        let history = if seed % 3 == 0 { History::Updates } else { History::Layers };
        let mut world = start(history);
        let mut older = world.clone();
        for step in 0..200 {
            world.step(&mut run);
            if step % 5 == 0 {
                models
                    .iter()
                    .for_each(|model| crate::check_arrays(&world.memory, &world.ids, model));
            }
            if step % 100 == 99 {
                world.check_all(&mut run);
                older.check_all(&mut run);
                older = world.clone();
            }
        }
    }
}

#[test]
fn random_symbolic_accesses_agree_with_simulations_under_models() {
    run(0..amount(60, 150), Habit::Wild);
}

#[test]
fn members_of_one_array_agree_with_simulations_under_models() {
    run_from(5000..5000 + amount(16, 40), Habit::Wild, World::in_one_array);
    run_from(6000..6000 + amount(16, 40), Habit::Tidy, World::in_one_array);
}

#[test]
fn arrays_of_one_class_agree_with_simulations_under_models() {
    run_from(15000..15000 + amount(4, 40), Habit::Wild, World::in_one_class);
    run_from(16000..16000 + amount(4, 40), Habit::Tidy, World::in_one_class);
}

#[test]
fn objects_that_move_agree_with_simulations_under_models() {
    run_from(7000..7000 + amount(24, 60), Habit::Wild, World::gathering);
    run_from(8000..8000 + amount(24, 60), Habit::Tidy, World::gathering);
}

#[test]
fn objects_in_parts_agree_with_simulations_under_models() {
    run_from(9000..9000 + amount(16, 60), Habit::Wild, World::splitting);
    run_from(9500..9500 + amount(16, 60), Habit::Tidy, World::splitting);
    run_from(9800..9800 + amount(8, 60), Habit::Wild, World::moving);
    run_from(9900..9900 + amount(8, 60), Habit::Tidy, World::moving);
}

#[test]
fn lists_of_writes_agree_with_simulations_under_models() {
    run_from(20000..20000 + amount(40, 200), Habit::Wild, World::listing);
    run_from(21000..21000 + amount(40, 200), Habit::Tidy, World::listing);
    run_from(22000..22000 + amount(20, 100), Habit::Wild, World::listing_all);
    run_from(23000..23000 + amount(20, 100), Habit::Tidy, World::listing_all);
}

/// What one path excludes, it may spare; where it meets another, which does not exclude it, that is taken back.
#[test]
fn lists_of_paths_that_meet_agree_with_simulations_under_models() {
    for seed in 30000..30000 + amount(40, 200) {
        let mut random = Random::new(seed);
        let models: Vec<Model> = (0..MODELS).map(|_| model(&mut random)).collect();
        let evaluators = models.iter().map(|model| RefCell::new(Evaluator::new(model))).collect();
        let habit = if seed % 2 == 0 { Habit::Wild } else { Habit::Tidy };
        let mut run = Run { random, models: evaluators, habit };
        let history = if seed % 3 == 0 { History::Updates } else { History::Layers };
        let mut world = World::listing(history);
        (0..60).for_each(|_| world.step(&mut run));
        let mut other = world.clone();
        (world.side, other.side) = (Some(true), Some(false));
        for side in [&mut world, &mut other] {
            (0..30).for_each(|_| side.step(&mut run));
        }
        if !world.merge(&other, &run) {
            continue;
        }
        world.side = None;
        world.check_all(&mut run);
        (0..30).for_each(|_| world.step(&mut run));
        world.check_all(&mut run);
        models.iter().for_each(|model| crate::check_arrays(&world.memory, &world.ids, model));
    }
}

#[test]
fn random_words_and_pointers_agree_with_simulations_under_models() {
    run(1000..1000 + amount(30, 100), Habit::Tidy);
}
