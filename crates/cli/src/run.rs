//! `strata run`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;

use engine::{Config, Emit, GivenInput, Remains};
use ir::{Function, Program};
use registry::Builtin;
use report::ktest::{Ktest, KtestObject};
use report::{AssemblyLine, InstructionText};

use crate::chain;
use crate::config::{Given, RunConfig};
use crate::error::CliError;
use crate::options::{Check, RunOptions};
use crate::output::{Output, Texts};
use crate::prediction::{Lines, Prediction};
use crate::save::{self, Tree};
use crate::symbolic::{self, Words};
use crate::{externals, host, interrupt, load, say, segments, shape, world};

/// The exit status if an analysis was wrong.
const VIOLATED: u8 = 4;

pub fn run(options: &RunOptions, line: &[OsString]) -> Result<ExitCode, CliError> {
    run_saved(options, Tree::New(line))
}

/// Runs a program, and saves the run; perhaps it goes on with one that was saved before.
pub fn run_saved(options: &RunOptions, tree: Tree<'_>) -> Result<ExitCode, CliError> {
    let file = Path::new(&options.command[0]);
    let words = Words::parse(&options.command[1..])?;
    for option in &words.stray {
        say::err(stray(option));
    }
    for option in &words.unknown {
        say::err(unknown(option));
    }
    let config = RunConfig::new(options)?;
    let given = given(&config.given)?;
    let (mut program, mut facts) = load::identified(file, &options.build)?;
    program.has_points = config.checks.watches();
    program.checks_promises = options.memory.check.contains(&Check::Poison);
    let program = Rc::new(program);
    // The usual limit of memory ends states. Queries are cut short only for one that was asked for.
    let memory_limit = config.limits.program_memory;
    let (chain, files) = chain::chain(&options.solver, memory_limit)?;
    let chain = match chain::oracle(&options.solver)? {
        Some(oracle) => chain.checked(oracle, 1, solver::sat::Limits::none()),
        None => chain,
    };
    let assembly = match options.tests.write_assembly {
        true => Some(assembly(file, &program)?),
        false => None,
    };
    let native = externals::calls(&options.native, &config.numbering, native::Output::Shown)?;
    let prediction = options.check_points_to.then(|| predicted(&program, options));
    let places = prediction.as_ref().map(|prediction| prediction.lines(&program));
    let watcher = prediction.clone().map(|prediction| prediction as Rc<dyn exec::Watcher>);
    let settings = Config { given, native, ..engine_config(options, &words, &config)? };
    facts.extend(save::facts(options, &settings));
    // What native code prints is seen once. What else it does, it does in each pre-run.
    let fresh = || {
        Ok(segments::Fresh {
            chain: chain::chain(&options.solver, memory_limit)?.0,
            native: externals::calls(&options.native, &config.numbering, native::Output::Hidden)?,
        })
    };
    let chosen = segments::choose(options, &program, &settings, fresh, file)?;
    let texts = Texts {
        assembly,
        assembly_line: lines(&program),
        instruction: instructions(&program),
        segments: chosen.classes,
        segmentation: chosen.took,
        symbolic: words.is_symbolic() || makes_symbolic(&program),
    };
    // Whatever has a run directory has a summary in it.
    let line_coverage = texts.symbolic || config.output.is_some();
    let emit = Emit { line_coverage, ..config.emit };
    let stop = settings.host.interrupt.clone().unwrap_or_default();
    let symbolic = texts.symbolic;
    let saving =
        save::saving(options, tree, facts, &settings).map(|saving| saving.filter(|_| symbolic))?;
    let mut output = Output::new(options, &config, texts, stop, saving.as_ref())?;
    let saving = saving.map(|saving| saving.engine());
    let settings = Config { model: chosen.model, watcher, emit, saving, ..settings };
    let outcome = engine::run(program, &settings, chain, &mut |event| output.event(&event))
        .map_err(|error| CliError::Start(file.to_path_buf(), error))?;
    files.finish()?;
    let directory = output.directory().filter(|_| options.tests.write_exec_tree);
    let status = output.finish(&outcome)?;
    if let Some(directory) = directory {
        shape::write_exec_tree(&directory)?;
    }
    match prediction.zip(places) {
        Some((prediction, places)) => Ok(told(&prediction, &places, status)),
        None => Ok(status),
    }
}

/// Whether a program may ask for something symbolic.
fn makes_symbolic(program: &Program) -> bool {
    let makes = |function: &Function| function.builtin.is_some_and(Builtin::makes_input);
    program.functions.iter().any(makes)
}

/// A program's own file as text.
fn assembly(file: &Path, program: &Program) -> Result<Rc<str>, CliError> {
    let text = program.text();
    text.map(Rc::from).ok_or_else(|| CliError::NotAModule(file.into(), "an archive"))
}

/// The lines of places there.
fn lines(program: &Rc<Program>) -> Rc<AssemblyLine> {
    let program = Rc::clone(program);
    let line = move |(function, pc)| program.line_in_text(function, pc);
    Rc::new(move |place| place.position.and_then(&line).unwrap_or(0))
}

/// The instructions at locations.
fn instructions(program: &Rc<Program>) -> Rc<InstructionText> {
    let program = Rc::clone(program);
    let text = move |(function, pc)| ir::print_instruction(&program, function, pc);
    Rc::new(move |location| location.position.map(&text).unwrap_or_default())
}

fn predicted(program: &Program, options: &RunOptions) -> Rc<Prediction> {
    let analysis = crate::points_to::options(&options.analysis);
    Rc::new(Prediction::new(::points_to::analyse(program, analysis)))
}

/// Reports whether a prediction was right; violations are a failure of the run.
fn told(prediction: &Prediction, places: &Lines, status: ExitCode) -> ExitCode {
    let (lines, violations) = prediction.report(places);
    for line in lines {
        say::err(line);
    }
    if violations > 0 { ExitCode::from(VIOLATED) } else { status }
}

/// An option of ours that stands where the program's are.
fn stray(option: &str) -> String {
    format!(
        "WARNING: {option} is passed to the program: options of strata go before its file name; a -- behind \
         the file name says that this is meant"
    )
}

/// A word that looks like an option for symbolic input.
fn unknown(option: &str) -> String {
    let known: Vec<String> = symbolic::NAMES
        .iter()
        .filter(|name| name.starts_with("sym-"))
        .map(|name| format!("--{name}"))
        .collect();
    format!(
        "WARNING: {option} is passed to the program: it is none of {}; a -- behind the file name says that this is meant",
        known.join(", ")
    )
}

fn engine_config(
    options: &RunOptions,
    words: &Words,
    config: &RunConfig,
) -> Result<Config, CliError> {
    Ok(Config {
        limits: config.limits,
        env: world::world(options, words)?,
        search: config.search.clone(),
        numbering: config.numbering,
        addressing: config.addressing,
        finding: config.finding,
        history: config.history,
        capacity: config.capacity,
        multi_capacity: config.multi_capacity,
        loops: config.loops,
        supply: config.supply,
        weigh_contents: config.weigh_contents,
        stack: config.stack,
        seeding: config.seeding,
        emit: config.emit,
        last: Some(last(config)),
        false_assumption: config.false_assumption,
        checks: config.checks,
        remains: Remains::Left,
        host: engine_host(),
        ..Config::default()
    })
}

/// Which path ends the run.
fn last(config: &RunConfig) -> Rc<engine::IsLast> {
    let last = config.last.clone();
    Rc::new(move |end| last.is(end))
}

/// The tests, read.
fn given(given: &Given) -> Result<engine::Given, CliError> {
    let all = |files: &[PathBuf]| -> Result<Vec<_>, CliError> {
        files.iter().map(|file| inputs(file)).collect()
    };
    Ok(match given {
        Given::None => engine::Given::None,
        Given::Replay(files) => engine::Given::Replay(all(files)?),
        Given::Seed(files) => engine::Given::Seeds(all(files)?),
        Given::Paths(files) => {
            let all: Result<Vec<_>, _> = files.iter().map(|file| decisions(file)).collect();
            engine::Given::Paths(all?)
        }
    })
}

/// The decisions of a `.path` file: a 0 or a 1 a line.
fn decisions(file: &Path) -> Result<Rc<[bool]>, CliError> {
    let text = report::file::read(file).map_err(|error| CliError::Read(file.into(), error))?;
    let lines = text.split(|&byte| byte == b'\n').enumerate().filter(|(_, line)| !line.is_empty());
    let decision = |(number, line): (usize, &[u8])| match line {
        b"0" => Ok(false),
        b"1" => Ok(true),
        _ => {
            let place = format!("{}:{}", file.display(), number + 1);
            Err(CliError::World(place, "neither 0 nor 1, as the lines of a .path file are".into()))
        }
    };
    lines.map(decision).collect()
}

fn inputs(file: &Path) -> Result<Rc<[GivenInput]>, CliError> {
    let test = Ktest::read(file).map_err(CliError::Test)?;
    let input = |object: KtestObject| GivenInput {
        name: exec::name_text(&object.name).into(),
        bytes: object.bytes.into(),
    };
    Ok(test.objects.into_iter().map(input).collect())
}

/// What a run may look at of this process.
fn engine_host() -> engine::Host {
    engine::Host {
        began: Some(Instant::now()),
        // Without a handler, an interrupt ends the process as it always did.
        interrupt: Some(interrupt::flag().unwrap_or_default()),
        memory: Some(Rc::new(host::memory_in_use)),
        resident: Some(Rc::new(host::resident)),
        usage: Some(Rc::new(host::usage)),
    }
}
