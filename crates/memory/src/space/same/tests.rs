//! Memories and what they were.

use numeric::Bits;

use crate::{Birth, Kind, Memory, Numbering, ObjectId, Quarantine, Reading, Site, Value};

fn memory() -> Memory {
    let quarantine = Quarantine::Last(0);
    Memory::with_numbering(&Numbering { quarantine, ..Numbering::default() }).unwrap()
}

fn make(m: &mut Memory, size: u64) -> ObjectId {
    m.allocate_as(Birth::Undefined, Kind::Heap, size, 8, Site::default()).unwrap()
}

fn at(id: ObjectId, offset: u64) -> Value {
    Value::Ptr { id, offset }
}

fn put(m: &mut Memory, id: ObjectId, offset: u64, value: &Value) {
    m.store(&at(id, offset), 8, value).unwrap();
}

/// What was written and written back is as it was, in contents of all sizes.
#[test]
fn there_and_back() {
    for size in [8, 16, 200, 5000] {
        let mut m = memory();
        let id = make(&mut m, size);
        put(&mut m, id, size - 8, &Value::Int(7));
        let then = m.clone();
        put(&mut m, id, size - 8, &Value::Int(8));
        let changed = m.since(&then, Reading::Strict).pairing().unwrap_err();
        assert!(m.since(&then, Reading::Strict).differs(changed));
        put(&mut m, id, size - 8, &Value::Int(7));
        assert!(
            m.since(&then, Reading::Strict).pairing().is_ok()
                && !m.since(&then, Reading::Strict).differs(changed)
        );
        // A byte that was not written then is not what it was.
        if size > 8 {
            put(&mut m, id, 0, &Value::Int(0));
            assert!(m.since(&then, Reading::Strict).pairing().is_err());
        }
    }
}

/// An object that was freed and allocated anew at its address stands for the old one, whatever its id; and so do
/// pointers to it. A dangling pointer is not a good one.
#[test]
fn the_same_object_again() {
    let mut m = memory();
    let holder = make(&mut m, 8);
    let first = make(&mut m, 24);
    let mut id = first;
    put(&mut m, holder, 0, &at(id, 4));
    let then = m.clone();
    for round in 0..20 {
        let old = id;
        m.kill(old, Site(round));
        assert!(m.since(&then, Reading::Strict).pairing().is_err(), "it is gone");
        id = make(&mut m, 24);
        assert_eq!(m.address(id, 0), then.address(first, 0));
        if id != old {
            assert!(m.since(&then, Reading::Strict).pairing().is_err(), "the pointer dangles");
        }
        put(&mut m, holder, 0, &at(id, 4));
        let mut pairing = m.since(&then, Reading::Strict).pairing().unwrap();
        assert!(pairing.is_same(m.values(), &at(id, 8), &at(first, 8)));
        assert!(!pairing.is_same(m.values(), &at(id, 8), &at(holder, 8)));
    }
    m.kill(id, Site::default());
    let other = make(&mut m, 40);
    put(&mut m, holder, 0, &at(other, 4));
    assert!(m.since(&then, Reading::Strict).pairing().is_err(), "another size, another address");
}

/// What is read of bytes never written may differ each time.
#[test]
fn undefined_bytes_that_were_read() {
    let mut m = memory();
    let holder = make(&mut m, 8);
    put(&mut m, holder, 0, &Value::Int(0));
    let then = m.clone();
    let id = make(&mut m, 8);
    m.kill(id, Site::default());
    assert!(m.since(&then, Reading::Strict).pairing().is_ok());
    let id = make(&mut m, 8);
    m.show_all(id);
    m.kill(id, Site::default());
    assert!(m.since(&then, Reading::Strict).pairing().is_err());
}

/// What is taken from a list and put back elsewhere leaves the list as it was only if the order is the same.
#[test]
fn addresses_to_come_count() {
    let mut m = Memory::new();
    let ids = [make(&mut m, 8), make(&mut m, 8)];
    let then = m.clone();
    m.kill(ids[0], Site::default());
    let again = make(&mut m, 8);
    assert_ne!(m.address(again, 0), then.address(ids[0], 0), "a quarantine");
    let changed = m.since(&then, Reading::Strict).pairing().unwrap_err();
    assert!(m.since(&then, Reading::Strict).differs(changed));
}

/// Different terms are different, unless that is doubted: then the memory is the same where they are equal.
#[test]
fn terms_that_may_be_equal() {
    let mut m = memory();
    let id = make(&mut m, 16);
    let (x, y) = (m.terms().var("x", Bits(64)), m.terms().var("y", Bits(64)));
    put(&mut m, id, 0, &Value::term(x.clone()));
    put(&mut m, id, 8, &Value::Int(3));
    let then = m.clone();
    for (now, equal) in
        [(Value::term(y.clone()), Some(m.terms().eq(&y, &x))), (Value::Int(7), None)]
    {
        put(&mut m, id, 0, &now);
        assert!(m.since(&then, Reading::Strict).pairing().is_err());
        let pairing = m.since(&then, Reading::Doubtful).pairing().unwrap();
        let seven = || m.terms().eq(&m.terms().number(Bits(64), 7), &x);
        assert_eq!(pairing.condition(), Some(equal.unwrap_or_else(seven)));
    }
    // What cannot be equal is not doubted.
    let next = m.terms().add(&x, &m.terms().number(Bits(64), 1));
    put(&mut m, id, 0, &Value::term(next));
    assert!(m.since(&then, Reading::Doubtful).pairing().is_err());
    put(&mut m, id, 0, &at(id, 0));
    assert!(m.since(&then, Reading::Doubtful).pairing().is_err(), "a pointer is not an integer");
    put(&mut m, id, 0, &Value::term(y));
    put(&mut m, id, 8, &Value::Int(4));
    assert!(m.since(&then, Reading::Doubtful).pairing().is_err(), "another number");
}
