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

/// Where none can be created, none can be natively, not even by the superuser; threads are refused as processes are.
#[test]
fn replay_is_refused_processes() {
    let dir = TempDir::new("spawn-refused");
    let text = "#include <errno.h>\n#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n\
                static void *work(void *p) { return p; }\n\
                int main(void) { pthread_t t; char c = 0; read(0, &c, 1);\n\
                if (c == 't') { printf(\"thread %d\\n\", pthread_create(&t, 0, work, 0)); return 2; }\n\
                if (c == 'f') { int p = fork(); printf(\"fork %d %d\\n\", p, errno); return 3; }\n\
                if (c == 'v') { int p = vfork(); if (!p) _exit(9); printf(\"vfork %d\\n\", p); return 4; }\n\
                if (c == 's') return system(\"touch made\") ? 5 : 9;\n\
                if (c == 'o') { int *p = malloc(4); if (fork() == -1) p[1] = 1; }\n\
                return 0; }";
    fs::write(dir.path("a.c"), text).unwrap();
    let done = strata_run(&dir, &["--spawn=fail"], &["a.c", "--sym-stdin", "1"]);
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    let mut replay = strata();
    let done =
        run(replay.args(["replay", "a.c", "strata-last"]).current_dir(dir.path("")), b"", LIMIT);
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(said.ends_with("strata: 6 confirmed, 0 unconfirmed, 0 differ\n"), "{said}");
    assert!(!dir.path("made").exists());
}

/// What nobody will write or wake is waited for natively, too.
#[test]
fn replay_waits_for_ever() {
    let dir = TempDir::new("spawn-waits");
    let text = "#include <unistd.h>\nint main(void) { int ends[2]; char c = 0; read(0, &c, 1);\n\
                if (c != 'w') return 0; write(1, \"here\\n\", 5); pipe(ends);\n\
                return read(ends[0], &c, 1); }";
    fs::write(dir.path("a.c"), text).unwrap();
    let done = strata_run(&dir, &[], &["a.c", "--sym-stdin", "1"]);
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    let mut replay = strata();
    replay.args(["replay", "--time-limit=1s", "a.c", "strata-last"]).current_dir(dir.path(""));
    let said = String::from_utf8_lossy(&run(&mut replay, b"", LIMIT).stdout).into_owned();
    assert!(said.contains("confirmed: waits for ever"), "{said}");
    assert!(said.ends_with("strata: 2 confirmed, 0 unconfirmed, 0 differ\n"), "{said}");
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
