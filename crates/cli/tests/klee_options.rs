//! Command lines of KLEE's users, and tests made as its tools make them.

mod support;

use std::fs;
use std::time::Duration;

use support::{CLANG, Done, TempDir, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

/// A program with a fault, a failed assertion and an assumption that cannot hold.
fn faulty() -> String {
    support::counting(
        "if (n == 3) *(volatile int *)0 = sum;\nassert(sum < 3 || n != 7);\nif (n == 8) klee_assume(sum > 5);",
    )
}

/// Tells whether an argument, standard input and a file are what a test should have.
const WORLD: &str = r#"
#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char in[8] = {0}, a[8] = {0};
  fread(in, 1, 3, stdin);
  FILE *f = fopen("A", "r");
  if (f)
    fread(a, 1, 4, f);
  return argc > 1 && !strcmp(argv[1], "-v") && !strcmp(in, "abc") && !strcmp(a, "file") ? 7 : 1;
}
"#;

fn prepared(source: &str) -> TempDir {
    let dir = TempDir::new("klee");
    fs::write(dir.path("a.c"), source).unwrap();
    dir
}

fn command(dir: &TempDir, words: &[&str]) -> Done {
    run(strata().args(words).current_dir(dir.path("")), b"", LIMIT)
}

/// Runs `a.c` with these options; what is written is in `out`.
fn explored(dir: &TempDir, options: &[&str]) -> Done {
    let _ = fs::remove_dir_all(dir.path("out"));
    let words = [&["run", "--output-dir=out"], options, &["a.c"]].concat();
    command(dir, &words)
}

/// The names in `out` that end so.
fn written(dir: &TempDir, end: &str) -> Vec<String> {
    let names = fs::read_dir(dir.path("out")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.filter(|name| name.ends_with(end)).collect();
    names.sort();
    names
}

/// The command line of the experiments that KLEE's documentation has for coreutils.
#[test]
fn the_command_line_of_the_documentation() {
    let dir = prepared(WORLD);
    fs::write(dir.path("test.env"), "LANG=C\n").unwrap();
    fs::create_dir(dir.path("sandbox")).unwrap();
    let line = "run --simplify-sym-indices --write-cvcs --write-cov --output-module --max-memory=1000 \
        --disable-inlining --optimize --use-forked-solver --use-cex-cache --libc=uclibc --posix-runtime \
        --external-calls=all --only-output-states-covering-new --env-file=test.env --run-in-dir=sandbox \
        --max-sym-array-size=4096 --max-solver-time=30s --max-time=60min --watchdog --max-memory-inhibit=false \
        --max-static-fork-pct=1 --max-static-solve-pct=1 --max-static-cpfork-pct=1 --switch-type=internal \
        --search=random-path --search=nurs:covnew --use-batching-search --batch-instructions=10000 \
        --output-dir=out ./a.c --sym-args 0 1 2 --sym-files 1 4 --sym-stdin 3 --sym-stdout";
    let done = command(&dir, &line.split_whitespace().collect::<Vec<_>>());
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let warnings = done.stderr.lines().filter(|line| line.contains(": not needed, because "));
    assert_eq!(warnings.count(), 11, "{}", done.stderr);
    assert!(done.stderr.contains("--write-cvcs: --write-smt2s instead"), "{}", done.stderr);
    assert!(!written(&dir, ".smt2").is_empty() && !written(&dir, ".cov").is_empty());
}

#[test]
fn words_of_a_file() {
    let dir = prepared(WORLD);
    fs::write(dir.path("words"), "-posix-runtime '--output-dir' \"my \\\nout\" ./a.c -sym-arg 2")
        .unwrap();
    let done = command(&dir, &["run", "@words"]);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(dir.path("my \nout/test000002.ktest").exists(), "{}", done.stderr);
    let done = command(&dir, &["run", "@none"]);
    assert!(done.stderr.contains("cannot read @none"), "{}", done.stderr);
}

#[test]
fn refused_and_unknown_options() {
    let dir = prepared(WORLD);
    let refused = command(&dir, &["run", "--check-div-zero=false", "a.c"]);
    assert_eq!(refused.status, Some(2));
    assert!(refused.stderr.contains("always checked for"), "{}", refused.stderr);
    let unknown = command(&dir, &["run", "--no-such-option", "a.c"]);
    assert_eq!(unknown.status, Some(2));
    assert!(
        unknown.stderr.contains("unexpected argument '--no-such-option'"),
        "{}",
        unknown.stderr
    );
    // Behind the file name it is the program's, but hardly on purpose.
    let stray = command(&dir, &["run", "a.c", "--posix-runtime"]);
    assert!(stray.stderr.contains("--posix-runtime is passed to the program"), "{}", stray.stderr);
    let misspelt = command(&dir, &["run", "a.c", "--sym-argz", "3"]).stderr;
    assert!(
        misspelt.contains("--sym-argz is passed to the program: it is none of --sym-arg,"),
        "{misspelt}"
    );
    let meant = command(&dir, &["run", "a.c", "--", "--sym-argz", "3"]).stderr;
    assert!(!meant.contains("is passed to the program"), "{meant}");
}

#[test]
fn write_no_tests() {
    let dir = prepared(&faulty());
    let done = explored(&dir, &["--write-no-tests"]);
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    assert!(written(&dir, ".ktest").is_empty() && written(&dir, ".err").is_empty());
    let messages = fs::read_to_string(dir.path("out/messages.txt")).unwrap();
    for error in ["null dereference", "assertion failed", "invalid klee_assume"] {
        assert_eq!(done.stderr.matches(error).count(), 1, "{}", done.stderr);
        assert!(messages.contains(error), "{messages}");
    }
    assert!(done.stderr.contains("generated tests = 0\n"), "{}", done.stderr);
}

#[test]
fn exit_on_error_type() {
    let dir = prepared(&faulty());
    for (options, last, goes_on) in [
        (&["--exit-on-error-type=Assert"][..], "assert.err", false),
        (&["-exit-on-error-type=User", "-exit-on-error-type", "Free"], "user.err", false),
        (&["--exit-on-error-type=Free"], "ptr.err", true),
    ] {
        let done = explored(&dir, options);
        assert_eq!(written(&dir, last).len(), 1, "{}", done.stderr);
        assert_eq!(done.stderr.contains("strata: exhaustive"), goes_on, "{}", done.stderr);
        assert_eq!(!done.stderr.contains("--exit-on-error-type)"), goes_on, "{}", done.stderr);
    }
    let done = explored(&dir, &["--exit-on-error-type=Nonsense"]);
    assert!(done.stderr.contains("BadVectorAccess"), "{}", done.stderr);
}

#[test]
fn silent_klee_assume() {
    let dir = prepared(&faulty());
    explored(&dir, &[]);
    assert_eq!(written(&dir, ".user.err").len(), 1);
    let done = explored(&dir, &["-silent-klee-assume=1"]);
    assert!(written(&dir, ".user.err").is_empty() && !done.stderr.contains("klee_assume"));
    assert_eq!(written(&dir, ".assert.err").len(), 1);
}

#[test]
fn dump_states_on_halt() {
    let dir = prepared(&faulty());
    let stop = "--exit-on-error-type=Ptr";
    explored(&dir, &[stop]);
    assert!(!written(&dir, ".early").is_empty());
    for none in ["--dump-states-on-halt=none", "-dump-states-on-halt=0"] {
        let done = explored(&dir, &[stop, none]);
        assert!(written(&dir, ".early").is_empty(), "{}", done.stderr);
        assert_eq!(written(&dir, ".ptr.err").len(), 1, "{}", done.stderr);
    }
}

#[test]
fn only_the_paths_of_seeds() {
    let dir = prepared(&faulty());
    let made = command(&dir, &["ktest", "--new", "-o", "seed.ktest", "text=xxa", "n=int:2"]);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let seeded = |options: &[&str]| {
        explored(&dir, &[&["--seed-ktest=seed.ktest", "--only-replay-seeds"], options].concat())
    };
    let done = seeded(&["--named-seed-matching"]);
    assert_eq!(done.status, Some(3), "{}", done.stderr);
    let test = fs::read(dir.path("out/test000001.ktest")).unwrap();
    assert!(test.ends_with(b"xx\0"), "{test:?}");
    assert_eq!(written(&dir, ".ktest").len(), 1, "{}", done.stderr);
    assert!(done.stderr.contains("paths that no seed takes were left out"), "{}", done.stderr);
    // In the order of the program, it is the other way round.
    let done = seeded(&[]);
    assert!(done.stderr.contains("the seed has text of 3"), "{}", done.stderr);
    assert!(written(&dir, ".ktest").is_empty(), "{}", done.stderr);
    let done = explored(&dir, &["--only-replay-seeds"]);
    assert!(done.stderr.contains("--seed-ktest"), "{}", done.stderr);
}

/// Seeds of other sizes are dropped unless they may be extended or truncated.
#[test]
fn seeds_of_other_sizes() {
    let dir = prepared(&faulty());
    let seeded = |seed: &[&str], options: &[&str]| {
        let made = command(&dir, &[&["ktest", "--new", "-o", "seed.ktest"], seed].concat());
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        let seed = ["--seed-ktest=seed.ktest", "--only-replay-seeds"];
        let done = explored(&dir, &[&seed, options].concat());
        fs::remove_file(dir.path("seed.ktest")).unwrap();
        done
    };
    let (extend, truncate) = ("--allow-seed-extension", "--allow-seed-truncation");
    for (seed, options, text) in [
        (&["n=int:2", "text=xx"][..], &[extend][..], Some(b"xx\0")),
        (&["n=int:2"], &["--zero-seed-extension"], Some(b"\0\0\0")),
        (&["text=axx"], &[extend, "--named-seed-matching"], Some(b"\0xx")),
        (&["n=int:2", "text=xaxxx"], &[truncate], Some(b"x\0x")),
        (&["n=int:2", "text=xx"], &[truncate], None),
        (&["n=int:2", "text=xxxx"], &[extend], None),
        (&["n=int:2", "name=xxx"], &[extend, truncate], None),
    ] {
        let done = seeded(seed, options);
        let tests = written(&dir, ".ktest");
        assert_eq!(tests.len(), usize::from(text.is_some()), "{seed:?}: {}", done.stderr);
        if let Some(text) = text {
            let test = fs::read(dir.path("out").join(&tests[0])).unwrap();
            assert!(test.ends_with(text), "{seed:?}: {test:?}");
        }
    }
}

/// The bytes of each test in `out`, sorted.
fn tests(dir: &TempDir) -> Vec<Vec<u8>> {
    let names = written(dir, ".ktest");
    let mut all: Vec<_> =
        names.iter().map(|name| fs::read(dir.path("out").join(name)).unwrap()).collect();
    all.sort();
    all
}

/// Decisions lead down the path they were written for, whatever forks there: branches, switches, objects, the
/// number of arguments; whichever searcher found it, and whether it was allowed to fork.
#[test]
fn replay_path() {
    let forks = "int cells[2][4] = {{1, 2}, {3}}, *p = n > 5 ? cells[0] : cells[1];\
        switch (text[0]) { case 'a': case 'b': sum += 4; break; case 'c': sum = 8; break; case 'd': sum = 9; }\
        p[n & 3] = 7; if (cells[1][1] == 7) sum++; if (cells[0][2] == 7) *(volatile int *)0 = sum;";
    let world = support::counting(forks)
        .replace("(void)", "(int argc, char **argv)")
        .replace("return sum", "if (argc > 1 && argv[1][0] == 'q') sum++; return sum");
    let dir = prepared(&world);
    let run = |options: &[&str]| {
        let _ = fs::remove_dir_all(dir.path("out"));
        let words = [&["run", "--output-dir=out"], options, &["a.c", "--sym-args", "0", "2", "1"]];
        command(&dir, &words.concat())
    };
    for how in [&[][..], &["--search=random-state"], &["--memory=merge"], &["--max-forks=40"]] {
        let done = run(&[&["--write-paths", "--emit-all-errors"], how].concat());
        let (all, names) = (tests(&dir), written(&dir, ".path"));
        assert!(names.len() > 20 && names.len() == all.len(), "{}", done.stderr);
        let _ = fs::remove_dir_all(dir.path("paths"));
        fs::rename(dir.path("out"), dir.path("paths")).unwrap();
        let memory = how.iter().filter(|option| option.starts_with("--memory")).copied();
        let options: Vec<_> = ["--replay-path=paths", "--emit-all-errors"].into_iter().collect();
        let options: Vec<_> = options.into_iter().chain(memory).collect();
        let done = run(&options);
        assert!(tests(&dir) == all, "{how:?}: {}", done.stderr);
        assert!(done.stderr.contains("(--replay-path)") && !done.stderr.contains("WARNING"));
    }
}

/// Everything beyond the end of the decisions is explored; decisions that are left over are reported.
#[test]
fn replay_path_of_another_length() {
    let dir = prepared(&faulty());
    explored(&dir, &["--write-paths"]);
    let all = tests(&dir);
    let longest = written(&dir, ".path").into_iter().map(|name| dir.path("out").join(name));
    let longest = longest.map(|file| fs::read_to_string(file).unwrap());
    let longest = longest.max_by_key(String::len).unwrap();
    let follow = |text: &str| {
        fs::write(dir.path("x.path"), text).unwrap();
        explored(&dir, &["--replay-path=x.path"])
    };
    follow("");
    assert_eq!(tests(&dir), all);
    let done = follow(&longest[..2]);
    let some = tests(&dir);
    assert!(1 < some.len() && some.len() < all.len(), "{}", done.stderr);
    assert!(some.iter().all(|test| all.contains(test)));
    let done = follow(&format!("{longest}0\n1\n"));
    assert_eq!(tests(&dir).len(), 1);
    assert!(done.stderr.contains("before the last 2 of the decisions"), "{}", done.stderr);
    let done = follow("1\nyes\n");
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("x.path:2: neither 0 nor 1"), "{}", done.stderr);
    let done = explored(&dir, &["--replay-path=none.path"]);
    assert!(done.stderr.contains("cannot read none.path"), "{}", done.stderr);
}

#[test]
fn write_xml_tests() {
    let dir = prepared(
        "int __VERIFIER_nondet_int(void);\nunsigned char __VERIFIER_nondet_uchar(void);\n\
        int main(void) { int x = __VERIFIER_nondet_int(); unsigned char y = __VERIFIER_nondet_uchar();\n\
        if (x == -7 && y == 200) *(volatile int *)0 = 1; return 0; }\n",
    );
    let done =
        explored(&dir, &["--write-xml-tests", "--xml-metadata-programhash=1f", "--search=dfs"]);
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    let names = written(&dir, ".xml");
    assert_eq!(names.len(), 4, "{names:?}");
    let texts: Vec<_> =
        names.iter().map(|name| fs::read_to_string(dir.path("out").join(name)).unwrap()).collect();
    assert!(texts[0].contains("<programfile>a.c</programfile>\n\t<programhash>1f</programhash>"));
    let faulty: Vec<_> = texts.iter().filter(|text| text.contains("coversError")).collect();
    assert_eq!(faulty.len(), 1);
    let inputs = "\t<input variable=\"__VERIFIER_nondet_int\" type=\"int\">-7</input>\n\
        \t<input variable=\"__VERIFIER_nondet_uchar\" type=\"uchar\">200</input>\n</testcase>\n";
    assert!(faulty[0].ends_with(inputs), "{}", faulty[0]);
    let done = explored(&dir, &["--xml-metadata-programhash=1f"]);
    assert!(done.stderr.contains("--write-xml-tests"), "{}", done.stderr);
}

/// There is a line for each instruction, of all paths.
#[test]
fn debug_print_instructions() {
    let dir = prepared(&faulty());
    let done = explored(&dir, &["--debug-print-instructions=all:file,src:stderr"]);
    let text = fs::read_to_string(dir.path("out/instructions.txt")).unwrap();
    let total = format!("strata: done: total instructions = {}\n", text.lines().count());
    assert!(done.stderr.contains(&total), "{}", done.stderr.lines().count());
    let is_line = |line: &&str| line.starts_with("     ");
    assert_eq!(done.stderr.lines().filter(is_line).count(), text.lines().count());
    let call = text.lines().find(|line| line.contains("@klee_range")).unwrap();
    assert!(call.starts_with("     a.c:7 11:") && call.contains(":0:  r"), "{call}");
    let compact = explored(&dir, &["-debug-print-instructions", "compact:file"]);
    assert_eq!(compact.stderr.lines().filter(is_line).count(), 0);
    let text = fs::read_to_string(dir.path("out/instructions.txt")).unwrap();
    let is_compact = |line: &str| line.split(':').all(|number| number.parse::<u32>().is_ok());
    assert!(text.lines().all(is_compact) && text.lines().any(|line| line.ends_with(":3")));
    let done = explored(&dir, &["--debug-print-instructions=everything"]);
    assert!(done.stderr.contains("compact:stderr"), "{}", done.stderr);
}

/// A loop that would be one step is followed instruction by instruction.
#[test]
fn instructions_of_a_loop_are_printed() {
    let dir = prepared(
        "#include <klee/klee.h>\n\
        int main(void) {\n  unsigned char n = klee_range(0, 4, \"n\");\n  static char a[4];\n\
          for (int k = 0; k < 70; k++)\n    for (int i = 0; i < n; i++) a[i] = k;\n  return a[0] == 3;\n}\n",
    );
    let done = explored(&dir, &["--debug-print-instructions=compact:file"]);
    assert!(done.stderr.contains("completed paths = 4\n"), "{}", done.stderr);
}

#[test]
fn function_alias() {
    let dir = prepared(
        "static int one(void) { return 1; }\nint two(void) { return 2; }\n\
        int three(void) { return 3; }\nint sum(int a, int b) { return a + b; }\n\
        int main(int argc, char **argv) { return sum(10 * one(), two()); }\n",
    );
    let status = |options: &[&str]| {
        let done = command(&dir, &[&["run"], options, &["a.c"]].concat());
        support::exit_status(&done).ok_or(done.stderr)
    };
    assert_eq!(status(&[]), Ok(12));
    assert_eq!(status(&["--function-alias=one:three"]), Ok(32));
    assert_eq!(status(&["-function-alias=two:three", "-function-alias=one:two"]), Ok(33));
    assert!(
        status(&["--function-alias=none:three"]).unwrap_err().contains("`none` is not defined")
    );
    assert!(status(&["--function-alias=one:none"]).unwrap_err().contains("`none` is not defined"));
    for (alias, problem) in [
        ("o(:two", "`o(` is not a regular expression"),
        ("t.*:sum", "all functions that match it (2) are of another type"),
        ("two:two", "two cannot stand for itself"),
        (":two", "give FROM:TO"),
    ] {
        let error = status(&["--function-alias", alias]).unwrap_err();
        assert!(error.contains(problem), "{error}");
    }
    // Patterns are for whole names, and for functions of the same type.
    assert_eq!(status(&["--function-alias=o.*|none:three"]), Ok(32));
    assert_eq!(status(&["--function-alias=n:three"]).ok(), None);
    let done = command(&dir, &["run", "--function-alias=.*:three", "a.c"]);
    assert_eq!(support::exit_status(&done), Some(33), "{}", done.stderr);
    assert!(done.stderr.contains("sum is of another type and not replaced"), "{}", done.stderr);
}

#[test]
fn run_in_dir() {
    let dir =
        prepared("#include <stdio.h>\nint main(void) { return fopen(\"note\", \"r\") ? 4 : 5; }\n");
    fs::create_dir(dir.path("sandbox")).unwrap();
    fs::write(dir.path("sandbox/note"), "hi").unwrap();
    let done = command(&dir, &["run", "--run-in-dir=sandbox", "a.c"]);
    assert_eq!(support::exit_status(&done), Some(4), "{}", done.stderr);
    let done = command(&dir, &["run", "a.c"]);
    assert_eq!(support::exit_status(&done), Some(5), "{}", done.stderr);
    let done = command(&dir, &["run", "--run-in-dir=a.c", "a.c"]);
    assert_eq!(done.status, Some(2), "{}", done.stderr);
}

/// Tests of such a run are replayed there, wherever the command is given.
#[test]
fn replay_of_run_in_dir() {
    if !testing::installed(CLANG) {
        return;
    }
    let dir = prepared(
        "#include <stdio.h>\n#include <klee/klee.h>\nint main(int argc, char **argv) {\n\
         if (argc == 1 && klee_range(0, 2, \"n\")) argc = 2;\nreturn fopen(\"note\", \"r\") ? argc : 5; }\n",
    );
    fs::create_dir(dir.path("sandbox")).unwrap();
    fs::write(dir.path("sandbox/note"), "hi").unwrap();
    for world in [&[][..], &["--sym-arg", "1"]] {
        let _ = fs::remove_dir_all(dir.path("out"));
        let words = [&["run", "--output-dir=out", "--run-in-dir=sandbox", "a.c"], world].concat();
        let done = command(&dir, &words);
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        let replayed = command(&dir, &["replay", "a.c", "out"]);
        let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
        assert_eq!(replayed.status, Some(0), "{said}{}", replayed.stderr);
        assert!(said.contains("confirmed: exit status 2") && !said.contains("exit status 5"));
    }
    fs::remove_dir_all(dir.path("sandbox")).unwrap();
    let replayed = command(&dir, &["replay", "a.c", "out"]);
    assert_eq!(replayed.status, Some(2), "{}", replayed.stderr);
    assert!(replayed.stderr.contains("sandbox"), "{}", replayed.stderr);
}

#[test]
fn external_call_warnings() {
    if !testing::installed(CLANG) {
        return;
    }
    let dir = prepared("int abs(int);\nint main(void) { return abs(-3) + abs(-1); }\n");
    let options = ["run", "--libc=none", "--cflag=-fno-builtin", "--externals=concrete"];
    for (which, count) in [("none", 0), ("once-per-function", 1), ("all", 2)] {
        let which = format!("--external-call-warnings={which}");
        let done = command(&dir, &[&options[..], &[&which, "a.c"]].concat());
        assert_eq!(support::exit_status(&done), Some(4), "{}", done.stderr);
        assert_eq!(done.stderr.matches("calling external: abs").count(), count, "{}", done.stderr);
    }
}

#[test]
fn use_query_log() {
    // Inputs with few values would not reach the solver.
    let dir = prepared(
        "#include <klee/klee.h>\nint main(void) { unsigned x; klee_make_symbolic(&x, 4, \"x\"); \
         if (x * x == 1369) return 1; return 0; }\n",
    );
    let done = explored(&dir, &["--use-query-log=solver:smt2"]);
    assert!(dir.path("solver-queries/query-000001.smt2").exists(), "{}", done.stderr);
}

/// A test made of what a program is given takes its path here, and natively.
#[test]
fn tests_of_given_input() {
    let dir = prepared(WORLD);
    fs::write(dir.path("in"), "abc").unwrap();
    fs::write(dir.path("file"), "file").unwrap();
    let line = "ktest --gen -v --sym-stdin in --sym-file file --bout-file t.ktest";
    let done = command(&dir, &line.split(' ').collect::<Vec<_>>());
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    for given in ["--replay-ktest=t.ktest", "--seed-ktest=t.ktest --only-replay-seeds"] {
        let _ = fs::remove_dir_all(dir.path("out"));
        let line =
            format!("run --output-dir=out {given} a.c --sym-arg 2 --sym-files 1 4 --sym-stdin 3");
        let done = command(&dir, &line.split(' ').collect::<Vec<_>>());
        assert_eq!(written(&dir, ".ktest").len(), 1, "{}", done.stderr);
        let replayed = command(&dir, &["replay", "a.c", "out"]);
        let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
        assert!(said.contains("confirmed: exit status 7"), "{said}{}", replayed.stderr);
    }
    let replayed = command(&dir, &["replay", "a.c", "t.ktest"]);
    let said = String::from_utf8_lossy(&replayed.stdout).into_owned();
    assert!(said.contains("natively exit status 7"), "{said}{}", replayed.stderr);
    for (line, expected) in [
        ("ktest --gen --sym-stdin", "--sym-stdin: a file is missing"),
        ("ktest --gen --sym-file nowhere", "cannot read nowhere"),
        ("ktest --randgen x --sym-arg 1", "--randgen: a number to start from"),
    ] {
        let done = command(&dir, &line.split(' ').collect::<Vec<_>>());
        assert_eq!(done.status, Some(2), "{line}");
        assert!(done.stderr.contains(expected), "{}", done.stderr);
    }
}

/// Random tests fit what they were made for, whatever the seed, and the same seed gives the same test.
#[test]
fn tests_of_random_input() {
    let dir = prepared(WORLD);
    let world = "-sym-args 0 2 3 --sym-arg-template a?b --sym-env E 2 --sym-files 2 4 --sym-stdin 3 --max-fail 1 \
        --sym-stdout";
    let mut made = Vec::new();
    for seed in ["1", "2", "3", "1"] {
        let line = format!("ktest --randgen {seed} {world} --bout-file t.ktest");
        let done = command(&dir, &line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(done.status, Some(0), "{}", done.stderr);
        made.push(fs::read(dir.path("t.ktest")).unwrap());
        let _ = fs::remove_dir_all(dir.path("out"));
        let line = format!("run --output-dir=out --replay-ktest=t.ktest a.c {world}");
        let done = command(&dir, &line.split_whitespace().collect::<Vec<_>>());
        assert_eq!(written(&dir, ".ktest").len(), 1, "{}", done.stderr);
        assert!(done.stderr.contains("faulted paths = 0"), "{}", done.stderr);
    }
    assert_eq!(made[0], made[3]);
    assert!(made[0] != made[1] && made[1] != made[2]);
}
