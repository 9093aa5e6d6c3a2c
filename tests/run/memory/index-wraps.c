//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
// The check is done in 32 bits and wraps: i = 0xfffffffc passes it.
int main(void) {
  char v[8] = {0};
  unsigned i;
  klee_make_symbolic(&i, sizeof i, "i");
  if (i + 4 > 8)
    return 1;
  v[i] = 1; //~ FAULT out-of-bounds
  return 0;
}
