//! Files that are not what they should be: an error, never a panic, a hang or much memory.

#[path = "support/tools.rs"]
#[allow(dead_code)]
mod tools;

use std::fs;
use std::time::{Duration, Instant};

use tools::{corpus, installed, run, scratch};

const VERSIONS: [u32; 6] = [13, 14, 15, 16, 19, 22];

/// The bitcode of a source of the corpus.
fn bitcode_of(source: &str, version: u32, level: &str) -> Vec<u8> {
    let out = scratch(&format!("robust-{source}{level}.{version}.bc"));
    let path = corpus().join(source);
    let flags = [level, "-g", "-w", "-emit-llvm", "-c", "-o"].map(AsRef::as_ref);
    let arguments = [&flags[..], &[out.as_os_str(), path.as_os_str()]].concat();
    run(&format!("clang-{version}"), arguments).expect("a source of the corpus compiles");
    fs::read(out).expect("the compiler's output")
}

#[test]
fn truncated_files_are_errors() {
    for version in VERSIONS.into_iter().filter(|&v| installed(v)) {
        let bytes = bitcode_of("control.c", version, "-O0");
        bitcode::read(&bytes).expect("the whole file is read");
        for len in (0..bytes.len() - 8).step_by(64) {
            let error = bitcode::read(&bytes[..len]).expect_err("a part of a file");
            assert!(error.bit <= len as u64 * 8, "{error} in {len} bytes");
        }
    }
}

#[test]
fn other_files_are_errors() {
    let text = b"int main(void) { return 0; }\n";
    let object = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x01\0>\0";
    for (bytes, what) in [(&text[..], "text"), (object, "an object file"), (b"", "nothing")] {
        let error = bitcode::read(bytes).expect_err(what);
        assert_eq!(error.bit, 0);
        assert!(error.to_string().contains("BC"), "{error}");
    }
    let error = bitcode::read(b"BC\xc0\xde").expect_err("only the magic number");
    assert_eq!(error.to_string(), "bit 32: expected a module");
}

#[test]
fn wrapped_and_padded_files() {
    assert!(installed(19));
    let bytes = bitcode_of("types.c", 19, "-O0");
    let plain = bitcode::print(&bitcode::read(&bytes).expect("a plain file"));
    let words = [0x0b17_c0de, 0, 20, bytes.len() as u32, 7].map(u32::to_le_bytes);
    let mut wrapped = words.concat();
    wrapped.extend_from_slice(&bytes);
    wrapped.extend_from_slice(&[0; 12]);
    let again = bitcode::print(&bitcode::read(&wrapped).expect("a wrapped file"));
    assert!(plain == again);
    let mut padded = bytes.clone();
    padded.extend_from_slice(&[0; 64]);
    let again = bitcode::print(&bitcode::read(&padded).expect("a padded file"));
    assert!(plain == again);
    let error = bitcode::read(&wrapped[..wrapped.len() / 2]).expect_err("half of it");
    assert_eq!(error.bit, 64);
}

#[test]
fn several_modules_in_a_file() {
    assert!(installed(19));
    let mut paths = Vec::new();
    for source in ["types.c", "control.c"] {
        bitcode_of(source, 19, "-O0");
        paths.push(scratch(&format!("robust-{source}-O0.19.bc")));
    }
    let out = scratch("several.bc");
    let flags = ["-b", "-o"].map(AsRef::as_ref);
    let paths = paths.iter().map(AsRef::as_ref);
    let arguments = flags.into_iter().chain([out.as_ref()]).chain(paths);
    run::<&std::path::Path>("llvm-cat-19", arguments).expect("llvm-cat concatenates");
    let bytes = fs::read(out).expect("the concatenation");
    let modules = bitcode::read_all(&bytes).expect("several modules");
    let files: Vec<_> = modules.iter().map(|m| m.source_file.rsplit('/').next()).collect();
    assert_eq!(files, [Some("types.c"), Some("control.c")]);
    assert!(modules.iter().all(|m| m.functions.iter().all(|f| !f.name.is_empty())));
    let error = bitcode::read(&bytes).expect_err("more than one module");
    assert!(error.to_string().contains("a single module"), "{error}");
}

/// Smoke run of the fuzz body; `STRATA_FULL=1` runs it for long.
#[test]
fn damaged_files() {
    let count = if testing::full() { 100_000 } else { 5_000 };
    let sources = [("atomics.c", "-O0"), ("control.c", "-O2"), ("vectors.c", "-O0")];
    let versions: Vec<u32> = VERSIONS.into_iter().filter(|&v| installed(v)).collect();
    let files: Vec<Vec<u8>> = versions
        .iter()
        .flat_map(|&v| sources.map(|(source, level)| bitcode_of(source, v, level)))
        .collect();
    let mut read = 0_u64;
    for seed in 0..count {
        let corpus = &files[seed as usize % files.len()];
        let start = Instant::now();
        read += u64::from(bitcode::fuzz::mutate_and_read(seed, corpus).is_ok());
        let elapsed = start.elapsed();
        assert!(elapsed < Duration::from_secs(1), "seed {seed} took {elapsed:?}");
    }
    // Otherwise the damage is too great to reach anything beyond the first checks.
    assert!(read > count / 50, "only {read} of {count} damaged files were read");
}
