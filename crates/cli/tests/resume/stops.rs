//! Runs that are stopped at any moment, by SIGINT and SIGKILL in turn, and go on with this or another searcher: together
//! they find what one run finds, and ask nothing that is known. An ordinary run takes some of the programs; with
//! `STRATA_FULL` set, ten are stopped twenty times each, coreutils and make among them.

use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use random::Random;

use super::programs::{OBJECTS, PRODUCTS, SYMBOLIC_WORLD, TEXT, WORLD};
use super::support::{corpus, root};
use super::{Case, LIMIT, SEARCHERS, found, resumed};

/// How often a program is stopped: in one run after the other, if it is through before.
const STOPS: u64 = 20;

/// Stops a program at random moments.
fn stopped(name: &str, case: &Case, times: u64) {
    let before = used(std::process::id());
    let whole = case.whole();
    let took = used(std::process::id()) - before;
    let mut random = Random::new(7);
    let mut stops = 0;
    while stops < times {
        stops += stopped_once(name, case, took, times - stops, &mut random);
        let parts = found(&case.out("parts"));
        assert_eq!(parts.tests, whole.tests, "{name}");
        assert_eq!(parts.errors, whole.errors, "{name}");
        assert_eq!((parts.completed, parts.faulted), (whole.completed, whole.faulted), "{name}");
        fs::remove_dir_all(case.out("parts")).expect("ours");
    }
}

/// Stops a program until it is through, at most so often; returns how often.
fn stopped_once(name: &str, case: &Case, took: u64, times: u64, random: &mut Random) -> u64 {
    let out = case.out("parts");
    let mut command = case.run("parts", &[]);
    let mut stops = 0;
    loop {
        // All parts together take about as long as one run; whatever is left then is let through.
        let patience = if stops < times { random.below(took / 10 + 20) } else { u64::MAX };
        let signal = if stops % 2 == 0 { "-INT" } else { "-KILL" };
        let said = case.directory.path("said");
        let file = fs::File::create(&said).expect("a file");
        let child = command.stdout(Stdio::null()).stderr(file).spawn().expect("a child");
        let ended = stop(child, patience, signal);
        let has_summary = out.join("summary.json").is_file();
        if has_summary && !resumed(&out).is_null() {
            assert_eq!(resumed(&out)["queries"], 0, "{name}");
            assert_eq!(resumed(&out)["divergences"], 0, "{name}");
        }
        if has_summary && found(&out).exhaustive {
            return stops;
        }
        // What is not stopped gets to its end, or else it would go on here for ever.
        if let Some(status) = ended {
            let said = fs::read_to_string(said).unwrap_or_default();
            panic!("{name}, stopped {stops} times, ends early with {status}: {said}");
        }
        stops += 1;
        assert!(stops <= times, "{name} does not get to its end");
        let is_saved = out.join(tree::FILE_NAME).is_file();
        if !is_saved && out.exists() {
            fs::remove_dir_all(&out).expect("ours");
        }
        let other = format!("--search={}", SEARCHERS[random.below(4) as usize]);
        let further: &[&str] = if random.below(2) == 0 { &[] } else { &[&other] };
        command = match is_saved {
            true => case.resume("parts", further),
            false => case.run("parts", &[]),
        };
    }
}

/// Sends a signal to a run once it has used that many milliseconds of processor time, unless it is over: how it ended in
/// that case. The clock on the wall would stop it earlier or later with whatever else the machine does.
fn stop(mut child: Child, patience: u64, signal: &str) -> Option<ExitStatus> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("our child") {
            return Some(status);
        }
        assert!(began.elapsed() < LIMIT, "it does not end");
        if used(child.id()) > patience {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    let pid = child.id().to_string();
    Command::new("kill").args([signal, &pid]).status().expect("a signal");
    child.wait().expect("our child");
    None
}

/// The milliseconds of processor time that a process and its children have used.
fn used(pid: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    // The name of the program, in brackets, may have anything in it.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks = fields.skip(11).take(4).filter_map(|ticks| ticks.parse::<u64>().ok());
    ticks.sum::<u64>() * 10
}

// Which path is the first at a fault site depends on where a run was stopped.
const ALL: &str = "--emit-all-errors";

fn small() -> Vec<(&'static str, Case)> {
    vec![
        ("text", Case::new(TEXT, &[ALL], &[])),
        ("products", Case::new(PRODUCTS, &[ALL], &[])),
        ("world", Case::new(WORLD, &[ALL], &SYMBOLIC_WORLD)),
    ]
}

#[test]
fn signals() {
    for (name, case) in small() {
        stopped(name, &case, STOPS);
    }
}

#[test]
fn a_utility_is_stopped() {
    stopped("expr", &utility("expr", "--sym-args 0 2 2"), 6);
}

fn utility(name: &str, arguments: &str) -> Case {
    let script = root().join("tests/corpora/coreutils.sh");
    let built = Command::new("sh").arg(&script).stdout(Stdio::null()).status().expect("a shell");
    assert!(built.success(), "{} failed", script.display());
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    Case::of(&corpus("coreutils").join(format!("{name}.bc")), &[ALL], &arguments)
}

/// GNU make on a makefile with unknown letters.
fn make() -> Option<Case> {
    if !testing::installed("python3") {
        return None;
    }
    let script = root().join("tests/real/real.py");
    let mut build = Command::new("python3");
    build.arg(script).args(["build", "make"]).env("STRATA", env!("CARGO_BIN_EXE_strata"));
    let built = build.output().expect("python3");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let said = String::from_utf8_lossy(&built.stdout).into_owned();
    let program = said.split_whitespace().map(Path::new).find(|word| word.is_dir());
    let program = program.expect("a directory").join("make-dfsg/make");
    let arguments = "-n -f mk --sym-file mk=in --template-mark @ --template-range=a-z";
    let arguments: Vec<&str> = arguments.split_whitespace().collect();
    let case = Case::of(&program, &[ALL, "--host-files=/bin/sh"], &arguments);
    fs::write(case.directory.path("in"), MAKEFILE).expect("a file");
    Some(case)
}

const MAKEFILE: &str = "a := word1\nb := word2\nd := $@\ne := $@\nall: ; @echo $(d) $(e)\n";

/// Ten programs, each stopped twenty times.
#[test]
fn ten_programs_are_stopped_twenty_times() {
    if !testing::full() {
        return;
    }
    let sort = root().join("bench/programs/sort.c");
    let mut all = small();
    all.extend([
        ("objects", Case::new(OBJECTS, &[ALL], &[])),
        ("sort", Case::of(&sort, &[ALL, "--cflag=-DN=6"], &[])),
        ("echo", utility("echo", "--sym-args 0 2 4")),
        ("cat", utility("cat", "--sym-args 0 1 2 --sym-stdin 3")),
        ("wc", utility("wc", "--sym-stdin 4")),
        ("expr", utility("expr", "--sym-args 0 2 2")),
    ]);
    all.extend(make().map(|case| ("make", case)));
    for (name, case) in all {
        stopped(name, &case, STOPS);
    }
}
