//@ paths: 6
//@ paths single: 2
//@ paths merge flat segmented segmented-ideal dynamic: 2
// One past the end of a row is the start of the next in the array they share, and a fault all the same.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *rows[3];
  for (int k = 0; k < 3; k++) {
    rows[k] = malloc(4 * sizeof(int));
    for (int i = 0; i < 4; i++)
      rows[k][i] = k;
  }
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 3);
  klee_assume(j < 6);
  return rows[i][j] == 1; //~ FAULT out-of-bounds: a 16-byte heap object
}
