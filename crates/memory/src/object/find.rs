//! Objects by address, and addresses of objects.

use crate::object::objects::Objects;
use crate::{Kind, Life, Object, ObjectId, Pointer, Value};

impl Objects {
    /// The number of a pointer.
    #[inline]
    pub fn address(&self, id: ObjectId, offset: u64) -> u64 {
        self.get(id).map_or(0, |object| object.address).wrapping_add(offset)
    }

    /// The bits of a value that is not symbolic.
    #[inline]
    pub fn plain_number(&self, value: &Value) -> Option<u64> {
        match *value {
            Value::Int(n) => Some(n),
            Value::Ptr { id, offset } => Some(self.address(id, offset)),
            Value::Fragment { first, len, id, offset } => {
                let mask = u64::MAX >> (64 - 8 * u32::from(len));
                Some((self.address(id, offset) >> (8 * first)) & mask)
            }
            Value::Wide(ref wide) => Some(wide.low_u64()),
            Value::Poison { .. } => Some(0),
            Value::Symbolic(_) => None,
        }
    }

    /// The object whose bytes, or whose end, an address is; also dead ones, while their addresses are withheld.
    pub fn find(&self, address: u64) -> Option<Pointer> {
        let fixed = self.addresses.fixed_below(address).and_then(|id| self.within(id, address));
        fixed.or_else(|| self.find_placed(address))
    }

    /// The same among the objects whose addresses were assigned here.
    fn find_placed(&self, address: u64) -> Option<Pointer> {
        // There is always room between two slots, so the end of one lies in no other.
        self.find_in_place(address, address)
            .or_else(|| self.find_in_place(address.checked_sub(1)?, address))
    }

    /// The offset of `address` in the object whose slot `near` is in.
    fn find_in_place(&self, near: u64, address: u64) -> Option<Pointer> {
        let (base, id) = self.addresses.at(near)?;
        // A dead object may be forgotten before its address is released, and its id reused.
        self.within(id, address).filter(|_| self.address(id, 0) == base)
    }

    /// Where in an object an address is, if it is.
    fn within(&self, id: ObjectId, address: u64) -> Option<Pointer> {
        let object = self.get(id)?;
        let offset = address.checked_sub(object.address)?;
        (offset <= object.capacity()).then_some(Pointer { id, offset })
    }

    /// The object that an address is a byte of, dead ones as for [`Objects::find`].
    pub fn holding(&self, address: u64) -> Option<ObjectId> {
        let at = self.find(address)?;
        (at.offset < self.get(at.id)?.capacity()).then_some(at.id)
    }

    /// All live objects in the order of their numbers.
    pub fn find_all(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        let live = self.iter().filter(|(_, object)| object.life == Life::Live);
        let mut live: Vec<_> = live.collect();
        live.sort_by_key(|(_, object)| object.address);
        live.into_iter()
    }

    /// The pointer for a number that comes from outside: into the live object it lies in, or the number itself.
    pub fn pointer_at(&self, number: u64) -> Value {
        match self.find(number).filter(|at| self.live(at.id).is_some()) {
            Some(at) => at.into(),
            None => Value::Int(number),
        }
    }

    /// The function that a value points to the start of; the value is not symbolic.
    pub fn function(&self, value: &Value) -> Option<ObjectId> {
        let at = match *value {
            Value::Ptr { id, offset } => Pointer { id, offset },
            _ => self.find(self.plain_number(value)?)?,
        };
        let object = self.get(at.id)?;
        (object.kind == Kind::Function && at.offset == 0).then_some(at.id)
    }

    /// Whether `len` bytes lie in the object; none if that depends on an unknown size.
    pub fn bounds_known(&self, at: Pointer, len: u64) -> Option<bool> {
        let object = self.get(at.id);
        if object.is_some_and(|object| object.lacks(at.offset, len)) {
            return Some(false);
        }
        let inside = |size: u64| size.checked_sub(len).is_some_and(|last| at.offset <= last);
        let (least, most) = object.map_or((0, 0), |object| (object.size, object.capacity()));
        match (inside(least), inside(most)) {
            (true, _) => Some(true),
            (false, false) => Some(false),
            (false, true) => None,
        }
    }
}
