//! What else `strata run` takes: LLVM's text, a module on standard input, another function than `main`.

mod support;

use std::fs;
use std::process::Command;
use std::time::Duration;

use support::{CLANG, Done, TempDir, exit_status, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

const SOURCE: &str = r#"
#include <stdio.h>
static int hidden(int argc, char **argv) { printf("hidden %d %s\n", argc, argv[1]); return 5; }
int whole(int argc, char **argv, char **envp) { return argc == 2 && !envp[0] ? 6 : 0; }
void nothing(void) { puts("nothing"); }
int other(double x) { return (int)x; }
int main(void) { int c = getchar(); printf("main %d\n", c); return c == 'x' ? 4 : c == 'y' ? hidden(0, 0) : 3; }
"#;

fn compiled(dir: &TempDir, flags: &[&str], to: &str) {
    fs::write(dir.path("a.c"), SOURCE).expect("written");
    let mut clang = Command::new(CLANG);
    clang.args(["-g", "-emit-llvm"]).args(flags).arg(dir.path("a.c")).arg("-o").arg(dir.path(to));
    assert_eq!(run(&mut clang, b"", LIMIT).status, Some(0));
}

fn started_at(dir: &TempDir, function: &str) -> Done {
    let option = format!("--entry-point={function}");
    run(strata().args(["run", &option]).arg(dir.path("a.bc")).arg("one"), b"", LIMIT)
}

#[test]
fn other_functions_than_main() {
    let dir = TempDir::new("entry");
    compiled(&dir, &["-c"], "a.bc");
    let done = started_at(&dir, "hidden");
    assert_eq!((exit_status(&done), &*done.stdout), (Some(5), &b"hidden 2 one\n"[..]), "{done:?}");
    assert_eq!(exit_status(&started_at(&dir, "whole")), Some(6));
    assert_eq!(started_at(&dir, "nothing").stdout, b"nothing\n");
    for (function, message) in
        [("other", "cannot stand for main"), ("nowhere", "`nowhere` is not defined")]
    {
        let done = started_at(&dir, function);
        assert_eq!(done.status, Some(2), "{done:?}");
        assert!(done.stderr.contains(message), "{done:?}");
    }
    // Without a C library, too.
    let mut command = strata();
    command.args(["run", "--libc=none", "--entry-point=whole"]).arg(dir.path("a.bc")).arg("one");
    assert_eq!(exit_status(&run(&mut command, b"", LIMIT)), Some(6));
}

#[test]
fn text_and_standard_input() {
    let dir = TempDir::new("text");
    compiled(&dir, &["-S"], "a.ll");
    compiled(&dir, &["-c"], "a.bc");
    let done = run(strata().arg("run").arg(dir.path("a.ll")), b"x", LIMIT);
    assert_eq!(exit_status(&done), Some(4), "{done:?}");
    // The module is all there is on standard input; the program finds its end.
    for name in ["a.ll", "a.bc"] {
        let module = fs::read(dir.path(name)).expect("a file");
        let mut command = strata();
        let done =
            run(command.args(["run", "-", "one"]).current_dir(dir.path(".")), &module, LIMIT);
        assert_eq!(exit_status(&done), Some(3), "{name}: {done:?}");
        assert_eq!(done.stdout, b"main -1\n");
    }
    fs::write(dir.path("wrong.ll"), "define i32 @main() { ret i32 }\n").expect("written");
    let done = run(strata().arg("run").arg(dir.path("wrong.ll")), b"", LIMIT);
    assert_eq!(done.status, Some(2), "{done:?}");
    assert!(done.stderr.contains("error:") && done.stderr.contains("does not compile"), "{done:?}");
}

/// Text of a version that a newer compiler does not read any more.
#[test]
fn text_of_an_old_version() {
    let dir = TempDir::new("old");
    fs::write(
        dir.path("old.ll"),
        "target triple = \"x86_64-pc-linux-gnu\"\n@x = global i32 9\ndefine i32 @main() {\n  \
         %p = bitcast i32* @x to i8*\n  %q = bitcast i8* %p to i32*\n  %v = load i32, i32* %q\n  ret i32 %v\n}\n",
    )
    .expect("written");
    if testing::installed("clang-14") {
        let done = run(strata().arg("run").arg(dir.path("old.ll")), b"", LIMIT);
        assert_eq!(exit_status(&done), Some(9), "{done:?}");
    }
}
