//! Random C programs of switches, tables and strings: the shapes that compilers turn into lookup tables, tables of
//! distances, jump tables, bit tests and chains of comparisons, differently at each level of optimisation and in
//! position-independent code. Inputs are two numbers below eight, and nothing any input leads to is undefined.
//!
//! With `EVERY` defined a program prints what it computes for all inputs. Otherwise its input is symbolic, and
//! it ends with what it computed.

use std::fmt::Write;

use random::Random;

const START: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef EVERY
#include <klee/klee.h>
#endif

#define APART __attribute__((noinline))

static unsigned hash(const char *s) {
  unsigned h = 7;
  while (s && *s)
    h = h * 31 + (unsigned char)*s++;
  return h ^ h >> 7;
}
static int twice(int x) { return 2 * x; }
static int plus(int x) { return x + 5; }
static int low(int x) { return x & 3; }
static int negated(int x) { return -x; }
"#;

const END: &str = r#"
#ifdef EVERY
int main(void) {
  for (int a = 0; a < 8; a++)
    for (int b = 0; b < 8; b++)
      printf("%d %d %u\n", a, b, compute(a, b));
  return 0;
}
#else
/* One path for each result: optimised, this would be a symbolic status. */
__attribute__((noinline, optnone)) static unsigned told(unsigned acc) {
  for (unsigned k = 0; k < 32; k++)
    if (acc == k)
      return k;
  return 99;
}
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_assume(a < 8);
  klee_assume(b < 8);
  return told(compute(a, b) & 31);
}
#endif
"#;

const WORDS: [&str; 12] = [
    "zero",
    "one",
    "two",
    "three",
    "",
    "five and a bit more",
    "s\\0ix",
    "seven",
    "8",
    "nine\\n",
    "one",
    "e",
];

type Shape = fn(&mut Random, &str) -> String;

/// Each makes a function `unsigned NAME(int c)` that takes any number.
const SHAPES: [Shape; 17] = [
    names,
    numbers,
    actions,
    bit_tests,
    table_of_strings,
    table_of_structures,
    computed_goto,
    goto_by_distance,
    scans,
    grid,
    spread,
    functions,
    written_table,
    machine,
    places,
    insides,
    nested,
];

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let random = &mut Random::new(seed.wrapping_mul(0x1234_5678_9abc_def1));
    let mut text = String::from(START);
    let count = 2 + random.below(3);
    for index in 0..count {
        let shape = SHAPES[random.below(SHAPES.len() as u64) as usize];
        text.push_str(&shape(random, &format!("f{index}")));
    }
    text.push_str("static APART unsigned compute(int a, int b) {\n  unsigned acc = 0;\n");
    for index in 0..count {
        let with = random.pick(&[
            "a",
            "b",
            "a + b",
            "a - 2",
            "b - a",
            "a * 3 - 4",
            "(signed char)(a << 5)",
        ]);
        let _ = writeln!(text, "  acc = acc * 5 + f{index}({with});");
    }
    text.push_str("  return acc;\n}\n");
    text.push_str(END);
    text
}

/// A string, or a part of one.
fn word(random: &mut Random) -> String {
    match random.below(6) {
        0 => format!("\"some text\" + {}", random.below(9)),
        _ => format!("\"{}\"", random.pick(&WORDS)),
    }
}

/// Numbers of cases: in a row from some number, now and then with holes, or scattered.
fn cases(random: &mut Random) -> Vec<i64> {
    let first = random.between(-4, 3);
    let count = random.between(3, 11);
    let holes = random.once_in(2);
    let step = if random.once_in(5) { 3 } else { 1 };
    let row = (0..count).map(|k| first + step * k);
    row.filter(|_| !holes || !random.once_in(4)).collect()
}

/// A switch whose cases are each what `body` makes of the number of the case.
fn switch(
    random: &mut Random,
    on: &str,
    mut body: impl FnMut(&mut Random, i64) -> String,
    default: &str,
) -> String {
    let mut text = format!("  switch ({on}) {{\n");
    for case in cases(random) {
        let body = body(random, case);
        let _ = writeln!(text, "  case {case}: {body}");
    }
    if !default.is_empty() {
        let _ = writeln!(text, "  default: {default}");
    }
    text + "  }\n"
}

fn names(random: &mut Random, name: &str) -> String {
    let default =
        if random.once_in(4) { "return 0;".into() } else { format!("return {};", word(random)) };
    let body = switch(random, "c", |random, _| format!("return {};", word(random)), &default);
    format!(
        "static APART const char *{name}_name(int c) {{\n{body}}}\n\
         static APART unsigned {name}(int c) {{ return hash({name}_name(c)); }}\n"
    )
}

fn numbers(random: &mut Random, name: &str) -> String {
    let kind = random.pick(&["char", "short", "int", "long long", "unsigned char", "_Bool"]);
    let (linear, factor) = (random.once_in(4), random.between(-5, 9));
    let number = |random: &mut Random, case: i64| match linear {
        true => format!("return {};", case * factor + 2),
        false => format!("return {};", random.between(-120, 120)),
    };
    let body = switch(random, "c", number, "return 77;");
    format!(
        "static APART {kind} {name}_number(int c) {{\n{body}}}\n\
         static APART unsigned {name}(int c) {{ return (unsigned){name}_number(c); }}\n"
    )
}

fn actions(random: &mut Random, name: &str) -> String {
    let body = |random: &mut Random, _| {
        let action = random.pick(&[
            "acc += 3;",
            "acc ^= c * 7;",
            "acc = twice(acc);",
            "acc -= c;",
            "acc <<= 2;",
            "return acc;",
        ]);
        let end = if random.once_in(3) { "/* on */" } else { "break;" };
        format!("{action} {end}")
    };
    let mut body = switch(random, "c", body, "acc += 11;");
    if random.once_in(2) {
        let first = random.between(-2, 9);
        let _ = writeln!(
            body,
            "  switch (c + 1) {{ case {first} ... {}: acc += 5; break; case 40: acc = 1; }}",
            first + random.between(1, 6)
        );
    }
    format!(
        "static APART unsigned {name}(int c) {{\n  unsigned acc = c;\n{body}  return acc;\n}}\n"
    )
}

fn bit_tests(random: &mut Random, name: &str) -> String {
    let result = ["return 1;", "return 1;", "return 6;"];
    let body = switch(random, "c", |random, _| random.pick(&result).into(), "return 0;");
    format!("static APART unsigned {name}(int c) {{\n{body}}}\n")
}

/// An index below `count`, from any number.
fn index(random: &mut Random, count: i64) -> String {
    match random.below(3) {
        0 => format!("(unsigned)c % {count}"),
        1 => format!("(c < 0 ? 0 : c >= {count} ? {} : c)", count - 1),
        _ => format!("((unsigned char)c * 5 % {count})"),
    }
}

fn table_of_strings(random: &mut Random, name: &str) -> String {
    let count = random.between(2, 9);
    let words: Vec<String> = (0..count).map(|_| word(random)).collect();
    let storage =
        random.pick(&["static const char *const", "static const char *", "const char *const"]);
    let (scope, index) = (random.once_in(2), index(random, count));
    let table = format!("{storage} {name}_names[] = {{{}}};", words.join(", "));
    let (outside, inside) = if scope { (table, String::new()) } else { (String::new(), table) };
    format!(
        "{outside}\nstatic APART unsigned {name}(int c) {{\n  {inside}\n  return hash({name}_names[{index}]);\n}}\n"
    )
}

fn table_of_structures(random: &mut Random, name: &str) -> String {
    let count = random.between(2, 6);
    let row = |random: &mut Random| {
        let word = word(random);
        let function = random.pick(&["twice", "plus", "low", "negated"]);
        format!("{{{}, {word}, {function}}}", random.between(-9, 9))
    };
    let rows: Vec<String> = (0..count).map(|_| row(random)).collect();
    let index = index(random, count);
    format!(
        "static const struct {{ signed char n; const char *s; int (*f)(int); }} {name}_rows[] = {{{}}};\n\
         static APART unsigned {name}(int c) {{\n  unsigned i = {index};\n  \
         return {name}_rows[i].f({name}_rows[i].n) + hash({name}_rows[i].s);\n}}\n",
        rows.join(", ")
    )
}

/// The blocks of a function with `count` labels.
fn labelled(random: &mut Random, count: i64) -> String {
    let block = |random: &mut Random, k: i64| {
        let action = random.pick(&["acc += 9;", "acc *= 3;", "acc ^= 0x55;", "return acc;"]);
        format!("l{k}:\n  {action}\n")
    };
    (0..count).map(|k| block(random, k)).collect()
}

fn computed_goto(random: &mut Random, name: &str) -> String {
    let count = random.between(2, 6);
    let labels: Vec<String> = (0..count).map(|k| format!("&&l{k}")).collect();
    let (index, blocks) = (index(random, count), labelled(random, count));
    format!(
        "static APART unsigned {name}(int c) {{\n  static const void *const at[] = {{{}}};\n  \
         unsigned acc = c;\n  goto *at[{index}];\n{blocks}  return acc;\n}}\n",
        labels.join(", ")
    )
}

fn goto_by_distance(random: &mut Random, name: &str) -> String {
    let count = random.between(2, 5);
    let labels: Vec<String> = (0..count).map(|k| format!("&&l{k} - &&l0")).collect();
    let (index, blocks) = (index(random, count), labelled(random, count));
    format!(
        "static APART unsigned {name}(int c) {{\n  static const int at[] = {{{}}};\n  \
         unsigned acc = c;\n  goto *(&&l0 + at[{index}]);\n{blocks}  return acc;\n}}\n",
        labels.join(", ")
    )
}

fn scans(random: &mut Random, name: &str) -> String {
    let (text, other) = (word(random), word(random));
    let scan = match random.below(5) {
        0 => format!("strchr(\"zeroone\", 'n' + c) ? 3 : 4 + (unsigned)strlen({text})"),
        1 => format!("strcmp(c & 1 ? {text} : {other}, \"one\") == 0"),
        2 => format!(
            "memcmp(\"zero\" + (c & 1), \"ero\", 3) != 0 ? 2 : strlen(c & 2 ? {text} : {other})"
        ),
        3 => "strspn(\"aabbc\" + (c & 3), \"ab\") * 2".into(),
        _ => "\"0123456789abcdef\"[c & 15]".into(),
    };
    format!("static APART unsigned {name}(int c) {{ return {scan}; }}\n")
}

fn grid(random: &mut Random, name: &str) -> String {
    let rows: Vec<String> =
        (0..4).map(|_| format!("\"{}\"", random.pick(&["abcde", "xy", "", "QRST"]))).collect();
    format!(
        "static const char {name}_grid[4][6] = {{{}}};\n\
         static APART unsigned {name}(int c) {{ return hash({name}_grid[c & 3]) + {name}_grid[c >> 1 & 3][c & 1]; }}\n",
        rows.join(", ")
    )
}

/// Cases far apart, of 64 bits.
fn spread(random: &mut Random, name: &str) -> String {
    let mut body = String::from("  switch ((unsigned long long)c * 0x123456789abull) {\n");
    for case in cases(random) {
        let value = (case as u64).wrapping_mul(0x0123_4567_89ab);
        let _ = writeln!(body, "  case {value}ull: return {};", random.between(0, 30));
    }
    format!("static APART unsigned {name}(int c) {{\n{body}  default: return 3;\n  }}\n}}\n")
}

fn functions(random: &mut Random, name: &str) -> String {
    let which = |random: &mut Random, _| {
        format!("return {};", random.pick(&["twice", "plus", "low", "negated"]))
    };
    let body = switch(random, "c", which, "return low;");
    format!(
        "typedef int (*{name}_kind)(int);\nstatic APART {name}_kind {name}_which(int c) {{\n{body}}}\n\
         static APART unsigned {name}(int c) {{ return {name}_which(c)(c + 1); }}\n"
    )
}

/// A table of pointers that is changed at an index of the input.
fn written_table(random: &mut Random, name: &str) -> String {
    let words: Vec<String> = (0..4).map(|_| word(random)).collect();
    let (new, wanted) = (word(random), random.pick(&["c >> 1 & 3", "2", "(c + 1) & 3"]));
    format!(
        "static APART unsigned {name}(int c) {{\n  const char *t[4] = {{{}}};\n  t[c & 3] = {new};\n  \
         return hash(t[{wanted}]) + hash(t[1]);\n}}\n",
        words.join(", ")
    )
}

/// A machine of four states that reads a text.
fn machine(random: &mut Random, name: &str) -> String {
    let mut body = String::new();
    for state in 0..4 {
        let (letter, next, other) =
            (random.pick(&["a", "b", "c"]), random.below(4), random.below(4));
        let _ = writeln!(
            body,
            "    case {state}: state = *s == '{letter}' ? {next} : {other}; acc += {}; break;",
            random.below(9)
        );
    }
    format!(
        "static APART unsigned {name}(int c) {{\n  unsigned acc = 0, state = c & 3;\n  \
         for (const char *s = \"abacbc\" + (c & 1); *s; s++)\n    switch (state) {{\n{body}    }}\n  \
         return acc * 4 + state;\n}}\n"
    )
}

/// A switch of addresses of variables.
fn places(random: &mut Random, name: &str) -> String {
    let place = |random: &mut Random, _| {
        format!("return &{name}_{};", random.pick(&["x", "y[0]", "y[2]", "z"]))
    };
    let body = switch(random, "c", place, "return 0;");
    format!(
        "static int {name}_x = 3, {name}_y[3] = {{4, 5, 6}};\nint {name}_z = 9;\n\
         static APART int *{name}_place(int c) {{\n{body}}}\n\
         static APART unsigned {name}(int c) {{\n  int *p = {name}_place(c);\n  if (p) *p += 2;\n  \
         unsigned acc = {name}_x + {name}_y[0] * 3 + {name}_y[2] * 5 + {name}_z * 7;\n  \
         if (p) *p -= 2;\n  return acc;\n}}\n"
    )
}

/// A switch of addresses inside of a constant table.
fn insides(random: &mut Random, name: &str) -> String {
    let rows: Vec<String> =
        (0..4).map(|n| format!("{{{n}, {{{}, 2, 3}}}}", random.below(99))).collect();
    let place = |random: &mut Random, _| {
        format!("return &{name}_rows[{}].b[{}];", random.below(4), random.below(3))
    };
    let body = switch(random, "c", place, &format!("return {name}_rows[1].b;"));
    format!(
        "static const struct {{ int a; short b[3]; }} {name}_rows[] = {{{}}};\n\
         static APART const short *{name}_place(int c) {{\n{body}}}\n\
         static APART unsigned {name}(int c) {{ return *{name}_place(c) * 3; }}\n",
        rows.join(", ")
    )
}

fn nested(random: &mut Random, name: &str) -> String {
    let inner = |random: &mut Random, case: i64| {
        let (x, y) = (random.between(0, 50), random.between(0, 50));
        format!(
            "switch (c * 3 & 7) {{ case 1: return {x}; case 3: return {y}; case 6: case 7: return {case}; }} break;"
        )
    };
    let body = switch(random, "c >> 1", inner, "");
    format!("static APART unsigned {name}(int c) {{\n{body}  return 1000;\n}}\n")
}
