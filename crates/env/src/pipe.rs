//! Pipes.
//!
//! There is one process, so waiting for the other end of a pipe would never end: instead of
//! blocking, a transfer says that it would.

use std::rc::Rc;

use crate::bytes::Bytes;
use crate::descriptors::PipeId;

/// How much a pipe holds.
pub(crate) const CAPACITY: usize = 65_536;

/// Writes of up to this much are all or nothing.
const ATOMIC: usize = 4096;

/// The outcome of a transfer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Transfer<T> {
    Done(T),
    /// It would have to wait for the other end.
    Blocks,
    /// The other end is closed.
    Closed,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct Pipe {
    bytes: Bytes,
    /// How many of them were read already; they go when they are half of all, so that reading byte by byte takes no
    /// longer than reading at once.
    read: usize,
    reader_open: bool,
    writer_open: bool,
    /// Whether what is written is read at once, by a command that is not run.
    discards: bool,
}

impl Pipe {
    /// How many bytes there are to read.
    fn len(&self) -> usize {
        self.bytes.len() - self.read
    }
}

/// All pipes of one state. Numbers are not used again.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Pipes {
    pipes: Vec<Rc<Pipe>>,
}

impl Pipes {
    pub fn make(&mut self) -> PipeId {
        self.pipes.push(Rc::new(Pipe {
            bytes: Bytes::default(),
            read: 0,
            reader_open: true,
            writer_open: true,
            discards: false,
        }));
        PipeId(self.pipes.len() - 1)
    }

    fn get_mut(&mut self, id: PipeId) -> &mut Pipe {
        Rc::make_mut(&mut self.pipes[id.0])
    }

    pub fn close_reader(&mut self, id: PipeId) {
        let pipe = self.get_mut(id);
        pipe.reader_open = false;
        (pipe.bytes, pipe.read) = (Bytes::default(), 0);
    }

    /// Has a command read the pipe to its end.
    pub fn discard(&mut self, id: PipeId) {
        let pipe = self.get_mut(id);
        pipe.discards = true;
        (pipe.bytes, pipe.read) = (Bytes::default(), 0);
    }

    /// The command is gone.
    pub fn stop_discarding(&mut self, id: PipeId) {
        self.get_mut(id).discards = false;
    }

    pub fn close_writer(&mut self, id: PipeId) {
        self.get_mut(id).writer_open = false;
    }

    pub fn len(&self, id: PipeId) -> usize {
        self.pipes[id.0].len()
    }

    /// Whether a small write would not block.
    pub fn can_write(&self, id: PipeId) -> bool {
        CAPACITY - self.len(id) >= ATOMIC || !self.has_reader(id)
    }

    pub fn has_reader(&self, id: PipeId) -> bool {
        let pipe = &self.pipes[id.0];
        pipe.reader_open || pipe.discards
    }

    pub fn has_writer(&self, id: PipeId) -> bool {
        self.pipes[id.0].writer_open
    }

    pub fn read(&mut self, id: PipeId, len: usize) -> Transfer<Bytes> {
        let pipe = self.get_mut(id);
        if pipe.len() == 0 && len > 0 {
            return if pipe.writer_open {
                Transfer::Blocks
            } else {
                Transfer::Done(Bytes::default())
            };
        }
        let end = pipe.read + len.min(pipe.len());
        let taken = pipe.bytes.slice(pipe.read..end);
        pipe.read = end;
        if 2 * pipe.read >= pipe.bytes.len() {
            pipe.bytes.take_front(pipe.read);
            pipe.read = 0;
        }
        Transfer::Done(taken)
    }

    /// Writes as much as fits; how much that was.
    pub fn write(&mut self, id: PipeId, bytes: &Bytes) -> Transfer<usize> {
        let pipe = self.get_mut(id);
        if bytes.is_empty() {
            return Transfer::Done(0);
        }
        if pipe.discards {
            return Transfer::Done(bytes.len());
        }
        if !pipe.reader_open {
            return Transfer::Closed;
        }
        let space = CAPACITY - pipe.len();
        if bytes.len() > space && (space == 0 || bytes.len() <= ATOMIC) {
            return Transfer::Blocks;
        }
        let len = bytes.len().min(space);
        pipe.bytes.append(&bytes.slice(0..len));
        Transfer::Done(len)
    }
}
