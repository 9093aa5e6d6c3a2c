//! Other processes (`--spawn`): a program that executes commands prints what it prints natively, where commands of
//! the same names do what the script says.

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use support::{Done, TempDir, native, root, run, strata};

const LIMIT: Duration = Duration::from_secs(60);
const HELLO: &str = "hello from a command\n";

/// A command that does what a scripted one does: writes, reads its input if that is a pipe, and ends.
fn command(directory: &Path, name: &str, output: &Path, status: u8) {
    let file = directory.join(name);
    let output = output.display();
    let text =
        format!("#!/bin/sh\ncat {output}\n[ -p /dev/stdin ] && cat >/dev/null\nexit {status}\n");
    fs::write(&file, text).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
}

fn strata_run(dir: &TempDir, flags: &[&str], rest: &[&str]) -> Done {
    let mut command = strata();
    command.arg("run").args(flags).args(rest).current_dir(dir.path(""));
    run(&mut command, b"", LIMIT)
}

#[test]
fn commands_as_natively() {
    let dir = TempDir::new("spawn");
    let source = root().join("tests/spawn/commands.c");
    let program = native(&source, &["-w"], &dir).expect("it compiles");
    let bin = dir.path("bin");
    fs::create_dir(&bin).unwrap();
    fs::write(dir.path("hello.txt"), HELLO).unwrap();
    command(&bin, "hello", &dir.path("hello.txt"), 0);
    command(&bin, "seven", Path::new("/dev/null"), 7);
    let mut natively = Command::new(program);
    natively.env("PATH", format!("{}:/usr/bin:/bin", bin.display())).current_dir(dir.path(""));
    let natively = run(&mut natively, b"", LIMIT);
    assert_eq!(natively.status, Some(7), "{}", natively.stderr);
    for model in ["fork", "merge", "flat", "segmented"] {
        let model = format!("--memory={model}");
        let flags = ["--spawn=seven=7", "--spawn=hello=0:hello.txt", &model];
        let done = strata_run(&dir, &flags, &[&source.to_string_lossy()]);
        assert_eq!(done.stdout, natively.stdout, "{model}: {}", done.stderr);
        assert_eq!(support::exit_status(&done), Some(7), "{}", done.stderr);
        assert!(done.stderr.contains("not executed: nowhere"), "{}", done.stderr);
    }
}

#[test]
fn replay_makes_no_processes() {
    let dir = TempDir::new("spawn-replay");
    let text = "#include <stdlib.h>\n#include <unistd.h>\nint main(void) { char c = 0; read(0, &c, 1);\n\
                if (c == 'x') return system(\"touch made\") ? 1 : 2; return 0; }";
    fs::write(dir.path("a.c"), text).unwrap();
    let done = strata_run(&dir, &["--spawn=touch=0"], &["a.c", "--sym-stdin", "1"]);
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    let mut replay = strata();
    let done =
        run(replay.args(["replay", "a.c", "strata-last"]).current_dir(dir.path("")), b"", LIMIT);
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.contains("it makes other processes") && said.contains(" confirmed"), "{said}");
    assert!(!dir.path("made").exists());
}

#[test]
fn words_that_are_no_scripts() {
    let dir = TempDir::new("spawn-words");
    fs::write(dir.path("a.c"), "int main(void) { return 0; }").unwrap();
    for (word, problem) in [
        ("--spawn=cc", "is neither fail nor COMMAND=STATUS"),
        ("--spawn=cc=300", "is neither fail nor COMMAND=STATUS"),
        ("--spawn=cc=0:nowhere", "cannot read nowhere"),
    ] {
        let done = strata_run(&dir, &[word], &["a.c"]);
        assert_eq!(done.status, Some(2), "{}", done.stderr);
        assert!(done.stderr.contains(problem), "{}", done.stderr);
    }
    let done = strata_run(&dir, &["--tty=stdin"], &["a.c", "--sym-stdin", "2"]);
    assert!(done.status == Some(2) && done.stderr.contains("not a terminal"), "{}", done.stderr);
}
