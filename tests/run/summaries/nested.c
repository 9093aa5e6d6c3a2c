// A loop of unknown length in another.
//@ paths: 1
//@ also: -O1, any paths
//@ brute: n in 0..8, j in 0..7
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[4][8] = {{0}};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char j;
  klee_make_symbolic(&j, 1, "j");
  klee_assume(n <= 8);
  klee_assume(j < 8);
  for (int row = 0; row < 4; row++)
    for (int i = 0; i < n; i++) a[row][i] = row + 1;
  klee_assert(a[2][j] == (j < n) * 3);
  klee_assert(a[3][j] == (j < n) * 4);
  return 0;
}
