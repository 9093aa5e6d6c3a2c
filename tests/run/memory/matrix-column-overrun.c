//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
// A column too far is still in the matrix, except in its last row.
int main(void) {
  static volatile char m[3][4];
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 3);
  klee_assume(j <= 4);
  m[i][j] = 1; //~ FAULT out-of-bounds
  return 0;
}
