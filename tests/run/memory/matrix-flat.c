//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// One object: two paths, as in the paper on segments.
int main(void) {
  static int m[4][4];
  m[0][0] = 120;
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 4);
  klee_assume(j < 4);
  if (m[i][j] > 0)
    return 1;
  return 0;
}
