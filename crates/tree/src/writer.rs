//! Writing a tree: records are gathered in a frame, which is written from time to time.
//!
//! The system is told to bring frames to the disk by a thread of its own: waiting for a disk would hold up the run, and
//! nothing depends on the moment, since what is not there after a failure of power is found out when the tree is read.

use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::fs::{FlockOperation, flock};

use crate::frame::framed;
use crate::{Header, NodeId, Record};

/// A frame is written once it has this many bytes,
const FULL: usize = 64 << 10;
/// or after this time.
const INTERVAL: Duration = Duration::from_secs(1);

/// The tree of a run that goes on.
#[derive(Default)]
pub struct Writer {
    to: To,
    /// The records of the next frame.
    frame: Vec<u8>,
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

struct Output {
    file: File,
    path: PathBuf,
    /// The bytes of whole frames.
    written: u64,
    sync: Option<(Sender<()>, JoinHandle<()>)>,
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
        let to = To::File(Box::new(Output::new(file, path, whole)));
        Ok(Writer { to, next, ..Writer::default() })
    }

    /// Gives a new tree its file, which must not exist.
    pub fn attach(&mut self, path: &Path) -> io::Result<()> {
        let To::Memory(bytes) = std::mem::take(&mut self.to) else { return Ok(()) };
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        lock(&file).map_err(|why| match why {
            Locked::InUse => io::Error::other("another process has it"),
            Locked::Io(error) => error,
        })?;
        file.write_all(&bytes)?;
        self.to = To::File(Box::new(Output::new(file, path, bytes.len() as u64)));
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
            None => self.to = To::Nowhere,
        }
        first
    }

    /// Whether it is time to write a frame.
    pub fn is_due(&self, elapsed: Duration) -> bool {
        self.is_on() && (self.frame.len() >= FULL || elapsed >= self.last + INTERVAL)
    }

    /// Writes the frame. An error ends the recording; what was written before stays.
    pub fn commit(&mut self, elapsed: Duration) -> io::Result<()> {
        self.last = elapsed;
        let frame = framed(&std::mem::take(&mut self.frame));
        match &mut self.to {
            To::Memory(bytes) => bytes.extend(frame),
            To::Nowhere => {}
            To::File(output) => {
                if let Err(error) = output.write(&frame) {
                    self.to = To::Nowhere;
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// What was written.
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// The file, if there is one.
    pub fn path(&self) -> Option<&Path> {
        match &self.to {
            To::File(output) => Some(&output.path),
            To::Memory(_) | To::Nowhere => None,
        }
    }
}

impl Output {
    fn new(file: File, path: &Path, written: u64) -> Output {
        // Without a thread or a second handle, the system writes when it likes.
        let sync = file.try_clone().ok().and_then(|file| {
            let (wake, woken) = channel();
            let thread = std::thread::Builder::new().name("tree".into()).spawn(move || {
                while woken.recv().is_ok() {
                    while woken.try_recv().is_ok() {}
                    let _ = file.sync_data();
                }
            });
            Some((wake, thread.ok()?))
        });
        Output { file, path: path.into(), written, sync }
    }

    fn write(&mut self, frame: &[u8]) -> io::Result<()> {
        if let Err(error) = self.file.write_all(frame) {
            // What a later run reads ends with a whole frame.
            let _ = self.file.set_len(self.written);
            return Err(error);
        }
        self.written += frame.len() as u64;
        if let Some((wake, _)) = &self.sync {
            let _ = wake.send(());
        }
        Ok(())
    }
}

impl Drop for Output {
    /// Waits until everything is on the disk.
    fn drop(&mut self) {
        if let Some((wake, thread)) = self.sync.take() {
            drop(wake);
            let _ = thread.join();
        }
    }
}
