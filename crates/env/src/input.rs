//! Standard input: bytes that every state reads from the beginning, wherever they come from.
//!
//! The bytes a host reader gave are kept, so that states which fork before reading see the same
//! input. The position of each state in them is its own (the offset of its open file).

use std::io::{ErrorKind, Read};

use crate::config::{Pace, Stdin};
use crate::errno::Errno;

/// Ask the host for this much at a time.
const CHUNK: usize = 4096;

/// The bytes so far, and where more come from.
pub(crate) struct Feed {
    bytes: Vec<u8>,
    /// `None` once it has ended.
    reader: Option<Box<dyn Read>>,
}

impl Feed {
    pub fn new(bytes: Vec<u8>, reader: Option<Box<dyn Read>>) -> Feed {
        Feed { bytes, reader }
    }

    /// Asks the host once; nothing changes at the end but that the reader is gone.
    fn ask(&mut self) -> Result<(), Errno> {
        let Some(reader) = &mut self.reader else { return Ok(()) };
        let mut chunk = [0; CHUNK];
        match reader.read(&mut chunk) {
            Ok(0) => self.reader = None,
            Ok(n) => self.bytes.extend_from_slice(&chunk[..n]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

impl Stdin {
    /// What a read of up to `len` bytes from position `at` gives.
    pub(crate) fn read(&self, at: u64, len: usize) -> Result<Vec<u8>, Errno> {
        let mut feed = self.feed.borrow_mut();
        let at = usize::try_from(at).map_err(|_| Errno::OVERFLOW)?;
        let mut seen = 0;
        loop {
            let rest = feed.bytes.get(at..).unwrap_or(&[]);
            let rest = &rest[..rest.len().min(len)];
            let line = match self.pace {
                Pace::Full => None,
                Pace::Line => rest[seen..].iter().position(|&b| b == b'\n').map(|n| seen + n + 1),
            };
            if let Some(end) = line {
                return Ok(rest[..end].to_vec());
            }
            if rest.len() == len || feed.reader.is_none() {
                return Ok(rest.to_vec());
            }
            seen = rest.len();
            feed.ask()?;
        }
    }

    /// How many bytes are at hand behind position `at`.
    pub(crate) fn at_hand(&self, at: u64) -> u64 {
        (self.feed.borrow().bytes.len() as u64).saturating_sub(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives its pieces one by one.
    struct Pieces(Vec<&'static [u8]>);

    impl Read for Pieces {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            let piece = self.0.remove(0);
            out[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn a_full_read_does_not_depend_on_how_the_bytes_arrive() {
        let whole = Stdin::bytes(b"one\ntwo\n".to_vec());
        let pieces =
            Stdin::reader(Box::new(Pieces(vec![b"o", b"ne\nt", b"wo", b"\n"])), Pace::Full);
        for (at, len) in [(0, 3), (3, 4), (7, 100), (8, 5), (0, 0), (2, 6)] {
            assert_eq!(whole.read(at, len), pieces.read(at, len));
        }
    }

    #[test]
    fn a_line_at_a_time() {
        let stdin = Stdin::reader(Box::new(Pieces(vec![b"o", b"ne\nt", b"wo\nend"])), Pace::Line);
        let twin = stdin.clone();
        assert_eq!(stdin.read(0, 100).unwrap(), b"one\n");
        assert_eq!(stdin.read(4, 2).unwrap(), b"tw");
        assert_eq!(stdin.read(6, 100).unwrap(), b"o\n");
        assert_eq!(stdin.read(8, 100).unwrap(), b"end");
        assert_eq!(stdin.read(11, 100).unwrap(), b"");
        assert_eq!(twin.read(0, 100).unwrap(), b"one\n");
    }
}
