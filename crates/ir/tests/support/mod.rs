//! What the tests share: compiling snippets, running native programs, and a small evaluator of
//! lowered code over integers.

#![allow(dead_code, reason = "each test file uses a part of this")]

pub mod eval;
pub mod snippets;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use bitcode::Module;
use ir::{Code, FunctionId, Inst, Linker, Program};

pub const CLANG: &str = "clang-19";

/// A directory that goes away.
pub struct TempDir(tempfile::TempDir);

impl TempDir {
    pub fn new() -> TempDir {
        TempDir(tempfile::tempdir().expect("a temporary directory"))
    }

    /// A file in it with some text.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).expect("a temporary file");
        path
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Runs a command that must succeed; gives its output.
pub fn run(command: &mut Command) -> String {
    let output =
        command.stdin(Stdio::null()).output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?} failed:\n{errors}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Which of the compilers are installed.
pub fn clangs() -> Vec<String> {
    let names = [13, 14, 15, 16, 19, 22].map(|version| format!("clang-{version}"));
    let present: Vec<String> = names.into_iter().filter(|name| testing::installed(name)).collect();
    assert!(!present.is_empty(), "no clang is installed");
    present
}

/// The bitcode of a file of C or C++.
pub fn bitcode_of(clang: &str, source: &Path, flags: &[&str]) -> Vec<u8> {
    let out = source.with_extension("bc");
    let mut command = Command::new(clang);
    command.args(["-c", "-emit-llvm", "-w", "-o"]).arg(&out).args(flags).arg(source);
    run(&mut command);
    std::fs::read(out).expect("what the compiler wrote")
}

/// The module of a snippet of C.
pub fn module(source: &str, flags: &[&str]) -> Module {
    let dir = TempDir::new();
    let bytes = bitcode_of(CLANG, &dir.file("snippet.c", source), flags);
    bitcode::read(&bytes).expect("a module")
}

/// The module of a text of LLVM's assembly.
pub fn assemble(text: &str) -> Module {
    let dir = TempDir::new();
    let out = dir.path("text.bc");
    let mut command = Command::new("llvm-as-19");
    run(command.arg(dir.file("text.ll", text)).arg("-o").arg(&out));
    bitcode::read(&std::fs::read(out).expect("what the assembler wrote")).expect("a module")
}

/// One module as a program.
pub fn link(module: Module) -> Program {
    let mut linker = Linker::new();
    linker.add_module("snippet", module).expect("a module that links");
    linker.link(&[]).expect("a program")
}

/// A snippet of C as a program.
pub fn program(source: &str, flags: &[&str]) -> Program {
    link(module(source, flags))
}

/// The function of a name.
pub fn function(program: &Program, name: &str) -> FunctionId {
    program.function(name).unwrap_or_else(|| panic!("no function {name}"))
}

/// The texts of everything that is not modelled in some code.
pub fn unsupported(code: &Code) -> Vec<&str> {
    let texts = code.insts.iter().filter_map(|inst| match inst {
        Inst::Unsupported { text } => Some(code.texts[*text as usize].as_str()),
        _ => None,
    });
    texts.collect()
}

/// The first contents of a global, filled up to its size.
pub fn contents(program: &Program, name: &str) -> Vec<u8> {
    let id = program.global(name).unwrap_or_else(|| panic!("no global {name}"));
    let global = &program.globals[id.0 as usize];
    let mut bytes = global.init.as_ref().expect("a definition").bytes.clone();
    bytes.resize(global.size as usize, 0);
    bytes
}

/// A global of type `int`.
pub fn int_global(program: &Program, name: &str) -> i32 {
    i32::from_le_bytes(contents(program, name).try_into().expect("four bytes"))
}
