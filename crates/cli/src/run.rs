//! `strata run`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use engine::{Config, Event, Limits, Stream};
use exec::Halt;

use crate::error::CliError;
use crate::load;
use crate::options::RunOptions;

/// The program did something wrong.
const FAULT: u8 = 1;
/// The run could not go on to its end.
const INCOMPLETE: u8 = 3;

pub fn run(options: &RunOptions) -> Result<ExitCode, CliError> {
    let program = load::program(&options.file, &options.build)?;
    let end = engine::run(program, &config(options), &mut print)
        .map_err(|error| CliError::Start(options.file.clone(), error))?;
    // A closed standard output is not our concern any more.
    let _ = io::stdout().flush();
    eprint!("strata: {}", report::describe(&end));
    Ok(match end.halt {
        Halt::Exit(_) => ExitCode::SUCCESS,
        Halt::Fault(_) => ExitCode::from(FAULT),
        Halt::Unsupported(_) | Halt::Exhausted(_) => ExitCode::from(INCOMPLETE),
    })
}

fn config(options: &RunOptions) -> Config {
    let name = options.file.to_string_lossy().into_owned();
    let args = std::iter::once(&name).chain(&options.args);
    let cwd = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    Config {
        limits: Limits {
            instructions: options.max_instructions,
            time: options.max_time,
            memory: options.max_memory.map(|mib| mib << 20),
        },
        env: env::Config {
            args: args.map(|arg| arg.clone().into_bytes()).collect(),
            stdin: env::Stdin::reader(Box::new(io::stdin()), pace()),
            cwd: cwd.into_os_string().into_encoded_bytes(),
            host: env::Host::Under(PathBuf::from("/")),
            ..env::Config::default()
        },
    }
}

/// A person types lines; anything else may be asked for all it has.
fn pace() -> env::Pace {
    if io::stdin().is_terminal() { env::Pace::Line } else { env::Pace::Full }
}

fn print(event: Event<'_>) {
    let Event::Output(stream, bytes) = event;
    let _ = match stream {
        Stream::Out => io::stdout().write_all(bytes),
        Stream::Err => io::stderr().write_all(bytes),
    };
}
