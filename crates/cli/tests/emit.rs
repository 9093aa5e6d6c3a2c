//! Which tests a run writes, with what beside them, and when limits of counts end it.

mod support;

use std::process::Command;
use std::time::Duration;

use support::{Done, TempDir, run, strata};

/// Nine paths, one of which fails.
const SOURCE: &str = r#"#include <assert.h>
#include <klee/klee.h>
static int sign(int x) {
  if (x > 0)
    return 1;
  if (x == 0)
    return 0;
  return -1;
}
int main(void) {
  int x;
  unsigned char i, table[4] = {1, 2, 3, 4};
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&i, sizeof i, "i");
  int s = sign(x);
  if (i < 4 && table[i] == 3)
    s += 2;
  assert(s != 3);
  return s;
}
"#;

/// Four paths that fail at one place.
const FAILING: &str = r#"#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  int n = (c & 1 ? 1 : 0);
  if (c & 2) n += 2;
  if (c & 4) n += 4;
  assert(n < 0);
}
"#;

struct Written {
    dir: TempDir,
    done: Done,
}

fn written(source: &str, flags: &[&str]) -> Written {
    let dir = TempDir::new("emit");
    std::fs::write(dir.path("a.c"), source).unwrap();
    let mut command = strata();
    command.args(["run", "--output-dir", "out"]).args(flags).arg("a.c").current_dir(dir.path(""));
    let done = run(&mut command, b"", Duration::from_secs(60));
    Written { dir, done }
}

impl Written {
    /// The contents of the files with this ending, in the order of their names.
    fn files(&self, ending: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.dir.path("out")).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.retain(|path| path.to_string_lossy().ends_with(ending));
        paths.sort();
        paths.iter().map(|p| String::from_utf8_lossy(&std::fs::read(p).unwrap()).into()).collect()
    }

    fn count(&self, ending: &str) -> usize {
        self.files(ending).len()
    }

    fn summary(&self) -> String {
        self.files("summary.json").concat()
    }
}

#[test]
fn all_errors_or_one_for_each_place() {
    let one = written(FAILING, &["--search=dfs"]);
    assert_eq!((one.count(".ktest"), one.count(".assert.err")), (1, 1), "{}", one.done.stderr);
    assert!(one.summary().contains("\"faulted\": 4"), "{}", one.summary());
    let all = written(FAILING, &["--emit-all-errors"]);
    assert_eq!((all.count(".ktest"), all.count(".assert.err")), (4, 4), "{}", all.done.stderr);
}

#[test]
fn the_first_error_ends_the_run() {
    let first = written(FAILING, &["--exit-on-error", "--emit-all-errors"]);
    assert_eq!(first.count(".assert.err"), 1, "{}", first.done.stderr);
    assert!(first.summary().contains("--exit-on-error"), "{}", first.summary());
    assert_eq!(first.done.status, Some(1));
}

#[test]
fn only_what_covers_new_code() {
    let all = written(SOURCE, &[]);
    assert_eq!(all.count(".ktest"), 9);
    let some = written(SOURCE, &["--only-output-states-covering-new", "--write-cov"]);
    assert!((1..9).contains(&some.count(".ktest")), "{}", some.done.stderr);
    assert!(some.summary().contains("\"completed\": 8"), "{}", some.summary());
    // Together they cover all that is covered.
    let lines = |written: &Written| {
        let mut lines: Vec<String> =
            written.files(".cov").iter().flat_map(|f| f.lines()).map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let covering = lines(&some);
    assert_eq!(covering, lines(&written(SOURCE, &["--write-cov"])));
    for line in 4..=8 {
        assert!(covering.contains(&format!("a.c:{line}")), "{covering:?}");
    }
    let once = covering.windows(2).all(|pair| pair[0] != pair[1]);
    assert!(once, "a line is first reached once: {covering:?}");
}

/// Makes a file in a directory, changes one and removes one that it made.
const WRITING: &str = r#"#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef SYMBOLIC
#include <klee/klee.h>
#endif
static void put(const char *path, const char *bytes, unsigned size) {
  int fd = open(path, O_CREAT | O_WRONLY, 0666);
  write(fd, bytes, size);
  close(fd);
}
int main(void) {
  char byte = 'x';
#ifdef SYMBOLIC
  klee_make_symbolic(&byte, 1, "byte");
  if (byte != 'b' && byte != 'y')
    return 1;
  if (byte == 'b')
    byte++;
#endif
  mkdir("made", 0777);
  put("made/file", &byte, 1);
  put("changed", "AB", 2);
  put("/tmp/removed", "C", 1);
  unlink("/tmp/removed");
}
"#;

#[test]
fn files_that_a_path_leaves() {
    for (flags, expected) in
        [(&[][..], vec![Some("x")]), (&["--cflag=-DSYMBOLIC"], vec![None, Some("c"), Some("y")])]
    {
        let dir = TempDir::new("emit");
        std::fs::write(dir.path("a.c"), WRITING).unwrap();
        std::fs::write(dir.path("changed"), "abc").unwrap();
        let mut command = strata();
        command.args(["run", "--output-dir", "out", "--write-files"]).args(flags).arg("a.c");
        let done = run(command.current_dir(dir.path("")), b"", Duration::from_secs(60));
        let whole = dir.path("").canonicalize().unwrap();
        let mut left = Vec::new();
        for number in 1..=expected.len() {
            let files = dir.path(&format!("out/test{number:06}.files"));
            let below = files.join(whole.strip_prefix("/").unwrap());
            let made = std::fs::read_to_string(below.join("made/file")).ok();
            if made.is_some() {
                assert_eq!(std::fs::read(below.join("changed")).unwrap(), b"ABc");
                assert!(!files.join("tmp/removed").exists());
                assert!(!below.join("a.c").exists(), "that is the host's");
            }
            left.push(made);
        }
        left.sort();
        let expected: Vec<_> = expected.into_iter().map(|text| text.map(str::to_owned)).collect();
        assert_eq!(left, expected, "{}", done.stderr);
        assert_eq!(std::fs::read(dir.path("changed")).unwrap(), b"abc", "on the host");
    }
}

#[test]
fn limits_of_depth_and_forks() {
    for (flag, most) in [("--max-depth=2", 4), ("--max-forks=3", 4)] {
        let cut = written(SOURCE, &[flag]);
        let tests = cut.count(".ktest");
        assert!((1..=most).contains(&tests), "{flag}: {tests} tests");
        assert_eq!(cut.count(".early") > 0, flag.starts_with("--max-depth"), "{flag}");
        let name = flag.split('=').next().unwrap();
        assert!(cut.summary().contains(name), "{}", cut.summary());
        assert!(cut.done.stderr.contains("strata:   a.c:"), "{}", cut.done.stderr);
        assert!(cut.summary().contains("\"exhaustive\": false"));
    }
    let forks = written(SOURCE, &["--max-forks=3"]);
    assert!(forks.done.stderr.contains("strata: WARNING: a.c:"), "{}", forks.done.stderr);
    assert!(forks.files("warnings.txt").concat().contains("--max-forks"));
}

/// Without the limit this has no end.
#[test]
fn a_limit_of_depth_ends_paths() {
    let source = "#include <klee/klee.h>\nint main(void) { for (;;) if (klee_int(\"x\")) klee_int(\"y\"); }\n";
    let cut = written(source, &["--max-depth=3"]);
    assert_eq!(cut.count(".early"), 8, "{}", cut.done.stderr);
    assert!(cut.summary().contains("--max-depth"), "{}", cut.summary());
}

#[test]
fn a_limit_of_tests() {
    let cut = written(SOURCE, &["--max-tests=3", "--search=dfs"]);
    assert!(cut.summary().contains("--max-tests"), "{}", cut.summary());
    assert_eq!(cut.count(".ktest"), 3);
}

#[test]
fn decisions_tell_paths_apart() {
    let all = written(SOURCE, &["--write-paths"]);
    let mut paths = all.files(".path");
    assert_eq!(paths.len(), 9);
    assert!(paths.iter().all(|path| path.lines().all(|side| side == "0" || side == "1")));
    paths.sort();
    paths.dedup();
    assert_eq!(paths.len(), 9, "no two paths are the same");
}

/// The script of each test is satisfied by its bytes, and by no more than its path.
#[test]
fn scripts_have_their_tests_as_models() {
    let all = written(SOURCE, &["--write-smt2s"]);
    let scripts = all.files(".smt2");
    assert_eq!(scripts.len(), 9);
    let bytes: Vec<Vec<u8>> = (1..=9).map(|n| input(&all, n)).collect();
    for (number, script) in scripts.iter().enumerate() {
        for (other, bytes) in bytes.iter().enumerate() {
            let expected = if other == number { "sat" } else { "unsat" };
            assert_eq!(solved(&all, &with_values(script, bytes)), expected, "{script}");
        }
    }
}

/// The bytes of `x` and then of `i` in a test.
fn input(written: &Written, number: usize) -> Vec<u8> {
    let file = written.dir.path(&format!("out/test{number:06}.ktest"));
    let bytes = std::fs::read(file).unwrap();
    // The objects are last: 1, "x", 4, four bytes, 1, "i", 1, one byte.
    let (x, i) = (bytes.len() - 14, bytes.len() - 1);
    [&bytes[x..x + 4], &bytes[i..]].concat()
}

fn with_values(script: &str, bytes: &[u8]) -> String {
    let value = |array: &str, index: usize, byte: u8| {
        format!("(assert (= (select |{array}| #x{index:016x}) #x{byte:02x}))\n")
    };
    // A path that says nothing of an input does not declare it.
    let mut asserts = String::new();
    for (array, index, byte) in (0..4).map(|k| ("x", k, bytes[k])).chain([("i", 0, bytes[4])]) {
        if script.contains(&format!("|{array}|")) {
            asserts += &value(array, index, byte);
        }
    }
    script.replace("(check-sat)", &format!("{asserts}(check-sat)"))
}

/// What we say, and Z3 if it is there.
fn solved(written: &Written, script: &str) -> String {
    let file = written.dir.path("query.smt2");
    std::fs::write(&file, script).unwrap();
    let said = |command: &mut Command| {
        let done = run(command.arg(&file), b"", Duration::from_secs(20));
        String::from_utf8_lossy(&done.stdout).trim().to_owned()
    };
    let ours = said(strata().arg("solve"));
    if testing::installed("z3") {
        assert_eq!(said(&mut Command::new("z3")), ours, "{script}");
    }
    ours
}

#[test]
fn the_program_as_text() {
    let text = |flags: &[&str]| {
        std::fs::read_to_string(written(FAILING, flags).dir.path("out/assembly.ll"))
    };
    assert!(text(&[]).is_err(), "only on request");
    let assembly = text(&["--write-assembly"]).expect("written");
    assert!(assembly.contains("define") && assembly.contains("@main"), "{assembly}");
}

/// Two faults, the second two calls deep.
const FAULTY: &str = r#"#include <klee/klee.h>
static char table[4] = {1, 2, 3, 4};
__attribute__((noinline)) static int quotient(int n, unsigned char by) { return n / by; }
__attribute__((noinline)) static int look(unsigned char at) { return quotient(table[at], at); }
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  switch (c) {
  case 9:
    return 0;
  }
  return look(c);
}
"#;

/// Each line of `assembly.ll` that a report names has the instruction that is meant.
#[test]
fn lines_of_the_program_as_text() {
    for level in ["-O0", "-O1"] {
        let run = written(FAULTY, &["--write-assembly", level]);
        let assembly = run.files("assembly.ll").concat();
        let line = |digits: &str| {
            let number: usize = digits.parse().expect("a number");
            assembly.lines().nth(number - 1).expect("a line")
        };
        let of_file = |text: &str| {
            let named = text.lines().find_map(|l| l.strip_prefix("assembly.ll line: "));
            line(named.expect("a line of assembly.ll"))
        };
        let frames = |text: &str| -> Vec<&str> {
            let frames = text.lines().skip_while(|l| !l.starts_with("Stack:")).skip(1);
            let frames = frames.take_while(|l| l.starts_with("\t#"));
            frames
                .enumerate()
                .map(|(n, l)| (l.strip_prefix(&format!("\t#{n}")), l))
                .map(|(rest, l)| line(&rest.unwrap_or_else(|| panic!("{l}"))[..8]))
                .take(2)
                .collect()
        };
        let division = &run.files(".div.err")[0];
        assert!(of_file(division).contains("= sdiv "), "{division}\n{}", of_file(division));
        let calls = frames(division);
        assert!(calls[0].contains("= sdiv ") && calls[1].contains("@quotient("), "{calls:?}");
        let access = &run.files(".ptr.err")[0];
        assert!(of_file(access).contains("= load i8, ptr "), "{access}\n{}", of_file(access));
        let calls = frames(access);
        assert!(calls[0].contains("= load i8, ptr ") && calls[1].contains("@look("), "{calls:?}");
        let plain = written(FAULTY, &[level]);
        assert_eq!(run.files(".err"), plain.files(".err"), "written or not, lines are the same");
    }
}
