//! What a program calls its objects and functions, and what it says, must neither act on a terminal nor be
//! taken for words of ours.

mod support;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use support::{Done, TempDir, root, run, strata};

const LIMIT: Duration = Duration::from_secs(120);

fn program() -> PathBuf {
    root().join("crates/cli/tests/hostile/names.c")
}

fn command(args: &[&str]) -> Done {
    run(strata().args(args), b"", LIMIT)
}

/// Every character is printable, or ends a line, or is a tab.
fn assert_plain(what: &str, bytes: &[u8]) {
    let text = std::str::from_utf8(bytes).unwrap_or_else(|_| panic!("{what} is not UTF-8"));
    let strange = |c: char| {
        c.is_control() && c != '\n' && c != '\t'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if let Some(line) = text.lines().find(|line| line.contains(strange)) {
        panic!("{what}: {line:?}");
    }
}

fn assert_not_forged(what: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let forged = text.lines().filter(|line| line.starts_with("strata: exhaustive")).count();
    assert_eq!(forged, 0, "{what}: {text}");
}

#[test]
fn nothing_said_by_a_program_is_more_than_text() {
    let dir = TempDir::new("hostile");
    let out = dir.path("nested/out");
    fs::create_dir_all(dir.path("nested")).expect("made");
    let program = program();
    let mut strata = strata();
    strata.args(["run", "--write-smt2s", "--write-cov", "--write-paths", "--write-assembly"]);
    strata.args(["--memory=segmented", "--max-time=60", "--max-depth=30"]);
    strata.arg("--output-dir").arg(&out).arg(&program);
    let done = run(&mut strata, b"", LIMIT);
    assert_eq!(done.status, Some(1), "{done:?}");
    assert_plain("standard error", done.stderr.as_bytes());
    let last = done.stderr.lines().last().expect("some");
    assert_eq!(last, "strata: exhaustive");
    assert_not_forged(
        "standard error",
        done.stderr.replace("\nstrata: exhaustive\n", "\n").as_bytes(),
    );
    let mut names = Vec::new();
    for entry in fs::read_dir(&out).expect("a directory") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(&path).expect("readable");
        if !name.ends_with(".ktest") && name != "run.stats" {
            assert_plain(&name, &bytes);
        }
        if name == "messages.txt" || name == "warnings.txt" || name.ends_with(".err") {
            assert_not_forged(&name, &bytes);
        }
        names.push(name);
    }
    // The files of what the program reported have names of ours.
    assert_eq!(names.iter().filter(|name| name.ends_with(".report_error.err")).count(), 4);
    assert_eq!(names.iter().filter(|name| name.ends_with(".ktest.err")).count(), 1);
    assert!(names.iter().all(|name| !name.contains("evil") && !name.contains('\x1b')), "{names:?}");
    assert_eq!(fs::read_dir(dir.path("nested")).expect("a directory").count(), 1);

    let tests: Vec<_> = names.iter().filter(|name| name.ends_with(".ktest")).collect();
    let mut ktest = support::strata();
    let done = run(ktest.arg("ktest").args(tests.iter().map(|name| out.join(name))), b"", LIMIT);
    assert_eq!(done.status, Some(0), "{done:?}");
    assert_plain("ktest", &done.stdout);
    assert_not_forged("ktest", &done.stdout);
}

#[test]
fn listings_are_plain() {
    let program = program();
    let program = program.to_str().expect("text");
    for args in [&["code", program][..], &["points-to", program, "--locals"]] {
        let done = command(args);
        assert_eq!(done.status, Some(0), "{done:?}");
        assert_plain(args[0], &done.stdout);
        assert_not_forged(args[0], &done.stdout);
    }
}

#[test]
fn names_of_files_are_plain() {
    let dir = TempDir::new("hostile-files");
    let name = "x\x1b[2J\nstrata: exhaustive\n\u{202e}.bc";
    let path = dir.path(name);
    fs::write(&path, b"neither").expect("written");
    for subcommand in ["run", "dis", "code", "points-to", "ktest", "solve"] {
        for file in [path.clone(), dir.path(&format!("no{name}"))] {
            let done = run(strata().arg(subcommand).arg(&file), b"", LIMIT);
            assert_eq!(done.status, Some(2), "{subcommand}: {done:?}");
            assert_plain(subcommand, done.stderr.as_bytes());
            assert_not_forged(subcommand, done.stderr.as_bytes());
        }
    }
}
