//! Input that cannot be used: one clear message, exit status 2.

mod support;

use std::process::Command;
use std::time::Duration;

use support::{TempDir, run, strata};

/// Runs `strata run` on a file with these bytes and checks what it says.
fn refused(name: &str, bytes: &[u8], message: &str) {
    let dir = TempDir::new("bad");
    let file = dir.path(name);
    std::fs::write(&file, bytes).unwrap();
    check(&file, message);
}

fn check(file: &std::path::Path, message: &str) {
    let done = run(strata().arg("run").arg(file), b"", Duration::from_secs(20));
    assert_eq!(done.status, Some(2), "{}", done.stderr);
    assert!(done.stdout.is_empty());
    let said: Vec<&str> = done.stderr.lines().filter(|l| l.starts_with("strata: ")).collect();
    assert_eq!(said.len(), 1, "{}", done.stderr);
    let name = file.file_name().unwrap().to_str().unwrap();
    assert!(said[0].contains(name), "the message names the file: {}", said[0]);
    assert!(said[0].contains(message), "{}", said[0]);
}

/// Bitcode of a small program.
fn bitcode() -> Vec<u8> {
    let dir = TempDir::new("bad");
    let source = dir.path("a.c");
    std::fs::write(&source, "int main(void) { return 0; }\n").unwrap();
    let out = dir.path("a.bc");
    let mut clang = Command::new(support::CLANG);
    clang.args(["-c", "-emit-llvm", "-g", "-o"]).arg(&out).arg(&source);
    assert_eq!(run(&mut clang, b"", Duration::from_secs(20)).status, Some(0));
    std::fs::read(out).unwrap()
}

#[test]
fn text() {
    refused("notes.txt", b"just some text\n", "not bitcode");
    refused("notes.bc", b"just some text\n", "not bitcode");
}

#[test]
fn nothing() {
    refused("empty.bc", b"", "empty");
}

#[test]
fn truncated() {
    let whole = bitcode();
    for len in [4, 5, 100, whole.len() / 2, whole.len() - 4] {
        refused("cut.bc", &whole[..len], "bit");
    }
}

#[test]
fn machine_code() {
    refused("a.o", b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0", "machine code");
}

#[test]
fn missing() {
    check(&TempDir::new("bad").path("nowhere.bc"), "cannot read");
}

#[test]
fn syntax_error() {
    refused("wrong.c", b"int main(void) { return }\n", "does not compile");
}

#[test]
fn no_main() {
    refused("library.c", b"int f(void) { return 1; }\n", "main");
}

/// Symbolic input that cannot be given: before anything is run.
#[test]
fn symbolic_input() {
    let dir = TempDir::new("bad");
    let program = dir.path("a.c");
    std::fs::write(&program, "int main(void) { return 0; }\n").unwrap();
    let cases: [(&[&str], &str); 4] = [
        (&["--sym-stdin-template", "nowhere.tpl"], "cannot read nowhere.tpl: "),
        (&["--sym-file", "A=nowhere.tpl"], "cannot read nowhere.tpl: "),
        (&["--sym-files", "many", "2"], "--sym-files: NUM is \"many\", not a number"),
        (&["--sym-files", "2"], "--sym-files: N is missing"),
    ];
    for (words, message) in cases {
        let mut command = strata();
        command.arg("run").arg(&program).args(words).current_dir(dir.path("."));
        let done = run(&mut command, b"", Duration::from_secs(20));
        assert_eq!(done.status, Some(2), "{words:?}: {}", done.stderr);
        assert_eq!(done.stderr.lines().count(), 1, "{words:?}: {}", done.stderr);
        assert!(done.stderr.contains(message), "{words:?}: {}", done.stderr);
        assert!(!dir.path("strata-last").exists(), "{words:?}: nothing was run");
    }
}

/// A call of the system that is not modelled: the path ends where it is made, with its name.
#[test]
fn unsupported_call() {
    let dir = TempDir::new("bad");
    let program = dir.path("a.c");
    let source = "#include <unistd.h>\nint main(void) {\n  return syscall(425, 1, 0);\n}\n";
    std::fs::write(&program, source).unwrap();
    let mut command = strata();
    command.arg("run").arg(&program);
    let done = run(&mut command, b"", Duration::from_secs(20));
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    let said: Vec<_> = done.stderr.lines().filter(|line| line.starts_with("strata:")).collect();
    let [line] = said[..] else { panic!("{}", done.stderr) };
    assert!(line.contains("a.c:3:10: UNSUPPORTED system call io_uring_setup"), "{line}");
}
