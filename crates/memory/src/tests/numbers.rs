//! What integers used as pointers resolve to, under each allocator.

use super::{SITE, heap, ptr};
use crate::{
    BadLayout, Fault, Kind, Memory, Numbering, ObjectId, Pointer, Quarantine, Refusal, Scheme,
    Site, Span, Value,
};

fn memory(scheme: Scheme, quarantine: Quarantine) -> Memory {
    Memory::with_numbering(&Numbering { scheme, quarantine, ..Numbering::default() }).unwrap()
}

fn free(memory: &mut Memory, id: ObjectId, site: Site) {
    memory.free(Pointer { id, offset: 0 }, site).unwrap();
}

#[test]
fn a_number_in_quarantine_names_the_dead_object_and_its_sites() {
    let mut m = memory(Scheme::Kd, Quarantine::Last(8));
    let id = heap(&mut m, 24);
    let number = m.address(id, 4);
    free(&mut m, id, Site(9));
    // Nothing points to it, and it is still remembered.
    m.forget(std::iter::empty());
    let at = Pointer { id, offset: 4 };
    assert_eq!(m.load(&Value::Int(number), 4), Err(Fault::Dead { at }.into()));
    let object = m.object(id).unwrap();
    assert_eq!((object.site, object.freed), (SITE, Site(9)));
    let start = Pointer { id: ObjectId(0), offset: number - 4 };
    let freed = Err(Fault::DoubleFree { at: Pointer { id, offset: 0 } });
    assert_eq!(m.free(start, SITE), freed);
    // After eight more, the address belongs to no object.
    let others: Vec<ObjectId> = (0..8).map(|_| heap(&mut m, 24)).collect();
    others.into_iter().for_each(|id| free(&mut m, id, SITE));
    assert_eq!(m.load(&Value::Int(number), 4), Err(Fault::Wild { address: number }.into()));
    m.forget(std::iter::empty());
    assert!(m.object(id).is_none());
}

/// The address of an object is reused while something still points to the object that had it.
#[test]
fn who_has_a_number_now_is_found_by_it_and_who_had_it_by_id() {
    for (scheme, quarantine) in
        [(Scheme::Kd, Quarantine::Last(0)), (Scheme::Global, Quarantine::Last(8))]
    {
        let mut m = memory(scheme, quarantine);
        let old = heap(&mut m, 8);
        let number = m.address(old, 0);
        free(&mut m, old, SITE);
        assert_eq!(m.load(&Value::Int(number), 8), Err(Fault::Wild { address: number }.into()));
        let new = heap(&mut m, 8);
        assert_eq!(m.address(new, 0), number);
        m.store(&ptr(new, 0), 8, &Value::Int(5)).unwrap();
        assert_eq!(m.load(&Value::Int(number), 8), Ok(Value::Int(5)));
        assert!(matches!(m.load(&ptr(old, 0), 8), Err(Refusal::Fault(Fault::Dead { .. }))));
    }
}

#[test]
fn rising_numbers_are_never_used_again_and_are_forgotten_with_their_objects() {
    let mut m = memory(Scheme::Bump, Quarantine::Last(0));
    let old = heap(&mut m, 8);
    let number = m.address(old, 0);
    free(&mut m, old, SITE);
    assert!(matches!(m.load(&Value::Int(number), 8), Err(Refusal::Fault(Fault::Dead { .. }))));
    m.forget(std::iter::empty());
    assert_eq!(m.load(&Value::Int(number), 8), Err(Fault::Wild { address: number }.into()));
    let new = heap(&mut m, 8);
    assert_eq!(new, old);
    assert!(m.address(new, 0) > number);
}

/// A reused id does not pass for the dead object whose address is still withheld.
#[test]
fn a_number_kept_back_does_not_name_another_object() {
    let mut m = memory(Scheme::Kd, Quarantine::Last(8));
    let old = heap(&mut m, 8);
    let number = m.address(old, 0);
    free(&mut m, old, SITE);
    m.forget_unnamed(std::iter::empty());
    let new = heap(&mut m, 64);
    assert_eq!(new, old);
    assert_eq!(m.find(number), None);
}

#[test]
fn the_end_of_an_object_is_found_and_what_lies_beyond_is_not() {
    let mut m = memory(Scheme::Kd, Quarantine::Last(8));
    for size in [0, 1, 15, 16, 17, 64, 2048, 2049, 4096, 10_000] {
        let id = heap(&mut m, size);
        let number = m.address(id, 0);
        assert_eq!(m.find(number + size), Some(Pointer { id, offset: size }));
        assert_eq!(m.find(number + size + 1), None);
        assert_eq!(m.find(number - 1), None);
        assert_ne!(number as u32, 0);
    }
}

#[test]
fn a_bin_that_is_exhausted_has_no_more_objects_and_others_do() {
    let heap = Span { size: 1 << 18, ..Numbering::default().heap };
    let mut m = Memory::with_numbering(&Numbering { heap, ..Numbering::default() }).unwrap();
    let mut take = |size| m.allocate(Kind::Heap, size, 16, SITE);
    let count = std::iter::from_fn(|| take(2000)).count();
    assert!(count > 1, "{count}");
    assert!(take(2000).is_none() && take(200_000).is_none());
    assert!(take(200).is_some());
}

#[test]
fn objects_at_chosen_numbers_lie_outside_of_the_regions() {
    let mut m = memory(Scheme::Kd, Quarantine::Last(8));
    let heap = Numbering::default().heap.base;
    assert_eq!(m.allocate_at(Kind::System, heap + (1 << 31), 8, SITE), None);
    let id = m.allocate_at(Kind::System, heap - 8, 8, SITE).unwrap();
    assert_eq!(m.find(heap - 3), Some(Pointer { id, offset: 5 }));
}

#[test]
fn regions_that_overlap_are_refused() {
    let usual = Numbering::default();
    let bad = Numbering { stack: usual.heap, ..usual };
    assert!(matches!(Memory::with_numbering(&bad), Err(BadLayout::Overlap(..))));
}
