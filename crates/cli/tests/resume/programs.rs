//! The programs that are run in parts.

/// Bytes that decide about a text: branches, a switch, an index, a fault.
pub const TEXT: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char text[5];
  int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
  klee_make_symbolic(text, sizeof text, "text");
  int sum = 0;
  for (int i = 0; i < 5; i++) {
    switch (text[i]) {
    case 'a': sum += 1; break;
    case 'b': sum += 2; break;
    case 'c': sum *= 3; break;
    default: sum += text[i] > 200;
    }
  }
  char *block = malloc(8);
  if (sum == 7 && text[0] == 'b')
    block[8] = 1;
  if (sum > 3)
    sum += table[text[4] & 7];
  free(block);
  return sum;
}
"#;

/// Pointers to several objects, freed ones among them.
pub const OBJECTS: &str = r#"
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int *blocks[4];
  for (int i = 0; i < 4; i++) {
    blocks[i] = malloc(4 * (i + 1));
    blocks[i][0] = i;
  }
  unsigned a = klee_range(0, 4, "a"), b = klee_range(0, 4, "b"), n = klee_range(0, 5, "n");
  blocks[a][0] += 10;
  blocks[b][n] = 7;
  if (blocks[a][0] == 7)
    free(blocks[b]);
  return blocks[a][0] > 10 ? 1 : strcmp((char *)blocks[a], "x") > 0;
}
"#;

/// Products, which the solver has to work on.
pub const PRODUCTS: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  unsigned ways = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  for (int i = 0; i < 6; i++)
    if (x * y * (2 * i + 3) % 251 < 60u + i)
      ways++;
  return ways;
}
"#;

/// Arguments, standard input and a file, and a file whose name is an argument.
pub const WORLD: &str = r#"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(int argc, char **argv) {
  char text[4] = "", file[3] = "";
  int count = read(0, text, 3);
  int in = open("A", O_RDONLY);
  read(in, file, 2);
  if (argc > 1 && argv[1][0] == '-')
    count += argv[1][1] == 'v' ? 10 : 20;
  if (argc > 1 && open(argv[1], O_RDONLY) >= 0 && argv[1][1] == '/')
    count += 40;
  if (strcmp(text, "yes") == 0)
    puts("yes");
  return count + (file[0] == file[1]);
}
"#;

pub const SYMBOLIC_WORLD: [&str; 9] =
    ["--sym-args", "0", "2", "3", "--sym-stdin", "3", "--sym-files", "1", "2"];

/// Paths that are merged.
pub const MERGED: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char text[4];
  klee_make_symbolic(text, sizeof text, "text");
  int sum = 0;
  if (text[0] > 9)
    sum = 100;
  klee_open_merge();
  for (int i = 0; i < 3; i++)
    if (text[i] == 'x')
      sum++;
  klee_close_merge();
  if (text[3] == 'y')
    sum += 5;
  return sum == 7 ? 1 : sum;
}
"#;

/// What it decides depends on a file.
pub const FILE: &str = r#"#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
int main(int argc, char **argv) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  int sum = 0;
  for (int i = 1; i < 5; i++)
    if (y > 50 * i)
      sum++;
  if (x < 100)
    return sum;
  FILE *data = fopen(argv[1], "r");
  int limit = fgetc(data);
  for (int i = 0; i < 3; i++)
    if (x > limit + 10 * i)
      sum += 10;
  assert(limit != 'z' || x != 177);
  return sum;
}
"#;

/// A tree that does not fit into 100 KiB.
pub const LONG: &str = r#"#include <klee/klee.h>
int main(void) {
  char text[15];
  int sum = 0;
  klee_make_symbolic(text, sizeof text, "text");
  for (int i = 0; i < 15; i++)
    if (text[i] == 'x')
      sum++;
  return sum;
}
"#;

/// Paths that come back to where they were, for some inputs.
pub const RECORDS: &str = include_str!("../../../../tests/run/loops/records.c");
