//! Objects of more than 4 GiB.

use numeric::{Bits, Wide};
use term::{Model, Shape, Symbol};

use super::{SITE, heap, ptr};
use crate::value::symbolic::index;
use crate::{Birth, Fault, History, Kind, Memory, ObjectId, Pointer, Refusal, Value};

const GIB: u64 = 1 << 30;
const SIZE: u64 = 1024 * GIB;

fn undefined(m: &mut Memory, size: u64) -> ObjectId {
    m.allocate_as(Birth::Undefined, Kind::Heap, size, 16, SITE).expect("there is room")
}

fn load(m: &Memory, id: ObjectId, at: u64) -> Value {
    m.load(&ptr(id, at), 1).unwrap()
}

/// Chunks far apart are not mistaken for each other: 2^32 of them are 256 GiB.
#[test]
fn bytes_far_apart_are_apart() {
    for history in [History::Layers, History::Updates] {
        let mut m = Memory::new();
        m.set_history(history);
        let (zeros, id) = (heap(&mut m, SIZE), undefined(&mut m, SIZE));
        let older = m.clone();
        for (k, at) in (0..4u64).map(|k| (k, k * 256 * GIB + 5)) {
            m.store(&ptr(zeros, at), 1, &Value::Int(k + 1)).unwrap();
            m.store(&ptr(id, at), 1, &Value::Int(k + 1)).unwrap();
        }
        for (k, at) in (0..4u64).map(|k| (k, k * 256 * GIB + 5)) {
            assert_eq!(load(&m, zeros, at), Value::Int(k + 1));
            assert_eq!(load(&m, id, at), Value::Int(k + 1));
            assert_eq!(load(&m, zeros, at + 1), Value::Int(0));
            assert_eq!(load(&older, zeros, at), Value::Int(0));
            assert_eq!(load(&m, id, at + 1), load(&older, id, at + 1));
            assert!(load(&older, id, at).is_symbolic());
        }
        m.check_invariants();
        assert_eq!(m.objects().live_bytes(), 0);
    }
}

#[test]
fn writes_at_unknown_offsets_leave_known_bytes_alone() {
    let mut m = Memory::new();
    let id = undefined(&mut m, SIZE);
    m.store(&ptr(id, 7), 1, &Value::Int(1)).unwrap();
    m.store(&ptr(id, 600 * GIB), 1, &Value::Int(2)).unwrap();
    let offset = m.terms().zext(&m.terms().var("i", Bits(32)), Bits(64));
    m.store_at(id, &offset, 1, &Value::Int(9)).unwrap();
    m.check_invariants();
    assert_eq!(load(&m, id, 600 * GIB), Value::Int(2));
    assert!(load(&m, id, 7).is_symbolic());
    // Which words hold pointers is not recorded for this many.
    let aligned = m.terms().mul(&offset, &index(m.terms(), 8));
    assert!(m.store_at(id, &aligned, 8, &ptr(id, 0)).is_err());
}

#[test]
fn contents_move_to_another_size() {
    let mut m = Memory::new();
    let (from, more, less) =
        (undefined(&mut m, 10 * GIB), undefined(&mut m, 20 * GIB), undefined(&mut m, 5 * GIB));
    m.store(&ptr(from, GIB), 8, &ptr(less, 3)).unwrap();
    m.store(&ptr(from, 5 * GIB - 1), 2, &Value::Int(0x201)).unwrap();
    assert!(m.take_vast(more, from) && m.take_vast(less, from));
    m.check_invariants();
    for to in [more, less] {
        assert_eq!(m.load(&ptr(to, GIB), 8).unwrap(), ptr(less, 3));
        assert_eq!(load(&m, to, 5 * GIB - 1), Value::Int(1));
        assert_eq!(load(&m, to, 77), load(&m, from, 77), "never written, and the same bytes");
    }
    assert_eq!(load(&m, more, 5 * GIB), Value::Int(2));
    let zeros = heap(&mut m, 10 * GIB);
    assert!(!m.take_vast(more, zeros), "what is added is not zero");
}

#[test]
fn no_more_is_held_at_once_than_there_is_space_for() {
    let mut m = Memory::new();
    let (a, b) = (undefined(&mut m, SIZE), heap(&mut m, SIZE));
    assert_eq!(m.fill(&ptr(a, 0), 1, SIZE), Err(Refusal::TooMuch));
    assert_eq!(m.copy(&ptr(a, 0), &ptr(b, 0), GIB), Err(Refusal::TooMuch));
    assert_eq!(m.fill(&ptr(a, 0), 1, 1 << 16), Ok(()));
    assert_eq!(m.copy(&ptr(b, GIB), &ptr(a, 0), 1 << 16), Ok(()));
    assert_eq!(load(&m, b, GIB + 60_000), Value::Int(1));
    let past = Fault::OutOfBounds { at: Pointer { id: a, offset: 1 }, width: SIZE, size: SIZE };
    assert_eq!(m.fill(&ptr(a, 1), 1, SIZE), Err(past.into()));
}

#[test]
fn paths_meet_again_unless_they_wrote_at_unknown_offsets() {
    let mut m = Memory::new();
    let id = undefined(&mut m, SIZE);
    let condition = m.terms().var("c", Bits(1));
    let mut other = m.clone();
    m.store(&ptr(id, 500 * GIB), 1, &Value::Int(1)).unwrap();
    other.store(&ptr(id, 500 * GIB), 1, &Value::Int(2)).unwrap();
    m.merge(&other, &condition).unwrap();
    let merged = load(&m, id, 500 * GIB);
    for (c, byte) in [(1, 1), (0, 2)] {
        let mut model = Model::new();
        let name = Symbol { name: "c".into(), shape: Shape::Vector(Bits(1)) };
        model.set(name, Wide::from_u64(Bits(1), c));
        assert_eq!(model.eval(merged.as_term().unwrap()).low_u64(), byte);
    }
    let offset = m.terms().zext(&m.terms().var("i", Bits(32)), Bits(64));
    let mut other = m.clone();
    other.store_at(id, &offset, 1, &Value::Int(9)).unwrap();
    assert!(m.merge(&other, &condition).is_err());
}
