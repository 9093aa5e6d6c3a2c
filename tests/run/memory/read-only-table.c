//@ paths: 1
//@ tests: 1
#include <klee/klee.h>
static const int table[4] = {1, 2, 3, 4};
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  ((int *)table)[i] = 0; //~ FAULT read-only-write
  return 0;
}
