//! Test files: KLEE's `.ktest`, version 3, read and written to the byte.
//!
//! A file is `KTEST`, the version, the arguments of the program (the first is the program itself), two
//! numbers about symbolic arguments that are no longer used, and the objects: name and bytes each.
//! Every number is 32 bits, big endian, and every string is its length and its bytes. Versions 1 and 2
//! and the older magic `BOUT\n` are read too, as KLEE's own tools do.

use std::fmt;
use std::path::{Path, PathBuf};

use engine::TestObject;

const MAGIC: &[u8; 5] = b"KTEST";
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";
const VERSION: u32 = 3;

/// The contents of a test file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ktest {
    /// The program and its arguments.
    pub args: Vec<Vec<u8>>,
    /// The symbolic objects, in the order they were made.
    pub objects: Vec<KtestObject>,
}

/// A symbolic object of a test file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KtestObject {
    /// Its name: text, as a rule.
    pub name: Vec<u8>,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Why a file is not a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadKtest {
    /// Where in the file.
    pub offset: usize,
    /// What is wrong there.
    pub problem: Problem,
}

/// What is wrong with a test file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// It does not start as it should.
    Magic,
    /// A version we do not know.
    Version(u32),
    /// It ends inside something.
    Short(&'static str),
    /// More than a test.
    Trailing(usize),
}

impl fmt::Display for BadKtest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.problem {
            Problem::Magic => write!(f, "not a test file: it does not start with KTEST"),
            Problem::Version(version) => {
                write!(f, "a test file of version {version}; versions 1 to {VERSION} can be read")
            }
            Problem::Short(what) => {
                write!(f, "the file ends at byte {} inside {what}", self.offset)
            }
            Problem::Trailing(count) => {
                write!(
                    f,
                    "{count} bytes follow the last object, which ends at byte {}",
                    self.offset
                )
            }
        }
    }
}

impl std::error::Error for BadKtest {}

/// Why a test cannot be read.
#[derive(Debug)]
pub enum ReadError {
    /// The file cannot be read.
    Io(PathBuf, std::io::Error),
    /// It is not a test.
    Bad(PathBuf, BadKtest),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::Io(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            ReadError::Bad(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for ReadError {}

impl Ktest {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Ktest, ReadError> {
        let bytes = crate::file::read(path).map_err(|error| ReadError::Io(path.into(), error))?;
        Ktest::parse(&bytes).map_err(|error| ReadError::Bad(path.into(), error))
    }

    /// Reads the bytes of a file.
    pub fn parse(bytes: &[u8]) -> Result<Ktest, BadKtest> {
        let mut input = Input { bytes, at: 0 };
        let magic = input.take(MAGIC.len(), "the magic number");
        if !magic.is_ok_and(|magic| magic == MAGIC || magic == OLD_MAGIC) {
            return Err(BadKtest { offset: 0, problem: Problem::Magic });
        }
        let offset = input.at;
        let version = input.number("the version")?;
        if !(1..=VERSION).contains(&version) {
            return Err(BadKtest { offset, problem: Problem::Version(version) });
        }
        let mut test = Ktest::default();
        for _ in 0..input.number("the number of arguments")? {
            test.args.push(input.string("an argument")?);
        }
        if version >= 2 {
            input.number("the number of symbolic arguments")?;
            input.number("the length of symbolic arguments")?;
        }
        for _ in 0..input.number("the number of objects")? {
            let name = input.string("the name of an object")?;
            let bytes = input.string("the bytes of an object")?;
            test.objects.push(KtestObject { name, bytes });
        }
        match bytes.len() - input.at {
            0 => Ok(test),
            rest => Err(BadKtest { offset: input.at, problem: Problem::Trailing(rest) }),
        }
    }

    /// The bytes of the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = prefix(&self.args);
        number(&mut out, self.objects.len());
        for object in &self.objects {
            string(&mut out, &object.name);
            string(&mut out, &object.bytes);
        }
        out
    }
}

struct Input<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Input<'a> {
    fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8], BadKtest> {
        let rest = &self.bytes[self.at..];
        let Some(taken) = rest.get(..count) else {
            return Err(BadKtest { offset: self.bytes.len(), problem: Problem::Short(what) });
        };
        self.at += count;
        Ok(taken)
    }

    fn number(&mut self, what: &'static str) -> Result<u32, BadKtest> {
        Ok(self.take(4, what)?.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    fn string(&mut self, what: &'static str) -> Result<Vec<u8>, BadKtest> {
        let count = self.number(what)?;
        Ok(self.take(count as usize, what)?.to_vec())
    }
}

/// What all test files of a run start with: everything up to the number of objects.
pub(crate) fn prefix(args: &[Vec<u8>]) -> Vec<u8> {
    let mut out = MAGIC.to_vec();
    number(&mut out, VERSION as usize);
    number(&mut out, args.len());
    for arg in args {
        string(&mut out, arg);
    }
    // KLEE writes zeros here as well.
    number(&mut out, 0);
    number(&mut out, 0);
    out
}

/// What follows the prefix: the objects.
pub(crate) fn append_objects(out: &mut Vec<u8>, objects: &[TestObject]) {
    number(out, objects.len());
    for object in objects {
        string(out, &exec::name_bytes(&object.name));
        string(out, &object.bytes);
    }
}

/// No test comes near 2^32 of anything.
fn number(out: &mut Vec<u8>, number: usize) {
    out.extend_from_slice(&(number as u32).to_be_bytes());
}

fn string(out: &mut Vec<u8>, bytes: &[u8]) {
    number(out, bytes.len());
    out.extend_from_slice(bytes);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As KLEE's tutorial has it: one int `a`, all ones.
    const SIGN: &[u8] = b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x0bget_sign.bc\
        \0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01a\0\0\0\x04\x01\x01\x01\x01";

    fn sign() -> Ktest {
        let object = KtestObject { name: b"a".to_vec(), bytes: vec![1; 4] };
        Ktest { args: vec![b"get_sign.bc".to_vec()], objects: vec![object] }
    }

    #[test]
    fn both_ways() {
        assert_eq!(Ktest::parse(SIGN), Ok(sign()));
        assert_eq!(sign().to_bytes(), SIGN);
        let objects = [TestObject { name: "a".into(), bytes: vec![1; 4] }];
        let mut out = prefix(&sign().args);
        append_objects(&mut out, &objects);
        assert_eq!(out, SIGN);
    }

    #[test]
    fn older_versions() {
        let first = b"BOUT\n\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x01\x07";
        let test = Ktest::parse(first).expect("version 1 has no symbolic arguments");
        assert_eq!(test.objects, [KtestObject { name: b"x".to_vec(), bytes: vec![7] }]);
    }

    /// Every prefix of a test is bad, and says where it ends.
    #[test]
    fn cut_short() {
        for end in 0..SIGN.len() {
            let error = Ktest::parse(&SIGN[..end]).expect_err("a part");
            let expected = if end < 5 { 0 } else { end };
            assert_eq!(error.offset, expected, "{error}");
        }
    }

    #[test]
    fn messages() {
        let says = |bytes: &[u8]| Ktest::parse(bytes).expect_err("bad").to_string();
        assert_eq!(says(b"\x7fELF"), "not a test file: it does not start with KTEST");
        let version = says(b"KTEST\0\0\0\x04");
        assert_eq!(version, "a test file of version 4; versions 1 to 3 can be read");
        let short = says(&SIGN[..SIGN.len() - 1]);
        assert_eq!(short, "the file ends at byte 52 inside the bytes of an object");
        let long = says(&[SIGN, b"??"].concat());
        assert_eq!(long, "2 bytes follow the last object, which ends at byte 53");
        // An impossible count is not allocated.
        assert!(says(b"KTEST\0\0\0\x03\xff\xff\xff\xff").contains("inside an argument"));
    }
}
