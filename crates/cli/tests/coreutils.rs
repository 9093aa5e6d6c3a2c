//! Five programs of GNU coreutils must print what their native builds print.
//!
//! They are built by `tests/corpora/coreutils.sh`.

mod support;

use std::process::Command;
use std::time::Duration;

use support::{corpus, in_parallel, root, run, strata};

const LIMIT: Duration = Duration::from_secs(60);

const TEXT: &[u8] = b"one two  three\n\tfour\n\nfive six\nlast without newline";

/// Program, arguments, standard input.
const CASES: &[(&str, &[&str], &[u8])] = &[
    ("echo", &["hello", "world"], b""),
    ("echo", &["-n", "no newline"], b""),
    ("echo", &["-e", r"tab\there\x41\0102\c", "never"], b""),
    ("echo", &[], b""),
    ("echo", &["--help"], b""),
    ("cat", &[], TEXT),
    ("cat", &["-n"], TEXT),
    ("cat", &["-A", "-s"], TEXT),
    ("cat", &["-b", "-", "/nonexistent"], TEXT),
    ("cat", &["/etc/passwd", "/etc/hostname"], b""),
    ("cat", &["--no-such-option"], b""),
    ("wc", &[], TEXT),
    ("wc", &["-l", "-w", "-c", "-m", "-L"], TEXT),
    ("wc", &["/etc/passwd", "/nonexistent", "-"], TEXT),
    ("expr", &["2", "+", "3", "*", "4"], b""),
    ("expr", &["(", "7", "-", "10", ")", "/", "2"], b""),
    ("expr", &["length", "abcdef", ":", "a"], b""),
    ("expr", &["abcdef", ":", "a\\(.*\\)e"], b""),
    ("expr", &["substr", "abcdef", "2", "3"], b""),
    ("expr", &["1", "/", "0"], b""),
    ("expr", &["a", "<", "b", "&", "0"], b""),
    ("expr", &["99999999999999999999", "+", "1"], b""),
    ("seq", &["5"], b""),
    ("seq", &["-w", "8", "11"], b""),
    ("seq", &["-s", ",", "1", "0.25", "2"], b""),
    ("seq", &["10", "-3", "-5"], b""),
    ("seq", &["-f", "%.3e", "1", "3"], b""),
    ("seq", &["1000", "1200"], b""),
    ("seq", &["x"], b""),
];

/// With every option of ours, the program does what it does natively.
fn compare(case: &(&str, &[&str], &[u8]), options: &[&str]) -> Result<(), String> {
    let (name, args, input) = case;
    let dir = corpus("coreutils");
    // The name a program is called by is in its messages.
    let mut native = Command::new("bash");
    let script = "name=$1 exe=$2; shift 2; exec -a \"$name\" \"$exe\" \"$@\"";
    native.args(["-c", script, "bash"]).arg(format!("{name}.bc"));
    native.arg(dir.join(format!("{name}.native"))).args(*args).env_clear().current_dir(&dir);
    let expected = run(&mut native, input, LIMIT);
    let mut ours = strata();
    ours.arg("run").args(options).arg(format!("{name}.bc")).args(*args).current_dir(&dir);
    let done = run(&mut ours, input, LIMIT);
    let said: String =
        done.stderr.lines().filter(|l| !l.starts_with("strata: ")).map(line).collect();
    if done.stdout != expected.stdout
        || support::exit_status(&done) != expected.status
        || said != expected.stderr
    {
        return Err(format!("{name} {args:?}: {done:?}\nnative: {expected:?}"));
    }
    Ok(())
}

fn line(text: &str) -> String {
    format!("{text}\n")
}

fn build() {
    let script = root().join("tests/corpora/coreutils.sh");
    let built = Command::new("sh").arg(&script).status().expect("a shell");
    assert!(built.success(), "{} failed", script.display());
}

#[test]
fn coreutils_print_what_they_print_natively() {
    build();
    let wrong: Vec<String> =
        in_parallel(CASES, |case| compare(case, &[])).into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), CASES.len(), wrong.join("\n"));
}

/// Neither they nor the library use what was never written.
#[test]
fn coreutils_use_nothing_uninitialised() {
    build();
    let checked = |case: &_| compare(case, &["--check=uninitialised"]);
    let wrong: Vec<String> =
        in_parallel(CASES, checked).into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{} of {} differ:\n{}", wrong.len(), CASES.len(), wrong.join("\n"));
}

/// No access goes where the analysis of pointers did not predict.
#[test]
fn coreutils_access_what_was_predicted() {
    build();
    let checked = |case: &(&str, &[&str], &[u8])| {
        let (name, args, input) = case;
        let mut ours = strata();
        ours.args(["run", "--check-points-to"]).arg(format!("{name}.bc")).args(*args);
        let done = run(ours.current_dir(corpus("coreutils")), input, LIMIT);
        match done.stderr.contains("accesses checked, 0 places with a violation") {
            true => Ok(()),
            false => Err(format!("{name} {args:?}: {done:?}")),
        }
    };
    let wrong: Vec<String> =
        in_parallel(CASES, checked).into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `wc` asks for the size of a file and seeks; of a pipe it reads all.
#[test]
fn standard_input_may_be_a_file() {
    build();
    let dir = corpus("coreutils");
    let shell = |command: &str| {
        let mut sh = Command::new("sh");
        sh.args(["-c", command]).arg(strata().get_program()).current_dir(&dir);
        run(&mut sh, b"", LIMIT).stdout
    };
    let expected = shell("./wc.native < /etc/passwd");
    assert!(!expected.is_empty());
    assert_eq!(shell("\"$0\" run wc.bc < /etc/passwd"), expected);
}
