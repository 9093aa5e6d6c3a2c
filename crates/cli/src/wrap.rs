//! `strata cc` and `strata c++`: compilers for `make`, `configure` and `cmake` that also leave bitcode.
//!
//! Each source is compiled twice by clang: to machine code as the command line says, and to bitcode for the
//! engine, which is put into a [section](bitcode::object) of the object file. From there on the ordinary tools
//! carry it along, and `strata run` finds in an executable the modules it was linked from.
//!
//! Both compilations of C see the headers of our C library, and programs are linked with a native build of it:
//! what `configure` finds out by compiling, linking and running is then also true of the bitcode. There is no
//! C++ library for it; C++ is compiled natively against the system's libraries (`STRATA_NATIVE` chooses).
//!
//! Where the compilation to bitcode fails, the build goes on: the object then says why it has none.

mod arguments;
mod embed;
mod flags;
mod native;
pub mod response;

use std::ffi::{OsStr, OsString};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus, Stdio};

use tempfile::TempDir;

use crate::compile;
use crate::error::CliError;
use crate::load::Runtime;
use arguments::{Arguments, Input, Item, Language, Stage};
pub use native::Native;

/// Which language a wrapper is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Driver {
    C,
    Cxx,
}

impl Driver {
    /// The driver that this process is by the name it was started under.
    pub fn of_name(name: &OsStr) -> Option<Driver> {
        match Path::new(name).file_name()?.to_str()? {
            "strata-cc" => Some(Driver::C),
            "strata-c++" => Some(Driver::Cxx),
            _ => None,
        }
    }
}

/// Compiles and links as the arguments say.
pub fn wrap(driver: Driver, args: &[OsString]) -> Result<ExitCode, CliError> {
    let args = Arguments::parse(driver, response::expand(args)?);
    let clang = match std::env::var("STRATA_CC") {
        Ok(clang) if !clang.is_empty() => clang,
        _ => compile::clangs().next().ok_or(CliError::NoClang)?,
    };
    let runtime = Runtime::find()?;
    let native = Native::new(&args, &runtime)?;
    let wrap = Wrap { driver, clang, runtime, native, args };
    let status = match wrap.args.stage {
        Stage::Other => wrap.pass_on()?,
        Stage::Object => wrap.compile()?,
        Stage::Link if wrap.args.compiled().next().is_none() => wrap.link(&[])?,
        Stage::Link => wrap.compile_and_link()?,
    };
    Ok(exit_code(status))
}

/// One command line.
struct Wrap {
    driver: Driver,
    clang: String,
    runtime: Runtime,
    native: Native,
    args: Arguments,
}

impl Wrap {
    fn clang(&self) -> Command {
        let mut command = Command::new(&self.clang);
        if self.driver == Driver::Cxx {
            command.arg("--driver-mode=g++");
        }
        command
    }

    /// The flags alone, as they are for machine code.
    fn flags(&self) -> impl Iterator<Item = OsString> {
        let flags = self.args.items.iter().filter(|item| matches!(item, Item::Flag(_)));
        flags.flat_map(|item| self.native.words(item))
    }

    /// What a compilation to machine code gets.
    fn compile_flags(&self) -> Vec<OsString> {
        match self.args.is_pure_assembly() {
            true => self.native.target_flags(),
            false => self.native.compile_flags(&self.runtime),
        }
    }

    fn status(&self, command: &mut Command) -> Result<ExitStatus, CliError> {
        command.status().map_err(|error| CliError::Clang(self.clang.clone(), error))
    }

    /// What makes no object: preprocessing, questions about the compiler.
    fn pass_on(&self) -> Result<ExitStatus, CliError> {
        let mut command = self.clang();
        command.args(self.compile_flags());
        command.args(self.args.items.iter().flat_map(|item| self.native.words(item)));
        if self.args.inputs().next().is_none() {
            // Where files are, is asked of the linker's side.
            command.args(self.native.link_flags(&self.clang));
        }
        self.status(&mut command)
    }

    /// `-c`: objects stay where the compiler puts them.
    fn compile(&self) -> Result<ExitStatus, CliError> {
        let scratch = scratch()?;
        let stdin = self.save_stdin(&scratch)?;
        let mut command = self.clang();
        command.args(self.compile_flags());
        command.args(self.args.items.iter().flat_map(|item| self.native.words(item)));
        let to_stdout = self.args.output() == Some(OsStr::new("-"));
        if to_stdout {
            command.arg("-o").arg(scratch.path().join("o"));
        }
        let status = self.status(command.stdin(input(stdin.as_deref())?))?;
        if !status.success() {
            return Ok(status);
        }
        for source in self.args.compiled() {
            let object = match self.args.output() {
                Some(_) if to_stdout => scratch.path().join("o"),
                Some(output) => PathBuf::from(output),
                None => source.default_object(),
            };
            self.embed(source, stdin.as_deref(), &object)?;
        }
        if to_stdout {
            embed::print(&scratch.path().join("o"))?;
        }
        Ok(status)
    }

    /// Sources are compiled to objects of our own, which are linked in their places.
    fn compile_and_link(&self) -> Result<ExitStatus, CliError> {
        let scratch = scratch()?;
        let stdin = self.save_stdin(&scratch)?;
        let mut objects = Vec::new();
        for (n, source) in self.args.compiled().enumerate() {
            let name = source.default_object().file_stem().unwrap_or_default().to_os_string();
            let object = scratch.path().join(n.to_string());
            std::fs::create_dir(&object).map_err(|error| CliError::Write(object.clone(), error))?;
            let object = object.join(name).with_extension("o");
            let mut command = self.clang();
            command.args(self.native.compile_flags(&self.runtime));
            command.args(self.flags()).args(self.args.dependency_flags(source));
            command.args(["-Qunused-arguments", "-c"]).args(source.as_argument());
            command.arg("-o").arg(&object);
            let status = self.status(command.stdin(input(stdin.as_deref())?))?;
            if !status.success() {
                return Ok(status);
            }
            self.embed(source, stdin.as_deref(), &object)?;
            objects.push(object);
        }
        self.link(&objects)
    }

    /// Links, with objects in the places of sources.
    fn link(&self, objects: &[PathBuf]) -> Result<ExitStatus, CliError> {
        let mut objects = objects.iter();
        let mut command = self.clang();
        // Flags that only matter to compilation are not a mistake here.
        command.arg("-Qunused-arguments");
        for item in &self.args.items {
            match item {
                Item::Input(input) if input.is_compiled() => command.args(objects.next()),
                Item::Language(_) | Item::Dependency(_) => &mut command,
                item => command.args(self.native.words(item)),
            };
        }
        command.args(self.native.link_flags(&self.clang));
        command.args(self.native.libraries(&self.args, &self.runtime));
        self.status(&mut command)
    }

    /// Puts the bitcode of a source, or why there is none, into its object.
    fn embed(&self, source: &Input, stdin: Option<&Path>, object: &Path) -> Result<(), CliError> {
        let bitcode = match source.language {
            Language::Assembly => Err("it is assembly".to_owned()),
            _ => self.bitcode(source, stdin)?,
        };
        embed::embed(object, &source.path, bitcode)
    }

    /// The bitcode of a source, or the compiler's errors. Nothing else that the command line asks for happens a
    /// second time, and warnings are not repeated.
    fn bitcode(
        &self,
        source: &Input,
        stdin: Option<&Path>,
    ) -> Result<Result<Vec<u8>, String>, CliError> {
        let mut command = self.clang();
        command.args(self.args.bitcode_flags()).args(compile::CHECKABLE);
        command.args(compile::library_flags(&self.runtime, source.language == Language::Cxx));
        // What is inline is compiled only with optimisation, whose passes then do not run: the object that has the
        // function itself may not take part in linking, if all native calls are inlined.
        command.args(["-O1", "-Xclang", "-disable-llvm-passes"]);
        command.args(["-g", "-w", "-Qunused-arguments", "-c", "-emit-llvm", "-o", "-"]);
        let further = std::env::var("STRATA_CFLAGS").unwrap_or_default();
        command.args(further.split_whitespace()).args(source.as_argument());
        let output = command.stdin(input(stdin)?).stderr(Stdio::piped()).output();
        let output = output.map_err(|error| CliError::Clang(self.clang.clone(), error))?;
        Ok(match output.status.success() {
            true => Ok(output.stdout),
            false => Err(embed::reason(&String::from_utf8_lossy(&output.stderr))),
        })
    }

    /// Standard input is read once, if it is the source, and given to both compilations.
    fn save_stdin(&self, scratch: &TempDir) -> Result<Option<PathBuf>, CliError> {
        if !self.args.compiled().any(|input| input.path == "-") {
            return Ok(None);
        }
        let path = scratch.path().join("stdin");
        let saved = std::fs::File::create(&path)
            .and_then(|mut file| std::io::copy(&mut std::io::stdin(), &mut file));
        saved.map(|_| Some(path.clone())).map_err(|error| CliError::Write(path, error))
    }
}

fn input(saved: Option<&Path>) -> Result<Stdio, CliError> {
    let Some(path) = saved else { return Ok(Stdio::inherit()) };
    let file = std::fs::File::open(path);
    file.map(Stdio::from).map_err(|error| CliError::Read(path.to_path_buf(), error))
}

fn scratch() -> Result<TempDir, CliError> {
    let made = tempfile::Builder::new().prefix("strata-cc-").tempdir();
    made.map_err(|error| CliError::Write(std::env::temp_dir(), error))
}

/// The status of a compiler is ours; one that a signal ended has what shells show for it.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
