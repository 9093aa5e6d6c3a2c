//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
// A local array of symbolic size.
int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n >= 1);
  klee_assume(n <= 5);
  klee_assume(i <= 5);
  volatile char v[n];
  v[i] = 1; //~ FAULT out-of-bounds
  return 0;
}
