//@ paths: 2
//@ exit: 1,2
//@ cflags: -frounding-math
// Paths that round differently stay apart.
#include <fenv.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  volatile double one = 1, three = 3;
  klee_make_symbolic(&c, 1, "c");
  klee_open_merge();
  if (c < 5)
    fesetround(FE_UPWARD);
  klee_close_merge();
  return one / three > 0.333333333333333314 ? 1 : 2;
}
