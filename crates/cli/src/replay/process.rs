//! One native run, with a limit of time and of output.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// The output of a run that is kept; a program that writes more is stopped by its closed pipe.
const OUTPUT: u64 = 16 << 20;
/// How long to wait for the output of children that a program leaves behind.
const STRAGGLERS: Duration = Duration::from_millis(200);

/// What a native run did.
#[derive(Clone, Debug)]
pub struct Ran {
    pub end: Ended,
    pub stdout: Vec<u8>,
    pub stderr: Vec<u8>,
    /// What the sanitizer wrote to its log.
    pub log: String,
}

/// How it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    Status(i32),
    Signal(i32),
    TimedOut,
}

/// Runs a command whose standard input is set.
pub fn run(command: &mut Command, limit: Duration) -> io::Result<Ran> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdout = child.stdout.take().map(collect);
    let stderr = child.stderr.take().map(collect);
    let end = match wait(&mut child, limit)? {
        Some(status) => ended(status),
        None => Ended::TimedOut,
    };
    Ok(Ran { end, stdout: received(stdout), stderr: received(stderr), log: String::new() })
}

fn ended(status: ExitStatus) -> Ended {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ended::Status(code),
        (None, signal) => Ended::Signal(signal.unwrap_or(0)),
    }
}

/// Its status, or `None` if it took too long and was ended.
fn wait(child: &mut Child, limit: Duration) -> io::Result<Option<ExitStatus>> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(200);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() > limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(10));
    }
}

fn collect(pipe: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is what there is.
        let _ = pipe.take(OUTPUT).read_to_end(&mut bytes);
        let _ = send.send(bytes);
    });
    receive
}

fn received(from: Option<Receiver<Vec<u8>>>) -> Vec<u8> {
    from.and_then(|receive| receive.recv_timeout(STRAGGLERS).ok()).unwrap_or_default()
}
