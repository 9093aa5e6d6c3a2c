//! The steps by which tests are saved: each is on the disk, under its name, before the end of its path is recorded. The
//! system calls of a run show it, and a run that is killed at any of them has lost nothing and has nothing that is wrong.

use std::collections::BTreeSet;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::process::Command;

use report::ktest::Ktest;
use tree::{Keep, Saved};

use super::programs::TEXT;
use super::support::run;
use super::{Case, LIMIT, found, resumed};

/// The same run under strace.
fn traced(plain: &Command, options: &[&str]) -> Command {
    let mut command = Command::new("strace");
    command.args(["-f", "-qq"]).args(options).arg(plain.get_program()).args(plain.get_args());
    command.current_dir(plain.get_current_dir().expect("it has one"));
    command
}

/// The tests of paths that have ended, as far as these bytes of a tree say.
fn recorded(tree: &[u8]) -> BTreeSet<String> {
    let saved = Saved::of(Cursor::new(tree), &BTreeSet::new(), Keep::Open).expect("a tree");
    assert_eq!(saved.whole_bytes, tree.len() as u64, "a frame is written in one piece");
    saved.tests().into_keys().map(|number| format!("test{number:06}.ktest")).collect()
}

/// The last thing in quotes, or else the last name of a file behind a descriptor.
fn named(line: &str) -> &str {
    match line.split('"').rev().nth(1) {
        Some(name) => name,
        None => {
            line.split(['<', '>']).nth(1).and_then(|path| path.rsplit('/').next()).unwrap_or("")
        }
    }
}

#[test]
fn tests_are_on_the_disk_before_ends_are_recorded() {
    if !testing::installed("strace") {
        return;
    }
    let case = Case::new(TEXT, &["--emit-all-errors"], &[]);
    let log = case.directory.path("log");
    let calls = "trace=openat,syncfs,fdatasync,fsync,renameat,write";
    let to = log.to_str().expect("a name");
    let command = traced(&case.run("parts", &[]), &["-y", "-s", "0", "-o", to, "-e", calls]);
    run(&mut { command }, b"", LIMIT);
    let whole = found(&case.out("parts"));
    assert!(whole.exhaustive && whole.tests.len() > 100, "{whole:?}");

    let tree = fs::read(case.out("parts").join(tree::FILE_NAME)).expect("a tree");
    let (mut written, mut synced, mut renamed) = (Vec::new(), BTreeSet::new(), Vec::new());
    let (mut lasting, mut bytes, mut frames) = (BTreeSet::new(), 0, 0);
    for line in fs::read_to_string(&log).expect("a log").lines() {
        let (_, call) = line.split_once(' ').expect("a thread");
        let call = call.trim_start();
        if call.starts_with("openat(") && call.contains("O_CREAT") && call.contains(".ktest") {
            let name = named(call).strip_suffix(".part").expect("it has another name at first");
            written.push(name.to_owned());
        } else if call.starts_with("syncfs(") {
            synced.extend(written.drain(..));
        } else if call.starts_with("fdatasync(") {
            let name = named(call).trim_end_matches(".part");
            synced.extend(written.extract_if(.., |test| test == name));
        } else if call.starts_with("renameat(") && call.contains(".ktest") {
            assert!(synced.contains(named(call)), "{call}");
            renamed.push(named(call).to_owned());
        } else if call.starts_with("fsync(") && named(call) == "parts" {
            lasting.extend(renamed.drain(..));
        } else if call.starts_with("write(") && named(call).is_empty() && call.contains("/tree.") {
            let count = call.rsplit(", ").next().expect("a count of bytes");
            let digits = count.chars().take_while(char::is_ascii_digit).collect::<String>();
            bytes += digits.parse::<usize>().expect("a count of bytes");
            frames += 1;
            assert!(recorded(&tree[..bytes]).is_subset(&lasting), "frame {frames}: {call}");
        }
    }
    assert_eq!((bytes, lasting.len()), (tree.len(), whole.tests.len()));
    assert!(frames > 1, "the header and {frames} frames");
}

/// A run that goes on from kill to kill, each at another step, is one run in the end.
#[test]
fn killed_at_each_step() {
    if !testing::installed("strace") {
        return;
    }
    let case = Case::new(TEXT, &["--emit-all-errors"], &[]);
    let whole = case.whole();
    let (out, place) = (case.out("parts"), case.out("parts").join(tree::FILE_NAME));
    let (directory, file) = (Some(&*out), Some(&*place));
    let mut command = case.run("parts", &[]);
    for (call, when, of) in [
        // The beginning of the tree, which has another name until it is whole.
        ("write", 1, Some(&*out.join("tree.part"))),
        ("syncfs", 1, None),
        ("renameat", 2, None),
        ("renameat", 60, None),
        ("fsync", 1, directory),
        ("write", 1, file),
        ("fdatasync", 1, file),
        ("openat", 300, None),
    ] {
        killed(&command, call, when, of);
        let is_saved = place.is_file();
        if is_saved {
            is_sound(&out, &format!("{call} {when}"));
        } else if out.exists() {
            fs::remove_dir_all(&out).expect("ours");
        }
        command = if is_saved { case.resume("parts", &[]) } else { case.run("parts", &[]) };
    }
    let done = run(&mut command, b"", LIMIT);
    assert!(matches!(done.status, Some(0 | 1)), "{}", done.stderr);
    assert!(!done.stderr.contains("missing or changed"), "{}", done.stderr);
    assert_eq!(found(&out), whole);
    let taken = resumed(&out);
    assert_eq!((&taken["queries"], &taken["divergences"]), (&0.into(), &0.into()), "{taken}");
}

/// Kills a command at a system call that it makes.
fn killed(command: &Command, call: &str, when: u32, of: Option<&Path>) {
    let inject = format!("inject={call}:signal=KILL:when={when}");
    let trace = format!("trace={call}");
    let mut options = vec!["-o", "/dev/null", "-e", &trace, "-e", &inject];
    options.extend(of.iter().flat_map(|path| ["-P", path.to_str().expect("a name")]));
    let done = run(&mut traced(command, &options), b"", LIMIT);
    assert_eq!(done.status, None, "{call} {when} was not made: {}", done.stderr);
}

/// What has a name is whole, and all tests are there whose ends are recorded.
fn is_sound(out: &Path, after: &str) {
    for entry in fs::read_dir(out).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|suffix| suffix == "ktest") {
            Ktest::read(&path).expect("a whole test");
        }
    }
    let tree = fs::read(out.join(tree::FILE_NAME)).expect("a tree");
    let ends = recorded(&tree);
    let missing: Vec<_> = ends.iter().filter(|test| !out.join(test).is_file()).collect();
    assert!(missing.is_empty(), "after {after}: {missing:?}");
}
