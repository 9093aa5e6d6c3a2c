//! Writing a tree: records are gathered in a frame, which is written from time to time.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};

use crate::frame::framed;
use crate::output::{Output, Task};
use crate::{Header, NodeId, Record};

/// A frame is written once it has this many bytes,
const FULL: usize = 64 << 10;
/// or after this time.
const INTERVAL: Duration = Duration::from_secs(1);
/// While the last one is still being written, it has to have this many bytes: so a slow disk gets fewer of them.
const LARGE: usize = 1 << 20;

/// The tree of a run that goes on.
#[derive(Default)]
pub struct Writer {
    to: To,
    /// The records of the next frame.
    frame: Vec<u8>,
    /// What has to be done before that is written.
    tasks: Vec<Task>,
    /// What ended the recording, until it was told.
    problem: Option<io::Error>,
    /// When the last frame was written, counted from the start of the run.
    last: Duration,
    /// The number of the next node.
    next: u32,
    sizes: Sizes,
}

/// Where frames go.
#[derive(Default)]
enum To {
    /// There is no file yet.
    Memory(Vec<u8>),
    File(Box<Output>),
    /// Nowhere: there was an error.
    #[default]
    Nowhere,
}

/// What was written of each kind, for people who want to know what it costs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes {
    /// Bytes of answers, and of the records that hold them.
    pub answers: u64,
    /// Forks, and their bytes.
    pub forks: (u64, u64),
    /// Ends, and their bytes.
    pub ends: (u64, u64),
    /// Everything else.
    pub others: u64,
}

/// A tree that nobody else writes.
pub struct Lock(File);

/// Why a tree cannot be locked.
#[derive(Debug)]
pub enum Locked {
    /// Another process has it.
    InUse,
    /// The system says so.
    Io(io::Error),
}

impl Lock {
    /// Locks the tree in a file.
    pub fn take(path: &Path) -> Result<Lock, Locked> {
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(Locked::Io)?;
        lock(&file).map(|()| Lock(file))
    }
}

fn lock(file: &File) -> Result<(), Locked> {
    flock(file, FlockOperation::NonBlockingLockExclusive).map_err(|error| match error {
        rustix::io::Errno::WOULDBLOCK => Locked::InUse,
        error => Locked::Io(error.into()),
    })
}

impl Writer {
    /// A new tree, which is kept in memory until there is a file for it.
    pub fn new(header: &Header) -> Writer {
        Writer { to: To::Memory(header.to_bytes()), next: 1, ..Writer::default() }
    }

    /// Goes on with a tree that was read and has this many whole bytes and nodes.
    pub fn resume(lock: Lock, path: &Path, whole: u64, nodes: usize) -> io::Result<Writer> {
        let Lock(mut file) = lock;
        file.set_len(whole)?;
        file.seek(SeekFrom::End(0))?;
        let next = u32::try_from(nodes).map_err(io::Error::other)?;
        let to = To::File(Box::new(Output::new(file, path, whole)?));
        Ok(Writer { to, next, ..Writer::default() })
    }

    /// Gives a new tree its file, which must not exist. It appears when its beginning is whole, so that whatever ends the
    /// process leaves a tree that can be read, or none.
    pub fn attach(&mut self, path: &Path) -> io::Result<()> {
        let To::Memory(bytes) = std::mem::take(&mut self.to) else { return Ok(()) };
        let part = path.with_extension("part");
        let mut file = OpenOptions::new().write(true).create_new(true).open(&part)?;
        lock(&file).map_err(|why| match why {
            Locked::InUse => io::Error::other("another process has it"),
            Locked::Io(error) => error,
        })?;
        file.write_all(&bytes)?;
        if path.exists() {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        std::fs::rename(part, path)?;
        self.to = To::File(Box::new(Output::new(file, path, bytes.len() as u64)?));
        Ok(())
    }

    /// Whether anything is still recorded.
    pub fn is_on(&self) -> bool {
        !matches!(self.to, To::Nowhere)
    }

    /// Adds a record to the next frame.
    pub fn put(&mut self, record: &Record<'_>) {
        if !self.is_on() {
            return;
        }
        let before = self.frame.len();
        record.put(&mut self.frame);
        let bytes = (self.frame.len() - before) as u64;
        let sizes = &mut self.sizes;
        match record {
            Record::Answered(..) => sizes.answers += bytes,
            Record::Forked(..) => sizes.forks = (sizes.forks.0 + 1, sizes.forks.1 + bytes),
            Record::Ended(..) | Record::EndedBeyond(..) => {
                sizes.ends = (sizes.ends.0 + 1, sizes.ends.1 + bytes);
            }
            _ => sizes.others += bytes,
        }
    }

    /// The numbers of that many new nodes: the first of them.
    pub fn number(&mut self, nodes: usize) -> NodeId {
        let first = NodeId(self.next);
        // A tree that is too large is not recorded any further.
        match u32::try_from(nodes).ok().and_then(|nodes| self.next.checked_add(nodes)) {
            Some(next) => self.next = next,
            None => {
                self.to = To::Nowhere;
                self.problem = Some(io::Error::other("it is too large"));
            }
        }
        first
    }

    /// The next frame is written once this is done, which is done in any case. Tasks of one frame are done in order.
    pub fn after(&mut self, task: Task) {
        self.tasks.push(task);
    }

    /// Whether it is time to write a frame, or to tell why none is written any more.
    pub fn is_due(&mut self, elapsed: Duration) -> bool {
        self.poll();
        let is_idle = match &self.to {
            To::File(output) => output.is_idle(),
            To::Memory(_) => true,
            To::Nowhere => return self.problem.is_some(),
        };
        match is_idle {
            true => self.frame.len() >= FULL || elapsed >= self.last + INTERVAL,
            false => self.frame.len() >= LARGE,
        }
    }

    /// Has the frame written. What ended the recording in the meantime is told once; what was written before stays.
    pub fn commit(&mut self, elapsed: Duration) -> io::Result<()> {
        self.last = elapsed;
        self.poll();
        let frame = framed(&std::mem::take(&mut self.frame));
        let mut tasks = std::mem::take(&mut self.tasks);
        match &mut self.to {
            To::File(output) => output.write(tasks, frame),
            To::Memory(bytes) => {
                tasks.drain(..).try_for_each(|task| task())?;
                bytes.extend(frame);
            }
            To::Nowhere => tasks.drain(..).try_for_each(|task| task())?,
        }
        self.told()
    }

    /// Waits until everything is on the disk. Nothing is recorded after that.
    pub fn finish(&mut self) -> io::Result<()> {
        if let To::File(mut output) = std::mem::take(&mut self.to)
            && let Err(error) = output.finish()
        {
            self.problem = Some(error);
        }
        self.told()
    }

    /// Finds out what became of frames: a failure ends the recording.
    fn poll(&mut self) {
        if let To::File(output) = &mut self.to
            && let Err(error) = output.poll()
        {
            self.problem = Some(error);
            self.to = To::Nowhere;
        }
    }

    fn told(&mut self) -> io::Result<()> {
        self.problem.take().map_or(Ok(()), Err)
    }

    /// What was written.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.to {
            To::File(output) => Some(output.path()),
            To::Memory(_) | To::Nowhere => None,
        }
    }
}
