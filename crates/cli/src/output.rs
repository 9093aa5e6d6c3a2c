//! Where the events of a run go: to the terminal, and to the run directory.
//!
//! A program without symbolic input has one path and no test to write; it gets a directory only if one
//! was asked for, and its end is reported as that of a program.

use std::cell::RefCell;
use std::io;
use std::io::{Stderr, Stdout};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use engine::{Event, FaultTests, Outcome, PathEnd, Warning};
use exec::Halt;
use report::terminal::{self, Emit};
use report::xml::Metadata;
use report::{
    AssemblyLine, Detail, InstructionLog, InstructionText, Lines, Naming, RunDirectory, WriteError,
};

use crate::config::RunConfig;
use crate::error::CliError;
use crate::options::{PrintInstructions, RunOptions};
use crate::save::Saving;
use crate::screen::Screen;
use crate::spawn::is_refused;
use crate::world;

/// The program did something wrong.
const FAULT: u8 = 1;
/// The run could not go on to its end.
pub const INCOMPLETE: u8 = 3;

pub struct Output {
    screen: Screen<Stdout, Stderr>,
    options: report::Options,
    emit: Emit,
    /// How instructions are shown on the screen, if they are.
    instructions: Option<InstructionLog>,
    directory: Option<RunDirectory>,
    /// The tree of the run, if it is saved.
    tree: Option<Rc<RefCell<tree::Writer>>>,
    /// Why writing has stopped.
    failed: Option<WriteError>,
    /// Raised to end the run then.
    stop: Arc<AtomicBool>,
}

/// What is known before the run and goes to its directory.
pub struct Texts {
    /// The program.
    pub assembly: Option<Rc<str>>,
    /// Which of its lines a place is on.
    pub assembly_line: Rc<AssemblyLine>,
    /// The instructions at locations.
    pub instruction: Rc<InstructionText>,
    /// Which allocations share arrays.
    pub segments: Option<Rc<str>>,
    /// How long it took to find that out.
    pub segmentation: Option<Duration>,
    /// Whether the program may make something symbolic, so that there will be a directory.
    pub symbolic: bool,
}

/// What is printed of instructions to the screen and to the run directory.
const TO_SCREEN: [(PrintInstructions, Detail); 3] = [
    (PrintInstructions::CompactToScreen, Detail::Compact),
    (PrintInstructions::SourceToScreen, Detail::Source),
    (PrintInstructions::AllToScreen, Detail::All),
];
const TO_FILE: [(PrintInstructions, Detail); 3] = [
    (PrintInstructions::CompactToFile, Detail::Compact),
    (PrintInstructions::SourceToFile, Detail::Source),
    (PrintInstructions::AllToFile, Detail::All),
];

/// What `metadata.xml` says.
fn metadata(options: &RunOptions) -> Metadata {
    let RunOptions { tests, build, limits, command, .. } = options;
    let file = || command[0].to_string_lossy().into_owned();
    Metadata {
        program_file: tests.xml_metadata_programfile.clone().unwrap_or_else(file),
        program_hash: tests.xml_metadata_programhash.clone().unwrap_or_default(),
        entry_function: build.entry_point.clone().unwrap_or_else(|| "main".to_owned()),
        looks_for_error: limits.exit_on_error || !limits.exit_on_error_type.is_empty(),
    }
}

impl Output {
    /// Fails where it is known from the start that nothing can be written. `stop` ends the run when that
    /// turns out later.
    pub fn new(
        options: &RunOptions,
        config: &RunConfig,
        texts: Texts,
        stop: Arc<AtomicBool>,
        saving: Option<&Saving>,
    ) -> Result<Output, CliError> {
        let bytes = |arg: &std::ffi::OsString| arg.as_encoded_bytes().to_vec();
        let log = |places: &[(PrintInstructions, Detail)]| {
            let asked = &options.tests.debug_print_instructions;
            let all = places.iter().filter(|(what, _)| asked.contains(what));
            all.map(|(_, detail)| *detail).max().map(|detail| InstructionLog {
                detail,
                assembly_line: Rc::clone(&texts.assembly_line),
                text: Rc::clone(&texts.instruction),
            })
        };
        let to_file = log(&TO_FILE);
        let writes_instructions = to_file.is_some();
        let mut output = Output {
            instructions: log(&TO_SCREEN),
            screen: Screen::new(),
            options: report::Options {
                program: PathBuf::from(&options.command[0]),
                output: config.output.clone(),
                command: std::env::args_os()
                    .map(|arg| arg.to_string_lossy().into_owned())
                    .collect::<Vec<_>>()
                    .join(" "),
                directory: std::env::current_dir().unwrap_or_default(),
                args: options.command.iter().map(bytes).collect(),
                variables: world::variables(&options.world)?,
                started: SystemTime::now(),
                no_tests: config.emit.no_tests,
                paths: config.emit.decisions,
                assembly: texts.assembly,
                assembly_line: texts.assembly_line,
                segments: texts.segments,
                segmentation: texts.segmentation,
                working_directory: world::working_directory(&options.world)?,
                no_processes: is_refused(&options.world.spawn),
                xml: options.tests.write_xml_tests.then(|| metadata(options)),
                instructions: to_file,
                naming: saving.map_or(Naming::AtOnce, |_| Naming::OnceSaved),
            },
            emit: match config.emit.faults {
                FaultTests::Sites => Emit::OnePerSite,
                FaultTests::All => Emit::All,
            },
            directory: None,
            tree: saving.map(|saving| Rc::clone(&saving.writer)),
            failed: None,
            stop,
        };
        if let Some(Saving { from: Some(from), .. }) = saving {
            output.directory = Some(from.reopen(output.options.clone()).map_err(CliError::Report)?);
            return Ok(output);
        }
        // Otherwise it is opened for the first test.
        let now = config.emit.no_tests && texts.symbolic || writes_instructions;
        if config.output.is_some() || now {
            output.open_directory();
        } else if texts.symbolic {
            output.failed = RunDirectory::check(&output.options).err();
        }
        match output.failed.take() {
            Some(error) => Err(CliError::Report(error)),
            None => Ok(output),
        }
    }

    /// Ends the run: going on is pointless when nothing can be written down.
    fn fail(&mut self, error: WriteError) {
        self.directory = None;
        self.failed = Some(error);
        self.stop.store(true, Ordering::Relaxed);
    }

    fn open_directory(&mut self) {
        if self.directory.is_none() && self.failed.is_none() {
            match RunDirectory::create(self.options.clone()) {
                Ok(directory) => {
                    let path = directory.path().to_path_buf();
                    self.directory = Some(directory);
                    self.attach(&path);
                }
                Err(error) => self.fail(error),
            }
        }
    }

    /// Puts the tree into the directory. A run whose tree cannot be written goes on.
    fn attach(&mut self, directory: &Path) {
        let file = directory.join(tree::FILE_NAME);
        let attached = self.tree.as_ref().map(|tree| tree.borrow_mut().attach(&file));
        if let Some(Err(error)) = attached {
            self.not_saved(&error);
        }
    }

    fn not_saved(&mut self, error: &io::Error) {
        self.event(&Event::Warning(&Warning::NotSaved(error.to_string())));
    }

    pub fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Output(stream, bytes) => self.screen.output(*stream, bytes),
            Event::Found(end) => {
                if !self.options.no_tests {
                    self.open_directory();
                }
                if self.directory.is_some() {
                    self.screen.message(&terminal::found(end));
                }
            }
            Event::Path(end) | Event::Beside(end) => self.path(end),
            Event::Warning(warning) => self.screen.message(&terminal::warning(warning)),
            Event::Hidden(path) => self.screen.message(&terminal::hidden(path)),
            Event::Note(lines) => self.screen.message(&terminal::note(lines)),
            Event::Progress(figures) => self.screen.figures(figures),
            // A run that is long enough to be saved has a directory.
            Event::Saving(_) => self.open_directory(),
            Event::Executed(state, location) => {
                if let Some(log) = &self.instructions {
                    self.screen.message(&log.line(*state, location));
                }
            }
        }
        if let Some(directory) = &mut self.directory
            && let Err(error) = directory.event(event)
        {
            self.fail(error);
        }
    }

    fn path(&mut self, end: &PathEnd) {
        if end.test.as_ref().is_some_and(|test| !test.objects.is_empty()) {
            self.open_directory();
        }
        if self.directory.is_some()
            && let Some(text) = terminal::fault(end, self.emit)
        {
            self.screen.message(&text);
        }
    }

    /// The run directory, if the run is saved there.
    pub fn directory(&self) -> Option<PathBuf> {
        let path = self.directory.as_ref()?.path();
        self.tree.as_ref().map(|_| path.to_path_buf())
    }

    /// Writes the rest and reports how the run went; returns the status of the command.
    pub fn finish(mut self, outcome: &Outcome) -> Result<ExitCode, CliError> {
        self.screen.finish();
        if let Some(tree) = self.tree.take()
            && let Err(error) = tree.borrow_mut().finish()
        {
            self.not_saved(&error);
        }
        if let Some(error) = self.failed.take() {
            return Ok(self.give_up(outcome, &error));
        }
        let Some(directory) = self.directory.take() else {
            let Some(end) = &outcome.last else { return Ok(ExitCode::SUCCESS) };
            self.screen.message(&report::describe_path(end));
            return Ok(match end.halt {
                Halt::Exit(_) | Halt::Silent => ExitCode::SUCCESS,
                Halt::Fault(_) => ExitCode::from(FAULT),
                _ => ExitCode::from(INCOMPLETE),
            });
        };
        if let Err(error) = directory.finish(outcome, &outcome.lines) {
            return Ok(self.give_up(outcome, &error));
        }
        self.screen.message(&terminal::closing(outcome));
        Ok(match (outcome.figures.faulted, outcome.exhaustive) {
            (0, true) => ExitCode::SUCCESS,
            (0, false) => ExitCode::from(INCOMPLETE),
            _ => ExitCode::from(FAULT),
        })
    }
    /// Reports what was found, and that not all of it was written down.
    fn give_up(&mut self, outcome: &Outcome, error: &WriteError) -> ExitCode {
        // All paths may have been explored, but not all of their tests were written.
        if !outcome.exhaustive {
            self.screen.message(&terminal::closing(outcome));
        }
        self.screen.message(&Lines::one(format_args!("strata: not all is written down: {error}")));
        ExitCode::from(INCOMPLETE)
    }
}
