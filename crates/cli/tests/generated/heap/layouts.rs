//! Programs about several objects of different layouts behind one pointer: where one has a pointer, another has a
//! number. Numbers of every width, aligned or not, are written where the object at hand has one, so that only the
//! path knows that no pointer is hit; pointers are moved in pieces, and objects are copied into one another.
//!
//! `numbers` and `pointers` of a thing are the offsets of its words of either kind, four of each with repetitions.

use std::fmt::Write;

use random::Random;

use super::generate::{index, value};

pub const START: &str = "
typedef char *pointer __attribute__((may_alias));
typedef unsigned char byte;
typedef unsigned short half __attribute__((aligned(1), may_alias));
typedef unsigned int number __attribute__((aligned(1), may_alias));
typedef unsigned long word __attribute__((aligned(1), may_alias));
typedef double real __attribute__((aligned(1), may_alias));
typedef struct { unsigned char bytes[3]; } __attribute__((may_alias)) odd;
static char target[4];
static struct thing {
  unsigned char *at;
  const unsigned char *numbers, *pointers;
  unsigned char size, heap;
} o[3];
";

/// The offsets of some words, as the initialiser of a table of four.
fn offsets(words: &[usize]) -> String {
    let four = words.iter().cycle().take(4);
    four.map(|word| (8 * word).to_string()).collect::<Vec<_>>().join(", ")
}

/// Three objects, each somewhere, with at least one word of either kind.
pub fn objects(random: &mut Random) -> String {
    let mut text = "  memcpy(target, \"\\1\\2\\3\\4\", 4);\n".to_owned();
    for k in 0..3 {
        let words = 2 + random.below(3) as usize;
        let first = random.below(2) == 0;
        let is_pointer = |word: usize, random: &mut Random| match word {
            0 => first,
            1 => !first,
            _ => random.below(2) == 0,
        };
        let kinds: Vec<bool> = (0..words).map(|word| is_pointer(word, random)).collect();
        let of = |kind| (0..words).filter(|&word| kinds[word] == kind).collect::<Vec<_>>();
        let (numbers, pointers) = (offsets(&of(false)), offsets(&of(true)));
        let size = 8 * words;
        let heap = random.below(3);
        let _ = match heap {
            0 => writeln!(text, "  static long o{k}[{words}];"),
            1 => writeln!(text, "  long o{k}[{words}];"),
            _ => writeln!(text, "  long *o{k} = malloc({size});"),
        };
        let _ = writeln!(
            text,
            "  static const unsigned char n{k}[4] = {{{numbers}}}, p{k}[4] = {{{pointers}}};\n  \
             o[{k}] = (struct thing){{(unsigned char *)o{k}, n{k}, p{k}, {size}, {}}};",
            u8::from(heap > 1)
        );
        for (word, &is_pointer) in kinds.iter().enumerate() {
            let _ = match is_pointer {
                true => writeln!(text, "  *(pointer *)(o{k} + {word}) = target + {};", word % 4),
                false => writeln!(text, "  o{k}[{word}] = {};", 37 * k + 5 * word),
            };
        }
    }
    text
}

/// A type of numbers, and an offset at which one fits into a word.
fn part(random: &mut Random) -> (&'static str, u64) {
    let (kind, width) = random.pick(&[
        ("byte", 1),
        ("half", 2),
        ("odd", 3),
        ("number", 4),
        ("number", 4),
        ("word", 8),
        ("real", 8),
    ]);
    let aligned = random.below(3) > 0 && kind != "odd";
    let at = if aligned { width * random.below(8 / width) } else { random.below(9 - width) };
    (kind, at)
}

/// Every statement has its things in `s` and `d`.
pub fn statement(random: &mut Random) -> String {
    let (x, y, z, v) = (index(random), index(random), index(random), value(random));
    let (kind, at) = part(random);
    let things = format!("struct thing *d = &o[{x} % 3], *s = &o[{z} % 3];");
    let (number, other) = (format!("d->at + d->numbers[{y}]"), format!("s->at + s->numbers[{y}]"));
    let (link, chain) = (format!("d->at + d->pointers[{y}]"), format!("s->at + s->pointers[{z}]"));
    let what = match random.below(24) {
        0..5 => match kind {
            "odd" => format!("*(odd *)({number} + {at}) = (odd){{{v}, {y}, 200}};"),
            _ => format!("*({kind} *)({number} + {at}) = {v} * 41;"),
        },
        5..8 => match kind {
            "odd" | "real" => format!("acc += ({number})[{at}] & 7;"),
            _ => format!("acc += *({kind} *)({number} + {at}) & 15;"),
        },
        8 | 9 => format!("*(pointer *)({link}) = target + {z};"),
        10 | 11 => format!("acc += **(pointer *)({link});"),
        12 => format!("**(pointer *)({link}) = {v};"),
        13 => format!("memmove({number}, {other}, {} + {z});", random.below(5)),
        14 => format!("memmove({link}, {chain}, 8);"),
        15 => {
            let cut = 1 + random.below(7);
            format!(
                "unsigned char *to = {link}, *from = {chain}; memmove(to, from, {cut}); acc += ({number})[{at}] & 3; \
                 memmove(to + {cut}, from + {cut}, {});",
                8 - cut
            )
        }
        16 => format!("acc += *(pointer *)({link}) == *(pointer *)({chain}) ? 3 : 1;"),
        17 => format!("memset({number} + {at}, {v}, {z} % {});", 9 - at),
        18 => format!("acc += memcmp({number}, {other}, 1 + {z} * 2) > 0 ? 2 : 1;"),
        19 => format!("struct thing old = *d; *d = *s; *s = old; acc += s->size + {v};"),
        20 | 21 => "if (d->size >= s->size) { memmove(d->at, s->at, s->size); d->numbers = s->numbers; \
             d->pointers = s->pointers; }"
            .to_owned(),
        22 => "if (d->heap) { d->size = d->size < 32 ? d->size + 8 : 32; d->at = realloc(d->at, d->size); }"
            .to_owned(),
        _ => format!("*(volatile unsigned char *)(d->at + 8 * {z});"),
    };
    format!("{{ {things} {what} }}")
}
