//! One native run, with a limit of time and of output. A signal that asks us to end ends it.

use std::io::{self, Read};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

/// The output of a run that is kept; a program that writes more is stopped by its closed pipe.
const OUTPUT: u64 = 16 << 20;
/// How long to wait for output when the program has ended. Only children that it leaves behind can make that long; but
/// on a busy machine what has been written is not read at once, and must not be lost.
const STRAGGLERS: Duration = Duration::from_secs(5);

/// What a native run did.
#[derive(Clone, Debug)]
pub struct Ran {
    pub end: Ended,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// What the sanitizer wrote to its log.
    pub log: String,
}

impl Ran {
    /// Whether it was stopped because it wrote more than is kept.
    pub fn wrote_too_much(&self) -> bool {
        [&self.stdout, &self.stderr].iter().any(|output| output.len() as u64 >= OUTPUT)
    }
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    Status(i32),
    Signal(i32),
    TimedOut,
}

/// Runs a command whose standard input is set.
pub fn run(command: &mut Command, limit: Duration, interrupt: &AtomicBool) -> io::Result<Ran> {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn()?;
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let end = match wait(&mut child, Some(limit), interrupt)? {
        Some(status) => ended(status),
        None => Ended::TimedOut,
    };
    Ok(Ran { end, stdout: received(stdout), stderr: received(stderr), log: String::new() })
}

/// Runs a command to its end.
pub fn status(command: &mut Command, interrupt: &AtomicBool) -> io::Result<ExitStatus> {
    let mut child = command.process_group(0).spawn()?;
    wait(&mut child, None, interrupt)?.ok_or_else(|| io::ErrorKind::TimedOut.into())
}

fn ended(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Status(code),
        (None, signal) => Ended::Signal(signal.unwrap_or(0)),
    }
}

/// Its status, or `None` if it took too long and was ended. An interrupt ends it and is an error.
fn wait(
    child: &mut Child,
    limit: Option<Duration>,
    interrupt: &AtomicBool,
) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if interrupt.load(Ordering::Relaxed) {
            end(child)?;
            return Err(io::ErrorKind::Interrupted.into());
        }
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if limit.is_some_and(|limit| started.elapsed() > limit) {
            end(child)?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

/// Ends a process, with those that it started in its group.
fn end(child: &mut Child) -> io::Result<()> {
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    let killed = group.map(|group| kill_process_group(group, Signal::KILL));
    if !matches!(killed, Some(Ok(()))) {
        child.kill()?;
    }
    child.wait().map(|_| ())
}

fn collect(pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is kept.
        let _ = pipe.take(OUTPUT).read_to_end(&mut bytes);
        let _ = send.send(bytes);
    });
    receive
}

fn received(from: Option<Receiver<Vec<u8>>>) -> Vec<u8> {
    from.and_then(|receive| receive.recv_timeout(STRAGGLERS).ok()).unwrap_or_default()
}
