//! Contents that become an input.

use std::rc::Rc;

use term::Term;

use crate::arrays::Arrays;
use crate::contents::Contents;
use crate::large::Large;
use crate::mixed::Mixed;
use crate::part::Slice;
use crate::table::own;
use crate::{Memory, ObjectId, Value};

impl Memory {
    /// Makes byte `offset + i` byte `i` of an array, for `len` of them, in bounds. An object that this
    /// covers shows the array itself to reads at unknown offsets.
    pub fn make_symbolic(&mut self, id: ObjectId, offset: u64, len: u64, array: &Term) {
        let Some(object) = self.objects.get(id) else { return };
        let capacity = object.capacity();
        if len == 0 || matches!(object.contents, Contents::None) {
            return;
        }
        self.symbolic = true;
        if offset == 0 && len >= capacity {
            let mut mixed = Mixed::new(Rc::new(Large::new(capacity as usize)));
            mixed.put_below(0..capacity as usize, Arrays::bytes(array.clone()));
            if let Some(object) = self.objects.get_mut(id) {
                object.contents = Contents::Mixed(Rc::new(mixed));
            }
            return;
        }
        self.show_all(id);
        self.mix(id);
        let Some(Contents::Mixed(mixed)) = self.objects.get_mut(id).map(|o| &mut o.contents) else {
            return;
        };
        if offset == 0 && len >= capacity / 2 && mixed.is_at_hand() {
            let mixed = own(mixed);
            mixed.overwrite(0..len as usize).plain_mut(0..len as usize);
            mixed.put_below(0..len as usize, Arrays::bytes(array.clone()));
            return;
        }
        for i in 0..len {
            let byte = Value::term(self.terms.select(array, &self.index(i)));
            match Slice::whole(byte.clone()) {
                Some(slice) => self.put_slice(id, offset + i, slice),
                None => self.put(id, offset + i, 1, &byte),
            }
        }
    }
}
