//! Contents that become an input.

use term::Term;

use crate::contents::Contents;
use crate::contents::arrays::Arrays;
use crate::contents::part::Slice;
use crate::placement::{ArrayRef, Place};
use crate::{Memory, ObjectId, Pointer, Value};

impl Memory {
    /// Makes byte `offset + i` byte `i` of an array, for `len` of them, in bounds. An object that this
    /// covers shows the array itself to reads at unknown offsets.
    pub fn make_symbolic(&mut self, id: ObjectId, offset: u64, len: u64, array: &Term) {
        let Some(object) = self.objects.get(id) else { return };
        let capacity = object.capacity();
        if len == 0 || matches!(object.place, Place::Nowhere) {
            return;
        }
        self.symbolic = true;
        let history = self.history;
        let arrays = || Arrays::bytes(array.clone());
        let whole = offset == 0 && len >= capacity;
        if !whole {
            self.show_all(id);
        }
        if offset == 0
            && len >= capacity / 2
            && let Some(own) = self.array_mut(ArrayRef::Own(id))
        {
            if whole {
                *own = Contents::of_arrays(capacity, history, arrays());
                return;
            }
            if own.start_with(len, arrays()) {
                return;
            }
        }
        for i in 0..len {
            let byte = Value::term(self.terms.select(array, &self.index(i)));
            match Slice::whole(byte.clone()) {
                Some(slice) => self.put_slice(Pointer { id, offset: offset + i }, slice),
                None => self.put(Pointer { id, offset: offset + i }, 1, &byte),
            }
        }
    }
}
