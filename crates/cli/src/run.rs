//! `strata run`.

use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use engine::{Config, Event, Limits, Stream};
use exec::Halt;

use crate::config::RunConfig;
use crate::error::CliError;
use crate::load;
use crate::options::RunOptions;

/// The program did something wrong.
const FAULT: u8 = 1;
/// The run could not go on to its end.
const INCOMPLETE: u8 = 3;

pub fn run(options: &RunOptions) -> Result<ExitCode, CliError> {
    let file = Path::new(&options.command[0]);
    let config = RunConfig::new(options)?;
    let program = load::program(file, &options.build)?;
    let end = engine::run(program, &engine_config(options, &config), &mut print)
        .map_err(|error| CliError::Start(file.to_path_buf(), error))?;
    // A closed standard output is not our concern any more.
    let _ = io::stdout().flush();
    eprint!("strata: {}", report::describe(&end));
    Ok(match end.halt {
        Halt::Exit(_) => ExitCode::SUCCESS,
        Halt::Fault(_) => ExitCode::from(FAULT),
        Halt::Unsupported(_) | Halt::Exhausted(_) => ExitCode::from(INCOMPLETE),
    })
}

fn engine_config(options: &RunOptions, config: &RunConfig) -> Config {
    let cwd = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    Config {
        limits: Limits {
            instructions: config.limits.instructions,
            time: config.limits.time,
            memory: config.limits.memory,
        },
        env: env::Config {
            args: options.command.iter().map(|arg| arg.as_encoded_bytes().to_vec()).collect(),
            stdin: stdin(),
            cwd: cwd.into_os_string().into_encoded_bytes(),
            host: env::Host::Under(PathBuf::from("/")),
            ..env::Config::default()
        },
    }
}

/// Our standard input is the program's. A person types lines; anything else may be asked for all it
/// has; a file is read now, so that the program can seek in it.
fn stdin() -> env::Stdin {
    let mut bytes = Vec::new();
    if std::fs::metadata("/dev/stdin").is_ok_and(|data| data.is_file())
        && io::stdin().read_to_end(&mut bytes).is_ok()
    {
        return env::Stdin::file(bytes);
    }
    let pace = if io::stdin().is_terminal() { env::Pace::Line } else { env::Pace::Full };
    env::Stdin::reader(Box::new(io::stdin()), pace)
}

fn print(event: Event<'_>) {
    let Event::Output(stream, bytes) = event else { return };
    let _ = match stream {
        Stream::Out => io::stdout().write_all(bytes),
        Stream::Err => io::stderr().write_all(bytes),
    };
}
