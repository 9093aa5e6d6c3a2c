//! Programs about words that hold pointers or bytes, by turns and in pieces: stores of both at unknown indices in
//! any order, copies by the byte and by halves, moves of several words, blocks of unknown lengths that hold pointers
//! or cut them, words at offsets that are themselves read from memory, comparisons and differences of pointers, and
//! what [`wide`](super::wide) writes.
//!
//! `is[i]` says whether word `i` holds a pointer, so that none is made of bytes and no byte of one is looked at.
//! All objects may be global, local or on the heap.

use std::fmt::Write;

use random::Random;

use super::generate::{index, value};
use super::wide;

pub const START: &str = "
union word { int *ptr; unsigned char raw[8]; unsigned long number; };
";

/// The objects, each somewhere.
pub fn objects(random: &mut Random) -> String {
    let mut text = String::new();
    let all = [
        ("int", "p", 3, "{1, 2, 3}"),
        ("int", "q", 4, "{4, 5, 6, 7}"),
        ("unsigned char", "n", 8, "{10, 11, 12, 13, 14, 15, 16, 17}"),
        ("unsigned char", "is", 4, "{1, 1, 0, 1}"),
        ("union word", "w", 4, "{{p}, {q + 1}, {(int *)77}, {p + 2}}"),
        ("unsigned char *", "t", 4, "{n, n + 3, n + 7, n}"),
        ("union word *", "u", 2, "{w, w + 1}"),
        ("unsigned char", "at", 4, "{0, 8, 16, 24}"),
    ];
    for (kind, name, count, start) in all {
        let _ = match random.below(3) {
            0 => writeln!(text, "  static {kind} {name}[{count}];"),
            1 => writeln!(text, "  {kind} {name}[{count}];"),
            _ => writeln!(text, "  {kind} *{name} = malloc({count} * sizeof(*{name}));"),
        };
        let _ = writeln!(text, "  memcpy({name}, ({kind}[]){start}, {count} * sizeof(*{name}));");
    }
    text += "  unsigned char *r = calloc(4, 1);\n";
    text
}

pub fn statement(random: &mut Random) -> String {
    let (x, y, v, k) = (index(random), index(random), value(random), random.below(8));
    let (z, target) = (index(random), random.pick(&["p", "q"]));
    let blocks = format!("int i = {x}, j = {y}, c = {z} % (5 - (i > j ? i : j));");
    match random.below(42) {
        36.. => wide::statement(random),
        24 => format!("{{ {blocks} memmove(w + i, w + j, 8 * c); memmove(is + i, is + j, c); }}"),
        25 => format!("{{ {blocks} memset(w + i, 0, 8 * c); memset(is + i, 0, c); }}"),
        26 => format!("memset(n + {x}, {v}, {y});"),
        27 => format!("memcpy(n + 4, n, {x});"),
        28 => format!("memmove(n + {x}, n + {y}, {z});"),
        29 => format!("acc += memcmp(n + {x}, n + {y}, {z}) > 0 ? 1 : 2;"),
        30 => format!(
            "{{ union word old = w[{x}]; memset(w[{x}].raw + {y}, {v}, {z}); n[{y}] ^= {v}; \
             memcpy(&w[{x}], &old, 8); }}"
        ),
        31 => format!("memmove(t + {x} % 3, t + {y} % 3, 8 * ({z} & 1) + 8);"),
        32 => format!("if (is[{x}]) acc += **(int **)((char *)w + at[{x}]);"),
        33 => format!("*(int **)((char *)w + at[{x}]) = &{target}[{y} % 3]; is[{x}] = 1;"),
        34 => format!("if (!is[{x}]) *(int *)((char *)w + at[{x}] + 4 * ({y} & 1)) = {v};"),
        35 => format!("acc += memcmp(u[{x} & 1] + 2, w + {y}, 0); memset(t[{x}], {v}, {y} & 1);"),
        0 | 1 => format!("w[{x}].ptr = &{target}[{y} % 3]; is[{x}] = 1;"),
        2 => format!("w[{x}].number = {v}; is[{x}] = 0;"),
        3 => format!("if (!is[{x}]) w[{x}].raw[{y} * 2 + {}] = {v};", k % 2),
        4 => format!("n[{x} + {}] = {v};", k % 5),
        5 => format!("acc += n[{x} + {}];", k % 5),
        6 | 7 => format!("if (is[{x}]) acc += *w[{x}].ptr; else acc += w[{x}].raw[{k}];"),
        8 => format!("if (is[{x}]) *w[{x}].ptr = {v};"),
        9 => {
            format!("for (int i = 0; i < 8; i++) w[{x}].raw[i] = w[{y}].raw[i]; is[{x}] = is[{y}];")
        }
        10 => {
            let (to, from) = (random.below(3), random.below(3));
            format!("memmove(w + {to}, w + {from}, 16); memmove(is + {to}, is + {from}, 2);")
        }
        11 => format!(
            "memmove(w + {x} % 3, w + {y} % 3, 16); memmove(is + {x} % 3, is + {y} % 3, 2);"
        ),
        12 => format!("if (is[{x}] && is[{y}]) acc += w[{x}].ptr == w[{y}].ptr ? 3 : 1;"),
        13 => format!("if (is[{x}]) acc += w[{x}].ptr == {target} + {} ? 2 : 5;", k % 3),
        14 => format!(
            "{{ unsigned char old = w[{x}].raw[{k}]; w[{x}].raw[{k}] = {v}; acc += n[{y}]; \
             n[{y} + 1] ^= {v}; w[{x}].raw[{k}] = old; }}"
        ),
        15 => format!(
            "{{ union word old = w[{x}]; memmove(w[{x}].raw + 4, w[{y}].raw + 4, 4); n[{y}] = {v}; \
             t[{x}] = n + {k}; memcpy(w[{x}].raw, old.raw, 8); }}"
        ),
        16 => format!("t[{x}] = n + {y} + {};", k % 5),
        17 => format!("*t[{x}] = {v};"),
        18 => format!("acc += *t[{x}] + (t[{y}] - n);"),
        19 => format!("acc += t[{x}] == t[{y}] ? 1 : t[{x}] < t[{y}] ? 2 : 4;"),
        20 => format!("u[{x} & 1] = w + {y}; if (is[{y}]) acc += *u[{x} & 1]->ptr;"),
        21 => format!("r[{x}] = {v}; acc += r[{y}];"),
        22 => format!("r = realloc(r, {}); r[{x}] ^= {v};", 4 + 4 * k),
        _ => format!("free(r); r = calloc({}, 1); r[{x}] = {v};", 4 + k),
    }
}
