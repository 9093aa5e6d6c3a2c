//@ memory: all
//@ paths: 6
//@ paths single merge flat segmented segmented-ideal: 1
//@ paths dynamic: 2
//@ exit: 0
// A write to one of three rows, the last of which is too large for the array that the others may share. What the
// write does not go to stays as it was.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned char i, j, k, m;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_make_symbolic(&k, 1, "k");
  klee_make_symbolic(&m, 1, "m");
  klee_assume((i < 3) & (j < 4) & (k < 4) & (m < 2));
  unsigned char *rows[3];
  rows[0] = malloc(4);
  rows[1] = malloc(4);
  rows[2] = malloc(20000);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++)
      rows[r][c] = 10 * r + c;
  rows[i][j] = 77;
  int here = (m == i) & (k == j);
  klee_assert(rows[m][k] == 77 * here + (10 * m + k) * (1 - here));
  klee_assert(rows[1][2] == 12 + 65 * ((i == 1) & (j == 2)));
  return 0;
}
