//! What symbolic contents keep, and what reads at symbolic offsets look like.

use std::rc::Rc;

use numeric::{Bits, Wide};
use term::{Form, Term};

use super::{SITE, heap, ptr};
use crate::value::symbolic::index;
use crate::{
    Answers, Kind, Lane, Memory, Need, NeedsOffset, ObjectId, Pointer, Read, Symbolic,
    SymbolicPointer, Value,
};

/// An index of 32 bits, extended with its sign, times a stride, plus a constant.
fn strided(memory: &Memory, stride: u64, base: u64) -> Term {
    let terms = memory.terms();
    let i = terms.sext(&terms.var("i", Bits(32)), Bits(64));
    terms.add(&terms.mul(&i, &index(memory.terms(), stride)), &index(memory.terms(), base))
}

fn term(memory: &Memory, name: &str, bytes: u32) -> Value {
    Value::term(memory.terms().var(name, Bits(8 * bytes)))
}

/// A pointer to one of two objects.
fn choice(memory: &Memory, a: ObjectId, b: ObjectId) -> Value {
    let terms = memory.terms();
    let id = |id: ObjectId| terms.number(Lane::WIDTH, u64::from(id.0));
    let id = terms.ite(&terms.var("c", Bits(1)), &id(a), &id(b));
    let lane = Lane::Among { id, ids: Rc::new([a, b]) };
    SymbolicPointer { lane, offset: index(memory.terms(), 4) }.into_value()
}

fn pointer(value: &Value) -> &SymbolicPointer {
    match value {
        Value::Symbolic(symbolic) => match &**symbolic {
            Symbolic::Pointer(pointer) => pointer,
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_survive_store_and_load() {
    let mut memory = Memory::new();
    let (a, b) = (heap(&mut memory, 4), heap(&mut memory, 64));
    for (id, at) in [(a, 0), (b, 0), (b, 20), (b, 3)] {
        let value = term(&memory, "x", 4);
        memory.store(&ptr(id, at), 4, &value).unwrap();
        assert_eq!(memory.load(&ptr(id, at), 4), Ok(value));
    }
    let value = choice(&memory, a, b);
    for at in [8, 33] {
        memory.store(&ptr(b, at), 8, &value).unwrap();
        assert_eq!(memory.load(&ptr(b, at), 8), Ok(value.clone()));
    }
    let wide = term(&memory, "w", 16);
    memory.store_wide(&ptr(b, 41), Bits(128), &wide).unwrap();
    assert_eq!(memory.load_wide(&ptr(b, 41), Bits(128)), Ok(wide.clone()));
    let number = Value::wide(Wide::from_u128(Bits(128), 3 << 100 | 5));
    for (at, value) in [(7, &number), (9, &wide)] {
        memory.store_at(b, &index(memory.terms(), at), 16, value).unwrap();
        assert_eq!(memory.load_wide(&ptr(b, at), Bits(128)).as_ref(), Ok(value));
        assert_eq!(memory.load_wide_at(b, &index(memory.terms(), at), Bits(128)), *value);
    }
    memory.check_invariants();
}

#[test]
fn a_symbolic_pointer_copied_byte_by_byte_is_still_a_pointer() {
    let mut memory = Memory::new();
    let (a, b) = (heap(&mut memory, 64), heap(&mut memory, 64));
    let value = choice(&memory, a, b);
    memory.store(&ptr(a, 8), 8, &value).unwrap();
    for to in [16, 29] {
        for i in [3, 1, 0, 2, 7, 6, 5, 4] {
            let byte = memory.load(&ptr(a, 8 + i), 1).unwrap();
            memory.store(&ptr(b, to + i), 1, &byte).unwrap();
        }
        assert_eq!(memory.load(&ptr(b, to), 8), Ok(value.clone()));
    }
    memory.copy(&ptr(a, 3), &ptr(b, 14), 20).unwrap();
    assert_eq!(memory.load(&ptr(a, 5), 8), Ok(value));
}

#[test]
fn a_part_and_its_neighbours_make_the_term_again() {
    let mut memory = Memory::new();
    let a = heap(&mut memory, 32);
    let x = term(&memory, "x", 8);
    memory.store(&ptr(a, 0), 8, &x).unwrap();
    let low = memory.load(&ptr(a, 0), 4).unwrap();
    let high = memory.load(&ptr(a, 4), 4).unwrap();
    memory.store(&ptr(a, 13), 4, &low).unwrap();
    memory.store(&ptr(a, 17), 4, &high).unwrap();
    assert_eq!(memory.load(&ptr(a, 13), 8), Ok(x));
    memory.store(&ptr(a, 2), 1, &Value::Int(7)).unwrap();
    assert_eq!(memory.load(&ptr(a, 2), 1), Ok(Value::Int(7)));
    assert_eq!(memory.load(&ptr(a, 4), 4), Ok(high));
}

#[test]
fn an_input_shows_itself() {
    let mut memory = Memory::new();
    let terms = memory.terms().clone();
    let a = heap(&mut memory, 24);
    let input = terms.array("input", Some(24));
    memory.make_symbolic(a, 0, 24, &input);
    let at = strided(&memory, 1, 0);
    assert_eq!(memory.load_at(a, &at, 1).value, Value::term(terms.select(&input, &at)));
    // A byte written since is one update.
    memory.store(&ptr(a, 23), 1, &Value::ZERO).unwrap();
    let read = memory.load_at(a, &at, 1).value;
    let Form::Select(array, _) = read.as_term().unwrap().form() else { panic!("{read:?}") };
    let written = terms.store(&input, &index(memory.terms(), 23), &terms.number(Bits(8), 0));
    assert_eq!(array, written);
    assert!(memory.has_symbolic());
}

#[test]
fn an_input_copied_byte_by_byte_shows_itself() {
    let mut memory = Memory::new();
    let terms = memory.terms().clone();
    let (a, b) = (heap(&mut memory, 24), heap(&mut memory, 32));
    let input = terms.array("input", Some(24));
    memory.make_symbolic(a, 0, 24, &input);
    memory.copy(&ptr(b, 0), &ptr(a, 0), 24).unwrap();
    let at = strided(&memory, 1, 0);
    let read = memory.load_at(b, &at, 1).value;
    let Form::Select(array, _) = read.as_term().unwrap().form() else { panic!("{read:?}") };
    let zero = terms.number(Bits(8), 0);
    let ended =
        (24..32).fold(input, |array, at| terms.store(&array, &index(memory.terms(), at), &zero));
    assert_eq!(array, ended);
}

#[test]
fn plain_bytes_show_as_one_table() {
    let mut memory = Memory::new();
    let a = heap(&mut memory, 64);
    memory.write_bytes(&ptr(a, 0), b"a table of bytes").unwrap();
    let at = strided(&memory, 1, 0);
    for _ in 0..2 {
        let read = memory.load_at(a, &at, 1).value;
        let Form::Select(array, _) = read.as_term().unwrap().form() else { panic!("{read:?}") };
        assert!(matches!(array.form(), Form::Table(bytes) if bytes.len() == 64));
        memory.store(&ptr(a, 3), 4, &Value::Int(99)).unwrap();
    }
    // For small numbers in wide fields, only the low bytes are read.
    memory.fill(&ptr(a, 0), 0, 64).unwrap();
    for i in 0..16 {
        memory.store(&ptr(a, 4 * i), 4, &Value::Int(i + 1)).unwrap();
    }
    let read = memory.load_at(a, &strided(&memory, 4, 0), 4).value;
    assert_eq!(read.as_term().unwrap().facts().unwrap().zeros as u32 >> 8, 0xff_ffff);
    assert!(!memory.has_symbolic());
}

#[test]
fn a_table_of_pointers_is_read_by_one_byte_of_the_id() {
    let mut memory = Memory::new();
    let table = heap(&mut memory, 32);
    let ids: Vec<ObjectId> = (0..4).map(|_| heap(&mut memory, 16)).collect();
    for (at, id) in (0..).step_by(8).zip(&ids) {
        memory.store(&ptr(table, at), 8, &ptr(*id, 0)).unwrap();
    }
    let read = memory.load_at(table, &strided(&memory, 8, 0), 8).value;
    let found = pointer(&read);
    assert_eq!(found.lane.ids(), ids);
    assert_eq!(found.offset.as_const().map(|offset| offset.low_u64()), Some(0));
    let Lane::Among { id, .. } = &found.lane else { panic!("one of several") };
    assert_eq!(id.facts().unwrap().high >> 8, 0);
    // All in one object, or none.
    for at in [0, 8, 16, 24] {
        memory.store(&ptr(table, at), 8, &ptr(ids[0], at)).unwrap();
    }
    let read = memory.load_at(table, &strided(&memory, 8, 0), 8).value;
    assert_eq!(pointer(&read).lane, Lane::One(ids[0]));
    memory.fill(&ptr(table, 0), 0, 32).unwrap();
    assert_eq!(memory.load_at(table, &strided(&memory, 8, 0), 8).value, Value::ZERO);
}

#[test]
fn a_field_of_some_structure_leaves_the_pointers_alone() {
    let mut memory = Memory::new();
    let (array, other) = (heap(&mut memory, 96), heap(&mut memory, 8));
    for at in [0, 24, 48, 72] {
        memory.store(&ptr(array, at), 8, &ptr(other, at)).unwrap();
    }
    let number = term(&memory, "x", 4);
    let field = strided(&memory, 24, 8);
    memory.store_at(array, &field, 4, &number).unwrap();
    assert_eq!(memory.load(&ptr(array, 24), 8), Ok(ptr(other, 24)));
    assert_eq!(memory.load_at(array, &field, 4).value, number);
    let read = memory.load_at(array, &strided(&memory, 24, 0), 8).value;
    assert_eq!(pointer(&read).lane, Lane::One(other));
    // Where the write may cut a pointer, the offset is needed.
    let anywhere = strided(&memory, 4, 0);
    assert_eq!(memory.store_at(array, &anywhere, 4, &number), Err(NeedsOffset));
    assert_eq!(memory.store_at(array, &anywhere, 8, &ptr(other, 0)), Err(NeedsOffset));
}

#[test]
fn pointers_written_at_unknown_offsets_are_pointers() {
    let mut memory = Memory::new();
    let table = heap(&mut memory, 32);
    let (a, b) = (heap(&mut memory, 8), heap(&mut memory, 8));
    let at = strided(&memory, 8, 0);
    memory.store_at(table, &at, 8, &ptr(a, 3)).unwrap();
    assert_eq!(memory.load_at(table, &at, 8).value, ptr(a, 3));
    let read = memory.load(&ptr(table, 8), 8).unwrap();
    assert_eq!(pointer(&read).lane.ids(), [ObjectId(0), a]);
    // By bytes, it is the same pointer elsewhere.
    for i in 0..8 {
        let byte = memory.load(&ptr(table, 8 + i), 1).unwrap();
        memory.store(&ptr(b, i), 1, &byte).unwrap();
    }
    assert_eq!(memory.load(&ptr(b, 0), 8), Ok(read));
    // A number written there clears the lane.
    memory.store_at(table, &at, 8, &Value::Int(5)).unwrap();
    assert_eq!(memory.load_at(table, &at, 8).value, Value::Int(5));
}

#[test]
fn pointers_hidden_in_symbolic_contents_keep_objects() {
    let mut memory = Memory::new();
    let keeper = heap(&mut memory, 32);
    let ids: Vec<ObjectId> = (0..4).map(|_| heap(&mut memory, 8)).collect();
    let value = choice(&memory, ids[0], ids[1]);
    memory.store(&ptr(keeper, 0), 8, &value).unwrap();
    memory.store_at(keeper, &strided(&memory, 8, 16), 8, &ptr(ids[2], 0)).unwrap();
    for &id in &ids {
        memory.free(Pointer { id, offset: 0 }, SITE).unwrap();
    }
    memory.forget_unnamed(std::iter::empty());
    let kept: Vec<bool> = ids.iter().map(|&id| memory.object(id).is_some()).collect();
    assert_eq!(kept, [true, true, true, false]);
}

#[test]
fn sizes_that_are_not_known() {
    let mut memory = Memory::new();
    let terms = memory.terms().clone();
    let n = terms.add(&terms.zext(&terms.var("n", Bits(4)), Bits(64)), &index(memory.terms(), 4));
    let id = memory.allocate_sized(crate::Birth::Zero, Kind::Heap, &n, 100, 16, SITE).unwrap();
    assert_eq!((memory.object(id).unwrap().size, memory.values().size_term(id)), (4, n.clone()));
    let at = |offset: u64| Pointer { id, offset };
    assert_eq!(memory.objects().bounds_known(at(0), 4), Some(true));
    assert_eq!(memory.objects().bounds_known(at(2), 4), None);
    assert_eq!(memory.objects().bounds_known(at(98), 4), Some(false));
    assert_eq!(memory.load(&ptr(id, 2), 4), Err(Need::Size(id).into()));
    assert_eq!(memory.values().in_bounds(id, &index(memory.terms(), 0), 4), terms.truth(true));
    assert_eq!(memory.values().in_bounds(id, &index(memory.terms(), 40), 1), terms.truth(false));
    let truth = memory.values().in_bounds(id, &index(memory.terms(), 2), 4);
    assert_eq!(truth, terms.ule(&index(memory.terms(), 6), &n));
    let value = term(&memory, "x", 4);
    memory.store_at(id, &index(memory.terms(), 2), 4, &value).unwrap();
    assert_eq!(memory.load_at(id, &index(memory.terms(), 2), 4).value, value);
    let next = memory.allocate(Kind::Heap, 100, 16, SITE).unwrap();
    assert!(memory.address(next, 0).abs_diff(memory.address(id, 0)) > 200);
    assert_eq!(memory.find(memory.address(id, 50)), Some(at(50)));
    assert_eq!(memory.find(memory.address(id, 101)), None);
    memory.free(at(0), SITE).unwrap();
    assert_eq!(memory.objects().live_bytes(), 100);
}

#[test]
fn a_copy_of_all_that_is_reserved_is_the_same_array() {
    let mut memory = Memory::new();
    let size = memory.terms().var("n", Bits(64));
    let [from, to] = [(), ()].map(|()| {
        memory.allocate_sized(crate::Birth::Zero, Kind::Heap, &size, 100, 16, SITE).unwrap()
    });
    let (written, read) = (strided(&memory, 4, 0), memory.terms().var("at", Bits(64)));
    memory.store_at(from, &written, 4, &term(&memory, "x", 4)).unwrap();
    let before = memory.load_at(from, &read, 4).value;
    memory.copy_reserved(to, from);
    assert_eq!(memory.load_at(to, &read, 4).value, before);
    // A write to one is not visible in the other.
    memory.store_at(to, &read, 4, &Value::Int(7)).unwrap();
    assert_eq!(memory.load_at(from, &read, 4).value, before);
    assert_eq!(memory.load_at(to, &read, 4).value, Value::Int(7));
}

#[test]
fn bounds_of_known_sizes_fold() {
    let mut memory = Memory::new();
    let terms = memory.terms().clone();
    let a = heap(&mut memory, 24);
    let small = terms.zext(&terms.var("s", Bits(4)), Bits(64));
    assert_eq!(memory.values().in_bounds(a, &small, 8), terms.truth(true));
    assert_eq!(memory.values().in_bounds(a, &small, 25), terms.truth(false));
    assert_eq!(
        memory.values().in_bounds(a, &small, 16),
        terms.ule(&small, &index(memory.terms(), 8)),
    );
}

#[test]
fn numbers_of_symbolic_bytes_are_asked_for() {
    let mut memory = Memory::new();
    let terms = memory.terms().clone();
    let a = heap(&mut memory, 8);
    let input = terms.array("input", Some(8));
    memory.make_symbolic(a, 0, 8, &input);
    memory.write_bytes(&ptr(a, 0), b"x").unwrap();
    let refused = memory.c_string_len(&ptr(a, 0), &Answers::default());
    let second = terms.zext(&terms.select(&input, &index(memory.terms(), 1)), Bits(64));
    assert_eq!(refused, Err(Need::Number(second.clone()).into()));
    let mut known = Answers::default();
    known.settle(second, 0);
    assert_eq!(memory.read_c_string(&ptr(a, 0), &known), Ok(Read::exact(b"x".to_vec())));
}

#[test]
fn all_live_objects_in_order_of_their_numbers() {
    let mut memory = Memory::new();
    let kinds = [Kind::System, Kind::Heap, Kind::Local, Kind::Global, Kind::Local, Kind::Function];
    for _ in 0..100 {
        for kind in kinds {
            memory.allocate(kind, 8, 8, SITE).unwrap();
        }
    }
    memory.free(Pointer { id: ObjectId(2), offset: 0 }, SITE).unwrap();
    let numbers: Vec<u64> = memory.objects().find_all().map(|(_, object)| object.address).collect();
    assert!(numbers.is_sorted());
    assert_eq!(numbers.len(), 599);
    for (id, object) in memory.objects().find_all() {
        assert_eq!(memory.find(object.address), Some(Pointer { id, offset: 0 }));
    }
}

#[test]
fn what_a_write_cannot_reach_shows_from_below_as_before() {
    let mut memory = Memory::new();
    let table = heap(&mut memory, 96);
    let (a, b) = (heap(&mut memory, 8), heap(&mut memory, 8));
    memory.store_at(table, &strided(&memory, 24, 0), 8, &ptr(a, 0)).unwrap();
    memory.store_at(table, &strided(&memory, 24, 8), 8, &ptr(b, 0)).unwrap();
    let first = memory.load(&ptr(table, 0), 8).unwrap();
    assert!(pointer(&first).lane.ids().contains(&a));
    assert_eq!(memory.load(&ptr(table, 16), 8), Ok(Value::ZERO));
}

#[test]
fn a_large_object_of_many_cells_has_a_view() {
    let mut memory = Memory::new();
    let a = heap(&mut memory, 4096);
    let terms = memory.terms().clone();
    for at in 0..4096 {
        let byte = terms.select(&terms.array("input", Some(4096)), &index(memory.terms(), at ^ 1));
        memory.store(&ptr(a, at), 1, &Value::term(byte)).unwrap();
    }
    let at = strided(&memory, 1, 0);
    assert!(memory.load_at(a, &at, 4).value.is_symbolic());
    memory.store(&ptr(a, 9), 1, &Value::Int(1)).unwrap();
    assert!(memory.load_at(a, &at, 4).value.is_symbolic());
}

#[test]
fn an_example_settles_nothing() {
    let memory = Memory::new();
    let terms = memory.terms().clone();
    let (x, y) = (terms.var("x", Bits(64)), terms.var("y", Bits(64)));
    let mut known = Answers::default();
    known.exemplify(x.clone(), 5);
    assert_eq!((known.example(&x), known.settled(&x)), (Some(5), None));
    // A number is needed although there is an example of it.
    let number = known.number(&memory, &Value::term(x.clone()));
    assert_eq!(number, Err(Need::Number(x.clone())));
    known.settle(y.clone(), 7);
    known.exemplify(y.clone(), 8);
    assert_eq!((known.example(&x), known.example(&y)), (None, Some(7)));
    known.clear();
    assert_eq!(known.settled(&y), None);
}

/// Every access of every length, at a known offset, at one that is a term, and to one of two objects.
#[test]
fn accesses_to_a_gap_are_out_of_bounds() {
    let mut memory = Memory::new();
    let (id, whole) = (heap(&mut memory, 32), heap(&mut memory, 24));
    memory.set_gap(id, 8..16);
    let terms = memory.terms().clone();
    let lane = pointer(&choice(&memory, id, whole)).lane.clone();
    let symbols = [("o", Bits(64)), ("c", Bits(1))];
    let symbols = symbols
        .map(|(name, width)| term::Symbol { name: name.into(), shape: term::Shape::Vector(width) });
    let o = terms.var("o", Bits(64));
    for len in 1..9 {
        let inside = memory.values().in_bounds(id, &o, len);
        let either = memory.values().in_bounds_of(&lane, &o, len);
        for offset in 0..34 {
            let good = offset + len <= 8 || (offset >= 16 && offset + len <= 32);
            let at = Pointer { id, offset };
            assert_eq!(memory.objects().bounds_known(at, len), Some(good), "{offset}, {len}");
            assert_eq!(memory.load(&at.into(), len as u32).is_ok(), good);
            for (c, good) in [(1, good), (0, offset + len <= 24)] {
                let mut model = term::Model::new();
                model.set(symbols[0].clone(), Wide::from_u64(Bits(64), offset));
                model.set(symbols[1].clone(), Wide::from_u64(Bits(1), c));
                let holds = |truth: &Term| model.eval(truth).low_u64() == 1;
                assert!(c == 0 || holds(&inside) == good);
                assert_eq!(holds(&either), good, "{offset}, {len}, {c}");
            }
        }
    }
}
