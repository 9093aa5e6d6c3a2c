//! Our text of a module against that of `llvm-dis` of the version that wrote it.
//!
//! `llvm-dis` is the oracle: its text is brought to our normal form (`support/normal.rs`), and the
//! two must then be equal line by line: header, type definitions, comdats, globals, aliases,
//! functions, blocks, instructions with all operands and attachments, debug records, attribute
//! groups, named metadata, and the source location of everything that has one.
//!
//! Left out of the comparison, because the module as data does not hold it:
//! - the summary for link-time optimisation (`^0 = …`);
//! - of symbols, partition, code model, attributes for sanitizers, and import from and export to
//!   Windows libraries;
//! - comments, blank lines and indentation;
//! - metadata attached to globals and functions other than `!dbg` (`!type`, `!prof`, …);
//! - of debug-information nodes, everything but names, files, lines and columns; in particular
//!   types and the groups of key instructions (`atomGroup`, `atomRank`).
//!
//! Left out because the text would grow without end: tuples more than two levels deep.
//!
//! Left out because LLVM's reader replaces what is in the file: attribute groups of intrinsic
//! declarations, and with them the numbers of groups (`support/groups.rs`).
//!
//! Ordinary runs compare all small files for all versions and part of the big ones;
//! `STRATA_FULL=1` compares everything. `STRATA_BITCODE=a.bc:b.bc` and `--run-ignored=only` compare
//! any other files.

#![expect(clippy::print_stdout, reason = "how much was compared")]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::compare::compare;
use support::normal::normalise;
use support::tools::{corpus, installed, run, scratch};
use testing::full;

/// Reads, prints and compares one file.
fn check(version: u32, bitcode: &Path) -> Result<usize, String> {
    let bytes = fs::read(bitcode).map_err(|error| error.to_string())?;
    let module = bitcode::read(&bytes).map_err(|error| format!("not read: {error}"))?;
    let ours = bitcode::print(&module);
    let arguments = [bitcode.as_os_str(), "-o".as_ref(), "-".as_ref()];
    let theirs = run(&format!("llvm-dis-{version}"), arguments)?;
    compare(&ours, &normalise(&String::from_utf8_lossy(&theirs)))
}

/// What was compared, and what went wrong.
#[derive(Default)]
struct Tally {
    files: usize,
    lines: usize,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, what: &str, result: Result<usize, String>) {
        self.files += 1;
        match result {
            Ok(lines) => self.lines += lines,
            Err(report) => self.failures.push(format!("{what}: {report}")),
        }
    }

    fn finish(self, what: &str) {
        println!("{what}: {} files, {} lines compared", self.files, self.lines);
        assert!(self.files > 0, "{what}: there are none");
        let failures = self.failures.join("\n");
        assert!(
            self.failures.is_empty(),
            "{} of {} files:\n{failures}",
            self.failures.len(),
            self.files
        );
    }
}

/// Our sources with this ending that are meant for this version: a line `versions: 15-22` in the
/// file limits them.
fn sources(extension: &str, version: u32) -> Vec<PathBuf> {
    let entries = fs::read_dir(corpus()).expect("the corpus");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("the corpus").path())
        .filter(|path| path.extension().is_some_and(|e| e == extension))
        .filter(|path| {
            let text = fs::read_to_string(path).expect("a source of the corpus");
            text.lines().find_map(limits).is_none_or(|(from, to)| (from..=to).contains(&version))
        })
        .collect();
    paths.sort();
    paths
}

fn limits(line: &str) -> Option<(u32, u32)> {
    let (from, to) = line.split_once("versions: ")?.1.trim().split_once('-')?;
    Some((from.parse().ok()?, to.parse().ok()?))
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Our own C, C++ and assembly files by one version.
fn small_files(version: u32) {
    if !installed(version) {
        return;
    }
    let mut tally = Tally::default();
    for extension in ["c", "cpp"] {
        for source in sources(extension, version) {
            for level in ["-O0", "-O2"] {
                let out = scratch(&format!("{}.{extension}{level}.{version}.bc", stem(&source)));
                let what = format!("{} {level} by clang-{version}", source.display());
                let result = compile(version, &source, level, &out);
                tally.add(&what, result.and_then(|()| check(version, &out)));
            }
        }
    }
    for source in sources("ll", version) {
        let out = scratch(&format!("{}.ll.{version}.bc", stem(&source)));
        let arguments = [source.as_os_str(), "-o".as_ref(), out.as_os_str()];
        let assembled = run(&format!("llvm-as-{version}"), arguments);
        let what = format!("{} by llvm-as-{version}", source.display());
        tally.add(&what, assembled.and_then(|_| check(version, &out)));
    }
    tally.finish(&format!("small files of LLVM {version}"));
}

fn compile(version: u32, source: &Path, level: &str, out: &Path) -> Result<(), String> {
    let flags = [level, "-g", "-w", "-fexceptions", "-emit-llvm", "-c", "-o"].map(AsRef::as_ref);
    // What is cut short must not look finished.
    let part = out.with_extension("part");
    let arguments = [&flags[..], &[part.as_os_str(), source.as_os_str()]].concat();
    run(&format!("clang-{version}"), arguments)?;
    fs::rename(&part, out).map_err(|error| error.to_string())
}

#[test]
fn small_files_of_llvm_13() {
    small_files(13);
}

#[test]
fn small_files_of_llvm_14() {
    small_files(14);
}

#[test]
fn small_files_of_llvm_15() {
    small_files(15);
}

#[test]
fn small_files_of_llvm_16() {
    small_files(16);
}

#[test]
fn small_files_of_llvm_19() {
    small_files(19);
}

#[test]
fn small_files_of_llvm_22() {
    small_files(22);
}

/// The SQLite amalgamation (`sqlite3`) or its command (`shell`), fetched by `tests/corpora/sqlite.sh`.
fn sqlite(version: u32, level: &str, name: &str) {
    if !installed(version) {
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpora/sqlite.sh");
    let directory = run("sh", [script]).expect("SQLite's source can be had");
    let directory = String::from_utf8(directory).expect("a path");
    let source = Path::new(directory.trim_end()).join(format!("{name}.c"));
    let out = scratch(&format!("{name}{level}.{version}.bc"));
    let result = if newer(&out, &source) { Ok(()) } else { compile(version, &source, level, &out) };
    let mut tally = Tally::default();
    tally.add(name, result.and_then(|()| check(version, &out)));
    tally.finish(&format!("SQLite {level} by clang-{version}"));
}

/// Whether `out` need not be made again.
fn newer(out: &Path, source: &Path) -> bool {
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    time(out) > time(source)
}

#[test]
fn sqlite_unoptimised() {
    let versions: &[u32] = if full() { &[13, 14, 15, 16, 19, 22] } else { &[19] };
    versions.iter().for_each(|&version| sqlite(version, "-O0", "sqlite3"));
}

/// Optimising all of it takes half a minute a version; an ordinary run takes a tenth of it.
#[test]
fn sqlite_optimised() {
    match full() {
        true => [13, 14, 15, 16, 19, 22].iter().for_each(|&v| sqlite(v, "-O2", "sqlite3")),
        false => sqlite(22, "-O2", "shell"),
    }
}

/// What `rustc` writes; the LLVM it was built with is 22.
#[test]
fn rust_programs() {
    const VERSION: u32 = 22;
    if !installed(VERSION) {
        return;
    }
    let mut tally = Tally::default();
    for source in sources("rs", VERSION) {
        for level in ["0", "3"] {
            let out = scratch(&format!("{}.rs.{level}.bc", stem(&source)));
            let level_option = format!("-Copt-level={level}");
            let options = ["--edition=2024", "-g", "--emit=llvm-bc", &level_option, "-o"];
            let paths = [out.as_os_str(), source.as_os_str()];
            let compiled = run("rustc", options.iter().map(AsRef::as_ref).chain(paths));
            let what = format!("{} at level {level} by rustc", source.display());
            tally.add(&what, compiled.and_then(|_| check(VERSION, &out)));
        }
    }
    tally.finish("Rust programs");
}

/// The files named by `STRATA_BITCODE`, against the `llvm-dis` of the version that wrote them.
#[test]
#[ignore = "needs STRATA_BITCODE"]
fn given_files() {
    let files = std::env::var_os("STRATA_BITCODE").expect("files in STRATA_BITCODE");
    let mut tally = Tally::default();
    for path in std::env::split_paths(&files) {
        let version = producer(&path);
        let result = version.and_then(|version| check(version, &path));
        tally.add(&path.display().to_string(), result);
    }
    tally.finish("given files");
}

/// The version in a producer such as `LLVM19.1.7`.
fn producer(path: &Path) -> Result<u32, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    let module = bitcode::read(&bytes).map_err(|error| format!("not read: {error}"))?;
    let digits = module.producer.trim_start_matches(|c: char| !c.is_ascii_digit());
    let version = digits.split('.').next().and_then(|version| version.parse().ok());
    version.ok_or_else(|| format!("no version in the producer {:?}", module.producer))
}
