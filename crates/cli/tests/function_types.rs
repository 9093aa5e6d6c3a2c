//! `-fsanitize=function` by every compiler, in C and C++: calls of the right type are silent, also of functions
//! that say nothing of theirs, and calls of another type are reported where the compiler looks at all.

#![allow(clippy::print_stdout)] // Tests say what they skip.

mod support;

use std::process::Command;
use std::time::Duration;

use support::{TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(120);
const COMPILERS: [u32; 6] = [13, 14, 15, 16, 19, 22];

/// Calls `puts`, `malloc` and a function of its own by pointer, and with an argument one of another type that
/// travels in the same way.
const PROGRAM: &str = "
#include <stdio.h>
#include <stdlib.h>
static int one(int a) { return a; }
static int other(unsigned a) { return (int)a; }
static int order(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(int argc, char **argv) {
  int (*volatile say)(const char *) = puts;
  void *(*volatile make)(size_t) = malloc;
  int (*volatile f)(int) = one;
  int a[3] = {3, 1, 2};
  qsort(a, 3, sizeof *a, order);
  say(\"called\");
  free(make(4));
  if (argc == 2)
    f = (int (*)(int))(void *)other;
  return f(a[0] - 1);
}
";

/// What a run on a program with these arguments says.
fn said(compiler: &str, dir: &TempDir, file: &str, args: &[&str]) -> String {
    let mut command = strata();
    command.args(["run", "--cc", compiler, "--cflag=-fsanitize=function", file]).args(args);
    run(command.current_dir(dir.path("")), b"", LIMIT).stderr
}

#[test]
fn functions_are_known_by_their_types() {
    let dir = TempDir::new("types");
    for file in ["a.c", "a.cpp"] {
        std::fs::write(dir.path(file), PROGRAM).unwrap();
    }
    for version in COMPILERS {
        let compiler = format!("clang-{version}");
        if Command::new(&compiler).arg("--version").output().is_err() {
            println!("skipped: {compiler} is not installed");
            continue;
        }
        for file in ["a.c", "a.cpp"] {
            let right = said(&compiler, &dir, file, &[]);
            assert!(right.contains("exit status 0"), "{compiler} {file}: {right}");
            let other = said(&compiler, &dir, file, &["other"]);
            // Functions of C have a type since clang 17.
            let looks = file == "a.cpp" || version >= 17;
            let text = "FAULT call to a function through a pointer of type 'int (*)(int)'";
            assert_eq!(other.contains(text), looks, "{compiler} {file}: {other}");
        }
    }
}
