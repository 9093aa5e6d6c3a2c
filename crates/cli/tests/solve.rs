//! `strata solve`: the scripts under `tests/smt`, each of which says what its answers are; models and
//! values to the letter; what is refused, and where.

mod support;

use std::path::{Path, PathBuf};
use std::time::Duration;

use support::{Done, TempDir, in_parallel, root, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

fn solve(flags: &[&str], script: &str) -> Done {
    let done = run(strata().arg("solve").args(flags).arg("-"), script.as_bytes(), LIMIT);
    assert!(!done.timed_out, "{script}");
    done
}

/// What a script prints, and its exit status.
fn answers(flags: &[&str], script: &str) -> (String, Option<i32>) {
    let done = solve(flags, script);
    assert_eq!(done.stderr, "", "{script}");
    (String::from_utf8(done.stdout).unwrap(), done.status)
}

fn scripts() -> Vec<PathBuf> {
    let directory = std::fs::read_dir(root().join("tests/smt")).expect("the scripts");
    let mut files: Vec<PathBuf> = directory.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "smt2"));
    files.sort();
    files
}

/// The answers that a script announces: before each question, by `:status`.
fn announced(file: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(file).unwrap();
    let mut status = String::new();
    let mut all = Vec::new();
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("(set-info :status ") {
            status = rest.trim_end_matches(')').to_owned();
        }
        if line.starts_with("(check-sat") {
            all.push(status.clone());
        }
    }
    all
}

/// Requires that each answer is the announced one, or that the backend cannot give one.
fn check(file: &Path, flags: &[&str]) {
    let done = run(strata().arg("solve").args(flags).arg(file), b"", LIMIT);
    let (name, said) = (file.display(), String::from_utf8_lossy(&done.stdout));
    assert!(!done.timed_out && done.stderr.is_empty(), "{name}: {}\n{said}", done.stderr);
    let mut lines = said.lines().peekable();
    let mut unknown = false;
    for (number, expected) in announced(file).into_iter().enumerate() {
        let answer = lines.next().unwrap_or("nothing");
        if answer == "unknown" && flags == ["--solver=z3"] {
            let why = lines.next().unwrap_or_default();
            assert!(why.ends_with("is not supported by this backend"), "{name} {number}: {why}");
            unknown = true;
        } else {
            assert_eq!(answer, expected, "{name}: answer {number} with {flags:?}");
        }
    }
    assert_eq!(lines.next(), None, "{name}");
    assert_eq!(done.status, Some(i32::from(unknown)), "{name}");
}

#[test]
fn scripts_are_decided_as_they_say() {
    let files = scripts();
    assert!(files.len() > 20);
    in_parallel(&files, |file| check(file, &[]));
}

/// The answers that we give are those of Z3, where its library is there.
#[test]
fn z3_decides_the_same() {
    let done = solve(&["--solver=z3"], "(check-sat)");
    if done.status == Some(2) {
        return testing::skip(done.stderr);
    }
    in_parallel(&scripts(), |file| check(file, &["--solver=z3"]));
    in_parallel(&scripts(), |file| check(file, &["--check-models"]));
}

const SMALL: &str = "(set-logic QF_ABVFP)
(declare-const p Bool)
(declare-const |a b| (_ BitVec 12))
(declare-const f Float16)
(declare-const m RoundingMode)
(declare-const t (Array (_ BitVec 8) (_ BitVec 16)))
(assert p)
(assert (= |a b| #x123))
(assert (fp.isNaN f))
(assert (= m RTP))
(assert (= (select t #x07) #xbeef))
(check-sat)
";

const MODEL: &str = "(
  (define-fun p () Bool true)
  (define-fun |a b| () (_ BitVec 12) #x123)
  (define-fun f () (_ FloatingPoint 5 11) (_ NaN 5 11))
  (define-fun m () RoundingMode RTP)
  (define-fun t () (Array (_ BitVec 8) (_ BitVec 16)) (store ((as const (Array (_ BitVec 8) (_ BitVec 16))) \
#x0000) #x07 #xbeef))
)
";

#[test]
fn models() {
    let sat = format!("sat\n{MODEL}");
    assert_eq!(answers(&["--model"], SMALL), (sat.clone(), Some(0)));
    let asked = format!("{SMALL}(get-model)");
    assert_eq!(answers(&[], &asked), (sat.clone(), Some(0)));
    assert_eq!(answers(&["--model"], &asked), (sat, Some(0)));
    assert_eq!(answers(&[], SMALL), ("sat\n".into(), Some(0)));
}

#[test]
fn values() {
    let script = format!("{SMALL}(get-value (p (bvadd |a b| #x001) (select t #x07) f))");
    let expected = "sat\n((p true)\n ((bvadd |a b| #x001) #x124)\n ((select t #x07) #xbeef)\n \
                    (f (_ NaN 5 11)))\n";
    assert_eq!(answers(&[], &script), (expected.into(), Some(0)));
}

/// A model says what the assertions want when it is read back.
#[test]
fn models_are_scripts() {
    let script = "(declare-const t (Array (_ BitVec 32) (_ BitVec 8)))(declare-const i (_ BitVec 32))\
                  (declare-const x (_ BitVec 8))(declare-const h Float16)\
                  (assert (= (select t i) (bvadd x #x05)))(assert (bvugt x (select t #x00000003)))\
                  (assert (distinct i #x00000003))(assert (fp.isSubnormal h))(assert (bvugt (select t i) #x40))";
    let (model, status) = answers(&["--model"], &format!("{script}(check-sat)"));
    assert_eq!(status, Some(0), "{model}");
    let definitions = model.trim_start_matches("sat\n(").trim_end().trim_end_matches(')');
    let (_, assertions) = script.split_once("(assert").unwrap();
    let again =
        format!("{definitions})(assert{assertions}(check-sat)").replace("\n)(assert", "(assert");
    assert_eq!(answers(&[], &again), ("sat\n".into(), Some(0)), "{again}");
}

#[test]
fn other_commands() {
    let script = "(set-option :print-success true)(set-info :source |a
        b|)(echo \"say \"\"hi\"\"\")(get-info :name)(get-model)(assert false)(check-sat)(get-value (true))
        (get-option :x)(exit)(nonsense";
    let expected = "success\nsuccess\n\"say \"\"hi\"\"\"\n(:name \"strata\")\n\
                    (error \"there is no model: ask check-sat first\")\nsuccess\nunsat\n\
                    (error \"there is no model: the last answer is unsat\")\nunsupported\nsuccess\n";
    assert_eq!(answers(&[], script), (expected.into(), Some(0)));
}

/// A product of two large primes, which is not found in a moment.
#[test]
fn time_limit() {
    let script = "(declare-const x (_ BitVec 128))(declare-const y (_ BitVec 128))
        (assert (= (bvmul x y) (_ bv170141183460468547957001351485857113923 128)))
        (assert (bvult (_ bv1 128) x))(assert (bvult x y))
        (assert (bvult y (_ bv18446744073709551616 128)))(check-sat)(get-info :reason-unknown)";
    let (said, status) = answers(&["--time-limit=300ms"], script);
    assert_eq!(
        said,
        "unknown\n; the time limit has passed\n(:reason-unknown \"the time limit has passed\")\n"
    );
    assert_eq!(status, Some(1));
}

fn refused(script: &str, message: &str) {
    let dir = TempDir::new("solve");
    let file = dir.path("bad.smt2");
    std::fs::write(&file, script).unwrap();
    let done = run(strata().arg("solve").arg(&file), b"", LIMIT);
    assert_eq!(done.status, Some(2), "{script}: {}", done.stderr);
    assert_eq!(done.stderr, format!("strata: {}:{message}\n", file.display()), "{script}");
}

#[test]
fn bad_input() {
    refused("(check-sat", "1:1: this `(` is never closed");
    refused(
        "(declare-const x (_ BitVec 8))\n(assert (= x\n  #x123))\n",
        "3:3: `=` of values of sorts (_ BitVec 8) and (_ BitVec 12)",
    );
    refused("(assert y)", "1:9: unknown symbol `y`");
    refused(
        "; a\n\n(assert\n(forall ((x Bool)) x))",
        "4:2: quantifiers are not supported: `forall`",
    );
    refused("(declare-sort U 0)", "1:1: the command `declare-sort` is not supported");
    refused(
        "(declare-const i Int)",
        "1:18: the sort Int is not supported; there are bit-vectors and floats",
    );
    refused(
        "(assert (= ((_ extract 9 0) #xff) #b1))",
        "1:12: there are no bits 9 down to 0 in 8 bits",
    );
    refused("int main(void) {}", "1:1: a command begins with `(`");
}

/// What was answered before an error stays answered.
#[test]
fn answers_before_an_error() {
    let done = solve(&[], "(check-sat)(assert x)");
    assert_eq!((done.stdout, done.status), (b"sat\n".to_vec(), Some(2)));
    assert_eq!(done.stderr, "strata: standard input:1:20: unknown symbol `x`\n");
}

#[test]
fn bad_flags() {
    for (flag, message) in [
        ("--solver=yes", "there is no solver `yes`; use own, z3 or smt2:COMMAND"),
        ("--solver=smt2:", "smt2: needs a command"),
        ("--time-limit=soon", "is not a time"),
    ] {
        let done = solve(&[flag], "(check-sat)");
        assert_eq!(done.status, Some(2));
        assert!(done.stderr.contains(message), "{}", done.stderr);
    }
    let missing = run(strata().args(["solve", "nowhere.smt2"]), b"", LIMIT);
    assert_eq!(missing.status, Some(2));
    assert!(missing.stderr.starts_with("strata: cannot read nowhere.smt2: "), "{}", missing.stderr);
    let asked = "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))\
        (assert (= (bvmul x y) #x23))(check-sat)";
    let none = solve(&["--solver=smt2:/no/such/solver"], asked);
    assert_eq!(none.status, Some(1), "{}", none.stderr);
}

/// The same assertions give the same model, the least one, whichever way and backend is asked.
#[test]
fn models_are_the_least() {
    let script = "(declare-const x (_ BitVec 8))(declare-const y (_ BitVec 8))\
        (assert (bvult (bvadd x y) #x20))(assert (bvult #x0a x))(assert (distinct y #xf0))\
        (check-sat)(get-value (x y))";
    let least = ("sat\n((x #x0b)\n (y #x00))\n".to_owned(), Some(0));
    assert_eq!(answers(&[], script), least);
    assert_eq!(answers(&["--stages=witness,queries"], script), least);
}

/// What is logged is a script that says its verdict, and has it.
#[test]
fn queries_are_logged() {
    let log = TempDir::new("solve-log");
    let flag = format!("--log-queries={}", log.path("queries").display());
    let script = "(declare-const a (_ BitVec 16))(declare-const b (_ BitVec 16))\
        (assert (= (bvmul a b) #x1234))(check-sat)(assert (= (bvmul a b) (bvadd b a)))(check-sat)";
    let (said, status) = answers(&[&flag], script);
    assert_eq!(status, Some(0));
    assert!(said.starts_with("sat\n"), "{said}");
    let mut files: Vec<PathBuf> = std::fs::read_dir(log.path("queries"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files[0].ends_with("query-000001.smt2"), "{files:?}");
    for file in &files {
        check(file, &[]);
    }
    let unwritable = answers_of_failure(&["--log-queries=/dev/null/x"], script);
    assert!(unwritable.contains("cannot write /dev/null/x"), "{unwritable}");
}

fn answers_of_failure(flags: &[&str], script: &str) -> String {
    let done = solve(flags, script);
    assert_eq!(done.status, Some(2));
    done.stderr
}
