//! The input of a test, for people.

use std::path::Path;

use report::ktest::{Ktest, KtestObject};
use serde::Serialize;

/// An object of a test.
#[derive(Serialize)]
pub struct Input {
    /// Its name.
    pub name: String,
    /// Its bytes, as in `"n\x05"`; the first of them.
    pub text: String,
    /// How many there are.
    pub bytes: usize,
}

/// The most bytes of an object that are shown.
const SHOWN: usize = 64;

/// The input of a test in a run directory; none if it cannot be read.
pub fn of(directory: &Path, test: &str) -> Vec<Input> {
    let objects = Ktest::read(&directory.join(test)).map(|test| test.objects);
    objects.unwrap_or_default().iter().map(shown).collect()
}

fn shown(object: &KtestObject) -> Input {
    let first = &object.bytes[..object.bytes.len().min(SHOWN)];
    let more = if object.bytes.len() > SHOWN { "…" } else { "" };
    Input {
        name: String::from_utf8_lossy(&object.name).into_owned(),
        text: format!("\"{}\"{more}", first.escape_ascii()),
        bytes: object.bytes.len(),
    }
}
