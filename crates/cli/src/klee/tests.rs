use super::*;

fn line(words: &str) -> impl Iterator<Item = OsString> {
    ["strata", "run"]
        .into_iter()
        .chain(words.split(' '))
        .map(OsString::from)
        .collect::<Vec<_>>()
        .into_iter()
}

fn said(words: &str) -> (String, Vec<String>) {
    let Translated { words, warnings } = translated(line(words)).unwrap();
    let words: Vec<_> = words[2..].iter().map(|word| word.to_str().unwrap()).collect();
    (words.join(" "), warnings)
}

fn words(line: &str) -> String {
    let (words, warnings) = said(line);
    assert!(warnings.is_empty(), "{warnings:?}");
    words
}

#[test]
fn one_dash_is_as_good_as_two() {
    assert_eq!(
        words("-search=dfs -max-time 3 -O2 p.c -search"),
        "--search=dfs --max-time 3 -O2 p.c -search"
    );
    assert_eq!(words("-O 2 -exit-on-error p.c"), "-O 2 --exit-on-error p.c");
    assert_eq!(words("-- -search"), "-- -search");
    assert_eq!(words("- -search"), "- -search");
}

#[test]
fn flags_may_have_values() {
    assert_eq!(words("--emit-all-errors=true -exit-on-error=0 p.c"), "--emit-all-errors p.c");
    assert_eq!(words("--emit-all-errors=maybe p.c"), "--emit-all-errors=maybe p.c");
    assert_eq!(
        words("--dump-states-on-halt=0 -kdalloc=false p.c"),
        "--dump-states-on-halt=none --allocator=global p.c"
    );
    assert_eq!(words("-check-div-zero -check-overshift=true -optimize=false p.c"), "p.c");
}

#[test]
fn what_is_not_needed_is_said_once() {
    let (words, warnings) = said(
        "-libc=uclibc --posix-runtime -switch-type internal --posix-runtime p.c --posix-runtime",
    );
    assert_eq!(words, "p.c --posix-runtime");
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    let expected = "WARNING: --posix-runtime: not needed, because files, arguments, ";
    assert!(warnings[1].starts_with(expected), "{warnings:?}");
}

#[test]
fn what_changes_results_is_refused() {
    for (text, expected) in [
        ("--replay-path=x p.c", "--replay-path: paths are replayed by their input"),
        ("--check-div-zero=false p.c", "--check-div-zero: this is undefined behaviour"),
        ("--make-concrete-symbolic=3 p.c", "--make-concrete-symbolic: concrete reads"),
        ("--max-static-fork-pct=0.5 p.c", "--max-static-fork-pct: "),
        ("--use-query-log=all:kquery p.c", "--use-query-log: "),
        ("--write-xml-tests p.c", "--write-xml-tests: tests are written as .ktest files"),
        ("-max-stack-frames", "-max-stack-frames: its value is missing"),
    ] {
        let error = translated(line(text)).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    assert_eq!(words("--make-concrete-symbolic=0 --max-static-fork-pct=1 p.c"), "p.c");
}

#[test]
fn other_commands_and_unknown_names_are_left_alone() {
    let other: Vec<OsString> =
        ["strata", "code", "-posix-runtime", "@x"].map(OsString::from).into();
    assert_eq!(translated(other.clone().into_iter()).unwrap().words, other);
    assert_eq!(words("--no-such-option p.c"), "--no-such-option p.c");
}

/// The table has each name once, and none of an option of ours, but for those with values of KLEE's.
#[test]
fn the_table() {
    let names: Vec<_> = names().collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    let ours = RunOptions::augment_args(Command::new("run"));
    let both =
        names.iter().filter(|name| ours.get_arguments().any(|option| is_called(option, name)));
    assert_eq!(both.collect::<Vec<_>>(), [&"dump-states-on-halt", &"libc", &"solver-backend"]);
}
