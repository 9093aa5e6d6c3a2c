//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
// After the first access only good indices are left: the second does not fork.
int main(void) {
  volatile int v[4] = {0};
  int i = klee_range(-1, 5, "i");
  v[i] = 1; //~ FAULT out-of-bounds
  v[i] = 2;
  return 0;
}
