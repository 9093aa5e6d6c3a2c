// Rows of unknown length.
//@ brute: n in 1..6
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 6);
  char *row[3];
  for (int i = 0; i < 3; i++) {
    row[i] = malloc(n + i);
    row[i][n + i - 1] = i;
  }
  klee_assert(row[2][n + 1] == 2);
  return row[0][n]; //~ FAULT out-of-bounds: read of 1 byte
}
