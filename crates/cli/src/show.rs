//! `strata dis` and `strata code`: what the front end understood.

use std::process::ExitCode;

use crate::error::CliError;
use crate::load;
use crate::options::{CodeOptions, DisOptions};

pub fn module(options: &DisOptions) -> Result<ExitCode, CliError> {
    print!("{}", bitcode::print(&load::module(&options.file)?));
    Ok(ExitCode::SUCCESS)
}

pub fn code(options: &CodeOptions) -> Result<ExitCode, CliError> {
    let program = load::program(&options.file, &options.build)?;
    if let Some(name) = &options.function {
        // Also one that is not visible outside its module.
        let found = program.functions.iter().position(|f| *f.name == **name);
        let index = found.ok_or_else(|| CliError::NoFunction(name.clone()))?;
        print!("{}", ir::print_code(&program, ir::FunctionId(index as u32)));
        return Ok(ExitCode::SUCCESS);
    }
    for index in 0..program.functions.len() {
        print!("{}", ir::print_code(&program, ir::FunctionId(index as u32)));
    }
    Ok(ExitCode::SUCCESS)
}
