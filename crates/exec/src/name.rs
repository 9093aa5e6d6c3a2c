//! Names of inputs as text.
//!
//! The program gives a name as bytes, and test files keep bytes, while symbols and messages are text. Bytes that are
//! not UTF-8 are written `\xNN` and backslashes are doubled, so that each name has its own text, from which its bytes
//! can be recovered.

use std::fmt::Write;

/// A name as text.
pub fn name_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text += &chunk.valid().replace('\\', r"\\");
        for byte in chunk.invalid() {
            let _ = write!(text, r"\x{byte:02x}");
        }
    }
    text
}

/// The bytes of a name that [`name_text`] made.
pub fn name_bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((plain, after)) = rest.split_once('\\') {
        bytes.extend_from_slice(plain.as_bytes());
        let digits = after.strip_prefix('x').and_then(|hex| hex.get(..2));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[3..];
            }
            None => {
                bytes.push(b'\\');
                rest = after.strip_prefix('\\').unwrap_or(after);
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_has_a_text_of_its_own() {
        assert_eq!(name_text("größe".as_bytes()), "größe");
        assert_eq!(name_text(b"a\xff\xc3\\x80"), r"a\xff\xc3\\x80");
        let some = [b'\\', b'x', b'8', b'0', 0x80, 0xc3, 0xa4, 0];
        let mut texts = std::collections::BTreeSet::new();
        for code in 0..some.len().pow(4) {
            let digit = |n| some[code / some.len().pow(n) % some.len()];
            let name: Vec<u8> = (0..4).map(digit).collect();
            let text = name_text(&name);
            assert_eq!(name_bytes(&text), name, "{text}");
            assert!(texts.insert(text));
        }
    }
}
