//! Native calls: the helper as a hidden command, and the bridge to it.

use std::cell::RefCell;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use engine::{CallWarnings, NativeCalls, SymbolicData};
use memory::{Numbering, Span};
use native::{Bridge, Launch, Output, Region, Rights, Role, StartError};

use crate::error::CliError;
use crate::options::{self, Externals, NativeOptions};
use crate::say;

/// The regions, in the order of [`Numbering::regions`], with the option that says where each lies.
const REGIONS: [(&str, Role, Option<&str>); 6] = [
    ("constants", Role::Data, Some("--kdalloc-constants-start-address")),
    ("globals", Role::Data, Some("--kdalloc-globals-start-address")),
    ("locals", Role::Data, Some("--kdalloc-stack-start-address")),
    ("the heap", Role::Data, Some("--kdalloc-heap-start-address")),
    ("functions", Role::Code, None),
    ("what the environment makes", Role::Data, None),
];

/// How a run calls native functions, if it does.
pub fn calls(
    options: &NativeOptions,
    numbering: &Numbering,
    output: Output,
) -> Result<Option<NativeCalls>, CliError> {
    let (symbolic, rights) = match options.externals {
        Externals::None => return Ok(None),
        Externals::Concrete => (SymbolicData::Refused, Rights::Few),
        Externals::All => (SymbolicData::Picked, Rights::All),
    };
    // Pre-runs, which show no output, are followed by the run itself.
    if rights == Rights::Few && output == Output::Shown && !native::has_landlock() {
        say::err(
            "WARNING: this kernel has no Landlock: native code keeps your rights to files and TCP",
        );
    }
    // The loader would wait for a writer of the pipe.
    for file in options.native_library.iter().filter(|file| file.exists()) {
        report::file::check(file).map_err(|error| CliError::Read(file.clone(), error))?;
    }
    let spans = numbering.regions().into_iter().zip(REGIONS);
    let regions: Vec<Region> = spans
        .map(|(Span { base, size }, (name, role, _))| Region { name, base, size, role })
        .collect();
    let launch = Launch {
        program: PathBuf::from("/proc/self/exe"),
        args: vec!["__native".into()],
        libraries: options.native_library.iter().map(|file| findable(file)).collect(),
        rights,
        output,
    };
    match Bridge::start(launch, &regions) {
        Ok(bridge) => {
            let (bridge, warnings) = (Rc::new(RefCell::new(bridge)), warnings(options));
            Ok(Some(NativeCalls { bridge, symbolic, warnings }))
        }
        Err(error) => Err(CliError::Externals(explained(&error))),
    }
}

fn warnings(options: &NativeOptions) -> CallWarnings {
    match options.external_call_warnings {
        options::CallWarnings::None => CallWarnings::None,
        options::CallWarnings::OncePerFunction => CallWarnings::Once,
        options::CallWarnings::All => CallWarnings::All,
    }
}

/// A file as the loader finds it: it looks for a name without a directory elsewhere.
pub fn findable(file: &std::path::Path) -> PathBuf {
    match file.exists() {
        true => file.canonicalize().unwrap_or_else(|_| file.to_path_buf()),
        false => file.to_path_buf(),
    }
}

/// What is wrong, with what to do about it.
fn explained(error: &StartError) -> String {
    let option = match error {
        StartError::Region { region, .. } => {
            REGIONS.iter().find(|row| row.0 == region.name).and_then(|row| row.2)
        }
        _ => None,
    };
    match option {
        Some(option) => format!("{error}; choose another place with {option}"),
        None => error.to_string(),
    }
}

/// The helper.
pub fn serve(args: &[OsString]) -> Result<ExitCode, CliError> {
    native::serve(args).map_err(CliError::Externals)?;
    Ok(ExitCode::SUCCESS)
}
