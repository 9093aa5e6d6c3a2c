//! Random accesses against a plain reference, and the rules of provenance.

mod histories;
mod models;
mod moves;
mod numbers;
mod place;
mod planes;
mod shrink;
mod symbolic;
mod vast;

use random::Random;

use crate::{Answers, Fault, History, Kind, Memory, Object, ObjectId, Pointer, Site, Value};

const SITE: Site = Site(7);

fn ptr(id: ObjectId, offset: u64) -> Value {
    Value::Ptr { id, offset }
}

fn heap(memory: &mut Memory, size: u64) -> ObjectId {
    memory.allocate(Kind::Heap, size, 16, SITE).expect("small enough")
}

/// Bytes as numbers, the plain reference for contents: whatever was written, memory shows these numbers.
#[derive(Clone)]
struct Reference(Vec<Vec<u8>>);

fn check_all(memory: &Memory, ids: &[ObjectId], reference: &Reference) {
    memory.check_invariants();
    for (id, bytes) in ids.iter().zip(&reference.0) {
        let seen = memory.read_bytes(&ptr(*id, 0), bytes.len() as u64, &Answers::default());
        assert_eq!(&seen.unwrap().value, bytes);
    }
}

#[test]
fn random_accesses_agree_with_a_plain_reference_across_forks() {
    let mut random = Random::new(42);
    let sizes = [1, 3, 8, 12, 16, 17, 24, 64, 100, 700];
    let histories = [History::Layers, History::Updates];
    for (size, history) in sizes.into_iter().flat_map(|size| histories.map(|h| (size, h))) {
        let mut memory = Memory::new();
        memory.set_history(history);
        let ids: Vec<ObjectId> = (0..4).map(|_| heap(&mut memory, size)).collect();
        let mut reference = Reference(vec![vec![0; size as usize]; 4]);
        let mut older = (memory.clone(), reference.clone());
        for step in 0..4000 {
            one_step(&mut memory, &ids, &mut reference, &mut random, size);
            if step % 50 == 0 {
                check_all(&memory, &ids, &reference);
                check_all(&older.0, &ids, &older.1);
                older = (memory.clone(), reference.clone());
            }
        }
    }
}

/// A random access; returns the object that may have been written.
fn one_step(
    m: &mut Memory,
    ids: &[ObjectId],
    r: &mut Reference,
    random: &mut Random,
    size: u64,
) -> ObjectId {
    let (to, from) = (random.below(4) as usize, random.below(4) as usize);
    let len = 1 + random.below(size.min(8));
    let (at, src) = (random.below(size - len + 1), random.below(size - len + 1));
    match random.below(5) {
        0 => {
            let number = random.below(u64::MAX);
            m.store(&ptr(ids[to], at), len as u32, &Value::Int(number)).unwrap();
            put(&mut r.0[to], at, len, number);
        }
        1 if size >= 8 => {
            let at = random.below(size - 7);
            let value = ptr(ids[from], random.below(size + 1));
            let number = m.bits(&value);
            m.store(&ptr(ids[to], at), 8, &value).unwrap();
            put(&mut r.0[to], at, 8, number);
        }
        2 => {
            // A value read is the number there, and shows the same number when written elsewhere.
            let value = m.load(&ptr(ids[from], src), len as u32).unwrap();
            let mut bytes = [0; 8];
            bytes[..len as usize].copy_from_slice(&r.0[from][src as usize..(src + len) as usize]);
            assert_eq!(m.bits(&value), u64::from_le_bytes(bytes));
            m.store(&ptr(ids[to], at), len as u32, &value).unwrap();
            put(&mut r.0[to], at, len, u64::from_le_bytes(bytes));
        }
        3 => {
            let len = random.below(size + 1);
            let (at, src) = (random.below(size - len + 1), random.below(size - len + 1));
            m.copy(&ptr(ids[to], at), &ptr(ids[from], src), len).unwrap();
            let bytes = r.0[from][src as usize..(src + len) as usize].to_vec();
            r.0[to][at as usize..(at + len) as usize].copy_from_slice(&bytes);
        }
        _ => {
            m.fill(&ptr(ids[to], at), 0xa5, len).unwrap();
            r.0[to][at as usize..(at + len) as usize].fill(0xa5);
        }
    }
    ids[to]
}

fn put(bytes: &mut [u8], at: u64, len: u64, number: u64) {
    bytes[at as usize..(at + len) as usize].copy_from_slice(&number.to_le_bytes()[..len as usize]);
}

#[test]
fn a_pointer_copied_byte_by_byte_is_still_a_pointer() {
    let mut memory = Memory::new();
    for (size, from, to) in [(16, 0, 8), (64, 24, 40), (64, 3, 5), (64, 8, 13)] {
        let (a, b) = (heap(&mut memory, size), heap(&mut memory, size));
        memory.store(&ptr(a, from), 8, &ptr(b, 5)).unwrap();
        for i in 0..8 {
            let byte = memory.load(&ptr(a, from + i), 1).unwrap();
            memory.store(&ptr(b, to + i), 1, &byte).unwrap();
        }
        assert_eq!(memory.load(&ptr(b, to), 8), Ok(ptr(b, 5)));
    }
}

#[test]
fn bounds_and_lifetime_are_by_id() {
    let mut memory = Memory::new();
    let (a, b) = (heap(&mut memory, 4), heap(&mut memory, 4));
    let distance = memory.address(b, 0).wrapping_sub(memory.address(a, 0));
    let at = Pointer { id: a, offset: distance };
    // The number is that of b; the object is a.
    let expected = Fault::OutOfBounds { at, width: 1, size: 4 };
    assert_eq!(memory.load(&ptr(a, distance), 1), Err(expected.into()));
    // The same number without an object is an address in b.
    let number = memory.address(a, distance);
    assert_eq!(memory.load(&Value::Int(number), 1), Ok(Value::Int(0)));
    memory.free(Pointer { id: b, offset: 0 }, SITE).unwrap();
    assert_eq!(
        memory.load(&ptr(b, 0), 1),
        Err(Fault::Dead { at: Pointer { id: b, offset: 0 } }.into())
    );
    let b = Pointer { id: b, offset: 0 };
    assert_eq!(memory.free(b, SITE), Err(Fault::DoubleFree { at: b }));
    let inside = Pointer { id: a, offset: 1 };
    assert_eq!(memory.free(inside, SITE), Err(Fault::BadFree { at: inside }));
    assert_eq!(memory.load(&Value::Int(16), 4), Err(Fault::Null { address: 16 }.into()));
}

#[test]
fn locals_die_with_their_frame_and_are_forgotten_when_nothing_points_to_them() {
    let mut memory = Memory::new();
    let keeper = heap(&mut memory, 8);
    let mark = memory.stack().mark();
    let locals: Vec<ObjectId> =
        (0..3).filter_map(|_| memory.allocate(Kind::Local, 8, 8, SITE)).collect();
    memory.store(&ptr(keeper, 0), 8, &ptr(locals[1], 0)).unwrap();
    let number = memory.address(locals[2], 4);
    assert_eq!(memory.find(number), Some(Pointer { id: locals[2], offset: 4 }));
    memory.pop_stack(mark, SITE);
    assert_eq!(memory.stack().mark(), mark);
    // The last one is remembered only because of its address.
    memory.forget(std::iter::once(locals[0]));
    assert!(memory.object(locals[2]).is_some());
    memory.forget_unnamed(std::iter::once(locals[0]));
    let remembered: Vec<bool> = locals.iter().map(|&l| memory.object(l).is_some()).collect();
    assert_eq!(remembered, [true, true, false]);
    assert_eq!(memory.allocate(Kind::Local, 8, 8, SITE), Some(locals[2]));
    assert_eq!(memory.objects().live_bytes(), 16);
}

#[test]
fn an_object_is_a_cache_line_and_a_bit() {
    assert!(size_of::<Object>() <= 80);
}

#[test]
fn an_object_at_a_chosen_address_is_found_there() {
    let mut m = Memory::new();
    let heap = m.allocate(Kind::Heap, 8, 8, Site::default()).unwrap();
    let low = m.allocate_at(Kind::System, 0x7000, 8, Site::default()).unwrap();
    let high = m.allocate_at(Kind::System, u64::MAX - 64, 8, Site::default()).unwrap();
    assert_eq!(m.find(0x7003), Some(Pointer { id: low, offset: 3 }));
    assert_eq!(m.find(u64::MAX - 60), Some(Pointer { id: high, offset: 4 }));
    assert_eq!(m.find(m.address(heap, 1)), Some(Pointer { id: heap, offset: 1 }));
    assert_eq!(m.find(0x7009), None);
    for taken in [0x6fff, 0x7007, m.address(heap, 7)] {
        assert_eq!(m.allocate_at(Kind::System, taken, 2, Site::default()), None);
    }
}

/// Each death pays for a few of the pointers that a collection has to visit. Pointers to one object that follow each
/// other are one visit.
#[test]
fn collections_are_as_rare_as_they_are_costly() {
    let deaths_between_collections = |pointers: u64, objects: u64| {
        let mut memory = Memory::new();
        let keeper = heap(&mut memory, 8 * pointers);
        let others: Vec<ObjectId> = (0..objects).map(|_| heap(&mut memory, 8)).collect();
        for k in 0..pointers {
            let to = others[(k % objects) as usize];
            memory.store(&ptr(keeper, 8 * k), 8, &ptr(to, 0)).unwrap();
        }
        memory.forget(std::iter::empty());
        let mut deaths = 0;
        while !memory.objects().wants_collection() {
            let mark = memory.stack().mark();
            memory.allocate(Kind::Local, 8, 8, SITE).unwrap();
            memory.pop_stack(mark, SITE);
            deaths += 1;
        }
        deaths
    };
    assert!(deaths_between_collections(1, 1) < 10_000);
    assert!(deaths_between_collections(40_000, 1) < 10_000);
    assert!(deaths_between_collections(40_000, 2) >= 40_000);
}
