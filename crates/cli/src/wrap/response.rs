//! Arguments in files: `@FILE` stands for what the file says, as with GCC.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use crate::error::CliError;

/// Files may name files in turn; one that names itself has no end.
const DEPTH: usize = 16;

/// The arguments with files replaced by their words. A file that cannot be opened is left to the compiler, for
/// which an argument may well begin with `@`.
pub fn expand(args: &[OsString]) -> Result<Vec<OsString>, CliError> {
    let mut all = Vec::new();
    for arg in args {
        add(arg.clone(), DEPTH, &mut all)?;
    }
    Ok(all)
}

fn add(arg: OsString, depth: usize, all: &mut Vec<OsString>) -> Result<(), CliError> {
    let file = arg.as_bytes().strip_prefix(b"@").map(|path| OsString::from_vec(path.to_vec()));
    let text = file.as_ref().and_then(|path| std::fs::read(path).ok());
    match text {
        Some(_) if depth == 0 => {
            let error = std::io::Error::other("files of arguments that name each other");
            Err(CliError::Read(arg.into(), error))
        }
        Some(text) => words(&text).into_iter().try_for_each(|word| add(word, depth - 1, all)),
        None => {
            all.push(arg);
            Ok(())
        }
    }
}

/// Words are separated by space; quotes of both kinds hold them together, and a backslash takes the next
/// character as it is, within quotes too.
fn words(text: &[u8]) -> Vec<OsString> {
    let mut words = Vec::new();
    let mut word: Option<Vec<u8>> = None;
    let mut quote = None;
    let mut bytes = text.iter().copied();
    while let Some(byte) = bytes.next() {
        match (byte, quote) {
            (b'\\', _) => word.get_or_insert_default().extend(bytes.next()),
            (b'\'' | b'"', None) => {
                quote = Some(byte);
                word.get_or_insert_default();
            }
            (_, Some(open)) if byte == open => quote = None,
            (_, None) if byte.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(byte),
        }
    }
    words.extend(word);
    words.into_iter().map(OsString::from_vec).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_as_gcc_has_them() {
        let all = words(b"-c  'a b.c'\n\"-DX=\\\"s\\\"\" \\\\ '' x'y'z");
        assert_eq!(all, ["-c", "a b.c", "-DX=\"s\"", "\\", "", "xyz"]);
        assert!(words(b" \n").is_empty());
    }
}
