//! The chunks of a layer, in order. Most layers have one, which is held without a list.

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use super::chunk::Chunk;

/// A chunk and its number.
pub(super) type Numbered = (u64, Rc<Chunk>);

#[derive(Clone, Debug)]
pub(super) enum Chunks {
    One(Numbered),
    Any(Vec<Numbered>),
}

impl Chunks {
    pub const fn new() -> Chunks {
        Chunks::Any(Vec::new())
    }

    /// Where a chunk is, or where it would be inserted.
    #[inline(always)]
    pub fn find(&self, number: usize) -> Result<usize, usize> {
        let number = number as u64;
        match self {
            Chunks::One((one, _)) if *one == number => Ok(0),
            Chunks::One((one, _)) => Err(usize::from(*one < number)),
            Chunks::Any(list) => list.binary_search_by_key(&number, |(number, _)| *number),
        }
    }

    pub fn insert(&mut self, at: usize, chunk: Numbered) {
        match std::mem::take(self) {
            Chunks::Any(list) if list.is_empty() => *self = Chunks::One(chunk),
            Chunks::Any(mut list) => {
                list.insert(at, chunk);
                *self = Chunks::Any(list);
            }
            Chunks::One(one) => {
                let mut list = Vec::with_capacity(2);
                list.push(one);
                list.insert(at, chunk);
                *self = Chunks::Any(list);
            }
        }
    }

    /// The memory that this takes besides itself and the chunks, in bytes.
    pub fn weight(&self) -> usize {
        match self {
            Chunks::One(_) => 0,
            Chunks::Any(list) => list.capacity() * size_of::<Numbered>(),
        }
    }
}

impl Default for Chunks {
    fn default() -> Chunks {
        Chunks::new()
    }
}

impl From<Vec<Numbered>> for Chunks {
    fn from(mut list: Vec<Numbered>) -> Chunks {
        if list.len() == 1
            && let Some(one) = list.pop()
        {
            return Chunks::One(one);
        }
        list.shrink_to_fit();
        Chunks::Any(list)
    }
}

impl Deref for Chunks {
    type Target = [Numbered];

    fn deref(&self) -> &[Numbered] {
        match self {
            Chunks::One(one) => std::slice::from_ref(one),
            Chunks::Any(list) => list,
        }
    }
}

impl DerefMut for Chunks {
    fn deref_mut(&mut self) -> &mut [Numbered] {
        match self {
            Chunks::One(one) => std::slice::from_mut(one),
            Chunks::Any(list) => list,
        }
    }
}
