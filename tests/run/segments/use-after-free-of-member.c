//@ paths: 3
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 2
// A member that is gone is a fault, also through a pointer that may be to one that is there.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int *rows[3];
  for (int k = 0; k < 3; k++) {
    rows[k] = malloc(8);
    rows[k][0] = k;
  }
  free(rows[1]);
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  return rows[i][0]; //~ FAULT use-after-free: read at offset 0 of an 8-byte heap object
}
