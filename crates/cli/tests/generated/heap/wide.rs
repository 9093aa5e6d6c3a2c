//! Statements that write more than a word at an unknown place of `w`, over words that hold pointers: vectors,
//! integers of 128 bits, structs, copies of 16 and 24 bytes. Whole words may be pointers themselves; a write that
//! begins within a word cuts the pointers at its two ends, which are overwritten afterwards.

use random::Random;

use super::generate::{index, value};

pub const START: &str = "
typedef unsigned __int128 wide __attribute__((aligned(1), may_alias));
typedef unsigned long vector __attribute__((vector_size(16), aligned(1), may_alias));
typedef struct { int *ptr; unsigned long number; } __attribute__((may_alias)) pair;
typedef struct { unsigned long words[3]; } __attribute__((packed, may_alias)) triple;
";

pub fn statement(random: &mut Random) -> String {
    let (x, y, v) = (index(random), index(random), value(random));
    let (kind, target) = (random.pick(&["wide", "vector", "triple"]), random.pick(&["p", "q"]));
    let words = if kind == "triple" { 3 } else { 2 };
    let start = format!("int i = {x} % {}, j = {y} % {0};", 5 - words);
    match random.below(4) {
        0 => format!(
            "{{ int i = {x} % 3; *(pair *)(w + i) = (pair){{&{target}[{y} % 3], {v}}}; is[i] = 1; is[i + 1] = 0; }}"
        ),
        1 => format!(
            "{{ {start} {kind} all = *({kind} *)(w + j); *({kind} *)(w + i) = all; memmove(is + i, is + j, {words}); }}"
        ),
        2 => format!(
            "{{ int i = {x} % 3; *(wide *)(w + i) = (wide){v} << 66 | {v}; is[i] = is[i + 1] = 0; }}"
        ),
        _ => {
            let (bytes, step) = (8 * words, random.below(8));
            let write = match random.below(2) {
                0 => format!("*({kind} *)((char *)w + i) = *({kind} *)from;"),
                _ => format!("memcpy((char *)w + i, from, {bytes});"),
            };
            let last = format!("(i + {}) / 8", bytes - 1);
            format!(
                "{{ int i = ({x} * {step} + {y}) % {}; unsigned char from[{bytes}]; memset(from, {v}, {bytes}); \
                 from[i % {bytes}] = {v} + 1; {write} acc += ((unsigned char *)w)[i + {y} * 5]; if (i % 8) w[i / 8].number = w[{last}].number = {v}; \
                 memset(is + i / 8, 0, {last} - i / 8 + 1); }}",
                33 - bytes
            )
        }
    }
}
