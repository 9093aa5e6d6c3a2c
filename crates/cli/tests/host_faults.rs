//! What the host refuses: full disks, pipes without a reader, files that are not what they should be, memory that
//! is not there. Each is reported at once, and none is a panic.

mod support;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use support::{CLANG, Done, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(120);

/// Says something, and has some paths and an object of 4 KiB.
const PROGRAM: &str = r#"
#include <klee/klee.h>
#include <stdio.h>
static char big[4096];
int main(void) {
  puts("running");
  klee_make_symbolic(big, sizeof big, "big");
  int n = 0;
  for (int i = 0; i < 8; i++) if (big[i] > 5) n++;
  return n;
}
"#;

const SMALL: &str = "#include <klee/klee.h>\nint main(void) { int x; klee_make_symbolic(&x, 4, \"x\"); if (x > 1) return 1; return 0; }\n";

fn written(dir: &TempDir, name: &str, text: &str) -> String {
    let path = dir.path(name);
    fs::write(&path, text).expect("written");
    path.to_str().expect("text").to_owned()
}

/// Runs a shell command in which `$0` is the command under test.
fn shell(script: &str, args: &[&str]) -> Done {
    let mut bash = Command::new("bash");
    bash.args(["-c", script]).arg(strata().get_program()).args(args);
    let done = run(&mut bash, b"", LIMIT);
    assert!(!done.stderr.contains("panicked"), "{done:?}");
    done
}

#[test]
fn a_directory_that_cannot_be_used_is_told_before_anything_runs() {
    let dir = TempDir::new("no-output");
    let program = written(&dir, "p.c", PROGRAM);
    fs::create_dir(dir.path("used")).expect("made");
    written(&dir, "used/file", "x");
    for output in [dir.path("used"), "/proc/strata".into(), "/dev/full".into(), dir.path("no/such")]
    {
        let done =
            run(strata().args(["run", "--output-dir"]).arg(&output).arg(&program), b"", LIMIT);
        assert_eq!(done.status, Some(2), "{done:?}");
        assert!(done.stdout.is_empty(), "the program did not run: {done:?}");
        assert!(done.stderr.contains("run directory"), "{done:?}");
    }
}

/// A limit on the size of files stands for a disk that fills: tests of more than that, or the statistics,
/// cannot be written.
#[test]
fn a_disk_that_fills_ends_the_run_and_leaves_no_stumps() {
    for (text, blocks) in [(PROGRAM, 2), (SMALL, 2), (PROGRAM, 6)] {
        let dir = TempDir::new("full");
        let program = written(&dir, "p.c", text);
        let out = dir.path("out");
        let script = "trap '' XFSZ; ulimit -f $2; exec \"$0\" run --output-dir \"$3\" \"$1\"";
        let limit = blocks.to_string();
        let done = shell(script, &[&program, &limit, out.to_str().expect("text")]);
        assert_eq!(done.status, Some(3), "not complete: {done:?}");
        assert!(done.stderr.contains("strata: not all is written down: cannot write"), "{done:?}");
        assert!(!done.stderr.lines().any(|line| line == "strata: exhaustive"), "{done:?}");
        assert!(!out.join("summary.json").exists());
        for entry in fs::read_dir(&out).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "ktest") {
                let shown = run(strata().arg("ktest").arg(&path), b"", LIMIT);
                assert_eq!(shown.status, Some(0), "{shown:?}");
            }
        }
    }
}

/// Nothing is left of a directory in which not even the first file can be written.
#[test]
fn a_disk_that_is_full_is_told_at_once() {
    let dir = TempDir::new("full-at-once");
    let program = written(&dir, "p.c", PROGRAM);
    let out = dir.path("out");
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" run --output-dir \"$2\" \"$1\" 2>&1 | cat";
    let bitcode = dir.path("p.bc");
    let mut clang = Command::new(CLANG);
    clang.args(["-c", "-emit-llvm", "-I"]).arg(support::runtime().join("replay/include"));
    assert_eq!(run(clang.arg("-o").arg(&bitcode).arg(&program), b"", LIMIT).status, Some(0));
    let done = shell(
        &script.replace("2>&1 | cat", "| cat; exit ${PIPESTATUS[0]}").replace("exec ", ""),
        &[bitcode.to_str().expect("text"), out.to_str().expect("text")],
    );
    assert_eq!(done.status, Some(2), "{done:?}");
    assert!(done.stdout.is_empty(), "{done:?}");
    assert!(!out.exists());
}

#[test]
fn damaged_tests_are_skipped() {
    let dir = TempDir::new("damaged");
    let program = written(&dir, "p.c", SMALL);
    let out = dir.path("out");
    let explored = run(strata().args(["run", "--output-dir"]).arg(&out).arg(&program), b"", LIMIT);
    assert_eq!(explored.status, Some(0), "{explored:?}");
    fs::write(out.join("test000000.ktest"), b"KTEST").expect("written");
    let all: Vec<_> = (0..3).map(|n| out.join(format!("test{n:06}.ktest"))).collect();
    let shown = run(strata().arg("ktest").args(&all), b"", LIMIT);
    assert_eq!(shown.status, Some(2), "{shown:?}");
    assert!(shown.stderr.contains("test000000.ktest"), "{shown:?}");
    assert_eq!(String::from_utf8_lossy(&shown.stdout).matches("ktest file").count(), 2);
    let replayed = run(strata().arg("replay").arg(&program).arg(&out), b"", LIMIT);
    assert_eq!(replayed.status, Some(2), "{replayed:?}");
    let text = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert!(text.contains("2 confirmed, 0 unconfirmed, 0 differ, 1 damaged"), "{replayed:?}");
    // One whose arguments make no sense.
    fs::write(&all[0], no_sense()).expect("written");
    let replayed = run(strata().arg("replay").arg(&program).arg(&out), b"", LIMIT);
    assert_eq!(replayed.status, Some(2), "{replayed:?}");
    assert!(replayed.stderr.contains("test000000.ktest: "), "{replayed:?}");
    let text = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert!(text.contains("2 confirmed, 0 unconfirmed, 0 differ, 1 damaged"), "{replayed:?}");
    // A run that was killed while it wrote.
    let lines = fs::read_to_string(out.join("tests.jsonl")).expect("text");
    fs::write(out.join("tests.jsonl"), &lines[..lines.len() - 10]).expect("written");
    let replayed = run(strata().arg("replay").arg(&program).arg(&all[1]), b"", LIMIT);
    assert_eq!(replayed.status, Some(0), "{replayed:?}");
}

/// A whole test file without objects, of a run with arguments that are none.
fn no_sense() -> Vec<u8> {
    let args = ["p", "--sym-args", "none", "of", "these"];
    let number = |n: usize| u32::try_from(n).expect("few").to_be_bytes();
    let mut file = [b"KTEST".as_slice(), &number(3), &number(args.len())].concat();
    for arg in args {
        file.extend([number(arg.len()).as_slice(), arg.as_bytes()].concat());
    }
    file.extend([number(0), number(0), number(0)].concat());
    file
}

#[test]
fn nobody_reads() {
    let dir = TempDir::new("pipe");
    let program = written(&dir, "p.c", SMALL);
    let out = dir.path("out");
    run(strata().args(["run", "--output-dir"]).arg(&out).arg(&program), b"", LIMIT);
    let test = out.join("test000001.ktest");
    let test = test.to_str().expect("text");
    let many = format!("ktest {}", format!("{test} ").repeat(2000));
    for command in [&format!("code {program}")[..], &format!("points-to --all {program}"), &many] {
        let done = shell(&format!("\"$0\" {command} | head -n 1; exit ${{PIPESTATUS[0]}}"), &[]);
        // What fits into the pipe is written before its end is closed.
        let quick = !command.starts_with("ktest") && done.status == Some(0);
        assert!(quick || done.status == Some(141), "{command:.20}: {done:?}");
        assert!(!done.stderr.contains("cannot write"), "{done:?}");
        let done = shell(&format!("\"$0\" {command} > /dev/full"), &[]);
        assert_eq!(done.status, Some(2), "{done:?}");
        assert!(done.stderr.contains("cannot write standard output"), "{done:?}");
    }
    let done = shell(&format!("\"$0\" run {program} 2>&1 >&- | head -n 0"), &[]);
    assert_eq!(done.status, Some(0), "{done:?}");
}

fn refused(file: &Path, why: &str) {
    let done = run(strata().arg("run").arg(file), b"", LIMIT);
    assert_eq!(done.status, Some(2), "{done:?}");
    assert!(done.stderr.contains(why), "{why}: {done:?}");
}

#[test]
fn files_that_are_something_else() {
    let dir = TempDir::new("else");
    refused(&dir.path("."), "is a directory");
    for name in ["fifo", "fifo.c"] {
        assert!(Command::new("mkfifo").arg(dir.path(name)).status().expect("mkfifo").success());
        refused(&dir.path(name), "is not a regular file");
    }
    symlink("fifo", dir.path("link")).expect("linked");
    refused(&dir.path("link"), "is not a regular file");
    refused(Path::new("/dev/zero"), "is not a regular file");
    // Far more than a run may use; nothing but its start is looked at.
    fs::File::create(dir.path("huge")).and_then(|f| f.set_len(1 << 40)).expect("a sparse file");
    refused(&dir.path("huge"), "is not bitcode");
    let source =
        written(&dir, "f.c", "int f(void) { return 1; }\nint main(void) { return f(); }\n");
    let script = "cd \"$1\" && clang-19 -c f.c -o f.o && ar rc native.a f.o && ar rc mixed.a f.o && \
                  clang-19 -c -emit-llvm f.c -o g.o && ar rc mixed.a g.o";
    let made = shell(script, &[Path::new(&source).parent().and_then(Path::to_str).expect("text")]);
    assert_eq!(made.status, Some(0), "{made:?}");
    refused(&dir.path("native.a"), "is an archive of machine code, not of bitcode; give");
    refused(&dir.path("mixed.a"), "is machine code; make the archive of LLVM bitcode");
    // A pipe that the shell made.
    let done = shell("\"$0\" run <(cat \"$1\")", &[dir.path("g.o").to_str().expect("text")]);
    assert_eq!(support::exit_status(&done), Some(1), "{done:?}");
}

#[test]
fn memory_that_is_not_there() {
    let dir = TempDir::new("memory");
    let text = "#include <stdlib.h>\n#include <string.h>\nint main(void) {\n  char *p = malloc(SIZE);\n  \
                if (!p) return 1;\n  memset(p, 1, SIZE);\n  return 0;\n}\n";
    let fill = |size: &str| text.replace("SIZE", size);
    let huge = written(&dir, "huge.c", &fill("(3ul << 30)"));
    let done = run(strata().arg("run").arg(&huge), b"", LIMIT);
    assert_eq!(done.status, Some(3), "{done:?}");
    assert!(done.stderr.contains("--max-memory"), "{done:?}");
    let wrong = written(&dir, "wrong.c", &fill("16").replace("1, 16", "1, -1"));
    let done = run(strata().arg("run").arg(&wrong), b"", LIMIT);
    assert!(done.stderr.contains("out of bounds"), "{done:?}");
    // The system has less than the run may use.
    let large = written(&dir, "large.c", &fill("(1ul << 30)"));
    let done = shell("ulimit -v 1000000; exec \"$0\" run \"$1\"", &[&large]);
    assert_eq!(done.status, Some(3), "{done:?}");
    assert!(done.stderr.contains("the system has no memory left"), "{done:?}");
}

/// Every option that reads a file refuses what would block or has no end. No signal but the last would end a command
/// that catches signals while it waits for a pipe.
#[test]
fn files_that_do_not_end() {
    let dir = TempDir::new("endless");
    let program = written(&dir, "p.c", SMALL);
    let made =
        run(strata().args(["run", "--output-dir"]).arg(dir.path("out")).arg(&program), b"", LIMIT);
    assert_eq!(made.status, Some(0), "{made:?}");
    assert!(Command::new("mkfifo").arg(dir.path("fifo")).status().expect("mkfifo").success());
    fs::File::create(dir.path("huge")).and_then(|f| f.set_len(1 << 40)).expect("a sparse file");
    let (fifo, huge) = (dir.path("fifo"), dir.path("huge"));
    for file in [&fifo, &huge, Path::new("/dev/zero")] {
        let file = file.to_str().expect("text");
        let uses: [&[&str]; 8] = [
            &["ktest", file],
            &["solve", file],
            &["replay", &program, file],
            &["run", "--link", file, &program],
            &["run", "--memory=segmented-ideal", "--segments", file, &program],
            &["run", "--seed-ktest", file, &program],
            &["run", "--replay-ktest", file, &program],
            &["run", "--externals=concrete", "--native-library", file, &program],
        ];
        for args in uses {
            let done = run(strata().args(args).current_dir(dir.path("")), b"", LIMIT);
            assert!(!done.timed_out, "{args:?}");
            assert!(!done.stderr.contains("panicked"), "{args:?}: {done:?}");
            assert_ne!(done.status, Some(0), "{args:?}: {done:?}");
            assert!(done.stderr.contains(file), "{args:?}: {done:?}");
        }
    }
}

/// Segments of an earlier run are for one model: with another they would be left out without a word.
#[test]
fn segments_for_another_model() {
    let dir = TempDir::new("segments");
    let program = written(&dir, "p.c", SMALL);
    let done = run(strata().args(["run", "--segments", "none.txt", &program]), b"", LIMIT);
    assert_eq!(done.status, Some(2), "{done:?}");
    assert!(done.stderr.contains("--memory segmented-ideal"), "{done:?}");
}

/// A limit of file sizes is a full disk, and no signal.
#[test]
fn files_that_may_not_grow() {
    let dir = TempDir::new("file-size");
    let program = written(&dir, "p.c", PROGRAM);
    let bitcode = dir.path("p.bc");
    let script = "clang-19 -c -emit-llvm -I \"$3\" \"$1\" -o \"$2\" && ulimit -f 4 && \
                  exec \"$0\" run --output-dir \"$2.out\" \"$2\"";
    let include = support::root().join("runtime/include");
    let paths = [Path::new(&program), &bitcode, &include].map(|path| path.to_str().expect("text"));
    let done = shell(script, &paths);
    assert_eq!(done.status, Some(3), "{done:?}");
    assert!(done.stderr.contains("not all is written down"), "{done:?}");
}

/// Only a link is replaced by the link to the newest run.
#[test]
fn what_is_not_ours_stays() {
    let dir = TempDir::new("last");
    let program = written(&dir, "p.c", SMALL);
    let last = dir.path("strata-last");
    let explored = || {
        let done = run(strata().args(["run", &program]), b"", LIMIT);
        assert_eq!(done.status, Some(0), "{done:?}");
    };
    fs::write(&last, "precious").expect("written");
    explored();
    assert_eq!(fs::read_to_string(&last).expect("still a file"), "precious");
    let warnings = fs::read_to_string(dir.path("strata-out-0/warnings.txt")).expect("warnings");
    assert!(warnings.contains("no strata-last"), "{warnings}");
    fs::remove_file(&last).expect("removed");
    fs::create_dir(&last).expect("made");
    explored();
    assert!(last.symlink_metadata().expect("there").is_dir());
    fs::remove_dir(&last).expect("nothing was put in it");
    symlink("strata-out-0", &last).expect("linked");
    explored();
    assert_eq!(fs::read_link(&last).expect("a link"), Path::new("strata-out-2"));
}

/// Waits for a word on its standard input once it runs.
const WAITING: &str = r#"
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  char c;
  int x, n = 0;
  puts("running");
  fflush(stdout);
  read(0, &c, 1);
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = 0; i < 8; i++) if (x >> i & 1) n++;
  return n;
}
"#;

/// A run directory that is removed, or cannot be written to any more, ends the run with its first test.
#[test]
fn a_directory_that_goes_away() {
    let go = "{ read line; rm -rf \"$2\"; echo go >&3; cat; }";
    let script = format!(
        "mkfifo \"$1.in\"; exec 3<>\"$1.in\"; \"$0\" run --output-dir \"$2\" \"$1\" <&3 | {go}; exit ${{PIPESTATUS[0]}}"
    );
    let dir = TempDir::new("gone");
    let program = written(&dir, "p.c", WAITING);
    let out = dir.path("out");
    let done = shell(&script, &[&program, out.to_str().expect("text")]);
    assert_eq!(done.status, Some(3), "not complete: {done:?}");
    assert!(done.stderr.contains("strata: not all is written down: cannot write"), "{done:?}");
    assert!(!done.stderr.lines().any(|line| line == "strata: exhaustive"), "{done:?}");
    assert!(!out.exists());
}

/// Arguments may be as long as the system takes them: those of the program reach it, others are names or numbers that
/// nothing has.
#[test]
fn long_arguments() {
    let dir = TempDir::new("long");
    let program = "#include <stdio.h>\n#include <string.h>\nint main(int argc, char **argv) { size_t n = 0; \
        for (int i = 1; i < argc; i++) n += strlen(argv[i]); printf(\"%d %zu\\n\", argc, n); }\n";
    let program = written(&dir, "p.c", program);
    let long = "x".repeat(100_000);
    let done = run(strata().args(["run", &program, &long]), b"", LIMIT);
    assert_eq!(String::from_utf8_lossy(&done.stdout), "2 100000\n", "{done:?}");
    let done = run(strata().args(["run", &program]).args(vec![&long[..1000]; 1000]), b"", LIMIT);
    assert_eq!(String::from_utf8_lossy(&done.stdout), "1001 1000000\n", "{done:?}");
    let option = format!("--{long}");
    let refused: [&[&str]; 7] = [
        &[&long],
        &["--output-dir", &long, &program],
        &["--search", &long, &program],
        &["--max-time", &long, &program],
        &["--entry-point", &long, &program],
        &[&option, &program],
        &[&program, "--sym-arg", &long],
    ];
    for words in refused {
        let done = run(strata().arg("run").args(words), b"", LIMIT);
        assert_eq!(done.status, Some(2), "{:?}", &done.stderr[..100]);
        assert!(!done.stderr.contains("panicked"), "{:?}", &done.stderr[..100]);
    }
}
