//! Random C programs of switches that become tables: of strings, of addresses inside of constants, of
//! functions, of labels.

use std::fmt::Write;

/// Numbers that follow from a seed.
pub struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (x ^ (x >> 31)) % n
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// A table: its function is named `f` with its number.
struct Table {
    number: usize,
    /// The first case, and how many follow.
    first: i64,
    cases: u64,
}

/// A program that prints what each of its tables has, and what lies to both sides of it.
pub fn program(random: &mut Random) -> String {
    let mut text = "#include <stdio.h>\n#include <string.h>\n".to_owned();
    let mut main = String::new();
    for number in 0..2 + random.below(3) as usize {
        let first = random.pick(&[0, 0, 1, -3, 100]);
        let table = Table { number, first, cases: 4 + random.below(9) };
        let makers = [strings, inside, functions, function_array, labels];
        let print = random.pick(&makers)(&table, random, &mut text);
        let (from, to) = (first - 1, first + table.cases as i64);
        let body = format!("{{ int c = v; {print} }}");
        writeln!(main, "  for (volatile int v = {from}; v <= {to}; v++) {body}").expect("a string");
    }
    format!("{text}int main(void) {{\n{main}  return 0;\n}}\n")
}

impl Table {
    /// A function that chooses by a switch.
    fn switch(&self, declared: &str, text: &mut String, mut case: impl FnMut(u64) -> String) {
        let mut body = String::new();
        for n in 0..self.cases {
            let value = case(n);
            writeln!(body, "  case {}: return {value};", self.first + n as i64).expect("a string");
        }
        let default = case(0);
        *text += &format!(
            "__attribute__((noinline)) static {declared} {{\n  switch (c) {{\n{body}  \
             default: return {default};\n  }}\n}}\n"
        );
    }
}

fn strings(table: &Table, random: &mut Random, text: &mut String) -> String {
    let number = table.number;
    table.switch(&format!("const char *f{number}(int c)"), text, |n| {
        let (same, skipped) = (random.below(n + 1), random.pick(&[0, 0, 1, 3]));
        format!("\"table{number} {same}\" + {skipped}")
    });
    format!("printf(\"%s %zu\\n\", f{number}(c), strlen(f{number}(c)));")
}

fn inside(table: &Table, random: &mut Random, text: &mut String) -> String {
    let (number, cases) = (table.number, table.cases);
    let rows: Vec<String> =
        (0..cases).map(|n| format!("{{{n}, {{{}, 2, 3}}}}", random.below(99))).collect();
    let rows = rows.join(", ");
    *text += &format!("static const struct {{ int a; short b[3]; }} t{number}[] = {{{rows}}};\n");
    table.switch(&format!("const short *f{number}(int c)"), text, |_| {
        format!("&t{number}[{}].b[{}]", random.below(cases), random.below(3))
    });
    format!("printf(\"%d\\n\", *f{number}(c));")
}

fn some_functions(table: &Table, random: &mut Random, text: &mut String) {
    for n in 0..table.cases {
        let (name, factor) = (format!("g{}_{n}", table.number), random.below(9));
        *text += &format!("static int {name}(int x) {{ return x * {factor} + {n}; }}\n");
    }
}

fn functions(table: &Table, random: &mut Random, text: &mut String) -> String {
    some_functions(table, random, text);
    let number = table.number;
    table.switch(&format!("int (*f{number}(int c))(int)"), text, |n| format!("g{number}_{n}"));
    format!("printf(\"%d\\n\", f{number}(c)(c));")
}

fn function_array(table: &Table, random: &mut Random, text: &mut String) -> String {
    some_functions(table, random, text);
    let (number, first, cases) = (table.number, table.first, table.cases);
    let all: Vec<String> =
        (0..cases).map(|_| format!("g{number}_{}", random.below(cases))).collect();
    *text += &format!("static int (*const v{number}[])(int) = {{{}}};\n", all.join(", "));
    *text += &format!(
        "__attribute__((noinline)) static int f{number}(int c) {{\n  unsigned n = c - ({first});\n  \
         return n < {cases} ? v{number}[n](c) : -1;\n}}\n"
    );
    format!("printf(\"%d\\n\", f{number}(c));")
}

fn labels(table: &Table, random: &mut Random, text: &mut String) -> String {
    let (number, first, cases) = (table.number, table.first, table.cases);
    let distances: Vec<String> = (0..cases).map(|n| format!("&&l{n} - &&l0")).collect();
    let mut blocks = String::new();
    for n in 0..cases {
        writeln!(blocks, "l{n}: return {} + c;", random.below(999)).expect("a string");
    }
    *text += &format!(
        "__attribute__((noinline)) static int f{number}(int c) {{\n  static const int d[] = {{{}}};\n  \
         unsigned n = c - ({first});\n  if (n >= {cases})\n    return -1;\n  goto *(&&l0 + d[n]);\n\
         {blocks}}}\n",
        distances.join(", ")
    );
    format!("printf(\"%d\\n\", f{number}(c));")
}
