//! Random C programs about the heap: rows behind a table of pointers, a hash table of lists, functions behind
//! pointers. Inputs are two numbers below four, and nothing any input leads to is undefined, so that all
//! sixteen can be tried natively. What a program computes it ends with.

use std::fmt::Write;

/// Numbers that follow from a seed.
struct Random(u64);

impl Random {
    /// A number below `n`.
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % n
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u64) as usize]
    }

    /// A slot of the table of rows; most depend on input.
    fn slot(&mut self) -> &'static str {
        self.pick(&["a", "b", "(a ^ 1)", "((a + b) & 3)", "(3 - b)", "a", "0", "2"])
    }

    /// A key of the hash table.
    fn key(&mut self) -> &'static str {
        self.pick(&["a", "b", "(b + 4)", "(a * 2)", "1", "5"])
    }

    fn value(&mut self) -> &'static str {
        self.pick(&["a", "(b * 2 + 1)", "3", "(acc & 7)", "(a ^ b)"])
    }
}

const START: &str = "\
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int key, value; struct node *next; };
static int *rows[4];
static int sizes[4];
static struct node *table[3];
static int twice(int x) { return 2 * x; }
static int plus(int x) { return x + 5; }
static int low(int x) { return x & 3; }
static int (*functions[3])(int) = {twice, plus, low};

static void make(int slot, int size) {
  if (rows[slot])
    return;
  rows[slot] = malloc(size * sizeof(int));
  sizes[slot] = size;
  for (int i = 0; i < size; i++)
    rows[slot][i] = (slot * 7 + i * 3) & 15;
}

int main(void) {
  unsigned char a, b;
  int acc = 0;
  klee_make_symbolic(&a, 1, \"a\");
  klee_make_symbolic(&b, 1, \"b\");
  klee_assume(a < 4);
  klee_assume(b < 4);
";

const END: &str = "\
  acc &= 31;
  for (int k = 0; k < 32; k++)
    if (acc == k) {
      printf(\"%d\\n\", k);
      return k;
    }
  return 99;
}
";

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut random = Random(seed);
    let mut text = START.to_owned();
    for slot in 0..4 {
        if random.below(4) > 0 {
            let _ = writeln!(text, "  make({slot}, {});", 1 + random.below(4));
        }
    }
    for _ in 0..4 + random.below(9) {
        let _ = writeln!(text, "  {}", statement(&mut random));
    }
    text + END
}

fn statement(random: &mut Random) -> String {
    let (x, y, k, v) = (random.slot(), random.slot(), random.key(), random.value());
    match random.below(15) {
        0 => format!("make({}, {});", random.below(4), 1 + random.below(4)),
        1 => format!("if (rows[{x}]) {{ free(rows[{x}]); rows[{x}] = 0; }}"),
        2 | 3 => format!("if (rows[{x}]) acc += rows[{x}][{v} % sizes[{x}]];"),
        4 | 5 => format!("if (rows[{x}]) rows[{x}][{v} % sizes[{x}]] = {v};"),
        6 => format!(
            "{{ int *row = rows[{x}]; rows[{x}] = rows[{y}]; rows[{y}] = row; \
             int size = sizes[{x}]; sizes[{x}] = sizes[{y}]; sizes[{y}] = size; }}"
        ),
        7 => format!(
            "if (rows[{x}] && sizes[{x}] < 6) {{ rows[{x}] = \
             realloc(rows[{x}], (sizes[{x}] + 1) * sizeof(int)); \
             rows[{x}][sizes[{x}]++] = {v}; }}"
        ),
        8 | 9 => format!(
            "{{ struct node *new = malloc(sizeof *new); new->key = {k}; new->value = {v}; \
             new->next = table[{k} % 3]; table[{k} % 3] = new; }}"
        ),
        10 | 11 => format!(
            "for (struct node *n = table[{k} % 3]; n; n = n->next) \
             if (n->key == {k}) {{ acc += n->value; n->value ^= 1; break; }}"
        ),
        12 => format!(
            "if (table[{k} % 3]) {{ struct node *first = table[{k} % 3]; \
             table[{k} % 3] = first->next; acc ^= first->value; free(first); }}"
        ),
        13 => format!("acc += functions[({x}) % 3]({v});"),
        _ => format!("if (rows[{x}] && rows[{y}]) memmove(rows[{y}], rows[{x}], sizeof(int));"),
    }
}
