//! Which bytes of an object were never written.
//!
//! An object may be born *undefined*: contents then note which bytes have been written since, in a bitmap
//! that is gone once all are, so that objects filled before they are used cost no more than others.
//! What an unwritten byte reads as is not decided here. It is zero until somebody says, with
//! [`Memory::show_unwritten`], which array such bytes come from; from then on they are bytes of that array,
//! like those of an input. That happens before anything else puts arrays under the contents: a write at
//! an offset that is not known counts every byte as written.

use term::Term;

use crate::contents::Contents;
use crate::{Memory, ObjectId};

impl Memory {
    /// Takes all bytes of an object that nobody has accessed yet for unwritten. Those of an object of up
    /// to 16 bytes count as written.
    pub fn set_undefined(&mut self, id: ObjectId) {
        if let Some(object) = self.objects.get_mut(id)
            && !matches!(object.contents, Contents::None)
        {
            object.contents = Contents::undefined(object.capacity());
        }
    }

    /// Whether all bytes of a range of an object, in bounds, were written.
    pub fn is_written(&self, id: ObjectId, at: u64, len: u64) -> bool {
        self.objects.get(id).is_none_or(|object| object.contents.is_written(at, len))
    }

    /// Shows the bytes of an object that were never written as those of an array at the same offsets.
    pub fn show_unwritten(&mut self, id: ObjectId, array: &Term) {
        let Some(object) = self.objects.get(id) else { return };
        if object.contents.is_written(0, object.capacity()) {
            return;
        }
        self.symbolic = true;
        if let Some(object) = self.objects.get_mut(id) {
            object.contents.show_unwritten(array);
        }
    }
}

#[cfg(test)]
mod tests {
    use numeric::Bits;

    use crate::{Kind, Memory, ObjectId, Site, Value};

    fn undefined(size: u64) -> (Memory, ObjectId) {
        let mut m = Memory::new();
        let id = m.allocate(Kind::Heap, size, 16, Site::default()).unwrap();
        m.set_undefined(id);
        (m, id)
    }

    fn at(id: ObjectId, offset: u64) -> Value {
        Value::Ptr { id, offset }
    }

    #[test]
    fn what_is_written_is_noted_by_the_byte() {
        let (mut m, id) = undefined(100);
        let older = m.clone();
        m.store(&at(id, 3), 4, &Value::Int(0)).unwrap();
        m.store(&at(id, 60), 8, &at(id, 0)).unwrap();
        let term = Value::term(m.terms().var("x", Bits(16)));
        m.store(&at(id, 7), 2, &term).unwrap();
        m.fill(&at(id, 20), 1, 30).unwrap();
        m.check_invariants();
        assert!(m.is_written(id, 3, 6) && m.is_written(id, 60, 8) && m.is_written(id, 20, 30));
        let not = [(2, 1), (2, 8), (9, 1), (59, 2), (67, 2), (19, 31), (20, 31), (0, 100)];
        assert!(not.iter().all(|&(at, len)| !m.is_written(id, at, len)));
        assert!(!older.is_written(id, 3, 1));
        m.fill(&at(id, 0), 0, 100).unwrap();
        assert!(m.is_written(id, 0, 100));
    }

    #[test]
    fn unwritten_bytes_become_those_of_an_array() {
        let (mut m, id) = undefined(40);
        m.store(&at(id, 4), 4, &Value::Int(7)).unwrap();
        let terms = m.terms().clone();
        let array = terms.array("u", Some(40));
        m.show_unwritten(id, &array);
        assert!(m.is_written(id, 0, 40));
        assert_eq!(m.load(&at(id, 4), 4).unwrap(), Value::Int(7));
        let byte = terms.select(&array, &terms.number(term::INDEX, 9));
        assert_eq!(m.load(&at(id, 9), 1).unwrap(), Value::term(byte));
        // A write at an offset not known leaves nothing unwritten.
        let (mut m, id) = undefined(40);
        let offset = m.terms().and(&m.terms().var("i", Bits(64)), &m.index(31));
        m.store_at(id, &offset, 1, &Value::Int(1)).unwrap();
        assert!(m.is_written(id, 0, 40));
    }
}
