//! The run directory: `strata-out-N` beside the program, `strata-last` pointing to the newest.
//!
//! Files are written as things happen, each with one write, so that a run that is killed leaves what it
//! had. `summary.json` comes last and appears in one step: a directory without it is of a run that did
//! not finish.

use std::collections::{BTreeSet, HashSet};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, SystemTime};

use engine::{Event, Figures, LineCounts, Outcome, PathEnd, Test, Warning};
use exec::Location;
use rustix::fs::{Access, AtFlags, Mode, OFlags};

use crate::error::WriteError;
use crate::expected::{self, Expected};
use crate::failure::AssemblyLine;
use crate::faults::{self, FaultRecord};
use crate::instruction::InstructionLog;
use crate::kind::Kind;
use crate::lines::Lines;
use crate::news::News;
use crate::pending::{self, Pending};
use crate::stats::{self, Ends, Stats};
use crate::summary::{Failure, summary};
use crate::{arrays, coverage, failure, info, istats, ktest, terminal, text, xml};

/// The file with the environment of the program, if it has one: as Linux shows it, each variable with a zero behind.
pub const ENVIRONMENT: &str = "environment";

/// The file with the directory that the program ran in, if that was not the one the command was given in.
pub const WORKING_DIRECTORY: &str = "working-directory";

/// An empty file that is there if no process or thread could be created.
pub const NO_PROCESSES: &str = "no-processes";

/// Where to write, and what only the caller knows.
#[derive(Clone)]
pub struct Options {
    /// The file of the program; its directory is where run directories are made.
    pub program: PathBuf,
    /// The directory to write to instead; it must be new or empty.
    pub output: Option<PathBuf>,
    /// The program and its arguments, for the test files.
    pub args: Vec<Vec<u8>>,
    /// The program's environment, `NAME=value` each, for [`ENVIRONMENT`].
    pub variables: Vec<Vec<u8>>,
    /// The program's working directory, for [`WORKING_DIRECTORY`].
    pub working_directory: Option<PathBuf>,
    /// Whether no process or thread can be created, for [`NO_PROCESSES`].
    pub no_processes: bool,
    /// How we were called.
    pub command: String,
    /// The directory that we were called in.
    pub directory: PathBuf,
    /// When.
    pub started: SystemTime,
    /// Whether there are no tests: errors are then written down when they are found.
    pub no_tests: bool,
    /// Whether to write the decisions of each path to `.path`.
    pub paths: bool,
    /// The program as text, for `assembly.ll`.
    pub assembly: Option<Rc<str>>,
    /// Which line of that text a place is on, whether it is written or not; 0 if on none.
    pub assembly_line: Rc<AssemblyLine>,
    /// Which allocations share arrays, for `segments.txt`.
    pub segments: Option<Rc<str>>,
    /// How long it took to find that out, by an analysis or by pre-runs, if the memory model asks for it.
    pub segmentation: Option<Duration>,
    /// What `metadata.xml` says, if tests are written in XML, too.
    pub xml: Option<xml::Metadata>,
    /// How instructions are shown in `instructions.txt`, if they are.
    pub instructions: Option<InstructionLog>,
    /// When tests get their names.
    pub naming: Naming,
}

/// When tests get their names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Naming {
    /// When they are written.
    #[default]
    AtOnce,
    /// When they are on the disk, before the run is saved.
    OnceSaved,
}

/// The directory of a run that is going on.
pub struct RunDirectory {
    path: PathBuf,
    options: Options,
    info: File,
    messages: File,
    warnings: File,
    /// What native runs of the tests are compared with.
    expected: BufWriter<File>,
    /// All about each fault.
    faults: File,
    instructions: Option<(InstructionLog, BufWriter<File>)>,
    stats: Option<Stats>,
    /// The figures of the last row.
    last: Option<Figures>,
    ends: Ends,
    failures: Vec<Failure>,
    /// What a run that goes on with this one has to know of the last moments.
    news: News,
    /// Places of failures that have no test, each to be listed once.
    untested: HashSet<(Kind, Rc<str>, u32, Rc<str>)>,
    /// Tests that have no name yet, if they do not get it at once.
    pending: Option<Pending>,
    /// A test file: what all have in common, and then the objects of the last one.
    test: Vec<u8>,
    prefix: usize,
    /// The directory itself: files are made by their names in it, so that the system does not look up the
    /// way to it for each.
    directory: OwnedFd,
}

impl RunDirectory {
    /// Makes the directory. One that cannot be used, for instance on a disk that is full, does not stay.
    pub fn create(options: Options) -> Result<RunDirectory, WriteError> {
        let path = match &options.output {
            Some(path) => take(path)?,
            None => next(&options.program)?,
        };
        let opened = RunDirectory::open(options, path.clone());
        let mut directory = opened.inspect_err(|_| withdraw(&path))?;
        if directory.options.output.is_none()
            && let Err(error) = link(&path)
        {
            // Without the link, the run can still go on.
            directory.append(
                Log::Warnings,
                &terminal::warning_line(format_args!("no {LAST}: {error}")),
            )?;
        }
        Ok(directory)
    }

    /// What keeps a directory from being made beside the program, if that is known beforehand.
    pub fn check(options: &Options) -> Result<(), WriteError> {
        let beside = beside(&options.program);
        let access = Access::WRITE_OK | Access::EXEC_OK;
        rustix::fs::access(beside, access)
            .map_err(|error| WriteError::Create(beside.into(), error.into()))
    }

    /// Opens the directory of a run that goes on. Of its tests, those are known; files of others are removed, since
    /// their paths are explored again. `news` is what it put aside for this ([`Event::Saving`]).
    pub fn reopen(
        options: Options,
        path: &Path,
        tests: &BTreeSet<u32>,
        news: &[Vec<u8>],
    ) -> Result<RunDirectory, WriteError> {
        remove_tests(path, tests)?;
        for list in [expected::FILE_NAME, faults::FILE_NAME] {
            let file = path.join(list);
            expected::keep(&file, tests).map_err(|error| WriteError::File(file, error))?;
        }
        let _ = fs::remove_file(path.join("summary.json"));
        let mut directory = RunDirectory::open(options, path.into())?;
        for news in news {
            let (ends, failures) = News::read(news);
            (0..).zip(ends).for_each(|(class, count)| directory.ends[class] += count);
            for failure in
                failures.into_iter().filter(|f| f.test.is_none_or(|n| tests.contains(&n)))
            {
                directory.untested.extend(failure.test.is_none().then(|| site(&failure)));
                directory.failures.push(failure);
            }
        }
        Ok(directory)
    }

    fn open(options: Options, path: PathBuf) -> Result<RunDirectory, WriteError> {
        // Those of a run that goes on are there already.
        let create = |name: &str| {
            let file = path.join(name);
            let opened = OpenOptions::new().append(true).create(true).open(&file);
            opened.map_err(|error| WriteError::File(file, error))
        };
        let test = ktest::prefix(&options.args);
        if !options.variables.is_empty() {
            let bytes = options.variables.iter().flat_map(|v| v.iter().copied().chain([0]));
            let file = path.join(ENVIRONMENT);
            fs::write(&file, bytes.collect::<Vec<u8>>())
                .map_err(|error| WriteError::File(file, error))?;
        }
        if let Some(whole) = &options.working_directory {
            let file = path.join(WORKING_DIRECTORY);
            fs::write(&file, whole.as_os_str().as_encoded_bytes())
                .map_err(|error| WriteError::File(file, error))?;
        }
        if options.no_processes {
            create(NO_PROCESSES)?;
        }
        let instructions = match &options.instructions {
            Some(log) => Some((log.clone(), BufWriter::new(create(INSTRUCTIONS)?))),
            None => None,
        };
        let mut directory = RunDirectory {
            instructions,
            info: create("info")?,
            messages: create("messages.txt")?,
            warnings: create("warnings.txt")?,
            expected: BufWriter::new(create(expected::FILE_NAME)?),
            faults: create(faults::FILE_NAME)?,
            stats: None,
            last: None,
            ends: Ends::default(),
            failures: Vec::new(),
            news: News::default(),
            untested: HashSet::new(),
            pending: None,
            prefix: test.len(),
            test,
            directory: opened(&path)?,
            options,
            path,
        };
        if directory.options.naming == Naming::OnceSaved {
            let lists = [directory.expected.get_ref(), &directory.faults];
            let pending = Pending::new(&directory.path, lists);
            let pending =
                pending.map_err(|error| WriteError::File(directory.path.clone(), error))?;
            directory.pending = Some(pending);
        }
        let opening = info::opening(&directory.options.command, directory.options.started);
        directory.append(Log::Info, &opening)?;
        if let Some(text) = directory.options.segments.clone() {
            directory.write("segments.txt", text.as_bytes())?;
        }
        if let Some(text) = directory.options.assembly.clone() {
            directory.write("assembly.ll", text.as_bytes())?;
        }
        if let Some(metadata) = &directory.options.xml {
            let text = xml::metadata(metadata, &info::timestamp(directory.options.started));
            directory.write(xml::METADATA, text.as_bytes())?;
        }
        Ok(directory)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes down something that happened.
    pub fn event(&mut self, event: &Event<'_>) -> Result<(), WriteError> {
        match event {
            Event::Found(end) if self.options.no_tests => {
                self.append(Log::Messages, &terminal::error_line(end))
            }
            Event::Output(..) | Event::Found(_) => Ok(()),
            Event::Path(end) => {
                let class = Kind::class_of(&end.halt, end.object.as_ref());
                self.ends[class as usize] += 1;
                self.news.ended(class);
                self.path_end(end)
            }
            Event::Beside(end) => self.path_end(end),
            Event::Warning(warning) => {
                if matches!(warning, Warning::NotSaved(_)) {
                    self.name_tests()?;
                }
                self.append(Log::Warnings, &terminal::warning(warning))
            }
            Event::Hidden(path) => self.append(Log::Warnings, &terminal::hidden(path)),
            Event::Note(lines) => self.append(Log::Messages, &terminal::note(lines)),
            Event::Progress(figures) => self.progress(figures),
            Event::Executed(state, location) => self.executed(*state, location),
            Event::Saving(aside) => {
                *aside.news.borrow_mut() = self.news.take();
                *aside.task.borrow_mut() = self.pending.as_mut().and_then(Pending::task);
                self.flush()
            }
        }
    }

    /// Writes what is known at the end only; the summary last.
    pub fn finish(mut self, outcome: &Outcome, counts: &LineCounts) -> Result<(), WriteError> {
        if self.last.as_ref() != Some(&outcome.figures) {
            self.progress(&outcome.figures)?;
        }
        if !counts.lines.is_empty() {
            let command = self.options.command.clone();
            self.write("run.istats", istats::istats(&command, counts).as_str().as_bytes())?;
        }
        if !outcome.files.is_empty() {
            let record = coverage::record(outcome, counts, &self.options.directory);
            self.write(coverage::FILE_NAME, coverage::text(&record).as_bytes())?;
        }
        self.flush()?;
        self.name_tests()?;
        let closing = info::closing(outcome, self.options.started, self.options.segmentation);
        self.append(Log::Info, &closing)?;
        let listed: HashSet<_> =
            self.failures.iter().filter(|f| f.test.is_some()).map(site).collect();
        self.failures.retain(|f| f.test.is_some() || !listed.contains(&site(f)));
        self.failures.sort_by(Failure::order);
        self.write_segments(outcome)?;
        let text = summary(outcome, &self.failures, self.options.segmentation);
        self.write("summary.json.part", text.as_bytes())?;
        let whole = self.path.join("summary.json");
        fs::rename(self.path.join("summary.json.part"), &whole)
            .map_err(|error| WriteError::File(whole, error))
    }

    /// Gives all tests their names, those to come included: nothing is saved any more.
    fn name_tests(&mut self) -> Result<(), WriteError> {
        let task = self.pending.take().and_then(|mut pending| pending.task());
        let named = task.map_or(Ok(()), |task| task());
        named.map_err(|error| WriteError::File(self.path.clone(), error))
    }

    /// Adds the arrays of the run to `segments.txt`, if there are segments.
    fn write_segments(&mut self, outcome: &Outcome) -> Result<(), WriteError> {
        let classes = self.options.segments.clone();
        if classes.is_none() && outcome.figures.segments == 0 {
            return Ok(());
        }
        let classes = classes.map_or(String::new(), |classes| format!("{classes}\n"));
        let text = format!("{classes}{}", arrays::text(&outcome.arrays));
        self.write("segments.txt", text.as_bytes())
    }

    fn path_end(&mut self, end: &PathEnd) -> Result<(), WriteError> {
        let kind = Kind::of(&end.halt, end.object.as_ref());
        if let Some(test) = &end.test {
            let expected = Expected::of(end, kind, test);
            self.test(test, &expected.test)?;
            if self.options.xml.is_some() {
                let text = xml::testcase(&test.objects, kind.is_some_and(Kind::is_error));
                self.write_for(test, "xml", text.as_bytes())?;
            }
            self.expect(&expected.to_line())?;
        }
        let Some(kind) = kind else { return Ok(()) };
        if let Some(test) = &end.test {
            let suffix = kind.file_suffix(&end.halt);
            let text = failure::failure(end, kind, &*self.options.assembly_line);
            self.write_for(test, &suffix, text.as_str().as_bytes())?;
        }
        if let Some(test) = end.test.as_ref().filter(|_| kind.is_error()) {
            self.record(&FaultRecord::of(end, kind, &expected::test_name(test.number)))?;
        }
        if kind.is_error() { self.failed(end, kind) } else { Ok(()) }
    }

    /// The files of a test; the main one has this name.
    fn test(&mut self, test: &Test, name: &str) -> Result<(), WriteError> {
        self.test.truncate(self.prefix);
        ktest::append_objects(&mut self.test, &test.objects);
        let until_named = self.pending.as_mut().map(|pending| pending.add(name));
        self.write(until_named.as_deref().unwrap_or(name), &self.test)?;
        if self.options.paths {
            let decisions: String =
                test.decisions.iter().map(|&side| if side { "1\n" } else { "0\n" }).collect();
            self.write_for(test, "path", decisions.as_bytes())?;
        }
        if let Some(script) = &test.smt {
            self.write_for(test, "smt2", script.as_bytes())?;
        }
        if let Some(lines) = &test.lines {
            let mut text = Lines::new();
            lines.iter().for_each(|(file, line)| text.add(format_args!("{file}:{line}")));
            self.write_for(test, "cov", text.as_str().as_bytes())?;
        }
        let files = self.path.join(format!("test{:06}.files", test.number));
        for (path, bytes) in &test.files {
            let file = write_below(&files, path, bytes)?;
            if let Some(pending) = &mut self.pending {
                pending.add_beside(&file);
            }
        }
        Ok(())
    }

    /// Enters a failure in the list, and in `messages.txt` if it has a test.
    fn failed(&mut self, end: &PathEnd, kind: Kind) -> Result<(), WriteError> {
        let location = text::summary_location(&end.trace).or_else(|| end.trace.first());
        let failure = Failure {
            kind,
            file: location.map(|location| Rc::clone(&location.file)).unwrap_or_default(),
            line: location.map_or(0, |location| location.line),
            function: location.map(|location| Rc::clone(&location.function)).unwrap_or_default(),
            message: text::message(&end.halt, end.object.as_ref()),
            test: end.test.as_ref().map(|test| test.number),
        };
        let known = failure.test.is_none() && !self.untested.insert(site(&failure));
        if !known {
            self.news.failed(&failure);
            self.failures.push(failure);
        }
        match &end.test {
            Some(_) => self.append(Log::Messages, &terminal::error_line(end)),
            None => Ok(()),
        }
    }

    fn record(&mut self, fault: &FaultRecord) -> Result<(), WriteError> {
        let written = self.faults.write_all(fault.to_line().as_bytes());
        written.map_err(|error| WriteError::File(self.path.join(faults::FILE_NAME), error))
    }

    fn progress(&mut self, figures: &Figures) -> Result<(), WriteError> {
        let stats = match self.stats.take() {
            Some(stats) => stats,
            None => Stats::create(&self.path.join(stats::FILE_NAME))?,
        };
        stats.row(figures, &self.ends)?;
        self.flush()?;
        self.stats = Some(stats);
        self.last = Some(figures.clone());
        Ok(())
    }

    fn executed(&mut self, state: u32, location: &Location) -> Result<(), WriteError> {
        let Some((log, file)) = &mut self.instructions else { return Ok(()) };
        let written = file.write_all(log.line(state, location).as_str().as_bytes());
        written.map_err(|error| WriteError::File(self.path.join(INSTRUCTIONS), error))
    }

    fn expect(&mut self, line: &str) -> Result<(), WriteError> {
        let written = self.expected.write_all(line.as_bytes());
        written.map_err(|error| WriteError::File(self.path.join(expected::FILE_NAME), error))
    }

    fn flush(&mut self) -> Result<(), WriteError> {
        if let Some((_, file)) = &mut self.instructions {
            let flushed = file.flush();
            flushed.map_err(|error| WriteError::File(self.path.join(INSTRUCTIONS), error))?;
        }
        let flushed = self.expected.flush();
        flushed.map_err(|error| WriteError::File(self.path.join(expected::FILE_NAME), error))
    }

    /// Writes the file of a test with this suffix.
    fn write_for(&mut self, test: &Test, suffix: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let name = format!("test{:06}.{suffix}", test.number);
        self.write(&name, bytes)?;
        if let Some(pending) = &mut self.pending {
            pending.add_beside(&self.path.join(name));
        }
        Ok(())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), WriteError> {
        let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::TRUNC | OFlags::CLOEXEC;
        rustix::fs::openat(&self.directory, name, flags, Mode::from_raw_mode(0o666))
            .map_err(io::Error::from)
            .and_then(|file| {
                File::from(file).write_all(bytes).inspect_err(|_| {
                    // Part of a file is worse than no file.
                    let _ = rustix::fs::unlinkat(&self.directory, name, AtFlags::empty());
                })
            })
            .map_err(|error| WriteError::File(self.path.join(name), error))
    }

    fn append(&mut self, log: Log, text: &Lines) -> Result<(), WriteError> {
        let (file, name) = match log {
            Log::Info => (&mut self.info, "info"),
            Log::Messages => (&mut self.messages, "messages.txt"),
            Log::Warnings => (&mut self.warnings, "warnings.txt"),
        };
        file.write_all(text.as_str().as_bytes())
            .map_err(|error| WriteError::File(self.path.join(name), error))
    }
}

/// Removes the files of all tests but these.
fn remove_tests(directory: &Path, tests: &BTreeSet<u32>) -> Result<(), WriteError> {
    let entries =
        fs::read_dir(directory).map_err(|error| WriteError::File(directory.into(), error))?;
    for entry in entries.flatten() {
        let name = entry.file_name();
        let number =
            name.to_str().and_then(|name| name.strip_prefix("test")?.get(..6)?.parse().ok());
        let is_unnamed = name.as_bytes().ends_with(pending::SUFFIX.as_bytes());
        if number.is_some_and(|number| is_unnamed || !tests.contains(&number)) {
            let path = entry.path();
            let removed =
                if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.map_err(|error| WriteError::File(path, error))?;
        }
    }
    Ok(())
}

/// Writes a file of a program's world, whose path begins with a slash and has no `.` or `..`, below a directory; returns
/// where it is.
fn write_below(directory: &Path, path: &[u8], bytes: &[u8]) -> Result<PathBuf, WriteError> {
    let below = path.strip_prefix(b"/").unwrap_or(path);
    let file = directory.join(OsStr::from_bytes(below));
    let parent = file.parent().unwrap_or(directory);
    match fs::create_dir_all(parent).and_then(|()| fs::write(&file, bytes)) {
        Ok(()) => Ok(file),
        Err(error) => Err(WriteError::File(file, error)),
    }
}

/// A file that grows.
#[derive(Clone, Copy)]
enum Log {
    Info,
    Messages,
    Warnings,
}

fn site(failure: &Failure) -> (Kind, Rc<str>, u32, Rc<str>) {
    (failure.kind, Rc::clone(&failure.file), failure.line, Rc::clone(&failure.function))
}

/// The link to the newest directory.
const LAST: &str = "strata-last";

/// What the names of directories begin with that have a number.
const NUMBERED: &str = "strata-out-";

/// Makes the directory that was asked for, or takes it if it is empty.
fn take(path: &Path) -> Result<PathBuf, WriteError> {
    let made = fs::create_dir(path).or_else(|error| match error.kind() {
        io::ErrorKind::AlreadyExists if path.is_dir() => Ok(()),
        _ => Err(error),
    });
    let empty = made.and_then(|()| fs::read_dir(path)).map(|mut entries| entries.next().is_none());
    match empty {
        Ok(true) => Ok(path.into()),
        Ok(false) => Err(WriteError::InUse(path.into())),
        Err(error) => Err(WriteError::Create(path.into(), error)),
    }
}

/// The file with the instructions that were executed.
const INSTRUCTIONS: &str = "instructions.txt";

/// The files that are there from the start.
const FIRST: [&str; 12] = [
    "info",
    "messages.txt",
    "warnings.txt",
    expected::FILE_NAME,
    faults::FILE_NAME,
    "segments.txt",
    "assembly.ll",
    ENVIRONMENT,
    WORKING_DIRECTORY,
    NO_PROCESSES,
    INSTRUCTIONS,
    xml::METADATA,
];

/// Removes a directory in which not even the first files could be written, unless something else is in it.
fn withdraw(path: &Path) {
    for name in FIRST {
        let _ = fs::remove_file(path.join(name));
    }
    let _ = fs::remove_dir(path);
}

/// A directory to make files in.
fn opened(path: &Path) -> Result<OwnedFd, WriteError> {
    let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
    rustix::fs::open(path, flags, Mode::empty())
        .map_err(|error| WriteError::Create(path.into(), error.into()))
}

/// The directory that a program lies in.
fn beside(program: &Path) -> &Path {
    match program.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// The paths that are those of run directories: the one that was asked for, what lies beside the program already, and
/// what may yet come there.
pub fn of_runs(program: &Path, output: Option<&Path>) -> Vec<PathBuf> {
    let beside = beside(program);
    let is_run = |name: &OsString| {
        let number = name.to_str().and_then(|name| name.strip_prefix(NUMBERED));
        number.is_some_and(|number| number.parse::<u64>().is_ok())
    };
    let names = fs::read_dir(beside).into_iter().flatten().flatten().map(|entry| entry.file_name());
    let mut paths: Vec<PathBuf> =
        names.filter(is_run).chain([LAST.into()]).map(|name| beside.join(name)).collect();
    let free = (0_u64..).map(|number| numbered_path(program, number));
    paths.extend(free.into_iter().find(|path| path.symlink_metadata().is_err()));
    paths.extend(output.map(Path::to_path_buf));
    paths
}

fn numbered_path(program: &Path, number: u64) -> PathBuf {
    beside(program).join(format!("{NUMBERED}{number}"))
}

/// Makes the first `strata-out-N` that does not exist yet.
fn next(program: &Path) -> Result<PathBuf, WriteError> {
    for number in 0_u64.. {
        let path = numbered_path(program, number);
        match fs::create_dir(&path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(WriteError::Create(path, error)),
        }
    }
    unreachable!("there are fewer than 2^64 directories")
}

/// Points the link beside a directory to it, in one step: other runs may be doing the same.
fn link(directory: &Path) -> io::Result<()> {
    let name = directory.file_name().unwrap_or_default();
    let last = directory.with_file_name(LAST);
    // Anything but a link was not made by a run.
    if last.symlink_metadata().is_ok_and(|there| !there.is_symlink()) {
        return Err(io::Error::other("something else has that name"));
    }
    let new = directory.with_file_name(format!(".{LAST}.{}", name.display()));
    std::os::unix::fs::symlink(name, &new)?;
    fs::rename(&new, last).inspect_err(|_| {
        // Nothing more can be done about it.
        let _ = fs::remove_file(&new);
    })
}
