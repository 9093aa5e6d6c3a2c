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

/// Every byte beside the objects that native code is shown is guarded, near and far, and for zeros, too.
#[test]
fn native_overflows_are_faults() {
    let program = |object: &str, call: &str| {
        format!(
            "#include <stdlib.h>\n#include <string.h>\nvoid flood(char *, long, int); \
             void poke(char *, long, int); int peek(const char *, long);\nchar g[24];\n\
             int main(void) {{ char l[16]; memset(l, 0, 16); char *h = calloc(5, 1), *e = malloc(0); \
             char *d = malloc(64); memset(d, 0, 64); free(d);\n{call}; return g[0] + {object}[0]; }}"
        )
    };
    let missed = "out of bounds: write by a native function of 1 byte at offset";
    for (object, call, fault) in [
        ("l", "flood(l, 1 << 20, 7)", format!("{missed} 16 of a 16-byte local l")),
        ("l", "flood(l, 17, 0)", format!("{missed} 16 of a 16-byte local l")),
        ("l", "poke(l, -1, 0)", format!("{missed} -1 of a 16-byte local l")),
        ("h", "poke(h, 5, 3)", format!("{missed} 5 of a 5-byte heap object")),
        ("h", "poke(h, 5000, 0)", format!("{missed} 5000 of a 5-byte heap object")),
        ("g", "poke(g, 100000, 0)", format!("{missed} 100000 of a 24-byte global g")),
        ("l", "poke(e, 0, 1)", format!("{missed} 0 of a 0-byte heap object")),
        (
            "g",
            "g[1] = peek(g, -5000)",
            "out of bounds: read by a native function of 1 byte at offset -5000 of a 24-byte"
                .into(),
        ),
        ("l", "poke(d, 3, 1)", "use after free: write by a native function at offset 3".into()),
        (
            "l",
            "poke((char *)0x400010001000, 0, 1)",
            "wild pointer: write by a native function at 0x400010001000".into(),
        ),
    ] {
        let (done, _dir) = with_library(&program(object, call), &["--externals=concrete"]);
        says(&done, &format!("FAULT {fault}"));
        says(&done, "strata: a.c:6:");
        assert_eq!(done.status, Some(1), "{call}: {}", done.stderr);
    }
    // Up to the last byte there is nothing wrong.
    let call = "flood(l, 16, 0); flood(h, 5, 1); poke(g, 23, 1)";
    let (done, _dir) = with_library(&program("l", call), &["--externals=concrete"]);
    assert_eq!((done.status, exit_status(&done)), (Some(0), Some(0)), "{}", done.stderr);
}

/// The native allocator cannot free what it did not make; that is not a fault of the program.
#[test]
fn native_code_that_frees_an_object_of_the_program() {
    for resize in [0, 1] {
        let source = format!(
            "#include <stdlib.h>\nvoid gives(void *, int);\n\
             int main(void) {{ gives(malloc(24), {resize}); return 0; }}"
        );
        let (done, _dir) = with_library(&source, &["--externals=concrete"]);
        says(&done, "UNSUPPORTED external function gives: it frees or resizes an object");
        assert_eq!(done.status, Some(3), "{}", done.stderr);
    }
}

/// An object is there for native code however its address comes there, and holds what it should.
#[test]
fn addresses_that_went_through_arithmetic() {
    let source = r#"
        #include <assert.h>
        #include <stdint.h>
        #include <stdlib.h>
        #include <string.h>
        int through(const unsigned long *word);
        int at_number(const char *bytes);
        void set_number(const char *bytes, int to);
        static int g = 7;
        int main(void) {
          int *h = malloc(sizeof *h), l = 9;
          *h = 8;
          uintptr_t w[3] = { (uintptr_t)&g * 3, (uintptr_t)h * 3, (uintptr_t)&l * 3 };
          assert(through(&w[0]) == 7 && through(&w[1]) == 8 && through(&w[2]) == 9);
          for (int i = 0; i < 3; i++) {
            char bytes[12] = { 0 };
            uintptr_t n = w[i] / 3;
            memcpy(bytes + i + 1, &n, 8);
            assert(at_number(bytes + i + 1) == 7 + i);
            set_number(bytes + i + 1, 20 + i);
          }
          assert(g == 20 && *h == 21 && l == 22);
          free(h);
          return 0;
        }"#;
    for flags in ["--allocator=kd", "--allocator=bump"] {
        let (done, _dir) = with_library(source, &["--externals=concrete", flags]);
        assert_eq!((done.status, exit_status(&done)), (Some(0), Some(0)), "{}", done.stderr);
    }
}

/// What is symbolic is asked for when native code touches it, or refused, and not before.
#[test]
fn symbolic_objects_that_native_code_finds() {
    let source = r#"
        #include <klee/klee.h>
        #include <stdint.h>
        int through(const unsigned long *word);
        int first(const char *s);
        int main(void) {
          int x;
          klee_make_symbolic(&x, sizeof x, "x");
          klee_assume(x > 3);
          uintptr_t w = (uintptr_t)&x * 3;
          char s[16] = "a";
          *(uintptr_t *)(s + 8) = (uintptr_t)&x * 3 / 3;
          if (first(s) != 'a') return 1;
          if (through(&w) != x) return 2;
          return 0;
        }"#;
    let (done, _dir) = with_library(source, &["--externals=concrete"]);
    says(&done, "a.c:14:15: UNSUPPORTED external function through: it gets symbolic data");
    let (done, _dir) = with_library(source, &["--externals=all"]);
    says(&done, "completed paths = 1");
    says(&done, "a.c:14: a symbolic value was replaced by one it can have");
}

#[test]
fn a_closed_connection_is_no_exit() {
    for name in ["close_all", "close_all_and_open"] {
        let source = format!("void {name}(void); int main(void) {{ {name}(); }}");
        let (done, _dir) = with_library(&source, &["--externals=all"]);
        says(&done, &format!("UNSUPPORTED external function {name}: it closed its connection"));
        assert_eq!(done.status, Some(3), "{}", done.stderr);
    }
    // A copy of the helper does not answer in its place.
    let source = "int forks(void); int main(void) { for (int i = 0; i < 9; i++) if (forks() != 1) return 1; }";
    let (done, _dir) = with_library(source, &["--externals=all"]);
    assert_eq!(exit_status(&done), Some(0), "{}", done.stderr);
}

/// Native code can do little to the host unless all is allowed.
#[test]
fn native_code_is_confined() {
    let source = include_str!("native/confined.c");
    let (done, dir) = with_library(source, &["--externals=concrete"]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(
        text.starts_with("cores 0, privileges 0\nlibraries 0, null 0\n"),
        "{text}{}",
        done.stderr
    );
    let warned = done.stderr.matches("this kernel has no Landlock").count();
    assert_eq!(warned, usize::from(exit_status(&done) == Some(2)), "{}", done.stderr);
    match exit_status(&done) {
        // A kernel without Landlock.
        Some(2) => {}
        Some(0) => {
            assert!(text.contains("passwords 1, new 1\nremove 1, start 1\n"), "{text}");
            assert!(!text.contains("parent 0"), "{text}");
            assert!(!dir.path("made").exists());
        }
        other => panic!("{other:?}: {}", done.stderr),
    }
    let (done, dir) = with_library(source, &["--externals=all"]);
    let text = String::from_utf8_lossy(&done.stdout);
    assert!(text.contains("passwords 0, new 0\nremove 0, start 0\n"), "{text}{}", done.stderr);
    assert!(dir.path("made").exists() && !dir.path("a.c").exists());
}

/// Pre-runs make native calls, too, unseen: what follows a call is in the same segments as without it.
#[test]
fn pre_runs_call_native_functions() {
    let source = r#"
        #include <klee/klee.h>
        #include <stdlib.h>
        int first(const char *s);
        int printed(void);
        int main(void) {
          char *v[3];
          if (first("a") != 'a') return 1;
          for (int i = 0; i < 3; i++) *(v[i] = calloc(1, 1)) = i;
          unsigned i;
          klee_make_symbolic(&i, sizeof i, "i");
          klee_assume(i < 3);
          printed();
          if (*v[i] > 1) return 1;
          return 0;
        }"#;
    let (done, _dir) = with_library(source, &["--externals=concrete", "--memory=segmented-ideal"]);
    says(&done, "strata: pre-runs: 2");
    says(&done, "completed paths = 2");
    assert_eq!(done.stdout, b"native\n", "{}", done.stderr);
}

/// What has one value on the path is concrete there, however it came by it; what has several is refused.
#[test]
fn values_that_the_path_determines() {
    let source = "#include <klee/klee.h>
        int toupper(int);
        int main(void) {
          int c = klee_int(\"c\");
          if (c == 5)
            return toupper(c) - 5;
          if (c > 9 & c < 11)
            return toupper(c) - 10;
          if (c > 0)
            return toupper(c);
          return 0;
        }\n";
    let (done, _dir) = with_library(source, &["--externals=concrete", "--libc=none"]);
    says(&done, "completed paths = 3");
    says(&done, "external function toupper: it gets symbolic data");
    says(&done, "partially completed paths = 1");
}
