//@ paths: 16
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 5
//@ brute: i in 0..3, j in 0..3
// Arrays of pointers copied by memcpy, and written through a copy.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int **rows = malloc(4 * sizeof *rows), **copy = malloc(4 * sizeof *copy);
  for (int k = 0; k < 4; k++) {
    rows[k] = malloc(sizeof(int));
    *rows[k] = k;
  }
  memcpy(copy, rows, 4 * sizeof *rows);
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 4);
  klee_assume(j < 4);
  *copy[i] = 7;
  int result = *rows[j];
  for (int k = 0; k < 8; k++)
    if (result == k)
      return k;
  return 99;
}
