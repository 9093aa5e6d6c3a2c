//! Objects that are gathered, and objects that are split.

use numeric::Bits;
use term::Term;

use super::{SITE, ptr};
use crate::placement::{ArrayRef, Place};
use crate::value::symbolic::index;
use crate::{
    Aligned, Birth, Kind, Lane, Memory, ObjectId, PartQuestion, Policy, Purpose, Question,
    Resolution, Splitting, Value,
};

fn gathering(threshold: Option<u64>) -> Memory {
    let mut memory = Memory::new();
    let resolution = Resolution::Gather;
    memory.set_policy(Policy { resolution, threshold, ..Policy::default() });
    memory
}

fn make(memory: &mut Memory, size: u64) -> ObjectId {
    memory.allocate(Kind::Heap, size, 16, SITE).unwrap()
}

fn lane(memory: &Memory, ids: &[ObjectId]) -> Lane {
    Lane::Among { id: memory.terms().var("id", Lane::WIDTH), ids: ids.iter().copied().collect() }
}

fn place(memory: &Memory, id: ObjectId) -> (ArrayRef, u64) {
    memory.storage.place_of(id)
}

/// Reads a byte of one of some objects.
fn read(memory: &mut Memory, ids: &[ObjectId]) -> Value {
    let (lane, at) = (lane(memory, ids), index(memory.terms(), 0));
    memory.load_at(&lane, &at, 1).value
}

#[test]
fn places_settle_in_the_order_of_ids() {
    let mut m = gathering(None);
    let ids: Vec<ObjectId> = [8, 24, 12, 8].map(|size| make(&mut m, size)).to_vec();
    let mut other = m.clone();
    read(&mut m, &ids[..2]);
    assert_eq!(m.storage.segments.arrays().iter().count(), 1);
    read(&mut m, &ids[1..3]);
    assert_eq!(m.storage.segments.arrays().iter().count(), 1, "all three moved to a new one");
    let bases: Vec<u64> = ids[..3].iter().map(|&id| place(&m, id).1).collect();
    assert_eq!(bases, [0, 8, 32]);
    assert!(m.storage.share_array(ids[..3].iter().copied()));
    let settled = place(&m, ids[0]);
    read(&mut m, &[ids[0], ids[2]]);
    assert_eq!(place(&m, ids[0]), settled, "nothing moves any more");
    assert_eq!(place(&m, ids[3]), (ArrayRef::Own(ids[3]), 0));
    // Another history leads to the same array.
    read(&mut other, &[ids[0], ids[2]]);
    read(&mut other, &ids[..2]);
    assert_eq!(bases, [0, 1, 2].map(|k| place(&other, ids[k]).1));
    let same = |m: &mut Memory| read(m, &ids[..3]);
    assert_eq!(same(&mut m), same(&mut other));
}

#[test]
fn without_reuse_no_two_arrays_are_the_same() {
    let mut m = Memory::new();
    let resolution = Resolution::Gather;
    m.set_policy(Policy { resolution, reuse: false, ..Policy::default() });
    let ids: Vec<ObjectId> = [8, 8].map(|size| make(&mut m, size)).to_vec();
    m.store(&ptr(ids[1], 0), 1, &Value::Int(7)).unwrap();
    let mut other = m.clone();
    assert_ne!(read(&mut m, &ids), read(&mut other, &ids));
}

#[test]
fn members_die_alone_and_arrays_with_the_last() {
    let mut m = gathering(None);
    let ids: Vec<ObjectId> = [8, 16].map(|size| make(&mut m, size)).to_vec();
    m.store(&ptr(ids[1], 8), 8, &Value::Int(7)).unwrap();
    read(&mut m, &ids);
    m.kill(ids[0], SITE);
    assert_eq!(m.load(&ptr(ids[1], 8), 8), Ok(Value::Int(7)));
    assert_eq!(m.storage.segments.arrays().iter().count(), 1);
    m.kill(ids[1], SITE);
    assert_eq!(m.storage.segments.arrays().iter().count(), 0);
}

/// What fits is gathered, the smallest first; the rest is told apart.
#[test]
fn beyond_the_threshold_arrays_are_told_apart() {
    let mut m = gathering(Some(64));
    let ids: Vec<ObjectId> = [200, 32, 24].map(|size| make(&mut m, size)).to_vec();
    let all = lane(&m, &ids);
    let Question::Value(_) = m.resolver().question(&all, Purpose::Read) else {
        panic!("a path for each")
    };
    let answers =
        [1, 0].map(|k| m.resolver().answered(&all, Purpose::Read, u64::from(u32::MAX - k)));
    assert_eq!(answers.map(|left| left.ids().to_vec()), [vec![ids[0]], ids[1..].to_vec()]);
    assert_eq!(m.resolver().question(&lane(&m, &ids[1..]), Purpose::Read), Question::None);
    assert!(m.resolver().wants_candidates(&all, Purpose::Read));
    read(&mut m, &ids[1..]);
    assert!(m.storage.share_array(ids[1..].iter().copied()));
    assert!(!m.resolver().wants_candidates(&lane(&m, &ids[1..]), Purpose::Read));
}

#[test]
fn what_was_never_written_stays_so_when_it_moves() {
    let mut m = gathering(None);
    let born = |m: &mut Memory| m.allocate_as(Birth::Undefined, Kind::Heap, 40, 16, SITE).unwrap();
    let ids = [born(&mut m), born(&mut m)];
    m.store(&ptr(ids[0], 3), 1, &Value::Int(1)).unwrap();
    m.store(&ptr(ids[1], 3), 1, &Value::Int(2)).unwrap();
    let before = m.load(&ptr(ids[1], 30), 2).unwrap();
    let (lane, at) = (lane(&m, &ids), index(m.terms(), 3));
    m.load_at(&lane, &at, 1);
    assert!(matches!(m.object(ids[1]).unwrap().place, Place::Shared(_)));
    assert!(!m.object(ids[1]).unwrap().place.is_written(30, 2));
    assert_eq!(m.load(&ptr(ids[1], 30), 2).unwrap(), before);
    assert_eq!(m.load(&ptr(ids[0], 3), 1), Ok(Value::Int(1)));
    m.check_invariants();
}

fn splitting() -> Memory {
    let mut memory = Memory::new();
    let splitting = Some(Splitting { threshold: 300, size: 64 });
    memory.set_policy(Policy { splitting, ..Policy::default() });
    memory
}

fn below(memory: &Memory, bound: u64) -> Term {
    let i = memory.terms().var("i", Bits(64));
    memory.terms().urem(&i, &index(memory.terms(), bound))
}

#[test]
fn only_the_part_that_is_accessed_is_shown() {
    let mut m = splitting();
    let id = make(&mut m, 512);
    m.fill(&ptr(id, 0), 3, 512).unwrap();
    let offset = below(&m, 512);
    assert!(matches!(m.resolver().part_question(id, &offset), PartQuestion::Value(_)));
    let inside = m.resolver().in_parts(&offset, [2, 2], Aligned::NOT);
    assert_eq!(m.resolver().part_question(id, &inside), PartQuestion::None);
    m.store_at(id, &inside, 1, &Value::Int(9)).unwrap();
    assert_eq!(m.census().largest_array(), 64);
    assert_eq!(m.load(&ptr(id, 0), 8), Ok(Value::Int(0x0303_0303_0303_0303)));
    assert!(m.load(&ptr(id, 130), 1).unwrap().is_symbolic());
    assert_eq!(m.storage.arrays_of(id).len(), 2, "a part, and the rest");
    let other = m.resolver().in_parts(&offset, [4, 4], Aligned::NOT);
    m.store_at(id, &other, 1, &Value::Int(8)).unwrap();
    assert_eq!(m.storage.arrays_of(id).len(), 3);
    // A word that is partly in one puts all there.
    m.store(&ptr(id, 124), 8, &Value::Int(0)).unwrap();
    assert_eq!(m.storage.arrays_of(id).len(), 3);
    assert_eq!(m.load(&ptr(id, 124), 8), Ok(Value::ZERO));
    m.store_at(id, &m.resolver().in_parts(&offset, [2, 3], Aligned::NOT), 1, &Value::Int(7))
        .unwrap();
    m.store(&ptr(id, 252), 8, &Value::Int(0)).unwrap();
    assert_eq!(m.storage.arrays_of(id).len(), 2, "two parts are one");
    assert_eq!(m.load(&ptr(id, 400), 1), Ok(Value::Int(3)));
    m.check_invariants();
    m.kill(id, SITE);
    assert_eq!(m.storage.segments.arrays().iter().count(), 0);
}

#[test]
fn what_an_offset_shows_of_its_range_is_not_lost_in_a_part() {
    let mut m = splitting();
    let id = make(&mut m, 512);
    m.fill(&ptr(id, 0), 3, 512).unwrap();
    // From 122 to 377; in the second part at most 127.
    let byte = m.terms().zext(&m.terms().var("k", Bits(8)), Bits(64));
    let offset = m.terms().add(&byte, &index(m.terms(), 122));
    let inside = m.resolver().in_parts(&offset, [1, 1], Aligned::NOT);
    m.store_at(id, &inside, 1, &Value::Int(9)).unwrap();
    assert_eq!(m.census().largest_array(), 64);
    assert_eq!(m.load(&ptr(id, 112), 8), Ok(Value::Int(0x0303_0303_0303_0303)));
    assert!((122..128).all(|at| m.load(&ptr(id, at), 1).unwrap().is_symbolic()));
}

#[test]
fn parts_that_hold_the_same_are_the_same() {
    let mut m = splitting();
    let id = make(&mut m, 512);
    let read = |m: &mut Memory, part: u64| {
        let inside = m.resolver().in_parts(&below(m, 512), [part, part], Aligned::NOT);
        let low = m.terms().and(&inside, &index(m.terms(), 63));
        let start = index(m.terms(), 64 * part);
        m.load_at(id, &m.terms().clone().add(&low, &start), 1).value
    };
    m.store(&ptr(id, 64 + 5), 1, &Value::Int(1)).unwrap();
    m.store(&ptr(id, 256 + 5), 1, &Value::Int(1)).unwrap();
    assert_eq!(read(&mut m, 1), read(&mut m, 4));
    assert_ne!(read(&mut m, 1), read(&mut m, 2));
}

#[test]
fn small_objects_are_not_split() {
    let mut m = splitting();
    let id = make(&mut m, 300);
    assert_eq!(m.resolver().part_question(id, &below(&m, 300)), PartQuestion::None);
}
