//! Integers used as pointers, as pointers: a number that lies in one of some objects is an offset into whichever
//! it is.

use std::rc::Rc;

use numeric::Bits;
use term::Term;

use crate::{Lane, ObjectId, SymbolicPointer, Value, Values};

impl Values<'_> {
    /// Whether a number is the address of a byte of an object, and the offset if it is.
    pub fn lies_in(&self, id: ObjectId, number: &Term) -> (Term, Term) {
        let terms = self.terms;
        let offset = terms.sub(number, &terms.number(Bits(64), self.objects.address(id, 0)));
        let reach = self.objects.get(id).map_or(0, |object| object.capacity());
        (terms.ult(&offset, &terms.number(Bits(64), reach)), offset)
    }

    /// The pointer that a number is which lies in one of these objects, at least one, on this path.
    pub fn pointer_within(&self, number: &Term, ids: &Rc<[ObjectId]>) -> Value {
        let mut by_address: Vec<(u64, ObjectId)> =
            ids.iter().map(|&id| (self.objects.address(id, 0), id)).collect();
        by_address.sort_unstable();
        let (address, id) = self.last_below(number, &by_address);
        let lane = match id.as_const() {
            Some(one) => Lane::One(ObjectId(one.low_u64() as u32)),
            None => Lane::Among { id, ids: Rc::clone(ids) },
        };
        SymbolicPointer { lane, offset: self.terms.sub(number, &address) }.into_value()
    }

    /// The address and the id of the last object that does not begin behind a number: a search by halves, so that
    /// the choice is not deep.
    fn last_below(&self, number: &Term, objects: &[(u64, ObjectId)]) -> (Term, Term) {
        let terms = self.terms;
        if let [(address, id)] = *objects {
            let id = terms.number(Lane::WIDTH, u64::from(id.0));
            return (terms.number(Bits(64), address), id);
        }
        let (low, high) = objects.split_at(objects.len() / 2);
        let is_low = terms.ult(number, &terms.number(Bits(64), high[0].0));
        let (low, high) = (self.last_below(number, low), self.last_below(number, high));
        (terms.ite(&is_low, &low.0, &high.0), terms.ite(&is_low, &low.1, &high.1))
    }
}
