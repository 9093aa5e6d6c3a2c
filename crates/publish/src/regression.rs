//! A test as source code that needs nothing of ours: it is linked with the program in place of the functions of
//! `klee/klee.h`, and hands out the input of the test.
//!
//! The program keeps its `main`. An input that the program did not ask for itself (arguments, files, standard input)
//! cannot be handed out in this way: such tests are refused, and `strata replay` runs them.

use std::collections::BTreeMap;
use std::fmt::Write;

use report::faults::FaultRecord;
use report::ktest::{Ktest, KtestObject};

/// The language of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// C, or C++.
    C,
    /// Rust.
    Rust,
}

/// The text of a test, or why there is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RegressionTest {
    /// The source.
    Source(String),
    /// The test has an object that belongs to the world of the program: its name.
    NeedsWorld(String),
}

/// What all C tests have in common.
const C: &str = include_str!("regression/test.c");
const RUST: &str = include_str!("regression/test.rs.txt");

/// How functions are called that return an input of a type.
const NONDET: &str = "__VERIFIER_nondet_";

/// A test called `name` of a program, and the fault that it shows, if any.
pub fn regression(
    name: &str,
    test: &Ktest,
    fault: Option<&FaultRecord>,
    language: Language,
) -> RegressionTest {
    if let Some(world) = test.objects.iter().find(|object| is_of_world(&object.name)) {
        return RegressionTest::NeedsWorld(String::from_utf8_lossy(&world.name).into_owned());
    }
    let expectation = expectation(fault);
    RegressionTest::Source(match language {
        Language::C => c(name, test, &expectation),
        Language::Rust => rust(name, test, &expectation),
    })
}

/// What the test shows, in one line that cannot end a comment.
fn expectation(fault: Option<&FaultRecord>) -> String {
    let text = match fault {
        None => "The program ends normally on this input.".to_owned(),
        Some(fault) => {
            let place = fault.place().map(|call| format!("{}:{}: ", call.file, call.line));
            format!("{}{}", place.unwrap_or_default(), fault.message)
        }
    };
    let visible = text.chars().map(|c| if report::is_visible(c) { c } else { '?' });
    visible.collect::<String>().replace("*/", "* /")
}

/// Whether an object has one of the names that input has which the program did not ask for itself.
fn is_of_world(name: &[u8]) -> bool {
    let Ok(name) = str::from_utf8(name) else { return false };
    let numbered = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| !rest.is_empty() && rest.bytes().all(|b| b.is_ascii_digit()))
    };
    let fixed = ["stdin", "stdin_stat", "stdout", "stdout_stat", "model_version", "n_args"];
    fixed.contains(&name) || numbered("arg") || name.ends_with("_data_stat")
}

fn c(name: &str, test: &Ktest, expectation: &str) -> String {
    let mut inputs = String::new();
    for (number, object) in test.objects.iter().enumerate() {
        let bytes = bytes(&object.bytes);
        // An array of C has at least one element. Writing to a string does not fail.
        let _ = writeln!(inputs, "static const unsigned char input{number}[] = {{{bytes}0}};");
    }
    inputs += "\nstatic const struct input inputs[] = {\n";
    for (number, object) in test.objects.iter().enumerate() {
        let (name, size) = (c_text(&object.name), object.bytes.len());
        let _ = writeln!(inputs, "    {{\"{name}\", {size}, input{number}}},");
    }
    inputs += "    {0, 0, 0},\n};\n";
    let mut more = String::new();
    for (ty, size) in verifier_functions(&test.objects) {
        let word = c_word(size);
        let _ = writeln!(
            more,
            "{word} {NONDET}{ty}(void) {{ {word} value; next(&value, sizeof value, \"{NONDET}{ty}\"); return value; }}"
        );
    }
    C.replace("@NAME@", name)
        .replace("@EXPECTATION@", expectation)
        .replace("@INPUTS@", &inputs)
        .replace("@VERIFIER@", &more)
}

/// The functions of `__VERIFIER_nondet_` that the test has inputs of, and the sizes of their results. Results are
/// returned as integers of that size, which does not do for floats: those have a case of their own.
fn verifier_functions(objects: &[KtestObject]) -> BTreeMap<&str, usize> {
    let named = objects.iter().filter_map(|object| {
        let ty = str::from_utf8(&object.name).ok()?.strip_prefix(NONDET)?;
        let plain = ty.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        plain.then_some((ty, object.bytes.len()))
    });
    let whole = |(ty, size): &(&str, usize)| {
        matches!(size, 1 | 2 | 4 | 8) && !matches!(*ty, "float" | "double")
    };
    named.filter(whole).collect()
}

fn c_word(size: usize) -> &'static str {
    match size {
        1 => "signed char",
        2 => "short",
        4 => "int",
        _ => "long long",
    }
}

fn rust(name: &str, test: &Ktest, expectation: &str) -> String {
    let mut inputs = String::from("const INPUTS: &[(&str, &[u8])] = &[\n");
    for object in &test.objects {
        let bytes = bytes(&object.bytes);
        let name = String::from_utf8_lossy(&object.name);
        let _ = writeln!(inputs, "    ({name:?}, &[{}]),", bytes.trim_end_matches(", "));
    }
    inputs += "];\n";
    RUST.replace("@NAME@", name).replace("@EXPECTATION@", expectation).replace("@INPUTS@", &inputs)
}

fn bytes(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte}, ")).collect()
}

/// A name in a literal of C. Escapes have three octal digits: more cannot be taken for a part of them.
fn c_text(name: &[u8]) -> String {
    let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !b"\"\\?".contains(byte);
    let shown = |byte: &u8| match plain(byte) {
        true => char::from(*byte).to_string(),
        false => format!("\\{byte:03o}"),
    };
    name.iter().map(shown).collect()
}
