//! Frames: length, checksum, contents. A file is read up to the first frame that is not whole.

use std::io::{self, Read};

/// More than any frame has: a length beyond is damage.
const MOST: u32 = 1 << 30;

/// The frame around some contents.
pub(crate) fn framed(contents: &[u8]) -> Vec<u8> {
    let len = u32::try_from(contents.len()).expect("frames are written before they are large");
    let mut frame = Vec::with_capacity(contents.len() + 8);
    frame.extend_from_slice(&len.to_le_bytes());
    frame.extend_from_slice(&checksum(contents).to_le_bytes());
    frame.extend_from_slice(contents);
    frame
}

/// The contents of the next frame; none if it is not there or not whole.
pub(crate) fn read(from: &mut impl Read) -> io::Result<Option<Vec<u8>>> {
    let mut head = [0; 8];
    if !fill(from, &mut head)? {
        return Ok(None);
    }
    let word = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"));
    let (len, sum) = (word(0), word(4));
    if len > MOST {
        return Ok(None);
    }
    // A length may be damage: what is not there is not reserved.
    let mut contents = Vec::new();
    from.by_ref().take(u64::from(len)).read_to_end(&mut contents)?;
    let whole = contents.len() == len as usize && checksum(&contents) == sum;
    Ok(whole.then_some(contents))
}

/// Fills a buffer; returns whether there was enough.
fn fill(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match from.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

/// CRC-32 as in IEEE 802.3.
pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = table();
    !bytes.iter().fold(!0, |sum, byte| TABLE[usize::from(sum as u8 ^ byte)] ^ (sum >> 8))
}

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut sum, mut bit) = (byte as u32, 0);
        while bit < 8 {
            sum = if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 };
            bit += 1;
        }
        table[byte] = sum;
        byte += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn what_is_not_whole_is_not_there() {
        let mut file = framed(b"one");
        file.extend(framed(b""));
        let read_all = |mut bytes: &[u8]| {
            let mut all = Vec::new();
            while let Some(frame) = read(&mut bytes).unwrap() {
                all.push(frame);
            }
            all
        };
        assert_eq!(read_all(&file), [b"one".to_vec(), Vec::new()]);
        for end in 0..file.len() {
            assert_eq!(read_all(&file[..end]).len(), usize::from(end >= 11), "{end}");
        }
    }
}
