//! What is replayed: sources, which can be compiled for any sanitizer; bitcode, which is compiled as it is; or a
//! program, which is run as it is.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use bitcode::object;

use crate::compile;
use crate::error::CliError;
use crate::load::{Kind, kind};
use crate::options::ReplayOptions;
use crate::replay::scratch::Scratch;
use crate::wrap::Native;

pub enum Made {
    Sources,
    /// Files for the compiler, and the C library that they were made for.
    Bitcode(Vec<PathBuf>, Native),
    Program(PathBuf),
}

impl Made {
    pub fn of(options: &ReplayOptions, scratch: &Scratch) -> Result<Made, CliError> {
        let file = options.file.as_path();
        if files(options).all(|file| compile::is_source(file)) {
            return Ok(Made::Sources);
        }
        if is_program(file) {
            return match options.build.link.first() {
                Some(further) => Err(CliError::NotSource(further.clone())),
                None => std::path::absolute(file)
                    .map(Made::Program)
                    .map_err(|error| CliError::Read(file.to_path_buf(), error)),
            };
        }
        let mut parts = Parts { scratch, files: Vec::new(), is_musl: false };
        files(options).try_for_each(|file| parts.add(file))?;
        let native = if parts.is_musl { Native::musl()? } else { Native::Host };
        Ok(Made::Bitcode(parts.files, native))
    }

    /// Why it cannot be built with sanitizers, if so.
    pub fn refuses_sanitizers(&self) -> Option<&'static str> {
        match self {
            Made::Sources => None,
            Made::Bitcode(..) => {
                Some("it checks what is compiled from source, and this is bitcode")
            }
            Made::Program(_) => {
                Some("it checks what is compiled from source, and this is a program")
            }
        }
    }

    /// Whether there may be C++ in it.
    pub fn may_be_cxx(&self, options: &ReplayOptions) -> bool {
        match self {
            Made::Sources => files(options).any(|file| compile::is_cpp(file)),
            Made::Bitcode(_, native) => matches!(native, Native::Host),
            Made::Program(_) => false,
        }
    }

    /// What the compiler is given besides flags.
    pub fn inputs(&self, options: &ReplayOptions, clang: &str) -> Vec<OsString> {
        match self {
            Made::Bitcode(files, native) => {
                let files = files.iter().map(|file| file.clone().into_os_string());
                files.chain(native.link_flags(clang)).collect()
            }
            _ => files(options).map(|file| file.clone().into_os_string()).collect(),
        }
    }
}

fn files(options: &ReplayOptions) -> impl Iterator<Item = &PathBuf> {
    std::iter::once(&options.file).chain(&options.build.link)
}

/// Whether a file is a program as machine code, which need not be one of ours.
fn is_program(file: &Path) -> bool {
    let mut bytes = Vec::new();
    let read = File::open(file).and_then(|mut file| {
        file.by_ref().take(4).read_to_end(&mut bytes)?;
        if bytes == b"\x7fELF" { file.read_to_end(&mut bytes) } else { Ok(0) }
    });
    read.is_ok() && object::is_executable(&bytes)
}

/// Files under names by which the compiler knows what they are.
struct Parts<'a> {
    scratch: &'a Scratch,
    files: Vec<PathBuf>,
    /// Whether a module was compiled for our C library.
    is_musl: bool,
}

impl Parts<'_> {
    fn add(&mut self, file: &Path) -> Result<(), CliError> {
        match kind(file)? {
            Kind::Source => self.files.push(file.to_path_buf()),
            Kind::Module(bytes) => self.module(file, &bytes)?,
            Kind::Text(bytes) => self.write(&bytes, "ll")?,
            Kind::Object(bytes) => {
                let damaged = |error| CliError::Bitcode(file.to_path_buf(), error);
                for carried in object::carried(&bytes).map_err(damaged)?.unwrap_or_default() {
                    let bytes = carried.bitcode.map_err(|_| CliError::NotSource(file.into()))?;
                    self.module(file, &bytes)?;
                }
            }
            Kind::Archive(_) => return Err(CliError::NotSource(file.to_path_buf())),
        }
        Ok(())
    }

    fn module(&mut self, file: &Path, bytes: &[u8]) -> Result<(), CliError> {
        let module = bitcode::read(bytes);
        let module = module.map_err(|error| CliError::Bitcode(file.to_path_buf(), error))?;
        self.is_musl |= module.triple.contains("musl");
        self.write(bytes, "bc")
    }

    fn write(&mut self, bytes: &[u8], extension: &str) -> Result<(), CliError> {
        let path = self.scratch.file(&format!("part{}.{extension}", self.files.len()));
        std::fs::write(&path, bytes).map_err(|error| CliError::Write(path.clone(), error))?;
        self.files.push(path);
        Ok(())
    }
}
