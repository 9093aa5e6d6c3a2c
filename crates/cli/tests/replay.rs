//! `strata replay` on hand-made tests: each kind of end is confirmed where it happens, and what does not
//! agree is said to differ.

mod support;

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use exec::{Difference, Differences};
use report::expected::{Ending, Expected};
use report::ktest::{Ktest, KtestObject};
use support::{TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

/// Does something else for each value of `x`.
const PROGRAM: &str = r#"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strata.h>
static const char fixed[8] = "fixed";
static int deep(volatile int *n) { volatile int here = *n; return deep(&here) + here; }
static int *gone(void) { int local = 1; int *volatile p = &local; return p; }
int main(int argc, char **argv) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x != 99);
  volatile int zero = 0;
  char *p = malloc(8);
  printf("x is %d\n", x);
  switch (x) {
  case 1: p[8] = 1; /* line 18 */ break;
  case 2: free(p);
    return p[0]; /* line 20 */
  case 3: free(p);
    free(p); /* line 22 */ break;
  case 4: free(p + 1); /* line 23 */ break;
  case 5: *(volatile char *)0 = 1; /* line 24 */ break;
  case 6: *(char *)fixed = 1; /* line 25 */ break;
  case 7: assert(x == 0); /* line 26 */ break;
  case 8: abort();
  case 9: return 1 / zero; /* line 28 */
  case 10: return 1 << (zero + 40); /* line 29 */
  case 11: return deep(&x);
  case 12: return ((int (*)(void))p)();
  case 13: klee_report_error("prog.c", 1, "by hand", "hand");
  case 14: reach_error(); break;
  case 15: return *gone(); /* line 34 */
  case 16: { volatile char local[4]; if (local[zero]) puts("set"); /* line 35 */ break; }
  case 17: memset(p, 0, 9); /* line 36 */ break;
  case 18: klee_assert(x == 0); /* line 37 */ break;
  case 19: while (!zero) {} break;
  case 20: return klee_range(0, 3, "y") + klee_int("z");
  case 21: return (int)klee_get_obj_size(p);
  case 22: return argc;
  case 23: fputs(argv[1], stderr); break;
  }
  return x;
}
"#;

struct Case {
    objects: Vec<(&'static str, Vec<u8>)>,
    end: Ending,
    stdout: String,
    stderr: String,
    differences: Differences,
    /// What the line of the test must contain.
    verdict: &'static str,
}

fn case(x: i32, end: Ending, verdict: &'static str) -> Case {
    let objects = vec![("x", x.to_le_bytes().to_vec())];
    let stdout = format!("x is {x}\n");
    Case { objects, end, stdout, stderr: String::new(), differences: Differences::NONE, verdict }
}

fn fault(kind: &str, line: u32) -> Ending {
    Ending::Fault { kind: kind.into(), file: "prog.c".into(), line }
}

/// The lines that `strata replay` prints for these tests, and its exit status.
fn replay(cases: &[Case], options: &[&str]) -> (Vec<String>, Option<i32>) {
    let dir = TempDir::new("replay");
    let program = dir.path("prog.c");
    fs::write(&program, PROGRAM).expect("written");
    let out: PathBuf = dir.path("out");
    fs::create_dir(&out).expect("made");
    let mut known = String::new();
    for (number, case) in cases.iter().enumerate() {
        let test = format!("test{:06}.ktest", number + 1);
        let object = |(name, bytes): &(&str, Vec<u8>)| KtestObject {
            name: name.as_bytes().to_vec(),
            bytes: bytes.clone(),
        };
        let objects = case.objects.iter().map(object).collect();
        let args = vec![b"prog.c".to_vec(), b"argument".to_vec()];
        fs::write(out.join(&test), Ktest { args, objects }.to_bytes()).expect("written");
        let expected = Expected {
            test,
            end: case.end.clone(),
            stdout: case.stdout.clone().into(),
            stderr: case.stderr.clone().into(),
            differences: case.differences,
        };
        known += &expected.to_line();
    }
    fs::write(out.join("tests.jsonl"), known).expect("written");
    let mut command = strata();
    command.args(["replay", "--cc", support::CLANG]).args(options).arg(program).arg(out);
    let done = run(&mut command, b"", LIMIT);
    assert!(!done.timed_out && done.stderr.is_empty(), "{}", done.stderr);
    let text = String::from_utf8(done.stdout).expect("text");
    (text.lines().map(str::to_owned).collect(), done.status)
}

fn check(cases: &[Case], options: &[&str], status: i32) {
    let (lines, ended) = replay(cases, options);
    let mut wrong = String::new();
    for (case, line) in cases.iter().zip(&lines) {
        if !line.contains(case.verdict) {
            let _ = writeln!(wrong, "expected `{}`, not {line}", case.verdict);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert_eq!((lines.len(), ended), (cases.len() + 1, Some(status)), "{lines:#?}");
}

#[test]
fn exits() {
    let mut arguments = case(23, Ending::Exit(23), ": confirmed: exit status 23");
    arguments.stderr = "argument".into();
    let mut more = case(20, Ending::Exit(7), ": confirmed: exit status 7");
    more.objects.push(("y", 2_i32.to_le_bytes().to_vec()));
    more.objects.push(("z", 5_i32.to_le_bytes().to_vec()));
    let cases = [
        case(0, Ending::Exit(0), ": confirmed: exit status 0"),
        case(-1, Ending::Exit(-1), ": confirmed: exit status -1"),
        case(22, Ending::Exit(2), ": confirmed: exit status 2"),
        arguments,
        more,
    ];
    check(&cases, &["--check-exits"], 0);
}

#[test]
fn faults() {
    let cases = [
        case(1, fault("out-of-bounds", 18), ": confirmed: out-of-bounds: heap-buffer-overflow"),
        case(2, fault("use-after-free", 20), ": confirmed: use-after-free: heap-use-after-free"),
        case(3, fault("double-free", 22), ": confirmed: double-free"),
        case(4, fault("invalid-free", 23), ": confirmed: invalid-free"),
        case(5, fault("null-dereference", 24), ": confirmed: null-dereference: SEGV"),
        case(6, fault("read-only-write", 25), ": confirmed: read-only-write: SEGV"),
        case(7, fault("assertion", 26), ": confirmed: assertion: "),
        case(8, fault("abort", 27), ": confirmed: abort: natively killed by signal 6"),
        case(9, fault("division-by-zero", 28), ": confirmed: division-by-zero"),
        case(10, fault("overshift", 29), ": confirmed: overshift: shift exponent 40"),
        case(11, fault("stack-overflow", 8), ": confirmed: stack-overflow"),
        case(12, fault("invalid-function-pointer", 31), ": confirmed: invalid-function-pointer"),
        case(13, fault("reported-error", 32), ": confirmed: reported-error: prog.c:1: by hand"),
        case(14, fault("assertion", 33), ": confirmed: assertion: reach_error is reached"),
        case(
            15,
            fault("use-after-return", 34),
            ": confirmed: use-after-return: stack-use-after-re",
        ),
        case(16, fault("uninitialised-use", 35), ": confirmed: uninitialised-use: use-of-uninit"),
        case(17, fault("out-of-bounds", 36), ": confirmed: out-of-bounds: heap-buffer-overflow"),
        case(18, fault("assertion", 37), ": confirmed: assertion: "),
        case(0, fault("leak", 0), ": confirmed: leak: detected memory leaks"),
    ];
    check(&cases, &[], 0);
}

/// Any reason to be different natively excuses a difference; what makes processes is not even run.
#[test]
fn natively_different() {
    let cases = Difference::ALL.map(|difference| {
        let text = match difference {
            Difference::Processes => ": unconfirmed: it makes other processes",
            Difference::Files => {
                ": unconfirmed: depends on what is different natively: files of the host that are \
                 not shown (exit status 3 expected"
            }
            _ => ": unconfirmed: depends on what is different natively: ",
        };
        let mut case = case(0, Ending::Exit(3), text);
        case.differences.insert(difference);
        case
    });
    check(&cases, &[], 0);
}

/// A path is marked with each reason that it has, and with no other.
#[test]
fn paths_know_why_they_differ() {
    let dir = TempDir::new("differences");
    let (program, out) = (dir.path("prog.c"), dir.path("out"));
    let text = r#"
#include <fcntl.h>
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned x, y;
  char *p = malloc(1);
  volatile int result = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x < 16);
  if ((x & 1) && (unsigned long)p % 4096 == 8) result = 1;
  if ((x & 2) && *p == 7) result = 2;
  if ((x & 4) && klee_is_symbolic(y)) result = 3;
  if ((x & 8) && open("/etc/group", O_RDONLY) < 0) result = 4;
  free(p);
  return x;
}
"#;
    fs::write(&program, text).expect("written");
    let mut command = strata();
    command.arg("run").arg("--output-dir").arg(&out).arg(&program);
    let done = run(&mut command, b"", LIMIT);
    assert!(!done.timed_out, "{}", done.stderr);
    let known = report::expected::read(&out).expect("readable").expect("tests");
    let mut found: Vec<(i32, Vec<Difference>)> = known
        .iter()
        .map(|test| match test.end {
            Ending::Exit(status) => (status, test.differences.iter().collect()),
            _ => panic!("{test:?}"),
        })
        .collect();
    found.sort();
    found.dedup();
    for (status, differences) in &found {
        let wanted = |(bit, _): &(i32, Difference)| status & bit != 0;
        let bits = [
            (1, Difference::Addresses),
            (2, Difference::Unwritten),
            (4, Difference::Intrinsic),
            (8, Difference::Files),
        ];
        let expected: Vec<_> = bits.into_iter().filter(wanted).map(|(_, d)| d).collect();
        assert_eq!(*differences, expected, "x is {status}");
    }
    assert_eq!(found.len(), 16, "{found:?}");
}

#[test]
fn differences() {
    let mut output = case(0, Ending::Exit(0), ": DIFFERS: standard output: \"x is 5\\n\" expected");
    output.stdout = "x is 5\n".into();
    let mut number =
        case(0, Ending::Exit(3), ": unconfirmed: depends on what is different natively");
    number.differences.insert(Difference::Addresses);
    let mut name =
        case(0, Ending::Exit(0), ": DIFFERS: object 1 of the test is \"y\", the program asks");
    name.objects[0].0 = "y";
    let mut size = case(0, Ending::Exit(0), ": DIFFERS: object 1, \"x\", has 2 bytes in the test");
    size.objects[0].1 = vec![0; 2];
    let mut missing = case(0, Ending::Exit(0), ": DIFFERS: the test has 0 objects");
    missing.objects.clear();
    let cases = [
        output,
        number,
        name,
        size,
        missing,
        case(0, Ending::Exit(1), ": DIFFERS: exit status 1 expected, natively exit status 0"),
        case(99, Ending::Exit(0), ": DIFFERS: an assumption does not hold"),
        case(
            1,
            fault("out-of-bounds", 17),
            ": DIFFERS: out-of-bounds expected, at line 17; report",
        ),
        case(2, fault("double-free", 20), ": DIFFERS: double-free expected, reported is heap-use"),
        case(0, fault("assertion", 26), ": DIFFERS: assertion expected, natively exit status 0"),
        case(7, fault("assertion", 27), ": DIFFERS: assertion expected, at line 27"),
        case(
            0,
            fault("out-of-bounds", 18),
            ": unconfirmed: AddressSanitizer sees no out-of-bounds",
        ),
        case(0, Ending::Cut, ": unconfirmed: the path was cut short"),
        case(0, Ending::Wait, ": DIFFERS: an endless wait expected, natively exit status 0"),
        case(19, Ending::Wait, ": confirmed: waits for ever: natively no end within the limit of"),
        case(21, Ending::Exit(8), ": unconfirmed: klee_get_obj_size"),
        case(19, Ending::Exit(19), ": unconfirmed: natively no end within the limit of time"),
    ];
    check(&cases, &["--time-limit=1s"], 1);
}

/// From exploration to replay, with several files, in C++ and C; without our record, KLEE's error files
/// say what to look for.
#[test]
fn several_files() {
    let dir = TempDir::new("several-files");
    let (main, other, out) = (dir.path("main.cpp"), dir.path("other.c"), dir.path("out"));
    let text = "#include <klee/klee.h>\nextern \"C\" int other(int);\nstatic int v[3];\n\
                int main() {\n  int x = klee_range(-1, 4, \"x\");\n  if (x < 0) return 9;\n  \
                return v[x] + other(x);\n}\n";
    fs::write(&main, text).expect("written");
    fs::write(&other, "int other(int x) { if (x == 2) return 5; return 1; }\n").expect("written");
    let flags = |command: &mut Command| {
        command.args(["--cc", support::CLANG]).arg("--link").arg(&other);
    };
    let mut command = strata();
    flags(command.arg("run"));
    let done = run(command.arg("--output-dir").arg(&out).arg(&main), b"", LIMIT);
    assert!(done.stderr.contains("exhaustive"), "{}", done.stderr);
    let replay = || {
        let mut command = strata();
        flags(command.arg("replay"));
        let done = run(command.arg(&main).arg(&out), b"", LIMIT);
        String::from_utf8_lossy(&done.stdout).into_owned() + &done.stderr
    };
    let text = replay();
    assert!(text.contains("strata: 4 confirmed, 0 unconfirmed, 0 differ"), "{text}");
    fs::remove_file(out.join("tests.jsonl")).expect("removed");
    let text = replay();
    assert!(text.contains("strata: 1 confirmed, 3 unconfirmed, 0 differ"), "{text}");
}

/// A program that calls functions of a native library is replayed with it, found by its file or by its name.
#[test]
fn native_libraries() {
    let dir = TempDir::new("native-libraries");
    fs::write(dir.path("library.c"), "int tripled(int x) { return 3 * x; }\n").expect("written");
    let text = "#include <klee/klee.h>\nint tripled(int);\nint main(void) {\n  int v[13] = {1};\n  \
                int x = klee_range(0, 2, \"x\");\n  return x ? v[tripled(4) + 1] : tripled(4);\n}\n";
    fs::write(dir.path("a.c"), text).expect("written");
    let named =
        ["-shared", "-fPIC", "-Wl,-soname,libtripled.so.1", "-o", "library.so", "library.c"];
    let built = Command::new(support::CLANG).args(named).current_dir(dir.path("")).status();
    assert!(built.expect("a compiler").success());
    fs::copy(dir.path("library.so"), dir.path("libtripled.so.1")).expect("copied");
    let strata = |args: &[&str]| {
        let mut command = strata();
        command.arg(args[0]).args(["--cc", support::CLANG]).args(&args[1..]);
        let done = run(command.current_dir(dir.path("")), b"", LIMIT);
        String::from_utf8_lossy(&done.stdout).into_owned() + &done.stderr
    };
    let library = "--native-library=library.so";
    let text = strata(&["run", "--externals=concrete", library, "--output-dir", "out", "a.c"]);
    assert!(text.contains("FAULT out of bounds"), "{text}");
    let text = strata(&["replay", library, "a.c", "out"]);
    assert!(text.contains("strata: 2 confirmed, 0 unconfirmed, 0 differ"), "{text}");
    // Without the library it cannot be built.
    let text = strata(&["replay", "a.c", "out"]);
    assert!(text.contains("tripled") && !text.contains(": confirmed"), "{text}");
    // One that is nowhere here is looked for by its name.
    let text = strata(&["replay", library, "--native-library=libm.so.6", "a.c", "out"]);
    assert!(text.contains("strata: 2 confirmed, 0 unconfirmed, 0 differ"), "{text}");
}

/// A native overflow breaks what is used later: the native run may end anywhere.
#[test]
fn native_overflows() {
    let dir = TempDir::new("native-overflows");
    let library =
        "void flood(char *p, long n) { for (volatile long i = 0; i < n; i++) p[i] = 0; }\n";
    fs::write(dir.path("library.c"), library).expect("written");
    let text = "#include <klee/klee.h>\nvoid flood(char *, long);\nint main(void) {\n  char l[16];\n  \
                if (klee_range(0, 2, \"x\"))\n    flood(l, 200);\n  else\n    flood(l, 16);\n  \
                return l[0];\n}\n";
    fs::write(dir.path("a.c"), text).expect("written");
    let shared = ["-w", "-O1", "-shared", "-fPIC", "-o", "library.so", "library.c"];
    let built = Command::new(support::CLANG).args(shared).current_dir(dir.path("")).status();
    assert!(built.expect("a compiler").success());
    let strata = |args: &[&str]| {
        let mut command = strata();
        command.args(args).args(["--cc", support::CLANG, "--native-library=library.so", "a.c"]);
        if args[0] == "replay" {
            command.arg("out");
        }
        let done = run(command.current_dir(dir.path("")), b"", LIMIT);
        String::from_utf8_lossy(&done.stdout).into_owned() + &done.stderr
    };
    let text = strata(&["run", "--externals=concrete", "--output-dir=out"]);
    assert!(text.contains("a.c:6:5: FAULT out of bounds: write by a native function"), "{text}");
    let text = strata(&["replay"]);
    assert!(text.contains(" unconfirmed, 0 differ"), "{text}");
}

/// The library as a user links it: any compiler, static and shared, and the test by its variable.
#[test]
fn by_hand() {
    let dir = TempDir::new("by-hand");
    let (program, test, exe) = (dir.path("prog.c"), dir.path("a.ktest"), dir.path("prog"));
    fs::write(&program, PROGRAM).expect("written");
    let object = KtestObject { name: b"x".to_vec(), bytes: 30_i32.to_le_bytes().to_vec() };
    let bytes = Ktest { args: vec![], objects: vec![object] }.to_bytes();
    fs::write(&test, bytes).expect("written");
    let replay = support::runtime().join("replay");
    let library = replay.join("lib");
    for compiler in ["gcc", support::CLANG] {
        for flag in ["-O1", "-static", "-fsanitize=address"] {
            let mut command = Command::new(compiler);
            command.args(["-w", flag, "-I"]).arg(replay.join("include")).arg(&program);
            command.arg("-L").arg(&library).arg(format!("-Wl,-rpath,{}", library.display()));
            let done = run(command.arg("-lstrata-replay").arg("-o").arg(&exe), b"", LIMIT);
            assert_eq!(done.status, Some(0), "{compiler} {flag}: {}", done.stderr);
            for variable in ["KTEST_FILE", "STRATA_TEST"] {
                let mut command = Command::new(&exe);
                command.env("ASAN_OPTIONS", "detect_leaks=0").env(variable, &test);
                let done = run(&mut command, b"", LIMIT);
                assert_eq!(done.status, Some(30), "{compiler} {flag}: {}", done.stderr);
            }
        }
    }
    let done = run(&mut Command::new(&exe), b"", LIMIT);
    assert!(done.stderr.starts_with("strata-replay: no test: set KTEST_FILE"), "{}", done.stderr);
}

/// Bounds are checked in paths that should have no fault.
#[test]
fn missed_faults() {
    let missed =
        case(1, Ending::Exit(1), ": DIFFERS: no fault, but AddressSanitizer reports heap-");
    check(&[missed], &["--check-exits"], 1);
}

/// A test directory with one test of one object `x`, whose path ended with this status.
fn one_test(dir: &TempDir, text: &str, x: u8, status: i32) -> (PathBuf, PathBuf) {
    let (program, out) = (dir.path("prog.c"), dir.path("out"));
    fs::write(&program, text).expect("written");
    fs::create_dir(&out).expect("made");
    let object = KtestObject { name: b"x".to_vec(), bytes: vec![x] };
    let bytes = Ktest { args: vec![b"prog.c".to_vec()], objects: vec![object] }.to_bytes();
    fs::write(out.join("test000001.ktest"), bytes).expect("written");
    let expected = Expected {
        test: "test000001.ktest".into(),
        end: Ending::Exit(status),
        stdout: Vec::new(),
        stderr: Vec::new(),
        differences: Differences::NONE,
    };
    fs::write(out.join("tests.jsonl"), expected.to_line()).expect("written");
    (program, out)
}

/// Programs are run from a directory that other users can neither write to nor foresee, and that is gone afterwards.
#[test]
fn programs_lie_in_a_private_directory() {
    let text = r#"
#include <klee/klee.h>
#include <libgen.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char x, path[4096] = "", number[32];
  struct stat status;
  klee_make_symbolic(&x, 1, "x");
  readlink("/proc/self/exe", path, sizeof path - 1);
  char *directory = dirname(path);
  if (stat(directory, &status) || (status.st_mode & 077) || status.st_uid != getuid())
    return 1;
  snprintf(number, sizeof number, "-%d", (int)getppid());
  size_t length = strlen(directory), digits = strlen(number);
  return length < digits || !strcmp(directory + length - digits, number) ? 2 : 0;
}
"#;
    let dir = TempDir::new("private");
    let (program, out) = one_test(&dir, text, 0, 0);
    let (temporary, kept) = (dir.path("tmp"), dir.path("kept"));
    fs::create_dir(&temporary).expect("made");
    let mut command = strata();
    command.args(["replay", "--cc", support::CLANG, "--keep"]).arg(&kept).arg(program).arg(out);
    let done = run(command.env("TMPDIR", &temporary), b"", LIMIT);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains(": confirmed: exit status 0"), "{text}{}", done.stderr);
    assert!(is_empty(&temporary));
    assert!(kept.join("program").is_file());
}

/// A signal ends what runs, and leaves nothing behind: neither the directory nor processes.
#[test]
fn signals_leave_nothing_behind() {
    use rustix::process::{Pid, Signal, kill_process};
    let text = "#include <klee/klee.h>\n#include <unistd.h>\nint main(void) {\n  char x;\n  \
                klee_make_symbolic(&x, 1, \"x\");\n  symlink(\"x\", \
                MARK);\n  for (;;) pause();\n}\n";
    for (signal, wait_for_run) in [(Signal::TERM, false), (Signal::INT, true), (Signal::HUP, true)]
    {
        let dir = TempDir::new("signals");
        let (program, out) = one_test(&dir, text, 0, 0);
        let (temporary, mark) = (dir.path("tmp"), dir.path("mark"));
        fs::create_dir(&temporary).expect("made");
        let mut command = strata();
        command.args(["replay", "--cc", support::CLANG, "--cflag=-include", "--cflag=stdlib.h"]);
        command.arg(format!("--cflag=-DMARK=\"{}\"", mark.display()));
        command.arg("--time-limit=1h").arg(program).arg(out).env("TMPDIR", &temporary);
        let mut child = command.stdout(std::process::Stdio::null()).spawn().expect("started");
        while if wait_for_run { mark.read_link().is_err() } else { is_empty(&temporary) } {
            assert!(child.try_wait().expect("a child").is_none(), "it ended by itself");
            std::thread::sleep(Duration::from_millis(5));
        }
        let pid = Pid::from_child(&child);
        kill_process(pid, signal).expect("sent");
        assert_eq!(child.wait().expect("a child").code(), Some(130));
        assert!(is_empty(&temporary), "{signal:?}");
    }
}

fn is_empty(directory: &std::path::Path) -> bool {
    directory.read_dir().expect("a directory").next().is_none()
}

/// A name that leads out of the working directory and back leads natively to the one of the replay, with its files.
#[test]
fn a_working_directory_has_its_name() {
    let dir = TempDir::new("named");
    let (program, here, out) = (dir.path("a.c"), dir.path("w"), dir.path("out"));
    let text = "#include <fcntl.h>\nint main(int argc, char **argv) {\n  return open(argv[1], 0) < 0;\n}\n";
    fs::write(&program, text).expect("written");
    fs::create_dir(&here).expect("made");
    let mut explore = strata();
    explore.args(["run", "--cc", support::CLANG, "--output-dir"]).arg(&out);
    explore.arg("--run-in-dir").arg(&here).arg(&program);
    explore.args(["--sym-arg-template", "../?/A", "--sym-files", "1", "1"]);
    let done = run(&mut explore, b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let mut replay = strata();
    replay.args(["replay", "--cc", support::CLANG]).arg(&program).arg(&out);
    let done = run(&mut replay, b"", LIMIT);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains(": confirmed: exit status 0"), "{text}{}", done.stderr);
    assert!(text.contains(" 0 unconfirmed, 0 differ"), "{text}{}", done.stderr);
}

/// Each test finds the files of the run as they were, and leaves them so. The directory of the run is not one of them.
#[test]
fn files_of_the_run_stay_as_they_are() {
    let dir = TempDir::new("copies");
    let (program, here, temporary) = (dir.path("a.c"), dir.path("w"), dir.path("tmp"));
    let text = "#include <dirent.h>\n#include <fcntl.h>\n#include <sys/stat.h>\n#include <unistd.h>\n\
        int main(int argc, char **argv) {\n\
          int names = 0, file = open(\"keep\", O_RDWR);\n\
          char byte = 0;\n\
          read(file, &byte, 1);\n\
          write(file, \"gone\", 4);\n\
          for (DIR *d = opendir(\".\"); readdir(d);)\n\
            names++;\n\
          if (argv[1][0] == 'a')\n\
            return unlink(\"keep\") || rmdir(\"dir/inner\") || chmod(\"dir\", 0);\n\
          return byte == 'p' && access(\"dir/link\", F_OK) == 0 ? names : 1;\n}\n";
    fs::write(&program, text).expect("written");
    fs::create_dir_all(here.join("dir/inner")).expect("made");
    fs::create_dir(&temporary).expect("made");
    fs::write(here.join("keep"), "precious").expect("written");
    std::os::unix::fs::symlink("../keep", here.join("dir/link")).expect("linked");
    let out = here.join("out");
    let mut explore = strata();
    explore.args(["run", "--cc", support::CLANG, "--output-dir"]).arg(&out);
    explore.arg("--run-in-dir").arg(&here).arg(&program).args(["--sym-arg", "1"]);
    let done = run(&mut explore, b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let mut replay = strata();
    replay
        .env("TMPDIR", &temporary)
        .args(["replay", "--cc", support::CLANG])
        .arg(&program)
        .arg(&out);
    let done = run(&mut replay, b"", LIMIT);
    let text = String::from_utf8_lossy(&done.stdout);
    // `.`, `..`, `keep` and `dir`.
    assert!(text.contains(": confirmed: exit status 4"), "{text}{}", done.stderr);
    assert!(text.contains(": confirmed: exit status 0"), "{text}{}", done.stderr);
    assert!(text.contains(" 0 unconfirmed, 0 differ"), "{text}{}", done.stderr);
    assert_eq!(fs::read(here.join("keep")).expect("still there"), b"precious");
    assert!(here.join("dir/inner").is_dir());
    assert!(is_empty(&temporary));
}
