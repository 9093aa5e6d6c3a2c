//! Native builds of the program, one for each sanitizer that is asked for, and runs of them.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::compile;
use crate::error::CliError;
use crate::externals;
use crate::interrupt;
use crate::load::Runtime;
use crate::options::ReplayOptions;
use crate::replay::made::Made;
use crate::replay::oracle::Sanitizer;
use crate::replay::outside::Outside;
use crate::replay::process::{self, Ran};
use crate::replay::scratch::{self, Scratch};
use crate::world;

/// The program, built as often as needed.
pub struct Natives<'a> {
    options: &'a ReplayOptions,
    made: Made,
    runtime: Runtime,
    /// The compiler, if one is needed.
    clang: String,
    directory: Scratch,
    /// Raised by a signal that asks us to end.
    interrupt: Arc<AtomicBool>,
    /// The programs; or why one cannot be built with a sanitizer.
    built: BTreeMap<Sanitizer, Built>,
}

type Built = Result<Program, String>;

#[derive(Clone)]
struct Program {
    path: PathBuf,
    symbolizer: Option<PathBuf>,
}

/// The result of trying to run a test.
pub enum Attempt {
    Ran(Ran),
    /// It cannot be run, for this reason.
    Impossible(String),
}

impl<'a> Natives<'a> {
    pub fn new(options: &'a ReplayOptions) -> Result<Natives<'a>, CliError> {
        let runtime = Runtime::find()?;
        if !runtime.replay_library().is_file() {
            return Err(CliError::NoReplayLibrary(runtime.replay_library()));
        }
        // A signal must find the directory's owner ready to remove it.
        let interrupt = interrupt::only_flag().map_err(CliError::Signals)?;
        let directory = Scratch::new()?;
        let made = Made::of(options, &directory)?;
        let clang = match made {
            Made::Program(_) => String::new(),
            _ => compile::clang(&options.build)?,
        };
        Ok(Natives { options, made, runtime, clang, directory, interrupt, built: BTreeMap::new() })
    }

    /// Whether the program has parts that are not compiled here.
    pub fn has_libraries(&self) -> bool {
        !self.options.native_library.is_empty()
    }

    /// Runs the program on a test.
    pub fn run(
        &mut self,
        sanitizer: Sanitizer,
        test: &Path,
        outside: &Outside,
    ) -> Result<Attempt, CliError> {
        let variables = self.variables(test)?;
        // A test must not have the loader run something else.
        if let Some(name) =
            variables.iter().chain(&outside.variables).find(|v| v.starts_with(b"LD_"))
        {
            let name =
                String::from_utf8_lossy(name.split(|&b| b == b'=').next().unwrap_or_default());
            return Ok(Attempt::Impossible(format!("{name} is not set natively")));
        }
        if outside.has_failure {
            return Ok(Attempt::Impossible("it needs a call that fails".to_owned()));
        }
        let program = match self.program(sanitizer)? {
            Ok(program) => program,
            Err(why) => return Ok(Attempt::Impossible(why)),
        };
        let is_alone = test.with_file_name(report::NO_PROCESSES).exists();
        if is_alone && sanitizer == Sanitizer::Leaks {
            let why = "LeakSanitizer creates a process, and none can be created";
            return Ok(Attempt::Impossible(why.to_owned()));
        }
        let name = outside.args.first().map_or(program.path.as_os_str(), |n| OsStr::from_bytes(n));
        let mut command = match is_alone {
            true => alone(&program.path, name),
            false => named(&program.path, name),
        };
        command.args(outside.args.iter().skip(1).map(|arg| OsStr::from_bytes(arg))).env_clear();
        for variable in variables.iter().chain(&outside.variables) {
            let (name, value) =
                variable.split_at(variable.iter().position(|&b| b == b'=').unwrap_or(0));
            command.env(
                OsStr::from_bytes(name),
                OsStr::from_bytes(value.get(1..).unwrap_or_default()),
            );
        }
        let rest = self.furnish(&mut command, test, outside)?;
        command.env("KTEST_FILE", rest).env("STRATA_REPLAY", "1");
        let log = self.directory.file("log");
        for (name, value) in settings(sanitizer, &log, program.symbolizer.as_deref()) {
            command.env(name, value);
        }
        let mut ran = process::run(&mut command, self.options.time_limit, &self.interrupt)
            .map_err(|error| {
                failed(error, |error| CliError::Native(program.path.clone(), error))
            })?;
        ran.log = self.directory.take_logs();
        Ok(Attempt::Ran(ran))
    }

    /// The environment that the run of a test had.
    fn variables(&self, test: &Path) -> Result<Vec<Vec<u8>>, CliError> {
        let file = test.with_file_name(report::ENVIRONMENT);
        match report::file::read(&file) {
            Ok(bytes) => {
                let all = bytes.split(|&b| b == 0).filter(|variable| !variable.is_empty());
                Ok(all.map(<[u8]>::to_vec).collect())
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(CliError::Read(file, error)),
        }
    }

    /// The directory that the run of a test was made in, if that was not the one of its command.
    fn working_directory(&self, test: &Path) -> Result<Option<PathBuf>, CliError> {
        let file = test.with_file_name(report::WORKING_DIRECTORY);
        match report::file::read(&file) {
            Ok(bytes) => world::directory_of(Path::new(OsStr::from_bytes(&bytes))).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(CliError::Read(file, error)),
        }
    }

    /// Gives a run its files and standard input. Returns the test file with the objects that the program asks for
    /// itself.
    fn furnish(
        &self,
        command: &mut Command,
        test: &Path,
        outside: &Outside,
    ) -> Result<PathBuf, CliError> {
        let there = self.working_directory(test)?;
        if outside.rest.is_some() {
            let root = self.directory.file("world");
            let here = world::directory_of(there.as_deref().unwrap_or(Path::new(".")))?;
            let runs = world::runs_of(&self.options.file, test.parent(), Path::new("."));
            let made = outside.make_directory(&root, &here, &runs);
            command.current_dir(made.map_err(|error| CliError::Write(root, error))?);
        } else if let Some(there) = there {
            command.current_dir(there);
        }
        let keep = |name: &str, bytes: &[u8]| {
            let file = self.directory.file(name);
            let written = std::fs::write(&file, bytes);
            written.map(|()| file.clone()).map_err(|error| CliError::Write(file, error))
        };
        let input = match &outside.stdin {
            Some(bytes) => Some(keep("input", bytes)?),
            None => self.options.input.clone(),
        };
        command.stdin(self.input(input.as_deref())?);
        match &outside.rest {
            Some(rest) => keep("rest.ktest", &rest.to_bytes()),
            // The program may run elsewhere.
            None => std::path::absolute(test).map_err(|e| CliError::Read(test.to_path_buf(), e)),
        }
    }

    fn input(&self, path: Option<&Path>) -> Result<Stdio, CliError> {
        let Some(path) = path else { return Ok(Stdio::null()) };
        let file = report::file::check(path).and_then(|()| std::fs::File::open(path));
        file.map(Stdio::from).map_err(|error| CliError::Read(path.to_path_buf(), error))
    }

    fn program(&mut self, sanitizer: Sanitizer) -> Result<Built, CliError> {
        // The same program looks for leaks or does not.
        let build = match sanitizer {
            Sanitizer::Leaks => Sanitizer::Address,
            other => other,
        };
        if let Some(built) = self.built.get(&build) {
            return Ok(built.clone());
        }
        let built = self.build(build)?;
        self.built.insert(build, built.clone());
        Ok(built)
    }

    fn build(&self, sanitizer: Sanitizer) -> Result<Built, CliError> {
        match (&self.made, self.made.refuses_sanitizers()) {
            (Made::Program(path), _) if sanitizer == Sanitizer::None => {
                return Ok(Ok(Program { path: path.clone(), symbolizer: None }));
            }
            (_, Some(why)) if sanitizer != Sanitizer::None => {
                return Ok(Err(format!("no {}: {why}", sanitizer.name())));
            }
            _ => {}
        }
        if sanitizer == Sanitizer::Memory && !self.options.native_library.is_empty() {
            return Ok(Err("MemorySanitizer does not see what native libraries write".to_owned()));
        }
        let flags: Vec<&str> = flags(sanitizer).collect();
        let asked =
            self.options.build.cflags.iter().map(String::as_str).chain(flags.iter().copied());
        let clang = if asked.clone().any(|flag| flag.starts_with("-fsanitize=")) {
            match compile::with_sanitizers(&self.clang) {
                Some(clang) => clang,
                None => return Ok(Err(missing(sanitizer, &self.clang))),
            }
        } else {
            self.clang.clone()
        };
        let path = self.directory.file(file_name(sanitizer));
        let done = process::status(&mut self.command(&clang, &flags, &path), &self.interrupt);
        let done = done.map_err(|e| failed(e, |error| CliError::Clang(clang.clone(), error)))?;
        match (done.success(), sanitizer) {
            (true, _) => {
                let kept = self.options.keep.as_deref();
                kept.map_or(Ok(()), |directory| scratch::keep(&path, directory))?;
                Ok(Ok(Program { path, symbolizer: compile::symbolizer(&clang) }))
            }
            (false, Sanitizer::None) => Err(CliError::Compile(self.options.file.clone())),
            (false, _) => Ok(Err(format!("it does not build with {}", sanitizer.name()))),
        }
    }

    fn command(&self, clang: &str, flags: &[&str], to: &Path) -> Command {
        let build = &self.options.build;
        let mut command = Command::new(clang);
        command.arg(format!("-O{}", build.optimize)).args(["-g", "-w", "-U_FORTIFY_SOURCE"]);
        command.arg("-isystem").arg(self.runtime.replay_include());
        command.args(&build.cflags).args(flags).args(self.made.inputs(self.options, clang));
        command.arg("-o").arg(to).arg(self.runtime.replay_library());
        self.options.native_library.iter().for_each(|file| link(&mut command, file));
        command.arg("-lm");
        if self.made.may_be_cxx(self.options) {
            command.arg("-lstdc++");
        }
        command
    }
}

/// Executes a program under another name.
fn named(program: &Path, name: &OsStr) -> Command {
    let mut command = Command::new(program);
    command.arg0(name);
    command
}

/// The same for a program that cannot create processes.
fn alone(program: &Path, name: &OsStr) -> Command {
    let mut command = Command::new("/proc/self/exe");
    command.arg("__alone").arg(program).arg(name);
    command
}

/// Links a library that is found again when the program runs: a file where it lies, anything else by its name
/// where the loader looks.
fn link(command: &mut Command, library: &Path) {
    let file = externals::findable(library);
    match file.parent().filter(|_| file.is_absolute()) {
        Some(directory) => {
            let mut path = OsString::from("-Wl,-rpath,");
            path.push(directory);
            command.arg(&file).arg(path);
        }
        None => {
            let mut name = OsString::from("-l:");
            name.push(&file);
            command.arg(name);
        }
    }
}

/// The error for a process that could not be run to its end.
fn failed(error: io::Error, otherwise: impl FnOnce(io::Error) -> CliError) -> CliError {
    match error.kind() {
        io::ErrorKind::Interrupted => CliError::Interrupted,
        _ => otherwise(error),
    }
}

fn missing(sanitizer: Sanitizer, clang: &str) -> String {
    let version = clang.rsplit('-').next().unwrap_or_default();
    let name = sanitizer.name();
    format!("no {name} for {clang} here: install libclang-rt-{version}-dev")
}

fn flags(sanitizer: Sanitizer) -> impl Iterator<Item = &'static str> {
    let name: &[&str] = match sanitizer {
        Sanitizer::None => return [].iter().copied(),
        Sanitizer::Address | Sanitizer::Leaks => &["-fsanitize=address", "-fno-omit-frame-pointer"],
        Sanitizer::Undefined => &["-fsanitize=undefined", "-fsanitize-recover=all"],
        // Passing a value on does not count as using it.
        Sanitizer::Memory => {
            &["-fsanitize=memory", "-fno-sanitize-memory-param-retval", "-fno-omit-frame-pointer"]
        }
    };
    name.iter().copied()
}

fn file_name(sanitizer: Sanitizer) -> &'static str {
    match sanitizer {
        Sanitizer::None => "program",
        Sanitizer::Address | Sanitizer::Leaks => "program-address",
        Sanitizer::Undefined => "program-undefined",
        Sanitizer::Memory => "program-memory",
    }
}

/// The environment that makes sanitizers write to a log, with source lines.
fn settings(
    sanitizer: Sanitizer,
    log: &Path,
    symbolizer: Option<&Path>,
) -> [(&'static str, String); 4] {
    let mut common = format!("log_path={}", log.display());
    if let Some(symbolizer) = symbolizer {
        common += &format!(":external_symbolizer_path={}", symbolizer.display());
    }
    let leaks = u8::from(sanitizer == Sanitizer::Leaks);
    let address = format!(
        "{common}:detect_leaks={leaks}:detect_stack_use_after_return=1:allocator_may_return_null=1"
    );
    let memory = format!("{common}:allocator_may_return_null=1");
    // What is left of ended calls on the stack would hide leaks by chance.
    let roots = "use_stacks=0:use_registers=0".to_owned();
    [
        ("ASAN_OPTIONS", address),
        ("LSAN_OPTIONS", roots),
        ("UBSAN_OPTIONS", common),
        ("MSAN_OPTIONS", memory),
    ]
}
