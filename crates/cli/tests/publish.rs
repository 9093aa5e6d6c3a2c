//! `strata report` and `strata export`: what they write is read by the tools it is meant for.

mod support;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use serde_json::Value;
use support::{CLANG, Done, TempDir, root, run, strata};

const LIMIT: Duration = Duration::from_secs(120);

/// The Python of the distribution, which sees the packages of the distribution.
const PYTHON: &str = "/usr/bin/python3";

/// Runs a program in a directory of its own; `out` there is the run directory.
fn explored(name: &str, program: &Path) -> TempDir {
    let dir = TempDir::new(name);
    fs::copy(program, dir.path("program.c")).expect("copied");
    let mut command = strata();
    command.args(["run", "--output-dir", "out", "program.c"]).current_dir(dir.path(""));
    let done = run(&mut command, b"", LIMIT);
    assert_eq!(done.status, Some(1), "{}", done.stderr);
    dir
}

fn message() -> TempDir {
    explored("publish", &root().join("examples/message.c"))
}

/// `strata report --format FORMAT` on the run, to a file of this name.
fn written(dir: &TempDir, format: &str, name: &str) -> PathBuf {
    let file = dir.path(name);
    let mut command = strata();
    command.args(["report", "--format", format, "--output"]).arg(&file).arg(dir.path("out"));
    let done = run(&mut command, b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    file
}

fn text(file: &Path) -> String {
    fs::read_to_string(file).expect("text")
}

/// What a script for Python prints; `None` if a module it imports is not there.
fn python(module: &str, script: &str, args: &[&Path]) -> Option<String> {
    let has = Command::new(PYTHON).args(["-c", &format!("import {module}")]).output();
    if !has.is_ok_and(|done| done.status.success()) {
        testing::skip(format!("no {module} for {PYTHON}"));
        return None;
    }
    let done = run(Command::new(PYTHON).args(["-c", script]).args(args), b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    Some(String::from_utf8(done.stdout).expect("text"))
}

#[test]
fn sarif() {
    let dir = message();
    let file = written(&dir, "sarif", "out.sarif");
    let log: Value = serde_json::from_str(&text(&file)).expect("JSON");
    let result = &log["runs"][0]["results"][0];
    let at = |location: &Value| location["physicalLocation"]["region"]["startLine"].as_u64();
    assert_eq!(result["ruleId"], "out-of-bounds");
    assert_eq!(at(&result["locations"][0]), Some(15));
    assert_eq!(at(&result["relatedLocations"][0]), Some(26), "where it was allocated");
    assert_eq!(log["runs"][0]["results"].as_array().map(Vec::len), Some(1));
    let script = root().join("tests/corpora/sarif.sh");
    let fetched = run(&mut Command::new(script), b"", LIMIT);
    if fetched.status != Some(0) {
        return testing::skip(format!("no schema of SARIF: {}", fetched.stderr));
    }
    let validate = "import json, sys, jsonschema\n\
        schema, log = (json.load(open(name)) for name in sys.argv[1:3])\n\
        jsonschema.Draft7Validator(schema).validate(log)\n\
        del log['runs'][0]['tool']\n\
        print(len(list(jsonschema.Draft7Validator(schema).iter_errors(log))))";
    let schema = support::corpus("sarif").join("schema.json");
    // A log without a tool is not valid: the schema is the right one.
    if let Some(errors) = python("jsonschema", validate, &[&schema, &file]) {
        assert_eq!(errors, "1\n");
    }
}

#[test]
fn junit() {
    let dir = message();
    let file = written(&dir, "junit", "out.xml");
    let count = "import sys, junitparser\n\
        xml = junitparser.JUnitXml.fromfile(sys.argv[1])\n\
        cases = [case for suite in xml for case in suite]\n\
        failed = [case for case in cases if case.result]\n\
        print(len(cases), len(failed), failed[0].name, failed[0].result[0].type)";
    if let Some(counted) = python("junitparser", count, &[&file]) {
        assert_eq!(counted, "210 1 test000063 out-of-bounds\n");
    }
}

#[test]
fn lcov_and_cobertura() {
    let dir = message();
    let file = written(&dir, "lcov", "out.info");
    assert!(text(&file).contains("/program.c\nDA:9,1\n"), "{}", text(&file));
    if testing::installed("genhtml") {
        let mut command = Command::new("genhtml");
        let done = run(command.arg(&file).arg("-o").arg(dir.path("html")), b"", LIMIT);
        let said = String::from_utf8_lossy(&done.stdout);
        assert!(said.contains("100.0% (18 of 18 lines)"), "{said}{}", done.stderr);
    }
    let file = written(&dir, "cobertura", "out.xml");
    let read = "import sys, xml.etree.ElementTree as tree\n\
        root = tree.parse(sys.argv[1]).getroot()\n\
        lines = root.findall('./packages/package/classes/class/lines/line')\n\
        print(root.get('line-rate'), len(lines), all(int(line.get('hits')) > 0 for line in lines))";
    assert_eq!(python("xml", read, &[&file]).as_deref(), Some("1 18 True\n"));
}

/// The page as a browser has it after its script has run, and what the script complained about.
fn browsed(page: &Path, dir: &TempDir) -> Option<Done> {
    if !testing::installed("chromium") {
        return None;
    }
    let mut command = Command::new("chromium");
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run"]);
    command.args([
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]);
    command.args(["--enable-logging=stderr", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", dir.path("browser").display()));
    command.arg(format!("file://{}", page.display()));
    Some(run(&mut command, b"", LIMIT))
}

#[test]
fn page_in_a_browser() {
    let dir = message();
    let page = written(&dir, "html", "out.html");
    let Some(done) = browsed(&page, &dir) else { return };
    let dom = String::from_utf8_lossy(&done.stdout);
    for wanted in [
        "out of bounds: write of 5 bytes at offset 4 of an 8-byte heap object",
        "class=\"at\"><span class=\"number\">15</span>      memcpy(m-&gt;name, in + at + 2, length);",
        "18 of 18 lines (100.0 %)",
        "Tests (210)",
        "aria-label=\"Paths over time\"",
    ] {
        assert!(dom.contains(wanted), "{wanted} is not in {dom}");
    }
    assert!(!done.stderr.contains("CONSOLE"), "{}", done.stderr);
}

/// Text of the program under analysis stays text.
#[test]
fn hostile_text() {
    let source = r#"
#include <klee/klee.h>
#include <assert.h>
int main(void) {
  // </script><script>console.error("run")</script>
  unsigned char x;
  klee_make_symbolic(&x, 1, "</script><b>&\"\x1b[2J");
  assert(x != 7 && "</script><img src=x onerror=console.error(1)> ]]> &amp; */ \u202e");
}
"#;
    let dir = TempDir::new("hostile-page");
    fs::write(dir.path("source.c"), source).expect("written");
    let dir = explored("hostile-page", &dir.path("source.c"));
    let page = text(&written(&dir, "html", "out.html"));
    assert_eq!(page.matches("</script>").count(), 2, "that of the data, and that of the script");
    if let Some(done) = browsed(&dir.path("out.html"), &dir) {
        assert!(!done.stderr.contains("CONSOLE"), "{}", done.stderr);
        assert!(!String::from_utf8_lossy(&done.stdout).contains("<img"));
    }
    let junit = written(&dir, "junit", "out.xml");
    let parse = "import sys, xml.etree.ElementTree as tree\ntree.parse(sys.argv[1])";
    python("xml", parse, &[&junit]);
    let mut export = strata();
    export.args(["export", "--format", "c", "--output"]).arg(dir.path("tests"));
    let done = run(export.arg(dir.path("out")), b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    for entry in fs::read_dir(dir.path("tests")).expect("a directory").flatten() {
        assert_eq!(text(&entry.path()).matches("*/").count(), 1, "one comment");
    }
}

/// Tests in C do natively what their paths did.
#[test]
fn exported_to_c() {
    let dir = message();
    let mut export = strata();
    export.args(["export", "--format=c", "--output"]).arg(dir.path("tests"));
    let done = run(export.arg(dir.path("out")), b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert_eq!(fs::read_dir(dir.path("tests")).expect("a directory").count(), 210);
    for (test, expected) in [("test000063", None), ("test000001", Some(1)), ("test000210", Some(0))]
    {
        let mut compile = Command::new(CLANG);
        compile.args([
            "-Wall",
            "-Wextra",
            "-Werror",
            "-g",
            "-fsanitize=address",
            "-fno-sanitize-recover=all",
        ]);
        compile.args(support::linker()).arg("-I").arg(root().join("runtime/include"));
        compile.arg(dir.path(&format!("tests/{test}.c"))).arg(dir.path("program.c"));
        let compiled = run(compile.arg("-o").arg(dir.path("native")), b"", LIMIT);
        assert_eq!(compiled.status, Some(0), "{}", compiled.stderr);
        let done = run(&mut Command::new(dir.path("native")), b"", LIMIT);
        match expected {
            Some(_) => {
                let line = text(&dir.path("out/tests.jsonl"));
                let line = line.lines().find(|line| line.contains(test)).expect("a line");
                let status = serde_json::from_str::<Value>(line).expect("JSON")["status"].as_i64();
                assert_eq!(done.status.map(i64::from), status, "{test}: {}", done.stderr);
            }
            None => assert!(done.stderr.contains("program.c:15"), "{test}: {}", done.stderr),
        }
    }
}

/// A test in Rust hands out its input.
#[test]
fn exported_to_rust() {
    if !testing::installed("rustc") {
        return;
    }
    let dir = message();
    let mut export = strata();
    export.args(["export", "--format=rust", "--faults-only", "--output"]).arg(dir.path("tests"));
    let done = run(export.arg(dir.path("out")), b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let program = "#[path = \"tests/test000063.rs\"]\nmod test000063;\n\
        fn main() {\n    let mut input = [9_u8; 8];\n    test000063::klee_assume(1);\n\
        unsafe { test000063::klee_make_symbolic(input.as_mut_ptr().cast(), 8, c\"in\".as_ptr()) };\n\
        println!(\"{input:?}\");\n}\n";
    fs::write(dir.path("main.rs"), program).expect("written");
    let mut compile = Command::new("rustc");
    compile.args(["--edition=2024", "-Awarnings", "-o"]).arg(dir.path("native"));
    let compiled = run(compile.arg(dir.path("main.rs")), b"", LIMIT);
    assert_eq!(compiled.status, Some(0), "{}", compiled.stderr);
    let done = run(&mut Command::new(dir.path("native")), b"", LIMIT);
    assert_eq!(String::from_utf8_lossy(&done.stdout), "[110, 5, 0, 0, 0, 0, 0, 0]\n");
}

#[test]
fn exported_as_bytes() {
    let dir = message();
    let mut export = strata();
    export.args(["export", "--format=bin", "--faults-only", "--output"]).arg(dir.path("corpus"));
    let done = run(export.arg(dir.path("out")), b"", LIMIT);
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    let bytes = fs::read(dir.path("corpus/test000063.in")).expect("a file");
    assert_eq!(bytes, b"n\x05\0\0\0\0\0\0");
}

#[test]
fn bad_input() {
    let dir = TempDir::new("publish-bad");
    let of = |directory: &Path| {
        run(strata().args(["report", "--format=sarif"]).arg(directory), b"", LIMIT)
    };
    let done = of(&dir.path("nowhere"));
    assert_eq!(done.status, Some(2));
    assert!(done.stderr.contains("is not a run directory"), "{}", done.stderr);
    for (name, contents, complaint) in [
        ("faults.jsonl", "{\"kind\": 7}\n", "faults.jsonl: line 1 is not one of strata's"),
        ("coverage.json", "{\n[", "coverage.json: line 2 is not one of strata's"),
        ("summary.json", "{}", "summary.json: missing field"),
    ] {
        fs::write(dir.path("info"), "strata run x.c\n").expect("written");
        fs::write(dir.path(name), contents).expect("written");
        let done = of(&dir.path(""));
        assert_eq!(done.status, Some(2), "{}", done.stderr);
        assert!(done.stderr.contains(complaint), "{}", done.stderr);
        fs::remove_file(dir.path(name)).expect("removed");
    }
    // A run that was killed has no more than this, and one can look at it.
    let done = of(&dir.path(""));
    assert_eq!(done.status, Some(0), "{}", done.stderr);
    assert!(String::from_utf8_lossy(&done.stdout).contains("\"executionSuccessful\": false"));
}
