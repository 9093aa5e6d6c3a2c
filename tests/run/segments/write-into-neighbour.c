//@ paths: 4
//@ paths single: 2
//@ paths merge flat segmented segmented-ideal dynamic: 2
// The same for writes: what lies beside a member is not touched.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *parts[2];
  for (int k = 0; k < 2; k++) {
    parts[k] = malloc(8);
    for (int i = 0; i < 8; i++)
      parts[k][i] = 0;
  }
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 2);
  klee_assume(j <= 8);
  parts[i][j] = 1; //~ FAULT out-of-bounds: write of 1 byte at offset 8
  return parts[1 - i][j] != 0;
}
