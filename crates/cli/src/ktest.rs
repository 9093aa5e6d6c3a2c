//! `strata ktest`: shows test files as KLEE's ktest-tool does, and makes new ones.
//!
//! What is printed is meant to be read by the scripts people have, so strings are quoted as Python quotes
//! them.

mod make;

use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use report::Lines;
use report::ktest::{Ktest, KtestObject};

use crate::error::CliError;
use crate::say;
use make::Made;

#[derive(Args, Debug)]
#[command(after_help = "BYTES of a new object are one of
  abc\\n\\x00\\\\       text, with the escapes \\n \\r \\t \\0 \\\\ and \\xNN
  text:@abc         the same, where it starts like one of the following
  @FILE             what is in a file
  int:-5            an int, least byte first; i8:, i16:, i32:, i64: for other widths; 0x is understood
  zeros:16          this many bytes of zero")]
pub struct KtestOptions {
    /// Make a test of these arguments of a program, as ktest-gen does: --sym-stdin FILE is its input, --sym-file FILE the
    /// file A, then B, --sym-stdout FILE its output, --bout-file FILE where the test goes [default: file.bout]
    #[arg(long = "gen", value_name = "WORD", num_args = 1.., allow_hyphen_values = true, exclusive = true)]
    pub gen_words: Option<Vec<OsString>>,
    /// Make a test of random input, as ktest-randgen does: a number to start from, then --sym-args, --sym-files and
    /// others as for strata run, and --bout-file FILE [default: random.bout]
    #[arg(long = "randgen", value_name = "WORD", num_args = 1.., allow_hyphen_values = true, exclusive = true)]
    pub randgen_words: Option<Vec<OsString>>,
    /// Make a test of the objects NAME=BYTES instead of showing files
    #[arg(long, requires = "output")]
    pub new: bool,
    /// Where the new test goes
    #[arg(short, long, value_name = "FILE", requires = "new")]
    pub output: Option<PathBuf>,
    /// The program of the new test, then its arguments; may be repeated
    #[arg(long = "arg", value_name = "ARG", requires = "new", allow_hyphen_values = true)]
    pub args: Vec<String>,
    /// Leave out zeros at the end of objects
    #[arg(long, conflicts_with = "new")]
    pub trim_zeros: bool,
    /// Write the bytes of the object of this name to FILE.NAME; may be repeated
    #[arg(long, value_name = "NAME", conflicts_with = "new")]
    pub extract: Vec<String>,
    /// Test files, or NAME=BYTES
    #[arg(required_unless_present_any = ["new", "gen_words", "randgen_words"], value_name = "FILE or NAME=BYTES")]
    pub items: Vec<String>,
}

pub fn ktest(options: &KtestOptions) -> Result<ExitCode, CliError> {
    let made = match (&options.gen_words, &options.randgen_words, &options.output) {
        (Some(words), ..) => Some(make::given(words)?),
        (_, Some(words), _) => Some(make::random(words)?),
        (.., Some(output)) => Some(Made { test: new_test(options)?, file: output.clone() }),
        (None, None, None) => None,
    };
    if let Some(Made { test, file }) = made {
        fs::write(&file, test.to_bytes()).map_err(|error| CliError::Write(file, error))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut status = ExitCode::SUCCESS;
    for (index, file) in options.items.iter().enumerate() {
        let test = match Ktest::read(Path::new(file)) {
            Ok(test) => test,
            Err(error) => {
                say::err(error);
                status = ExitCode::from(crate::BAD_INPUT);
                continue;
            }
        };
        let blank = if index > 0 { "\n" } else { "" };
        say::out(&Lines::of_text(&format!("{blank}{}", shown(file, &test, options))))?;
        for name in &options.extract {
            extract(file, &test, name)?;
        }
    }
    Ok(status)
}

fn extract(file: &str, test: &Ktest, name: &str) -> Result<(), CliError> {
    let Some(object) = test.objects.iter().find(|object| object.name == name.as_bytes()) else {
        return Err(CliError::Object(format!("{file} has no object {name}")));
    };
    if name.contains('/') {
        return Err(CliError::Object(format!("{name} cannot be part of the name of a file")));
    }
    let to = PathBuf::from(format!("{file}.{name}"));
    fs::write(&to, &object.bytes).map_err(|error| CliError::Write(to, error))
}

/// A test as ktest-tool prints it.
fn shown(file: &str, test: &Ktest, options: &KtestOptions) -> String {
    let args: Vec<_> = test.args.iter().map(|arg| quoted(arg)).collect();
    let mut out = format!("ktest file : {}\n", quoted(file.as_bytes()));
    let _ = writeln!(out, "args       : [{}]", args.join(", "));
    let _ = writeln!(out, "num objects: {}", test.objects.len());
    for (number, object) in test.objects.iter().enumerate() {
        let data = if options.trim_zeros { trimmed(&object.bytes) } else { &object.bytes };
        let mut row = |key: &str, value: &str| {
            let _ = writeln!(out, "object {number}: {key}: {value}");
        };
        row("name", &quoted(&object.name));
        row("size", &object.bytes.len().to_string());
        row("data", &format!("b{}", quoted_bytes(data)));
        row("hex ", &data.iter().fold(String::from("0x"), |hex, byte| format!("{hex}{byte:02x}")));
        if let Some((signed, unsigned)) = integers(data) {
            row("int ", &signed.to_string());
            row("uint", &unsigned.to_string());
        }
        row("text", &data.iter().map(|&byte| printable(byte).unwrap_or('.')).collect::<String>());
    }
    out
}

fn trimmed(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Bytes of the size of a C integer, with and without its sign.
fn integers(bytes: &[u8]) -> Option<(i64, u64)> {
    if !matches!(bytes.len(), 1 | 2 | 4 | 8) {
        return None;
    }
    let unused = 64 - 8 * bytes.len() as u32;
    let unsigned = bytes.iter().rfold(0, |number, &byte| number << 8 | u64::from(byte));
    Some(((unsigned << unused).cast_signed() >> unused, unsigned))
}

fn printable(byte: u8) -> Option<char> {
    (b' '..=b'~').contains(&byte).then_some(char::from(byte))
}

/// Text as Python quotes it; anything else byte by byte.
fn quoted(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => in_quotes(text.chars()),
        Err(_) => quoted_bytes(bytes),
    }
}

fn quoted_bytes(bytes: &[u8]) -> String {
    in_quotes(bytes.iter().map(|&byte| if byte < 0x80 { char::from(byte) } else { beyond(byte) }))
}

/// A character that stands for a byte that is not text: always written as `\xNN`.
fn beyond(byte: u8) -> char {
    char::from_u32(BEYOND + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The last plane of private characters.
const BEYOND: u32 = 0x10_ff00;

fn in_quotes(chars: impl Iterator<Item = char> + Clone) -> String {
    let has = |wanted| chars.clone().any(|c| c == wanted);
    let quote = if has('\'') && !has('"') { '"' } else { '\'' };
    let mut out = String::from(quote);
    for c in chars {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            _ if c == quote => out.extend(['\\', c]),
            _ if u32::from(c) >= BEYOND => {
                let _ = write!(out, "\\x{:02x}", u32::from(c) & 0xff);
            }
            _ if report::is_visible(c) => out.push(c),
            _ => {
                let _ = match u32::from(c) {
                    code @ ..0x100 => write!(out, "\\x{code:02x}"),
                    code @ ..0x1_0000 => write!(out, "\\u{code:04x}"),
                    code => write!(out, "\\U{code:08x}"),
                };
            }
        }
    }
    out.push(quote);
    out
}

/// The program of a test if none is given.
const PROGRAM: &[u8] = b"program";

/// A test of the objects given. ktest-tool wants a program, so there always is one.
fn new_test(options: &KtestOptions) -> Result<Ktest, CliError> {
    let mut args: Vec<_> = options.args.iter().map(|arg| arg.clone().into_bytes()).collect();
    if args.is_empty() {
        args.push(PROGRAM.to_vec());
    }
    let objects = options.items.iter().map(|item| object(item)).collect::<Result<_, _>>()?;
    Ok(Ktest { args, objects })
}

fn object(item: &str) -> Result<KtestObject, CliError> {
    let bad = |why: String| CliError::Object(format!("`{item}`: {why}"));
    let (name, value) = item.split_once('=').ok_or_else(|| bad("give NAME=BYTES".into()))?;
    let name = name.as_bytes().to_vec();
    if let Some(file) = value.strip_prefix('@') {
        let bytes = fs::read(file).map_err(|error| CliError::Read(file.into(), error))?;
        return Ok(KtestObject { name, bytes });
    }
    let bytes = match value.split_once(':') {
        Some(("text", text)) => unescaped(text),
        Some(("int" | "i32", number)) => integer(number, 32),
        Some(("i8", number)) => integer(number, 8),
        Some(("i16", number)) => integer(number, 16),
        Some(("i64", number)) => integer(number, 64),
        Some(("zeros", count)) => match count.parse::<u32>() {
            Ok(count) => Ok(vec![0; count as usize]),
            Err(_) => Err(format!("`{count}` is not a number of bytes")),
        },
        _ => unescaped(value),
    };
    bytes.map(|bytes| KtestObject { name, bytes }).map_err(bad)
}

/// An integer of some bits, with or without sign.
fn integer(text: &str, bits: u32) -> Result<Vec<u8>, String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let number = match digits.strip_prefix("0x") {
        Some(digits) => i128::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    let number = number.map_err(|_| format!("`{text}` is not an integer"))?;
    let number = if text.starts_with('-') { -number } else { number };
    if number < -(1 << (bits - 1)) || number >= 1 << bits {
        return Err(format!("{text} does not fit in {bits} bits"));
    }
    Ok(number.to_le_bytes()[..bits as usize / 8].to_vec())
}

/// Text with its escapes replaced.
fn unescaped(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = text.bytes();
    let mut out = Vec::new();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        out.push(match bytes.next() {
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'0') => 0,
            Some(b'\\') => b'\\',
            Some(b'x') => {
                let digit = |byte: Option<u8>| byte.and_then(|b| char::from(b).to_digit(16));
                let (high, low) = (digit(bytes.next()), digit(bytes.next()));
                let number = high.zip(low).ok_or("\\x needs two hexadecimal digits")?;
                (number.0 << 4 | number.1) as u8
            }
            _ => {
                return Err(
                    "a backslash is written \\\\; other escapes: \\n \\r \\t \\0 \\xNN".into()
                );
            }
        });
    }
    Ok(out)
}
