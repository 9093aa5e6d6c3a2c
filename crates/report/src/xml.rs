//! Tests in the exchange format of Test-Comp: `metadata.xml` about the run, and `testNNNNNN.xml` with the value of each
//! input in order, as KLEE's `--write-xml-tests` writes them.
//!
//! An input of `__VERIFIER_nondet_T` is a number of type T. Any other is one signed number, its first byte lowest, as
//! in KLEE; one of more than 16 bytes is in hexadecimal.

use std::fmt::{self, Display, Write};

use engine::TestObject;

use crate::lines::is_visible;

/// The name of the file about the run.
pub const METADATA: &str = "metadata.xml";

/// What only the caller knows of the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// Its source file.
    pub program_file: String,
    /// The hash of that file; empty if it is not known.
    pub program_hash: String,
    /// The function it starts at.
    pub entry_function: String,
    /// Whether the run ends at the first error.
    pub looks_for_error: bool,
}

/// The text of [`METADATA`]. `created` is a time as in `2026-11-16T03:28:04Z`.
pub fn metadata(metadata: &Metadata, created: &str) -> String {
    let edges = match metadata.looks_for_error {
        true => "@CALL(__VERIFIER_error)",
        false => "@DECISIONEDGE",
    };
    let fields = [
        ("sourcecodelang", "C"),
        ("producer", concat!("Strata ", env!("CARGO_PKG_VERSION"))),
        ("specification", &format!("COVER( init(main()), FQL(COVER EDGES({edges})) )")),
        ("programfile", &metadata.program_file),
        ("programhash", &metadata.program_hash),
        ("entryfunction", &metadata.entry_function),
        ("architecture", "64bit"),
        ("creationtime", created),
    ];
    let mut out = head("test-metadata");
    out += "<test-metadata>\n";
    for (name, value) in fields {
        // Writing to a string does not fail.
        let _ = writeln!(out, "\t<{name}>{}</{name}>", Escaped(value));
    }
    out + "</test-metadata>\n"
}

/// The text of the file of a test.
pub fn testcase(inputs: &[TestObject], covers_error: bool) -> String {
    let mut out = head("testcase");
    out += if covers_error { "<testcase coversError=\"true\">\n" } else { "<testcase>\n" };
    for input in inputs {
        let name = Escaped(&input.name);
        let (number, value) = (Number::of(&input.name), &input.bytes);
        let _ = match input.name.strip_prefix(NONDET) {
            Some(ty) => write!(out, "\t<input variable=\"{name}\" type=\"{}\">", Escaped(ty)),
            None => write!(out, "\t<input variable=\"{name}\">"),
        };
        let _ = writeln!(out, "{}</input>", number.text(value));
    }
    out + "</testcase>\n"
}

fn head(root: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {root} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{root}-1.1.dtd\">\n"
    )
}

/// How the functions are called that return an input of a type.
const NONDET: &str = "__VERIFIER_nondet_";

/// What the bytes of an input are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Number {
    Signed,
    Unsigned,
    Float,
}

impl Number {
    /// Of an input of this name.
    fn of(name: &str) -> Number {
        let Some(ty) = name.strip_prefix(NONDET).map(str::to_ascii_lowercase) else {
            return Number::Signed;
        };
        match ty.as_str() {
            "float" | "double" => Number::Float,
            "bool" | "pointer" | "pchar" | "size_t" | "sector_t" | "pthread_t" => Number::Unsigned,
            ty if ty.starts_with('u') => Number::Unsigned,
            _ => Number::Signed,
        }
    }

    fn text(self, bytes: &[u8]) -> String {
        if let (Number::Float, Ok(bytes)) = (self, bytes.try_into()) {
            return f32::from_le_bytes(bytes).to_string();
        }
        if let (Number::Float, Ok(bytes)) = (self, bytes.try_into()) {
            return f64::from_le_bytes(bytes).to_string();
        }
        if bytes.len() > 16 {
            let digits = bytes.iter().rev().map(|byte| format!("{byte:02x}"));
            return digits.fold("0x".to_owned(), |all, byte| all + &byte);
        }
        let is_negative = self == Number::Signed && bytes.last().is_some_and(|top| top >> 7 == 1);
        let mut whole = [if is_negative { 0xff } else { 0 }; 16];
        whole[..bytes.len()].copy_from_slice(bytes);
        match self {
            Number::Unsigned => u128::from_le_bytes(whole).to_string(),
            Number::Signed | Number::Float => i128::from_le_bytes(whole).to_string(),
        }
    }
}

/// Text between tags or in an attribute. Characters that XML cannot represent become question marks.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| match c {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            c if is_visible(c) => f.write_char(c),
            _ => f.write_char('?'),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8]) -> TestObject {
        TestObject { name: name.to_owned(), bytes: bytes.to_vec() }
    }

    #[test]
    fn numbers_by_type() {
        let inputs = [
            input("__VERIFIER_nondet_int", &[0xfe, 0xff, 0xff, 0xff]),
            input("__VERIFIER_nondet_uint", &[0xfe, 0xff, 0xff, 0xff]),
            input("__VERIFIER_nondet_double", &0.1_f64.to_le_bytes()),
            input("__VERIFIER_nondet_float", &(-2.5_f32).to_le_bytes()),
            input("__VERIFIER_nondet_U8", &[255]),
            input("a<\"b\"\n", &[255]),
            input("long", &[1; 17]),
            input("none", &[]),
        ];
        let text = testcase(&inputs, true);
        let expected = [
            "<testcase coversError=\"true\">",
            "\t<input variable=\"__VERIFIER_nondet_int\" type=\"int\">-2</input>",
            "\t<input variable=\"__VERIFIER_nondet_uint\" type=\"uint\">4294967294</input>",
            "\t<input variable=\"__VERIFIER_nondet_double\" type=\"double\">0.1</input>",
            "\t<input variable=\"__VERIFIER_nondet_float\" type=\"float\">-2.5</input>",
            "\t<input variable=\"__VERIFIER_nondet_U8\" type=\"U8\">255</input>",
            "\t<input variable=\"a&lt;&quot;b&quot;?\">-1</input>",
            "\t<input variable=\"long\">0x0101010101010101010101010101010101</input>",
            "\t<input variable=\"none\">0</input>",
            "</testcase>",
        ];
        assert_eq!(text.lines().skip(2).collect::<Vec<_>>(), expected);
        assert_eq!(testcase(&[], false).lines().nth(2), Some("<testcase>"));
    }
}
