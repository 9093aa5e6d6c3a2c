//! The file of a tree, written by a thread of its own.
//!
//! Waiting for a disk would hold up the run. What has to be on the disk before a frame is, such as the tests whose ends it
//! records, is done by that thread too, in order: so a frame is never there without them, whatever ends the process. The
//! frames behind one that could not be written are not written either, but what was to be done before them is done.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread::{Builder, JoinHandle};

/// Something to be done before a frame is written.
pub type Task = Box<dyn FnOnce() -> io::Result<()> + Send>;

/// A frame, and what comes before it.
struct Job {
    tasks: Vec<Task>,
    frame: Vec<u8>,
}

/// The way to the thread.
pub(crate) struct Output {
    path: PathBuf,
    /// None once the last frame was handed over.
    jobs: Option<SyncSender<Job>>,
    done: Receiver<io::Result<()>>,
    /// Jobs that are not done, as far as is known.
    waiting: u32,
    thread: Option<JoinHandle<()>>,
}

impl Output {
    /// Goes on behind the bytes of a file.
    pub fn new(file: File, path: &Path, written: u64) -> io::Result<Output> {
        // One job is in work, and one waits: a disk that is slower than the run slows it down, so that memory does not fill.
        let (jobs, taken) = sync_channel(1);
        let (tell, done) = channel();
        let work = move || work(file, written, &taken, &tell);
        let thread = Some(Builder::new().name("tree".into()).spawn(work)?);
        Ok(Output { path: path.into(), jobs: Some(jobs), done, waiting: 0, thread })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether there is nothing to wait for.
    pub fn is_idle(&self) -> bool {
        self.waiting == 0
    }

    /// Writes a frame after these tasks.
    pub fn write(&mut self, tasks: Vec<Task>, frame: Vec<u8>) {
        if let Some(jobs) = &self.jobs
            && jobs.send(Job { tasks, frame }).is_ok()
        {
            self.waiting += 1;
        }
    }

    /// What became of the jobs that were done since the last time.
    pub fn poll(&mut self) -> io::Result<()> {
        while let Ok(result) = self.done.try_recv() {
            self.waiting = self.waiting.saturating_sub(1);
            result?;
        }
        Ok(())
    }

    /// Waits until everything is on the disk.
    pub fn finish(&mut self) -> io::Result<()> {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
        self.poll()
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        // Who wants to know how it went asks before.
        let _ = self.finish();
    }
}

fn work(mut file: File, mut written: u64, jobs: &Receiver<Job>, tell: &Sender<io::Result<()>>) {
    let mut failed = false;
    for Job { tasks, frame } in jobs {
        let mut done = Ok(());
        for task in tasks {
            done = done.and(task());
        }
        let result = match done {
            Ok(()) if !failed => append(&mut file, written, &frame),
            other => other,
        };
        match &result {
            Ok(()) => written += frame.len() as u64,
            Err(_) => failed = true,
        }
        // Nobody listens once the run is over.
        let _ = tell.send(result);
    }
}

fn append(file: &mut File, written: u64, frame: &[u8]) -> io::Result<()> {
    if let Err(error) = file.write_all(frame) {
        // What a later run reads ends with a whole frame.
        let _ = file.set_len(written);
        return Err(error);
    }
    file.sync_data()
}
