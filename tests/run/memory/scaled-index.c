//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
// Address arithmetic wraps too: element 2^62 + 1 is element 1 by number and by offset.
int main(void) {
  static int v[4];
  unsigned long i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume((i < 4) | (i == 5) | (i == 0x4000000000000001));
  v[i] = 1; //~ FAULT out-of-bounds
  return 0;
}
