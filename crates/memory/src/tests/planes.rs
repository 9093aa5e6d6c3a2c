//! Lists of writes: the example of the paper, and what a read passes over.

use numeric::{Bits, Wide};
use term::{Form, Model, Shape, Symbol, Term};

use super::{SITE, ptr};
use crate::value::symbolic::index;
use crate::{
    Birth, Block, Collisions, Kind, Lane, Memory, ObjectId, Policy, Purpose, Resolution, Value,
    Writes,
};

fn memory() -> Memory {
    let mut memory = Memory::new();
    let (resolution, writes) = (Resolution::Merge, Writes::Listed);
    memory.set_policy(Policy { resolution, writes, ..Policy::default() });
    memory
}

fn array(memory: &mut Memory) -> ObjectId {
    memory.allocate_as(Birth::Undefined, Kind::Heap, 400, 16, SITE).expect("small enough")
}

/// An index of 32 bits, times three, plus one, times the size of an element.
fn third(memory: &Memory) -> Term {
    let terms = memory.terms();
    let number = |width, n| terms.number(width, n);
    let i = terms.var("i", Bits(32));
    let element = terms.add(&terms.mul(&i, &number(Bits(32), 3)), &number(Bits(32), 1));
    terms.mul(&terms.sext(&element, Bits(64)), &number(Bits(64), 4))
}

fn write(memory: &mut Memory, id: ObjectId, at: &Term, number: u64) {
    memory.store_at(id, at, 4, &Value::Int(number)).expect("no pointer is cut");
}

fn read(memory: &mut Memory, id: ObjectId, at: u64) -> Value {
    let at = index(memory.terms(), at);
    memory.load_at(id, &at, 4).value
}

/// The collisions of an access to four bytes that are open.
fn open(memory: &mut Memory, id: ObjectId, at: &Term, purpose: Purpose) -> Vec<Term> {
    let Collisions { open, .. } = memory.open_collisions(&Lane::One(id), at, 4, purpose);
    open
}

/// The choice between two numbers that a term is, apart from zeros above.
fn two_numbers(term: &Term) -> (Term, u64, u64) {
    let number = |term: &Term| term.as_const().expect("a number").low_u64();
    match term.form() {
        Form::Concat(high, low) if number(&high) == 0 => two_numbers(&low),
        Form::Ite(condition, then, other) => (condition, number(&then), number(&other)),
        _ => panic!("{term}"),
    }
}

fn with_i(value: u64) -> Model {
    let mut model = Model::new();
    let symbol = Symbol { name: "i".into(), shape: Shape::Vector(Bits(32)) };
    model.set(symbol, Wide::from_u64(Bits(32), value));
    model
}

/// Figure 2: the path says that `i` is small, so that `3 * i` does not wrap around.
#[test]
fn figure_2_reads_one_element_as_it_is_and_the_other_as_a_choice() {
    let mut m = memory();
    let a = array(&mut m);
    m.store(&ptr(a, 12), 4, &Value::Int(777)).unwrap();
    m.store(&ptr(a, 16), 4, &Value::Int(888)).unwrap();
    let at = third(&m);
    let collisions = open(&mut m, a, &at, Purpose::Write);
    assert_eq!(collisions.len(), 2, "{collisions:?}");
    let may_hold = |met: &&Term| (0..100).any(|i| !with_i(i).eval(met).is_zero());
    let (met, missed): (Vec<&Term>, Vec<&Term>) = collisions.iter().partition(may_hold);
    assert_eq!((met.len(), missed.len()), (1, 1));
    m.exclude_collision(missed[0].clone());
    write(&mut m, a, &at, 999);
    assert_eq!(read(&mut m, a, 12), Value::Int(777));
    let read = read(&mut m, a, 16);
    let choice = m.term_of(&read, Bits(32));
    let (condition, then, other) = two_numbers(&choice);
    assert_eq!((then, other), (999, 888));
    for i in 0..100 {
        assert_eq!(!with_i(i).eval(&condition).is_zero(), i == 1, "{condition}");
    }
}

/// Nothing is asked about a write whose stride says that it does not meet an element.
#[test]
fn strides_decide_before_anything_is_asked() {
    let mut m = memory();
    let a = array(&mut m);
    m.store(&ptr(a, 12), 4, &Value::Int(777)).unwrap();
    let i = m.terms().zext(&m.terms().var("i", Bits(8)), Bits(64));
    let at = m.terms().add(&m.terms().mul(&i, &index(m.terms(), 12)), &index(m.terms(), 4));
    assert_eq!(open(&mut m, a, &at, Purpose::Write), []);
    write(&mut m, a, &at, 999);
    assert_eq!(read(&mut m, a, 12), Value::Int(777));
}

/// A read of an element meets each write once, whatever was written at other widths elsewhere, and stops at the newest
/// one that is certain.
#[test]
fn a_read_chooses_between_whole_values() {
    let mut m = memory();
    let a = array(&mut m);
    let scaled = |m: &Memory, name: &str, by: u64, plus: u64| {
        let terms = m.terms();
        let i = terms.zext(&terms.var(name, Bits(3)), Bits(64));
        terms.add(&terms.mul(&i, &index(terms, by)), &index(terms, plus))
    };
    let (i, j, k) = (scaled(&m, "i", 16, 0), scaled(&m, "j", 16, 0), scaled(&m, "k", 16, 8));
    write(&mut m, a, &i, 1);
    // Eight bytes beside them.
    m.store_at(a, &k, 8, &Value::Int(u64::MAX)).unwrap();
    write(&mut m, a, &j, 2);
    assert_eq!(m.load_at(a, &j, 4).value, Value::Int(2));
    let read = m.load_at(a, &i, 4).value;
    let read = m.term_of(&read, Bits(32));
    let (_, then, other) = two_numbers(&read);
    assert_eq!((then, other), (2, 1));
    let half = m.load_at(a, &k, 4).value;
    assert_eq!(half, Value::Int(u64::from(u32::MAX)), "half of what was written");
}

/// A block of elements is met as a whole.
#[test]
fn a_block_is_one_choice_for_an_element() {
    let mut m = memory();
    let a = array(&mut m);
    m.store(&ptr(a, 40), 4, &Value::Int(5)).unwrap();
    let n = m.terms().zext(&m.terms().var("n", Bits(5)), Bits(64));
    let len = m.terms().mul(&n, &index(m.terms(), 4));
    let (lane, start, byte) = (Lane::One(a), index(m.terms(), 0), m.terms().number(Bits(8), 1));
    let place = Block { lane: &lane, offset: &start };
    assert_eq!(m.blocks().fill(place, &len, &byte), Ok(false));
    let read = read(&mut m, a, 40);
    let read = m.term_of(&read, Bits(32));
    let (_, then, other) = two_numbers(&read);
    assert_eq!([then.min(other), then.max(other)], [5, 0x0101_0101]);
}

/// Freeing one of several objects leaves all of them, with sizes that say which it was.
#[test]
fn an_object_that_may_be_freed_keeps_its_contents() {
    let mut m = memory();
    let (a, b) = (array(&mut m), array(&mut m));
    m.store(&ptr(a, 0), 4, &Value::Int(7)).unwrap();
    let terms = m.terms().clone();
    let id = |id: ObjectId| terms.number(Lane::WIDTH, u64::from(id.0));
    let which = terms.ite(&terms.var("c", Bits(1)), &id(a), &id(b));
    let lane = Lane::Among { id: which.clone(), ids: [a, b].into() };
    let start = index(&terms, 0);
    assert_eq!(m.values().may_be_freed(&lane, &start), Some(terms.truth(true)));
    m.free_one_of(&lane, SITE);
    let freed = m.values().freed_if(&Lane::One(a)).expect("it may have been");
    assert_eq!(freed, terms.eq(&which, &id(a)));
    assert_eq!(m.values().in_bounds(a, &start, 4), terms.not(&freed));
    let again = m.values().may_be_freed(&lane, &start).expect("objects of the heap");
    assert_eq!(again.as_const().map(|may| may.is_zero()), Some(true), "{again}");
    assert_eq!(read(&mut m, a, 0), Value::Int(7));
}
