//! Scopes of locals.
//!
//! A local is created when its function is called and exists until it returns, but the program may use it only in its
//! scope, which can begin and end several times (`llvm.lifetime.start` and `.end`). Outside its scope it keeps its
//! address, and its contents are not readable. A local whose scope has not begun yet can be used: optimised code may
//! read it early, and does nothing with what it finds.

use crate::Undefined;
use crate::contents::Contents;
use crate::object::objects::Objects;
use crate::placement::Place;
use crate::{History, Kind, Life, Object, ObjectId, Pointer, Site, Value};

impl Objects {
    /// Begins the scope of a local: none of its bytes is written. Markers on anything but a whole local have no
    /// effect.
    pub(crate) fn begin_scope(&mut self, at: &Value, history: History, births: &mut Undefined) {
        let Some(id) = self.whole_local(at) else { return };
        let Some(object) = self.get_mut(id) else { return };
        object.life = Life::Live;
        if object.place.is_untouched(object.size) {
            return;
        }
        object.serial = births.next_serial();
        match &mut object.place {
            Place::Shared(member) => member.forget_written(object.size),
            Place::Own(contents) => *contents = Contents::undefined(object.size, history),
            // It was put together.
            Place::Nowhere | Place::Split(_) => {}
        }
    }

    /// Ends the scope of a local.
    pub(crate) fn end_scope(&mut self, at: &Value, site: Site) {
        let Some(id) = self.whole_local(at) else { return };
        if let Some(object) = self.get_mut(id) {
            (object.life, object.freed) = (Life::OutOfScope, site);
        }
    }

    /// Whether a read of `len` bytes lies in a local outside its scope.
    pub fn is_out_of_scope(&self, at: Pointer, len: u64) -> bool {
        self.get(at.id).is_some_and(|object| {
            let inside = object.size.checked_sub(len).is_some_and(|last| at.offset <= last);
            object.life == Life::OutOfScope && inside
        })
    }

    /// The local of known size to whose start a pointer points.
    fn whole_local(&self, at: &Value) -> Option<ObjectId> {
        let &Value::Ptr { id, offset: 0 } = at else { return None };
        let has_scope = |object: &&Object| {
            object.kind == Kind::Local && object.life != Life::Dead && object.extent.is_none()
        };
        self.get(id).filter(has_scope).map(|_| id)
    }
}

#[cfg(test)]
mod tests {
    use crate::value::symbolic::index;
    use crate::{Birth, Fault, Kind, Life, Memory, ObjectId, Pointer, Site, Value};

    fn local(m: &mut Memory, size: u64) -> (ObjectId, Value) {
        let id = m.allocate_as(Birth::Undefined, Kind::Local, size, 8, Site(1)).unwrap();
        (id, Value::Ptr { id, offset: 0 })
    }

    #[test]
    fn each_scope_begins_with_nothing_written() {
        for size in [1, 8, 16, 17, 100, 1000] {
            let mut m = Memory::new();
            let (id, at) = local(&mut m, size);
            m.begin_scope(&at);
            assert_eq!(m.object(id).unwrap().serial, 1, "nothing was written yet");
            m.store(&at, 1, &Value::Int(7)).unwrap();
            let other = m.clone();
            m.end_scope(&at, Site(2));
            let dead = Fault::Dead { at: Pointer { id, offset: 0 } };
            assert_eq!(m.load(&at, 1), Err(dead.into()));
            assert_eq!(m.store(&at, 1, &Value::Int(0)), Err(dead.into()));
            assert_eq!(m.object(id).unwrap().freed, Site(2));
            m.begin_scope(&at);
            let read = m.load(&at, 1).unwrap();
            let symbol = m.terms().undefined(2, size);
            assert_eq!(
                read,
                Value::term(m.terms().select(&symbol, &index(m.terms(), 0))),
                "{size}"
            );
            assert_eq!(other.load(&at, 1), Ok(Value::Int(7)));
            m.check_invariants();
        }
    }

    #[test]
    fn only_whole_locals_have_a_scope() {
        let mut m = Memory::new();
        let (id, _) = local(&mut m, 8);
        let heap = m.allocate(Kind::Heap, 8, 8, Site(1)).unwrap();
        for at in [Value::Ptr { id, offset: 4 }, Value::Ptr { id: heap, offset: 0 }, Value::ZERO] {
            m.end_scope(&at, Site(2));
        }
        assert_eq!(m.object(id).unwrap().life, Life::Live);
        assert_eq!(m.object(heap).unwrap().life, Life::Live);
    }

    /// A local whose scope has not begun on one path and has ended on the other.
    #[test]
    fn paths_merge_outside_of_scopes() {
        let mut m = Memory::new();
        let (id, at) = local(&mut m, 24);
        let mut other = m.clone();
        other.begin_scope(&at);
        other.store(&at, 8, &Value::Int(1)).unwrap();
        other.end_scope(&at, Site(2));
        let condition = m.terms().var("c", numeric::Bits(1));
        for (mut here, there) in [(m.clone(), other.clone()), (other, m)] {
            here.merge(&there, &condition).unwrap();
            assert_eq!(here.object(id).unwrap().life, Life::OutOfScope);
        }
    }
}
