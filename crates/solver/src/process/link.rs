//! A running process, and the communication with it.
//!
//! Threads transfer the bytes: one writes, so that a process that does not read cannot block us beyond a deadline,
//! and one reads from each of its outputs. Dropping the link ends the process.

use crate::query::{Unknown, brief};
use crate::sat::{Limits, Reason};
use std::collections::VecDeque;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How often the interrupt is checked.
const GLANCE: Duration = Duration::from_millis(5);

/// How long to wait for the last output of a process that has ended.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// What comes from the process.
enum Event {
    /// Bytes of its output; none at its end.
    Output(Vec<u8>),
    /// Bytes of its error output; none at its end.
    Complaint(Vec<u8>),
}

pub(super) struct Link {
    child: Child,
    input: Sender<String>,
    events: Receiver<Event>,
    scanner: Scanner,
    complaints: Vec<u8>,
}

impl Link {
    pub(super) fn start(command: &[String]) -> Result<Link, Unknown> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(Unknown::Failed("there is no command to start".to_string()));
        };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Unknown::Failed(format!("{program} does not start: {error}")))?;
        let (input, texts) = mpsc::channel();
        let (sender, events) = mpsc::channel();
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &texts));
        }
        if let Some(stdout) = child.stdout.take() {
            let sender = sender.clone();
            thread::spawn(move || {
                read_all(stdout, |bytes| sender.send(Event::Output(bytes)).is_ok());
            });
        }
        if let Some(stderr) = child.stderr.take() {
            thread::spawn(move || {
                read_all(stderr, |bytes| sender.send(Event::Complaint(bytes)).is_ok());
            });
        }
        let scanner = Scanner::default();
        Ok(Link { child, input, events, scanner, complaints: Vec::new() })
    }

    /// Writes the text. A process that no longer reads is noticed with the next answer.
    pub(super) fn send(&mut self, text: String) {
        let _ = self.input.send(text);
    }

    /// The next answer: one expression.
    pub(super) fn answer(&mut self, limits: &Limits) -> Result<String, Unknown> {
        loop {
            match self.scanner.done.pop_front() {
                Some(answer) if answer == "success" => continue,
                Some(answer) => return Ok(answer),
                None => {}
            }
            match self.events.recv_timeout(patience(limits)?) {
                Ok(Event::Output(bytes)) if bytes.is_empty() => return Err(self.ended()),
                Ok(Event::Output(bytes)) => self.scanner.feed(&bytes),
                Ok(Event::Complaint(bytes)) => self.complaints.extend(bytes),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
            }
        }
    }

    /// The error output of the process when it ended.
    fn ended(&mut self) -> Unknown {
        while let Ok(Event::Complaint(bytes)) = self.events.recv_timeout(LAST_WORDS)
            && !bytes.is_empty()
        {
            self.complaints.extend(bytes);
        }
        let mut words = String::from_utf8_lossy(&self.complaints).into_owned();
        words.push_str(&String::from_utf8_lossy(&self.scanner.text));
        match brief(&words) {
            words if words.is_empty() => Unknown::Failed("the process has ended".to_string()),
            words => Unknown::Failed(format!("the process has ended, saying: {words}")),
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // It may already have ended by itself, which is fine.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How long to wait for the next event, if any time is left.
fn patience(limits: &Limits) -> Result<Duration, Unknown> {
    if limits.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
        return Err(Unknown::Limit(Reason::Interrupt));
    }
    let glance = limits.interrupt.as_ref().map_or(Duration::MAX, |_| GLANCE);
    let left = limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    match left {
        Some(Duration::ZERO) => Err(Unknown::Limit(Reason::Deadline)),
        Some(left) => Ok(left.min(glance)),
        None => Ok(glance.min(Duration::from_secs(3600))),
    }
}

fn write_all(mut input: impl Write, texts: &Receiver<String>) {
    for text in texts {
        if input.write_all(text.as_bytes()).and_then(|()| input.flush()).is_err() {
            return;
        }
    }
}

fn read_all(mut from: impl Read, mut to: impl FnMut(Vec<u8>) -> bool) {
    let mut buffer = [0; 1 << 16];
    loop {
        let length = from.read(&mut buffer).unwrap_or(0);
        if !to(buffer[..length].to_vec()) || length == 0 {
            return;
        }
    }
}

/// Splits the output into expressions.
#[derive(Default)]
struct Scanner {
    done: VecDeque<String>,
    text: Vec<u8>,
    depth: u32,
    within: Within,
}

/// The state of the scanner.
#[derive(Clone, Copy, Default, PartialEq)]
enum Within {
    #[default]
    Plain,
    Comment,
    /// A string or a quoted name, up to this byte.
    Quotes(u8),
}

impl Scanner {
    fn feed(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.step(*byte);
        }
    }

    fn step(&mut self, byte: u8) {
        match (self.within, byte) {
            (Within::Comment, b'\n') => self.within = Within::Plain,
            (Within::Comment, _) => return,
            (Within::Quotes(end), _) => {
                self.text.push(byte);
                if byte == end {
                    self.within = Within::Plain;
                }
                return;
            }
            (Within::Plain, b';') => self.within = Within::Comment,
            (Within::Plain, b'|' | b'"') => self.within = Within::Quotes(byte),
            (Within::Plain, _) => {}
        }
        match byte {
            b';' => self.finish_atom(),
            _ if byte.is_ascii_whitespace() && self.depth == 0 => self.finish_atom(),
            b'(' if self.depth == 0 => {
                self.finish_atom();
                self.open();
            }
            b'(' => self.open(),
            b')' => self.close(),
            _ => self.text.push(byte),
        }
    }

    fn open(&mut self) {
        self.depth += 1;
        self.text.push(b'(');
    }

    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        self.text.push(b')');
        self.finish_atom();
    }

    /// Ends an expression, unless a list is open.
    fn finish_atom(&mut self) {
        if self.depth == 0 && !self.text.is_empty() {
            let text = String::from_utf8_lossy(&self.text).into_owned();
            self.done.push_back(text);
            self.text.clear();
        }
    }
}
