//! What a call does to pointers, as data.

/// One thing that a call does to pointers; a call without any neither follows nor moves a pointer. Numbers are
/// those of arguments, from 0 on.
///
/// What is not listed does not happen: a call that stores no pointer says so by leaving the effect out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointerEffect {
    /// Reads or writes bytes through this argument, none of which become a pointer elsewhere.
    Accesses(usize),
    /// Returns this argument.
    Returns(usize),
    /// Returns a pointer to somewhere in the object that this argument points to.
    ReturnsWithin(usize),
    /// Copies `len` bytes, with the pointers among them.
    Copies {
        /// Where they go.
        to: usize,
        /// Where they come from.
        from: usize,
        /// How many there are, if an argument says so.
        len: Option<usize>,
    },
    /// Returns a new object on the heap; the product of these arguments is its size.
    Allocates(&'static [usize]),
    /// Returns a new table of pointers to further new objects on the heap.
    AllocatesTable,
    /// Returns a new object on the heap with the contents of another one.
    Reallocates {
        /// The other one.
        old: usize,
        /// The size of the new one.
        size: usize,
    },
    /// Makes an object at an address that is a plain number, so that any number may point to it.
    MakesFixed,
    /// Has one function called in place of another, both given by name.
    Aliases {
        /// The function that is called.
        from: usize,
        /// The function that runs.
        to: usize,
    },
    /// Makes the system call whose number is the first argument, with the arguments that follow.
    SystemCall,
    /// Returns memory that the kernel maps: new, with the contents of the memory at this argument, or that
    /// memory itself.
    Maps(usize),
    /// The kernel keeps this argument.
    Keeps(usize),
    /// The kernel keeps the pointers in what this argument points to.
    KeepsContents(usize),
    /// The kernel writes pointers that it kept to what this argument points to.
    GivesBack(usize),
}

impl PointerEffect {
    /// Whether the result of the call may be a pointer.
    pub const fn returns_pointer(self) -> bool {
        match self {
            PointerEffect::Returns(_)
            | PointerEffect::ReturnsWithin(_)
            | PointerEffect::Allocates(_)
            | PointerEffect::AllocatesTable
            | PointerEffect::Reallocates { .. }
            | PointerEffect::SystemCall
            | PointerEffect::Maps(_) => true,
            PointerEffect::Accesses(_)
            | PointerEffect::Copies { .. }
            | PointerEffect::MakesFixed
            | PointerEffect::Aliases { .. }
            | PointerEffect::Keeps(_)
            | PointerEffect::KeepsContents(_)
            | PointerEffect::GivesBack(_) => false,
        }
    }
}
