//! Programs by Csmith: an input changes numbers among their globals before they begin, and all globals count in the end.
//!
//! Csmith keeps its programs free of undefined behaviour whatever their numbers are, by checks around arithmetic and by
//! what it knows of pointers.

use std::fmt::Write;
use std::process::Command;

use super::{LIMIT, Source, judge};
use crate::seeds::{self, Programs};
use crate::support::{TempDir, run};

const PROGRAMS: Programs = Programs { ordinary: 24, full: 400 };

const SOURCE: Source = Source { program, flags: &["-I/usr/include/csmith"] };

/// Larger programs leave the solver too much to do.
const SIZE: &str = "--max-funcs 6 --max-block-depth 4 --max-array-len-per-dim 5 --max-struct-fields 5 \
                    --no-packed-struct";

/// How many of the globals an input changes.
const STEERED: usize = 5;

seeds::tests!(part);

fn part(number: u64) {
    if testing::installed("csmith") {
        judge(number, &PROGRAMS, &SOURCE);
    }
}

/// The program of a seed; none if it has nothing to steer it by.
fn program(seed: u64, dir: &TempDir) -> Option<String> {
    let source = dir.path("random.c");
    let mut csmith = Command::new("csmith");
    csmith
        .current_dir(dir.path(""))
        .args(["--seed", &seed.to_string()])
        .args(SIZE.split_whitespace());
    let made = run(csmith.arg("-o").arg(&source), b"", LIMIT);
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let text = std::fs::read_to_string(&source).expect("Csmith writes text");
    let globals: Vec<&str> = text.lines().filter_map(steerable).take(STEERED).collect();
    if globals.is_empty() {
        return None;
    }
    let mut steer = String::new();
    for (k, global) in globals.iter().enumerate() {
        let _ = writeln!(
            steer,
            "  {global} {} (input >> {k} & 3) * {};",
            ["^=", "+="][k % 2],
            1 + 6 * k
        );
    }
    let begun = text
        .replace("int main (int argc, char* argv[])", "static void steer(void);\nstatic unsigned checksum;\nint random_main(int argc, char* argv[])")
        .replace("    func_1();\n", "    steer();\n    func_1();\n")
        .replace("platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value)", "checksum = crc32_context ^ 0xFFFFFFFFUL");
    let end = END.replace("STEER", &steer);
    begun.contains("checksum = crc32_context").then(|| begun + &end)
}

/// The name of a global that a line defines, if that is a number which may change.
fn steerable(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("static ")?;
    let rest = rest.strip_prefix("volatile ").unwrap_or(rest);
    let rest = rest.strip_prefix('u').unwrap_or(rest);
    let rest = ["int8_t ", "int16_t ", "int32_t ", "int64_t "]
        .iter()
        .find_map(|kind| rest.strip_prefix(kind))?;
    let (name, _) = rest.split_once(" = ")?;
    (name.starts_with("g_") && !name.contains(['[', '*', ' '])).then_some(name)
}

const END: &str = "
static void steer(void) {
STEER}

static unsigned run(void) {
  char *argv[] = {\"\", 0};
  random_main(1, argv);
  return checksum;
}
";
