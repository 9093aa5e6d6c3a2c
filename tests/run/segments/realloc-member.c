//@ paths: 3
//@ paths single: 1
//@ exit: 0,2,9
//@ brute: i in 0..2
// A member that grows moves, and keeps what it held and no more.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *rows[3];
  for (int k = 0; k < 3; k++) {
    rows[k] = malloc(2 * sizeof(int));
    rows[k][0] = k;
    rows[k][1] = 9;
  }
  rows[1] = realloc(rows[1], 4 * sizeof(int));
  rows[1][2] = 5;
  rows[1][3] = 9;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  if (rows[i][1] != 9)
    return 3;
  if (i == 1)
    return rows[i][3];
  if (rows[i][0] == 2)
    return 2;
  return 0;
}
