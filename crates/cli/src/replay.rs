//! `strata replay`: does the program do natively what its paths did?
//!
//! The program is compiled with the replay library and run on each test, under the sanitizer that sees
//! faults of that kind, and the run is compared with what the run directory says about the path. A
//! test is *confirmed*, *unconfirmed* where the two cannot be compared, or *differs*.

mod bare;
mod copies;
mod judge;
mod made;
mod native;
mod oracle;
mod outside;
mod process;
mod record;
mod reports;
mod scratch;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use report::Lines;
use report::ktest::Ktest;

use crate::error::CliError;
use crate::options::ReplayOptions;
use crate::say;
use judge::Verdict;
use native::Natives;
use oracle::Sanitizer;
use outside::Outside;
use record::{Record, Records};

/// Something differs.
const DIFFERS: u8 = 1;

pub fn replay(options: &ReplayOptions) -> Result<ExitCode, CliError> {
    if !options.build.function_alias.is_empty() {
        let problem = "a native compiler has nothing of the kind; build the program so yourself";
        return Err(CliError::Option("--function-alias".into(), problem.into()));
    }
    let mut natives = Natives::new(options)?;
    let mut records = Records::default();
    let sources = source_names(options);
    let exits = if options.check_exits { Sanitizer::Address } else { Sanitizer::None };
    let mut counts = [0_usize; 3];
    let mut damaged = 0_usize;
    for test in tests(&options.tests)? {
        // A damaged test does not keep the others from being run.
        let Some(outside) = outside(&test) else {
            damaged += 1;
            continue;
        };
        let record = records.of(&test)?;
        let run = |sanitizer| natives.run(sanitizer, &test, &outside);
        let verdict = judge::judge(&record, &sources, exits, run)?;
        let verdict = seen_late(verdict, &natives, &record);
        let (index, word, text) = match &verdict {
            Verdict::Confirmed(what) => (0, "confirmed", what),
            Verdict::Unconfirmed(why) => (1, "unconfirmed", why),
            Verdict::Differs(how) => (2, "DIFFERS", how),
        };
        counts[index] += 1;
        say::out(&Lines::one(format_args!("{}: {word}: {text}", test.display())))?;
    }
    let [confirmed, unconfirmed, differ] = counts;
    let mut counts = format!("{confirmed} confirmed, {unconfirmed} unconfirmed, {differ} differ");
    if damaged > 0 {
        counts += &format!(", {damaged} damaged");
    }
    say::out(&Lines::one(format_args!("strata: {counts}")))?;
    Ok(match (differ, damaged) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => ExitCode::from(crate::BAD_INPUT),
        _ => ExitCode::from(DIFFERS),
    })
}

/// Executes a program that cannot create processes, in place of this one. If it cannot be executed, nothing is known of
/// its test.
pub fn alone(words: &[OsString]) -> ExitCode {
    let why = ::native::execute_alone(words);
    // In the words of the replay library, which a replay looks for.
    let _ = writeln!(io::stderr(), "strata-replay: {why}");
    ExitCode::from(oracle::UNKNOWN as u8)
}

/// The world of a test; says what is wrong with one that is damaged.
fn outside(test: &Path) -> Option<Outside> {
    let read = Ktest::read(test).inspect_err(|error| say::err(error)).ok()?;
    let wrong = |error: &CliError| say::err(format_args!("{}: {error}", test.display()));
    Outside::of(&read).inspect_err(wrong).ok()
}

/// A verdict on a program with native libraries: whatever an access in one breaks is seen later, if at all.
fn seen_late(verdict: Verdict, natives: &Natives<'_>, record: &Record) -> Verdict {
    match verdict {
        Verdict::Differs(how)
            if natives.has_libraries() && record.is_seen_by(Sanitizer::Address) =>
        {
            let why = "AddressSanitizer does not see the accesses of native libraries";
            Verdict::Unconfirmed(format!("{why} ({how})"))
        }
        verdict => verdict,
    }
}

/// The names of the files of the program, by which its lines are known.
fn source_names(options: &ReplayOptions) -> Vec<String> {
    let files = std::iter::once(&options.file).chain(&options.build.link);
    files.filter_map(|file| Some(file.file_name()?.to_str()?.to_owned())).collect()
}

/// The tests given, those of directories in the order of their names.
fn tests(given: &[PathBuf]) -> Result<Vec<PathBuf>, CliError> {
    let mut tests = Vec::new();
    for path in given {
        if !path.is_dir() {
            tests.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let entries = entries.map_err(|error| CliError::Read(path.clone(), error))?;
        let mut found: Vec<PathBuf> = entries.iter().map(|entry| entry.path()).collect();
        found.retain(|file| file.extension().is_some_and(|extension| extension == "ktest"));
        found.sort();
        if found.is_empty() {
            return Err(CliError::NoTests(path.clone()));
        }
        tests.extend(found);
    }
    Ok(tests)
}
