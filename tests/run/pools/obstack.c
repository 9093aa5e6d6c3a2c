// Strings that grow in a chunk, and a table of where they begin.
//@ paths: 2
//@ brute: i in 0..2, c in 97..99
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *chunk = malloc(128), *next = chunk, *start[3];
  static const char *const words[3] = {"alpha", "b", "gamma ray"};
  for (int k = 0; k < 3; k++) {
    start[k] = next;
    strcpy(next, words[k]);
    next += strlen(next) + 1;
  }
  unsigned char i, c;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&c, 1, "c");
  klee_assume(i < 3);
  klee_assume(c >= 'a');
  klee_assume(c <= 'c');
  start[i][0] = c;
  if (memcmp(start[1], "b", 2) == 0) return 1;
  return 0;
}
