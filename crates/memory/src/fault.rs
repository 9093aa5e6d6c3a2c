//! What can be wrong with an access.

use crate::{ObjectId, Pointer};

/// Why an access is not allowed. The executor adds the location, and the sites of allocation and free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The address is in the first page.
    Null {
        /// The address.
        address: u64,
    },
    /// The object does not reach that far.
    OutOfBounds {
        /// Where.
        at: Pointer,
        /// How many bytes were asked for.
        width: u64,
        /// The object's size.
        size: u64,
    },
    /// The object is gone.
    Dead {
        /// Where.
        at: Pointer,
    },
    /// A number that lies in no object.
    Wild {
        /// The number.
        address: u64,
    },
    /// A write to a constant.
    ReadOnly {
        /// Where.
        at: Pointer,
    },
    /// Data read from, or written to, a function.
    Function {
        /// The function's object.
        id: ObjectId,
    },
    /// `free` of something that is not the start of a live heap object.
    BadFree {
        /// What was freed.
        at: Pointer,
    },
    /// `free` of an object already freed.
    DoubleFree {
        /// What was freed.
        at: Pointer,
    },
}
