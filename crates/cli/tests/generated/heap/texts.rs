//! Programs about strings in one of several objects, and about pointers kept as numbers: lengths, comparisons and
//! searches of bytes that are not known, and accesses through numbers that only the program can turn back into
//! addresses.
//!
//! All strings are in objects of eight bytes, the last of which stays zero.

use std::fmt::Write;

use random::Random;

use super::generate::{index, value};

pub const START: &str = "
#include <stdint.h>
static char *text[4];
static uintptr_t coded[4];
";

/// The strings, each somewhere, and the numbers of some of them.
pub fn objects(random: &mut Random) -> String {
    let mut text = String::new();
    for k in 0..4 {
        let _ = match random.below(3) {
            0 => writeln!(text, "  static char s{k}[8];"),
            1 => writeln!(text, "  char s{k}[8];"),
            _ => writeln!(text, "  char *s{k} = malloc(8);"),
        };
        let start = random.pick(&["", "a", "ab", "abc", "bcda", "aaaaaaa"]);
        let _ = writeln!(
            text,
            "  memcpy(s{k}, \"{start}\\0\\0\\0\\0\\0\\0\\0\", 8); text[{k}] = s{k};"
        );
        let _ = writeln!(text, "  coded[{k}] = {};", code(&k.to_string(), &k.to_string()));
    }
    text
}

/// The number that stands for a pointer in a slot; it is not its address.
fn code(slot: &str, of: &str) -> String {
    format!("({slot}) % 2 ? (uintptr_t)text[{of}] * 5 : (uintptr_t)text[{of}] ^ 0x5a5a00")
}

/// The pointer that one of these numbers stands for.
fn decoded(x: &str) -> String {
    format!("((char *)(({x}) % 2 ? coded[{x}] * 0xcccccccccccccccd : coded[{x}] ^ 0x5a5a00))")
}

pub fn statement(random: &mut Random) -> String {
    let (x, y, z, v) = (index(random), index(random), index(random), value(random));
    let letter = format!("('a' + ({v} & 3))");
    match random.below(20) {
        0 | 1 => format!("acc += strlen(text[{x}]);"),
        2 => format!("acc += strcmp(text[{x}], text[{y}]) > 0 ? 1 : 2;"),
        3 => format!("if (strcmp(text[{x}], \"ab\") == 0) acc += 3;"),
        4 => format!("acc += strncmp(text[{x}], text[{y}], {z}) == 0 ? 1 : 5;"),
        5 => format!("acc += strcmp(text[{x}] + {y}, \"b\") < 0 ? 4 : 1;"),
        6 => format!(
            "{{ char *f = memchr(text[{x}], {letter}, 7); if (f) {{ acc += f - text[{x}]; *f = 'd'; }} }}"
        ),
        7 => format!("acc += strlen(text[{x}] + {y});"),
        8 | 9 => format!("text[{x}][{y}] = {letter};"),
        10 => format!("text[{x}][{y} + 3] = {letter};"),
        11 => format!("text[{x}][{y}] = 0;"),
        12 => format!("{{ char *old = text[{x}]; text[{x}] = text[{y}]; text[{y}] = old; }}"),
        13 => format!("memmove(text[{x}], text[{y}], strlen(text[{y}]) + 1);"),
        14 => format!("coded[{x}] = {};", code(x, y)),
        15 | 16 => format!("acc += {}[{y}] & 3;", decoded(x)),
        17 => format!("{}[{y}] = {letter};", decoded(x)),
        18 => format!("acc += strcmp({}, text[{y}]) == 0 ? 2 : 3;", decoded(x)),
        _ => format!("memset({}, {letter}, {z});", decoded(x)),
    }
}
