//! `strata dis` and `strata code`: what the front end understood.

use std::process::ExitCode;

use ir::{FunctionId, Program};
use report::Lines;

use crate::error::CliError;
use crate::options::{CodeOptions, DisOptions};
use crate::{load, say};

pub fn module(options: &DisOptions) -> Result<ExitCode, CliError> {
    say::out(&Lines::of_text(&bitcode::print(&load::module(&options.file)?)))?;
    Ok(ExitCode::SUCCESS)
}

pub fn code(options: &CodeOptions) -> Result<ExitCode, CliError> {
    let program = load::program(&options.file, &options.build)?;
    if let Some(name) = &options.function {
        // Also one that is not visible outside its module.
        let found = program.functions.iter().position(|f| *f.name == **name);
        let index = found.ok_or_else(|| CliError::NoFunction(name.clone()))?;
        say::out(&lowered(&program, index))?;
        return Ok(ExitCode::SUCCESS);
    }
    for index in 0..program.functions.len() {
        say::out(&lowered(&program, index))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn lowered(program: &Program, index: usize) -> Lines {
    Lines::of_text(&ir::print_code(program, FunctionId(index as u32)))
}
