//! Programs about strings in one of several objects, and about pointers kept as numbers: lengths, comparisons and
//! searches of bytes that are not known, and accesses through numbers that only the program can turn back into
//! addresses. Strings are copied to objects of other sizes, and bytes next to pointers are compared and copied as strings
//! are. Some searches are of unknown bytes at a known place.
//!
//! All strings are in objects of eight bytes, the last of which stays zero in most programs. In the others what looks for
//! the end may leave the object, on some inputs or on all, and the run must find that.

use std::fmt::Write;

use random::Random;

use super::generate::{index, value};

pub const START: &str = "
#include <stdint.h>
static char *text[4];
static uintptr_t coded[4];
static struct { char before[8]; char *link; char after[8]; } knot[2];
static char raw[4];
char *strchrnul(const char *, int);
void *memrchr(const void *, int, size_t);
__attribute__((noinline, optnone)) static char *other(char *p) { return p; }
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
    for (k, size) in [8, 16].into_iter().enumerate() {
        let _ = match random.below(2) {
            0 => writeln!(text, "  static char r{k}[{size}]; char *room{k} = r{k};"),
            _ => writeln!(text, "  char *room{k} = calloc({size}, 1);"),
        };
    }
    text += "  char *room[2] = {room0, room1};\n";
    text += "  for (int k = 0; k < 2; k++) { memcpy(knot[k].before, \"abcdabcd\", 8); ";
    text += "knot[k].link = text[k + 1]; strcpy(knot[k].after, k ? \"ab\" : \"abcd\"); }\n";
    text += "  memcpy(raw, \"abca\", 4);\n";
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
    // A compiler does not read a text that is compared with itself.
    let text_y = if x == y { format!("other(text[{y}])") } else { format!("text[{y}]") };
    match random.below(49) {
        20 => format!("strcpy(room[{x} & 1], text[{y}]); acc += strlen(room[{z} & 1]);"),
        21 => format!("acc += stpcpy(room[{x} & 1] + ({z} & 1), text[{y}] + {z}) - room[{x} & 1];"),
        22 => format!("strncpy(room[{x} & 1], text[{y}], {z} + 2); acc += room[{x} & 1][{y}] & 7;"),
        23 => format!("strncpy(room[1] + {x}, raw, {y} + 1); acc += room[1][{z}] & 7;"),
        24 => format!("{{ char *f = strchr(text[{x}], {letter}); acc += f ? f - text[{x}] : 9; }}"),
        25 => format!("{{ char *f = strrchr(text[{x}], {letter}); if (f) *f = 'a' + {y}; }}"),
        26 => format!("{{ char *f = strchr(room[{x} & 1], {letter}); if (f) acc += strlen(f); }}"),
        27 => format!("acc += strcasecmp(text[{x}], {y} & 1 ? \"ABC\" : text[{z}]) > 0 ? 2 : 1;"),
        28 => format!("acc += strncasecmp(text[{x}], \"AbCa\", {z} + 1) == 0 ? 7 : 1;"),
        29 => format!("acc += strncmp(raw, text[{x}], {y} + 1) < 0 ? 1 : 3;"),
        30 => format!("acc += memcmp(text[{x}], {text_y}, {z} * 2) >= 0 ? 1 : 2;"),
        31 => format!("{{ char *f = memchr(raw, {letter}, {x} + 1); acc += f ? f - raw : 5; }}"),
        32 => format!("acc += strnlen(raw, {x} + 1) + strnlen(text[{y}], {z});"),
        33 => format!("raw[{x}] = {letter}; acc += memcmp(raw, text[{y}], 4) == 0;"),
        34 => format!("acc += strcmp(knot[{x} & 1].after, text[{y}]) == 0 ? 1 : 2;"),
        35 => format!("acc += strncmp(knot[{x} & 1].before, knot[{y} & 1].before, 8) == 0;"),
        36 => format!("knot[{x} & 1].link = text[{y}]; acc += strlen(knot[{z} & 1].link);"),
        37 => format!("strcpy(knot[{x} & 1].after, knot[{y} & 1].link + 1);"),
        38 => format!("strcpy(room[{x} & 1], knot[{y} & 1].after); acc += room[{z} & 1][1] & 3;"),
        39 => format!(
            "memmove(&knot[{x} & 1], &knot[{y} & 1], 16 + {z}); acc += *knot[{x} & 1].link & 3;"
        ),
        40 => {
            format!("strncpy(knot[{x} & 1].before, text[{y}], 8); acc += *knot[{x} & 1].link & 7;")
        }
        41 => format!("strcat(room1, text[{x}] + 4); acc += strlen(room1); room1[7] = 0;"),
        42 => format!("if (({x} ^ {y}) == 3) text[{z}][7] = 'a';"),
        43 => format!("acc += strcspn(text[{x}], \"bd\") + (strstr(text[{y}], \"ab\") != 0);"),
        44 => format!(
            "{{ char *f = strchr(room0, {letter}); if (f) {{ acc += f - room0; *f = 'd'; }} }}"
        ),
        45 => format!("{{ char *f = strrchr(room1, {letter}); acc += f ? f - room1 : 9; }}"),
        46 => format!(
            "{{ char *f = memrchr(raw, {letter}, 4); if (f) {{ acc += f - raw; *f = 'a'; }} }}"
        ),
        47 => format!("acc += strchrnul(room[1], {letter}) - room1;"),
        48 => {
            format!("{{ char *f = memchr(room1, raw[{x}], 12); acc += f ? 2 * (f - room1) : 5; }}")
        }
        0 | 1 => format!("acc += strlen(text[{x}]);"),
        2 => format!("acc += strcmp(text[{x}], {text_y}) > 0 ? 1 : 2;"),
        3 => format!("if (strcmp(text[{x}], \"ab\") == 0) acc += 3;"),
        4 => format!("acc += strncmp(text[{x}], {text_y}, {z}) == 0 ? 1 : 5;"),
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
