//! The contents of a file, in blocks that the states which forked since share until one of them writes.

use std::rc::Rc;

use crate::bytes::Bytes;

/// Bytes of a block.
const BLOCK: usize = 4096;

/// The bytes of a file. A clone takes no time, and a change copies the blocks that it touches.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Store {
    /// All but the last are full, and none is empty.
    blocks: Rc<Vec<Rc<Bytes>>>,
    len: usize,
}

impl Store {
    pub fn len(&self) -> usize {
        self.len
    }

    /// Up to `len` bytes from `at` on: less at the end.
    pub fn read(&self, at: usize, len: usize) -> Bytes {
        let end = at.saturating_add(len).min(self.len);
        let mut bytes = Bytes::default();
        let mut at = at;
        while at < end {
            let (block, from) = (at / BLOCK, at % BLOCK);
            let to = (end - block * BLOCK).min(BLOCK);
            bytes.append(&self.blocks[block].slice(from..to));
            at = block * BLOCK + to;
        }
        bytes
    }

    /// Puts bytes at `at`; what is then between the old end and there is zero.
    pub fn write(&mut self, at: usize, bytes: &Bytes) {
        self.resize(self.len.max(at + bytes.len()));
        let blocks = Rc::make_mut(&mut self.blocks);
        let mut done = 0;
        while done < bytes.len() {
            let (block, from) = ((at + done) / BLOCK, (at + done) % BLOCK);
            let len = (BLOCK - from).min(bytes.len() - done);
            Rc::make_mut(&mut blocks[block]).overwrite(from, &bytes.slice(done..done + len));
            done += len;
        }
    }

    /// Sets the length; what is added is zero.
    pub fn resize(&mut self, len: usize) {
        if len == self.len {
            return;
        }
        let blocks = Rc::make_mut(&mut self.blocks);
        blocks.truncate(len.div_ceil(BLOCK));
        if let Some(last) = blocks.last_mut() {
            let start = (last_start(self.len)).min(last_start(len));
            Rc::make_mut(last).resize((len - start).min(BLOCK));
        }
        if blocks.len() < len / BLOCK {
            let zeros: Rc<Bytes> = Rc::new(vec![0; BLOCK].into());
            blocks.resize(len / BLOCK, zeros);
        }
        if blocks.len() < len.div_ceil(BLOCK) {
            blocks.push(Rc::new(vec![0; len % BLOCK].into()));
        }
        self.len = len;
    }
}

/// Where the last block of this many bytes starts.
fn last_start(len: usize) -> usize {
    len.saturating_sub(1) / BLOCK * BLOCK
}

impl From<&Bytes> for Store {
    fn from(bytes: &Bytes) -> Store {
        let mut store = Store::default();
        store.write(0, bytes);
        store
    }
}

impl From<Vec<u8>> for Store {
    fn from(bytes: Vec<u8>) -> Store {
        let blocks = bytes.chunks(BLOCK).map(|block| Rc::new(Bytes::from(block))).collect();
        Store { blocks: Rc::new(blocks), len: bytes.len() }
    }
}

#[cfg(test)]
mod tests {
    use random::Random;

    use super::*;

    #[test]
    fn as_one_long_list_would() {
        let mut random = Random::new(3);
        let (mut store, mut list) = (Store::default(), Vec::new());
        let mut earlier = Vec::new();
        for round in 0..400_u32 {
            let at = random.below(3 * BLOCK as u64) as usize;
            let len = [0, 1, 7, BLOCK, BLOCK + 1, 2 * BLOCK + 3][random.below(6) as usize];
            if round % 4 == 0 {
                store.resize(at);
                list.resize(at, 0);
            } else {
                let bytes = vec![round as u8; len];
                list.resize(list.len().max(at + len), 0);
                list[at..at + len].copy_from_slice(&bytes);
                store.write(at, &bytes.into());
            }
            assert_eq!(store.len(), list.len());
            assert_eq!(store.read(0, usize::MAX).plain(), Some(&list[..]));
            let end = (at + 5000).min(list.len());
            assert_eq!(store.read(at, 5000).plain(), Some(&list[at.min(end)..end]));
            earlier.push((store.clone(), list.clone()));
        }
        // What others changed since is not seen.
        for (store, list) in earlier {
            assert_eq!(store.read(0, usize::MAX).plain(), Some(&list[..]));
            assert_eq!(Store::from(list.clone()).read(1, 9000), store.read(1, 9000));
        }
    }
}
