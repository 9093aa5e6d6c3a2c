//! Objects that share arrays.

use std::rc::Rc;

use numeric::{Bits, Wide};
use term::{INDEX, Model, Shape, Symbol};

use super::{SITE, ptr};
use crate::placement::ArrayRef;
use crate::value::multiplex::by_id;
use crate::{
    Birth, Born, Class, Fault, History, Kind, Lane, Memory, NeedsOffset, ObjectId, Overshoot,
    Placement, Policy, Purpose, Question, Refusal, Resolution, Value,
};

/// Heap objects are in one class.
struct Heap;

impl Placement for Heap {
    fn class(&self, born: Born) -> Option<Class> {
        (born.kind == Kind::Heap).then_some(Class(3))
    }
}

fn memory(threshold: Option<u64>) -> Memory {
    let mut memory = Memory::new();
    let (resolution, placement) = (Resolution::Arrays, Rc::new(Heap));
    memory.set_policy(Policy { resolution, placement, threshold, ..Policy::default() });
    memory
}

fn make(memory: &mut Memory, size: u64) -> ObjectId {
    memory.allocate_as(Birth::Undefined, Kind::Heap, size, 16, SITE).unwrap()
}

fn base(memory: &Memory, id: ObjectId) -> u64 {
    memory.storage.place_of(id).1
}

#[test]
fn the_best_gap_is_used_and_gaps_join() {
    let mut m = memory(None);
    let ids: Vec<ObjectId> = [24, 40, 8, 16, 8].map(|size| make(&mut m, size)).to_vec();
    let bases: Vec<u64> = ids.iter().map(|id| base(&m, *id)).collect();
    assert_eq!(bases, [0, 24, 64, 72, 88]);
    let older = m.clone();
    m.kill(ids[1], SITE);
    m.kill(ids[3], SITE);
    let small = make(&mut m, 12);
    assert_eq!(base(&m, small), 72, "sixteen bytes fit best");
    m.kill(ids[2], SITE);
    let joined = make(&mut m, 48);
    assert_eq!(base(&m, joined), 24, "forty and eight");
    assert_eq!(base(&older, ids[3]), 72, "another state has not changed");
    m.kill(ids[4], SITE);
    let last = make(&mut m, 100);
    assert_eq!(base(&m, last), 88, "what was last is given back to the end");
}

#[test]
fn an_array_with_symbolic_bytes_grows() {
    for history in [History::Layers, History::Updates] {
        let mut m = memory(None);
        m.set_history(history);
        let first = make(&mut m, 2000);
        let byte = Value::term(m.terms().var("x", Bits(8)));
        m.store(&ptr(first, 1999), 1, &byte).unwrap();
        let second = make(&mut m, 3000);
        assert_eq!(m.storage.place_of(first).0, m.storage.place_of(second).0);
        m.store(&ptr(second, 2999), 1, &byte).unwrap();
        assert_eq!(m.load(&ptr(first, 1999), 1).unwrap(), byte);
        assert_eq!(m.load(&ptr(second, 2999), 1).unwrap(), byte);
        m.check_invariants();
    }
}

#[test]
fn bounds_life_and_what_was_written_are_the_objects_own() {
    let mut m = memory(None);
    let (a, b) = (make(&mut m, 8), make(&mut m, 8));
    m.store(&ptr(b, 0), 8, &Value::Int(7)).unwrap();
    assert!(matches!(m.load(&ptr(a, 8), 1), Err(Refusal::Fault(Fault::OutOfBounds { .. }))));
    assert!(m.load(&ptr(a, 0), 1).unwrap().is_symbolic(), "never written");
    assert_eq!(m.load(&ptr(b, 0), 8), Ok(Value::Int(7)));
    m.kill(b, SITE);
    assert!(matches!(m.load(&ptr(b, 0), 1), Err(Refusal::Fault(Fault::Dead { .. }))));
    let again = make(&mut m, 8);
    assert_eq!(base(&m, again), 8);
    assert!(m.load(&ptr(again, 0), 8).unwrap().is_symbolic(), "what was there is gone");
}

#[test]
fn a_segment_does_not_pass_its_threshold() {
    let mut m = memory(Some(64));
    let ids: Vec<ObjectId> = [32, 32, 8, 65].map(|size| make(&mut m, size)).to_vec();
    assert_eq!(m.storage.place_of(ids[0]).0, m.storage.place_of(ids[1]).0);
    assert_ne!(m.storage.place_of(ids[0]).0, m.storage.place_of(ids[2]).0, "the first is full");
    assert_eq!(m.storage.place_of(ids[3]), (ArrayRef::Own(ids[3]), 0), "too large for any");
    let local = m.allocate(Kind::Local, 8, 8, SITE).unwrap();
    assert_eq!(m.storage.place_of(local), (ArrayRef::Own(local), 0));
}

/// Where the last object may exceed the threshold, one that is larger than the threshold is still with its class.
#[test]
fn the_last_member_may_pass_the_threshold() {
    let mut m = memory(Some(64));
    let policy = m.setup.policy.clone();
    m.set_policy(Policy { overshoot: Overshoot::Last, ..policy });
    let ids: Vec<ObjectId> = [32, 100, 8, 56, 8].map(|size| make(&mut m, size)).to_vec();
    let array = |at: usize| m.storage.place_of(ids[at]).0;
    assert_eq!(array(0), array(1), "the first has room left, and exceeds the threshold then");
    assert_ne!(array(1), array(2), "it is full");
    assert_eq!((array(2), array(3)), (array(2), array(2)), "64 bytes");
    assert_ne!(array(3), array(4), "the threshold is reached");
    let large = make(&mut m, 12_000);
    assert_eq!(m.storage.place_of(large).0, m.storage.place_of(ids[4]).0);
    let vast = make(&mut m, 1 << 20);
    assert_eq!(m.storage.place_of(vast), (ArrayRef::Own(vast), 0), "too large for any");
}

/// A table by id, whatever its shape, gives each id its entry.
#[test]
fn tables_by_id_give_each_its_entry() {
    let m = Memory::new();
    let id = m.terms().var("id", Lane::WIDTH);
    let symbol = Symbol { name: "id".into(), shape: Shape::Vector(Bits(32)) };
    let tables: [Vec<(u32, u64)>; 4] = [
        (3..40).map(|id| (id, 16 + 160 * u64::from(id))).collect(),
        (3..40).map(|id| (id * id, u64::from(id * 77 % 50))).collect(),
        vec![(5, 1), (9, 2), (70_000_000, 1)],
        vec![(1, u64::MAX), (2, 0)],
    ];
    for table in tables {
        let entries: Vec<_> = table.iter().map(|(id, entry)| (ObjectId(*id), *entry)).collect();
        let term = by_id(m.terms(), &id, &entries, Bits(64));
        for (of, entry) in entries {
            let mut values = Model::new();
            values.set(symbol.clone(), Wide::from_u64(Bits(32), u64::from(of.0)));
            assert_eq!(values.eval(&term).low_u64(), entry, "{of:?} of {term}");
        }
    }
}

#[test]
fn what_an_access_asks_depends_on_the_model() {
    let mut m = memory(None);
    let ids: Vec<ObjectId> = (0..3).map(|_| make(&mut m, 8)).collect();
    let own = m.allocate(Kind::Global, 8, 8, SITE).unwrap();
    let lane = |ids: &[ObjectId]| {
        let id = m.terms().var("id", Lane::WIDTH);
        Lane::Among { id, ids: ids.iter().copied().collect() }
    };
    assert_eq!(m.resolver().question(&lane(&ids), Purpose::Read), Question::None);
    let mut all = ids.clone();
    all.push(own);
    all.sort_unstable();
    let mixed = lane(&all);
    assert!(matches!(m.resolver().question(&mixed, Purpose::Read), Question::Value(_)));
    let array = u64::from(m.storage.place_of(ids[0]).0.number());
    assert_eq!(m.resolver().answered(&mixed, Purpose::Read, array).ids(), ids);
    assert_eq!(m.resolver().answered(&mixed, Purpose::Read, u64::from(own.0)), Lane::One(own));
    let mut merged = m.clone();
    let placement = Rc::new(crate::OwnArrays);
    let resolution = Resolution::Merge;
    merged.set_policy(Policy { resolution, placement, ..Policy::default() });
    assert_eq!(merged.resolver().question(&mixed, Purpose::Write), Question::None);
    merged.set_read_only(own);
    assert_eq!(merged.resolver().question(&mixed, Purpose::Read), Question::None);
    assert!(matches!(merged.resolver().question(&mixed, Purpose::Write), Question::Value(_)));
}

/// A byte is written to one of two objects, of which the second holds a pointer that the byte may cut.
#[test]
fn a_write_that_one_array_refuses_changes_no_array() {
    let mut m = Memory::new();
    let ids: Vec<ObjectId> = (0..2).map(|_| m.allocate(Kind::Heap, 16, 8, SITE).unwrap()).collect();
    let at = |n: usize| Value::Ptr { id: ids[n], offset: 0 };
    m.store(&at(1), 8, &at(0)).unwrap();
    let lane = |m: &Memory| {
        let id = m.terms().var("id", Lane::WIDTH);
        Lane::Among { id, ids: ids.iter().copied().collect() }
    };
    let offset = m.terms().and(&m.terms().var("i", INDEX), &m.terms().number(INDEX, 7));
    let (lane, before) = (lane(&m), m.hash_all());
    assert_eq!(m.store_at(lane.clone(), &offset, 1, &Value::Int(1)), Err(NeedsOffset));
    assert_eq!(m.hash_all(), before);
    m.store(&at(1), 8, &Value::ZERO).unwrap();
    let before = m.hash_all();
    assert_eq!(m.store_at(lane, &offset, 1, &Value::Int(1)), Ok(()));
    assert_ne!(m.hash_all(), before);
}

#[test]
fn what_is_refused_halfway_has_changed_nothing() {
    let mut m = Memory::new();
    let id = m.allocate(Kind::Heap, 8, 8, SITE).unwrap();
    let at = |offset: u64| Value::Ptr { id, offset };
    let refused = m.transact(|m| {
        m.store(&at(0), 4, &Value::Int(1))?;
        m.store(&at(8), 4, &Value::Int(2))
    });
    assert!(refused.is_err());
    assert_eq!(m.load(&at(0), 4), Ok(Value::ZERO));
    m.transact(|m| m.store(&at(0), 4, &Value::Int(1))).unwrap();
    assert_eq!(m.load(&at(0), 4), Ok(Value::Int(1)));
}

/// Neither does an access look at what else is in the segment, nor at how often that was written.
#[test]
fn an_access_costs_what_it_can_reach() {
    let mut m = memory(None);
    let [other, many] = [64, 16_000].map(|size| make(&mut m, size));
    let i = m.terms().zext(&m.terms().var("i", Bits(3)), INDEX);
    m.fill(&ptr(other, 0), 1, 64).unwrap();
    m.fill(&ptr(many, 0), 2, 16_000).unwrap();
    // From here on arrays of the solver are below.
    m.store_at(other, &i, 1, &Value::Int(7)).unwrap();
    let word = m.terms().mul(&i, &m.terms().number(INDEX, 3));
    for (object, round) in [many, other, many, other].into_iter().zip(1..) {
        for at in 0..1000 {
            m.store(&ptr(many, 8000 + 8 * at), 8, &Value::Int(at << round)).unwrap();
        }
        let before = m.terms().live();
        let read = m.load_at(object, &word, 1).value;
        let made = m.terms().live() - before;
        assert!(made < 100, "{made} terms for {read:?} of {object:?}");
    }
}
