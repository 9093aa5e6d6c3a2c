//@ paths: 1
//@ tests: 1
#include <klee/klee.h>
// Five bytes of a four-byte object.
int main(void) {
  char v[4];
  klee_make_symbolic(v, 5, "v"); //~ FAULT out-of-bounds
  return 0;
}
