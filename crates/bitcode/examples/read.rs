//! Reads a bitcode file: `read FILE [RUNS]` times the reader, `read --print FILE` writes the module
//! as text.

#![allow(clippy::print_stdout, clippy::print_stderr)] // An example talks to its user.

use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words[..] {
        ["--print", file] => print(file),
        [file] => time(file, 5),
        [file, runs] => match runs.parse() {
            Ok(runs @ 1..) => time(file, runs),
            _ => Err(format!("{runs} is not a number of runs")),
        },
        _ => Err("usage: read FILE [RUNS] | read --print FILE".to_owned()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

fn read(file: &str) -> Result<bitcode::Module, String> {
    let bytes = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;
    bitcode::read(&bytes).map_err(|error| format!("{file}: {error}"))
}

fn print(file: &str) -> Result<(), String> {
    print!("{}", bitcode::print(&read(file)?));
    Ok(())
}

/// Prints the least time of some runs, from opening the file to the module, in seconds.
fn time(file: &str, runs: u32) -> Result<(), String> {
    let mut least = f64::INFINITY;
    for _ in 0..runs {
        let start = Instant::now();
        let module = read(file)?;
        least = least.min(start.elapsed().as_secs_f64());
        drop(std::hint::black_box(module));
    }
    println!("{least:.6}");
    Ok(())
}
