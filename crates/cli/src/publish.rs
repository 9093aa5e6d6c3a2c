//! `strata report` and `strata export`: a finished run for people and for other tools.

use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ::publish::{Format, Language, RegressionTest, Run};
use clap::{Args, ValueEnum};
use report::ktest::Ktest;

use crate::error::CliError;
use crate::say;

#[derive(Args, Debug)]
pub struct ReportOptions {
    /// What to write
    #[arg(long, value_enum, default_value = "html")]
    pub format: ReportFormat,
    /// The file to write, - for standard output [default: report.html in the run directory for a page, standard output
    /// for other formats]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// The run directory
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ReportFormat {
    /// A page in one file: faults, coverage, figures over time, tests
    Html,
    /// SARIF 2.1.0: faults, for code scanning
    Sarif,
    /// JUnit's XML: tests, and which of them fail
    Junit,
    /// lcov's tracefile: coverage
    Lcov,
    /// Cobertura's XML: coverage
    Cobertura,
}

#[derive(Args, Debug)]
pub struct ExportOptions {
    /// As what
    #[arg(long, value_enum)]
    pub format: ExportFormat,
    /// The directory to write to; it is made if it is not there
    #[arg(short, long, value_name = "DIR")]
    pub output: PathBuf,
    /// Only tests of paths that ended in a fault
    #[arg(long)]
    pub faults_only: bool,
    /// The run directory
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum ExportFormat {
    /// C: testNNNNNN.c, to be linked with the program in place of the functions of klee/klee.h
    C,
    /// Rust: testNNNNNN.rs, the same
    Rust,
    /// The bytes of each object in a file of its own, testNNNNNN.NAME, as the corpus of a fuzzer
    Bin,
}

impl From<ReportFormat> for Format {
    fn from(format: ReportFormat) -> Format {
        match format {
            ReportFormat::Html => Format::Html,
            ReportFormat::Sarif => Format::Sarif,
            ReportFormat::Junit => Format::Junit,
            ReportFormat::Lcov => Format::Lcov,
            ReportFormat::Cobertura => Format::Cobertura,
        }
    }
}

/// `strata report`.
pub fn report(options: &ReportOptions) -> Result<ExitCode, CliError> {
    let run = Run::read(&options.directory).map_err(CliError::Run)?;
    let text = ::publish::text(&run, options.format.into());
    let file = match (&options.output, options.format) {
        (Some(file), _) => file.clone(),
        (None, ReportFormat::Html) => options.directory.join("report.html"),
        (None, _) => PathBuf::from("-"),
    };
    if file == Path::new("-") {
        return print(&text);
    }
    fs::write(&file, text).map_err(|error| CliError::Write(file.clone(), error))?;
    say::err(format_args!("written to {}", file.display()));
    Ok(ExitCode::SUCCESS)
}

/// Prints text that other programs read, as it is.
fn print(text: &str) -> Result<ExitCode, CliError> {
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    match written {
        Ok(()) => Ok(ExitCode::SUCCESS),
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Err(CliError::NobodyReads),
        Err(error) => Err(CliError::Write("standard output".into(), error)),
    }
}

/// `strata export`.
pub fn export(options: &ExportOptions) -> Result<ExitCode, CliError> {
    let run = Run::read(&options.directory).map_err(CliError::Run)?;
    let tests = tests(&options.directory)?;
    let to = &options.output;
    fs::create_dir_all(to).map_err(|error| CliError::Write(to.clone(), error))?;
    let (mut written, mut left_out) = (0_u64, None);
    for file in &tests {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let fault = run.fault_of(&name);
        if options.faults_only && fault.is_none() {
            continue;
        }
        let test = match Ktest::read(file) {
            Ok(test) => test,
            Err(error) => {
                say::err(error);
                continue;
            }
        };
        let stem = name.trim_end_matches(".ktest");
        let language = match options.format {
            ExportFormat::C => Language::C,
            ExportFormat::Rust => Language::Rust,
            ExportFormat::Bin => {
                written += raw(to, stem, &test)?;
                continue;
            }
        };
        match ::publish::regression(stem, &test, fault, language) {
            RegressionTest::Source(text) => {
                let extension = if language == Language::C { "c" } else { "rs" };
                write(&to.join(format!("{stem}.{extension}")), text.as_bytes())?;
                written += 1;
            }
            RegressionTest::NeedsWorld(object) => left_out = Some((name.into_owned(), object)),
        }
    }
    say::err(format_args!("{written} files written to {}", to.display()));
    let Some((test, object)) = left_out else { return Ok(ExitCode::SUCCESS) };
    Err(CliError::Object(format!(
        "tests with arguments, files or standard input have no source, {test} for instance ({object}); \
         strata replay runs them, and --format=bin writes their bytes"
    )))
}

/// The files of the tests, in order.
fn tests(directory: &Path) -> Result<Vec<PathBuf>, CliError> {
    let entries =
        fs::read_dir(directory).map_err(|error| CliError::Read(directory.into(), error))?;
    let is_test = |path: &PathBuf| path.extension() == Some(OsStr::new("ktest"));
    let mut files: Vec<PathBuf> =
        entries.flatten().map(|entry| entry.path()).filter(is_test).collect();
    files.sort();
    match files.is_empty() {
        true => Err(CliError::NoTests(directory.into())),
        false => Ok(files),
    }
}

/// Writes each object of a test to a file. Objects of the same name are numbered from the second on.
fn raw(to: &Path, stem: &str, test: &Ktest) -> Result<u64, CliError> {
    let mut names: Vec<String> = Vec::new();
    for object in &test.objects {
        let plain = |byte: &u8| match byte.is_ascii_alphanumeric() || b"-_".contains(byte) {
            true => char::from(*byte),
            false => '_',
        };
        let name: String = object.name.iter().take(NAME_LENGTH).map(plain).collect();
        let earlier = names.iter().filter(|other| **other == name).count();
        let suffix = if earlier == 0 { String::new() } else { format!("-{}", earlier + 1) };
        write(&to.join(format!("{stem}.{name}{suffix}")), &object.bytes)?;
        names.push(name);
    }
    Ok(names.len() as u64)
}

/// The longest name of an object in the name of a file.
const NAME_LENGTH: usize = 100;

fn write(file: &Path, bytes: &[u8]) -> Result<(), CliError> {
    fs::write(file, bytes).map_err(|error| CliError::Write(file.into(), error))
}
