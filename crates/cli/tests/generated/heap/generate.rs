//! Random C programs about the heap. Inputs are two numbers below four, and nothing any input leads to is
//! undefined, but for accesses out of bounds, or depends on an address, so that all sixteen can be tried natively.
//!
//! A program is a function `compute` of the inputs and two ways to call it: natively (`NATIVE`) for all of
//! them, each in a process of its own, and explored, where the result must be the `EXPECTED` one.

use std::fmt::Write;

use super::{layouts, rows, texts, wide, words};
use random::Random;

/// A number below four; most depend on input.
pub fn index(random: &mut Random) -> &'static str {
    random.pick(&["a", "b", "(a ^ 1)", "((a + b) & 3)", "(3 - b)", "a", "0", "2"])
}

pub fn value(random: &mut Random) -> &'static str {
    random.pick(&["a", "(b * 2 + 1)", "3", "(acc & 7)", "(a ^ b)"])
}

/// Results are below this.
pub const RESULTS: u8 = 32;

const START: &str = "\
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef NATIVE
#include <sys/wait.h>
#include <unistd.h>
#endif
";

const END: &str = "\
  return acc & 31;
}

#ifdef NATIVE
int main(void) {
  for (int i = 0; i < 16; i++) {
    int status;
    if (fork() == 0)
      _exit(compute(i / 4, i % 4));
    if (wait(&status) < 0 || !WIFEXITED(status))
      return 1;
    printf(\"%d,\", WEXITSTATUS(status));
  }
  return 0;
}
#else
static const unsigned char expected[16] = {EXPECTED};
/* One path for each result: optimised, this would be a symbolic status. */
__attribute__((noinline, optnone)) static int told(int result) {
  for (int k = 0; k < 32; k++)
    if (result == k)
      return k;
  return 99;
}
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, \"a\");
  klee_make_symbolic(&b, 1, \"b\");
  klee_assume(a < 4);
  klee_assume(b < 4);
  int result = compute(a, b);
  klee_assert(result == expected[4 * a + b]);
  return told(result);
}
#endif
";

/// How many kinds of programs there are, one after the other by seed.
pub const KINDS: u64 = 6;

/// Makes a part of a program.
type Make = fn(&mut Random) -> String;

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = START.to_owned();
    let (start, objects, statement) = match seed % KINDS {
        0 => (rows::START, rows::objects as Make, rows::statement as Make),
        1 | 4 => (texts::START, texts::objects as Make, texts::statement as Make),
        5 => (layouts::START, layouts::objects as Make, layouts::statement as Make),
        _ => (words::START, words::objects as Make, words::statement as Make),
    };
    text += start;
    text += wide::START;
    text += "\nstatic int compute(unsigned char a, unsigned char b) {\n  int acc = 0;\n";
    text += &objects(&mut random);
    for _ in 0..4 + random.below(9) {
        let _ = writeln!(text, "  {}", statement(&mut random));
    }
    text + END
}
