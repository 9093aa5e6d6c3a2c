//! Programs about rows behind a table of pointers, a hash table of lists, and functions behind pointers.

use std::fmt::Write;

use random::Random;

use super::generate::{index, value};

pub const START: &str = "
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
";

/// Some rows to begin with.
pub fn objects(random: &mut Random) -> String {
    let mut text = String::new();
    for slot in 0..4 {
        if random.below(4) > 0 {
            let _ = writeln!(text, "  make({slot}, {});", 1 + random.below(4));
        }
    }
    text
}

pub fn statement(random: &mut Random) -> String {
    let (x, y, v) = (index(random), index(random), value(random));
    let k = random.pick(&["a", "b", "(b + 4)", "(a * 2)", "1", "5"]);
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
