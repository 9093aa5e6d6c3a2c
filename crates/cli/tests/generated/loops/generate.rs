//! Random C programs of loops over arrays. Inputs are a length `n` below sixteen and a number `d` below four; accesses out
//! of bounds, divisions by zero and shifts by too much are all that may go wrong, so that all inputs can be tried natively.
//!
//! A step is at most three elements of four bytes, so that the first access out of bounds is next to its array, where
//! AddressSanitizer sees it.

use std::fmt::Write;

use random::Random;

/// How many inputs there are: 16 lengths, and four numbers for each.
pub const INPUTS: usize = 64;
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
static unsigned char gc[14] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7};
static const signed char table[16] = {1, -2, 3, 0, 5, 6, -7, 8, 9, 10, 11, 12, 13, 14, 15, 1};
static int gi[12] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2};
struct pair { int key; short low, high; };
static volatile int sink;
";

const END: &str = "\
  return acc & 31;
}

#ifdef NATIVE
int main(void) {
  for (int i = 0; i < 64; i++) {
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
static const unsigned char expected[64] = {EXPECTED};
/* One path for each result: optimised, this would be a symbolic status. */
__attribute__((noinline, optnone)) static int told(int result) {
  for (int k = 0; k < 32; k++)
    if (result == k)
      return k;
  return 99;
}
int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, \"n\");
  klee_make_symbolic(&d, 1, \"d\");
  klee_assume(n < 16);
  klee_assume(d < 4);
#ifdef FAULT
  klee_assume(expected[4 * n + d] != FAULT);
#endif
  int result = compute(n, d);
  klee_assert(result == expected[4 * n + d]);
  return told(result);
}
#endif
";

/// Arrays by their names, with the number of their elements. All are written before the loops.
const ARRAYS: [(&str, i64); 8] =
    [("gc", 14), ("gi", 12), ("lc", 16), ("li", 15), ("ls", 13), ("hc", 20), ("hi", 10), ("hl", 9)];

const OBJECTS: &str = "\
  unsigned char lc[16]; int li[15]; short ls[13]; struct pair lp[12]; char *ps[11];
  unsigned char *hc = malloc(20); int *hi = malloc(10 * sizeof *hi); long *hl = malloc(9 * sizeof *hl);
  int last = 0, sum = 0, count = 0;
  for (int k = 0; k < 16; k++) lc[k] = k * 5;
  for (int k = 0; k < 15; k++) li[k] = k * 77 - 400;
  for (int k = 0; k < 13; k++) ls[k] = 300 - k * 50;
  for (int k = 0; k < 12; k++) { lp[k].key = k; lp[k].low = -k; lp[k].high = k * 3; }
  for (int k = 0; k < 11; k++) ps[k] = (char *)lc + k;
  for (int k = 0; k < 20; k++) hc[k] = k ^ 9;
  for (int k = 0; k < 10; k++) hi[k] = k * k;
  for (int k = 0; k < 9; k++) hl[k] = k * 1000003L;
";

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = START.to_owned();
    text += "\nstatic int compute(unsigned char n, unsigned char d) {\n  int acc = 0;\n";
    text += OBJECTS;
    for _ in 0..1 + random.below(3) {
        if random.once_in(6) {
            let _ = writeln!(text, "  {}", between(&mut random));
        }
        let _ = writeln!(text, "  {}", one_loop(&mut random));
    }
    for _ in 0..4 {
        let _ = writeln!(text, "  {}", look(&mut random));
    }
    text + END
}

fn array(random: &mut Random) -> (&'static str, i64) {
    random.pick(&ARRAYS)
}

/// Something that is not a loop, which makes arrays less simple.
fn between(random: &mut Random) -> String {
    let (name, _) = array(random);
    match random.below(5) {
        0 => format!("{name}[d] = n;"),
        1 => format!("{name}[n & 7] ^= d;"),
        2 => "memset(hc + d, n, 5);".into(),
        3 => "memmove(lc + d, lc + 2, 9);".into(),
        _ => format!("if (n > 9) {name}[1] = 7;"),
    }
}

/// A loop over an index that rises or falls.
fn one_loop(random: &mut Random) -> String {
    let kind = random.pick(&["int", "unsigned", "long", "unsigned char", "short", "unsigned long"]);
    let is_unsigned = kind.starts_with("unsigned");
    // Every second one can be carried out in one step, as far as its accesses are in bounds.
    let simple = random.once_in(2);
    let step = if simple { 1 } else { random.pick(&[1, 1, 2, 3]) };
    let bound = random.pick(&["n", "n", "n", "(n + d)", "(n - d)", "(n / 2 + 1)", "(n * 2)", "9"]);
    // An unsigned bound below zero is beyond every array.
    let bound = if is_unsigned && bound == "(n - d)" { "n" } else { bound };
    let start = random.pick(&["0", "0", "0", "1", "d", "2"]);
    let body = if simple { plain(random) } else { body(random) };
    match random.below(9) {
        0..=2 => format!("for ({kind} i = {start}; i < {bound}; i += {step}) {{ {body} }}"),
        3 => format!("for ({kind} i = {start}; i <= {bound}; i += {step}) {{ {body} }}"),
        4 => format!("for ({kind} i = 0; i != n; i++) {{ {body} }}"),
        5 => format!("for (int i = {bound}; i > 0; i -= {step}) {{ {body} }}"),
        6 => format!("for (int i = n - 1; i >= 0; i--) {{ {body} }}"),
        7 => format!("{{ {kind} i = {start}; do {{ {body} i += {step}; }} while (i < {bound}); }}"),
        _ => walk(random),
    }
}

/// A loop over pointers.
fn walk(random: &mut Random) -> String {
    let offset = random.pick(&["0", "0", "d", "1"]);
    match random.below(5) {
        0 => format!("for (unsigned char *p = lc + {offset}, *e = lc + n; p < e; p++) *p = d;"),
        1 => format!("for (unsigned char *p = hc + {offset}, *e = p + n; p != e; p++) *p += 3;"),
        2 => format!("{{ int *p = li + {offset}, *q = gi; int k = n; while (k--) *p++ = *q++; }}"),
        3 => format!("{{ int *p = hi + {offset}; int *e = hi + n; while (p <= e) *p++ = 4; }}"),
        _ => format!(
            "{{ unsigned char *p = lc + n, *q = hc + n + {offset}; while (p > lc) *--p = *--q; }}"
        ),
    }
}

/// A round that writes one element, or counts.
fn plain(random: &mut Random) -> String {
    let (to, from) = (element(random), element(random));
    let value = random.pick(&["0", "d", "n * 3", "i", "i * 5 + d", "(i * i) ^ (i >> 1)"]);
    match random.below(6) {
        0 | 1 => format!("{to} = {value};"),
        2 | 3 => format!("{to} = {from};"),
        4 => format!("{to} = {from} * 3 + i;"),
        _ => "count += 3;".into(),
    }
}

fn body(random: &mut Random) -> String {
    let count = random.pick(&[1, 1, 1, 2, 2, 3]);
    (0..count).map(|_| statement(random)).collect::<Vec<_>>().join(" ")
}

/// An index near that of the loop.
fn near(random: &mut Random) -> &'static str {
    random.pick(&["i", "i", "i", "i", "i + 1", "i - 1", "i + d", "15 - i", "n - i"])
}

/// An element near the index of the loop. AddressSanitizer does not watch what is in front of a global, nor what is
/// far behind an object, so only bytes are accessed at twice the index.
fn element(random: &mut Random) -> String {
    let ((name, _), at) = (array(random), near(random));
    let at = if name.starts_with('g') && at.contains('-') { "i" } else { at };
    let at = if name.ends_with('c') && random.once_in(8) { "i + i" } else { at };
    format!("{name}[{at}]")
}

fn value(random: &mut Random) -> String {
    let ((name, _), element) = (array(random), element(random));
    match random.below(14) {
        0 => "0".into(),
        1 => "7".into(),
        2 => "d".into(),
        3 => "n * 3".into(),
        4 => "i".into(),
        5 => "i * 5 + d".into(),
        6..=8 => element,
        9 => format!("{element} * 3 + i"),
        10 => format!("table[i & 15] ^ {name}[d]"),
        11 => "(i << 2) - last".into(),
        12 => format!("i & 1 ? {element} : 2"),
        _ => "(i * i) ^ (i >> 1)".into(),
    }
}

fn statement(random: &mut Random) -> String {
    let ((name, _), to, from) = (array(random), element(random), element(random));
    let (at, v) = (near(random), value(random));
    match random.below(22) {
        0..=7 => format!("{to} = {v};"),
        8 => format!("{to} += {v};"),
        9 => format!("last = {v};"),
        10 => format!("sum += {v};"),
        11 => "count++;".into(),
        12 => "count += 3;".into(),
        13 => format!("lp[{at}].low = {v};"),
        14 => format!("lp[i].key = lp[{at}].high;"),
        15 => format!("ps[{at}] = (char *)hc + i;"),
        16 => format!("ps[i] = ps[{at}];"),
        // Faults whose results are used, and whose results are not.
        17 => format!("{name}[i] = 60 / (7 - (int)i);"),
        18 => "sink = 100 % (int)(5 - (int)i);".into(),
        19 => "(void)(8 / (int)(d + 3 - (int)i));".into(),
        20 => format!("(void)*(volatile unsigned char *)&lc[table[i & 15] & 15]; {name}[i] = 1;"),
        _ => format!("(void)*(volatile int *)&gi[{from} & 7]; {name}[i] = {v};"),
    }
}

/// What the result depends on.
fn look(random: &mut Random) -> String {
    let (name, len) = array(random);
    let k = random.below(len as u64);
    match random.below(8) {
        0..=2 => format!("acc += {name}[{k}];"),
        3 => format!("acc ^= {name}[d + {}] << 1;", random.below(len as u64 - 3)),
        4 => format!("if ({name}[{k}] > {name}[{}]) acc += 9;", random.below(len as u64)),
        5 => "acc += last + 3 * count;".into(),
        6 => "acc += sum + lp[d].low + lp[3].key;".into(),
        _ => format!("acc += *(unsigned char *)ps[{}];", random.below(11)),
    }
}
