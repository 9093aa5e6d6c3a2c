//! Native calls: values, memory both ways, crashes, symbolic data, callbacks.

mod support;

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use support::{CLANG, Done, TempDir, exit_status, run, strata};

const LIBRARY: &str = include_str!("native/library.c");

/// Runs a program with the library of the tests.
fn with_library(source: &str, flags: &[&str]) -> (Done, TempDir) {
    let dir = TempDir::new("native");
    std::fs::write(dir.path("library.c"), LIBRARY).unwrap();
    let mut compiler = Command::new(CLANG);
    compiler.args(["-w", "-O1", "-shared", "-fPIC", "-o", "library.so", "library.c"]);
    let built = compiler.current_dir(dir.path("")).status().unwrap();
    assert!(built.success());
    std::fs::write(dir.path("a.c"), source).unwrap();
    let mut command = strata();
    command.args(["run", "--native-library=library.so"]).args(flags);
    let done = run(command.arg("a.c").current_dir(dir.path("")), b"", Duration::from_secs(120));
    (done, dir)
}

fn says(done: &Done, text: &str) {
    assert!(done.stderr.contains(text), "{text:?} is not in\n{}", done.stderr);
}

#[test]
fn values_and_memory() {
    let source = include_str!("native/values.c");
    for flags in [&["--externals=concrete"][..], &["--externals=all", "-O2"]] {
        let (done, _dir) = with_library(source, flags);
        assert_eq!(
            (exit_status(&done), &done.stdout[..]),
            (Some(0), &b"good\n"[..]),
            "{}",
            done.stderr
        );
    }
}

#[test]
fn none_unless_asked_for() {
    let (done, _dir) = with_library(include_str!("native/values.c"), &[]);
    assert_eq!(done.status, Some(3));
    says(&done, "UNSUPPORTED external function swap");
}

#[test]
fn functions_of_the_host_without_a_libc() {
    let (done, _dir) =
        with_library(include_str!("native/libc.c"), &["--externals=concrete", "--libc=none"]);
    assert_eq!(exit_status(&done), Some(0), "{}", done.stderr);
    assert_eq!(done.stdout, b"1 of 2.50\n");
}

#[test]
fn a_crash_ends_the_path_and_not_the_run() {
    let source = r#"
        #include <klee/klee.h>
        void crash(void);
        long widened(signed char c);
        int main(void) {
          char c;
          klee_make_symbolic(&c, 1, "c");
          if (c == 'x') crash();
          return widened(5) != 5;
        }"#;
    let (done, dir) = with_library(source, &["--externals=concrete"]);
    says(&done, "a.c:8:25: FAULT the native function crash was killed by signal 11");
    says(&done, "completed paths = 1");
    let errors = files(&dir.path("strata-last"), ".external.err");
    assert_eq!(errors.len(), 1, "{errors:?}");
}

#[test]
fn constants_are_verified() {
    let source = "void scribble(char *); int main(void) { scribble((char *)\"hello\"); }";
    let (done, _dir) = with_library(source, &["--externals=all"]);
    says(&done, "FAULT write by a native function to a 6-byte global");
}

#[test]
fn an_address_of_native_code_is_a_number() {
    let source = "void *own(void); int main(void) { return ((unsigned long)own() & 7) != 0; }";
    let (done, _dir) = with_library(source, &["--externals=all"]);
    assert_eq!(exit_status(&done), Some(0), "{}", done.stderr);
    says(&done, "the path holds an address of native code, from own");
    let source = "char *own(void); int main(void) { return *own(); }";
    says(&with_library(source, &["--externals=all"]).0, "wild pointer");
}

#[test]
fn symbolic_data() {
    let source = include_str!("native/symbolic.c");
    let (done, _dir) = with_library(source, &["--externals=concrete"]);
    says(&done, "UNSUPPORTED external function widened: it gets symbolic data");
    let (done, dir) = with_library(source, &["--externals=all"]);
    says(&done, "completed paths = 2");
    says(&done, "faulted paths = 0");
    for line in [11, 13, 17] {
        says(&done, &format!("a.c:{line}: a symbolic value was replaced by one it can have"));
    }
    let (again, other) = with_library(source, &["--externals=all"]);
    assert_eq!(again.stderr, done.stderr);
    let (tests, others) =
        (files(&dir.path("strata-last"), ".ktest"), files(&other.path("strata-last"), ".ktest"));
    assert_eq!((tests.len(), &tests), (2, &others));
}

/// Which object a pointer is to is not picked: each is a path.
#[test]
fn pointers_to_several_objects_fork() {
    let source = r#"
        #include <klee/klee.h>
        #include <assert.h>
        int first(const char *s);
        int main(void) {
          static const char *words[3] = { "ab", "cd", "ef" };
          unsigned i;
          klee_make_symbolic(&i, sizeof i, "i");
          klee_assume(i < 3);
          assert(first(words[i]) == words[i][0]);
          return 0;
        }"#;
    let (done, _dir) = with_library(source, &["--externals=all"]);
    says(&done, "completed paths = 3");
    says(&done, "strata: exhaustive");
}

#[test]
fn callbacks() {
    let source = include_str!("native/callbacks.c");
    let (done, _dir) = with_library(source, &["--externals=concrete"]);
    assert_eq!(String::from_utf8_lossy(&done.stdout), "0\n1\n2\n0\n1\n2\n");
    says(&done, "completed paths = 1");
    says(&done, "faulted paths = 0");
    says(&done, "a function of the program that native code calls does not fork");
}

#[test]
fn faults_in_callbacks_are_faults() {
    let source = r#"
        int each(int (*f)(int, void *), void *data);
        static int wrong(int i, void *data) { return ((int *)data)[i]; }
        int main(void) { int a[2] = { 0 }; return each(wrong, a); }"#;
    let (done, _dir) = with_library(source, &["--externals=concrete"]);
    says(&done, "a.c:3:54: FAULT out of bounds: read of 4 bytes at offset 8");
}

/// What native code calls counts as reached by the path.
#[test]
fn callbacks_are_covered() {
    let source = r#"
        #include <klee/klee.h>
        int each(int (*f)(int, void *), void *data);
        static int reached(int i, void *data) {
          return i;
        }
        int main(void) {
          char c;
          klee_make_symbolic(&c, 1, "c");
          return each(reached, 0) == 3;
        }"#;
    let (done, dir) = with_library(source, &["--externals=concrete", "--write-cov"]);
    says(&done, "completed paths = 1");
    let lines = files(&dir.path("strata-last"), ".cov").concat();
    let lines = String::from_utf8_lossy(&lines);
    assert!(lines.lines().any(|line| line.ends_with("a.c:5")), "{lines}");
}

#[test]
fn what_cannot_be_is_said() {
    let (done, _dir) =
        with_library("int main(void) {}", &["--externals=all", "--native-library=missing.so"]);
    assert_eq!(done.status, Some(2));
    says(&done, "missing.so");
    // Where the helper has its stack and libraries.
    let taken = "--kdalloc-heap-start-address=0x7f0000000000";
    let (done, _dir) = with_library("int main(void) {}", &["--externals=all", taken]);
    assert_eq!(done.status, Some(2));
    says(&done, "choose another place with --kdalloc-heap-start-address");
    let source = "void nobody(void); int main(void) { nobody(); }";
    says(&with_library(source, &["--externals=all"]).0, "UNSUPPORTED external function nobody");
}

/// The contents of the files whose names end so, in the order of their names.
fn files(dir: &Path, end: &str) -> Vec<Vec<u8>> {
    let entries = dir.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<_> = entries.filter(|path| path.to_string_lossy().ends_with(end)).collect();
    paths.sort();
    paths.iter().map(|path| std::fs::read(path).unwrap()).collect()
}

/// What native code is shown that the path does not know is in the ledger, or refused.
#[test]
fn what_is_not_known() {
    let unwritten = "int first(const char *);
int main(void) { char s[4]; s[0] = 7; return first(s) - 7 + s[2]; }";
    let (done, _dir) = with_library(unwritten, &["--externals=concrete"]);
    says(&done, "memory that was never written was taken for zero");
    says(&done, "native code may keep data of its own");
    let size = "#include <klee/klee.h>
#include <stdlib.h>
int first(const char *);
int main(void) { char *s = calloc(1 + klee_range(0, 9, \"n\"), 1); return first(s); }";
    let (done, _dir) = with_library(size, &["--externals=all"]);
    says(&done, "first: an object whose size is not known");
    let errno = "#include <errno.h>
#include <klee/klee.h>
int fails(void);
int main(void) { errno = klee_range(3, 5, \"e\"); return fails() == errno; }";
    let (done, _dir) = with_library(errno, &["--externals=concrete"]);
    says(&done, "fails: it gets symbolic data");
    let (done, _dir) = with_library(errno, &["--externals=all"]);
    says(&done, "a symbolic value was replaced by one it can have");
}
